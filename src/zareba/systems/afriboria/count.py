"""How many dice: section 3.12 of the rule book.

A number of dice is a list of reasons, and nothing else: what is rolled is their sum, what is shown is the list.
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.engine.reasons import Reason, total
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.ground import LADDER_COVER
from zareba.systems.afriboria.language import fits
from zareba.systems.afriboria.rows import NOBODY, Cell, Effect, Slot, Unit
from zareba.systems.afriboria.troops import CAVALRY, INFANTRY, TABLES, Troop
from zareba.systems.afriboria.walls import is_artillery, is_close, ladder_between

ATTACK, BOMBARD, BOMB, ENGAGE = "attack", "bombard", "bomb", "engage"
SKY: list[int] = TABLES["air"]["sky"]


class Aim(NamedTuple):
    """One attack: who, from where, at which hex, in which way; at which air unit, if at one."""

    slot: Slot
    start: Cell
    cell: Cell
    verb: str = ATTACK
    quarry: Slot = NOBODY


def is_fire(field: Field, aim: Aim) -> bool:
    """An attack that is no close combat: from afar, over a wall, from or against the air."""
    return field.units[aim.slot].aloft or aim.verb != ATTACK or not is_close(field, aim.start, aim.cell)


def base(unit: Unit, distance: int, verb: str = ATTACK) -> int:
    """`count.base`: from the unit's line and the distance; casualties never reduce it (`count.losses`)."""
    if verb == BOMB:
        return int(TABLES["air"]["bomb"])
    if verb == ENGAGE:
        return SKY[distance] if distance < len(SKY) else 0
    row = row_of(unit)
    return row[distance - 1] if 1 <= distance <= len(row) else 0


def row_of(unit: Unit) -> tuple[int, ...]:
    """`cav.mounted-reach`, `cav.dismounted-fire`: cavalry has two lines."""
    return unit.troop.mounted_dice if unit.mounted else unit.troop.dice


def reach_of(unit: Unit) -> int:
    return len(row_of(unit))


def dice(field: Field, aim: Aim, officer: bool = False) -> int:
    """`count.formula`: if the result is below 1, or the base is none, the attack may not be made."""
    return max(0, total(reasons(field, aim, officer)))


def reasons(field: Field, aim: Aim, officer: bool = False) -> list[Reason]:
    """Everything that makes up the dice of an attack."""
    unit = field.units[aim.slot]
    distance = field.ground.grid.distance(aim.start, aim.cell)
    number = base(unit, distance, aim.verb)
    if not number:
        return []
    found = [Reason(number, "count.base", f"{unit.troop.name} at {distance} hexes")]
    fire = is_fire(field, aim)
    found += _additions(field, aim, unit, fire, officer)
    if aim.verb in (ATTACK, BOMB):
        found += cover(field, aim.start, aim.cell, exposed_to_sandbags(unit.troop) or aim.verb == BOMB)
    return found + handicaps(field, unit, fire)


def _additions(field: Field, aim: Aim, unit: Unit, fire: bool, officer: bool) -> list[Reason]:
    """What is added. Every hill hex is a hilltop, and its die lengthens no range (`count.hilltop-any`)."""
    found = []
    if officer:
        found.append(Reason(1, "count.officer", "an officer commands it in his own hex"))
    if unit.troop.lancer and unit.mounted and not fire:
        found.append(Reason(1, "cav.lancers", "lancers, mounted, in close combat"))
    if is_artillery(unit.troop) and aim.verb != ENGAGE and field.lie.hills >> aim.start & 1:
        found.append(Reason(1, "count.hilltop", "artillery on a hilltop"))
    if field.effects:
        found += [Reason(e.value, "count.formula", e.card) for e in _card_dice(field, aim, fire)]
    return found


def _card_dice(field: Field, aim: Aim, fire: bool) -> list[Effect]:
    """Dice that cards give or take: in fire, in close combat or in any attack, perhaps in the first only."""
    sorts = ("any", "fire" if fire else "close")
    wet = field.affected("wet", aim.slot) if fire else []
    return wet + [
        effect
        for effect in field.affected("dice", aim.slot)
        if effect.sort.split()[0] in sorts and _counts(field, aim, effect)
    ]


def _counts(field: Field, aim: Aim, effect: Effect) -> bool:
    if "first" in effect.sort and field.turn.fought >> aim.slot & 1:
        return False
    if "ground" in effect.sort and aim.verb == ENGAGE:
        return False
    return not effect.who or fits(field, aim.slot, effect.who)


