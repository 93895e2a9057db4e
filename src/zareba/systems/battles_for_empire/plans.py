"""Steps as they would be made: where everybody would stand, over what ground, at what cost, and what forbids it.

The rules work steps out before they make them, so that the same words serve to refuse a step, to draw it, and to make
it. Changes of facing and of formation are looked at when they are done; advances, retirements and wheels all the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from zareba.boards.inches.angles import CIRCLE, Point, about_within_arc, ahead, arc_length, offset, rotated, turn
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import Polygon, apart, boxes_within, overlap, shapes_closer
from zareba.boards.inches.sweeps import hull
from zareba.boards.inches.written import inches
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import CONTACT, centre_of, rect_of
from zareba.systems.battles_for_empire.moves import (
    ADVANCE,
    BACK,
    FACE,
    RETIRE,
    WHEEL,
    Move,
    at_any_bearing,
    mover_of,
)
from zareba.systems.battles_for_empire.rows import Slot, Unit
from zareba.systems.battles_for_empire.troops import GUN, INCH, OPEN, SKIRMISH

CHANGE = 3 * INCH
"""`move.face`, `move.form`, `move.mount`: what a change costs (`move.penalty`)."""
AHEAD = 450
"""`move.advance`: a bearing within 45 degrees."""
QUARTER = 900
SLICE = 50
"""A wheel is looked at every 5 degrees."""


class Plan(NamedTuple):
    """A step that nobody has made yet."""

    verb: str
    rows: tuple[Unit, ...]
    """The members as they would be."""
    sweeps: tuple[tuple[Polygon, ...], ...]
    """What each member would sweep."""
    cost: tuple[Reason, ...]
    ways: tuple[tuple[Point, Point], ...] = ()
    """The straight ways of the members' front-centres, where ground counts (`terrain.factor`)."""


def rows_of(field: Field, move: Move) -> tuple[Unit, ...]:
    return tuple([field.units[slot] for slot in move.members])


# --- the kinds of step -------------------------------------------------------------------------------------------


def advance(field: Field, move: Move, at: Point) -> Plan:
    """`move.advance`: everybody is displaced alike; it costs its length, and what the ground adds.

    Lengths are those of the front-centre's way, but in a wheel (`move.count-corner`).
    """
    rows = rows_of(field, move)
    dx, dy = at[0] - rows[0].x, at[1] - rows[0].y
    return _displaced(field, ADVANCE, rows, (dx, dy), 1)


