"""What can be wrong with the units of a scenario: each by itself, and those that share a box."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import CORNERS, DIRECTIONS, OFF, BoxGrid, direction, is_side
from zareba.engine.documents import Document
from zareba.engine.findings import Findings
from zareba.systems.sudan.ground import SHUT, TERRAIN
from zareba.systems.sudan.rows import DEAD, STATUSES
from zareba.systems.sudan.squares import LEAST, facings
from zareba.systems.sudan.troops import COMMANDER, FEWER_GUNNERS, GRADES, GUN, MOUNTED, TYPES, WAGON, limit_of

Json = dict[str, Any]
MARKS = ("moved", "quip", "dismounted", "fired-for", "hot", "ruined")
WORDS = (
    *("id", "name", "side", "type", "grade", "weapon", "traits", "gunners", "at", "facing", "with"),
    *("square", "corner", "hits", "wounds", "status"),
    *MARKS,
)
MOST_TOGETHER = 4


class UnitInspector(Findings):
    """The part of an inspector that looks at units."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, "setup.scenario")
        self.grid: BoxGrid | None = None
        self.terrain: dict[str, str] = {}
        self.levels: dict[str, int] = {}
        self.ids: list[str] = []

    def find(self, name: Any, clause: str, *path: str | int) -> bool:
        """Is there such a box? If not, it is a fault."""
        if self.grid is not None and (not isinstance(name, str) or self.grid.find(name) == OFF):
            self.fault(f"There is no box {name}.", clause, *path)
            return False
        return self.grid is not None

    # --- each unit ------------------------------------------------------------------------------------------

    def units(self) -> None:
        seen: set[str] = set()
        for number, entry in self.tables("unit"):
            name = entry.get("id")
            if not isinstance(name, str) or not name or name != "".join(name.split()) or name in seen:
                self.fault("A unit needs an id of its own, without spaces.", "setup.scenario", "unit", number)
                continue
            seen.add(name)
            if entry.get("side") not in self.ids:
                self.fault(f"{name} belongs to no side of this battle.", "unit.side-and-type", "unit", number, "side")
            self._unit(number, name, entry)
        self._commanders()
        self._forces()
        if not self.faults:
            self._shared_boxes()

    def _unit(self, number: int, name: str, entry: Json) -> None:
        kind = entry.get("type")
        if kind == COMMANDER:
            return self._commander(number, name, entry)
        if not isinstance(kind, str) or kind not in TYPES:
            known = ", ".join((*TYPES, COMMANDER))
            return self.fault(f"{name} is a {kind}; known are {known}.", "unit.side-and-type", "unit", number, "type")
        row = TYPES[kind]
        self._word(number, name, entry, "grade", GRADES, "unit.grades")
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
            ("wounds", DEAD, "leader.three"),
            ("fired-for", 99, "mg.count"),
        ):
            value = entry.get(key, 0)
            if type(value) is not int or not 0 <= value <= highest:
                self.fault(f"{name} has {key} from 0 to {highest}, not {value!r}.", clause, "unit", number, key)

    def _facing(self, number: int, name: str, entry: Json, row: Json) -> None:
        facing = entry.get("facing", "N")
        known = isinstance(facing, str) and facing in DIRECTIONS
        if not known or (row["class"] != GUN and not is_side(direction(facing))):
            clause = "facing.gun" if row["class"] == GUN else "facing.side"
            why = f"{name} faces a side{' or corner' if row['class'] == GUN else ''}, not {facing!r}."
            self.fault(why, clause, "unit", number, "facing")
        corner = entry.get("corner")
        if corner is not None and (corner not in [DIRECTIONS[c] for c in CORNERS] or row["class"] != GUN):
            self.fault(
                f"{name}: only guns stand in corners, NE, SE, SW or NW.", "square.corners", "unit", number, "corner"
            )
        elif (
            corner is not None
            and known
            and direction(str(entry.get("facing", corner))) not in facings(direction(corner))
        ):
            why = f"{name} faces its corner or a side next to it."
            self.fault(why, "square.corners", "unit", number, "facing")
        if entry.get("square") and entry["type"] != "regular-foot":
            self.fault(f"{name}: only regular infantry forms square.", "square.regular", "unit", number, "square")

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
        if "with" not in entry:
            self.find(entry.get("at"), "board.boxes", "unit", number, "at")
            return
        units = {str(unit.get("id")): unit for _, unit in self.tables("unit")}
        unit = units.get(str(entry["with"]), {})
        able = TYPES.get(str(unit.get("type")), {}).get("class") not in (None, GUN, WAGON)
        if not able or unit.get("side") != entry.get("side"):
            why = f"{name} is attached to a foot or mounted unit of his side."
            self.fault(why, "cmd.place", "unit", number, "with")
        wounds = entry.get("wounds", 0)
        if type(wounds) is not int or not 0 <= wounds < DEAD:
            self.fault(f"{name} has 0 to 2 wounds, not {wounds!r}.", "cmd.wounds", "unit", number, "wounds")

    def _commanders(self) -> None:
        sides = [entry.get("side") for _, entry in self.tables("unit") if entry.get("type") == COMMANDER]
        for side in dict.fromkeys(sides):
            if sides.count(side) > 1:
                self.fault(f"{side} has more than one Army Commander.", "cmd.one", "unit")

    def _forces(self) -> None:
        """Each side has somebody to fight for it."""
        fighting = [entry for _, entry in self.tables("unit") if entry.get("type") not in (COMMANDER, "wagon")]
        for side in self.ids:
            if not any(entry.get("side") == side for entry in fighting):
                self.fault(f"{side} has no unit that fights.", "victory.wiped", "unit")

    # --- those who share a box ------------------------------------------------------------------------------

    def _shared_boxes(self) -> None:
        boxes: dict[str, list[Json]] = {}
        for _, entry in self.tables("unit"):
            if entry["type"] in TYPES and TYPES[entry["type"]]["class"] != WAGON:
                boxes.setdefault(entry["at"].upper(), []).append(entry)
        for box, there in boxes.items():
            self._company(box, there)
        for number, entry in self.tables("unit"):
            there = boxes.get(str(entry.get("at", "")).upper(), [])
            if any(other["side"] != entry["side"] for other in there) and entry not in there:
                why = f"{entry['id']} stands among enemies in {entry['at']}."
                self.fault(why, "stack.free-pieces", "unit", number, "at")

    def _company(self, box: str, there: list[Json]) -> None:
        number = self.data["unit"].index(there[-1])
        if len({entry["side"] for entry in there}) > 1:
            return self.fault(f"Enemies share {box}.", "stack.enemies", "unit", number, "at")
        foot = [entry for entry in there if entry["type"] == "regular-foot"]
        guns = [entry for entry in there if TYPES[entry["type"]]["class"] == GUN]
        alone = [entry for entry in there if entry not in foot and entry not in guns]
        if alone and len(there) > 1:
            clause = "stack.native-one" if alone[0]["type"] == "native-foot" else "stack.mounted-one"
            return self.fault(f"{alone[0]['id']} shares {box}.", clause, "unit", number, "at")
        if len(foot) > MOST_TOGETHER or len(guns) > MOST_TOGETHER:
            clause = "stack.line-four" if len(foot) > MOST_TOGETHER else "stack.guns-four"
            return self.fault(f"{box} holds too many.", clause, "unit", number, "at")
        return self._square(box, foot, guns, number)

    def _square(self, box: str, foot: list[Json], guns: list[Json], number: int) -> None:
        squared = [entry for entry in foot if entry.get("square")]
        corners = [entry["corner"] for entry in guns if "corner" in entry]
        if not squared:
            if corners:
                self.fault(f"There is no square in {box} with corners for guns.", "square.corners", "unit", number)
            return
        sides = {entry.get("facing") for entry in squared}
        if len(squared) != MOST_TOGETHER or len(sides) != MOST_TOGETHER:
            self.fault(f"The square in {box} needs a unit on each side.", "square.four", "unit", number, "at")
        elif any(4 - entry.get("hits", 0) // 25 < LEAST for entry in squared):
            self.fault(f"A side of the square in {box} has fewer than two bases.", "square.two-bases", "unit", number)
        elif self.terrain.get(box, "open") in ("rough", "khor", "village", "fort"):
            self.fault(f"No square stands on the ground of {box}.", "square.form-where", "unit", number)
        elif len(corners) != len(guns) or len(set(corners)) != len(guns):
            self.fault(f"Each gun in {box} needs a corner of its own.", "stack.square-corners", "unit", number)
