"""The dice of a fire: how many, what they need, and what changes them (sections 15 to 17 of the rule book).

Modifiers are added to each die (`fire.modify-die`). A unit throws its full number whatever Kills it has
(`fire.no-own-loss`).
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.engine.chance import Tally
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.battles_for_empire.cover import cover
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.ranges import BANDS, SHORT, band_at, muzzle_loading
from zareba.systems.battles_for_empire.rows import FIXED, LOW, MOVED, PIVOTED, SHAKEN, Unit
from zareba.systems.battles_for_empire.targets import Shot, firer, measured_from, stands_on
from zareba.systems.battles_for_empire.troops import (
    ARTILLERY,
    CLOSE,
    COLUMN,
    DEEP,
    LIMBERED,
    MG,
    MOUNTED,
    TABLES,
)

RATES = ("", "1st rate", "2nd rate", "3rd rate")
MOUNTED_DICE, MOUNTED_RATE = 2, 3
"""The option `mounted-fire`."""


class Fire(NamedTuple):
    """A shot and how it is made: as Rapid Fire or not; of a machine gun, with how many dice."""

    shot: Shot
    rapid: bool = False
    chosen: int = 0


class Volley(NamedTuple):
    """What is thrown: so many dice, for this score or more, with everything that went into it."""

    dice: int
    need: int
    reasons: list[Reason]

    @property
    def tally(self) -> Tally:
        """`fire.max-one`: each die that reaches the score is one hit."""
        return hits_on(self.need)


def hits_on(need: int) -> Tally:
    """Which faces hit: a natural 1 never does, a natural 6 always (`fire.one-misses`, `melee.natural`)."""
    return tuple([int(face == 6 or (face > 1 and face >= need)) for face in range(1, 7)])


def volley(field: Field, fire: Fire) -> Volley:
    """`fire.dice-removal-formula`: a score beyond 6 costs a die for every point, and the rest hit on a 6."""
    dice, needs = _dice(field, fire), _needs(field, fire)
    changes = modifiers(field, fire)
    score = needs.value - total(changes)
    excess = max(0, score - 6)
    if excess:
        changes = [*changes, Reason(-min(excess, dice.value), "fire.dice-removal", "dice that could not hit")]
    return Volley(max(0, dice.value - excess), min(score, 6), [dice, needs, *changes])


def refuse_volley(field: Field, fire: Fire) -> Refusal | None:
    """A unit that has no dice left does not fire."""
    if volley(field, fire).dice:
        return None
    return Refusal("fire.dice-removal-formula", "No die of it could hit.")


# --- how many, and what they need ----------------------------------------------------------------------------------


def band(field: Field, shot: Shot) -> int:
    """`rifle.range`, `art.range`: from where the stands that fire are to the nearest point of the target."""
    return band_at(field, field.units[shot.slot], measured_from(field, shot), field.rect(shot.target))


def _dice(field: Field, fire: Fire) -> Reason:
    """`fire.base`: for artillery the range changes the dice."""
    unit, near = field.units[fire.shot.slot], band(field, fire.shot)
    if unit.troop.arm == ARTILLERY:
        words = f"dice of {RATES[unit.troop.rate]} guns at {BANDS[near]} range"
        return Reason(TABLES["artillery"]["dice"][str(unit.troop.rate)][near], "art.dice", words)
    if unit.troop.arm == MG:
        return Reason(fire.chosen, "mg.chart", "dice, as its crew likes")
    if unit.mounted:
        return Reason(MOUNTED_DICE, "fire.mounted", "dice of mounted men")
    return _men(field, fire.shot)


def _men(field: Field, shot: Shot) -> Reason:
    """`rifle.dice`; of dismounted Close Order men some hold the horses (`rifle.holders`)."""
    unit, stands = field.units[shot.slot], len(stands_on(field, shot))
    most = int(field.rules.holders)
    if unit.troop.arm == MOUNTED and unit.troop.style == CLOSE and stands > most:
        return Reason(most, "rifle.holders", "stands that may fire while one holds the horses")
    return Reason(stands, "rifle.dice", "stands that may fire")


def _needs(field: Field, fire: Fire) -> Reason:
    """`fire.base`: for rifles and MGs the range changes the score. MGs have no rate (`mg.rate-none`)."""
    unit, near = field.units[fire.shot.slot], band(field, fire.shot)
    if unit.troop.arm == ARTILLERY:
        return Reason(TABLES["artillery"]["need"], "art.dice", "the score needed")
    if unit.troop.arm == MG:
        chart = TABLES["mg"]["need"][unit.troop.weapon["chart"]]
        return Reason(chart[near], "mg.chart", f"the score needed at {BANDS[near]} range")
    rate = MOUNTED_RATE if unit.mounted else unit.troop.rate
    clause = "rifle.muzzle" if muzzle_loading(field, unit) else "rifle.chart"
    words = f"the score that {RATES[rate]} needs at {BANDS[near]} range"
    return Reason(TABLES["rifle"]["need"][str(rate)][near], clause, words)


# --- what changes them ---------------------------------------------------------------------------------------------


def modifiers(field: Field, fire: Fire) -> list[Reason]:
    """Every modifier, in the order of its list."""
    unit = firer(field, fire.shot.slot)
    if unit.troop.arm == ARTILLERY:
        return _artillery(field, fire, unit)
    return _rifles(field, fire, unit)


def _artillery(field: Field, fire: Fire, unit: Unit) -> list[Reason]:
    """The list of artillery: contact is not in it (`art.contact`), unless others fight the target (`fire.target`)."""
    shot, weight = fire.shot, unit.troop.weapon.get("weight", 0)
    return [
        *_if(unit.shaken, -1, "art.mod-shaken", "Shaken"),
        *_if(unit.has(LOW), -1, "art.mod-low", "low on ammunition"),
        *_if(fire.rapid, 1, "fire.rapid", "Rapid Fire"),
        *cover(field, measured_from(field, shot), shot.target, "art.mod-cover"),
        *([] if field.contacts(shot.slot) else _contact(field, shot)),
        *_if(unit.has(PIVOTED), -1, "art.mod-pivot", "it pivoted this turn"),
        *_if(_narrow(field, shot), 1, "art.mod-deep", "the target is in Column or Deep"),
        *_if(weight != 0, weight, unit.troop.weapon.get("clause", ""), "its weight"),
    ]


def _rifles(field: Field, fire: Fire, unit: Unit) -> list[Reason]:
    """The list of rifles, and of MGs (`mg.mods`); these count as moving when they pivot (`mg.who`)."""
    shot, moving = fire.shot, MOVED | PIVOTED if unit.troop.gun else MOVED
    return [
        *_if(unit.shaken, -1, "rifle.mod-shaken", "Shaken"),
        *_if(unit.has(moving), -1, "rifle.mod-moved", "it moved this turn"),
        *_if(unit.has(LOW), -1, "rifle.mod-low", "low on ammunition"),
        *_if(fire.rapid, 1, "fire.rapid", "Rapid Fire"),
        *cover(field, measured_from(field, shot), shot.target, "rifle.mod-cover"),
        *_contact(field, shot),
        *_if(_narrow(field, shot), 1, "rifle.mod-deep", "the target is in Column or Deep"),
    ]


def _if(holds: bool, value: int, clause: str, why: str) -> list[Reason]:
    return [Reason(value, clause, why)] if holds else []


def _narrow(field: Field, shot: Shot) -> bool:
    """`rifle.mod-deep-only`; limbered and packed guns are targets in Column (`art.limbered-target`)."""
    return field.units[shot.target].formation in (COLUMN, DEEP, LIMBERED)


def _contact(field: Field, shot: Shot) -> list[Reason]:
    """`rifle.mod-contact`: a Fragile firer loses 2 and an Elite one nothing, or by option it is the target's rating."""
    if not field.contacts(shot.target):
        return []
    rated = field.units[shot.slot if field.rules.contact_rating == "firer" else shot.target].troop
    value = 0 if rated.elite else -2 if rated.fragile else -1
    return [Reason(value, "rifle.mod-contact", "the target is in contact")]


