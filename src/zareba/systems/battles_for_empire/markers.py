"""Phase 5: Disorder and Low Ammo come off (section 14 of the rule book). Shaken stays (`markers.shaken`)."""

from __future__ import annotations

from zareba.boards.inches.shapes import shapes_within
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import SLACK
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import DISORDERED, FRESH, LOW, MULE, Slot
from zareba.systems.battles_for_empire.troops import INCH

SUPPLY = 3 * INCH
"""`markers.low-ammo`."""


async def markers(field: Field) -> None:
    """`markers.phase`: nothing is asked here."""
    for slot in field.standing():
        if field.units[slot].has(DISORDERED) and _recovers(field, slot):
            field.unmark(slot, DISORDERED | FRESH)
            field.tell("ordered", "markers.disorder", "{unit} is in order again.", unit=slot)
        if field.units[slot].has(LOW) and is_supplied(field, slot):
            field.unmark(slot, LOW)
            field.tell("supplied", "markers.low-ammo", "{unit} has ammunition again.", unit=slot)
    next_stage(field)


def _recovers(field: Field, slot: Slot) -> bool:
    """`markers.disorder`: Disorder from before phase 4 goes, a new one stays (`markers.refresh`)."""
    return field.rules.disorder_removal == "all" or not field.units[slot].has(FRESH)


def is_supplied(field: Field, slot: Slot) -> bool:
    """`markers.low-ammo`: a mule with it, or a supply point near; never in melee. Or when two turns are over."""
    if field.rules.low_ammo == "one-turn":
        return field.turn >= field.units[slot].since + 2
    if field.contacts(slot):
        return False
    return _has_mule(field, slot) or _near_supply(field, slot)


def _has_mule(field: Field, slot: Slot) -> bool:
    """`markers.mule-one`: a mule serves the one unit it is with, turn after turn."""
    return any([field.tokens[number].kind == MULE and not field.is_out(number) for number in field.tokens_of(slot)])


def _near_supply(field: Field, slot: Slot) -> bool:
    rect = field.rect(slot)
    return any([shapes_within(rect, place, SUPPLY + SLACK) for place in field.terms.supplies[field.units[slot].side]])
