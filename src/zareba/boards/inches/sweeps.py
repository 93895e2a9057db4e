"""Things that move until they touch something: a disc along a straight way, a rectangle that advances or wheels.

How far something can move is told in whole thousandths of an inch, or in tenths of a degree: the greatest number that
keeps it clear all the way. Something that is too near from the start can move 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import isqrt

from zareba.boards.inches.angles import CIRCLE, QUARTER, Bearing, Point, ahead, arc_length, offset, snapped, toward
from zareba.boards.inches.distances import cross, squared
from zareba.boards.inches.shapes import (
    Circle,
    Polygon,
    Polyline,
    Shape,
    apart,
    box_of,
    boxes_within,
    closer,
    overlap,
    rectangle,
)
from zareba.boards.inches.sight import WHOLE, passes_through, stretches

_BITS = 64
_ROOT = 32
_SPECK = 1 << 8


# --------------------------------------------------------------------------------------------------- a way step by step


def trace(a: Point, b: Point, step: int = 10, grid: int = 10) -> Iterator[Point]:
    """Points every so far along a straight way from its start, and its end, each rounded to the grid."""
    square = squared(a, b)
    length = 0
    while length * length < square:
        yield toward(a, b, length, grid)
        length += step
    yield snapped(b, grid)


def last_clear(a: Point, b: Point, clear: Callable[[Point], bool], step: int = 10, grid: int = 10) -> Point | None:
    """The last point of `trace` before the first that is not clear; None if the start is not."""
    last = None
    for point in trace(a, b, step, grid):
        if not clear(point):
            break
        last = point
    return last


def last_of(a: Point, b: Point, good: Callable[[Point], bool], step: int = 10, grid: int = 10) -> Point | None:
    """The last point of `trace` that is good, whatever comes before it; None if there is none."""
    return next((point for point in _backwards(a, b, step, grid) if good(point)), None)


def _backwards(a: Point, b: Point, step: int, grid: int) -> Iterator[Point]:
    """The points of `trace` from the last to the first."""
    yield snapped(b, grid)
    square = squared(a, b)
    for length in range(isqrt(square - 1) // step * step if square else -1, -1, -step):
        yield toward(a, b, length, grid)


def path_length(points: Sequence[Point]) -> int:
    """The length of a way of straight pieces in thousandths, rounded up from a millionth part.

    The roots are summed before they are rounded: the sum is over a whole limit exactly when the true length is.
    """
    fine = sum([isqrt(squared(a, b) << 2 * _ROOT) for a, b in pairwise(points)])
    return (fine + (1 << _ROOT) - 1 - _SPECK) >> _ROOT


# ---------------------------------------------------------------------------------------------------------------- discs


def first_contact(a: Point, b: Point, radius: int, shape: Shape) -> int | None:
    """How far a disc can go from a toward b before its middle comes nearer to the shape than the radius.

    In thousandths, rounded down; None if it can go all the way. It may touch and slide along.
    """
    if not boxes_within(box_of((a, b)), shape.box, radius):
        return None
    part = _first_part(a, b, radius, shape)
    return None if part is None else _down(part, squared(a, b))


def _down(part: int, square: int) -> int:
    return (isqrt(part * part * square >> 2 * (_BITS - _ROOT)) + _SPECK) >> _ROOT


def _first_part(a: Point, b: Point, radius: int, shape: Shape) -> int | None:
    if isinstance(shape, Circle):
        return _meets_disc(a, b, shape.centre, radius + shape.radius)
    if radius == 0:
        inside = stretches(a, b, shape)
        return inside[0][0] if inside else None
    if closer(a, shape, radius):
        return 0
    parts = [part for c, d in shape.sides if (part := _meets_capsule(a, b, c, d, radius)) is not None]
    return min(parts, default=None)


def _meets_disc(a: Point, b: Point, centre: Point, reach: int) -> int | None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy = centre[0] - a[0], centre[1] - a[1]
    apart_now = cx * cx + cy * cy - reach * reach
    if apart_now < 0:
        return 0
    length, middle = dx * dx + dy * dy, dx * cx + dy * cy
    discriminant = middle * middle - length * apart_now
    if middle <= 0 or discriminant <= 0:
        return None
    part = ((middle << _BITS) - isqrt(discriminant << 2 * _BITS)) // length
    return part if part < WHOLE else None


def _meets_capsule(a: Point, b: Point, c: Point, d: Point, reach: int) -> int | None:
    """Where a way that starts clear of a segment first comes nearer to it than that."""
    parts = [_meets_disc(a, b, c, reach), _meets_disc(a, b, d, reach), _meets_flank(a, b, c, d, reach)]
    return min([part for part in parts if part is not None], default=None)


def _meets_flank(a: Point, b: Point, c: Point, d: Point, reach: int) -> int | None:
    """Where a way first comes nearer to a segment from beside it, None if it comes no nearer or past its ends."""
    ux, uy = d[0] - c[0], d[1] - c[1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    beside, change = cross(c, d, a), ux * dy - uy * dx
    if beside < 0:
        beside, change = -beside, -change
    length = ux * ux + uy * uy
    if change >= 0 or beside * beside < reach * reach * length:
        return None
    part = ((beside << _BITS) - isqrt(reach * reach * length << 2 * _BITS)) // -change
    along = ((ux * (a[0] - c[0]) + uy * (a[1] - c[1])) << _BITS) + (ux * dx + uy * dy) * part
    return part if part < WHOLE and 0 <= along <= length << _BITS else None


def free_length(a: Point, b: Point, radius: int, shapes: Sequence[Shape]) -> int:
    """How far a disc can go from a toward b and stay clear of all the shapes; at most to b, rounded down."""
    contacts = [length for shape in shapes if (length := first_contact(a, b, radius, shape)) is not None]
    return min(contacts, default=isqrt(squared(a, b)))


# ----------------------------------------------------------------------------------------------------------- rectangles


def advance(
    front: Point, facing: Bearing, size: tuple[int, int], course: Bearing, most: int, shape: Shape, gap: int = 0
) -> int:
    """How far a rectangle can move on a course before it comes nearer to a shape than the gap, at most `most`.

    With a gap of 0 it stops when it touches: where it would overlap a polygon, reach into a circle or meet a line.
    """
    here = rectangle(front, facing, *size)
    if _fouls(here, shape, gap):
        return 0
    there = ahead((0, 0), course, most)
    contacts = [
        length
        for part in _convex_parts(shape)
        if (length := first_contact((0, 0), there, gap + part.radius, _differences(part, here))) is not None
    ]
    limit = min([most, *contacts])
    return _settled(
        limit, most, lambda length: _fouls(rectangle(ahead(front, course, length), facing, *size), shape, gap)
    )


class _Part:
    """A convex piece of a shape: its corners, and how much rounder it is than they are."""

    __slots__ = ("points", "radius")

    def __init__(self, points: Sequence[Point], radius: int) -> None:
        self.points = points
        self.radius = radius


def _convex_parts(shape: Shape) -> list[_Part]:
    if isinstance(shape, Circle):
        return [_Part([shape.centre], shape.radius)]
    if isinstance(shape, Polygon) and shape.convex:
        return [_Part(shape.points, 0)]
    return [_Part(side, 0) for side in shape.sides]


def _differences(part: _Part, mover: Polygon) -> Polygon:
    """Where the mover's first place must not be moved to: every point of the part less every point of the mover."""
    return Polygon(hull([(px - x, py - y) for px, py in part.points for x, y in mover.points]))


