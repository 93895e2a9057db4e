"""`zareba serve`: the table for others, in a club or at home."""

from __future__ import annotations

import argparse
import socket
import sys
from contextlib import suppress
from typing import Any

from zareba.cli.play import HOST, PUT_AWAY, USUAL_PORT
from zareba.cli.screen import Screen

EVERYWHERE = ("0.0.0.0", "::")


def add(commands: Any) -> None:
    command = commands.add_parser(
        "serve",
        help="the table for others, in a club or at home",
        description=(
            "Serves the table to other computers. Whoever can reach it may sit down at any battle, "
            "so let only those reach it whom you would let into the room."
        ),
    )
    command.add_argument("--host", default=HOST, help="the address to listen at; 0.0.0.0 is all of them")
    command.add_argument("--port", type=int, default=USUAL_PORT, metavar="N", help=f"{USUAL_PORT} if none is named")
    command.add_argument(
        "--database", default="zareba.sqlite", metavar="URL", help="a file, or an address such as sqlite:///club.sqlite"
    )
    command.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name under which browsers reach this computer, such as club.example",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from zareba.server.run import run as serve

    names = {*args.name, *(own_names() if args.host in EVERYWHERE else ())}

    def ready(address: str) -> None:
        screen.say(f"The table is at {address} (Ctrl-C ends it).")
        if names:
            called = ", ".join(sorted(names))
            screen.say(f"Browsers may call this computer {called}; another name is allowed with --name.")
        sys.stdout.flush()

    try:
        serve(args.host, args.port, args.database, hosts=names, ready=ready)
    except KeyboardInterrupt:
        screen.say(PUT_AWAY)
    return 0


def own_names() -> set[str]:
    """What this computer is called in its own network."""
    name = socket.gethostname()
    found = {name.lower(), f"{name.lower()}.local"}
    with suppress(OSError):
        found |= {str(place[4][0]) for place in socket.getaddrinfo(name, None)}
    return found
