"""What can be wrong with the figures of a scenario: each entry by itself, and where they all stand."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NamedTuple

from zareba.boards.inches import Point, squared
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.systems.darkest_africa.field import APART, TOUCH
from zareba.systems.darkest_africa.ground import Ground
from zareba.systems.darkest_africa.reading import bearing, box, place, places
from zareba.systems.darkest_africa.roster import FATES, MARKS, TRIGGERS, count_in, officers_in
from zareba.systems.darkest_africa.troops import TROOPS

Json = dict[str, Any]
WORDS = (
    *("id", "side", "type", "name", "count", "officer", "officers", "at", "facing", "hidden", "load", "loaded"),
    *("fate", "deaths", "pending", "command-points", *MARKS),
)
MOST = 200
"""Figures of a side."""
MOST_POINTS = 99


class Stand(NamedTuple):
    """One figure that has a place: where it is written, its side, and whether it lies hidden."""

    entry: int
    name: str
    side: str
    at: Point
    hidden: bool


class UnitInspector:
    """The part of an inspector that looks at figures."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data = document.data
        self.faults: list[Fault] = []
        self.ids: list[str] = []
        self.ground: Ground | None = None
        self.stands: list[Stand] = []

    def fault(self, why: str, clause: str, *path: str | int) -> None:
        self.faults.append(Fault(self.document.line(*path), why, clause))

    def section(self, name: str, kind: type) -> Any:
        """A part of the document, or an empty one where it is missing or of another shape."""
        part = self.data.get(name, kind())
        if not isinstance(part, kind):
            self._once(f"'{name}' is not written as it should be.", name)
            return kind()
        return part

    def tables(self, name: str) -> list[tuple[int, Json]]:
        """The entries of a list of tables, with their places in it."""
        entries = self.data.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._once(f"'{name}' is no list of tables.", name)
            return []
        return list(enumerate(entries))

    def _once(self, why: str, name: str) -> None:
        if why not in [fault.why for fault in self.faults]:
            self.fault(why, "force.scenario", name)

    def words(self, what: str, entry: Any, known: tuple[str, ...], *path: str | int) -> None:
        """Words that mean nothing here, each with the one that was probably meant."""
        for key in entry if isinstance(entry, dict) else ():
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f" Is it {near[0]!r} that was meant?" if near else ""
                self.fault(f"{what} has no {key!r}.{hint}", "force.scenario", *path, key)

    def read(self, reader: Callable[[Any], Any], value: Any, clause: str, *path: str | int) -> Any:
        """What is written there, or None and a fault."""
        try:
            return reader(value)
        except ValueError as error:
            self.fault(f"{error}."[:1].upper() + f"{error}."[1:], clause, *path)
            return None

    @property
    def midway(self) -> bool:
        """Whether the battle has begun already."""
        return self.data.get("midway") is True

    # --- each entry -------------------------------------------------------------------------------------------

    def units(self) -> None:
        seen: set[str] = set()
        for number, entry in self.tables("unit"):
            self.words("A unit", entry, WORDS, "unit", number)
            name = entry.get("id")
            if not isinstance(name, str) or not name or name != "".join(name.split()) or name in seen:
                self.fault("A unit needs an id of its own, without spaces.", "force.scenario", "unit", number)
                continue
            seen.add(name)
            if entry.get("side") not in self.ids:
                self.fault(f"{name} belongs to no side of this battle.", "setup.sides", "unit", number, "side")
            if not isinstance(entry.get("type"), str) or entry["type"] not in TROOPS:
                why = f"{name} is a {entry.get('type')!r}; known are {', '.join(TROOPS)}."
                self.fault(why, "troop.table", "unit", number, "type")
                continue
            self._unit(number, name, entry)

    def _unit(self, number: int, name: str, entry: Json) -> None:
        before = len(self.faults)
        spots = self.read(places, entry["at"], "geo.round", "unit", number, "at") if "at" in entry else []
        self._count(number, name, entry, spots)
        self._flags(number, name, entry)
        self._marks(number, name, entry)
        if "facing" in entry:
            self.read(bearing, entry["facing"], "geo.facing", "unit", number, "facing")
        if len(self.faults) == before:
            self._officers(number, name, entry)
            self._hidden(number, name, entry)
        if len(self.faults) == before and not entry.get("fate"):
            self._stand(number, name, entry, spots or [])

    def _count(self, number: int, name: str, entry: Json, spots: list[Point] | None) -> None:
        count = entry.get("count", len(spots or []) or 1)
        if not whole(count) or not 1 <= count <= MOST:
            self.fault(f"{name} has from 1 to {MOST} figures, not {count!r}.", "force.scenario", "unit", number)
        elif spots and len(spots) != count:
            why = f"{name} has {count} figures and {len(spots)} places."
            self.fault(why, "setup.spots", "unit", number, "at")

    def _flags(self, number: int, name: str, entry: Json) -> None:
        for key in ("officer", "load", "loaded", *MARKS):
            if key in entry and not isinstance(entry[key], bool):
                self.fault(f"{name}: '{key}' is true or false.", "force.scenario", "unit", number, key)
        troop = TROOPS[entry["type"]]
        if entry.get("load") and troop.armed:
            self.fault(f"{name} carries a load, and only bearers do.", "bag.carry", "unit", number, "load")
        if "loaded" in entry and not troop.firearm:
            self.fault(f"{name} has nothing to load.", "reload.column", "unit", number, "loaded")

    def _marks(self, number: int, name: str, entry: Json) -> None:
        """`setup.loaded`, `setup.flags`: what nobody begins with."""
        if not self.midway:
            for key in (*MARKS, "fate", "deaths", "pending", "command-points"):
                if key in entry:
                    why = f"{name} cannot begin a battle with '{key}'; a position in mid-battle says midway = true."
                    self.fault(why, "setup.flags", "unit", number, key)
            if entry.get("loaded") is False:
                self.fault(f"{name} starts loaded.", "setup.loaded", "unit", number, "loaded")
        if entry.get("fate", "killed") not in FATES:
            why = f"{name} has the fate {entry['fate']!r}; known are {', '.join(FATES)}."
            self.fault(why, "panic.strength", "unit", number, "fate")
        pending = entry.get("pending", [])
        if not isinstance(pending, list) or not all(isinstance(word, str) and word in TRIGGERS for word in pending):
            self.fault(f"{name} waits for tests by {', '.join(TRIGGERS)}.", "panic.pending", "unit", number, "pending")
        for key, clause in (("deaths", "panic.kill-each"), ("command-points", "cmd.own")):
            if not whole(entry.get(key, 0)) or not 0 <= entry.get(key, 0) <= MOST_POINTS:
                self.fault(f"{name}: '{key}' is a number from 0 to {MOST_POINTS}.", clause, "unit", number, key)

    def _officers(self, number: int, name: str, entry: Json) -> None:
        officers = entry.get("officers", 0)
        if not whole(officers) or not 0 <= officers <= count_in(entry):
            why = f"{name} has from 0 to {count_in(entry)} officers, not {officers!r}."
            self.fault(why, "force.officers", "unit", number, "officers")
        elif "officers" in entry and "officer" in entry:
            self.fault(f"{name} has either 'officer' or 'officers'.", "force.officers", "unit", number, "officer")
        elif officers_in(entry) and not TROOPS[entry["type"]].armed:
            self.fault(f"{name}: a bearer is no officer.", "force.officer-type", "unit", number)

    def _hidden(self, number: int, name: str, entry: Json) -> None:
        hidden = entry.get("hidden", False)
        if isinstance(hidden, bool):
            return
        count = count_in(entry)
        if not isinstance(hidden, list) or not all(whole(turn) and 1 <= turn <= count for turn in hidden):
            why = f"{name}: 'hidden' is true, false, or a list of numbers from 1 to {count}: which of its figures."
            self.fault(why, "hide.where", "unit", number, "hidden")

    # --- where they stand -------------------------------------------------------------------------------------

    def _stand(self, number: int, name: str, entry: Json, spots: list[Point]) -> None:
        hidden = entry.get("hidden", False)
        for turn, at in enumerate(spots, 1):
            called = name if len(spots) == 1 else f"{name} ({turn})"
            lies = turn in hidden if isinstance(hidden, list) else hidden
            self.stands.append(Stand(number, called, str(entry.get("side")), at, lies))
        if not spots and self.data.get("setup", {}).get("kind", "printed") == "printed":
            self.fault(f"{name} stands nowhere.", "setup.spots", "unit", number, "at")

    def positions(self) -> None:
        """`setup.spots`, `geo.spot`: every figure stands where it may."""
        if self.ground is None:
            return
        for number, one in enumerate(self.stands):
            self._spot(self.ground, one)
            for other in self.stands[:number]:
                self._pair(one, other)

    def _spot(self, ground: Ground, one: Stand) -> None:
        path = ("unit", one.entry, "at")
        if not ground.fits(one.at):
            self.fault(f"{one.name} is not wholly on the table.", "geo.spot", *path)
        elif not ground.open_at(one.at):
            self.fault(f"{one.name} stands less than half an inch from ground that is closed.", "geo.spot", *path)
        zone = self.zone_of(one.side)
        if zone and not self.midway and not (zone[0] <= one.at[0] <= zone[2] and zone[1] <= one.at[1] <= zone[3]):
            self.fault(f"{one.name} is outside the zone of {one.side}.", self.zone_clause(one.side), *path)
        if one.hidden and not ground.hides(one.at):
            why = f"{one.name} is not half an inch inside a forest or tall grass."
            self.fault(why, "hide.where", "unit", one.entry, "hidden")

    def _pair(self, one: Stand, other: Stand) -> None:
        apart = squared(one.at, other.at)
        unseen = one.side != other.side and (one.hidden or other.hidden)
        if apart < APART * APART and not unseen:
            self.fault(f"{one.name} and {other.name} overlap.", "geo.spot", "unit", one.entry, "at")
        elif apart <= TOUCH * TOUCH and one.side != other.side and not self.midway and not unseen:
            self.fault(f"{one.name} and {other.name} touch before it begins.", "setup.spots", "unit", one.entry, "at")

    def zone_of(self, side: str) -> tuple[int, int, int, int] | None:
        """The zone that the scenario lays down for a side."""
        entry = next((entry for _, entry in self.tables("side") if entry.get("id") == side), {})
        try:
            return box(entry["zone"]) if "zone" in entry else None
        except ValueError:
            return None

    def zone_clause(self, side: str) -> str:
        attacker = self.data.get("setup", {}).get("attacker")
        if attacker is None:
            return "setup.meeting-zone"
        return "setup.attacker" if side == attacker else "setup.defender"

    # --- loads on the ground ----------------------------------------------------------------------------------

    def loads(self) -> None:
        """`setup.loads`: a scenario may lay loads on the ground, in the owner's zone (`setup.loads-lie`)."""
        for number, entry in self.tables("load"):
            self.words("A load", entry, ("id", "side", "at"), "load", number)
            if entry.get("side") not in self.ids:
                self.fault("A load belongs to no side of this battle.", "setup.loads", "load", number, "side")
            at = self.read(place, entry.get("at"), "setup.loads", "load", number, "at")
            if at and self.ground and not (0 <= at[0] <= self.ground.width and 0 <= at[1] <= self.ground.depth):
                self.fault("A load lies off the table.", "setup.loads", "load", number, "at")
            zone = self.zone_of(str(entry.get("side")))
            if at and zone and not self.midway and not (zone[0] <= at[0] <= zone[2] and zone[1] <= at[1] <= zone[3]):
                self.fault("A load lies outside the zone of its owner.", "setup.loads-lie", "load", number, "at")


def whole(value: Any) -> bool:
    return type(value) is int
