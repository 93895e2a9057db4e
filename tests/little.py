"""The smallest system there can be: its steps are given by the test, and its position is what they have noted.

Where a law can be shown by three lines of rules, those three lines stand in the test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from zareba.engine.ask import Choice, Deck, Option, Question, Request, Roll, Rule, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.events import Event, Result
from zareba.engine.game import Game
from zareba.engine.system import System

R = TypeVar("R", bound=Request)
SEATS = {"red": "red", "blue": "blue"}


class Notes:
    """The position: how many steps are done, and what the rules have noted."""

    def __init__(self) -> None:
        self.at = 0
        self.notes: tuple[str, ...] = ()
        self.events: list[Event] | None = None
        self.revealed = False
        self.result: Result | None = None

    def copy(self) -> Notes:
        twin = Notes()
        twin.at, twin.notes, twin.revealed, twin.result = self.at, self.notes, self.revealed, self.result
        return twin

    def note(self, *words: object) -> None:
        self.notes += tuple(map(str, words))
        if self.events is not None:
            self.events.append(Event("noted", "little.note", " ".join(map(str, words)), {}))


Step = Callable[[Notes], Rule]


def little(*steps: Step) -> System:
    """A battle of these steps, one after the other; then it is a draw."""

    def step(notes: Notes) -> Rule | None:
        if notes.at == len(steps):
            notes.result = Result(None, "little.end", "All is noted.")
            return None
        notes.at += 1
        return steps[notes.at - 1](notes)

    return System(
        id="little",
        title="Little",
        author="the zareba authors",
        version=1,
        folder=Path(__file__).parent,
        options={},
        check=lambda document: [],
        setup=lambda scenario, options: Notes(),
        step=step,
        sides=lambda notes: tuple(SEATS),
        seats=lambda notes: dict(SEATS),
        dump=lambda notes: {"at": notes.at, "notes": list(notes.notes), "over": notes.result is not None},
        board=lambda notes: {},
        table=lambda notes, seat: {"notes": list(notes.notes)},
        imagine=lambda notes, seat, random: notes,
        losses=lambda before, after: (("notes", len(after.notes) - len(before.notes)),),
        judgement=lambda notes, side: 0,
        instinct=lambda notes, choice, random: 0,
        count=lambda notes: 0,
        conventions={word: f"little.{word}" for word in ("manual", "overrule", "concede", "agree")},
    )


WORD = Question(
    "word", "little.word", lambda notes, about: "Which word?", lambda notes, about, word: Option(word, word)
)
DIE = Throw("die", "little.die", D6, lambda notes, about: "A die.")
PACK = Deck("card", "little.card", lambda notes, about: "A card.", str.title)
HIDDEN = Deck("card", "little.card", lambda notes, about: "A card.", str.title, hidden=True)


def choice(seat: str = "red", words: Sequence[str] = ("a", "b", "c")) -> Choice[str]:
    return Choice(seat, WORD, words)


def dice(count: int = 1, seat: str = "red") -> Roll:
    return Roll(DIE, count, pips(D6), seat)


def ask(seat: str = "red", words: Sequence[str] = ("a", "b", "c")) -> Step:
    """A step in which a seat says a word."""

    async def step(notes: Notes) -> None:
        notes.note(seat, await choice(seat, words))

    return step


async def throw(notes: Notes) -> None:
    """A step in which a die is thrown."""
    notes.note("die", await dice())


def notes(game: Game) -> tuple[str, ...]:
    """What has been noted so far."""
    found: tuple[str, ...] = game.state.notes
    return found


def asked(game: Game, kind: type[R]) -> R:
    """What is asked now, which is of this kind."""
    request = game.asked()
    assert isinstance(request, kind)
    return request
