"""What people may do at a table. Each act is taken whole, or refused in one sentence and the game is as it was."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from zareba.engine.ask import Choice, Place, Seat
from zareba.engine.errors import Unknown
from zareba.engine.events import Result
from zareba.server.errors import Forbidden, Refused, Stale
from zareba.server.table import Table


def check_head(table: Table, seat: Seat, head: int | None) -> None:
    """Refuses what was said to a table that has moved on since."""
    now = table.hearing.head(seat)
    if head is not None and head != now:
        raise Stale("The table has moved on since; look again.", head=now)


def check_running(table: Table) -> None:
    if table.game.request is None:
        raise Refused("The battle is over.")


def answer(table: Table, seat: Seat, text: str) -> None:
    """An option, a position, dice or a card, in its notation."""
    check_running(table)
    if table.asked(seat) is None:
        raise Forbidden(f"Nothing is asked of {seat} now. {table.turn()}")
    if table.game.asked(seat) is None:
        table.game.answer(text)
    else:
        table.game.answer(text, seat)
    table.game.proceed()


def undo(table: Table, seat: Seat) -> None:
    """Takes back this seat's last decision, and what computers decided after it."""
    check_running(table)
    if not table.can_take_back(seat):
        raise Refused(table.game.bounds(seat))
    while not table.game.undoable(seat):
        table.game.undo()
    table.game.undo(seat)


def concede(table: Table, seat: Seat) -> None:
    check_running(table)
    clause = table.system.conventions["concede"]
    table.game.end(Result(table.other_side(seat), clause, f"{table.side_name(seat)} conceded."), seat)


def agree(table: Table, seat: Seat) -> None:
    """One more seat is content with a draw. It ends the battle once all people are, and no computer objects."""
    check_running(table)
    for player in table.facts.players:
        if player not in table.people and _stands_better(table, player):
            raise Refused("Your opponent stands better and plays on.", table.system.conventions["agree"])
    table.agreed = [*table.agreed, seat] if seat not in table.agreed else table.agreed
    table.hush()
    if set(table.agreed) >= set(table.people):
        table.game.end(Result(None, table.system.conventions["agree"], "All agreed on a draw."))


def _stands_better(table: Table, seat: Seat) -> bool:
    """Whether a computer thinks so, from what its seat can see."""
    side = table.system.seats(table.game.state)[seat]
    return table.system.judgement(table.system.imagine(table.game.state, seat, Random(0)), side) > 0


def overrule(table: Table, seats: Sequence[Seat], faces: Sequence[int]) -> None:
    """All people say that the last roll shows these faces."""
    check_running(table)
    if missing := [seat for seat in table.people if seat not in seats]:
        raise Forbidden(f"A roll is overruled by all players; {' and '.join(missing)} did not say so.")
    table.game.overrule(tuple(faces))
    table.game.proceed()


def decide(table: Table, seat: Seat, index: int) -> None:
    """A computer player's answer."""
    request = table.game.asked(seat)
    if not isinstance(request, Choice | Place):
        raise Unknown(f"Nothing is asked of {seat} now.")
    table.game.choose(index, seat)
    table.game.proceed()


def audience(before: dict[Seat, int], table: Table) -> list[Seat]:
    """Who notices a difference since these heads."""
    return [seat for seat, head in table.hearing.heads().items() if before.get(seat, -1) != head]
