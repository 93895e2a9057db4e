"""Following up a beaten enemy: the option `option.follow-up`. Without it nobody pursues (`support.vacated-charge`)."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import OFF, Cell
from zareba.engine.ask import Choice, Option, Question
from zareba.systems.sudan.arrival import capture
from zareba.systems.sudan.drawings import Drawing, drawing, path
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.movement import refuse_step
from zareba.systems.sudan.places import refuse_place
from zareba.systems.sudan.rows import Slot
from zareba.systems.sudan.troops import FOOT, MOUNTED

STAY: Cell = -1


async def follow_up(field: Field) -> None:
    """At the end of phase 8 each victor in turn, British first, may move into the box his opponent left."""
    if field.rules.follow_up == "off" or not field.fought:
        field.fought = ()
        return field.next_stage()
    slot, foe, box = field.fought[0]
    field.fought = field.fought[1:]
    if may_follow(field, slot, foe, box) and await Choice(field.seat(slot), FOLLOW, (STAY, box), slot) == box:
        start = field.units[slot].box
        field.go(slot, box)
        field.tell("move", "option.follow-up", "{unit} follows up into {box}.", unit=slot, box=box, start=start)
        capture(field, slot)
    return None


def may_follow(field: Field, slot: Slot, foe: Slot, box: Cell) -> bool:
    """A steady foot or mounted unit, not in square and in no contact, whose opponent left a box that is now empty."""
    unit = field.units[slot]
    able = unit.here and unit.steady and unit.kind in (FOOT, MOUNTED) and not unit.square
    if not able or field.in_contact(slot) or field.units[foe].box == box or field.in_box(box):
        return False
    way = field.ground.grid.towards(unit.box, box)
    open_way = way != OFF and refuse_step(field, slot, unit.box, way) is None
    return open_way and refuse_place(field, slot, box) is None


def _show(field: Field, slot: Slot, box: Cell) -> Option:
    unit = field.units[slot].troop
    if box == STAY:
        return Option("stay", f"{unit.name} stays", "option.follow-up", unit.id)
    name = field.ground.grid.name(box)
    return Option(f"follow {name}", f"{unit.name} follows up into {name}", "option.follow-up", unit.id, cells=(name,))


def _prompt(field: Any, slot: Any) -> str:
    return f"Does {field.units[slot].troop.name} follow up?"


def _draw(field: Field, slot: Slot, box: Cell) -> Drawing:
    if box == STAY:
        return {}
    return drawing([path(field, "way", (field.units[slot].box, box), clause="option.follow-up")])


FOLLOW = Question("follow", "option.follow-up", _prompt, _show, trace=_draw)
