"""Maps of square boxes as bit masks: sides and corners, arcs, distances, lines of sight.

A set of boxes is one integer, a bit for each box, counted from the south-west corner eastwards and then row by row to
the north. A box has four sides and four corners; together they are the eight directions, numbered clockwise from
north, so that even numbers are sides and odd numbers corners. Every step along a row or column counts 1 and every
diagonal step one and a half: distances are therefore kept in *halves*, and everything here is a whole number. What
takes long to work out is worked out once, when first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Mask = int
Cell = int
OFF = -1

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
N, NE, E, SE, S, SW, W, NW = range(8)
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""How far each direction leads to the east and to the north."""
SIDES = (N, E, S, W)
CORNERS = (NE, SE, SW, NW)

Gate = Mask
"""Boxes that a line passes between or through: it is closed where all of them are."""


class Hop(NamedTuple):
    """From a box to another: how far east and north."""

    dx: int
    dy: int


def bits(mask: Mask) -> Iterator[Cell]:
    """The boxes in a mask, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def opposite(direction: int) -> int:
    return (direction + 4) % 8


def beside(direction: int) -> tuple[int, int]:
    """The directions to the left and to the right of one: for a corner its two sides."""
    return (direction - 1) % 8, (direction + 1) % 8


def is_side(direction: int) -> bool:
    return direction % 2 == 0


def direction(name: str) -> int:
    """The direction of this name, OFF if there is none."""
    return DIRECTIONS.index(name.upper()) if name.upper() in DIRECTIONS else OFF


class BoxGrid:
    """Columns of boxes, named by letters from west to east, and rows, numbered from south to north."""

    def __init__(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"no map has {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.cells = range(self.size)
        self.board: Mask = (1 << self.size) - 1
        self._names = tuple(f"{letters(cell % columns)}{cell // columns + 1}" for cell in self.cells)
        self._find = {name: cell for cell, name in enumerate(self._names)}
        self.next = tuple(self._around(cell) for cell in self.cells)
        """For each box its neighbour in each direction, OFF where the map ends."""
        self.near = tuple(self.mask(beyond) for beyond in self.next)
        """For each box its neighbours by sides and corners."""
        self.touching = tuple(self.mask(beyond[side] for side in SIDES) for beyond in self.next)
        """For each box its neighbours by sides alone."""
        self._halves: list[tuple[int, ...]] = [() for _ in self.cells]
        self._within: dict[tuple[Cell, int], Mask] = {}
        self._arcs: dict[tuple[Cell, int], Mask] = {}
        self._gates: dict[tuple[Cell, Cell], tuple[Gate, ...]] = {}

    def _around(self, cell: Cell) -> tuple[Cell, ...]:
        column, row = self.place(cell)
        return tuple(self.index(column + dx, row + dy) for dx, dy in STEPS)

    # --- names and places ---------------------------------------------------------------------------------

    def index(self, column: int, row: int) -> Cell:
        """The box in a column and row, counted from 1; OFF if it is off the map."""
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return column - 1 + (row - 1) * self.columns
        return OFF

    def place(self, cell: Cell) -> tuple[int, int]:
        """The column and row of a box, counted from 1."""
        return cell % self.columns + 1, cell // self.columns + 1

    def name(self, cell: Cell) -> str:
        return self._names[cell]

    def find(self, name: str) -> Cell:
        """The box of that name in capitals or small letters, OFF if there is none."""
        # Beyond ASCII, capitals can turn one letter into another: a dotless i would pass for I.
        return self._find.get(name.upper(), OFF) if name.isascii() else OFF

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """The set of these boxes; OFF is left out."""
        mask = 0
        for cell in cells:
            if cell != OFF:
                mask |= 1 << cell
        return mask

    # --- distance and direction ---------------------------------------------------------------------------

    def hop(self, a: Cell, b: Cell) -> Hop:
        return Hop(b % self.columns - a % self.columns, b // self.columns - a // self.columns)

    def halves(self, a: Cell, b: Cell) -> int:
        """The distance in half boxes: 2 for a straight step, 3 for a diagonal one."""
        row = self._halves[a]
        if not row:
            row = self._halves[a] = tuple(_halves(*self.hop(a, b)) for b in self.cells)
        return row[b]

    def within(self, cell: Cell, halves: int) -> Mask:
        """The other boxes at most so many halves away."""
        key = (cell, halves)
        if key not in self._within:
            self._within[key] = self.mask(b for b in self.cells if 0 < self.halves(cell, b) <= halves)
        return self._within[key]

    def arc(self, cell: Cell, facing: int) -> Mask:
        """The quarter circle of boxes before a side or corner, with the two lines that bound it."""
        key = (cell, facing)
        if key not in self._arcs:
            self._arcs[key] = self.mask(b for b in self.cells if _before(facing, self.hop(cell, b)))
        return self._arcs[key]

    def facing_sides(self, a: Cell, b: Cell) -> tuple[int, ...]:
        """The sides of box a that look towards box b: two of them where b lies exactly on a diagonal."""
        dx, dy = self.hop(a, b)
        across, along = (E if dx > 0 else W), (N if dy > 0 else S)
        if abs(dx) == abs(dy):
            return (along, across) if dx else ()
        return (across,) if abs(dx) > abs(dy) else (along,)

    def towards(self, a: Cell, b: Cell) -> int:
        """The direction of a neighbouring box, OFF if the two are no neighbours."""
        return self.next[a].index(b) if a != b and b in self.next[a] else OFF

    def pace(self, cell: Cell, direction: int, boxes: int) -> Cell:
        """The box so many boxes away in a direction, a diagonal box counting as one; OFF if it is off the map."""
        column, row = self.place(cell)
        dx, dy = STEPS[direction]
        return self.index(column + boxes * dx, row + boxes * dy)

    # --- sight --------------------------------------------------------------------------------------------

    def gates(self, a: Cell, b: Cell) -> tuple[Gate, ...]:
        """What the line between two centres passes on its way, the two ends left out.

        A box whose inside it crosses is a gate by itself. Where it runs exactly through a corner point, the two boxes
        that touch this point beside the line are one gate together.
        """
        key = (a, b)
        if key not in self._gates:
            self._gates[key] = tuple(self._line(a, b))
        return self._gates[key]

    def _line(self, a: Cell, b: Cell) -> Iterator[Gate]:
        dx, dy = self.hop(a, b)
        east, north = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
        column, row = self.place(a)
        x = y = 0
        while (x, y) != (abs(dx), abs(dy)):
            # The line leaves a box through its side, its top, or exactly through its corner.
            side = (2 * x + 1) * abs(dy) - (2 * y + 1) * abs(dx)
            if side == 0:
                here, there = column + x * east, row + y * north
                yield self.mask((self.index(here + east, there), self.index(here, there + north)))
            x, y = x + (side <= 0), y + (side >= 0)
            if (x, y) != (abs(dx), abs(dy)):
                yield 1 << self.index(column + x * east, row + y * north)


def letters(column: int) -> str:
    """A to Z, AA, AB...: the name of a column, counted from 0."""
    rest, last = divmod(column, 26)
    return (letters(rest - 1) if rest else "") + chr(ord("A") + last)


def _halves(dx: int, dy: int) -> int:
    return 2 * max(abs(dx), abs(dy)) + min(abs(dx), abs(dy))


def _before(facing: int, hop: Hop) -> bool:
    """Is this hop within the quarter circle before a side or corner?"""
    ahead, aside = STEPS[facing], STEPS[(facing + 2) % 8]
    forward = hop.dx * ahead[0] + hop.dy * ahead[1]
    across = abs(hop.dx * aside[0] + hop.dy * aside[1])
    return 0 < forward >= across
