"""What hits and mishaps do to a unit: Disorder, Shaken, Kills, and its end (section 18 of the rule book).

These are the doors through which every other rule harms a unit; none of them asks or throws anything. Shaken and
Disordered know nothing of each other (`term.shaken-and-disordered`).
"""

from __future__ import annotations

from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import (
    DESTROYED,
    DISORDERED,
    FRESH,
    HURT,
    OPPONENT_GONE,
    SHAKEN,
    TABLE,
    Slot,
)
from zareba.systems.battles_for_empire.tokens import unit_gone
from zareba.systems.battles_for_empire.troops import TABLES

MOVEMENT = ("commanders", "units", "squares", "rout", "exploitation")
"""Phases 4 and 4a."""
FIRE = ("artillery", "rifles")
FIGHTING = (*FIRE, "pairs", "melee")
"""Phases 6 to 8."""


def strike(field: Field, slot: Slot, hits: int) -> None:
    """What so many hits of one fire do to their target: `effect.chart`; none do nothing (`effect.no-effect`)."""
    if not hits:
        return field.tell("missed", "effect.no-effect", "No hits on {unit}.", unit=slot)
    disorders, shakes, kills = TABLES["effects"]["fire"][min(hits, len(TABLES["effects"]["fire"])) - 1]
    if disorders:
        disorder(field, slot, "effect.disorder")
    if shakes:
        shake(field, slot, "effect.shaken")
    if kills:
        kill(field, slot, kills, "effect.chart")
    return None


def disorder(field: Field, slot: Slot, clause: str) -> None:
    """A Disorder marker, or a new one for the old (`effect.disorder-again`, `markers.refresh`).

    One that is gained in phase 4 or 4a outlives the next phase 5 (`markers.disorder`).
    """
    field.mark(slot, DISORDERED | FRESH if field.phase in MOVEMENT else DISORDERED)
    field.tell("disordered", clause, "{unit} is disordered.", unit=slot)


def shake(field: Field, slot: Slot, clause: str) -> None:
    """A Shaken marker; a unit that has one takes a Kill instead (`effect.shaken-again`, `effect.shaken-again-sum`)."""
    if field.rules.crit_trigger == "shaken-or-kill":
        _endanger_tokens(field, slot)
    if not field.units[slot].shaken:
        field.mark(slot, SHAKEN)
        field.tell("shaken", clause, "{unit} is shaken.", unit=slot)
    elif field.rules.repeated_shaken == "kill":
        kill(field, slot, 1, "effect.shaken-again")


def kill(field: Field, slot: Slot, number: int, clause: str) -> None:
    """Kills, which are for ever (`effect.kills`); at its limit a unit is destroyed (`effect.limit`, `effect.at-limit`).

    In the phases of fire the destroyed are removed when the phase ends (`fire.removal`), in a melee when all its Kills
    are dealt (`melee.stay`); otherwise at once.
    """
    unit = field.units[slot]
    kills = min(unit.kills + number, unit.troop.limit)
    field.change(slot, kills=kills)
    _endanger_tokens(field, slot)
    words = "{unit} takes a Kill." if number == 1 else "{unit} takes {lost} Kills."
    field.tell("kill", clause, words, unit=slot, lost=number, total=kills)
    if dead(field, slot) and field.phase not in FIGHTING:
        remove(field, slot, "effect.at-limit")


def dead(field: Field, slot: Slot) -> bool:
    """Whether a unit has all its Kills."""
    unit = field.units[slot]
    return unit.kills >= unit.troop.limit


def _endanger_tokens(field: Field, slot: Slot) -> None:
    """`crit.when`: what happens to a unit in phases 6 to 8 may cost it those who are with it."""
    if field.phase in FIGHTING:
        field.mark(slot, HURT)


def remove(field: Field, slot: Slot, clause: str) -> None:
    """A unit is destroyed. Enemies in melee contact have lost their opponent (`mod.opponent-when`).

    Its tokens flee (`cmd.unit-gone`); in phases 6 to 8 they wait for the last phase (`crit.unit-lost`).
    """
    for foe in field.contacts(slot):
        field.mark(foe, OPPONENT_GONE)
    field.change(slot, place=DESTROYED)
    field.tell("destroyed", clause, "{unit} is destroyed.", unit=slot)
    if field.phase not in FIGHTING:
        unit_gone(field, slot, with_unit=False)


def remove_the_dead(field: Field, clause: str) -> None:
    """Removes every unit on the table that has all its Kills."""
    for slot, unit in enumerate(field.units):
        if unit.place == TABLE and dead(field, slot):
            remove(field, slot, clause)
