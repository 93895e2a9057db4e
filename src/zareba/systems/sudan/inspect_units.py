"""What can be wrong with each unit of a scenario by itself."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import CORNERS, DIRECTIONS, direction, is_side
from zareba.engine.documents import Document
from zareba.engine.findings import is_whole
from zareba.systems.sudan.ground import SHUT, TERRAIN
from zareba.systems.sudan.inspect_boxes import BoxInspector, Entry, class_of
from zareba.systems.sudan.rows import DEAD, STATUSES
from zareba.systems.sudan.squares import facings
from zareba.systems.sudan.troops import COMMANDER, FEWER_GUNNERS, GRADES, GUN, MOUNTED, TYPES, WAGON, limit_of

Json = dict[str, Any]
MARKS = ("moved", "quip", "dismounted", "fired-for", "hot", "ruined")
WORDS = (
    *("id", "name", "side", "type", "grade", "weapon", "traits", "gunners", "at", "facing", "with"),
    *("square", "corner", "hits", "wounds", "status"),
    *MARKS,
)
PLACING = ("side", "type", "at", "facing", "corner", "square")
COMMANDERS = ("id", "name", "side", "type", "at", "with", "wounds")
"""All that can be said of an Army Commander (`cmd.no-dice`)."""


class UnitInspector(BoxInspector):
    """The part of an inspector that looks at units."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.wrong: set[tuple[int, str]] = set()
        """Which words of which unit have been found wrong."""

    def fault(self, why: str, clause: str, *path: str | int) -> None:
        super().fault(why, clause, *path)
        if len(path) == 3 and path[0] == "unit":
            self.wrong.add((int(path[1]), str(path[2])))

    # --- each unit ------------------------------------------------------------------------------------------

    def units(self) -> None:
        seen: set[str] = set()
        known: list[Entry] = []
        for number, entry in self.tables("unit"):
            name = entry.get("id")
            if not isinstance(name, str) or not name or name != "".join(name.split()) or name in seen:
                self.fault("A unit needs an id of its own, without spaces.", "setup.scenario", "unit", number)
                continue
            seen.add(name)
            if not isinstance(entry.get("name", name), str):
                self.fault(f"The name of {name} is written in words.", "setup.scenario", "unit", number, "name")
            if entry.get("side") not in self.ids:
                self.fault(f"{name} belongs to no side of this battle.", "unit.side-and-type", "unit", number, "side")
            self._unit(number, name, entry)
            known.append((number, entry))
        self._commanders()
        self._forces()
        self.companies([each for each in known if self._is_placed(*each)])

    def _is_placed(self, number: int, entry: Json) -> bool:
        """Is it sound enough to be looked at beside others? A wrong weapon does not matter there."""
        where = self.grid is not None and entry.get("type") in (*TYPES, COMMANDER) and "at" in entry
        return where and not any((number, word) in self.wrong for word in PLACING)

    def _unit(self, number: int, name: str, entry: Json) -> None:
        kind = entry.get("type")
        if kind == COMMANDER:
            return self._commander(number, name, entry)
        if not isinstance(kind, str) or kind not in TYPES:
            known = ", ".join((*TYPES, COMMANDER))
            return self.fault(f"{name} is a {kind}; known are {known}.", "unit.side-and-type", "unit", number, "type")
        row = TYPES[kind]
        self._word(number, name, entry, "grade", GRADES, "unit.grades", row["class"] != WAGON)
        self._word(number, name, entry, "weapon", tuple(row["weapons"]), "unit.weapon")
        self._word(number, name, entry, "status", STATUSES, "setup.clean")
        self._word(number, name, entry, "gunners", (FEWER_GUNNERS, row["bases"]), "unit.crew-four", row["class"] == GUN)
        rides = row["class"] == MOUNTED and kind.startswith("regular")
        self._word(number, name, entry, "dismounted", (True, False), "move.dismount", rides)
        moves = ("pivoted", "moved") if row["class"] == GUN else ("moved",)
        self._word(number, name, entry, "moved", moves, "move.mark")
        for flag in ("quip", "square"):
            self._word(number, name, entry, flag, (True, False), "setup.clean")
        for flag in ("hot", "ruined"):
            self._word(number, name, entry, flag, (True, False), "mg.roll", kind == "machine-gun")
        if entry.get("traits", []) not in ([], ["lancers"]) or (entry.get("traits") and row["class"] != MOUNTED):
            self.fault(f"{name}: only mounted units have a trait, 'lancers'.", "unit.lancers", "unit", number, "traits")
        self._numbers(number, name, entry, row)
        self._facing(number, name, entry, row)
        return self._stand(number, name, entry, row)

    def _word(
        self, number: int, name: str, entry: Json, key: str, known: tuple[Any, ...], clause: str, has: bool = True
    ) -> None:
        if key in entry and not has:
            self.fault(f"{name} has no {key}.", clause, "unit", number, key)
        elif key in entry and not any(entry[key] == word and type(entry[key]) is type(word) for word in known):
            words = ", ".join(map(str, known))
            self.fault(f"{name} has {key} {entry[key]!r}; known are {words}.", clause, "unit", number, key)

    def _numbers(self, number: int, name: str, entry: Json, row: Json) -> None:
        most = max(0, limit_of(row, entry["gunners"] if entry.get("gunners") == FEWER_GUNNERS else row["bases"]) - 1)
        for key, highest, clause in (
            ("hits", most, "hits.eliminated"),
            ("wounds", DEAD if row["leader"] else 0, "leader.three" if row["leader"] else "unit.no-gun-leader"),
            ("fired-for", 99 if entry["type"] == "machine-gun" else 0, "mg.count"),
        ):
            self._number(number, name, entry, key, highest, clause)

    def _number(self, number: int, name: str, entry: Json, key: str, highest: int, clause: str) -> None:
        value = entry.get(key, 0)
        if not is_whole(value) or not 0 <= value <= highest:
            much = f"{key} from 0 to {highest}" if highest else f"no {key}"
            self.fault(f"{name} has {much}, not {value!r}.", clause, "unit", number, key)

    def _facing(self, number: int, name: str, entry: Json, row: Json) -> None:
        facing = entry.get("facing", "N")
        known = isinstance(facing, str) and facing in DIRECTIONS
        if not known or (row["class"] != GUN and not is_side(direction(facing))):
            clause = "facing.gun" if row["class"] == GUN else "facing.side"
            why = f"{name} faces a side{' or corner' if row['class'] == GUN else ''}, not {facing!r}."
            self.fault(why, clause, "unit", number, "facing")
        if "corner" in entry:
            self._corner(number, name, entry, row, known)
        if entry.get("square") and entry["type"] != "regular-foot":
            self.fault(f"{name}: only regular infantry forms square.", "square.regular", "unit", number, "square")

    def _corner(self, number: int, name: str, entry: Json, row: Json, faces: bool) -> None:
        corner = entry["corner"]
        if corner not in [DIRECTIONS[way] for way in CORNERS] or row["class"] != GUN:
            why = f"{name}: only guns stand in corners, NE, SE, SW or NW."
            self.fault(why, "square.corners", "unit", number, "corner")
        elif faces and direction(str(entry.get("facing", corner))) not in facings(direction(corner)):
            why = f"{name} faces its corner or a side next to it."
            self.fault(why, "square.corners", "unit", number, "facing")

    def _stand(self, number: int, name: str, entry: Json, row: Json) -> None:
        """On the board, on ground where it may be."""
        if not self.find(entry.get("at"), "board.boxes", "unit", number, "at"):
            return
        ground = TERRAIN[self.terrain.get(entry["at"].upper(), "open")]["closed"]
        kind = "foot" if entry.get("dismounted") or (row["class"] == GUN and ground == "mounted") else row["class"]
        if ground in SHUT[kind]:
            why = f"{name} cannot stand on the ground of {entry['at']}."
            self.fault(why, "move.terrain", "unit", number, "at")

    # --- commanders -----------------------------------------------------------------------------------------

    def _commander(self, number: int, name: str, entry: Json) -> None:
        for key in entry:
            if key in WORDS and key not in COMMANDERS:
                self.fault(f"{name} is an Army Commander and has no {key}.", "cmd.no-dice", "unit", number, key)
        self._number(number, name, entry, "wounds", DEAD - 1, "cmd.wounds")
        if "with" not in entry:
            self.find(entry.get("at"), "board.boxes", "unit", number, "at")
            return
        unit = next((unit for _, unit in self.tables("unit") if unit.get("id") == entry["with"]), {})
        if class_of(unit) in ("", GUN, WAGON) or unit.get("side") != entry.get("side"):
            why = f"{name} is attached to a foot or mounted unit of his side."
            self.fault(why, "cmd.place", "unit", number, "with")
        elif entry.get("at", unit.get("at")) != unit.get("at"):
            self.fault(f"{name} stands where his unit stands.", "cmd.place", "unit", number, "at")

    def _commanders(self) -> None:
        for side in self.ids:
            mine = [
                n for n, entry in self.tables("unit") if entry.get("type") == COMMANDER and entry.get("side") == side
            ]
            for number in mine[1:]:
                self.fault(f"{side} has more than one Army Commander.", "cmd.one", "unit", number)

    def _forces(self) -> None:
        """Each side has somebody to fight for it."""
        fighting = [entry for _, entry in self.tables("unit") if entry.get("type") not in (COMMANDER, "wagon")]
        for side in self.ids:
            if not any(entry.get("side") == side for entry in fighting):
                self.fault(f"{side} has no unit that fights.", "victory.wiped", "unit")