def hull(points: Sequence[Point]) -> list[Point]:
    """The corners of the smallest area without hollows that holds all the points, anticlockwise."""
    ordered = sorted(set(points))
    return _half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1]


def _half_hull(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and cross(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept


def _fouls(mover: Polygon, shape: Shape, gap: int) -> bool:
    """Whether a rectangle is nearer to a shape than the gap; with a gap of 0, whether it is in its way."""
    if not boxes_within(mover.box, shape.box, gap):
        return False
    if gap:
        return apart(mover, shape).less_than(gap)
    if isinstance(shape, Circle):
        return apart(mover, Circle(shape.centre, 0)).less_than(shape.radius)
    if isinstance(shape, Polyline):
        return any([passes_through(a, b, mover) for a, b in shape.sides])
    if shape.convex:
        return overlap(mover, shape)
    return any([passes_through(a, b, mover) for a, b in shape.sides]) or any(
        [passes_through(a, b, shape) for a, b in mover.sides]
    )


def _settled(limit: int, most: int, fouls: Callable[[int], bool]) -> int:
    """The greatest length about the limit that does not foul: corners are rounded, and so may be off by one or two."""
    while limit and fouls(limit):
        limit -= 1
    tries = 3
    while tries and limit < most and not fouls(limit + 1):
        limit += 1
        tries -= 1
    return limit


def wheeled(front: Point, facing: Bearing, width: int, angle: int) -> tuple[Point, Bearing]:
    """Front and facing after a wheel: about the right front corner if the angle is above 0, else about the left one."""
    half = width // 2 if angle > 0 else -(width // 2)
    corner = offset(front, facing, 0, half)
    ending = (facing + angle) % CIRCLE
    return offset(corner, ending, 0, -half), ending


def wheel_length(width: int, angle: int) -> int:
    """How far the outer front corner moves in a wheel."""
    return arc_length(angle, width)


def wheel(front: Point, facing: Bearing, size: tuple[int, int], angle: int, shape: Shape, gap: int = 0) -> int:
    """How many tenths of a degree of a wheel a rectangle can turn before it comes nearer to a shape than the gap.

    The angle says how far at most and to which side, as in `wheeled`; so does the answer.
    """
    sign, most = (1, angle) if angle > 0 else (-1, -angle)
    span = isqrt(size[0] ** 2 + size[1] ** 2) + 2
    done = 0
    while True:
        place, ending = wheeled(front, facing, size[0], sign * done) if done else (front, facing)
        here = rectangle(place, ending, *size)
        if _fouls(here, shape, gap):
            return sign * max(0, done - 1)
        if done >= most:
            return angle
        # No corner moves farther than the span times the angle: so much may be turned without looking.
        free = apart(here, shape).down - gap - 4
        done = min(most, done + max(1, free * 2 * QUARTER * 1000 // (3142 * span)))


def side_facing(facing: Bearing, side: int) -> Bearing:
    """The outward bearing of a side of a rectangle (`FRONT`, `RIGHT`, `REAR`, `LEFT`) that faces so."""
    return (facing + side * QUARTER) % CIRCLE


def sides_near(mover: Polygon, target: Polygon, reach: int) -> list[int]:
    """The sides of a rectangle that another one is at most so far from."""
    return [k for k, (a, b) in enumerate(target.sides) if apart(Polyline((a, b)), mover).at_most(reach)]


def shared_front(mine: tuple[Point, Point], theirs: tuple[Point, Point]) -> int:
    """How much of a side lies over against another one, measured along the other, rounded down; 0 if nothing does."""
    c, d = theirs
    ux, uy = d[0] - c[0], d[1] - c[1]
    square = ux * ux + uy * uy
    spots = sorted([ux * (x - c[0]) + uy * (y - c[1]) for x, y in mine])
    shared = min(spots[1], square) - max(spots[0], 0)
    return isqrt(shared * shared // square) if shared > 0 else 0
