"""Who may share a box, who stands on which side of it, and who is met there: section 2.6 of the rule book."""

from __future__ import annotations

from zareba.boards.boxes import CORNERS, Cell
from zareba.engine.reasons import Refusal
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import NOBODY, Slot

STACK = 4
"""`stack.line-four`, `stack.guns-four`: four line units, or four guns, to a box."""


def refuse_place(field: Field, slot: Slot, box: Cell) -> Refusal | None:
    """Why a unit may not end in a box: enemies, or what stacking forbids.

    Wagons and Army Commanders do not count (`stack.free-pieces`), but only foot and mounted units take those of the
    enemy (`wagon.capture`, `cmd.alone`).
    """
    troop = field.units[slot].troop
    name = field.ground.grid.name(box)
    if field.held(1 - troop.side) >> box & 1:
        return Refusal("stack.enemies", f"Enemies stand in {name}.")
    if field.pieces(box, 1 - troop.side) and (field.units[slot].gun or not troop.fights):
        return Refusal("stack.free-pieces", f"In {name} is a wagon or commander of the enemy.")
    others = [other for other in field.in_box(box) if other != slot]
    if not others or not troop.fights:
        return None
    return _refuse_company(field, slot, others, name)


def _refuse_company(field: Field, slot: Slot, others: list[Slot], name: str) -> Refusal | None:
    """Friends stand in the box already."""
    troops = [field.units[slot].troop, *[field.units[other].troop for other in others]]
    if any(troop.type == "native-foot" for troop in troops):
        return Refusal("stack.native-one", f"Native foot share a box with no other unit: {name} is taken.")
    if any(troop.stands_alone for troop in troops):
        return Refusal("stack.mounted-one", f"Those on horse and camel share no box: {name} is taken.")
    if stands_square(field, field.units[others[0]].box):
        return _refuse_square(field, slot, others, name)
    if any(troop.lines_up for troop in troops[1:]) != troops[0].lines_up or _mixed(field, others):
        return Refusal("stack.no-mix", f"Infantry and guns share a box only in a square: {name} is taken.")
    if len(others) >= STACK:
        clause = "stack.line-four" if troops[0].lines_up else _full_of_guns(field, [slot, *others])
        return Refusal(clause, f"{name} is full.")
    return None


def _mixed(field: Field, slots: list[Slot]) -> bool:
    return len({field.units[slot].troop.lines_up for slot in slots}) > 1


def _full_of_guns(field: Field, slots: list[Slot]) -> str:
    """The limit holds for rockets (`stack.rockets`) and for natives (`stack.native-guns`) too."""
    if any(field.units[slot].troop.weapon == "rocket" for slot in slots):
        return "stack.rockets"
    return "stack.native-guns" if field.units[slots[0]].troop.side else "stack.guns-four"


def _refuse_square(field: Field, slot: Slot, others: list[Slot], name: str) -> Refusal | None:
    """`square.corners`: a gun may come into a standing square while a corner is free."""
    if field.units[slot].troop.lines_up:
        return Refusal("square.four", f"The square in {name} has its four units.")
    if not free_corners(field, field.units[others[0]].box, slot):
        return Refusal("stack.square-corners", f"Every corner of the square in {name} has its gun.")
    return None


def stands_square(field: Field, box: Cell) -> bool:
    """Does a square stand in this box?"""
    return any(field.units[slot].square and field.units[slot].troop.lines_up for slot in field.in_box(box))


def free_corners(field: Field, box: Cell, slot: Slot = NOBODY) -> list[int]:
    """`stack.square-corners`: the corners without a gun, that of this unit itself included."""
    taken = {field.units[other].corner for other in field.in_box(box) if other != slot}
    return [corner for corner in CORNERS if corner not in taken]


# --- who is met on a side ------------------------------------------------------------------------------------


def holder(field: Field, box: Cell, side: int) -> Slot:
    """The unit in square on this side of a box, or the front unit of the line units that face it."""
    for slot in field.in_box(box):
        unit = field.units[slot]
        if unit.square and unit.troop.lines_up and unit.facing == side:
            return slot
    return field.front_unit(box, side)


def met(field: Field, box: Cell, side: int) -> list[Slot]:
    """Whom a charge through this side of a box meets (`charge.target`); any, where nobody holds the side.

    Guns at the corners of a standing square are never met (`square.guns-share`): its sides are all held.
    """
    there = field.in_box(box)
    if len(there) > 1 and (first := holder(field, box, side)) != NOBODY:
        return [first]
    return there


def exposed(field: Field, box: Cell, side: int) -> list[Slot]:
    """Whom a shot through this side may be aimed at: `fire.into-stack`, `fire.gun-stack`.

    A gun beside infantry whose front includes the side may be chosen instead of them (`fire.corner-gun`).
    """
    there = field.in_box(box)
    first = holder(field, box, side) if len(there) > 1 else NOBODY
    if first == NOBODY:
        return there
    guns = [slot for slot in there if field.units[slot].gun and side in field.units[slot].front]
    return [first, *guns]
