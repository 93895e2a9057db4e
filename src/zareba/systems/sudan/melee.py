"""Hand-to-hand fighting: section 2.21 of the rule book.

All dice are counted from the state at the start of the phase, and all hits are applied together after the last roll
(`melee.simultaneous`). So every roll is noted as a blow, and the blows fall when all are known. Each of several enemies
of one unit rolls in full against it (`melee.several`).
"""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Reason
from zareba.systems.sudan.dice import Dice, Hits, throw_hits, throws
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.firing import firing_bases
from zareba.systems.sudan.ground import HARD, NO_COVER, SOFT
from zareba.systems.sudan.leaders import endanger, rejoin, watched
from zareba.systems.sudan.rows import BROKEN, PRONE, Blow, Bout, Contact, Slot, Unit
from zareba.systems.sudan.squares import break_squares
from zareba.systems.sudan.troops import CLOSE

# --- the dice ------------------------------------------------------------------------------------------------


def count_dice(field: Field, bout: Bout) -> Dice:
    """`melee.base-dice`, every modifier in its order (`melee.mod-order`), at least 1 (`melee.floor`)."""
    unit = field.units[bout.slot]
    dice = Dice()
    dice.add(firing_bases(field, unit), "melee.base-dice", "gunners" if unit.gun else "bases")
    if unit.led:
        dice.add(1, "melee.base-dice", "its leader")
    if bout.supports:
        support_modifiers(field, dice, bout)
    else:
        fight_modifiers(field, dice, bout)
    dice.at_least_one("melee.floor-all")
    return dice


def add_grade(dice: Dice, unit: Unit) -> None:
    """`melee.plus-die`: of whatever kind the unit rolls."""
    if unit.troop.grade > 0:
        dice.add(1, "melee.elite", "Elite")
    if unit.troop.grade < 0:
        dice.add(-1, "melee.raw", "Raw")


def fight_modifiers(field: Field, dice: Dice, bout: Bout) -> None:
    """All that changes the dice of a unit in contact with its opponent.

    The charger has his bonus in the turn he made the contact (`charge.bonus-when`); camels theirs before any doubling,
    against mounted horse (`melee.camel-order`); the flank is that across which they fight (`melee.flank-def`); lancers
    lance while mounted (`unit.lancers`); and Dervish foot stop riders only with their front (`melee.frontal`).
    """
    unit, foe = field.units[bout.slot], field.units[bout.targets[0]]
    contact = contact_between(field, bout.slot, bout.targets[0])
    flank = not foe.square and contact.side_of(bout.targets[0]) not in foe.front
    if contact.charger == bout.slot and contact.fresh:
        dice.add(1, "melee.charging", "it charged")
    add_grade(dice, unit)
    if unit.troop.camel and unit.mounted and foe.troop.horse and foe.mounted:
        dice.add(1, "melee.camel", "camels against horse")
    if flank:
        dice.double("melee.flank", "against a flank")
    if unit.troop.lancers and unit.mounted and foe.status == BROKEN:
        dice.double("melee.lancers", "lancers against a broken unit")
    if unit.mounted and foe.troop.dervish and not flank:
        dice.halve("melee.mounted-foot", "mounted against the front of Dervish foot")
    _condition(field, dice, unit)
    _ground(field, dice, bout)


def _condition(field: Field, dice: Dice, unit: Unit) -> None:
    """Broken men fight at half; prone ones in full (`melee.prone`), in square always (`square.prone-melee`).

    An option spares the broken in square, too (`option.square-broken`).
    """
    if unit.status == BROKEN and not (unit.square and field.rules.square_broken == "full"):
        dice.halve("melee.broken", "broken")
    elif unit.status == PRONE and not unit.square and field.rules.prone_melee == "half":
        dice.halve("option.prone-melee", "prone")


def support_modifiers(field: Field, dice: Dice, bout: Bout) -> None:
    """`support.mods`: the grade, the halving for supporters, and ground or cover; nothing else."""
    add_grade(dice, field.units[bout.slot])
    dice.halve("melee.support-half", "supporting")
    _ground(field, dice, bout)


def _ground(field: Field, dice: Dice, bout: Bout) -> None:
    """`melee.uphill` (`terrain.uphill`), `melee.soft`, `melee.hard`: if true of any of the enemies."""
    level = field.ground.level
    mine = field.units[bout.slot].box
    if any(level[field.units[target].box] > level[mine] for target in bout.targets):
        dice.halve("melee.uphill", "the enemy is uphill")
    cover = max(cover_of(field, bout, target) for target in bout.targets)
    if cover == SOFT:
        dice.halve("melee.soft", "soft cover")
    if cover == HARD:
        dice.quarter("melee.hard", "hard cover")


