"""One text for one value: what is hashed, compared and stored.

A record is made of whole numbers, texts, yes and no, lists and maps, and of nothing else: no fractions, no
empty values, no dates. Then it has one canonical text (JSON with sorted keys and no spaces, in UTF-8), and
every computer and every language finds the same SHA-256 for it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from zareba.engine.errors import ZarebaError

Json = dict[str, Any]

LARGEST = 2**53 - 1
"""The largest number that JavaScript, too, can count to without a gap."""
DEEPEST = 64
_DIGITS = len(str(LARGEST)) + 1

_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


class NotPlain(ZarebaError):
    """Something that has no place in a record."""


def canonical(value: Any) -> bytes:
    """The one text of a value, as bytes."""
    return _encode(value).encode()


def digest(value: Any) -> str:
    """The SHA-256 of a value's canonical text, in hexadecimal."""
    return sha256(canonical(value)).hexdigest()


def plain(value: Any, removals: bool = False, depth: int = 0) -> Any:
    """A copy made of plain things alone; raises `NotPlain` where that cannot be.

    Texts are brought into one spelling (Unicode's NFC). In a merge patch `None` stands for a removal: it is
    kept where `removals` are expected.
    """
    if isinstance(value, str):
        return _text(value)
    if type(value) is bool or (value is None and removals):
        return value
    if type(value) is int:
        return _number(value)
    if depth >= DEEPEST:
        raise NotPlain(f"A record is nested at most {DEEPEST} deep; this one is nested deeper.")
    if isinstance(value, dict):
        return _map(value, removals, depth + 1)
    if isinstance(value, list | tuple):
        return [plain(item, removals, depth + 1) for item in value]
    raise NotPlain(f"A record holds whole numbers, texts, yes or no, lists and maps; {_kind(value)} is none.")


def _map(value: dict[Any, Any], removals: bool, depth: int) -> Json:
    found = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise NotPlain(f"A map in a record has texts for keys; {_kind(key)} is none.")
        found[_text(key)] = plain(item, removals, depth)
    if len(found) < len(value):
        raise NotPlain("A map in a record has the same key twice, spelled in two ways.")
    return found


def _number(value: int) -> int:
    if abs(value) > LARGEST:
        raise NotPlain(f"A number in a record lies within 2^53; one of {value.bit_length()} bits does not.")
    return value


def _text(value: str) -> str:
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        raise NotPlain("A text in a record holds half a character.") from None
    return normalize("NFC", value)


def _kind(value: Any) -> str:
    return "an empty value" if value is None else f"a {type(value).__name__}"


# --- reading ------------------------------------------------------------------------------------------------


def parse(text: bytes) -> Any:
    """Reads JSON more strictly than JSON is defined; raises `NotPlain` with what is wrong with it."""
    try:
        return _decode(text.decode())
    except RecursionError:
        raise NotPlain("It is nested too deeply.") from None
    except UnicodeDecodeError:
        raise NotPlain("It is no UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise NotPlain(f"It is no JSON: {error.msg.lower()} at character {error.pos + 1}.") from None


def _no_fraction(text: str) -> Any:
    raise NotPlain(f"Its numbers have to be whole; {text[:_DIGITS]} is not.")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise NotPlain(f"Its numbers have to lie within 2^53; {text[:_DIGITS]}... does not.")
    return _number(int(text))


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotPlain("It has a key twice in one map.")
    return found


_decode = json.JSONDecoder(
    object_pairs_hook=_no_key_twice, parse_float=_no_fraction, parse_int=_whole, parse_constant=_no_fraction
).decode
