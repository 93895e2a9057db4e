"""Step 5 by itself: the tests, and the flight that follows."""

from __future__ import annotations

from tests.systems.darkest_africa.table import clauses, field_of, men, play

from zareba.systems.darkest_africa import flight, panic
from zareba.systems.darkest_africa.field import ones


def test_the_worst_result_stands_and_a_rout_ends_the_tests():
    """E10: two deaths, one, two; the last man runs on his first die, straight away from the enemy."""
    field = field_of(
        men("red", "other_askari", "10 10", deaths=2),
        men("red", "elite_askari", "12 10", deaths=1),
        men("red", "other_askari", "14 10", deaths=2),
        men("blue", "other_spearman", "14 16"),
        active="blue",
    )
    panic.begin(field)
    for dice in ((3, 5), (1,), (1,)):
        play(field, panic.tests, *dice)
    assert panic.testers(field) == 0
    assert list(ones(field.hesitating)) == [0, 1]
    assert list(ones(field.routing)) == [2]
    flight.begin(field)
    play(field, flight.flights)
    assert flight.runners(field) == 0
    assert field.at[2] == (14_000, 7_000)
    assert field.facing[2] == 1800


def test_a_pygmy_ambush_frightens_everybody_but_europeans():
    """E12, the tests alone."""
    pending = {"pending": ["pygmies"]}
    field = field_of(
        men("red", "european", "20 13", **pending),
        men("red", "elite_askari", "21.5 14", **pending),
        men("red", "other_askari", "18.5 13.5", **pending),
        men("blue", "pygmy", "20 20"),
        active="blue",
    )
    panic.begin(field)
    for die in (1, 2, 3):
        play(field, panic.tests, die)
    assert (field.hesitating, field.routing) == (0b011, 0b100)
    flight.begin(field)
    play(field, flight.flights)
    assert field.at[2] == (17_830, 10_580)


def test_one_test_a_step_is_for_everything_at_once():
    field = field_of(
        men("red", "other_askari", "10 10", deaths=3, pending=["pygmies", "half"]),
        men("blue", "pygmy", "20 20"),
        active="blue",
        options={"panic-tests": "once"},
    )
    panic.begin(field)
    play(field, panic.tests, 4)
    assert field.hesitating == 1
    assert panic.testers(field) == 0


def test_officers_without_nerves_take_no_tests():
    field = field_of(
        men("red", "european", "10 10", officer=True, deaths=3),
        men("red", "european", "12 10", deaths=1),
        men("blue", "pygmy", "20 20"),
        active="blue",
        options={"officers-panic": "off"},
    )
    panic.begin(field)
    assert list(ones(panic.testers(field))) == [1]
    assert field.deaths == [0, 1, 0]


def test_a_runaway_is_lost_at_the_edge_and_drops_his_load_before():
    field = field_of(
        men("red", "bearer", "10 1", load=True, deaths=1),
        men("red", "other_askari", "30 10"),
        men("blue", "other_spearman", "10 8"),
        active="blue",
    )
    panic.begin(field)
    play(field, panic.tests, 1)
    flight.begin(field)
    play(field, flight.flights)
    assert field.fled == 1
    assert field.loads == ((0, (10_000, 1_000)),)
    assert clauses(field) == ["bag.drop", "panic.rout", "rout.run", "rout.exit"]


def test_a_runaway_who_finds_men_in_hiding_stops_there():
    grass = {"kind": "grass", "at": "10 5", "radius": 2}
    field = field_of(
        men("red", "other_askari", "10 11", routing=True),
        men("blue", "other_spearman", "10 16"),
        men("blue", "other_archer", "10 5", hidden=True),
        active="blue",
        terrain=[grass],
    )
    flight.begin(field)
    play(field, flight.flights)
    assert field.hidden == 0
    assert field.at[0] == (10_000, 9_000)
