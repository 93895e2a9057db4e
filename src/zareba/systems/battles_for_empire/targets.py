"""Who may fire, and at whom (sections 15 to 17 of the rule book).

A unit fires as it was when the phase began (`fire.snapshot`): that row is its *firer*. A target is as it is now
(`fire.target-state`).
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.inches.angles import Point
from zareba.boards.inches.shapes import boxes_within, mean, nearest_point
from zareba.boards.inches.written import inches
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import SLACK, near_point
from zareba.systems.battles_for_empire.harm import dead
from zareba.systems.battles_for_empire.ranges import reach
from zareba.systems.battles_for_empire.rows import (
    CHANGED,
    CHARGED,
    GROUND,
    HIDDEN,
    JAMMED,
    MOVED,
    NOBODY,
    TABLE,
    Slot,
    Unit,
)
from zareba.systems.battles_for_empire.sight import (
    FirePoint,
    arc_of,
    bears,
    blocked_by_ground,
    can_look_over,
    fire_points,
    sees,
)
from zareba.systems.battles_for_empire.troops import ARTILLERY, SQUARE

EDGES = ("front", "right", "rear", "left")
ARCS = {300: "arc.gun", 450: "arc.rifle", 900: "arc.skirmish"}


class Shot(NamedTuple):
    """Who fires at whom; from a company square, from which edge (`square.company`)."""

    slot: Slot
    target: Slot
    edge: int = NOBODY


# --- who may fire ------------------------------------------------------------------------------------------------


def firer(field: Field, slot: Slot) -> Unit:
    """A unit as it was when this phase of fire began (`fire.snapshot`)."""
    return field.frozen[slot] if field.frozen else field.units[slot]


def firers(field: Field, side: int) -> list[Slot]:
    """The units of a side that were there when the phase began; those in ambush may fire too (`hidden.ambush`)."""
    return [slot for slot, unit in enumerate(field.units)
            if unit.side == side and firer(field, slot).place in (TABLE, HIDDEN)]  # fmt: skip


def fired(field: Field, slot: Slot) -> int:
    """Which edges of a unit have fired in this phase, as bits; any other unit has only the first."""
    return field.fired >> 4 * slot & 15


def has_fired(field: Field, slot: Slot) -> bool:
    """`fire.one-shot`: once a turn; each edge of a company square once."""
    done = fired(field, slot)
    return done == 15 if firer(field, slot).formation == SQUARE else done > 0


def mark_fired(field: Field, shot: Shot) -> None:
    field.fired |= 1 << 4 * shot.slot + max(shot.edge, 0)


def refuse_fire(field: Field, slot: Slot) -> Refusal | None:
    """Why a unit cannot fire at all in this phase."""
    unit = firer(field, slot)
    guns = field.phase == "artillery"
    if (unit.troop.arm == ARTILLERY) != guns:
        return Refusal("turn.sequence", "Artillery fires in phase 6, rifles and MGs in phase 7.")
    if refusal := _refuse_gun(unit) if unit.troop.gun else _refuse_men(field, unit):
        return refusal
    if has_fired(field, slot):
        return Refusal("fire.one-shot", "It has fired this turn.")
    if field.contacts(slot) and unit.has(CHARGED):
        return Refusal("fire.in-contact", "It charged this turn and is in melee contact.")
    return None


def _refuse_gun(unit: Unit) -> Refusal | None:
    """`art.who`, `mg.who`."""
    clause = "art.who" if unit.troop.arm == ARTILLERY else "mg.who"
    if unit.limbered:
        return Refusal(clause, "It is limbered or packed.")
    if unit.has(CHANGED):
        return Refusal(clause, "It was limbered or set up this turn.")
    if unit.troop.arm == ARTILLERY and unit.has(MOVED):
        return Refusal(clause, "It moved this turn.")
    if unit.has(JAMMED):
        return Refusal(clause, "It is jammed.")
    return None


def _refuse_men(field: Field, unit: Unit) -> Refusal | None:
    """Men without firearms, on horseback or on the ground; Shaken men may fire (`fire.shaken-may`)."""
    if not unit.troop.rate:
        return Refusal("troop.table", "It has no firearms.")
    if unit.mounted and field.rules.mounted_fire == "off":
        return Refusal("fire.mounted", "Mounted units do not fire.")
    if unit.has(GROUND):
        return Refusal("gtg.no-fire", "It has gone to ground.")
    return None


# --- at whom -----------------------------------------------------------------------------------------------------


def refuse_shot(field: Field, shot: Shot) -> Refusal | None:
    """Why a unit that may fire cannot fire at an enemy."""
    if dead(field, shot.target):
        return Refusal("fire.target-state", "It has all its Kills.")
    if refusal := _refuse_melee(field, shot):
        return refusal
    return None if stands_on(field, shot) else _why_not(field, shot)


def _refuse_melee(field: Field, shot: Shot) -> Refusal | None:
    """`fire.in-contact`; nobody else fires into a melee, unless by option at those who charged (`fire.target`)."""
    charged = field.units[shot.target].has(CHARGED)
    if mine := field.contacts(shot.slot):
        if shot.target in mine and charged:
            return None
        return Refusal("fire.in-contact", "In melee contact it fires only at those who charged into contact this turn.")
    if not field.contacts(shot.target) or (charged and field.rules.fire_into_melee == "on"):
        return None
    return Refusal("fire.target", "It is in melee contact with others.")


def stands_on(field: Field, shot: Shot) -> list[FirePoint]:
    """The stands that may fire at a target (`rifle.eligible`); of a gun its front-centre (`art.range`)."""
    key = ("stands", shot)
    if key not in field.memo:
        field.memo[key] = [point for point in points_of(field, shot) if _eligible(field, shot, point)]
    known: list[FirePoint] = field.memo[key]
    return known


def points_of(field: Field, shot: Shot) -> list[FirePoint]:
    points = fire_points(field.units[shot.slot])
    return points if shot.edge == NOBODY else [points[shot.edge]]


def _eligible(field: Field, shot: Shot, point: FirePoint) -> bool:
    """`fire.target`: in arc, range and sight of a fire point."""
    unit, rect = field.units[shot.slot], field.rect(shot.target)
    far = reach(field, unit)
    if not boxes_within(field.rect(shot.slot).box, rect.box, far + SLACK):
        return False
    if not (near_point(point.at, rect, far) and bears(point, rect)):
        return False
    return sees(field, shot.slot, point.at, shot.target, can_look_over(unit))


def measured_from(field: Field, shot: Shot) -> Point:
    """`rifle.measure-point`, `art.range`."""
    return mean([point.at for point in stands_on(field, shot)])


def _why_not(field: Field, shot: Shot) -> Refusal:
    """What is amiss: the arc, the range, or the sight of it."""
    unit, rect, points = field.units[shot.slot], field.rect(shot.target), points_of(field, shot)
    far = reach(field, unit)
    in_arc = [point for point in points if bears(point, rect)]
    if not in_arc:
        return Refusal(ARCS[arc_of(unit)], "It is outside the arc of fire.")
    in_reach = [point for point in in_arc if near_point(point.at, rect, far)]
    if not in_reach:
        return Refusal("fire.near-band", f"It is farther than the {inches(far)} that its weapon reaches.")
    levels = field.level(shot.slot), field.level(shot.target)
    start = in_reach[0].at
    clause = blocked_by_ground(field, start, nearest_point(start, rect), levels) or "los.units"
    return Refusal(clause, "It is out of sight.")


# --- all of them -------------------------------------------------------------------------------------------------


def shots(field: Field, slot: Slot) -> list[Shot]:
    """Every shot that a unit may fire now, by the rules of this module alone."""
    if refuse_fire(field, slot):
        return []
    every = [Shot(slot, target, edge) for target in field.enemies(slot) for edge in edges(field, slot)]
    return [shot for shot in every if refuse_shot(field, shot) is None]


def edges(field: Field, slot: Slot) -> list[int]:
    """The edges of a company square that have not fired yet; any other unit fires as a whole."""
    if firer(field, slot).formation != SQUARE:
        return [NOBODY]
    return [edge for edge in range(4) if not fired(field, slot) >> edge & 1]
