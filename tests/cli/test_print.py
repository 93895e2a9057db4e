"""What is printed for a real table: every card of the decks as often as it is in them, and a sheet for every system."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from pathlib import Path

import pytest

from zareba.cli import main
from zareba.lab.paper.page import plain
from zareba.systems import FOLDERS, system

WRITTEN = re.compile(rb"\((.*?)(?<!\\)\) Tj")


def texts(path: Path) -> list[str]:
    """Everything that is written in a document, piece by piece."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", path.read_bytes(), re.DOTALL):
        try:
            page = zlib.decompress(stream)
        except zlib.error:
            continue
        found += [piece.replace(b"\\", b"").decode("latin-1") for piece in WRITTEN.findall(page)]
    return found


def printed(tmp_path: Path, *arguments: str) -> list[str]:
    path = tmp_path / "out.pdf"
    assert main(["print", *arguments, "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF-")
    return texts(path)


@pytest.mark.pins("cards.sixty", "cards.events")
def test_all_cards_of_both_decks_are_there_as_often_as_they_are_played(tmp_path):
    told = printed(tmp_path, "afriboria", "--only", "command", "--only", "event")
    feet = Counter(text.split(":")[0] for text in told if re.match(r"(command|event): ", text))
    assert feet == {"command": 60, "event": 24}
    assert told.count("Red Patrol") == 4
    assert told.count("Bees") == 1
    assert sum(text.startswith("event  ") for text in told) == 16, "Sixteen cards carry the icon."


def test_the_sheet_has_the_numbers_that_the_rules_use(tmp_path):
    told = printed(tmp_path, "afriboria", "--only", "sheet")
    assert {"A infantry", "4-3-2-1, twice if it stays", "hit-ABC", "fieldwork", "Structures"} <= set(told)
    assert "Bees" not in told


@pytest.mark.parametrize("name", FOLDERS)
def test_every_system_has_a_sheet(tmp_path, name):
    assert system(name).title in printed(tmp_path, name, "--only", "sheet", "--paper", "letter")


def test_what_there_is_not_is_not_printed(tmp_path, capsys):
    assert main(["print", "sudan", "--only", "command", "-o", str(tmp_path / "no.pdf")]) == 2
    assert "sudan has no 'command' to print; it has: sheet." in capsys.readouterr().err
    assert not (tmp_path / "no.pdf").exists()


def test_where_nothing_can_be_written_it_says_so(tmp_path, capsys):
    assert main(["print", "afriboria", "-o", str(tmp_path / "nowhere" / "out.pdf")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_players_write_themselves_is_printed_in_letters_that_there_are():
    assert plain("\u2018Who goes there?\u2019 \u2013 \u65e5") == "'Who goes there?' - ?"
