"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import OFF, HexGrid
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.findings import Findings, is_whole
from zareba.systems.heroscape.scenario import (
    CODES,
    OPTIONS,
    SIDES,
    area,
    map_rows,
    posts,
    terrain_and_level,
    worn_out,
)
from zareba.systems.heroscape.troops import HEX_POINTS, TABLES

Json = dict[str, Any]
KINDS: Json = TABLES["kinds"]
MOST_CELLS = 65_536
EDGES = ("wall", "high")
GUNS = ("machine-gun", "artillery")


class Inspector(Findings):
    """Goes through a scenario and notes what is wrong."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, "setup.scenario")
        self.grid: HexGrid | None = None
        self.codes: dict[int, str] = {}
        self.ids: list[str] = []
        self.colours: dict[str, str] = {}

    # --- the board ----------------------------------------------------------------------------------------------

    def board(self) -> None:
        board = self.section("board", dict)
        if isinstance(board.get("map"), str):
            self._map(board["map"])
        elif is_whole(board.get("columns")) and is_whole(board.get("rows")):
            self._size(board["columns"], board["rows"])
        else:
            self.fault("The board has neither a map nor columns and rows.", "board.coordinates", "board")
        if self.grid:
            self._single_codes(board.get("codes", {}))
            self._edges(board.get("sides", []))

    def _map(self, text: str) -> None:
        rows = map_rows(text)
        width = len(rows[0]) if rows else 0
        top = self.document.line("board", "map")
        for number, line in enumerate(rows, 1):
            if len(line) != width:
                self.faults.append(
                    Fault(
                        top + number,
                        f"Row {number} has {len(line)} hexes; the first has {width}.",
                        "board.coordinates",
                    )
                )
                return
        self._size(width, len(rows))
        for r, line in enumerate(rows if self.grid else [], 1):
            for c, code in enumerate(line, 1):
                self._code(c, r, code, top + r)

    def _size(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1 or columns * rows > MOST_CELLS:
            self.fault(f"A board of {columns} by {rows} hexes cannot be played on.", "board.coordinates", "board")
        else:
            self.grid = HexGrid(columns, rows)

    def _code(self, column: int, row: int, code: Any, line: int) -> None:
        assert self.grid
        if not isinstance(code, str) or code.rstrip("0123456789") not in ("", *CODES) or not _small(code):
            name = self.grid.name(self.grid.index(column, row))
            known = " ".join(CODES)
            why = f"{name} has the unknown terrain code {code!r}; known are {known}, each with a level if it has one."
            self.faults.append(Fault(line, why, "board.extra-terrain"))
        else:
            self.codes[self.grid.index(column, row)] = code

    def _single_codes(self, codes: Any) -> None:
        assert self.grid
        if not isinstance(codes, dict):
            return self.fault("'codes' is no table of hexes.", "board.extra-terrain", "board", "codes")
        for name, code in codes.items():
            cell = self.grid.find(name)
            if cell == OFF:
                self.fault(f"There is no hex {name}.", "board.coordinates", "board", "codes", name)
            else:
                self._code(*self.grid.place(cell), code, self.document.line("board", "codes", name))

    def _edges(self, edges: Any) -> None:
        for edge in edges if isinstance(edges, list) else [edges]:
            if not isinstance(edge, dict) or edge.get("is") not in EDGES:
                self.fault(
                    "A side is a table like { between = [..], is = 'wall' } (or 'high').",
                    "move.wall",
                    "board",
                    "sides",
                )
            else:
                self._edge(edge.get("between"))

    def _edge(self, between: Any) -> None:
        assert self.grid
        names = between if isinstance(between, list) and len(between) == 2 else ["", ""]
        a, b = (self.grid.find(str(name)) for name in names)
        if OFF in (a, b) or self.grid.distance(a, b) != 1:
            self.fault(
                f"A side lies between two neighbouring hexes, not {between}.",
                "board.side-open",
                "board",
                "sides",
            )

    # --- sides and units ----------------------------------------------------------------------------------------

    def sides(self) -> None:
        entries = [entry for _, entry in self.tables("side")] or list(SIDES)
        if len(entries) != 2:
            self.fault(f"There are two sides, not {len(entries)}.", "cards.colour", "side")
        for number, entry in enumerate(entries):
            self._side(number, entry)
        colours = [colour for colour in self.colours.values() if colour]
        if len(self.ids) != len(set(self.ids)) or len(colours) != len(set(colours)) or len(colours) == 1:
            self.fault("The two sides need names and colours of their own (or no colours).", "cards.colour", "side")

    def _side(self, number: int, entry: Json) -> None:
        name = entry.get("id")
        if not isinstance(name, str) or not name:
            return self.fault("A side has no id.", "setup.scenario", "side", number)
        self.ids.append(name)
        self.colours[name] = str(entry.get("colour", ""))
        if self.colours[name] not in ("", "red", "black"):
            self.fault(
                f"{name} plays {entry['colour']!r}; cards are red or black.",
                "cards.colour",
                "side",
                number,
                "colour",
            )
        if entry.get("players", 1) not in (1, 2):
            self.fault(f"{name} has one player or two.", "cards.suit", "side", number, "players")
        elif entry.get("players") == 2 and not self.colours[name]:
            self.fault(f"{name} has two players and needs a colour for their suits.", "cards.suit", "side", number)
        if not _share(entry.get("exhausted", "1/2")):
            why = f"{name} is exhausted by a number of figures or a share such as '1/2'."
            self.fault(why, "end.exhaustion", "side", number, "exhausted")

    def units(self) -> None:
        seen: set[str] = set()
        for number, entry in self.tables("unit"):
            name = entry.get("id")
            if not isinstance(name, str) or not name or "." in name or " " in name or "|" in name:
                self.fault("A unit needs an id without spaces, dots and bars.", "setup.scenario", "unit", number)
                continue
            if name in seen:
                self.fault(f"There are two units {name}.", "setup.scenario", "unit", number, "id")
            seen.add(name)
            if entry.get("side") not in self.ids:
                self.fault(f"{name} belongs to no side of this battle.", "setup.scenario", "unit", number, "side")
            if self._kind(number, name, entry):
                self._stand(number, name, entry)
        self._leaders()
        self._rooms()

    def _kind(self, number: int, name: str, entry: Json) -> bool:
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            self.fault(
                f"{name} is a {kind}; known are {', '.join(KINDS)}.",
                "unit.attributes",
                "unit",
                number,
                "kind",
            )
            return False
        weapon = entry.get("weapon", KINDS[kind]["weapons"][0])
        if weapon not in KINDS[kind]["weapons"]:
            carried = ", ".join(KINDS[kind]["weapons"])
            self.fault(
                f"{name} cannot carry {weapon}; {kind} carries {carried}.",
                "unit.attributes",
                "unit",
                number,
                "weapon",
            )
        self._word(number, name, entry, "origin", ("european", "native"), kind == "infantry")
        self._word(number, name, entry, "mount", ("foot", "mounted"), kind == "leader")
        self._word(number, name, entry, "quality", tuple(TABLES["quality"]), bool(KINDS[kind]["tests"]))
        self._word(number, name, entry, "command", (1, 2))
        self._word(number, name, entry, "players", (1, 2))
        return True

    def _word(self, number: int, name: str, entry: Json, key: str, known: tuple[Any, ...], has: bool = True) -> None:
        if key in entry and not has:
            self.fault(f"{name} has no {key}.", "unit.attributes", "unit", number, key)
        elif key in entry and entry[key] not in known:
            words = ", ".join(map(str, known))
            self.fault(
                f"{name} has the {key} {entry[key]!r}; known are {words}.",
                "unit.attributes",
                "unit",
                number,
                key,
            )

    def _stand(self, number: int, name: str, entry: Json) -> None:
        """Where a unit stands: on the map, on ground that can be entered, contiguous, and not too many."""
        try:
            stacks = posts(entry)
        except (ValueError, KeyError):
            return self.fault(
                f'{name} stands nowhere that can be read; write at = "0406 0506:4".',
                "setup.deploy",
                "unit",
                number,
            )
        if self.grid is None:
            return None
        cells = [self.grid.find(hex) for hex, _ in stacks]
        for (hex, figures), cell in zip(stacks, cells, strict=True):
            self._post(number, name, entry["kind"], hex, figures, cell)
        full = KINDS[entry["kind"]]["figures"]
        if not 0 < sum(figures for _, figures in stacks) <= full:
            clause = f"unit.{entry['kind']}"
            self.fault(
                f"{name} has {sum(f for _, f in stacks)} figures; full strength is {full}.",
                clause,
                "unit",
                number,
                "at",
            )
        if len(cells) != len(set(cells)):
            self.fault(f"{name} stands twice in the same hex.", "unit.stack", "unit", number, "at")
        if OFF not in cells and not self._midway() and not self.grid.connected(self.grid.mask(cells)):
            self.fault(f"{name} is not contiguous.", "setup.deploy", "unit", number, "at")
        if entry["kind"] in GUNS and len(cells) > 1:
            self.fault(f"The crew of {name} is not in one hex with its weapon.", "unit.crew", "unit", number, "at")

    def _midway(self) -> bool:
        return bool(self.data.get("midway"))

    def _post(self, number: int, name: str, kind: str, hex: str, figures: int, cell: int) -> None:
        at = ("unit", number, "at")
        if cell == OFF:
            return self.fault(f"{name} stands in {hex}, which is not on the map.", "board.coordinates", *at)
        terrain, _ = terrain_and_level(self.codes.get(cell, "."))
        if not TABLES["terrain"][terrain]["enter"]:
            return self.fault(f"{name} stands in {hex}, a {terrain} that cannot be entered.", "move.cliff", *at)
        if figures < 1:
            self.fault(f"{name} has {figures} figures in {hex}.", "unit.stack", *at)
        return None

    def _leaders(self) -> None:
        """`unit.one-leader`: each player has at most one on the field."""
        for _, side in self.tables("side") or enumerate(SIDES):
            for players in {side.get("players", 1), *self._numbers_of_players()}:
                self._one_each(side.get("id"), players)

    def _numbers_of_players(self) -> set[int]:
        """The numbers of players for which the scenario has units of their own."""
        return {entry["players"] for _, entry in self.tables("unit") if entry.get("players") in (1, 2)}

    def _one_each(self, side: Any, players: int) -> None:
        seen: dict[int, str] = {}
        for number, entry in self.tables("unit"):
            if entry.get("kind") != "leader" or entry.get("side") != side or entry.get("players", players) != players:
                continue
            command = entry.get("command", 1) if players == 2 else 1
            if command in seen:
                why = f"{entry.get('id')} is a second leader beside {seen[command]}."
                self.fault(why, "unit.one-leader", "unit", number)
            seen[command] = str(entry.get("id"))

    def _rooms(self) -> None:
        """`stack.limit`, `stack.no-enemies`: who shares a hex, for each number of players a side may have."""
        if self.grid is None or self.faults:
            return
        for players in (1, 2):
            self._crowd([(n, entry) for n, entry in self.tables("unit") if entry.get("players", players) == players])

    def _crowd(self, roster: list[tuple[int, Json]]) -> None:
        load: dict[str, int] = {}
        held: dict[str, str] = {}
        guns: dict[str, bool] = {}
        for number, entry in roster:
            for hex, figures in posts(entry):
                load[hex] = load.get(hex, 0) + _points(entry, figures)
                guns[hex] = guns.get(hex, False) or entry["kind"] in GUNS
                if load[hex] > HEX_POINTS:
                    why = f"With {entry['id']} there are too many figures in {hex}."
                    self.fault(why, "stack.weapon" if guns[hex] else "stack.limit", "unit", number, "at")
                if held.setdefault(hex, entry["side"]) != entry["side"]:
                    self.fault(f"{entry['id']} shares {hex} with an enemy.", "stack.no-enemies", "unit", number, "at")

    # --- the rest -----------------------------------------------------------------------------------------------

    def options(self) -> None:
        for key, value in self.section("options", dict).items():
            if key not in OPTIONS:
                self.fault(f"There is no option {key}.", "setup.scenario", "options", key)
            elif value not in OPTIONS[key]:
                words = ", ".join(OPTIONS[key])
                self.fault(f"The option {key} is {words}; not {value!r}.", f"opt.{key}", "options", key)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        if not is_whole(limit.get("packs", 0)) or limit.get("packs", 0) < 0:
            self.fault("The limit is a number of packs.", "end.limit", "limit", "packs")
        if limit.get("winner", self._any_side()) not in self.ids:
            self.fault(f"{limit['winner']} is no side of this battle.", "end.limit", "limit", "winner")
        if not is_whole(limit.get("level", 0)):
            self.fault("The level that decides at the limit is a whole number.", "end.limit", "limit", "level")
        for number, goal in self.tables("objective"):
            self._objective(number, goal)
        self._named_hexes("exits", "board.edge")
        self._deployment()

    def _any_side(self) -> str:
        return self.ids[0] if self.ids else ""

    def _objective(self, number: int, goal: Json) -> None:
        hold = goal.get("hold")
        if goal.get("side") not in self.ids or not isinstance(goal.get("why"), str) or not isinstance(hold, list):
            return self.fault("An objective has a side, hexes to hold, and why.", "end.objective", "objective", number)
        for group in hold:
            self._hexes(str(group), "end.objective", "objective", number, "hold")
        return None

    def _named_hexes(self, section: str, clause: str) -> None:
        for key, words in self.section(section, dict).items():
            if key in self.ids:
                self._hexes(str(words), clause, section, key)
            elif key not in ("cost", "lost"):
                self.fault(f"{key} is no side of this battle.", clause, section, key)

    def _hexes(self, words: str, clause: str, *path: str | int) -> None:
        if self.grid is None:
            return
        for name in words.split():
            if self.grid.find(name) == OFF:
                self.fault(f"There is no hex {name}.", clause, *path)

    def _deployment(self) -> None:
        deploy = self.section("deploy", dict)
        order, areas = deploy.get("order", []), deploy.get("areas", {})
        if not isinstance(order, list) or not isinstance(areas, dict):
            return self.fault("Deployment has an order of sides and their areas.", "setup.deploy", "deploy")
        for name in [*order, *areas]:
            if name not in self.ids:
                self.fault(f"{name} is no side of this battle.", "setup.deploy", "deploy")
        for name in order:
            self._area(str(name), areas.get(name))
        return None

    def areas(self) -> None:
        """`setup.deploy`: the printed positions, too, lie inside the deployment area of their side."""
        areas = self.section("deploy", dict).get("areas", {})
        if self.grid is None or self.faults or self._midway():
            return
        for number, entry in self.tables("unit"):
            if entry["side"] in areas:
                inside = area(self.grid, areas[entry["side"]])
                for hex, _ in posts(entry):
                    if not inside >> self.grid.find(hex) & 1:
                        why = f"{entry['id']} stands in {hex}, outside the deployment area of its side."
                        self.fault(why, "setup.deploy", "unit", number, "at")

    def _area(self, name: str, words: Any) -> None:
        if not isinstance(words, str) or not words:
            return self.fault(f"{name} deploys freely, but has no area.", "setup.deploy", "deploy", "areas")
        if not words.startswith("rows "):
            return self._hexes(words, "setup.deploy", "deploy", "areas", name)
        first, _, last = words.removeprefix("rows ").partition("-")
        rows = self.grid.rows if self.grid else 0
        if not (first.isdecimal() and (last or first).isdecimal() and 1 <= int(first) <= int(last or first) <= rows):
            self.fault(f"{name} has no such area: {words}.", "setup.deploy", "deploy", "areas", name)
        return None

    def middle(self) -> None:
        """Engagements and cards of a position in mid-battle."""
        units = {entry.get("id"): entry.get("side") for _, entry in self.tables("unit")}
        for pair in self.section("engaged", list):
            known = isinstance(pair, list) and len(pair) == 2 and all(str(name) in units for name in pair)
            if not known or units[pair[0]] == units[pair[1]]:
                self.fault(f"Two enemy units can be engaged, not {pair}.", "charge.engage", "engaged")


KNOWN = {
    "": """system name level minutes briefing author notes board side unit options limit deploy objective exits
           midway engaged turned lost packs""",
    "board": "map columns rows codes sides",
    "side": "id name colour exhausted players",
    "unit": "id name side command players kind origin weapon quality mount at square limbered",
    "limit": "packs winner level",
    "deploy": "order areas",
    "objective": "side hold why",
}
"""Every word that a scenario may use as a key: a word misspelt would otherwise be passed over in silence."""


def check(document: Document) -> list[Fault]:
    """Everything that is wrong with a scenario of this system."""
    inspector = Inspector(document)
    inspector.keys(KNOWN)
    inspector.board()
    inspector.sides()
    inspector.units()
    inspector.options()
    inspector.terms()
    inspector.areas()
    inspector.middle()
    return sorted(inspector.faults)


def _small(code: str) -> bool:
    """A level of at most two digits."""
    return len(code) - len(code.rstrip("0123456789")) <= 2


def _share(value: Any) -> bool:
    if is_whole(value):
        return bool(value > 0)
    part, slash, whole = str(value).partition("/")
    return (
        bool(slash)
        and part.isdecimal()
        and whole.isdecimal()
        and 0 < int(part) <= int(whole)
        and worn_out(value, 1) > 0
    )


def _points(entry: Json, figures: int) -> int:
    kind = entry["kind"]
    if kind in GUNS:
        return HEX_POINTS
    return figures * (2 if kind == "cavalry" or entry.get("mount") == "mounted" else 1)
