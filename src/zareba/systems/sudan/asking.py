"""The questions of the movement phase: how they are put into words, and what is drawn while they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.boxes import OFF, Cell, bits, opposite
from zareba.engine.ask import Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.sudan import squares
from zareba.systems.sudan.arrival import arrive
from zareba.systems.sudan.drawings import Drawing, cells, drawing, edge, note, path, sights, stand
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.melee import count_dice
from zareba.systems.sudan.movement import End, endings, ends_of, facing_name, facing_words, refuse_charge, refuse_end
from zareba.systems.sudan.orders import (
    DISSOLVE,
    DONE,
    FRONT,
    GENERAL,
    MARCH,
    MOUNT,
    MOVE,
    SQUARE,
    Order,
    goals,
    refuse_order,
    thinkable,
)
from zareba.systems.sudan.rows import MARCHED, NOBODY, Bout, Slot
from zareba.systems.sudan.troops import LONG, MOUNTED

PLACES = {SQUARE: "Form square in", MARCH: "Move the square in", DISSOLVE: "Dissolve the square in"}
BY = {SQUARE: "square.form", MARCH: "square.move", DISSOLVE: "square.dissolve", GENERAL: "cmd.move", DONE: "move.once"}


def _show_order(field: Field, side: int, order: Order) -> Option:
    if order.verb in PLACES:
        name = field.ground.grid.name(order.what)
        return Option(f"{order.verb} {name}", f"{PLACES[order.verb]} {name}", BY[order.verb], cells=(name,))
    if order.verb == DONE:
        return Option(DONE, "End the movement", BY[DONE])
    if order.verb == GENERAL:
        him = field.commander(side)
        assert him
        return Option(GENERAL, f"{him.name[:1].upper()}{him.name[1:]} rides", BY[GENERAL], him.id)
    unit = field.units[order.what].troop
    if order.verb == FRONT:
        return Option(f"front {unit.id}", f"{unit.name} to the front", "stack.reorder", unit.id)
    return Option(f"move {unit.id}", unit.name, "move.once", unit.id)


def _refused_orders(field: Field, side: int) -> list[tuple[Option, Refusal]]:
    refused = [(order, refuse_order(field, side, order)) for order in (*thinkable(field, side), Order(DONE))]
    return [(_show_order(field, side, order), refusal) for order, refusal in refused if refusal]


def _last(field: Any, about: Any, options: Sequence[Any]) -> int:
    return len(options) - 1


def _draw_order(field: Field, side: int, order: Order) -> Drawing:
    """Where a unit or a square may go; who is moved by an order that moves more than one."""
    if order.verb == MOVE:
        return drawing([cells(field, "reach", (box for box in goals(field, order.what) if box >= 0))])
    if order.verb == MARCH:
        beyond = field.ground.grid.next[order.what]
        ways = [way for way in range(8) if squares.refuse_way(field, order.what, way, side) is None]
        return drawing([cells(field, "reach", (beyond[way] for way in ways))])
    if order.verb == SQUARE:
        return {"shapes": [], "notes": [note("+1", "morale.square", "never flanked, never retreats")]}
    return {}


ORDER = Question(
    "order",
    "move.once",
    lambda field, side: f"{field.sides[side].name}: which unit moves next?",
    _show_order,
    _last,
    _refused_orders,
    trace=_draw_order,
)


def mounting(field: Field, slot: Slot) -> str:
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


def _draw_where(field: Field, slot: Slot, box: Cell) -> Drawing:
    """The way, and what it costs its fire."""
    unit = field.units[slot]
    if box in (MOUNT, unit.box):
        return {}
    ways, boxes = ends_of(field, slot)[box], [unit.box]
    for way in ways:
        boxes.append(field.ground.grid.next[boxes[-1]][way])
    far = note(counted(len(ways)), "move.mounted" if unit.mounted else "move.foot", "its way")
    shapes = [path(field, "way", boxes)]
    if unit.troop.fights:
        shapes.append(stand(field, slot, box, unit.facing, unit.facing))
    return {"shapes": shapes, "notes": [far, *_price(field, slot)]}


def counted(boxes: int) -> str:
    return "1 box" if boxes == 1 else f"{boxes} boxes"


def _price(field: Field, slot: Slot) -> list[dict[str, Any]]:
    """What a unit that moves gives up (`move.mark`)."""
    unit = field.units[slot]
    if unit.gun:
        return [note("no fire", "gun.no-fire-next", "it may not fire in its next gun phase")]
    return [note("half", "fire.moved", "its fire is halved this turn")] if unit.troop.bands[LONG] else []


WHERE = Question(
    "where",
    "move.once",
    lambda field, slot: f"Where does {field.units[slot].troop.name} go?",
    _show_where,
    refused=_refused_where,
    trace=_draw_where,
)


def _show_end(field: Field, about: tuple[Slot, Cell], end: End) -> Option:
    slot, box = about
    words, told = facing_name(end, field), facing_words(end, field)
    piece, cells = field.units[slot].troop.id, (field.ground.grid.name(box),)
    if end.target == NOBODY:
        return Option(words, told, "facing.side", piece, cells=cells)
    foe = field.units[end.target].troop.id
    return Option(words, told, "charge.declare", piece, foe, cells)


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


def _draw_ends(field: Field, about: tuple[Slot, Cell]) -> Drawing:
    """Every way to face, on the side or corner of the box where it would be."""
    slot, box = about
    options = endings(field, slot, box) if field.units[slot].troop.fights else []
    ways = [end for end in options if end.target == NOBODY and end.corner == OFF]
    return drawing([edge(field, "reach", box, end.facing, answer=facing_name(end, field)) for end in ways])


def _draw_end(field: Field, about: tuple[Slot, Cell], end: End) -> Drawing:
    """How it would stand, what it could fire at from there, and what a charge would come to."""
    slot, box = about
    after = field.copy()
    arrive(after, slot, box, end)
    place = end.corner if end.corner != OFF else end.facing
    ghost = [stand(field, slot, box, place, end.facing)] if field.units[slot].troop.fights else []
    if end.target == NOBODY:
        return drawing([*ghost, *sights(after, after.units[slot])])
    foe, side = after.units[end.target], opposite(end.facing)
    flank = side not in foe.front and not foe.square
    label, clause = ("in the flank", "melee.flank") if flank else ("in front", "charge.front-or-flank")
    shapes = [*ghost, edge(field, "contact", foe.box, side, label=label, clause=clause)]
    return drawing(shapes, count_dice(after, Bout(slot, (end.target,))).reasons)


def _as_before(field: Any, about: Any, options: Sequence[End]) -> int:
    """Facing as it did, without a charge."""
    now = field.units[about[0]].facing
    return next((place for place, end in enumerate(options) if (end.facing, end.target) == (now, NOBODY)), 0)


END = Question(
    "facing",
    "facing.side",
    lambda field, about: f"How does {field.units[about[0]].troop.name} end its move?",
    _show_end,
    _as_before,
    refused=_refused_ends,
    hints=_draw_ends,
    trace=_draw_end,
)
