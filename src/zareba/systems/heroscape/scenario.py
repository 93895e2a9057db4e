"""Scenarios: everything that can be wrong with one, and the opening position of one that is right.

A scenario states what `setup.scenario` lists. `check` says all that is wrong at once, each fault with its line and
the clause it breaks; `setup` may then trust what it reads.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import OFF, HexGrid, Mask
from zareba.systems.heroscape.cards import shuffled
from zareba.systems.heroscape.contiguity import regroup
from zareba.systems.heroscape.field import Field, Pack, Rules, Side, Terms, row
from zareba.systems.heroscape.ground import TERRAIN, Ground, Sketch
from zareba.systems.heroscape.troops import muster

Json = dict[str, Any]
CODES = {what["code"]: name for name, what in TERRAIN.items()}
SIDES: tuple[Json, Json] = (
    {"id": "red", "name": "Red", "colour": "red"},
    {"id": "black", "name": "Black", "colour": "black"},
)
SEATS = {"red": ("hearts", "diamonds"), "black": ("clubs", "spades")}
"""`cards.suit`: the suits of a side's two players, first command first."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "repeat": ("free", "rest", "all"),  # `opt.repeat`
    "court-cards": ("one", "two"),  # `opt.court-cards`
    "detach": ("no", "yes"),  # `opt.detach`
    "downhill": ("cost", "free"),  # `opt.downhill`
    "wheels": ("anywhere", "hampered"),  # `opt.wheels`
    "ranks": ("two-abreast", "whole-hex"),  # `opt.ranks`
    "engaged-fire": ("no", "yes"),  # `opt.engaged-fire`
    "fort-melee": ("no", "yes"),  # `opt.fort-melee`
    "leader-guns": ("three", "one"),  # `opt.leader-guns`
    "leader-risk": ("six", "none"),  # `opt.leader-risk`
    "leader-rides": ("no", "yes"),  # `opt.leader-rides`
    "exhaustion": ("defeat", "passive", "off"),  # `opt.exhaustion`
    "square": ("off", "on"),  # `opt.square`
    "limber": ("off", "on"),  # `opt.limber`
    "deployment": ("printed", "free"),  # `setup.deploy`
    "players": (
        "1-1",
        "1-2",
        "2-1",
        "2-2",
    ),  # `cards.suit`: how many players the first and the second side have
}


# --- the opening position ----------------------------------------------------------------------------------------


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    chosen = {**data.get("options", {}), **options}
    players = _players(data, chosen)
    rules = Rules(**{key.replace("-", "_"): value for key, value in chosen.items() if key != "players"})
    ground = ground_of(data["board"], rules)
    entries = sides_of(data)
    seats = [_seats(entries[number], players[number]) for number in (0, 1)]
    roster = [entry for entry in data.get("unit", []) if _takes_part(data, entry, players)]
    sides = tuple(_side(data, entries[number], seats[number], roster) for number in (0, 1))
    field = Field(ground, (sides[0], sides[1]), rules, _terms(data, ground.grid), shuffled())
    for entry in roster:
        number = side_number(data, entry["side"])
        seat = seats[number][entry.get("command", 1) - 1 if len(seats[number]) == 2 else 0]
        stacks = {ground.grid.find(name): figures for name, figures in posts(entry)}
        troop = muster(entry, number, seat, sum(stacks.values()))
        limbered = rules.limber == "on" and entry.get("limbered", False)
        field.units.append(row(troop, 1, stacks, entry.get("square", False), limbered))
    for number in (0, 1):
        field._hold(number)
    if rules.deployment == "free" and field.terms.order:
        field.deployed = ()
    _midway(field, data)
    return field


_GROUNDS: dict[str, Ground] = {}


def ground_of(board: Json, rules: Rules) -> Ground:
    """The ground of a map. Its tables are worked out once, however many battles are fought on it."""
    key = repr((board, rules.downhill, rules.wheels))
    if key not in _GROUNDS:
        if len(_GROUNDS) >= 32:
            _GROUNDS.clear()
        _GROUNDS[key] = Ground(sketch(board), rules.downhill, rules.wheels)
    return _GROUNDS[key]


def _midway(field: Field, data: Json) -> None:
    """What a position in mid-battle may add: losses, engagements, cards already turned."""
    for one, other in data.get("engaged", []):
        field.engage(field.find(one), field.find(other))
    for slot, unit in enumerate(list(field.units)):
        if unit.figures and not field.ground.grid.connected(unit.mask):
            regroup(field, slot)
    lost = data.get("lost", {})
    field.lost = (lost.get(field.sides[0].id, 0), lost.get(field.sides[1].id, 0))
    turned = tuple(data.get("turned", ()))
    left = tuple(card for card in field.pack.left if card not in turned)
    field.pack = Pack(left, turned, data.get("packs", 0), bool(turned))


