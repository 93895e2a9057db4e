"""Where a unit may go, and whom it may charge from there: sections 2.18 and 2.19 of the rule book.

There are no zones of control: moving next to an enemy is neither contact nor a stop (`move.no-zone`).
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.boxes import CORNERS, DIRECTIONS, OFF, SIDES, Cell, beside, opposite
from zareba.engine.reasons import Refusal
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.places import free_corners, met, refuse_place, stands_square
from zareba.systems.sudan.rows import NOBODY, Slot, Unit
from zareba.systems.sudan.squares import can_march, facings, squeezed
from zareba.systems.sudan.troops import FOOT, MOUNTED, WAGON

Path = tuple[int, ...]
"""The directions of a move, one for each box."""


def shapes() -> tuple[Path, ...]:
    """What a mounted unit may ride (`move.mounted-straight`, `move.mounted-mixed`, `move.mounted-forward`).

    One box in any direction (`move.mounted-one-diagonal`); two straight in the same direction; or a diagonal and one of
    the two directions that make it up, in either order. Never two diagonals.
    """
    single = [(way,) for way in range(8)]
    straight = [(side, side) for side in SIDES]
    bent = [pair for corner in CORNERS for side in beside(corner) for pair in ((corner, side), (side, corner))]
    return (*single, *straight, *bent)


SHAPES = shapes()
STEP = tuple((way,) for way in range(8))
"""`move.foot-any`, `move.gun-any`: one box in any of the eight directions."""


class End(NamedTuple):
    """How a move ends: the way the unit faces, whom it charges, and the corner a gun takes in a square."""

    facing: int
    target: Slot = NOBODY
    corner: int = OFF


# --- who may move --------------------------------------------------------------------------------------------


def refuse_move(field: Field, slot: Slot) -> Refusal | None:
    """Why a unit may do nothing in this movement phase (`move.once`); prone men do not even turn (`morale.no-turn`)."""
    unit = field.units[slot]
    if unit.done:
        return Refusal("move.once", "It has been moved already, or may not move after its rally.")
    if not unit.steady:
        clause = "morale.prone-limits" if unit.status == 1 else "morale.broken-limits"
        return Refusal(clause, "It has to rally before it moves.")
    if unit.square and unit.troop.lines_up:
        return Refusal("square.move", "A square moves as one body.")
    if field.in_contact(slot) and not turns(field, slot):
        clause = "move.turn-locked" if field.is_locked(slot) else "move.contact-still"
        return Refusal(clause, "A unit in contact may not move or turn.")
    if not unit.troop.fights and not ends_of(field, slot):
        return Refusal("move.enter", "There is nowhere for it to go.")
    return None


def turns(field: Field, slot: Slot) -> list[int]:
    """`move.turn-locked`: the sides a locked unit may turn to, if no enemy is in contact across its front.

    Never towards somebody who has charged it in this turn (`charge.no-reaction`).
    """
    unit, contacts = field.units[slot], field.contacts_of(slot)
    if unit.square or any(contact.side_of(slot) in unit.front for contact in contacts):
        return []
    return sorted({contact.side_of(slot) for contact in contacts if not contact.fresh})


# --- where to ------------------------------------------------------------------------------------------------


def paths_of(field: Field, unit: Unit) -> tuple[Path, ...]:
    """The shapes of a unit's move: `move.foot`, `move.mounted`, `move.wagon`, `gun.mg-move`, `gun.rocket-move`."""
    if unit.gun and not can_march(field, unit):
        return ()
    return SHAPES if unit.allowance > 1 else STEP


def ends_of(field: Field, slot: Slot) -> dict[Cell, Path]:
    """Every box that a unit may go to, with the first way that leads there.

    A box that a friend has vacated is a box like any other (`support.vacated`). If the Army Commander has just ridden
    to the unit, it waits for him (`cmd.move`).
    """
    found: dict[Cell, Path] = {}
    if him := field.commander_with(slot):
        if him.moved:
            return found
    for path in paths_of(field, field.units[slot]):
        end = end_of(field, field.units[slot].box, path)
        if end != OFF and end not in found and refuse_path(field, slot, path) is None:
            found[end] = path
    return found


