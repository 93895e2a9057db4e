"""Small charts as SVG, drawn for reading beside text. Each says in words what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zareba.lab.statistics import Interval, Summary, histogram

INK, GREY, PAPER = "#2b2722", "#a8a294", "#e6dcc6"
WIDE, THIN, HIGH = 720, 300, 150


def picture(width: int, height: int, words: str, body: str) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(words)}">{body}</svg>'


def block(x: float, y: float, width: float, height: float, colour: str, words: str = "") -> str:
    """A rectangle, with a word to whoever points at it."""
    title = f"<title>{escape(words)}</title>" if words else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}" '
        f'fill="{colour}">{title}</rect>'
    )


def label(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" fill="{INK}" text-anchor="{anchor}">{escape(words)}</text>'


def ribbon(shares: Sequence[tuple[str, int, str]]) -> str:
    """One strip divided in proportion: (name, number, colour)."""
    total = sum(number for _, number, _ in shares) or 1
    words = ", ".join(f"{name} {number}" for name, number, _ in shares)
    body, x = "", 0.0
    for name, number, colour in shares:
        width = WIDE * number / total
        body += block(x, 0, width - 1, 22, colour, f"{name}: {number}")
        x += width
    return picture(WIDE, 26, words, body)


def bar(number: int, most: int, colour: str) -> str:
    return picture(THIN, 14, str(number), block(0, 1, THIN * number / max(1, most), 12, colour))


def interval(share: Interval) -> str:
    """A share with its bounds, on a line from nothing to all; a mark stands at one half."""
    low, high = THIN * share.low, THIN * share.high
    body = block(0, 6, THIN, 2, PAPER) + block(THIN / 2, 1, 1, 12, GREY)
    body += block(low, 4, high - low, 6, GREY) + block(THIN * share.rate - 2, 2, 4, 10, INK)
    return picture(THIN, 14, f"{100 * share.low:.1f}% to {100 * share.high:.1f}%", body)


def box(found: Summary, most: int) -> str:
    """The whole range thin, the middle half thick, the middle marked."""
    scale = THIN / max(1, most)
    body = block(found.least * scale, 6, (found.most - found.least) * scale, 2, GREY)
    body += block(found.quarter * scale, 2, (found.three_quarters - found.quarter) * scale, 10, GREY)
    body += block(min(found.middle * scale, THIN - 2), 1, 2, 12, INK)
    return picture(THIN, 14, f"{found.least} to {found.most}, middle {found.middle}", body)


def columns(values: Sequence[int], unit: str) -> str:
    """How many values fall where: a histogram, its ends and its highest column labelled."""
    bars = histogram(values)
    if not bars:
        return ""
    most, width = max(bar.number for bar in bars), WIDE / len(bars)
    body = ""
    for place, found in enumerate(bars):
        height = (HIGH - 40) * found.number / most
        span = f"{found.low}" if found.low == found.high else f"{found.low} to {found.high}"
        words = f"{span} {unit}: {found.number}"
        body += block(place * width, HIGH - 20 - height, width - 1.5, height, GREY, words)
    highest = next(place for place, found in enumerate(bars) if found.number == most)
    body += label(highest * width + width / 2, 14, str(most), "middle")
    body += label(0, HIGH - 4, str(bars[0].low)) + label(WIDE, HIGH - 4, f"{bars[-1].high} {unit}", "end")
    return picture(WIDE, HIGH, f"{unit}: from {bars[0].low} to {bars[-1].high}", body)
