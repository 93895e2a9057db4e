"""`zareba print`: cards to cut out and a reference sheet, for a real table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from zareba.cli.find import find_system
from zareba.cli.screen import Screen
from zareba.cli.words import counted, listed
from zareba.engine.errors import Unknown


def add(commands: Any) -> None:
    command = commands.add_parser(
        "print",
        help="cards and reference sheets for a real table, as PDF",
        description="Writes a PDF to print: the cards of a rule system that has its own, nine on a page, and its "
        "reference sheet.",
    )
    command.add_argument("system", metavar="SYSTEM")
    command.add_argument(
        "--only", action="append", metavar="PART", help="one part: a deck, or the sheet (several times)"
    )
    command.add_argument("--paper", choices=("a4", "letter"), default="a4")
    command.add_argument("-o", "--output", type=Path, metavar="FILE.pdf", help="where to (default: SYSTEM.pdf)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from zareba.lab import paper  # what draws pages is loaded only when something is printed

    system = find_system(args.system)
    parts = paper.parts_of(system)
    wanted = args.only or parts
    if strange := [part for part in wanted if part not in parts]:
        raise Unknown(f"{system.id} has no {strange[0]!r} to print; it has: {listed(parts)}.")
    path = args.output or Path(f"{system.id}.pdf")
    try:
        pages = paper.write(system, wanted, args.paper, path)
    except OSError as error:
        raise Unknown(f"{path} cannot be written: {error.strerror}.") from error
    screen.say(f"{path}: {counted(pages, 'page')}, {listed(wanted)}.")
    return 0
