"""Short names for units, so that they fit into a hex.

A side is told by the letters of its tags as well as by its colour: capitals for the first side, small letters for
the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

Json = Mapping[str, Any]
Tags = dict[str, str]


def tag_pieces(table: Json, known: Tags) -> Tags:
    """A tag for each piece: those that are known stay as they are, new pieces get new ones."""
    tags = dict(known)
    for number, side in enumerate(table["sides"]):
        case = str.upper if number % 2 == 0 else str.lower
        names = _shortened({piece["id"]: piece["name"] for piece in table["pieces"] if piece["side"] == side["id"]})
        for piece, name in names.items():
            if piece not in tags:
                taken = set(tags.values())
                wanted = chain(_parted(piece, tags), map(case, _wanted(name, list(names.values()))))
                tags[piece] = next(tag for tag in wanted if tag not in taken)
    return tags


def _shortened(names: dict[str, str]) -> dict[str, str]:
    """Names without a first word that all of them have: `Southern`, say."""
    words = {name.split()[0] for name in names.values() if " " in name}
    if len(names) < 2 or len(words) != 1 or not all(" " in name for name in names.values()):
        return names
    return {piece: name.split(maxsplit=1)[1] for piece, name in names.items()}


def _parted(piece: str, tags: Tags) -> list[str]:
    """The tag of a part that has left its unit: `guards.2` is `G2` if `guards` is `G`."""
    whole, dot, part = piece.rpartition(".")
    return [tags[whole] + part] if dot and whole in tags else []


def _wanted(name: str, all_names: list[str]) -> Iterator[str]:
    """Tags for a name, the best first: its initial, if no other name has the same one."""
    initial = _initial(name)
    if [_initial(other) for other in all_names].count(initial) == 1:
        yield initial
    for second in _seconds(name):
        yield initial + second
    for number in count(1):
        yield f"{initial}{number}"


def _initial(name: str) -> str:
    starts = [word[0] for word in name.split() if word[0].isalpha()] + [one for one in name if one.isalpha()]
    return starts[0].upper() if starts else "U"


def _seconds(name: str) -> list[str]:
    """What may tell a name from others with the same initial: digits, then later initials, then letters."""
    digits = [one for one in name if one.isdigit()]
    initials = [word[0] for word in name.split() if word[0].isalpha()][1:]
    letters = [one for word in name.split() for one in word[1:] if one.isalpha()]
    return list(dict.fromkeys([*digits, *initials, *letters]))
