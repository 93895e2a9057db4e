"""Lengths, points and bearings as people write them: `9.45` inches, the point `9.45,13.9`, a facing of `22.5` degrees.

Everything here raises `ValueError` where something else is written.
"""

from __future__ import annotations

import re

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
    """`9.45,13.9`."""
    x, comma, y = str(written).partition(",")
    if not comma:
        raise ValueError(f"{written!r} is no point such as 9.45,13.9")
    return length(x.strip()), length(y.strip())


def points(written: str) -> list[Point]:
    """`0,8 6.9,8 6.9,16`."""
    return [point(word) for word in str(written).split()]


def box(written: str) -> Polygon:
    """`26,20 34,28`: two opposite corners of a rectangle along the edges of the table."""
    (ax, ay), (bx, by) = points(written)
    return oblong(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def area(entry: dict[str, Number]) -> Polygon | Circle:
    """An area as a file describes it: by its `outline`, by the `box` that it fills, or by `centre` and `radius`."""
    if "centre" in entry:
        return Circle(point(str(entry["centre"])), length(entry.get("radius", "")))
    return box(str(entry["box"])) if "box" in entry else Polygon(points(str(entry.get("outline", ""))))


def line(written: str) -> Polyline:
    return Polyline(points(written))


def inches(thousandths: int) -> str:
    """A length as people read it, to the hundredth: `12.6"`."""
    hundredths = (abs(thousandths) + 5) // 10
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return f'{"-" if thousandths < 0 and hundredths else ""}{text}"'
