"""The dice of a fire are thrown, and those that missed are thrown again after Rapid Fire (section 15)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Reason
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import LOW
from zareba.systems.battles_for_empire.volley import Fire, volley

ONES = (1, 0, 0, 0, 0, 0)
"""Counts the natural 1s."""


async def throw(field: Field, order: Fire) -> int:
    """The hits of a fire."""
    what = volley(field, order)
    hits = await Roll(DICE, what.dice, what.tally, field.seat(field.units[order.shot.slot].side), order)
    assert isinstance(hits, int)
    return hits


async def ones_again(field: Field, order: Fire, missed: int, again: Throw) -> int:
    """Throws the dice that missed once more, and counts the natural 1s among them. They hit nobody."""
    slot = order.shot.slot
    ones = await Roll(again, missed, ONES, field.seat(field.units[slot].side), slot)
    assert isinstance(ones, int)
    return ones


async def empty_pouches(field: Field, order: Fire, missed: int) -> None:
    """`fire.rapid-ammo`: a natural 1 among the misses thrown again leaves the unit Low on Ammo."""
    if await ones_again(field, order, missed, POUCHES):
        slot = order.shot.slot
        field.change(slot, marks=field.units[slot].marks | LOW, since=field.turn)
        field.tell("low-ammo", "fire.rapid-ammo", "{unit} is low on ammunition.", unit=slot)


def _prompt(field: Any, order: Any) -> str:
    unit, foe = field.units[order.shot.slot], field.units[order.shot.target]
    what = volley(field, order)
    need = "a 6 hits" if what.need == 6 else f"{max(what.need, 2)} or more hits"
    return f"{unit.name} fires at {foe.name}: {need}."


def _reasons(field: Any, order: Any) -> list[Reason]:
    return volley(field, order).reasons


DICE = Throw("volley", "fire.modify-die", D6, _prompt, _reasons)
POUCHES = Throw(
    "pouches",
    "fire.rapid-ammo",
    D6,
    lambda field, slot: f"{field.units[slot].name} throws its misses again: a 1, and it is low on ammunition.",
)
