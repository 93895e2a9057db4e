"""Why a number is what it is, and why something may not be done."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One part of a total: so much, by this clause, for this cause."""

    value: int
    clause: str
    why: str


class Refusal(NamedTuple):
    """What forbids an answer: the clause, the facts in words, and the nearest notation that would do, if known."""

    clause: str
    why: str
    instead: str = ""


def total(reasons: list[Reason]) -> int:
    return sum(reason.value for reason in reasons)
