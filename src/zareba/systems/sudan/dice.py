"""How many dice, and what a roll of them counts: section 2.1 of the rule book.

Dice are added and taken away, doubled and divided in the order of the tables, fractions kept, and rounded up once at
the end (`dice.round-up`, `dice.round-last`). The pips of all dice are the hits (`dice.pips`). Whether a *natural* 6, or
3 on a d3, was among them is counted with them where it matters: each is worth a thousand pips more, and the sum is read
as the hits and whether there was any natural at all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6, Die, Scale, Tally, die, pips
from zareba.engine.reasons import Reason
from zareba.systems.sudan.field import Field

D3, D8 = die(3), die(8)
"""`dice.kinds`: beside them only d6 are thrown; a true d3 unless the option says otherwise (`dice.d3-default`)."""
PIPS = pips(D6)
COMPASS = pips(D8)
NATURAL = 1000


class Dice:
    """A number of dice as it is worked out, with a reason for every change of it.

    Each reason counts how many dice more or fewer there would be if the working ended here, so that all reasons of a
    roll add up to the dice that are thrown.
    """

    __slots__ = ("parts", "reasons", "whole")

    def __init__(self) -> None:
        self.whole = 0
        self.parts = 1
        self.reasons: list[Reason] = []

    @property
    def number(self) -> int:
        return -(-self.whole // self.parts)

    def _so(self, clause: str, why: str, before: int) -> None:
        self.reasons.append(Reason(self.number - before, clause, why))

    def add(self, dice: int, clause: str, why: str) -> None:
        before = self.number
        self.whole += dice * self.parts
        self._so(clause, why, before)

    def double(self, clause: str, why: str) -> None:
        before = self.number
        self.whole *= 2
        self._so(clause, f"{why}: doubled", before)

    def halve(self, clause: str, why: str) -> None:
        before = self.number
        self.parts *= 2
        self._so(clause, f"{why}: halved", before)

    def quarter(self, clause: str, why: str) -> None:
        before = self.number
        self.parts *= 4
        self._so(clause, f"{why}: quartered", before)

    def at_least_one(self, clause: str) -> None:
        """The minimum comes last, after all rounding."""
        if self.number < 1:
            self.reasons.append(Reason(1 - self.number, clause, "never fewer than one"))
            self.whole, self.parts = 1, 1


class Hits(NamedTuple):
    """What a roll came to: its hits, and whether it showed a natural where somebody watched for one."""

    pips: int
    natural: bool


Throws = dict[str, Throw]
Explain = Callable[[Any, Any], list[Reason]]


def throws(id: str, clause: str, prompt: Callable[[Any, Any], str], reasons: Explain) -> Throws:
    """The same roll with either kind of die."""
    return {die.name: Throw(id, clause, die, prompt, reasons) for die in (D6, D3)}


async def throw_hits(field: Field, kinds: Throws, die: str, count: int, seat: str, about: Any, watch: bool) -> Hits:
    """Throws so many dice and adds their pips; naturals are counted only where somebody `watches` for them."""
    halved = die == "d3" and field.rules.d3_method == "halved"
    thrown = D6 if halved or die == "d6" else D3
    hits = await Roll(kinds[thrown.name], count, hits_tally(thrown, halved, watch), seat, about)
    assert isinstance(hits, Hits)
    return hits


@cache
def hits_tally(thrown: Die, halved: bool, watch: bool) -> Scale:
    """What each face counts. A d3 made of a d6 (`dice.d3-halved`) shows its 3 as 5 or 6 (`dice.d3-natural`)."""
    highest = len(thrown.sides)
    naturals = (5, 6) if halved else (highest,)
    values = tuple(face + NATURAL * (watch and face in naturals) for face in range(1, highest + 1))
    return Scale(values, read_halved if halved else read_hits)


def read_hits(total: int) -> Hits:
    return Hits(total % NATURAL, total >= NATURAL)


def read_halved(total: int) -> Hits:
    """The total of the dice is halved once, fractions up."""
    return Hits(-(-(total % NATURAL) // 2), total >= NATURAL)


async def one_die(throw: Throw, seat: str, about: Any) -> int:
    """The pips of one d6."""
    return await dice_read(throw, 1, PIPS, seat, about)


async def dice_read(throw: Throw, count: int, tally: Tally, seat: str, about: Any) -> int:
    """A few dice, and what their sum comes to."""
    result = await Roll(throw, count, tally, seat, about)
    assert isinstance(result, int)
    return result
