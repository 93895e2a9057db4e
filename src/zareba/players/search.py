"""A player that looks further ahead: Monte-Carlo tree search over decisions, with chance sampled on the way.

The tree holds decisions only. Each line of play starts from the open question, follows the promising answers, lets
seeded dice fall as they may, and ends some activations later in a judgement of the position. What chance did is
recognised by what is asked next: two throws that lead to the same question with the same answers lead to the same
node. Where something is hidden from the seat, each line is played in one of several imagined worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import log, sqrt
from random import Random

from zareba.engine.ask import Request
from zareba.engine.dice import Seeded
from zareba.engine.game import Game, seat_of
from zareba.players.greedy import candidates, worth
from zareba.players.random_player import instinct
from zareba.players.seen import Player, offered, seen
from zareba.players.worth import mover, standing

Clock = Callable[[], float]

WORLDS = 8
"""In how many imagined worlds a decision is thought over."""
WIDTH = 32
"""How many answers to a question are looked at, at the most."""
HORIZON = 2
"""How many activations beyond the present one a line of play goes on."""
WHIM = 10
"""One answer in so many, beyond the tree, is not what instinct says."""
SCALE = 400
"""A gain of so many hundredths of a figure is worth half of winning the battle."""
CURIOSITY = 250
"""How much an answer seldom tried is to be preferred, in thousandths of winning the battle."""
TRUST = 4
"""For how many lines of play the expectation of a greedy player counts."""


class Node:
    """A question met in the tree: how often each answer was tried, and what came of it."""

    __slots__ = ("after", "order", "side", "totals", "visits")

    def __init__(self, side: str, order: list[int]) -> None:
        self.side = side
        self.order = order
        self.visits = dict.fromkeys(order, 0)
        self.totals = dict.fromkeys(order, 0)
        self.after: dict[Hashable, Node] = {}

    def select(self) -> int:
        """The answer to try now: the first few in order, more the longer we think, the promising ones more often."""
        tried = sum(self.visits.values())
        wide = self.order[: 2 + int(2 * sqrt(tried))]
        for index in wide:
            if not self.visits[index]:
                return index
        spur = CURIOSITY * sqrt(log(tried + 1))
        return max(wide, key=lambda index: self.totals[index] / self.visits[index] + spur / sqrt(self.visits[index]))

    def learn(self, index: int, value: int, weight: int = 1) -> None:
        self.visits[index] += weight
        self.totals[index] += weight * value

    def best(self) -> int:
        """The answer tried most often; among equals the one that did best, then the first."""
        return max(self.order, key=lambda index: (self.visits[index], self.totals[index]))


@dataclass(frozen=True)
class Budget:
    """How long to think: a number of lines of play, or seconds by a clock given from outside."""

    lines: int = 0
    seconds: float = 0.0
    clock: Clock | None = None

    def lasts(self) -> Callable[[int], bool]:
        """Whether there is time for one more line, after so many."""
        clock, lines = self.clock, self.lines
        if clock is None:
            return lambda played: played < lines
        end = clock() + self.seconds
        return lambda played: clock() < end


def search_player(seed: int | str, budget: Budget) -> Player:
    """Thinks until its budget is spent and takes the answer it has tried most often."""
    random = Random(seed)

    def play(game: Game) -> int:
        return Thought(game, random).answer(budget)

    return play


class Thought:
    """One decision thought over."""

    def __init__(self, game: Game, random: Random) -> None:
        request = game.asked()
        assert request is not None
        self.game = game
        self.random = random
        self.side = mover(game)
        self.start = standing(game, self.side)
        drawn = [seen(game, seat_of(request), random) for _ in range(WORLDS)]
        self.worlds = [world for world in drawn if world is not None] or [game]
        self.root = self.grow(game)
        self.expect()

    def expect(self) -> None:
        """Begins with what a greedy player thinks of the answers."""
        luck = self.random.getrandbits(32)
        for index in self.root.order:
            value = self.squash(int(worth(self.game, index, 24, luck)))
            self.root.learn(index, value, TRUST)
        self.root.order.sort(key=lambda index: -self.root.totals[index])

    def answer(self, budget: Budget) -> int:
        lasts, played = budget.lasts(), 0
        while lasts(played):
            self.line(self.worlds[played % len(self.worlds)])
            played += 1
        return self.root.best()

    def line(self, world: Game) -> None:
        """Plays one line: down the tree, one node further, and on by instinct to the horizon."""
        game = world.clone(Seeded(self.random.getrandbits(64)))
        last = game.steps + HORIZON
        path = self.descend(game, last)
        self.play_on(game, last)
        value = self.squash(standing(game, self.side))
        for node, index in path:
            node.learn(index, value if node.side == self.side else -value)

    def descend(self, game: Game, last: int) -> list[tuple[Node, int]]:
        node, path = self.root, []
        while True:
            index = node.select()
            path.append((node, index))
            game.choose(index)
            game.proceed()
            if game.request is None or game.steps > last:
                return path
            key = (index, *sign(game.asked()))
            if key not in node.after:
                node.after[key] = self.grow(game)
                return path
            node = node.after[key]

    def grow(self, game: Game) -> Node:
        first = instinct(game, self.random)
        return Node(mover(game), candidates(len(offered(game.asked())), first, WIDTH))

    def play_on(self, game: Game, last: int) -> None:
        """Instinct's answers with a whim now and then."""
        random = self.random
        while game.request is not None and game.steps <= last:
            if random.random() * WHIM < 1:
                game.choose(int(random.random() * len(offered(game.asked()))))
            else:
                game.choose(instinct(game, random))
            game.proceed()

    def squash(self, value: int) -> int:
        """The gain since the question was asked, in thousandths of winning the battle."""
        gain = value - self.start
        return 1000 * gain // (abs(gain) + SCALE)


def sign(request: Request | None) -> tuple[str, str, int]:
    """How a question is recognised: what is asked of whom, with how many answers."""
    assert request is not None
    question = getattr(request, "question", None)
    return question.id if question else "", seat_of(request), len(offered(request))
