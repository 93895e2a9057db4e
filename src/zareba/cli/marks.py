"""What every text board is given beside the board itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
Room = tuple[int, int]
"""Columns and lines."""


@dataclass(frozen=True)
class Marks:
    """What to point at: cells or spots, each with a short text to write there, and pieces to show as chosen."""

    cells: Mapping[str, str] = field(default_factory=dict)
    pieces: frozenset[str] = frozenset()
    spots: Mapping[tuple[int, int], str] = field(default_factory=dict)