# --- Rapid Fire ----------------------------------------------------------------------------------------------------


def refuse_rapid(field: Field, shot: Shot) -> Refusal | None:
    """`fire.rapid`: who may fire rapidly, and at whom."""
    unit = firer(field, shot.slot)
    if field.rules.rapid_fire == "off" or not (unit.troop.imperial or unit.troop.boer):
        return Refusal("fire.rapid", "Only Imperial and Boer units fire rapidly.")
    if unit.troop.arm == MG:
        return Refusal("fire.rapid-mg", "MGs have no Rapid Fire.")
    if unit.mounted or muzzle_loading(field, unit):
        return Refusal("fire.rapid", "It takes breechloaders, on foot.")
    if unit.has(SHAKEN | MOVED | PIVOTED | LOW):
        return Refusal("fire.rapid", "It is Shaken, has moved, or is low on ammunition.")
    if unit.has(FIXED) and unit.foot and field.rules.bayonet_cost == "no-rapid":
        return Refusal("bayonet.no-rapid", "Its bayonets are fixed.")
    if band(field, shot) != SHORT:
        return Refusal("fire.rapid", "The target is not at Short range.")
    return None


def modes(field: Field, shot: Shot) -> list[bool]:
    """The ways in which a unit may fire at a target, ordinary or rapid: those that leave it dice."""
    ways = [False] if refuse_rapid(field, shot) else [False, True]
    return [rapid for rapid in ways if volley(field, Fire(shot, rapid)).dice]


def numbers(field: Field, shot: Shot) -> list[int]:
    """`mg.chart`: the numbers of dice that a machine gun may throw at a target."""
    return [dice for dice in TABLES["mg"]["dice"] if volley(field, Fire(shot, chosen=dice)).dice]


def hopeless(field: Field, shot: Shot) -> bool:
    """Whether a unit would have no dice at all against this target."""
    ways = numbers if field.units[shot.slot].troop.arm == MG else modes
    return not ways(field, shot)
