"""What may be ordered in a movement phase (section 2.18 of the rule book).

An order is given in up to three answers: which unit (or square, or the Army Commander), where to, and how it ends
there. A unit that is not named is left alone.
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.boxes import Cell, bits
from zareba.engine.reasons import Refusal
from zareba.systems.sudan import squares
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.movement import endings, ends_of, refuse_move
from zareba.systems.sudan.riding import refuse_ride
from zareba.systems.sudan.rows import NOBODY, Slot
from zareba.systems.sudan.troops import MOUNTED

MOVE, SQUARE, MARCH, DISSOLVE, FRONT, GENERAL, DONE = (
    "move",
    "square",
    "march",
    "dissolve",
    "front",
    "general",
    "done",
)
MOUNT: Cell = -2
"""Instead of a box to go to: mount, or dismount."""


class Order(NamedTuple):
    """A verb and the unit or box it concerns."""

    verb: str
    what: int = NOBODY


def orders(field: Field, side: int) -> list[Order]:
    """Everything that may be ordered now, the end of the phase last."""
    found = [order for order in thinkable(field, side) if refuse_order(field, side, order) is None]
    end = Order(DONE)
    return [*found, end] if refuse_order(field, side, end) is None else found


def thinkable(field: Field, side: int) -> list[Order]:
    """What is not out of the question: every unit, every square, every box where four could form one."""
    slots = [s for s, unit in enumerate(field.units) if unit.here and unit.troop.side == side]
    standing = squares.squares_of(field, side)
    found = [Order(MOVE, slot) for slot in slots]
    found += [Order(SQUARE, box) for box in bits(field.held(side)) if len(field.in_box(box)) >= 4]
    found += [Order(verb, box) for box in standing for verb in (MARCH, DISSOLVE)]
    found += [Order(FRONT, slot) for slot in slots if field.units[slot].in_line and len(_stack(field, slot)) > 1]
    return [*found, Order(GENERAL)] if field.commander(side) else found


def refuse_order(field: Field, side: int, order: Order) -> Refusal | None:
    if order.verb == MOVE:
        return refuse_move(field, order.what)
    if order.verb == SQUARE:
        return squares.refuse_square(field, order.what, side)
    if order.verb == MARCH:
        return squares.refuse_march(field, order.what, side)
    if order.verb == DISSOLVE:
        return squares.refuse_body(field, order.what, side)
    if order.verb == FRONT:
        return refuse_front(field, order.what)
    return refuse_ride(field, side) if order.verb == GENERAL else refuse_done(field, side)


def refuse_done(field: Field, side: int) -> Refusal | None:
    """`cmd.place`: a commander who can join a unit may not be left by himself."""
    him = field.commander(side)
    if him and him.unit == NOBODY and refuse_ride(field, side) is None:
        return Refusal("cmd.place", f"{him.name} must be attached to a unit.")
    return None


def goals(field: Field, slot: Slot) -> list[Cell]:
    """The boxes to go to, its own if it may turn or charge there, and `MOUNT` for those who ride."""
    unit = field.units[slot]
    if field.in_contact(slot):
        return [unit.box]
    found = list(ends_of(field, slot))
    found += [unit.box] if unit.troop.fights and endings(field, slot, unit.box) else []
    return [*found, MOUNT] if refuse_mount(field, slot) is None else found


def refuse_mount(field: Field, slot: Slot) -> Refusal | None:
    """`move.dismount`: regular mounted units, as their whole move; no contact (`refuse_move` has seen to the rest)."""
    troop = field.units[slot].troop
    if troop.kind != MOUNTED or not troop.regular:
        return Refusal("move.dismount", "Only regular mounted units dismount.")
    if field.units[slot].dismounted and field.ground.closed(MOUNTED) >> field.units[slot].box & 1:
        return Refusal("move.terrain", "There is no riding on this ground.")
    return None


def _stack(field: Field, slot: Slot) -> list[Slot]:
    """The line units that face the same side of a box."""
    unit = field.units[slot]
    there = field.in_box(unit.box)
    return [s for s in there if field.units[s].in_line and field.units[s].facing == unit.facing]


def refuse_front(field: Field, slot: Slot) -> Refusal | None:
    """`stack.reorder`: the stack order may be changed at will in a box without contact; each unit once in a phase."""
    there = field.in_box(field.units[slot].box)
    if not field.units[slot].in_line:
        return Refusal("stack.reorder", "Only infantry in line has a front unit.")
    if any(field.in_contact(other) for other in there):
        return Refusal("stack.reorder", "A unit of the box is in contact.")
    if field.front_unit(field.units[slot].box, field.units[slot].facing) == slot or field.units[slot].fronted:
        return Refusal("stack.reorder", "It is in front already, or has been brought there.")
    return None