def retire(field: Field, move: Move, at: Point) -> Plan:
    """`move.retire`: straight back, as far as the point given is behind; twice its length, once when breaking off."""
    rows = rows_of(field, move)
    far = max(0, behind(rows[0], at))
    back = ahead((0, 0), rows[0].facing + CIRCLE // 2, far)
    return _displaced(field, RETIRE, rows, back, 1 if move.kind == BACK else 2)


def behind(unit: Unit, at: Point) -> int:
    """How far a point is behind a front-centre, measured straight back."""
    back = (unit.facing + CIRCLE // 2) % CIRCLE
    far = distance(unit.at, at)
    probe = ahead((0, 0), back, 1 << 20)
    along = probe[0] * (at[0] - unit.x) + probe[1] * (at[1] - unit.y)
    return min(far, (along + (1 << 19)) >> 20)


def _displaced(field: Field, verb: str, rows: tuple[Unit, ...], by: Point, times: int) -> Plan:
    news = tuple([row._replace(x=row.x + by[0], y=row.y + by[1]) for row in rows])
    ways = tuple([(row.at, new.at) for row, new in zip(rows, news, strict=True)])
    sweeps = tuple([(swept(rect_of(row), rect_of(new)),) for row, new in zip(rows, news, strict=True)])
    return Plan(verb, news, sweeps, _dearest(field, verb, rows, ways, times), ways)


def _dearest(
    field: Field, verb: str, rows: tuple[Unit, ...], ways: Sequence[tuple[Point, Point]], times: int
) -> tuple[Reason, ...]:
    """What the way costs the member to whom it costs most: the others go along with it."""
    costs = [field.ground.costs(mover_of(field, row), *way) for row, way in zip(rows, ways, strict=True)]
    dearest = max(costs, key=total)
    if times == 1:
        return tuple(dearest)
    return tuple([reason._replace(value=reason.value * times, clause="move.retire") for reason in dearest])


@lru_cache(1 << 15)
def swept(old: Polygon, new: Polygon) -> Polygon:
    """What a rectangle sweeps on a straight way."""
    return old if old == new else Polygon(hull([*old.points, *new.points]))


def wheel(field: Field, move: Move, facing: int) -> Plan:
    """`move.wheel`; a block about the corner of its outermost unit, at the cost of what goes farthest.

    The corner lies on the side to which the lead turns (`group.block-wheel`).
    """
    rows = rows_of(field, move)
    angle = turn(rows[0].facing, facing)
    pivot = outermost(rows, 1 if angle > 0 else -1)
    turned = [_turned_about(rows, pivot, angle * part // _slices(angle)) for part in range(_slices(angle) + 1)]
    sweeps = tuple([_arc_of(places) for places in zip(*turned, strict=True)])
    return Plan(WHEEL, turned[-1], sweeps, (wheel_cost(rows, angle),))


def wheel_cost(rows: Sequence[Unit], angle: int) -> Reason:
    """The way of the front corner that goes farthest (`group.block-wheel`)."""
    pivot = outermost(rows, 1 if angle > 0 else -1)
    far = max([distance(pivot, corner) for row in rows for corner in rect_of(row).points[:2]])
    return Reason(arc_length(angle, far), "move.wheel", f"{abs(angle) // 10}.{abs(angle) % 10} degrees")


def outermost(rows: Sequence[Unit], side: int) -> Point:
    """The front corner farthest to the right (1) or left (-1) of the lead."""
    corners = [rect_of(row).points[1 if side > 0 else 0] for row in rows]
    lead = rows[0]
    aside = offset((0, 0), lead.facing, 0, side << 20)
    return max(corners, key=lambda at: (at[0] - lead.x) * aside[0] + (at[1] - lead.y) * aside[1])


def _slices(angle: int) -> int:
    return max(1, -(-abs(angle) // SLICE))


def _turned_about(rows: Sequence[Unit], pivot: Point, angle: int) -> tuple[Unit, ...]:
    found = []
    for row in rows:
        x, y = rotated(row.at, pivot, angle % CIRCLE)
        found.append(row._replace(x=x, y=y, facing=(row.facing + angle) % CIRCLE))
    return tuple(found)


def _arc_of(places: Sequence[Unit]) -> tuple[Polygon, ...]:
    return tuple([swept(rect_of(one), rect_of(other)) for one, other in pairwise(places)])


def face(field: Field, move: Move, facing: int) -> Plan:
    """`move.face`: each member about its own centre; nothing in open order (`move.open-order`), or if free."""
    rows = tuple([faced(row, (facing + row.facing - field.units[move.lead].facing) % CIRCLE)
                  for row in rows_of(field, move)])  # fmt: skip
    free = move.free or move.kind == BACK or all([row.formation in (SKIRMISH, OPEN) for row in rows])
    clause = "move.open-order" if rows[0].formation in (SKIRMISH, OPEN) else "result.free-change"
    cost = Reason(0, clause, "turns freely") if free else Reason(CHANGE, "move.face", "a change of facing")
    return Plan(FACE, rows, _standing(rows), (cost,))


def faced(unit: Unit, facing: int) -> Unit:
    """The unit turned about the centre of its rectangle."""
    x, y = offset(centre_of(unit), facing, unit.size[1] // 2)
    return unit._replace(x=x, y=y, facing=facing)


def changed(field: Field, verb: str, unit: Unit, cost: Reason) -> Plan:
    """A change of formation, of mounting, or of a gun's state: front-centre and facing stay."""
    return Plan(verb, (unit,), _standing((unit,)), (cost,))


def _standing(rows: Sequence[Unit]) -> tuple[tuple[Polygon, ...], ...]:
    return tuple([(rect_of(row),) for row in rows])


# --- what forbids a step -----------------------------------------------------------------------------------------


def refuse_advance(field: Field, move: Move, at: Point) -> Refusal | None:
    """Why nobody can advance there."""
    lead = field.units[move.lead]
    if at == lead.at:
        return Refusal("move.advance", "It stands there already.")
    for row in rows_of(field, move):
        goal = (row.x + at[0] - lead.x, row.y + at[1] - lead.y)
        if not at_any_bearing(move, row) and not about_within_arc(row.at, row.facing, AHEAD, goal):
            return Refusal("move.advance", "An advance keeps within 45 degrees of the facing.")
    return refuse(field, move, advance(field, move, at))


def refuse_retire(field: Field, move: Move, at: Point) -> Refusal | None:
    if behind(field.units[move.lead], at) <= 0:
        return Refusal("move.retire", "To retire is to go straight back.")
    return refuse(field, move, retire(field, move, at))


def refuse_wheel(field: Field, move: Move, facing: int) -> Refusal | None:
    angle = turn(field.units[move.lead].facing, facing)
    if not angle or abs(angle) > QUARTER:
        return Refusal("move.wheel", "A wheel turns up to 90 degrees about a front corner.")
    spent = wheel_cost(rows_of(field, move), angle).value
    return too_dear(spent, move.left) or refuse(field, move, wheel(field, move, facing))


def refuse_face(field: Field, move: Move, facing: int) -> Refusal | None:
    if facing % CIRCLE == field.units[move.lead].facing:
        return Refusal("move.face", "It faces that way already.")
    return refuse(field, move, face(field, move, facing))


def refuse(field: Field, move: Move, plan: Plan) -> Refusal | None:
    """Why a step cannot be made: what is left, the ground, who stands there, how near the enemy is."""
    spent = total(list(plan.cost))
    if refusal := too_dear(spent, move.left):
        return refusal
    for way, row in zip(plan.ways, plan.rows, strict=False):
        if refusal := field.ground.refuse_way(mover_of(field, row), *way):
            return refusal
    for index, row in enumerate(plan.rows):
        if refusal := refuse_stand(field, row, move.members):
            return refusal
        if refusal := refuse_gap(field, move, index, plan):
            return refusal
    return refuse_each_other(plan)


def too_dear(spent: int, left: int) -> Refusal | None:
    """`move.path`."""
    if spent <= left:
        return None
    return Refusal("move.path", f"That costs {inches(spent)}; {inches(left)} are left.")


def refuse_stand(field: Field, unit: Unit, members: tuple[Slot, ...]) -> Refusal | None:
    """`geo.no-overlap`: wholly on the table, and in nobody else."""
    rect = rect_of(unit)
    if not field.ground.holds(rect):
        return Refusal("geo.no-overlap", "Part of it would be off the table.")
    for other in field.standing():
        if other not in members and overlap(rect, field.rect(other), CONTACT):
            return Refusal("geo.no-overlap", f"It would stand in {field.units[other].name}.")
    return None


def refuse_each_other(plan: Plan) -> Refusal | None:
    """`geo.no-overlap`: the members of a block may turn or form, each for itself, into one another."""
    for one, other in combinations(plan.rows, 2):
        if overlap(rect_of(one), rect_of(other), CONTACT):
            return Refusal("geo.no-overlap", f"{one.name} and {other.name} would stand in each other.")
    return None


def refuse_gap(field: Field, move: Move, index: int, plan: Plan) -> Refusal | None:
    """`move.enemy-gap`: nobody comes within 1" of an enemy; who began so near may end no nearer."""
    slot, sweeps = move.members[index], plan.sweeps[index]
    for foe in field.enemies(slot):
        rect = field.rect(foe)
        if any([shapes_closer(part, rect, INCH) for part in sweeps]):
            if not _goes_off(move.starts[index], plan.rows[index], sweeps, rect):
                return Refusal("move.enemy-gap", f'It would come within 1" of {field.units[foe].name}.')
    return None


def _goes_off(start: Unit, end: Unit, sweeps: Sequence[Polygon], foe: Polygon) -> bool:
    """Whether somebody who began his move within 1" of an enemy ends no nearer, and does not go through him."""
    was = apart(rect_of(start), foe)
    if not was.less_than(INCH) or any([overlap(part, foe, CONTACT) for part in sweeps]):
        return False
    return apart(rect_of(end), foe).fine >= was.fine


# --- through friends ---------------------------------------------------------------------------------------------


def passed(field: Field, members: tuple[Slot, ...], sweeps: Sequence[Sequence[Polygon]]) -> list[Slot]:
    """The friends through whom somebody goes: `move.through-friends`."""
    parts = [part for member in sweeps for part in member]
    found = []
    for other in field.on_table(field.units[members[0]].side):
        rect = field.rect(other)
        if other not in members and any([_through(part, rect) for part in parts]):
            found.append(other)
    return found


def _through(part: Polygon, rect: Polygon) -> bool:
    return boxes_within(part.box, rect.box, 0) and overlap(part, rect, CONTACT)


def mixes(unit: Unit) -> bool:
    """Skirmishers, guns and MGs neither suffer Disorder from friends nor cause it (`move.through-friends`)."""
    return not unit.skirmishing and unit.formation != GUN and not unit.troop.gun
