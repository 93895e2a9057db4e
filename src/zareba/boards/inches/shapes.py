"""Shapes: circles, polygons, lines; what lies in them and how far they are apart.

Corners of shapes are whole thousandths of an inch, those of a turned rectangle too: they are rounded when it is made,
and everything asked of it afterwards is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from zareba.boards.inches.angles import Bearing, Point, offset, toward
from zareba.boards.inches.distances import (
    ZERO,
    Span,
    cross,
    foot,
    least,
    on_segment,
    point_to_segment,
    segment_to_segment,
    segments_meet,
    squared,
)

Box = tuple[int, int, int, int]
"""West, south, east, north."""
Segment = tuple[Point, Point]

OUTSIDE, EDGE, INSIDE = -1, 0, 1
FRONT, RIGHT, REAR, LEFT = range(4)
"""The sides of a `rectangle`, clockwise; side k runs from corner k to the next."""


def box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


class Circle:
    """A disc with its rim."""

    __slots__ = ("box", "centre", "radius")

    def __init__(self, centre: Point, radius: int) -> None:
        x, y = centre
        self.centre = centre
        self.radius = radius
        self.box: Box = (x - radius, y - radius, x + radius, y + radius)

    def __repr__(self) -> str:
        return f"Circle({self.centre}, {self.radius})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Circle) and (self.centre, self.radius) == (other.centre, other.radius)

    def __hash__(self) -> int:
        return hash((self.centre, self.radius))


class Polyline:
    """A line of one or more straight pieces, without any width."""

    __slots__ = ("box", "points", "sides")

    def __init__(self, points: Sequence[Point]) -> None:
        if len(points) < 2:
            raise ValueError("a line has at least two points")
        self.points = tuple(points)
        self.box = box_of(points)
        self.sides: tuple[Segment, ...] = tuple(pairwise(points))

    def __repr__(self) -> str:
        return f"Polyline({self.points})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polyline) and self.points == other.points

    def __hash__(self) -> int:
        return hash(self.points)


class Polygon:
    """An area with its outline, which must not cross itself. `spin` is 1 if that runs anticlockwise, else -1."""

    __slots__ = ("box", "convex", "points", "sides", "spin")

    def __init__(self, points: Sequence[Point]) -> None:
        if len(points) < 3:
            raise ValueError("an area has at least three corners")
        self.points = tuple(points)
        self.box = box_of(points)
        around = (*points[1:], points[0])
        self.sides: tuple[Segment, ...] = tuple(zip(points, around, strict=True))
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in self.sides)
        if not area:
            raise ValueError("an area has corners that are not on one line")
        self.spin = 1 if area > 0 else -1
        bends = [
            cross(a, b, c) * self.spin
            for (a, b), (_, c) in zip(self.sides, (*self.sides[1:], self.sides[0]), strict=True)
        ]
        self.convex = min(bends) >= 0

    def __repr__(self) -> str:
        return f"Polygon({self.points})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polygon) and self.points == other.points

    def __hash__(self) -> int:
        return hash(self.points)


Shape = Circle | Polygon | Polyline


def rectangle(front: Point, facing: Bearing, width: int, depth: int) -> Polygon:
    """The rectangle behind the middle of its front; its corners are left front, right front, right rear, left rear."""
    return Polygon(
        (
            offset(front, facing, 0, -width // 2),
            offset(front, facing, 0, width - width // 2),
            offset(front, facing, -depth, width - width // 2),
            offset(front, facing, -depth, -width // 2),
        )
    )


def oblong(west: int, south: int, east: int, north: int) -> Polygon:
    """A rectangle along the edges of the table."""
    return Polygon(((west, south), (east, south), (east, north), (west, north)))


def centre(front: Point, facing: Bearing, depth: int) -> Point:
    """The middle of a rectangle, from the middle of its front."""
    return offset(front, facing, -(depth // 2))


def mean(points: Sequence[Point]) -> Point:
    """The mean of several points, to the nearest thousandth."""
    count = len(points)
    xs, ys = zip(*points, strict=True)
    return (2 * sum(xs) + count) // (2 * count), (2 * sum(ys) + count) // (2 * count)


def on_table(shape: Shape, width: int, depth: int) -> bool:
    """Whether no part of a shape is off a table of this size."""
    west, south, east, north = shape.box
    return west >= 0 and south >= 0 and east <= width and north <= depth


def boxes_within(a: Box, b: Box, reach: int) -> bool:
    """Whether two boxes are so near that what they hold may be at most so far apart."""
    return a[0] - reach <= b[2] and b[0] - reach <= a[2] and a[1] - reach <= b[3] and b[1] - reach <= a[3]


# ------------------------------------------------------------------------------------------------------ what lies in it


def where(shape: Shape, point: Point) -> int:
    """`INSIDE`, on the `EDGE`, or `OUTSIDE`. A line has no inside."""
    if isinstance(shape, Circle):
        apart = squared(shape.centre, point)
        return (apart < shape.radius**2) - (apart > shape.radius**2)
    west, south, east, north = shape.box
    if not (west <= point[0] <= east and south <= point[1] <= north):
        return OUTSIDE
    if isinstance(shape, Polyline):
        return EDGE if any([on_segment(point, a, b) for a, b in shape.sides]) else OUTSIDE
    return _where_convex(shape, point) if shape.convex else where_scaled(shape, point, 1)


def _where_convex(shape: Polygon, point: Point) -> int:
    x, y = point
    found = INSIDE
    for (ax, ay), (bx, by) in shape.sides:
        left = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * shape.spin
        if left < 0:
            return OUTSIDE
        if not left:
            found = EDGE
    return found


def where_scaled(shape: Polygon, point: Point, scale: int) -> int:
    """As `where`, for a point whose coordinates are so many times finer than those of the shape."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in shape.sides:
        ax, ay, bx, by = ax * scale, ay * scale, bx * scale, by * scale
        left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if not left and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return EDGE
        if (ay <= y) != (by <= y) and (left > 0) == (by > ay):
            inside = not inside
    return INSIDE if inside else OUTSIDE


