"""What can be seen from one box of another, for somebody who only asks: the rules of sight, with the blocker named."""

from __future__ import annotations

from zareba.boards.boxes import Cell, bits
from zareba.engine.looking import Look, blocked, clear, places
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.ground import KHOR_SIGHT, TERRAIN


def sight(field: Field, start: str, end: str) -> Look:
    """`los.centre`: from centre to centre. `los.adjacent`: neighbours have nothing between them."""
    ground = field.ground
    grid = ground.grid
    a, b = places(grid.find, start, end)
    halves = grid.halves(a, b)
    sunk = next((cell for cell in (a, b) if ground.khor >> cell & 1), None)
    if sunk is not None and halves > KHOR_SIGHT:
        why = f"From a khor, and into it, one sees no farther than 1.5 boxes; {end} is {ground.distance(halves)} away."
        return blocked(why, "los.khor", [start, end], f"the khor in {grid.name(sunk)}")
    if stop := _gate(field, a, b):
        cells = sorted(bits(stop), key=lambda cell: grid.halves(a, cell))
        told = " and ".join(f"{_what(field, cell, max(ground.level[a], ground.level[b]))}" for cell in cells)
        clause = "los.corner" if len(cells) > 1 else "los.block"
        return blocked(f"In the way: {told}.", clause, [start, grid.name(cells[0])], told)
    return clear([start, end], ground.distance(halves), "los.centre")


def _gate(field: Field, a: Cell, b: Cell) -> int:
    """The first box, or the first two beside a corner, that stop the line; 0 where none do."""
    blocking = field.ground.blocking(a, b, field.steady())
    return next((gate for gate in field.ground.grid.gates(a, b) if gate & blocking == gate), 0)


def _what(field: Field, cell: Cell, high: int) -> str:
    """What hides in this box whatever lies beyond it: higher ground, what grows or is built there, or a unit."""
    ground, name = field.ground, field.ground.grid.name(cell)
    if ground.level[cell] > high:
        return f"higher ground in {name}"
    hides = TERRAIN[ground.terrain[cell]]["hides"]
    if hides == "high" or (hides and ground.level[cell] == high):
        return f"the {ground.terrain[cell]} in {name}"
    unit = next(unit for unit in field.units if unit.box == cell and unit.steady and unit.troop.fights)
    return f"{unit.troop.name} in {name}"
