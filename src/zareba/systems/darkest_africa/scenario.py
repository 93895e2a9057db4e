"""Scenarios: the opening position of one that `inspect.check` has found faultless.

Lengths are written in inches: whole numbers, or texts such as `"16.25"`; a place is `"16.25 9"`, several are parted by
commas. A scenario may set forces as it likes (`force.scenario`); it can also describe a position in mid-battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zareba.boards.inches import Bearing, Circle, Point, Polygon, Polyline, Shape, oblong
from zareba.systems.darkest_africa.deploy import enter, opening
from zareba.systems.darkest_africa.field import (
    MUSTER,
    PHASES,
    Field,
    Hold,
    Rules,
    Side,
    Terms,
)
from zareba.systems.darkest_africa.ground import FENCE, Feature, Ground
from zareba.systems.darkest_africa.troops import INCH, TABLES, Man, muster

Json = dict[str, Any]
EDGES = ("south", "west", "north", "east")
FACINGS = {"south": 0, "west": 900, "north": 1800, "east": 2700}
"""Where a figure faces that comes on by an edge and is not told otherwise."""
KINDS = ("printed", "attack", "meeting")
SIDES: tuple[Json, Json] = (
    {"id": "first", "name": "First side", "edge": "south"},
    {"id": "second", "name": "Second side", "edge": "north"},
)
FATES = ("killed", "fled", "exited")
MARKS = ("routing", "hesitating", "advanced", "acted", "rallied", "aiming", "threw")
TRIGGERS = {"ambush": ("ambushed",), "pygmies": ("ambushed", "pygmied"), "half": ("halved",), "baggage": ("stripped",)}
ENTRY, MEETING = 3 * INCH, 6 * INCH
"""`setup.attacker`, `setup.meeting-zone`: how deep the strips are in which a side deploys."""
ROUNDS = 12
"""`vic.rounds`: unless the scenario says otherwise."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "shot-kill": ("roll", "outright"),  # `opt.shot-kill`
    "panic-tests": ("each", "once"),  # `opt.panic-tests`
    "reload-action": ("whole", "with-shot"),  # `opt.reload-action`
    "follow-officer": ("first-turn", "always"),  # `opt.follow-officer`
    "break-off": ("off", "on"),  # `opt.break-off`
    "gang": ("0", "1"),  # `opt.gang`
    "six-hits": ("off", "on"),  # `opt.six-hits`
    "strength": ("figures", "points"),  # `opt.strength`
    "officers-panic": ("on", "off"),  # `opt.officers-panic`
    "officer-points": ("0", "5", "10"),  # `opt.officer-points`
    "cp-pool": ("own", "shared"),  # `opt.cp-pool`
    "rough-rate": ("whole", "prorata"),  # `opt.rough-rate`
    "screen": ("on", "off"),  # `opt.screen`
    "unaimed-nearest": ("off", "on"),  # `opt.unaimed-nearest`
    "hidden": ("defender", "both", "none"),  # `opt.hidden`
    "break": ("quarter", "none"),  # `opt.break`
    "lists": ("lists", "open"),  # `opt.lists`
    "terrain": ("scenario", "random"),  # `opt.terrain`
    "points": ("200", "100", "150", "250", "300"),  # `force.limit`
}


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    rules = rules_of({**data.get("options", {}), **options})
    ground = ground_of(data["board"])
    entries = sides_of(data)
    terms = _terms(data, ground)
    sides = (_side(ground, rules, terms, entries, 0), _side(ground, rules, terms, entries, 1))
    field = Field(ground, sides, rules, terms)
    enlist(field, [post for number in (0, 1) for post in posts(data, number)])
    _midway(field, data)
    return field


def rules_of(chosen: dict[str, str]) -> Rules:
    return Rules(**{"break_" if key == "break" else key.replace("-", "_"): value for key, value in chosen.items()})


# --- lengths and places ---------------------------------------------------------------------------------------


def length(value: Any) -> int:
    """Inches, in thousandths; a ValueError where it is no length on the grid of `geo.round`."""
    whole, _, part = str(value).partition(".")
    sign = -1 if whole.startswith("-") else 1
    digits = whole.removeprefix("-")
    if isinstance(value, bool) or not _number(digits) or (part and not _number(part)) or len(part) > 2:
        raise ValueError(f"{value!r} is no length in inches and hundredths of an inch")
    return sign * (int(digits) * INCH + int(part.ljust(2, "0") or 0) * 10)


