"""Lengths, points and bearings as people write them: `9.45` inches, the place `9.45 13.9`, a facing of `22.5` degrees.

Everything here raises `ValueError` where something else is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from zareba.boards.inches.angles import CIRCLE, Bearing, Point
from zareba.boards.inches.shapes import Circle, Polygon, Polyline, oblong

Number = int | str
_NUMBER = re.compile(r"(-?)(\d{1,4})(?:\.(\d{1,3}))?", re.ASCII)


def length(written: Number) -> int:
    """Inches as thousandths: `9.45` is 9450."""
    return _scaled(written, 3)


def bearing_of(written: Number) -> Bearing:
    """Degrees as tenths: `22.5` is 225."""
    return _scaled(written, 1) % CIRCLE


def _scaled(written: Number, places: int) -> int:
    found = _NUMBER.fullmatch(str(written))
    if isinstance(written, bool) or not found or len(found[3] or "") > places:
        raise ValueError(f"{written!r} is no number with {places} decimals at most")
    sign, whole, part = found.groups()
    return int(f"{sign}{whole}{(part or '').ljust(places, '0')}")


def point(written: str) -> Point:
    """`9.45 13.9`: so far east and so far north of the south-west corner."""
    words = str(written).split()
    if len(words) != 2:
        raise ValueError(f"{written!r} is no place such as '9.45 13.9'")
    return length(words[0]), length(words[1])


def points(written: str) -> list[Point]:
    """`0 8, 6.9 8, 6.9 16`."""
    return [point(part) for part in str(written).split(",")]


def box(written: str) -> Polygon:
    """`26 20 34 28`: west, south, east and north."""
    words = str(written).split()
    if len(words) != 4:
        raise ValueError(f"{written!r} is no rectangle such as '26 20 34 28': west, south, east, north")
    west, south, east, north = (length(word) for word in words)
    if west >= east or south >= north:
        raise ValueError(f"{written!r} is a rectangle without any room in it")
    return oblong(west, south, east, north)


def area(entry: Mapping[str, Any]) -> Polygon | Circle:
    """An area as a file describes it: by its `outline`, by the `box` that it fills, or by a `radius` round `at`."""
    if "radius" in entry:
        return Circle(point(entry.get("at", "")), length(entry["radius"]))
    return box(entry["box"]) if "box" in entry else Polygon(points(entry.get("outline", "")))


def line(written: str) -> Polyline:
    return Polyline(points(written))


def spot(at: Point) -> str:
    """A point as it is written."""
    return " ".join([_exact(value) for value in at])


def _exact(thousandths: int) -> str:
    text = f"{abs(thousandths) // 1000}.{abs(thousandths) % 1000:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if thousandths < 0 else text


def inches(thousandths: int) -> str:
    """A length as people read it, to the hundredth: `12.6"`."""
    hundredths = (abs(thousandths) + 5) // 10
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return f'{"-" if thousandths < 0 and hundredths else ""}{text}"'
