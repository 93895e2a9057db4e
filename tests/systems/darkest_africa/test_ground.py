"""The ground: what is in cover, who sees whom, what is rough, and where a man may hide. Everything to a hundredth."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.systems.darkest_africa.ground import Ground
from zareba.systems.darkest_africa.scenario import ground_of


def ground(*terrain: dict[str, Any]) -> Ground:
    return ground_of({"width": 60, "depth": 40, "terrain": list(terrain)})


def circle(kind: str, at: str, radius: object) -> dict[str, Any]:
    return {"kind": kind, "at": at, "radius": radius}


def box(kind: str, text: str) -> dict[str, Any]:
    return {"kind": kind, "box": text}


def at(x: float, y: float) -> tuple[int, int]:
    return round(x * 1000), round(y * 1000)


WEST, EAST = at(10, 20), at(30, 20)

# --- cover --------------------------------------------------------------------------------------------------------


@pytest.mark.pins("terr.cover-area", "terr.kinds", "terr.in", "geo.point")
@pytest.mark.parametrize("kind", ["forest", "grass", "scrub", "marsh", "stream", "hill"])
def test_forest_grass_and_scrub_cover_who_stands_in_them_or_on_their_edge(kind):
    covers = kind in ("forest", "grass", "scrub")
    there = ground(circle(kind, "20 20", 2))
    assert there.covers(at(20, 20)) is covers
    assert there.covers(at(22, 20)) is covers
    assert not there.covers(at(22.01, 20))


@pytest.mark.pins("terr.cover-fence", "geo.point")
@pytest.mark.parametrize(
    "line, covered",
    [
        ("29 15, 29 25", True),
        ("28.99 15, 28.99 25", False),
        ("31 15, 31 25", False),
        ("29.5 20, 29.5 25", True),
        ("29.5 20.01, 29.5 25", False),
    ],
)
def test_a_fence_covers_who_stands_close_behind_it(line, covered):
    """It lies at most an inch from the target, and the line of the shot meets or touches it."""
    assert ground({"kind": "fence", "line": line}).fenced(WEST, EAST) is covered


# --- sight --------------------------------------------------------------------------------------------------------


@pytest.mark.pins("terr.sight", "terr.sight-sum")
@pytest.mark.parametrize(
    "terrain, sees",
    [
        ([box("forest", "14 18 17 22")], True),
        ([box("forest", "14 18 17.01 22")], False),
        ([box("grass", "14 18 20 22")], True),
        ([box("grass", "14 18 20.01 22")], False),
        ([box("forest", "14 18 16 22"), box("grass", "20 18 22 22")], True),
        ([box("forest", "14 18 16 22"), box("grass", "20 18 22.01 22")], False),
        ([box("forest", "14 18 16 22"), box("grass", "14 18 18 22")], True),
        ([box("forest", "14 18 16 22"), box("forest", "15 18 17 22")], True),
        ([box("grass", "14 18 19 22"), box("grass", "15 18 20 22")], True),
        ([box("forest", "14 20 29 22")], True),
        ([box("scrub", "11 18 29 22"), box("marsh", "11 18 29 22")], True),
    ],
)
def test_three_inches_of_forest_or_six_of_grass_may_be_looked_through(terrain, sees):
    """Forest over grass counts as forest alone, and each inch once; along an edge nothing counts."""
    assert ground(*terrain).sees(WEST, EAST) is sees
    assert ground(*terrain).sees(EAST, WEST) is sees


@pytest.mark.pins("terr.sight-solid")
@pytest.mark.parametrize("kind", ["hut", "rocks"])
@pytest.mark.parametrize("place, sees", [("19 19 21 21", False), ("19 20 21 22", True), ("19 19.99 21 22", False)])
def test_huts_and_rocks_block_a_line_that_goes_through_them_but_not_along_them(kind, place, sees):
    assert ground(box(kind, place)).sees(WEST, EAST) is sees
    corner = ground({"kind": kind, "outline": "20 20, 21 21, 19 21"})
    assert corner.sees(WEST, EAST)


@pytest.mark.pins("terr.sight-hill", "terr.in")
@pytest.mark.parametrize(
    "one, other, sees",
    [
        (WEST, EAST, False),
        (at(18, 20), EAST, True),
        (at(17.99, 20), EAST, False),
        (WEST, at(22, 20), True),
        (at(19, 20), at(21, 20), True),
        (at(10, 22), at(30, 22), True),
    ],
)
def test_a_hill_blocks_a_line_right_through_it_but_not_to_who_stands_on_it(one, other, sees):
    assert ground(circle("hill", "20 20", 2)).sees(one, other) is sees


@pytest.mark.pins("terr.sight")
def test_rivers_fences_and_men_block_nothing():
    assert ground(box("river", "14 0 16 40"), {"kind": "fence", "line": "20 0, 20 40"}).sees(WEST, EAST)
    field = field_of(men("red", "pygmy", "10 20, 20 20"), men("blue", "pygmy", "30 20"))
    assert field.ground.sees(field.at[0], field.at[2])


# --- going --------------------------------------------------------------------------------------------------------


@pytest.mark.pins("move.rough-whole", "terr.kinds", "terr.rough")
@pytest.mark.parametrize("kind", ["forest", "grass", "scrub", "marsh", "stream", "hill"])
def test_everything_but_grass_is_rough_from_its_edge_on(kind):
    there = ground(circle(kind, "20 20", 2))
    assert there.hard(WEST, EAST) is (kind != "grass")
    assert there.hard(at(10, 22), at(30, 22)) is (kind != "grass")
    assert not there.hard(at(10, 22.01), at(30, 22.01))


@pytest.mark.pins("move.rough-whole")
@pytest.mark.parametrize("line, hard", [("30 20, 30 25", True), ("30.01 20, 30.01 25", False), ("20 20, 20 25", True)])
def test_a_fence_that_is_touched_makes_the_going_rough(line, hard):
    assert ground({"kind": "fence", "line": line}).hard(WEST, EAST) is hard


@pytest.mark.pins("move.impassable", "terr.kinds", "geo.spot")
@pytest.mark.parametrize("kind", ["river", "hut", "rocks"])
def test_closed_ground_is_kept_half_an_inch_away_from(kind):
    there = ground(box(kind, "15 20.5 25 22"))
    assert there.passable(WEST, EAST)
    assert there.open_at(at(20, 20))
    assert not there.passable(at(10, 20.01), at(30, 20.01))
    assert not there.open_at(at(20, 20.01))
    assert not there.open_at(at(20, 21))


@pytest.mark.pins("geo.spot", "move.edge")
@pytest.mark.parametrize(
    "point, fits",
    [
        (at(0.5, 0.5), True),
        (at(59.5, 39.5), True),
        (at(0.49, 20), False),
        (at(59.51, 20), False),
        (at(20, 0.49), False),
        (at(20, 39.51), False),
    ],
)
def test_the_whole_base_is_on_the_table(point, fits):
    assert ground().fits(point) is fits


# --- hiding, and the nearest cover ----------------------------------------------------------------------------------


@pytest.mark.pins("hide.where")
@pytest.mark.parametrize("kind", ["forest", "grass", "scrub", "hill"])
def test_a_man_hides_half_an_inch_inside_forest_or_grass(kind):
    hides = kind in ("forest", "grass")
    there = ground(circle(kind, "20 20", 2), box(kind, "30 30 35 35"))
    assert there.hides(at(20, 21.5)) is hides
    assert not there.hides(at(20, 21.51))
    assert there.hides(at(30.5, 34.5)) is hides
    assert not there.hides(at(30.49, 32))
    assert not there.hides(at(10, 10))


@pytest.mark.pins("unenc.cover-what", "geo.point")
def test_the_nearest_cover_is_at_most_three_inches_away():
    near = ground(circle("forest", "15 20", 2))
    found = near.nook(WEST)
    assert found is not None
    assert found.point == at(13, 20)
    assert ground(circle("forest", "15 20", 1.99)).nook(WEST) is None
    assert ground(circle("marsh", "12 20", 1)).nook(WEST) is None
    assert near.nook(at(13, 20)) is None


@pytest.mark.pins("unenc.cover-what")
def test_of_equal_covers_it_is_the_first_of_the_scenario_and_of_equal_points_the_western():
    two = ground(circle("scrub", "13 20", 1), circle("grass", "7 20", 1))
    found = two.nook(WEST)
    assert found is not None
    assert found.feature == 0
    nearer = ground(circle("scrub", "13 20", 1), circle("grass", "7.01 20", 1)).nook(WEST)
    assert nearer is not None
    assert nearer.feature == 1
    notch = ground({"kind": "scrub", "outline": "8 18, 9 20, 10 22, 11 20, 12 18, 12 30, 8 30"}).nook(at(10, 19))
    assert notch is not None
    assert notch.point[0] < 10_000