def end_of(field: Field, box: Cell, path: Path) -> Cell:
    for way in path:
        box = field.ground.grid.next[box][way] if box != OFF else OFF
    return box


def refuse_path(field: Field, slot: Slot, path: Path) -> Refusal | None:
    """Why a unit may not go this way."""
    box = field.units[slot].box
    for number, way in enumerate(path):
        if refusal := refuse_step(field, slot, box, way):
            return refusal
        box = field.ground.grid.next[box][way]
        if number + 1 < len(path) and (refusal := _refuse_passing(field, box)):
            return refusal
    return refuse_place(field, slot, box)


def refuse_step(field: Field, slot: Slot, box: Cell, way: int) -> Refusal | None:
    """Why a unit may not take this step: `move.enter`, `move.terrain`, `move.squeeze`."""
    unit = field.units[slot]
    return refuse_going(field, unit.troop.side, unit.kind, box, way)


def refuse_going(field: Field, side: int, kind: str, box: Cell, way: int) -> Refusal | None:
    """The same for any kind of traveller, a commander among them."""
    ground = field.ground
    beyond = ground.grid.next[box][way]
    if beyond == OFF:
        return Refusal("board.leave", "No unit leaves the board of its own will.")
    name = ground.grid.name(beyond)
    if field.held(1 - side) >> beyond & 1:
        return Refusal("move.enter", f"Enemies stand in {name}.")
    if ground.closed(kind) >> beyond & 1:
        return Refusal("move.terrain", f"The ground of {name} is closed to it.")
    if kind != FOOT and ground.fenced(box, way):
        return Refusal("move.terrain", f"Works close the way to {name}.")
    if squeezed(field, box, way, side):
        return Refusal("move.squeeze", f"Both boxes beside the way to {name} are closed.")
    return None


def _refuse_passing(field: Field, box: Cell) -> Refusal | None:
    """`move.no-pass`: no riding through any combat unit; scrub and broken ground stop a rider who enters them."""
    name = field.ground.grid.name(box)
    if (field.held(0) | field.held(1)) >> box & 1:
        return Refusal("move.no-pass", f"There is no riding through the units in {name}.")
    if field.ground.slow >> box & 1:
        return Refusal("move.terrain", f"A mounted unit stops on entering {name}.")
    return None


def refuse_end(field: Field, slot: Slot, box: Cell) -> Refusal:
    """Why a unit may not go to a box: what forbids the first way that would lead there."""
    unit = field.units[slot]
    him = field.commander_with(slot)
    if him and him.moved:
        return Refusal("cmd.move", "The Army Commander has just ridden to it.")
    for path in paths_of(field, unit):
        if end_of(field, unit.box, path) == box and (refusal := refuse_path(field, slot, path)):
            return refusal
    if unit.gun and not can_march(field, unit):
        return Refusal("gun.artillery-still", "Artillery never leaves its box.")
    clause = "move.mounted-mixed" if unit.mounted else "gun.mg-move" if unit.gun else "move.foot"
    return Refusal(clause, "That is beyond its move.")


# --- how a move ends -----------------------------------------------------------------------------------------


def endings(field: Field, slot: Slot, box: Cell) -> list[End]:
    """How a move that leads to this box may end (`facing.side`, `facing.gun`, `move.mounted-facing`).

    A unit that stays where it is has to turn or to charge: else it has simply not been moved.
    """
    unit = field.units[slot]
    if unit.kind == WAGON:
        return [End(unit.facing)]
    if unit.gun:
        return gun_endings(field, slot, box)
    if field.in_contact(slot):
        return [End(side) for side in turns(field, slot)]
    quiet = [End(side) for side in SIDES if box != unit.box or side != unit.facing]
    return [*quiet, *charges(field, slot, box)]


