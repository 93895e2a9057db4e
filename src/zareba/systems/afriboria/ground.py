"""The ground of one battle: hexes, terrain, works and structures, with everything that can be worked out once.

`Ground` never changes. What a battle does to it (sandbags, a bush fire, a wall shot to rubble, a ford in flood) is a
small value, `Changes`, and the ground under these changes is a `Lie`: a handful of masks, kept for as long as the
changes last. Pieces have no facing, so a hex is a hex from all six sides (`board.no-facing`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import HexGrid, Mask, bits
from zareba.systems.afriboria.sight import Lanes
from zareba.systems.afriboria.troops import SIDES, TABLES

Json = dict[str, Any]
TERRAIN: dict[str, Json] = TABLES["terrain"]
CODES = {what["code"]: name for name, what in TERRAIN.items()}
STRUCTURES = {"W": "wall", "G": "gate", "K": "building"}
NORTH, SOUTH = 0, 1
BUILDING_COVER, LADDER_COVER = 2, 1
"""`siege.cover`, `siege.wall-fire`."""


class Structure(NamedTuple):
    """A hex of a building, wall or gate of a compound or fort (`siege.inside`)."""

    cell: int
    kind: str
    type: str
    value: int
    closed: bool
    held: int
    """`siege.closed`: the side in possession of a gate at the start."""
    hides: bool
    """`siege.exposed`: a building of a true fortification, in which figures may be unexposed."""


class Changes(NamedTuple):
    """What the battle has done to the ground."""

    sandbags: Mask = 0
    burnt: Mask = 0
    rubble: Mask = 0
    wet: bool = False


class Cover(NamedTuple):
    """What one feature of a hex takes off an attacker's dice."""

    value: int
    clause: str
    name: str


class Lie:
    """The ground as it lies now. Debris (`los.debris`) and intact structures (`los.structures`) block sight too."""

    def __init__(self, ground: Ground, changes: Changes) -> None:
        grid = ground.grid
        self.terrain = [_terrain(ground, changes, cell) for cell in range(grid.size)]
        self.named = {name: grid.mask(c for c in grid.cells if name in self.terrain[c]) for name in TERRAIN}
        standing = [one for one in ground.structures if not changes.rubble >> one.cell & 1]
        self.intact = grid.mask(one.cell for one in standing)
        self.closed = grid.mask(one.cell for one in standing if one.closed)
        self.walls = grid.mask(one.cell for one in standing if one.kind != "building")
        self.gates = grid.mask(one.cell for one in standing if one.kind == "gate")
        self.hiding = grid.mask(one.cell for one in standing if one.hides)
        inner = grid.mask(one.cell for one in standing if one.kind == "building")
        fords = self.named["ford"] if changes.wet else 0
        self.stop = self._marked("stop") | inner | fords
        self.no_battle = self._marked("no_battle") | inner
        self.blocks = self._marked("blocks") | self.intact
        self.hills = self.named["hill"]
        self.depressions = self.named["depression"]
        self.barred = self.named["impassable"]
        self.debris = self.named["debris"]
        self.sandbags = self.named["sandbags"]
        self.flat = grid.board & ~self._marked("rough") & ~self.intact
        self.sheltered = self.intact | self.named["building"]
        self.cover = [self._cover(cell) for cell in range(grid.size)]
        self.own = [max((TERRAIN[name].get("own", 0) for name in names), default=0) for names in self.terrain]

    def _marked(self, fact: str) -> Mask:
        found = 0
        for name, what in TERRAIN.items():
            if what.get(fact):
                found |= self.named[name]
        return found

    def _cover(self, cell: int) -> tuple[Cover, ...]:
        """`count.cover`: the attack figures of everything in the hex."""
        found = [
            Cover(TERRAIN[name]["cover"], "count.sandbags" if name == "sandbags" else "count.cover", name)
            for name in self.terrain[cell]
            if TERRAIN[name].get("cover")
        ]
        if self.intact >> cell & 1:
            found.append(Cover(BUILDING_COVER, "siege.cover", "structure"))
        return tuple(found)


