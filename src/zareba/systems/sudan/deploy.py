"""Deployment where the players choose it: section 2.7 of the rule book.

Every unit stands where the scenario prints it. With free deployment each side, the British first (`setup.order`), may
take up each of its units once and place it anew in its area, in square or not (`setup.square`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.boxes import OFF, SIDES, Cell, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.sudan import squares
from zareba.systems.sudan.drawings import Drawing, drawing, edge, stand
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import attach, draw_join, show_join, takes_commander
from zareba.systems.sudan.movement import End, facing_name, facing_words
from zareba.systems.sudan.places import free_corners, refuse_place, stands_square
from zareba.systems.sudan.rows import NOBODY, Commander, Slot
from zareba.systems.sudan.squares import facings

GENERAL: Slot = -2
READY: Slot = -1


def deploying(field: Field) -> int:
    """The side that deploys now."""
    assert field.deployed is not None
    return field.deployed.count(READY)


def options(field: Field, side: int) -> list[Slot]:
    """The units still to be placed, the commander, the boxes where a square may be formed (beyond all slots), ready."""
    assert field.deployed is not None
    units = [slot for slot, unit in enumerate(field.units) if unit.troop.side == side and slot not in field.deployed]
    him = field.commander(side)
    general = [GENERAL] if him and not him.moved and companions(field, him) else []
    forming = [len(field.units) + box for box in bits(field.held(side)) if may_form(field, box, side)]
    return [*units, *general, *forming, READY]


def companions(field: Field, him: Commander) -> list[Slot]:
    return [slot for slot in field.living(him.side) if takes_commander(field, slot) and slot != him.unit]


def may_form(field: Field, box: Cell, side: int) -> bool:
    slots = squares.infantry(field, box, side)
    ready = len(slots) == len(SIDES) and not stands_square(field, box)
    return ready and squares.refuse_ranks(field, box, slots) is None


async def deploy(field: Field) -> None:
    """One unit is placed anew, a square formed, the commander sent elsewhere; or the side is ready."""
    assert field.deployed is not None
    side = deploying(field)
    seat = field.sides[side].id
    what = await Choice(seat, UNIT, options(field, side), side)
    if what == READY:
        _ready(field)
    elif what == GENERAL:
        await _send(field, side)
    elif what >= len(field.units):
        await squares.form(field, what - len(field.units), side, marks=False)
    else:
        await _place(field, what)


def _ready(field: Field) -> None:
    assert field.deployed is not None
    over = deploying(field) == 1
    field.deployed = None if over else (*field.deployed, READY)
    for him in field.commanders:
        field.change_commander(him, moved=False)


async def _send(field: Field, side: int) -> None:
    him = field.commander(side)
    assert him
    slot = await Choice(field.sides[side].id, SEND, companions(field, him), him)
    attach(field, him, slot)
    field.change_commander(him, moved=True)


async def _place(field: Field, slot: Slot) -> None:
    """Its box, then its facing and, for a gun in a square, its corner. A square it leaves is no square any more."""
    assert field.deployed is not None
    seat, old = field.seat(slot), field.units[slot].box
    box = await Choice(seat, POST, posts(field, slot), slot)
    end = await Choice(seat, POSE, poses(field, slot, box), (slot, box))
    if box != old and field.units[slot].square and field.units[slot].troop.lines_up:
        squares.open_square(field, old)
    if box != old:
        field.change(slot, square=False, corner=OFF)
        field.go(slot, box)
    field.change(slot, facing=end.facing)
    if end.corner != OFF:
        field.change(slot, square=True, corner=end.corner)
    field.deployed = (*field.deployed, slot)
    field.tell("deploy", "setup.order", "{unit} is deployed in {box}.", unit=slot, box=box)


def posts(field: Field, slot: Slot) -> list[Cell]:
    """The boxes of its side's area, and the one where it stands."""
    area = field.terms.areas[field.units[slot].troop.side] | 1 << field.units[slot].box
    return [box for box in bits(area) if refuse_post(field, slot, box) is None]


