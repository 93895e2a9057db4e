"""Points, lengths and bearings.

A length is a whole number of thousandths of an inch. A point is `(x, y)`, x to the east and y to the north. A bearing
is a whole number of tenths of a degree, clockwise from north. The table of directions is worked out with whole numbers
alone, so that it is the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from math import isqrt

Point = tuple[int, int]
Bearing = int
CIRCLE = 3600
QUARTER = 900

BITS = 64
SCALE = 1 << BITS
"""The length of the vectors that `forward` tells."""
_HALF = SCALE >> 1
_FINE = 128


def _arc_cotangent(x: int) -> int:
    """The angle whose cotangent is x, as a part of 2 ** 128."""
    power = total = (1 << _FINE) // x
    for odd in range(3, 200, 2):
        power = -power // (x * x)
        total += power // odd
    return total


_PI = 4 * (4 * _arc_cotangent(5) - _arc_cotangent(239))


def _small(angle: int) -> tuple[int, int]:
    """Sine and cosine of a small angle, by their series."""
    sine, cosine, term = 0, 0, 1 << _FINE
    for n in range(0, 40, 2):
        cosine += term
        term = term * angle // (n + 1) >> _FINE
        sine += term
        term = -term * angle // (n + 2) >> _FINE
    return sine, cosine


def _eighth() -> list[tuple[int, int]]:
    """Sine and cosine of every twentieth of a degree up to 45 degrees, as parts of 2 ** 128."""
    step_sine, step_cosine = _small(_PI // CIRCLE)
    sine, cosine = 0, 1 << _FINE
    table = []
    for _ in range(QUARTER + 1):
        table.append((sine, cosine))
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> _FINE,
            (cosine * step_cosine - sine * step_sine) >> _FINE,
        )
    return table


def _tables() -> tuple[list[int], list[int]]:
    """The sines of the first quarter circle, and the tangents halfway between neighbouring tenths of a degree."""
    eighth = _eighth()
    shift = _FINE - BITS
    low = [(sine + (1 << (shift - 1))) >> shift for sine, _ in eighth[::2]]
    high = [(cosine + (1 << (shift - 1))) >> shift for _, cosine in eighth[::2]]
    return low + high[-2::-1], [(sine << _FINE) // cosine for sine, cosine in eighth[1::2]]


_SINES, _TANGENTS = _tables()


def _direction(bearing: Bearing) -> Point:
    quadrant, rest = divmod(bearing, QUARTER)
    sine, cosine = _SINES[rest], _SINES[QUARTER - rest]
    return ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quadrant]


_FORWARD = tuple([_direction(bearing) for bearing in range(CIRCLE)])


def forward(bearing: Bearing) -> Point:
    """The direction of a bearing: how far east and how far north, as parts of `SCALE`."""
    return _FORWARD[bearing % CIRCLE]


def turn(start: Bearing, end: Bearing) -> int:
    """How far one must turn from one bearing to another: from -1799 (to the left) to 1800 (to the right)."""
    return (end - start + 1799) % CIRCLE - 1799


def offset(point: Point, facing: Bearing, ahead: int, aside: int = 0, grid: int = 1) -> Point:
    """The point so far ahead and so far to the right of another, for somebody who faces that way.

    Each coordinate is rounded to the nearest point of the grid, halves upwards.
    """
    fx, fy = _FORWARD[facing % CIRCLE]
    x, y = ahead * fx + aside * fy, ahead * fy - aside * fx
    if grid == 1:
        return point[0] + (x + _HALF >> BITS), point[1] + (y + _HALF >> BITS)
    unit = grid * SCALE
    return (
        (2 * ((point[0] << BITS) + x) + unit) // (2 * unit) * grid,
        (2 * ((point[1] << BITS) + y) + unit) // (2 * unit) * grid,
    )


def ahead(point: Point, bearing: Bearing, distance: int, grid: int = 1) -> Point:
    """The point at a distance on a bearing."""
    return offset(point, bearing, distance, 0, grid)


def rotated(point: Point, pivot: Point, angle: int) -> Point:
    """The point turned clockwise about a pivot by so many tenths of a degree."""
    return offset(pivot, angle, point[1] - pivot[1], point[0] - pivot[0])


def bearing(start: Point, end: Point) -> Bearing:
    """The bearing from one point to another, rounded to the nearest tenth of a degree; 0 if they are the same.

    No bearing between points of the table lies exactly halfway between two tenths: the tangent of such an angle is
    never a fraction.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    east, north = abs(dx), abs(dy)
    if east <= north:
        if not north:
            return 0
        angle = bisect_right(_TANGENTS, (east << _FINE) // north)
    else:
        angle = QUARTER - bisect_right(_TANGENTS, (north << _FINE) // east)
    if dy < 0:
        angle = 2 * QUARTER - angle
    return angle if dx >= 0 or not angle else CIRCLE - angle


def within_arc(origin: Point, facing: Bearing, half: int, point: Point) -> bool:
    """Whether a point lies at most `half` tenths of a degree to either side of straight ahead, exactly.

    The origin itself counts as ahead. For half a tenth of slack (45.05 degrees and the like) ask `about_within_arc`.
    """
    dx, dy = point[0] - origin[0], point[1] - origin[1]
    lx, ly = _FORWARD[(facing - half) % CIRCLE]
    rx, ry = _FORWARD[(facing + half) % CIRCLE]
    if half > QUARTER:
        return half >= 2 * QUARTER or lx * dy <= ly * dx or rx * dy >= ry * dx
    fx, fy = _FORWARD[facing % CIRCLE]
    return lx * dy <= ly * dx and rx * dy >= ry * dx and fx * dx + fy * dy >= 0


def about_within_arc(origin: Point, facing: Bearing, half: int, point: Point) -> bool:
    """Whether the bearing of a point, rounded to a tenth of a degree, differs from the facing by at most `half`.

    This is the same as a difference of at most `half` and another half of a tenth, unrounded.
    """
    return point == origin or abs(turn(facing, bearing(origin, point))) <= half


def in_front(origin: Point, facing: Bearing, point: Point) -> bool:
    """Whether a point lies ahead of the line through the origin at right angles to the facing, or on it."""
    fx, fy = _FORWARD[facing % CIRCLE]
    return fx * (point[0] - origin[0]) + fy * (point[1] - origin[1]) >= 0


def arc_length(angle: int, radius: int) -> int:
    """How long an arc of so many tenths of a degree is, to the nearest thousandth."""
    return (2 * abs(angle) * radius * _PI // (CIRCLE // 2) + (1 << _FINE)) >> (_FINE + 1)


def rounded(value: int, grid: int) -> int:
    """The nearest multiple of the grid, halves upwards."""
    return (2 * value + grid) // (2 * grid) * grid


def snapped(point: Point, grid: int) -> Point:
    """The nearest point of the grid, halves upwards."""
    return rounded(point[0], grid), rounded(point[1], grid)


def toward(start: Point, end: Point, length: int, grid: int = 1) -> Point:
    """The point at a length from the start on the line to the end, or beyond it, rounded as `rounded` does.

    The start itself where the two are the same.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    squared = dx * dx + dy * dy
    if not squared:
        return snapped(start, grid)
    return _along(start[0], dx, squared, length, grid), _along(start[1], dy, squared, length, grid)


def _along(start: int, change: int, squared: int, length: int, grid: int) -> int:
    """One coordinate of `toward`: the start and change * length / sqrt(squared), rounded exactly."""
    doubled = 4 * change * change * length * length
    if (change < 0) == (length < 0):
        twice = isqrt(doubled // squared)
    else:
        twice = -1 - isqrt((doubled - 1) // squared) if doubled else 0
    return (2 * start + twice + grid) // (2 * grid) * grid
