"""Charges: whom a unit can reach straight ahead, how it squares up, and from where it came (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zareba.boards.inches.angles import CIRCLE, Point, ahead, bearing, offset
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import FRONT as FRONT_EDGE
from zareba.boards.inches.shapes import (
    REAR,
    Polygon,
    Polyline,
    apart,
    boxes_within,
    meets,
    nearest_point,
    shapes_within,
)
from zareba.boards.inches.sweeps import advance as free_way
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import ACROSS, CONTACT, centre_of, in_contact, rect_at, rect_of
from zareba.systems.battles_for_empire.ground import Line
from zareba.systems.battles_for_empire.harm import disorder
from zareba.systems.battles_for_empire.moves import LAST, PLAIN, Move, mover_of
from zareba.systems.battles_for_empire.plans import (
    Plan,
    face,
    mixes,
    passed,
    refuse_face,
    refuse_stand,
    refuse_wheel,
    swept,
    wheel,
)
from zareba.systems.battles_for_empire.rows import CHARGED, FLANK, FRONT, GROUND, MOVED, Slot, Unit
from zareba.systems.battles_for_empire.rows import REAR as FROM_BEHIND
from zareba.systems.battles_for_empire.sight import in_frontal_zone
from zareba.systems.battles_for_empire.touching import edge_touched
from zareba.systems.battles_for_empire.troops import SQUARE

LEAST = 600
"""`charge.align-blocked`: so much of front and edge must overlap."""
SLIDE = 50
"""Places along an edge are looked for so far apart."""
ROUNDS = 3
"""A wheel moves the front, so the bearing is taken anew so often."""


class Charge(NamedTuple):
    """A charge as it would be made: perhaps a turn first, then straight on until something is touched."""

    slot: Slot
    target: Slot
    turn: Plan | None
    """The wheel or change of facing that brings the target before the front."""
    way: tuple[Point, Point]
    cost: tuple[Reason, ...]
    row: Unit
    """The charger squared up."""
    zone: str
    """`charge.zone`: front, flank or rear."""
    sweep: Polygon


# --- who may charge whom -----------------------------------------------------------------------------------------


def refuse_target(field: Field, move: Move, index: int, foe: Slot) -> Refusal | None:
    """Why a unit may not charge this enemy at all: `charge.who`, `charge.see`, `gun.contact`."""
    unit = field.units[move.members[index]]
    if unit.troop.gun:
        return Refusal("gun.contact", "Artillery and MGs never charge.")
    if unit.formation == SQUARE:
        return Refusal("charge.who", "A company square does not charge.")
    if unit.skirmishing and not _prey_of_skirmishers(field.units[foe]):
        return Refusal("charge.who", "Skirmishers charge only skirmishers, guns, MGs and Shaken units.")
    if foe not in move.seen[index]:
        return Refusal("charge.see", f"{field.units[foe].name} was not in sight when the move began.")
    if move.kind not in (PLAIN, LAST):
        return Refusal("charge.define", "This move cannot end in a charge.")
    return None


def _prey_of_skirmishers(foe: Unit) -> bool:
    return foe.skirmishing or foe.troop.gun or foe.shaken


def refuse_charge(field: Field, move: Move, foe: Slot) -> Refusal | None:
    """Why the lead of a move cannot charge this enemy now."""
    if refusal := refuse_target(field, move, 0, foe):
        return refusal
    if foe in charges(field, move):
        return None
    return Refusal("charge.straight", f"{field.units[foe].name} cannot be reached straight ahead with what is left.")


# --- every charge that can be made ---------------------------------------------------------------------------------


def charges(field: Field, move: Move, index: int = 0) -> dict[Slot, Charge]:
    """For each enemy that a member can charge now, the charge that costs least."""
    key = ("charges", move.members[index], move.left, move.kind, move.free, move.seen[index])
    if key not in field.memo:
        field.memo[key] = _charges(field, move, index)
    found: dict[Slot, Charge] = field.memo[key]
    return found


def _charges(field: Field, move: Move, index: int) -> dict[Slot, Charge]:
    mine, found = field.rect(move.members[index]), dict[Slot, Charge]()
    for foe in field.enemies(move.members[index]):
        if shapes_within(mine, field.rect(foe), move.left + ACROSS) and not refuse_target(field, move, index, foe):
            if best := _best(list(_ways(field, move, index, foe))):
                found[foe] = best
    return found


def _best(ways: list[Charge]) -> Charge | None:
    return min(ways, key=lambda charge: total(list(charge.cost)), default=None)


def _ways(field: Field, move: Move, index: int, foe: Slot) -> Iterator[Charge]:
    """Straight ahead; or after a wheel, or a change of facing, that brings the enemy before the front."""
    slot = move.members[index]
    if direct := _onset(field, move, index, foe, field.units[slot], None):
        yield direct
    if move.kind == LAST or len(move.members) > 1:
        return
    for turn in _turns(field, move, foe):
        if charge := _onset(field, move, index, foe, turn.rows[0], turn):
            yield charge


def _turns(field: Field, move: Move, foe: Slot) -> Iterator[Plan]:
    unit, rect = field.units[move.lead], field.rect(foe)
    for aim in dict.fromkeys((centre_of(field.units[foe]), nearest_point(unit.at, rect))):
        facing = _wheel_to(field, move, aim)
        if facing != unit.facing and not refuse_wheel(field, move, facing):
            yield wheel(field, move, facing)
        facing = bearing(centre_of(unit), aim)
        if facing != unit.facing and not refuse_face(field, move, facing):
            yield face(field, move, facing)


def _wheel_to(field: Field, move: Move, aim: Point) -> int:
    """The facing after a wheel that points the front at a place."""
    unit = field.units[move.lead]
    facing = bearing(unit.at, aim)
    for _ in range(ROUNDS):
        if facing == unit.facing:
            break
        facing = bearing(wheel(field, move, facing).rows[0].at, aim)
    return facing


def _onset(field: Field, move: Move, index: int, foe: Slot, row: Unit, turn: Plan | None) -> Charge | None:
    """The charge straight ahead from where a row stands, if it meets this enemy first and there is room for it."""
    spent = turn.cost if turn else ()
    far, touched = lunge(field, move.members[index], row, move.left - total(list(spent)))
    if foe not in touched:
        return None
    goal = ahead(row.at, row.facing, far)
    if field.ground.refuse_way(mover_of(field, row), row.at, goal):
        return None
    at_touch = row._replace(x=goal[0], y=goal[1])
    end = squared_up(field, move.members[index], at_touch, foe)
    if end is None:
        return None
    cost = (*spent, *field.ground.costs(mover_of(field, row), row.at, goal))
    sweep = swept(rect_of(row), rect_of(at_touch))
    zone = zone_of(field, move.starts[index], at_touch, foe)
    return Charge(move.members[index], foe, turn, (row.at, goal), cost, end, zone, sweep)


def lunge(field: Field, slot: Slot, row: Unit, left: int) -> tuple[int, list[Slot]]:
    """How far a row goes straight ahead until it first touches, and whom it touches then (`charge.straight`).

    It stops at an obstacle that an enemy in reach is behind (`charge.over-obstacle`), and pays no crossing for it.
    """
    if left <= 0:
        return 0, []
    goal = ahead(row.at, row.facing, left)
    lane = swept(rect_of(row), rect_at(row, *goal, row.facing))
    foes = [foe for foe in field.enemies(slot) if boxes_within(lane.box, field.rect(foe).box, ACROSS)]
    if not foes:
        return 0, []
    stops = [_until(row, left, field.rect(foe)) for foe in foes]
    stops += [
        far
        for line in _defended(field, foes)
        if _meets_defenders(field, row, foes, far := _until(row, left, line.shape))
    ]
    far = min(min(stops), left)
    spot = ahead(row.at, row.facing, far)
    if total(field.ground.costs(mover_of(field, row), row.at, spot)) > left:
        return 0, []
    rect = rect_at(row, *spot, row.facing)
    return far, [foe for foe in foes if in_contact(field.ground, rect, field.rect(foe))]


def _until(row: Unit, left: int, shape: Polygon | Polyline) -> int:
    return free_way(row.at, row.facing, row.size, row.facing, left + CONTACT, shape)


def _defended(field: Field, foes: list[Slot]) -> list[Line]:
    lines = {line.name: line for foe in foes for line in field.ground.behind(field.rect(foe))}
    return list(lines.values())


def _meets_defenders(field: Field, row: Unit, foes: list[Slot], far: int) -> bool:
    """Whether somebody behind the line is in contact with who stops there."""
    spot = ahead(row.at, row.facing, far)
    rect = rect_at(row, *spot, row.facing)
    return any([in_contact(field.ground, rect, field.rect(foe)) for foe in foes])


# --- squaring up ---------------------------------------------------------------------------------------------------


def zone_of(field: Field, start: Unit, at_touch: Unit, foe: Slot) -> str:
    """`charge.zone`: by where the charger began and the edge that it touches. A square has no flank (`square.in`).

    Every charge on a unit is judged by itself (`charge.unseen-flank`).
    """
    target = field.units[foe]
    edge = edge_touched(target, at_touch)
    if field.in_square(foe) or edge == FRONT_EDGE or in_frontal_zone(target, start.at):
        return FRONT
    return FROM_BEHIND if edge == REAR else FLANK


def squared_up(field: Field, slot: Slot, touching: Unit, foe: Slot) -> Unit | None:
    """`charge.align`: square against the edge, with half of the shorter front on it, or the nearest room there is.

    `charge.align-blocked`: without room it stays where it touched; None if it cannot stand there either.
    """
    target = field.units[foe]
    edge = edge_touched(target, touching)
    out = (target.facing + 900 * edge) % CIRCLE
    a, b = field.rect(foe).sides[edge]
    middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    length = distance(a, b)
    for gap in _gaps(field, touching, foe):
        for aside in _along(touching, middle, out, length):
            x, y = offset(middle, out, gap, aside)
            row = touching._replace(x=x, y=y, facing=(out + CIRCLE // 2) % CIRCLE)
            if _has_room(field, slot, row, foe):
                return row
    return touching if _has_room(field, slot, touching, foe) else None


def _gaps(field: Field, touching: Unit, foe: Slot) -> list[int]:
    """How far from the edge its front may stand: at it, unless an obstacle lies between (`charge.over-obstacle`)."""
    far = apart(rect_of(touching), field.rect(foe)).up
    return [0] if far <= CONTACT else list(range(far, ACROSS + 1, SLIDE))


def _along(touching: Unit, middle: Point, out: int, length: int) -> list[int]:
    """Places along the edge, in the order of the slide that leads there."""
    width = touching.size[0]
    right = offset((0, 0), out, 0, 1 << 20)
    now = ((touching.x - middle[0]) * right[0] + (touching.y - middle[1]) * right[1]) >> 20
    half, least = (width + length) // 2 - (min(width, length) + 1) // 2, (width + length) // 2 - LEAST
    wish = max(-half, min(half, now))
    spots = {wish, *range(-least, least + 1, SLIDE), least, -least}
    return sorted([spot for spot in spots if abs(spot) <= least], key=lambda spot: (abs(spot - wish), spot))


def _has_room(field: Field, slot: Slot, row: Unit, foe: Slot) -> bool:
    """In nobody, on the table, not in ground it may not enter, and in contact with the enemy."""
    if refuse_stand(field, row, (slot,)) or field.ground.refuse_way(mover_of(field, row), row.at, row.at):
        return False
    rect = rect_of(row)
    if any([_stands_on(rect, line) for line in field.ground.behind(field.rect(foe))]):
        return shapes_within(rect, field.rect(foe), CONTACT)
    return in_contact(field.ground, rect, field.rect(foe))


def _stands_on(rect: Polygon, line: Line) -> bool:
    """Whether a line runs through the inside of a rectangle."""
    inner = Polygon([((9 * x + cx) // 10, (9 * y + cy) // 10) for (x, y), (cx, cy) in _with_centre(rect)])
    return any([meets(a, b, line.shape) for a, b in inner.sides])


def _with_centre(rect: Polygon) -> list[tuple[Point, Point]]:
    (ax, ay), (cx, cy) = rect.points[0], rect.points[2]
    return [(point, ((ax + cx) // 2, (ay + cy) // 2)) for point in rect.points]


# --- making it -----------------------------------------------------------------------------------------------------


def make_charge(field: Field, charge: Charge) -> None:
    """`charge.stop`, `charge.flag`: contact ends the move. Ground and friends on the way disorder as ever."""
    slot = charge.slot
    rise(field, slot)
    upset(field, slot, charge.way, charge.sweep)
    unit = charge.row
    field.put(slot, unit._replace(marks=field.units[slot].marks | MOVED | CHARGED, charge=(charge.target, charge.zone)))
    words = {FRONT: "{unit} charges {target}.", FLANK: "{unit} charges {target} in the flank!"}
    told = words.get(charge.zone, "{unit} charges {target} from behind!")
    field.tell("charge", "charge.define", told, unit=slot, target=charge.target, zone=charge.zone)
    for foe in field.contacts(slot):
        if field.units[foe].has(GROUND):
            field.unmark(foe, GROUND)
            disorder(field, foe, "gtg.charged")


def rise(field: Field, slot: Slot) -> None:
    """`gtg.leave`: who lay on the ground stands up to make a step."""
    if field.units[slot].has(GROUND):
        field.unmark(slot, GROUND)
        field.tell("rises", "gtg.leave", "{unit} stands up.", unit=slot)


def upset(field: Field, slot: Slot, way: tuple[Point, Point], *sweeps: Polygon) -> None:
    """Disorder by the ground (`terrain.disorder`) and by friends who are passed through (`move.through-friends`)."""
    clause, _ = field.ground.disorders(mover_of(field, field.units[slot]), *way)
    if clause:
        disorder(field, slot, clause)
    through(field, (slot,), (sweeps,))


def through(field: Field, members: tuple[Slot, ...], sweeps: tuple[tuple[Polygon, ...], ...]) -> None:
    """Friends passed through, and whoever passes, are disordered; skirmishers, guns and MGs neither way."""
    for index, slot in enumerate(members):
        friends = [other for other in passed(field, members, (sweeps[index],)) if mixes(field.units[other])]
        if friends and mixes(field.units[slot]):
            for other in (slot, *friends):
                disorder(field, other, "move.through-friends")
