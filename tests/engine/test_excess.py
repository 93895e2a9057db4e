"""What a TOML text may ask of a computer: brackets, dots and digits are told from what only looks like them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zareba.engine.documents import MOST_BYTES, excess, read, read_path
from zareba.engine.errors import Faulty

DEEP = "[" * 100


@pytest.mark.parametrize("text", [
    f'a = "{DEEP}"', f"a = '{DEEP}'", f'a = """{DEEP}\n{DEEP}"""', f"a = 1 # {DEEP}", f'a = "\\"{DEEP}"',
    "a = [" + "[]," * 5_000 + "]", "a = '" + ".".join("a" * 500) + "'", "a = '99999999999'",
    "0201030405060708 = 'a key that looks like a number'", "__________ = 'a key of nothing'",
    "a = 0x3b9aca00", "a = -1_000_000_000", "a = 2026-11-18T20:15:00Z",
])  # fmt: skip
def test_what_only_looks_like_too_much_is_read(text):
    assert excess(text) is None
    read(text, "file.toml")


@pytest.mark.parametrize("text, line", [
    (f'a = "]"\nb = {DEEP}', 2), (f"a = '''\n]'''\nb = {DEEP}", 3), (f"# ]]]\nb = {DEEP}", 2),
    ("\n" + " . ".join(["'a'"] * 65) + " = 1", 2), ("\n\na = [1, 99999999999]", 3), ("a = 0b" + "1" * 64, 1),
])  # fmt: skip
def test_what_is_too_much_is_found_behind_strings_and_comments(text, line):
    found = excess(text)
    assert found is not None
    assert found.line == line


@pytest.mark.parametrize("text, said", [
    ("a = 1\nb = 1.5", "line 2: 1.5 is no whole number"), ("a = inf", "inf is no whole number"),
    ("a = [nan]", "nan is no whole number"), ("a = 1e400", "1e400 is no whole number"),
])  # fmt: skip
def test_fractions_are_refused(text, said):
    with pytest.raises(Faulty, match=said):
        read(text, "file.toml")


@pytest.mark.parametrize("text", [
    '"' * (MOST_BYTES - 1), 'a = """' + "\\" * (MOST_BYTES - 100), "'''" + '"""\\' * 200_000,
    "a" * (MOST_BYTES - 1), "1" * (MOST_BYTES - 1), "a." * (MOST_BYTES // 2 - 1),
    "a" + " " * (MOST_BYTES - 10) + "b",
], ids=range(7))  # fmt: skip
def test_a_look_beforehand_comes_to_an_end(text):
    """With a careless pattern each of these would take minutes, or for ever."""
    excess(text)


def test_a_table_name_full_of_blanks_has_a_line_too():
    text = "a = [\n[" + " " * 200_000 + '1]]\n["b' + " " * 200_000 + '"]\n'
    assert read(text, "file.toml").line("a") == 1


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path):
    path = tmp_path / "file.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(Faulty, match="larger than 1 MiB"):
        read_path(path)