def cover_of(field: Field, bout: Bout, target: Slot) -> int:
    """The cover of an enemy: none against whom he charged, for as long as that contact lasts (`melee.cover-lost`).

    Against supporters works on either side that looks at them count.
    """
    foe, ground = field.units[target], field.ground
    if not bout.supports:
        contact = contact_between(field, bout.slot, target)
        charged = contact.charger == target
        return NO_COVER if charged else ground.cover(foe.box, contact.side_of(target))
    sides = ground.grid.facing_sides(foe.box, field.units[bout.slot].box)
    return max(ground.cover(foe.box, side) for side in sides)


def contact_between(field: Field, slot: Slot, other: Slot) -> Contact:
    return next(contact for contact in field.contacts_of(slot) if contact.other(slot) == other)


# --- the rolls -----------------------------------------------------------------------------------------------


async def roll(field: Field) -> None:
    """One roll, in the order of `melee.roll-order`; its total are the hits (`melee.hits`, `melee.die`)."""
    if not field.bouts:
        return field.next_stage()
    bout, *rest = field.bouts
    unit, seat = field.units[bout.slot], field.seat(bout.slot)
    watch = any(heeded(field, target) for target in bout.targets)
    hits = await throw_hits(field, MELEE, unit.troop.melee, count_dice(field, bout).number, seat, bout, watch)
    shares = await share(field, bout, hits)
    field.bouts = tuple(rest)
    field.blows += tuple(
        Blow(bout.slot, target, pips, hits.natural) for target, pips in zip(bout.targets, shares, strict=True)
    )
    words = "{unit} strikes for {hits}."
    field.tell("blow", "melee.hits", words, unit=bout.slot, hits=hits.pips)
    return None


def heeded(field: Field, target: Slot) -> bool:
    """Could a natural endanger anybody in this unit, if only a commander who joins it once all hits have fallen?"""
    side = field.units[target].troop.side
    return watched(field, target) or (field.rules.commander_risk == "on" and field.commander(side) is not None)


async def share(field: Field, bout: Bout, hits: Hits) -> list[int]:
    """`support.odd`: a supporter's hits are divided equally; an odd one goes where his owner likes."""
    number = len(bout.targets)
    shares = [hits.pips // number] * number
    if hits.pips % number:
        lucky = await Choice(field.seat(bout.slot), ODD, bout.targets, bout)
        shares[bout.targets.index(lucky)] += hits.pips % number
    return shares


async def strike(field: Field) -> None:
    """All hits are applied together, and eliminations made (`melee.leader-order`).

    Nobody strikes back at a supporter (`support.no-hits-back`).
    """
    for slot in sorted({blow.target for blow in field.blows}):
        field.hit(slot, sum(blow.hits for blow in field.blows if blow.target == slot), "melee.simultaneous")
    await rejoin(field)
    field.blows = in_order(field, field.blows)
    field.next_stage()


def in_order(field: Field, blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """The order of leader checks: roll by roll, of a supporter's two targets the one given more hits first."""
    order = {blow.slot: place for place, blow in reversed(list(enumerate(blows)))}
    return tuple(sorted(blows, key=lambda blow: (order[blow.slot], -blow.hits, blow.target)))


async def leaders(field: Field) -> None:
    """A leader check for each blow that calls for one (`support.leader`); lastly squares are tested."""
    if not field.blows:
        break_squares(field)
        return field.next_stage()
    blow, *rest = field.blows
    field.blows = tuple(rest)
    await endanger(field, field.seat(blow.slot), blow.target, Hits(blow.hits, blow.natural), CLOSE)
    return None


# --- words ---------------------------------------------------------------------------------------------------


def _prompt(field: Any, bout: Any) -> str:
    foes = " and ".join(field.units[target].troop.name for target in bout.targets)
    verb = "supports against" if bout.supports else "fights"
    return f"{field.units[bout.slot].troop.name} {verb} {foes}."


def _reasons(field: Any, bout: Any) -> list[Reason]:
    return count_dice(field, bout).reasons


MELEE = throws("melee", "melee.base-dice", _prompt, _reasons)


def _show_odd(field: Field, bout: Bout, target: Slot) -> Option:
    foe = field.units[target].troop
    return Option(f"more on {foe.id}", f"The odd hit on {foe.name}", "support.odd", foe.id, foe.id)


def _usual_odd(field: Any, bout: Any, options: Any) -> int:
    """The one with more hits already."""
    hits = [field.units[target].hits for target in options]
    return hits.index(max(hits))


ODD = Question("odd", "support.odd", lambda field, bout: "Who takes the odd hit?", _show_odd, _usual_odd)
