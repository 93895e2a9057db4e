"""Units that move as one: blocks and brigade squares (section 10 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.acting import (
    FANATICS,
    RUSH,
    act,
    begun,
    declare,
    follow,
    gun_rate,
    may_storm,
    storms,
    ways,
)
from zareba.systems.battles_for_empire.charging import charges
from zareba.systems.battles_for_empire.conduct import Result, throw, told
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.groups import formation_of
from zareba.systems.battles_for_empire.marching import march, storm
from zareba.systems.battles_for_empire.moves import LAST, SHUFFLE, begin
from zareba.systems.battles_for_empire.rows import GROUND, NOBODY, ROLLED, ROSE, TABLE, Slot
from zareba.systems.battles_for_empire.troops import INCH, SQUARE

MOST = 6 * INCH
"""`square.brigade-move`."""
Members = tuple[Slot, ...]
KEEP, RELEASE = "keep", "release"


# --- who may -------------------------------------------------------------------------------------------------------


def leads(field: Field, side: int) -> list[Slot]:
    """The first unit of every formation of which a block can be made."""
    return sorted({formation_of(field, slot)[0] for slot in field.on_table(side) if field.linked(slot)})


def willing(field: Field, lead: Slot) -> Members:
    """`group.block`: the Steady members that have not rolled, are in no melee, and can make steps."""
    return tuple([slot for slot in formation_of(field, lead) if _can_join(field, slot)])


def _can_join(field: Field, slot: Slot) -> bool:
    unit = field.units[slot]
    if unit.shaken or unit.has(ROLLED) or unit.formation == SQUARE or field.contacts(slot):
        return False
    return not (unit.has(GROUND) and unit.has(ROSE)) and not _in_brigade_square(field, slot)


def _in_brigade_square(field: Field, slot: Slot) -> bool:
    return any([slot in ring for ring in field.squares])


def refuse_block(field: Field, lead: Slot) -> Refusal | None:
    if len(willing(field, lead)) < 2:
        return Refusal("group.block", "A block takes two Steady units that are free to move.")
    return None


# --- a block ---------------------------------------------------------------------------------------------------------


async def block(field: Field, lead: Slot) -> None:
    """The members are named, all roll, and then they move together, or each by itself (`group.leave`)."""
    members = await _named(field, willing(field, lead))
    results = await _roll_all(field, members)
    seat = field.seat(field.units[lead].side)
    together = common(field, members, results)
    if len(members) > 1 and together.moves and await Choice(seat, LEAVE, (KEEP, RELEASE), members) == KEEP:
        await _as_one(field, members, together)
    else:
        await _each(field, members, results)


async def _named(field: Field, members: Members) -> Members:
    """The owner may leave units out, one by one."""
    seat = field.seat(field.units[members[0]].side)
    while len(members) > 2:
        out = await Choice(seat, NAME, [NOBODY, *members], members)
        if out == NOBODY:
            break
        members = tuple([slot for slot in members if slot != out])
    return members


async def _roll_all(field: Field, members: Members) -> dict[Slot, Result]:
    """`group.each-roll`; by the option `formation-roll` one die is read with each member's modifiers."""
    results: dict[Slot, Result] = {}
    die = 0
    for slot in members:
        field.mark(slot, ROLLED)
        if field.units[slot].troop.gun:
            continue
        if not die or field.rules.formation_roll == "each":
            die = await throw(field, slot)
        results[slot] = told(field, slot, die)
    return results


def common(field: Field, members: Members, results: dict[Slot, Result]) -> Result:
    """The lowest allowance among them; what is free or fanatic only if it is so for every one (`group.fanatic`)."""
    rolled = list(results.values())
    rates = [gun_rate(field.units[slot]) for slot in members if slot not in results]
    return Result(
        "",
        "group.block",
        allowance=min([result.allowance for result in rolled] + rates),
        free=all([result.free for result in rolled]),
        fanatic=not rates and all([results[slot].fanatic and storms(field.units[slot]) for slot in members]),
    )


async def _as_one(field: Field, members: Members, together: Result) -> None:
    """The same steps for all; then, if it likes, every member that can charges straight ahead by itself."""
    if together.fanatic and await storms_together(field, members, together):
        return
    move = await march(field, begun(field, members, together))
    for index, slot in enumerate(members):
        last = move._replace(kind=LAST, members=(slot,), starts=(move.starts[index],), seen=(move.seen[index],))
        if field.units[slot].place == TABLE and not field.contacts(slot) and charges(field, last):
            await march(field, last)


async def _each(field: Field, members: Members, results: dict[Slot, Result]) -> None:
    """`group.leave`: each by its own result, in an order that its owner likes."""
    left = list(members)
    while left:
        slot = await Choice(field.seat(field.units[left[0]].side), NEXT, left, tuple(left))
        left.remove(slot)
        if slot in results:
            await follow(field, slot, results[slot])
        elif field.units[slot].place == TABLE:
            await act(field, slot)


async def storms_together(field: Field, members: Members, together: Result) -> bool:
    """`group.fanatic`: if its owner likes, every member charges fanatically, one after the other."""
    starts = [begun(field, (slot,), together) for slot in members]
    if not all([may_storm(field, start.lead, together, start) for start in starts]):
        return False
    seat = field.seat(field.units[members[0]].side)
    if await Choice(seat, FANATICS, ways(field, starts[0]), starts[0]) != RUSH:
        return False
    for start in starts:
        declare(field, start.lead)
    for start in starts:
        await storm(field, start._replace(fanatic=True))
    return True


# --- a brigade square moves ------------------------------------------------------------------------------------------


def ring_of(field: Field, slot: Slot) -> Members:
    return next((ring for ring in field.squares if slot in ring), ())


def refuse_shuffle(field: Field, slot: Slot) -> Refusal | None:
    """`square.brigade-move`: all of it, as a block."""
    ring = ring_of(field, slot)
    if not ring:
        return Refusal("square.brigade-move", "It is in no brigade square.")
    for member in ring:
        unit = field.units[member]
        if unit.shaken or unit.has(ROLLED) or field.contacts(member):
            return Refusal("square.brigade-move", f"{unit.name} cannot move with the square.")
    return None


async def shuffle(field: Field, slot: Slot) -> None:
    """One advance at any bearing, facings kept, of 6" and the lowest allowance at most."""
    ring = ring_of(field, slot)
    lowest = common(field, ring, await _roll_all(field, ring)).allowance
    if lowest:
        await march(field, begin(field, ring, min(MOST, lowest), SHUFFLE))


# --- words ---------------------------------------------------------------------------------------------------------


def _show_name(field: Field, members: Members, slot: Slot) -> Option:
    if slot == NOBODY:
        return Option("all", f"These {len(members)} units", "group.block")
    return Option(
        f"without {field.units[slot].id}", f"Without {field.units[slot].name}", "group.block", field.units[slot].id
    )


def _show_leave(field: Field, members: Members, way: str) -> Option:
    words = "They move together, as fast as the slowest" if way == KEEP else "Each moves by its own result"
    return Option(way, words, "group.block" if way == KEEP else "group.leave")


def _show_next(field: Field, left: Any, slot: Slot) -> Option:
    return Option(f"next {field.units[slot].id}", field.units[slot].name, "group.leave", field.units[slot].id)


NAME = Question("block", "group.block", lambda field, members: "Who belongs to the block?", _show_name)
LEAVE = Question("keep", "group.leave", lambda field, members: "Does the block hold together?", _show_leave)
NEXT = Question("next", "group.leave", lambda field, left: "Which unit of the block moves next?", _show_next)
