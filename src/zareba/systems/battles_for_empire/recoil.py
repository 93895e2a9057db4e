"""Recoil, and the four cases in which it destroys (section 12 of the rule book). Nothing is asked here."""

from __future__ import annotations

from zareba.boards.inches.angles import CIRCLE, Point, ahead, bearing
from zareba.boards.inches.shapes import overlap
from zareba.systems.battles_for_empire.charging import upset
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import CONTACT, centre_of, rect_at
from zareba.systems.battles_for_empire.harm import kill, remove
from zareba.systems.battles_for_empire.moves import mover_of
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.plans import swept
from zareba.systems.battles_for_empire.rows import FANATIC, MOVED, OPPONENT_GONE, TABLE, Slot, Unit
from zareba.systems.battles_for_empire.touching import common_edge, edge_touched
from zareba.systems.battles_for_empire.troops import INCH, SQUARE

RECOIL = 3 * INCH
"""`recoil.distance`."""
FARTHEST = 6 * INCH
"""`recoil.friends`: through friends, so far at most."""
PACE = 10
"""Stopping places are looked for every hundredth of an inch."""


def recoil(field: Field, slot: Slot) -> None:
    """A unit gives ground before the enemies it is in melee contact with; a company square is destroyed."""
    foes = field.contacts(slot)
    if field.units[slot].formation == SQUARE:
        remove(field, slot, "rout.company-square")
        return
    for foe in foes:
        field.mark(foe, OPPONENT_GONE)
    _excuse(field, slot)
    _mark_for_rout(field, slot, foes)
    field.unmark(slot, FANATIC)
    field.mark(slot, MOVED)
    _give_ground(field, slot, foes)


def _give_ground(field: Field, slot: Slot, foes: tuple[Slot, ...]) -> None:
    """`recoil.direction`: without turning; told wherever it ends.

    If that is against another enemy it is still in melee with him (`recoil.still-held`).
    """
    unit, course = field.units[slot], outward(field, slot, foes)
    blocked = _blocked_at(field, slot, course)
    far = _stop(field, slot, course, blocked)
    if far is None:
        return remove(field, slot, "recoil.friends")
    goal = ahead(unit.at, course, far)
    rect = rect_at(unit, *goal, unit.facing)
    upset(field, slot, (unit.at, goal), swept(field.rect(slot), rect))
    if not field.ground.holds(rect):
        return remove(field, slot, "recoil.edge")
    field.move_to(slot, *goal, unit.facing)
    field.tell("recoil", "recoil.distance", "{unit} recoils.", unit=slot)
    if blocked < RECOIL:
        kill(field, slot, 1, "recoil.blocked")
    return None


def outward(field: Field, slot: Slot, foes: tuple[Slot, ...]) -> int:
    """The bearing on which it recoils: straight out from the edge with most of it in common; from a corner, away."""
    unit = field.units[slot]
    foe = max(foes, key=lambda foe: (common_edge(field.units[foe], unit), -foe))
    enemy = field.units[foe]
    if common_edge(enemy, unit):
        return (enemy.facing + 900 * edge_touched(enemy, unit)) % CIRCLE
    return bearing(centre_of(enemy), centre_of(unit))


def _blocked_at(field: Field, slot: Slot, course: int) -> int:
    """`recoil.blocked`: the distance at which an enemy or ground that it cannot enter stops it; beyond 6" none."""
    unit = field.units[slot]
    goal = ahead(unit.at, course, FARTHEST)
    lane = swept(field.rect(slot), rect_at(unit, *goal, unit.facing))
    foes = [foe for foe in field.enemies(slot) if overlap(lane, field.rect(foe), CONTACT)]
    mover = mover_of(field, unit)
    if not foes and not field.ground.refuse_way(mover, unit.at, goal):
        return FARTHEST + PACE
    for far in range(PACE, FARTHEST + PACE, PACE):
        spot = ahead(unit.at, course, far)
        rect = rect_at(unit, *spot, unit.facing)
        if any([overlap(rect, field.rect(foe), CONTACT) for foe in foes]):
            return far
        if field.ground.refuse_way(mover, unit.at, spot):
            return far
    return FARTHEST + PACE


def _stop(field: Field, slot: Slot, course: int, blocked: int) -> int | None:
    """How far it goes: 3", and on until it is clear of friends; stopped short, the last place that is clear."""
    unit = field.units[slot]
    if blocked < RECOIL:
        return next(far for far in range(blocked - PACE, -PACE, -PACE) if _is_clear(field, slot, unit, course, far))
    reach = range(RECOIL, min(FARTHEST, blocked - PACE) + PACE, PACE)
    return next((far for far in reach if _is_clear(field, slot, unit, course, far)), None)


def _is_clear(field: Field, slot: Slot, unit: Unit, course: int, far: int) -> bool:
    if not far:
        return True
    spot: Point = ahead(unit.at, course, far)
    rect = rect_at(unit, *spot, unit.facing)
    return not any([overlap(rect, field.rect(other), CONTACT) for other in field.friends(slot)])


# --- automatic destruction -----------------------------------------------------------------------------------------


def _mark_for_rout(field: Field, slot: Slot, foes: tuple[Slot, ...]) -> None:
    """`rout.mounted`, `rout.skirmish`: it is looked at again when both sides have moved (`rout.test-time`).

    That is so under every chart set (`rout.scope`).
    """
    unit = field.units[slot]
    feared = [foe for foe in foes if _rides_down(unit, field.units[foe])]
    if feared and not unit.troop.gun:
        field.routing = (*field.routing, (slot, tuple(feared)))


def _rides_down(unit: Unit, foe: Unit) -> bool:
    return unit.foot and (foe.mounted or (unit.skirmishing and foe.massed))


def _excuse(field: Field, slot: Slot) -> None:
    """An enemy that has recoiled itself no longer counts against those whom it drove off."""
    field.routing = tuple([(who, tuple([foe for foe in foes if foe != slot])) for who, foes in field.routing])


async def rout(field: Field) -> None:
    """`rout.test-time`: those marked are removed unless all whom they recoiled from are held by others.

    Who may exploit is settled first: their removal gives nobody another move (`exploit.marked`).
    """
    may_exploit = tuple([slot for slot in field.on_table(field.first) if field.units[slot].has(OPPONENT_GONE)])
    for slot, foes in field.routing:
        if field.units[slot].place == TABLE and not all([_is_held(field, foe, slot) for foe in foes]):
            remove(field, slot, "rout.skirmish" if field.units[slot].skirmishing else "rout.mounted")
    field.routing = ()
    next_stage(field)
    field.queue = may_exploit


def _is_held(field: Field, foe: Slot, slot: Slot) -> bool:
    """Whether an enemy is gone, or in melee contact with somebody else."""
    return field.units[foe].place != TABLE or any([other != slot for other in field.contacts(foe)])
