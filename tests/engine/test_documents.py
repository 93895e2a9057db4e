"""The laws of files that people write: a fault says where it stands, and no file keeps a computer busy."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zareba.engine.documents import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_NUMBER,
    MOST_PARTS,
    Document,
    line_numbers,
    read,
    read_path,
)
from zareba.engine.errors import Fault, Faulty, Unknown

SCENARIO = '''# A scenario
name = "The ford"

[board]
width = 12
rows = [
  "..~~..",
  "width = 3",
]

[[units]]
id = "lancers"
figures = 6

[[units]]
id = "rifles"
at = { hex = "0405", level = 1 }

[units.leader]
name = 'Gordon'

[briefing]
text = """
figures = 99
[not.a.table]
"""
author."first name" = "Ann"
'''


def faults(text):
    with pytest.raises(Faulty) as caught:
        read(text, "ford.toml")
    return caught.value.faults


# --- where things stand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path, line", [
    (("name",), 2),
    (("board",), 4),
    (("board", "width"), 5),
    (("board", "rows"), 6),
    (("units", 0), 11),
    (("units", 0, "figures"), 13),
    (("units", 1), 15),
    (("units", 1, "id"), 16),
    (("units", 1, "at"), 17),
    (("units", 1, "leader", "name"), 20),
    (("briefing", "text"), 23),
    (("briefing", "author", "first name"), 27),
])  # fmt: skip
def test_a_value_is_found_on_its_line(path, line):
    assert read(SCENARIO, "ford.toml").line(*path) == line


@pytest.mark.parametrize("path, line", [
    (("board", "depth"), 4), (("units", 1, "at", "hex"), 17), (("units", 0, "leader"), 11), (("nothing",), 0), ((), 0),
    (("board", "rows", 1), 6), (("briefing", "figures"), 22), (("not", "a", "table"), 0),
])  # fmt: skip
def test_what_is_not_there_is_looked_for_in_what_surrounds_it(path, line):
    assert read(SCENARIO, "ford.toml").line(*path) == line


def test_a_document_without_lines_has_none():
    assert Document("made up", {"a": 1}).line("a") == 0


def test_a_document_keeps_its_name_and_what_it_says():
    document = read(SCENARIO, "ford.toml")
    assert document.name == "ford.toml"
    assert document.data["units"][1]["at"] == {"hex": "0405", "level": 1}
    assert document.data["briefing"]["text"] == "figures = 99\n[not.a.table]\n"


keys = st.from_regex(r"\A[a-z][a-z0-9_-]{0,5}\Z")


@given(
    st.lists(
        st.tuples(keys, st.dictionaries(keys, st.integers(0, 9), max_size=4)), max_size=5, unique_by=lambda t: t[0]
    )
)
def test_every_key_of_a_written_file_is_found_on_its_line(tables):
    lines: list[str] = []
    where: dict[tuple[str | int, ...], int] = {}
    for name, values in tables:
        lines.append(f"[{name}]")
        where[(name,)] = len(lines)
        for key, value in values.items():
            lines.append(f"{key} = {value}")
            where[(name, key)] = len(lines)
    assert read("\n".join(lines), "made up").lines == where


@given(st.text())
@example('a = """')
@example("[[[")
@example("= 1")
def test_finding_lines_never_fails(text):
    assert all(0 < line <= text.count("\n") + 1 for line in line_numbers(text).values())


def test_only_a_newline_ends_a_line():
    text = 'a = "one\N{LINE SEPARATOR}b = 2"\r\nc = 3\r\n[d]\r\n'
    assert read(text, "odd").lines == {("a",): 1, ("c",): 2, ("d",): 3}


# --- what is no TOML ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, line", [
    ("name = \n", 1), ('a = 1\nb = "open\n', 2), ("a = 1\na = 2\n", 2), ("[board]\nwidth = 1\n[board]\n", 3),
    ("a = 01", 1),
])  # fmt: skip
def test_what_is_no_toml_is_told_with_its_line(text, line):
    (fault,) = faults(text)
    assert fault.line == line
    assert fault.why.startswith("It is not TOML: ")
    assert fault.why.endswith(".")


def test_a_fault_is_one_sentence_with_place_and_clause():
    assert (
        str(Fault(7, "A unit has 1 to 99 figures.", "unit.size")) == "line 7: A unit has 1 to 99 figures. [unit.size]"
    )
    assert str(Fault(0, "There is no board.")) == "There is no board."
    assert str(Faulty("ford.toml", [Fault(1, "One."), Fault(0, "Two.")])) == "ford.toml: line 1: One.; Two."


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    with suppress(Faulty):
        assert read(text, "any").name == "any"
        return
    assert all(fault.why.endswith(".") for fault in faults(text))


# --- limits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, why", [
    ("a = " + "[" * 5_000, "nested"),
    ("a = " + "{b=" * 5_000, "nested"),
    (f"a = {'[' * (MOST_DEPTH + 1)}{']' * (MOST_DEPTH + 1)}", "nested"),
    (".".join("a" * 20_000) + " = 1", "parts"),
    (f"[{'.'.join('a' * (MOST_PARTS + 1))}]", "parts"),
    ("a = 0x" + "f" * 1_000_000, "beyond"),
    ("a = " + "9" * 5_000, "beyond"),
    (f"a = {MOST_NUMBER + 1}", "beyond"),
    (f"\n\na = -{MOST_NUMBER + 1}", "beyond"),
    ("a = 1" + " " * MOST_BYTES, "larger than 1 MiB"),
    ('a = "' + "\N{SNOWMAN}" * (MOST_BYTES // 3) + '"', "larger than 1 MiB"),
], ids=range(11))  # fmt: skip
def test_what_goes_beyond_the_limits_is_refused_before_it_is_read(text, why):
    (fault,) = faults(text)
    assert why in fault.why


def test_what_keeps_to_the_limits_is_read():
    deep = f"a = {'[' * MOST_DEPTH}{']' * MOST_DEPTH}"
    wide = f"{'.'.join('a' * MOST_PARTS)} = 1"
    for text in (deep, wide, f"a = {MOST_NUMBER}", f"a = -{MOST_NUMBER}", 'a = "' + "9" * 5_000 + '"', "# " + "[" * 99):
        assert read(text, "fine").data or text.startswith("#")


def test_a_file_is_read_from_the_disk(tmp_path):
    path = tmp_path / "ford.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    assert read_path(path) == read(SCENARIO, "ford.toml")


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(tmp_path):
    with pytest.raises(Unknown, match="cannot be read: "):
        read_path(tmp_path / "nothing.toml")
    with pytest.raises(Unknown, match="cannot be read: "):
        read_path(tmp_path)
    path = tmp_path / "ford.toml"
    path.write_bytes(b"a = 1\nb = \xff\n")
    with pytest.raises(Faulty, match=r"line 2: It is no UTF-8 text\."):
        read_path(path)
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(Faulty, match="larger than 1 MiB"):
        read_path(path)
