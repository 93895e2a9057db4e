"""`zareba odds`: the exact odds of an action, or of all, in the position of a case, a scenario or a save."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from zareba.cli import chances
from zareba.cli.choosing import nothing_like
from zareba.cli.find import find_scenario, find_system
from zareba.cli.saves import is_save, open_save
from zareba.cli.screen import Screen
from zareba.cli.words import listed
from zareba.engine.ask import Choice, Place
from zareba.engine.cases import Case, begin, read_cases
from zareba.engine.dice import Seeded
from zareba.engine.documents import read_path
from zareba.engine.errors import Faulty, Unknown
from zareba.engine.game import Game, find_option


def add(commands: Any) -> None:
    command = commands.add_parser(
        "odds",
        help="exact odds of an action",
        description="The exact odds of an action, or of every action that leads to dice. In a case the position "
        "is the one in which its own odds are asked, or in which the action is possible; a scenario is played to "
        "its first decision.",
    )
    command.add_argument("position", metavar="CASE-OR-SCENARIO-OR-SAVE")
    command.add_argument("action", nargs="?", metavar="NOTATION", help="such as 'fire line'")
    command.add_argument("--name", metavar="CASE", help="which case of the file")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="the cards of a scenario up to there")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    game = _position(args)
    request = game.asked()
    if not isinstance(request, Choice | Place):
        raise Unknown("No decision is open in this position.")
    if args.action:
        found = [chances.chances_of(game, request, index) for index in _meant(game, request, args.action)]
    else:
        found = chances.all_chances(game, request)
    if args.json:
        screen.json([one.as_json() for one in found])
        return 0
    if not found:
        screen.say("No action here leads to dice.")
    for one in found:
        chances.tell(one, chances.piece_names(game.system, game.state), screen)
    return 0


def _meant(game: Game, request: Choice[Any] | Place, action: str) -> list[int]:
    """The option with this notation."""
    named = [index for index, option in enumerate(game.options(request)) if option.notation == action]
    return named[:1] or nothing_like(game, request, action)


def _position(args: argparse.Namespace) -> Game:
    path = Path(args.position)
    if path.is_file() and is_save(path):
        return open_save(path).game
    if path.is_file() and "case" in read_path(path).data:
        return _in_case(_case(path, args.name), args.action)
    rules, document = find_scenario(args.position)
    game = Game(rules, rules.setup(document.data, {}), Seeded(args.seed)).proceed()
    game.source = None
    return game


def _case(path: Path, name: str | None) -> Case:
    cases = read_cases(find_system, path)
    if name is None and len(cases) > 1:
        raise Unknown(f"Which case? Add --name and one of: {listed((repr(case.name) for case in cases), 'or')}.")
    for case in cases:
        if name in (None, case.name):
            if case.faults:
                raise Faulty(path.name, case.faults)
            return case
    raise Unknown(f"{path.name} has no case {name!r}; it has {listed(repr(case.name) for case in cases)}.")


def _in_case(case: Case, action: str | None) -> Game:
    """The game where the action is possible; or where the case asks for odds itself; or before its last dice."""
    game = begin(case)
    before_dice = game
    for step in case.data.get("play", []):
        if _asks_odds(step, action) or (action and _offers(game, action)):
            return game
        answer, seat = _answer(step)
        if answer and not action and _offers(game, answer) and _rolls(game, answer):
            before_dice = game.clone()
        if answer:
            game.answer(answer, seat)
    return game if action else before_dice


def _asks_odds(step: Any, action: str | None) -> bool:
    return action is None and isinstance(step, dict) and "odds" in step


def _answer(step: Any) -> tuple[str, str | None]:
    """What a step of a case answers, and for which seat; nothing if it only looks."""
    return (step, None) if isinstance(step, str) else (step.get("answer", ""), step.get("seat"))


def _offers(game: Game, notation: str) -> bool:
    request = game.asked()
    return isinstance(request, Choice) and notation in [option.notation for option in game.options(request)]


def _rolls(game: Game, notation: str) -> bool:
    request = game.asked()
    assert isinstance(request, Choice)
    return chances.leads_to_dice(game, find_option(game, request, notation))
