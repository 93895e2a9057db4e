"""What a unit makes of its conduct roll: it stays, gives ground, is gone, rallies, or moves (section 9)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.aftermath import settle
from zareba.systems.battles_for_empire.charging import charges
from zareba.systems.battles_for_empire.conduct import Result, roll
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.harm import disorder, remove
from zareba.systems.battles_for_empire.marching import march, storm
from zareba.systems.battles_for_empire.moves import BACK, PLAIN, Move, begin
from zareba.systems.battles_for_empire.recoil import recoil
from zareba.systems.battles_for_empire.rows import FANATIC, GROUND, ROLLED, ROSE, SHAKEN, TABLE, Slot, Unit
from zareba.systems.battles_for_empire.troops import CREW, INCH, LOOSE, OPEN, SKIRMISH

RUSH, FAST = "fanatic", "fast"


async def act(field: Field, slot: Slot) -> None:
    """`conduct.one-die`; Steady guns and MGs move without a roll (`gun.no-roll`), Shaken ones rally first
    (`gun.shaken`)."""
    field.mark(slot, ROLLED)
    if field.units[slot].troop.gun and not field.units[slot].shaken:
        await march(field, gun_move(field, slot))
    else:
        await follow(field, slot, await roll(field, slot))


async def follow(field: Field, slot: Slot, result: Result) -> None:
    """What a result makes or lets a unit do."""
    if result.gone or result.stays:
        give_way(field, slot, result)
        settle(field)
        return
    if result.rallies:
        rally(field, slot, result.clause)
    await move(field, slot, result)


def give_way(field: Field, slot: Slot, result: Result) -> None:
    """`result.gone-anywhere`, `result.recoil-if`, `result.stay`; a crew in melee does not survive it (`rout.crew`).

    A company square that merely stays Shaken comes to no harm (`rout.square-hold`).
    """
    in_melee = bool(field.contacts(slot))
    if in_melee and (result.recoils or result.gone):
        recoil(field, slot)
    if field.units[slot].place != TABLE:
        return
    if result.gone:
        remove(field, slot, "result.gone")
    elif in_melee and field.units[slot].troop.style == CREW:
        remove(field, slot, "rout.crew-hold" if not result.recoils else "rout.crew")


def rally(field: Field, slot: Slot, clause: str) -> None:
    """`result.rally`."""
    field.unmark(slot, SHAKEN)
    field.tell("rallied", "result.rally", "{unit} rallies.", unit=slot)


async def move(field: Field, slot: Slot, result: Result) -> None:
    """The move that a result allows (`result.rally-move`, `result.crew-rally`); no move is no step at all
    (`result.no-move`). Who has gone to ground this turn makes none either (`gtg.take`)."""
    unit = field.units[slot]
    if unit.has(GROUND) and unit.has(ROSE):
        return
    if unit.troop.gun:
        if not field.contacts(slot):
            await march(field, gun_move(field, slot))
    elif field.contacts(slot):
        await break_off(field, slot, result)
    elif result.moves:
        await ordinary(field, slot, result)


async def ordinary(field: Field, slot: Slot, result: Result) -> None:
    start = begun(field, (slot,), result)
    if may_storm(field, slot, result, start):
        way = await Choice(field.seat(field.units[slot].side), FANATICS, ways(field, start), start)
        if way == RUSH:
            declare(field, slot)
            await storm(field, start._replace(fanatic=True))
            return
    await march(field, start)


def declare(field: Field, slot: Slot) -> None:
    """A Fanatic marker (`result.fanatic`): friends take heart from it (`mod.fanatic-friend`)."""
    field.mark(slot, FANATIC)
    field.tell("fanatic", "result.fanatic", "{unit} charges fanatically!", unit=slot)


def begun(field: Field, members: tuple[Slot, ...], result: Result) -> Move:
    return begin(field, members, result.allowance)._replace(free=result.free, mounts=result.mounts)


# --- Fanatic Charges -----------------------------------------------------------------------------------------------


def may_storm(field: Field, slot: Slot, result: Result, start: Move) -> bool:
    """`result.fanatic-skirmish`, and somebody must be in sight (`result.fanatic-duty`)."""
    return result.fanatic and storms(field.units[slot]) and bool(start.seen[0])


def storms(unit: Unit) -> bool:
    return unit.troop.style != LOOSE and not unit.troop.boer and unit.formation not in (SKIRMISH, OPEN)


def ways(field: Field, start: Move) -> list[str]:
    """`result.fanatic-declare`; by the option `fanatic` it must be declared where an enemy can be reached."""
    if field.rules.fanatic == "compulsory" and charges(field, start):
        return [RUSH]
    return [RUSH, FAST]


# --- breaking off, and guns ------------------------------------------------------------------------------------------


async def break_off(field: Field, slot: Slot, result: Result) -> None:
    """`conduct.break-off`: mounted units ride away from foot, Disordered. What they leave has no profit of it."""
    unit = field.units[slot]
    on_horse = any([field.units[foe].mounted for foe in field.contacts(slot)])
    if unit.mounted and result.moves and not on_horse:
        ridden = await march(field, begin(field, (slot,), result.allowance, BACK))
        if ridden.last and field.units[slot].place == TABLE:
            disorder(field, slot, "conduct.break-off")


def gun_move(field: Field, slot: Slot) -> Move:
    """`gun.rates`: as far as it goes in its present state; limbered, like a column (`gun.limbered-steps`)."""
    return begin(field, (slot,), gun_rate(field.units[slot]), PLAIN)


def gun_rate(unit: Unit) -> int:
    limbered, by_hand = unit.troop.weapon["moves"]
    rate: int = limbered if unit.limbered else by_hand
    return rate


# --- words ---------------------------------------------------------------------------------------------------------


def _show(field: Field, start: Move, way: str) -> Option:
    unit = field.units[start.lead]
    if way == RUSH:
        return Option(RUSH, "Fanatic Charge: into contact, whatever it costs", "result.fanatic", unit.id)
    return Option(FAST, f'An ordinary fast move of {start.whole // INCH}"', "result.fanatic-declare", unit.id)


def _usual(field: Field, start: Move, options: Any) -> int:
    """A Fanatic Charge if an enemy can be reached, else a fast move."""
    return 0 if charges(field, start) else len(options) - 1


def _refused(field: Field, start: Move) -> list[tuple[Option, Refusal]]:
    if FAST in ways(field, start):
        return []
    return [(_show(field, start, FAST), Refusal("result.fanatic-declare", "An enemy can be reached."))]


FANATICS = Question(
    "fanatic",
    "result.fanatic-declare",
    lambda field, start: f"{field.units[start.lead].name} is beside itself: a Fanatic Charge?",
    _show,
    _usual,
    _refused,
)
