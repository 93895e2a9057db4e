"""A player that looks one action ahead and knows the odds of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from zareba.engine.game import Game
from zareba.players.random_player import instinct
from zareba.players.seen import Player, offered
from zareba.players.worth import Outlook, mover, settled, standing

LEAVES = 40
WIDTH = 24


def greedy_player(seed: int | str, leaves: int = LEAVES, width: int = WIDTH) -> Player:
    """Takes the option that leads to the best position expected when the action is over."""
    random = Random(seed)

    def play(game: Game) -> int:
        first = instinct(game, random)
        luck = random.getrandbits(32)
        options = candidates(len(offered(game.asked())), first, width)
        values = [worth(game, index, leaves, luck) for index in options]
        best = max(values)
        return options[values.index(best)]

    return play


def candidates(number: int, first: int, width: int) -> list[int]:
    """What deserves a look: what comes to mind first, then others in their order, evenly spread if there are many."""
    others = [index for index in range(number) if index != first]
    room = width - 1
    if len(others) > room:
        others = [others[place * len(others) // room] for place in range(room)]
    return [first, *others]


def worth(game: Game, index: int, leaves: int, luck: int) -> Fraction:
    """How the side to move is expected to stand after an option and what instinct makes of the rest of the action.

    The same `luck` for every option makes chance strike all of them alike.
    """
    side, last, random = mover(game), game.steps, Random(luck)
    outlook = Outlook(
        over=lambda now: settled(now, side, last),
        value=lambda now: standing(now, side),
        answer=lambda now: instinct(now, random),
        random=random,
    )
    after = game.clone()
    after.choose(index)
    return outlook.expected(after, leaves)
