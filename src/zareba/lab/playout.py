"""One battle between computer players, from the first card to the last, as fast as it goes.

Players that do not look ahead need no checkpoints, no clones and no record, so nothing stands between them and the
rules: `_sprint` drives the coroutines itself. Any other player is asked through the `Game`. Both ways give the same
battle for the same seed; a test keeps them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from zareba.engine.ask import Both, Choice, Draw, Place, Request, Roll, Seat
from zareba.engine.chance import outcome
from zareba.engine.dice import Seeded
from zareba.engine.documents import Document
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.events import Result
from zareba.engine.game import Game, seat_of
from zareba.engine.options import Picked
from zareba.engine.system import System
from zareba.lab.scenarios import check_options, load
from zareba.players import Player, Reflex, as_choice, check_name, consult, player, reflex
from zareba.systems import system as find_system

LONGEST = 1_000_000
"""No battle asks so many questions: rules that do have run into a circle."""


@dataclass(frozen=True)
class Playout:
    """How one battle went. `decisions` counts every question, also those with a single answer; `steps` is as fine as
    the system takes them: an activation, or a part of one."""

    seed: int
    players: tuple[str, ...]
    decisions: int
    steps: int
    dice: int
    winner: str | None
    clause: str
    why: str
    losses: tuple[tuple[str, int], ...]
    seconds: float


class Played(NamedTuple):
    """The end of a battle and what was counted on the way."""

    state: Any
    decisions: int
    steps: int
    dice: int


def playout(
    system: str,
    scenario: str,
    seed: int,
    players: Sequence[str] = ("random", "random"),
    options: dict[str, str] | None = None,
) -> Playout:
    """Plays a battle to its end. The players are given to the sides in their order."""
    rules = find_system(system)
    return battle(rules, opening(rules, load(rules, scenario), options), seed, players)


def opening(system: System, document: Document, options: dict[str, str] | None = None) -> Any:
    """The opening position. It may be played from again and again, so that what is worked out once stays known."""
    return system.setup(document.data, check_options(system, options or {}))


def battle(system: System, start: Any, seed: int, players: Sequence[str] = ("random", "random")) -> Playout:
    """The same, from an opening position, which is left as it was."""
    names = seated(system, start, players)
    began = perf_counter()
    reflexes = {seat: reflex(name, player_seed(seed, seat)) for seat, name in names.items()}
    swift = {seat: found for seat, found in reflexes.items() if found}
    if len(swift) == len(names):
        played = sprint(system, start.copy(), swift, seed)
    else:
        played = march(Game(system, start.copy(), Seeded(seed)), minds(names, seed), seed)
    return _report(system, start, played, seed, tuple(players), perf_counter() - began)


def _report(system: System, start: Any, played: Played, seed: int, players: tuple[str, ...], seconds: float) -> Playout:
    result: Result | None = played.state.result
    if result is None:
        raise ZarebaError("The battle stopped without a result: a fault in the rules.")
    counts = (played.decisions, played.steps, played.dice)
    losses = system.losses(start, played.state)
    return Playout(seed, players, *counts, result.winner, result.clause, result.why, losses, seconds)


def seated(system: System, state: Any, players: Sequence[str]) -> dict[Seat, str]:
    """The name of the player in each seat."""
    sides = system.sides(state)
    if len(players) != len(sides):
        raise Unknown(f"{len(sides)} players are needed, one for each side: {', '.join(sides)}.")
    for name in players:
        check_name(name)
    return {seat: players[sides.index(side)] for seat, side in system.seats(state).items()}


def minds(names: dict[Seat, str], seed: int) -> dict[Seat, Player]:
    return {seat: player(name, player_seed(seed, seat), monotonic) for seat, name in names.items()}


def player_seed(seed: int, seat: Seat) -> str:
    """Every seat has chance of its own, and the dice know nothing of it."""
    return f"{seed} {seat}"


def march(game: Game, players: dict[Seat, Player], seed: int) -> Played:
    """Plays a game whose players look ahead."""
    random = Random(f"{seed} imagined")
    chosen = 0
    while game.proceed().request is not None:
        seat = seat_of(game.pending[0])
        game.choose(consult(players[seat], game, seat, random), seat)
        chosen += 1
        if chosen > LONGEST:
            raise _endless()
    return Played(game.state, chosen + game.forced, game.steps, game.dice)


def sprint(system: System, state: Any, players: dict[Seat, Reflex], seed: int) -> Played:
    """Plays a game whose players do not look ahead: nothing but the rules, the answers and the dice."""
    source = Seeded(seed)
    step, roll, draw = system.step, source.roll, source.draw
    decisions = steps = dice = 0
    while (rule := step(state)) is not None:
        answer: Any = None
        try:
            while True:
                request = rule.send(answer)
                if type(request) is Choice:
                    decisions += 1
                    options = request.options
                    sole = (type(options) is tuple or type(options) is list) and len(options) == 1
                    answer = 0 if sole else players[request.seat](system, state, request)
                elif type(request) is Roll:
                    dice += request.count
                    answer = outcome(request.tally, roll(request))
                elif type(request) is Draw:
                    answer = draw(request)
                else:
                    answer = _rarely(request, system, state, players)
                    decisions += _count(request)
        except StopIteration:
            steps += 1
        if decisions > LONGEST:
            raise _endless()
    return Played(state, decisions, steps, dice)


def _rarely(request: Request, system: System, state: Any, players: dict[Seat, Reflex]) -> Any:
    """The answer to what is not asked often: secret choices, a position."""
    if isinstance(request, Both):
        return tuple([players[choice.seat](system, state, choice) for choice in request.choices])
    choice = as_choice(request)
    answer = players[choice.seat](system, state, choice)
    return answer.value if isinstance(answer, Picked) else choice.options[answer]


def _count(request: Request) -> int:
    """How many decisions are asked for at once."""
    return len(request.choices) if isinstance(request, Both) else int(isinstance(request, Place))


def _endless() -> ZarebaError:
    return ZarebaError(f"The battle has asked more than {LONGEST} questions: the rules run in a circle.")
