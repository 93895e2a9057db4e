"""Scenarios: the opening position of one that `inspect.check` has found faultless.

A scenario states what `setup.scenario` lists: table and terrain, chart set, sides, units with their code, formation,
place, facing and ratings, tokens, reinforcements, deployment, turn limit, break levels, objectives and options. What it
does not say of a unit is as `setup.state` has it; so it can also describe a position in mid-battle.

Lengths are written in inches and facings in degrees, places as `9.45 13.9` (`boards.inches.written`).
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.shapes import Circle, Polygon, Polyline
from zareba.boards.inches.written import area, bearing_of, length, point, points
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of
from zareba.systems.battles_for_empire.ground import BOTH, Area, Ground, Line
from zareba.systems.battles_for_empire.objectives import DRAW, END, MANY, Goal, Test
from zareba.systems.battles_for_empire.rows import (
    ARMY,
    CHANGED,
    CHARGED,
    COMING,
    DESTROYED,
    DISORDERED,
    EXPLOITED,
    FANATIC,
    FIXED,
    FOUGHT,
    FRESH,
    GROUND,
    HIDDEN,
    HURT,
    JAMMED,
    LEADER,
    LEFT,
    LOW,
    MOVED,
    MULE,
    NOBODY,
    OPPONENT_GONE,
    PIVOTED,
    ROLLED,
    ROSE,
    SHAKEN,
    SHIFTED,
    TABLE,
    WAITING,
    Group,
    Rules,
    Side,
    Terms,
    Token,
    Unit,
)
from zareba.systems.battles_for_empire.troops import MOUNTED, TABLES, Troop, muster, usual_formation

Json = dict[str, Any]
SIDES: tuple[Json, Json] = (
    {"id": "imperial", "name": "Imperial", "colour": "red"},
    {"id": "natives", "name": "Natives", "colour": "black"},
)
OPTIONS: dict[str, tuple[str, ...]] = {
    "charts": ("zulu", "sudan", "nwf", "general"),  # `chart.set-zulu` and the others
    "initiative": ("choose", "winner-first"),  # `init.choice`
    "formation-roll": ("each", "shared"),  # `group.each-roll`
    "fanatic": ("voluntary", "compulsory"),  # `result.fanatic-declare`
    "bayonet-cost": ("no-rapid", "none"),  # `bayonet.no-rapid`
    "rapid-fire": ("on", "off"),  # `fire.rapid`
    "low-ammo": ("mule", "one-turn"),  # `markers.low-ammo`
    "disorder-removal": ("aged", "all"),  # `markers.disorder`
    "mg-jam": ("after", "cancel", "reroll"),  # `mg.jam-time`
    "crit-trigger": ("kill", "shaken-or-kill"),  # `crit.when`
    "repeated-shaken": ("kill", "none"),  # `effect.shaken-again-sum`
    "steady-ordered": ("off", "on"),  # `melee.mod-first`
    "fire-into-melee": ("off", "on"),  # `fire.target`
    "mounted-fire": ("off", "on"),  # `fire.mounted`
    "muzzle-loaders": ("on", "off"),  # `rifle.muzzle`
    "holders": ("3", "4"),  # `rifle.holders`
    "succession": ("off", "on"),  # `cmd.killed`
    "ambush": ("off", "on"),  # `hidden.ambush`
    "break": ("on", "off"),  # `end.break`
    "handicap": ("0", "1", "2", "3", "4", "-1", "-2", "-3", "-4"),  # `option.stated`
    "deployment": ("printed", "free"),  # `setup.deploy`
    "contact-rating": ("firer", "target"),  # `rifle.mod-contact`
    "ground-cost": ("free", "disorder"),  # `gtg.take`
    "deep-ground": ("as-massed", "easier"),  # `terrain.factor`
    "sight-from-hill": ("3", "6", "9"),  # `los.hill`
}
"""`option.stated`: fixed before setup, and open to both sides."""
FLAGS: dict[str, int] = {
    "shaken": SHAKEN,
    "disordered": DISORDERED,
    "fresh": DISORDERED | FRESH,
    "low-ammo": LOW,
    "jammed": JAMMED,
    "fixed": FIXED,
    "ground": GROUND,
    "fanatic": FANATIC,
    "moved": MOVED,
    "pivoted": PIVOTED,
    "charged": CHARGED,
    "rolled": ROLLED,
    "exploited": EXPLOITED,
    "hurt": HURT,
    "changed": CHANGED,
    "fought": FOUGHT,
    "rose": ROSE,
    "shifted": SHIFTED,
    "opponent-gone": OPPONENT_GONE,
    "waiting": WAITING,
}
"""What a scenario may write of a unit under `marks`."""
TOKENS = {ARMY: "Army Commander", LEADER: "Leader", MULE: "Ammunition mule"}
KINDS = ("fixed", "diced", "pool")
"""`reinf.fixed`, `reinf.diced`, `reinf.pool`."""
EDGES = ("north", "east", "south", "west")


# --- the opening position ----------------------------------------------------------------------------------------


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    chosen = {**data.get("options", {}), **options}
    handicap = int(chosen.pop("handicap", 0))
    rules = Rules(**{_name(key): str(value) for key, value in chosen.items()})
    sides = [_side(entry) for entry in sides_of(data)]
    field = Field(ground_of(data), (sides[0], sides[1]), rules, _terms(data, handicap))
    entries = taking_part(data, handicap)
    field.units = [_unit(data, entry, rules) for entry in entries]
    _charges(field, entries)
    field.tokens = [_token(data, entry, field) for entry in data.get("token", [])]
    field.groups = [_group(data, entry, entries) for entry in data.get("group", [])]
    if rules.deployment == "free" and field.terms.order:
        field.deployed = ()
    _midway(field, data.get("now", {}))
    return field


def _name(option: str) -> str:
    return "break_" if option == "break" else option.replace("-", "_")


def sides_of(data: Json) -> list[Json]:
    return list(data.get("side", SIDES))


def name_of(entry: Json, other: str = "id") -> str:
    """The name that players read; where none is written, what the entry is."""
    return str(entry.get("name") or entry[other])


def side_number(data: Json, name: str) -> int:
    return [entry["id"] for entry in sides_of(data)].index(name)


def _side(entry: Json) -> Side:
    return Side(entry["id"], name_of(entry), entry.get("colour", ""), entry.get("break", 0))


def taking_part(data: Json, handicap: int) -> list[Json]:
    """The units of this battle: a unit may come in, or stay away, with a handicap agreed on."""
    return [entry for entry in data.get("unit", []) if _takes_part(entry.get("handicap", 0), handicap)]


def _takes_part(wanted: int, handicap: int) -> bool:
    """`handicap = 2` comes with a handicap of 2 or more, `handicap = -1` stays away with one of -1 or less."""
    return handicap >= wanted if wanted > 0 else handicap > wanted or not wanted


def _midway(field: Field, now: Json) -> None:
    """What a position in mid-battle adds: the turn, the phase, who is First and whose part it is."""
    field.turn = now.get("turn", 1)
    field.phase = now.get("phase", field.phase)
    names = [side.id for side in field.sides]
    field.first = names.index(now.get("first", names[0]))
    field.acting = field.first ^ names.index(now.get("acting", names[field.first]))
    field.squares = tuple([tuple([field.find(name) for name in ring]) for ring in now.get("squares", [])])
    captured = now.get("captured", {})
    field.captured = (captured.get(names[0], 0), captured.get(names[1], 0))


# --- the table ---------------------------------------------------------------------------------------------------

_GROUNDS: dict[str, Ground] = {}


def ground_of(data: Json) -> Ground:
    """The ground of a table. Its shapes are made once, however many battles are fought on it."""
    board = data["board"]
    key = repr((board, data.get("terrain")))
    if key not in _GROUNDS:
        if len(_GROUNDS) >= 32:
            _GROUNDS.clear()
        features = board.get("terrain", [])
        areas = [_area(data, entry) for entry in features if entry["kind"] in TABLES["terrain"]]
        lines = [_line(data, entry) for entry in features if entry["kind"] in TABLES["lines"]]
        _GROUNDS[key] = Ground(length(board["width"]), length(board["depth"]), areas, lines)
    return _GROUNDS[key]


def _area(data: Json, entry: Json) -> Area:
    kind: str = entry["kind"]
    level: int = entry.get("level", 1 if TABLES["terrain"][kind].get("hill") else 0)
    return Area(kind, name_of(entry, "kind"), level, area(entry), _row(data, "terrain", kind))


def _line(data: Json, entry: Json) -> Line:
    kind, course = entry["kind"], points(entry["line"])
    inside = Polygon(course) if entry.get("inner") == "inside" else None
    inner = {"left": 1, "right": -1}.get(entry.get("inner", ""), BOTH)
    shape = Polyline([*course, course[0]] if inside else course)
    return Line(kind, name_of(entry, "kind"), shape, inner, inside, _row(data, "lines", kind))


def _row(data: Json, table: str, kind: str) -> Json:
    """A row of the table of terrain, as the scenario alters it (`terrain.table`)."""
    return {**TABLES[table][kind], **data.get("terrain", {}).get(kind, {})}


# --- units and tokens --------------------------------------------------------------------------------------------


def _unit(data: Json, entry: Json, rules: Rules) -> Unit:
    number = side_number(data, entry["side"])
    troop = muster(entry, number)
    mounted = entry.get("mounted", troop.arm == MOUNTED)
    x, y = point(entry.get("at", "0 0"))
    facing: int | str = {**sides_of(data)[number], **entry}.get("facing", 0)
    marks = 0
    for word in entry.get("marks", []):
        marks |= FLAGS[word]
    return Unit(
        troop,
        place_of(entry, rules.ambush == "on"),
        x,
        y,
        bearing_of(facing),
        formation_in(entry, troop, mounted),
        mounted,
        entry.get("kills", 0),
        marks,
        tries=entry.get("tries", 0),
        since=entry.get("since", 0),
    )


def _charges(field: Field, entries: list[Json]) -> None:
    """`charge = ["a-company", "flank"]`: whom a unit charged this turn, and from where (`charge.flag`)."""
    for slot, entry in enumerate(entries):
        if "charge" in entry:
            target, where = entry["charge"]
            field.change(slot, charge=(field.find(target), where), marks=field.units[slot].marks | CHARGED)


def formation_in(entry: Json, troop: Troop, mounted: bool) -> str:
    """The formation that is written, or the usual one: a line, a mass, a gun ready for action (`setup.state`)."""
    formation: str = entry.get("formation", usual_formation(troop, mounted))
    return formation


def place_of(entry: Json, ambush: bool = False) -> str:
    """Where a unit or token is: on the table, still to come, hidden, or gone."""
    if "gone" in entry:
        return LEFT if entry["gone"] == "left" else DESTROYED
    if "group" in entry:
        return COMING
    return HIDDEN if ambush and entry.get("hidden") else TABLE


def _token(data: Json, entry: Json, field: Field) -> Token:
    slot = field.find(entry["with"]) if "with" in entry else NOBODY
    x, y = centre_of(field.units[slot]) if slot != NOBODY else point(entry.get("at", "0 0"))
    return Token(
        id=entry["id"],
        name=entry.get("name", TOKENS[entry["kind"]]),
        side=side_number(data, entry["side"]),
        kind=entry["kind"],
        label=entry.get("label", ""),
        place=place_of(entry),
        x=x,
        y=y,
        unit=slot,
        out=entry.get("out", 0),
    )


def _group(data: Json, entry: Json, units: list[Json]) -> Group:
    """Reinforcements come in the order in which their units are written (`reinf.pool`)."""
    return Group(
        id=entry["id"],
        side=side_number(data, entry["side"]),
        kind=entry.get("kind", KINDS[0]),
        turn=entry.get("turn", 1),
        need=entry.get("need", 0),
        members=_members(units, entry["id"]),
        tokens=_members(data.get("token", []), entry["id"]),
        entry=entries_of(entry, data["board"]),
    )


def _members(entries: list[Json], group: str) -> tuple[int, ...]:
    return tuple([number for number, entry in enumerate(entries) if entry.get("group") == group])


def entries_of(group: Json, board: Json) -> tuple[Json, ...]:
    """`reinf.entry-roll`: the zones by which a group may enter; six are for a die."""
    written = group["entry"]
    return tuple([zone_of(words, board) for words in (written if isinstance(written, list) else [written])])


def zone_of(words: str, board: Json) -> Json:
    """`west 4-28 or south 10-50`: stretches of the edges; an edge alone is the whole of it."""
    stretches = []
    for part in words.split(" or "):
        edge, _, span = part.partition(" ")
        whole = board["width"] if edge in ("north", "south") else board["depth"]
        first, dash, last = (span or f"0-{whole}").partition("-")
        if edge not in EDGES or not dash:
            raise ValueError(f"{part!r} is no stretch of an edge such as 'north 30-60'")
        stretches.append((edge, length(first), length(last)))
    return {"name": words, "edges": tuple(stretches)}


# --- the terms ---------------------------------------------------------------------------------------------------


def _terms(data: Json, handicap: int) -> Terms:
    ids = [entry["id"] for entry in sides_of(data)]
    deploy, limit, exits = data.get("deploy", {}), data.get("limit", {}), data.get("exits", {})
    zones = [_zones(data, name, handicap) for name in ids]
    doors = [tuple(exits.get(name, [])) for name in ids]
    depots = [tuple([_place(entry) for entry in data.get("supply", []) if entry["side"] == name]) for name in ids]
    return Terms(
        turns=limit.get("turns", 0),
        zones=(zones[0], zones[1]),
        order=tuple([ids.index(name) for name in deploy.get("order", [])]),
        exits=(doors[0], doors[1]),
        goals=tuple([_goal(ids, entry) for entry in data.get("objective", [])]),
        otherwise=limit.get("winner", "points"),
        supplies=(depots[0], depots[1]),
    )


def _zones(data: Json, side: str, handicap: int) -> dict[str, Polygon | Circle]:
    """`setup.deploy`: where the units of a side may be drawn up: each in its own zone, the others in their side's."""
    found = {entry["id"]: area({"box": entry["zone"]}) for entry in taking_part(data, handicap)
             if entry["side"] == side and "zone" in entry}  # fmt: skip
    common = data.get("deploy", {}).get("zones", {})
    return found | ({"": area({"box": common[side]})} if side in common else {})


def _place(entry: Json) -> Polygon | Circle:
    """A point, or an area."""
    return area({"radius": 0, **entry} if "at" in entry else entry)


def _goal(ids: list[str], entry: Json) -> Goal:
    side = DRAW if entry["side"] == "draw" else ids.index(entry["side"])
    return Goal(side, entry.get("when", END), entry["why"], tuple([_test(ids, test) for test in entry["tests"]]))


def _test(ids: list[str], test: Json) -> Test:
    return Test(
        side=ids.index(test["side"]),
        codes=tuple(test.get("codes", ())),
        arms=tuple(test.get("arms", ())),
        steady=test.get("steady", False),
        destroyed=test.get("destroyed", False),
        near=(point(test["near"]), length(test["within"])) if "near" in test else None,
        inside=area({"outline": test["inside"]}) if "inside" in test else None,
        least=test.get("at_least", 0),
        most=test.get("at_most", MANY),
    )