def bearing(value: Any) -> Bearing:
    """Degrees, in tenths (`geo.facing`); a ValueError where it is no bearing."""
    whole, _, part = str(value).partition(".")
    if isinstance(value, bool) or not _number(whole) or (part and (not _number(part) or len(part) > 1)):
        raise ValueError(f"{value!r} is no bearing in degrees, from 0 to 359.9")
    tenths = int(whole) * 10 + int(part or 0)
    if tenths >= 3600:
        raise ValueError(f"{value!r} is no bearing in degrees, from 0 to 359.9")
    return tenths


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def place(text: Any) -> Point:
    """`16.25 9`: so far east and so far north of the south-west corner."""
    found = str(text).split()
    if not isinstance(text, str) or len(found) != 2:
        raise ValueError(f"{text!r} is no place such as '16.25 9'")
    return length(found[0]), length(found[1])


def places(text: Any) -> list[Point]:
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is no list of places such as '16 9, 18 9'")
    return [place(part) for part in text.split(",")]


def box(text: Any) -> tuple[int, int, int, int]:
    """`0 9 48 36`: west, south, east, north."""
    found = str(text).split()
    if not isinstance(text, str) or len(found) != 4:
        raise ValueError(f"{text!r} is no rectangle such as '0 9 48 36': west, south, east, north")
    west, south, east, north = (length(part) for part in found)
    if west >= east or south >= north:
        raise ValueError(f"{text!r} is a rectangle without any room in it")
    return west, south, east, north


# --- the ground -----------------------------------------------------------------------------------------------

_GROUNDS: dict[str, Ground] = {}


def ground_of(board: Json) -> Ground:
    """The ground of a map. What was found out about it is kept, however many battles are fought on it."""
    key = repr(board)
    if key not in _GROUNDS:
        if len(_GROUNDS) >= 32:
            _GROUNDS.clear()
        features = [feature(entry) for entry in board.get("terrain", [])]
        _GROUNDS[key] = Ground(length(board["width"]), length(board["depth"]), features)
    return _GROUNDS[key]


def feature(entry: Json) -> Feature:
    """One terrain feature, with the properties of its kind (`terr.kinds`)."""
    kind = entry["kind"]
    what = TABLES["terrain"].get(kind, {})
    has = [bool(what.get(word)) for word in ("rough", "cover", "hides", "closed")]
    return Feature(kind, str(entry.get("name", "")), shape_of(entry), *has)


def shape_of(entry: Json) -> Shape:
    """A circle, a rectangle, a polygon, or the line of a fence."""
    if "radius" in entry:
        return Circle(place(entry["at"]), length(entry["radius"]))
    if "box" in entry:
        return oblong(*box(entry["box"]))
    if "line" in entry:
        return Polyline(places(entry["line"]))
    return Polygon(places(entry["outline"]))


def is_line(kind: str) -> bool:
    return kind == FENCE or bool(TABLES["scenery"].get(kind, {}).get("line"))


# --- sides and terms ------------------------------------------------------------------------------------------


def sides_of(data: Json) -> list[Json]:
    return list(data.get("side", SIDES))


def side_number(data: Json, name: str) -> int:
    return [entry["id"] for entry in sides_of(data)].index(name)


def _side(ground: Ground, rules: Rules, terms: Terms, entries: list[Json], number: int) -> Side:
    entry = entries[number]
    hides = entry.get("hides", "may" if terms.attacker == 1 - number else "no")
    may = rules.hidden == "both" or (rules.hidden == "defender" and hides != "no")
    must = rules.hidden != "none" and hides == "must"
    return Side(
        entry["id"], str(entry.get("name", entry["id"])), entry.get("edge", ""), exit_of(ground, entry), may, must
    )


def exit_of(ground: Ground, entry: Json) -> tuple[str, int, int] | None:
    """`move.exit`: `east`, or `east 12 24` for a stretch of that edge."""
    if "exit" not in entry:
        return None
    edge, *stretch = entry["exit"].split()
    whole = ground.width if edge in ("south", "north") else ground.depth
    low, high = (length(part) for part in stretch) if stretch else (0, whole)
    return edge, low, high


