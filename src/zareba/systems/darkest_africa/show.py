"""The position as JSON: for records, and for whoever draws it, in the words of `docs/boards.md`.

The *board* is an open table of `inches`: forest, grass and the like are areas, fences, roads and exits are lines.

The *table* has `sides`, `pieces` and a `status` line, whose turn it is (`active`), the `round` of `rounds` and the
`phase`, a step of the turn from 1 to 5. A piece is a figure (`base`) or a load on the ground (`token`). Its `marks`:
`officer`, `unloaded`, `hidden`, `routing`, `hesitating`, `advanced`, `with a load`, `in combat`, `acted`, `rallied`,
`may shoot`, `4 points`, `saw 2 fall`, `surprised`, `half are gone`, `baggage gone`, `not yet deployed`. A hidden piece
is shown to its owner alone (`hide.secret`).
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches import Bearing, Circle, Point, Polygon, Polyline
from zareba.systems.darkest_africa.drawings import arcs
from zareba.systems.darkest_africa.falling import strength
from zareba.systems.darkest_africa.field import (
    COMMAND,
    END,
    FIGHTS,
    FIRST,
    FLIGHT,
    MAP,
    MUSTER,
    OTHERS,
    PANIC,
    PHASES,
    ROLLS,
    STATES,
    TRIGGERS,
    TURN_STATES,
    Acting,
    Field,
    Index,
    ones,
)
from zareba.systems.darkest_africa.ground import Feature
from zareba.systems.darkest_africa.troops import RADIUS, Man, facts, inches

Json = dict[str, Any]
STEPS = ("Command points", "Officers and encouraged men", "The others", "Hand-to-hand", "Panic and flight")
STEP_OF = {ROLLS: 1, COMMAND: 2, OTHERS: 3, FIGHTS: 4, PANIC: 5, FLIGHT: 5, END: 5}
BEFORE = {MUSTER: "The forces are chosen.", MAP: "The map is thrown for.", FIRST: "The first turn is thrown for."}
SHOWN = tuple([name for name in (*STATES, *TURN_STATES, *TRIGGERS) if name not in ("on", "killed", "fled", "exited")])


def spot(point: Point) -> str:
    return f"{inches(point[0])} {inches(point[1])}"


def degrees(facing: Bearing) -> str:
    return f"{facing // 10}.{facing % 10}".removesuffix(".0")


# --- the whole position ---------------------------------------------------------------------------------------


def dump(field: Field) -> Json:
    """The whole position: the same JSON for the same position, whatever led to it."""
    return {
        "round": field.round,
        "active": field.seat(field.active),
        "first": field.seat(field.first),
        "phase": PHASES[field.phase],
        "figures": {man.id: _figure(field, man) for man in field.roster},
        "loads": {side.id: [spot(point) for point in field.loads_of(n)] for n, side in enumerate(field.sides)},
        "sides": {side.id: _force(field, n) for n, side in enumerate(field.sides)},
        "acting": _acting(field.acting),
        "queue": list(field.queue),
        "cursor": field.cursor,
        "below": field.below,
        "fought": [[one + 1, other + 1] for one, other in field.fought],
        "result": _result(field),
    } | ({"map": board(field)["areas"]} if field.rules.terrain == "random" else {})


def _figure(field: Field, man: Man) -> Json:
    """What is not so of a figure is left out; of one that is gone, everything but its fate."""
    index = man.number - 1
    fate = next((fate for fate in ("killed", "fled", "exited") if getattr(field, fate) >> index & 1), "")
    if fate:
        return {"fate": fate, "at": spot(field.at[index])}
    found: Json = {"at": spot(field.at[index]), "facing": degrees(field.facing[index])}
    found |= {name: True for name in SHOWN if getattr(field, name) >> index & 1}
    rest = {
        "waiting": not field.on >> index & 1,
        "from": spot(field.start[index]) if field.start[index] != field.at[index] else "",
        "deaths": field.deaths[index],
    }
    found |= {key: value for key, value in rest.items() if value}
    return found | ({"points": field.purse(index)} if index in dict(field.points) else {})


def _force(field: Field, number: int) -> Json:
    """What a side has and has lost."""
    return {
        "starting": field.starting[number],
        "baggage": field.baggage[number],
        "destroyed": field.destroyed[number],
        "saved": field.saved[number],
        "halved": bool(field.half >> number & 1),
        "stripped": bool(field.lost_baggage >> number & 1),
    }


def _acting(acting: Acting | None) -> Json:
    if acting is None:
        return {}
    told = acting._asdict() | {"figure": acting.figure + 1, "foes": [index + 1 for index in ones(acting.foes)]}
    return told | {"way": list(map(spot, acting.way)), "planned": list(map(spot, acting.planned))}


def _result(field: Field) -> Json:
    if field.result is None:
        return {}
    return {"winner": field.result.winner or "draw", "clause": field.result.clause}


# --- the board ------------------------------------------------------------------------------------------------


def board(field: Field) -> Json:
    """What never changes: the ground, and the edges to leave by."""
    ground = field.ground
    features = ground.features
    return {
        "kind": "inches",
        "width": ground.width,
        "depth": ground.depth,
        "areas": [_area(one) for one in features if not isinstance(one.shape, Polyline)],
        "lines": [_line(one) for one in features if isinstance(one.shape, Polyline)] + exits(field),
        "phases": [{"name": name, "side": ""} for name in STEPS],
    }


def _area(one: Feature) -> Json:
    told: Json = {"terrain": one.kind, "name": one.name, "level": 1 if one.kind == "hill" else 0}
    if isinstance(one.shape, Circle):
        return told | {"centre": list(one.shape.centre), "radius": one.shape.radius}
    assert isinstance(one.shape, Polygon)
    return told | {"outline": [list(point) for point in one.shape.points]}


def _line(one: Feature) -> Json:
    assert isinstance(one.shape, Polyline)
    return {"terrain": one.kind, "name": one.name, "points": [list(point) for point in one.shape.points]}


def exits(field: Field) -> list[Json]:
    """`move.exit`: where a side may leave."""
    width, depth = field.ground.width, field.ground.depth
    found = []
    for side in field.sides:
        if side.exit:
            edge, low, high = side.exit
            other = {"south": 0, "west": 0, "north": depth, "east": width}[edge]
            points = [[low, other], [high, other]] if edge in ("south", "north") else [[other, low], [other, high]]
            found.append({"terrain": "exit", "name": f"{side.name} may leave here", "points": points})
    return found


# --- the table ------------------------------------------------------------------------------------------------


def table(field: Field, seat: str) -> Json:
    """What a seat sees: everything but the other side's hidden figures. An onlooker sees what both sides see."""
    figures = [index for index, man in enumerate(field.roster) if is_shown(field, index, seat)]
    return {
        "sides": [_side(field, number, seat) for number in (0, 1)],
        "pieces": [*[_piece(field, index) for index in figures], *_loads(field)],
        "decks": [],
        "acting": _actor(field, seat),
        "active": field.seat(field.active),
        "round": field.round,
        "rounds": field.terms.rounds,
        "phase": STEP_OF.get(field.phase, 0),
        "status": status(field),
    }


