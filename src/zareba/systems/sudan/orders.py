"""The movement phase: one order after another, until its owner is content (section 2.18 of the rule book).

An order is given in up to three answers: which unit (or square, or the Army Commander), where to, and how it ends
there. A unit that is not named is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zareba.boards.boxes import OFF, Cell, bits, opposite
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.sudan import squares
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import lose_commander
from zareba.systems.sudan.movement import (
    End,
    endings,
    ends_of,
    facing_name,
    refuse_charge,
    refuse_end,
    refuse_move,
)
from zareba.systems.sudan.riding import refuse_ride, ride
from zareba.systems.sudan.rows import CAPTURED, MARCHED, NOBODY, PIVOTED, Contact, Slot
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


# --- the phase -----------------------------------------------------------------------------------------------


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


# --- a unit --------------------------------------------------------------------------------------------------


async def move(field: Field, slot: Slot) -> None:
    """Where to, then the facing and perhaps a charge."""
    seat, unit = field.seat(slot), field.units[slot]
    box = await Choice(seat, WHERE, goals(field, slot), slot)
    if box == MOUNT:
        field.change(slot, dismounted=not unit.dismounted)
        field.march(slot)
        field.tell("mount", "move.dismount", _mounting(field, slot) + ".", unit=slot)
        box = unit.box
        options = [End(facing) for facing in (0, 2, 4, 6)]
    else:
        options = endings(field, slot, box)
    end = await Choice(seat, END, options, (slot, box))
    arrive(field, slot, box, end)


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


def arrive(field: Field, slot: Slot, box: Cell, end: End) -> None:
    """The unit goes, turns and, if it was said, charges.

    It is marked for what counts as movement (`move.mark`); for a gun a pivot does (`gun.pivot`).
    """
    unit = field.units[slot]
    if box != unit.box:
        him = field.commander_with(slot)
        field.change(slot, square=False, corner=OFF)
        field.go(slot, box)
        field.march(slot)
        field.tell("move", "move.once", "{unit} moves to {box}.", unit=slot, box=box, start=unit.box)
        if him:
            field.change_commander(him, box=box, moved=True)
        capture(field, slot)
    if end.facing != unit.facing:
        field.turn_to(slot, end.facing)
        field.tell("face", "facing.side", "{unit} faces {facing}.", unit=slot, facing=end.facing)
        if unit.gun:
            field.march(slot, PIVOTED)
    if end.corner != OFF:
        field.change(slot, square=True, corner=end.corner)
    field.change(slot, done=True)
    if end.target != NOBODY:
        charge(field, slot, end)


def capture(field: Field, slot: Slot) -> None:
    """`wagon.capture`, `cmd.alone`: what stands by itself in the box a unit has come to is taken."""
    unit = field.units[slot]
    for other in field.boxes()[unit.box]:
        if not field.units[other].troop.fights and field.units[other].troop.side != unit.troop.side:
            field.remove(other, CAPTURED)
    for him in field.commanders:
        if him.box == unit.box and him.side != unit.troop.side:
            lose_commander(field, him, CAPTURED, "cmd.alone")


def charge(field: Field, slot: Slot, end: End) -> None:
    """`charge.declare`: the contact is made. Its target may do nothing in answer (`charge.no-reaction`).

    The contact is frontal or across a flank according to the target's front (`charge.front-or-flank`).
    """
    side = opposite(end.facing)
    field.contacts = (*field.contacts, Contact(slot, end.target, side, True))
    field.change(slot, charged=True)
    where = "in front" if side in field.units[end.target].front else "in the flank"
    words = "{unit} charges {target} {where}."
    field.tell("charge", "charge.declare", words, unit=slot, target=end.target, where=where)


# --- a square, a stack ---------------------------------------------------------------------------------------


async def march(field: Field, box: Cell, side: int) -> None:
    """The square goes, its commander with it; wagons in its way are taken."""
    slots = squares.infantry(field, box, side)
    riders = [him for slot in slots if (him := field.commander_with(slot))]
    await squares.march(field, box, side)
    for him in riders:
        field.change_commander(him, box=field.units[him.unit].box, moved=True)
    capture(field, slots[0])


def _stack(field: Field, slot: Slot) -> list[Slot]:
    """The line units that face the same side of a box."""
    unit = field.units[slot]
    there = field.in_box(unit.box)
    return [s for s in there if field.units[s].in_line and field.units[s].facing == unit.facing]


def refuse_front(field: Field, slot: Slot) -> Refusal | None:
    """`stack.reorder`: the stack order may be changed at will in a box without contact; each unit once in a phase."""
    there = field.in_box(field.units[slot].box)
    if any(field.in_contact(other) for other in there):
        return Refusal("stack.reorder", "A unit of the box is in contact.")
    if field.front_unit(field.units[slot].box, field.units[slot].facing) == slot or field.units[slot].fronted:
        return Refusal("stack.reorder", "It is in front already, or has been brought there.")
    return None


def bring_forward(field: Field, slot: Slot) -> None:
    least = min(field.units[other].rank for other in field.in_box(field.units[slot].box))
    field.change(slot, rank=least - 1, fronted=True)
    field.tell("front", "stack.reorder", "{unit} comes to the front.", unit=slot)


# --- words ---------------------------------------------------------------------------------------------------

PLACES = {SQUARE: "Form square in", MARCH: "Move the square in", DISSOLVE: "Dissolve the square in"}
BY = {SQUARE: "square.form", MARCH: "square.move", DISSOLVE: "square.dissolve", GENERAL: "cmd.move", DONE: "move.once"}


def _show_order(field: Field, side: int, order: Order) -> Option:
    if order.verb in PLACES:
        name = field.ground.grid.name(order.what)
        return Option(f"{order.verb} {name}", f"{PLACES[order.verb]} {name}", BY[order.verb], cells=(name,))
    if order.verb in (GENERAL, DONE):
        him = field.commander(side)
        label = f"{him.name} rides" if order.verb == GENERAL and him else "End the movement"
        return Option(order.verb, label, BY[order.verb], him.id if him and order.verb == GENERAL else "")
    unit = field.units[order.what].troop
    if order.verb == FRONT:
        return Option(f"front {unit.id}", f"{unit.name} to the front", "stack.reorder", unit.id)
    return Option(f"move {unit.id}", unit.name, "move.once", unit.id)


def _refused_orders(field: Field, side: int) -> list[tuple[Option, Refusal]]:
    refused = [(order, refuse_order(field, side, order)) for order in (*thinkable(field, side), Order(DONE))]
    return [(_show_order(field, side, order), refusal) for order, refusal in refused if refusal]


def _last(field: Any, about: Any, options: Sequence[Any]) -> int:
    return len(options) - 1


ORDER = Question(
    "order",
    "move.once",
    lambda field, side: f"Which unit of {field.sides[side].name} moves next?",
    _show_order,
    _last,
    _refused_orders,
)


def _mounting(field: Field, slot: Slot) -> str:
    return "{unit} dismounts" if field.units[slot].dismounted else "{unit} mounts"


def _show_where(field: Field, slot: Slot, box: Cell) -> Option:
    unit = field.units[slot]
    if box == MOUNT:
        word = "mount" if unit.dismounted else "dismount"
        return Option(word, f"{unit.troop.name}: {word}", "move.dismount", unit.troop.id)
    name = field.ground.grid.name(box)
    if box == unit.box:
        clause = "gun.pivot" if unit.gun else "move.foot-any"
        return Option("stay", f"Stay in {name}, and turn or charge", clause, unit.troop.id, cells=(name,))
    path = ends_of(field, slot).get(box, ())
    through = (field.ground.grid.name(field.ground.grid.next[unit.box][path[0]]),) if len(path) > 1 else ()
    clause = "move.mounted" if unit.mounted else "move.gun-any" if unit.gun else "move.foot-any"
    return Option(f"to {name}", f"To {name}", clause, unit.troop.id, cells=(*through, name))


def _refused_where(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    """The boxes around, as far as two boxes for those who ride."""
    unit, grid = field.units[slot], field.ground.grid
    legal = goals(field, slot)
    near = grid.within(unit.box, 6 if unit.mounted else 3)
    if field.in_contact(slot):
        still = Refusal("move.contact-still", "A unit in contact may not move.")
        return [(_named(field, slot, box), still) for box in bits(near)]
    return [(_named(field, slot, box), refuse_end(field, slot, box)) for box in bits(near) if box not in legal]


def _named(field: Field, slot: Slot, box: Cell) -> Option:
    name = field.ground.grid.name(box)
    return Option(f"to {name}", f"To {name}", "", field.units[slot].troop.id, cells=(name,))


WHERE = Question(
    "where",
    "move.once",
    lambda field, slot: f"Where does {field.units[slot].troop.name} go?",
    _show_where,
    refused=_refused_where,
)


def _show_end(field: Field, about: tuple[Slot, Cell], end: End) -> Option:
    slot, box = about
    words = facing_name(end, field)
    piece, cells = field.units[slot].troop.id, (field.ground.grid.name(box),)
    if end.target == NOBODY:
        return Option(words, words.capitalize(), "facing.side", piece, cells=cells)
    foe = field.units[end.target].troop
    return Option(words, f"{words[:6].capitalize()} and charge {foe.name}", "charge.declare", piece, foe.id, cells)


def _refused_ends(field: Field, about: tuple[Slot, Cell]) -> list[tuple[Option, Refusal]]:
    """Charges at the enemies around that cannot be made."""
    slot, box = about
    legal = set(endings(field, slot, box)) if field.units[slot].troop.fights else set()
    found = []
    for facing in (0, 2, 4, 6):
        beyond = field.ground.grid.next[box][facing]
        for target in field.in_box(beyond) if beyond != OFF else ():
            end = End(facing, target)
            if field.units[target].troop.side != field.units[slot].troop.side and end not in legal:
                refusal = refuse_charge(field, slot, box, facing) or _why_not_him(field, slot)
                found.append((_show_end(field, about, end), refusal))
    return found


def _why_not_him(field: Field, slot: Slot) -> Refusal:
    if field.units[slot].moved == MARCHED and field.units[slot].troop.kind == MOUNTED:
        return Refusal("move.dismount", "To mount or dismount is its whole move.")
    return Refusal("charge.target", "Another unit holds that side of the box.")


END = Question(
    "facing",
    "facing.side",
    lambda field, about: f"How does {field.units[about[0]].troop.name} end its move?",
    _show_end,
    refused=_refused_ends,
)
