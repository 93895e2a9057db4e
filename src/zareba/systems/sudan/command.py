"""The movement phase: one order after another, until its owner is content (section 2.18 of the rule book)."""

from __future__ import annotations

from zareba.boards.boxes import Cell
from zareba.engine.ask import Choice
from zareba.systems.sudan import squares
from zareba.systems.sudan.arrival import arrive, capture
from zareba.systems.sudan.asking import END, ORDER, WHERE, mounting
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.movement import End, endings
from zareba.systems.sudan.orders import DISSOLVE, FRONT, GENERAL, MARCH, MOUNT, MOVE, SQUARE, goals, orders
from zareba.systems.sudan.riding import ride
from zareba.systems.sudan.rows import Slot


async def command(field: Field, side: int) -> None:
    """One order of the side that moves (`move.once`), or the end of its phase."""
    order = await Choice(field.sides[side].id, ORDER, orders(field, side), side)
    if order.verb == MOVE:
        await move(field, order.what)
    elif order.verb == SQUARE:
        await squares.form(field, order.what, side)
    elif order.verb == MARCH:
        await march(field, order.what, side)
    elif order.verb == DISSOLVE:
        squares.dissolve(field, order.what)
    elif order.verb == FRONT:
        bring_forward(field, order.what)
    elif order.verb == GENERAL:
        await ride(field, side)
    else:
        end_phase(field)


def end_phase(field: Field) -> None:
    moved = [slot for slot, unit in enumerate(field.units) if unit.done or unit.fronted]
    field.change_all(moved, done=False, fronted=False)
    for him in field.commanders:
        field.change_commander(him, moved=False)
    field.next_stage()


async def move(field: Field, slot: Slot) -> None:
    """Where to, then the facing and perhaps a charge."""
    seat, unit = field.seat(slot), field.units[slot]
    box = await Choice(seat, WHERE, goals(field, slot), slot)
    if box == MOUNT:
        field.change(slot, dismounted=not unit.dismounted)
        field.march(slot)
        field.tell("mount", "move.dismount", mounting(field, slot) + ".", unit=slot)
        box = unit.box
        options = [End(facing) for facing in (0, 2, 4, 6)]
    else:
        options = endings(field, slot, box)
    end = await Choice(seat, END, options, (slot, box))
    arrive(field, slot, box, end)


async def march(field: Field, box: Cell, side: int) -> None:
    """The square goes, its commander with it; wagons in its way are taken."""
    slots = squares.infantry(field, box, side)
    riders = [him for slot in slots if (him := field.commander_with(slot))]
    await squares.march(field, box, side)
    for him in riders:
        field.change_commander(him, box=field.units[him.unit].box, moved=True)
    capture(field, slots[0])


def bring_forward(field: Field, slot: Slot) -> None:
    least = min(field.units[other].rank for other in field.in_box(field.units[slot].box))
    field.change(slot, rank=least - 1, fronted=True)
    field.tell("front", "stack.reorder", "{unit} comes to the front.", unit=slot)
