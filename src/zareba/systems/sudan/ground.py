"""The ground of one battle: terrain, levels and works, with everything that can be worked out once.

Each box has one terrain and one level, and its sides may carry works (`terrain.box`). All distances are counted in
boxes, a diagonal step as one and a half (`board.boxes`, `board.diagonal`, `board.distance`), and kept in halves. The
works on a side give cover to the box they were raised for; whoever may not cross them may not cross them either way.
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.boxes import DIRECTIONS, SIDES, BoxGrid, Cell, Mask, beside, is_side, opposite
from zareba.systems.sudan.troops import FOOT, GUN, MOUNTED, TABLES, WAGON

TERRAIN = TABLES["terrain"]
WORKS: dict[str, int] = TABLES["works"]
NO_COVER, SOFT, HARD = 0, 1, 2
KHOR_SIGHT = 3
"""`los.khor`: one and a half boxes, in halves."""
SQUARE = "square"
SHUT = {
    FOOT: ("all",),
    MOUNTED: ("all", "mounted"),
    GUN: ("all", "mounted", "heavy"),
    WAGON: ("all", "mounted", "heavy"),
    SQUARE: ("all", "mounted", "heavy"),
}
"""`move.terrain`, `square.form-where`: which ground is closed to whom."""
INCHES = 6
"""`board.gridless`: a box is six inches on a table without boxes."""


class Sketch(NamedTuple):
    """A map as a scenario draws it: the terrain and level of each box, and the works on sides of boxes."""

    columns: int
    rows: int
    terrain: dict[str, str]
    level: dict[str, int]
    works: dict[tuple[str, int], str]


class Ground:
    """A map, shared by all positions of a battle and never changed."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.grid = grid = BoxGrid(sketch.columns, sketch.rows)
        self.terrain = [sketch.terrain.get(grid.name(cell), "open") for cell in grid.cells]
        self.level = [sketch.level.get(grid.name(cell), 0) for cell in grid.cells]
        self.works = {(grid.find(name), side): what for (name, side), what in sketch.works.items()}
        self.slow = grid.mask(cell for cell in grid.cells if TERRAIN[self.terrain[cell]]["stops"])
        self.khor = grid.mask(cell for cell in grid.cells if self.terrain[cell] == "khor")
        self._closed = {kind: self._closed_to(shut) for kind, shut in SHUT.items()}
        self._levels = sorted(set(self.level))
        self._hidden = {level: self._hiding(level) for level in self._levels}
        self._standing = {level: self._not_below(level) for level in self._levels}

    # --- who may go where -----------------------------------------------------------------------------------

    def _closed_to(self, shut: tuple[str, ...]) -> Mask:
        return self.grid.mask(cell for cell in self.grid.cells if TERRAIN[self.terrain[cell]]["closed"] in shut)

    def closed(self, kind: str) -> Mask:
        """The boxes that this kind of unit may not enter (`move.terrain`)."""
        return self._closed[kind]

    def may_stand(self, kind: str, cell: Cell) -> bool:
        """Where a unit may be deployed: guns in villages and forts, too, which they could not enter."""
        barred = (
            self._closed[FOOT]
            if kind == GUN and TERRAIN[self.terrain[cell]]["closed"] == "mounted"
            else self._closed[kind]
        )
        return not barred >> cell & 1

    def fenced(self, a: Cell, direction: int) -> bool:
        """Do works lie across a step in this direction? A diagonal step goes either way round its corner."""
        if not self.works:
            return False
        if is_side(direction):
            return self._side_closed(a, direction)
        one, other = beside(direction)
        return self._round_corner(a, one, other) and self._round_corner(a, other, one)

    def _round_corner(self, a: Cell, first: int, then: int) -> bool:
        """Does the way round a corner by these two sides cross works?"""
        return self._side_closed(a, first) or self._side_closed(self.grid.next[a][first], then)

    def _side_closed(self, a: Cell, side: int) -> bool:
        return (a, side) in self.works or (self.grid.next[a][side], opposite(side)) in self.works

    # --- cover ----------------------------------------------------------------------------------------------

    def cover(self, cell: Cell, side: int) -> int:
        """Soft or hard (`terrain.hard-soft`): the better of a box's own cover and that of works on the side attacked.

        `terrain.cover-fire`, `terrain.cover-melee`; soft and hard never add up (`fire.one-cover`, `melee.one-cover`).
        """
        own: int = TERRAIN[self.terrain[cell]]["cover"]
        return max(own, WORKS.get(self.works.get((cell, side), ""), NO_COVER))

    # --- sight ----------------------------------------------------------------------------------------------

    def _hiding(self, level: int) -> Mask:
        """The boxes whose ground hides what is beyond them, where the higher end of the line has this level.

        `los.block`: higher ground than both ends, scrub, villages and cliffs; but a box lower than the higher end
        only if it holds a village or cliff (`los.over`).
        """
        found = 0
        for cell in self.grid.cells:
            hides = TERRAIN[self.terrain[cell]]["hides"]
            if hides == "high" or self.level[cell] > level or (hides and self.level[cell] == level):
                found |= 1 << cell
        return found

    def _not_below(self, level: int) -> Mask:
        return self.grid.mask(cell for cell in self.grid.cells if self.level[cell] >= level)

    def blocking(self, a: Cell, b: Cell, steady: Mask) -> Mask:
        """The boxes that would block a line between these two, given where steady units stand."""
        high = max(self.level[a], self.level[b])
        return self._hidden[high] | (steady & self._standing[high])

    def sees(self, a: Cell, b: Cell, steady: Mask) -> bool:
        """Is there a line of sight between two boxes (`los.centre`)? Neighbours have nothing between (`los.adjacent`).

        Where the line passes exactly through a corner, both boxes beside it must block (`los.corner`). A khor hides
        what is in it beyond one and a half boxes, and hides the view from it (`los.khor`).
        """
        if (self.khor >> a | self.khor >> b) & 1 and self.grid.halves(a, b) > KHOR_SIGHT:
            return False
        blocking = self.blocking(a, b, steady)
        return not any(gate & blocking == gate for gate in self.grid.gates(a, b))

    # --- words ----------------------------------------------------------------------------------------------

    def distance(self, halves: int) -> str:
        """A distance in boxes, and in inches for a table without boxes (`board.gridless`)."""
        boxes = f"{halves // 2}" + (".5" if halves % 2 else "")
        return f"{boxes} box{'' if halves == 2 else 'es'} ({halves * INCHES // 2} inches)"

    def works_list(self) -> list[tuple[str, str, str]]:
        """Box, side and kind of everything built on the sides of boxes."""
        named = [(self.grid.name(cell), DIRECTIONS[side], what) for (cell, side), what in self.works.items()]
        return sorted(named)


def sides_of(name: str) -> int:
    """A side of a box by its letter; -1 if there is none of this name."""
    side = DIRECTIONS.index(name) if name in DIRECTIONS else -1
    return side if side in SIDES else -1
