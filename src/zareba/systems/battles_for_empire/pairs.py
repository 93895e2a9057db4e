"""Who fights whom in phase 8: pairs, and who supports them (section 19 of the rule book).

`melee.must-fight`: everybody in melee contact is in a combat, as one of its Primary units or as a Support.
"""

from __future__ import annotations

from collections.abc import Sequence

from zareba.engine.ask import Choice, Option, Question
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.groups import turned
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import FLANK, NOBODY, REAR, Combat, Slot
from zareba.systems.battles_for_empire.touching import common_edge, front_to_front
from zareba.systems.battles_for_empire.troops import TABLES

Pair = tuple[Slot, Slot]
"""A unit of the side listed first and one of the other."""
QUARTER = 900
CHARGED, FACING, TOUCHING = range(3)
"""The classes of `melee.pairs`."""


async def pair(field: Field) -> None:
    """One pair, or one Support, or on to the fights."""
    if pairs := open_pairs(field):
        one = settled(pairs)
        if one is None:
            one = await Choice(field.seat(field.first), PAIR, pairs, field.first)
        field.combats = (*field.combats, Combat(one, ((), ())))
    elif (slot := next_forced(field)) != NOBODY:
        _join(field, slot, await Choice(field.seat(field.units[slot].side), FORCED, engaged_by(field, slot), slot))
    elif (slot := next_free(field)) != NOBODY:
        field.fired |= 1 << 4 * slot
        number = await Choice(field.seat(field.units[slot].side), FREE, [*neighbours(field, slot), NOBODY], slot)
        if number != NOBODY:
            _join(field, slot, number)
    else:
        next_stage(field)


def _join(field: Field, slot: Slot, number: int) -> None:
    """A Support joins a combat, after those who have joined it before."""
    combats, combat, side = list(field.combats), field.combats[number], field.units[slot].side
    mine, theirs = (*combat.supports[side], slot), combat.supports[1 - side]
    combats[number] = combat._replace(supports=(theirs, mine) if side else (mine, theirs))
    field.combats = tuple(combats)


# --- pairs ---------------------------------------------------------------------------------------------------------


def open_pairs(field: Field) -> list[Pair]:
    """The pairs that may be formed next: those of the first class that has any (`melee.pairs`)."""
    taken = {slot for combat in field.combats for slot in combat.primaries}
    pairs = [(mine, foe) for mine in field.on_table(0) if mine not in taken
             for foe in field.contacts(mine) if foe not in taken]  # fmt: skip
    classes = [class_of(field, pair) for pair in pairs]
    return [pair for pair, rank in zip(pairs, classes, strict=True) if rank == min(classes)]


def class_of(field: Field, pair: Pair) -> int:
    """A flank or rear charge of this turn comes first, then front against front, then the rest."""
    if struck_aside(field, *pair) or struck_aside(field, *reversed(pair)):
        return CHARGED
    return FACING if front_to_front(field, *pair) else TOUCHING


def struck_aside(field: Field, slot: Slot, foe: Slot) -> bool:
    """Whether a unit charged an enemy's flank or rear this turn."""
    charge = field.units[slot].charge
    return charge is not None and charge[0] == foe and charge[1] in (FLANK, REAR)


def settled(pairs: list[Pair]) -> Pair | None:
    """A pair that nobody can choose away: neither of its units is in another."""
    units = [slot for pair in pairs for slot in pair]
    return next((pair for pair in pairs if units.count(pair[0]) == units.count(pair[1]) == 1), None)


# --- Supports ------------------------------------------------------------------------------------------------------


def in_order(field: Field) -> list[Slot]:
    """Everybody on the table, the First side's units first (`init.scope`)."""
    return [*field.on_table(field.first), *field.on_table(1 - field.first)]


def fighting(field: Field) -> set[Slot]:
    """Those who are in a combat."""
    return {slot for primaries, supports in field.combats for slots in (primaries, *supports) for slot in slots}


def next_forced(field: Field) -> Slot:
    """`melee.forced-support`: a unit in contact that was left without a pair."""
    busy = fighting(field)
    return next((slot for slot in in_order(field) if slot not in busy and field.contacts(slot)), NOBODY)


def engaged_by(field: Field, slot: Slot) -> list[int]:
    """The combats with an enemy that a unit touches."""
    foes = field.contacts(slot)
    return [number for number, combat in enumerate(field.combats) if any(foe in foes for foe in combat.primaries)]


def next_free(field: Field) -> Slot:
    """A unit that may support and has not been asked yet."""
    busy = fighting(field)
    for slot in in_order(field):
        if slot not in busy and not field.fired >> 4 * slot & 1 and neighbours(field, slot):
            return slot
    return NOBODY


def neighbours(field: Field, slot: Slot) -> list[int]:
    """The combats that a unit may support (`melee.free-support`), while it would add dice (`melee.support-cap`)."""
    unit = field.units[slot]
    if unit.shaken or field.contacts(slot):
        return []
    return [number for number, combat in enumerate(field.combats)
            if len(combat.supports[unit.side]) < TABLES["melee"]["supports"]
            and stands_by(field, slot, combat.primaries[unit.side])]  # fmt: skip


def stands_by(field: Field, slot: Slot, primary: Slot) -> bool:
    """In friendly contact and facing within 90 degrees of it, or next to it in the ring of a brigade square."""
    if primary in field.linked(slot) and turned(field.units[slot].facing, field.units[primary].facing) <= QUARTER:
        return True
    return any([primary in beside(ring, slot) for ring in field.squares if slot in ring])


def beside(ring: Sequence[Slot], slot: Slot) -> tuple[Slot, Slot]:
    """The two neighbours of a member of a ring."""
    at = ring.index(slot)
    return ring[at - 1], ring[(at + 1) % len(ring)]


# --- words ---------------------------------------------------------------------------------------------------------


def _show_pair(field: Field, side: int, pair: Pair) -> Option:
    mine, foe = field.units[pair[field.first]], field.units[pair[1 - field.first]]
    return Option(f"pair {mine.id} {foe.id}", f"{mine.name} against {foe.name}", "melee.pairs", mine.id, foe.id)


def _usual_pair(field: Field, side: int, pairs: Sequence[Pair]) -> int:
    """`melee.pairs-default`: the longest common edge, then the lower unit numbers."""
    edges = [common_edge(field.units[mine], field.units[foe]) for mine, foe in pairs]
    return edges.index(max(edges))


def _show_support(field: Field, slot: Slot, number: int) -> Option:
    unit = field.units[slot]
    if number == NOBODY:
        return Option("alone", f"{unit.name} keeps out of it", "melee.free-support", unit.id)
    clause = "melee.forced-support" if field.contacts(slot) else "melee.free-support"
    mine, foe = [field.units[field.combats[number].primaries[side]] for side in (unit.side, 1 - unit.side)]
    return Option(
        f"support {mine.id}", f"{unit.name} supports {mine.name} against {foe.name}", clause, unit.id, mine.id
    )


PAIR = Question(
    "pair",
    "melee.pairs",
    lambda field, side: f"{field.sides[side].name}: which two fight each other first of all?",
    _show_pair,
    _usual_pair,
)
FORCED = Question(
    "forced", "melee.forced-support", lambda field, slot: f"Whom does {field.units[slot].name} support?", _show_support
)
FREE = Question(
    "support", "melee.free-support", lambda field, slot: f"Does {field.units[slot].name} lend a hand?", _show_support
)
