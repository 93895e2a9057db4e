"""The end of a battle: who is broken, who has scored, and what a scenario adds."""

from __future__ import annotations

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.systems.darkest_africa import ending

FOUR = men("red", "other_spearman", "10 10, 12 10, 14 10, 16 10, 18 10")
LOST = men("red", "other_spearman", "1 1, 3 1, 5 1, 7 1", fate="killed")


def result(field):
    ending.check(field)
    return field.result and (field.result.winner or "draw", field.result.clause)


@pytest.mark.parametrize("left, broken", [("10 10", True), ("10 10, 12 10", False)])
def test_a_side_is_broken_under_a_quarter_of_its_men(left, broken):
    gone = men("red", "other_spearman", "1 1, 3 1, 5 1, 7 1, 9 1, 11 1", fate="killed")
    field = field_of(men("red", "other_spearman", left), gone, men("blue", "pygmy", "30 30"))
    assert ending.is_broken(field, 0) is broken
    assert result(field) == (("blue", "vic.break-end") if broken else None)


def test_runaways_do_not_count_and_who_left_by_an_exit_does():
    runs = field_of(FOUR | {"routing": True}, men("blue", "pygmy", "30 30"))
    left = field_of(FOUR | {"fate": "exited"}, men("blue", "pygmy", "30 30"))
    assert ending.is_broken(runs, 0)
    assert not ending.is_broken(left, 0)


def test_where_nobody_is_ever_broken_one_man_is_enough():
    one = men("red", "other_spearman", "10 10")
    field = field_of(one, LOST, men("blue", "pygmy", "30 30"), options={"break": "none"})
    assert not ending.is_broken(field, 0)
    gone = field_of(LOST, men("blue", "pygmy", "30 30"), options={"break": "none"})
    assert result(gone) == ("blue", "opt.break")


@pytest.mark.parametrize("dead, winner", [("1 1", "red"), ("", "draw")])
def test_a_tenth_of_the_larger_force_decides_at_the_last_round(dead, winner):
    fallen = [men("blue", "other_spearman", dead, fate="killed")] if dead else []
    field = field_of(
        men("red", "european", "10 10"), men("blue", "european", "20 20"), *fallen,
        round=12, active="blue",
    )  # fmt: skip
    assert ending.points(field, 1) == (44 if dead else 40)
    assert result(field) == ("draw", "vic.rounds")


def test_the_last_turn_of_the_last_round_ends_it():
    early = field_of(men("red", "european", "10 10"), men("blue", "european", "20 20"), round=12, active="red")
    assert result(early) is None


def test_a_hold_counts_men_in_good_order_about_the_place():
    hold = {"at": "20 20", "within": 4, "worth": 40}
    field = field_of(
        men("red", "other_spearman", "20 16, 20 24"),
        men("blue", "other_spearman", "24 20"),
        men("blue", "warrior_spearman", "16 20", routing=True),
        men("blue", "european", "20 15.99"),
        hold=hold, round=12, active="blue",
    )  # fmt: skip
    assert ending.holder(field) == 0
    assert ending.score(field, 0) == 40
    assert result(field) == ("red", "vic.rounds")


@pytest.mark.parametrize("loads, winner", [(4, "red"), (3, "draw"), (2, "blue")])
def test_a_convoy_is_judged_by_the_loads_that_are_safe(loads, winner):
    places = ["10 10", "12 10", "14 10", "16 10"][:loads]
    field = field_of(
        men("red", "bearer", ", ".join(places), load=True),
        men("red", "bearer", "30 2", load=True, routing=True),
        men("red", "other_askari", "20 10"),
        men("blue", "other_spearman", "30 30"),
        convoy={"side": "red", "win": 4, "lose": 2}, round=12, active="blue",
    )  # fmt: skip
    assert result(field) == (winner, "vic.rounds")
