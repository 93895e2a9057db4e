"""`zareba play`: choose a battle and an opponent, and play."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from zareba.cli.battle import Setting, begin, go_on, seats_of
from zareba.cli.find import all_scenarios, find_scenario
from zareba.cli.options import a_seed
from zareba.cli.players import YOU
from zareba.cli.prompt import reader
from zareba.cli.saves import kept, new_path
from zareba.cli.screen import Screen
from zareba.engine.errors import Unknown
from zareba.lab.scenarios import ScenarioInfo
from zareba.systems import system

T = TypeVar("T")
Ask = Callable[[str], str]

OPPONENTS = (
    ("greedy", "a computer player that takes what it can see"),
    ("search", "a computer player that looks ahead"),
    ("instinct", "a computer player that answers at once"),
    (YOU, "a friend at this terminal"),
)


def add(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="choose a battle and an opponent, and play it here",
        description="Asks for a battle and an opponent (Enter takes the first), and plays it here.",
    )
    command.add_argument("scenario", nargs="?", metavar="SCENARIO")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    ask = reader(screen)
    try:
        if args.scenario is None and _wants_the_last(ask):
            return go_on(kept()[0], screen)
        return begin(_setting(args.scenario, screen, ask), screen)
    except EOFError:
        raise Unknown("Nothing was chosen.") from None


def _wants_the_last(ask: Ask) -> bool:
    waiting = kept()
    if not waiting:
        return False
    answer = ask(f"Go on with {waiting[0].stem}? [y/N] ")
    return answer.strip().lower() in ("y", "yes")


def _setting(name: str | None, screen: Screen, ask: Ask) -> Setting:
    name = name or _scenario(screen, ask)
    rules, document = find_scenario(name)
    seats = seats_of(rules, document, {})
    sides = list(dict.fromkeys(seats.values()))
    names = {one["id"]: one["name"] for one in rules.table(rules.setup(document.data, {}), "")["sides"]}
    mine = _choose(screen, ask, "Which side do you play?", sides, lambda side: (names.get(side, side), ""))
    other, _ = _choose(screen, ask, "Against whom?", OPPONENTS, lambda one: one)
    players = {seat: YOU if side == mine else other for seat, side in seats.items()}
    path = new_path(Path(document.name).stem)
    return Setting(rules, document, {}, players, "seeded", a_seed(None), path)


def _scenario(screen: Screen, ask: Ask) -> str:
    def show(info: ScenarioInfo) -> tuple[str, str]:
        minutes = f"{info.minutes} minutes, " if info.minutes else ""
        return info.name, f"{minutes}{info.level}: {system(info.system).title}"

    found: ScenarioInfo = _choose(screen, ask, "Which battle?", all_scenarios(), show)
    return f"{found.system}/{found.id}"


def _choose(screen: Screen, ask: Ask, question: str, choices: Sequence[T], show: Callable[[T], tuple[str, str]]) -> T:
    """One of several; Enter takes the first."""
    screen.say(question, "bold")
    screen.table(["", "", ""], [[str(n), *show(choice)] for n, choice in enumerate(choices, 1)], right=(0,))
    while True:
        answer = ask("[1] > ").strip() or "1"
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:4]) <= len(choices):
            return choices[int(answer) - 1]
        screen.say(f"A number from 1 to {len(choices)}, please.")
