"""What is wrong with the map of a scenario: hexes, terrain, structures and works."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import HexGrid
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.findings import Findings
from zareba.systems.afriboria.ground import CODES, STRUCTURES, map_rows
from zareba.systems.afriboria.troops import SIDES, TABLES

Json = dict[str, Any]
MOST_CELLS = 4_096
STRUCTURE, WORKS = "hexes is type value held closed hides", "at is sides"
"""The words of their entries."""


class Surveyor(Findings):
    """Goes over the map, and knows afterwards which hexes there are and what stands in them."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, "setup.deploy")
        self.grid: HexGrid | None = None
        self.codes: dict[str, str] = {}
        self.structures: set[str] = set()

    def hexes(self, text: Any, clause: str, *path: str | int) -> list[str]:
        """The names of hexes in a text, each of which is on the map."""
        if not isinstance(text, str) or not text.strip():
            self.fault("Hexes are written like 'C4 D5'.", clause, *path)
            return []
        found = []
        for name in text.split():
            if self.grid and self.grid.find(name) < 0:
                self.fault(f"There is no hex {name!r}.", clause, *path)
            else:
                found.append(name.upper())
        return found

    def board(self) -> None:
        board = self.section("board", dict)
        if isinstance(board.get("map"), str):
            self._map(board["map"])
        elif self.whole(board.get("columns"), 2, 99, "The width of the board", "board.layout", "board"):
            if self.whole(board.get("rows"), 1, 99, "The number of rows", "board.layout", "board"):
                self.grid = HexGrid(board["columns"], board["rows"], "letters", True)
        if self.grid:
            self._single_codes(board.get("codes", {}))
            self._structures(board.get("structure", []))
            self._works(board.get("works", []))
            if "inside" in board:
                self.hexes(board["inside"], "siege.inside", "board", "inside")

    def _map(self, text: str) -> None:
        rows = map_rows(text)
        top = self.document.line("board", "map")
        width = len(rows[0]) if rows else 0
        if width < 2 or len(rows) > 99 or width * len(rows) > MOST_CELLS:
            self.fault("The map has no size that can be played on.", "board.layout", "board", "map")
            return
        for number, line in enumerate(rows, 1):
            wanted = width - (number % 2 == 0)
            if len(line) != wanted:
                why = f"Row {number} has {len(line)} hexes where there must be {wanted}."
                self.faults.append(Fault(top + number, why, "board.layout"))
                return
        self.grid = HexGrid(width, len(rows), "letters", True)
        for r, line in enumerate(rows, 1):
            for c, code in enumerate(line, 1):
                self._code(self.grid.name(self.grid.index(c, r)), code, top + r)

    def _code(self, name: str, code: Any, line: int) -> None:
        known = {*CODES, *STRUCTURES}
        if not isinstance(code, str) or not code or not set(code) <= known:
            why = f"{name} has the unknown terrain {code!r}; known are {' '.join(sorted(known))}."
            self.faults.append(Fault(line, why, "terrain.open"))
        else:
            self.codes[name] = code

    def _single_codes(self, codes: Any) -> None:
        if not isinstance(codes, dict):
            return self.fault("'codes' is no table of hexes.", "terrain.open", "board", "codes")
        for name, code in codes.items():
            if self.hexes(name, "board.layout", "board", "codes", name):
                self._code(name.upper(), code, self.document.line("board", "codes", name))

    def _structures(self, entries: Any) -> None:
        """`siege.inside`: building, wall or gate, with type and defence value."""
        for number, entry in enumerate(entries if isinstance(entries, list) else [entries]):
            path: tuple[str | int, ...] = ("board", "structure", number)
            if not isinstance(entry, dict):
                self.fault("A structure is a table.", "siege.inside", *path)
                continue
            self._keys("a structure", STRUCTURE, entry, *path)
            self.structures.update(self.hexes(entry.get("hexes"), "siege.inside", *path))
            self.word(entry.get("is"), ("wall", "gate", "building"), "A structure", "siege.inside", *path)
            self.word(entry.get("type"), TABLES["structures"], "The type of a structure", "siege.values", *path)
            self.whole(entry.get("value", 1), 1, 99, "A defence value", "siege.values", *path)
            for key in ("closed", "hides"):
                if not isinstance(entry.get(key, False), bool):
                    self.fault(f"'{key}' is true or false.", "siege.inside", *path, key)
            if "held" in entry:
                self.word(entry["held"], SIDES, "Who holds a gate", "siege.closed", *path)
        for name, code in self.codes.items():
            if set(code) & set(STRUCTURES) and name not in self.structures:
                self.fault(f"{name} is drawn as a structure, but none is described.", "siege.inside", "board", "map")

    def _works(self, entries: Any) -> None:
        names = ("fence", "sandbags", "fieldwork", "wire")
        for number, entry in enumerate(entries if isinstance(entries, list) else [entries]):
            path: tuple[str | int, ...] = ("board", "works", number)
            if not isinstance(entry, dict):
                self.fault("Works are a table with 'at', 'is' and 'sides'.", "count.works-sides", *path)
                continue
            self._keys("works", WORKS, entry, *path)
            self.hexes(entry.get("at"), "count.works-sides", *path)
            self.word(entry.get("is"), names, "Works with sides", "count.works-sides", *path)
            self.hexes(entry.get("sides"), "count.works-sides", *path)
