"""`zareba army`: a force bought by points: what it costs, everything that is wrong with it, and a roster to print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from zareba.cli.find import all_systems, find_system, system_of
from zareba.cli.screen import Screen
from zareba.cli.words import counted, listed
from zareba.engine.armies import Armies
from zareba.engine.documents import Document, read_path
from zareba.engine.errors import Fault, Faulty, Unknown
from zareba.engine.system import System


def add(commands: Any) -> None:
    command = commands.add_parser(
        "army",
        help="points, limits and a printable roster of an army",
        description="Counts armies that are bought by points: what each costs, everything that is wrong with it, and a "
        "roster to print. --lists tells what a system's lists offer.",
    )
    command.add_argument("files", nargs="*", type=Path, metavar="FILE")
    command.add_argument("--lists", metavar="SYSTEM", help="the army lists of a system, and what they offer")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    if args.lists:
        return _show_lists(find_system(args.lists), args.json, screen)
    if not args.files:
        raise Unknown("Name the files of armies, or --lists and a system.")
    read = [_read(path) for path in args.files]
    if args.json:
        screen.json(
            [_as_json(path, armies, document) for path, (armies, document) in zip(args.files, read, strict=True)]
        )
        return int(any(armies.check(document) for armies, document in read))
    return max(
        [_show(path, armies, document, screen) for path, (armies, document) in zip(args.files, read, strict=True)]
    )


def _read(path: Path) -> tuple[Armies, Document]:
    document = read_path(path)
    if "army" not in document.data and "board" in document.data:
        raise Faulty(document.name, [Fault(0, "It is a scenario, not an army; zareba check looks into it.")])
    return armies_of(system_of(document)), document


def armies_of(system: System) -> Armies:
    if system.armies is None:
        those = [one.id for one in all_systems() if one.armies]
        raise Unknown(f"{system.id} has no army lists; {listed(those) or 'nobody'} has.")
    return system.armies


def _as_json(path: Path, armies: Armies, document: Document) -> dict[str, Any]:
    faults = armies.check(document)
    counts = {"roster": armies.roster(document.data)} if not faults else {}
    return {"file": str(path), "faults": [fault._asdict() for fault in faults], **counts}


# --- for people -----------------------------------------------------------------------------------------------------


def _show(path: Path, armies: Armies, document: Document, screen: Screen) -> int:
    if faults := armies.check(document):
        screen.say(f"{path}: {counted(len(faults), 'fault')}", "bold")
        for fault in faults:
            screen.say(f"  {fault}")
        return 1
    roster = armies.roster(document.data)
    screen.say(f"{roster['name']} ({roster['list']})", "bold")
    screen.say(f"{roster['points']} of {roster['limit']} points. {' '.join(roster['notes'])}")
    screen.say()
    lines = [*map(_row, roster["rows"]), *map(_row, roster["free"])]
    screen.table(["figures", "what", "each", "points", "in play"], lines, right=(0, 2, 3))
    screen.say()
    return 0


def _row(row: dict[str, Any]) -> list[str]:
    return [str(row["count"]), row["name"], str(row["points"]), str(row["total"]), "; ".join(row["facts"])]


def _show_lists(system: System, as_json: bool, screen: Screen) -> int:
    armies = armies_of(system)
    found = armies.lists({})
    if as_json:
        screen.json({"limits": list(armies.limits), "lists": found})
        return 0
    screen.say(f"An army of {system.id} has {listed(map(str, armies.limits), 'or')} points.")
    for one in found:
        screen.say()
        screen.say(f'{one["name"]} (army = "{one["id"]}")', "bold")
        for rule in one["rules"]:
            screen.say(f"  {rule['text']} [{rule['clause']}]")
        rows = [[choice["type"], str(choice["points"]), "; ".join(choice["facts"])] for choice in one["choices"]]
        screen.table(["type", "points", "what it is"], rows, right=(1,))
    return 0
