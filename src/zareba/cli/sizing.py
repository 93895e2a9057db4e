"""How large the cells of a board may be drawn, and how what stands in one is broken into lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zareba.cli.marks import Room


class Size(NamedTuple):
    """Characters from cell to cell, and lines inside a cell."""

    across: int
    lines: int


class Stack(NamedTuple):
    """The figures of one piece in one cell."""

    text: str
    side: int
    chosen: bool


def fitting(sizes: Sequence[Size], width: Callable[[Size], int], height: Callable[[Size], int], room: Room) -> Size:
    """The largest cells that fit; where none is low enough, the lowest that are narrow enough."""
    narrow = [size for size in sizes if width(size) <= room[0]]
    fits = [size for size in narrow if height(size) <= room[1]]
    return fits[0] if fits else min(narrow or sizes, key=height)


def flow(stacks: Sequence[Stack], width: int) -> list[list[Stack]]:
    """Stacks in lines no longer than the width."""
    lines: list[list[Stack]] = [[]]
    for stack in stacks:
        if lines[-1] and sum(len(other.text) for other in lines[-1]) + len(stack.text) > width:
            lines.append([])
        lines[-1].append(stack)
    return lines
