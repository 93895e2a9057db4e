"""Exact odds: the rule itself is run over every chance branch.

There is no second formula. A clone of the game is given each outcome of each roll in turn, weighted by the
number of ways to throw it, until the step that was asked about is over. Where a player has to choose on the
way (which figure to remove, say) a policy answers; the usual answer of the question by default.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from zareba.engine.ask import Choice, Draw, Place, Request, Roll
from zareba.engine.chance import distribution
from zareba.engine.errors import Unknown
from zareba.engine.game import Game

Key = TypeVar("Key", bound=Hashable)
Policy = Callable[[Game, Choice[Any] | Place], int]
Odds = dict[Key, Fraction]


def usual(game: Game, asked: Choice[Any] | Place) -> int:
    """What a player does who does not answer."""
    offered = asked.options if isinstance(asked, Choice) else asked.candidates
    return asked.question.usual(game.state, asked.about, offered)


def odds(game: Game, notation: str, policy: Policy = usual) -> Odds[tuple[tuple[str, int], ...]]:
    """The chance of every outcome of one action, each told as what was lost by whom."""
    return _odds(game, lambda after: after.answer(notation), policy)


def odds_of(game: Game, index: int, policy: Policy = usual) -> Odds[tuple[tuple[str, int], ...]]:
    """The same, of the option with this index."""
    return _odds(game, lambda after: after.choose(index), policy)


def _odds(game: Game, act: Callable[[Game], None], policy: Policy) -> Odds[tuple[tuple[str, int], ...]]:
    if not isinstance(game.asked(), Choice | Place):
        raise Unknown("Odds are asked of a decision; none is open now.")
    before, last, after = game.state, game.steps, game.clone()
    act(after)
    return explore(after, lambda now: now.steps > last, lambda now: game.system.losses(before, now.state), policy)


def explore(game: Game, over: Callable[[Game], bool], tell: Callable[[Game], Key], policy: Policy = usual) -> Odds[Key]:
    """The chance of all that `tell` may say when `over` holds or the battle ends. The game is used up."""
    found: Odds[Key] = {}
    _follow(game, Fraction(1), over, tell, policy, found)
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _follow(
    game: Game,
    weight: Fraction,
    over: Callable[[Game], bool],
    tell: Callable[[Game], Key],
    policy: Policy,
    found: Odds[Key],
) -> None:
    while game.request is not None and not over(game):
        request = game.asked()
        if isinstance(request, Choice | Place):
            game.choose(policy(game, request))
            continue
        *first, (last, share) = chances(request)
        for answer, part in first:
            branch = game.clone()
            branch._chance(answer, None)
            _follow(branch, weight * part, over, tell, policy, found)
        game._chance(last, None)
        weight *= share
    key = tell(game)
    found[key] = found.get(key, Fraction(0)) + weight


def chances(request: Request | None) -> list[tuple[Any, Fraction]]:
    """Every answer that chance may give, with its probability."""
    if isinstance(request, Roll):
        sides = len(request.throw.die.sides)
        ways = distribution(sides, request.count, request.tally)
        return [(result, Fraction(number, sides**request.count)) for result, number in ways]
    if isinstance(request, Draw):
        return [(index, Fraction(1, len(request.cards))) for index in range(len(request.cards))]
    raise Unknown("Only dice and cards have odds.")