def refuse_post(field: Field, slot: Slot, box: Cell) -> Refusal | None:
    unit = field.units[slot]
    if box == unit.box:
        return None
    if not field.terms.areas[unit.troop.side] >> box & 1:
        return Refusal("setup.order", "That is outside its deployment area.")
    if not field.ground.may_stand(unit.kind, box):
        return Refusal("move.terrain", "The ground is closed to it.")
    return refuse_place(field, slot, box)


def poses(field: Field, slot: Slot, box: Cell) -> list[End]:
    unit = field.units[slot]
    if not unit.troop.fights:
        return [End(unit.facing)]
    if not unit.gun:
        square = unit.square and box == unit.box
        return [End(unit.facing)] if square else [End(side) for side in SIDES]
    if not stands_square(field, box):
        return [End(facing) for facing in range(8)]
    corners = free_corners(field, box, slot)
    return [End(facing, NOBODY, corner) for corner in corners for facing in facings(corner)]


# --- words ---------------------------------------------------------------------------------------------------


def _show_unit(field: Field, side: int, what: Slot) -> Option:
    if what == READY:
        return Option("ready", "The others stand as they are", "setup.order")
    if what == GENERAL:
        return Option("general", "The Army Commander goes elsewhere", "cmd.place")
    if what >= len(field.units):
        name = field.ground.grid.name(what - len(field.units))
        return Option(f"square {name}", f"Form square in {name}", "setup.square", cells=(name,))
    unit = field.units[what].troop
    return Option(f"deploy {unit.id}", unit.name, "setup.order", unit.id)


def _last(field: Any, about: Any, options: Sequence[Any]) -> int:
    return len(options) - 1


def _here(field: Any, slot: Any, options: Sequence[Cell]) -> int:
    return options.index(field.units[slot].box)


def _as_before(field: Any, about: Any, options: Sequence[End]) -> int:
    facings = [end.facing for end in options]
    now = field.units[about[0]].facing
    return facings.index(now) if now in facings else 0


def _show_post(field: Field, slot: Slot, box: Cell) -> Option:
    name = field.ground.grid.name(box)
    return Option(f"in {name}", f"In {name}", "setup.order", field.units[slot].troop.id, cells=(name,))


def _refused_posts(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    refused = [(box, refuse_post(field, slot, box)) for box in field.ground.grid.cells]
    return [(_show_post(field, slot, box), refusal) for box, refusal in refused if refusal]


def _show_pose(field: Field, about: tuple[Slot, Cell], end: End) -> Option:
    words = facing_name(end, field)
    return Option(words, facing_words(end, field), "facing.side", field.units[about[0]].troop.id)


def _unit_prompt(field: Any, side: Any) -> str:
    return f"{field.sides[side].name}: which unit is to be placed elsewhere?"


def _post_prompt(field: Any, slot: Any) -> str:
    return f"Where does {field.units[slot].troop.name} stand?"


def _pose_prompt(field: Any, about: Any) -> str:
    return f"Which way does {field.units[about[0]].troop.name} face?"


def _draw_post(field: Field, slot: Slot, box: Cell) -> Drawing:
    unit = field.units[slot]
    return drawing([stand(field, slot, box, unit.facing, unit.facing)] if unit.troop.fights else [])


def _draw_poses(field: Field, about: tuple[Slot, Cell]) -> Drawing:
    """The ways to face, on the sides and corners of the box."""
    slot, box = about
    ways = [end for end in poses(field, slot, box) if end.corner == OFF and field.units[slot].troop.fights]
    return drawing([edge(field, "reach", box, end.facing, answer=facing_name(end, field)) for end in ways])


def _draw_pose(field: Field, about: tuple[Slot, Cell], end: End) -> Drawing:
    slot, box = about
    place = end.corner if end.corner != OFF else end.facing
    return drawing([stand(field, slot, box, place, end.facing)] if field.units[slot].troop.fights else [])


UNIT = Question("deploy", "setup.order", _unit_prompt, _show_unit, _last)
POST = Question("post", "setup.order", _post_prompt, _show_post, _here, _refused_posts, trace=_draw_post)
POSE = Question("pose", "facing.side", _pose_prompt, _show_pose, _as_before, hints=_draw_poses, trace=_draw_pose)
SEND = Question("send", "cmd.place", lambda field, him: f"Which unit does {him.name} join?", show_join, trace=draw_join)
