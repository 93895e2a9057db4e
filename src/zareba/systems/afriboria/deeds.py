"""What a piece may do in the movement step, as it is written and said."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Option
from zareba.systems.afriboria import siege
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.reach import limits, straight, way
from zareba.systems.afriboria.rows import Cell, Posts, Slot

Deed = tuple[str, Any]
"""What a piece does, and where or how."""
GO, STAY = "go", ("stay", -1)
_WORDS = {
    "climb": ("climb {}", "Climb into {}", "siege.ladder-climb"),
    "erect": ("erect {}", "Set the ladder against {}", "siege.ladder-erect"),
    "fly": ("fly {}", "Fly to {}", "air.orders"),
    "take-off": ("take-off {}", "Take off to {}", "air.action-time"),
    "land": ("land {}", "Land in {}", "air.action-time"),
    GO: ("{}", "Go to {}", "move.once"),
}
_PLAIN = {
    "stay": ("stay", "Stay", "turn.fewer"),
    "mount": ("mount", "Mount", "cav.actions"),
    "dismount": ("dismount", "Dismount", "cav.actions"),
    "hide": ("hide", "Take cover", "siege.exposed-change"),
    "show": ("show", "Come forth", "siege.exposed-change"),
}


def show_deed(field: Field, slot: Slot, deed: Deed) -> Option:
    verb, what = deed
    piece = field.units[slot].id
    if verb in _PLAIN:
        return Option(*_PLAIN[verb], piece)
    if verb == "man":
        posts: Posts = what
        text = siege.posts_text(field, posts)
        cells = tuple(field.name(cell) for cell, _ in posts)
        return Option(f"man {text}", f"Take post: {text}", "siege.man", piece, cells=cells)
    notation, label, clause = _WORDS[verb]
    name = field.name(what)
    cells = tuple(field.name(cell) for cell in _course(field, slot, verb, what))
    return Option(notation.format(name), label.format(name), clause, piece, cells=cells)


def _course(field: Field, slot: Slot, verb: str, cell: Cell) -> list[Cell]:
    """The hexes of a way, to be drawn."""
    if verb == GO:
        return way(field, slot, cell, limits(field, slot)[0])
    if verb in ("fly", "take-off", "land"):
        return straight(field, field.units[slot].cell, cell)
    return [cell]
