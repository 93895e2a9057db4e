"""Reads a `.zareba` file as docs/saves.md describes it, and says whether it is whole and true.

    python3 scripts/check_save.py FILE...

A second reader, to prove that the description is enough: it shares no code with the program, and knows no rules.
Exit status 1 if anything is wrong with any file.
"""

from __future__ import annotations

import gzip
import json
import sys
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

LARGEST = 2**53 - 1
HEADER = ("zareba", "writer", "rules", "scenario")
EVERY = ("n", "type", "events", "state", "prev", "hash")
BY_TYPE = {
    "setup": ("scenario", "options", "players", "source", "start"),
    "answer": ("ask", "clause", "seat", "answer", "effects"),
    "undo": ("seat", "undo", "effects"),
    "end": ("winner", "why", "effects"),
}


class Wrong(Exception):
    """What is not as the description has it."""


def canonical(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(value: Any) -> str:
    return sha256(canonical(value)).hexdigest()


def fraction(text: str) -> Any:
    raise Wrong(f"{text} is no whole number")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Wrong("a key stands twice in an object")
    return found


def plain(value: Any, empty: bool) -> None:
    """Only what may stand in a file; nothing empty except in `effects`."""
    if isinstance(value, dict):
        for key, part in value.items():
            plain(key, False)
            plain(part, empty or key == "effects")
    elif isinstance(value, list):
        for part in value:
            plain(part, empty)
    elif isinstance(value, str) and not unicodedata.is_normalized("NFC", value):
        raise Wrong(f"{value[:40]!r} is not in NFC")
    elif value is None and not empty:
        raise Wrong("an empty value stands outside of effects")
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise Wrong(f"the number {value} is too large")


def lines(path: Path) -> Iterator[dict[str, Any]]:
    raw = path.read_bytes()
    text = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    if not text.endswith(b"\n"):
        raise Wrong("the last line is cut off")
    for line in text.splitlines():
        value = json.loads(line, parse_float=fraction, parse_constant=fraction, object_pairs_hook=once)
        if not isinstance(value, dict):
            raise Wrong("a line is no object")
        plain(value, False)
        yield value


def wanted(value: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        if key not in value:
            raise Wrong(f"{key!r} is missing")


def patched(document: Any, patch: Any) -> Any:
    """RFC 7386."""
    if not isinstance(patch, dict):
        return patch
    found = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = patched(found.get(key), value)
    return found


def check(path: Path) -> int:
    """The number of records of a file that is whole and true; raises `Wrong` at the first that is not."""
    found = lines(path)
    header = next(found, {})
    wanted(header, HEADER)
    if header["zareba"] != 1:
        raise Wrong(f"the format {header['zareba']} is not described in docs/saves.md")
    last, position, number = digest(header), None, -1
    for number, record in enumerate(found):
        try:
            position = follow(record, number, last, position)
        except Wrong as wrong:
            raise Wrong(f"record {number}: {wrong}") from None
        if record["type"] == "setup" and digest(record["scenario"]) != header["scenario"]:
            raise Wrong("the scenario is not the one that the first line names")
        last = record["hash"]
    if number < 0:
        raise Wrong("there is no record")
    return number + 1


def follow(record: dict[str, Any], number: int, last: str, position: Any) -> Any:
    """The position after a record that is as it should be."""
    if record.get("type") == "view":
        return alone(record, last)
    wanted(record, EVERY)
    wanted(record, BY_TYPE.get(record["type"], ()))
    if record["n"] != number or (record["type"] == "setup") != (number == 0):
        raise Wrong("it stands in the wrong place")
    chained(record, last)
    position = record["start"] if number == 0 else patched(position, record.get("effects", {}))
    if digest(position) != record["state"]:
        raise Wrong("its effects do not lead to its position")
    return position


def alone(record: dict[str, Any], last: str) -> Any:
    """The view of one seat, the only record of its file."""
    wanted(record, ("n", "seat", "view", "prev", "hash"))
    chained(record, last)
    return record["view"]


def chained(record: dict[str, Any], last: str) -> None:
    if record["prev"] != last:
        raise Wrong("it does not follow the one before it")
    if digest({key: value for key, value in record.items() if key != "hash"}) != record["hash"]:
        raise Wrong("its hash is not true")


def main(names: list[str]) -> int:
    status = 0
    for name in names:
        try:
            print(f"{name}: {check(Path(name))} records, whole and true")
        except (Wrong, OSError, ValueError) as wrong:
            print(f"{name}: {wrong}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
