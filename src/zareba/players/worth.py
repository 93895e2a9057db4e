"""What a position is worth, and what an action is expected to lead to.

The expectation comes from running the rule itself over every chance branch, as exact odds do. A budget of leaves
keeps it short: it is shared out among the branches by their probability, and where more outcomes are possible than
leaves are left, evenly spread outcomes stand for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from zareba.engine.ask import Draw, Request, Roll, Seat
from zareba.engine.chance import distribution
from zareba.engine.game import Game, seat_of

WON = 1_000_000
Ways = list[tuple[Any, int]]


def side_of(game: Game, seat: Seat) -> str:
    """The side that a seat plays for; none where what is asked is nobody's."""
    return game.system.seats(game.state).get(seat, "")


def mover(game: Game) -> str:
    """The side whose decision is open."""
    request = game.asked()
    assert request is not None
    return side_of(game, seat_of(request))


def settled(game: Game, side: str, last: int) -> bool:
    """Whether an action begun at step `last` is over: steps have ended, and the next begins with somebody else.

    An action may take several steps: its `aftermath` is followed, or as much of it as leads to a position `at_rest`.
    """
    if game.steps <= last or game._since:
        return False
    request = game.request
    if request is None or game.steps > last + game.system.aftermath:
        return True
    at_rest = game.system.at_rest
    return side_of(game, seat_of(request)) != side or (at_rest is not None and at_rest(game.state))


def standing(game: Game, side: str) -> int:
    """How far a side is ahead of its best enemy, in hundredths of a figure; a battle that is over counts most."""
    result = game.result
    if result is not None:
        return 0 if result.winner is None else WON if result.winner == side else -WON
    judge, state = game.system.judgement, game.state
    return judge(state, side) - max(judge(state, enemy) for enemy in game.system.sides(state) if enemy != side)


@dataclass(frozen=True)
class Outlook:
    """How far ahead to look, what counts there, and who answers on the way."""

    over: Callable[[Game], bool]
    value: Callable[[Game], int]
    answer: Callable[[Game], int]
    random: Random

    def expected(self, game: Game, leaves: int) -> Fraction:
        """The mean value when it is over, or the battle ends. The game is used up."""
        while game.request is not None and not self.over(game):
            outcomes = ways(game.asked())
            if outcomes:
                return self._mean(game, outcomes, leaves)
            game.choose(self.answer(game))
        return Fraction(self.value(game))

    def _mean(self, game: Game, outcomes: Ways, leaves: int) -> Fraction:
        if len(outcomes) > leaves:
            outcomes = spread_evenly(outcomes, leaves, self.random)
        total = sum(number for _, number in outcomes)
        mean, last = Fraction(0), len(outcomes) - 1
        for place, (outcome, number) in enumerate(outcomes):
            branch = game if place == last else game.clone()
            branch._chance(outcome, None)
            mean += number * self.expected(branch, max(1, leaves * number // total))
        return mean / total


def ways(request: Request | None) -> Ways:
    """Every answer that chance may give, with the number of ways to get it; none where a player decides."""
    if isinstance(request, Roll):
        return list(distribution(len(request.throw.die.sides), request.count, request.tally))
    if isinstance(request, Draw):
        return [(index, 1) for index in range(len(request.cards))]
    return []


def spread_evenly(outcomes: Ways, number: int, random: Random) -> Ways:
    """So many outcomes at even distances through all the ways, beginning anywhere; equal ones are counted together."""
    total = sum(ways for _, ways in outcomes)
    start = random.random()
    marks = [int((mark + start) * total / number) for mark in range(number)]
    found: Counter[Any] = Counter()
    passed, at = 0, 0
    for outcome, many in outcomes:
        passed += many
        while at < number and marks[at] < passed:
            found[outcome] += 1
            at += 1
    return list(found.items())
