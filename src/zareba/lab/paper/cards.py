"""Cards to cut out, nine on a page."""

from __future__ import annotations

from typing import Any

from fpdf import FPDF

from zareba.lab.paper import emblems
from zareba.lab.paper.page import FAINT, INK, PENNONS, RULE, SANS, SERIF, fitting, leading, letters, lines_of, plain

Json = dict[str, Any]
WIDE, HIGH = 63.0, 88.0
COLUMNS, ROWS = 3, 3
BORDER = 3.2
TEXT = (11.0, 10.2, 9.6, 9.0, 8.4, 7.8, 7.2, 6.6)


def copies_of(deck: Json) -> list[Json]:
    """Every card of a deck as often as it is in it; the first copies carry the icon."""
    return [
        {**card, "icon": number < card.get("icons", 0)}
        for card in deck["cards"]
        for number in range(card.get("copies", 1))
    ]


def lay_out(pdf: FPDF, cards: list[Json], deck: str) -> None:
    """As many pages as it takes."""
    on_page = COLUMNS * ROWS
    left = (pdf.w - COLUMNS * WIDE) / 2
    top = (pdf.h - ROWS * HIGH) / 2
    for number, card in enumerate(cards):
        if number % on_page == 0:
            pdf.add_page()
            _crop_marks(pdf, left, top)
        row, column = divmod(number % on_page, COLUMNS)
        front(pdf, card, deck, left + column * WIDE, top + row * HIGH)


def _crop_marks(pdf: FPDF, left: float, top: float) -> None:
    pdf.set_draw_color(*FAINT)
    pdf.set_line_width(0.15)
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        pdf.line(x, top - 6, x, top - 2)
        pdf.line(x, top + ROWS * HIGH + 2, x, top + ROWS * HIGH + 6)
    for row in range(ROWS + 1):
        y = top + row * HIGH
        pdf.line(left - 6, y, left - 2, y)
        pdf.line(left + COLUMNS * WIDE + 2, y, left + COLUMNS * WIDE + 6, y)


def front(pdf: FPDF, card: Json, deck: str, x: float, y: float) -> None:
    """The name, the colours it orders or a picture, what it says, and what it is."""
    _frame(pdf, x, y)
    _name(pdf, card["name"], x, y)
    if card.get("orders"):
        _pennons(pdf, card["orders"], x, y + 18)
    else:
        emblems.draw(pdf, card.get("emblem", ""), x + WIDE / 2 - 9.5, y + 19, 19)
    _text(pdf, card["text"], x, y + 42)
    _foot(pdf, card, deck, x, y + HIGH - BORDER - 5.6)


def _frame(pdf: FPDF, x: float, y: float) -> None:
    pdf.set_line_width(0.25)
    pdf.set_draw_color(*RULE)
    pdf.rect(x, y, WIDE, HIGH)
    inner = (x + BORDER, y + BORDER, WIDE - 2 * BORDER, HIGH - 2 * BORDER)
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)
    pdf.rect(*inner, style="D", round_corners=True, corner_radius=2.4)
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.2)
    for down in (14.2, 40.4, HIGH - 2 * BORDER - 6.4):
        pdf.line(inner[0] + 4, y + BORDER + down, inner[0] + inner[2] - 4, y + BORDER + down)


def _name(pdf: FPDF, name: str, x: float, y: float) -> None:
    width = WIDE - 2 * BORDER - 5
    size = fitting(pdf, SERIF, "B", name, width, 12.5, (15, 13.5, 12, 11))
    letters(pdf, SERIF, size, "B")
    pdf.set_xy(x + (WIDE - width) / 2, y + BORDER + 7.3 - lines_of(pdf, name, width) * leading(size) / 2)
    pdf.multi_cell(width, leading(size), plain(name), align="C")


def _pennons(pdf: FPDF, orders: dict[str, str], x: float, y: float) -> None:
    step = 17.0 if len(orders) > 1 else 0.0
    middle = x + WIDE / 2 - step * (len(orders) - 1) / 2 - 6
    for place, (colour, number) in enumerate(orders.items()):
        _pennon(pdf, colour, number, middle + place * step, y)


def _pennon(pdf: FPDF, colour: str, number: str, x: float, y: float) -> None:
    """A swallow-tailed flag on its pole, with the number on it and the colour in words below."""
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.6)
    pdf.line(x, y, x, y + 20.5)
    pdf.set_line_width(0.25)
    flag = [(x, y + 0.4), (x + 13, y + 0.4), (x + 10.4, y + 5.7), (x + 13, y + 11), (x, y + 11)]
    paints = [PENNONS[colour]] if colour in PENNONS else list(PENNONS.values())
    for number_of, paint in enumerate(paints):
        pdf.set_fill_color(*paint)
        if len(paints) == 1:
            pdf.polygon(flag, style="FD")
        else:
            pdf.rect(x, y + 0.4 + number_of * 10.6 / 3, 12, 10.6 / 3, style="FD")
    letters(pdf, SANS, 17 if len(number) < 2 else 11, "B", (255, 255, 255))
    pdf.set_xy(x, y + 0.6)
    pdf.cell(11, 10.6, number, align="C")
    letters(pdf, SANS, 8.4, "B")
    pdf.set_xy(x - 1, y + 14)
    pdf.cell(13, 4, f"{colour}", align="C")


def _text(pdf: FPDF, text: str, x: float, y: float) -> None:
    width, height = WIDE - 2 * BORDER - 7, HIGH - BORDER - 8.4 - 42
    size = fitting(pdf, SANS, "", text, width, height, TEXT)
    letters(pdf, SANS, size)
    spare = max(0.0, height - lines_of(pdf, text, width) * leading(size))
    pdf.set_xy(x + (WIDE - width) / 2, y + 2.4 + spare / 2.6)
    pdf.multi_cell(width, leading(size), plain(text), align="C")


def _foot(pdf: FPDF, card: Json, deck: str, x: float, y: float) -> None:
    letters(pdf, SANS, 6.8, "", FAINT)
    pdf.set_xy(x + BORDER + 3, y)
    pdf.cell(0, 4, plain(f"{deck}: {card.get('kind', '')}"))
    pdf.set_xy(x + WIDE - BORDER - 33, y)
    if card.get("icon"):
        emblems.draw(pdf, "star", x + WIDE - BORDER - 27.5, y + 0.1, 3.8)
        letters(pdf, SANS, 6.8, "B")
        pdf.set_xy(x + WIDE - BORDER - 33, y)
        pdf.cell(30, 4, plain(f"event   {card['id']}"), align="R")
    else:
        pdf.cell(30, 4, plain(card["id"]), align="R")
