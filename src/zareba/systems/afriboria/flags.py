"""Flags: who ignores them, who is saved, how far they drive a unit back (section 3.15 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.systems.afriboria.count import protects
from zareba.systems.afriboria.faces import BATTLE, FLAG_SAVES
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.retreat import retreat
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot
from zareba.systems.afriboria.troops import CAVALRY, INFANTRY

ALL, FIRST, OBEY = "ignore all", "ignore first", "obey"


async def settle_flags(field: Field, slot: Slot, flags: int, start: Cell, cell: Cell) -> None:
    """Ignored or saved, and a hex of retreat for each that is left (`flag.each`); thrown from one hex at another."""
    if field.units[slot].troop.flies:
        return  # `air.no-return`
    answer = await Choice(field.owner(slot), IGNORE, ways_to_ignore(field, slot, start, cell), (slot, flags))
    if answer == ALL:
        field.tell("steady", "flag.ignore", "{unit} holds its ground.", unit=slot)
        return
    left = flags - int(answer == FIRST)
    if left:
        left = await _saved(field, slot, left)
    if left:
        await retreat(field, slot, left, cell)


def ways_to_ignore(field: Field, slot: Slot, start: Cell, cell: Cell) -> list[str]:
    """`flag.ignore-all`: all or none; behind sandbags the first of them (`flag.sandbags`), if they face the enemy."""
    found = [ALL] if may_ignore(field, slot, cell) else []
    bagged = field.lie.sandbags >> cell & 1 and protects(field, start, cell, "sandbags")
    if bagged and not field.units[slot].troop.leads:
        found.append(FIRST)
    return [*found, OBEY]


def may_ignore(field: Field, slot: Slot, cell: Cell) -> bool:
    """`flag.ignore`, `flag.strength-now`: stronger than its number; or defending a structure (`siege.flags`)."""
    unit = field.units[slot]
    if unit.troop.leads:
        return False  # `cdr.flags`
    if field.lie.intact >> cell & 1 or (field.effects and field.affected("talisman", slot)):
        return True
    return unit.figures > steady_number(field, slot, cell)


def steady_number(field: Field, slot: Slot, cell: Cell) -> int:
    """`flag.ignore-officer`: one lower for infantry and mounted troops with an officer; an NCO does not help.

    `flag.ignore-officer-only`.
    """
    troop = field.units[slot].troop
    leader = field.commander(troop.side, cell)
    helped = troop.type in (INFANTRY, CAVALRY) and not field.is_silent(leader)
    if helped and leader != NOBODY and field.units[leader].troop.is_officer and field.units[leader].troop.helps:
        return troop.steady - 1
    return troop.steady


async def _saved(field: Field, slot: Slot, flags: int) -> int:
    """`flag.save`: a die for each; of two or more the first is certain (`flag.two`, `flag.two-more`).

    In fastplay none is saved (`opt.fastplay-detail`).
    """
    if field.rules.fastplay == "on":
        return flags
    open_to = flags if flags == 1 else flags - 1
    if not await Choice(field.owner(slot), TRY, (True, False), (slot, open_to)):
        return flags
    saved = await Roll(SAVE, open_to, FLAG_SAVES[field.rules.flag_save], field.owner(slot), slot)
    assert isinstance(saved, int)
    field.tell("saves", "flag.save", "{unit} saves {saved} of {flags} flags.", unit=slot, saved=saved, flags=open_to)
    return flags - saved


# --- words -------------------------------------------------------------------------------------------------------


def _show(field: Field, about: Any, answer: str) -> Option:
    words = {
        ALL: ("Ignore every flag", "flag.ignore-all"),
        FIRST: ("Ignore the first flag", "flag.sandbags"),
        OBEY: ("Obey the flags", "flag.each"),
    }
    label, clause = words[answer]
    return Option(answer, label, clause, field.units[about[0]].id)


def _show_try(field: Field, about: Any, tries: bool) -> Option:
    words = ("save", "Try to save the flags") if tries else ("accept", "Accept the flags")
    return Option(*words, "flag.save", field.units[about[0]].id)


def _flags(number: int) -> str:
    return "1 flag" if number == 1 else f"{number} flags"


IGNORE = Question(
    "flags",
    "flag.ignore-all",
    lambda field, about: f"{field.units[about[0]].name}: {_flags(about[1])}.",
    _show,
)
TRY = Question(
    "flag-save",
    "flag.save",
    lambda field, about: f"{field.units[about[0]].name}: {_flags(about[1])} to be saved?",
    _show_try,
)
SAVE = Throw("flag-saves", "flag.save-face", BATTLE, lambda field, slot: f"{field.units[slot].name} saves flags.")
