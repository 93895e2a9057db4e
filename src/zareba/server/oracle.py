"""Looking ahead for a person: what would follow, what the odds are, and why something may not be done.

Nothing here knows more than the seat that asks. It looks ahead in *worlds*: games that the seat cannot tell from the
real one, with what is hidden from it drawn anew. Only what is the same in all of them is told; where nothing is hidden
they are all one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from time import monotonic
from typing import Any, TypeVar

from zareba.engine.ask import Both, Choice, Draw, Place, Roll, Seat
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.game import Game, seat_of
from zareba.engine.odds import explore
from zareba.engine.view import ask
from zareba.players import seen
from zareba.server.errors import Forbidden, Refused

T = TypeVar("T")
Json = dict[str, Any]
Lost = tuple[tuple[str, int], ...]
Odds = dict[Lost, Fraction]

WORLDS = 4
MOST_BRANCHES = 20_000
MOST_SECONDS = 5.0
NOT_YOURS = "What follows is not this seat's to decide."
DEPENDS = "That depends on what this seat cannot know."


def peek(game: Game, seat: Seat, answers: list[str]) -> Json:
    """The question that would follow these answers; or the dice, with the reasons for each, if they follow at once."""
    return {"ask": _agreed([_followed(world, seat, answers) for world in worlds(game, seat)])}


def odds(game: Game, seat: Seat, answer: str, seconds: float = MOST_SECONDS) -> Json:
    """The exact chance of everything that may come of an answer."""
    deadline = monotonic() + seconds
    return _told(_agreed([_exact(world, seat, answer, deadline) for world in worlds(game, seat)]))


def why(game: Game, seat: Seat, answer: str, after: Sequence[str] = ()) -> Json:
    """What forbids an answer, at once or after others; if nothing does the texts are empty, and a drawing is told."""
    if after:
        return _agreed([_forbidden(_led(world, seat, after), seat, answer) for world in worlds(game, seat)])
    return _forbidden(game, seat, answer)


def _forbidden(game: Game, seat: Seat, answer: str) -> Json:
    _decision(game, seat)
    try:
        drawn = game.trace(answer, seat)
        game.answer(answer, seat)
    except Illegal as error:
        return {**error.refusal._asdict(), "trace": {}}
    except Unknown as error:
        return {"clause": "", "why": str(error), "instead": "", "trace": {}}
    return {"clause": "", "why": "", "instead": "", "trace": drawn}


def sight(game: Game, seat: Seat, start: str, end: str) -> Json:
    """What is seen from one place of another, as far as this seat can tell who stands in between."""
    look = game.system.sight
    if look is None:
        raise Refused("Under these rules nobody can be asked who sees whom.")
    random = Random()
    states = [game.system.imagine(game.state, seat, random) for _ in range(WORLDS)]
    return _agreed([look(state, start, end)._asdict() for state in states])


# --- worlds -------------------------------------------------------------------------------------------------


def worlds(game: Game, seat: Seat) -> list[Game]:
    """Games that this seat cannot tell from the real one; one alone where nothing is hidden."""
    _decision(game, seat)
    random = Random()
    found = [world for _ in range(WORLDS) if (world := seen(game, seat, random))]
    if not found:
        raise Refused(DEPENDS)
    if isinstance(game.request, Both):
        return found
    first, *others = [world.system.dump(world.state) for world in found]
    return found[:1] if all(other == first for other in others) else found


def _decision(game: Game, seat: Seat) -> None:
    """Refuses to look ahead where this seat has nothing to decide."""
    if not isinstance(game.asked(seat), Choice | Place):
        raise Forbidden(f"{seat} has nothing to decide now.")


def _agreed(answers: list[T]) -> T:
    """What holds in every world."""
    if any(answer != answers[0] for answer in answers[1:]):
        raise Refused(DEPENDS)
    return answers[0]


# --- what would follow --------------------------------------------------------------------------------------


def _led(world: Game, seat: Seat, answers: Sequence[str]) -> Game:
    """The same world after these answers, as far as this seat may look."""
    for answer in answers:
        if not isinstance(world.asked(seat), Choice | Place):
            raise Refused(NOT_YOURS)
        world.boundary = ""
        world.answer(answer, seat)
        if world.boundary:
            raise Refused("Something would be shown first that is hidden now.")
    return world


def _followed(world: Game, seat: Seat, answers: Sequence[str]) -> Json:
    request = _led(world, seat, answers).request
    asked = ask(world, (isinstance(request, Roll) and seat_of(request)) or seat)
    if asked is None or isinstance(request, Draw):
        raise Refused(NOT_YOURS)
    return asked


# --- odds ---------------------------------------------------------------------------------------------------


def _exact(world: Game, seat: Seat, answer: str, deadline: float) -> Odds:
    before, last, after = world.state, world.steps, world.clone()
    after.answer(answer, seat)
    over, tell = _limits(deadline)
    return explore(after, over(lambda now: now.steps > last), tell(lambda now: world.system.losses(before, now.state)))


def _limits(deadline: float) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Guards that break off where there is too much to count."""
    leaves = 0

    def over(ends: Callable[[Game], bool]) -> Callable[[Game], bool]:
        def checked(now: Game) -> bool:
            if monotonic() > deadline:
                raise Refused("There are too many ways this can go to count them all in time.")
            return ends(now)

        return checked

    def tell(losses: Callable[[Game], Lost]) -> Callable[[Game], Lost]:
        def counted(now: Game) -> Lost:
            nonlocal leaves
            leaves += 1
            if leaves > MOST_BRANCHES:
                raise Refused("There are too many ways this can go to count them all.")
            return losses(now)

        return counted

    return over, tell


def _told(found: Odds) -> Json:
    outcomes = [
        {"losses": dict(lost), "chance": _fraction(share), "percent": round(float(share) * 100, 4)}
        for lost, share in found.items()
    ]
    return {"outcomes": outcomes, "by": _by_unit(found)}


def _by_unit(found: Odds) -> dict[str, dict[str, str]]:
    """For each unit the chance of each number lost, none included."""
    units = dict.fromkeys(unit for lost in found for unit, _ in lost)
    by: dict[str, dict[str, str]] = {}
    for unit in units:
        shares: dict[int, Fraction] = {}
        for lost, share in found.items():
            number = dict(lost).get(unit, 0)
            shares[number] = shares.get(number, Fraction(0)) + share
        by[unit] = {str(number): _fraction(shares[number]) for number in sorted(shares)}
    return by


def _fraction(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
