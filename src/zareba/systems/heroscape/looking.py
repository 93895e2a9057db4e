"""What can be seen from one hex of another, for somebody who only asks: the rules of sight, with the blocker named."""

from __future__ import annotations

from zareba.boards.hex import CLEAR, OFF, Mask
from zareba.engine.looking import Look, blocked, clear, places
from zareba.systems.heroscape.field import Cell, Field, Unit


def sight(field: Field, start: str, end: str) -> Look:
    """`los.trace`: from centre to centre. `los.adjacent`: neighbours always see each other."""
    grid, rays = field.ground.grid, field.ground.sight
    a, b = places(grid.find, start, end)
    far = _distance(field, a, b)
    wall = rays.blocker(a, b)
    if wall == OFF:
        return blocked("The line leaves the map.", "los.off-map", [start, end], "off the map")
    if wall != CLEAR:
        name = grid.name(wall)
        what = f"{_ground(field, wall)} in {name}"
        return blocked(f"{_capital(what)} is as high as the line.", "los.height", [start, name], what)
    return _past_men(field, a, b, far)


def _past_men(field: Field, a: Cell, b: Cell, far: str) -> Look:
    """Heads block by height (`los.enemy`); friends of whoever stands at the start, whatever the heights."""
    grid = field.ground.grid
    start, end = grid.name(a), grid.name(b)
    hindering = [_hindering(field, a, *ray) for ray in field.ground.sight.rays(a, b)]
    if not all(hindering):
        return clear([start, end], far, "los.trace")
    unit, clause = _nearest(field, a, hindering[0])
    name = grid.name(min(_cells(field, unit, hindering[0]), key=lambda cell: grid.distance(a, cell)))
    why = f"{unit.name} in {name} stands in the way."
    return blocked(why, clause, [start, name], f"{unit.name} in {name}")


def _hindering(field: Field, a: Cell, between: Mask, low: Mask) -> Mask:
    """The hexes of one line in which somebody blocks it."""
    side = next((unit.troop.side for unit in field.units if unit.mask >> a & 1), None)
    if side is None:
        return low & (field.held[0] | field.held[1])
    return (between & field.held[side]) | (low & field.held[1 - side])


def _nearest(field: Field, a: Cell, hexes: Mask) -> tuple[Unit, str]:
    """The unit that stands first in the line, and the clause by which it blocks."""
    grid, mine = field.ground.grid, [unit.troop.side for unit in field.units if unit.mask >> a & 1]
    standing = [unit for unit in field.units if unit.mask & hexes]
    unit = min(standing, key=lambda one: min(grid.distance(a, cell) for cell in _cells(field, one, hexes)))
    return unit, "fire.friends-block" if unit.troop.side in mine else "los.enemy"


def _cells(field: Field, unit: Unit, hexes: Mask) -> list[Cell]:
    return [cell for cell, _ in unit.stacks if hexes >> cell & 1]


def _distance(field: Field, a: Cell, b: Cell) -> str:
    """`fire.uphill`: every level that the target stands higher counts as one hex more."""
    distance, effective = field.ground.grid.distance(a, b), field.ground.sight.range(a, b)
    hexes = f"{distance} hex" + ("" if distance == 1 else "es")
    return hexes if effective == distance else f"{hexes}, as far as {effective}"


def _ground(field: Field, cell: Cell) -> str:
    terrain = field.ground.terrain[cell]
    return f"the ground at level {field.ground.level[cell]}" if terrain == "open" else f"the {terrain}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
