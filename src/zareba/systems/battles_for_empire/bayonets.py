"""Phase 2: bayonets (section 6 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import FIXED, NOBODY, SHAKEN, SHIFTED, Slot

FIX, UNFIX, READY = "fix", "unfix", "ready"
Order = tuple[str, Slot]
"""What is done, and by whom; `NOBODY` stands for all who can."""


async def bayonets(field: Field) -> None:
    """`bayonet.phase`: before the initiative is known a side changes what it likes, and is ready."""
    verb, slot = await Choice(field.seat(field.side), BAYONETS, orders(field), field.side)
    if verb == READY:
        return next_stage(field)
    for other in _able(field, verb) if slot == NOBODY else [slot]:
        _shift(field, verb, other)
    return None


def _shift(field: Field, verb: str, slot: Slot) -> None:
    """`bayonet.persist`: so it stays until it is changed again. It is announced at once (`hidden.order`)."""
    if verb == FIX:
        field.mark(slot, FIXED | SHIFTED)
        return field.tell("bayonets", "bayonet.toggle", "{unit} fixes bayonets.", unit=slot)
    field.unmark(slot, FIXED)
    field.mark(slot, SHIFTED)
    return field.tell("bayonets", "bayonet.toggle", "{unit} unfixes bayonets.", unit=slot)


def orders(field: Field) -> list[Order]:
    found: list[Order] = [(READY, NOBODY)]
    for verb in (FIX, UNFIX):
        able = _able(field, verb)
        found += [(verb, NOBODY)] * (len(able) > 1) + [(verb, slot) for slot in able]
    return found


def _able(field: Field, verb: str) -> list[Slot]:
    return [slot for slot in field.on_table(field.side) if refuse_shift(field, verb, slot) is None]


def refuse_shift(field: Field, verb: str, slot: Slot) -> Refusal | None:
    """Why a unit's bayonets stay as they are: `bayonet.none`, `bayonet.barred`, `bayonet.toggle`."""
    unit = field.units[slot]
    if not unit.troop.bayonet or not unit.foot:
        return Refusal("bayonet.none", f"{unit.name} has no bayonets to fix.")
    if unit.has(SHIFTED) or unit.has(FIXED) == (verb == FIX):
        state = "fixed" if unit.has(FIXED) else "not fixed"
        return Refusal(
            "bayonet.toggle", f"Its bayonets are {state}" + (", since just now." if unit.has(SHIFTED) else ".")
        )
    if unit.has(SHAKEN):
        return Refusal("bayonet.barred", f"{unit.name} is Shaken.")
    if field.contacts(slot):
        return Refusal("bayonet.barred", f"{unit.name} is in melee contact.")
    return None


def _show(field: Field, side: int, order: Order) -> Option:
    verb, slot = order
    if verb == READY:
        return Option(READY, "Bayonets are as they should be", "bayonet.persist")
    if slot == NOBODY:
        return Option(f"{verb} all", f"Everybody who can {'fixes' if verb == FIX else 'unfixes'}", "bayonet.toggle")
    unit = field.units[slot]
    return Option(f"{verb} {unit.id}", f"{unit.name} {verb}es bayonets", "bayonet.toggle", unit.id)


def _refused(field: Any, side: Any) -> list[tuple[Option, Refusal]]:
    thinkable = [(verb, slot) for slot in field.on_table(side) for verb in (FIX, UNFIX)]
    refused = [(order, refuse_shift(field, *order)) for order in thinkable]
    return [(_show(field, side, order), refusal) for order, refusal in refused if refusal]


BAYONETS = Question(
    "bayonets",
    "bayonet.phase",
    lambda field, side: (
        f"{field.sides[side].name}: bayonets? Fixed, they bar Rapid Fire; unfixed, they cost 1 against masses."
    ),
    _show,
    refused=_refused,
)
