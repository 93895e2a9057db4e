"""The board as text.

What is drawn comes from a system's `board` and `table` and from nowhere else, so a page in a browser and a
terminal show the same. Each kind of board has a drawer in a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from zareba.cli import boxes, hexes, inches
from zareba.cli.canvas import Canvas
from zareba.cli.marks import Json, Marks, Room
from zareba.cli.tags import Tags
from zareba.engine.errors import Unknown


class Drawer(NamedTuple):
    """How a kind of board is drawn, and how it is said where a piece stands on it."""

    draw: Callable[[Json, Json, Tags, Marks, Room], Canvas]
    stands: Callable[[Json], str]


DRAWERS: Mapping[str, Drawer] = {
    "boxes": Drawer(boxes.draw, boxes.stands),
    "hexes": Drawer(hexes.draw, hexes.stands),
    "inches": Drawer(inches.draw, inches.stands),
}


def draw(board: Json, table: Json, tags: Tags, marks: Marks | None = None, room: Room = (100, 60)) -> Canvas:
    """The board, as large as the room allows."""
    return _drawer(board).draw(board, table, tags, marks or Marks(), room)


def stands(board: Json, piece: Json) -> str:
    """Where a piece stands, in words."""
    return _drawer(board).stands(piece)


def _drawer(board: Json) -> Drawer:
    if board["kind"] not in DRAWERS:
        raise Unknown(f"A board of {board['kind']} cannot be drawn as text.")
    return DRAWERS[board["kind"]]
