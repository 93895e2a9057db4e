"""One document laid over another: what a variation leaves unsaid stays as it was.

Tables are merged key by key. Lists of tables that have an `id` (units, sides) are merged by id. Anything else
is replaced. Every value keeps the line on which it was written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zareba.engine.documents import Document, Path


@dataclass(frozen=True)
class Piece:
    """A value out of a document, with the lines of everything in it."""

    value: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def part(self, key: str | int, default: Any = None) -> Piece:
        """The value under this key; its own line is the nearest one known."""
        inside = {path[1:]: line for path, line in self.lines.items() if path[:1] == (key,)}
        try:
            value = self.value[key]
        except (KeyError, IndexError):
            return Piece(default, inside)
        return Piece(value, {**self._here(), **inside})

    def parts(self) -> list[Piece]:
        keys = self.value if isinstance(self.value, dict) else range(len(self.value))
        return [self.part(key) for key in keys]

    def _here(self) -> dict[Path, int]:
        return {(): self.lines[()]} if () in self.lines else {}

    @property
    def line(self) -> int:
        return self.lines.get((), 0)


def piece(document: Document, *path: str | int) -> Piece:
    """What a document says at this path; an empty table where it says nothing."""
    found = Piece(document.data, document.lines)
    for key in path:
        found = found.part(key, {})
    return found


def overlay(below: Piece, above: Piece) -> Piece:
    """The lower piece, with everything the upper one says said instead."""
    if isinstance(below.value, dict) and isinstance(above.value, dict):
        return _tables(below, above)
    if _named(below.value) and _named(above.value):
        return _lists(below, above)
    return above


def without(whole: Piece, names: list[str]) -> Piece:
    """The same with the named entries of its lists of tables left out."""
    kept = {key: _leave_out(whole.part(key), names) for key in whole.value}
    return _joined(kept, whole)


def ids(whole: Piece) -> set[str]:
    """Everything in its lists of tables that can be left out."""
    lists = [value for value in whole.value.values() if _named(value)]
    return {entry["id"] for entries in lists for entry in entries}


def _tables(below: Piece, above: Piece) -> Piece:
    parts = {key: below.part(key) for key in below.value}
    for key in above.value:
        parts[key] = overlay(parts[key], above.part(key)) if key in parts else above.part(key)
    return _joined(parts, above)


def _lists(below: Piece, above: Piece) -> Piece:
    parts = {part.value["id"]: part for part in below.parts()}
    for part in above.parts():
        id = part.value["id"]
        parts[id] = overlay(parts[id], part) if id in parts else part
    whole = _joined(dict(enumerate(parts.values())), above)
    return Piece(list(whole.value.values()), whole.lines)


def _leave_out(part: Piece, names: list[str]) -> Piece:
    if not _named(part.value):
        return part
    kept = [entry for entry in part.parts() if entry.value["id"] not in names]
    whole = _joined(dict(enumerate(kept)), part)
    return Piece(list(whole.value.values()), whole.lines)


def _joined(parts: dict[Any, Piece], around: Piece) -> Piece:
    lines = around._here()
    for key, part in parts.items():
        lines |= {(key, *path): line for path, line in part.lines.items()}
    return Piece({key: part.value for key, part in parts.items()}, lines)


def _named(value: Any) -> bool:
    """Whether this is a list of tables that can be told apart by their ids."""
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(entry, dict) and isinstance(entry.get("id"), str) for entry in value)
