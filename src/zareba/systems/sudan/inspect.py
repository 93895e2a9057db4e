"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import DIRECTIONS, OFF, BoxGrid, opposite
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.findings import is_whole, meant
from zareba.systems.sudan.ground import WORKS, sides_of
from zareba.systems.sudan.inspect_units import WORDS, UnitInspector
from zareba.systems.sudan.scenario import CODES, EDGES, OPTIONS, SIDES, TESTS, map_rows, terrain_and_level
from zareba.systems.sudan.troops import COMMANDER, FOOT, MOUNTED, TYPES, WAGON

Json = dict[str, Any]
MOST_BOXES = 10_000
MOST_TURNS = 1_000
LAST_PHASE = 8
KNOWN = {
    "": "system name level minutes briefing note board side unit contact options limit objective deploy turn phase",
    "board": "map columns rows codes works",
    "side": "id name home",
    "contact": "charger target fresh",
    "limit": "turns otherwise",
    "objective": "side when why " + " ".join(TESTS),
    "unit": " ".join(WORDS),
}


class Inspector(UnitInspector):
    """Goes through a document and notes what is wrong."""

    def words(self) -> None:
        self.keys(KNOWN)
        for key in ("name", "level", "briefing", "note"):
            if not isinstance(self.data.get(key, ""), str):
                self.fault(f"The {key} is written in words.", "setup.scenario", key)
        for key, least, most in (("turn", 1, MOST_TURNS), ("phase", 1, LAST_PHASE)):
            value = self.data.get(key, 1)
            if not is_whole(value) or not least <= value <= most:
                self.fault(f"The {key} is a number from {least} to {most}.", "setup.scenario", key)

    # --- the board ------------------------------------------------------------------------------------------

    def board(self) -> None:
        board = self.section("board", dict)
        if isinstance(board.get("map"), str):
            self._map(board["map"])
        elif is_whole(board.get("columns")) and is_whole(board.get("rows")):
            self._size(board["columns"], board["rows"])
        else:
            self.fault("The board has neither a map nor columns and rows.", "board.boxes", "board")
        if self.grid:
            self._codes(board.get("codes", {}))
            self._works(board.get("works", []))

    def _map(self, text: str) -> None:
        rows = map_rows(text)
        width = len(rows[0]) if rows else 0
        top = self.document.line("board", "map")
        for number, line in enumerate(rows, 1):
            if len(line) != width:
                why = f"Row {number} of the map has {len(line)} boxes; the first has {width}."
                self.faults.append(Fault(top + number, why, "board.boxes"))
        if any(len(line) != width for line in rows):
            return
        self._size(width, len(rows))
        for number, line in enumerate(rows if self.grid else [], 1):
            for column, code in enumerate(line, 1):
                assert self.grid
                self._code(self.grid.name(self.grid.index(column, len(rows) + 1 - number)), code, top + number)

    def _size(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1 or columns * rows > MOST_BOXES:
            self.fault(f"A board of {columns} by {rows} boxes cannot be played on.", "board.boxes", "board")
        else:
            self.grid = BoxGrid(columns, rows)

    def _code(self, name: str, code: Any, line: int) -> None:
        level = code[len(code.rstrip("0123456789")) :] if isinstance(code, str) else ""
        if not isinstance(code, str) or code.rstrip("0123456789") not in ("", *CODES) or len(level) > 1 or not code:
            why = f"{name} has the terrain {code!r}; known are {' '.join(CODES)}, each with a level if it has one."
            self.faults.append(Fault(line, why, "terrain.box"))
        else:
            self.terrain[name], self.levels[name] = terrain_and_level(code)

    def _codes(self, codes: Any) -> None:
        if not isinstance(codes, dict):
            return self.fault("'codes' is no table of boxes.", "terrain.box", "board", "codes")
        for name, code in codes.items():
            if self.find(name, "board.boxes", "board", "codes", name):
                self._code(name.upper(), code, self.document.line("board", "codes", name))
        return None

    def _works(self, works: Any) -> None:
        for work in works if isinstance(works, list) else [works]:
            named = isinstance(work, dict) and work.get("is") in WORKS and sides_of(str(work.get("side"))) >= 0
            if not named:
                why = f'Works are written as {{ box = "D4", side = "N", is = "zariba" }}; known are {", ".join(WORKS)}.'
                self.fault(why, "terrain.box", "board", "works")
            else:
                self._keys("works", "box side is", work, "board", "works")
                self.find(work.get("box"), "board.boxes", "board", "works")

    # --- sides ----------------------------------------------------------------------------------------------

    def sides(self) -> None:
        entries = [entry for _, entry in self.tables("side")] or list(SIDES)
        if len(entries) != 2:
            self.fault(f"There are two sides, the British first, not {len(entries)}.", "setup.scenario", "side")
        for number, entry in enumerate(entries):
            name = entry.get("id")
            if not isinstance(name, str) or not name or name in self.ids:
                self.fault("Each side has an id of its own.", "setup.scenario", "side", number)
                continue
            self.ids.append(name)
            if not isinstance(entry.get("name", name), str):
                self.fault(f"The name of {name} is written in words.", "setup.scenario", "side", number, "name")
            home, what = entry.get("home"), f"The home edge of {name}"
            if self.word(home, EDGES, what, "board.home-edge", "side", number, "home"):
                self.ahead[name] = DIRECTIONS[opposite(EDGES[str(home)])]

    # --- contacts -------------------------------------------------------------------------------------------

    def contacts(self) -> None:
        boxes = {str(entry.get("id")): entry for _, entry in self.tables("unit")}
        taken: list[frozenset[str]] = []
        for number, entry in self.tables("contact"):
            pair = [boxes.get(str(entry.get(role)), {}) for role in ("charger", "target")]
            kinds = [TYPES.get(str(unit.get("type")), {}).get("class", WAGON) for unit in pair]
            if WAGON in kinds or type(entry.get("fresh", False)) is not bool:
                why = "A contact names a charger and a target, and whether it is fresh."
                self.fault(why, "charge.boxes", "contact", number)
                continue
            if kinds[0] not in (FOOT, MOUNTED):
                self.fault(f"{pair[0]['id']} cannot have charged.", "charge.who", "contact", number)
            self._contact(number, pair, taken)

    def _contact(self, number: int, pair: list[Json], taken: list[frozenset[str]]) -> None:
        cells = [self.grid.find(str(unit.get("at"))) if self.grid else -1 for unit in pair]
        if -1 in cells or self.grid is None:
            return
        if pair[0].get("side") == pair[1].get("side") or not self.grid.touching[cells[0]] >> cells[1] & 1:
            why = f"{pair[0].get('id')} and {pair[1].get('id')} are no enemies in boxes that share a side."
            self.fault(why, "charge.boxes", "contact", number)
        self._held_sides(number, pair, cells)
        shared = frozenset(str(unit.get("at")).upper() for unit in pair)
        if shared in taken:
            self.fault("Across that side there is a contact already.", "charge.one-per-side", "contact", number)
        taken.append(shared)

    def _held_sides(self, number: int, pair: list[Json], cells: list[int]) -> None:
        """In a square each unit meets whoever comes to its own side, and guns nobody (`square.guns-share`)."""
        assert self.grid
        for unit, here, there in zip(pair, cells, reversed(cells), strict=True):
            side = self.grid.towards(here, there)
            if "corner" in unit:
                self.fault(f"{unit['id']} stands in a square.", "square.guns-share", "contact", number)
            elif unit.get("square") and (side == OFF or self.facing(unit) != DIRECTIONS[side]):
                why = f"{unit['id']} stands on another side of its square."
                self.fault(why, "charge.target", "contact", number)

    # --- the rest -------------------------------------------------------------------------------------------

    def options(self) -> None:
        for key, value in self.section("options", dict).items():
            if key not in OPTIONS:
                self.fault(f"There is no option {key}.{meant(key, OPTIONS)}", "option.set", "options", key)
            elif value not in OPTIONS[key] and not (key == "collapse" and is_share(value)):
                words = ", ".join(OPTIONS[key])
                self.fault(f"The option {key} is {words}; not {value!r}.", "option.set", "options", key)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        turns = limit.get("turns", 0)
        if not is_whole(turns) or not 0 <= turns <= MOST_TURNS:
            self.fault("The limit is a number of turns.", "victory.limit", "limit", "turns")
        if limit.get("otherwise", "draw") not in ("draw", *self.ids):
            self.fault(f"{limit['otherwise']!r} is no side of this battle.", "victory.limit", "limit", "otherwise")
        if not turns and self.data.get("options", {}) and self.section("options", dict).get("collapse") == "off":
            self.fault("Without collapse a battle needs a limit.", "victory.limit", "limit")
        for number, goal in self.tables("objective"):
            self._objective(number, goal)
        self._areas()

    def _objective(self, number: int, goal: Json) -> None:
        tests = [test for test in TESTS if test in goal]
        told = goal.get("side") in self.ids and isinstance(goal.get("why"), str)
        if not told or len(tests) != 1 or goal.get("when", "end") not in ("any", "end"):
            why = f"An objective has a side, one of {', '.join(TESTS)}, when ('any' or 'end'), and why."
            return self.fault(why, "victory.scenario", "objective", number)
        named = goal[tests[0]]
        if tests[0] == "squares":
            if not is_whole(named) or named < 1:
                self.fault(
                    "An objective names a number of squares.", "victory.scenario", "objective", number, "squares"
                )
        elif not isinstance(named, list) or not named:
            self.fault(f"'{tests[0]}' is a list.", "victory.scenario", "objective", number, tests[0])
        else:
            self._named(number, tests[0], named)
        return None

    def _named(self, number: int, test: str, named: list[Any]) -> None:
        ids = [entry.get("id") for _, entry in self.tables("unit") if entry.get("type") != COMMANDER]
        for name in named:
            if test == "hold":
                self.find(name, "victory.scenario", "objective", number, "hold")
            elif name not in ids:
                self.fault(f"There is no unit {name}.", "victory.scenario", "objective", number, test)

    def _areas(self) -> None:
        for name, words in self.section("deploy", dict).items():
            if name not in self.ids or not isinstance(words, str) or not words.split():
                self.fault(f"{name} is no side with boxes to deploy in.", "setup.order", "deploy", name)
            elif words.startswith("rows "):
                self._rows(name, words)
            else:
                for box in words.split():
                    self.find(box, "setup.order", "deploy", name)

    def _rows(self, name: str, words: str) -> None:
        numbers = words.removeprefix("rows ").split("-")
        written = len(numbers) < 3 and all(map(is_number, numbers))
        highest = self.grid.rows if self.grid else 999
        if not written or not 1 <= int(numbers[0]) <= int(numbers[-1]) <= highest:
            why = f'{name} deploys in rows of the board, as in "rows 1-4", not {words!r}.'
            self.fault(why, "setup.order", "deploy", name)


def check(document: Document) -> list[Fault]:
    """All the faults of a scenario, none if it can be played."""
    inspector = Inspector(document)
    inspector.words()
    inspector.board()
    inspector.sides()
    inspector.units()
    inspector.contacts()
    inspector.options()
    inspector.terms()
    return sorted(inspector.faults, key=lambda fault: fault.line)


def is_share(value: Any) -> bool:
    """A fraction such as 2/5, more than nothing and at most the whole."""
    parts = value.split("/") if isinstance(value, str) else []
    return len(parts) == 2 and all(map(is_number, parts)) and 0 < int(parts[0]) <= int(parts[1])


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4
