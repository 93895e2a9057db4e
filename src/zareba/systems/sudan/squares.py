"""Squares: section 2.20 of the rule book.

A square is four regular infantry units in one box, one on each side (`square.four`), each facing outward over its own
side (`square.facing`), with guns in the corners if there are any. It lasts while every side has two bases.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.boxes import CORNERS, DIRECTIONS, OFF, SIDES, Cell, beside
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.sudan.drawings import Drawing, drawing, edge, note, path, stand
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.ground import SQUARE
from zareba.systems.sudan.places import free_corners, stands_square
from zareba.systems.sudan.rows import MARCHED, PIVOTED, Slot, Unit

LEAST = 2
"""`square.two-bases`: the leader base does not count towards them (`square.leader-no-base`)."""


def infantry(field: Field, box: Cell, side: int) -> list[Slot]:
    """A side's regular infantry in a box, in unit order."""
    units = field.units
    return sorted(s for s in field.in_box(box) if units[s].troop.lines_up and units[s].troop.side == side)


def guns_in(field: Field, box: Cell) -> list[Slot]:
    return sorted(slot for slot in field.in_box(box) if field.units[slot].gun)


def squares_of(field: Field, side: int) -> list[Cell]:
    """The boxes in which squares of this side stand."""
    return sorted({u.box for u in field.units if u.square and u.here and u.troop.lines_up and u.troop.side == side})


# --- breaking ------------------------------------------------------------------------------------------------


def break_squares(field: Field) -> None:
    """`square.breaks`: as soon as any side is down to fewer than two bases the whole square is broken.

    Its units stay where they are as line units that face their old sides; contacts go on (`square.after`).
    """
    for side in (0, 1):
        for box in squares_of(field, side):
            sides = [slot for slot in infantry(field, box, side) if field.units[slot].square]
            if len(sides) < len(SIDES) or any(field.units[slot].bases < LEAST for slot in sides):
                field.tell("broken-square", "square.breaks", "The square in {box} is broken.", box=box)
                open_square(field, box)


def open_square(field: Field, box: Cell) -> None:
    for slot in field.in_box(box):
        if field.units[slot].square:
            field.change(slot, square=False, corner=OFF)


# --- forming -------------------------------------------------------------------------------------------------


def refuse_square(field: Field, box: Cell, side: int) -> Refusal | None:
    """`square.form`, also after it has been broken (`square.reform`): why no square may be formed in this box now."""
    slots = infantry(field, box, side)
    if len(slots) != len(SIDES) or stands_square(field, box):
        return Refusal("square.form", "A square is formed of four units of regular infantry in one box.")
    if any(field.units[slot].done or field.units[slot].moved for slot in slots):
        return Refusal("square.form", "One of the four has been moved already.")
    if any(field.in_contact(slot) for slot in slots):
        return Refusal("square.form", "One of the four is in contact.")
    if any(field.in_contact(gun) for gun in guns_in(field, box)):
        return Refusal("charge.no-reaction", "A gun in the box is in contact.")
    return refuse_ranks(field, box, slots)


def refuse_ranks(field: Field, box: Cell, slots: list[Slot]) -> Refusal | None:
    """What holds wherever a square begins, in battle or before it (`setup.square`)."""
    units = [field.units[slot] for slot in slots]
    if any(not unit.steady for unit in units):
        return Refusal("square.form", "One of the four is prone or broken.")
    if any(unit.bases < LEAST for unit in units):
        return Refusal("square.two-bases", "One of the four has fewer than two bases.")
    if field.ground.closed(SQUARE) >> box & 1:
        return Refusal("square.form-where", "No square can be formed on such ground.")
    return None


async def form(field: Field, box: Cell, side: int, marks: bool = True) -> None:
    """The owner assigns the sides, and the corners to the guns left in the box. It is the whole move of all four."""
    seat, free = field.sides[side].id, list(SIDES)
    slots = infantry(field, box, side)
    for slot in slots:
        facing = await Choice(seat, SIDE, free, (slot, tuple(free)))
        free = [other for other in free if other != facing]
        field.turn_to(slot, facing)
        field.change(slot, done=marks or field.units[slot].done)
        if marks:
            field.march(slot)
    field.change_all(slots, square=True)
    field.tell("square", "square.form", "A square stands in {box}.", box=box)
    for gun in guns_in(field, box):
        post = await Choice(seat, CORNER, posts(field, box, gun), gun)
        take_corner(field, gun, post, marks)


class Post(NamedTuple):
    """A corner of a square and the way a gun in it faces."""

    corner: int
    facing: int


