"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from zareba.boards.hex import HexGrid
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.findings import Findings
from zareba.systems.afriboria.ground import CODES, STRUCTURES, map_rows
from zareba.systems.afriboria.language import COMMANDS, EVENTS, card_faults
from zareba.systems.afriboria.scenario import OPTIONS
from zareba.systems.afriboria.troops import AIR, CAVALRY, COLOURS, COMMANDER, INFANTRY, MOTOR, SIDES, TABLES

Json = dict[str, Any]
KINDS: Json = TABLES["units"]
MOST_CELLS = 4_096
KEYS = {
    "system",
    "name",
    "level",
    "minutes",
    "briefing",
    "options",
    "board",
    "side",
    "unit",
    "company",
    "objective",
    "limit",
    "first",
    "card",
    "note",
    "hands",
    "discarded",
    "stock",
    "points",
    "forced",
    "last_cards",
    "ladder",
    "values",
    "now",
}
"""`setup.quota`, `setup.hand`, `setup.first` and all else that a scenario may state."""


class Inspector(Findings):
    """Goes through a scenario and notes what is wrong."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, "setup.deploy")
        self.grid: HexGrid | None = None
        self.codes: dict[str, str] = {}
        self.structures: set[str] = set()
        self.units: dict[str, Json] = {}

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

    # --- the board ----------------------------------------------------------------------------------------------

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
            if board.get("inside"):
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
            self.structures.update(self.hexes(entry.get("hexes"), "siege.inside", *path))
            self.word(entry.get("is"), ("wall", "gate", "building"), "A structure", "siege.inside", *path)
            self.word(entry.get("type"), TABLES["structures"], "The type of a structure", "siege.values", *path)
            self.whole(entry.get("value", 1), 1, 99, "A defence value", "siege.values", *path)
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
            self.hexes(entry.get("at"), "count.works-sides", *path)
            self.word(entry.get("is"), names, "Works with sides", "count.works-sides", *path)
            self.hexes(entry.get("sides"), "count.works-sides", *path)

    # --- sides and units ----------------------------------------------------------------------------------------

    def sides(self) -> None:
        seen = []
        for number, entry in self.tables("side"):
            path = ("side", number)
            if self.word(entry.get("id"), SIDES, "A side", "board.sides", *path):
                if entry["id"] in seen:
                    self.fault(f"There are two sides {entry['id']!r}.", "board.sides", *path)
                seen.append(entry["id"])
            for key in ("name", "colour"):
                if not isinstance(entry.get(key, ""), str):
                    self.fault(f"The {key} of a side is a text.", "board.sides", *path, key)
            self.whole(entry.get("hand", 5), 1, 12, "A hand", "setup.hand", *path)
            self.whole(entry.get("quota", 1), 1, 99, "A quota", "setup.quota", *path)
            self.whole(entry.get("companies", 0), 0, 9, "A number of companies", "setup.company-limit", *path)
            if entry.get("base"):
                self.hexes(entry["base"], "air.plane-field", *path)
        if "first" in self.data:
            self.word(self.data["first"], SIDES, "Who moves first", "setup.first", "first")

    def roster(self) -> None:
        for number, entry in self.tables("unit"):
            path = ("unit", number)
            if not self._identity(entry, *path):
                continue
            self._strength(entry, *path)
            self._equipment(entry, *path)
            self._place(entry, *path)
        self._stacking()

    def _identity(self, entry: Json, *path: str | int) -> bool:
        """A name of its own, a kind, a side and a colour."""
        id = entry.get("id")
        if not isinstance(id, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", id) or id in self.units:
            self.fault(f"A unit has an id of its own in small letters, not {id!r}.", "setup.deploy", *path)
            return False
        known = self.word(entry.get("kind"), KINDS, "The kind of a unit", "setup.deploy", *path)
        sided = self.word(entry.get("side"), SIDES, "The side of a unit", "board.sides", *path)
        if not (known and sided):
            return False
        self.units[id] = entry
        if not isinstance(entry.get("name", ""), str):
            self.fault("The name of a unit is a text.", "setup.deploy", *path, "name")
        self._colour(entry, *path)
        return True

    def _colour(self, entry: Json, *path: str | int) -> None:
        """`setup.colours`, `setup.no-colour`."""
        type = KINDS[entry["kind"]]["type"]
        if type == COMMANDER and "colour" in entry:
            self.fault("A commander has no colour.", "setup.no-colour", *path, "colour")
        elif type == AIR and "colour" not in entry:
            return
        elif type != COMMANDER:
            self.word(entry.get("colour"), COLOURS, f"The colour of {entry['id']}", "setup.colours", *path)

    def _strength(self, entry: Json, *path: str | int) -> None:
        row = KINDS[entry["kind"]]
        most = row["max"]
        usual = 6 if entry["kind"] == "airship" else most
        if self.whole(entry.get("strength", usual), 1, most, "The strength", row["clause"], *path, "strength"):
            start = entry.get("strength", usual)
            self.whole(entry.get("now", start), 1, start, "What is left", "setup.deploy", *path, "now")
            self.whole(entry.get("firearms", 0), 0, start, "The number of firearms", "battle.part-armed", *path)
        self.whole(entry.get("points", 1), 1, 9, "What it is worth", "win.kill", *path)
        self.whole(entry.get("arrives", 1), 1, 99, "The round of arrival", "setup.deploy", *path)
        for key in ("fuel", "bombs"):
            self.whole(entry.get(key, 1), 0, 7, f"Its {key}", "air.endurance", *path)

    def _equipment(self, entry: Json, *path: str | int) -> None:
        type = KINDS[entry["kind"]]["type"]
        self.word(entry.get("arms", "firearms"), ("firearms", "bows", "spears"), "Arms", "battle.armed", *path)
        self.word(entry.get("mount", "foot"), ("foot", "horse"), "A commander's mount", "move.commander", *path)
        self.word(entry.get("weapon", "none"), TABLES["arms"], "A vehicle's weapon", "unit.motor", *path)
        only: dict[str, tuple[bool, str]] = {
            "lancers": (entry["kind"] == "cav-a", "cav.lancers"),
            "mounted": (type == CAVALRY, "setup.mounted"),
            "mount": (type == COMMANDER, "move.commander"),
            "character": (type == COMMANDER, "char.as-commander"),
            "ladder": (type == INFANTRY, "siege.ladder-carry"),
            "weapon": (type == MOTOR, "unit.motor"),
            "aloft": (type == AIR, "air.layer"),
            "armed": (type == AIR, "air.fire-ground"),
        }
        for key, (allowed, clause) in only.items():
            if key in entry and not allowed:
                self.fault(f"'{key}' does not go with {entry['kind']}.", clause, *path, key)
        for key in (
            "lancers",
            "mounted",
            "character",
            "combatant",
            "ladder",
            "aloft",
            "hidden",
            "wounded",
            "extra",
            "supply",
            "armed",
        ):
            if not isinstance(entry.get(key, False), bool):
                self.fault(f"'{key}' is true or false.", "setup.deploy", *path, key)

    def _place(self, entry: Json, *path: str | int) -> None:
        """Terrain that it may not stand on, and sections that are no chain (`setup.deploy`)."""
        text = entry.get("at")
        words = str(text).split() if isinstance(text, str) else []
        shape = all(re.fullmatch(r"[A-Za-z]+\d+(:\d+)?", word) for word in words)
        if not words or not shape or (len(words) > 1 and not all(":" in word for word in words)):
            self.fault(
                f"{entry['id']} stands in a hex like 'C4', or in sections like 'F8:2 E9:2'.", "setup.deploy", *path
            )
            return
        names = self.hexes(" ".join(word.split(":")[0] for word in words), "setup.deploy", *path)
        if len(names) == len(words) and self.grid:
            self._ground(entry, names, *path)
            if ":" in str(text):
                self._sections(entry, names, [int(word.split(":")[1]) for word in words], *path)

    def _ground(self, entry: Json, names: list[str], *path: str | int) -> None:
        type = KINDS[entry["kind"]]["type"]
        foot = type in (INFANTRY, "transport") or (type == COMMANDER and entry.get("mount", "foot") == "foot")
        for name in names:
            code = self.codes.get(name, ".")
            if "X" in code:
                self.fault(f"Nobody can stand in {name}.", "terrain.impassable", *path)
            if "d" in code and not foot and not entry.get("aloft"):
                self.fault(f"{entry['id']} cannot stand in the depression {name}.", "move.depression", *path)

    def _sections(self, entry: Json, names: list[str], figures: list[int], *path: str | int) -> None:
        """`siege.man-chain`: one section in a hex, in a connected chain of wall or gate hexes."""
        assert self.grid
        grid = self.grid
        if not grid.connected(grid.mask(map(grid.find, names))) or len(set(names)) < len(names):
            self.fault(f"The sections of {entry['id']} are no chain.", "siege.man-chain", *path)
        if any(name not in self.structures for name in names):
            self.fault(f"{entry['id']} mans hexes that are no walls.", "siege.man", *path)
        start = entry.get("now", entry.get("strength", KINDS[entry["kind"]]["max"]))
        if min(figures) < 1 or sum(figures) != start:
            self.fault(f"The sections of {entry['id']} do not add up to its strength.", "siege.man", *path)
        most = 4 if self._hexes_are_wide() else 2
        if max(figures) > most:
            self.fault(f"A section of {entry['id']} has more than {most} figures.", "siege.man", *path)

    def _hexes_are_wide(self) -> bool:
        return bool(self.section("options", dict).get("hex-size", "15") == "15")

    def _stacking(self) -> None:
        """`stack.two`, `stack.one-commander`, and nobody among enemies."""
        there: dict[str, list[Json]] = {}
        for entry in self.units.values():
            if not entry.get("arrives") and not entry.get("aloft"):
                for word in str(entry.get("at", "")).split():
                    there.setdefault(word.split(":")[0].upper(), []).append(entry)
        room = 2 if self._hexes_are_wide() else 1
        for name, entries in there.items():
            leads = [one for one in entries if KINDS[one["kind"]]["type"] == COMMANDER]
            number = [one.get("id") for _, one in self.tables("unit")].index(entries[-1]["id"])
            if len({one["side"] for one in entries}) > 1:
                self.fault(f"Both sides stand in {name}.", "move.enemy", "unit", number)
            elif len(leads) > 1:
                self.fault(f"Two commanders stand in {name}.", "stack.one-commander", "unit", number)
            elif len(entries) - len(leads) > room:
                clause = "stack.two" if room == 2 else "stack.ten-cm"
                self.fault(f"More than {room} unit(s) stand in {name}.", clause, "unit", number)

    # --- terms --------------------------------------------------------------------------------------------------

    def options(self) -> None:
        for name, value in self.section("options", dict).items():
            if name not in OPTIONS:
                self.fault(f"There is no option {name!r}.", "setup.events-optional", "options", name)
            else:
                self.word(value, OPTIONS[name], f"The option {name}", "setup.events-optional", "options", name)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        if "rounds" in limit:
            self.whole(limit["rounds"], 1, 999, "The round limit", "win.limit", "limit", "rounds")
        if "stands" in limit:
            stands = limit["stands"] if isinstance(limit["stands"], dict) else {}
            self.word(stands.get("side"), SIDES, "Who holds out", "win.limit", "limit")
            self.hexes(stands.get("hexes"), "win.limit", "limit")
        for number, entry in self.tables("objective"):
            self.hexes(entry.get("hexes"), "win.objective", "objective", number)
            self.whole(entry.get("points", 1), 1, 99, "An objective's worth", "win.objective", "objective", number)
            self.word(
                entry.get("mode", "hold"), ("hold", "last"), "An objective's mode", "win.hold", "objective", number
            )
            if "side" in entry:
                self.word(entry["side"], SIDES, "Whose objective it is", "win.objective", "objective", number)

    def companies(self) -> None:
        """`company.members`, `company.zoc`: an officer and at most four units of one or two colours."""
        taken: set[str] = set()
        for number, entry in self.tables("company"):
            path = ("company", number)
            officer, members = entry.get("officer"), entry.get("members")
            named = isinstance(members, list) and all(isinstance(name, str) for name in members)
            if self.units.get(str(officer), {}).get("kind") != "officer" or not named:
                self.fault("A company has an officer and a list of members.", "company.nco-never", *path)
                continue
            assert isinstance(members, list)
            units = [self.units.get(name, {}) for name in members]
            if not 1 <= len(members) <= 4 or any(unit.get("kind") in (None, "officer", "nco") for unit in units):
                self.fault("A company has one to four units.", "company.members", *path)
            if len({unit.get("colour") for unit in units}) > 2:
                self.fault("A company has one or two colours.", "company.members", *path)
            if taken & {str(officer), *members}:
                self.fault("Nobody belongs to two companies.", "setup.company-limit", *path)
            taken |= {str(officer), *members}

    def cards(self) -> None:
        """`setup.custom-cards`: in the card language, beside the cards of the game."""
        ids = {*COMMANDS, *EVENTS}
        for number, entry in self.tables("card"):
            self.word(
                entry.get("deck", "command"), ("command", "event"), "A deck", "setup.custom-cards", "card", number
            )
            if entry.get("id") in ids:
                self.fault(f"There is a card {entry['id']!r} already.", "setup.custom-cards", "card", number)
            ids.add(str(entry.get("id")))
            for why in card_faults(entry):
                self.fault(f"The card {entry.get('id')!r} {why}", "setup.custom-cards", "card", number)

    def middle(self) -> None:
        """A battle in its middle: whose turn it is, and what has happened."""
        for key in self.data:
            if key not in KEYS:
                self.fault(f"A scenario has no '{key}'.", "setup.deploy", key)
        now = self.section("now", dict)
        if now:
            self.word(now.get("side"), SIDES, "Whose turn it is", "turn.sequence", "now")
        for number, entry in self.tables("ladder"):
            for key in ("foot", "wall"):
                self.hexes(entry.get(key), "siege.ladder-edge", "ladder", number)
            self.word(entry.get("side"), SIDES, "Whose ladder it is", "siege.ladder-edge", "ladder", number)
        for name in self.section("values", dict):
            if str(name).upper() not in self.structures:
                self.fault(f"{name} is no structure.", "siege.values", "values", name)
        for key in ("points", "forced"):
            for name, value in self.section(key, dict).items():
                self.whole(value, 0, 99, f"The {key} of {name}", "win.quota", key, name)


def check(document: Document) -> list[Fault]:
    """Everything that is wrong with a scenario of this system."""
    inspector = Inspector(document)
    parts: list[Callable[[], None]] = [
        inspector.board,
        inspector.sides,
        inspector.roster,
        inspector.options,
        inspector.terms,
        inspector.companies,
        inspector.cards,
        inspector.middle,
    ]
    for part in parts:
        part()
    return sorted(inspector.faults)
