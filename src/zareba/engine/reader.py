"""Reading a `.zareba` file, whoever it comes from.

Whatever stands in a file may be damaged or made up, so nothing here trusts it: not its size, not its depth,
not its numbers, and no field before its kind has been looked at.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from zareba.engine.ask import Seat
from zareba.engine.canon import Json, NotPlain, digest, parse, plain
from zareba.engine.errors import ZarebaError
from zareba.engine.notation import quoted
from zareba.engine.record import FORMAT

MOST_BYTES = 64 << 20
_PACKED = b"\x1f\x8b"
_GZIP = 31
_PIECE = 256
_CUT = "The packed file is cut off: its end is missing."
_BEGINNING = b'{"zareba":'
_HEADER = {"writer": r".{1,40}", "rules": r"[a-z0-9_-]{1,40}@[0-9]{1,9}", "scenario": r"[0-9a-f]{64}"}


class Unreadable(ZarebaError):
    """A file that is no save, or none that this program can read. It is left as it is."""


@dataclass(frozen=True)
class Save:
    """What a file holds, and everything that is wrong with it.

    `sound` entries, counted from the first, are whole and as they were written. A file that is merely `cut`
    off lacks its end, and can be continued from what it has; one that is damaged in another way can only be
    viewed.
    """

    header: Json
    records: list[Json]
    sound: int
    faults: list[str] = field(default_factory=list)
    cut: bool = False
    packed: bool = False
    size: int = 0

    @property
    def rules(self) -> str:
        """The system and the version of its rules, as in `heroscape@1`."""
        rules: str = self.header["rules"]
        return rules

    @property
    def system(self) -> str:
        return self.rules.split("@")[0]

    @property
    def seat(self) -> Seat:
        """The only seat whose view the file holds; empty where the file holds everything."""
        seat: Seat = self.header.get("partial") or self.records[0].get("seat", "")
        return seat

    @property
    def whole(self) -> bool:
        """Whether nothing in the file itself stands against continuing the battle."""
        return not self.seat and (self.cut or not self.faults)


def read_save(data: bytes) -> Save:
    """Reads a file as far as it goes; raises `Unreadable` where there is nothing in it to show."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"It is larger than {MOST_BYTES >> 20} MiB; no battle is.")
    text, packing = _unpacked(data) if data.startswith(_PACKED) else (data, "")
    lines = _lines(text)
    header = _header(*next(lines, (b"", False)))
    records, ending, cut = _records(lines)
    if not records:
        raise Unreadable(f"It holds no opening position, so there is nothing to show. {ending}".strip())
    sound, broken = _sound(header, records)
    faults = [fault for fault in (broken, packing, ending) if fault]
    cut = bool(faults) and not broken and packing in ("", _CUT) and (cut or not ending)
    return Save(header, records, sound, faults, cut, data.startswith(_PACKED), len(data))


def _unpacked(data: bytes) -> tuple[bytes, str]:
    """The text of a packed file as far as it can be unpacked, and what is wrong with it.

    It is unpacked piece by piece, so that a damaged place costs no more than what stands in its piece.
    """
    unpack, found = zlib.decompressobj(wbits=_GZIP), bytearray()
    try:
        for start in range(0, len(data), _PIECE):
            found += unpack.decompress(data[start : start + _PIECE], MOST_BYTES + 1 - len(found))
            if len(found) > MOST_BYTES:
                raise Unreadable(f"It unpacks to more than {MOST_BYTES >> 20} MiB; no battle does.")
    except zlib.error:
        return bytes(found), "The packed file is damaged."
    if not unpack.eof:
        return bytes(found), _CUT
    return bytes(found), "Something follows the packed file." if unpack.unused_data else ""


