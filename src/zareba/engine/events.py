"""What happened, why, and who may see it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened.

    `kind` and `facts` are for programs (a page that moves a figure), `text` is for people, `clause` is the rule that
    made it happen. `seats` are those who may see it; None means everybody.
    """

    kind: str
    clause: str
    text: str
    facts: dict[str, Any]
    seats: tuple[str, ...] | None = None

    def seen_by(self, seat: str) -> bool:
        return self.seats is None or seat in self.seats


class Result(NamedTuple):
    """How a battle ended: the side that won (None for a draw), by which clause, and why."""

    winner: str | None
    clause: str
    why: str
