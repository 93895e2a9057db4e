"""Armies that are bought by points, for the systems that have lists of them.

An army is a document like a scenario: it names its `system`, its list (`army`), its `limit` in points and any `options`
that matter, and has a `[[unit]]` for everything that is bought, each with a `type` and a `count`; what else may be
said of one is told with the list (`fields`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zareba.engine.documents import Document
from zareba.engine.errors import Fault

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Armies:
    """What a system knows of armies.

    `lists` tells, under these options, every list: `id`, `name`, `rules` (`{text, clause}`), `choices` (`{type, name,
    points, facts, fields}`) and `samples` (`{id, name, unit}`). A field is `{id, name, least, most}`, a number, or
    `{id, name, values}`, one of several words.

    `roster` counts an army that `check` found faultless: `{name, list, limit, points, rows, free, notes}`. A row is
    `{name, count, points, total, facts}`; what is `free` has the same shape.
    """

    limits: tuple[int, ...]
    """The usual limits in points, the default first."""
    lists: Callable[[dict[str, str]], list[Json]]
    check: Callable[[Document], list[Fault]]
    """Everything that is wrong with an army."""
    roster: Callable[[Json], Json]
    options: tuple[str, ...] = ()
    """Which options of the system change what an army may be."""
    enlist: Callable[[Json, list[Json]], Json | None] = lambda scenario, armies: None
    """A scenario with these armies in it, in the order of its sides; None where forces cannot be brought to it."""
