"""Morale, rallying and what failure does: sections 2.15 and 2.17 of the rule book."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Reason
from zareba.systems.sudan.dice import one_die
from zareba.systems.sudan.drawings import Drawing, drawing
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import rejoin
from zareba.systems.sudan.retreat import retreat
from zareba.systems.sudan.rows import BROKEN, NOBODY, PRONE, STEADY, Check, Slot
from zareba.systems.sudan.squares import break_squares
from zareba.systems.sudan.troops import TABLES

Parts = tuple[tuple[int, str], ...]


# --- the number ----------------------------------------------------------------------------------------------


def standing_parts(field: Field, slot: Slot) -> Parts:
    """`morale.number`: bases or gunners, the leader base, and what stays true between two checks.

    Every modifier changes the number, never the die (`morale.to-number`); Elite counts once (`morale.elite-once`). The
    Army Commander heartens every friend in his box (`cmd.bonus`).
    """
    unit = field.units[slot]
    parts = [(unit.strength, "morale.number")]
    if unit.troop.grade > 0:
        parts.append((1, "morale.elite"))
    if unit.troop.grade < 0:
        parts.append((-1, "morale.raw"))
    if unit.square:
        parts.append((1, "morale.square" if unit.troop.lines_up else "square.guns-share"))
    him = field.commander(unit.troop.side)
    if him and him.box == unit.box:
        parts.append((TABLES["commander"]["bonus"], "morale.commander"))
    if unit.quip:
        parts.append((1, "leader.quip-use"))
    return tuple(parts)


def check_parts(field: Field, slot: Slot) -> Parts:
    """The number in a morale check. Crews and dismounted men count as foot under rockets (`rocket.crews`).

    A unit in square is never flanked (`square.no-flank`).
    """
    unit = field.units[slot]
    parts = list(standing_parts(field, slot))
    if unit.rocketed:
        parts.append((-2, "morale.rocket-mounted") if unit.mounted else (-1, "morale.rocket-foot"))
    if field.is_flanked(slot) and not unit.square:
        parts.append((-2, "morale.flanked"))
    return tuple(parts)


# --- checking steps ------------------------------------------------------------------------------------------


def call_checks(field: Field, sides: tuple[int, ...]) -> None:
    """Who is to check, with the numbers of this moment (`morale.snapshot`).

    Each unit that took a hit in the phase checks once (`morale.who-fire`, `morale.who-melee`), and each that a rocket
    landed on, friends of the firers after the enemy (`rocket.friend-or-foe`).
    """
    called = [
        slot for side in sides for slot in field.living(side) if field.units[slot].struck or field.units[slot].rocketed
    ]
    field.checks = tuple(Check(slot, field.units[slot].square, check_parts(field, slot)) for slot in called)
    marked = [slot for slot, unit in enumerate(field.units) if unit.struck or unit.rocketed]
    field.change_all(marked, struck=False, rocketed=False)


async def check(field: Field) -> None:
    """One unit checks, in the order that its owner likes; its result applies at once (`morale.order`).

    Squares are tested when all have checked (`square.after`).
    """
    waiting = [each for each in field.checks if field.units[each.slot].here]
    if not waiting:
        field.checks = ()
        break_squares(field)
        return field.next_stage()
    side = field.units[waiting[0].slot].troop.side
    mine = [each for each in waiting if field.units[each.slot].troop.side == side]
    chosen = await Choice(field.sides[side].id, CHECK, mine)
    await check_morale(field, chosen)
    field.checks = tuple(each for each in waiting if each.slot != chosen.slot)
    return None


async def check_morale(field: Field, called: Check) -> None:
    """`morale.roll`: one die, thrown even where the number makes the result certain (`morale.always-roll`)."""
    slot = called.slot
    die = await one_die(MORALE, field.seat(slot), called)
    field.change(slot, quip=False)
    missed = die - called.number
    verdict = f"misses by {missed}" if missed > 0 else "passes"
    words = "{unit} needs {number} and rolls {die}: it {verdict}."
    field.tell("morale", "morale.roll", words, unit=slot, number=called.number, die=die, verdict=verdict)
    if missed == 1:
        await falter(field, slot)
    elif missed > 1 and called.square:
        go_to_ground(field, slot, missed)
    elif missed > 1:
        await give_way(field, slot, missed)


async def falter(field: Field, slot: Slot) -> None:
    """`morale.miss-1`: hits, which cause neither a leader check nor another morale check (`morale.miss-1-plain`)."""
    field.hit(slot, await one_die(SHAKEN, field.seat(slot), slot), "morale.miss-1")
    field.change(slot, struck=False)
    await rejoin(field)


def go_to_ground(field: Field, slot: Slot, missed: int) -> None:
    """`square.no-retreat`, `square.prone-contact`: in a square it lies down or breaks where it is, contacts and all."""
    lie_down(field, slot, BROKEN if missed >= 4 else PRONE)


async def give_way(field: Field, slot: Slot, missed: int) -> None:
    """Its contacts end (`morale.retreat-breaks`) and it lies down where it is (`morale.miss-2`) or falls back.

    One box, and prone (`morale.miss-3`); two boxes, and broken (`morale.miss-4`). Nothing else parts fighters, or says
    who has won (`morale.no-winner`).
    """
    boxes = 0 if missed == 2 else 1 if missed == 3 else 2
    fought = field.in_contact(slot)
    field.part(slot)
    if boxes:
        await retreat(field, slot, boxes, fought)
    if field.units[slot].here:
        lie_down(field, slot, BROKEN if missed >= 4 else PRONE)


def lie_down(field: Field, slot: Slot, status: int) -> None:
    """A broken unit stays broken whatever a later result says (`morale.repeat`)."""
    field.set_status(slot, max(status, field.units[slot].status))


# --- rallying ------------------------------------------------------------------------------------------------


def call_rally(field: Field, side: int) -> None:
    """`rally.who`: each prone or broken unit of the side may try once, before any unit moves (`rally.when`)."""
    field.waiting = tuple(slot for slot in field.living(side) if field.units[slot].status != STEADY)


async def rally(field: Field, side: int) -> None:
    """One unit tries to rally, or the owner is content."""
    waiting = [slot for slot in field.waiting if field.units[slot].here]
    slot = await Choice(field.sides[side].id, RALLY, [*waiting, NOBODY], side) if waiting else NOBODY
    if slot == NOBODY:
        field.waiting = ()
        return field.next_stage()
    field.waiting = tuple(other for other in waiting if other != slot)
    await try_rally(field, slot)
    return None


async def try_rally(field: Field, slot: Slot) -> None:
    """`rally.roll`: against its number, rockets and flanks left out; failing changes nothing (`rally.fail`).

    A unit that has rallied may act at once, unless the option says otherwise (`rally.then-move`).
    """
    called = Check(slot, False, standing_parts(field, slot))
    before = field.units[slot].status
    die = await one_die(RALLYING, field.seat(slot), called)
    field.change(slot, quip=False)
    if die > called.number:
        words = "{unit} needs {number} and rolls {die}: it does not rally."
        return field.tell("rally", "rally.fail", words, unit=slot, number=called.number, die=die)
    field.set_status(slot, STEADY)
    if field.rules.rally_move == "none" or (field.rules.rally_move == "prone-only" and before == BROKEN):
        field.change(slot, done=True)
    return None


# --- words ---------------------------------------------------------------------------------------------------

WHY = {
    "morale.number": "bases and leader",
    "morale.elite": "Elite",
    "morale.raw": "Raw",
    "morale.square": "in square",
    "square.guns-share": "at the corner of a square",
    "morale.commander": "the Army Commander is there",
    "leader.quip-use": "a defiant joke",
    "morale.rocket-foot": "rockets",
    "morale.rocket-mounted": "rockets among horses",
    "morale.flanked": "flanked",
}


def _reasons(field: Any, called: Any) -> list[Reason]:
    return [Reason(value, clause, WHY[clause]) for value, clause in called.parts]


def _prompt(field: Any, called: Any) -> str:
    return f"{field.units[called.slot].troop.name} checks morale: {called.number} or less passes."


def _rally_prompt(field: Any, called: Any) -> str:
    return f"{field.units[called.slot].troop.name} tries to rally: {called.number} or less."


def _shaken_prompt(field: Any, slot: Any) -> str:
    return f"{field.units[slot].troop.name} falters: how many hits?"


MORALE = Throw("morale", "morale.roll", D6, _prompt, _reasons)
RALLYING = Throw("rally", "rally.roll", D6, _rally_prompt, _reasons)
SHAKEN = Throw("shaken", "morale.miss-1", D6, _shaken_prompt)


def _show_check(field: Field, about: Any, called: Check) -> Option:
    troop = field.units[called.slot].troop
    return Option(f"check {troop.id}", f"{troop.name}: {called.number} or less", "morale.order", troop.id)


def _show_rally(field: Field, side: int, slot: Slot) -> Option:
    if slot == NOBODY:
        return Option("no more", "No more rallying", "rally.who")
    troop = field.units[slot].troop
    number = sum(value for value, _ in standing_parts(field, slot))
    return Option(f"rally {troop.id}", f"{troop.name}: {number} or less", "rally.who", troop.id)


def _draw_check(field: Field, about: Any, called: Check) -> Drawing:
    return drawing((), _reasons(field, called))


def _draw_rally(field: Field, side: int, slot: Slot) -> Drawing:
    return {} if slot == NOBODY else drawing((), _reasons(field, Check(slot, False, standing_parts(field, slot))))


CHECK = Question(
    "check", "morale.order", lambda field, about: "Which unit checks morale next?", _show_check, trace=_draw_check
)
RALLY = Question("rally", "rally.who", lambda field, side: "Which unit tries to rally?", _show_rally, trace=_draw_rally)
