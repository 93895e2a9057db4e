"""Dice as distributions: against brute force over every throw, and against icepool."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zareba.engine.chance import D6, FACES, Die, Scale, at_least, die, distribution, outcome, pips

tallies = st.lists(st.integers(-3, 6), min_size=1, max_size=6).map(tuple)


def brute_force(sides, count, tally):
    return Counter(outcome(tally, faces) for faces in product(range(1, sides + 1), repeat=count))


@given(tallies, st.integers(0, 4))
def test_a_distribution_counts_every_throw(tally, count):
    assert dict(distribution(len(tally), count, tally)) == brute_force(len(tally), count, tally)


@given(st.integers(1, 6), st.integers(0, 4))
def test_where_every_die_matters_a_distribution_counts_every_throw_too(sides, count):
    assert dict(distribution(sides, count, FACES)) == brute_force(sides, count, FACES)


@given(tallies, st.integers(0, 4), st.integers(1, 5))
def test_sums_that_come_to_the_same_are_one_outcome(tally, count, step):
    scale = Scale(tally, lambda total: total // step)
    assert dict(distribution(len(tally), count, scale)) == brute_force(len(tally), count, scale)


@given(tallies, st.integers(0, 12))
def test_the_ways_of_a_distribution_are_all_the_ways_there_are(tally, count):
    assert sum(ways for _, ways in distribution(len(tally), count, tally)) == len(tally) ** count


@given(tallies, st.integers(0, 8))
def test_outcomes_stand_in_order_and_each_stands_once(tally, count):
    outcomes = [result for result, _ in distribution(len(tally), count, tally)]
    assert outcomes == sorted(set(outcomes))


def test_what_counts():
    assert pips(D6) == (1, 2, 3, 4, 5, 6)
    assert at_least(D6, 5) == (0, 0, 0, 0, 1, 1)
    assert at_least(D6, 7) == (0,) * 6
    assert outcome(pips(D6), (6, 1, 3)) == 10
    assert outcome(FACES, (6, 1, 3)) == (1, 3, 6)
    assert outcome(Scale(pips(D6), lambda total: (total // 2, total % 2)), (6, 1)) == (3, 1)
    assert outcome(FACES, ()) == ()
    assert outcome(pips(D6), ()) == 0
    assert die(10).sides[-1] == "10"
    assert pips(Die("coin", ("heads", "tails"))) == (1, 2)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 20])
@pytest.mark.parametrize("tally", [pips(D6), at_least(D6, 5), (0, 0, 1, 1, 2, 3), (-1, 0, 0, 0, 1, 4)])
def test_sums_are_those_of_icepool(tally, count):
    icepool = pytest.importorskip("icepool")
    expected = count @ icepool.Die(list(tally)) if count else icepool.Die([0])
    ours = distribution(6, count, tally)
    total = sum(ways for _, ways in ours)
    for result, ways in ours:
        assert ways * expected.denominator() == expected.quantity(result) * total


@pytest.mark.parametrize("count", [1, 2, 5])
def test_sorted_faces_are_those_of_icepool(count):
    icepool = pytest.importorskip("icepool")
    expected = icepool.d(6).pool(count).expand()
    assert dict(distribution(6, count, FACES)) == dict(expected.items())
