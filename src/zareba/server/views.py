"""What a seat sees, as the contract states it: what is asked of it, the table, and what it has heard.

Systems may tell more than stands here (squares, ladders, rosters): a reader passes over what it does not know.
"""

from __future__ import annotations

from typing import Any, Literal

from zareba.server.boards import Board, Hints, Shape, Told

Json = dict[str, Any]


# --- what is asked ------------------------------------------------------------------------------------------


class Option(Told):
    notation: str
    label: str
    clause: str
    piece: str
    target: str
    cells: list[str]
    cost: int | None = None
    """What the way costs, where the system counts it."""


class Refused(Option):
    """What one might also think of, why it may not be, and by which clause."""

    why: str
    by: str


class Reason(Told):
    value: int
    clause: str
    why: str


class Ask(Told):
    """The open question. `options` and `refused` stand in choices and places, `sides` to `reasons` in rolls."""

    id: str
    clause: str
    prompt: str
    kind: Literal["choice", "place", "roll", "draw"]
    options: list[Option] | None = None
    refused: list[Refused] | None = None
    hints: Hints | None = None
    die: str | None = None
    sides: list[int | str] | None = None
    count: int | None = None
    reasons: list[Reason] | None = None


# --- the table ----------------------------------------------------------------------------------------------


class Heard(Told):
    """A line of the log. `dice` are the faces of the throw that led to it, `throw` says which throw that was."""

    n: int
    kind: str
    clause: str
    text: str
    facts: Json
    dice: list[int | str] | None = None
    throw: str | None = None


class Side(Told):
    id: str
    name: str
    seats: list[str]
    colour: str | None = None
    figures: int | None = None
    lost: int | None = None
    exhausted: int | None = None
    """So many lost, and the side is beaten."""
    points: int | None = None
    quota: int | None = None
    """So many points, and the side has won."""
    forced: int | None = None
    """Face-down cards that it must turn up."""


class Dial(Told):
    """Hits on a counter: a base is lost at each step, and the unit at the limit."""

    hits: int
    limit: int
    step: int


class Leader(Told):
    """Empty for a piece that never had one."""

    wounds: int | None = None
    alive: bool | None = None


class Heat(Told):
    """The turns a machine gun has fired without a rest. Empty for what does not grow hot."""

    turns: int | None = None
    hot: bool | None = None
    ruined: bool | None = None


class Piece(Told):
    id: str
    name: str
    side: str
    kind: str
    figures: int
    full: int
    facts: list[str]
    marks: list[str]
    origin: str | None = None
    mounted: bool | None = None
    officer: bool | None = None
    hidden: bool | None = None
    """Only its owner sees it."""
    arcs: list[Shape] | None = None
    """What it bears on, shown when it is chosen."""
    at: dict[str, int | str] | None = None
    """On cells: how many stand in each; in boxes: its box, side or corner, facing and rank."""
    shape: Json | None = None
    """On an open table: what lies on it."""
    figure: str | None = None
    """Which small figure stands for it, and which weapon beside it, where its words do not say so."""
    weapon: str | None = None
    colour: str | None = None
    """The colour of a unit's pennon: `red`, `blue`, `green`."""
    aloft: bool | None = None
    """It is in the air."""
    fuel: int | None = None
    bombs: int | None = None
    bases: int | None = None
    """In boxes: the bases or gunners that are left."""
    dial: Dial | None = None
    leader: Leader | None = None
    heat: Heat | None = None


class Card(Told):
    """The front of a card."""

    id: str
    name: str
    text: str
    icon: bool | None = None
    """It calls for a card of the second deck."""
    orders: dict[str, str] | None = None
    """How many units of which colour it orders: a number or `all`."""
    emblem: str | None = None
    """What is pictured on it where it orders no colours."""
    kind: str | None = None
    """A word that stands at its foot."""


class Played(Told):
    """The card on the table and whom it has ordered; nothing if there is none."""

    id: str | None = None
    name: str | None = None
    text: str | None = None
    icon: bool | None = None
    orders: dict[str, str] | None = None
    emblem: str | None = None
    kind: str | None = None
    ordered: list[str] | None = None


class Hand(Told):
    """How many cards a side holds, and those of them that this seat knows."""

    number: int
    cards: list[Card]


class Square(Told):
    """Units that stand as one body in a box."""

    box: str
    side: str


class Contact(Told):
    """Who fights whom, across which side of the target's box."""

    charger: str
    target: str
    box: str
    side: str
    locked: bool
    flank: bool


class Flight(Told):
    """A rocket: its mark, the direction in which it drifted if it did, and where it came down if on the mat."""

    unit: str
    mark: str
    facing: str
    boxes: int
    box: str


class Pack(Told):
    name: str
    left: int
    turned: list[str]
    top: Card | None = None
    """The card that lies open on top, where cards have texts."""


class Group(Told):
    """Pieces that belong together under a leader."""

    kind: str
    leader: str
    members: list[str]


class Objective(Told):
    name: str
    hexes: list[str]
    points: int
    held: str
    """The side that holds it, or an empty text."""


class Shot(Told):
    """A fire of a phase in which both sides fire at once: from where to where, and its hits."""

    unit: str
    side: str
    target: str
    start: tuple[int, int]
    end: tuple[int, int]
    hits: int


class Table(Told):
    sides: list[Side]
    pieces: list[Piece]
    decks: list[Pack]
    acting: str
    status: str
    plan: list[tuple[str, str]] | None = None
    hands: dict[str, Hand] | None = None
    play: Played | None = None
    groups: list[Group] | None = None
    objectives: list[Objective] | None = None
    standing: list[str] | None = None
    """What cards still do, in words."""
    ground: dict[str, list[str]] | None = None
    """What cells hold now, where that is not what the board says."""
    structures: dict[str, int] | None = None
    """What is left of each structure; rubble is left at nothing."""
    ladders: list[tuple[str, str, str]] | None = None
    """Foot, wall, and whose they are."""
    phase: int | None = None
    """Which of the board's phases it is, from 1."""
    squares: list[Square] | None = None
    contacts: list[Contact] | None = None
    flights: list[Flight] | None = None
    volley: list[Shot] | None = None


# --- the whole ----------------------------------------------------------------------------------------------


class Result(Told):
    winner: str
    """The side that has won; empty for a draw."""
    clause: str
    why: str


class Undo(Told):
    can: bool
    why: str
    steps: int
    """How many decisions this seat can take back, one after the other."""
    mark: int
    """The last line of the log that cannot be taken back."""


class Seen(Told):
    """The table as one seat sees it, and what it has heard."""

    system: str
    seat: str
    side: str
    table: Table
    log: list[Heard]
    board: Board | None = None
    result: Result | None = None


class View(Seen):
    """That, and what is asked of it now."""

    waiting: list[str]
    undo: Undo
    ask: Ask | None = None
