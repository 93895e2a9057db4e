"""Dice as distributions of whole numbers.

A roll says *what counts*: each face has a value and the outcome of a roll is the sum of its dice. "How many 6s" gives
the face 6 the value 1 and the others 0; "the total" gives each face its pips. So a roll of n dice has a handful of
outcomes instead of 6 to the power n, and exact odds stay cheap. Where every single die matters (`FACES`) the outcome
is the sorted tuple of faces; where many sums come to the same ("9 or more") the roll has a `Scale` to read them on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

Outcome = int | tuple[int, ...]
Faces = tuple[int, ...]


class Die(NamedTuple):
    """A die by the words on its sides, in the order in which the sides are numbered 1, 2, 3..."""

    name: str
    sides: tuple[str, ...]


def die(sides: int) -> Die:
    return Die(f"d{sides}", tuple(str(side) for side in range(1, sides + 1)))


D6 = die(6)


class Scale(NamedTuple):
    """The values of the sides, and what a sum of them comes to. Sums that come to the same are one outcome."""

    values: tuple[int, ...]
    read: Callable[[int], Outcome]


# The value of side 1, side 2, ... of a die, or a scale; None where each face counts for itself.
Tally = tuple[int, ...] | Scale | None
FACES: Tally = None


def pips(die: Die) -> tuple[int, ...]:
    """Counts the sum of the numbers thrown."""
    return tuple(range(1, len(die.sides) + 1))


def at_least(die: Die, need: int) -> tuple[int, ...]:
    """Counts the dice that show `need` or more."""
    return tuple(int(side >= need) for side in range(1, len(die.sides) + 1))


def outcome(tally: Tally, faces: Sequence[int]) -> Outcome:
    """What a throw of these faces (1, 2, 3...) counts for."""
    if tally is None:
        return tuple(sorted(faces))
    if isinstance(tally, Scale):
        return tally.read(sum([tally.values[face - 1] for face in faces]))
    return sum([tally[face - 1] for face in faces])


def counts(tally: Tally, face: int) -> bool:
    """Does a die that shows this face count for anything?"""
    values = tally.values if isinstance(tally, Scale) else tally
    return values is None or bool(values[face - 1])


@lru_cache(4096)
def distribution(sides: int, count: int, tally: Tally) -> tuple[tuple[Outcome, int], ...]:
    """Every outcome of `count` dice with the number of ways to throw it, smallest first."""
    if tally is None:
        return tuple(_multisets(sides, count))
    if isinstance(tally, Scale):
        return _read(tally.read, distribution(sides, count, tally.values))
    ways = {0: 1}
    for _ in range(count):
        ways = _one_more(ways, tally)
    return tuple(sorted(ways.items()))


def _one_more(ways: dict[int, int], tally: tuple[int, ...]) -> dict[int, int]:
    more: dict[int, int] = {}
    for value in tally:
        for so_far, number in ways.items():
            more[so_far + value] = more.get(so_far + value, 0) + number
    return more


def _read(read: Callable[[int], Outcome], sums: Sequence[tuple[Any, int]]) -> tuple[tuple[Outcome, int], ...]:
    """The ways of all the sums that come to the same, together."""
    ways: dict[Outcome, int] = {}
    for total, number in sums:
        meaning = read(total)
        ways[meaning] = ways.get(meaning, 0) + number
    return tuple(sorted(ways.items()))


def _multisets(sides: int, count: int) -> list[tuple[Outcome, int]]:
    def orders(faces: Faces) -> int:
        return factorial(count) // prod(factorial(faces.count(side)) for side in set(faces))

    throws = combinations_with_replacement(range(1, sides + 1), count)
    return [(faces, orders(faces)) for faces in throws]
