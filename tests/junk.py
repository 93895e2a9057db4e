"""Scenarios in which one value has been replaced by something that does not belong there."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (None, True, -1, 10**9, "", "x", "1 2 3", [], [[]], {}, {"x": 1}, ["x"], [1], "\N{SNOWMAN}")


def spoilt(data: Any, random: Random, most: int, junk: tuple[Any, ...] = JUNK) -> Iterator[Any]:
    """So many copies of a document, each with junk in another place, drawn at random."""
    places = list(_places(data))
    for where in random.sample(places, min(most, len(places))):
        copy = deepcopy(data)
        _put(copy, where, random.choice(junk))
        yield copy


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from _places(inner, (*path, key))


def _put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value
