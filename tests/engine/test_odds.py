"""Exact odds come from running the rule itself; brute force over the faces of the dice agrees."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.contract import position
from tests.little import PACK, WORD, Notes, ask, asked, dice, little, throw
from tests.toy import CARD, FLEE, HIDE, TOY, battle, until
from zareba.engine.ask import Choice, Draw, Place, Roll
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.game import Game
from zareba.engine.odds import chances, explore, odds, odds_of, usual


def by_brute_force(game, answers):
    """What is lost, over every face of every die, with these answers to questions."""
    before = game.state
    found: Counter[tuple[tuple[str, int], ...]] = Counter()

    def follow(now, weight):
        request = now.asked()
        if request is None or now.steps > game.steps:
            found[game.system.losses(before, now.state)] += weight
        elif isinstance(request, Roll):
            for faces in product(range(1, len(request.throw.die.sides) + 1), repeat=request.count):
                twin = now.clone()
                twin.throw(faces)
                follow(twin, weight / len(request.throw.die.sides) ** request.count)
        else:
            now.choose(answers[request.question](now, request))
            follow(now, weight)

    follow(game.clone(), Fraction(1))
    return dict(found)


@pytest.mark.parametrize("options", [{}, {"cover": "thick"}])
@pytest.mark.parametrize("stand", ["stand", "flee"])
@pytest.mark.parametrize("figures", [1, 2, 5])
def test_odds_are_those_of_every_face_of_every_die(options, stand, figures):
    game = until(battle(7, options, figures=figures, rounds=9), "play")
    none = len(game.options(asked(game, Choice))) - 1

    def policy(now, request):
        return ["stand", "flee"].index(stand) if request.question is FLEE else 0

    answers = {CARD: lambda now, request: none, FLEE: policy, HIDE: policy}
    told = odds(game, "play none", policy)
    assert told == by_brute_force(game, answers)
    assert sum(told.values()) == 1


def test_odds_leave_the_game_as_it_was():
    game = until(battle(7, figures=5, rounds=9), "play")
    before = position(game)
    odds(game, "play none")
    odds_of(game, 0)
    assert position(game) == before
    assert game.can_undo is False


def test_the_likeliest_outcome_stands_first():
    game = until(battle(7, figures=5, rounds=9), "play")
    shares = list(odds(game, "play none").values())
    assert shares == sorted(shares, reverse=True)


def test_odds_by_index_are_odds_by_notation():
    game = until(battle(7, figures=5, rounds=9), "play")
    for index, option in enumerate(game.options(asked(game, Choice))):
        assert odds_of(game, index) == odds(game, option.notation)


def test_odds_of_a_refused_action_say_why_it_is_refused():
    game = until(battle(), "camp")
    with pytest.raises(Illegal, match=r"\[camp\.table\]"):
        odds(game, "-5 0")


def test_there_are_odds_of_a_position_on_the_table_too():
    game = until(battle(), "camp")
    assert odds(game, "20000 20000") == {(): 1}
    assert odds_of(game, 0) == {(): 1}


def test_a_position_asked_for_on_the_way_gets_the_usual_answer():
    async def rule(state):
        state.note(await Place("red", WORD, [(1, 2), (3, 4)], lambda spot: None))
        state.note(await dice())

    game = Game(little(ask(), rule), Notes())
    found = explore(game.clone(), lambda now: False, lambda now: now.state.notes[-2:])
    assert found == {("(1, 2)", str(face)): Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.parametrize("steps", [(throw,), ()])
def test_odds_are_asked_of_a_decision(steps):
    with pytest.raises(Unknown, match="none is open now"):
        odds(Game(little(*steps), Notes()), "a")


def test_every_card_left_is_as_likely_as_any_other():
    assert chances(Draw(PACK, ["ace", "king", "queen"], "")) == [
        (0, Fraction(1, 3)),
        (1, Fraction(1, 3)),
        (2, Fraction(1, 3)),
    ]
    with pytest.raises(Unknown):
        chances(None)


def test_cards_and_dice_are_explored_together():
    async def rule(state):
        card = await Draw(PACK, ["ace", "king"], "")
        state.note(card, await dice(1) if card == "ace" else 0)

    found = explore(Game(little(rule), Notes()), lambda now: False, lambda now: now.state.notes)
    assert found[("king", "0")] == Fraction(1, 2)
    assert found[("ace", "6")] == Fraction(1, 12)
    assert sum(found.values()) == 1


def test_the_usual_answer_is_that_of_the_question():
    game = until(battle(), "search")
    request = game.asked()
    assert isinstance(request, Choice)
    assert request.options[usual(game, request)] == "nowhere"
    assert game.system is TOY
