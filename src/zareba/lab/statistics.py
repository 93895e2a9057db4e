"""The little statistics a batch of battles needs. Whole numbers and fractions until somebody wants to read them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.959963984540054
"""Between minus and plus so many standard deviations lie 95 of 100 values of a normal distribution."""


class Interval(NamedTuple):
    """A share, and the bounds between which it lies with 95% confidence."""

    rate: float
    low: float
    high: float


class Summary(NamedTuple):
    """A list of numbers in a few: its mean, and the values at its ends and quarters."""

    mean: float
    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


class Bar(NamedTuple):
    """How many values lie from `low` to `high`, both included."""

    low: int
    high: int
    number: int


def wilson(wins: int, games: int) -> Interval:
    """The Wilson score interval: sound even for few games and for none lost."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    rate, square = wins / games, NORMAL_95**2
    middle = (wins + square / 2) / (games + square)
    reach = NORMAL_95 / (games + square) * sqrt(wins * (games - wins) / games + square / 4)
    low = 0.0 if wins == 0 else max(0.0, middle - reach)
    high = 1.0 if wins == games else min(1.0, middle + reach)
    return Interval(rate, low, high)


def mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def quantile(values: Sequence[int], share: Fraction) -> Fraction:
    """The value below which this share of all lies, exactly; between two values in proportion to their distance."""
    if not values:
        return Fraction(0)
    ranked = sorted(values)
    place = share * (len(ranked) - 1)
    below = int(place)
    above = min(below + 1, len(ranked) - 1)
    return ranked[below] + (place - below) * (ranked[above] - ranked[below])


def middle(values: Sequence[int]) -> Fraction:
    return quantile(values, Fraction(1, 2))


def summary(values: Sequence[int]) -> Summary:
    quarters = [quantile(values, Fraction(part, 4)) for part in range(5)]
    return Summary(*(round(float(number), 3) for number in (mean(values), *quarters)))


def histogram(values: Sequence[int], most: int = 24) -> list[Bar]:
    """The values in at most so many bars of equal width, without a gap."""
    if not values:
        return []
    least, span = min(values), max(values) - min(values) + 1
    width = -(-span // most)
    counts = [0] * -(-span // width)
    for value in values:
        counts[(value - least) // width] += 1
    return [Bar(least + place * width, least + place * width + width - 1, many) for place, many in enumerate(counts)]
