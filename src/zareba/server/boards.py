"""Boards and drawings as the contract states them, in the words of `docs/boards.md`.

Systems may tell more than stands here: a reader passes over what it does not know.
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
