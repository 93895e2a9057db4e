"""Machine guns: the fire, the jam, and how it is cleared (section 17 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Reason, total
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.harm import dead, strike
from zareba.systems.battles_for_empire.rows import JAMMED, NOBODY, TABLE, Slot, Unit
from zareba.systems.battles_for_empire.salvos import ones_again, throw
from zareba.systems.battles_for_empire.targets import Shot, fired, firer, firers, mark_fired
from zareba.systems.battles_for_empire.troops import MG
from zareba.systems.battles_for_empire.volley import Fire, volley

AFTER, CANCEL, REROLL = "after", "cancel", "reroll"
CLEARS = 6
"""`mg.unjam`."""


async def burst(field: Field, order: Fire) -> int:
    """The hits of a machine gun: by `mg.jam-time` the die for a jam comes last, and the hits stand.

    The option `mg-jam` has it come first and spoil the fire; or misses are thrown again and a 1 spoils it.
    """
    way, dice = field.rules.mg_jam, volley(field, order).dice
    if way == CANCEL and await _jams(field, order.shot.slot, dice):
        return 0
    hits = await throw(field, order)
    if way == REROLL and await ones_again(field, order, dice - hits, SPOILT):
        field.tell("spoilt", "mg.jam-time", "{unit} jams, and its fire is spoilt.", unit=order.shot.slot)
        return 0
    strike(field, order.shot.target, hits)
    if way == AFTER:
        await _jams(field, order.shot.slot, dice)
    return hits


async def _jams(field: Field, slot: Slot, dice: int) -> bool:
    """`mg.jam`: a die below the number of dice in fact thrown (`mg.jam-count`)."""
    unit = field.units[slot]
    add = total(_maxim(unit))
    below = tuple([int(face + add < dice) for face in range(1, 7)])
    jams = bool(await Roll(JAM, 1, below, field.seat(unit.side), (slot, dice)))
    if jams:
        field.change(slot, marks=unit.marks | JAMMED, tries=0, since=field.turn)
        field.tell("jammed", "mg.jam", "{unit} jams.", unit=slot)
    return jams


def _maxim(unit: Unit) -> list[Reason]:
    """`mg.maxim`."""
    add = unit.troop.weapon.get("jam", 0)
    return [Reason(add, "mg.maxim", "a Maxim")] if add else []


# --- clearing ------------------------------------------------------------------------------------------------------


def next_jammed(field: Field) -> Slot:
    """The next machine gun of the side whose part it is that tries to clear its jam in this phase."""
    if field.phase == "rifles":
        for slot in firers(field, field.side):
            if _tries(field, slot):
                return slot
    return NOBODY


def _tries(field: Field, slot: Slot) -> bool:
    """`mg.unjam-when`: from the turn after the jam, once a phase, in no melee contact."""
    was = firer(field, slot)
    if was.troop.arm != MG or not was.has(JAMMED) or was.since >= field.turn or was.place != TABLE:
        return False
    return not (fired(field, slot) or field.contacts(slot) or dead(field, slot))


async def clear_jam(field: Field, slot: Slot) -> None:
    """One try (`mg.unjam`); a gun that is cleared may fire from the next turn on."""
    mark_fired(field, Shot(slot, NOBODY))
    unit = field.units[slot]
    add = total(_clearing(unit))
    high = tuple([int(face + add >= CLEARS) for face in range(1, 7)])
    if await Roll(CLEAR, 1, high, field.seat(unit.side), slot):
        field.change(slot, marks=unit.marks & ~JAMMED, tries=0, since=0)
        field.tell("cleared", "mg.unjam", "{unit} clears its jam.", unit=slot)
    else:
        field.change(slot, tries=unit.tries + 1)
        field.tell("jam", "mg.unjam", "{unit} is still jammed.", unit=slot)


def _clearing(unit: Unit) -> list[Reason]:
    """+1 for each try after the first on this jam."""
    tried = [Reason(unit.tries, "mg.unjam", "tries before this one")] if unit.tries else []
    return [*tried, *_maxim(unit)]


# --- words ---------------------------------------------------------------------------------------------------------


def _jam_reasons(field: Any, about: Any) -> list[Reason]:
    slot, dice = about
    return [Reason(dice, "mg.jam-count", "dice thrown: below that it jams"), *_maxim(field.units[slot])]


def _on(unit: Unit) -> str:
    least = max(1, CLEARS - total(_clearing(unit)))
    return "On a 6" if least == CLEARS else f"On {least} or more"


JAM = Throw("jam", "mg.jam", D6, lambda field, about: f"Does {field.units[about[0]].name} jam?", _jam_reasons)
CLEAR = Throw(
    "clear",
    "mg.unjam",
    D6,
    lambda field, slot: f"Does {field.units[slot].name} clear its jam? {_on(field.units[slot])}.",
    lambda field, slot: _clearing(field.units[slot]),
)
SPOILT = Throw(
    "spoilt",
    "mg.jam-time",
    D6,
    lambda field, slot: f"{field.units[slot].name} throws its misses again: a 1 spoils its fire.",
)
