"""Who thinks further plays no worse; how far is a budget that is kept."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from tests.players.tiny import SIDES, SYSTEM, duel

from zareba.engine.dice import Seeded
from zareba.engine.errors import Unknown
from zareba.engine.game import Game, seat_of
from zareba.engine.odds import explore
from zareba.lab.playout import battle
from zareba.players import NAMES, Clock, consult, player, reflex, repeatable
from zareba.players.greedy import candidates, worth
from zareba.players.search import Thought
from zareba.players.worth import spread_evenly, standing


def opened(men: int = 6, turns: int = 12) -> Game:
    """The first attack of a duel, with stances that differ."""
    game = Game(SYSTEM, duel(men, turns))
    for answer in ("draw 0", "draw 1"):
        game.answer(answer)
    game.choose(0, "red")
    game.choose(1, "blue")
    game.answer("0 0")
    return game


def won(one: str, other: str, seeds: range, men: int = 5) -> tuple[int, int]:
    """Battles won by each, every seed from both sides."""
    wins = {one: 0, other: 0}
    for seed in seeds:
        for players in ((one, other), (other, one)):
            winner = battle(SYSTEM, duel(men, 10), seed, players).winner
            if winner:
                wins[players[SIDES.index(winner)]] += 1
    return wins[one], wins[other]


def test_greedy_is_better_than_chance():
    greedy, chance = won("greedy", "random", range(30))
    assert greedy > 1.5 * chance


def test_instinct_is_better_than_chance():
    instinct, chance = won("instinct", "random", range(100))
    assert instinct > chance


def test_search_is_better_than_greedy_where_there_is_something_to_think_over():
    search, greedy = won("search:60", "greedy", range(40))
    assert search > greedy


def test_greedy_takes_what_is_expected_to_be_best():
    """Few enough outcomes for all to be looked at: its expectation is that of exact odds."""
    game = opened(men=4)
    values = []
    for index in range(len(game.options(game.request))):  # type: ignore[arg-type]
        after = game.clone()
        after.choose(index)
        outcomes = explore(
            after,
            lambda now: now.steps > game.steps,
            lambda now: (standing(now, "red"),),
            lambda now, asked: SYSTEM.instinct(now.state, asked, Random(0)),  # type: ignore[arg-type]
        )
        values.append(sum((value * share for (value,), share in outcomes.items()), Fraction(0)))
        assert worth(game, index, 10_000, 1) == values[-1]
    assert player("greedy", 1)(game) == values.index(max(values))


def test_of_many_answers_the_first_thought_and_an_even_spread_are_looked_at():
    assert candidates(3, 2, 24) == [2, 0, 1]
    found = candidates(1000, 500, 24)
    assert (found[0], len(found), len(set(found))) == (500, 24, 24)
    gaps = [after - before for before, after in pairwise(found[1:])]
    assert max(gaps) - min(gaps) <= 2


def test_evenly_spread_outcomes_stand_for_all():
    ways: list[tuple[object, int]] = [(number, 2) for number in range(50)]
    found = spread_evenly(ways, 10, Random(3))
    assert sum(many for _, many in found) == 10
    assert len(found) == 10
    assert spread_evenly([("much", 90), ("little", 10)], 10, Random(3)) == [("much", 9), ("little", 1)]


# --- budgets ------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(monkeypatch):
    """How many lines of play each decision was thought over with."""
    counted: list[int] = []
    answer = Thought.answer

    def counting(self, budget):
        index = answer(self, budget)
        counted.append(self.played)
        return index

    monkeypatch.setattr(Thought, "answer", counting)
    return counted


@pytest.mark.parametrize("number", [1, 17, 90])
def test_a_budget_of_lines_is_kept(lines, number):
    player(f"search:{number}", 1)(opened())
    assert lines == [number]


def test_a_search_without_a_number_has_a_budget_too(lines):
    player("search", 1)(opened(2, 2))
    assert lines == [400]


def test_a_budget_of_seconds_is_kept(lines):
    ticks = iter(range(1000))
    clock: Clock = lambda: next(ticks) / 10  # noqa: E731
    player("search:2.5s", 1, clock)(opened())
    assert lines == [24]


def test_an_only_answer_is_not_thought_over(lines):
    game = opened()
    game.answer("press")
    game.throw((6, 6, 6, 6))
    world = game.clone()
    thought = Thought(world, Random(1))
    thought.root.order = thought.root.order[:1]
    assert thought.played == 0
    assert player("search:5", 1)(game) in (0, 1)
    assert lines == [5]


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "Greedy", "search:0", "search:x", "search:2m", "minimax", "search:99999999"])
def test_a_player_that_does_not_exist_is_refused_with_those_that_do(name):
    with pytest.raises(Unknown, match=r"There is no player .* there are random, instinct, greedy, search"):
        player(name, 1)


def test_who_thinks_by_the_clock_needs_one():
    with pytest.raises(Unknown, match="there is none here"):
        player("search:2s", 1)


def test_only_who_does_not_look_ahead_is_a_reflex():
    assert {name for name in NAMES if reflex(name, 1)} == {"random", "instinct"}
    assert {name for name in NAMES if not repeatable(name)} == {"search:2s"}


@pytest.mark.parametrize("name", [name for name in NAMES if repeatable(name) and name != "search:2000"])
def test_the_same_seed_gives_the_same_battle(name):
    def played(seed):
        game = Game(SYSTEM, duel(2, 3), Seeded(seed))
        minds, random, answers = {side: player(name, f"{seed} {side}") for side in SIDES}, Random(seed), []
        while game.proceed().request is not None:
            seat = seat_of(game.pending[0])
            answers.append(consult(minds[seat], game, seat, random))
            game.choose(answers[-1], seat)
        return answers, game.result

    assert played(5) == played(5)
