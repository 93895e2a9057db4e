"""`zareba case`: runs conformance cases."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from zareba.cli.find import all_systems, find_system
from zareba.cli.screen import Screen
from zareba.engine.cases import CaseResult, find_cases, run_file
from zareba.engine.errors import Faulty, Unknown


class Ran(NamedTuple):
    """What came of one file."""

    path: Path
    results: list[CaseResult]
    faults: list[str]


def add(commands: Any) -> None:
    case = commands.add_parser(
        "case",
        help="run conformance cases",
        description="Runs the cases of these files and folders, or all cases of all systems.",
    )
    case.add_argument("paths", nargs="*", type=Path, metavar="FILE-OR-FOLDER")
    case.add_argument("--json", action="store_true", help="for programs")
    case.set_defaults(run=run_cases)


def run_cases(args: argparse.Namespace, screen: Screen) -> int:
    files = [file for path in args.paths or _own_folders() for file in find_cases(path)]
    if not files and args.paths:
        raise Unknown("There are no cases there.")
    ran = []
    with screen.progress("cases") as meter:
        for number, file in enumerate(files, 1):
            ran.append(_run(file))
            meter(number, len(files))
    if args.json:
        screen.json(_json(ran))
    else:
        _tell(ran, screen)
    return 1 if _failed(ran) else 0


def _own_folders() -> list[Path]:
    return [folder for one in all_systems() if (folder := one.folder / "cases").is_dir()]


def _run(file: Path) -> Ran:
    try:
        return Ran(file, run_file(find_system, file), [])
    except Faulty as faulty:
        return Ran(file, [], [str(fault) for fault in faulty.faults])


def _passed(ran: list[Ran]) -> int:
    return sum(result.passed for one in ran for result in one.results)


def _failed(ran: list[Ran]) -> int:
    """Cases that failed; a file that cannot be read counts as one."""
    return sum(not result.passed for one in ran for result in one.results) + sum(bool(one.faults) for one in ran)


def _tell(ran: list[Ran], screen: Screen) -> None:
    for path, results, faults in ran:
        for fault in faults:
            screen.parts((f"{path}: {fault}", "red"))
        for result in results:
            if not result.passed:
                screen.parts((f"{path}:{result.line}: ", ""), (result.name, "bold red"))
                for failure in result.failures:
                    screen.say(f"    {failure}")
    screen.say(f"{_passed(ran)} passed, {_failed(ran)} failed")


def _json(ran: list[Ran]) -> dict[str, Any]:
    files = [{"file": str(path), "faults": faults, "cases": list(map(_case, results))} for path, results, faults in ran]
    return {"passed": _passed(ran), "failed": _failed(ran), "files": files}


def _case(result: CaseResult) -> dict[str, Any]:
    return {"name": result.name, "line": result.line, "passed": result.passed, "failures": result.failures}
