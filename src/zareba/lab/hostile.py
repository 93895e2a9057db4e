"""Files that somebody might send to do harm: what reads them has to say no, quickly and in a sentence."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

MIB = 1 << 20
Files = dict[str, bytes]


def hostile_files(scenario: str) -> Files:
    """Names and contents; `scenario` is a sound scenario, to be spoilt in one place at a time."""
    files = {f"{name}.toml": text.encode() for name, text in {**_hungry(), **_broken(), **_spoilt(scenario)}.items()}
    return files | _raw() | _saves()


def _hungry() -> dict[str, str]:
    """TOML that is small to send and dear to read."""
    return {
        "key-of-20000-parts": ".".join("a" * 20_000) + " = 1",
        "quoted-key-of-20000-parts": ".".join(['"a"'] * 20_000) + " = 1",
        "spaced-key-of-20000-parts": " . ".join("a" * 20_000) + " = 1",
        "table-of-65-parts": "[" + ".".join("a" * 65) + "]\n",
        "tables-of-65-parts": "[[" + ".".join("a" * 65) + "]]\n",
        "array-5000-deep": "a = " + "[" * 5_000 + "]" * 5_000,
        "array-17-deep": "a = " + "[" * 17 + "]" * 17,
        "array-never-closed": "a = " + "[" * 100_000,
        "inline-table-5000-deep": "a = " + "{a = " * 5_000 + "1" + "}" * 5_000,
        "inline-table-17-deep": "a = " + "{a = " * 17 + "1" + "}" * 17,
        "deep-behind-a-string": 'a = "]]]]"\nb = ' + "[" * 40,
        "deep-behind-a-comment": "# ]]]]]]]]\nb = " + "[" * 40,
        "deep-behind-a-long-string": 'a = """]]]\n]]]"""\nb = ' + "[" * 40,
        "million-hexadecimal-digits": "a = 0x" + "f" * 1_000_000,
        "million-octal-digits": "a = 0o" + "7" * 1_000_000,
        "million-binary-digits": "a = 0b" + "1" * 1_000_000,
        "5000-digits": "a = " + "9" * 5_000,
        "more-than-10-to-the-9": "a = 1000000001",
        "less-than-10-to-the-9": "a = -1_000_000_001",
        "number-in-a-list": "a = [1, 2, 99999999999]",
        "two-mebibytes": "a = '" + "x" * (2 * MIB) + "'",
        "blanks": " " * (MIB + 1),
        "unclosed-strings": '"' * (MIB - 1),
        "escapes-without-end": 'a = """' + "\\" * (MIB - 100),
        "many-unclosed-long-strings": "'''" + '"""\\' * 200_000,
        "words-without-end": "a" * (MIB - 1),
    }


def _broken() -> dict[str, str]:
    """What is no TOML at all."""
    return {
        "empty": "",
        "only-a-comment": "# nothing\n",
        "key-without-value": "a =",
        "key-twice": "a = 1\na = 2",
        "table-twice": "[a]\n[a]",
        "unclosed-string": 'a = "b',
        "bad-escape": 'a = "\\q"',
        "bad-date": "a = 2026-13-45",
        "control-character": "a = '\x01'",
        "json": '{"system": "heroscape"}',
        "markup": "<script>alert(1)</script>",
        "shell": "$(rm -rf /)",
        "right-to-left": "\u202e = 1",
        "path-for-a-system": 'system = "../../etc/passwd"',
        "number-for-a-system": "system = 7",
        "list-for-a-system": "system = []",
        "case-that-is-no-list": "case = 1",
        "case-of-numbers": "case = [1, 2]",
        "case-without-a-system": "[[case]]\nname = 'a'\n",
    }


def _spoilt(scenario: str) -> dict[str, str]:
    """A sound scenario with one thing in it that is not."""
    wide = "[board]\nmap = '''\n" + ".  " * 300 + "\n" + (".  " * 300 + "\n") * 299 + "'''\n"
    lines = scenario.splitlines()
    start = next((n for n, line in enumerate(lines) if line.startswith("[board]")), 0)
    end = next((n for n, line in enumerate(lines[start + 1 :], start + 1) if line.startswith("[")), len(lines))
    before, after = "\n".join(lines[:start]), "\n".join(lines[end:])
    spoil: dict[str, Callable[[], str]] = {
        "90000-cells": lambda: f"{before}\n{wide}\n{after}",
        "no-board": lambda: f"{before}\n{after}",
        "board-is-a-number": lambda: f"board = 1\n{before}\n{after}",
        "map-is-a-list": lambda: f"{before}\n[board]\nmap = [1, 2]\n{after}",
        "map-of-2-to-the-31-hexes": lambda: f"{before}\n[board]\ncolumns = 65536\nrows = 32768\n{after}",
        "units-are-a-number": lambda: f"unit = 1\n{before}\n" + "\n".join(lines[start:end]),
        "a-unit-of-10-to-the-9": lambda: scenario.replace('at = "', 'at = "0101:999999999 ', 1),
        "a-negative-unit": lambda: scenario.replace('at = "', 'at = "0101:-5 ', 1),
        "sides-are-texts": lambda: f'side = ["a", "b"]\n{before}',
        "infinity": lambda: scenario.replace("minutes = ", "minutes = inf #", 1),
        "not-a-number": lambda: scenario.replace("minutes = ", "minutes = nan #", 1),
    }
    return {name: make() for name, make in spoil.items()}


def _raw() -> Files:
    """What is no text."""
    return {
        "zeros.toml": bytes(1_000),
        "latin-1.toml": "name = 'Zar\u00e9ba'".encode("latin-1"),
        "utf-16.toml": "a = 1".encode("utf-16"),
        "half-a-character.toml": b"a = '\xed\xa0\x80'",
        "picture.toml": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
        "program.toml": b"\x7fELF" + bytes(200),
    }


def _saves() -> Files:
    """What is no save, or was one."""
    header = {"zareba": 1, "writer": "0.1.0", "rules": "heroscape@1", "scenario": "0" * 64}
    first = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    bomb = gzip.compress(first + bytes(100 * MIB), 9)
    return {
        "empty.zareba": b"",
        "header-only.zareba": first,
        "header-cut.zareba": first[:20],
        "not-json.zareba": b"hello\n",
        "list.zareba": b"[1]\n",
        "format-99.zareba": first.replace(b'"zareba":1', b'"zareba":99'),
        "format-0.zareba": first.replace(b'"zareba":1', b'"zareba":0'),
        "unknown-rules.zareba": first.replace(b"heroscape@1", b"checkers@1"),
        "rules-are-a-path.zareba": first.replace(b"heroscape@1", b"../../etc@1"),
        "null-record.zareba": first + b"null\n",
        "nan-record.zareba": first + b'{"n":NaN}\n',
        "infinite-record.zareba": first + b'{"n":1e400}\n',
        "deep-record.zareba": first + b"[" * 100_000 + b"\n",
        "digits-record.zareba": first + b'{"n":' + b"9" * 100_000 + b"}\n",
        "key-twice.zareba": first + b'{"n":0,"n":1}\n',
        "setup-of-nothing.zareba": first + b'{"type":"setup","n":0}\n',
        "gzip-cut.zareba": gzip.compress(first)[:-8],
        "gzip-of-nothing.zareba": gzip.compress(b""),
        "gzip-bomb.zareba": bomb,
        "gzip-damaged.zareba": b"\x1f\x8b" + bytes(100),
    }
