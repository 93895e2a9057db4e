"""A sheet of characters, each with the paint it is drawn in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.text import Text


class Paint(NamedTuple):
    """What a character is drawn in: names of colours, and whether it stands out."""

    ink: str = ""
    ground: str = ""
    strong: bool = False


PLAIN = Paint()

Palette = dict[str, str]

# The colours of the field map: paper, ink, the sides, the ground from level 0 upwards. `on_` begins a ground.
MANY: Palette = {
    "ink": "#211F1B",
    "grid": "#A3926A",
    "contour": "#5A4522",
    "wall": "#211F1B",
    "ground": "#6E5D3A",
    "leaf": "#526038",
    "water": "#2F5261",
    "side0": "#A93A24",
    "side1": "#1F5374",
    "side2": "#8A6400",
    "side3": "#5B3A6B",
    "mark": "#FCFAF4",
    "on_level0": "#E9DFC8",
    "on_level1": "#D9C495",
    "on_level2": "#C9AC70",
    "on_level3": "#B89552",
    "on_wood": "#D2D6AC",
    "on_water": "#B5CAD0",
    "on_ford": "#CFD9D3",
    "on_rock": "#B5AB98",
    "on_fort": "#E0BE9A",
    "on_chosen": "#FCFAF4",
    "on_mark": "#211F1B",
}
# The same for terminals with 256 colours, where the nearest one is not always the best one.
SOME: Palette = {
    "ink": "color(234)",
    "grid": "color(144)",
    "contour": "color(58)",
    "wall": "color(234)",
    "ground": "color(94)",
    "leaf": "color(22)",
    "water": "color(24)",
    "side0": "color(124)",
    "side1": "color(24)",
    "side2": "color(94)",
    "side3": "color(53)",
    "mark": "color(231)",
    "on_level0": "color(230)",
    "on_level1": "color(223)",
    "on_level2": "color(180)",
    "on_level3": "color(137)",
    "on_wood": "color(150)",
    "on_water": "color(152)",
    "on_ford": "color(194)",
    "on_rock": "color(248)",
    "on_fort": "color(216)",
    "on_chosen": "color(231)",
    "on_mark": "color(234)",
}
# With a handful of colours the terminal's own ground is best left alone.
FEW: Palette = {
    "grid": "bright_black",
    "contour": "yellow",
    "leaf": "green",
    "water": "cyan",
    "side0": "bright_red",
    "side1": "bright_blue",
    "side2": "yellow",
    "side3": "magenta",
}
PALETTES = {"truecolor": MANY, "256": SOME}


class Canvas:
    """Characters in rows. What is put outside makes it larger; paint without a ground keeps the old one."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Paint]]] = []

    def put(self, x: int, y: int, text: str, paint: Paint = PLAIN) -> None:
        row = self._row(y, x + len(text))
        for place, character in enumerate(text, x):
            row[place] = (character, paint if paint.ground else paint._replace(ground=row[place][1].ground))

    def wash(self, x: int, y: int, width: int, ground: str) -> None:
        """Paints the ground of what stands there, and leaves the characters."""
        row = self._row(y, x + width)
        for place in range(max(0, x), x + width):
            character, paint = row[place]
            row[place] = (character, paint._replace(ground=ground))

    def _row(self, y: int, width: int) -> list[tuple[str, Paint]]:
        while len(self._rows) <= y:
            self._rows.append([])
        self._rows[y].extend([(" ", PLAIN)] * (width - len(self._rows[y])))
        return self._rows[y]

    def lines(self) -> list[str]:
        return ["".join(character for character, _ in row).rstrip() for row in self._rows]

    def painted(self, colours: str) -> Text:
        """The sheet in colour, for a terminal with these (`truecolor`, `256`, or few)."""
        from rich.text import Text

        palette = PALETTES.get(colours, FEW)
        sheet = Text(end="")
        for row in self._rows:
            for character, paint in row:
                sheet.append(character, style_of(paint, palette))
            sheet.append("\n")
        return sheet


def style_of(paint: Paint, palette: Palette) -> str:
    parts = ["bold"] if paint.strong else []
    if palette is FEW:
        parts += ["reverse"] if paint.ground == "mark" else [palette.get(paint.ink, "")]
    else:
        ground = palette.get(f"on_{paint.ground}", "")
        parts += [palette.get(paint.ink, palette["ink"] if ground else ""), f"on {ground}" if ground else ""]
    return " ".join(part for part in parts if part)
