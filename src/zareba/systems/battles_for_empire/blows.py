"""The dice of a melee: how many each unit throws, and what changes them (section 19 of the rule book).

Each unit's dice have that unit's own modifiers; what they say of the opponent is judged by the enemy Primary unit
(`melee.mod-opponent`). No dice are lost to impossible hits (`melee.no-removal`).
"""

from __future__ import annotations

from zareba.boards.inches.shapes import meets, nearest_points
from zareba.engine.reasons import Reason, total
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.pairs import struck_aside
from zareba.systems.battles_for_empire.rows import CHARGED, DISORDERED, FANATIC, FIXED, FOUGHT, Combat, Slot, Unit
from zareba.systems.battles_for_empire.troops import COLUMN, DEEP, MASSED, TABLES
from zareba.systems.battles_for_empire.volley import Volley

MELEE = TABLES["melee"]


def blows(field: Field, combat: Combat, slot: Slot) -> Volley:
    """What a unit throws: a modified 4 or more hits (`melee.hit`, `melee.over-six`, `melee.natural`)."""
    dice, changes = allotment(field, combat, slot), modifiers(field, combat, slot)
    need = Reason(MELEE["need"], "melee.hit", "the score needed")
    return Volley(total(dice), need.value - total(changes), [*dice, need, *changes])


# --- how many ------------------------------------------------------------------------------------------------------


def allotment(field: Field, combat: Combat, slot: Slot) -> list[Reason]:
    """`melee.primary`, `melee.double`, `melee.support`; Kills cost nobody dice (`fire.no-own-loss`).

    Doubled are a Primary's own dice, for its charge on the enemy Primary this turn (`melee.double-scope`).
    """
    unit, side = field.units[slot], field.units[slot].side
    if slot != combat.primaries[side]:
        return _support(combat, unit, slot)
    found = [Reason(MELEE["primary"][_size(unit)], "melee.primary", "dice of the Primary unit")]
    if struck_aside(field, slot, combat.primaries[1 - side]):
        found.append(Reason(found[0].value, "melee.double", "it charged flank or rear"))
    return found


def _support(combat: Combat, unit: Unit, slot: Slot) -> list[Reason]:
    """`melee.support-cap`: those beyond the third throw none."""
    if combat.supports[unit.side].index(slot) >= MELEE["supports"]:
        return [Reason(0, "melee.support-cap", "three others support already")]
    return [Reason(MELEE["support"][_size(unit)], "melee.support", "dice of a Support")]


def _size(unit: Unit) -> str:
    if unit.troop.gun:
        return "crew"
    return "narrow" if unit.formation in (COLUMN, DEEP) else "full"


# --- what changes them ---------------------------------------------------------------------------------------------


def modifiers(field: Field, combat: Combat, slot: Slot) -> list[Reason]:
    """Every modifier, in the order of the list. A Fanatic's counts even if he is Shaken (`melee.mod-fanatic-when`)."""
    unit = field.units[slot]
    enemy = combat.primaries[1 - unit.side]
    foe = field.units[enemy]
    found = [
        (is_fresh(field, combat, slot), 1, "melee.mod-first", "Steady, and its first round"),
        (unit.has(FANATIC), 1, "melee.mod-fanatic", "Fanatic Charge"),
        (holds_obstacle(field, slot, enemy), 1, "melee.mod-obstacle", "it defends an obstacle"),
        (holds_ground(field, slot, enemy), 1, "melee.mod-terrain", "it defends the better ground"),
        (foe.skirmishing or foe.troop.gun, 2, "melee.mod-prey", "against skirmishers or a crew"),
        (unit.shaken, -1, "melee.mod-shaken", "Shaken"),
        (foe.massed and lacks_bayonets(unit), -1, "melee.mod-bayonet", "no fixed bayonets against a mass"),
    ]
    return [Reason(value, clause, why) for holds, value, clause, why in found if holds]


def is_fresh(field: Field, combat: Combat, slot: Slot) -> bool:
    """`melee.mod-first`: Steady mounted men, or Steady massed foot, in their first round.

    A Support that touches no enemy goes by its Primary (`melee.mod-first-round`). By the option `steady-ordered`
    Disorder spoils it.
    """
    unit = field.units[slot]
    if unit.shaken or not (unit.mounted or (unit.foot and unit.massed)):
        return False
    if unit.has(DISORDERED) and field.rules.steady_ordered == "on":
        return False
    return first_round(field.units[slot if field.contacts(slot) else combat.primaries[unit.side]])


def first_round(unit: Unit) -> bool:
    """It charged this turn, or was in no melee contact when phase 4 began."""
    return unit.has(CHARGED) or not unit.has(FOUGHT)


def holds_obstacle(field: Field, slot: Slot, enemy: Slot) -> bool:
    """`melee.mod-obstacle-when`: behind a line, with the enemy beyond it; not for one who charged."""
    if field.units[slot].has(CHARGED):
        return False
    mine, theirs = field.rect(slot), field.rect(enemy)
    lines = [line for line in field.ground.behind(mine) if line.row.get("obstacle")]
    if not lines:
        return False
    way = nearest_points(mine, theirs)
    return any([meets(*way, line.shape) for line in lines])


def holds_ground(field: Field, slot: Slot, enemy: Slot) -> bool:
    """`melee.mod-terrain-when`: higher, or in defending terrain where the enemy is not; not for one who charged."""
    unit, foe = field.units[slot], field.units[enemy]
    if unit.has(CHARGED):
        return False
    higher = field.level(slot) > field.level(enemy)
    return higher or (field.ground.defends(unit.at) and not field.ground.defends(foe.at))


def lacks_bayonets(unit: Unit) -> bool:
    """`bayonet.none`: Imperial and Boer foot without fixed bayonets; never masses, mounted men or crews."""
    drilled = unit.foot and unit.troop.style != MASSED and (unit.troop.imperial or unit.troop.boer)
    return drilled and not unit.has(FIXED)
