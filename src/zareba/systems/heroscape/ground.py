"""The ground of one battle: levels, terrain and sides, with everything that can be worked out once.

The program counts hexes, never centimetres (`board.abstract-size`). Figures have no facing (`board.no-facing`): each
of a hex's open sides is as good a front as any other.
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.hex import MOST_KEPT, HexGrid, Mask, Sight, Ways, bits
from zareba.systems.heroscape.troops import TABLES

TERRAIN = TABLES["terrain"]
CLIFF = 3
"""`move.cliff`: so many contours between neighbours cannot be crossed."""


class Sketch(NamedTuple):
    """A map as a scenario draws it: terrain and level of each hex, walls and high sides, exits."""

    columns: int
    rows: int
    terrain: dict[tuple[int, int], str]
    level: dict[tuple[int, int], int]
    edges: dict[tuple[str, str], str]


class Ground:
    """A map, its movement costs, its lines of sight. Shared by all positions of a battle and never changed.

    Each hex has one level (`board.level`); the difference of two levels is the number of contours between them.
    """

    def __init__(self, sketch: Sketch, downhill: str = "cost", wheels: str = "anywhere") -> None:
        self.sketch = sketch
        self.grid = grid = HexGrid(sketch.columns, sketch.rows)
        size = grid.size
        self.level = [0] * size
        self.terrain = ["open"] * size
        for cell in grid.cells:
            self.level[cell] = sketch.level.get(grid.place(cell), 0)
            self.terrain[cell] = sketch.terrain.get(grid.place(cell), "open")
        self.edges = {_pair(grid.find(a), grid.find(b)): what for (a, b), what in sketch.edges.items()}
        self.enterable = self._mask("enter")
        self.forts = self._mask("fort")
        self.open = [self._open_sides(cell) for cell in range(size)]
        self._rims: dict[Mask, Mask] = {}
        self._heights: dict[int, Mask] = {}
        self._free_descent = downhill == "free"
        self.ways = Ways(grid, self.cost)
        self.gun_ways = Ways(grid, self._cost_on_wheels) if wheels == "hampered" else self.ways
        tops = [self.level[cell] + TERRAIN[self.terrain[cell]]["height"] for cell in range(size)]
        self.sight = Sight(grid, self.level, tops)

    def _mask(self, fact: str) -> Mask:
        return self.grid.mask(cell for cell in self.grid.cells if TERRAIN[self.terrain[cell]][fact])

    def _open_sides(self, cell: int) -> Mask:
        neighbours = [other for other in self.grid.cells if self.grid.near[cell] >> other & 1]
        return self.grid.mask(other for other in neighbours if self._is_open(cell, other))

    def _is_open(self, a: int, b: int) -> bool:
        """`board.side-open`: both hexes can be entered, at most two contours, no ladder needed."""
        return (
            bool(self.enterable >> a & self.enterable >> b & 1)
            and abs(self.level[a] - self.level[b]) < CLIFF
            and self.edges.get(_pair(a, b)) != "high"
        )

    def heights(self, level: int) -> Mask:
        """The hexes of this level and above."""
        if level not in self._heights:
            self._heights[level] = self.grid.mask(cell for cell in self.grid.cells if self.level[cell] >= level)
        return self._heights[level]

    def rim(self, mask: Mask) -> Mask:
        """The hexes across an open side from a set of hexes: where an enemy figure would abut it."""
        found = self._rims.get(mask)
        if found is None:
            if len(self._rims) >= MOST_KEPT:
                self._rims.clear()
            found = 0
            for cell in bits(mask):
                found |= self.open[cell]
            self._rims[mask] = found
        return found

    def cost(self, a: int, b: int) -> int | None:
        """The cost of a step, None if it cannot be made: `move.sum`, `move.hex`, `move.obstacle`, `move.example`.

        A hill contour is an obstacle (`move.contour`) going down as going up (`move.down`; option `opt.downhill`),
        and so are a wall (`move.wall`) and a ford (`move.ford`). Sides that are not open are not crossed
        (`move.cliff`). Every kind of unit pays the same (`move.anyone`). Nobody leaves the map (`board.edge`).
        """
        if not self._is_open(a, b):
            return None
        climb = self.level[b] - self.level[a]
        contours = 0 if climb < 0 and self._free_descent else abs(climb)
        wall = int(self.edges.get(_pair(a, b)) == "wall")
        extra: int = TERRAIN[self.terrain[b]]["extra"]
        return 1 + contours + wall + extra

    def _cost_on_wheels(self, a: int, b: int) -> int | None:
        """`opt.wheels` = `hampered`: no walls and no woods for machine guns and artillery."""
        if self.edges.get(_pair(a, b)) == "wall" or self.terrain[b] == "wood":
            return None
        return self.cost(a, b)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
