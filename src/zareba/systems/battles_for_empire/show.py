"""The position as JSON: for records, and for whoever draws it, in the words of `docs/boards.md`.

The *board* is of the kind `inches`; its lines include the edges by which a side may leave, and `phases` are those of a
turn. The *table* has `sides`, `pieces`, the reinforcements still `coming` (`hidden.none`), the `turn` and the `phase`,
and a `status` line. A unit is a piece of four stands, a gun of one; `figures` are the Kills it can still take, and a
stand is `lost` for each that it has taken. A commander or a mule is a piece that is a token.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import offset
from zareba.boards.inches.shapes import Circle, Polygon, Polyline
from zareba.boards.inches.written import spot
from zareba.systems.battles_for_empire.drawings import arcs
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of
from zareba.systems.battles_for_empire.rows import (
    COMING,
    DESTROYED,
    FRESH,
    HIDDEN,
    LEFT,
    MARK_WORDS,
    NOBODY,
    TABLE,
    Group,
    Shown,
    Slot,
    Token,
    Unit,
)
from zareba.systems.battles_for_empire.scenario import FLAGS, TOKENS
from zareba.systems.battles_for_empire.troops import OFFSETS, SQUARE, TABLES

Json = dict[str, Any]
PHASES = {
    "reinforcements": ("1", "Reinforcements"),
    "bayonets": ("2", "Bayonets"),
    "initiative": ("3", "Initiative"),
    "movement": ("4", "Movement"),
    "exploitation": ("4a", "Exploitation"),
    "markers": ("5", "Markers"),
    "artillery": ("6", "Artillery"),
    "rifles": ("7", "Rifles and MGs"),
    "melee": ("8", "Melee"),
    "critical": ("9", "Critical hits"),
}
"""The phases of a turn, each with its number in the book (`turn.sequence`)."""
PARTS = {
    "arrivals": "reinforcements",
    **dict.fromkeys(("commanders", "units", "squares", "rout"), "movement"),
    "pairs": "melee",
}
"""Parts of a phase, and the phase."""
SMOKE = ("artillery", "rifles", "pairs", "melee")
"""The phases in which the last volley is still to be seen."""
RATES = ("", "1st rate", "2nd rate", "3rd rate")
STAND = 1200
WEIGHTS = {1: "heavy", -1: "light"}


# --- the whole position --------------------------------------------------------------------------------------


def dump(field: Field) -> Json:
    """The whole position: the same JSON for the same position, whatever led to it."""
    return {
        "turn": field.turn,
        "phase": field.phase,
        "first": field.seat(field.first),
        "acting": field.seat(field.side),
        "units": {unit.id: state_of(field, unit) for unit in field.units},
        "tokens": {token.id: _token_state(field, token) for token in field.tokens},
        "entries": {group.id: group.zone for group in field.groups if group.zone != NOBODY},
        "queue": _ids(field, field.queue),
        "fired": {unit.id: bits for slot, unit in enumerate(field.units) if (bits := field.fired >> 4 * slot & 15)},
        "frozen": {was.id: state_of(field, was) for was, unit in zip(field.frozen, field.units, strict=False)
                   if was != unit},
        "snapshot": bool(field.frozen),
        "combats": [[_ids(field, combat.primaries), *[_ids(field, slots) for slots in combat.supports]]
                    for combat in field.combats],
        "routing": [[field.units[slot].id, _ids(field, foes)] for slot, foes in field.routing],
        "squares": [_ids(field, ring) for ring in field.squares],
        "captured": {side.id: field.captured[number] for number, side in enumerate(field.sides)},
        "deployed": "over" if field.deployed is None else " ".join(_deployed(field, field.deployed)),
        "result": _result(field),
    }  # fmt: skip


def _ids(field: Field, slots: tuple[Slot, ...]) -> list[str]:
    return [field.units[slot].id for slot in slots]


def _deployed(field: Field, done: tuple[int, ...]) -> list[str]:
    """Who has been placed anew, units and tokens, and "ready" for every side that is."""
    names = [*[unit.id for unit in field.units], *[token.id for token in field.tokens]]
    return [names[what] if what != NOBODY else "ready" for what in done]


def state_of(field: Field, unit: Unit) -> Json:
    """A unit as a scenario would write it; what it has by default is left out."""
    if unit.place in (DESTROYED, LEFT):
        return {"place": unit.place}
    always = {"at": spot(unit.at), "facing": degrees(unit.facing), "formation": unit.formation}
    rest: Json = {
        "place": unit.place if unit.place != TABLE else "",
        "mounted": unit.mounted,
        "kills": unit.kills,
        "charge": [field.units[unit.charge[0]].id, unit.charge[1]] if unit.charge else [],
        "tries": unit.tries,
        "since": unit.since,
    }
    rest |= {word: True for word, mark in FLAGS.items() if word != "fresh" and unit.has(mark)}
    rest["fresh"] = unit.has(FRESH)
    return always | {key: value for key, value in rest.items() if value}


def degrees(facing: int) -> int | str:
    return f"{facing // 10}.{facing % 10}" if facing % 10 else facing // 10


def _token_state(field: Field, token: Token) -> Json:
    if token.place in (DESTROYED, LEFT):
        return {"place": token.place}
    rest: Json = {
        "place": token.place if token.place != TABLE else "",
        "with": field.units[token.unit].id if token.unit != NOBODY else "",
        "out": token.out,
        "acted": token.acted,
    }
    return {"at": spot((token.x, token.y)), "kind": token.kind} | {key: value for key, value in rest.items() if value}


def _result(field: Field) -> Json:
    if field.result is None:
        return {}
    return {"winner": field.result.winner or "draw", "clause": field.result.clause}


# --- the ground ----------------------------------------------------------------------------------------------


def board(field: Field) -> Json:
    """What never changes: the ground, and the phases of a turn."""
    ground = field.ground
    return {
        "kind": "inches",
        "width": ground.width,
        "depth": ground.depth,
        "areas": [{"terrain": area.kind, "name": area.name, "level": area.level, **_outline(area.shape)}
                  for area in ground.areas],
        "lines": [_line(line.kind, line.name, line.shape, _inner(line.inner, line.inside))
                  for line in (*ground.lines, *ground.roads)] + _exits(field),
        "phases": [{"number": number, "name": name, "side": ""} for number, name in PHASES.values()],
    }  # fmt: skip


def _outline(shape: Polygon | Circle) -> Json:
    if isinstance(shape, Circle):
        return {"centre": list(shape.centre), "radius": shape.radius}
    return {"outline": [list(point) for point in shape.points]}


def _line(kind: str, name: str, shape: Polyline, inner: str = "") -> Json:
    return {"terrain": kind, "name": name, "points": [list(point) for point in shape.points], "inner": inner}


def _inner(inner: int, inside: Polygon | None) -> str:
    side = inside.spin if inside else inner
    return {1: "left", -1: "right"}.get(side, "")


def _exits(field: Field) -> list[Json]:
    """`move.exit`: the edges by which a side may leave."""
    return [_line("exit", f"{side.name} may leave here", Polyline(edge_of(field, edge)))
            for side, edges in zip(field.sides, field.terms.exits, strict=True) for edge in edges]  # fmt: skip


def edge_of(field: Field, edge: str) -> list[tuple[int, int]]:
    width, depth = field.ground.width, field.ground.depth
    ends = {"south": ((0, 0), (width, 0)), "east": ((width, 0), (width, depth)),
            "north": ((width, depth), (0, depth)), "west": ((0, depth), (0, 0))}  # fmt: skip
    return list(ends[edge])


# --- the table -----------------------------------------------------------------------------------------------


def table(field: Field, seat: str) -> Json:
    """What a seat sees: everything but units of the enemy that lie in ambush (`hidden.none`, `hidden.ambush`)."""
    units = [_piece(field, slot) for slot, unit in enumerate(field.units) if seen(field, unit, seat)]
    tokens = [_token(field, number) for number, token in enumerate(field.tokens) if token.place == TABLE]
    return {
        "sides": [_side(field, number) for number in (0, 1)],
        "pieces": [*units, *tokens],
        "coming": [told for group in field.groups if (told := _coming(field, group))],
        "decks": [],
        "acting": "",
        "turn": field.turn,
        "turns": field.terms.turns,
        "phase": phase_number(field),
        "status": status(field),
        "volley": [_shot(field, shown) for shown in field.volley if field.phase in SMOKE],
    }


def _shot(field: Field, shown: Shown) -> Json:
    """`turn.simultaneous`: the fire of both sides stays to be seen, as one volley, until the melee is over."""
    firer, target = field.units[shown.slot], field.units[shown.target]
    return {"unit": firer.id, "side": field.seat(firer.side), "target": target.id,
            "start": list(shown.start), "end": list(shown.end), "hits": shown.hits}  # fmt: skip


def seen(field: Field, unit: Unit, seat: str) -> bool:
    """Whether a seat sees a unit: one that is hidden is seen by its owner alone."""
    return unit.place == TABLE or (unit.place == HIDDEN and field.seat(unit.side) == seat)


def phase_number(field: Field) -> int:
    """The number of the phase in the strip of the turn, from 1; 0 before the first."""
    name = PARTS.get(field.phase, field.phase)
    return list(PHASES).index(name) + 1 if name in PHASES else 0


def _side(field: Field, number: int) -> Json:
    side = field.sides[number]
    mine = [unit for unit in field.units if unit.side == number]
    return {
        "id": side.id,
        "name": side.name,
        "colour": side.colour,
        "seats": [side.id],
        "figures": len(field.on_table(number)),
        "lost": len([unit for unit in mine if unit.place == DESTROYED and unit.troop.counts]),
        "exhausted": side.level,
        "units": len(field.on_table(number)),
        "began": len(mine),
        "first": field.first == number,
    }


def _coming(field: Field, group: Group) -> Json:
    """`hidden.none`: who is still to come is open to both sides."""
    units = [field.units[slot].name for slot in group.members if field.units[slot].place == COMING]
    if not units:
        return {}
    return {"id": group.id, "side": field.seat(group.side), "kind": group.kind, "turn": group.turn, "units": units}


def _piece(field: Field, slot: Slot) -> Json:
    unit, troop = field.units[slot], field.units[slot].troop
    return {
        "id": unit.id,
        "name": unit.name,
        "side": field.seat(unit.side),
        "seat": field.seat(unit.side),
        "kind": troop.arm,
        "code": troop.code,
        "origin": "european" if troop.imperial else "native",
        "mounted": unit.mounted,
        "figures": troop.limit - unit.kills,
        "full": troop.limit,
        "facts": facts(unit),
        "marks": marks(field, slot),
        "hidden": unit.place == HIDDEN,
        "shape": shape_of(unit),
        "arcs": arcs(field, unit),
    }


def facts(unit: Unit) -> list[str]:
    """What a unit is: its troops, how well they shoot and with what, their mettle."""
    troop = unit.troop
    found = [TABLES["weapons" if troop.gun else "troops"][troop.code]["name"]]
    if troop.rate:
        found.append(
            RATES[troop.rate] + ("" if troop.gun else ", muzzle-loaders" if troop.muzzle else ", breechloaders")
        )
    ratings = {"Elite": troop.elite, "Fragile": troop.fragile, "bayonets": troop.bayonet}
    found += [word for word, on in ratings.items() if on]
    found += [WEIGHTS[troop.weapon["weight"]]] if troop.weapon.get("weight") else []
    return found + ([f"command {troop.label}"] if troop.label else [])


def marks(field: Field, slot: Slot) -> list[str]:
    """The state of a unit in words, what matters most first."""
    unit = field.units[slot]
    found = [word for mark, word in MARK_WORDS.items() if unit.has(mark)]
    found += ["in square"] if field.in_square(slot) else []
    found += ["dismounted"] if unit.foot and unit.troop.dismounts else []
    foes = [field.units[foe].name for foe in field.contacts(slot)]
    return found + ([f"in melee with {', '.join(foes)}"] if foes else [])


def shape_of(unit: Unit) -> Json:
    width, depth = unit.size
    return {
        "kind": "stands",
        "x": unit.x,
        "y": unit.y,
        "facing": unit.facing,
        "width": width,
        "depth": depth,
        "formation": unit.formation,
        "stands": stands(unit),
    }


def stands(unit: Unit) -> list[Json]:
    """The stands of a unit, each by its centre (`term.stands`); those it has lost come last."""
    places = _around(unit) if unit.formation == SQUARE else _in_ranks(unit)
    kept = len(places) - unit.kills if len(places) > 1 else 1
    return [{**place, "lost": number >= kept} for number, place in enumerate(places)]


def _in_ranks(unit: Unit) -> list[Json]:
    width, depth = unit.size
    files = OFFSETS[unit.formation] if len(OFFSETS[unit.formation]) == 4 else tuple(
        [STAND * file - (width - STAND) // 2 for file in range(width // STAND)]
    )  # fmt: skip
    ranks = 1 if unit.troop.gun else 4 // len(files)
    deep = depth // ranks
    return [_stand(unit, -deep * rank - deep // 2, file, deep, unit.facing) for rank in range(ranks) for file in files]


def _around(unit: Unit) -> list[Json]:
    """`square.company`: one stand along each edge, looking outward."""
    centre, half, deep = centre_of(unit), unit.size[1] // 2, STAND // 2
    found = []
    for edge in range(4):
        facing = (unit.facing + 900 * edge) % 3600
        x, y = offset(centre, facing, half - deep // 2)
        found.append({"x": x, "y": y, "width": STAND, "depth": deep, "facing": facing})
    return found


def _stand(unit: Unit, ahead: int, aside: int, deep: int, facing: int) -> Json:
    x, y = offset(unit.at, unit.facing, ahead, aside)
    return {"x": x, "y": y, "width": STAND, "depth": deep, "facing": facing}


def _token(field: Field, number: int) -> Json:
    token = field.tokens[number]
    with_unit = [f"with {field.units[token.unit].name}"] if token.unit != NOBODY else []
    return {
        "id": token.id,
        "name": token.name,
        "side": field.seat(token.side),
        "seat": field.seat(token.side),
        "kind": token.kind,
        "origin": "",
        "mounted": token.kind != "mule",
        "figures": 1,
        "full": 1,
        "facts": [TOKENS[token.kind], *([f"command {token.label}"] if token.label else [])],
        "marks": with_unit + ([f"out until the end of turn {token.out}"] if field.is_out(number) else []),
        "shape": {"kind": "token", "x": token.x, "y": token.y},
    }


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    if field.deployed is not None:
        return "The armies deploy."
    of = f" of {field.terms.turns}" if field.terms.turns else ""
    number = phase_number(field)
    phase = " ".join(list(PHASES.values())[number - 1]) if number else field.phase
    return f"Turn {field.turn}{of}, phase {phase}."
