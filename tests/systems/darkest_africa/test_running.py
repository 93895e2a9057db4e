"""Runs: which way a man takes who runs or retires, and where it ends."""

from __future__ import annotations

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.boards.inches import path_length
from zareba.systems.darkest_africa.running import find_cover, find_run

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


@pytest.mark.pins("unenc.cover-snap", "unenc.cover-path")
@pytest.mark.parametrize(
    "kind, outline, at",
    [
        ("grass", "21.14 27.37, 16.63 18.01, 31.32 20.76", "16.24 16.63"),
        ("grass", "17.00 25.57, 25.66 19.09, 18.21 29.61", "25.42 19.00"),
        ("grass", "18.97 33.59, 33.79 16.95, 17.76 29.71", "31.57 20.87"),
        ("scrub", "22.12 16.56, 31.96 19.05, 27.15 23.86", "22.15 15.49"),
        ("scrub", "19.49 19.94, 34.02 31.27, 26.63 18.28", "32.35 30.33"),
    ],
)
def test_who_can_reach_a_slanting_edge_or_a_corner_of_cover_ends_in_it(kind, outline, at):
    field = field_of(
        men("red", "other_askari", at), men("blue", "pygmy", "1 1"), terrain=[{"kind": kind, "outline": outline}]
    )
    nook = field.ground.nook(field.at[0])
    assert nook is not None
    end = find_cover(field, 0, nook)
    assert field.ground.covers(end)
    assert not field.ground.covers(field.at[0])


@pytest.mark.pins("unenc.cover-snap")
@pytest.mark.parametrize("east, north", [(step % 21 * 37 + 1, step * 53 % 700 + 3) for step in range(40)])
def test_wherever_a_man_stands_about_a_thicket_he_gets_in_if_his_move_is_long_enough(east, north):
    """A slanting triangle of grass and a man up to 2.9 inches from it, on the grid of hundredths."""
    grass = {"kind": "grass", "outline": "12.03 12.01, 25.17 17.49, 14.77 23.61"}
    field = field_of(
        men("red", "other_askari", f"{14 + east / 100:.2f} {9 + north / 100:.2f}"),
        men("blue", "pygmy", "38 38"),
        terrain=[grass],
    )
    nook = field.ground.nook(field.at[0])
    if nook is not None:
        end = find_cover(field, 0, nook)
        far = path_length((field.at[0], nook.point)) > 2985
        assert field.ground.covers(end) or far
        assert path_length((field.at[0], end)) <= 3001
