"""What can be wrong with the units and tokens of a scenario: each by itself, and those that stand too near."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from zareba.boards.inches.shapes import Polygon, Shape, contains, on_table, overlap, rectangle, shapes_within
from zareba.boards.inches.written import bearing_of, box, point
from zareba.engine.documents import Document
from zareba.engine.findings import Findings
from zareba.systems.battles_for_empire.footprints import CONTACT
from zareba.systems.battles_for_empire.rows import ARMY, FLANK, FRONT, LEADER, REAR, TABLE
from zareba.systems.battles_for_empire.scenario import FLAGS, TOKENS, formation_in, place_of
from zareba.systems.battles_for_empire.troops import (
    CODES,
    FOOT,
    LIMBERED,
    MASSED,
    MG,
    MOUNTED,
    SIZES,
    SKIRMISH,
    SQUARE,
    TABLES,
    Troop,
    formations_of,
    muster,
)

T = TypeVar("T")
Json = dict[str, Any]
Path = tuple[str | int, ...]
SCENARIO = "setup.scenario"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,29}", re.ASCII)
SHAKEN_CHARTS = ("SH-REG", "SH-REC", "SH-ASS", "SH-FIC", "SH-LOO")
COVERTS = ("bush", "rough", "steep-hill", "village")
"""`hidden.ambush`: where a unit may lie hidden; in a donga too."""
UNIT = """id name side code crew rate elite fragile firearm shaken_chart label counts at facing formation mounted
          kills marks charge tries since group gone hidden zone handicap"""
TOKEN = "id name side kind label at with group gone out"
MOST_TURNS = 99
UNKNOWN = (10**9, 10**9)
"""The size of a table whose size cannot be read: nobody is found to be off it."""
PIECES = ("unit", "token")
"""What the page and every notation know by its id; sides and groups have ids of their own."""


class Stander(NamedTuple):
    """A unit that stands on the table: its entry, who it is, and the rectangle that it fills."""

    number: int
    entry: Json
    troop: Troop
    rect: Polygon


class UnitInspector(Findings):
    """The part of an inspector that looks at units and tokens."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, SCENARIO)
        self.size = UNKNOWN
        self.ids: list[str] = []
        self.facings: dict[str, Any] = {}
        self.groups: dict[str, str] = {}
        """The side of each group."""
        self.names: set[tuple[bool, str]] = set()
        self.standers: list[Stander] = []
        self.features: list[tuple[str, Shape]] = []

    def read(self, reader: Callable[[Any], T], value: Any, clause: str, *path: str | int) -> T | None:
        """What is written, or nothing where it cannot be read, which is a fault."""
        try:
            return reader(value)
        except (ValueError, TypeError) as error:
            self.fault(f"{str(error)[:1].upper()}{str(error)[1:]}.", clause, *path)
            return None

    def kind(self, value: Any, type_: type, what: str, *path: str | int) -> bool:
        """Whether a value is a text, a list, yes or no."""
        if type(value) is type_:
            return True
        word = {str: "a text", bool: "true or false", list: "a list", dict: "a table"}[type_]
        self.fault(f"{what} is {word}, not {value!r}.", SCENARIO, *path)
        return False

    def name(self, entry: Json, what: str, *path: str | int) -> str:
        """The id of an entry; an empty text where it is none, or another's."""
        name = entry.get("id")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            self.fault(f"A {what} has an id of letters, digits and dashes.", SCENARIO, *path)
            return ""
        if (path[0] in PIECES, name) in self.names:
            self.fault(f"There are two with the id {name}.", SCENARIO, *path, "id")
            return ""
        self.names.add((path[0] in PIECES, name))
        return name

    def side(self, entry: Json, what: str, *path: str | int) -> bool:
        if entry.get("side") in self.ids and isinstance(entry.get("side"), str):
            return True
        self.fault(f"{what} belongs to no side of this battle.", SCENARIO, *path, "side")
        return False

    # --- units --------------------------------------------------------------------------------------------------

    def units(self) -> None:
        for number, entry in self.tables("unit"):
            path: Path = ("unit", number)
            name = self.name(entry, "unit", *path)
            here = self.side(entry, name or "A unit", *path)
            if self._troops(entry, name, path) and here and name:
                self._stand(number, entry, muster(entry, self.ids.index(entry["side"])), path)
        for one, other in combinations(self.standers, 2):
            self._apart(one, other)
        self._charges()

    def _troops(self, entry: Json, name: str, path: Path) -> bool:
        """`troop.table`, `weapon.table`: who they are; their ratings are the scenario's (`term.rates-independent`)."""
        before = len(self.faults)
        if not self.word(entry.get("code"), CODES, "The code of a unit", "troop.table", *path, "code"):
            return False
        gun = entry["code"] in TABLES["weapons"]
        if "crew" in entry and not gun:
            self.fault(f"{name} has no crew: it is no gun.", "troop.crews", *path, "crew")
        elif "crew" in entry:
            self.word(entry["crew"], TABLES["troops"], f"The crew of {name}", "troop.crews", *path, "crew")
        if "rate" in entry:
            self.whole(entry["rate"], 1, 3, f"The rate of {name}", "term.rates", *path, "rate")
        for key, known, clause in (("firearm", ("BL", "ML"), "rifle.muzzle"),
                                   ("shaken_chart", SHAKEN_CHARTS, "chart.egyptians")):  # fmt: skip
            if key in entry:
                self.word(entry[key], known, f"The {key} of {name}", clause, *path, key)
        for key in ("elite", "fragile", "counts", "hidden", "mounted"):
            if key in entry:
                self.kind(entry[key], bool, f"'{key}' of {name}", *path, key)
        for key in ("name", "label"):
            if key in entry:
                self.kind(entry[key], str, f"The {key} of {name}", *path, key)
        if len(self.faults) == before and entry["code"] and self._both(entry):
            self.fault(f"{name} is both Elite and Fragile.", "term.rates-independent", *path)
        return len(self.faults) == before

    def _both(self, entry: Json) -> bool:
        troop = muster({**entry, "id": ""}, 0)
        return troop.elite and troop.fragile

    def _stand(self, number: int, entry: Json, troop: Troop, path: Path) -> None:
        """Where and how it stands, and what it carries."""
        self._numbers(entry, troop, path)
        self._place(entry, path)
        mounted = entry.get("mounted", troop.arm == MOUNTED)
        if mounted != (troop.arm == MOUNTED) and not troop.dismounts:
            self.fault(
                f"{troop.name} cannot {'mount' if mounted else 'dismount'}.", "form.dismounted", *path, "mounted"
            )
            return
        formation = formation_in(entry, troop, mounted)
        known = formations_of(troop, mounted)
        clause = "form.dismounted" if mounted != (troop.arm == MOUNTED) else TABLES["styles"][troop.style]["clause"]
        self._marks(entry, troop, formation, mounted, path)
        if not self.word(formation, known, f"The formation of {troop.name}", clause, *path, "formation"):
            return None
        facing = {"facing": self.facings.get(entry["side"], 0), **entry}["facing"]
        bearing = self.read(bearing_of, facing, "geo.vectors", *path, "facing")
        if place_of(entry) == TABLE and "at" in entry and bearing is not None:
            at = self.read(point, entry["at"], "geo.plane", *path, "at")
            if at is not None:
                rect = rectangle(at, bearing, *SIZES[formation, mounted])
                self._post(Stander(number, entry, troop, rect), at, path)
        return None

    def _numbers(self, entry: Json, troop: Troop, path: Path) -> None:
        for key, low, high, clause in (
            ("kills", 0, troop.limit, "effect.limit"),
            ("tries", 0, 9, "mg.unjam"),
            ("since", 0, MOST_TURNS, "markers.low-ammo"),
            ("handicap", -4, 4, "option.stated"),
        ):
            if key in entry:
                self.whole(entry[key], low, high, f"'{key}' of {troop.name}", clause, *path, key)

    def _place(self, entry: Json, path: Path) -> None:
        """A unit stands somewhere, or comes later, or is gone."""
        if "gone" in entry:
            self.word(entry["gone"], ("destroyed", "left"), "What is gone", SCENARIO, *path, "gone")
        self._group(entry, path)
        if not {"at", "group", "gone"} & set(entry):
            self.fault(f'{entry["id"]} stands nowhere; write at = "9.45 13.9".', "setup.deploy", *path)
        if "zone" in entry:
            self.read(box, entry["zone"], "setup.deploy", *path, "zone")

    def _group(self, entry: Json, path: Path) -> None:
        group = entry.get("group")
        if group is not None and (not isinstance(group, str) or self.groups.get(group) != entry.get("side")):
            why = f"{entry['id']} comes with {group!r}, which is no group of its side."
            self.fault(why, "reinf.phase", *path, "group")

    def _marks(self, entry: Json, troop: Troop, formation: str, mounted: bool, path: Path) -> None:
        """`setup.state`: the markers that it begins with, and whether it could have them."""
        marks = entry.get("marks", [])
        if not self.kind(marks, list, f"'marks' of {troop.name}", *path, "marks"):
            return
        lacks = {
            "fixed": (not troop.bayonet or mounted, "bayonet.toggle"),
            "jammed": (troop.arm != MG, "mg.jam"),
            "ground": (troop.gun or mounted or formation in (SKIRMISH, SQUARE, "column"), "gtg.take"),
            "fanatic": (troop.style != MASSED or formation == SKIRMISH, "result.fanatic-skirmish"),
            "changed": (not troop.gun, "gun.limber"),
            "pivoted": (not troop.gun or formation == LIMBERED, "move.flag"),
        }
        for mark in marks:
            if self.word(mark, FLAGS, f"A mark of {troop.name}", "setup.state", *path, "marks") and mark in lacks:
                wrong, clause = lacks[mark]
                if wrong:
                    self.fault(f"{troop.name} cannot be {mark!r}.", clause, *path, "marks")

    def _post(self, stander: Stander, at: tuple[int, int], path: Path) -> None:
        """On the table, on ground that can be entered, in its zone, hidden where it can be."""
        name = stander.troop.name
        if not on_table(stander.rect, *self.size):
            self.fault(f"{name} stands off the table.", "geo.no-overlap", *path, "at")
        inside = [kind for kind, shape in self.features if contains(shape, at)]
        if "water" in inside:
            self.fault(f"{name} stands where nobody can enter.", "terrain.no-entry", *path, "at")
        if stander.entry.get("hidden"):
            self._hidden(stander, inside, path)
        if "zone" in stander.entry:
            zone = self.read(box, stander.entry["zone"], "setup.deploy", *path, "zone")
            if zone and not all(contains(zone, corner) for corner in stander.rect.points) and not contains(zone, at):
                self.fault(f"{name} stands outside its zone.", "setup.deploy", *path, "at")
        self.standers.append(stander)

    def _hidden(self, stander: Stander, inside: list[str], path: Path) -> None:
        """`hidden.ambush`: native foot, in ground that hides it."""
        troop = stander.troop
        dongas = [shape for kind, shape in self.features if kind == "donga"]
        if troop.imperial or troop.arm != FOOT:
            self.fault(f"{troop.name} cannot lie in ambush: only native foot can.", "hidden.ambush", *path, "hidden")
        elif not set(inside) & set(COVERTS) and not any(shapes_within(stander.rect, one, CONTACT) for one in dongas):
            self.fault(f"{troop.name} has nothing to hide in.", "hidden.ambush", *path, "hidden")

    def _apart(self, one: Stander, other: Stander) -> None:
        """`geo.no-overlap`: nobody stands in somebody else's place; hidden units are looked at too."""
        if overlap(one.rect, other.rect, CONTACT):
            why = f"{other.troop.name} overlaps {one.troop.name}."
            self.fault(why, "geo.no-overlap", "unit", other.number, "at")

    def _units(self) -> dict[str, Json]:
        return {entry["id"]: entry for _, entry in self.tables("unit") if isinstance(entry.get("id"), str)}

    def _charges(self) -> None:
        sides = {
            entry.get("id"): entry.get("side") for _, entry in self.tables("unit") if isinstance(entry.get("id"), str)
        }
        for number, entry in self.tables("unit"):
            charge = entry.get("charge")
            if charge is None:
                continue
            known = isinstance(charge, list) and len(charge) == 2 and isinstance(charge[0], str)
            if not known or charge[1] not in (FRONT, FLANK, REAR) or sides.get(charge[0]) in (None, entry.get("side")):
                why = 'A charge is written as ["enemy", "front"], or "flank", or "rear".'
                self.fault(why, "charge.flag", "unit", number, "charge")

    # --- tokens -------------------------------------------------------------------------------------------------

    def tokens(self) -> None:
        units = self._units()
        armies: list[str] = []
        for number, entry in self.tables("token"):
            path: Path = ("token", number)
            name = self.name(entry, "token", *path)
            here = self.side(entry, name or "A token", *path)
            kind = self.word(entry.get("kind"), TOKENS, "The kind of a token", SCENARIO, *path, "kind")
            if name and here and kind:
                self._token(entry, units, path)
                if entry["kind"] == ARMY and "gone" not in entry:
                    armies.append(entry["side"])
        for side in sorted(set(armies)):
            if armies.count(side) > 1:
                self.fault(
                    f"{side} has {armies.count(side)} Army Commanders; there is one.", "mod.army-either", "token"
                )

    def _token(self, entry: Json, units: dict[str, Json], path: Path) -> None:
        if "gone" in entry:
            self.word(entry["gone"], ("destroyed", "left"), "What is gone", SCENARIO, *path, "gone")
        if "out" in entry:
            self.whole(entry["out"], 0, MOST_TURNS, f"'out' of {entry['id']}", "cmd.out", *path, "out")
        self._group(entry, path)
        places = {"at", "with", "group", "gone"} & set(entry)
        if len(places) != 1:
            why = f"{entry['id']} is at a place, with a unit, in a group, or gone: one of them."
            self.fault(why, "cmd.one-unit", *path)
        if "at" in entry:
            at = self.read(point, entry["at"], "geo.plane", *path, "at")
            if at and not (0 <= at[0] <= self.size[0] and 0 <= at[1] <= self.size[1]):
                self.fault(f"{entry['id']} is off the table.", "geo.plane", *path, "at")
        if "with" in entry:
            self._attached(entry, units.get(str(entry["with"])), path)

    def _attached(self, entry: Json, unit: Json | None, path: Path) -> None:
        """`cmd.attach`, `cmd.command-label`."""
        if unit is None or unit.get("side") != entry["side"] or "gone" in unit or "group" in unit:
            why = f"{entry['id']} is with {entry['with']!r}, which is no unit of its side on the table."
            self.fault(why, "cmd.attach", *path, "with")
        elif entry["kind"] == LEADER and entry.get("label") and entry["label"] != unit.get("label"):
            why = f"{entry['id']} leads the units of {entry['label']}, and {unit['id']} is none of them."
            self.fault(why, "cmd.command-label", *path, "with")
