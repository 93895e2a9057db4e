"""Where a step may lead: what an aimed step would be, what would do instead, and the places worth a look.

An advance and a retirement are aimed at the place where the front-centre of the (leading) unit shall be, a wheel, a
change of facing and a pivot at a point that it shall look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from zareba.boards.inches.angles import CIRCLE, Bearing, Point, ahead, bearing, turn
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import boxes_within
from zareba.boards.inches.sweeps import advance as free_way
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of, rect_at
from zareba.systems.battles_for_empire.moves import (
    ADVANCE,
    BACK,
    FACE,
    PIVOT,
    RETIRE,
    WHEEL,
    Move,
    at_any_bearing,
    mover_of,
)
from zareba.systems.battles_for_empire.plans import (
    AHEAD,
    QUARTER,
    Plan,
    advance,
    face,
    refuse_advance,
    refuse_face,
    refuse_retire,
    refuse_wheel,
    retire,
    rows_of,
    swept,
    wheel,
)
from zareba.systems.battles_for_empire.rows import Unit
from zareba.systems.battles_for_empire.steps import pivot, refuse_pivot, refuse_verb
from zareba.systems.battles_for_empire.troops import INCH

LOOK = 3 * INCH
"""How far before a unit the points lie that stand for a direction."""
NEAREST = 3
"""So many of the nearest enemies are worth a look."""
DIFFERENT = 60
SPREAD = (0, -225, 225, -450, 450)
SHARES = (4, 3, 2, 1)
"""Quarters of the way that are tried."""
CRUMBS = (8, 16, 32, 64)
"""Parts of the way that are tried where no quarter of it will do."""


def plan_at(field: Field, move: Move, verb: str, at: Point) -> Plan:
    """The step that an aim stands for."""
    if verb == ADVANCE:
        return advance(field, move, at)
    if verb == RETIRE:
        return retire(field, move, at)
    if verb == WHEEL:
        return wheel(field, move, looking(field, move, verb, at))
    return (pivot if verb == PIVOT else face)(field, move, looking(field, move, verb, at))


def looking(field: Field, move: Move, verb: str, at: Point) -> Bearing:
    """The facing that an aim stands for: from the front of who wheels, from the centre of who faces about."""
    unit = field.units[move.lead]
    return bearing(unit.at if verb == WHEEL else centre_of(unit), at)


def refuse_aim(field: Field, move: Move, verb: str, at: Point) -> Refusal | None:
    """What forbids a step to be aimed there, with the nearest place that would do."""
    refusal = refuse_verb(field, move, verb) or _refuse_at(field, move, verb, at)
    if refusal and not refusal.instead and verb == ADVANCE:
        if near := nearest(field, move, at):
            return refusal._replace(instead=f"{near[0]} {near[1]}")
    return refusal


def _refuse_at(field: Field, move: Move, verb: str, at: Point) -> Refusal | None:
    if verb == ADVANCE:
        return refuse_advance(field, move, at)
    if verb == RETIRE:
        return refuse_retire(field, move, at)
    facing = looking(field, move, verb, at)
    return {WHEEL: refuse_wheel, FACE: refuse_face, PIVOT: refuse_pivot}[verb](field, move, facing)


# --- places worth a look -------------------------------------------------------------------------------------------


def spots(field: Field, move: Move, verb: str) -> list[Point]:
    """A few sensible places to aim a step at, all of them lawful."""
    key, known = ("spots", _state(move, verb)), field.places()
    if key not in known:
        known[key] = list(dict.fromkeys(_lawful(field, move, verb)))
    found: list[Point] = known[key]
    return found


def has_spot(field: Field, move: Move, verb: str) -> bool:
    """Whether there is any."""
    key, known = ("spot", _state(move, verb)), field.places()
    if key not in known:
        known[key] = any(True for _ in _lawful(field, move, verb))
    found: bool = known[key]
    return found


def _state(move: Move, verb: str) -> tuple[object, ...]:
    """All that the places for a step depend on, besides where everybody stands."""
    starts = tuple([start[1:7] for start in move.starts])
    return verb, move.members, move.left, move.kind, move.last, move.free, move.turned, starts


def _lawful(field: Field, move: Move, verb: str) -> Iterator[Point]:
    if refuse_verb(field, move, verb):
        return
    if verb == ADVANCE:
        for course in courses(field, move):
            yield from _stages(field, move, course)
    elif verb == RETIRE:
        yield from _backward(field, move)
    else:
        for at in _views(field, move, verb):
            if _refuse_at(field, move, verb, at) is None:
                yield at


def courses(field: Field, move: Move) -> list[Bearing]:
    """The bearings on which to advance: towards what matters, and spread over what the facing allows."""
    unit = field.units[move.lead]
    anyhow = at_any_bearing(move, unit)
    wanted = [_within(unit, bearing(unit.at, goal), anyhow) for goal in goals(field, unit)]
    spread = [(unit.facing + by) % CIRCLE for by in SPREAD]
    around = [(unit.facing + by) % CIRCLE for by in (900, 1800, 2700)] if anyhow else []
    return _apart([*wanted, *spread, *around])


def _apart(courses: list[Bearing]) -> list[Bearing]:
    """Those that differ by some degrees from all before them."""
    found: list[Bearing] = []
    for course in courses:
        if all([abs(turn(other, course)) >= DIFFERENT for other in found]):
            found.append(course)
    return found


def _within(unit: Unit, course: Bearing, anyhow: bool) -> Bearing:
    """The nearest bearing to a wished one that an advance may take."""
    off = turn(unit.facing, course)
    return course if anyhow else (unit.facing + max(-AHEAD, min(AHEAD, off))) % CIRCLE


def goals(field: Field, unit: Unit) -> list[Point]:
    """The nearest enemies, and the places that the scenario is about."""
    foes = [centre_of(field.units[foe]) for foe in field.on_table(1 - unit.side)]
    foes.sort(key=lambda at: distance(unit.at, at))
    return [*foes[:NEAREST], *aims_of(field)]


def aims_of(field: Field) -> list[Point]:
    """Points that objectives name."""
    return [test.near[0] for goal in field.terms.goals for test in goal.tests if test.near]


def farthest(field: Field, move: Move, course: Bearing, most: int) -> int:
    """How far a move may go on a course before its cost, or the neighbourhood of an enemy, stops it."""
    for row in rows_of(field, move):
        goal = ahead(row.at, course, most)
        end = field.ground.farthest(mover_of(field, row), row.at, goal, move.left)
        most = _until_barred(field, row, course, min(most, distance(row.at, end)))
        lane = swept(rect_at(row, row.x, row.y, row.facing), rect_at(row, *ahead(row.at, course, most), row.facing))
        for foe in field.on_table(1 - row.side):
            if boxes_within(lane.box, field.rect(foe).box, INCH):
                most = min(most, free_way(row.at, row.facing, row.size, course, most, field.rect(foe), INCH))
    return most


def _until_barred(field: Field, row: Unit, course: Bearing, most: int) -> int:
    """How far it may go before ground that it cannot enter (`terrain.no-entry`)."""
    mover = mover_of(field, row)
    if not field.ground.refuse_way(mover, row.at, ahead(row.at, course, most)):
        return most
    clear, barred = 0, most
    while barred - clear > 1:
        middle = (clear + barred) // 2
        if field.ground.refuse_way(mover, row.at, ahead(row.at, course, middle)):
            barred = middle
        else:
            clear = middle
    return clear


def _stages(field: Field, move: Move, course: Bearing) -> Iterator[Point]:
    """The farthest lawful place on a course, and one about halfway."""
    unit, most = field.units[move.lead], farthest(field, move, course, move.left)
    found = None
    for share in SHARES:
        at = ahead(unit.at, course, most * share // 4)
        if at != unit.at and refuse_advance(field, move, at) is None:
            yield at
            if found or share <= 2:
                return
            found = at
    if not found:
        yield from _crumbs(field, move, course, most)


def _crumbs(field: Field, move: Move, course: Bearing, most: int) -> Iterator[Point]:
    """The longest of the shorter ways that is lawful, where friends or the edge of the table stand close by."""
    unit = field.units[move.lead]
    for part in CRUMBS:
        at = ahead(unit.at, course, most // part)
        if at != unit.at and refuse_advance(field, move, at) is None:
            yield at
            return


def _backward(field: Field, move: Move) -> Iterator[Point]:
    unit = field.units[move.lead]
    for share in SHARES:
        at = ahead(unit.at, unit.facing + CIRCLE // 2, move.left * share // (4 if move.kind == BACK else 8))
        if refuse_retire(field, move, at) is None:
            yield at


def _views(field: Field, move: Move, verb: str) -> list[Point]:
    """Points to look at: the nearest enemies, places that matter, and some directions all round."""
    unit = field.units[move.lead]
    start = unit.at if verb == WHEEL else centre_of(unit)
    wide = (-900, -450, 450, 900) if verb == WHEEL else (-900, -450, 450, 900, 1800)
    facings = [bearing(start, goal) for goal in goals(field, unit)]
    facings += [(unit.facing + by) % CIRCLE for by in wide]
    if verb == WHEEL:
        facings = [facing for facing in facings if 0 < abs(turn(unit.facing, facing)) <= QUARTER]
    return [ahead(start, facing, LOOK) for facing in dict.fromkeys(facings)]


def nearest(field: Field, move: Move, at: Point) -> Point | None:
    """The place nearest to a wished one, on its course or on the nearest course allowed, to which one may advance."""
    unit = field.units[move.lead]
    course = _within(unit, bearing(unit.at, at), at_any_bearing(move, unit))
    most = farthest(field, move, course, min(move.left, distance(unit.at, at)))
    for share in range(16, 0, -1):
        spot = ahead(unit.at, course, most * share // 16)
        if (
            spot not in (at, unit.at)
            and refuse_verb(field, move, ADVANCE) is None
            and not refuse_advance(field, move, spot)
        ):
            return spot
    return None
