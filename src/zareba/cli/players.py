"""Players as they are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from zareba.engine.errors import Unknown
from zareba.players import check_name

YOU = "you"
COMPUTERS = "random, instinct, greedy, search, search:2000 (lines of play) or search:2s (seconds)"
HELP = f"{YOU} (a person here), {COMPUTERS}"


def read_players(text: str, sides: Sequence[str], people: bool) -> list[str]:
    """`you,greedy`: one player for each side, in the order of the sides; one name alone stands for all."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= len(sides)
    for name in names:
        if not (people and name == YOU):
            _check(name, people)
    if len(names) != len(sides):
        needed = f"{len(sides)} players are needed, one for each side ({', '.join(sides)})"
        raise Unknown(f"{needed}; {len(names)} are named.")
    return names


def _check(name: str, people: bool) -> None:
    try:
        check_name(name)
    except Unknown as error:
        raise Unknown(f"{error} A person at this terminal is {YOU!r}." if people else str(error)) from None
