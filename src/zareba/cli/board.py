"""The board as text.

What is drawn comes from a system's `board` and `table` and from nowhere else, so a page in a browser and a
terminal show the same. Each kind of board has a drawer in a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zareba.cli import hexes
from zareba.cli.canvas import Canvas
from zareba.cli.marks import Json, Marks, Room
from zareba.cli.tags import Tags
from zareba.engine.errors import Unknown

Drawer = Callable[[Json, Json, Tags, Marks, Room], Canvas]
DRAWERS: Mapping[str, Drawer] = {
    "hexes": hexes.draw,
}


def draw(board: Json, table: Json, tags: Tags, marks: Marks | None = None, room: Room = (100, 60)) -> Canvas:
    """The board, as large as the room allows."""
    if board["kind"] not in DRAWERS:
        raise Unknown(f"A board of {board['kind']} cannot be drawn as text.")
    return DRAWERS[board["kind"]](board, table, tags, marks or Marks(), room)
