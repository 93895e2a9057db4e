"""Computer players, by name. They know the engine's `Game` and what a system says of itself, and no rule system."""

from __future__ import annotations

import re

from zareba.engine.errors import Unknown
from zareba.players.greedy import greedy_player
from zareba.players.random_player import (
    Reflex,
    as_choice,
    instinct_player,
    instinct_reflex,
    random_player,
    random_reflex,
)
from zareba.players.search import Budget, Clock, search_player
from zareba.players.seen import Player, consult, seen

__all__ = [
    "NAMES",
    "Clock",
    "Player",
    "Reflex",
    "as_choice",
    "check_name",
    "consult",
    "player",
    "reflex",
    "repeatable",
    "seen",
]

NAMES = ("random", "instinct", "greedy", "search", "search:2000", "search:2s")
LINES = 400
_SEARCH = re.compile(r"search(?::(?:(?P<lines>[1-9]\d{0,6})|(?P<seconds>\d{1,4}(?:\.\d{1,3})?)s))?")


def player(name: str, seed: int | str, clock: Clock | None = None) -> Player:
    """The player of this name. A search by seconds needs a clock."""
    check_name(name)
    if name == "random":
        return random_player(seed)
    if name == "instinct":
        return instinct_player(seed)
    if name == "greedy":
        return greedy_player(seed)
    return search_player(seed, _budget(name, clock))


def reflex(name: str, seed: int | str) -> Reflex | None:
    """The same player as a reflex, if it is one that does not look ahead."""
    if name == "random":
        return random_reflex(seed)
    return instinct_reflex(seed) if name == "instinct" else None


def check_name(name: str) -> None:
    """Raises `Unknown` where there is no such player."""
    if name not in NAMES and not _SEARCH.fullmatch(name):
        raise Unknown(
            f"There is no player {name!r}; there are random, instinct, greedy, search, "
            "search:2000 (so many lines of play) and search:2s (so many seconds)."
        )


def repeatable(name: str) -> bool:
    """Whether the player does the same again for the same seed; one that thinks by the clock does not."""
    return not name.endswith("s")


def _budget(name: str, clock: Clock | None) -> Budget:
    found = _SEARCH.fullmatch(name)
    assert found is not None
    if not found["seconds"]:
        return Budget(lines=int(found["lines"] or LINES))
    if clock is None:
        raise Unknown(f"The player {name!r} thinks by the clock, and there is none here; use search:2000.")
    return Budget(seconds=float(found["seconds"]), clock=clock)
