"""The two players that do not think: any answer at all, and the system's own quick answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from zareba.engine.ask import Choice, Place, Request
from zareba.engine.game import Game
from zareba.engine.options import Picked
from zareba.engine.system import System
from zareba.players.seen import Player

Reflex = Callable[[System, Any, Choice[Any]], int | Picked]
"""A player that looks no further than the question: from the position and the choice to the index of an option (or
to an option, where the list of them is long and nobody has worked it out)."""


def random_player(seed: int | str) -> Player:
    return unthinking(random_reflex(seed))


def instinct_player(seed: int | str) -> Player:
    return unthinking(instinct_reflex(seed))


def random_reflex(seed: int | str) -> Reflex:
    """Any answer may come up; of a list already worked out, each is as likely as any other."""
    random = Random(seed).random

    def reflex(system: System, state: Any, choice: Choice[Any]) -> int | Picked:
        options = choice.options
        if type(options) is list or type(options) is tuple:
            return int(random() * len(options))
        # To ask an abstract class whether this is one of its own takes longer than to pick.
        pick = getattr(options, "pick", None)
        return Picked(pick(random)) if pick else int(random() * len(options))

    return reflex


def instinct_reflex(seed: int | str) -> Reflex:
    """The system's own quick sensible answer."""
    random = Random(seed)
    return lambda system, state, choice: system.instinct(state, choice, random) if len(choice.options) > 1 else 0


def unthinking(reflex: Reflex) -> Player:
    """A player that has nothing but this reflex."""

    def answer(game: Game) -> int:
        choice = as_choice(game.asked())
        picked = reflex(game.system, game.state, choice)
        return choice.options.index(picked.value) if isinstance(picked, Picked) else picked

    return answer


def instinct(game: Game, random: Random) -> int:
    """What comes to mind first."""
    return game.system.instinct(game.state, as_choice(game.asked()), random)


def as_choice(request: Request | None) -> Choice[Any]:
    """A decision as a choice: of a position, one of the candidates."""
    if isinstance(request, Place):
        return Choice(request.seat, request.question, request.candidates, request.about)
    assert isinstance(request, Choice)
    return request
