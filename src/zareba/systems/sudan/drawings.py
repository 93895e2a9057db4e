"""What may be drawn on the boxes while something is asked, in the words of `docs/boards.md`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zareba.boards.boxes import DIRECTIONS, Cell, bits
from zareba.engine.reasons import Reason
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import Slot, Unit

Json = dict[str, Any]
Drawing = dict[str, Any]

BANDS = (("close × 2", "fire.close"), ("medium", "fire.medium"), ("long, halved", "fire.long"))


# --- shapes --------------------------------------------------------------------------------------------------


def cells(field: Field, role: str, boxes: Iterable[Cell], **more: Any) -> Json:
    return {"kind": "cells", "role": role, "cells": _names(field, boxes), **more}


def path(field: Field, role: str, boxes: Iterable[Cell], **more: Any) -> Json:
    return {"kind": "path", "role": role, "cells": _names(field, boxes), **more}


def edge(field: Field, role: str, box: Cell, side: int, **more: Any) -> Json:
    return {"kind": "edge", "role": role, "cell": field.ground.grid.name(box), "side": DIRECTIONS[side], **more}


def stand(field: Field, slot: Slot, box: Cell, place: int, facing: int, **more: Any) -> Json:
    """A unit as it would stand: in the middle of a side, or in a corner, and how it would face."""
    where = {"cell": field.ground.grid.name(box), "slot": DIRECTIONS[place], "facing": DIRECTIONS[facing]}
    return {"kind": "stand", "role": "ghost", "piece": field.units[slot].troop.id, **where, **more}


def compass(field: Field, box: Cell, **more: Any) -> Json:
    return {"kind": "compass", "role": "zone", "cell": field.ground.grid.name(box), **more}


def _names(field: Field, boxes: Iterable[Cell]) -> list[str]:
    return [field.ground.grid.name(box) for box in boxes]


def drawing(shapes: Sequence[Json], reasons: Iterable[Reason] = ()) -> Drawing:
    return {"shapes": list(shapes), "notes": [reason._asdict() for reason in reasons]}


def note(value: str, clause: str, why: str) -> Json:
    """A part of what an answer costs or brings that is no number of dice."""
    return {"value": value, "clause": clause, "why": why}


# --- arcs of fire --------------------------------------------------------------------------------------------


def arcs(field: Field, unit: Unit) -> list[Json]:
    """The boxes that its fire could reach, the nearest band first: within arc and range, whether in sight or not."""
    return [
        cells(field, "arc", bits(within), label=label, clause=clause) for label, clause, within in _bands(field, unit)
    ]


def sights(field: Field, unit: Unit) -> list[Json]:
    """The same, with what is out of sight apart (`fire.sight`)."""
    found, hidden = [], 0
    for label, clause, within in _bands(field, unit):
        seen = field.ground.grid.mask(box for box in bits(within) if field.sees(unit.box, box))
        hidden |= within & ~seen
        if seen:
            found.append(cells(field, "arc", bits(seen), label=label, clause=clause))
    return (
        [*found, cells(field, "blocked", bits(hidden), label="out of sight", clause="fire.sight")] if hidden else found
    )


def _bands(field: Field, unit: Unit) -> list[tuple[str, str, int]]:
    grid, so_far, found = field.ground.grid, 0, []
    arc = grid.arc(unit.box, unit.facing)
    for (label, clause), halves in zip(BANDS, unit.troop.bands, strict=True):
        within = arc & grid.within(unit.box, halves) & ~so_far
        so_far |= within
        if within:
            found.append((label, clause, within))
    return found