def _lines(text: bytes) -> Iterator[tuple[bytes, bool]]:
    """Every line, and whether it has an end."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", start)
        yield (text[start:end], True) if end >= 0 else (text[start:], False)
        start = end + 1 if end >= 0 else len(text)


# --- the first line -----------------------------------------------------------------------------------------


def _header(text: bytes, ended: bool) -> Json:
    try:
        header = plain(parse(text))
    except NotPlain as error:
        if text.startswith(_BEGINNING):
            raise Unreadable(f"Its first line is {'damaged' if ended else 'cut off'}. {error}") from None
        raise Unreadable("It is no zareba save.") from None
    if not isinstance(header, dict) or type(header.get("zareba")) is not int:
        raise Unreadable("It is no zareba save.")
    _check_format(header["zareba"], header.get("writer"))
    for key, shape in {**_HEADER, "partial": r".{1,40}"}.items():
        value = header.get(key, "?" if key == "partial" else None)
        if not isinstance(value, str) or not re.fullmatch(shape, value):
            raise Unreadable(f"Its first line is damaged: {key!r} is not as it should be.")
    return header


def _check_format(number: int, writer: Any) -> None:
    if number > FORMAT:
        raise Unreadable(
            f"It is in format {number}, written by zareba {quoted(str(writer))}; this program reads formats "
            f"up to {FORMAT}. Install that zareba, or a newer one, to open it. The file is left as it is."
        )
    if number < 1:
        raise Unreadable(f"Its first line is damaged: there has never been a format {number}.")


# --- the entries --------------------------------------------------------------------------------------------


def _records(lines: Iterator[tuple[bytes, bool]]) -> tuple[list[Json], str, bool]:
    """The entries up to the first unreadable one, what is wrong there, and whether it is merely cut."""
    records: list[Json] = []
    for text, ended in lines:
        number = len(records)
        try:
            records.append(_record(text, number))
        except NotPlain as error:
            if ended:
                return records, f"Record {number} is damaged; nothing after it can be read. {error}", False
            return records, f"It is cut off within record {number}; from there on all is missing.", True
        if not ended:
            return records, f"It may be cut off after record {number}: the line has no end.", True
    return records, "", False


def _record(text: bytes, number: int) -> Json:
    """One entry; raises `NotPlain` where it has not the shape of one."""
    found = parse(text)
    if not isinstance(found, dict):
        raise NotPlain("It is no record.")
    record = {key: plain(value, removals=key == "effects", depth=1) for key, value in found.items()}
    kind = record.get("type")
    if not isinstance(kind, str) or (kind in OPENINGS) != (number == 0):
        raise NotPlain(f"A record of the type {quoted(str(kind))} does not stand there.")
    for key in (*_NEEDED.get(kind, ()), "n", "prev", "hash"):
        if key not in record:
            raise NotPlain(f"It has no {key!r}.")
    for key, value in record.items():
        if key in _SHAPES and not _SHAPES[key](value):
            raise NotPlain(f"Its {key!r} is not as it should be.")
    return record


def _sound(header: Json, records: list[Json]) -> tuple[int, str]:
    """How many entries are as they were written, and what is wrong with the next."""
    if header["scenario"] != digest(records[0].get("scenario")) and not header.get("partial"):
        return 0, "Its scenario is not the one that the first line names."
    head = digest(header)
    for number, record in enumerate(records):
        bare = {key: value for key, value in record.items() if key != "hash"}
        if record["n"] != number or record["prev"] != head or record["hash"] != digest(bare):
            return number, f"Record {number} is not as it was written."
        head = record["hash"]
    return len(records), ""


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _is_words(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _is_dice(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_number, value))


def _is_events(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_event, value))


def _is_event(value: Any) -> bool:
    if not _is_map(value) or not _is_map(value.get("facts")):
        return False
    seats, texts = value.get("seats", []), [value.get(key) for key in ("kind", "clause", "text")]
    return isinstance(seats, list) and all(map(_is_text, [*seats, *texts]))


OPENINGS = ("setup", "view")
_POSITION = ("events", "effects", "state")
_NEEDED = {
    "setup": ("scenario", "options", "players", "source", "start", "events", "state"),
    "view": ("seat", "view"),
    "answer": ("ask", "clause", "seat", "answer", *_POSITION),
    "undo": ("seat", "undo", *_POSITION),
    "end": ("clause", "seat", "answer", "winner", "why", *_POSITION),
}
"""What an entry of each type must say. An entry of another type is carried along."""
_TEXTS = ("ask", "clause", "seat", "answer", "winner", "why", "source", "state", "prev", "hash")
_SHAPES: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("n", "undo", "overruled"), _is_number),
    **dict.fromkeys(_TEXTS, _is_text),
    **dict.fromkeys(("scenario", "start", "effects", "view"), _is_map),
    **dict.fromkeys(("options", "players"), _is_words),
    "dice": _is_dice,
    "events": _is_events,
    "seed": lambda value: _is_number(value) or _is_text(value),
    "must": lambda value: type(value) is bool,
}
