"""`zareba play`: the table in the browser of this computer."""

from __future__ import annotations

import argparse
import logging
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from zareba.cli.find import find_scenario, looks_like_path
from zareba.cli.saves import data_folder
from zareba.cli.screen import Screen
from zareba.engine.errors import Unknown

USUAL_PORT = 1898
"""The year of Omdurman."""
HOST = "127.0.0.1"
PUT_AWAY = "\nThe table is put away. Every battle is kept."


def add(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="the table in the browser",
        description="Opens the table in the browser, at a battle if one is named. All is kept; Ctrl-C ends it.",
    )
    command.add_argument("scenario", nargs="?", metavar="SCENARIO")
    command.add_argument("--port", type=int, metavar="N", help=f"{USUAL_PORT}, or a free one, if none is named")
    command.add_argument("--no-browser", action="store_true", help="only say where the table is")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from zareba.server.lock import Occupied
    from zareba.server.run import run as serve

    place = _place(args.scenario) if args.scenario else ""

    def show(sentence: str, address: str) -> None:
        screen.say(sentence)
        sys.stdout.flush()
        if not args.no_browser:
            Thread(target=_browse, args=(address, screen), daemon=True).start()

    def ready(address: str) -> None:
        show(f"The table is at {address}{place} (Ctrl-C ends it).", address + place)

    port, or_free = (USUAL_PORT, True) if args.port is None else (args.port, False)
    try:
        with _without_technicalities():
            serve(HOST, port, _database(), or_free=or_free, ready=ready)
    except Occupied as other:
        if not other.address:
            raise
        show(f"The table is open already, at {other.address}{place}.", other.address + place)
    except KeyboardInterrupt:
        screen.say(PUT_AWAY)
    return 0


def _place(scenario: str) -> str:
    """Where on the page a new battle of this scenario is begun."""
    if looks_like_path(scenario):
        raise Unknown("The table plays the scenarios of this program; zareba battle plays a file of your own.")
    rules, document = find_scenario(scenario)
    return f"/#/new/{rules.id}/{Path(document.name).stem}"


def _database() -> Path:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unknown(f"{folder} cannot be made: {error.strerror}.") from None
    return folder / "table.sqlite"


@contextmanager
def _without_technicalities() -> Iterator[None]:
    """Which kind of journal SQLite keeps is for those to know who serve a club."""
    log = logging.getLogger("zareba.server.rooms")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def _browse(address: str, screen: Screen) -> None:
    """Opens the page; in a thread of its own, for some browsers keep those waiting who open them."""
    if not webbrowser.open(address):
        screen.say("No browser could be opened; open that address yourself.")
