"""Scenarios: the opening position of one that `inspect.check` has found faultless.

How lengths and places are written, says `reading`. A scenario may set forces as it likes (`force.scenario`); it can
also describe a position in mid-battle.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches import Circle, Polygon, Polyline, Shape, oblong, snapped
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
from zareba.systems.darkest_africa.options import OPTIONS, rules_of
from zareba.systems.darkest_africa.reading import box, length, place, places
from zareba.systems.darkest_africa.roster import count_loads, enlist, posts, sides_of
from zareba.systems.darkest_africa.troops import INCH, TABLES

__all__ = ["OPTIONS", "setup"]

Json = dict[str, Any]
EDGES = ("south", "west", "north", "east")
KINDS = ("printed", "attack", "meeting")
ENTRY, MEETING = 3 * INCH, 6 * INCH
"""`setup.attacker`, `setup.meeting-zone`: how deep the strips are in which a side deploys."""
ROUNDS = 12
"""`vic.rounds`: unless the scenario says otherwise."""


def setup(data: Json, options: dict[str, str]) -> Field:
    """The opening position; the scenario's own options give way to those of the table."""
    rules = rules_of({**data.get("options", {}), **options})
    ground = ground_of(data["board"])
    entries = sides_of(data)
    terms = _terms(data, ground, rules)
    sides = (_side(ground, rules, terms, entries, 0), _side(ground, rules, terms, entries, 1))
    field = Field(ground, sides, rules, terms)
    enlist(field, [post for number in (0, 1) for post in posts(data, number)])
    _midway(field, data)
    return field


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


def side_number(data: Json, name: str) -> int:
    return [entry["id"] for entry in sides_of(data)].index(name)


def _side(ground: Ground, rules: Rules, terms: Terms, entries: list[Json], number: int) -> Side:
    """One side; who may hide, say the scenario and `opt.hidden` (`hide.who`)."""
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


def _terms(data: Json, ground: Ground, rules: Rules) -> Terms:
    laid = data.get("setup", {})
    kind, limit, entries = laid.get("kind", "printed"), data.get("limit", {}), sides_of(data)
    attacker = side_number(data, laid["attacker"]) if "attacker" in laid else -1
    return Terms(
        rounds=limit.get("rounds", ROUNDS),
        attacker=attacker,
        deploys=() if kind == "printed" else (1 - attacker, attacker) if kind == "attack" else (0, 1),
        zones=(_zone(data, ground, 0, attacker), _zone(data, ground, 1, attacker)),
        hold=_hold(data, ground, rules),
        convoy=_convoy(data),
        points_game=laid.get("points-game", False),
        breaks=limit.get("breaks", True),
        lists=(entries[0].get("list", ""), entries[1].get("list", "")),
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


def _hold(data: Json, ground: Ground, rules: Rules) -> Hold | None:
    """The scenario's prize; `opt.prize` = `middle`: in a points game without one, the middle of the table."""
    if "hold" in data:
        told = data["hold"]
        return Hold(place(told["at"]), length(told["within"]), told["worth"])
    if rules.prize == "middle" and data.get("setup", {}).get("points-game"):
        return Hold(snapped((ground.width // 2, ground.depth // 2), 10), 4 * INCH, int(rules.points) // 5)
    return None


def _convoy(data: Json) -> tuple[int, int, int] | None:
    told = data.get("convoy")
    return (side_number(data, told["side"]), told["win"], told["lose"]) if told else None


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
    field.destroyed = _both(data, "destroyed")
    field.saved = _both(data, "saved")
    count_loads(field)
    for side in (0, 1):
        _worn(field, side)
    if "phase" in data:
        field.phase = PHASES.index(data["phase"])
    else:
        enter(field, MUSTER if field.terms.points_game and not field.roster else opening(field))


def _both(data: Json, key: str) -> tuple[int, int]:
    first, second = sides_of(data)
    return first.get(key, 0), second.get(key, 0)


def _worn(field: Field, side: int) -> None:
    """`panic.half`, `bag.gone`: what happens once only has happened to a side that is at half strength already."""
    lost = [man.troop for man in field.roster if man.side == side and (field.killed | field.fled) >> man.number - 1 & 1]
    gone = sum([troop.points if field.rules.strength == "points" else 1 for troop in lost if troop.armed])
    if lost and 2 * (field.starting[side] - gone) <= field.starting[side]:
        field.half |= 1 << side
    if field.baggage[side] and field.destroyed[side] == field.baggage[side]:
        field.lost_baggage |= 1 << side
