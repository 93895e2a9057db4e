"""Where something can be put: the nearest place to a wished one that somebody allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt

from zareba.boards.inches.angles import CIRCLE, Point, ahead, snapped, toward
from zareba.boards.inches.distances import foot, squared
from zareba.boards.inches.shapes import Circle, Shape

Keep = tuple[Shape, int]
"""A shape and how far from it one has to keep."""


def nearest_place(
    wish: Point,
    legal: Callable[[Point], bool],
    keep: Sequence[Keep] = (),
    reach: int = 4000,
    grid: int = 10,
    extra: Iterable[Point] = (),
) -> Point | None:
    """The nearest legal place to a wished one, at most so far from it; None if none is found.

    Looked at are the wish, the places where something would just keep its distance from one or two of the shapes, what
    is given as `extra`, and rings about the wish. Between two equally near, the one with the smaller x, then the
    smaller y.
    """
    wish = snapped(wish, grid)
    if legal(wish):
        return wish
    found = _best(wish, [*touching(wish, keep, reach), *extra], legal, reach, grid)
    for place in rings(wish, isqrt(squared(wish, found)) if found else reach, grid):
        if (found is None or squared(wish, place) < squared(wish, found)) and legal(place):
            return place
    return found


def _best(wish: Point, spots: Iterable[Point], legal: Callable[[Point], bool], reach: int, grid: int) -> Point | None:
    """The nearest legal place of all at and around some spots. Those are tried from the nearest on."""
    tried: set[Point] = set()
    best: tuple[int, Point] | None = None
    most = reach * reach
    for away, spot in sorted([(squared(wish, spot), spot) for spot in spots]):
        if away > most:
            break
        for place in _about(spot, grid):
            here = (squared(wish, place), place)
            if place not in tried and here[0] <= reach * reach and (best is None or here < best) and legal(place):
                best = here
                most = min(most, (isqrt(here[0]) + 4 * grid) ** 2)
            tried.add(place)
    return best and best[1]


def _by_distance(wish: Point, places: Iterable[Point]) -> list[Point]:
    return sorted(places, key=lambda place: (squared(wish, place), place))


def _about(spot: Point, grid: int) -> list[Point]:
    """The places of the grid at and around a spot. Where two rims meet at a sharp angle none nearer may be free."""
    x, y = snapped(spot, grid)
    steps = (-2 * grid, -grid, 0, grid, 2 * grid)
    return [(x + dx, y + dy) for dx in steps for dy in steps]


def rings(wish: Point, reach: int, grid: int) -> Iterator[Point]:
    """Places around a wish in rings that widen: sixteen on the first, and never farther apart than a quarter inch."""
    radius = 10 * grid
    while radius <= reach:
        count = max(16, -(-6284 * radius // 250_000))
        spots = [_spoke(wish, k, count, radius, grid) for k in range(count)]
        yield from _by_distance(wish, dict.fromkeys(spots))
        radius += max(10 * grid, radius // 8 // grid * grid)


def _spoke(wish: Point, k: int, count: int, radius: int, grid: int) -> Point:
    return ahead(wish, k * CIRCLE // count, radius, grid)


def touching(wish: Point, keep: Sequence[Keep], reach: int) -> list[Point]:
    """Places that just keep their distance from one shape, nearest to the wish, or from two."""
    discs, lines = _rims(wish, keep, reach)
    places = [toward(centre, wish, radius) for centre, radius in discs if centre != wish]
    places += [foot(wish, a, b) for a, b in lines]
    for i, disc in enumerate(discs):
        for other in discs[:i]:
            places += discs_meet(disc, other)
        for line in lines:
            places += disc_meets_line(disc, line)
    return places


Disc = tuple[Point, int]
Line = tuple[Point, Point]


def _rims(wish: Point, keep: Sequence[Keep], reach: int) -> tuple[list[Disc], list[Line]]:
    """The rims of what is forbidden: about circles and corners, and beside straight sides."""
    discs: dict[Disc, None] = {}
    lines: dict[Line, None] = {}
    for shape, distance in keep:
        if isinstance(shape, Circle):
            discs[shape.centre, shape.radius + distance] = None
            continue
        for a, b in shape.sides:
            discs[a, distance] = discs[b, distance] = None
            for side in (distance, -distance):
                lines[_moved(a, b, side)] = None
    close = [disc for disc in discs if squared(wish, disc[0]) <= (reach + disc[1]) ** 2 and disc[1] > 0]
    return close, [line for line in lines if squared(wish, foot(wish, *line)) <= reach * reach]


def _moved(a: Point, b: Point, aside: int) -> Line:
    """A segment moved so far to its right."""
    dx, dy = toward((0, 0), (b[1] - a[1], a[0] - b[0]), aside)
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def discs_meet(one: Disc, other: Disc) -> list[Point]:
    """The points where two rims meet, to the nearest thousandth."""
    (ax, ay), r = one
    (bx, by), s = other
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not square or square > (r + s) ** 2 or square < (r - s) ** 2:
        return []
    along = square + r * r - s * s
    aside = isqrt(max(0, 4 * r * r * square - along * along))
    return [
        (
            (2 * ax * square + dx * along - dy * side) // (2 * square),
            (2 * ay * square + dy * along + dx * side) // (2 * square),
        )
        for side in (aside, -aside)
    ]


def disc_meets_line(disc: Disc, line: Line) -> list[Point]:
    """The points where a rim meets a segment, to the nearest thousandth."""
    (cx, cy), radius = disc
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    middle = dx * (cx - ax) + dy * (cy - ay)
    discriminant = middle * middle - square * ((cx - ax) ** 2 + (cy - ay) ** 2 - radius * radius)
    if discriminant < 0 or not square:
        return []
    root = isqrt(discriminant)
    return [
        (ax + dx * part // square, ay + dy * part // square)
        for part in (middle - root, middle + root)
        if 0 <= part <= square
    ]
