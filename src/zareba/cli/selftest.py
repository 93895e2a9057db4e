"""`zareba selftest`: the numbered checks of reliability, each with one line of figures."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from zareba.cli.check import look_into
from zareba.cli.find import all_scenarios
from zareba.cli.screen import Screen
from zareba.cli.words import listed
from zareba.engine.errors import Unknown
from zareba.lab import checks, durability, purity, secrecy
from zareba.lab.checks import Figures
from zareba.lab.hostile import hostile_files
from zareba.lab.vectors import dice_vectors

MOST_TOLD = 10


class Check(NamedTuple):
    """A check: what it is called, and what does it with a seed, in an ordinary or a long run."""

    name: str
    run: Callable[[int, bool], Figures]


def add(commands: Any) -> None:
    names = listed(f"{number} {check.name}" for number, check in CHECKS.items())
    command = commands.add_parser(
        "selftest",
        help="check the program itself",
        description=f"Runs the numbered checks of reliability: {names}.",
    )
    command.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="which (default: all)")
    command.add_argument("--seed", type=int, default=1, metavar="S")
    command.add_argument("--long", action="store_true", help="as before a release")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    for number in args.numbers:
        if number not in CHECKS:
            raise Unknown(f"There is no check {number}; there are {listed(map(str, CHECKS))}.")
    found: dict[int, Figures] = {}
    for number in args.numbers or CHECKS:
        found[number] = CHECKS[number].run(args.seed, args.long)
        if not args.json:
            _tell(number, found[number], screen)
    if args.json:
        screen.json([_json(number, figures) for number, figures in found.items()])
    return 1 if any(figures.failures for figures in found.values()) else 0


def _tell(number: int, figures: Figures, screen: Screen) -> None:
    verdict = ("failed", "bold red") if figures.failures else ("ok", "green")
    screen.parts((f"{number:3} {CHECKS[number].name}: {figures}  ", ""), verdict)
    for failure in figures.failures[:MOST_TOLD]:
        screen.say(f"      {failure}")
    if len(figures.failures) > MOST_TOLD:
        screen.say(f"      ... and {len(figures.failures) - MOST_TOLD} more")


def _json(number: int, figures: Figures) -> dict[str, Any]:
    told = {"check": number, "name": CHECKS[number].name, "passed": not figures.failures}
    return told | {"counts": figures.counts, "failures": figures.failures}


# --- checks that need files ---------------------------------------------------------------------------------


def _replay_equality(seed: int, long: bool) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        saves = [*durability.corpus(), *durability.fresh(Path(folder), seed)]
        return durability.replay_equality(saves, seed, long)


def _save_corpus(seed: int, _long: bool) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        return durability.save_corpus([*durability.corpus(), *durability.fresh(Path(folder), seed)])


def _hostile_files(_seed: int, _long: bool) -> Figures:
    """Every hostile file is refused with a reason, by a process that it cannot break."""
    figures = Figures()
    sound = all_scenarios()[0].path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in hostile_files(sound).items():
            path = Path(folder) / name
            path.write_bytes(content)
            report = look_into(path)
            figures.count("files")
            figures.expect(bool(report.faults), f"{name} is taken for sound")
            figures.expect(not report.broke, f"{name} breaks the program")
    return figures


CHECKS: dict[int, Check] = {
    9: Check("replay equality", _replay_equality),
    10: Check("purity of the rules", lambda seed, long: purity.purity(seed, 200 if long else 6)),
    11: Check("contract by random play", lambda seed, long: checks.contract(seed, 2_000 if long else 9)),
    12: Check("stateful model", lambda seed, long: checks.model(seed, *((2_000, 100) if long else (12, 50)))),
    15: Check("save corpus", _save_corpus),
    20: Check("non-interference", lambda seed, long: secrecy.views(seed, 400 if long else 9)),
    21: Check("canaries", lambda seed, long: secrecy.canaries(seed, 2_000 if long else 9)),
    23: Check("hostile files", _hostile_files),
    30: Check("fair dice", lambda seed, long: dice_vectors(6_000_000 if long else 60_000)),
}
