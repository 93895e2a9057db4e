"""The position as JSON: for records, and for whoever draws it, in the words of `docs/boards.md`."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import DIRECTIONS, OFF, Cell
from zareba.systems.sudan.drawings import arcs
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import NOBODY, PIVOTED, STATUSES, STEADY, STILL, Check, Commander, Flight, Slot, Unit
from zareba.systems.sudan.sequence import stage_of
from zareba.systems.sudan.squares import squares_of
from zareba.systems.sudan.troops import GRADES, TABLES

Json = dict[str, Any]
PHASES = (
    "",
    "British guns",
    "native guns",
    "native movement",
    "British movement",
    "British small arms",
    "native small arms",
    "hand-to-hand",
    "melee morale",
    "end of the turn",
)
ORIGINS = ("regular", "native")


# --- the whole position --------------------------------------------------------------------------------------


def dump(field: Field) -> Json:
    """The whole position: the same JSON for the same position, whatever led to it."""
    return {
        "turn": field.turn,
        "phase": stage_of(field).phase,
        "stage": stage_of(field).name,
        "units": {unit.troop.id: _unit(field, slot, unit) for slot, unit in enumerate(field.units) if unit.here},
        "lost": {unit.troop.id: _lost(unit) for unit in field.units if not unit.here},
        "commanders": {him.id: _commander(field, him) for him in field.commanders},
        "contacts": [contact_of(field, number) for number in range(len(field.contacts))],
        "bases_lost": {side.id: field.lost[number] for number, side in enumerate(field.sides)},
        "waiting": [field.units[slot].troop.id for slot in field.waiting],
        "checks": [_check(field, check) for check in field.checks],
        "bouts": [[field.units[b.slot].troop.id, *[field.units[t].troop.id for t in b.targets]] for b in field.bouts],
        "blows": [_blow(field, number) for number in range(len(field.blows))],
        "flights": [flight_of(field, flight) for flight in field.flights],
        "fought": [[field.units[slot].troop.id, field.units[foe].troop.id] for slot, foe, _ in field.fought],
        "deployed": "over" if field.deployed is None else " ".join(map(str, field.deployed)),
        "result": _result(field),
    }


def _unit(field: Field, slot: Slot, unit: Unit) -> Json:
    """What a unit has by default is left out."""
    always = {
        "at": field.ground.grid.name(unit.box),
        "facing": DIRECTIONS[unit.facing],
        "hits": unit.hits,
        "bases": unit.bases,
    }
    rest: Json = {
        "status": STATUSES[unit.status],
        "wounds": unit.wounds,
        "leader": "dead" if unit.troop.leader and not unit.led else "",
        "rank": unit.rank,
        "square": unit.square,
        "corner": DIRECTIONS[unit.corner] if unit.corner != OFF else "",
        "dismounted": unit.dismounted,
        "moved": moved_word(unit),
        "fired_for": unit.fired_for,
    }
    flags = ("charged", "quip", "fired", "done", "fronted", "hot", "ruined", "struck", "rocketed")
    rest |= {flag: getattr(unit, flag) for flag in flags}
    return always | {key: value for key, value in rest.items() if value or key == "status"}


def _lost(unit: Unit) -> Json:
    return {"fate": unit.fate, "hits": unit.hits}


def moved_word(unit: Unit) -> str:
    if unit.moved == STILL:
        return ""
    return "pivoted" if unit.moved == PIVOTED else "moved"


def _commander(field: Field, him: Commander) -> Json:
    if him.box == OFF:
        return {"fate": him.fate, "wounds": him.wounds}
    unit = field.units[him.unit].troop.id if him.unit != NOBODY else ""
    return {"at": field.ground.grid.name(him.box), "with": unit, "wounds": him.wounds, "moved": him.moved}


def contact_of(field: Field, number: int) -> Json:
    contact = field.contacts[number]
    target = field.units[contact.target]
    return {
        "charger": field.units[contact.charger].troop.id,
        "target": target.troop.id,
        "box": field.ground.grid.name(target.box),
        "side": DIRECTIONS[contact.side],
        "locked": not contact.fresh,
    }


def flight_of(field: Field, flight: Flight) -> Json:
    name = field.ground.grid.name
    return {
        "unit": field.units[flight.slot].troop.id,
        "mark": name(flight.mark),
        "facing": DIRECTIONS[flight.facing] if flight.facing != OFF else "",
        "boxes": flight.boxes,
        "box": name(flight.box) if flight.box != OFF else "",
    }


def _check(field: Field, check: Check) -> Json:
    parts = [[value, clause] for value, clause in check.parts]
    return {"unit": field.units[check.slot].troop.id, "square": check.square, "parts": parts}


def _blow(field: Field, number: int) -> list[Any]:
    blow = field.blows[number]
    return [field.units[blow.slot].troop.id, field.units[blow.target].troop.id, blow.hits, blow.natural]


def _result(field: Field) -> Json:
    if field.result is None:
        return {}
    return {"winner": field.result.winner or "draw", "clause": field.result.clause}


# --- for drawing ---------------------------------------------------------------------------------------------


def board(field: Field) -> Json:
    """What never changes: the ground."""
    ground = field.ground
    cells = {
        ground.grid.name(cell): {"terrain": ground.terrain[cell], "level": ground.level[cell]}
        for cell in ground.grid.cells
        if ground.terrain[cell] != "open" or ground.level[cell]
    }
    edges = [list(work) for work in ground.works_list()]
    size = {"columns": ground.grid.columns, "rows": ground.grid.rows}
    return {"kind": "boxes", **size, "cells": cells, "edges": edges, "phases": phases(field)}


def phases(field: Field) -> list[Json]:
    """The strip of the turn: the end step is no phase of its own."""
    deciding = (0, 1, 1, 0, 0, 1)
    sides = [field.sides[number].id for number in deciding] + ["", ""]
    return [{"name": name, "side": side} for name, side in zip(PHASES[1:9], sides, strict=True)]


def table(field: Field, seat: str) -> Json:
    """What any seat sees: everything, for nothing is hidden."""
    units = [_piece(field, slot) for slot, unit in enumerate(field.units) if unit.here]
    return {
        "sides": [_side(field, number) for number in (0, 1)],
        "pieces": [*units, *[_general(field, him) for him in field.commanders if him.box != OFF]],
        "squares": [_square(field, side, box) for side in (0, 1) for box in squares_of(field, side)],
        "contacts": [_fight(field, number) for number in range(len(field.contacts))],
        "flights": [flight_of(field, flight) for flight in field.flights],
        "decks": [],
        "acting": "",
        "turn": field.turn,
        "turns": field.terms.turns,
        "phase": stage_of(field).phase,
        "status": status(field),
        "losses": "hits",
    }


def _square(field: Field, side: int, box: Cell) -> Json:
    return {"box": field.ground.grid.name(box), "side": field.sides[side].id}


def _fight(field: Field, number: int) -> Json:
    """A contact, and whether it is across a flank of its target (`charge.front-or-flank`)."""
    contact = field.contacts[number]
    target = field.units[contact.target]
    return contact_of(field, number) | {"flank": contact.side not in target.front and not target.square}


def _side(field: Field, number: int) -> Json:
    side = field.sides[number]
    return {
        "id": side.id,
        "name": side.name,
        "colour": "",
        "strength": "base",
        "seats": [side.id],
        "home": DIRECTIONS[side.home],
        "figures": sum(field.units[slot].bases for slot in field.living(number)),
        "lost": field.lost[number],
        "units": len(field.living(number)),
        "began": side.units,
    }


def _piece(field: Field, slot: Slot) -> Json:
    unit, troop = field.units[slot], field.units[slot].troop
    facts = [] if troop.weapon == "none" or unit.gun else [troop.weapon]
    facts += [GRADES[troop.grade + 1]] if troop.fights else []
    facts += ["lancers"] if troop.lancers else []
    return {
        "id": troop.id,
        "name": troop.name,
        "side": field.sides[troop.side].id,
        "seat": field.sides[troop.side].id,
        "kind": troop.type,
        "origin": ORIGINS[troop.side],
        "mounted": unit.mounted,
        "figures": unit.bases,
        "full": troop.bases,
        "bases": unit.bases,
        "dial": {"hits": unit.hits, "limit": troop.limit, "step": troop.step},
        "leader": {"wounds": unit.wounds, "alive": unit.led} if troop.leader else {},
        "heat": _heat(unit),
        "facts": facts,
        "marks": marks(field, slot),
        "at": _at(field, slot),
        "arcs": arcs(field, unit),
    }


def _heat(unit: Unit) -> Json:
    """How hot a machine gun has become: the turns it has fired without a rest (`mg.count`)."""
    if unit.troop.weapon != "machine-gun":
        return {}
    return {"turns": unit.fired_for, "hot": unit.hot, "ruined": unit.ruined}


def marks(field: Field, slot: Slot) -> list[str]:
    """The state of a unit in words."""
    unit = field.units[slot]
    found = [STATUSES[unit.status]] if unit.status != STEADY else []
    found += [moved_word(unit)] if unit.moved else []
    flags = {
        "charged": unit.charged,
        "fired": unit.fired,
        "quip": unit.quip,
        "overheated": unit.hot and not unit.ruined,
        "ruined": unit.ruined,
        "dismounted": unit.dismounted,
        "square": unit.square,
        "rear": field.is_rear(slot),
        "in contact": field.in_contact(slot),
        "flanked": field.is_flanked(slot) and not unit.square,
    }
    return found + [mark for mark, on in flags.items() if on]


def _at(field: Field, slot: Slot) -> Json:
    unit = field.units[slot]
    facing = DIRECTIONS[unit.facing] if unit.troop.fights else ""
    place = DIRECTIONS[unit.corner] if unit.corner != OFF else facing
    rank = field.boxes()[unit.box].index(slot)
    return {"box": field.ground.grid.name(unit.box), "facing": facing, "slot": place, "rank": rank}


def _general(field: Field, him: Commander) -> Json:
    return {
        "id": him.id,
        "name": him.name,
        "side": field.sides[him.side].id,
        "seat": field.sides[him.side].id,
        "kind": "army-commander",
        "origin": ORIGINS[him.side],
        "mounted": True,
        "figures": 1,
        "full": 1,
        "bases": 1,
        "dial": {"hits": him.wounds, "limit": TABLES["commander"]["wounds"], "step": 1},
        "leader": {},
        "heat": {},
        "facts": [f"with {field.units[him.unit].troop.name}"] if him.unit != NOBODY else [],
        "marks": [wounded(him.wounds)] if him.wounds else [],
        "at": {"box": field.ground.grid.name(him.box), "facing": "", "slot": "", "rank": 0},
        "arcs": [],
    }


def wounded(wounds: int) -> str:
    return "1 wound" if wounds == 1 else f"{wounds} wounds"


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    if field.deployed is not None:
        return "The armies deploy."
    of = f" of {field.terms.turns}" if field.terms.turns else ""
    phase = stage_of(field).phase
    return f"Turn {field.turn}{of}, phase {min(phase, 8)}: {PHASES[phase]}."
