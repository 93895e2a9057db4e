"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.shapes import Polygon, Polyline
from zareba.boards.inches.written import area, bearing_of, box, length, point, points
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.systems.battles_for_empire.inspect_units import MOST_TURNS, SCENARIO, TOKEN, UNIT, UNKNOWN, UnitInspector
from zareba.systems.battles_for_empire.objectives import END, ONCE, TURN
from zareba.systems.battles_for_empire.scenario import EDGES, KINDS, OPTIONS, SIDES, zone_of
from zareba.systems.battles_for_empire.troops import ARTILLERY, CODES, FOOT, MG, MOUNTED, TABLES

Json = dict[str, Any]
SMALLEST, LARGEST = 6_000, 240_000
"""A table has between six inches and twenty feet a side."""
INNER = ("left", "right", "inside")
ARMS = (FOOT, MOUNTED, ARTILLERY, MG)
PHASES = ("reinforcements", "bayonets", "initiative", "commanders", "units", "squares", "rout", "exploitation",
          "markers", "artillery", "rifles", "pairs", "melee", "critical")  # fmt: skip
GROUND: Json = {**TABLES["terrain"], **TABLES["lines"]}
KNOWN = {
    "": """system name level minutes briefing author notes board terrain side unit token group supply exits deploy limit
           objective options now""",
    "board": "width depth terrain",
    "side": "id name colour facing break",
    "unit": UNIT,
    "token": TOKEN,
    "group": "id name side kind turn need entry",
    "supply": "side at box outline radius",
    "deploy": "order zones",
    "limit": "turns winner",
    "objective": "side when why tests",
    "now": "turn phase first acting squares captured",
}
"""Every word that a scenario may use as a key: a word misspelt would otherwise be passed over in silence."""
FEATURE = "kind name level at radius box outline line inner"
TEST = "side codes arms steady destroyed near within inside at_least at_most"


