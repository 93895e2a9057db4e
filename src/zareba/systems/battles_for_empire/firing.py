"""Phases 6 and 7: artillery, then rifles and machine guns (sections 15 to 17 of the rule book).

The fire of both sides is simultaneous (`turn.simultaneous`): one fire is settled after another, but units fire as they
were when the phase began, and the destroyed are removed when it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zareba.boards.inches.shapes import nearest_point, point_apart
from zareba.boards.inches.written import inches
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.ambush import reveal
from zareba.systems.battles_for_empire.bursts import burst, clear_jam, next_jammed
from zareba.systems.battles_for_empire.drawings import dots, line_to, notes
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.harm import remove_the_dead, strike
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.ranges import bands
from zareba.systems.battles_for_empire.rows import NOBODY, Shown, Slot
from zareba.systems.battles_for_empire.salvos import empty_pouches, throw
from zareba.systems.battles_for_empire.sight import can_look_over
from zareba.systems.battles_for_empire.targets import (
    EDGES,
    Shot,
    edges,
    firers,
    mark_fired,
    measured_from,
    refuse_fire,
    refuse_shot,
    shots,
    stands_on,
)
from zareba.systems.battles_for_empire.troops import ARTILLERY, MG, TABLES
from zareba.systems.battles_for_empire.volley import Fire, band, modes, numbers, refuse_rapid, refuse_volley, volley

HOLD = "hold"
Order = Fire | None
"""A fire, or None: the side holds what fire it has left."""


async def fire(field: Field) -> None:
    """One fire, one try at a jam, or the end of a side's part of the phase (`fire.order`, `fire.snapshot`)."""
    if not field.frozen:
        field.frozen, field.volley = tuple(field.units), ()
    jammed = next_jammed(field)
    if jammed != NOBODY:
        return await clear_jam(field, jammed)
    order = await Choice(field.seat(field.side), FIRE, orders(field), field.side)
    if order is None:
        return _finish(field)
    return await deliver(field, order)


def _finish(field: Field) -> None:
    """When both sides have fired the destroyed are removed (`fire.removal`)."""
    if field.acting:
        remove_the_dead(field, "fire.removal")
        field.frozen = ()
    next_stage(field)


async def deliver(field: Field, order: Fire) -> None:
    """Settles one fire, which is read on the chart by itself (`effect.per-fire`)."""
    shot = order.shot
    mark_fired(field, shot)
    reveal(field, shot.slot)
    if refuse_shot(field, shot):
        return field.tell("no-fire", "hidden.ambush", "{unit} has no shot from where it shows itself.", unit=shot.slot)
    field.tell("fire", _clause(field, order), _words(order), unit=shot.slot, target=shot.target)
    if field.units[shot.slot].troop.arm == MG:
        return _show_fire(field, shot, await burst(field, order))
    dice = volley(field, order).dice
    hits = await throw(field, order)
    strike(field, shot.target, hits)
    _show_fire(field, shot, hits)
    if order.rapid:
        await empty_pouches(field, order, dice - hits)
    return None


def _show_fire(field: Field, shot: Shot, hits: int) -> None:
    """What both sides fire in a phase stays to be seen as one volley (`turn.simultaneous`)."""
    start = measured_from(field, shot)
    end = nearest_point(start, field.rect(shot.target))
    field.volley = (*field.volley, Shown(shot.slot, start, shot.target, end, hits))


def _clause(field: Field, order: Fire) -> str:
    if field.contacts(order.shot.slot):
        return "fire.in-contact"
    return "fire.rapid" if order.rapid else "fire.one-shot"


def _words(order: Fire) -> str:
    return "{unit} fires rapidly at {target}." if order.rapid else "{unit} fires at {target}."


# --- what may be ordered -------------------------------------------------------------------------------------------


def orders(field: Field) -> list[Order]:
    """To hold fire, and every fire of the side whose part it is."""
    return [None, *[order for slot in firers(field, field.side) for order in fires(field, slot)]]


def fires(field: Field, slot: Slot) -> list[Fire]:
    """Everything that a unit may fire now. What it and its targets are in this phase changes no dice of it."""
    key = ("fires", field.turn, field.phase, slot)
    if key not in field.memo:
        field.memo[key] = [order for shot in shots(field, slot) for order in ways(field, shot)]
    known: list[Fire] = field.memo[key]
    return [order for order in known if _still(field, order.shot)] if known else known


