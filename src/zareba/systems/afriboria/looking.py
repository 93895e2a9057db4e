"""What can be seen from one hex of another, for somebody who only asks: the rules of sight, with the blocker named."""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.engine.looking import Look, blocked, clear, places
from zareba.systems.afriboria.aim import hindering, sees
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.ground import TERRAIN
from zareba.systems.afriboria.rows import Cell
from zareba.systems.afriboria.sight import is_clear


def sight(field: Field, start: str, end: str) -> Look:
    """`los.need`: from centre to centre, for the unit that stands at the start, if one does."""
    grid = field.ground.grid
    a, b = places(grid.find, start, end)
    distance = grid.distance(a, b)
    unit = next((unit for unit in field.units if unit.mask >> a & 1), None)
    blocking = hindering(field, unit.troop if unit else None, a, b)
    lane = field.ground.lanes.lane(a, b)
    free = sees(field, unit, a, b) if unit else is_clear(lane, blocking, field.rules.los_stagger == "block")
    if free or distance <= 1:
        return clear([start, end], f"{distance} hex{'' if distance == 1 else 'es'}", "los.need")
    if lane.crossed & blocking:
        nearest = _nearest(field, a, lane.crossed & blocking)
        told = _what(field, nearest)
        return blocked(f"In the way: {told}.", "los.block", [start, field.name(nearest)], told)
    left, right = (_nearest(field, a, side & blocking) for side in (lane.left, lane.right))
    told = f"{_what(field, left)} and {_what(field, right)}"
    return blocked(f"On both sides of the line: {told}.", "los.edge", [start, field.name(left)], told)


def _nearest(field: Field, a: Cell, hexes: Mask) -> Cell:
    return min(bits(hexes), key=lambda cell: field.ground.grid.distance(a, cell))


def _what(field: Field, cell: Cell) -> str:
    """What blocks in this hex (`los.obstructions`): what grows or is built there, else who stands there."""
    name = field.name(cell)
    if field.lie.blocks >> cell & 1:
        grown = [what for what in field.lie.terrain[cell] if TERRAIN[what].get("blocks")]
        built = [one.kind for one in field.ground.structures if one.cell == cell]
        return f"the {(grown or built)[0]} in {name}"
    unit = next(unit for unit in field.units if unit.mask >> cell & 1 and not unit.aloft)
    return f"{unit.name} in {name}"
