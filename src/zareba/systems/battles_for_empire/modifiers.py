"""What is added to a conduct die, and why (section 9 of the rule book). It counts on every chart (`mod.all-charts`)."""

from __future__ import annotations

from zareba.engine.reasons import Reason
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import near, near_point
from zareba.systems.battles_for_empire.groups import fellows
from zareba.systems.battles_for_empire.rows import ARMY, DISORDERED, FANATIC, LEADER, OPPONENT_GONE, TABLE, Slot
from zareba.systems.battles_for_empire.troops import COLUMN, INCH

COMMAND = 12
"""`mod.army-12`, `mod.fanatic-friend`: inches."""


def modifiers(field: Field, slot: Slot) -> list[Reason]:
    """Every part of the total besides the die."""
    unit = field.units[slot]
    found = [*_command(field, slot), *_place(field, slot), *_company(field, slot)]
    if unit.troop.elite:
        found.append(Reason(1, "mod.elite", "Elite"))
    if is_imperial_column(field, slot):
        found.append(Reason(1, "mod.column", "Steady Imperial column"))
    if unit.has(OPPONENT_GONE):
        found.append(Reason(2, "mod.opponent", "its opponent gave way"))
    if unit.has(DISORDERED):
        found.append(Reason(-1, "mod.disordered", "Disordered"))
    if unit.kills:
        found.append(Reason(-unit.kills, "mod.kill", f"{unit.kills} Kill{'s' * (unit.kills > 1)}"))
    if unit.troop.fragile:
        found.append(Reason(-1, "mod.fragile", "Fragile"))
    return found


def is_imperial_column(field: Field, slot: Slot) -> bool:
    """`mod.column-who`."""
    unit = field.units[slot]
    return unit.formation == COLUMN and unit.troop.imperial and not unit.shaken


def _command(field: Field, slot: Slot) -> list[Reason]:
    return [reason for reason in (_army(field, slot), _leader(field, slot)) if reason]


def _army(field: Field, slot: Slot) -> Reason | None:
    """`mod.army-either`: +2 for the unit he is with, or +1 within 12" (`mod.army-measure`), if he is not out."""
    unit = field.units[slot]
    for number, token in enumerate(field.tokens):
        if token.kind != ARMY or token.side != unit.side or token.place != TABLE or field.is_out(number):
            continue
        if token.unit == slot:
            return Reason(2, "mod.army-attached", f"{token.name} is with it")
        if near_point((token.x, token.y), field.rect(slot), COMMAND * INCH):
            return Reason(1, "mod.army-12", f'{token.name} within 12"')
    return None


def _leader(field: Field, slot: Slot) -> Reason | None:
    """`mod.leader`: with it or with any unit of its formation (`group.member`); one counts (`mod.leader-once`)."""
    with_it = {slot, *fellows(field, slot)}
    for number, token in enumerate(field.tokens):
        if token.kind == LEADER and token.unit in with_it and token.place == TABLE and not field.is_out(number):
            return Reason(1, "mod.leader", f"{token.name} leads")
    return None


def _place(field: Field, slot: Slot) -> list[Reason]:
    """`mod.works-once`: the two together are +2."""
    if field.in_square(slot):
        return [Reason(2, "mod.works-square", "in square")]
    if field.ground.works_behind(field.rect(slot)):
        return [Reason(2, "mod.works-square", "defends field works")]
    return []


def _company(field: Field, slot: Slot) -> list[Reason]:
    """`mod.fanatic-friend-once`: one friend with a Fanatic marker within 12" is enough."""
    mine = field.rect(slot)
    for other in field.friends(slot):
        if field.units[other].has(FANATIC) and near(mine, field.rect(other), COMMAND):
            return [Reason(1, "mod.fanatic-friend", f"{field.units[other].name} charges fanatically")]
    return []
