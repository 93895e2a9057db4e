"""A unit goes where it was sent, takes what stands there alone, and charges if it was told to."""

from __future__ import annotations

from zareba.boards.boxes import OFF, Cell, opposite
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import lose_commander
from zareba.systems.sudan.movement import End
from zareba.systems.sudan.rows import CAPTURED, NOBODY, PIVOTED, Contact, Slot


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
