"""Runs: which way a man takes who runs or retires, and where it ends."""

from __future__ import annotations

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.systems.darkest_africa.running import find_run

RUNAWAY = men("red", "other_askari", "20 20", routing=True)


def end_of(*units, leaves=True, **more):
    run = find_run(field_of(*units, **more), 0, leaves)
    return run.end, run.full, run.off


@pytest.mark.pins("rout.bearing")
@pytest.mark.parametrize(
    "at, end",
    [
        ("20 20", (20_000, 17_000)),
        ("19 20", (16_000, 20_000)),
        ("20 21", (20_000, 24_000)),
        ("21 20", (24_000, 20_000)),
    ],
)
def test_with_nobody_in_sight_he_makes_for_the_nearest_edge(at, end):
    """The middle is equally far from all four: south is preferred."""
    grass = {"kind": "grass", "at": "5 5", "radius": 3}
    lurker = men("blue", "other_archer", "5 5", hidden=True)
    assert end_of(men("red", "other_askari", at, routing=True), lurker, terrain=[grass]) == (end, True, False)


@pytest.mark.pins("rout.path")
@pytest.mark.parametrize("other, end", [("20 15", (20_000, 17_000)), ("20 15.5", (18_500, 17_400))])
def test_he_turns_aside_where_he_would_come_nearer_to_somebody_else_to_the_right_first(other, end):
    """The first enemy's centre is 2 inches from his; 15 degrees aside is not enough to keep 2 from the other."""
    assert end_of(RUNAWAY, men("blue", "other_spearman", f"20 22, {other}")) == (end, True, False)


@pytest.mark.pins("rout.path")
def test_surrounded_he_takes_the_longest_run_and_of_equal_ones_the_first():
    """Every way ends nearer to somebody, and nothing is in the way of any: straight away from the nearest."""
    foes = men("blue", "other_spearman", "20 23, 20 15, 17.5 15.67, 22.5 15.67, 15.67 17.5, 24.33 17.5, 15 20, 25 20")
    assert end_of(RUNAWAY, foes) == ((20_000, 17_000), True, False)


@pytest.mark.pins("rout.path")
def test_with_no_way_open_he_stays():
    ring = men(
        "blue", "other_spearman", "21 20, 19 20, 20 21, 20 19, 20.75 20.75, 19.25 20.75, 20.75 19.25, 19.25 19.25"
    )
    end, _, off = end_of(RUNAWAY, ring)
    assert (end, off) == ((20_000, 20_000), False)


@pytest.mark.pins("rout.run")
@pytest.mark.parametrize(
    "kind, shape, length",
    [
        ("marsh", {"at": "20 15.9", "radius": 1}, 3),
        ("marsh", {"at": "20 16", "radius": 1}, 2),
        ("fence", {"line": "19 17, 21 17"}, 2),
        ("fence", {"line": "19 16.99, 21 16.99"}, 3),
    ],
)
def test_the_whole_run_is_rough_if_its_normal_length_meets_rough_ground_or_a_fence(kind, shape, length):
    end, full, _ = end_of(RUNAWAY, men("blue", "other_spearman", "20 25"), terrain=[{"kind": kind} | shape])
    assert (end, full) == ((20_000, 20_000 - 1000 * length), True)


@pytest.mark.pins("rout.run")
def test_he_stops_short_of_closed_ground_and_of_other_men():
    """The hut leaves him 1.5 inches straight on, but 15 degrees aside there is a full run."""
    hut = {"kind": "hut", "box": "10 17 30 18"}
    foe = men("blue", "other_spearman", "20 25")
    end, full, _ = end_of(RUNAWAY, foe, terrain=[hut])
    assert full
    assert end[1] >= 18_500
    friends = men("red", "other_spearman", "20 17.5")
    assert end_of(RUNAWAY, friends, foe)[0] != (20_000, 17_000)


@pytest.mark.pins("rout.exit", "unenc.retire-path")
@pytest.mark.parametrize("at, off", [("20 2", True), ("20 3.5", False), ("20 3.49", True), ("20 0.5", True)])
def test_he_is_off_the_table_if_his_base_touches_its_edge_before_the_end_of_the_run(at, off):
    units = (men("red", "other_askari", at, routing=True), men("blue", "other_spearman", "20 9"))
    end, full, gone = end_of(*units)
    assert (full, gone) == (True, off)
    assert end == (20_000, 500)
    assert end_of(*units, leaves=False)[2] is False
