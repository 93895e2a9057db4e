"""What a player is, and what it is shown.

A player is a function from a game to the index of an option (of a candidate, where a position is asked for). It never
gets the real game. It gets a *world*: a game of its own that its seat cannot tell from the real one. What is hidden
from the seat has been drawn anew at the checkpoint, the answers given since have been given again, and what other
seats have chosen in secret has been guessed. There is no source behind it, so no die can be foreseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from zareba.engine.ask import Both, Choice, Draw, Place, Request, Roll, Seat
from zareba.engine.game import Game, seat_of

Player = Callable[[Game], int]
History = list[tuple[Request, Any]]

TRIES = 12


def consult(player: Player, game: Game, seat: Seat, random: Random) -> int:
    """The player's answer for this seat; any answer at all if it cannot imagine how things came to be so."""
    world = seen(game, seat, random)
    if world is None:
        return random.randrange(len(offered(game.asked(seat))))
    return player(world)


def seen(game: Game, seat: Seat, random: Random) -> Game | None:
    """The game as this seat may see it; None if a dozen imagined worlds all contradict what it has seen."""
    history: History | None = None
    for _ in range(TRIES):
        start = game.system.imagine(game._checkpoint, seat, random)
        if start == game._checkpoint:
            world: Game | None = game.clone()
        else:
            history = answers_since(game) if history is None else history
            world = _relived(game, start, seat, random, history)
        if world is not None:
            _guess(game, world, seat, random)
            return world
    return None


def offered(request: Request | None) -> Sequence[Any]:
    """What may be chosen from; nothing where it is not a player's turn."""
    if isinstance(request, Choice):
        return request.options
    return request.candidates if isinstance(request, Place) else ()


def answers_since(game: Game) -> History:
    """Every request since the checkpoint, with the answer it was given."""
    history: History = []
    if not game._since:
        return history
    rule = game.system.step(game._checkpoint.copy())
    assert rule is not None
    request = rule.send(None)
    for number, answer in enumerate(game._since):
        history.append((request, answer))
        if number + 1 < len(game._since):
            request = rule.send(answer)
    rule.close()
    return history


def _relived(game: Game, start: Any, seat: Seat, random: Random, history: History) -> Game | None:
    """The answers since, given again from this start; None where they do not fit, or lead to another sight."""
    world: Game = Game(game.system, start)
    for number, (asked, answer) in enumerate(history):
        if world.steps or world.request is None:
            return None
        if number < len(world._since):
            continue
        mine = _again(asked, answer, world.request, seat, random)
        if mine is None:
            return None
        world._send(mine)
    if world.steps or not _alike(game.request, world.request):
        return None
    if history and _sight(game, seat) != _sight(world, seat):
        return None
    world.steps = game.steps
    return world


def _sight(game: Game, seat: Seat) -> Any:
    return game.system.table(game.state, seat)


def _again(asked: Request, answer: Any, now: Request, seat: Seat, random: Random) -> Any:
    """The answer in this world that is the same as the real one; None where there is none."""
    if type(asked) is not type(now) or seat_of(asked) != seat_of(now):
        return None
    if isinstance(asked, Choice) and isinstance(now, Choice):
        return _same(asked.options, answer, now.options, asked.seat == seat, random)
    if isinstance(asked, Draw) and isinstance(now, Draw):
        known = asked.seat == seat or not asked.deck.hidden
        return _same(asked.cards, answer, now.cards, known, random)
    if isinstance(asked, Roll) and isinstance(now, Roll):
        return answer if (asked.count, asked.tally) == (now.count, now.tally) else None
    if isinstance(now, Place):
        return None if now.refuse(answer) else answer
    if isinstance(asked, Both) and isinstance(now, Both):
        return _same_pair(asked, answer, now, seat, random)
    return None


def _same(was: Sequence[Any], index: int, now: Sequence[Any], known: bool, random: Random) -> int | None:
    """Where the thing chosen then is now. Something else will do if the seat has never known what it was."""
    wanted = was[index]
    if index < len(now) and now[index] == wanted:
        return index
    if wanted in now:
        return list(now).index(wanted)
    return None if known or not now else random.randrange(len(now))


def _same_pair(asked: Both, answers: Sequence[int], now: Both, seat: Seat, random: Random) -> tuple[int, ...] | None:
    found = [
        _again(choice, answer, twin, seat, random)
        for choice, answer, twin in zip(asked.choices, answers, now.choices, strict=False)
    ]
    return tuple(found) if len(found) == len(now.choices) and None not in found else None


def _alike(real: Request | None, twin: Request | None) -> bool:
    """Whether the same thing is asked of the same seat, with the same answers to choose from."""
    if type(real) is not type(twin) or seat_of(real) != seat_of(twin):  # type: ignore[arg-type]
        return False
    if isinstance(real, Both) and isinstance(twin, Both):
        return all(map(_alike, real.choices, twin.choices))
    if isinstance(real, Choice | Place) and isinstance(twin, Choice | Place):
        return real.question.id == twin.question.id and len(offered(real)) == len(offered(twin))
    return True


def _guess(game: Game, world: Game, seat: Seat, random: Random) -> None:
    """Where several seats choose in secret: keeps what this seat has chosen and guesses what the others will."""
    world._secret = {}
    for number, choice in enumerate(_secret_choices(world)):
        if choice.seat != seat:
            world._secret[number] = _guessed(world, choice, random)
        elif number in game._secret:
            world._secret[number] = game._secret[number]


def _secret_choices(world: Game) -> Sequence[Choice[Any]]:
    return world.request.choices if isinstance(world.request, Both) else ()


def _guessed(world: Game, choice: Choice[Any], random: Random) -> int:
    """As likely what seems sensible as anything else."""
    if random.random() < 0.5:
        return world.system.instinct(world.state, choice, random)
    return random.randrange(len(choice.options))
