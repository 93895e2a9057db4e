"""Battles that wait: resumed, cut off, damaged, of other rules, of other programs."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from zareba.cli.saves import data_folder, is_save, kept, read_file

START = ("battle", "two-companies", "--players", "you,you", "--seed", "4")


@pytest.fixture
def waiting(run, types) -> Path:
    """A battle with a few answers."""
    types(["1", "1", "1", "quit"])
    run(*START)
    return kept()[0]


def test_a_battle_is_resumed_where_it_was_left(run, types, waiting):
    before = read_file(waiting).records
    types(["quit"])
    said = run("battle", "--resume")
    assert said.status == 0
    assert "So far:" in said.out
    assert read_file(waiting).records == before


def test_a_resumed_battle_goes_on_in_the_same_file(run, types, waiting):
    before = read_file(waiting).records
    types(["1", "quit"])
    assert run("battle", str(waiting)).status == 0
    after = read_file(waiting).records
    assert len(after) > len(before)
    assert after[: len(before)] == before
    assert run("replay", str(waiting)).status == 0


def test_several_that_wait_are_listed_the_newest_first(run, types, waiting):
    types(["1", "quit"])
    run("battle", "ridge", "--players", "you,you", "--seed", "1")
    said = run("battle", "--resume")
    assert re.search(r"1  \S+\n +2  \S+\n", said.out)
    assert len(json.loads(run("battle", "--resume", "--log", "json").out)) == 2
    assert "3 is none of them" in run("battle", "--resume", "3").err
    types(["quit"])
    assert "So far:" in run("battle", "--resume", "2").out


def test_who_plays_is_remembered(run, types):
    types(["1", "quit"])
    run("battle", "two-companies", "--players", "you,instinct", "--seed", "3")
    types(["concede", "y"])
    assert "conceded" in run("battle", "--resume").out


def test_fair_dice_go_on(run, types):
    types(["1", "1", "quit"])
    run(*START, "--dice", "fair")
    path = kept()[0]
    types(["1", "1", "1", "concede", "y"])
    assert run("battle", str(path)).status == 0
    over = path.parent / "over" / path.name
    assert "Every fair die follows" in run("replay", str(over)).out


def test_fair_dice_that_are_gone_are_missed(run, types):
    types(["1", "quit"])
    run(*START, "--dice", "fair")
    path = kept()[0]
    (path.parent / f"{path.name}.dice").unlink()
    said = run("battle", str(path))
    assert said.status == 2
    assert "fair dice of this battle should stand in" in said.err


def test_a_battle_that_is_over_is_shown_and_not_played(run, types, waiting, tmp_path):
    types(["concede", "y"])
    run("battle", str(waiting))
    path = waiting.parent / "over" / waiting.name
    assert kept() == []
    said = run("battle", str(path))
    assert said.status == 0
    assert "This battle is over." in said.out


# --- damage ---------------------------------------------------------------------------------------------------


def test_a_save_cut_off_in_the_middle_loses_only_what_is_missing(run, types, waiting):
    data = waiting.read_bytes()
    waiting.write_bytes(data[:-100])
    for command in ("check", "replay"):
        said = run(command, str(waiting))
        assert said.status == 1
        assert "cut off" in said.out
    types(["1", "quit"])
    said = run("battle", str(waiting))
    assert said.status == 0
    assert "cut off" in said.out
    assert "kept beside it" in said.out
    assert any(path.read_bytes() == data[:-100] for path in waiting.parent.iterdir())
    assert run("replay", str(waiting)).status == 0


def test_a_save_that_was_changed_is_found_out_and_left_alone(run, waiting):
    sound = waiting.read_text(encoding="utf-8")
    changed = sound.replace("is turned: a card of", "is turned: the card of", 1)
    assert changed != sound
    waiting.write_text(changed, encoding="utf-8")
    assert run("check", str(waiting)).status == 1
    assert run("replay", str(waiting)).status == 1
    said = run("battle", str(waiting))
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert waiting.read_text(encoding="utf-8") == changed


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("heroscape@1", "heroscape@999", "heroscape@999"),
        ("heroscape@1", "chess@1", "chess"),
        ('{"zareba":1', '{"zareba":99', "format 99"),
    ],
)
def test_saves_of_other_rules_and_programs_are_refused_with_a_sentence(run, waiting, old, new, sentence):
    data = waiting.read_text(encoding="utf-8").replace(old, new, 1)
    waiting.write_text(data, encoding="utf-8")
    said = run("battle", str(waiting))
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert sentence in said.err
    assert run("check", str(waiting)).status == 1
    assert run("odds", str(waiting)).status == 2
    assert waiting.read_text(encoding="utf-8") == data


@pytest.mark.parametrize("content", [b"", b"nothing", b'{"zareba":1', bytes(100), b"\x1f\x8b\x08"])
def test_what_is_no_save_is_refused_with_a_sentence(run, tmp_path, content):
    path = tmp_path / "no.zareba"
    path.write_bytes(content)
    for command in ("battle", "replay", "odds"):
        said = run(command, str(path))
        assert (said.status, said.err.count("\n")) == (2, 1)
        assert "no.zareba" in said.err
    assert run("check", str(path)).status == 1


def test_a_packed_save_goes_on(run, types, waiting):
    waiting.write_bytes(gzip.compress(waiting.read_bytes()))
    assert run("replay", str(waiting)).status == 0
    types(["1", "quit"])
    assert run("battle", str(waiting)).status == 0
    assert run("replay", str(waiting)).status == 0


def test_a_save_is_known_by_its_beginning(waiting, tmp_path):
    other = tmp_path / "renamed.txt"
    other.write_bytes(waiting.read_bytes())
    assert is_save(other)
    assert not is_save(tmp_path / "missing.txt")


@pytest.mark.parametrize(
    "platform, variable, expected",
    [
        ("linux", "XDG_DATA_HOME", "chosen/zareba"),
        ("win32", "APPDATA", "chosen/zareba"),
        ("darwin", "HOME", "chosen/Library/Application Support/zareba"),
    ],
)
def test_battles_are_kept_where_each_system_keeps_such_things(monkeypatch, tmp_path, platform, variable, expected):
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, str(tmp_path / "chosen"))
    assert data_folder() == tmp_path / expected
