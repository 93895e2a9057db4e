"""The laws of the sources of dice and cards."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.little import PACK, dice
from zareba.engine.ask import Draw
from zareba.engine.dice import Fair, Scripted, Seeded
from zareba.engine.errors import Unknown
from zareba.engine.fair import FairDice, verify

CARDS = ["ace", "king", "queen"]


def draw(cards=CARDS):
    return Draw(PACK, cards, "")


@pytest.mark.parametrize("seed", [0, 7, "a word"])
def test_the_same_seed_throws_the_same_dice(seed):
    one, other = Seeded(seed), Seeded(seed)
    for _ in range(50):
        assert one.roll(dice(3)) == other.roll(dice(3))
        assert one.draw(draw()) == other.draw(draw())
    assert one.seed == seed


def test_different_seeds_throw_different_dice():
    assert len({Seeded(seed).roll(dice(20)) for seed in range(50)}) == 50


def test_what_a_seed_throws_is_the_same_in_every_release():
    """Saves hold the seed: were this to change, no battle with seeded dice could be continued."""
    source = Seeded(1)
    assert source.roll(dice(10)) == (1, 6, 5, 2, 3, 3, 4, 5, 1, 1)
    assert source.draw(draw(CARDS * 10)) == 25
    assert Seeded("zareba").roll(dice(10)) == (2, 5, 6, 2, 1, 6, 1, 2, 2, 1)


def test_every_face_and_every_card_comes_up():
    source = Seeded(5)
    assert Counter(source.roll(dice(6000))).keys() == {1, 2, 3, 4, 5, 6}
    assert {source.draw(draw()) for _ in range(100)} == {0, 1, 2}


def test_a_script_gives_what_is_written_roll_by_roll():
    script = Scripted([1, 2, 3, 4], ["king", "ace"])
    assert (script.roll(dice(1)), script.roll(dice(2)), script.roll(dice(1))) == ((1,), (2, 3), (4,))
    assert (script.draw(draw()), script.draw(draw())) == (1, 0)
    with pytest.raises(Unknown, match="has 0 dice left for die, which needs 1"):
        script.roll(dice(1))
    with pytest.raises(Unknown, match="turns no card where one of 3 cards is left"):
        script.draw(draw())


def test_a_script_may_turn_only_a_card_that_is_left():
    with pytest.raises(Unknown, match="turns joker where one of 3 cards is left"):
        Scripted([], ["joker"]).draw(draw())


def test_fair_dice_can_be_verified_and_a_decision_ends_their_roll():
    kept = FairDice.create(bytes(16), random_bytes=bytes_of())
    source = Fair(kept)
    assert all(1 <= face <= 6 for face in source.roll(dice(5)))
    assert source.draw(draw()) in (0, 1, 2)
    assert len(kept.record()) == 1
    source.decided()
    source.roll(dice(1))
    assert len(kept.record()) == 2
    assert verify(kept.setup(), kept.record()) == []


def bytes_of():
    """Bytes that differ from call to call."""
    number = iter(range(1, 100))
    return lambda size: bytes([next(number)]) * size
