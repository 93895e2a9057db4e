"""Words for pieces and places, and the position as JSON: for records, and for whoever draws it."""

from __future__ import annotations

from typing import Any

from zareba.systems.heroscape.field import Field, Stacks, Unit

Json = dict[str, Any]


def describe(unit: Unit) -> str:
    """A unit in a few words: `8 infantry, rifle, experienced`."""
    troop = unit.troop
    words = [f"{unit.figures} {troop.kind}" if not troop.leads else f"leader {_mount(unit)}"]
    words += [troop.weapon] if troop.weapon not in ("none", "machine-gun") else []
    words += [troop.quality] if troop.tests and troop.quality != "regular" else []
    return ", ".join(words)


def _mount(unit: Unit) -> str:
    return "on horseback" if unit.troop.mounted else "on foot"


def standing(field: Field, stacks: Stacks) -> str:
    """Where a unit stands: `0202:2 0302:2`, in reading order."""
    grid = field.ground.grid
    return " ".join(f"{grid.name(cell)}:{figures}" for cell, figures in stacks)


def dump(field: Field) -> Json:
    """The whole position: the same JSON for the same position, whatever led to it."""
    return {
        "units": {unit.id: _unit(field, unit) for unit in field.units if unit.figures},
        "engaged": sorted("|".join(sorted(field.units[slot].id for slot in pair)) for pair in field.engaged),
        "lost": {side.id: field.lost[number] for number, side in enumerate(field.sides)},
        "left": {side.id: field.left[number] for number, side in enumerate(field.sides)},
        "colours": {side.id: side.colour for side in field.sides},
        "pack": {
            "turned": list(field.pack.turned),
            "packs": field.pack.packs,
            "used": field.pack.used,
        },
        "acting": _acting(field),
        "again": list(field.again or ()),
        "chosen": list(field.chosen),
        "deployed": "over" if field.deployed is None else " ".join(field.deployed),
        "plan": [[field.identified("start", start), field.identified("end", end)] for start, end in field.plan],
        "result": _result(field),
    }


def _unit(field: Field, unit: Unit) -> Json:
    marks = {"square": unit.square, "limbered": unit.limbered}
    return {"at": standing(field, unit.stacks), **{mark: True for mark, on in marks.items() if on}}


def _acting(field: Field) -> Json:
    if field.acting is None:
        return {}
    slot, passed, engaged, first = field.acting
    return {"unit": field.units[slot].id, "passed": passed, "engaged": engaged, "first": first}


def _result(field: Field) -> Json:
    if field.result is None:
        return {}
    return {"winner": field.result.winner or "draw", "clause": field.result.clause}


def board(field: Field) -> Json:
    """What never changes: the ground."""
    ground = field.ground
    cells = {
        ground.grid.name(cell): {"terrain": ground.terrain[cell], "level": ground.level[cell]}
        for cell in ground.grid.cells
        if ground.terrain[cell] != "open" or ground.level[cell]
    }
    edges = [[ground.grid.name(a), ground.grid.name(b), what] for (a, b), what in sorted(ground.edges.items())]
    return {
        "kind": "hexes",
        "columns": ground.grid.columns,
        "rows": ground.grid.rows,
        "names": "digits",
        "cells": cells,
        "edges": edges,
    }


def table(field: Field, seat: str) -> Json:
    """What any seat sees: everything, for nothing is hidden but the order of the pack (`solo.both-sides`)."""
    return {
        "sides": [_side(field, number) for number in (0, 1)],
        "pieces": [_piece(field, unit) for unit in field.units if unit.figures],
        "decks": [{"name": "pack", "left": len(field.pack.left), "turned": list(field.pack.turned)}],
        "acting": field.units[field.acting.slot].id if field.acting else "",
        "plan": [[field.identified("start", start), field.identified("end", end)] for start, end in field.plan],
        "status": status(field),
    }


def _side(field: Field, number: int) -> Json:
    side = field.sides[number]
    return {
        "id": side.id,
        "name": side.name,
        "colour": side.colour,
        "seats": list(side.seats),
        "figures": sum(unit.figures for unit in field.units if unit.troop.side == number),
        "lost": field.lost[number],
        "exhausted": side.exhausted,
    }


def _piece(field: Field, unit: Unit) -> Json:
    slot = field.units.index(unit)
    troop = unit.troop
    facts = [troop.weapon] if not troop.leads else []
    facts += [troop.quality] if troop.tests else []
    facts += ["mounted" if troop.mounted else "on foot"] if troop.leads else []
    foes = [field.units[foe].id for foe in field.foes(slot)]
    marks = [f"engaged with {', '.join(foes)}"] if foes else []
    marks += ["in square"] if unit.square else []
    marks += ["limbered"] if unit.limbered else []
    marks += [formation(unit)] if troop.tests else []
    return {
        "id": unit.id,
        "name": unit.name,
        "side": field.sides[troop.side].id,
        "seat": troop.seat,
        "kind": troop.kind,
        "origin": troop.origin,
        "mounted": troop.mounted,
        "figures": unit.figures,
        "full": troop.figures,
        "facts": facts,
        "marks": marks,
        "at": {field.ground.grid.name(cell): figures for cell, figures in unit.stacks},
    }


def formation(unit: Unit) -> str:
    """`form.labels`: line, close order or loose. It has no effect of its own (`form.no-bonus`)."""
    if all(figures <= 2 for _, figures in unit.stacks):
        return "line"
    fewest = -(-unit.troop.points * unit.figures // 4)
    return "close order" if len(unit.stacks) == fewest else "loose"


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    if field.acting:
        return f"{field.units[field.acting.slot].name} acts."
    return f"{len(field.pack.left)} cards are left in the pack."
