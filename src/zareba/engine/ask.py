"""What a rule may await.

A rule is an `async def` that awaits what it needs to know: a decision, a position, dice, a card. There is no event
loop and nothing runs at the same time; `await` only means "stop here until somebody has answered". The engine drives
the rule with `send`, so the same rule serves a person, a computer player, a die on the table, and the enumeration of
exact odds.

Each request points at a *description* made once when the rules are loaded (`Question`, `Throw`, `Deck`) and carries
the few facts of the moment in `about`. Texts, labels and highlights are worked out only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from zareba.engine.chance import Die, Outcome, Tally
from zareba.engine.options import Picked
from zareba.engine.reasons import Reason, Refusal

T = TypeVar("T")
Seat = str
Rule = Coroutine["Request", Any, Any]
Position = tuple[int, ...]


class Option(NamedTuple):
    """One possible answer as people see it. `notation` is its one text form, on disk and on the wire."""

    notation: str
    label: str
    clause: str = ""
    piece: str = ""
    target: str = ""
    cells: tuple[str, ...] = ()


class Question(NamedTuple):
    """A kind of decision: its id, the clause that grants it, and how it is put into words.

    `show` turns a raw option into an `Option`; `refused` lists what one might also think of here, each with the
    clause that forbids it; `usual` is the answer of a player who does not answer. `hints` is what may be drawn on
    the table while this is asked (reach, arcs, ranges), and `trace` what may be drawn for one answer before it is
    given: its way, what it costs and by which clauses, whom it touches. Both are drawings as `docs/boards.md` lists
    them, and empty where there is nothing to draw.
    """

    id: str
    clause: str
    prompt: Callable[[Any, Any], str]
    show: Callable[[Any, Any, Any], Option]
    usual: Callable[[Any, Any, Sequence[Any]], int] = lambda state, about, options: 0
    refused: Callable[[Any, Any], list[tuple[Option, Refusal]]] = lambda state, about: []
    hints: Callable[[Any, Any], dict[str, Any]] = lambda state, about: {}
    trace: Callable[[Any, Any, Any], dict[str, Any]] = lambda state, about, option: {}


class Throw(NamedTuple):
    """A kind of dice roll: which die, the clause that orders it, and why it has the dice it has."""

    id: str
    clause: str
    die: Die
    prompt: Callable[[Any, Any], str]
    reasons: Callable[[Any, Any], list[Reason]] = lambda state, about: []


class Deck(NamedTuple):
    """A kind of card draw. A card is a word such as `7h`; `hidden` cards are seen by the drawing seat alone."""

    id: str
    clause: str
    prompt: Callable[[Any, Any], str]
    label: Callable[[str], str]
    hidden: bool = False


class Request:
    """Anything a rule awaits."""

    __slots__ = ()


class Choice(Request, Generic[T]):
    """One of several options, by one seat. Answered with the index of the option (or with an option `Picked`)."""

    __slots__ = ("about", "options", "question", "seat")

    def __init__(self, seat: Seat, question: Question, options: Sequence[T], about: Any = None) -> None:
        self.seat = seat
        self.question = question
        self.options = options
        self.about = about

    def __await__(self) -> Generator[Request, int, T]:
        answer: Any = yield self
        if type(answer) is Picked:
            picked: T = answer.value
            return picked
        option: T = self.options[answer]
        return option


class Place(Request):
    """A position on an open table, by one seat. Answered with any position that `refuse` does not forbid.

    Positions are whole thousandths of an inch, and tenths of a degree clockwise from north where a facing belongs to
    them. `candidates` are a finite number of sensible positions, so that computer players have something to choose
    from.
    """

    __slots__ = ("about", "candidates", "question", "refuse", "seat")

    def __init__(
        self,
        seat: Seat,
        question: Question,
        candidates: Sequence[Position],
        refuse: Callable[[Position], Refusal | None],
        about: Any = None,
    ) -> None:
        self.seat = seat
        self.question = question
        self.candidates = candidates
        self.refuse = refuse
        self.about = about

    def __await__(self) -> Generator[Request, Position, Position]:
        position = yield self
        return position


class Roll(Request):
    """Dice. Answered with what counts (see `chance.Tally`), never with the faces."""

    __slots__ = ("about", "count", "seat", "tally", "throw")

    def __init__(self, throw: Throw, count: int, tally: Tally, seat: Seat, about: Any = None) -> None:
        self.throw = throw
        self.count = count
        self.tally = tally
        self.seat = seat
        self.about = about

    def __await__(self) -> Generator[Request, Outcome, Outcome]:
        outcome = yield self
        return outcome


class Draw(Request):
    """One card out of those left, each as likely as any other. Answered with the index of the card."""

    __slots__ = ("about", "cards", "deck", "seat")

    def __init__(self, deck: Deck, cards: Sequence[str], seat: Seat, about: Any = None) -> None:
        self.deck = deck
        self.cards = cards
        self.seat = seat
        self.about = about

    def __await__(self) -> Generator[Request, int, str]:
        index = yield self
        return self.cards[index]


class Both(Request):
    """Secret choices by several seats at once: no seat learns anything of the others' before all have answered."""

    __slots__ = ("choices",)

    def __init__(self, *choices: Choice[Any]) -> None:
        self.choices = choices

    def __await__(self) -> Generator[Request, tuple[int, ...], tuple[Any, ...]]:
        answers = yield self
        return tuple(choice.options[answer] for choice, answer in zip(self.choices, answers, strict=True))