def _still(field: Field, shot: Shot) -> bool:
    """Whether nothing that happened in this phase forbids a shot."""
    return shot.edge in edges(field, shot.slot) and not (refuse_fire(field, shot.slot) or refuse_shot(field, shot))


def ways(field: Field, shot: Shot) -> Iterator[Fire]:
    """How a shot may be made: rapidly or not; by a machine gun with so many dice."""
    if field.units[shot.slot].troop.arm == MG:
        yield from [Fire(shot, chosen=dice) for dice in numbers(field, shot)]
    else:
        yield from [Fire(shot, rapid) for rapid in modes(field, shot)]


def refuse(field: Field, order: Fire) -> Refusal | None:
    """Why a fire is not allowed."""
    shot = order.shot
    if refusal := refuse_fire(field, shot.slot) or refuse_shot(field, shot):
        return refusal
    if shot.edge not in edges(field, shot.slot):
        return Refusal("fire.one-shot", f"Its {EDGES[shot.edge]} edge has fired.")
    return (refuse_rapid(field, shot) if order.rapid else None) or refuse_volley(field, order)


def thinkable(field: Field, side: int) -> Iterator[Fire]:
    """Every fire that one might think of, allowed or not."""
    for slot in firers(field, side):
        unit = field.units[slot]
        whole = [NOBODY] if edges(field, slot) == [NOBODY] else list(range(4))
        for shot in [Shot(slot, target, edge) for target in field.enemies(slot) for edge in whole]:
            if unit.troop.arm == MG:
                yield from [Fire(shot, chosen=dice) for dice in TABLES["mg"]["dice"]]
            yield from [Fire(shot, rapid) for rapid in (False, True)]


# --- words ---------------------------------------------------------------------------------------------------------


def notation(field: Field, order: Fire) -> str:
    """`fire a-company impi`, `rapid a-company impi`, `fire gatling impi 5`, `fire square impi left`."""
    shot, units = order.shot, field.units
    told = ["rapid" if order.rapid else "fire", units[shot.slot].id, units[shot.target].id]
    told += [str(order.chosen)] if order.chosen else []
    return " ".join(told + ([EDGES[shot.edge]] if shot.edge != NOBODY else []))


def _show(field: Field, side: int, order: Order) -> Option:
    if order is None:
        return Option(HOLD, "No more fire in this phase", "fire.order")
    unit, foe = field.units[order.shot.slot], field.units[order.shot.target]
    label = f"{unit.name} at {foe.name}: {_dice(field, order)}"
    clause = "fire.rapid" if order.rapid else "fire.target"
    return Option(notation(field, order), label, clause, unit.id, foe.id)


def _dice(field: Field, order: Fire) -> str:
    """`4 dice on 5 or 6, effective range, 12.6", rapidly`."""
    what, shot = volley(field, order), order.shot
    need = "6" if what.need == 6 else f"{max(what.need, 2)} or more"
    name = bands(field, field.units[shot.slot])[band(field, shot)][0]
    far = inches(point_apart(measured_from(field, shot), field.rect(shot.target)).nearest)
    told = f"{what.dice} {'die' if what.dice == 1 else 'dice'} on {need}, {name} range, {far}"
    told += f", from the {EDGES[shot.edge]}" if shot.edge != NOBODY else ""
    return f"{told}, rapidly" if order.rapid else told


def _refused(field: Any, side: Any) -> list[tuple[Option, Refusal]]:
    found = []
    for order in thinkable(field, side):
        if refusal := refuse(field, order):
            unit, foe = field.units[order.shot.slot], field.units[order.shot.target]
            words = f"{unit.name} at {foe.name}"
            found.append((Option(notation(field, order), words, refusal.clause, unit.id, foe.id), refusal))
    return found


def _trace(field: Field, side: int, order: Order) -> dict[str, Any]:
    """The line of sight, the stands that may fire (`rifle.eligible`), and why the fire has its dice."""
    if order is None:
        return {}
    shot, start = order.shot, measured_from(field, order.shot)
    line = line_to(field, shot.slot, start, shot.target, can_look_over(field.units[shot.slot]))
    return {"shapes": [line, *dots(stands_on(field, shot), "contact")], "notes": notes(volley(field, order).reasons)}


def _prompt(field: Any, side: Any) -> str:
    what = "artillery" if field.phase == ARTILLERY else "rifles and machine guns"
    return f"{field.sides[side].name}: {what}, who fires at whom?"


FIRE = Question("fire", "fire.order", _prompt, _show, refused=_refused, trace=_trace)
