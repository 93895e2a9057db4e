"""The open table, checked with other means: shapely and floating-point numbers, or trying every place there is.

What decides a rule is whole numbers; here it has to agree with what is only nearly exact wherever that can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, radians, sin
from random import Random
from typing import Any

import pytest
from shapely import LineString, union_all
from shapely import Point as Place
from shapely import Polygon as Outline
from shapely.affinity import rotate

from zareba.boards import inches
from zareba.boards.inches import Buckets, Circle, Point, Polygon, Polyline, Shape

SPAN = 12_000
NEARLY = 1e-6
KINDS = ("circle", "oblong", "convex", "hollow", "line")


def somewhere(random: Random, span: int = SPAN) -> Point:
    return random.randrange(span), random.randrange(span)


def some(random: Random, kind: str) -> Shape:
    """A shape of some kind, somewhere in the middle of the table."""
    x, y = random.randrange(3_000, 9_000), random.randrange(3_000, 9_000)
    if kind == "circle":
        return Circle((x, y), random.randrange(300, 3_000))
    if kind == "oblong":
        return inches.oblong(x, y, x + random.randrange(200, 4_000), y + random.randrange(200, 4_000))
    if kind == "line":
        return Polyline([somewhere(random) for _ in range(random.randrange(2, 5))])
    corners = random.randrange(3, 9)
    turns = sorted(random.sample(range(360), corners))
    reach = [random.randrange(500, 3_000) if kind == "hollow" else 2_500 for _ in turns]
    points = [
        (x + round(r * cos(radians(turn))), y + round(r * sin(radians(turn))))
        for r, turn in zip(reach, turns, strict=True)
    ]
    try:
        found = Polygon(points)
    except ValueError:
        return some(random, kind)
    return found if Outline(points).is_valid else some(random, kind)


def drawn(shape: Shape) -> Any:
    """The same for shapely; a circle is kept as its centre."""
    if isinstance(shape, Circle):
        return Place(shape.centre)
    return LineString(shape.points) if isinstance(shape, Polyline) else Outline(shape.points)


def filled(shape: Shape) -> Any:
    return drawn(shape).buffer(shape.radius, quad_segs=512) if isinstance(shape, Circle) else drawn(shape)


def far(shape: Shape, other: Any) -> float:
    """How far another thing is from a shape, as shapely has it."""
    return max(0.0, float(drawn(shape).distance(other)) - (shape.radius if isinstance(shape, Circle) else 0))


def often(count: int = 400) -> Any:
    """The same law for every kind of shape, with so many examples each."""
    return pytest.mark.parametrize("kind, random", [(kind, Random(f"{kind} {count}")) for kind in KINDS], ids=KINDS)


def agree(told: Callable[[int], bool], right: float, random: Random) -> None:
    """Whether something is said to be within a reach where it is, for reaches on either side of the truth."""
    for reach in (round(right) - 1, round(right), round(right) + 1, random.randrange(4_000)):
        if reach > 0 and abs(right - reach) > NEARLY:
            assert told(reach) == (right < reach), (reach, right)


# --- distances -------------------------------------------------------------------------------------------------------


@often()
def test_a_place_is_as_far_from_a_shape_as_it_is(kind, random):
    for _ in range(300):
        shape, point = some(random, kind), somewhere(random)
        right = far(shape, Place(point))
        span = inches.point_apart(point, shape)
        assert span.down <= right + NEARLY
        assert span.up >= right - NEARLY
        assert span.up - span.down <= 1
        assert abs(span.nearest - right) <= 0.5 + NEARLY
        assert abs(span.fine / 2**20 - right) < 1e-5
        agree(partial(inches.within, point, shape), right, random)
        agree(partial(inches.closer, point, shape), right, random)


@often()
def test_a_way_is_as_far_from_a_shape_as_it_is(kind, random):
    for _ in range(300):
        shape, a, b = some(random, kind), somewhere(random), somewhere(random)
        right = far(shape, LineString([a, b]))
        assert inches.way_apart(a, b, shape) is not None
        agree(partial(inches.way_within, a, b, shape), right, random)
        agree(partial(inches.way_closer, a, b, shape), right, random)
        if not isinstance(shape, Circle) and right > NEARLY:
            assert not inches.meets(a, b, shape)


@often()
def test_two_shapes_are_as_far_apart_as_they_are(kind, random):
    for _ in range(200):
        one, other = some(random, kind), some(random, random.choice(KINDS))
        right = max(0.0, far(one, drawn(other)) - (other.radius if isinstance(other, Circle) else 0))
        assert abs(inches.apart(one, other).nearest - right) <= 0.5 + NEARLY
        assert inches.apart(one, other).nearest == inches.apart(other, one).nearest
        agree(partial(inches.shapes_within, one, other), right, random)
        agree(partial(inches.shapes_closer, one, other), right, random)


@often()
def test_the_nearest_point_of_a_shape_is_on_it_and_nearest(kind, random):
    for _ in range(200):
        shape, point = some(random, kind), somewhere(random)
        near = inches.nearest_point(point, shape)
        assert inches.point_apart(near, shape).at_most(1)
        assert abs(dist(near, point) - far(shape, Place(point))) <= 1.5


@pytest.mark.parametrize("seed", range(3))
def test_many_points_at_once_are_judged_like_each_of_them(seed):
    random = Random(seed)
    for _ in range(60):
        points = [somewhere(random, 6_000) for _ in range(20)]
        a, b, reach = somewhere(random, 6_000), somewhere(random, 6_000), random.randrange(1, 4_000)
        way = LineString([a, b]) if a != b else Place(a)
        assert inches.within_reach(a, points, reach) == [i for i, p in enumerate(points) if dist(a, p) <= reach]
        assert inches.any_closer(a, points, reach) == any(dist(a, p) < reach for p in points)
        assert inches.closer_to_way(a, b, points, reach) == [
            i for i, p in enumerate(points) if way.distance(Place(p)) < reach
        ]
        assert points[inches.nearest(a, points)] == min(points, key=lambda p: dist(a, p))
        buckets = Buckets.of(enumerate(points))
        assert buckets.near(a, reach) == inches.within_reach(a, points, reach)
        assert [i for i, p in enumerate(points) if p[0] <= a[0] and p[1] <= a[1]] == buckets.in_box((0, 0, *a))


def test_a_box_holds_what_lies_on_its_edges():
    corners = [(1_000, 1_000), (5_000, 1_000), (5_000, 7_000), (1_000, 7_000), (3_000, 4_000)]
    buckets = Buckets.of(enumerate(corners))
    assert buckets.in_box((1_000, 1_000, 5_000, 7_000)) == [0, 1, 2, 3, 4]
    assert buckets.in_box((1_001, 1_001, 4_999, 6_999)) == [4]
    assert buckets.in_box((1_001, 1_000, 5_000, 7_000)) == [1, 2, 4]
    assert buckets.in_box((1_000, 1_000, 5_000, 6_999)) == [0, 1, 4]
    buckets.put(4, (9_000, 9_000))
    assert buckets.near((3_000, 4_000), 1_000) == []
    assert buckets.at(4) == (9_000, 9_000)
    twin = buckets.copy()
    buckets.take(4)
    assert twin.near((9_000, 9_000), 1) == [4]
    assert buckets.near((9_000, 9_000), 1) == []


def test_what_is_exactly_so_far_is_within_it_and_no_closer():
    """Where floating-point numbers would need luck: 3, 4 and 5, and a slanted side."""
    circle, slant = Circle((0, 0), 2_000), Polygon([(0, 0), (4_000, 3_000), (0, 3_000)])
    assert inches.within((4_200, 5_600), circle, 5_000)
    assert not inches.closer((4_200, 5_600), circle, 5_000)
    assert not inches.within((4_201, 5_600), circle, 5_000)
    assert inches.within((2_600, 700), slant, 1_000)
    assert inches.where(slant, (2_000, 1_500)) == inches.EDGE
    assert inches.where(slant, (2_000, 1_501)) == inches.INSIDE
    assert inches.where(slant, (2_000, 1_499)) == inches.OUTSIDE
    assert inches.near((0, 0), (3_000, 4_000), 5_000)
    assert not inches.near((0, 0), (3_000, 4_001), 5_000)
    assert inches.distance((0, 0), (1, 1)) == 1
    assert inches.path_length([(0, 0), (3_000, 4_000), (3_000, 0)]) == 9_000
    assert inches.path_length([(0, 0), (3_000, 4_001)]) == 5_001


# --- what is in the way ----------------------------------------------------------------------------------------------


@often()
def test_a_place_is_in_a_shape_or_it_is_not(kind, random):
    if kind == "line":
        return
    for _ in range(300):
        shape, point = some(random, kind), somewhere(random)
        assert inches.contains(shape, point) == (far(shape, Place(point)) <= 0)
        if not isinstance(shape, Circle):
            corner = random.choice(shape.points)
            assert inches.where(shape, corner) == inches.EDGE


@often()
def test_sight_is_the_same_both_ways(kind, random):
    """Whatever is asked of a line through a shape has the same answer from its other end."""
    for _ in range(300):
        shapes = [some(random, kind) for _ in range(3)]
        a, b = somewhere(random), somewhere(random)
        weighed = [(shape, 1 + number) for number, shape in enumerate(shapes)]
        assert inches.length_inside(a, b, shapes) == inches.length_inside(b, a, shapes)
        assert inches.weighed_length(a, b, weighed) == inches.weighed_length(b, a, weighed)
        for shape in shapes:
            assert inches.passes_through(a, b, shape) == inches.passes_through(b, a, shape)


@often()
def test_a_line_is_inside_a_shape_for_as_long_as_it_is(kind, random):
    if kind == "line":
        return
    for _ in range(300):
        shapes = [some(random, kind) for _ in range(2)]
        a, b = somewhere(random), somewhere(random)
        outlines = [
            drawn(one).buffer(one.radius, quad_segs=2048) if isinstance(one, Circle) else drawn(one) for one in shapes
        ]
        line = LineString([a, b])
        right = line.intersection(union_all(outlines)).length
        told = inches.length_inside(a, b, shapes)
        assert -1e-3 - 1e-2 * (kind == "circle") <= told - right <= 1 + 1e-2
        assert inches.passes_through(a, b, shapes[0]) == (line.intersection(outlines[0]).length > 1e-3) or right < 1
        first, second = line.intersection(outlines[0]).length, line.intersection(outlines[1]).length
        both = line.intersection(outlines[0].intersection(outlines[1])).length
        weighed = inches.weighed_length(a, b, [(shapes[0], 2), (shapes[1], 1)])
        assert abs(weighed - (2 * first + second - both)) < 1.1


@often()
def test_a_line_falls_into_pieces_each_in_the_same_shapes_all_along(kind, random):
    if kind == "line":
        return
    for _ in range(100):
        shapes = [some(random, kind) for _ in range(3)]
        a, b = somewhere(random), somewhere(random)
        pieces = inches.pieces(a, b, shapes)
        assert (pieces[0][0], pieces[-1][1]) == (0, inches.WHOLE)
        for (_, end, _), (start, _, _) in pairwise(pieces):
            assert end == start
        for start, end, inside in pieces:
            middle = inches.point_at((start + end) // 2, a, b)
            part = (start + end) / 2 / inches.WHOLE
            assert abs(middle[0] - a[0] - part * (b[0] - a[0])) < 0.6
            assert abs(middle[1] - a[1] - part * (b[1] - a[1])) < 0.6
            if inches.length_of(end - start, a, b) > 4:
                assert inside == tuple(i for i, one in enumerate(shapes) if inches.where(one, middle) == inches.INSIDE)
        half = inches.part_at(inches.distance(a, b) // 2, a, b)
        assert abs(half / inches.WHOLE - 0.5) < 1.1 / max(1, dist(a, b))
        assert inches.part_at(99_000, a, b) == inches.WHOLE


def test_a_line_that_only_touches_is_never_inside():
    square, round_ = inches.oblong(1_000, 1_000, 2_000, 2_000), Circle((1_500, 1_500), 500)
    for a, b in [((0, 1_000), (3_000, 1_000)), ((0, 2_000), (2_000, 0)), ((2_000, 0), (2_000, 3_000))]:
        assert not inches.passes_through(a, b, square)
        assert not inches.passes_through(a, b, round_)
        assert inches.length_inside(a, b, [square, round_]) == 0
    assert inches.length_inside((0, 1_500), (3_000, 1_500), [square]) == 1_000
    assert inches.length_inside((0, 1_500), (3_000, 1_500), [round_, square]) == 1_000


def test_a_place_is_on_a_line_or_beside_it():
    fence = Polyline([(0, 1_000), (2_000, 1_000), (4_000, 3_000)])
    for on in [(0, 1_000), (700, 1_000), (2_000, 1_000), (3_000, 2_000)]:
        assert inches.where(fence, on) == inches.EDGE
        assert inches.on_segment(on, *(fence.sides[0] if on[1] == 1_000 else fence.sides[1]))
    for off in [(700, 1_001), (3_000, 2_001), (1_000, 1_200)]:
        assert inches.where(fence, off) == inches.OUTSIDE
    assert not inches.on_segment((2_001, 1_000), *fence.sides[0])


def test_a_fence_is_crossed_where_it_is_not_only_touched():
    fence = Polyline([(0, 1_000), (2_000, 1_000), (4_000, 3_000)])
    assert inches.crossings((1_000, 0), (1_000, 2_000), fence) == 1
    assert inches.crossings((1_000, 0), (1_000, 1_000), fence) == 0
    assert inches.crossings((2_000, 0), (2_000, 2_000), fence) == 1
    assert inches.crossings((1_000, 0), (3_000, 1_900), fence) == 0
    assert inches.crossings((1_000, 1_500), (3_900, 2_000), fence) == 1
    assert inches.side_of(fence, (1_000, 1_500)) == 1
    assert inches.side_of(fence, (1_000, 500)) == -1
    assert inches.side_of(fence, (1_000, 1_000)) == 0


# --- on the move -----------------------------------------------------------------------------------------------------


@often()
def test_a_disc_goes_until_it_touches_and_no_farther(kind, random):
    for _ in range(200):
        shape, a, b = some(random, kind), somewhere(random), somewhere(random)
        radius, long = random.randrange(1, 1_000), dist(a, b)
        contact = inches.first_contact(a, b, radius, shape)
        if contact is None:
            assert far(shape, LineString([a, b])) >= radius - NEARLY
            continue
        ways = [LineString([a, inches.toward(a, b, round(contact * 1.0) + more)]) for more in (-1, 3)]
        if contact > 1:
            assert far(shape, ways[0]) >= radius - 0.75
        assert far(shape, ways[1]) < radius + 0.75
        assert 0 <= contact <= long
        assert inches.free_length(a, b, radius, [shape]) == contact


@pytest.mark.parametrize("seed", range(4))
def test_the_points_of_a_way_are_those_of_its_trace(seed):
    random = Random(seed)
    for _ in range(40):
        a, b = (inches.snapped(somewhere(random, 4_000), 10) for _ in range(2))
        shape = Circle(somewhere(random, 4_000), random.randrange(200, 2_000))
        points = list(inches.trace(a, b))
        assert (points[0], points[-1]) == (a, b)
        assert len(points) == -(-round(dist(a, b), 6) // 10) + 1 or a == b
        assert all(inches.near(one, other, 18) for one, other in pairwise(points))

        def inside(point: Point, shape: Circle = shape) -> bool:
            return inches.contains(shape, point)

        good = [inside(point) for point in points]
        clear = good.index(False) if False in good else len(good)
        assert inches.last_clear(a, b, inside) == (points[clear - 1] if clear else None)
        assert inches.last_of(a, b, inside) == next(
            (p for p, ok in zip(points[::-1], good[::-1], strict=True) if ok), None
        )


@often()
def test_a_rectangle_advances_and_wheels_until_it_touches(kind, random):
    for _ in range(60):
        shape, front = some(random, kind), somewhere(random)
        facing, course, size = random.randrange(3_600), random.randrange(3_600), (random.randrange(500, 3_000), 600)
        gap = random.choice((0, 0, 400))
        gone = inches.advance(front, facing, size, course, 3_000, shape, gap)
        moved = inches.rectangle(inches.ahead(front, course, gone), facing, *size)
        assert 0 <= gone <= 3_000
        if gone:
            assert not fouls(moved, shape, gap)
        if 0 < gone < 2_990:
            assert fouls(inches.rectangle(inches.ahead(front, course, gone + 5), facing, *size), shape, gap, slack=-6)
        angle = random.choice((900, -900))
        turned = inches.wheel(front, facing, size, angle, shape, gap)
        assert abs(turned) <= 900
        assert turned * angle >= 0
        if turned:
            assert not fouls(inches.rectangle(*inches.wheeled(front, facing, size[0], turned), *size), shape, gap)


def fouls(mover: Polygon, shape: Shape, gap: int, slack: float = 2.0) -> bool:
    """Whether a rectangle is clearly nearer than the gap, or with none in the way of a shape."""
    apart = far(shape, drawn(mover))
    if gap or isinstance(shape, Polyline):
        return apart < gap - slack
    radius = shape.radius if isinstance(shape, Circle) else 0
    body = drawn(shape).buffer(radius) if radius else drawn(shape)
    return bool(drawn(mover).buffer(-slack, join_style="mitre").intersects(body))


def test_a_wheel_keeps_its_inner_corner_and_moves_the_outer_one():
    random = Random(9)
    for _ in range(200):
        front, facing, width = somewhere(random), random.randrange(3_600), random.randrange(200, 6_000)
        angle = random.randrange(-1_200, 1_200)
        before = inches.rectangle(front, facing, width, 800)
        after = inches.rectangle(*inches.wheeled(front, facing, width, angle), width, 800)
        inner = 1 if angle > 0 else 0
        assert dist(before.points[inner], after.points[inner]) < 3
        right = rotate(drawn(before), -angle / 10, origin=before.points[inner])
        assert right.symmetric_difference(drawn(after)).area < 30_000
        assert abs(inches.wheel_length(width, angle) - radians(abs(angle) / 10) * width) <= 0.51


# --- bearings --------------------------------------------------------------------------------------------------------


def test_bearings_are_those_of_a_compass():
    random = Random(3)
    for _ in range(3_000):
        a, b = somewhere(random, 60_000), somewhere(random, 60_000)
        right = degrees(atan2(b[0] - a[0], b[1] - a[1])) % 360
        told = inches.bearing(a, b)
        assert 0 <= told < 3_600
        assert abs((told / 10 - right + 180) % 360 - 180) <= 0.05 + NEARLY
        turn, long = random.randrange(3_600), random.randrange(1, 9_000)
        x, y = inches.ahead(a, turn, long)
        angle = radians(turn / 10)
        assert hypot(x - a[0] - long * sin(angle), y - a[1] - long * cos(angle)) < 0.72
        assert inches.turn(told, turn) in range(-1_799, 1_801)
        assert (told + inches.turn(told, turn) - turn) % 3_600 == 0
        half = random.randrange(50, 1_800)
        off = abs((right - turn / 10 + 180) % 360 - 180)
        if abs(off - half / 10) > 1e-3:
            assert inches.within_arc(a, turn, half, b) == (off <= half / 10)
        if abs(off - half / 10 - 0.05) > 1e-3:
            assert inches.about_within_arc(a, turn, half, b) == (off <= half / 10 + 0.05)
        if abs(off - 90) > 1e-3:
            assert inches.in_front(a, turn, b) == (off <= 90)


def test_a_point_on_the_way_is_as_far_as_it_should_be():
    random = Random(5)
    for _ in range(2_000):
        a, b = somewhere(random), somewhere(random)
        if a == b:
            continue
        long = random.randrange(-3_000, 9_000)
        x, y = inches.toward(a, b, long, 1)
        part = long / dist(a, b)
        assert abs(x - a[0] - part * (b[0] - a[0])) <= 0.5 + NEARLY
        assert abs(y - a[1] - part * (b[1] - a[1])) <= 0.5 + NEARLY
        assert inches.snapped((x, y), 10) == ((x + 5) // 10 * 10, (y + 5) // 10 * 10)


@often()
def test_an_arc_bears_on_a_shape_if_it_bears_on_any_point_of_it(kind, random):
    if kind in ("circle", "line"):
        return
    for _ in range(200):
        shape, origin = some(random, kind), somewhere(random)
        assert isinstance(shape, Polygon)
        facing, half = random.randrange(3_600), random.randrange(50, 890)
        wedge = Outline([origin, *[inches.ahead(origin, facing + turn, 4_000_000) for turn in (-half, half)]])
        met = wedge.intersection(drawn(shape)).area
        if met > 1_000 or wedge.distance(drawn(shape)) > 20:
            assert inches.in_sector(origin, facing, half, shape) == (met > 1_000)


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_place_is_free_and_none_is_much_nearer(seed):
    """Against all places of a fine grid: rims find one that is at most two hundredths of an inch farther."""
    random = Random(seed)
    for _ in range(4):
        others = [inches.snapped(somewhere(random, 4_000), 10) for _ in range(9)]
        wish = inches.snapped(somewhere(random, 4_000), 10)
        walls: list[Shape] = [inches.oblong(0, 0, random.randrange(100, 1_000), 4_000), Circle((3_500, 3_500), 600)]

        def legal(point: Point, others: list[Point] = others, walls: list[Shape] = walls) -> bool:
            free = not inches.any_closer(point, others, 1_000)
            return free and not any(inches.closer(point, wall, 500) for wall in walls)

        keep: list[tuple[Shape, int]] = [(Circle(at, 0), 1_000) for at in others]
        keep += [(wall, 500) for wall in walls]
        found = inches.nearest_place(wish, legal, keep, 3_000)
        grid = [(wish[0] + x, wish[1] + y) for x in range(-3_000, 3_001, 40) for y in range(-3_000, 3_001, 40)]
        best = min((dist(wish, point) for point in grid if legal(point)), default=None)
        assert found is not None
        assert best is not None
        assert legal(found)
        assert dist(wish, found) <= best + 20


def test_two_shapes_share_so_much_of_their_fronts():
    mine, theirs = ((0, 0), (1_000, 0)), ((600, 500), (2_000, 500))
    assert inches.shared_front(mine, theirs) == 400
    assert inches.shared_front(mine, ((1_000, 5), (2_000, 5))) == 0
    assert inches.overlap(inches.oblong(0, 0, 10, 10), inches.oblong(9, 9, 20, 20))
    assert not inches.overlap(inches.oblong(0, 0, 10, 10), inches.oblong(10, 0, 20, 10))
    assert inches.on_table(inches.oblong(0, 0, 10, 10), 10, 10)
    assert not inches.on_table(inches.oblong(0, 0, 10, 11), 10, 10)
