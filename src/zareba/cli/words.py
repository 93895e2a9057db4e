"""Small helpers for text: numbers in words, lists, columns, and letters that a terminal cannot show."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction

# What to write on a terminal that cannot show the real thing.
PLAINER = {
    "–": "-",
    "—": "-",
    "−": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "×": "x",
    "·": "-",
    "•": "*",
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "█": "#",
    "✓": "ok",
    "✗": "x",
}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def plainer(error: UnicodeError) -> tuple[str, int]:
    """An error handler for encodings: the nearest thing in ASCII, never a failure."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    if character in PLAINER:
        return PLAINER[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


codecs.register_error("plainer", plainer)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 figure`, `3 figures`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def percent(share: Fraction | float) -> str:
    """A share with one decimal, and never `0.0%` or `100.0%` for what is possible or uncertain."""
    if 0 < share < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < share < 1:
        return ">99.9%"
    return f"{float(share):.1%}"


def chance(share: Fraction) -> str:
    """`26.3% (12281/46656)`: for people, and exactly."""
    return f"{percent(share)} ({share})"


def first_sentence(text: str) -> str:
    first, stop, _ = " ".join(text.split()).partition(". ")
    return first + stop.strip()


def suggestion(wrong: str, right: Iterable[str]) -> str:
    """` Did you mean 'ridge'?`, or nothing where nothing is near."""
    near = get_close_matches(str(wrong).lower(), list(right), 1, 0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


def flowed(words: Iterable[str], width: int, gap: str = "  ") -> list[str]:
    """Words in lines; none is broken, however many blanks it has."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]}{gap}{word}" if lines[-1] else word
        if lines[-1] and len(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """A table in plain text; the columns in `right` hold numbers."""
    if not rows:
        return []
    lines = [list(heads), *[list(row) for row in rows]] if any(heads) else [list(row) for row in rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return ["  ".join(_aligned(line, widths, set(right))).rstrip() for line in lines]


def _aligned(line: list[str], widths: list[int], right: set[int]) -> list[str]:
    return [
        text.rjust(width) if place in right else text.ljust(width)
        for place, (text, width) in enumerate(zip(line, widths, strict=True))
    ]


def bar(share: Fraction | float, width: int = 24) -> str:
    """A share as a bar; what is possible is never drawn as nothing."""
    full = int(share * width + Fraction(1, 2))
    return "█" * (full or (1 if share else 0))


def card(word: str) -> str:
    """`7h` as it is printed on the card: `7♥`."""
    return word[:-1].upper() + SUITS[word[-1]] if word[1:] and word[-1] in SUITS and word[:-1] in RANKS else word


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")
