"""The position as JSON: for records, and for whoever draws it."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import bits
from zareba.systems.afriboria import air
from zareba.systems.afriboria.cards import card_of, has_icon
from zareba.systems.afriboria.companies import is_straggler
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Company, Effect, Slots, Unit
from zareba.systems.afriboria.siege import posts_text
from zareba.systems.afriboria.troops import COLOURS, SIDES

Json = dict[str, Any]
NAMES = {bit: name for name, bit in COLOURS.items()} | {0: ""}


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
        "structures": _structures(field),
        "gates": {SIDES[side]: _cells(field, field.gates[side]) for side in (0, 1)},
        "ground": {
            "sandbags": _cells(field, field.changes.sandbags),
            "burnt": _cells(field, field.changes.burnt),
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


def _structures(field: Field) -> Json:
    values = zip(field.ground.structures, field.values, strict=True)
    return {field.name(one.cell): value for one, value in values}


def _cells(field: Field, mask: int) -> list[str]:
    return [field.name(cell) for cell in bits(mask)]


def _result(field: Field) -> Json:
    return {"winner": field.result.winner or "draw", "clause": field.result.clause} if field.result else {}


# --- the board ---------------------------------------------------------------------------------------------------


def board(field: Field) -> Json:
    """What never changes: the ground as the map shows it."""
    ground = field.ground
    cells: Json = {}
    for cell in ground.grid.cells:
        names = ground.terrain[cell]
        if names != ("open",) or cell in ground.structure_at:
            cells[ground.grid.name(cell)] = {
                "terrain": names[0],
                "features": list(names),
                "level": int("hill" in names),
            }
    for one in ground.structures:
        cells[ground.grid.name(one.cell)] |= {"structure": one.kind, "type": one.type, "value": one.value}
    return {
        "kind": "hexes",
        "columns": ground.grid.columns,
        "rows": ground.grid.rows,
        "names": "letters",
        "short_rows": True,
        "cells": cells,
        "edges": [],
        "inside": _cells(field, ground.inside),
    }


# --- what a seat sees --------------------------------------------------------------------------------------------


def table(field: Field, seat: str) -> Json:
    """Everything but the hands of others and the order of the decks; what has been seen of a hand stays known."""
    return {
        "sides": [_side(field, number) for number in (0, 1)],
        "pieces": [_piece(field, unit) for unit in field.units if unit.posts],
        "coming": [[field.units[slot].id, rounds, field.name(cell)] for slot, rounds, cell in field.due],
        "hands": {SIDES[side]: _hand(field, side, seat) for side in (0, 1)},
        "decks": [
            {"name": "command", "left": len(field.decks.stock), "turned": list(field.decks.discard)},
            {"name": "event", "left": len(field.decks.event_deck), "turned": list(field.decks.event_discard)},
        ],
        "play": _played(field),
        "turn": {
            "number": field.turns,
            "round": (field.turns + 1) // 2,
            "side": SIDES[field.active],
            "phase": field.phase,
        },
        "companies": [_company(field, company) for company in field.companies],
        "effects": [_effect(field, effect) for effect in field.effects],
        "structures": _structures(field),
        "ladders": [[field.name(one.foot), field.name(one.wall), SIDES[one.side]] for one in field.ladders],
        "ground": {field.name(cell): list(field.lie.terrain[cell]) for cell in _changed(field)},
        "objectives": [_goal(field, number) for number in range(len(field.terms.goals))],
        "acting": "",
        "status": status(field),
    }


def _changed(field: Field) -> list[int]:
    changes = field.changes
    return list(bits(changes.sandbags | changes.burnt | changes.rubble))


def _hand(field: Field, side: int, seat: str) -> Json:
    """`turn.secret`: the owner sees his cards, others only what they have been shown."""
    own = seat == SIDES[side]
    cards = field.decks.hands[side] if own else (field.decks.known[side] if seat in SIDES else ())
    return {"number": len(field.decks.hands[side]), "cards": [_card(field, copy) for copy in sorted(cards)]}


def _card(field: Field, copy: str) -> Json:
    card = card_of(field, copy)
    return {"id": copy, "name": card.name, "text": card.text, "icon": has_icon(field, copy)}


def _played(field: Field) -> Json:
    return _card(field, field.play.card) | {"orders": _play(field)["orders"]} if field.play else {}


def _goal(field: Field, number: int) -> Json:
    goal, holder = field.terms.goals[number], field.score.holders[number]
    return {
        "name": goal.name,
        "hexes": _cells(field, goal.hexes),
        "points": goal.points,
        "held": SIDES[holder] if holder != NEUTRAL else "",
    }


def _side(field: Field, number: int) -> Json:
    side = field.sides[number]
    return {
        "id": side.id,
        "name": side.name,
        "colour": side.colour,
        "seats": [side.id],
        "points": field.score.points[number] + field.score.goals[number],
        "quota": side.quota,
        "figures": sum(unit.figures for unit in field.units if unit.troop.side == number),
        "lost": field.score.lost[number],
        "forced": field.decks.forced[number],
    }


def _piece(field: Field, unit: Unit) -> Json:
    troop = unit.troop
    return {
        "id": unit.id,
        "name": unit.name,
        "side": SIDES[troop.side],
        "seat": SIDES[troop.side],
        "kind": troop.kind,
        "type": troop.type,
        "class": troop.rank,
        "colour": NAMES[troop.colour],
        "mounted": unit.mounted or (troop.leads and troop.rides),
        "figures": unit.figures,
        "full": troop.figures,
        "facts": _facts(unit),
        "marks": _marks(field, unit),
        "at": {field.name(cell): figures for cell, figures in unit.posts},
    }


def _facts(unit: Unit) -> list[str]:
    troop = unit.troop
    if troop.leads:
        return ["mounted" if troop.rides else "on foot"]
    found = [NAMES[troop.colour]] if troop.colour else []
    found += ["firearms" if troop.guns else "bows"] if unit.firearms else []
    return found + (["lancers"] if troop.lancer else [])


def _marks(field: Field, unit: Unit) -> list[str]:
    """Companies and platoons visible as such, and everything else that lies beside a unit on the table."""
    slot = field.find(unit.id)
    company = field.company_of(slot) if field.companies else None
    marks = [f"company of {field.units[company.officer].name}"] if company else []
    marks += ["straggler"] if company and is_straggler(field, slot) else []
    leader = NOBODY if unit.troop.leads else field.commanded_by(slot)
    marks += [f"led by {field.units[leader].name}"] if leader != NOBODY else []
    told = {
        "dismounted": unit.troop.type == "cavalry" and not unit.mounted,
        "carries a ladder": unit.ladder,
        "under cover": unit.hidden,
        "wounded": unit.wounded,
        "ordered": bool(field.turn.ordered >> slot & 1),
        "may follow": bool(field.turn.follows & ~field.turn.ordered) and bool(field.turn.follows >> slot & 1),
    }
    marks += [mark for mark, on in told.items() if on]
    return marks + (air.status(unit) if unit.troop.flies else [])


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    side = field.sides[field.active].name
    return f"Round {(field.turns + 1) // 2}: {side}." if field.turns else "The battle is being prepared."
