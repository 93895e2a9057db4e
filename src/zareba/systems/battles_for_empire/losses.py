"""What changed between two positions: the outcomes in which odds are told."""

from __future__ import annotations

from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import DESTROYED, DISORDERED, FANATIC, JAMMED, LOW, SHAKEN, Unit

STATES = {"shaken": SHAKEN, "disordered": DISORDERED, "low": LOW, "jammed": JAMMED, "fanatic": FANATIC}


def losses(before: Field, after: Field) -> tuple[tuple[str, int], ...]:
    """Kills under a unit's id, what else befell it under its id and a word; tokens that are out, or lost."""
    found: list[tuple[str, int]] = []
    for old, new in zip(before.units, after.units, strict=True):
        found += [(old.id + word, number) for word, number in _changes(old, new) if number]
    for was, now in zip(before.tokens, after.tokens, strict=True):
        found += [(f"{was.id}.out", 1)] * (now.out > was.out) + [(f"{was.id}.lost", 1)] * (
            was.place != now.place == DESTROYED
        )
    return tuple(found)


def _changes(old: Unit, new: Unit) -> list[tuple[str, int]]:
    marks = [(f".{word}", int(new.has(mark)) - int(old.has(mark))) for word, mark in STATES.items()]
    gone = int(new.place == DESTROYED) - int(old.place == DESTROYED)
    return [("", new.kills - old.kills), (".destroyed", gone), *marks]
