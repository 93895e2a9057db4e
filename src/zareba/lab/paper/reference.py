"""Reference sheets: lists and tables, one after the other."""

from __future__ import annotations

import re
from typing import Any

from fpdf import FPDF

from zareba.engine.system import System
from zareba.lab.paper.page import FAINT, INK, RULE, SANS, SERIF, leading, letters, lines_of, plain

Json = dict[str, Any]
MARGIN = 14.0
SIZE = 8.6


def tables_of(system: System) -> list[Json]:
    """The sheet of a system that has one; else the tables of its rule book."""
    return system.sheet() if system.sheet else _from_book((system.folder / "rulebook.md").read_text(encoding="utf-8"))


def _from_book(text: str) -> list[Json]:
    """Every table of a text, under the heading it stands under."""
    found: list[Json] = []
    title = ""
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().splitlines()
        heads = [line for line in lines if line.startswith("#")]
        title = heads[-1].lstrip("# ") if heads else title
        rows = [_cells(line) for line in lines if line.startswith("|")]
        if len(rows) > 2:
            found.append({"title": title, "columns": rows[0], "rows": rows[2:]})
    return found


def _cells(line: str) -> list[str]:
    return [re.sub(r"[`*]", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def lay_out(pdf: FPDF, title: str, author: str, tables: list[Json]) -> None:
    """A title, and below it every table; a table that finds no room begins a page."""
    pdf.add_page()
    letters(pdf, SERIF, 22, "B")
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(0, 9, plain(title))
    letters(pdf, SERIF, 11, "I", FAINT)
    pdf.set_xy(MARGIN, MARGIN + 9)
    pdf.cell(0, 6, plain(f"by {author}"))
    y = MARGIN + 20
    for table in tables:
        y = _table(pdf, table, y)


def _table(pdf: FPDF, table: Json, y: float) -> float:
    widths = _widths(pdf, table)
    if y + 8 + 3 * leading(SIZE) * 1.6 > pdf.h - MARGIN:
        y = _next_page(pdf)
    y = _heading(pdf, table["title"], y)
    if table["columns"]:
        y = _row(pdf, table["columns"], widths, y, "B")
    for row in table["rows"]:
        if y + _height(pdf, row, widths) > pdf.h - MARGIN:
            y = _next_page(pdf)
        y = _row(pdf, row, widths, y, "")
    return y + 5


def _next_page(pdf: FPDF) -> float:
    pdf.add_page()
    return MARGIN


def _heading(pdf: FPDF, title: str, y: float) -> float:
    letters(pdf, SERIF, 13, "B")
    pdf.set_xy(MARGIN, y)
    pdf.cell(0, 6, plain(title))
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)
    pdf.line(MARGIN, y + 6.6, pdf.w - MARGIN, y + 6.6)
    return y + 7.6


def _widths(pdf: FPDF, table: Json) -> list[float]:
    """Shared out by what the columns hold: enough for the longest word, and more for long texts."""
    rows = [*([table["columns"]] if table["columns"] else []), *table["rows"]]
    number = max(len(row) for row in rows)
    letters(pdf, SANS, SIZE, "B")
    wanted = []
    for column in range(number):
        texts = [plain(row[column]) for row in rows if column < len(row)]
        longest = max(pdf.get_string_width(text) for text in texts)
        word = max(pdf.get_string_width(part) for text in texts for part in text.split() or [""])
        wanted.append(max(word, min(longest, 95)) + 3.4)
    room = pdf.w - 2 * MARGIN
    if sum(wanted) <= room:
        return wanted
    wide = wanted.index(max(wanted))
    rest = sum(wanted) - wanted[wide]
    if rest < room * 0.75:
        wanted[wide] = room - rest
        return wanted
    return [width * room / sum(wanted) for width in wanted]


def _height(pdf: FPDF, row: list[str], widths: list[float]) -> float:
    letters(pdf, SANS, SIZE)
    lines = [lines_of(pdf, text, width) for text, width in zip(row, widths, strict=False)]
    return max(lines, default=1) * leading(SIZE) + 1.5


def _row(pdf: FPDF, row: list[str], widths: list[float], y: float, style: str) -> float:
    height, x = _height(pdf, row, widths), MARGIN
    for text, width in zip(row, widths, strict=False):
        letters(pdf, SANS, SIZE, style, FAINT if style else INK)
        pdf.set_xy(x, y + 0.7)
        pdf.multi_cell(width, leading(SIZE), plain(text), align="L")
        x += width
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.15)
    pdf.line(MARGIN, y + height, min(x, pdf.w - MARGIN), y + height)
    return y + height
