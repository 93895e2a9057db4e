"""Retreats: section 2.16 of the rule book."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import DIRECTIONS, OFF, STEPS, Cell, beside, is_side
from zareba.engine.ask import Choice, Option, Question, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Refusal
from zareba.systems.sudan.dice import one_die
from zareba.systems.sudan.drawings import Drawing, drawing, path
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import rejoin
from zareba.systems.sudan.places import refuse_place, stands_square
from zareba.systems.sudan.rows import ELIMINATED, LEFT, Slot

BLOCKED = -2


async def retreat(field: Field, slot: Slot, boxes: int, in_contact: bool) -> None:
    """`retreat.direction`: straight towards the home edge, else diagonally towards it, left or right.

    Artillery cannot go; it is overrun if an enemy is in contact with it (`retreat.artillery`). Machine guns and rockets
    take the piece along (`retreat.other-guns`).
    """
    unit = field.units[slot]
    if unit.troop.weapon == "artillery":
        if in_contact:
            field.tell("overrun", "retreat.artillery", "{unit} is overrun.", unit=slot)
            field.remove(slot, ELIMINATED)
        return
    home = field.sides[unit.troop.side].home
    straight = way_back(field, slot, home, boxes)
    if straight != BLOCKED:
        fall_back(field, slot, straight)
        await rejoin(field)
    elif ways := open_diagonals(field, slot, home, boxes):
        way = await Choice(field.seat(slot), RETREAT, ways, (slot, boxes))
        fall_back(field, slot, way_back(field, slot, way, boxes))
    else:
        await hemmed_in(field, slot, boxes)


def way_back(field: Field, slot: Slot, way: int, boxes: int) -> Cell:
    """The box where a retreat in this direction ends; OFF across the home edge, BLOCKED if it cannot be made.

    Friends are passed through, and where the unit may not stay it goes on (`retreat.through`).
    """
    here, gone = field.units[slot].box, 0
    while True:
        beyond = field.ground.grid.next[here][way]
        if beyond == OFF:
            return OFF if is_side(way) else BLOCKED
        if refuse_back(field, slot, here, way):
            return BLOCKED
        here, gone = beyond, gone + 1
        if gone >= boxes and may_stay(field, slot, here):
            return here


def refuse_back(field: Field, slot: Slot, here: Cell, way: int) -> Refusal | None:
    """`retreat.blocked`: the enemy, or ground or works that are closed to the unit."""
    unit, ground = field.units[slot], field.ground
    beyond = ground.grid.next[here][way]
    if field.held(1 - unit.troop.side) >> beyond & 1:
        return Refusal("retreat.blocked", "The enemy is in the way.")
    fenced = unit.kind != "foot" and ground.fenced(here, way)
    if fenced or ground.closed(unit.kind) >> beyond & 1:
        return Refusal("retreat.blocked", "The ground is closed to it.")
    return None


def may_stay(field: Field, slot: Slot, box: Cell) -> bool:
    """Not among wagons of the enemy, and not in a square: nobody runs into one."""
    if field.pieces(box, 1 - field.units[slot].troop.side) or stands_square(field, box):
        return False
    return refuse_place(field, slot, box) is None


def open_diagonals(field: Field, slot: Slot, home: int, boxes: int) -> list[int]:
    """The diagonal ways that are open, the one further west (or south) first."""
    ways = [way for way in beside(home) if way_back(field, slot, way, boxes) != BLOCKED]
    return sorted(ways, key=lambda way: STEPS[way])


def fall_back(field: Field, slot: Slot, box: Cell) -> None:
    """Its facing does not change, and it is not marked moved (`retreat.facing`).

    Its commander goes with it (`cmd.follows`). Across the home edge it is lost (`retreat.off`).
    """
    if box == OFF:
        return field.remove(slot, LEFT)
    start = field.units[slot].box
    field.go(slot, box)
    field.tell("retreat", "retreat.direction", "{unit} falls back to {box}.", unit=slot, box=box, start=start)
    return None


async def hemmed_in(field: Field, slot: Slot, boxes: int) -> None:
    """`retreat.hemmed`: a die of hits for each box it cannot go, one at a time while it lasts."""
    field.tell("hemmed", "retreat.hemmed", "{unit} is hemmed in.", unit=slot)
    for _ in range(boxes):
        if field.units[slot].here:
            field.hit(slot, await one_die(HEMMED, field.seat(slot), slot), "retreat.hemmed")
    field.change(slot, struck=False)
    await rejoin(field)


# --- words ---------------------------------------------------------------------------------------------------


def _show(field: Field, about: tuple[Slot, int], way: int) -> Option:
    slot, boxes = about
    unit, grid = field.units[slot], field.ground.grid
    name, end = DIRECTIONS[way], way_back(field, slot, way, boxes)
    label = f"{unit.troop.name} falls back from {grid.name(unit.box)} to the {name}, into {grid.name(end)}"
    return Option(f"back {name}", label, "retreat.direction", unit.troop.id, cells=(grid.name(end),))


def _draw(field: Field, about: tuple[Slot, int], way: int) -> Drawing:
    slot, boxes = about
    ends = (field.units[slot].box, way_back(field, slot, way, boxes))
    return drawing([path(field, "way", ends, clause="retreat.direction")])


def _hemmed_prompt(field: Any, slot: Any) -> str:
    return f"{field.units[slot].troop.name} cannot fall back: how many hits?"


RETREAT = Question(
    "retreat",
    "retreat.direction",
    lambda field, about: f"Which way does {field.units[about[0]].troop.name} fall back?",
    _show,
    trace=_draw,
)
HEMMED = Throw("hemmed", "retreat.hemmed", D6, _hemmed_prompt)