def exposed_to_sandbags(troop: Troop) -> bool:
    """`count.sandbags`, `cav.same-table`: infantry and mounted troops, cavalry on foot too."""
    return troop.type in (INFANTRY, CAVALRY)


def cover(field: Field, start: Cell, cell: Cell, sandbags: bool) -> list[Reason]:
    """`count.cover`: only the largest counts (`count.cover-best`), or all of them with `opt:terrain-stack`."""
    features = field.lie.cover[cell]
    if not features:
        return []
    ladder = ladder_between(field, start, cell) is not None
    found = []
    for feature in features:
        if feature.name == "sandbags" and not sandbags:
            continue
        if protects(field, start, cell, feature.name):
            over = ladder and feature.name == "structure"
            value, clause = (LADDER_COVER, "siege.wall-fire") if over else (feature.value, feature.clause)
            found.append(Reason(-value, clause, feature.name))
    if field.rules.terrain_stack == "sum" or not found:
        return found
    return [min(found)]


def protects(field: Field, start: Cell, cell: Cell, feature: str) -> bool:
    """`count.works-sides`: works with listed sides cover only where the line comes in by one of these."""
    sides = field.ground.work_sides.get((cell, feature))
    return sides is None or start == cell or bool(field.ground.lanes.lane(start, cell).enters & sides)


def handicaps(field: Field, unit: Unit, fire: bool) -> list[Reason]:
    """What a unit carries, lacks or stands in."""
    found = []
    if unit.ladder:
        found.append(Reason(-1, "siege.ladder-carry", "it carries a ladder"))
    if fire and part_armed(unit):
        found.append(Reason(-1, "battle.part-armed", "only some of it has firearms"))
    if field.rules.river_wire_attack == "on" and not unit.aloft and field.lie.own[unit.cell]:
        found.append(Reason(-1, "count.own-river", "it stands in a river or in wire"))
    return found


def part_armed(unit: Unit) -> bool:
    """`battle.part-armed-count`: as it is now; once its unarmed figures have fallen all that are left have firearms."""
    return 0 < unit.firearms < unit.figures


# --- the officer's die -------------------------------------------------------------------------------------------


def officer_for(field: Field, slot: Slot, cell: Cell) -> Slot:
    """The officer who may add his die to this unit now, NOBODY if none may.

    `count.officer`: infantry or cavalry that he commands in his own hex; no artillery (`count.officer-art`), no help
    from NCOs (`count.nco-none`). He supports one unit a turn, in each attack it makes (`count.officer-turn`), and
    needs no order for it (`turn.officer-free`).
    """
    unit = field.units[slot]
    if unit.troop.type not in (INFANTRY, CAVALRY) or unit.aloft:
        return NOBODY
    leader = field.commander(unit.troop.side, cell)
    if leader == NOBODY or field.is_silent(leader) or field.turn.idle >> leader & 1:
        return NOBODY
    if not field.units[leader].troop.is_officer or not field.units[leader].troop.helps:
        return NOBODY
    busy = [other for officer, other in field.turn.support if officer == leader and other != slot]
    lifted = field.play is not None and field.play.officers
    return NOBODY if busy and not lifted else leader


# --- the defence throw -------------------------------------------------------------------------------------------


def defence_reasons(field: Field, slot: Slot, start: Cell, foe: Cell, close: bool) -> list[Reason]:
    """`def.who`, `def.terrain-dice`: one die, two for class A, less whatever the ground and the load take away."""
    unit = field.units[slot]
    found = [Reason(2 if unit.troop.rank == "A" else 1, "def.who", f"class {unit.troop.rank}")]
    if field.rules.officer_defence_die == "on" and officer_for(field, slot, start) != NOBODY:
        found.append(Reason(1, "count.officer-turn", "an officer is with it"))
    found += cover(field, start, foe, exposed_to_sandbags(unit.troop))
    if field.lie.own[start]:
        found.append(Reason(-1, "def.terrain", "it stands in a river or in wire"))
    if unit.ladder:
        found.append(Reason(-1, "siege.ladder-carry-def", "it carries a ladder"))
    if part_armed(unit) and field.ground.grid.distance(start, foe) > 1:
        found.append(Reason(-1, "battle.part-armed", "only some of it has firearms"))
    return found
