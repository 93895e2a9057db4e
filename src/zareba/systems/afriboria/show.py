"""The position as JSON for records, and the map for whoever draws it; what lies on it is told by `seen`."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import bits
from zareba.systems.afriboria.faces import BATTLE
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Company, Effect, Slots, Unit
from zareba.systems.afriboria.siege import posts_text
from zareba.systems.afriboria.troops import SIDES

Json = dict[str, Any]
PLAIN_DICE = ("first", "solo")
"""The throws that are read by their pips and not by their symbols."""


# --- the whole position ------------------------------------------------------------------------------------------


def dump(field: Field) -> Json:
    """The same JSON for the same position, whatever led to it; hidden things included."""
    return {
        "units": {unit.id: _unit(field, unit) for unit in field.units if unit.figures},
        "turn": {
            "number": field.turns,
            "side": SIDES[field.active],
            "phase": field.phase,
            "tasks": [list(task) for task in field.tasks],
            "seen": list(field.seen),
            **_turn(field),
        },
        "play": _play(field),
        "hands": {SIDES[side]: list(field.decks.hands[side]) for side in (0, 1)},
        "known": {SIDES[side]: list(field.decks.known[side]) for side in (0, 1)},
        "deck": sorted(field.decks.stock),
        "discarded": list(field.decks.discard),
        "events": {
            "left": sorted(field.decks.event_deck),
            "turned": list(field.decks.event_discard),
            "forced": list(field.decks.forced),
        },
        "last": list(field.decks.last),
        "points": _pair(field.score.points),
        "goals": _pair(field.score.goals),
        "held": [side if side != NEUTRAL else 9 for side in field.score.holders],
        "lost": _pair(field.score.lost),
        "raised": field.score.raised,
        "effects": [_effect(field, effect) for effect in field.effects],
        "companies": [_company(field, company) for company in field.companies],
        "ladders": [f"{field.name(one.foot)}>{field.name(one.wall)} {SIDES[one.side]}" for one in field.ladders],
        "structures": structures(field),
        "gates": {SIDES[side]: cells(field, field.gates[side]) for side in (0, 1)},
        "ground": {
            "sandbags": cells(field, field.changes.sandbags),
            "burnt": cells(field, field.changes.burnt),
            "wet": field.changes.wet,
        },
        "due": [[field.units[slot].id, rounds, field.name(cell)] for slot, rounds, cell in field.due],
        "result": _result(field),
    }


def _pair(numbers: tuple[int, int]) -> Json:
    return {SIDES[side]: numbers[side] for side in (0, 1)}


def _unit(field: Field, unit: Unit) -> Json:
    marks = {"mounted": unit.mounted, "ladder": unit.ladder, "hidden": unit.hidden, "aloft": unit.aloft}
    numbers = {"fuel": unit.fuel, "bombs": unit.bombs, "stuck": unit.stuck}
    found: Json = {"at": where(field, unit), "figures": unit.figures}
    found |= {mark: True for mark, on in marks.items() if on} | {key: value for key, value in numbers.items() if value}
    return found | ({"wounded": True} if unit.wounded else {})


def where(field: Field, unit: Unit) -> str:
    """The hex of a unit, or its sections; nothing while it is still to come."""
    return posts_text(field, unit.posts) if len(unit.posts) > 1 else (field.name(unit.cell) if unit.posts else "")


def _turn(field: Field) -> Json:
    turn = field.turn
    sets = {
        name: _ids(field, getattr(turn, name))
        for name in turn._fields
        if isinstance(getattr(turn, name), int) and getattr(turn, name)
    }
    rows = {
        "steps": [[field.units[slot].id, steps] for slot, steps in sorted(turn.steps)],
        "support": [[field.units[a].id, field.units[b].id] for a, b in turn.support],
        "shots": [[field.units[slot].id, field.name(cell)] for slot, cell in turn.shots],
        "marched": [field.units[slot].id for slot in turn.marched],
        "tails": [[field.units[a].id, field.units[b].id] for a, b in turn.tails],
    }
    return sets | {name: row for name, row in rows.items() if row}


def _ids(field: Field, slots: Slots) -> list[str]:
    return [field.units[slot].id for slot in bits(slots)]


def _play(field: Field) -> Json:
    play = field.play
    if play is None:
        return {}
    orders = [" ".join([order.kind, *[field.units[slot].id for slot in order.slots]]) for order in play.orders]
    return {"card": play.card, "text": play.text, "orders": orders}


def _effect(field: Field, effect: Effect) -> Json:
    piece = field.units[effect.slot].id if effect.slot != NOBODY else ""
    side = SIDES[effect.side] if effect.side != NEUTRAL else "both"
    return {
        "kind": effect.kind,
        "side": side,
        "piece": piece,
        "value": effect.value,
        "last": effect.last,
        "sort": effect.sort,
        "who": effect.who,
        "card": effect.card,
    }


def _company(field: Field, company: Company) -> Json:
    members = [field.units[slot].id for slot in company.members]
    return {"officer": field.units[company.officer].id, "members": members, "scattered": company.scattered}


def structures(field: Field) -> Json:
    values = zip(field.ground.structures, field.values, strict=True)
    return {field.name(one.cell): value for one, value in values}


def cells(field: Field, mask: int) -> list[str]:
    return [field.name(cell) for cell in bits(mask)]


def _result(field: Field) -> Json:
    return {"winner": field.result.winner or "draw", "clause": field.result.clause} if field.result else {}


# --- the board ---------------------------------------------------------------------------------------------------


def board(field: Field) -> Json:
    """What never changes: the ground as the map shows it."""
    ground = field.ground
    marked: Json = {}
    for cell in ground.grid.cells:
        names = ground.terrain[cell]
        if names != ("open",) or cell in ground.structure_at:
            marked[ground.grid.name(cell)] = {
                "terrain": names[0],
                "features": list(names),
                "level": int("hill" in names),
            }
    for one in ground.structures:
        marked[ground.grid.name(one.cell)] |= {"structure": one.kind, "type": one.type, "value": one.value}
    return {
        "kind": "hexes",
        "columns": ground.grid.columns,
        "rows": ground.grid.rows,
        "names": "letters",
        "short_rows": True,
        "cells": marked,
        "edges": [],
        "inside": cells(field, ground.inside),
        "dice": {"": list(BATTLE.sides), **{throw: [] for throw in PLAIN_DICE}},
    }