def posts(field: Field, box: Cell, gun: Slot) -> list[Post]:
    """`square.corners`: a gun faces its corner or either side next to it.

    A crew that lies low does not turn its piece (`morale.no-turn`) as long as a corner is left where it need not.
    """
    free = free_corners(field, box, gun)
    found = [Post(corner, facing) for corner in free for facing in facings(corner)]
    unturned = [post for post in found if post.facing == field.units[gun].facing]
    return found if field.units[gun].steady or not unturned else unturned


def facings(corner: int) -> list[int]:
    left, right = beside(corner)
    return [corner, left, right]


def take_corner(field: Field, gun: Slot, post: Post, marks: bool) -> None:
    """Changing the facing, forming included, is a pivot."""
    if marks and field.units[gun].facing != post.facing:
        field.march(gun, PIVOTED)
    field.turn_to(gun, post.facing)
    field.change(gun, square=True, corner=post.corner)


# --- marching and dissolving ---------------------------------------------------------------------------------


def refuse_body(field: Field, box: Cell, side: int) -> Refusal | None:
    """What keeps a whole square from doing anything."""
    slots = infantry(field, box, side)
    if any(field.in_contact(slot) for slot in slots):
        return Refusal("square.move", "The square is in contact.")
    if any(field.units[slot].done and field.units[slot].moved for slot in slots):
        return Refusal("move.once", "The square has been moved already.")
    return None


def refuse_march(field: Field, box: Cell, side: int) -> Refusal | None:
    """`square.move`: not in contact, and all four units steady."""
    if refusal := refuse_body(field, box, side):
        return refusal
    slots = infantry(field, box, side)
    if any(not field.units[slot].steady for slot in slots):
        return Refusal("square.move", "A unit of the square is prone or broken.")
    if any(field.units[slot].done for slot in slots):
        return Refusal("rally.then-move", "A unit of the square has rallied and may not move.")
    if any((him := field.commander_with(slot)) and him.moved for slot in slots):
        return Refusal("cmd.move", "The Army Commander has just ridden to it.")
    if not any(refuse_way(field, box, way, side) is None for way in range(8)):
        return Refusal("square.move", "There is nowhere for it to go.")
    return None


def refuse_way(field: Field, box: Cell, way: int, side: int) -> Refusal | None:
    """Why a square may not go one box in this direction."""
    ground, beyond = field.ground, field.ground.grid.next[box][way]
    if beyond == OFF:
        return Refusal("board.leave", "No unit leaves the board of its own will.")
    if (field.held(0) | field.held(1)) >> beyond & 1:
        return Refusal("square.move", "A square moves into a box that holds no unit.")
    if ground.closed(SQUARE) >> beyond & 1:
        return Refusal("square.form-where", "No square can enter such ground.")
    if ground.fenced(box, way) and train(field, box):
        return Refusal("move.terrain", "Its guns cannot cross the works.")
    if squeezed(field, box, way, side):
        return Refusal("move.squeeze", "The enemy or the ground closes both ways round the corner.")
    return None


def squeezed(field: Field, box: Cell, way: int, side: int, barred: int = 0) -> bool:
    """`move.squeeze`: each of the two boxes beside a diagonal step holds the enemy or is impassable."""
    if way not in CORNERS:
        return False
    shut = field.held(1 - side) | barred | field.ground.closed("foot")
    return all(shut >> field.ground.grid.next[box][beyond] & 1 for beyond in beside(way))


def train(field: Field, box: Cell) -> list[Slot]:
    """`square.move-guns`: the guns that go with it. Artillery is left behind, unless it may be manhandled.

    So are crews that are prone or broken (`morale.prone-limits`) or have been moved in this phase (`move.once`).
    """
    guns = [field.units[slot] for slot in guns_in(field, box)]
    free = [u.steady and not u.done and can_march(field, u) for u in guns]
    return [slot for slot, goes in zip(guns_in(field, box), free, strict=True) if goes]


def can_march(field: Field, unit: Unit) -> bool:
    """`gun.artillery-still`, unless the option `gun.manhandle` is on."""
    return unit.troop.move > 0 or field.rules.manhandle == "on"


async def march(field: Field, box: Cell, side: int) -> None:
    """The square moves as one body; infantry and guns are marked moved."""
    ways = [way for way in range(8) if refuse_way(field, box, way, side) is None]
    way = await Choice(field.sides[side].id, WAY, ways, (box, side))
    slots, guns = infantry(field, box, side), train(field, box)
    left = [slot for slot in guns_in(field, box) if slot not in guns]
    beyond = field.ground.grid.next[box][way]
    for slot in (*slots, *guns):
        field.go(slot, beyond)
        field.change(slot, done=True)
        field.march(slot, MARCHED)
    field.change_all(left, square=False, corner=OFF)
    field.tell("march", "square.move", "The square moves from {start} to {box}.", start=box, box=beyond)


