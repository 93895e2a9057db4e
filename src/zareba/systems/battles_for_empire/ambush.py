"""Units that lie in ambush, and how they come to light (section 22 of the rule book)."""

from __future__ import annotations

from random import Random

from zareba.boards.inches.angles import Point
from zareba.boards.inches.places import nearest_place
from zareba.boards.inches.shapes import overlap
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import CONTACT, in_contact, near, rect_at
from zareba.systems.battles_for_empire.rows import HIDDEN, TABLE, Slot
from zareba.systems.battles_for_empire.sight import clear_end

SPOTTED = 6
"""`hidden.ambush`: inches."""
HIDING = ("bush", "rough", "steep-hill", "village")
TRIES = 40


def come_to_light(field: Field) -> bool:
    """Every hidden unit that an enemy within 6" sees is set on the table."""
    if field.rules.ambush != "on":
        return False
    found = [slot for slot, unit in enumerate(field.units) if unit.place == HIDDEN and is_spotted(field, slot)]
    for slot in found:
        reveal(field, slot)
    return bool(found)


def is_spotted(field: Field, slot: Slot) -> bool:
    rect = field.rect(slot)
    close = [foe for foe in field.enemies(slot) if near(rect, field.rect(foe), SPOTTED)]
    return any([clear_end(field, foe, field.units[foe].at, slot, False) is not None for foe in close])


def reveal(field: Field, slot: Slot) -> None:
    """`hidden.ambush`: sets it on the table where it lay; one that is there stays.

    It shows itself before it acts, so a charge of it begins in sight (`hidden.ambush-first`). Where somebody stands
    upon it, or an enemy touches it, it is set down as near as there is room: nobody has charged (`hidden.ambush-room`).
    """
    unit = field.units[slot]
    if unit.place != HIDDEN:
        return
    here = _is_free(field, slot, unit.at)
    spot = unit.at if here else nearest_place(unit.at, lambda at: _is_free(field, slot, at), reach=12_000) or unit.at
    field.change(slot, place=TABLE, x=spot[0], y=spot[1])
    field.revealed = True
    field.tell("revealed", "hidden.ambush", "{unit} comes out of hiding.", unit=slot)


def _is_free(field: Field, slot: Slot, at: tuple[int, int]) -> bool:
    """Whether it can stand there, in nobody and in melee contact with nobody (`hidden.ambush-room`)."""
    unit = field.units[slot]
    rect = rect_at(unit, *at, unit.facing)
    if not field.ground.holds(rect) or any([overlap(rect, field.rect(other), CONTACT) for other in field.standing()]):
        return False
    return not any([in_contact(field.ground, rect, field.rect(foe)) for foe in field.enemies(slot)])


def hides(field: Field) -> bool:
    """Whether anybody is in hiding: else both sides see the same (`hidden.none`)."""
    return any([unit.place == HIDDEN for unit in field.units])


# --- what the enemy may think --------------------------------------------------------------------------------------


def imagine(field: Field, seat: str, random: Random) -> Field:
    """Enemies in ambush lie anywhere where they might: in the ground that hides them (`hidden.ambush`)."""
    twin = field.copy()
    for slot, unit in enumerate(field.units):
        if unit.place == HIDDEN and field.seat(unit.side) != seat:
            x, y = _anywhere(field, slot, random)
            twin.put(slot, unit._replace(x=x, y=y))
    return twin


def _anywhere(field: Field, slot: Slot, random: Random) -> Point:
    """A place in some area that hides, out of sight of every enemy; where it is, if no other is found soon."""
    areas = [area for area in field.ground.areas if area.kind in HIDING]
    twin = field.copy()
    for _ in range(TRIES if areas else 0):
        west, south, east, north = areas[int(random.random() * len(areas))].shape.box
        at = west + int(random.random() * (east - west)), south + int(random.random() * (north - south))
        if _is_free(field, slot, at):
            twin.change(slot, x=at[0], y=at[1])
            if not is_spotted(twin, slot):
                return at
    return field.units[slot].at
