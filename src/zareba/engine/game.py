"""A game: a battle that is asked, answered, taken back, and told to whoever listens.

A game runs the steps of its system one after the other; how is told in `course`. Chance is answered by the
game's source, if it has one; otherwise it waits for `answer` like any other request. A question with a single
option is answered by the game itself, and so is a roll of no dice. In a secret choice of several seats even a
single option is asked, so that nobody learns from who is asked and who is not.

An answer is taken whole or not at all: if a rule fails, the game is as it was before the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from zareba.engine.ask import Both, Choice, Draw, Option, Place, Position, Request, Roll, Seat
from zareba.engine.chance import Faces, outcome
from zareba.engine.course import CARD, END, ROLL, SECRET, Course, Rolled
from zareba.engine.dice import Source
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.events import Event, Result
from zareba.engine.notation import check_faces, find_option, read_card, read_faces, read_position, write_faces
from zareba.engine.reasons import Refusal
from zareba.engine.system import System

__all__ = ["Answered", "Game", "find_option", "read_card", "read_faces", "read_position", "seat_of"]


class Answered(NamedTuple):
    """One answer, told to whoever keeps the record of the game.

    `undone` is set where an answer is taken back instead: 1 for the last that stands, 2 for the one before
    it, and so on. `overruled` says that these faces replace the last roll that stands and all that followed.
    """

    ask: str
    clause: str
    seat: Seat
    notation: str
    faces: Faces = ()
    undone: int = 0
    overruled: bool = False


Listener = Callable[[Answered], None]


class Game(Course):
    """One battle under one system."""

    __slots__ = ("_secret", "dice", "listener", "source")

    def __init__(self, system: System, state: Any, source: Source | None = None) -> None:
        self.source = source
        self.listener: Listener | None = None
        self.dice = 0
        self._secret: dict[int, int] = {}
        super().__init__(system, state)

    # --- what is asked ------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        result: Result | None = self.state.result
        return result

    @property
    def pending(self) -> list[Request]:
        """What is waiting for an answer: usually one request; several when seats choose in secret."""
        if isinstance(self.request, Both):
            choices = enumerate(self.request.choices)
            return [choice for number, choice in choices if number not in self._secret]
        return [] if self.request is None else [self.request]

    def asked(self, seat: Seat | None = None) -> Request | None:
        """The request that this seat may answer; the first, if no seat is named.

        Where a request names no seat (a card that anybody may turn), every seat may answer it.
        """
        for request in self.pending:
            whose = seat_of(request)
            if seat in (None, whose) or (not whose and seat in self.system.seats(self.state)):
                return request
        return None

    def options(self, request: Choice[Any] | Place) -> list[Option]:
        show, state = request.question.show, self.state
        choices = request.options if isinstance(request, Choice) else request.candidates
        return [show(state, request.about, choice) for choice in choices]

    def refused(self, request: Request) -> list[tuple[Option, Refusal]]:
        """What one might also think of here, and what forbids it."""
        if isinstance(request, Choice | Place):
            return request.question.refused(self.state, request.about)
        return []

    def trace(self, text: str, seat: Seat | None = None) -> dict[str, Any]:
        """What may be drawn for an answer before it is given."""
        request = self.asked(seat)
        if isinstance(request, Place):
            return request.question.trace(self.state, request.about, read_position(request, text))
        if isinstance(request, Choice):
            option = request.options[find_option(self, request, text)]
            return request.question.trace(self.state, request.about, option)
        return {}

    # --- answering ----------------------------------------------------------------------------------------

    def answer(self, text: str, seat: Seat | None = None) -> None:
        """Answers with a notation: an option's, `roll 6 3 1` or `draw 7h`."""
        request = self.asked(seat)
        if request is None:
            raise Unknown("The battle is over." if self.request is None else f"Nothing is asked of {seat}.")
        if isinstance(request, Roll):
            self.throw(read_faces(self, request, text))
        elif isinstance(request, Draw):
            self.turn(read_card(self, request, text))
        elif isinstance(request, Place):
            self.place(read_position(request, text), seat)
        elif isinstance(request, Choice):
            self.choose(find_option(self, request, text), seat)

    def choose(self, index: int, seat: Seat | None = None) -> None:
        """Answers a choice with the index of an option."""
        request = self.asked(seat)
        if not isinstance(request, Choice | Place):
            raise Unknown("No choice is being asked for.")
        choices = request.options if isinstance(request, Choice) else request.candidates
        if not 0 <= index < len(choices):
            raise Unknown(f"There are {len(choices)} options; {index} is none of them.")
        self._take(request, index if isinstance(request, Choice) else choices[index])

    def place(self, position: Position, seat: Seat | None = None) -> None:
        """Answers with a position on an open table."""
        request = self.asked(seat)
        if not isinstance(request, Place):
            raise Unknown("No position is being asked for.")
        numbers = len(request.candidates[0])
        if len(position) != numbers:
            raise Unknown(f"A position has {numbers} numbers here; {len(position)} were given.")
        if refusal := request.refuse(position):
            raise Illegal(refusal)
        self._take(request, position)

    def throw(self, faces: Faces) -> None:
        """Answers a roll with the faces of the dice."""
        roll = self.request
        if not isinstance(roll, Roll):
            raise Unknown("No dice are being asked for.")
        check_faces(self, roll, faces)
        throw = roll.throw
        told = self.listener and Answered(throw.id, throw.clause, roll.seat, write_faces(roll, faces), faces)
        self._chance(outcome(roll.tally, faces), told)
        self.dice += len(faces)

    def turn(self, index: int) -> None:
        """Answers a draw with the index of the card."""
        draw = self.request
        if not isinstance(draw, Draw):
            raise Unknown("No card is being asked for.")
        if not 0 <= index < len(draw.cards):
            raise Unknown(f"There are {len(draw.cards)} cards; {index} is none of them.")
        deck, card = draw.deck, draw.cards[index]
        told = self.listener and Answered(deck.id, deck.clause, draw.seat, f"draw {card}")
        self._chance(index, told)

    def throws(self) -> bool:
        """Lets the source throw what is asked for; False where a player decides or no source is there."""
        request = self.request
        if self.source is None:
            return False
        if type(request) is Roll:
            self.throw(self.source.roll(request))
        elif type(request) is Draw:
            self.turn(self.source.draw(request))
        else:
            return False
        return True

    def proceed(self) -> Self:
        """Lets the source throw everything up to the next decision."""
        while self.throws():
            pass
        return self

    def end(self, result: Result, seat: Seat = "") -> None:
        """Ends the battle from outside the rules: somebody concedes, or a draw is agreed. It stands."""
        if self.request is None:
            raise Unknown("The battle is over.")
        self._close()
        self.request = None
        self._secret = {}
        self._forget(END)
        self.state.result = result
        self._happened(Event("end", result.clause, result.why, {"winner": result.winner or ""}))
        self._tell(Answered("end", result.clause, seat, f"concede {seat}" if seat else "agree"))

    # --- going back ---------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self.undoable()

    def undoable(self, seat: Seat | None = None) -> bool:
        """Whether this seat may take back its own last decision; without a seat, the table anybody's."""
        last = self._last_decider()
        return bool(self._secrets_of(seat)) or (last is not None and seat in (None, last))

    def undo(self, seat: Seat | None = None) -> None:
        """Takes back the last decision; never past a roll, a card or a revealed secret."""
        if not self.undoable(seat):
            raise Unknown(self.bounds(seat))
        if secrets := self._secrets_of(seat):
            self._withdraw(secrets[-1])
            return
        for number in reversed(list(self._secret)):
            self._withdraw(number)
        self.rewind_to_mark()
        who = f"{seat} takes" if seat else "The players take"
        self._happened(Event("undo", "", f"{who} back the last decision.", {}))
        self._tell(Answered("undo", "", seat or "", "undo", undone=1))

    def bounds(self, seat: Seat | None = None) -> str:
        """How far back this seat may go, and why no further."""
        if self.undoable(seat):
            return f"What was decided since {self.boundary} can be taken back."
        if self._last_decider() is not None:
            return "The last decision was another player's: only the whole table can take it back."
        return f"Nothing has been decided since {self.boundary}, and nothing before that can be taken back."

    def overrule(self, faces: Faces) -> None:
        """The players agree that the last roll shows these faces; what followed it is taken back."""
        if self._rolled is None:
            raise Unknown(f"There is no roll to overrule since {self.boundary}.")
        roll = self._rolled.roll
        check_faces(self, roll, faces)
        # A rule that fails on these faces fails on a copy, and the game is as it was.
        self.clone()._overrule(self._rolled, faces, None)
        clause = self.system.conventions["overrule"]
        notation = write_faces(roll, faces)
        self._happened(Event("overruled", clause, f"The players overrule the last roll: {notation}.", {}))
        told = Answered(roll.throw.id, clause, roll.seat, notation, faces, overruled=True)
        self._overrule(self._rolled, faces, told)

    def _overrule(self, rolled: Rolled, faces: Faces, told: Answered | None) -> None:
        self._secret = {}
        self._return_to(rolled)
        self._chance(outcome(rolled.roll.tally, faces), told)

    def clone(self, source: Source | None = None) -> Game:
        """The same game once more, without listeners. Chance waits unless a source is given."""
        twin: Game = Game.__new__(type(self))
        twin.system, twin.source, twin.listener = self.system, source, None
        twin.forced, twin.dice, twin.boundary = self.forced, self.dice, self.boundary
        twin.steps, twin._secret = self.steps, dict(self._secret)
        twin._checkpoint, twin._since, twin._marks = self._checkpoint, list(self._since), list(self._marks)
        twin._past, twin._rolled = [], None
        twin.request = None
        twin._rule = None
        if self.request is None:
            twin.state = self.state.copy()
            twin.state.events = None
        else:
            twin._rebuild(None)
        return twin

    # --- taking an answer ---------------------------------------------------------------------------------

    def _take(self, request: Choice[Any] | Place, answer: Any) -> None:
        """A player's answer."""
        told = self._told(request, answer) if self.listener else None
        if isinstance(self.request, Both):
            self._choose_in_secret(self.request, self.request.choices.index(request), answer)
        else:
            self._play(answer, request.seat)
        if self.source is not None:
            self.source.decided()
        self._tell(told)

    def _choose_in_secret(self, both: Both, number: int, answer: int) -> None:
        """Keeps one of several secret choices; the last of them reveals all."""
        before = self._secret
        self._secret = {**before, number: answer}
        if len(self._secret) < len(both.choices):
            return
        answers = tuple(self._secret[number] for number in range(len(both.choices)))
        self._secret = {}
        try:
            self._play(answers)
        except BaseException:
            self._secret = before
            raise
        self._forget(SECRET)

    def _chance(self, answer: Any, told: Answered | None) -> None:
        """An answer of dice or cards."""
        request = self.request
        back = (self._checkpoint, self._since, len(self._since), self.steps)
        self._play(answer)
        if type(request) is Roll:
            self._forget(ROLL)
            self._rolled = Rolled(request, *back)
        else:
            self._forget(CARD)
        self._tell(told)

    # --- who decided, who hears --------------------------------------------------------------------------

    def _secrets_of(self, seat: Seat | None) -> list[int]:
        """The secret choices that a seat has made while others still think."""
        choices = self.request.choices if isinstance(self.request, Both) else ()
        return [number for number in self._secret if seat in (None, choices[number].seat)]

    def _withdraw(self, number: int) -> None:
        """Takes back one secret choice. Nobody else hears of it."""
        assert isinstance(self.request, Both)
        back = list(reversed(self._secret)).index(number) + 1
        seat = self.request.choices[number].seat
        del self._secret[number]
        self._happened(Event("undo", "", f"{seat} takes back a secret choice.", {}, (seat,)))
        self._tell(Answered("undo", "", seat, "undo", undone=back))

    def _happened(self, event: Event) -> None:
        if self.state.events is not None:
            self.state.events.append(event)

    def _tell(self, told: Answered | None) -> None:
        if told and self.listener:
            self.listener(told)

    def _told(self, request: Choice[Any] | Place, answer: Any) -> Answered:
        raw = request.options[answer] if isinstance(request, Choice) else answer
        option = request.question.show(self.state, request.about, raw)
        clause = option.clause or request.question.clause
        return Answered(request.question.id, clause, request.seat, option.notation)


def seat_of(request: Request) -> Seat:
    """Who has to answer, or to throw."""
    seat: Seat = getattr(request, "seat", "")
    return seat