def _terrain(ground: Ground, changes: Changes, cell: int) -> tuple[str, ...]:
    names: tuple[str, ...] = () if changes.burnt >> cell & 1 else ground.terrain[cell]
    if changes.sandbags >> cell & 1 and "sandbags" not in names:
        names = (*names, "sandbags")
    if changes.rubble >> cell & 1:
        names = (*names, "debris")  # `siege.rubble`
    if "bridge" in names:
        names = tuple(name for name in names if name != "river")  # `terrain.bridge`
    return names or ("open",)


class Ground:
    """A map. Shared by all positions of a battle and never changed.

    The grid lays the hexes out and measures as `board.layout`, `board.neighbours` and `board.distance` say.
    """

    def __init__(self, board: Json, values: str = "scenario") -> None:
        codes = _codes(board)
        self.grid = grid = HexGrid(*_size(board), naming="letters", short_rows=True)
        self.terrain: list[tuple[str, ...]] = [("open",)] * grid.size
        for cell in grid.cells:
            self.terrain[cell] = _read(codes.get(grid.place(cell), "."))
        self.structures = tuple(_structures(grid, board, values))
        self.structure_at = {one.cell: number for number, one in enumerate(self.structures)}
        self.inside = hexes(grid, board.get("inside", "")) | grid.mask(self.structure_at)
        self.work_sides = {
            (grid.find(one["at"]), one["is"]): hexes(grid, one["sides"]) for one in board.get("works", [])
        }
        self.lanes = Lanes(grid)
        last = grid.rows
        self.edge = (self._row(1), self._row(last))
        self.home = tuple([tuple([self._behind(side, cell) for cell in range(grid.size)]) for side in (NORTH, SOUTH)])
        self._lies: dict[Changes, Lie] = {}

    def _row(self, number: int) -> Mask:
        return self.grid.mask(cell for cell in self.grid.cells if self.grid.place(cell)[1] == number)

    def _behind(self, side: int, cell: int) -> tuple[int, ...]:
        """`retreat.step`: the adjacent hexes in the next row towards a side's own edge."""
        if not self.grid.board >> cell & 1:
            return ()
        row = self.grid.place(cell)[1] + (1 if side == SOUTH else -1)
        return tuple([other for other in bits(self.grid.near[cell]) if self.grid.place(other)[1] == row])

    def lie(self, changes: Changes) -> Lie:
        """The ground under these changes; it is worked out once."""
        if changes not in self._lies:
            if len(self._lies) >= 256:
                self._lies.clear()
            self._lies[changes] = Lie(self, changes)
        return self._lies[changes]


# --- reading a board ---------------------------------------------------------------------------------------------


def map_rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]


def _size(board: Json) -> tuple[int, int]:
    if "map" not in board:
        return board["columns"], board["rows"]
    rows = map_rows(board["map"])
    return len(rows[0]), len(rows)


def _codes(board: Json) -> dict[tuple[int, int], str]:
    """The letters of each hex: from the rows of a map, and from a list of hexes that stand out."""
    codes: dict[tuple[int, int], str] = {}
    if "map" in board:
        rows = map_rows(board["map"])
        codes = {(c + 1, r + 1): code for r, line in enumerate(rows) for c, code in enumerate(line)}
    grid = HexGrid(*_size(board), naming="letters", short_rows=True)
    return codes | {grid.place(grid.find(name)): code for name, code in board.get("codes", {}).items()}


def _read(code: str) -> tuple[str, ...]:
    """`ws` is a wood with sandbags; W, G and K mark structures and stand on open ground."""
    return tuple(CODES[letter] for letter in code if letter not in STRUCTURES) or ("open",)


def _structures(grid: HexGrid, board: Json, values: str) -> list[Structure]:
    """`siege.values`: the table, the scenario's own numbers, or one more or fewer (`opt:structures`)."""
    found = []
    for entry in board.get("structure", []):
        usual: int = TABLES["structures"][entry["type"]]["value"]
        value = usual if values == "table" else entry.get("value", usual)
        value = max(1, value + {"weaker": -1, "stronger": 1}.get(values, 0))
        held = SIDES.index(entry["held"]) if "held" in entry else -1
        closed, hides = entry.get("closed", True), entry.get("hides", False)
        for cell in bits(hexes(grid, entry["hexes"])):
            found.append(Structure(cell, entry["is"], entry["type"], value, closed, held, hides))
    return sorted(found)


def hexes(grid: HexGrid, names: str) -> Mask:
    return grid.mask(cell for cell in map(grid.find, names.split()) if cell >= 0)
