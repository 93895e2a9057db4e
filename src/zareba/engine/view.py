"""What a seat may see: the one thing that is ever sent to it.

A view holds the table as the system shows it to this seat, what the seat has heard, and, if the seat has to
answer, the question with everything that may be said to it. What it does not hold, the seat cannot learn:
who has already chosen in secret is not in it, nor how many events happened out of its hearing, nor which
cards are left in a hidden deck. Somebody who looks on has no seat; the seat of such a view is an empty text.
"""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Both, Choice, Deck, Draw, Option, Place, Question, Request, Roll, Seat, Throw
from zareba.engine.canon import Json
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal


def view(game: Game, seat: Seat, journal: Journal | None = None, since: int = 0, board: bool = True) -> Json:
    """All that this seat sees now, and what it has heard after its event number `since`."""
    system, state = game.system, game.state
    seen: Json = {"system": system.id, "seat": seat, "side": system.seats(state).get(seat, "")}
    if board:
        seen["board"] = system.board(state)
    seen["table"] = system.table(state, seat)
    seen["log"] = journal.log(seat, since) if journal else []
    if asked := ask(game, seat):
        seen["ask"] = asked
    seen["waiting"] = waiting(game, seat)
    seen["undo"] = _undo(game, seat)
    if game.result:
        seen["result"] = game.result._asdict() | {"winner": game.result.winner or ""}
    return seen


def subject(request: Choice[Any] | Place | Roll | Draw) -> Question | Throw | Deck:
    """The description behind a request."""
    if isinstance(request, Roll):
        return request.throw
    return request.deck if isinstance(request, Draw) else request.question


def ask(game: Game, seat: Seat) -> Json | None:
    """The question that this seat has to answer, with everything that may be said to it."""
    request = game.asked(seat) if seat in game.system.seats(game.state) else None
    if not isinstance(request, Choice | Place | Roll | Draw) or _thrown(game, request):
        return None
    about = subject(request)
    asked: Json = {"id": about.id, "clause": about.clause, "prompt": about.prompt(game.state, request.about)}
    if isinstance(request, Roll):
        return asked | _roll(game, request)
    if isinstance(request, Draw):
        return asked | {"kind": "draw", "options": _cards(request)}
    return asked | _choice(game, request)


def waiting(game: Game, seat: Seat) -> list[Seat]:
    """Who has to answer, as far as this seat can tell.

    Of several seats that choose in secret all are named until all have chosen. Only about itself a seat knows
    better.
    """
    request = game.request
    if isinstance(request, Both):
        seats = list(dict.fromkeys(choice.seat for choice in request.choices))
        return [other for other in seats if other != seat or game.asked(seat)]
    if request is None or _thrown(game, request):
        return []
    return [seat_of(request)] if seat_of(request) else list(game.system.seats(game.state))


def _thrown(game: Game, request: Request) -> bool:
    """Whether the game's own source answers this."""
    return game.source is not None and isinstance(request, Roll | Draw)


def _choice(game: Game, request: Choice[Any] | Place) -> Json:
    refused = [_option(option) | {"why": no.why, "by": no.clause} for option, no in game.refused(request)]
    options = [_option(option) for option in game.options(request)]
    kind = "place" if isinstance(request, Place) else "choice"
    hints = request.question.hints(game.state, request.about)
    return {"kind": kind, "options": options, "refused": refused} | ({"hints": hints} if hints else {})


def _option(option: Option) -> Json:
    return option._asdict() | {"cells": list(option.cells)}


def _roll(game: Game, roll: Roll) -> Json:
    reasons = [reason._asdict() for reason in roll.throw.reasons(game.state, roll.about)]
    die = {"die": roll.throw.die.name, "sides": list(roll.throw.die.sides)}
    return {"kind": "roll", **die, "count": roll.count, "reasons": reasons}


def _cards(draw: Draw) -> list[Json]:
    """The cards that may turn up. Those left in a hidden deck would betray those in other hands."""
    if draw.deck.hidden:
        return []
    deck = draw.deck
    return [_option(Option(f"draw {card}", deck.label(card), deck.clause)) for card in draw.cards]


def _undo(game: Game, seat: Seat) -> Json:
    if not seat:
        return {"can": False, "why": "Only players can take something back."}
    return {"can": game.undoable(seat), "why": game.bounds(seat)}
