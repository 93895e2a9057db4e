"""Figures are removed: the owner chooses which, one at a time (`fire.remove`, `melee.remove`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import Mask
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot

About = tuple[Slot, int, Mask, str]


async def remove(field: Field, slot: Slot, lost: int, first: Mask, clause: str) -> int:
    """Removes figures of one unit, first from the given hexes; returns the losses that found nobody.

    Losses beyond the last figure touch nobody else (`fire.excess`). The last crewman takes his weapon with him
    (`unit.weapon-lost`).
    """
    while lost and field.units[slot].figures:
        unit = field.units[slot]
        cells = [cell for cell, _ in unit.stacks if first >> cell & 1] or [cell for cell, _ in unit.stacks]
        if lost >= unit.figures:
            cells = cells[:1]
        cell = await Choice(unit.troop.seat, REMOVE, cells, (slot, lost, first, clause))
        field.fall(slot, cell)
        lost -= 1
        field.tell("fall", clause, "{unit} loses a figure in {cell}.", unit=slot, cell=cell)
        if not field.units[slot].figures:
            words = "{unit} is destroyed, and its weapon with it." if unit.troop.gun else "{unit} is destroyed."
            field.tell("destroyed", "unit.weapon-lost" if unit.troop.gun else clause, words, unit=slot)
    return lost


def _show(field: Field, about: About, cell: Cell) -> Option:
    name = field.ground.grid.name(cell)
    left = dict(field.units[about[0]].stacks)[cell]
    return Option(name, f"One of {left} in {name}", about[3], field.units[about[0]].id, cells=(name,))


def _usual(field: Field, about: About, options: Sequence[Cell]) -> int:
    """A removal that leaves the unit contiguous, from the largest stack, lowest row, lowest column."""
    unit = field.units[about[0]]
    figures = dict(unit.stacks)
    connected = field.ground.grid.connected

    def worth(index: int) -> tuple[bool, int, int]:
        cell = options[index]
        rest = unit.mask if figures[cell] > 1 else unit.mask & ~(1 << cell)
        return not connected(rest), -figures[cell], cell

    return min(range(len(options)), key=worth)


def _refused(field: Field, about: About) -> list[tuple[Option, Refusal]]:
    slot, _, first, clause = about
    stacks = field.units[slot].stacks
    if not any(first >> cell & 1 for cell, _ in stacks):
        return []
    why = "Those whom the firers saw fall first." if clause == "fire.remove" else "Those who fought fall first."
    return [(_show(field, about, cell), Refusal(clause, why)) for cell, _ in stacks if not first >> cell & 1]


def _prompt(field: Any, about: Any) -> str:
    return f"{field.units[about[0]].name} loses {about[1]}: where does a figure fall?"


REMOVE = Question("remove", "fire.remove", _prompt, _show, _usual, _refused)
