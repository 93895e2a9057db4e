"""Who is ordered together: platoons, section 3.8 of the rule book, and whom a card's orders may reach."""

from __future__ import annotations

from collections.abc import Sequence

from zareba.engine.ask import Choice, Option, Question
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import fits
from zareba.systems.afriboria.rows import NOBODY, Order, Slot


def platoon(field: Field, slot: Slot) -> tuple[Slot, ...]:
    """`platoon.officer-one`, `platoon.nco-one`: whom one order orders, as things stand (`platoon.snapshot`)."""
    unit = field.units[slot]
    leader = field.commanded_by(slot)
    if leader == NOBODY or unit.troop.flies or field.room == 1:
        return (slot,)
    pair = [other for other in field.at(unit.troop.side, unit.cell) if not field.units[other].troop.flies]
    if len(pair) < 2 or any(len(field.units[other].posts) > 1 for other in pair):
        return (slot,)
    same = len({field.units[other].troop.colour for other in pair}) == 1
    return tuple(pair) if same or field.units[leader].troop.is_officer else (slot,)


async def name_second(field: Field, order: Order) -> Order:
    """`platoon.ten-cm`, `platoon.ten-cm-name`: with 10 cm hexes the second unit stands next to the commander's hex.

    Whichever of the two has the ordered colour, the other comes with it.
    """
    slot = order.slots[0]
    found = seconds(field, slot)
    if not found:
        return order
    second = await Choice(field.seat, SECOND, [*found, NOBODY], slot)
    if second == NOBODY:
        return order
    led = field.commanded_by(slot) != NOBODY
    field.mark(named=1 << (second if led else slot))
    leader = field.commanded_by(slot if led else second)
    if _counts_as_one(field, leader, slot, second):
        return order._replace(slots=(slot, second))
    follow(field, leader, [second])
    return order


def _counts_as_one(field: Field, leader: Slot, slot: Slot, second: Slot) -> bool:
    """`platoon.officer-one`, `platoon.nco-one`: two units under an officer, or two of one colour under an NCO."""
    same = field.units[second].troop.colour == field.units[slot].troop.colour
    return same or field.units[leader].troop.is_officer


def seconds(field: Field, slot: Slot) -> list[Slot]:
    """The unit's partners: those its commander may name, or one beside it whose commander may name it."""
    unit = field.units[slot]
    near = field.ground.grid.near[unit.cell]
    found = [other for other in field.living(unit.troop.side) if field.units[other].mask & near]
    led = field.commanded_by(slot) != NOBODY
    return [other for other in found if _is_free(field, other) and (led or _would_name(field, other, slot))]


def _is_free(field: Field, slot: Slot) -> bool:
    """Neither ordered nor named, and what the card speaks of."""
    unit, taken = field.units[slot], field.turn.named | field.turn.ordered | field.turn.idle
    if taken >> slot & 1 or not unit.grounded or unit.troop.leads:
        return False
    return orderable(field, slot) and suits(field, (slot,))


def _would_name(field: Field, led: Slot, slot: Slot) -> bool:
    """Whether a unit with a commander in its hex counts as one with a unit beside it."""
    leader = field.commanded_by(led)
    free = not field.turn.named >> slot & 1
    return free and leader != NOBODY and _counts_as_one(field, leader, slot, led)


def follow(field: Field, leader: Slot, units: Sequence[Slot]) -> None:
    """They may move after their NCO, without an order of their own."""
    able = [unit for unit in units if not field.affected("mirage", unit)]
    field.mark(follows=bit_set(able))
    field.turn = field.turn._replace(tails=(*field.turn.tails, *[(unit, leader) for unit in able]))


def orderable(field: Field, slot: Slot) -> bool:
    """`turn.one-order`; wounded characters and units in a mirage take none."""
    turn, unit = field.turn, field.units[slot]
    if (turn.ordered | turn.idle) >> slot & 1 or unit.wounded or field.turn.new >> slot & 1:
        return False
    return not (field.effects and field.affected("mirage", slot))


def suits(field: Field, slots: Sequence[Slot]) -> bool:
    """`order.special-filter`: a special card orders only what fits its description."""
    assert field.play is not None
    return not field.play.filter or all(fits(field, slot, field.play.filter) for slot in slots)


def bit_set(slots: Sequence[Slot]) -> int:
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


# --- words -------------------------------------------------------------------------------------------------------


def _show_second(field: Field, slot: Slot, second: Slot) -> Option:
    if second == NOBODY:
        return Option("alone", "No second unit", "platoon.ten-cm-name")
    unit = field.units[second]
    return Option(f"with {unit.id}", f"With {unit.name}", "platoon.ten-cm", unit.id, cells=(field.name(unit.cell),))


SECOND = Question(
    "second-unit",
    "platoon.ten-cm-name",
    lambda field, slot: f"Which second unit does the commander of {field.units[slot].name} lead?",
    _show_second,
    lambda field, about, options: len(options) - 1,
)
