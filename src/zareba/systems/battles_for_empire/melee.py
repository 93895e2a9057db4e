"""Phase 8: melee (section 19 of the rule book).

First everybody in contact is paired or supports a pair (`pairs`); then each combat is worked out in turn
(`melee.each`), for both of its sides at once (`turn.simultaneous`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Reason
from zareba.systems.battles_for_empire.blows import blows
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.harm import dead, kill, remove, shake
from zareba.systems.battles_for_empire.pairs import pair
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import Combat, Slot
from zareba.systems.battles_for_empire.troops import TABLES

Supports = tuple[Slot, ...]
MOST: int = TABLES["effects"]["most"]
"""`melee.kills`: four Kills at most."""


async def fights(field: Field) -> None:
    """One pair or Support while the combats are made up; then one combat."""
    if field.phase == "pairs":
        return await pair(field)
    if field.combats:
        await fight(field, field.combats[0])
        field.combats = field.combats[1:]
    if not field.combats:
        next_stage(field)
    return None


async def fight(field: Field, combat: Combat) -> None:
    """Both sides strike, the First side's dice first; more hits win (`melee.compare`), equal ones do nothing."""
    hits = [0, 0]
    for side in (field.first, 1 - field.first):
        for slot in units_of(combat, side):
            hits[side] += await _strike(field, slot)
    field.tell("melee", "melee.compare", "{unit} against {other}, hits {mine} to {theirs}.",
               unit=combat.primaries[0], other=combat.primaries[1], mine=hits[0], theirs=hits[1])  # fmt: skip
    if hits[0] == hits[1]:
        field.tell("draw", "melee.draw", "Nobody gives way.")
    else:
        loser = 0 if hits[0] < hits[1] else 1
        await _settle(field, combat, loser, min(abs(hits[0] - hits[1]), MOST))


def units_of(combat: Combat, side: int) -> Supports:
    """The Primary unit of a side and its Supports, in the order in which they joined."""
    return (combat.primaries[side], *combat.supports[side])


async def _strike(field: Field, slot: Slot) -> int:
    what = blows(field, combat_of(field, slot), slot)
    hits = await Roll(BLOWS, what.dice, what.tally, field.seat(field.units[slot].side), slot)
    assert isinstance(hits, int)
    return hits


def combat_of(field: Field, slot: Slot) -> Combat:
    return next(combat for combat in field.combats if slot in (*units_of(combat, 0), *units_of(combat, 1)))


# --- the losers ----------------------------------------------------------------------------------------------------


async def _settle(field: Field, combat: Combat, side: int, kills: int) -> None:
    """All units of the losing side bear the result (`melee.all`); the winners suffer nothing (`melee.winner`).

    Kills are dealt, then each loser is Shaken or takes one more Kill (`melee.shaken-losers`); the destroyed are removed
    at once, and the others stay in contact (`melee.stay`).
    """
    order = await Choice(field.seat(side), DEAL, ways_to_deal(field, combat, side, kills), (side, kills))
    losers = (combat.primaries[side], *order)
    for slot, number in dealt(field, losers, kills).items():
        kill(field, slot, number, "melee.kills")
    for slot in losers:
        if not dead(field, slot):
            shake(field, slot, "melee.shaken-losers")
    for slot in losers:
        if dead(field, slot):
            remove(field, slot, "effect.at-limit")


def dealt(field: Field, losers: Sequence[Slot], kills: int) -> dict[Slot, int]:
    """`melee.deal`: one at a time, round and round; who has all its Kills is passed over, what is left over is lost."""
    room = {slot: field.units[slot].troop.limit - field.units[slot].kills for slot in losers}
    taken = dict.fromkeys(losers, 0)
    while kills and any([taken[slot] < room[slot] for slot in losers]):
        for slot in losers:
            if kills and taken[slot] < room[slot]:
                taken[slot] += 1
                kills -= 1
    return {slot: number for slot, number in taken.items() if number}


def ways_to_deal(field: Field, combat: Combat, side: int, kills: int) -> list[Supports]:
    """The orders in which an owner may name his Supports; of those that come to the same, one."""
    found: dict[tuple[tuple[Slot, int], ...], Supports] = {}
    supports = sorted(combat.supports[side])
    for first in permutations(supports, min(kills, len(supports))):
        order = (*first, *[slot for slot in supports if slot not in first])
        taken = dealt(field, (combat.primaries[side], *order), kills)
        found.setdefault(tuple(sorted(taken.items())), order)
    return list(found.values())


# --- words ---------------------------------------------------------------------------------------------------------


def _show_order(field: Field, about: Any, order: Supports) -> Option:
    names = ", then ".join([field.units[slot].name for slot in order])
    words = f"Kills fall on {names}" if order else "Kills fall on the Primary unit"
    return Option(" ".join(["deal", *[field.units[slot].id for slot in order]]), words, "melee.deal")


def _prompt(field: Any, slot: Any) -> str:
    unit, combat = field.units[slot], combat_of(field, slot)
    need = min(max(blows(field, combat, slot).need, 2), 6)
    foe = field.units[combat.primaries[1 - unit.side]]
    does = "fights" if slot in combat.primaries else "lends a hand against"
    return f"{unit.name} {does} {foe.name}: {need}{' or more hits' if need < 6 else ' hits'}."


def _reasons(field: Any, slot: Any) -> list[Reason]:
    return blows(field, combat_of(field, slot), slot).reasons


BLOWS = Throw("blows", "melee.hit", D6, _prompt, _reasons)
DEAL = Question(
    "deal",
    "melee.deal",
    lambda field, about: (
        f"{field.sides[about[0]].name}: {about[1]} Kills. After the Primary unit, on whom do they fall?"
    ),
    _show_order,
)