def dissolve(field: Field, box: Cell) -> None:
    """`square.dissolve`: its units then move as they like."""
    open_square(field, box)
    field.tell("dissolve", "square.dissolve", "The square in {box} is dissolved.", box=box)


# --- words ---------------------------------------------------------------------------------------------------

Unassigned = tuple[Slot, tuple[int, ...]]
"""A unit of a square that is being formed, and the sides that are still free."""


def _show_side(field: Field, about: Unassigned, side: int) -> Option:
    unit, name = field.units[about[0]].troop, DIRECTIONS[side]
    return Option(f"side {name}", f"{unit.name} on the {name} side", "square.form", unit.id)


def _show_corner(field: Field, gun: Slot, post: Post) -> Option:
    unit = field.units[gun].troop
    corner, facing = DIRECTIONS[post.corner], DIRECTIONS[post.facing]
    label = f"{unit.name} in the {corner} corner, facing {facing}"
    return Option(f"corner {corner} face {facing}", label, "square.corners", unit.id)


def _show_way(field: Field, about: tuple[Cell, int], way: int) -> Option:
    name = field.ground.grid.name(field.ground.grid.next[about[0]][way])
    return Option(f"to {name}", f"The square goes to {name}", "square.move", cells=(name,))


def _refused_ways(field: Field, about: tuple[Cell, int]) -> list[tuple[Option, Refusal]]:
    beyond = field.ground.grid.next[about[0]]
    refused = [(way, refuse_way(field, about[0], way, about[1])) for way in range(8) if beyond[way] != OFF]
    return [(_show_way(field, about, way), refusal) for way, refusal in refused if refusal]


def _side_prompt(field: Any, about: Any) -> str:
    return f"On which side of the square does {field.units[about[0]].troop.name} stand?"


def _corner_prompt(field: Any, gun: Any) -> str:
    return f"In which corner of the square does {field.units[gun].troop.name} stand, and which way does it face?"


def _way_prompt(field: Any, about: Any) -> str:
    return f"Where does the square in {field.ground.grid.name(about[0])} go?"


def _draw_sides(field: Field, about: Unassigned) -> Drawing:
    """The sides that are free, to be picked."""
    box = field.units[about[0]].box
    return drawing([edge(field, "reach", box, side, answer=f"side {DIRECTIONS[side]}") for side in about[1]])


def _draw_side(field: Field, about: Unassigned, side: int) -> Drawing:
    slot = about[0]
    return drawing([stand(field, slot, field.units[slot].box, side, side)])


def _draw_corners(field: Field, gun: Slot) -> Drawing:
    """The free corners: to pick one is to face it."""
    box = field.units[gun].box
    faced = [post.corner for post in posts(field, box, gun) if post.facing == post.corner]
    names = [DIRECTIONS[corner] for corner in faced]
    ways = zip(faced, names, strict=True)
    return drawing([edge(field, "reach", box, way, answer=f"corner {name} face {name}") for way, name in ways])


def _draw_corner(field: Field, gun: Slot, post: Post) -> Drawing:
    return drawing([stand(field, gun, field.units[gun].box, post.corner, post.facing)])


def _draw_way(field: Field, about: tuple[Cell, int], way: int) -> Drawing:
    """Its way, and what it costs to march (`square.move`)."""
    box = about[0]
    left = [field.units[gun].troop.name for gun in guns_in(field, box) if gun not in train(field, box)]
    notes = [note("half", "fire.moved", "its fire is halved this turn")]
    notes += [note("stays", "square.move-guns", f"{name} is left behind") for name in left]
    notes += [note("no fire", "gun.no-fire-next", "its guns do not fire next")] if train(field, box) else []
    way_there = path(field, "way", (box, field.ground.grid.next[box][way]), clause="square.move")
    return {"shapes": [way_there], "notes": notes}


SIDE = Question("side", "square.form", _side_prompt, _show_side, hints=_draw_sides, trace=_draw_side)
CORNER = Question("corner", "square.corners", _corner_prompt, _show_corner, hints=_draw_corners, trace=_draw_corner)
WAY = Question("way", "square.move", _way_prompt, _show_way, refused=_refused_ways, trace=_draw_way)
