"""The scenarios of the rule book: what they are worth, who begins, and where the figures of the printed ones stand."""

from __future__ import annotations

import pytest

from zareba.engine.documents import read_path
from zareba.systems.darkest_africa import SYSTEM
from zareba.systems.darkest_africa.ending import points
from zareba.systems.darkest_africa.field import DEPLOY, ROLLS, Field, ones


def opening(name: str) -> Field:
    document = read_path(SYSTEM.folder / "scenarios" / f"{name}.toml")
    assert SYSTEM.check(document) == []
    field: Field = SYSTEM.setup(document.data, {})
    return field


@pytest.mark.pins("force.points", "force.scenario")
@pytest.mark.parametrize(
    "name, worth, figures, officers, loads",
    [
        ("trader", (58, 44), (4, 6), (1, 2), (0, 0)),
        ("dry-march", (200, 197), (19, 33), (2, 4), (4, 0)),
        ("zimbizo", (200, 172), (34, 28), (3, 3), (8, 0)),
    ],
)
def test_forces_are_those_of_the_book(name, worth, figures, officers, loads):
    field = opening(name)
    assert (points(field, 0), points(field, 1)) == worth
    assert tuple(mine.bit_count() for mine in field.friends) == figures
    assert tuple((mine & field.officers).bit_count() for mine in field.friends) == officers
    assert field.baggage == loads


@pytest.mark.pins("setup.attack", "vic.rounds")
@pytest.mark.parametrize(
    "name, phase, rounds, hides",
    [
        ("trader", ROLLS, 6, (False, False)),
        ("dry-march", DEPLOY, 12, (False, True)),
        ("zimbizo", DEPLOY, 12, (False, True)),
    ],
)
def test_the_side_listed_first_attacks_and_moves_first(name, phase, rounds, hides):
    field = opening(name)
    assert (field.first, field.active, field.phase, field.terms.rounds) == (0, 0, phase, rounds)
    assert (field.sides[0].hides, field.sides[1].hides) == hides


def test_the_water_hole_is_printed_as_the_book_has_it():
    field = opening("trader")
    assert [x for x, _ in field.at] == [2000] * 4 + [16000] * 6
    assert [y for _, y in field.at] == [6750, 8250, 9750, 11250, 5250, 6750, 8250, 9750, 11250, 12750]
    assert list(field.facing) == [900] * 4 + [2700] * 6
    assert list(ones(field.officers)) == [1, 4, 7]
    codes = [man.troop.code for man in field.roster]
    assert codes[:4] == ["other_askari", "european", "other_askari", "other_askari"]
    assert [code == "other_archer" for code in codes[4:]] == [False, False, True, False, True, False]


def test_a_convoy_and_a_hold_are_those_of_the_book():
    assert opening("zimbizo").terms.convoy == (0, 4, 2)
    hold = opening("dry-march").terms.hold
    assert hold is not None
    assert (hold.at, hold.within, hold.worth) == ((24_000, 18_000), 4_000, 40)
    exit_of_column = opening("zimbizo").sides[0].exit
    assert exit_of_column == ("east", 0, 36_000)


@pytest.mark.pins("hide.where")
def test_every_man_of_mirambo_lies_hidden_in_the_grass():
    field = opening("zimbizo")
    assert field.hidden == field.friends[1]
    assert all(field.ground.hides(field.at[index]) for index in ones(field.hidden))
