"""What is pictured on cards that order no colours: pen strokes, in `emblems.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from fpdf import FPDF
from fpdf.svg import SVGObject

STROKES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def draw(pdf: FPDF, name: str, x: float, y: float, size: float) -> None:
    """One emblem in a square; a star where there is none of this name."""
    strokes = STROKES.get(name, STROKES["star"])
    pen = 'fill="none" stroke="#211f1b" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"'
    box = f'width="{size}mm" height="{size}mm" viewBox="0 0 48 48"'
    drawn = SVGObject(f'<svg xmlns="http://www.w3.org/2000/svg" {box}><path d="{strokes}" {pen}/></svg>')
    drawn.draw_to_page(pdf, x, y)