def _terms(data: Json, ground: Ground) -> Terms:
    laid = data.get("setup", {})
    kind, limit = laid.get("kind", "printed"), data.get("limit", {})
    attacker = side_number(data, laid["attacker"]) if "attacker" in laid else -1
    return Terms(
        rounds=limit.get("rounds", ROUNDS),
        attacker=attacker,
        deploys=() if kind == "printed" else (1 - attacker, attacker) if kind == "attack" else (0, 1),
        zones=(_zone(data, ground, 0, attacker), _zone(data, ground, 1, attacker)),
        hold=_hold(data),
        convoy=_convoy(data),
        points_game=laid.get("points-game", False),
        breaks=limit.get("breaks", True),
    )


def _zone(data: Json, ground: Ground, number: int, attacker: int) -> tuple[int, int, int, int] | None:
    """Where a side deploys: as the scenario says, else by `setup.attacker`, `setup.defender`, `setup.meeting-zone`."""
    entry = sides_of(data)[number]
    if "zone" in entry:
        return box(entry["zone"])
    if data.get("setup", {}).get("kind", "printed") == "printed":
        return None
    if attacker < 0:
        return strip(ground, entry["edge"], MEETING)
    if number == attacker:
        return strip(ground, entry["edge"], ENTRY)
    return far_half(ground, sides_of(data)[attacker]["edge"])


def strip(ground: Ground, edge: str, deep: int) -> tuple[int, int, int, int]:
    """The strip of the table along an edge."""
    width, depth = ground.width, ground.depth
    return {
        "south": (0, 0, width, deep),
        "west": (0, 0, deep, depth),
        "north": (0, depth - deep, width, depth),
        "east": (width - deep, 0, width, depth),
    }[edge]


