"""All who can advance may do so in one answer."""

from __future__ import annotations

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.engine.game import Game
from zareba.systems.darkest_africa import SYSTEM
from zareba.systems.darkest_africa.unencouraged import marchers

WOOD = [{"kind": "forest", "name": "The wood", "at": "30 10", "radius": 3}]


def column(*more: dict[str, object]) -> Game:
    """Two files of spearmen who have advanced, one behind the other, and an enemy ahead of the first."""
    field = field_of(
        men("red", "other_spearman", "10 10, 10 11, 20 10", facing=0, advanced=True),
        men("red", "other_askari", "5 5"),
        men("blue", "other_askari", "10 17", officer=True),
        *more,
        terrain=WOOD,
        phase="others",
        midway=True,
    )
    return Game(SYSTEM, field)


def at(now: Game, number: int) -> tuple[int, int]:
    where: tuple[int, int] = now.state.at[number - 1]
    return where


@pytest.mark.pins("unenc.together")
def test_the_foremost_goes_first_and_nobody_comes_nearer_than_three_inches():
    now = column()
    assert [index + 1 for index, _ in marchers(now.state, 0)] == [2, 1, 3]
    now.answer("march")
    assert at(now, 2) == (10_000, 13_000)
    assert at(now, 1)[1] < 12_000 + 10
    assert at(now, 3) == (20_000, 14_000)
    assert at(now, 4) == (5_000, 5_000)
    assert now.state.advancing == 0b111


@pytest.mark.pins("unenc.together")
def test_one_man_alone_is_told_by_himself():
    field = field_of(
        men("red", "other_spearman", "10 10", facing=0, advanced=True),
        men("blue", "other_askari", "10 30", officer=True),
        phase="others",
        midway=True,
    )
    now = Game(SYSTEM, field)
    request = now.asked()
    assert request is not None
    assert [option.notation for option in now.options(request)] == ["figure 1", "end"]  # type: ignore[arg-type]


@pytest.mark.pins("unenc.together")
def test_who_lies_hidden_is_not_among_them():
    now = column(men("red", "other_spearman", "30 10", facing=0, advanced=True, hidden=True))
    hidden = now.state.hidden.bit_length()
    now.answer("march")
    assert at(now, hidden) == (30_000, 10_000)
    assert now.state.hidden
