"""Scenarios: the opening position of one that `inspect.check` has found faultless, and of a battle in its middle."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import Mask
from zareba.engine.errors import Unknown
from zareba.systems.afriboria.cards import full_deck, full_events, lay_down
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.ground import Ground, hexes
from zareba.systems.afriboria.rows import (
    NEUTRAL,
    NOBODY,
    Cell,
    Company,
    Goal,
    Ladder,
    Posts,
    Rules,
    Side,
    Slot,
    Terms,
    Turn,
    Unit,
)
from zareba.systems.afriboria.siege import batter, wall_room
from zareba.systems.afriboria.troops import CAVALRY, SIDES, Troop, muster

Json = dict[str, Any]
USUAL_HAND = 5
"""`setup.hand-default`."""
SOLO_HAND = 4
"""`opt.solo`."""
USUAL_SIDES: tuple[Json, Json] = (
    {"id": "north", "name": "North", "colour": "blue"},
    {"id": "south", "name": "South", "colour": "red"},
)

OPTIONS: dict[str, tuple[str, ...]] = {
    "hex-size": ("15", "10"),
    "fastplay": ("off", "on"),
    "events": ("off", "on", "no-wild"),  # `setup.events-optional`, `setup.events-off`
    "solo": ("off", "on"),
    "hand": ("scenario", "3", "4", "5", "6", "7"),
    "defence-hit": ("enemy-class", "own-class"),
    "flag-save": ("flag", "shield", "shield-or-sabres"),
    "mg-horse-move-fire": ("off", "on"),
    "double-fire-same-target": ("on", "off"),
    "company-orders": ("per-unit", "whole"),
    "officer-defence-die": ("off", "on"),
    "river-wire-attack": ("off", "on"),
    "terrain-stack": ("best", "sum"),
    "los-stagger": ("block", "clear"),
    "hill-plateau": ("off", "on"),
    "enemy-zoc-stop": ("off", "on"),
    "aircraft-face": ("1", "2", "3", "4", "5", "6"),
    "structures": ("scenario", "table", "weaker", "stronger"),
    "withdrawals": ("free", "once"),  # `retreat.voluntary-again`
    "extras": ("none", "all"),  # units that a scenario offers on top of its own
}


# --- the opening position ----------------------------------------------------------------------------------------


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    rules = Rules(**{key.replace("-", "_"): value for key, value in {**data.get("options", {}), **options}.items()})
    ground = ground_of(data["board"], rules.structures)
    roster = [entry for entry in data.get("unit", []) if rules.extras == "all" or not entry.get("extra")]
    entries = sides_of(data)
    sides = (_side(entries[0], rules), _side(entries[1], rules))
    field = Field(ground, sides, rules, _terms(data, ground, roster))
    arriving = {slot for slot, _, _ in field.due}
    for slot, entry in enumerate(roster):
        field.units.append(row(ground, entry, slot not in arriving))
    field.hold(0)
    field.hold(1)
    _see_that_there_is_room(field)
    field.deal(stock=full_deck(field), event_deck=full_events(field))
    field.companies = tuple(_company(field, entry) for entry in data.get("company", []))
    _midway(field, data)
    return field


def _see_that_there_is_room(field: Field) -> None:
    """`stack.ten-cm`, `siege.man`: a scenario drawn up for wide hexes may be too crowded for narrow ones."""
    for ranks in field.ranks if field.room == 1 else ():
        for cell, slots in ranks.items():
            figures = max(number for slot in slots for post, number in field.units[slot].posts if post == cell)
            manned = any(len(field.units[slot].posts) > 1 for slot in slots)
            if len(slots) > 1 or (manned and figures > wall_room(field)):
                where = field.name(cell)
                raise Unknown(f"Hexes of 10 cm have no room for all that stands in {where}; play it on hexes of 15 cm.")


_GROUNDS: dict[str, Ground] = {}


def ground_of(board: Json, values: str) -> Ground:
    """The ground of a map. Its tables are worked out once, however many battles are fought on it."""
    key = repr((board, values))
    if key not in _GROUNDS:
        if len(_GROUNDS) >= 64:
            _GROUNDS.clear()
        _GROUNDS[key] = Ground(board, values)
    return _GROUNDS[key]


def sides_of(data: Json) -> tuple[Json, Json]:
    """North and South (`board.sides`), in this order."""
    said = {entry["id"]: entry for entry in data.get("side", [])}
    north, south = (usual | said.get(usual["id"], {}) for usual in USUAL_SIDES)
    return north, south


def _side(entry: Json, rules: Rules) -> Side:
    hand = entry.get("hand", USUAL_HAND)
    if rules.hand != "scenario":
        hand = int(rules.hand)
    if rules.solo == "on":
        hand = SOLO_HAND
    return Side(entry["id"], entry["name"], entry["colour"], hand, entry.get("quota", 99))


def row(ground: Ground, entry: Json, here: bool) -> Unit:
    """A unit as the scenario deploys it (`setup.deploy`); cavalry mounted unless told otherwise (`setup.mounted`)."""
    troop = muster(entry, SIDES.index(entry["side"]))
    posts = posts_of(ground, entry, troop) if here else ()
    figures = sum(number for _, number in posts) if posts else entry.get("now", troop.figures)
    mask = ground.grid.mask(cell for cell, _ in posts)
    aloft = entry.get("aloft", False)
    return Unit(
        troop,
        posts,
        mask,
        figures,
        mounted=entry.get("mounted", True) and troop.type == CAVALRY,
        ladder=entry.get("ladder", False),
        hidden=entry.get("hidden", False),
        aloft=aloft,
        fuel=entry.get("fuel", troop.fuel) if aloft else 0,
        bombs=entry.get("bombs", troop.bombs),
        wounded=entry.get("wounded", False),
    )


def posts_of(ground: Ground, entry: Json, troop: Troop) -> Posts:
    """`F8:2 E9:2 D8:2`: sections; without numbers the whole unit in one hex, at the strength it has `now`."""
    found = []
    for word in str(entry["at"]).split():
        name, colon, figures = word.partition(":")
        found.append((ground.grid.find(name), int(figures) if colon else entry.get("now", troop.figures)))
    return tuple(sorted(found))


# --- what a scenario lays down -----------------------------------------------------------------------------------


def _terms(data: Json, ground: Ground, roster: list[Json]) -> Terms:
    limit, entries = data.get("limit", {}), sides_of(data)
    stands = limit.get("stands", {})
    officers = [sum(1 for one in roster if one["side"] == side and one["kind"] == "officer") for side in SIDES]
    most = [entry.get("companies", number) for entry, number in zip(entries, officers, strict=True)]
    arrivals = tuple(
        (slot, entry["arrives"], ground.grid.find(entry["at"]))
        for slot, entry in enumerate(roster)
        if entry.get("arrives")
    )
    return Terms(
        first=SIDES.index(data["first"]) if "first" in data else NEUTRAL,
        rounds=limit.get("rounds", 0),
        stands=(SIDES.index(stands["side"]) if stands else NEUTRAL, hexes(ground.grid, stands.get("hexes", ""))),
        goals=tuple(_goal(ground, entry) for entry in data.get("objective", [])),
        companies=(most[0], most[1]),
        bases=(_base(ground, entries[0]), _base(ground, entries[1])),
        arrivals=arrivals,
        halting=(entries[0].get("halts", True), entries[1].get("halts", True)),
        cards=tuple(data.get("card", [])),
    )


def _base(ground: Ground, entry: Json) -> Mask:
    return hexes(ground.grid, entry.get("base", ""))


def _goal(ground: Ground, entry: Json) -> Goal:
    side = SIDES.index(entry["side"]) if "side" in entry else NEUTRAL
    area = hexes(ground.grid, entry["hexes"])
    name = str(entry.get("name", entry["hexes"]))
    return Goal(name, area, entry.get("points", 1), side, entry.get("mode", "hold"))


def _company(field: Field, entry: Json) -> Company:
    members = tuple(sorted(field.find(name) for name in entry["members"]))
    return Company(field.find(entry["officer"]), members, entry.get("scattered", False))


# --- a battle in its middle --------------------------------------------------------------------------------------


def _midway(field: Field, data: Json) -> None:
    """Cards already dealt, points already won, and whose turn it is in which phase."""
    for side, name in enumerate(SIDES):
        field.hold_hand(side, tuple(data.get("hands", {}).get(name, ())))
    discard = tuple(data.get("discarded", ()))
    gone = {*field.decks.hands[0], *field.decks.hands[1], *discard}
    left = tuple(copy for copy in field.decks.stock if copy not in gone)
    field.deal(discard=discard, stock=tuple(data.get("stock", left)))
    points, forced, last = (data.get(key, {}) for key in ("points", "forced", "last_cards"))
    field.deal(
        forced=(forced.get("north", 0), forced.get("south", 0)), last=(last.get("north", ""), last.get("south", ""))
    )
    won = (points.get("north", 0), points.get("south", 0))
    field.score = field.score._replace(points=won, lost=(_fallen(field, 0), _fallen(field, 1)))
    for entry in data.get("ladder", []):
        ladder = Ladder(_cell(field, entry["foot"]), _cell(field, entry["wall"]), SIDES.index(entry["side"]))
        field.ladders = (*field.ladders, ladder)
    for name, value in data.get("values", {}).items():
        number = field.ground.structure_at[_cell(field, name)]
        batter(field, number, field.values[number] - value)
    if "now" in data:
        _now(field, data["now"])


def _fallen(field: Field, side: int) -> int:
    return sum(unit.troop.figures - unit.figures for unit in field.units if unit.troop.side == side)


def _now(field: Field, now: Json) -> None:
    field.active = SIDES.index(now["side"])
    field.phase = now.get("phase", "card")
    field.turns = now.get("turn", 1)
    slots = {key: _slots(field, now.get(key, [])) for key in ("ordered", "moved", "fought", "defended", "engaged")}
    field.turn = Turn(
        ordered=slots["ordered"],
        moved=slots["moved"],
        stirred=slots["moved"],
        fought=slots["fought"],
        spent=slots["fought"],
        defended=slots["defended"],
        engaged=slots["engaged"],
    )
    if "card" in now:
        lay_down(field, now["card"])


def _slots(field: Field, names: list[str]) -> int:
    found = 0
    for name in names:
        slot: Slot = field.find(name)
        found |= 1 << slot if slot != NOBODY else 0
    return found


def _cell(field: Field, name: str) -> Cell:
    return field.ground.grid.find(name)