class Inspector(UnitInspector):
    """Goes through a scenario and notes what is wrong."""

    # --- the table ----------------------------------------------------------------------------------------------

    def board(self) -> None:
        board = self.section("board", dict)
        width, depth = self._measure(board, "width"), self._measure(board, "depth")
        self.size = (width, depth) if width and depth else UNKNOWN
        features = board.get("terrain", [])
        if self.kind(features, list, "'terrain' of the board", "board", "terrain"):
            for number, entry in enumerate(features):
                if self.kind(entry, dict, "A piece of terrain", "board", "terrain", number):
                    self._feature(entry, "board", "terrain", number)
        self._rows()

    def _measure(self, board: Json, key: str) -> int:
        found = self.read(length, board.get(key), "geo.plane", "board", key)
        if found is not None and not SMALLEST <= found <= LARGEST:
            self.fault(f"The {key} of a table is from 6 to 240 inches.", "geo.plane", "board", key)
            return 0
        return found or 0

    def _feature(self, entry: Json, *path: str | int) -> None:
        self._keys("terrain", FEATURE, entry, *path)
        if not self.word(entry.get("kind"), GROUND, "The kind of terrain", "terrain.table", *path, "kind"):
            return
        if "level" in entry:
            self.whole(entry["level"], 0, 9, "A level", "geo.in-area", *path, "level")
        if entry["kind"] in TABLES["terrain"]:
            shape = self.read(area, entry, "geo.in-area", *path)
            self.features += [(entry["kind"], shape)] if shape else []
        else:
            self._line(entry, *path)

    def _line(self, entry: Json, *path: str | int) -> None:
        """A line that shelters on one side says on which (`geo.behind-line`)."""
        course = self.read(points, entry.get("line", ""), "geo.behind-line", *path)
        if "inner" in entry:
            self.word(entry["inner"], INNER, "The inner side of a line", "geo.behind-line", *path, "inner")
        elif GROUND[entry["kind"]].get("work"):
            self.fault("A field work has an inner side: left, right, or inside.", "geo.behind-line", *path)
        if course is not None:
            closed = entry.get("inner") == "inside"
            way = self.read(Polygon if closed else Polyline, course, "geo.behind-line", *path)
            self.features += [(str(entry["kind"]), way)] if isinstance(way, Polygon | Polyline) else []

    def _rows(self) -> None:
        """`terrain.table`: a scenario may alter a row."""
        for kind, row in self.section("terrain", dict).items():
            if not self.word(kind, GROUND, "An altered row", "terrain.table", "terrain", kind):
                continue
            if self.kind(row, dict, "An altered row", "terrain", kind):
                for key, value in row.items():
                    self._cell(kind, key, value)

    def _cell(self, kind: str, key: str, value: Any) -> None:
        path = ("terrain", kind, key)
        rows = TABLES["terrain"] if kind in TABLES["terrain"] else TABLES["lines"]
        known = {name: cell for row in rows.values() for name, cell in row.items()}
        if not self.word(key, known, "A cell of the table of terrain", "terrain.table", *path):
            return
        if isinstance(known[key], bool | str):
            self.kind(value, type(known[key]), f"'{key}'", *path)
        elif isinstance(known[key], list):
            self.fault(f"'{key}' cannot be altered.", "terrain.table", *path)
        else:
            self.whole(value, 0, 99_000, f"'{key}'", "terrain.table", *path)

    # --- sides, groups and terms --------------------------------------------------------------------------------

    def sides(self) -> None:
        entries = self.tables("side") or list(enumerate(SIDES))
        if len(entries) != 2:
            self.fault(f"There are two sides, not {len(entries)}.", SCENARIO, "side")
        for number, entry in entries:
            name = self.name(entry, "side", "side", number)
            self.ids.append(name)
            if "facing" in entry:
                self.read(bearing_of, entry["facing"], "geo.vectors", "side", number, "facing")
            self.facings[name] = entry.get("facing", 0)
            if "break" in entry:
                self.whole(entry["break"], 0, 999, "A break level", "end.break", "side", number, "break")

    def reinforcements(self) -> None:
        """`reinf.fixed`, `reinf.diced`, `reinf.pool`."""
        for number, entry in self.tables("group"):
            path = ("group", number)
            name = self.name(entry, "group", *path)
            self.side(entry, name or "A group", *path)
            self.groups[name] = str(entry.get("side"))
            kind = entry.get("kind", KINDS[0])
            self.word(kind, KINDS, "The kind of a group", "reinf.fixed", *path, "kind")
            self.whole(entry.get("turn", 1), 1, MOST_TURNS, "The turn of a group", "reinf.fixed", *path, "turn")
            if kind == "diced":
                self.whole(entry.get("need"), 2, 6, "What a diced group needs", "reinf.diced", *path, "need")
            self._entry(entry.get("entry"), name, *path)
            if name and not any(unit.get("group") == name for _, unit in self.tables("unit")):
                self.fault(f"Nobody comes with {name}.", "reinf.phase", *path)

    def _entry(self, entry: Any, name: str, *path: str | int) -> None:
        """`reinf.entry-roll`: one zone, or six for a die."""
        zones, board = (
            entry if isinstance(entry, list) else [entry],
            {"width": 0, "depth": 0, **self.section("board", dict)},
        )
        if len(zones) not in (1, 6):
            self.fault(f"{name} enters by one zone, or by six for a die.", "reinf.entry-roll", *path, "entry")
        for words in zones:
            zone = self.read(lambda words: zone_of(str(words), board), words, "reinf.place", *path, "entry")
            for edge, first, last in zone["edges"] if zone else ():
                whole = self.size[0] if edge in ("north", "south") else self.size[1]
                if not 0 <= first < last <= whole:
                    self.fault(f"{words!r} is no part of that edge.", "reinf.place", *path, "entry")

    def options(self) -> None:
        for key, value in self.section("options", dict).items():
            if self.word(key, OPTIONS, "An option", "option.stated", "options", key):
                self.word(value, OPTIONS[key], f"'{key}'", "option.stated", "options", key)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        self.whole(limit.get("turns", 1), 1, MOST_TURNS, "The last turn", "end.turn-limit", "limit", "turns")
        winners = (*self.ids, "draw", "points")
        self.word(limit.get("winner", "points"), winners, "Who wins at the limit", "end.victory", "limit", "winner")
        self._exits()
        self._deployment()
        for number, entry in self.tables("supply"):
            self.side(entry, "A supply point", "supply", number)
            self.read(area, {"radius": 0, **entry} if "at" in entry else entry, "markers.low-ammo", "supply", number)
        for number, entry in self.tables("objective"):
            self._objective(entry, "objective", number)

    def _exits(self) -> None:
        for side, edges in self.section("exits", dict).items():
            self.word(side, self.ids, "Who may leave", "move.exit", "exits", side)
            if self.kind(edges, list, f"The exits of {side}", "exits", side):
                for edge in edges:
                    self.word(edge, EDGES, "An edge to leave by", "move.exit", "exits", side)

    def _deployment(self) -> None:
        """`setup.deploy`: sides in their order, each with a zone."""
        deploy = self.section("deploy", dict)
        order, zones = deploy.get("order", []), deploy.get("zones", {})
        if not (self.kind(order, list, "The order of deployment", "deploy", "order")
                and self.kind(zones, dict, "The zones", "deploy", "zones")):  # fmt: skip
            return
        for side in [*order, *zones]:
            self.word(side, self.ids, "Who deploys", "setup.deploy", "deploy")
        for side in order:
            if str(side) not in zones:
                self.fault(f"{side} deploys, but has no zone.", "setup.deploy", "deploy", "zones")
        for words in zones.values():
            self.read(box, words, "setup.deploy", "deploy", "zones")

    def _objective(self, entry: Json, *path: str | int) -> None:
        """`end.victory`."""
        self.word(entry.get("side"), (*self.ids, "draw"), "Whose objective", "end.victory", *path, "side")
        self.word(entry.get("when", END), (ONCE, TURN, END), "When it is looked at", "end.victory", *path, "when")
        self.kind(entry.get("why"), str, "The reason of an objective", *path, "why")
        tests = entry.get("tests")
        if not isinstance(tests, list) or not tests:
            return self.fault("An objective has tests: how many units, of whom, and where.", "end.victory", *path)
        for test in tests:
            if self.kind(test, dict, "A test", *path, "tests"):
                self._test(test, *path, "tests")
        return None

    def _test(self, test: Json, *path: str | int) -> None:
        self._keys("tests", TEST, test, *path)
        self.side(test, "A test", *path)
        for key, known in (("codes", CODES), ("arms", ARMS)):
            if self.kind(test.get(key, []), list, f"'{key}' of a test", *path):
                for word in test.get(key, []):
                    self.word(word, known, f"One of the {key}", "end.victory", *path)
        for key in ("steady", "destroyed"):
            self.kind(test.get(key, False), bool, f"'{key}' of a test", *path)
        if ("near" in test) != ("within" in test):
            self.fault("A test is 'near' a place and 'within' so many inches of it.", "end.victory", *path)
        elif "near" in test:
            self.read(point, test["near"], "end.victory", *path)
            self.read(length, test["within"], "end.victory", *path)
        if "inside" in test:
            self.read(lambda words: area({"outline": words}), test["inside"], "end.victory", *path)
        if not {"at_least", "at_most"} & set(test):
            self.fault("A test says how many: 'at_least' or 'at_most'.", "end.victory", *path)
        for key in ("at_least", "at_most"):
            self.whole(test.get(key, 0), 0, 999, f"'{key}' of a test", "end.victory", *path)

    # --- in mid-battle ------------------------------------------------------------------------------------------

    def middle(self) -> None:
        now = self.section("now", dict)
        self.whole(now.get("turn", 1), 1, MOST_TURNS, "The turn", SCENARIO, "now", "turn")
        self.word(now.get("phase", PHASES[0]), PHASES, "The phase", "turn.sequence", "now", "phase")
        for key in ("first", "acting"):
            if key in now:
                self.word(now[key], self.ids, f"'{key}'", "init.scope", "now", key)
        units = [str(entry.get("id")) for _, entry in self.tables("unit")]
        for ring in now.get("squares", []) if self.kind(now.get("squares", []), list, "'squares'", "now") else []:
            if not isinstance(ring, list) or not all(isinstance(name, str) and name in units for name in ring):
                self.fault("A square is a list of units.", "square.brigade", "now", "squares")
        captured = now.get("captured", {})
        if self.kind(captured, dict, "'captured'", "now", "captured"):
            for side, number in captured.items():
                self.word(side, self.ids, "Whose commanders", "end.victory", "now", "captured")
                self.whole(number, 0, 99, "Points for commanders", "end.victory", "now", "captured")


def check(document: Document) -> list[Fault]:
    """Everything that is wrong with a scenario of this system."""
    inspector = Inspector(document)
    inspector.keys(KNOWN)
    inspector.board()
    inspector.sides()
    inspector.reinforcements()
    inspector.options()
    inspector.units()
    inspector.tokens()
    inspector.terms()
    inspector.middle()
    return sorted(inspector.faults)
