"""What a person typed, as one of the options; and long lists of options, made short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zareba.cli.tags import Tags
from zareba.engine.ask import Option

Indexes = list[int]

HEX_NAME = 4


class Ways(NamedTuple):
    """Options that begin in the same hex: the ways of one stack."""

    start: str
    indexes: Indexes


def find(text: str, options: Sequence[Option], tags: Tags) -> Indexes:
    """The options that this may mean: by number, notation, tag of a unit, start of a notation or of a label.

    A long number is no option's number but the name of a hex.
    """
    wanted = _folded(text)
    notations = [_folded(option.notation) for option in options]
    if wanted in notations:
        return [notations.index(wanted)]
    if len(wanted) < HEX_NAME and wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted) <= len(options):
        return [int(wanted) - 1]
    if not wanted:
        return []
    return _tagged(text.strip(), options, tags) or _starting(wanted, options, notations)


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def _tagged(word: str, options: Sequence[Option], tags: Tags) -> Indexes:
    """By the tag on the board, or the id, of the target; or of the unit where there is no target."""
    named = [option.target or option.piece for option in options]
    return [index for index, piece in enumerate(named) if piece and word in (piece, tags.get(piece))]


def _starting(wanted: str, options: Sequence[Option], notations: list[str]) -> Indexes:
    """By the beginning of a notation, of each of its words, or of a label."""
    words = wanted.split()
    tests: tuple[Callable[[int], bool], ...] = (
        lambda index: notations[index].startswith(wanted),
        lambda index: _abbreviates(words, notations[index].split()),
        lambda index: _folded(options[index].label).startswith(wanted),
    )
    for test in tests:
        if found := [index for index in range(len(options)) if test(index)]:
            return found
    return []


def _abbreviates(short: list[str], whole: list[str]) -> bool:
    """`act comp` abbreviates `activate company-1`."""
    return len(short) <= len(whole) and all(map(str.startswith, whole, short))


def ways(options: Sequence[Option], indexes: Indexes) -> list[Ways]:
    """The options that lead from hex to hex, by where they begin."""
    groups: dict[str, Indexes] = {}
    for index in indexes:
        if leads_somewhere(options[index]):
            groups.setdefault(options[index].cells[0], []).append(index)
    return [Ways(start, found) for start, found in groups.items()]


def leads_somewhere(option: Option) -> bool:
    """Whether it leads from hex to hex: its notation names the first and the last."""
    ends = option.cells[:1] + option.cells[-1:]
    return len(option.cells) > 1 and not option.target and all(cell in option.notation for cell in ends)


def marks(options: Sequence[Option], indexes: Indexes) -> dict[str, str]:
    """What to write into the hexes that options lead to: the number of the option, or `*` for several."""
    found: dict[str, str] = {}
    for index in indexes:
        for cell in _ends(options[index]):
            found[cell] = "*" if cell in found else str(index + 1)
    return found


def _ends(option: Option) -> tuple[str, ...]:
    """The hexes to point at: the end of a way, a target, a place; nothing where a whole unit is chosen."""
    if leads_somewhere(option):
        return option.cells[-1:]
    if option.target:
        return option.cells
    return tuple(cell for cell in option.cells if cell in option.notation)
