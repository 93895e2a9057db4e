"""A board of hexes as text."""

from __future__ import annotations

from collections.abc import Mapping

from zareba.boards.hex import OFF, HexGrid
from zareba.cli.canvas import PLAIN, Canvas, Paint
from zareba.cli.marks import Json, Marks, Room
from zareba.cli.sizing import Size, Stack, fitting, flow
from zareba.cli.tags import Tags
from zareba.cli.words import flowed

MARGIN = 3
LETTERS = {
    "open": "",
    "wood": "w",
    "ford": "f",
    "bridge": "=",
    "river": "~",
    "block": "#",
    "fortification": "F",
}
WASHES = {"river": "water", "ford": "ford", "block": "rock", "wood": "wood", "fortification": "fort"}
FILLS = {"river", "block"}
INKS = {"wood": "leaf", "river": "water", "ford": "water"}
SIDES = {"wall": "%", "high": "H"}
SIZES = (Size(8, 2), Size(6, 2), Size(6, 1), Size(4, 2), Size(4, 1))


def draw(board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> Canvas:
    return Hexes(board, table, tags, marks, room).drawn()


def stands(piece: Json) -> str:
    """Where a piece stands, in words: each hex with its figures."""
    return " ".join(f"{cell}:{number}" for cell, number in piece["at"].items())


class Hexes:
    """A board of hexes, point upward."""

    def __init__(self, board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> None:
        self.naming = board.get("names", "digits")
        self.grid = HexGrid(board["columns"], board["rows"], self.naming, board.get("short_rows", False))
        self.ground: Mapping[str, Json] = board.get("cells", {})
        self.edges = {frozenset(edge[:2]): edge[2] for edge in board.get("edges", [])}
        self.stacks = _stacks(table, tags, marks)
        self.marks = marks.cells
        self.size = _fitting(self.grid, room)
        self.canvas = Canvas()
        self.crowded: list[int] = []

    def drawn(self) -> Canvas:
        for cell in self.grid.cells:
            self._outline(cell)
        for cell in self.grid.cells:
            self._wash(cell)
        for cell in self.grid.cells:
            self._fill(cell)
        self._rulers()
        self._notes()
        return self.canvas

    # --- where things are ---

    def _corner(self, cell: int) -> tuple[int, int]:
        """The left bar of a hex, on its first line."""
        column, row = self.grid.place(cell)
        shift = self.size.across // 2 if row % 2 == 0 else 0
        return MARGIN + (column - 1) * self.size.across + shift, 2 + (row - 1) * (self.size.lines + 1)

    def _level(self, cell: int) -> int:
        level: int = self.ground.get(self.grid.name(cell), {}).get("level", 0)
        return level

    def _terrain(self, cell: int) -> str:
        terrain: str = self.ground.get(self.grid.name(cell), {}).get("terrain", "open")
        return terrain

    # --- the lines between hexes ---

    def _outline(self, cell: int) -> None:
        (x, y), (across, lines) = self._corner(cell), self.size
        half, below = across // 2, y + lines
        column, row = self.grid.place(cell)
        east = column + (row % 2 == 0)
        self._slant(x + 1, y - 1, False, self._side(cell, east - 1, row - 1))
        self._slant(x + 1 + half, y - 1, True, self._side(cell, east, row - 1))
        self._slant(x + 1, below, True, self._side(cell, east - 1, row + 1))
        self._slant(x + 1 + half, below, False, self._side(cell, east, row + 1))
        for line in range(y, below):
            self._bar(x, line, self._side(cell, column - 1, row))
            self._bar(x + across, line, self._side(cell, column + 1, row))

    def _side(self, cell: int, column: int, row: int) -> str:
        """What lies between a hex and a neighbour."""
        other = self.grid.index(column, row)
        if other == OFF:
            return "grid"
        built = self.edges.get(frozenset((self.grid.name(cell), self.grid.name(other))))
        return built or ("grid" if self._level(cell) == self._level(other) else "contour")

    def _slant(self, x: int, y: int, falling: bool, side: str) -> None:
        text = {2: "\\", 3: "'.", 4: "'-."}[self.size.across // 2]
        if not falling:
            text = text[::-1].replace("\\", "/")
        if side in SIDES:
            text = SIDES[side] * len(text)
        self.canvas.put(x, y, text, _line(side))

    def _bar(self, x: int, y: int, side: str) -> None:
        self.canvas.put(x, y, SIDES.get(side, "|"), _line(side))

    # --- the hexes themselves ---

    def _wash(self, cell: int) -> None:
        (x, y), (across, lines) = self._corner(cell), self.size
        ground = WASHES.get(self._terrain(cell), f"level{min(self._level(cell), 3)}")
        corner = (across // 2 + 1) // 2
        self.canvas.wash(x + across // 2 - corner + 1, y - 1, 2 * corner - 1, ground)
        for line in range(y, y + lines):
            self.canvas.wash(x, line, across + 1, ground)
        self.canvas.wash(x + corner, y + lines, across - 2 * corner + 1, ground)

    def _fill(self, cell: int) -> None:
        stacks = self.stacks.get(self.grid.name(cell), [])
        mark = self.marks.get(self.grid.name(cell), "")
        if stacks:
            self._occupied(cell, stacks)
            if mark:
                self._point_at(cell)
        elif mark:
            self._marked(cell, mark)
        else:
            self._empty(cell)

    def _empty(self, cell: int) -> None:
        x, y = self._corner(cell)
        for line in range(y, y + self.size.lines):
            self._write(x + 1, line, self._plain(cell, line - y), self._ink(cell))

    def _plain(self, cell: int, line: int) -> str:
        """One line of an empty hex."""
        letters = self._letters(cell) or "."
        if self._terrain(cell) in FILLS:
            return (letters * 3)[: self._width].center(self._width)
        return (letters if line == self.size.lines - 1 else "").center(self._width)

    def _marked(self, cell: int, mark: str) -> None:
        x, y = self._corner(cell)
        text = f"[{mark}]" if len(mark) + 2 <= self._width else mark[: self._width]
        left = (self._width - len(text)) // 2 if self.size.lines > 1 or not self._letters(cell) else 0
        self._write(x + 1 + left, y, text, Paint("mark", "mark", True))
        if self.size.lines > 1:
            self._write(x + 1, y + 1, self._letters(cell).center(self._width), self._ink(cell))
        else:
            self._letter_right(cell, y, len(text))

    def _point_at(self, cell: int) -> None:
        x, y = self._corner(cell)
        self._write(x, y, ">", Paint("mark", "mark", True))
        self._write(x + self.size.across, y, "<", Paint("mark", "mark", True))

    def _occupied(self, cell: int, stacks: list[Stack]) -> None:
        x, y = self._corner(cell)
        lines = flow(stacks, self._width)
        if len(lines) > self.size.lines or len(stacks[0].text) > self._width:
            self.crowded.append(cell)
            lines = [[stacks[0]._replace(text=stacks[0].text[: self._width - 1] + "+")]]
        for number, line in enumerate(lines):
            self._stacks(x + 1, y + number, line)
        last = y + self.size.lines - 1
        used = self._used(lines[-1]) if len(lines) == self.size.lines else 0
        if not self._letter_right(cell, last, used) and cell not in self.crowded:
            self.crowded.append(cell)

    def _stacks(self, x: int, y: int, line: list[Stack]) -> None:
        if self.size.lines > 1:
            x += (self._width - sum(len(stack.text) for stack in line)) // 2
        for stack in line:
            ground = "chosen" if stack.chosen else ""
            self._write(x, y, stack.text, Paint(f"side{stack.side}", ground, True))
            x += len(stack.text)

    def _used(self, line: list[Stack]) -> int:
        """How many characters a line of stacks takes up from the left."""
        length = sum(len(stack.text) for stack in line)
        return length + (self._width - length) // 2 if self.size.lines > 1 else length

    def _letter_right(self, cell: int, y: int, used: int) -> bool:
        """Writes the ground at the right of a line, if there is room for it."""
        x, letters = self._corner(cell)[0], self._letters(cell)
        if used + len(letters) > self._width:
            return False
        self._write(x + 1 + self._width - len(letters), y, letters, self._ink(cell))
        return True

    def _write(self, x: int, y: int, text: str, paint: Paint) -> None:
        self.canvas.put(x, y, text, paint)

    @property
    def _width(self) -> int:
        return self.size.across - 1

    def _letters(self, cell: int) -> str:
        """Terrain and level of a hex; nothing for the open plain."""
        terrain, level = self._terrain(cell), self._level(cell)
        return LETTERS.get(terrain, terrain[:1]) + (str(level) if level else "")

    def _ink(self, cell: int) -> Paint:
        return Paint(INKS.get(self._terrain(cell), "ground"))

    # --- round the board ---

    def _rulers(self) -> None:
        across, grid = self.size.across, self.grid
        for column in range(1, grid.columns + 1):
            x, y = self._corner(grid.index(column, 1))
            self._write(x + across // 2 - 1, 0, f"{column:02}"[-3:], Paint(strong=True))
        for row in range(1, grid.rows + 1):
            y = self._corner(grid.index(1, row))[1]
            self._write(0, y, self._row_name(row), Paint(strong=True))

    def _row_name(self, row: int) -> str:
        name = self.grid.name(self.grid.index(1, row))
        return name[len(name) // 2 :] if self.naming == "digits" else name.rstrip("0123456789")

    def _notes(self) -> None:
        y = len(self.canvas.lines())
        width = max(map(len, self.canvas.lines())) - MARGIN
        for line in [*flowed(map(self._in_full, self.crowded), width), self._legend()]:
            if line:
                self._write(MARGIN, y, line, PLAIN)
                y += 1

    def _in_full(self, cell: int) -> str:
        """What there was no room for in a hex."""
        stacks = " ".join(stack.text for stack in self.stacks[self.grid.name(cell)])
        return f"{self.grid.name(cell)}: {stacks} {self._letters(cell)}".rstrip()

    def _legend(self) -> str:
        """What the letters on the board mean."""
        terrains = sorted({self._terrain(cell) for cell in self.grid.cells} - {"open"})
        levels = sorted({self._level(cell) for cell in self.grid.cells} - {0})
        sides = sorted(set(self.edges.values()))
        parts = [f"{LETTERS.get(terrain, terrain[:1])} {terrain}" for terrain in terrains]
        parts += [f"{' '.join(map(str, levels))} level"] if levels else []
        parts += [f"{SIDES.get(side, '')} {side} between hexes".strip() for side in sides]
        return "   ".join(parts)


def _fitting(grid: HexGrid, room: Room) -> Size:
    return fitting(
        SIZES,
        lambda size: MARGIN + grid.columns * size.across + size.across // 2 + 1,
        lambda size: grid.rows * (size.lines + 1) + 3,
        room,
    )


def _stacks(table: Json, tags: Tags, marks: Marks) -> dict[str, list[Stack]]:
    sides = {side["id"]: number for number, side in enumerate(table["sides"])}
    stacks: dict[str, list[Stack]] = {}
    for piece in table["pieces"]:
        for hex_name, figures in piece["at"].items():
            text, chosen = f"{figures}{tags[piece['id']]}", piece["id"] in marks.pieces
            stacks.setdefault(hex_name, []).append(Stack(text, sides[piece["side"]] % 4, chosen))
    return stacks


def _line(side: str) -> Paint:
    return Paint("wall", strong=True) if side in SIDES else Paint(side, strong=side == "contour")