def sketch(board: Json) -> Sketch:
    """The map, from its rows of terrain codes or from its size and a list of hexes."""
    codes: dict[tuple[int, int], str] = {}
    if "map" in board:
        rows = map_rows(board["map"])
        columns, height = len(rows[0]), len(rows)
        codes = {(c + 1, r + 1): code for r, line in enumerate(rows) for c, code in enumerate(line)}
    else:
        columns, height = board["columns"], board["rows"]
    grid = HexGrid(columns, height)
    codes |= {grid.place(grid.find(name)): code for name, code in board.get("codes", {}).items()}
    read = {place: terrain_and_level(code) for place, code in codes.items()}
    return Sketch(
        columns,
        height,
        {place: terrain for place, (terrain, _) in read.items()},
        {place: level for place, (_, level) in read.items()},
        {(edge["between"][0], edge["between"][1]): edge["is"] for edge in board.get("sides", [])},
    )


def map_rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]


def terrain_and_level(code: str) -> tuple[str, int]:
    """`w2` is a wood on level 2, `1` open ground on level 1, `F` a fortification on level 0."""
    letter = code.rstrip("0123456789")
    level = code[len(letter) :]
    return CODES[letter or "."], int(level or 0)


def sides_of(data: Json) -> list[Json]:
    return list(data.get("side", SIDES))


def side_number(data: Json, name: str) -> int:
    return [entry["id"] for entry in sides_of(data)].index(name)


def _players(data: Json, chosen: dict[str, str]) -> tuple[int, int]:
    if "players" in chosen:
        first, second = chosen["players"].split("-")
        return int(first), int(second)
    first, second = (entry.get("players", 1) for entry in sides_of(data))
    return first, second


def _seats(entry: Json, players: int) -> tuple[str, ...]:
    """A single player sits for his side; two are known by their suits (`cards.own-units`)."""
    return (entry["id"],) if players == 1 else SEATS[entry["colour"]]


def _takes_part(data: Json, entry: Json, players: tuple[int, int]) -> bool:
    number = side_number(data, entry["side"])
    return bool(entry.get("players", players[number]) == players[number])


def _side(data: Json, entry: Json, seats: tuple[str, ...], roster: list[Json]) -> Side:
    figures = sum(number for unit in roster if unit["side"] == entry["id"] for _, number in posts(unit))
    figures += data.get("lost", {}).get(entry["id"], 0)
    worn = worn_out(entry.get("exhausted", "1/2"), figures)
    name = str(entry.get("name", entry["id"]))
    return Side(entry["id"], name, entry.get("colour", ""), seats, figures, worn)


def worn_out(share: int | str, figures: int) -> int:
    """`end.exhaustion`: a number of figures, or a share of those at the start, rounded up (half if nothing is said)."""
    if isinstance(share, int):
        return share
    part, whole = (int(number) for number in share.split("/"))
    return -(-figures * part // whole)


def posts(entry: Json) -> list[tuple[str, int]]:
    """`0406 0506:4`: two figures in a hex unless a number follows; one, if it is a leader."""
    usual = 1 if entry["kind"] == "leader" else 2
    found = []
    for word in str(entry["at"]).split():
        name, _, figures = word.partition(":")
        found.append((name, int(figures) if figures else usual))
    return found


def _terms(data: Json, grid: HexGrid) -> Terms:
    limit, deploy, exits = data.get("limit", {}), data.get("deploy", {}), data.get("exits", {})
    ids = [entry["id"] for entry in sides_of(data)]
    at_limit: Json = {"winner": ids.index(limit["winner"])} if "winner" in limit else {}
    at_limit |= {"level": limit["level"]} if "level" in limit else {}
    areas = [area(grid, deploy.get("areas", {}).get(name, "")) for name in ids]
    doors = [hexes(grid, exits.get(name, "")) for name in ids]
    return Terms(
        packs=limit.get("packs", 0),
        at_limit=at_limit,
        objectives=tuple(_objective(grid, ids, goal) for goal in data.get("objective", [])),
        areas=(areas[0], areas[1]),
        order=tuple(ids.index(name) for name in deploy.get("order", [])),
        exits=(doors[0], doors[1]),
        exit_cost=exits.get("cost", 1),
        exit_lost=exits.get("lost", False),
    )


def _objective(grid: HexGrid, ids: list[str], goal: Json) -> Json:
    return {
        "side": ids.index(goal["side"]),
        "hold": tuple(hexes(grid, group) for group in goal["hold"]),
        "why": goal["why"],
    }


def hexes(grid: HexGrid, names: str) -> Mask:
    return grid.mask(cell for cell in map(grid.find, names.split()) if cell != OFF)


def area(grid: HexGrid, words: str) -> Mask:
    """`rows 1-2`, or a list of hexes."""
    if not words.startswith("rows "):
        return hexes(grid, words)
    first, _, last = words.removeprefix("rows ").partition("-")
    rows = range(int(first), int(last or first) + 1)
    return grid.mask(cell for cell in grid.cells if grid.place(cell)[1] in rows)