def gun_endings(field: Field, slot: Slot, box: Cell) -> list[End]:
    """Guns face sides or corners (`facing.gun`); in a square the corner they take, or a side next to it."""
    unit = field.units[slot]
    if field.in_contact(slot):
        return [End(side) for side in turns(field, slot)]
    still = box == unit.box
    if unit.square and still:
        return [End(facing, corner=unit.corner) for facing in facings(unit.corner) if facing != unit.facing]
    if stands_square(field, box) and not still:
        corners = free_corners(field, box, slot)
        return [End(facing, corner=corner) for corner in corners for facing in facings(corner)]
    return [End(facing) for facing in range(8) if not still or facing != unit.facing]


# --- charging ------------------------------------------------------------------------------------------------


def charges(field: Field, slot: Slot, box: Cell) -> list[End]:
    """Every charge that a unit may make from this box: against whom its front side touches (`charge.declare`).

    Contact is made across a shared side, never across a corner (`charge.boxes`, `charge.base-contact`); nobody is
    forced to charge (`charge.not-forced`).
    """
    found = []
    enemies = field.held(1 - field.units[slot].troop.side)
    for facing in SIDES:
        beyond = field.ground.grid.next[box][facing]
        if beyond != OFF and enemies >> beyond & 1 and refuse_charge(field, slot, box, facing) is None:
            found += [End(facing, target) for target in met(field, beyond, opposite(facing))]
    return found


def refuse_charge(field: Field, slot: Slot, box: Cell, facing: int) -> Refusal | None:
    """Why a unit in this box, facing this side, may not charge across it (`charge.who`)."""
    unit, ground = field.units[slot], field.ground
    beyond = ground.grid.next[box][facing]
    if unit.kind not in (FOOT, MOUNTED):
        return Refusal("charge.who", "Only foot and mounted units charge.")
    if unit.square:
        return Refusal("square.no-charge", "A unit in square cannot charge.")
    if field.in_contact(slot):
        return Refusal("charge.who", "It is in contact already.")
    if _stands_behind(field, slot, box, facing):
        return Refusal("stack.rear-unit", "Another unit stands in line before it.")
    if side_taken(field, beyond, opposite(facing)):
        return Refusal("charge.one-per-side", "Across this side a fight is going on already.")
    if unit.mounted and (ground.fenced(box, facing) or ground.terrain[beyond] in ("village", "fort")):
        return Refusal("charge.works", "Horses and camels do not charge works or villages.")
    return None


def _stands_behind(field: Field, slot: Slot, box: Cell, facing: int) -> bool:
    """Would it be a rear unit there? Whoever comes to a side that is already held goes last (`stack.reorder`)."""
    unit = field.units[slot]
    if not unit.troop.lines_up:
        return False
    if box == unit.box and facing == unit.facing:
        return field.is_rear(slot)
    return field.front_unit(box, facing) not in (NOBODY, slot)


def side_taken(field: Field, box: Cell, side: int) -> bool:
    """`charge.one-per-side`: is there a contact across this side of a box?"""
    across = (field.ground.grid.next[box][side], opposite(side))
    return any((field.units[contact.target].box, contact.side) in ((box, side), across) for contact in field.contacts)


WORDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def facing_words(end: End, field: Field) -> str:
    """`Face north`, `Face north and charge Picket`, `To the north-east corner, facing north`."""
    words = f"Face {WORDS[end.facing]}"
    if end.corner != OFF:
        words = f"To the {WORDS[end.corner]} corner, facing {WORDS[end.facing]}"
    return words + (f" and charge {field.units[end.target].troop.name}" if end.target != NOBODY else "")


def facing_name(end: End, field: Field) -> str:
    """`face N`, `face N charge a`, `corner NE face N`."""
    words = f"corner {DIRECTIONS[end.corner]} " if end.corner != OFF else ""
    words += f"face {DIRECTIONS[end.facing]}"
    return words + (f" charge {field.units[end.target].troop.id}" if end.target != NOBODY else "")
