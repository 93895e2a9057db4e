"""What shelters a target from fire (section 15 of the rule book).

Cover of whatever kind, skirmish order and going to ground are one modifier (`cover.minus`, `cover.once`).
"""

from __future__ import annotations

from collections.abc import Iterator

from zareba.boards.inches.angles import Point, toward
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import meets, nearest_point
from zareba.engine.reasons import Reason
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import SLACK, centre_of
from zareba.systems.battles_for_empire.ground import Line
from zareba.systems.battles_for_empire.rows import GROUND, MOVED, Slot
from zareba.systems.battles_for_empire.troops import INCH

HARD, SOFT = "hard", "soft"


def cover(field: Field, start: Point, target: Slot, clause: str) -> list[Reason]:
    """What fire from a point loses to cover: 1 by the firer's list of modifiers, and 1 more by `cover.sangar-two`."""
    unit = field.units[target]
    if unit.skirmishing:
        found = [Reason(-1, clause, "the target skirmishes")]
        if unit.troop.sangar and _behind_a_sangar(field, start, target):
            found.append(Reason(-1, "cover.sangar-two", "behind a sangar"))
        return found
    if unit.has(GROUND):
        return [Reason(-1, clause, "the target has gone to ground")]
    for why in (*_soft(field, start, target), *_hard(field, start, target)):
        return [Reason(-1, clause, f"the target has cover: {why}")]
    return []


def _soft(field: Field, start: Point, target: Slot) -> Iterator[str]:
    """`cover.soft`: for anybody in it, moving or not, and behind a zariba."""
    yield from [area.name for area in field.ground.within(field.units[target].at) if area.row.get("cover") == SOFT]
    yield from [line.name for line in lines_before(field, start, target) if line.row["cover"] == SOFT]


def _hard(field: Field, start: Point, target: Slot) -> Iterator[str]:
    """`cover.stationary`, `cover.moved`; a village for whoever is in it (`cover.area`), a line for who is behind it."""
    if not field.units[target].has(MOVED):
        yield from [area.name for area in field.ground.within(field.units[target].at) if area.row.get("cover") == HARD]
        yield from [line.name for line in lines_before(field, start, target) if line.row["cover"] == HARD]


def _behind_a_sangar(field: Field, start: Point, target: Slot) -> bool:
    """`cover.sangar`: the one hard cover for skirmishers (`cover.no-hard-skirmish`), while they keep still."""
    sangars = [line for line in lines_before(field, start, target) if line.row.get("sangar")]
    return bool(sangars) and not field.units[target].has(MOVED)


def lines_before(field: Field, start: Point, target: Slot) -> list[Line]:
    """The lines that cover a target from a point (`cover.line`).

    Its centre is on an inner side, and the line of fire to its nearest point crosses within 1" of it.
    """
    end, centre = nearest_point(start, field.rect(target)), centre_of(field.units[target])
    last = start if distance(start, end) <= INCH + SLACK else toward(end, start, INCH + SLACK)
    return [line for line in field.ground.lines
            if line.row.get("cover") and meets(last, end, line.shape) and line.shelters(centre)]  # fmt: skip
