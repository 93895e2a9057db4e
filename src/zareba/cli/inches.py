"""An open table as text: so many inches to a character, and twice as many to a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zareba.boards.inches import CIRCLE, Circle, Point, Polygon, Shape, contains, distance, toward
from zareba.cli.canvas import PLAIN, Canvas, Paint
from zareba.cli.marks import Json, Marks, Room
from zareba.cli.tags import Tags
from zareba.cli.words import flowed

INCH = 1000
MARGIN = 3
SCALES = (250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000)
"""Thousandths of an inch to a character."""
RULED = 6
"""How many inches there are between marks on the rulers and dots on open ground."""
LINES = {"road": ":", "river": "~", "stream": "~", "fence": "%", "wall": "#", "exit": "="}
OTHER_LINE = "%"
WASHES = {
    "forest": "wood",
    "wood": "wood",
    "scrub": "wood",
    "grass": "wood",
    "crops": "wood",
    "swamp": "ford",
    "marsh": "ford",
    "pool": "water",
    "water": "water",
    "river": "water",
    "rocks": "rock",
    "rough": "rock",
    "village": "fort",
    "building": "fort",
}
WATERS = {"pool", "water", "river", "stream"}
ARROWS = ("^", "^>", ">", "v>", "v", "<v", "<", "<^")


class Area(NamedTuple):
    """A piece of ground."""

    terrain: str
    level: int
    shape: Shape


def draw(board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> Canvas:
    return Table(board, table, tags, marks, room).drawn()


def stands(piece: Json) -> str:
    """Where a piece stands, in inches and degrees: `at 12.5 3 facing 90`."""
    shape = piece["shape"]
    facing = f" facing {_tenths(shape['facing'])}" if "facing" in shape else ""
    return f"at {inches(shape['x'])} {inches(shape['y'])}{facing}"


def inches(length: int) -> str:
    """Thousandths as people write inches: `16.25`, `9`."""
    return f"{length / INCH:.3f}".rstrip("0").rstrip(".")


def _tenths(bearing: int) -> str:
    return f"{bearing // 10}.{bearing % 10}".removesuffix(".0")


class Table:
    """An open table: the ground, then its lines, then whoever stands there."""

    def __init__(self, board: Json, table: Json, tags: Tags, marks: Marks, room: Room) -> None:
        self.board, self.pieces, self.tags, self.marks = board, table["pieces"], tags, marks
        self.sides = {side["id"]: number for number, side in enumerate(table["sides"])}
        self.scale = _fitting(board, room)
        self.columns = -(-board["width"] // self.scale)
        self.lines = -(-board["depth"] // (2 * self.scale))
        self.areas = [_area(told) for told in board.get("areas", [])]
        self.canvas = Canvas()
        self.taken: set[tuple[int, int]] = set()
        self.crowded: list[str] = []

    def drawn(self) -> Canvas:
        self._frame()
        for line in range(self.lines):
            for column in range(self.columns):
                self._ground(column, line)
        for told in self.board.get("lines", []):
            self._line(told)
        for piece in sorted(self.pieces, key=lambda piece: -piece["figures"]):
            self._piece(piece)
        for (x, y), text in self.marks.spots.items():
            self._mark((x, y), text)
        self._notes()
        return self.canvas

    # --- where things are ---

    def _put(self, column: int, line: int, text: str, paint: Paint = PLAIN) -> None:
        self.canvas.put(MARGIN + 1 + column, 2 + line, text, paint)

    def _spot(self, point: Point) -> tuple[int, int]:
        """The character at a point, never beyond the edge."""
        column = min(max(point[0] // self.scale, 0), self.columns - 1)
        line = min(max((self.board["depth"] - point[1]) // (2 * self.scale), 0), self.lines - 1)
        return column, line

    def _middle(self, column: int, line: int) -> Point:
        return column * self.scale + self.scale // 2, self.board["depth"] - line * 2 * self.scale - self.scale

    # --- the ground ---

    def _frame(self) -> None:
        border = Paint("grid")
        for line in (1, self.lines + 2):
            self.canvas.put(MARGIN, line, f"+{'-' * self.columns}+", border)
        for line in range(self.lines):
            self._put(-1, line, "|", border)
            self._put(self.columns, line, "|", border)
        for mark in range(0, self.board["width"] + 1, RULED * INCH * (1 if self.scale * 4 < RULED * INCH else 4)):
            self.canvas.put(MARGIN + 1 + self._spot((mark, 0))[0], 0, str(mark // INCH), Paint(strong=True))
        for mark in range(0, self.board["depth"] + 1, RULED * INCH):
            self.canvas.put(0, 2 + self._spot((0, mark))[1], str(mark // INCH), Paint(strong=True))

    def _ground(self, column: int, line: int) -> None:
        point = self._middle(column, line)
        area = next((area for area in reversed(self.areas) if contains(area.shape, point)), None)
        if area is None:
            self._put(column, line, "." if self._ruled(column, line) else " ", Paint("grid", "level0"))
            return
        ground = WASHES.get(area.terrain, f"level{min(area.level, 3)}")
        ink = "water" if area.terrain in WATERS else "leaf" if ground == "wood" else "ground"
        shown = area.terrain[:1] if (column + 2 * line) % 4 == 0 or self._small(area) else " "
        self._put(column, line, shown, Paint(ink, ground))

    def _ruled(self, column: int, line: int) -> bool:
        """Whether this is where the marks of both rulers cross."""
        across = {self._spot((mark, 0))[0] for mark in range(0, self.board["width"] + 1, RULED * INCH)}
        along = {self._spot((0, mark))[1] for mark in range(0, self.board["depth"] + 1, RULED * INCH)}
        return column in across and line in along

    def _small(self, area: Area) -> bool:
        west, south, east, north = area.shape.box
        return east - west < 8 * self.scale or north - south < 4 * self.scale

    def _line(self, told: Json) -> None:
        sign = LINES.get(told["terrain"], OTHER_LINE)
        ink = "water" if told["terrain"] in WATERS else "wall"
        for start, end in zip(told["points"], told["points"][1:], strict=False):
            for column, line in self._along((start[0], start[1]), (end[0], end[1])):
                self._put(column, line, sign, Paint(ink, strong=ink == "wall"))

    def _along(self, start: Point, end: Point) -> Iterator[tuple[int, int]]:
        length = distance(start, end)
        for way in range(0, length, self.scale // 2):
            yield self._spot(toward(start, end, way))
        yield self._spot(end)

    # --- who stands there ---

    def _piece(self, piece: Json) -> None:
        """A tag with its figures and its facing; or less of it; where there is no room, a line below."""
        tag, shape = self.tags[piece["id"]], piece["shape"]
        counted = tag if piece["full"] <= 1 else f"{piece['figures']}{tag}"
        arrow = ARROWS[(shape["facing"] + CIRCLE // 16) * 8 // CIRCLE % 8] if "facing" in shape else ""
        column, line = self._spot((shape["x"], shape["y"]))
        for text in (counted + arrow, tag + arrow, tag):
            left = min(max(column - len(text) // 2, 0), self.columns - len(text))
            if self._write(left, line, text, Paint(f"side{self.sides[piece['side']] % 4}", self._chosen(piece), True)):
                return
        self.crowded.append(f"{counted + arrow} {stands(piece)}")

    def _chosen(self, piece: Json) -> str:
        return "chosen" if piece["id"] in self.marks.pieces else ""

    def _write(self, left: int, line: int, text: str, paint: Paint) -> bool:
        """Writes it, if nothing stands there, nor so close that the two would read as one."""
        if any((column, line) in self.taken for column in range(left - 1, left + len(text) + 1)):
            return False
        self.taken.update((column, line) for column in range(left, left + len(text)))
        self._put(left, line, text, paint)
        return True

    def _mark(self, point: Point, text: str) -> None:
        """What an answer leads to, where nobody stands and no other mark is."""
        column, line = self._spot(point)
        left = min(max(column - len(text) // 2, 0), self.columns - len(text))
        self._write(left, line, text, Paint("mark", "mark", True))

    # --- below the table ---

    def _notes(self) -> None:
        y = self.lines + 3
        for line in [*flowed(self.crowded, self.columns, "   "), *flowed(self._legend(), self.columns, "   ")]:
            if line:
                self.canvas.put(MARGIN, y, line)
                y += 1

    def _legend(self) -> list[str]:
        """What the letters on the table mean."""
        terrains = sorted({area.terrain for area in self.areas})
        lines = sorted({told["terrain"] for told in self.board.get("lines", [])})
        parts = [f"{terrain[:1]} {terrain}" for terrain in terrains]
        return parts + [f"{LINES.get(line, OTHER_LINE)} {line}" for line in lines]


def _fitting(board: Json, room: Room) -> int:
    """The scale at which the table is as large as the room allows."""

    def fits(scale: int, lines: int) -> bool:
        across, along = board["width"] // scale + MARGIN + 3, board["depth"] // (2 * scale) + 5
        return bool(across <= room[0] and along <= lines)

    narrow = [scale for scale in SCALES if fits(scale, 10_000)] or [SCALES[-1]]
    return next((scale for scale in narrow if fits(scale, room[1])), narrow[0])


def _area(told: Json) -> Area:
    if "outline" in told:
        shape: Shape = Polygon([(x, y) for x, y in told["outline"]])
    else:
        shape = Circle((told["centre"][0], told["centre"][1]), told["radius"])
    return Area(told["terrain"], told.get("level", 0), shape)
