"""The Army Commander moves: section 2.23 of the rule book."""

from __future__ import annotations

from zareba.engine.ask import Choice, Question
from zareba.engine.reasons import Refusal
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.leaders import attach, draw_join, show_join, takes_commander
from zareba.systems.sudan.movement import SHAPES, refuse_going
from zareba.systems.sudan.rows import Commander, Slot
from zareba.systems.sudan.troops import MOUNTED


def refuse_ride(field: Field, side: int) -> Refusal | None:
    him = field.commander(side)
    if him is None or him.moved:
        return Refusal("cmd.move", "He has moved already.")
    return None if rides(field, him) else Refusal("cmd.move", "No other unit is within his reach.")


def rides(field: Field, him: Commander) -> list[Slot]:
    """`cmd.move`: the units that he may join, moving up to two boxes like a mounted unit, through friends too."""
    reach = {him.box}
    for path in SHAPES:
        box = him.box
        for number, way in enumerate(path):
            if (number and field.ground.slow >> box & 1) or refuse_going(field, him.side, MOUNTED, box, way):
                break
            box = field.ground.grid.next[box][way]
        else:
            reach.add(box)
    here = [slot for slot in field.living(him.side) if field.units[slot].box in reach]
    return [slot for slot in here if takes_commander(field, slot) and slot != him.unit]


async def ride(field: Field, side: int) -> None:
    """He rides to a unit and is attached to it."""
    him = field.commander(side)
    assert him
    slot = await Choice(field.sides[side].id, RIDE, rides(field, him), him)
    attach(field, him, slot)
    field.change_commander(him, moved=True)


RIDE = Question("ride", "cmd.move", lambda field, him: f"Which unit does {him.name} join?", show_join, trace=draw_join)
