"""What may be drawn on the boxes while something is asked, in the words of `docs/boards.md`."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import Cell, bits
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import Unit

Json = dict[str, Any]
Drawing = dict[str, Any]

BANDS = (("close × 2", "fire.close"), ("medium", "fire.medium"), ("long, halved", "fire.long"))


def cells(field: Field, role: str, boxes: list[Cell], **more: Any) -> Json:
    return {"kind": "cells", "role": role, "cells": [field.ground.grid.name(box) for box in boxes], **more}


def arcs(field: Field, unit: Unit) -> list[Json]:
    """The boxes that its fire could reach, the nearest band first: within arc and range, whether in sight or not."""
    grid, seen, found = field.ground.grid, 0, []
    for (label, clause), halves in zip(BANDS, unit.troop.bands, strict=True):
        within = grid.arc(unit.box, unit.facing) & grid.within(unit.box, halves) & ~seen
        seen |= within
        if within:
            found.append(cells(field, "arc", list(bits(within)), label=label, clause=clause))
    return found
