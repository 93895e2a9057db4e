"""Where a man might want to go: a few sensible places among all that there are, legal or not.

Computer players choose among them, and the page offers them. The most pressing come first: into the enemy, to a load or
a place worth having, into cover, nearer, farther, and to either side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zareba.boards.inches import (
    Bearing,
    Circle,
    Point,
    Shape,
    ahead,
    bearing,
    distance,
    nearest_place,
    squared,
)
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.field import Field, Index, ones
from zareba.systems.darkest_africa.running import along, away
from zareba.systems.darkest_africa.troops import BASES, BEARER, INCH, RADIUS

GRID = 10
BESIDE = BASES + 20
"""How far from an enemy's centre he stands who touches him: bases do not overlap, whichever way it is rounded."""
AROUND = (0, 500, -500, 1000, -1000)
"""The angles from which an enemy may be reached."""
NEAREST = 4
DEEP = 600
WINDS = range(0, 3600, 450)


def wishes(field: Field, index: Index, start: Point, left: int) -> Iterator[Point]:
    """Places for a move that has got so far, with so much of a Normal move left."""
    troop = field.roster[index].troop
    slow = left - troop.normal + troop.rough
    foes = sorted(ones(field.foes(index)), key=lambda foe: (field.apart(start, foe), foe))[:NEAREST]
    if troop is not BEARER:
        for turn in AROUND:
            yield from [_beside(field, start, foe, turn) for foe in foes if _near(field, start, foe, left)]
    lengths = [length for length in (left, slow) if length >= GRID]
    for goal in goals(field, index):
        yield from _toward(start, goal, lengths)
    nook = field.ground.nook(start)
    if nook:
        yield along(start, nook.point, min(left, distance(start, nook.point) + DEEP))
    for foe in foes:
        yield from [along(start, field.at[foe], length) for length in lengths]
    if foes:
        yield from [on_course(start, away(field, index), length) for length in lengths]
    yield from [on_course(start, wind, length) for length in lengths for wind in WINDS]
    yield from [on_course(start, wind, min(left, length)) for length in (BASES, 2 * GRID) for wind in WINDS]


def _near(field: Field, start: Point, foe: Index, left: int) -> bool:
    return field.apart(start, foe) <= (left + BESIDE) ** 2


def _beside(field: Field, start: Point, foe: Index, turn: int) -> Point:
    at = field.at[foe]
    return ahead(at, bearing(at, start) + turn, BESIDE, GRID)


def _toward(start: Point, goal: Point, lengths: list[int]) -> list[Point]:
    """The goal itself if it is near enough, else as far toward it as may be."""
    return [goal if squared(start, goal) <= length * length else along(start, goal, length) for length in lengths]


def on_course(start: Point, course: Bearing, length: int) -> Point:
    """The point so far on a bearing, rounded, but never farther than that."""
    return along(start, ahead(start, course, 100 * INCH), length)


def goals(field: Field, index: Index) -> Iterator[Point]:
    """What its side wants that is no enemy: the way out, loads, a scenario's place."""
    side, at = field.side_of(index), field.at[index]
    bearer = field.roster[index].troop is BEARER
    way_out = field.sides[side].exit
    if way_out and bearer:
        yield _way_out(field, at, way_out)
    wanted = [point for owner, point in field.loads if (owner == side) == bearer]
    if wanted and not field.carrying >> index & 1:
        yield min(wanted, key=lambda point: (squared(at, point), point))
    if field.terms.hold and not bearer:
        yield field.terms.hold.at


def _way_out(field: Field, at: Point, way_out: tuple[str, int, int]) -> Point:
    """The nearest place from which it could leave (`move.exit`)."""
    edge, low, high = way_out
    inset = BASES // 2
    x, y = [min(max(part, low), high) for part in at] if edge else at
    other = {"south": inset, "west": inset, "north": field.ground.depth - inset, "east": field.ground.width - inset}
    return (x, other[edge]) if edge in ("south", "north") else (other[edge], y)


Refuses = Callable[[Field, Index, Point], Refusal | None]


def instead(field: Field, index: Index, start: Point, left: int, wish: Point, refuses: Refuses) -> str:
    """The nearest place to a wished one that would do, as an answer; an empty text where there is none."""
    aim = wish if squared(start, wish) <= left * left else along(start, wish, left)
    others = field.seen(0) | field.seen(1) | field.on & field.friends[field.side_of(index)]
    keep: list[tuple[Shape, int]] = [(Circle(at, 0), BASES) for at in field.places(others & ~(1 << index))]
    keep += [(shape, RADIUS) for shape in field.ground.closed]
    slow = left - field.roster[index].troop.normal + field.roster[index].troop.rough
    extra = [along(start, wish, slow)] if slow > 0 else []

    def legal(point: Point) -> bool:
        return refuses(field, index, point) is None

    found = nearest_place(aim, legal, keep, left + BASES, GRID, extra)
    return f"{found[0]} {found[1]}" if found else ""
