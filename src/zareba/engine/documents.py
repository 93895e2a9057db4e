"""TOML files with their line numbers, so that a fault can say where it stands.

A file may come from a stranger, so it is looked over before it is parsed: it may not be so large, so deep or
so long in its keys and numbers that reading it alone would keep a computer busy.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from zareba.engine.errors import Fault, Faulty, Unknown

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Document:
    """What a file says, and on which line it says it."""

    name: str
    data: dict[str, Any]
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, *path: str | int) -> int:
        """The line of the value at this path, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)


def read(text: str, name: str) -> Document:
    """Reads TOML; raises `Faulty` with the line where it is no TOML, or goes beyond the limits."""
    if fault := excess(text):
        raise Faulty(name, [fault])
    try:
        data = tomllib.loads(text, parse_float=_no_fraction)
    except tomllib.TOMLDecodeError as error:
        raise Faulty(name, [Fault(_line_in(str(error)), _sentence(str(error)))]) from None
    except _Fraction as error:
        why = f"{error} is no whole number, and only those are used."
        raise Faulty(name, [Fault(_line_at(text, text.find(str(error))), why)]) from None
    except (RecursionError, ValueError) as error:
        raise Faulty(name, [Fault(0, _sentence(str(error)))]) from None
    return Document(name, data, line_numbers(text))


class _Fraction(Exception):
    """A number that is not whole, as it is written."""


def _no_fraction(number: str) -> float:
    raise _Fraction(number)


def read_path(path: FilePath) -> Document:
    """Reads a TOML file; raises `Unknown` where there is none, `Faulty` where it is no text or too large."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unknown(f"{path} cannot be read: {(error.strerror or 'it is no file').lower()}.") from None
    if len(raw) > MOST_BYTES:
        raise Faulty(path.name, [TOO_LARGE])
    try:
        return read(raw.decode("utf-8"), path.name)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Faulty(path.name, [Fault(line, "It is no UTF-8 text.")]) from None


# --- before it is parsed ------------------------------------------------------------------------------------

MOST_BYTES = 1 << 20
MOST_DEPTH = 16
MOST_PARTS = 64
MOST_NUMBER = 10**9
TOO_LARGE = Fault(0, "It is larger than 1 MiB.")

_QUOTED = re.compile(
    r"""\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|\#[^\n]*""",
    re.DOTALL,
)
_BRACKET = re.compile(r"[\[\]{}]")
_LONG_KEY = re.compile(rf"(?<![\w+-])(?:[\w+-]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}", re.ASCII)
_LONG_NUMBER = re.compile(r"(?<![\w.+-])[+-]?(?:0x[\da-fA-F_]{8,}|0o[0-7_]{10,}|0b[01_]{30,}|[\d_]{10,})(?![\w.-])")
_MOST_CHARACTERS = 40


def excess(text: str) -> Fault | None:
    """The first thing in a text that goes beyond the limits, if there is one."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return TOO_LARGE
    bare = _QUOTED.sub(_without_text, text)
    return _too_deep(bare) or _too_long(bare) or _too_great(bare)


def _without_text(quoted: re.Match[str]) -> str:
    """A string or a comment with nothing in it that could be mistaken for something else."""
    return re.sub(r"[^\n]", " " if quoted.group().startswith("#") else "s", quoted.group())


def _too_deep(bare: str) -> Fault | None:
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > MOST_DEPTH:
            return Fault(_line_at(bare, bracket.start()), f"It is nested more than {MOST_DEPTH} deep.")
    return None


def _too_long(bare: str) -> Fault | None:
    key = _LONG_KEY.search(bare)
    return Fault(_line_at(bare, key.start()), f"A key has more than {MOST_PARTS} parts.") if key else None


def _too_great(bare: str) -> Fault | None:
    for number in _LONG_NUMBER.finditer(bare):
        if _is_great(number.group()):
            return Fault(_line_at(bare, number.start()), f"A number lies beyond {MOST_NUMBER:,}.")
    return None


def _is_great(number: str) -> bool:
    if len(number) > _MOST_CHARACTERS:
        return True
    try:
        return abs(int(number, 0)) > MOST_NUMBER
    except ValueError:  # a key that only looks like a number
        return False


def _line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _line_in(message: str) -> int:
    found = re.search(r"at line (\d+)", message)
    return int(found.group(1)) if found else 0


def _sentence(message: str) -> str:
    said = re.sub(r"\s*\(at .*\)$", "", message)
    return f"It is not TOML: {said[:1].lower()}{said[1:]}."


_TABLE = re.compile(r"^\s*(\[\[?)\s*([^\[\]\s][^\[\]]*)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def line_numbers(text: str) -> dict[Path, int]:
    """Where each table and key of a TOML text begins. Lines inside a long string are no keys."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    here: Path = ()
    quote = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if table := _TABLE.match(line):
            here = _enter(table, counts)
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            lines.setdefault(here + _parts(key.group(1)), number)
            quote = _opened(line[key.end() :])
    return lines


def _enter(table: re.Match[str], counts: dict[Path, int]) -> Path:
    path: Path = ()
    parts = _parts(table.group(2))
    for depth, part in enumerate(parts):
        path = (*path, part)
        if depth == len(parts) - 1 and table.group(1) == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _opened(value: str) -> str:
    for quote in ('"""', "'''"):
        if value.count(quote) % 2:
            return quote
    return ""
