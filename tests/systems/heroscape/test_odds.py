"""Odds that take more than one action: the rules are run over every branch, and the results are put together."""

from fractions import Fraction
from typing import Any

import pytest

from zareba.engine.ask import Choice, Draw, Place
from zareba.engine.game import Game
from zareba.engine.odds import Odds, chances, explore, usual
from zareba.systems.heroscape import SYSTEM

RIFLES = {"id": "rifles", "side": "red", "kind": "infantry", "weapon": "rifle", "at": "0404 0505 0605 0606"}
SIDES = [
    {"id": "red", "colour": "red", "exhausted": 99},
    {"id": "black", "colour": "black", "exhausted": 99},
]


def game(target: str = "0504:4 0604:4") -> Game:
    foot = {"id": "q", "side": "black", "kind": "infantry", "at": target}
    board = {"columns": 11, "rows": 9}
    return Game(SYSTEM, SYSTEM.setup({"board": board, "side": SIDES, "unit": [RIFLES, foot]}, {}))


def played(game: Game, *answers: str) -> Game:
    for answer in answers:
        game.answer(answer)
    return game


# --- cards --------------------------------------------------------------------------------------------------


def chance_of_a_run(suits: str, length: int) -> Fraction:
    """That the first cards of a fresh pack are all of these suits. All cards of a colour are alike here."""
    now, chance = game(), Fraction(1)
    for _ in range(length):
        draw = now.asked()
        assert isinstance(draw, Draw)
        wanted = [(draw.cards[index], share) for index, share in chances(draw) if draw.cards[index][-1] in suits]
        chance *= sum(share for _, share in wanted)
        played(now, f"draw {wanted[0][0]}", "decline")
    return chance


@pytest.mark.pins("cards.pack", "cards.shuffle")
def test_odds_5_a_run_of_one_colour():
    assert chance_of_a_run("hd", 5) + chance_of_a_run("cs", 5) == Fraction(253, 4998)
    assert chance_of_a_run("cs", 3) == Fraction(2, 17)


# --- two volleys and a check --------------------------------------------------------------------------------


def fire_again(game: Game, choice: Choice[Any] | Place) -> int:
    """Fires whenever it can."""
    verbs = [option.notation for option in game.options(choice)]
    return verbs.index("fire q") if "fire q" in verbs else usual(game, choice)


def left(game: Game) -> int:
    return sum(unit.figures for unit in game.state.units if unit.troop.id == "q")


def after_two_volleys() -> Odds[int]:
    volleys = played(game(), "draw 7h", "activate rifles", "roll 1")
    return explore(volleys, lambda now: not now.state.acting, left, fire_again)


def chance_to_pass(figures: int) -> Fraction:
    stacks = f"0504:{min(4, figures)}" + (f" 0604:{figures - 4}" if figures > 4 else "")
    tested = played(game(stacks), "draw 7s", "activate q")
    odds = explore(tested, lambda now: now.state.acting is not None, lambda now: now.state.acting.passed)
    return odds.get(True, Fraction(0))


@pytest.mark.pins("fire.short", "fire.separate", "morale.roll", "morale.strength")
def test_odds_6_two_volleys_and_a_check():
    found = sum(share * chance_to_pass(figures) for figures, share in after_two_volleys().items() if figures)
    assert found == Fraction(6039736328125, 8463329722368)
