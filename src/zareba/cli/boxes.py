"""A board of boxes as text: units on the sides they face, squares with their corners, contacts on the sides between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from zareba.boards.boxes import OFF, BoxGrid, E, N, W, direction, opposite
from zareba.cli.canvas import PLAIN, Canvas, Paint
from zareba.cli.marks import Json, Marks, Room
from zareba.cli.sizing import Size, Stack, fitting, flow
from zareba.cli.tags import Tags
from zareba.cli.words import flowed

MARGIN = 3
SIZES = (Size(12, 3), Size(10, 3), Size(8, 3), Size(10, 2), Size(8, 2), Size(6, 2), Size(6, 1))
LETTERS = {"open": "", "fort": "F", "water": "~", "cliff": "#"}
WASHES = {
    "scrub": "wood",
    "palm-grove": "wood",
    "oasis": "wood",
    "khor": "level2",
    "rough": "rock",
    "village": "fort",
    "fort": "fort",
    "water": "water",
    "cliff": "rock",
}
FILLS = {"water", "cliff"}
INKS = {"scrub": "leaf", "palm-grove": "leaf", "oasis": "leaf", "water": "water"}
WORKS = {"zariba": "%", "wall": "#"}
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}
STATES = {"prone": "_", "broken": "!"}
FRESH, LOCKED = "*", "x"
PLACES = ("NW", "N", "NE", "W", "", "E", "SW", "S", "SE")
"""Where units stand in a square, row by row."""


class Standing(NamedTuple):
    """A piece in its box."""

    stack: Stack
    tag: str
    place: str
    square: bool


def draw(board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> Canvas:
    return Boxes(board, table, tags, marks, room).drawn()


def stands(piece: Json) -> str:
    """Where a piece stands, in words."""
    at = piece["at"]
    return f"{at['box']} facing {at['facing']}" if at["facing"] else at["box"]


class Boxes:
    """A board of boxes, row 1 at the bottom."""

    def __init__(self, board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> None:
        self.grid = BoxGrid(board["columns"], board["rows"])
        self.ground: Mapping[str, Json] = board.get("cells", {})
        self.works = self._sides((box, side, works) for box, side, works in board.get("edges", []))
        fights = ((fight["box"], fight["side"], LOCKED if fight["locked"] else FRESH) for fight in table["contacts"])
        self.contacts = self._sides(fights)
        self.standing = _standing(table, tags, marks)
        self.marks = marks.cells
        self.size = _fitting(self.grid, room)
        self.canvas = Canvas()
        self.crowded: list[int] = []

    def _sides(self, told: Iterable[tuple[str, str, str]]) -> dict[tuple[int, int], str]:
        """What is on the sides of boxes, found from the boxes on either side of them."""
        found = {}
        for box, side, what in told:
            cell, towards = self.grid.find(box), direction(side)
            found[cell, towards] = what
            found[self.grid.next[cell][towards], opposite(towards)] = what
        return found

    def drawn(self) -> Canvas:
        for cell in self.grid.cells:
            self._wash(cell)
            self._outline(cell)
        for cell in self.grid.cells:
            self._fill(cell)
        self._rulers()
        self._notes()
        return self.canvas

    # --- where things are ---

    def _corner(self, cell: int) -> tuple[int, int]:
        """The north-western corner of a box."""
        column, row = self.grid.place(cell)
        return MARGIN + (column - 1) * self.size.across, 1 + (self.grid.rows - row) * (self.size.lines + 1)

    def _terrain(self, cell: int) -> str:
        terrain: str = self.ground.get(self.grid.name(cell), {}).get("terrain", "open")
        return terrain

    def _level(self, cell: int) -> int:
        level: int = self.ground.get(self.grid.name(cell), {}).get("level", 0)
        return level

    # --- the lines between boxes ---

    def _outline(self, cell: int) -> None:
        (x, y), (across, lines) = self._corner(cell), self.size
        for line in (y, y + lines + 1):
            for corner in (x, x + across):
                self.canvas.put(corner, line, "+", Paint("grid"))
        for side in range(0, 8, 2):
            self._side(cell, side)

    def _side(self, cell: int, side: int) -> None:
        """One side of a box: works, a change of level, and in its middle the fight across it."""
        (x, y), (across, lines) = self._corner(cell), self.size
        letter, paint = self._line(cell, side)
        fight = self.contacts.get((cell, side), "")
        if side in (E, W):
            column = x + across * (side == E)
            for line in range(y + 1, y + lines + 1):
                self.canvas.put(column, line, letter or "|", paint)
            self._fight(column, y + (lines + 1) // 2, fight)
        else:
            line = y if side == N else y + lines + 1
            self.canvas.put(x + 1, line, (letter or "-") * self._width, paint)
            self._fight(x + across // 2, line, fight)

    def _fight(self, x: int, y: int, fight: str) -> None:
        if fight:
            self.canvas.put(x, y, fight, Paint("wall", strong=True))

    def _line(self, cell: int, side: int) -> tuple[str, Paint]:
        if works := self.works.get((cell, side)):
            return WORKS.get(works, "="), Paint("wall", strong=True)
        other = self.grid.next[cell][side]
        steep = other != OFF and self._level(other) != self._level(cell)
        return "", Paint("contour" if steep else "grid", strong=steep)

    # --- the boxes themselves ---

    def _wash(self, cell: int) -> None:
        x, y = self._corner(cell)
        ground = WASHES.get(self._terrain(cell), f"level{min(self._level(cell), 3)}")
        for line in range(y, y + self.size.lines + 2):
            self.canvas.wash(x, line, self.size.across + 1, ground)

    def _fill(self, cell: int) -> None:
        name = self.grid.name(cell)
        there, mark = self.standing.get(name, []), self.marks.get(name, "")
        self._ground(cell)
        if there:
            self._occupied(cell, there)
            if mark:
                self._point_at(cell)
        elif mark:
            text = f"[{mark}]" if len(mark) + 2 <= self._width else mark[: self._width]
            x, y = self._corner(cell)
            self._put(x + 1 + (self._width - len(text)) // 2, y + 1, text, Paint("mark", "mark", True))

    def _ground(self, cell: int) -> None:
        """The letters of the ground, at the right of the last line."""
        x, y = self._corner(cell)
        letters = self._letters(cell)
        if self._terrain(cell) in FILLS:
            letters = letters[:1] * self._width
        self._put(x + self.size.across - len(letters), y + self.size.lines, letters, Paint(self._ink(cell)))

    def _point_at(self, cell: int) -> None:
        x, y = self._corner(cell)
        self._put(x, y + 1, ">", Paint("mark", "mark", True))
        self._put(x + self.size.across, y + 1, "<", Paint("mark", "mark", True))

    def _occupied(self, cell: int, there: list[Standing]) -> None:
        if any(one.square for one in there):
            self._square(cell, there)
            return
        lines = flow([one.stack._replace(text=f"{one.stack.text} ") for one in there], self._width + 1)
        if len(lines) > self.size.lines or max(len(one.stack.text) for one in there) > self._width:
            self.crowded.append(cell)
            lines = [[_cut(there[0], self._width)]]
        self._lines(cell, lines)

    def _lines(self, cell: int, lines: list[list[Stack]]) -> None:
        x, y = self._corner(cell)
        for number, line in enumerate(lines):
            written = sum(len(stack.text) for stack in line) - line[-1].text.endswith(" ")
            left = x + 1 + (self._width - written) // 2 * (self.size.lines > 1)
            for stack in line:
                self._stack(left, y + 1 + number + (len(lines) < self.size.lines - 1), stack)
                left += len(stack.text)

    def _square(self, cell: int, there: list[Standing]) -> None:
        """Each unit on its side or in its corner, with its bases where there is room; the rest in the middle."""
        self.crowded.append(cell)
        wide = max(len(one.tag) for one in there)
        if self.size.lines < 3 or 3 * wide > self._width:
            first = next(one for one in there if one.square)
            self._lines(cell, [[first.stack._replace(text=f"[]{len(there)}")]])
            return
        x, y = self._corner(cell)
        for one in there:
            place = PLACES.index(one.place if one.square else "")
            left = (0, (self._width - len(one.tag)) // 2, self._width - len(one.tag))[place % 3]
            self._stack(x + 1 + left, y + 1 + place // 3, one.stack._replace(text=one.tag))

    def _stack(self, x: int, y: int, stack: Stack) -> None:
        self._put(x, y, stack.text.rstrip(), Paint(f"side{stack.side}", "chosen" if stack.chosen else "", True))

    def _put(self, x: int, y: int, text: str, paint: Paint) -> None:
        self.canvas.put(x, y, text, paint)

    @property
    def _width(self) -> int:
        return self.size.across - 1

    def _letters(self, cell: int) -> str:
        """Terrain and level of a box; nothing for the open plain."""
        terrain, level = self._terrain(cell), self._level(cell)
        return LETTERS.get(terrain, terrain[:1]) + (str(level) if level else "")

    def _ink(self, cell: int) -> str:
        return INKS.get(self._terrain(cell), "ground")

    # --- round the board ---

    def _rulers(self) -> None:
        for column in range(1, self.grid.columns + 1):
            cell = self.grid.index(column, self.grid.rows)
            name = self.grid.name(cell).rstrip("0123456789")
            self._put(self._corner(cell)[0] + self.size.across // 2, 0, name, Paint(strong=True))
        for row in range(1, self.grid.rows + 1):
            y = self._corner(self.grid.index(1, row))[1]
            self._put(0, y + (self.size.lines + 1) // 2, str(row), Paint(strong=True))

    def _notes(self) -> None:
        y = len(self.canvas.lines())
        width = max(map(len, self.canvas.lines())) - MARGIN
        for line in [*flowed(map(self._in_full, self.crowded), width), *flowed(self._legend(), width, "   ")]:
            if line:
                self._put(MARGIN, y, line, PLAIN)
                y += 1

    def _in_full(self, cell: int) -> str:
        """What there was no room for in a box."""
        there = self.standing[self.grid.name(cell)]
        words = [f"{one.place} {one.stack.text}" if one.square else one.stack.text for one in there]
        return f"{self.grid.name(cell)}: {', '.join(words)}"

    def _legend(self) -> list[str]:
        """What the letters on the board mean."""
        terrains = sorted({self._terrain(cell) for cell in self.grid.cells} - {"open"})
        levels = sorted({self._level(cell) for cell in self.grid.cells} - {0})
        parts = [f"{LETTERS.get(terrain, terrain[:1])} {terrain}" for terrain in terrains]
        parts += [f"{' '.join(map(str, levels))} level"] if levels else []
        parts += [f"{WORKS.get(works, '=')} {works}" for works in sorted(set(self.works.values()))]
        shown = "".join(one.stack.text for there in self.standing.values() for one in there)
        parts += [f"{letter} {state}" for state, letter in STATES.items() if letter in shown]
        told = ((FRESH, "charge"), (LOCKED, "hand-to-hand"))
        return parts + [f"{letter} {word}" for letter, word in told if letter in self.contacts.values()]


def _fitting(grid: BoxGrid, room: Room) -> Size:
    return fitting(
        SIZES,
        lambda size: MARGIN + grid.columns * size.across + 1,
        lambda size: grid.rows * (size.lines + 1) + 3,
        room,
    )


def _standing(table: Json, tags: Tags, marks: Marks) -> dict[str, list[Standing]]:
    """What stands in each box, in the order of its stack."""
    sides = {side["id"]: number for number, side in enumerate(table["sides"])}
    found: dict[str, list[Standing]] = {}
    for piece in sorted(table["pieces"], key=lambda piece: int(piece["at"]["rank"])):
        at, tag, square = piece["at"], tags[piece["id"]], "square" in piece["marks"]
        text = f"{piece['figures']}{tag}" if piece["full"] > 1 else tag
        text += "" if square else "".join(ARROWS[letter] for letter in at["facing"])
        text += "".join(letter for state, letter in STATES.items() if state in piece["marks"])
        stack = Stack(text, sides[piece["side"]] % 4, piece["id"] in marks.pieces)
        found.setdefault(at["box"], []).append(Standing(stack, tag, at["slot"], square))
    return found


def _cut(first: Standing, width: int) -> Stack:
    """The first of many, and a sign that there are more."""
    return first.stack._replace(text=first.stack.text[: width - 1] + "+")
