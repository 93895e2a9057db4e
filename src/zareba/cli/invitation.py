"""What is asked before a battle in the terminal, where the command line does not say it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from zareba.cli.find import all_scenarios, find_scenario
from zareba.cli.players import YOU
from zareba.cli.prompt import reader
from zareba.cli.saves import kept
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


def invite(args: argparse.Namespace, screen: Screen) -> Path | None:
    """Asks for the battle and, if nobody is named, for the opponent, as if they had been typed.

    Returns a battle that waits instead, where somebody wants to go on with it.
    """
    ask = reader(screen)
    try:
        if _wants_the_last(ask):
            return kept()[0]
        args.scenario = _scenario(screen, ask)
        if not args.players and not args.side:
            args.side = _sides(args.scenario, screen, ask)
    except EOFError:
        raise Unknown("Nothing was chosen.") from None
    return None


def _wants_the_last(ask: Ask) -> bool:
    waiting = kept()
    if not waiting:
        return False
    answer = ask(f"Go on with {waiting[0].stem}? [y/N] ")
    return answer.strip().lower() in ("y", "yes")


def _scenario(screen: Screen, ask: Ask) -> str:
    def show(info: ScenarioInfo) -> tuple[str, str]:
        minutes = f"{info.minutes} minutes, " if info.minutes else ""
        return info.name, f"{minutes}{info.level}: {system(info.system).title}"

    found: ScenarioInfo = _choose(screen, ask, "Which battle?", all_scenarios(), show)
    return f"{found.system}/{found.id}"


def _sides(scenario: str, screen: Screen, ask: Ask) -> list[str]:
    """Who plays each side, as the command line has it."""
    rules, document = find_scenario(scenario)
    opening = rules.setup(document.data, {})
    sides = rules.sides(opening)
    names = {one["id"]: one["name"] for one in rules.table(opening, "")["sides"]}
    mine = _choose(screen, ask, "Which side do you play?", sides, lambda side: (names.get(side, side), ""))
    other, _ = _choose(screen, ask, "Against whom?", OPPONENTS, lambda one: one)
    return [f"{side}={YOU if side == mine else other}" for side in sides]


def _choose(screen: Screen, ask: Ask, question: str, choices: Sequence[T], show: Callable[[T], tuple[str, str]]) -> T:
    """One of several; Enter takes the first."""
    screen.say(question, "bold")
    screen.table(["", "", ""], [[str(n), *show(choice)] for n, choice in enumerate(choices, 1)], right=(0,))
    while True:
        answer = ask("[1] > ").strip() or "1"
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:4]) <= len(choices):
            return choices[int(answer) - 1]
        screen.say(f"A number from 1 to {len(choices)}, please.")
