"""What a seat sees, as the contract states it; the words of boards, pieces and drawings are those of `docs/boards.md`.

Systems may tell more than stands here (squares, ladders, rosters): a reader passes over what it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

Json = dict[str, Any]
Spot = tuple[int, int]


class Told(BaseModel):
    """Something that is sent."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)


# --- drawings -----------------------------------------------------------------------------------------------


class Shape(Told):
    """What is drawn on a board beside the pieces."""

    kind: Literal["circle", "sector", "polygon", "path", "cells", "edge", "stand", "compass"]
    role: str
    label: str | None = None
    clause: str | None = None
    answer: str | None = None
    """To pick the shape is to give this answer."""
    at: Spot | None = None
    radius: int | None = None
    inner: int | None = None
    facing: int | str | None = None
    half: int | None = None
    points: list[Spot] | None = None
    cells: list[str] | None = None
    cell: str | None = None
    side: str | None = None
    slot: str | None = None
    piece: str | None = None


class Note(Told):
    """A part of a cost or total."""

    value: int | str
    clause: str
    why: str
    of: int | None = None
    """Of how many equally likely ones these are `value`: a chance, which is drawn as a bar."""


class Drawing(Told):
    shapes: list[Shape] | None = None
    notes: list[Note] | None = None


class Hints(Drawing):
    """What may be drawn while something is asked; where a position is asked for, also what is placed."""

    piece: str | None = None
    facing: bool | None = None
    turn: bool | None = None
    """The position is a facing alone."""
    toward: bool | None = None
    """The position is a place to look at."""
    pivot: Spot | None = None
    """About what it turns."""
    pivots: tuple[Spot, Spot] | None = None
    """About what it turns to the left, and to the right."""
    group: list[str] | None = None
    back: str | None = None
    """The answer concerns a card that lies face down: the deck that it is from."""


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


# --- boards -------------------------------------------------------------------------------------------------


class Cell(Told):
    terrain: str
    level: int
    features: list[str] | None = None
    """Everything that it holds, where that is more than one thing."""
    structure: str | None = None
    """`wall`, `gate` or `building` of a fortification; `type` is what it is made of, `value` what it withstands."""
    type: str | None = None
    value: int | None = None


class Phase(Told):
    """A phase of a turn; the side that acts in it, or an empty text."""

    name: str
    side: str
    number: str | None = None
    """As the book counts it, where that is not simply its place: `4a`."""


class HexBoard(Told):
    kind: Literal["hexes"]
    columns: int
    rows: int
    names: str
    cells: dict[str, Cell]
    edges: list[tuple[str, str, str]]
    short_rows: bool | None = None
    """Every second row holds one hex fewer."""
    inside: list[str] | None = None
    """The hexes inside a fortification."""
    dice: dict[str, list[str]] | None = None
    """The words on the sides of the dice, by the throw; under no name, those of all other throws."""


class BoxBoard(Told):
    """Boxes in columns and rows; what lies on sides and in corners is in `edges`."""

    kind: Literal["boxes"]
    columns: int
    rows: int
    cells: dict[str, Cell]
    edges: list[tuple[str, str, str]]
    phases: list[Phase] | None = None


class Area(Told):
    terrain: str
    name: str | None = None
    level: int | None = None
    outline: list[Spot] | None = None
    centre: Spot | None = None
    radius: int | None = None


class Line(Told):
    terrain: str
    points: list[Spot]
    name: str | None = None
    inner: Literal["", "left", "right"] | None = None


class InchBoard(Told):
    """The open table; every length is in whole thousandths of an inch."""

    kind: Literal["inches"]
    width: int
    depth: int
    areas: list[Area]
    lines: list[Line]
    phases: list[Phase] | None = None


class Board(RootModel[Annotated[HexBoard | BoxBoard | InchBoard, Field(discriminator="kind")]]):
    """What never changes of the table."""


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
