"""What is wrong with a document: noted as it is gone through, each fault with its line and the clause that forbids it.

A system's inspector is a `Findings` that knows the system's words. Nothing here stops at the first fault: a part that
is missing, or of another shape than it should be, is noted and then looked at as if it were empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from zareba.engine.documents import Document
from zareba.engine.errors import Fault

Json = dict[str, Any]
Step = str | int
"""A step on the way to a value in a document: the key of a table, or the number of an entry."""


class Findings:
    """The faults of a document. `shape` is the clause cited where something is not even written as it should be."""

    def __init__(self, document: Document, shape: str) -> None:
        self.document = document
        self.data: Json = document.data
        self.shape = shape
        self.faults: list[Fault] = []

    def fault(self, why: str, clause: str, *path: Step) -> None:
        self.faults.append(Fault(self.document.line(*path), why, clause))

    def section(self, name: str, kind: type) -> Any:
        """A part of the document, or an empty one where it is missing or of another shape."""
        part = self.data.get(name, kind())
        if not isinstance(part, kind):
            self._once(f"'{name}' is not written as it should be.", name)
            return kind()
        return part

    def tables(self, name: str) -> list[tuple[int, Json]]:
        """The entries of a list of tables, with their places in it."""
        entries = list(enumerate(self.section(name, list)))
        for number, entry in entries:
            if not isinstance(entry, dict):
                self._once(f"Entry {number + 1} of '{name}' is no table.", name, number)
        return [(number, entry) for number, entry in entries if isinstance(entry, dict)]

    def _once(self, why: str, *path: Step) -> None:
        """A part that is looked at again is not found wrong again."""
        fault = Fault(self.document.line(*path), why, self.shape)
        if fault not in self.faults:
            self.faults.append(fault)

    # --- words --------------------------------------------------------------------------------------------------

    def keys(self, known: Mapping[str, str]) -> None:
        """Keys that mean nothing, each with the one that was probably meant.

        `known` has the keys of each section in one text, those of the whole document under the empty name.
        """
        self._keys("", known[""], self.data)
        for section in known:
            part = self.data.get(section) if section else None
            if isinstance(part, list):
                for number, entry in enumerate(part):
                    self._keys(section, known[section], entry, section, number)
            else:
                self._keys(section, known[section], part, section)

    def _keys(self, section: str, known: str, entry: Any, *path: Step) -> None:
        words = known.split()
        for key in entry if isinstance(entry, dict) else ():
            if key not in words:
                where = f"in {section}" if section else "here"
                self.fault(f"{key!r} means nothing {where}.{meant(key, words)}", self.shape, *path, key)

    def word(self, value: Any, words: Iterable[Any], what: str, clause: str, *path: Step) -> bool:
        """One of several words; if not, it is a fault."""
        known = list(words)
        if isinstance(value, str | int) and value in known:
            return True
        named = ", ".join(map(str, known))
        self.fault(f"{what} is one of {named}, not {value!r}.{meant(value, known)}", clause, *path)
        return False

    def whole(self, value: Any, low: int, high: int, what: str, clause: str, *path: Step) -> bool:
        """A whole number between two bounds; if not, it is a fault."""
        if is_whole(value) and low <= value <= high:
            return True
        self.fault(f"{what} is a whole number from {low} to {high}, not {value!r}.", clause, *path)
        return False


def is_whole(value: Any) -> bool:
    return type(value) is int


def meant(value: Any, words: Iterable[Any]) -> str:
    """Which word was probably meant, if one is near."""
    near = get_close_matches(str(value), [word for word in words if isinstance(word, str)], 1)
    return f" Is it {near[0]!r} that was meant?" if near else ""
