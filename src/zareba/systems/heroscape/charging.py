"""Who may charge whom: the part of section 3.7 of the rule book about charging."""

from __future__ import annotations

from zareba.boards.hex import Mask
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Field, Slot, Unit
from zareba.systems.heroscape.manoeuvre import CHARGE, Manoeuvre, passive


def refuse_charge(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """Why a unit may not charge that enemy; whether it can reach him is another question (`charge.end`)."""
    unit = field.units[slot]
    if not unit.troop.charges:
        return Refusal("charge.who", "Machine guns and artillery do not charge.")
    if field.acting and not field.acting.passed:
        return Refusal("act.failed-no-charge", "Its nerve failed: it may not charge.")
    if passive(field, unit.troop.side):
        return Refusal("opt.exhaustion", "Its side is exhausted and may not charge.")
    if field.is_engaged(slot):
        return Refusal("charge.start", "It is engaged already.")
    if unit.troop.leads and not _engaged_with_friends(field, unit, target):
        return Refusal("leader.charge", "A leader charges only an enemy whom his men are already fighting.")
    if field.units[target].troop.leads and _shares_hex(field, target):
        return Refusal("leader.apart", "A leader in one hex with his men cannot be charged by himself.")
    return None


def _engaged_with_friends(field: Field, unit: Unit, target: Slot) -> bool:
    return any(not field.units[foe].troop.leads for foe in field.foes(target))


def _shares_hex(field: Field, leader: Slot) -> bool:
    him = field.units[leader]
    return any(
        unit.mask & him.mask and unit.troop.side == him.troop.side and not unit.troop.leads for unit in field.units
    )


def can_charge(field: Field, slot: Slot, target: Slot) -> bool:
    """`charge.target`: may the unit charge this enemy, and reach him? He need not be visible."""
    if refuse_charge(field, slot, target):
        return False
    return Manoeuvre(field, slot, CHARGE).towards(target).possible()


def within_a_charge(field: Field, unit: Unit) -> Mask:
    """The hexes next to any that the unit could reach at best: enemies elsewhere need no closer look."""
    disc, near = field.ground.grid.disc, 0
    for cell, _ in unit.stacks:
        near |= disc(cell, unit.troop.move + 1)
    return near
