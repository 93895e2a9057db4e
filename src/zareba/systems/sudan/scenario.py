"""Scenarios: the opening position of one that `inspect.check` has found faultless.

A scenario states what `setup.scenario` lists: board and terrain, home edges, forces in unit order, deployment,
objectives, turn limit and options. All units start steady, without hits and marks, unless it says otherwise
(`setup.clean`); so it can also describe a position in mid-battle.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import OFF, BoxGrid, direction, opposite
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.ground import TERRAIN, Ground, Sketch, sides_of
from zareba.systems.sudan.rows import (
    MARCHED,
    NOBODY,
    PIVOTED,
    STATUSES,
    STILL,
    Commander,
    Contact,
    Objective,
    Rules,
    Side,
    Terms,
    Unit,
)
from zareba.systems.sudan.sequence import STAGES
from zareba.systems.sudan.troops import COMMANDER, TABLES, muster

Json = dict[str, Any]
CODES = {what["code"]: name for name, what in TERRAIN.items()}
EDGES = {"north": 0, "east": 2, "south": 4, "west": 6}
SIDES: tuple[Json, Json] = (
    {"id": "british", "name": "British", "home": "south"},
    {"id": "natives", "name": "Natives", "home": "north"},
)
"""`board.home-edge`: unless the scenario says otherwise the British come from the south."""
MOVES = {"": STILL, "pivoted": PIVOTED, "moved": MARCHED}
TESTS = ("lost", "unbroken", "hold", "squares")

OPTIONS: dict[str, tuple[str, ...]] = {
    "d3-method": ("d3", "halved"),  # `dice.d3-halved`
    "chargers-fire": ("no", "yes"),  # `fire.charger`
    "melee-fire": ("fresh", "always"),  # `option.melee-fire`
    "rally-move": ("all", "prone-only", "none"),  # `rally.then-move`
    "prone-melee": ("full", "half"),  # `option.prone-melee`
    "square-prone-target": ("full", "half"),  # `square.prone-target`
    "follow-up": ("off", "on"),  # `option.follow-up`
    "manhandle": ("off", "on"),  # `gun.manhandle`
    "horse-holders": ("off", "on"),  # `move.horse-holders`
    "rocket-los": ("off", "on"),  # `rocket.any-box`
    "commander-risk": ("on", "off"),  # `cmd.risk`
    "collapse": ("1/2", "1/3", "2/5", "3/5", "2/3", "3/4", "off"),  # `victory.collapse`
    "double-collapse": ("draw", "points"),  # `option.double-collapse`
    "khor-sight": ("blocked", "over"),  # `option.khor-sight`
    "square-broken": ("half", "full"),  # `option.square-broken`
    "deployment": ("printed", "free"),  # `setup.order`
}
"""`option.set`: fixed before the battle and shown to both sides. A scenario may set `collapse` to any fraction."""


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    chosen = {**data.get("options", {}), **options}
    rules = Rules(**{key.replace("-", "_"): value for key, value in chosen.items()})
    ground = ground_of(data["board"])
    entries = sides_entries(data)
    roster = [entry for entry in data.get("unit", []) if entry["type"] != COMMANDER]
    sides = (_side(data, entries[0]), _side(data, entries[1]))
    field = Field(ground, sides, rules, _terms(data, ground.grid))
    for number, entry in enumerate(roster):
        field.units.append(_unit(data, ground.grid, entry, number))
    _midway(field, data)
    field.commanders = tuple(_commander(field, entry) for entry in data.get("unit", []) if entry["type"] == COMMANDER)
    if rules.deployment == "free" and any(field.terms.areas):
        field.deployed = ()
    return field


# --- the ground ----------------------------------------------------------------------------------------------

_GROUNDS: dict[str, Ground] = {}


def ground_of(board: Json) -> Ground:
    """The ground of a map. Its tables are worked out once, however many battles are fought on it."""
    key = repr(board)
    if key not in _GROUNDS:
        if len(_GROUNDS) >= 32:
            _GROUNDS.clear()
        _GROUNDS[key] = Ground(sketch(board))
    return _GROUNDS[key]


def sketch(board: Json) -> Sketch:
    """The map, from its rows of terrain codes (the north above) or from its size and a list of boxes."""
    codes: dict[str, str] = {}
    columns, rows = board.get("columns", 0), board.get("rows", 0)
    if "map" in board:
        lines = map_rows(board["map"])
        columns, rows = len(lines[0]), len(lines)
        grid = BoxGrid(columns, rows)
        codes = {
            grid.name(grid.index(c + 1, rows - r)): code for r, line in enumerate(lines) for c, code in enumerate(line)
        }
    codes |= {name.upper(): code for name, code in board.get("codes", {}).items()}
    read = {name: terrain_and_level(code) for name, code in codes.items()}
    return Sketch(
        columns,
        rows,
        {name: terrain for name, (terrain, _) in read.items()},
        {name: level for name, (_, level) in read.items()},
        {(work["box"].upper(), sides_of(work["side"])): work["is"] for work in board.get("works", [])},
    )


def map_rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]


def terrain_and_level(code: str) -> tuple[str, int]:
    """`s` is scrub, `1` open ground on level 1, `s2` scrub on level 2."""
    letter = code.rstrip("0123456789")
    return CODES[letter or "."], int(code[len(letter) :] or 0)


# --- sides and units -----------------------------------------------------------------------------------------


def sides_entries(data: Json) -> list[Json]:
    return list(data.get("side") or SIDES)


def side_number(data: Json, name: str) -> int:
    return [entry["id"] for entry in sides_entries(data)].index(name)


def _side(data: Json, entry: Json) -> Side:
    """What a side begins with, as `victory.collapse` and `victory.limit` count it."""
    mine = [unit for unit in data.get("unit", []) if unit["side"] == entry["id"]]
    troops = [muster(unit, 0) for unit in mine if unit["type"] != COMMANDER]
    commanders = sum(unit["type"] == COMMANDER for unit in mine)
    points = sum(troop.points for troop in troops) + int(TABLES["commander"]["points"]) * commanders
    fighting = sum(troop.fights for troop in troops)
    return Side(entry["id"], str(entry.get("name", entry["id"])), EDGES[entry["home"]], fighting, points)


def _unit(data: Json, grid: BoxGrid, entry: Json, number: int) -> Unit:
    side = side_number(data, entry["side"])
    troop = muster(entry, side)
    return Unit(
        troop=troop,
        box=grid.find(entry["at"]),
        facing=facing_of(data, entry),
        hits=entry.get("hits", 0),
        wounds=entry.get("wounds", 0),
        status=STATUSES.index(entry.get("status", "steady")),
        rank=number + 1,
        square=entry.get("square", False) or "corner" in entry,
        corner=direction(entry["corner"]) if "corner" in entry else OFF,
        dismounted=entry.get("dismounted", False),
        moved=MOVES[entry.get("moved", "")],
        quip=entry.get("quip", False),
        fired_for=entry.get("fired-for", 0),
        hot=entry.get("hot", False),
        ruined=entry.get("ruined", False),
    )


def facing_of(data: Json, entry: Json) -> int:
    """As the scenario says; a corner gun faces its corner; everybody else away from home."""
    home = EDGES[sides_entries(data)[side_number(data, entry["side"])]["home"]]
    if "facing" in entry or "corner" in entry:
        return direction(str(entry.get("facing", entry.get("corner"))))
    return opposite(home)


def _commander(field: Field, entry: Json) -> Commander:
    """`cmd.place`: with a unit, or for the moment by himself."""
    slot = slot_of(field, entry["with"]) if "with" in entry else NOBODY
    box = field.units[slot].box if slot != NOBODY else field.ground.grid.find(entry["at"])
    side = [side.id for side in field.sides].index(entry["side"])
    return Commander(entry["id"], str(entry.get("name", entry["id"])), side, box, slot, entry.get("wounds", 0))


def slot_of(field: Field, name: str) -> int:
    return [unit.troop.id for unit in field.units].index(name)


# --- in mid-battle -------------------------------------------------------------------------------------------


def _midway(field: Field, data: Json) -> None:
    """What a position in mid-battle may add: the turn, the phase, and who is in contact with whom."""
    field.turn = data.get("turn", 1)
    phase = data.get("phase", 1)
    field.stage = next(number for number, stage in enumerate(STAGES) if stage.phase == phase)
    for entry in data.get("contact", []):
        charger, target = slot_of(field, entry["charger"]), slot_of(field, entry["target"])
        side = field.ground.grid.towards(field.units[target].box, field.units[charger].box)
        fresh = entry.get("fresh", False)
        field.contacts = (*field.contacts, Contact(charger, target, side, fresh))
        field.change(charger, charged=fresh)


# --- terms ---------------------------------------------------------------------------------------------------


def _terms(data: Json, grid: BoxGrid) -> Terms:
    limit, areas = data.get("limit", {}), data.get("deploy", {})
    names = [entry["id"] for entry in sides_entries(data)]
    ids = [entry["id"] for entry in data.get("unit", []) if entry["type"] != COMMANDER]
    return Terms(
        turns=limit.get("turns", 0),
        otherwise=limit.get("otherwise", ""),
        objectives=tuple(_objective(names, ids, grid, goal) for goal in data.get("objective", [])),
        areas=(area(grid, areas.get(names[0], "")), area(grid, areas.get(names[1], ""))),
    )


def _objective(names: list[str], ids: list[str], grid: BoxGrid, goal: Json) -> Objective:
    test = next(test for test in TESTS if test in goal)
    named = [goal[test]] if test == "squares" else goal[test]
    last = goal.get("when", "end") == "end"

    def number_of(name: Any) -> int:
        return grid.find(name) if test == "hold" else int(name) if test == "squares" else ids.index(name)

    return Objective(names.index(goal["side"]), last, test, tuple(number_of(name) for name in named), goal["why"])


def area(grid: BoxGrid, words: str) -> int:
    """`rows 1-4`, or a list of boxes."""
    if not words.startswith("rows "):
        return grid.mask(map(grid.find, words.split()))
    first, _, last = words.removeprefix("rows ").partition("-")
    rows = range(int(first), int(last or first) + 1)
    return grid.mask(cell for cell in grid.cells if grid.place(cell)[1] in rows)