def contains(shape: Shape, point: Point) -> bool:
    """Whether a point is in a shape or on its edge."""
    return where(shape, point) >= EDGE


# ------------------------------------------------------------------------------------------------------------ distances


def point_apart(point: Point, shape: Shape) -> Span:
    """How far a point is from a shape; 0 inside it."""
    if isinstance(shape, Circle):
        return Span(squared(point, shape.centre), 1, shape.radius)
    if isinstance(shape, Polygon) and where(shape, point) >= EDGE:
        return ZERO
    return edge_apart(point, shape)


def edge_apart(point: Point, shape: Polygon | Polyline) -> Span:
    """How far a point is from the outline of a polygon, from inside or outside, or from a line."""
    return least([point_to_segment(point, a, b) for a, b in shape.sides])


def way_apart(a: Point, b: Point, shape: Shape) -> Span:
    """How near a straight way from a to b comes to a shape."""
    if isinstance(shape, Circle):
        return point_to_segment(shape.centre, a, b).less(shape.radius)
    if isinstance(shape, Polygon) and where(shape, a) >= EDGE:
        return ZERO
    return least([segment_to_segment(a, b, c, d) for c, d in shape.sides])


def apart(one: Shape, other: Shape) -> Span:
    """How far two shapes are apart; 0 where they touch or overlap."""
    if isinstance(one, Circle):
        return point_apart(one.centre, other).less(one.radius)
    if isinstance(other, Circle):
        return point_apart(other.centre, one).less(other.radius)
    if isinstance(one, Polygon) and isinstance(other, Polygon) and one.convex and other.convex:
        return _convex_apart(one, other)
    if isinstance(one, Polygon) and contains(one, other.points[0]):
        return ZERO
    if isinstance(other, Polygon) and contains(other, one.points[0]):
        return ZERO
    return least([segment_to_segment(a, b, c, d) for a, b in one.sides for c, d in other.sides])


def _convex_apart(one: Polygon, other: Polygon) -> Span:
    """Of two polygons without hollows, one side of one keeps them apart, or nothing does."""
    if not (_parted(one, other) or _parted(other, one)):
        return ZERO
    near_one = [point_to_segment(p, a, b) for p in other.points for a, b in one.sides]
    return least(near_one + [point_to_segment(p, a, b) for p in one.points for a, b in other.sides])


def _parted(one: Polygon, other: Polygon) -> bool:
    """Whether all of the other lies beyond some side of the one."""
    spin = one.spin
    for (ax, ay), (bx, by) in one.sides:
        ux, uy = (bx - ax) * spin, (by - ay) * spin
        for x, y in other.points:
            if ux * (y - ay) >= uy * (x - ax):
                break
        else:
            return True
    return False


def within(point: Point, shape: Shape, reach: int) -> bool:
    """Whether a point is at most so far from a shape."""
    west, south, east, north = shape.box
    if not (west - reach <= point[0] <= east + reach and south - reach <= point[1] <= north + reach):
        return False
    return point_apart(point, shape).at_most(reach)


def closer(point: Point, shape: Shape, reach: int) -> bool:
    """Whether a point is less than so far from a shape."""
    west, south, east, north = shape.box
    if not (west - reach < point[0] < east + reach and south - reach < point[1] < north + reach):
        return False
    return point_apart(point, shape).less_than(reach)


def way_within(a: Point, b: Point, shape: Shape, reach: int) -> bool:
    """Whether a straight way comes at most so near to a shape; with a reach of 0, whether it meets or touches it."""
    return boxes_within(box_of((a, b)), shape.box, reach) and way_apart(a, b, shape).at_most(reach)


