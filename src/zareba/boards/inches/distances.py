"""Distances between points and segments, exactly.

A distance between shapes is the root of a fraction, less the radius of what is round. It is kept as such in a `Span`
and compared by squaring; it is rounded only where somebody wants to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from zareba.boards.inches.angles import Point


class Span(NamedTuple):
    """The distance sqrt(num / den) - off, which is 0 where that is less than nothing."""

    num: int
    den: int = 1
    off: int = 0

    def at_most(self, reach: int) -> bool:
        whole = reach + self.off
        return reach >= 0 and self.num <= whole * whole * self.den

    def less_than(self, reach: int) -> bool:
        whole = reach + self.off
        return reach > 0 and self.num < whole * whole * self.den

    @property
    def nearest(self) -> int:
        """The distance to the nearest thousandth, halves upwards."""
        return max(0, (isqrt(4 * self.num // self.den) + 1) // 2 - self.off)

    @property
    def down(self) -> int:
        """The distance in whole thousandths, rounded down."""
        return max(0, isqrt(self.num // self.den) - self.off)

    @property
    def up(self) -> int:
        """The distance in whole thousandths, rounded up."""
        down = isqrt(self.num // self.den)
        return max(0, down + (down * down * self.den < self.num) - self.off)

    @property
    def fine(self) -> int:
        """The distance in millionths of a thousandth (2 ** 20 of them), rounded down: what to sort by."""
        return max(0, isqrt((self.num << 40) // self.den) - (self.off << 20))

    def less(self, radius: int) -> Span:
        """The distance to something round about the end that was measured to."""
        return Span(self.num, self.den, self.off + radius)


ZERO = Span(0)


def squared(a: Point, b: Point) -> int:
    """The square of the distance between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def distance(a: Point, b: Point) -> int:
    """The distance between two points to the nearest thousandth."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (isqrt(4 * (dx * dx + dy * dy)) + 1) // 2


def near(a: Point, b: Point, reach: int) -> bool:
    """Whether two points are at most so far apart."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return reach >= 0 and dx * dx + dy * dy <= reach * reach


def least(spans: Iterable[Span]) -> Span:
    """The shortest of several distances that have the same part taken off; there must be one."""
    best: Span | None = None
    for span in spans:
        if best is None or span.num * best.den < best.num * span.den:
            best = span
    if best is None:
        raise ValueError("there is no distance to nothing")
    return best


def cross(a: Point, b: Point, p: Point) -> int:
    """Twice the area of a triangle: above 0 where p lies to the left of the line from a to b, 0 on the line."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def point_to_segment(p: Point, a: Point, b: Point) -> Span:
    """The distance of a point from a segment."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    dot = ux * vx + uy * vy
    if dot <= 0:
        return Span(vx * vx + vy * vy)
    length = ux * ux + uy * uy
    if dot >= length:
        return Span(squared(p, b))
    area = ux * vy - uy * vx
    return Span(area * area, length)


def foot(p: Point, a: Point, b: Point) -> Point:
    """The point of a segment that is nearest to a point, to the nearest thousandth."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    dot = ux * (p[0] - a[0]) + uy * (p[1] - a[1])
    length = ux * ux + uy * uy
    if dot <= 0:
        return a
    if dot >= length:
        return b
    return a[0] + (2 * ux * dot + length) // (2 * length), a[1] + (2 * uy * dot + length) // (2 * length)


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment, its ends included."""
    return cross(a, b, p) == 0 and (a[0] - p[0]) * (b[0] - p[0]) + (a[1] - p[1]) * (b[1] - p[1]) <= 0


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, their ends included."""
    if (max(a[0], b[0]) < min(c[0], d[0])) or (max(c[0], d[0]) < min(a[0], b[0])):
        return False
    if (max(a[1], b[1]) < min(c[1], d[1])) or (max(c[1], d[1]) < min(a[1], b[1])):
        return False
    ca, cb = cross(a, b, c), cross(a, b, d)
    if (ca > 0 and cb > 0) or (ca < 0 and cb < 0):
        return False
    da, db = cross(c, d, a), cross(c, d, b)
    return not ((da > 0 and db > 0) or (da < 0 and db < 0))


def segment_to_segment(a: Point, b: Point, c: Point, d: Point) -> Span:
    """The distance between two segments."""
    if segments_meet(a, b, c, d):
        return ZERO
    return least(
        (point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b))
    )


# The loops below are for many points at once: figures on a table. They reject by boxes first.


def within_reach(centre: Point, points: Sequence[Point], reach: int) -> list[int]:
    """The indexes of the points at most so far from the centre."""
    x, y = centre
    square = reach * reach
    found = []
    for i, (px, py) in enumerate(points):
        dx = px - x
        if -reach <= dx <= reach:
            dy = py - y
            if dx * dx + dy * dy <= square:
                found.append(i)
    return found


def any_closer(centre: Point, points: Iterable[Point], reach: int) -> bool:
    """Whether any of the points is less than so far from the centre."""
    x, y = centre
    square = reach * reach
    for px, py in points:
        dx = px - x
        if -reach < dx < reach:
            dy = py - y
            if dx * dx + dy * dy < square:
                return True
    return False


def closer_to_way(a: Point, b: Point, points: Sequence[Point], reach: int) -> list[int]:
    """The indexes of the points that are less than so far from the segment."""
    ax, ay = a
    ux, uy = b[0] - ax, b[1] - ay
    west, east = min(ax, b[0]) - reach, max(ax, b[0]) + reach
    south, north = min(ay, b[1]) - reach, max(ay, b[1]) + reach
    length, square = ux * ux + uy * uy, reach * reach
    found = []
    for i, (px, py) in enumerate(points):
        if not (west < px < east and south < py < north):
            continue
        vx, vy = px - ax, py - ay
        dot = ux * vx + uy * vy
        if dot <= 0:
            closer = vx * vx + vy * vy < square
        elif dot >= length:
            vx, vy = px - b[0], py - b[1]
            closer = vx * vx + vy * vy < square
        else:
            area = ux * vy - uy * vx
            closer = area * area < square * length
        if closer:
            found.append(i)
    return found


def nearest(centre: Point, points: Sequence[Point]) -> int:
    """The index of the nearest point, the first of several; there must be one."""
    x, y = centre
    return min(range(len(points)), key=lambda i: (points[i][0] - x) ** 2 + (points[i][1] - y) ** 2)
