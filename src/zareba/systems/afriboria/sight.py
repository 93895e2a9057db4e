"""Lines of sight along and across hexes: section 3.11 of the rule book.

The geometry of `los.algorithm` is worked out once for each way two hexes may lie apart, in exact fractions, and laid
on the map as bit masks. What blocks a line in a position is then two or three ands.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from zareba.boards.hex import OFF, HexGrid, Mask

Offset = tuple[int, int]
Span = tuple[Fraction, Fraction]


class Shape(NamedTuple):
    """A line of sight by the offsets of the hexes it meets."""

    crossed: tuple[Offset, ...]
    left: tuple[tuple[Offset, Span], ...]
    right: tuple[tuple[Offset, Span], ...]
    enters: tuple[Offset, ...]
    """The hexes across whose sides the line enters its last hex: two of them, if it enters by a corner."""


class Lane(NamedTuple):
    """The same, laid on the map."""

    crossed: Mask
    left: Mask
    right: Mask
    pairs: tuple[Mask, ...]
    """Two hexes on both sides of one and the same edge."""
    enters: Mask


class Lanes:
    """The lines between all pairs of hexes of a map, found when first asked for."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self._shapes: dict[Offset, Shape] = {}
        self._lanes: list[dict[int, Lane]] = [{} for _ in range(grid.size)]

    def lane(self, a: int, b: int) -> Lane:
        """The line runs from centre to centre (`los.need`)."""
        found = self._lanes[a].get(b)
        if found is None:
            found = self._lanes[a][b] = self._lay(a, self._shape(*self.grid.apart(a, b)))
        return found

    def _shape(self, dx: int, dz: int) -> Shape:
        if (dx, dz) not in self._shapes:
            self._shapes[dx, dz] = shape(dx, dz)
        return self._shapes[dx, dz]

    def _lay(self, a: int, found: Shape) -> Lane:
        pairs = [
            self._mask(a, (one, other))
            for one, span in found.left
            for other, opposite in found.right
            if span == opposite
        ]
        return Lane(
            self._mask(a, found.crossed),
            self._mask(a, tuple(offset for offset, _ in found.left)),
            self._mask(a, tuple(offset for offset, _ in found.right)),
            tuple(pair for pair in pairs if pair.bit_count() == 2),
            self._mask(a, found.enters),
        )

    def _mask(self, a: int, offsets: tuple[Offset, ...]) -> Mask:
        column, row = self.grid.place(a)
        x, z = column - 1 - (row - 1) // 2, row - 1
        places = [(x + dx + (z + dz) // 2 + 1, z + dz + 1) for dx, dz in offsets]
        return self.grid.mask(cell for place in places if (cell := self.grid.index(*place)) != OFF)


def shape(dx: int, dz: int) -> Shape:
    """`los.algorithm`: which hexes a line crosses, and along whose edges it runs, left and right."""
    crossed: list[Offset] = []
    sides: tuple[list[tuple[Offset, Span]], list[tuple[Offset, Span]]] = ([], [])
    for x in range(min(0, dx) - 1, max(0, dx) + 2):
        for z in range(min(0, dz) - 1, max(0, dz) + 2):
            if (x, z) in ((0, 0), (dx, dz)):
                continue
            span, edge = _within(dx, dz, x, z)
            if span is None:
                continue
            if edge:
                sides[dx * z - dz * x > 0].append(((x, z), span))
            else:
                crossed.append((x, z))
    return Shape(tuple(crossed), tuple(sides[0]), tuple(sides[1]), _entrances(dx, dz))


def _slopes(x: int, z: int) -> tuple[int, int, int]:
    """dx-dy, dy-dz and dz-dx of the offset."""
    y = -x - z
    return x - y, y - z, z - x


def _within(dx: int, dz: int, x: int, z: int) -> tuple[Span | None, bool]:
    """For which part of the line a hex holds it, and whether only with its edge. A corner is neither."""
    low, high, edge = Fraction(0), Fraction(1), False
    for slope, centre in zip(_slopes(dx, dz), _slopes(x, z), strict=True):
        if slope:
            ends = sorted((Fraction(centre - 1, slope), Fraction(centre + 1, slope)))
            low, high = max(low, ends[0]), min(high, ends[1])
        elif abs(centre) > 1:
            return None, False
        else:
            edge = edge or abs(centre) == 1
    return ((low, high) if low < high else None), edge


def _entrances(dx: int, dz: int) -> tuple[Offset, ...]:
    """`count.works-sides`: the neighbours of the last hex over whose sides the line comes in."""
    far = _slopes(dx, dz)
    enter = max((1 - Fraction(1, abs(slope)) for slope in far if slope), default=Fraction(0))
    ways = ((1, 0), (0, -1), (-1, 1))
    found = []
    for slope, (x, z) in zip(far, ways, strict=True):
        if slope and 1 - Fraction(1, abs(slope)) == enter:
            sign = -1 if slope > 0 else 1
            found.append((dx + sign * x, dz + sign * z))
    return tuple(found)


def is_clear(lane: Lane, obstructions: Mask, stagger: bool = True) -> bool:
    """`los.block`, `los.edge`: crossed hexes block; hexes beside the line only if they lie on both sides of it.

    `los.stagger`: they need not lie opposite each other, unless the table plays without it.
    """
    if lane.crossed & obstructions:
        return False
    if not (lane.left & obstructions and lane.right & obstructions):
        return True
    return not stagger and not any(pair & obstructions == pair for pair in lane.pairs)
