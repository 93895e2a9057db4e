"""What can be wrong with those who share a box at the start."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import OFF, BoxGrid
from zareba.engine.documents import Document
from zareba.engine.findings import Findings, is_whole
from zareba.systems.sudan.ground import SHUT, SQUARE, TERRAIN
from zareba.systems.sudan.places import STACK
from zareba.systems.sudan.squares import LEAST
from zareba.systems.sudan.troops import GUN, TYPES, WAGON

Json = dict[str, Any]
Entry = tuple[int, Json]
"""A unit of the document, and its place in the list of units."""


def class_of(entry: Json) -> str:
    """Foot, mounted, gun or wagon; nothing for an Army Commander, or where the type is no type."""
    kind = entry.get("type")
    return str(TYPES[kind]["class"]) if isinstance(kind, str) and kind in TYPES else ""


class BoxInspector(Findings):
    """The part of an inspector that knows the board, and looks at units box by box."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, "setup.scenario")
        self.grid: BoxGrid | None = None
        self.terrain: dict[str, str] = {}
        self.levels: dict[str, int] = {}
        self.ids: list[str] = []
        self.ahead: dict[str, str] = {}
        """The direction in which each side looks from its home edge, and every unit that faces no other."""

    def find(self, name: Any, clause: str, *path: str | int) -> bool:
        """Is there such a box? If not, it is a fault."""
        if self.grid is not None and (not isinstance(name, str) or self.grid.find(name) == OFF):
            self.fault(f"There is no box {name}.", clause, *path)
            return False
        return self.grid is not None

    def facing(self, entry: Json) -> Any:
        return entry.get("facing", self.ahead.get(entry["side"]))

    def companies(self, placed: list[Entry]) -> None:
        """Of those who stand somewhere in particular, who stands with whom."""
        boxes: dict[str, list[Entry]] = {}
        for number, entry in placed:
            if class_of(entry) not in ("", WAGON):
                boxes.setdefault(entry["at"].upper(), []).append((number, entry))
        for box, there in boxes.items():
            self._company(box, there)
        for number, entry in placed:
            there = boxes.get(entry["at"].upper(), [])
            if class_of(entry) in ("", WAGON) and any(other["side"] != entry["side"] for _, other in there):
                why = f"{entry['id']} stands among enemies in {entry['at']}."
                self.fault(why, "stack.free-pieces", "unit", number, "at")

    def _company(self, box: str, there: list[Entry]) -> None:
        last = there[-1][0]
        if len({entry["side"] for _, entry in there}) > 1:
            return self.fault(f"Enemies share {box}.", "stack.enemies", "unit", last, "at")
        foot = [each for each in there if each[1]["type"] == "regular-foot"]
        guns = [each for each in there if class_of(each[1]) == GUN]
        alone = [entry for _, entry in there if entry["type"] != "regular-foot" and class_of(entry) != GUN]
        if alone and len(there) > 1:
            clause = "stack.native-one" if alone[0]["type"] == "native-foot" else "stack.mounted-one"
            return self.fault(f"{alone[0]['id']} shares {box}.", clause, "unit", last, "at")
        for many, clause, what in ((foot, "stack.line-four", "regiments"), (guns, "stack.guns-four", "guns")):
            if len(many) > STACK:
                self.fault(f"{box} has room for four {what}.", clause, "unit", many[STACK][0], "at")
        return self._square(box, [each for each in foot if each[1].get("square")], guns)

    def _square(self, box: str, sides: list[Entry], guns: list[Entry]) -> None:
        if not sides:
            for number, entry in guns:
                if "corner" in entry:
                    why = f"There is no square in {box} with corners for guns."
                    self.fault(why, "square.corners", "unit", number, "corner")
            return
        last = sides[-1][0]
        if len(sides) != 4 or len({self.facing(entry) for _, entry in sides}) != 4:
            self.fault(f"The square in {box} needs a unit on each side.", "square.four", "unit", last, "at")
        for number, entry in sides:
            row, hits = TYPES[entry["type"]], entry.get("hits", 0)
            if is_whole(hits) and row["bases"] - hits // row["step"] < LEAST:
                why = f"{entry['id']} has fewer than two bases for its side of the square in {box}."
                self.fault(why, "square.two-bases", "unit", number, "hits")
        if TERRAIN[self.terrain.get(box, "open")]["closed"] in SHUT[SQUARE]:
            self.fault(f"No square stands on the ground of {box}.", "square.form-where", "unit", last, "at")
        self._corners(box, guns)

    def _corners(self, box: str, guns: list[Entry]) -> None:
        taken: list[Any] = []
        for number, entry in guns:
            if "corner" not in entry or entry["corner"] in taken:
                why = f"{entry['id']} needs a corner of its own in the square in {box}."
                self.fault(why, "stack.square-corners", "unit", number, "corner")
            taken.append(entry.get("corner"))