def way_closer(a: Point, b: Point, shape: Shape, reach: int) -> bool:
    """Whether a straight way comes nearer than that to a shape."""
    return boxes_within(box_of((a, b)), shape.box, reach) and way_apart(a, b, shape).less_than(reach)


def shapes_within(one: Shape, other: Shape, reach: int) -> bool:
    """Whether two shapes are at most so far apart."""
    return boxes_within(one.box, other.box, reach) and apart(one, other).at_most(reach)


def shapes_closer(one: Shape, other: Shape, reach: int) -> bool:
    """Whether two shapes are less than so far apart."""
    return boxes_within(one.box, other.box, reach) and apart(one, other).less_than(reach)


def overlap(one: Polygon, other: Polygon, depth: int = 0) -> bool:
    """Whether two polygons without hollows overlap by more than that: whether none of their sides parts them so far."""
    return boxes_within(one.box, other.box, -depth) and _deeper(one, other, depth) and _deeper(other, one, depth)


def _deeper(one: Polygon, other: Polygon, depth: int) -> bool:
    """Whether the other reaches deeper than that below every side of the one."""
    spin = one.spin
    for (ax, ay), (bx, by) in one.sides:
        ux, uy = (bx - ax) * spin, (by - ay) * spin
        deepest = max([ux * (y - ay) - uy * (x - ax) for x, y in other.points])
        if deepest <= 0 or deepest * deepest <= depth * depth * (ux * ux + uy * uy):
            return False
    return True


# ------------------------------------------------------------------------------------------------------- nearest points


def nearest_point(point: Point, shape: Shape) -> Point:
    """The point of a shape that is nearest to a point, to the nearest thousandth: itself inside it.

    Between points equally near, the one with the smaller x, then the smaller y.
    """
    if isinstance(shape, Circle):
        if squared(point, shape.centre) <= shape.radius**2:
            return point
        return toward(shape.centre, point, shape.radius)
    if isinstance(shape, Polygon) and where(shape, point) >= EDGE:
        return point
    best = edge_apart(point, shape)
    feet = [foot(point, a, b) for a, b in shape.sides if _same(point_to_segment(point, a, b), best)]
    return min(feet)


def _same(one: Span, other: Span) -> bool:
    return one.num * other.den == other.num * one.den


def nearest_points(one: Polygon | Polyline, other: Polygon | Polyline) -> tuple[Point, Point]:
    """A point of each of two shapes that do not overlap, such that no two are nearer; the smallest of several."""
    pairs = [(point_to_segment(p, a, b), p, foot(p, a, b)) for p in one.points for a, b in other.sides]
    pairs += [(point_to_segment(p, a, b), foot(p, a, b), p) for p in other.points for a, b in one.sides]
    best = least([span for span, _, _ in pairs])
    return min([(mine, theirs) for span, mine, theirs in pairs if _same(span, best)])


# ---------------------------------------------------------------------------------------------------------------- lines


def meets(a: Point, b: Point, shape: Polygon | Polyline) -> bool:
    """Whether a segment has a point in common with a line or with an outline."""
    return boxes_within(box_of((a, b)), shape.box, 0) and any([segments_meet(a, b, c, d) for c, d in shape.sides])


def side_of(line: Polyline, point: Point) -> int:
    """Which side of a line a point is on, for somebody who walks along it: 1 left, -1 right, 0 on its course.

    The nearest piece of the line decides; where two pieces meet in the nearest point, the one whose course is farther.
    """
    best = edge_apart(point, line)
    sides = [(a, b) for a, b in line.sides if _same(point_to_segment(point, a, b), best)]
    a, b = max(sides, key=lambda side: _height(side[0], side[1], point))
    area = cross(a, b, point)
    return (area > 0) - (area < 0)


def crossings(a: Point, b: Point, line: Polyline) -> int:
    """How many times a straight way crosses from one side of a line to the other.

    A way that starts on the line or only reaches it has not crossed it, and one over a corner crosses once.
    """
    count = 0
    for k, (c, d) in enumerate(line.sides):
        start, end = cross(c, d, a), cross(c, d, b)
        if _apart_by(start, end):
            first, last = cross(a, b, c), cross(a, b, d)
            over_corner = not first and k > 0 and _apart_by(cross(a, b, line.points[k - 1]), last)
            count += _apart_by(first, last) or over_corner
    return count


def _apart_by(one: int, other: int) -> bool:
    """Whether two points lie to different sides of a line, by what `cross` says of each."""
    return (one > 0 > other) or (one < 0 < other)


def _height(a: Point, b: Point, p: Point) -> int:
    """How far a point is from the whole line through two others: squared, and fine enough to compare."""
    return (cross(a, b, p) ** 2 << 64) // squared(a, b)
