"""Who sees whom, for somebody who only asks: from the middle of one front to another unit, with the blocker named."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point
from zareba.boards.inches.distances import distance
from zareba.boards.inches.written import inches
from zareba.engine.errors import Unknown
from zareba.engine.looking import Look, places
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import NOBODY, Slot
from zareba.systems.battles_for_empire.sight import blocked_by_ground, clear_end, in_the_way, ten_points

Json = dict[str, Any]


def sight(field: Field, start: str, end: str) -> Look:
    """`los.points`: one clear line to any of ten points of the other unit is enough."""

    slot, target = places(lambda name: _eyes(field, name), start, end)
    here = field.units[slot].at
    points = ten_points(here, field.rect(target))
    seen = clear_end(field, slot, here, target, False)
    if seen is not None:
        far = inches(distance(here, points[0]))
        return Look(True, f"Clear; {far}.", "los.points", (_line("sight", here, seen, far, "los.points"),))
    what, clause = _blocker(field, slot, target, here, points[1])
    return Look(False, f"In the way: {what}.", clause, (_line("blocked", here, points[1], what, clause),))


def _eyes(field: Field, name: str) -> Slot:
    """The unit that is asked about: of a commander or mule the one that it is with (`cmd.carried`)."""
    number = field.find_token(name)
    slot = field.find(name) if number == NOBODY else field.tokens[number].unit
    if number != NOBODY and slot == NOBODY:
        raise Unknown(f"{field.tokens[number].name} is with no unit, and no rule asks what is seen from there.")
    return slot if slot in field.standing() else NOBODY


def _blocker(field: Field, slot: Slot, target: Slot, here: Point, there: Point) -> tuple[str, str]:
    """What stops the line to the centre: the ground, or else the unit that stands nearest in it."""
    levels = field.level(slot), field.level(target)
    if clause := blocked_by_ground(field, here, there, levels):
        return {"los.hill": "a hill", "los.bush": "bush or houses"}[clause], clause
    others = [other for other in field.standing() if other not in (slot, target)]
    stopping = [other for other in others if in_the_way(field, slot, other, here, there, levels, False)]
    nearest = min(stopping, key=lambda other: distance(here, field.units[other].at), default=NOBODY)
    return (field.units[nearest].name if nearest != NOBODY else "ground and units together"), "los.units"


def _line(role: str, here: Point, there: Point, label: str, clause: str) -> Json:
    return {"kind": "path", "role": role, "points": [list(here), list(there)], "label": label, "clause": clause}