def far_half(ground: Ground, edge: str) -> tuple[int, int, int, int]:
    """The half of the table farther from an edge, the middle line with it."""
    width, depth = ground.width, ground.depth
    return {
        "south": (0, depth - depth // 2, width, depth),
        "west": (width - width // 2, 0, width, depth),
        "north": (0, 0, width, depth // 2),
        "east": (0, 0, width // 2, depth),
    }[edge]


def _hold(data: Json) -> Hold | None:
    told = data.get("hold")
    return Hold(place(told["at"]), length(told["within"]), told["worth"]) if told else None


def _convoy(data: Json) -> tuple[int, int, int] | None:
    told = data.get("convoy")
    return (side_number(data, told["side"]), told["win"], told["lose"]) if told else None


# --- the roster -----------------------------------------------------------------------------------------------


class Post(NamedTuple):
    """One figure as the scenario writes it: which side, what it is, and the entry that says more."""

    side: int
    entry: Json
    turn: int
    """Which of the entry's figures it is, from 1."""
    at: Point | None

    @property
    def officer(self) -> bool:
        return self.turn <= officers_in(self.entry)

    @property
    def hidden(self) -> bool:
        hidden = self.entry.get("hidden", False)
        return self.turn in hidden if isinstance(hidden, list) else bool(hidden)


def posts(data: Json, number: int) -> Iterator[Post]:
    """The figures of a side in the order of the roster (`geo.number`)."""
    side = sides_of(data)[number]["id"]
    for entry in data.get("unit", []):
        if entry["side"] == side:
            spots = places(entry["at"]) if "at" in entry else []
            for turn in range(count_in(entry)):
                yield Post(number, entry, turn + 1, spots[turn] if spots else None)


def count_in(entry: Json) -> int:
    """How many figures an entry has: as it says, or as many as have places."""
    return int(entry.get("count", len(places(entry["at"])) if "at" in entry else 1))


def officers_in(entry: Json) -> int:
    """How many of an entry's figures are officers, the first of them."""
    return int(entry.get("officers", 1 if entry.get("officer") else 0))


def enlist(field: Field, men: list[Post]) -> None:
    """Writes the roster: numbers, officers, who is loaded, what each side begins with."""
    field.roster = tuple([_man(number, post) for number, post in enumerate(men, 1)])
    for index, (man, post) in enumerate(zip(field.roster, men, strict=True)):
        field.friends = _with(field.friends, man.side, 1 << index)
        field.at.append(post.at or (0, 0))
        field.facing.append(_facing(field, post))
        field.deaths.append(post.entry.get("deaths", 0))
        field.officers |= man.officer << index
        _state(field, index, post)
    field.start = field.at.copy()
    field.starting = (strength(field, 0), strength(field, 1))


def _with(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    return (pair[0] + more, pair[1]) if side == 0 else (pair[0], pair[1] + more)


def _man(number: int, post: Post) -> Man:
    alone = count_in(post.entry) == 1
    return muster(number, post.side, post.entry["type"], post.officer, str(post.entry.get("name", "")) if alone else "")


def _facing(field: Field, post: Post) -> Bearing:
    if "facing" in post.entry:
        return bearing(post.entry["facing"])
    return FACINGS.get(field.sides[post.side].edge, 0)


def _state(field: Field, index: int, post: Post) -> None:
    """`setup.loaded`, `setup.loads`, `setup.flags`: loaded, calm, its load on its back, if nothing else is said."""
    entry = post.entry
    if post.entry.get("fate"):
        return field.mark(entry["fate"], index)
    if not field.terms.deploys:
        field.mark("on", index)
    if field.roster[index].troop.firearm and entry.get("loaded", True):
        field.mark("loaded", index)
    if entry.get("load"):
        field.mark("carrying", index)
    for name in MARKS:
        if entry.get(name):
            field.mark(name, index)
    for name in [mark for word in entry.get("pending", []) for mark in TRIGGERS[word]]:
        field.mark(name, index)
    if post.hidden and field.rules.hidden != "none":
        field.mark("hidden", index)
    if "command-points" in entry:
        field.points = (*field.points, (index, entry["command-points"]))
    return None


def strength(field: Field, side: int) -> int:
    """`panic.strength`, `opt.strength`: what a whole force counts at the start: its armed figures, or their points."""
    armed = [man.troop for man in field.roster if man.side == side and man.troop.armed]
    return sum(troop.points for troop in armed) if field.rules.strength == "points" else len(armed)


# --- in mid-battle --------------------------------------------------------------------------------------------


def _midway(field: Field, data: Json) -> None:
    """Whose turn it is, what lies on the ground, and what has been lost already."""
    laid = data.get("setup", {})
    first = laid.get("first", laid.get("attacker"))
    field.first = field.active = side_number(data, first) if first else 0
    field.round = data.get("round", 1)
    if "active" in data:
        field.active = side_number(data, data["active"])
    field.loads = tuple([(side_number(data, one["side"]), place(one["at"])) for one in data.get("load", [])])
    _baggage(field, sides_of(data))
    for side in (0, 1):
        _worn(field, side)
    if "phase" in data:
        field.phase = PHASES.index(data["phase"])
    else:
        enter(field, MUSTER if field.terms.points_game and not field.roster else opening(field))


def _baggage(field: Field, entries: list[Json]) -> None:
    """The loads a side began with (`bag.gone`): those it still has, and those that are destroyed or safe."""
    field.destroyed = (entries[0].get("destroyed", 0), entries[1].get("destroyed", 0))
    field.saved = (entries[0].get("saved", 0), entries[1].get("saved", 0))
    left = [(field.carrying & field.friends[side]).bit_count() + len(field.loads_of(side)) for side in (0, 1)]
    began = [left[side] + field.destroyed[side] + field.saved[side] for side in (0, 1)]
    field.baggage = (began[0], began[1])


def _worn(field: Field, side: int) -> None:
    """`panic.half`, `bag.gone`: what happens once only has happened to a side that is at half strength already."""
    lost = [man.troop for man in field.roster if man.side == side and (field.killed | field.fled) >> man.number - 1 & 1]
    gone = sum([troop.points if field.rules.strength == "points" else 1 for troop in lost if troop.armed])
    if lost and 2 * (field.starting[side] - gone) <= field.starting[side]:
        field.half |= 1 << side
    if field.baggage[side] and field.destroyed[side] == field.baggage[side]:
        field.lost_baggage |= 1 << side
