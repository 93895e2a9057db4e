"""A line of sight that somebody asks for: whether it is free, what stops it, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from zareba.engine.errors import Unknown

Json = dict[str, Any]


class Look(NamedTuple):
    """`why` is a sentence: what blocks the line, by name; or how far it is. `shapes` are those of `docs/boards.md`."""

    clear: bool
    why: str
    clause: str
    shapes: tuple[Json, ...]


def clear(ends: Sequence[str], far: str, clause: str) -> Look:
    """A free line between two cells."""
    return Look(True, f"Clear; {far}.", clause, (_line("sight", ends, far, clause),))


def blocked(why: str, clause: str, ends: Sequence[str], by: str) -> Look:
    """A line that is stopped, drawn as far as the cell in which it is."""
    return Look(False, why, clause, (_line("blocked", ends, by, clause),))


def _line(role: str, ends: Sequence[str], label: str, clause: str) -> Json:
    return {"kind": "path", "role": role, "cells": list(ends), "label": label, "clause": clause}


def places(find: Callable[[str], int], *names: str) -> list[int]:
    """The cells of these names; a name that is none is told."""
    found = [find(name) for name in names]
    for cell, name in zip(found, names, strict=True):
        if cell < 0:
            raise Unknown(f"{name[:32]} is no place or piece here whose sight can be asked for.")
    return found
