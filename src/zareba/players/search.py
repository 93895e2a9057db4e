"""A player that looks further ahead: Monte-Carlo tree search over decisions, with chance sampled on the way.

It begins with what a greedy player expects of the answers, and then tries the promising ones out. Each line of play
starts from the open question, goes down the tree, lets seeded dice fall as they may, goes on by instinct for some
activations, and ends in a judgement of the position. The tree holds decisions only: what chance did is recognised by
what is asked next, so two throws that lead to the same question lead to the same node. Where something is hidden from
the seat, the lines are played in several imagined worlds.
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
from zareba.players.worth import mover, side_of, standing

Clock = Callable[[], float]

WORLDS = 8
"""In how many imagined worlds a decision is thought over."""
WIDTH, LEAVES = 24, 24
"""How many answers a greedy look is taken at, and with what budget."""
PROMISING = 10
"""How many of them are tried out."""
PATIENCE = 8
"""After so many visits of a node further down, one more answer is tried there."""
HORIZON = 3
"""How many activations beyond the present one a line of play goes on."""
SCALE = 800
"""Being ahead by so many hundredths of a figure is worth half as much as having won."""
CURIOSITY = 120
"""How much an answer seldom tried is preferred, in thousandths of winning the battle."""
TRUST = 16
"""For how many lines of play a greedy player's expectation counts."""


class Node:
    """A question met in the tree: how often each answer was tried, and what came of it for the side that decides."""

    __slots__ = ("after", "order", "side", "totals", "visits")

    def __init__(self, side: str, order: list[int]) -> None:
        self.side = side
        self.order = order
        self.visits = dict.fromkeys(order, 0)
        self.totals = dict.fromkeys(order, 0.0)
        self.after: dict[Hashable, Node] = {}

    def learn(self, index: int, value: float, weight: int = 1) -> None:
        self.visits[index] += weight
        self.totals[index] += weight * value

    def mean(self, index: int) -> float:
        return self.totals[index] / self.visits[index]

    def select(self, width: int) -> int:
        """The answer to try now: one of the first few never tried, or the one that may yet prove the best."""
        tried = 0
        for index in self.order[:width]:
            if not self.visits[index]:
                return index
            tried += self.visits[index]
        spur = CURIOSITY * sqrt(log(tried + 1))
        return max(self.order[:width], key=lambda index: self.mean(index) + spur / sqrt(self.visits[index]))


@dataclass(frozen=True)
class Budget:
    """How long to think: a number of lines of play, or seconds by a clock given from outside."""

    lines: int = 0
    seconds: float = 0.0
    clock: Clock | None = None

    def begin(self) -> Callable[[int], bool]:
        """Starts to think; the answer says whether there is time for one more line after so many."""
        clock, lines = self.clock, self.lines
        if clock is None:
            return lambda played: played < lines
        end = clock() + self.seconds
        return lambda _: clock() < end


def search_player(seed: int | str, budget: Budget) -> Player:
    """Thinks until its budget is spent and takes the answer that did best."""
    random = Random(seed)
    return lambda game: Thought(game, random).answer(budget)


class Thought:
    """One decision thought over."""

    def __init__(self, game: Game, random: Random) -> None:
        request = game.asked()
        assert request is not None
        self.game = game
        self.random = random
        self.side = mover(game)
        self.worlds = self.imagined(seat_of(request))
        self.root = Node(self.side, candidates(len(offered(request)), instinct(game, random), WIDTH))
        self.played = 0
        self.drift = 0.0
        """By how much the lines of play ended better than was expected, all together."""

    def imagined(self, seat: str) -> list[Game]:
        drawn = [seen(self.game, seat, self.random) for _ in range(WORLDS)]
        return [world for world in drawn if world is not None] or [self.game]

    def answer(self, budget: Budget) -> int:
        goes_on = budget.begin()
        self.expect()
        while len(self.root.order) > 1 and goes_on(self.played):
            self.line(self.worlds[self.played % len(self.worlds)])
        return max(self.root.order, key=self.root.mean)

    def expect(self) -> None:
        """Begins with what a greedy player thinks of the answers, and keeps the promising ones."""
        root, luck = self.root, self.random.getrandbits(32)
        for index in root.order:
            root.learn(index, squash(int(worth(self.game, index, LEAVES, luck))), TRUST)
        root.order = sorted(root.order, key=lambda index: -root.totals[index])[:PROMISING]

    def line(self, world: Game) -> None:
        """Plays one line: down the tree, one node further, and on by instinct to the horizon."""
        play = Play(world.clone(Seeded(self.random.getrandbits(64))))
        path = self.descend(play)
        play.go_on(self.random)
        value = squash(standing(play.game, self.side))
        root, index = path[0]
        expected = root.mean(index)
        root.learn(index, value - self.drift)
        for node, index in path[1:]:
            node.learn(index, value if node.side == self.side else -value)
        self.played += 1
        self.drift += (value - self.drift - expected) / self.played

    def descend(self, play: Play) -> list[tuple[Node, int]]:
        """Follows the tree as far as it goes, and adds a node at its end."""
        node, path, width = self.root, list[tuple[Node, int]](), PROMISING
        while True:
            index = node.select(width)
            path.append((node, index))
            if not play.choose(index):
                return path
            key = (index, *sign(play.game.asked()))
            if key not in node.after:
                node.after[key] = self.grow(play.game)
                return path
            node = node.after[key]
            width = 1 + sum(node.visits.values()) // PATIENCE

    def grow(self, game: Game) -> Node:
        return Node(mover(game), candidates(len(offered(game.asked())), instinct(game, self.random), WIDTH))


class Play:
    """A game played on to the horizon. An activation is over when a step ends and the next is not its side's."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.left = HORIZON
        self.acting = ""

    def choose(self, index: int) -> bool:
        """Gives an answer and throws what has to be thrown; False when the horizon is reached."""
        self.acting = mover(self.game)
        self.game.choose(index)
        return self.goes_on()

    def goes_on(self) -> bool:
        game = self.game
        while game.request is not None:
            if self.acting and not game._since and self.acting != self.next_side():
                self.left -= 1
                self.acting = ""
            if self.left < 0:
                return False
            if not game.throws():
                return True
        return False

    def next_side(self) -> str:
        request = self.game.asked()
        assert request is not None
        return side_of(self.game, seat_of(request))

    def go_on(self, random: Random) -> None:
        while self.goes_on() and self.choose(instinct(self.game, random)):
            pass


def squash(value: int) -> int:
    """How well a side stands, in thousandths of having won."""
    return 1000 * value // (abs(value) + SCALE)


def sign(request: Request | None) -> tuple[str, str, int]:
    """How a question is recognised: what is asked of whom, with how many answers."""
    assert request is not None
    question = getattr(request, "question", None)
    return question.id if question else "", seat_of(request), len(offered(request))
