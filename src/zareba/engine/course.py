"""The course of a battle: steps are opened, answered, taken back and, if a rule fails, mended.

This is the machine inside a `Game`. It knows nothing of who answers, of notations, or of anybody who listens.

Before each step it keeps a copy of the position, the checkpoint. A rule in mid-step cannot be copied, so a
clone, an undo and a recovery all do the same: from the checkpoint they give the same answers again. Rules are
deterministic and arrive at the same question.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.engine.ask import Both, Choice, Place, Request, Roll, Rule, Seat
from zareba.engine.chance import outcome
from zareba.engine.errors import ZarebaError
from zareba.engine.events import Event
from zareba.engine.system import System

START = "the battle began"
ROLL = "dice were thrown"
CARD = "a card was drawn"
SECRET = "a secret was shown"
END = "the players ended the battle"


class Rolled(NamedTuple):
    """Where the last roll was made: the way back to it."""

    roll: Roll
    checkpoint: Any
    since: list[Any]
    answers: int
    steps: int


Marks = list[tuple[int, Seat]]
"""Where a decision stands among the answers since the checkpoint, and whose it was."""
Past = tuple[Any, list[Any], Marks, int]


class Course:
    """A position, the rule that is running on it, and the way back to the last decisions."""

    __slots__ = (
        "_checkpoint",
        "_marks",
        "_past",
        "_rolled",
        "_rule",
        "_since",
        "boundary",
        "forced",
        "request",
        "state",
        "steps",
        "system",
    )

    def __init__(self, system: System, state: Any) -> None:
        self.system = system
        self.state = state
        self.request: Request | None = None
        self.steps = 0
        self.forced = 0
        self.boundary = START
        """What nobody can go back past: the last thing that happened which nobody can unsee."""
        self._past: list[Past] = []
        self._rolled: Rolled | None = None
        self._open()
        self._force()
        self.state.revealed = False

    @property
    def in_step(self) -> bool:
        """Whether a step is under way: something has been answered since the last checkpoint."""
        return bool(self._since)

    def _open(self) -> None:
        """Keeps a checkpoint and starts the next step that asks something."""
        while True:
            self._checkpoint = self.state.copy()
            self._since: list[Any] = []
            self._marks: Marks = []
            self._rule: Rule | None = self.system.step(self.state)
            if self._rule is None:
                self.request = None
                return
            try:
                self.request = self._rule.send(None)
                return
            except StopIteration:
                self.steps += 1

    def _close(self) -> None:
        if self._rule is not None:
            self._rule.close()

    def _rebuild(self, events: list[Event] | None) -> None:
        """Goes back to the checkpoint and gives the answers since again, unheard."""
        self._close()
        self.state = self._checkpoint.copy()
        self.state.events = None
        rule = self._rule = self.system.step(self.state)
        assert rule is not None
        self.request = rule.send(None)
        for answer in self._since:
            self.request = rule.send(answer)
        self.state.events = events
        self.state.revealed = False

    def _play(self, answer: Any, decider: Seat | None = None) -> None:
        """Gives the rule an answer and every forced one after it. If a rule fails, the game is as it was."""
        events = self.state.events
        told = len(events) if events else 0
        past, since, marks = len(self._past), len(self._since), len(self._marks)
        if decider is not None:
            self._marks.append((since, decider))
        try:
            self._send(answer)
            self._force()
        except BaseException:
            if events is not None:
                del events[told:]
            self._recover(past, since, marks)
            raise
        if self.state.revealed:
            self.state.revealed = False
            self._forget(SECRET)

    def _recover(self, past: int, since: int, marks: int) -> None:
        """Goes back to where there were so many steps, answers and decisions."""
        if len(self._past) > past:
            self._checkpoint, self._since, self._marks, self.steps = self._past[past]
        del self._past[past:], self._since[since:], self._marks[marks:]
        self._rebuild(self.state.events)

    def _send(self, answer: Any) -> None:
        self._since.append(answer)
        rule = self._rule
        assert rule is not None
        try:
            self.request = rule.send(answer)
        except StopIteration:
            self._past.append((self._checkpoint, self._since, self._marks, self.steps))
            self.steps += 1
            self._open()

    def _force(self) -> None:
        """Answers every question that has a single option, and every roll of no dice."""
        while True:
            request = self.request
            if type(request) is Choice and len(request.options) == 1:
                self.forced += 1
                self._send(0)
            elif type(request) is Roll and request.count <= 0:
                self._send(outcome(request.tally, ()))
            else:
                break
        if type(request) is not Roll:
            _check_options(request)

    def _forget(self, boundary: str) -> None:
        """From here on nothing earlier can be taken back."""
        self._past.clear()
        self._marks.clear()
        self._rolled = None
        self.boundary = boundary

    def _return_to(self, rolled: Rolled) -> None:
        """Goes back to where these dice were about to be thrown."""
        self._checkpoint, self._since = rolled.checkpoint, rolled.since[: rolled.answers]
        self._past, self._marks, self.steps = [], [], rolled.steps
        self._rebuild(self.state.events)

    def rewind_to_mark(self) -> None:
        """Goes back to the last decision, without a word to anybody."""
        while not self._marks:
            self._checkpoint, self._since, self._marks, self.steps = self._past.pop()
        self._since = self._since[: self._marks.pop()[0]]
        self._rebuild(self.state.events)

    def deciders(self) -> list[Seat]:
        """Whose decisions can still be taken back, in the order in which they were made."""
        steps = [marks for _, _, marks, _ in self._past]
        return [seat for marks in (*steps, self._marks) for _, seat in marks]

    def _last_decider(self) -> Seat | None:
        """Whose decision was the last that can still be taken back."""
        if self._marks:
            return self._marks[-1][1]
        return next((marks[-1][1] for _, _, marks, _ in reversed(self._past) if marks), None)


def _check_options(request: Request | None) -> None:
    """A question without an option is a fault in the rules."""
    if isinstance(request, Choice):
        offered, question = request.options, request.question
    elif isinstance(request, Place):
        offered, question = request.candidates, request.question
    else:
        for choice in request.choices if isinstance(request, Both) else ():
            _check_options(choice)
        return
    if not offered:
        raise ZarebaError(f"{question.id} was asked without an option: a fault in the rules.")