def is_shown(field: Field, index: Index, seat: str) -> bool:
    """Whether a seat may see a figure: on the table and visible, or its own."""
    gone = (field.killed | field.fled | field.exited) >> index & 1
    open_to_all = field.on & ~field.hidden
    mine = field.seat(field.side_of(index)) == seat
    return not gone and (mine or bool(open_to_all >> index & 1))


def _actor(field: Field, seat: str) -> str:
    acting = field.acting
    return str(acting.figure + 1) if acting and is_shown(field, acting.figure, seat) else ""


def _side(field: Field, number: int, seat: str) -> Json:
    """Rosters are public: who has not been seen can be counted, but not found."""
    side, mine = field.sides[number], field.friends[number]
    lost = mine & (field.killed | field.fled)
    told: Json = {
        "id": side.id,
        "name": side.name,
        "colour": "",
        "seats": [side.id],
        "home": side.edge,
        "figures": (mine & ~lost & ~field.exited).bit_count(),
        "lost": lost.bit_count(),
        "left": (mine & field.exited).bit_count(),
        "loads": field.baggage[number] - field.destroyed[number],
        "roster": roster(field, number),
    }
    return told | ({"strength": strength(field, number), "starting": field.starting[number]} if seat == side.id else {})


def roster(field: Field, number: int) -> Json:
    """How many of each type a side began with."""
    counted: dict[str, int] = {}
    for man in field.roster:
        if man.side == number:
            counted[man.troop.code] = counted.get(man.troop.code, 0) + 1
    return counted


def _piece(field: Field, index: Index) -> Json:
    man = field.roster[index]
    side = field.seat(man.side)
    x, y = field.at[index]
    hidden = bool(field.hidden >> index & 1) or not field.on >> index & 1
    return {
        "id": man.id,
        "name": man.name,
        "side": side,
        "seat": side,
        "kind": man.troop.code,
        "origin": "european" if man.troop.code == "european" else "native",
        "mounted": False,
        "officer": man.officer,
        "figures": 1,
        "full": 1,
        "facts": facts(man.troop),
        "marks": marks(field, index),
        "shape": {"kind": "base", "x": x, "y": y, "radius": RADIUS, "facing": field.facing[index]},
        "arcs": arcs(field, index),
    } | ({"hidden": True} if hidden else {})


WORDS = {
    "hidden": "hidden",
    "routing": "routing",
    "hesitating": "hesitating",
    "advanced": "advanced",
    "carrying": "with a load",
    "acted": "acted",
    "rallied": "rallied",
    "aiming": "may shoot",
    "ambushed": "surprised",
    "halved": "half are gone",
    "stripped": "baggage gone",
}


def marks(field: Field, index: Index) -> list[str]:
    """The state of a figure in words."""
    man = field.roster[index]
    found = ["officer"] if man.officer else []
    found += ["unloaded"] if man.troop.firearm and not field.loaded >> index & 1 else []
    found += [word for name, word in WORDS.items() if getattr(field, name) >> index & 1]
    found += ["in combat"] if field.engaged(index) else []
    found += [f"{field.purse(index)} points"] if index in dict(field.points) else []
    found += [f"saw {field.deaths[index]} fall"] if field.deaths[index] else []
    return found + ([] if field.on >> index & 1 else ["not yet deployed"])


def _loads(field: Field) -> list[Json]:
    """Loads on the ground: points without a base."""
    return [
        {
            "id": f"load-{number}",
            "name": "A load",
            "side": field.seat(side),
            "seat": field.seat(side),
            "kind": "load",
            "origin": "",
            "mounted": False,
            "officer": False,
            "figures": 0,
            "full": 0,
            "facts": ["Baggage on the ground"],
            "marks": [],
            "shape": {"kind": "token", "x": x, "y": y},
            "arcs": [],
        }
        for number, (side, (x, y)) in enumerate(field.loads, 1)
    ]


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    if field.phase in BEFORE:
        return BEFORE[field.phase]
    if field.phase not in STEP_OF:
        return "The sides deploy."
    step = STEPS[STEP_OF[field.phase] - 1]
    whose = field.sides[field.active].name
    return f"Round {field.round} of {field.terms.rounds}, the turn of {whose}: {step[:1].lower()}{step[1:]}."
