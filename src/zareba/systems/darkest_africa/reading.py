"""What scenarios are written with: lengths, bearings, places and rectangles, all in inches and degrees.

A length is a whole number, or a text such as `"16.25"`; a place is `"16.25 9"`, several are parted by commas. What
cannot be read is a ValueError that says so.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches import Bearing, Point
from zareba.systems.darkest_africa.troops import INCH


def length(value: Any) -> int:
    """Inches, in thousandths, on the grid of `geo.round`."""
    whole, _, part = str(value).partition(".")
    sign = -1 if whole.startswith("-") else 1
    digits = whole.removeprefix("-")
    if isinstance(value, bool) or not _number(digits) or (part and not _number(part)) or len(part) > 2:
        raise ValueError(f"{value!r} is no length in inches and hundredths of an inch")
    return sign * (int(digits) * INCH + int(part.ljust(2, "0") or 0) * 10)


def bearing(value: Any) -> Bearing:
    """Degrees, in tenths (`geo.facing`)."""
    whole, _, part = str(value).partition(".")
    if isinstance(value, bool) or not _number(whole) or (part and (not _number(part) or len(part) > 1)):
        raise ValueError(f"{value!r} is no bearing in degrees, from 0 to 359.9")
    tenths = int(whole) * 10 + int(part or 0)
    if tenths >= 3600:
        raise ValueError(f"{value!r} is no bearing in degrees, from 0 to 359.9")
    return tenths


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def place(text: Any) -> Point:
    """`16.25 9`: so far east and so far north of the south-west corner."""
    found = str(text).split()
    if not isinstance(text, str) or len(found) != 2:
        raise ValueError(f"{text!r} is no place such as '16.25 9'")
    return length(found[0]), length(found[1])


def places(text: Any) -> list[Point]:
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is no list of places such as '16 9, 18 9'")
    return [place(part) for part in text.split(",")]


def box(text: Any) -> tuple[int, int, int, int]:
    """`0 9 48 36`: west, south, east, north."""
    found = str(text).split()
    if not isinstance(text, str) or len(found) != 4:
        raise ValueError(f"{text!r} is no rectangle such as '0 9 48 36': west, south, east, north")
    west, south, east, north = (length(part) for part in found)
    if west >= east or south >= north:
        raise ValueError(f"{text!r} is a rectangle without any room in it")
    return west, south, east, north
