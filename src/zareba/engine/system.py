"""What a rule system is to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from zareba.engine.armies import Armies
from zareba.engine.ask import Choice, Rule, Seat
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.events import Event, Result
from zareba.engine.looking import Look

Json = dict[str, Any]


class State(Protocol):
    """The position of a battle: a plain value that is copied cheaply.

    `events` collects what happened, or is None where nobody listens. `revealed` is set by a rule when something
    secret has been shown, so that nobody can undo past it. `result` is set when the battle is over.
    """

    events: list[Event] | None
    revealed: bool
    result: Result | None

    def copy(self) -> Any: ...


class Way(NamedTuple):
    """A way to play that is offered by itself: one person on every chair, with these options."""

    id: str
    name: str
    what: str
    options: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class System:
    """One rule system: one folder, and this description of it.

    `version` rises when behaviour changes, and only then: it is written into every save.
    """

    id: str
    title: str
    author: str
    version: int
    folder: Path
    options: dict[str, tuple[str, ...]]
    """The named options, each with its values, the default first."""

    check: Callable[[Document], list[Fault]]
    """Everything that is wrong with a scenario."""
    setup: Callable[[Json, dict[str, str]], Any]
    """The opening position of a scenario that `check` found faultless, with these options."""
    step: Callable[[Any], Rule | None]
    """The next rule to run between two checkpoints; None when the battle is over."""
    sides: Callable[[Any], tuple[str, ...]]
    seats: Callable[[Any], dict[Seat, str]]
    """Every seat at this table and the side it plays for."""
    dump: Callable[[Any], Json]
    """The whole position as JSON, hidden things included: what is hashed, compared and recorded."""
    board: Callable[[Any], Json]
    """What never changes during a battle, for drawing."""
    table: Callable[[Any, Seat], Json]
    """What a seat may see of the position, for drawing."""
    imagine: Callable[[Any, Seat, Random], Any]
    """A position that this seat cannot tell from the real one: what is hidden from it is drawn anew."""
    losses: Callable[[Any, Any], tuple[tuple[str, int], ...]]
    """What changed between two positions, as (name, number) pairs: the outcomes that odds are told in."""
    judgement: Callable[[Any, str], int]
    """How good a position is for a side, in hundredths of a figure."""
    instinct: Callable[[Any, Choice[Any], Random], int]
    """A quick sensible answer: the index of an option."""
    aftermath: int = 2
    """How many more steps of the same side may belong to one action, for players that look an action ahead (a unit is
    named, then moves, then fires); 0 where a step is a whole activation."""
    at_rest: Callable[[Any], bool] | None = None
    """Whether nobody is in the middle of an action, where a position tells that: then an action is over before its
    `aftermath` is."""
    count: Callable[[Any], int]
    """Figures on the table and casualties together: the same number from beginning to end."""
    conventions: dict[str, str]
    """The clauses for what the engine itself does at the table: `manual`, `overrule`, `concede`, `agree`."""
    ways: tuple[Way, ...] = ()
    """Ways to play that the table offers as such, besides people and computers taking sides."""
    decks: Callable[[], list[Json]] | None = None
    """The cards of a system that has its own, for whoever prints them: `{name, cards}`. A card is told as in
    `docs/boards.md`, with the number of its `copies` and of those among them that carry its icon (`icons`)."""
    sheet: Callable[[], list[Json]] | None = None
    """What players keep at hand at a real table: `{title, columns, rows}`; without it the tables of the rule book."""
    hides: Callable[[Any], bool] = lambda state: False
    """Whether in this battle a seat may know what another does not: a screen handed over then needs a curtain."""
    armies: Armies | None = None
    """The army lists of a system in which forces are bought by points."""
    sight: Callable[[Any, str, str], Look] | None = None
    """What is seen from one place of another: cells by their names, on an open table pieces by theirs."""
