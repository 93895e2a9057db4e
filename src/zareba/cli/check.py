"""`zareba check`: everything that is wrong with a scenario, a case file or a save."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from zareba.cli.find import find_system
from zareba.cli.screen import Screen
from zareba.cli.words import counted
from zareba.engine.errors import Fault, Unknown

PATIENCE = 90
TOO_LONG = "It takes too long to be read."


class Report(NamedTuple):
    """What was found out about one file."""

    path: Path
    kind: str
    faults: list[Fault]
    broke: bool = False
    """Whether the program failed on it, which it never should."""

    def as_json(self) -> dict[str, Any]:
        return {
            "file": str(self.path),
            "kind": self.kind,
            "faults": [fault._asdict() for fault in self.faults],
        }


def add(commands: Any) -> None:
    command = commands.add_parser(
        "check",
        help="everything that is wrong with a file",
        description="Says everything that is wrong with scenarios, case files and saves, with line and clause. "
        "Each is read in a process of its own with little memory and time, so it may come from anybody.",
    )
    command.add_argument("files", nargs="*", type=Path, metavar="FILE")
    command.add_argument("--schema", metavar="SYSTEM", help="the JSON Schema of a system's scenarios, for editors")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    if args.schema:
        screen.json(json.loads((find_system(args.schema).folder / "schema.json").read_text(encoding="utf-8")))
        return 0
    if not args.files:
        raise Unknown("Name a FILE to check, or --schema and a SYSTEM.")
    reports = [look_into(path) for path in args.files]
    if args.json:
        screen.json([report.as_json() for report in reports])
    else:
        for report in reports:
            _tell(report, screen)
    return 1 if any(report.faults for report in reports) else 0


def look_into(path: Path) -> Report:
    """Has a file inspected by a process of its own; a process that dies of it has said enough."""
    if not path.is_file():
        raise Unknown(f"There is no file {path}.")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "zareba.cli.inspection", str(path)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Report(path, "file", [Fault(0, TOO_LONG)])
    if done.returncode:
        return _died(path, done)
    told = json.loads(done.stdout)
    if "misuse" in told:
        raise Unknown(told["misuse"])
    return Report(path, told["kind"], [Fault(*fault) for fault in told["faults"]])


def _died(path: Path, done: subprocess.CompletedProcess[bytes]) -> Report:
    if b"MemoryError" in done.stderr:
        return Report(path, "file", [Fault(0, "It needs too much memory to be read.")])
    if done.returncode < 0:
        return Report(path, "file", [Fault(0, TOO_LONG)])
    return Report(path, "file", [Fault(0, "It cannot be read: the program fails on it.")], broke=True)


def _tell(report: Report, screen: Screen) -> None:
    if not report.faults:
        screen.say(f"{report.path}: a {report.kind} without a fault")
        return
    screen.say(f"{report.path}: {counted(len(report.faults), 'fault')}", "bold")
    for fault in report.faults:
        screen.say(f"  {fault}")
