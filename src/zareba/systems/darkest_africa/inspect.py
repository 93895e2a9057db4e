"""Everything that is wrong with a scenario, all at once, with the line and the clause."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches import Circle, on_table
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.systems.darkest_africa import army
from zareba.systems.darkest_africa.field import PHASES
from zareba.systems.darkest_africa.ground import Ground
from zareba.systems.darkest_africa.inspect_units import UnitInspector, whole
from zareba.systems.darkest_africa.options import OPTIONS
from zareba.systems.darkest_africa.reading import box, length, place
from zareba.systems.darkest_africa.roster import SIDES, count_in, officers_in
from zareba.systems.darkest_africa.scenario import EDGES, KINDS, feature, is_line
from zareba.systems.darkest_africa.troops import INCH, TABLES, TROOPS

Json = dict[str, Any]
TERRAIN = (*TABLES["terrain"], "fence", *TABLES["scenery"])
LEAST_SIZE, MOST_SIZE = 6 * INCH, 240 * INCH
MOST_FEATURES = 200
MOST_ROUNDS = 1_000
TOP = (
    *("system", "name", "level", "minutes", "briefing", "author", "note", "board", "side", "unit", "load"),
    *("options", "setup", "limit", "hold", "convoy", "midway", "round", "active", "phase"),
)
SIDE = ("id", "name", "edge", "zone", "exit", "hides", "list", "destroyed", "saved")
HIDES = ("no", "may", "must")
KNOWN = {
    "board": ("width", "depth", "terrain"),
    "setup": ("kind", "attacker", "first", "points-game"),
    "limit": ("rounds", "breaks"),
    "hold": ("at", "within", "worth"),
    "convoy": ("side", "win", "lose"),
}


class Inspector(UnitInspector):
    """Goes through a document and notes what is wrong."""

    def everything(self) -> list[Fault]:
        self.words("A scenario", self.data, TOP)
        for name, known in KNOWN.items():
            self.words(f"'{name}'", self.section(name, dict), known, name)
        self.board()
        self.sides()
        self.laid()
        self.units()
        self.loads()
        self.positions()
        self.numbers()
        self.options()
        self.terms()
        self.middle()
        self.forces()
        return sorted(self.faults, key=lambda fault: fault.line)

    # --- the board ----------------------------------------------------------------------------------------------

    def board(self) -> None:
        board = self.section("board", dict)
        size = [self._size(board, key) for key in ("width", "depth")]
        features = board.get("terrain", [])
        if not isinstance(features, list) or not all(isinstance(one, dict) for one in features):
            return self.fault("'terrain' is no list of tables.", "terr.kinds", "board", "terrain")
        if len(features) > MOST_FEATURES:
            return self.fault(f"There are more than {MOST_FEATURES} terrain features.", "terr.kinds", "board")
        sound = [self._feature(number, entry, size) for number, entry in enumerate(features)]
        if all(size) and all(sound):
            self.ground = Ground(size[0] or 0, size[1] or 0, [feature(entry) for entry in features])
        return None

    def _size(self, board: Json, key: str) -> int | None:
        found: int | None = self.read(length, board.get(key), "geo.units", "board", key)
        if found is not None and not LEAST_SIZE <= found <= MOST_SIZE:
            why = f"A table is from {LEAST_SIZE // INCH} to {MOST_SIZE // INCH} inches wide and deep."
            self.fault(why, "geo.units", "board", key)
            return None
        return found

    def _feature(self, number: int, entry: Json, size: list[int | None]) -> bool:
        path = ("board", "terrain", number)
        self.words("A terrain feature", entry, ("id", "kind", "name", "at", "radius", "box", "outline", "line"), *path)
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in TERRAIN:
            self.fault(f"There is no terrain {kind!r}; known are {', '.join(TERRAIN)}.", "terr.kinds", *path, "kind")
            return False
        given = [key for key in ("radius", "box", "outline", "line") if key in entry]
        if len(given) != 1 or (given == ["line"]) != is_line(kind):
            shape = "a 'line'" if is_line(kind) else "either 'at' and 'radius', or 'box', or 'outline'"
            self.fault(f"The {kind} has {shape}.", "terr.kinds", *path)
            return False
        return self._shape(entry, size, *path)

    def _shape(self, entry: Json, size: list[int | None], *path: str | int) -> bool:
        try:
            shape = feature(entry).shape
        except (ValueError, KeyError) as error:
            said = "A circle has its middle 'at'" if isinstance(error, KeyError) else str(error)
            self.fault(f"{said[:1].upper()}{said[1:]}.", "terr.kinds", *path)
            return False
        if isinstance(shape, Circle) and shape.radius <= 0:
            self.fault("A circle has a radius above nothing.", "terr.kinds", *path, "radius")
            return False
        if isinstance(shape, Circle):
            inside = all(0 <= at <= most for at, most in zip(shape.centre, size, strict=True) if most is not None)
        else:
            inside = None in size or on_table(shape, size[0] or 0, size[1] or 0)
        if not inside:
            self.fault(f"The {entry['kind']} lies off the table.", "terr.kinds", *path)
        return True

    # --- sides --------------------------------------------------------------------------------------------------

    def sides(self) -> None:
        entries = [entry for _, entry in self.tables("side")] or list(SIDES)
        if len(entries) != 2:
            self.fault(f"There are two sides, not {len(entries)}.", "setup.sides", "side")
        for number, entry in enumerate(entries):
            self.words("A side", entry, SIDE, "side", number)
            name = entry.get("id")
            if not isinstance(name, str) or not name or name != "".join(name.split()) or name in self.ids:
                self.fault("Each side has an id of its own, without spaces.", "setup.sides", "side", number)
                continue
            self.ids.append(name)
            self._side(number, name, entry)

    def _side(self, number: int, name: str, entry: Json) -> None:
        if entry.get("edge", "south") not in EDGES:
            self.fault(f"The edge of {name} is {', '.join(EDGES)}.", "setup.attack", "side", number, "edge")
        if "zone" in entry:
            self.read(box, entry["zone"], "setup.meeting-zone", "side", number, "zone")
        if entry.get("hides", "no") not in HIDES:
            self.fault(f"{name} {' or '.join(HIDES)} hide: 'hides'.", "hide.who", "side", number, "hides")
        for key in ("destroyed", "saved"):
            if not whole(entry.get(key, 0)) or entry.get(key, 0) < 0:
                self.fault(f"'{key}' is a number of loads of {name}.", "bag.gone", "side", number, key)
        if entry.get("list", "expedition") not in army.LISTS:
            why = f"There is no list {entry['list']!r}; there are {', '.join(army.LISTS)}."
            self.fault(why, "force.list", "side", number, "list")
        if "exit" in entry:
            self._exit(number, name, entry["exit"])

    def _exit(self, number: int, name: str, told: Any) -> None:
        words = told.split() if isinstance(told, str) else []
        if len(words) not in (1, 3) or words[0] not in EDGES:
            why = f'{name} leaves by "east" or by "east 12 24", not {told!r}.'
            return self.fault(why, "move.exit", "side", number, "exit")
        ends = [self.read(length, word, "move.exit", "side", number, "exit") for word in words[1:]]
        if None not in ends and ends and ends[0] >= ends[1]:
            self.fault(f"The exit of {name} has no room in it.", "move.exit", "side", number, "exit")
        return None

    # --- who attacks, who deploys --------------------------------------------------------------------------------

    def laid(self) -> None:
        laid = self.section("setup", dict)
        kind = laid.get("kind", "printed")
        if kind not in KINDS:
            return self.fault(f"A set-up is {', '.join(KINDS)}, not {kind!r}.", "setup.attack", "setup", "kind")
        for key in ("attacker", "first"):
            if key in laid and laid[key] not in self.ids:
                self.fault(f"{laid[key]!r} is no side of this battle.", "setup.attack", "setup", key)
        if kind == "attack" and "attacker" not in laid:
            self.fault("An attack names its attacker.", "setup.attack", "setup")
        if kind == "meeting" and ("attacker" in laid or "first" in laid):
            self.fault("Who meets throws for the first turn, and has no attacker.", "setup.meeting", "setup")
        if not isinstance(laid.get("points-game", False), bool):
            self.fault("'points-game' is true or false.", "setup.points-game", "setup", "points-game")
        if kind != "printed":
            self._edges()
        elif laid.get("points-game") and not self.data.get("unit"):
            self.fault(
                "Forces that are chosen at the table are deployed there: attack or meeting.",
                "setup.points-game",
                "setup",
            )
        return None

    def _edges(self) -> None:
        for number, entry in self.tables("side"):
            if "edge" not in entry and "zone" not in entry:
                why = f"{entry.get('id')} deploys, and has neither an edge nor a zone."
                self.fault(why, "setup.meeting-zone", "side", number)

    def numbers(self) -> None:
        """`geo.number`: an id that is a number is the number of its figure; and both sides have somebody."""
        if len(self.ids) != 2 or self.faults:
            return
        counted = 0
        for side in self.ids:
            before = counted
            for number, entry in self.tables("unit"):
                if entry["side"] == side:
                    counted = self._numbered(number, entry, counted)
            if before == counted and not self.data.get("setup", {}).get("points-game"):
                self.fault(f"{side} has no figures.", "force.scenario", "unit")

    def forces(self) -> None:
        """`setup.points-game`: forces that the scenario writes down keep to their lists and the limit."""
        if self.faults or not self.data.get("setup", {}).get("points-game"):
            return
        options = self.data.get("options", {})
        for number, side in self.tables("side"):
            mine = [entry for _, entry in self.tables("unit") if entry["side"] == side["id"]]
            if mine and "list" not in side and options.get("lists", "lists") == "lists":
                self.fault(f"The force of {side['id']} names its 'list'.", "force.list", "side", number)
            elif mine:
                self._bought(number, side, mine, options)

    def _bought(self, number: int, side: Json, mine: list[Json], options: dict[str, str]) -> None:
        limit, list_id = int(options.get("points", OPTIONS["points"][0])), side.get("list", "")
        armed = [entry for entry in mine if TROOPS[entry["type"]].armed]
        force = [army.Bought(TROOPS[entry["type"]], count_in(entry), officers_in(entry)) for entry in armed]
        found = army.wrongs(list_id, force, limit, options)
        loads = sum([count_in(entry) for entry in mine if entry.get("load")])
        free = army.loads_of(list_id, force, limit, options)
        if loads != free or loads != sum([count_in(entry) for entry in mine]) - army.figures_in(force):
            found.append((f"It has {free} bearers, each with a load.", "force.caravan"))
        for why, clause in found:
            self.fault(f"{side['id']}: {why[:1].lower()}{why[1:]}", clause, "side", number)

    def _numbered(self, number: int, entry: Json, before: int) -> int:
        name = entry["id"]
        if name.isdecimal() and int(name) != before + 1:
            why = f"The figure {name} is number {before + 1} of the roster: first one side, then the other."
            self.fault(why, "geo.number", "unit", number, "id")
        spots = entry["at"].count(",") + 1 if "at" in entry else 1
        return before + int(entry.get("count", spots))

    # --- the rest -----------------------------------------------------------------------------------------------

    def options(self) -> None:
        for key, value in self.section("options", dict).items():
            clause = f"opt.{key}" if key != "points" else "force.limit"
            if key not in OPTIONS:
                self.fault(
                    f"There is no option {key}; there are {', '.join(OPTIONS)}.", "force.scenario", "options", key
                )
            elif value not in OPTIONS[key]:
                words = ", ".join(OPTIONS[key])
                self.fault(f"The option {key} is {words}; not {value!r}.", clause, "options", key)

    def terms(self) -> None:
        limit = self.section("limit", dict)
        rounds = limit.get("rounds", 1)
        if not whole(rounds) or not 1 <= rounds <= MOST_ROUNDS:
            self.fault(f"The limit is a number of rounds from 1 to {MOST_ROUNDS}.", "vic.rounds", "limit", "rounds")
        if not isinstance(limit.get("breaks", True), bool):
            self.fault("'breaks' is true or false.", "vic.break-end", "limit", "breaks")
        if "hold" in self.data:
            self._hold(self.section("hold", dict))
        if "convoy" in self.data:
            self._convoy(self.section("convoy", dict))

    def _hold(self, hold: Json) -> None:
        self.read(place, hold.get("at"), "vic.score", "hold", "at")
        self.read(length, hold.get("within"), "vic.score", "hold", "within")
        if not whole(hold.get("worth")) or hold["worth"] < 0:
            self.fault("A place to hold is worth a number of points.", "vic.score", "hold", "worth")

    def _convoy(self, convoy: Json) -> None:
        numbers = [convoy.get(key) for key in ("win", "lose")]
        if convoy.get("side") not in self.ids:
            self.fault("A convoy names its side.", "vic.break-end", "convoy", "side")
        if not all(whole(number) for number in numbers) or not 0 <= convoy["lose"] < convoy["win"]:
            why = "A convoy has a number of loads to win with, and fewer to lose with."
            self.fault(why, "vic.break-end", "convoy")

    def middle(self) -> None:
        """A position in mid-battle: the round, whose turn it is, and the step."""
        if not isinstance(self.data.get("midway", False), bool):
            self.fault("'midway' is true or false.", "setup.flags", "midway")
        for key in ("round", "active", "phase"):
            if key in self.data and not self.midway:
                self.fault(f"Only a position in mid-battle (midway = true) has a '{key}'.", "setup.flags", key)
        rounds = self.data.get("round", 1)
        if not whole(rounds) or not 1 <= rounds <= MOST_ROUNDS:
            self.fault(f"The round is a number from 1 to {MOST_ROUNDS}.", "vic.rounds", "round")
        if self.data.get("active", self.ids[0] if self.ids else "") not in self.ids:
            self.fault(f"{self.data.get('active')!r} is no side of this battle.", "seq.alternate", "active")
        if self.data.get("phase", PHASES[0]) not in PHASES:
            self.fault(f"The phase is one of {', '.join(PHASES)}.", "seq.alternate", "phase")


def check(document: Document) -> list[Fault]:
    """All the faults of a scenario, none if it can be played."""
    return Inspector(document).everything()
