"""A second reader, written from docs/saves.md alone, agrees with the program about every file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.contract import play
from zareba.engine.reader import Unreadable
from zareba.engine.record import start
from zareba.engine.save import partial, read_save, save_bytes
from zareba.lab.durability import corpus, save_corpus
from zareba.lab.scenarios import load, scenarios
from zareba.systems import FOLDERS, system

READER = Path(__file__).parents[1] / "scripts" / "check_save.py"


def read_by_the_other(path: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(READER), str(path)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", FOLDERS)
def test_a_battle_of_every_system_is_whole_and_true(name, tmp_path):
    rules = system(name)
    quickest = min(scenarios(rules), key=lambda info: info.minutes)
    _, journal = play(rules, load(rules, quickest.id).data, {}, 5)
    path = tmp_path / "battle.zareba"
    path.write_bytes(save_bytes(journal))
    assert read_by_the_other(path) == (0, f"{path}: {len(journal.records)} records, whole and true\n")


@pytest.mark.parametrize("path", corpus(), ids=lambda path: path.stem)
def test_every_save_ever_shipped_opens_plays_again_and_is_true(path):
    assert save_corpus([path]).failures == []
    assert read_by_the_other(path)[0] == 0


def test_every_system_has_saves_that_must_open():
    """One just begun, one in the thick of it, one over."""
    kept = [path.stem.split("-") for path in corpus()]
    assert {name for name, *_ in kept} >= set(FOLDERS)
    for name in FOLDERS:
        assert {stage for one, _, stage in kept if one == name} >= {"begun", "middle", "over"}


def test_both_readers_find_the_same_damage(tmp_path):
    rules, random = system("heroscape"), Random(1)
    _, journal = play(rules, load(rules, "two-companies").data, {}, 5)
    data, path = save_bytes(journal), tmp_path / "battle.zareba"
    second = data.index(b"\n") + 1
    for _ in range(12):
        at = random.randrange(second, len(data) - 1)
        damaged = data[:at] + (b"7" if data[at : at + 1] != b"7" else b"8") + data[at + 1 :]
        path.write_bytes(damaged)
        status, _ = read_by_the_other(path)
        assert (status, found_by_the_program(damaged)) == (1, True)


def test_what_one_seat_takes_home_is_whole_and_true(tmp_path):
    rules = system("heroscape")
    game, journal = start(rules, load(rules, "two-companies").data, {}, None)
    path = tmp_path / "view.zareba"
    path.write_bytes(partial(journal, next(iter(rules.seats(game.state)))))
    assert read_by_the_other(path) == (0, f"{path}: 1 records, whole and true\n")


def found_by_the_program(data: bytes) -> bool:
    try:
        return bool(read_save(data).faults)
    except Unreadable:
        return True
