"""Everything that a system has to print, in one document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zareba.engine.system import System
from zareba.lab.paper import cards, page, reference

Json = dict[str, Any]
SHEET = "sheet"


def parts_of(system: System) -> list[str]:
    """What there is to print: the names of its decks, and the sheet."""
    decks = [str(deck["name"]) for deck in system.decks()] if system.decks else []
    return [*decks, SHEET]


def write(system: System, wanted: list[str], paper: str, path: Path) -> int:
    """Writes the parts that are wanted and tells how many pages they take."""
    pdf = page.new(paper, f"{system.title}: cards and sheets")
    for deck in system.decks() if system.decks else []:
        if deck["name"] in wanted:
            cards.lay_out(pdf, cards.copies_of(deck), deck["name"])
    if SHEET in wanted:
        reference.lay_out(pdf, system.title, system.author, reference.tables_of(system))
    pdf.output(str(path))
    return int(pdf.page)
