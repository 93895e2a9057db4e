"""Hex maps as bit masks: neighbourhoods, steps and their costs, lines of sight.

A set of hexes is one integer, a bit for each hex.  The bits are laid out along slanted axes: x runs to
the right, z downwards, y = -x - z, and a hex has the bit x + z * stride.  On these axes a neighbour lies
in the same direction by the same number of bits wherever one stands, so a whole set of hexes moves by one
shift.  Every row ends in spare bits that belong to no hex, so a set pushed over the edge of the map falls
into the gap instead of reappearing on the far side.  All arithmetic is on whole numbers, and what takes
long to work out is worked out once, when first asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

Mask = int
MOST_KEPT = 50_000
OFF = -1
CLEAR = -2


def bits(mask: Mask) -> Iterator[int]:
    """The indexes in a mask, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def first(mask: Mask) -> int:
    """The lowest index in a mask, OFF if it is empty."""
    return (mask & -mask).bit_length() - 1


class HexGrid:
    """Rows of point-up hexes; rows 2, 4, 6... shifted half a hex to the right.

    Columns and rows count from 1.  With `short_rows` the shifted rows hold one hex fewer, which makes the
    map a true rectangle.  Tables are indexed by hex; their last entry belongs to no hex, so that looking up
    OFF (the last entry, as Python counts) gives the answer for no hex.
    """

    def __init__(self, columns: int, rows: int, naming: str = "digits", short_rows: bool = False) -> None:
        if rows < 1 or columns < (2 if short_rows else 1):
            raise ValueError(f"no map has {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        self.stride = columns + 2
        self._index = {
            (column, row): column - 1 - (row - 1) // 2 + (row - 1) * self.stride
            for row in range(1, rows + 1)
            for column in range(1, columns + (0 if short_rows and row % 2 == 0 else 1))
        }
        self.cells: tuple[int, ...] = tuple(self._index.values())
        self.size = self.cells[-1] + 2
        self.bit: tuple[Mask, ...] = tuple(1 << i for i in range(self.size))
        self.board: Mask = sum(self.bit[cell] for cell in self.cells)
        self.near: tuple[Mask, ...] = tuple(self.around(bit & self.board) for bit in self.bit)
        self._fill_tables(_names(list(self._index), naming))

    def _fill_tables(self, names: list[str]) -> None:
        self._place = dict(zip(self.cells, self._index, strict=True))
        self._name = dict(zip(self.cells, names, strict=True))
        self._find = dict(zip(names, self.cells, strict=True))
        spots = [self._place.get(i, (0, 0)) for i in range(self.size)]
        self._x = tuple(column - 1 - (row - 1) // 2 for column, row in spots)
        self._z = tuple(row - 1 for _, row in spots)
        self._itself = tuple(i if bit & self.board else OFF for i, bit in enumerate(self.bit))
        self._distances: list[tuple[int, ...]] = [() for _ in self.bit]
        self._discs: list[list[Mask]] = [[bit & self.board] for bit in self.bit]
        self._stayings: dict[tuple[int, int], Mask] = {}
        self._courses: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._joined: dict[Mask, bool] = {}

    def index(self, column: int, row: int) -> int:
        """The hex at a column and row, OFF if it is off the map."""
        return self._index.get((column, row), OFF)

    def place(self, cell: int) -> tuple[int, int]:
        """The column and row of a hex."""
        return self._place[cell]

    def name(self, cell: int) -> str:
        """What the map calls a hex."""
        return self._name[cell]

    def find(self, name: str) -> int:
        """The hex of that name in capitals or small letters, OFF if there is none."""
        # Beyond ASCII, capitals can turn one letter into another: a dotless i would pass for I.
        return self._find.get(name.upper(), OFF) if name.isascii() else OFF

    def mask(self, cells: Iterable[int]) -> Mask:
        """The set of these hexes; those off the map are left out."""
        return reduce(or_, [self.bit[cell] for cell in cells], 0) & self.board

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two hexes."""
        row = self._distances[a]
        if not row:
            steps = [(x - self._x[a], z - self._z[a]) for x, z in zip(self._x, self._z, strict=True)]
            row = self._distances[a] = tuple(max(abs(dx), abs(dx + dz), abs(dz)) for dx, dz in steps)
        return row[b]

    def apart(self, a: int, b: int) -> tuple[int, int]:
        """How far b lies from a along the x and the z axis."""
        return self._x[b] - self._x[a], self._z[b] - self._z[a]

    def around(self, mask: Mask) -> Mask:
        """The hexes next to any hex of the mask, which may be hexes of the mask themselves."""
        # Each hex and its right-hand neighbour, one row up or down, are the two nearest hexes of that row.
        pairs = mask | mask << 1
        return (mask << 1 | mask >> 1 | pairs << (self.stride - 1) | pairs >> self.stride) & self.board

    def disc(self, cell: int, radius: int) -> Mask:
        """The hexes within a distance of one hex, that hex included."""
        discs = self._discs[cell]
        while len(discs) <= radius and discs[-1] != self.board:
            discs.append(discs[-1] | self.around(discs[-1]))
        return discs[min(radius, len(discs) - 1)] if radius >= 0 else 0

    def rings(self, mask: Mask, most: int) -> list[Mask]:
        """For each distance from 0 to most, the hexes exactly so far from the nearest hex of the mask."""
        rings, inside = [mask], mask
        for _ in range(most):
            rings.append(self.around(rings[-1]) & ~inside)
            inside |= rings[-1]
        return rings

    def shifted(self, mask: Mask, start: int, end: int) -> Mask:
        """The mask moved as a whole so that start would come to lie on end; what leaves the map is lost."""
        staying = mask & self._staying(*self.apart(start, end))
        return staying << (end - start) if end >= start else staying >> (start - end)

    def _staying(self, dx: int, dz: int) -> Mask:
        if (dx, dz) not in self._stayings:
            moved = ((cell, self._x[cell] + dx, self._z[cell] + dz) for cell in self.cells)
            staying = [cell for cell, x, z in moved if self.index(x + z // 2 + 1, z + 1) != OFF]
            self._stayings[dx, dz] = self.mask(staying)
        return self._stayings[dx, dz]

    def connected(self, mask: Mask) -> bool:
        """Whether the mask is one group; so are a single hex and no hex at all. Where it lies makes no difference."""
        shape = mask >> first(mask) if mask else 0
        joined = self._joined.get(shape)
        if joined is None:
            if len(self._joined) >= MOST_KEPT:
                self._joined.clear()
            joined = self._joined[shape] = self._lowest_group(mask) == mask
        return joined

    def groups(self, mask: Mask) -> list[Mask]:
        """The connected groups of the mask, in the order of their lowest indexes."""
        groups = []
        while mask:
            groups.append(self._lowest_group(mask))
            mask ^= groups[-1]
        return groups

    def _lowest_group(self, mask: Mask) -> Mask:
        edge = mask & -mask
        rest = mask ^ edge
        while rest and (edge := self.around(edge) & rest):
            rest ^= edge
        return mask ^ rest

    def lines(self, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two sight lines from a to b: the hexes strictly between, OFF for those off the map."""
        one, other = ([self._itself[a + offset] for offset in course] for course in self.courses(a, b))
        return tuple(one), tuple(other)

    def courses(self, a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two sight lines as differences from the index of a."""
        apart = self.apart(a, b)
        if apart not in self._courses:
            self._courses[apart] = self._course(*apart, 0), self._course(*apart, 1)
        return self._courses[apart]

    def _course(self, dx: int, dz: int, bias: int) -> tuple[int, ...]:
        """One sight line as index offsets, one of whose coordinates is whole at every step.

        Of the other two the first takes an exact half upwards, and the second therefore downwards; bias 1
        turns this round.  x is never the second of them nor z the first, so one formula for each serves
        every case.  A line strays at most one hex over the edge of the map: no offset leaps across a gap.
        """
        n = max(abs(dx), abs(dx + dz), abs(dz))
        xs = [(2 * k * dx + n - bias) // (2 * n) for k in range(1, n)]
        zs = [(2 * k * dz + n - 1 + bias) // (2 * n) for k in range(1, n)]
        return tuple([x + z * self.stride for x, z in zip(xs, zs, strict=True)])


def _names(places: list[tuple[int, int]], naming: str) -> list[str]:
    if naming == "letters":
        return [f"{_letters(row)}{column}" for column, row in places]
    if naming == "digits":
        width = max(2, *(len(str(number)) for place in places for number in place))
        return [f"{column:0{width}}{row:0{width}}" for column, row in places]
    raise ValueError(f"no naming of hexes is called {naming!r}")


def _letters(number: int) -> str:
    """A to Z for 1 to 26, then AA, AB and so on."""
    before, letter = divmod(number - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + letter)


class Ways:
    """What every step costs on one map, and what can be reached.

    Reach spreads in waves: wave t holds the hexes first reached at cost t.  A whole wave is pushed in each of
    the six directions, where a mask for each cost holds the hexes that are entered at that cost from there.
    Smooth ground, where every step costs 1, is left in all directions at once.
    """

    def __init__(self, grid: HexGrid, cost: Callable[[int, int], int | None]) -> None:
        self._grid = grid
        self._steps = [
            {b: price for b in bits(near) if (price := cost(a, b)) is not None} for a, near in enumerate(grid.near)
        ]
        prices = sorted({price for steps in self._steps for price in steps.values()})
        if prices and prices[0] < 1:
            raise ValueError(f"a step cannot cost {prices[0]}")
        sides = 1, -1, grid.stride, -grid.stride, grid.stride - 1, 1 - grid.stride
        self._exits = [
            [(price, grid.mask(b for b in steps if steps[b] == price)) for price in prices] for steps in self._steps
        ]
        self._entries = [(price, *[self._entered(side, price) for side in sides]) for price in prices]
        # Where nothing is blocked on the way the ground alone decides: what is blocked farthest off bars nobody's way.
        self._clear: dict[tuple[int, int], Mask] = {}
        # Paths are asked for by the dozen from one start: the costs of the last are kept, swapped in one piece.
        self._last: tuple[object, dict[int, int]] = (None, {})
        self._rough = grid.mask(a for a in grid.cells if any(self._steps[a].get(b) != 1 for b in bits(grid.near[a])))

    def _entered(self, side: int, price: int) -> Mask:
        return self._grid.mask(a + side for a in self._grid.cells if self._steps[a].get(a + side) == price)

    def step(self, a: int, b: int) -> int | None:
        """The cost of the step from a to b, None if it cannot be made."""
        return self._steps[a].get(b)

    def reach(self, start: int, allowance: int, blocked: Mask) -> Mask:
        """The start and all hexes that `spent` tells the cost of, worked out by the shortest way."""
        home = self._grid.bit[start]
        if allowance < 1:
            return home
        disc = self._grid.disc(start, allowance)
        if not disc & (self._rough | blocked):
            return disc
        if self._grid.disc(start, allowance - 1) & blocked & ~home:
            return self._flood(start, allowance, blocked)
        key = start, allowance
        if key not in self._clear:
            self._clear[key] = self._flood(start, allowance, 0)
        return self._clear[key] & ~(blocked & ~home)

    def _flood(self, start: int, allowance: int, blocked: Mask) -> Mask:
        home = self._grid.bit[start]
        fresh = free = self._grid.board & ~(blocked | home)
        waves = [0] * (allowance + 1)
        for price, entered in self._exits[start]:
            if price <= allowance:
                waves[price] = entered
        for t in range(1, allowance):
            wave = waves[t] & fresh
            if wave:
                fresh ^= wave
                self._spread(wave, t, waves, fresh)
        return free ^ fresh | waves[allowance] & fresh | home

    def _spread(self, wave: Mask, t: int, waves: list[Mask], allowed: Mask) -> None:
        """Add to the later waves what hexes reached at cost t lead to."""
        rough = wave & self._rough
        if wave != rough:
            waves[t + 1] |= self._grid.around(wave ^ rough) & allowed
        if rough:
            self._spread_rough(rough, t, waves, allowed)

    def _spread_rough(self, wave: Mask, t: int, waves: list[Mask], allowed: Mask) -> None:
        stride = self._grid.stride
        e, w, se, nw = wave << 1, wave >> 1, wave << stride, wave >> stride
        sw, ne = wave << (stride - 1), wave >> (stride - 1)
        left = len(waves) - 1 - t
        for price, by_e, by_w, by_se, by_nw, by_sw, by_ne in self._entries:
            if price > left:
                break
            entered = e & by_e | w & by_w | se & by_se | nw & by_nw | sw & by_sw | ne & by_ne
            waves[t + price] |= entered & allowed

    def reach_rising(self, start: int, allowance: int, blocked: Mask, rings: Sequence[Mask]) -> Mask:
        """As reach, but no step leads to a smaller ring; a hex in no ring lies beyond the last."""
        return reduce(or_, self._waves(start, allowance, blocked, rings))

    def spent(self, start: int, allowance: int, blocked: Mask, rings: Sequence[Mask] = ()) -> dict[int, int]:
        """The cheapest cost of each hex that can be reached, cheapest first; rings as in reach_rising."""
        waves = self._waves(start, allowance, blocked, rings)
        return {cell: t for t, wave in enumerate(waves) for cell in bits(wave)}

    def _waves(self, start: int, allowance: int, blocked: Mask, rings: Sequence[Mask]) -> list[Mask]:
        waves = [self._grid.bit[start]] + [0] * allowance
        fresh = self._grid.board & ~(blocked | waves[0])
        for t in range(allowance):
            self._spread_rising(t, waves, fresh, rings)
            waves[t + 1] &= fresh
            fresh ^= waves[t + 1]
        return waves

    def _spread_rising(self, t: int, waves: list[Mask], fresh: Mask, rings: Sequence[Mask]) -> None:
        rest = waves[t]
        for ring in (*rings, self._grid.board):
            if rest & ring:
                self._spread(rest & ring, t, waves, fresh)
                rest &= ~ring
            if not rest:
                break
            fresh &= ~ring

    def path(self, start: int, goal: int, allowance: int, blocked: Mask, rings: Sequence[Mask] = ()) -> tuple[int, ...]:
        """A cheapest path with both its ends, () if there is none; traced back, it keeps to low indexes."""
        key = start, allowance, blocked, tuple(rings)
        known, spent = self._last
        if known != key:
            spent = self.spent(start, allowance, blocked, rings)
            self._last = key, spent
        path = [goal] if goal in spent else []
        while path and path[-1] != start:
            path.append(self._step_before(path[-1], spent, rings))
        return tuple(reversed(path))

    def _step_before(self, cell: int, spent: dict[int, int], rings: Sequence[Mask]) -> int:
        """The lowest neighbour over which a hex was reached at its cheapest cost."""
        ring = _ring(self._grid.bit[cell], rings)
        return next(
            before
            for before in bits(self._grid.near[cell])
            if (price := self._steps[before].get(cell))
            and spent.get(before) == spent[cell] - price
            and _ring(self._grid.bit[before], rings) <= ring
        )


def _ring(bit: Mask, rings: Sequence[Mask]) -> int:
    return next((d for d, ring in enumerate(rings) if ring & bit), len(rings))


class Ray(NamedTuple):
    """A line of sight that ground leaves clear: the hexes strictly between its ends, and those of them where
    something one figure tall would rise into it.
    """

    between: Mask
    low: Mask


class Sight:
    """Lines of sight over levels, worked out once per pair of hexes, when first asked for.

    A line runs evenly from eye to eye; it is stopped where the top of the ground touches it, and at the edge
    of the map.  Its shape is a mask for each height, of the hexes it crosses at that height.  This depends
    only on how far the eyes lie apart and how high they are, and is laid on the map by a shift.
    """

    def __init__(self, grid: HexGrid, level: Sequence[int], top: Sequence[int], eye: int = 1, figure: int = 1) -> None:
        self._grid = grid
        self._eyes = tuple(height + eye for height in level)
        eyes = [self._eyes[cell] for cell in grid.cells]
        heights = range(min(eyes), max(eyes) + 1)
        # A wall is whatever is not known to be low enough, and that includes all that lies beyond the map.
        self._walls = {h: ~grid.mask(cell for cell in grid.cells if top[cell] < h) for h in heights}
        self._tall = {h: grid.mask(cell for cell in grid.cells if level[cell] + figure >= h) for h in heights}
        self._rays: list[list[tuple[Ray, ...] | None]] = [[None] * grid.size for _ in range(grid.size)]
        self._shapes: dict[tuple[int, int, int, int], list[dict[int, Mask]]] = {}
        self._fields: dict[tuple[int, int], Mask] = {}

    def rays(self, a: int, b: int) -> tuple[Ray, ...]:
        """The lines between two hexes that ground leaves clear: none, one or two different ones."""
        rays = self._rays[a][b]
        if rays is None:
            # A line is the same from either end, hex by hex and height by height.
            a, b = min(a, b), max(a, b)
            found = [self._ray(a, shape) for shape in self._shapes_for(a, b)]
            rays = self._rays[a][b] = self._rays[b][a] = tuple([ray for ray in found if ray is not None])
        return rays

    def _ray(self, a: int, shape: dict[int, Mask]) -> Ray | None:
        between = low = 0
        for height, hexes in shape.items():
            laid = hexes << a >> self._grid.stride
            if laid & self._walls[height]:
                return None
            between |= laid
            low |= laid & self._tall[height]
        return Ray(between, low)

    def _shapes_for(self, a: int, b: int) -> list[dict[int, Mask]]:
        key = (*self._grid.apart(a, b), self._eyes[a], self._eyes[b])
        if key not in self._shapes:
            heights, courses = self._heights(a, b), dict.fromkeys(self._grid.courses(a, b))
            self._shapes[key] = [self._shape(course, heights) for course in courses]
        return self._shapes[key]

    def _shape(self, course: tuple[int, ...], heights: list[int]) -> dict[int, Mask]:
        """The hexes of a line by height, a row further down so that no bit has a negative place."""
        shape = dict.fromkeys(heights, 0)
        for offset, height in zip(course, heights, strict=True):
            shape[height] |= 1 << offset + self._grid.stride
        return shape

    def _heights(self, a: int, b: int) -> list[int]:
        """The height of the line at each step between, rounded up, which no whole height can tell apart."""
        n, near, far = self._grid.distance(a, b), self._eyes[a], self._eyes[b]
        return [-(-(near * (n - k) + far * k) // n) for k in range(1, n)]

    def range(self, a: int, b: int) -> int:
        """The effective range: every level the target stands higher counts as one hex more."""
        return self._grid.distance(a, b) + max(0, self._eyes[b] - self._eyes[a])

    def field(self, a: int, reach: int) -> Mask:
        """The other hexes within an effective range of a that some line leads to."""
        field = self._fields.get((a, reach))
        if field is None:
            others = bits(self._grid.disc(a, reach) & ~self._grid.bit[a])
            field = self._grid.mask(b for b in others if self.range(a, b) <= reach and self.rays(a, b))
            self._fields[a, reach] = field
        return field

    def blocker(self, a: int, b: int) -> int:
        """The hex (or OFF) where ground stops the first line; CLEAR if some line is clear."""
        if self.rays(a, b):
            return CLEAR
        line = zip(self._grid.lines(a, b)[0], self._heights(a, b), strict=True)
        return next(cell for cell, height in line if self._walls[height] & self._grid.bit[cell])
