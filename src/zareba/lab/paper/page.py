"""Pages of paper: sizes, letters and colours. All lengths are in millimetres."""

from __future__ import annotations

from typing import Any

from fpdf import FPDF

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
INK, FAINT, RULE = (33, 31, 27), (82, 75, 64), (190, 178, 152)
PENNONS = {"red": (179, 49, 44), "blue": (36, 87, 160), "green": (60, 107, 47)}
SERIF, SANS = "Times", "Helvetica"
_PLAIN = {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "..."}

Colour = tuple[int, int, int]


def new(paper: str, title: str) -> FPDF:
    """An empty document; its standard letters need no files."""
    pdf = FPDF(format=PAPERS[paper], unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("zareba")
    return pdf


def plain(text: str) -> str:
    """What the standard letters can write."""
    for strange, known in _PLAIN.items():
        text = text.replace(strange, known)
    return text.encode("latin-1", "replace").decode("latin-1")


def letters(pdf: FPDF, family: str, size: float, style: str = "", colour: Colour = INK) -> None:
    pdf.set_font(family, style, size)
    pdf.set_text_color(*colour)


def fitting(
    pdf: FPDF, family: str, style: str, text: str, width: float, height: float, sizes: tuple[float, ...]
) -> float:
    """The largest of these sizes in which the text finds room."""
    for size in sizes:
        letters(pdf, family, size, style)
        if lines_of(pdf, text, width) * leading(size) <= height:
            return size
    return sizes[-1]


def lines_of(pdf: FPDF, text: str, width: float) -> int:
    """How many lines a text takes in the letters that are set."""
    found: Any = pdf.multi_cell(width, 1, plain(text) or " ", dry_run=True, output="LINES")
    return len(found)


def leading(size: float) -> float:
    """From line to line, for letters of so many points."""
    return size * 0.3528 * 1.16
