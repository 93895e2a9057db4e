"""What a person typed, as one of the options; and long lists of options, made short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from zareba.cli.marks import Marks
from zareba.cli.tags import Tags
from zareba.engine.ask import Choice, Option, Place
from zareba.engine.errors import Unknown
from zareba.engine.game import Game, find_option
from zareba.engine.notation import quoted

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


def nothing_like(game: Game, request: Choice[Any] | Place, text: str) -> Indexes:
    """Says what is wrong with an answer that is none."""
    if isinstance(request, Choice):
        return [find_option(game, request, text)]
    raise Unknown(f"{quoted(text)} is no answer here; one that is: {game.options(request)[0].notation}")


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


def position(text: str) -> str:
    """`at 12.5 3 facing 90`, in inches and degrees, as the notation of a position; anything else as it was typed."""
    first, *words = text.lower().split()
    if first != "at":
        return text
    try:
        numbers = [Decimal(word) for word in words if word != "facing"]
        units = (1000, 1000, 10)
        return " ".join(str(int(number * unit)) for number, unit in zip(numbers, units, strict=False)) or text
    except (InvalidOperation, ValueError, OverflowError):
        return text


def marks(request: Choice[Any] | Place, options: Sequence[Option], indexes: Indexes) -> Marks:
    """What to point at on the board: the cells, or on an open table the spots, that options lead to."""
    if isinstance(request, Place):
        spots = [(request.candidates[index], str(index + 1)) for index in indexes]
        return Marks(spots={(spot[0], spot[1]): number for spot, number in spots})
    return Marks(ends(options, indexes))


def ends(options: Sequence[Option], indexes: Indexes) -> dict[str, str]:
    """What to write into the cells that options lead to: the number of the option, or `*` for several."""
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
