"""Straight lines through shapes: where they are inside, for how long, and what that adds up to.

A place along a segment is a part of it, from 0 at its start to `WHOLE` at its end. These parts are so fine that a
length worked out from them is wrong by less than the millionth part of the millionth of a thousandth of an inch, and
one that is a whole number of thousandths is found to be exactly that. A line that only touches a shape, or runs along
its edge, is never inside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from zareba.boards.inches.angles import Bearing, Point, forward, within_arc
from zareba.boards.inches.distances import squared
from zareba.boards.inches.shapes import INSIDE, Circle, Polygon, Polyline, Shape, contains, where_scaled

_BITS = 64
WHOLE = 1 << _BITS
_ROOT = 32
_SPECK = 1 << 8

Stretch = tuple[int, int]


def stretches(a: Point, b: Point, shape: Shape) -> list[Stretch]:
    """The parts of a segment that lie inside a shape, in order."""
    west, south, east, north = shape.box
    if (a[0] <= west and b[0] <= west) or (a[0] >= east and b[0] >= east):
        return []
    if (a[1] <= south and b[1] <= south) or (a[1] >= north and b[1] >= north):
        return []
    if isinstance(shape, Circle):
        return _through_circle(a, b, shape)
    if isinstance(shape, Polyline) or a == b:
        return []
    return _through_convex(a, b, shape) if shape.convex else _through_any(a, b, shape)


def _through_circle(a: Point, b: Point, circle: Circle) -> list[Stretch]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy = circle.centre[0] - a[0], circle.centre[1] - a[1]
    length, middle = dx * dx + dy * dy, dx * cx + dy * cy
    discriminant = middle * middle - length * (cx * cx + cy * cy - circle.radius**2)
    if discriminant <= 0 or not length:
        return []
    root = isqrt(discriminant << 2 * _BITS)
    start, end = ((middle << _BITS) - root) // length, ((middle << _BITS) + root) // length
    start, end = max(start, 0), min(end, WHOLE)
    return [(start, end)] if start < end else []


def _through_convex(a: Point, b: Point, shape: Polygon) -> list[Stretch]:
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    start, end = 0, WHOLE
    for (px, py), (qx, qy) in shape.sides:
        ux, uy = (qx - px) * shape.spin, (qy - py) * shape.spin
        inward, change = ux * (ay - py) - uy * (ax - px), ux * dy - uy * dx
        if not change:
            if inward <= 0:
                return []
        elif change > 0:
            start = max(start, (-inward << _BITS) // change)
        else:
            end = min(end, (inward << _BITS) // -change)
    return [(start, end)] if start < end else []


def _through_any(a: Point, b: Point, shape: Polygon) -> list[Stretch]:
    """Cut where the outline is met; the middle of each piece tells whether the piece is inside."""
    cuts = sorted({0, WHOLE, *_cuts(a, b, shape)})
    inside: list[Stretch] = []
    for start, end in pairwise(cuts):
        middle = tuple([(p << _BITS + 1) + (q - p) * (start + end) for p, q in zip(a, b, strict=True)])
        if where_scaled(shape, (middle[0], middle[1]), 2 * WHOLE) == INSIDE:
            inside.append((start, end))
    return _joined(inside)


def _cuts(a: Point, b: Point, shape: Polygon) -> list[int]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = []
    for (px, py), (qx, qy) in shape.sides:
        ux, uy = qx - px, qy - py
        area = dx * uy - dy * ux
        if area:
            cuts.append((((px - a[0]) * uy - (py - a[1]) * ux) << _BITS) // area)
    return [cut for cut in cuts if 0 < cut < WHOLE]


def _joined(parts: list[Stretch]) -> list[Stretch]:
    """The same parts in order, those that touch or overlap made one."""
    joined: list[Stretch] = []
    for start, end in sorted(parts):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def passes_through(a: Point, b: Point, shape: Shape) -> bool:
    """Whether a straight line passes through the inside of a shape."""
    return bool(stretches(a, b, shape))


def length_of(part: int, a: Point, b: Point) -> int:
    """The length of so much of a segment, in thousandths, rounded up."""
    return _up(part, squared(a, b))


def _up(part: int, square: int) -> int:
    fine = isqrt(part * part * square >> 2 * (_BITS - _ROOT))
    return (fine + (1 << _ROOT) - 1 - _SPECK) >> _ROOT


def _down(part: int, square: int) -> int:
    return (isqrt(part * part * square >> 2 * (_BITS - _ROOT)) + _SPECK) >> _ROOT


def length_inside(a: Point, b: Point, shapes: Sequence[Shape]) -> int:
    """How much of a segment is inside at least one of the shapes, in thousandths, rounded up.

    Rounded up it is over a limit of whole thousandths exactly when the true length is.
    """
    a, b = min(a, b), max(a, b)
    parts = [part for shape in shapes for part in stretches(a, b, shape)]
    return _up(sum([end - start for start, end in _joined(parts)]), squared(a, b)) if parts else 0


def weighed_length(a: Point, b: Point, weighed: Sequence[tuple[Shape, int]], elsewhere: int = 0) -> int:
    """The length of a segment, each part of it counted as often as the greatest weight of the shapes it is inside of.

    What is inside of none counts `elsewhere` times. In thousandths, rounded up.
    """
    a, b = min(a, b), max(a, b)
    parts = [(part, weight) for shape, weight in weighed for part in stretches(a, b, shape)]
    return _up(sum([(end - start) * weight for start, end, weight in _weighed(parts, elsewhere)]), squared(a, b))


def _weighed(parts: list[tuple[Stretch, int]], elsewhere: int) -> list[tuple[int, int, int]]:
    cuts = sorted({0, WHOLE, *[cut for part, _ in parts for cut in part]})
    pieces = []
    for start, end in pairwise(cuts):
        weights = [weight for (first, last), weight in parts if first <= start and end <= last]
        pieces.append((start, end, max(weights, default=elsewhere)))
    return pieces


def pieces(a: Point, b: Point, shapes: Sequence[Shape]) -> list[tuple[int, int, tuple[int, ...]]]:
    """A segment cut where it enters or leaves a shape: start and end of each piece, and which shapes it is in."""
    parts = [(part, i) for i, shape in enumerate(shapes) for part in stretches(a, b, shape)]
    cuts = sorted({0, WHOLE, *[cut for part, _ in parts for cut in part]})
    return [
        (start, end, tuple([i for (first, last), i in parts if first <= start and end <= last]))
        for start, end in pairwise(cuts)
    ]


def part_at(length: int, a: Point, b: Point) -> int:
    """The part of a segment that a length in thousandths from its start makes, `WHOLE` if it is no shorter."""
    square = squared(a, b)
    return min(WHOLE, isqrt((length * length << 2 * _BITS) // square)) if square else WHOLE


def point_at(part: int, a: Point, b: Point) -> Point:
    """The point at a part of a segment, to the nearest thousandth."""
    half = WHOLE >> 1
    return a[0] + ((b[0] - a[0]) * part + half >> _BITS), a[1] + ((b[1] - a[1]) * part + half >> _BITS)


# ----------------------------------------------------------------------------------------------------------------- arcs


def in_sector(origin: Point, facing: Bearing, half: int, shape: Polygon) -> bool:
    """Whether some point of a polygon lies at most half the angle to either side of straight ahead of the origin."""
    if any([within_arc(origin, facing, half, point) for point in shape.points]) or contains(shape, origin):
        return True
    rays = [forward(facing - half), forward(facing + half)]
    return any([_ray_meets(origin, ray, a, b) for ray in rays for a, b in shape.sides])


def _ray_meets(origin: Point, ray: Point, a: Point, b: Point) -> bool:
    ax, ay, bx, by = a[0] - origin[0], a[1] - origin[1], b[0] - origin[0], b[1] - origin[1]
    start, end = ray[0] * ay - ray[1] * ax, ray[0] * by - ray[1] * bx
    if (start > 0) == (end > 0):
        return False
    area = ax * by - ay * bx
    return area >= 0 if end > start else area <= 0
