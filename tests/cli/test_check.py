"""Checking files, whoever they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zareba.cli.find import all_scenarios
from zareba.lab.hostile import hostile_files
from zareba.lab.scenarios import find
from zareba.systems import system

SOUND = find(system("heroscape"), "two-companies")
HOSTILE = hostile_files(SOUND.read_text(encoding="utf-8"))


def test_every_scenario_of_every_system_is_sound(run):
    said = run("check", *[str(info.path) for info in all_scenarios()])
    assert said.status == 0
    assert said.out.count("without a fault") == len(all_scenarios())


def test_all_faults_are_told_at_once_with_line_and_clause(run, tmp_path):
    path = tmp_path / "broken.toml"
    text = SOUND.read_text(encoding="utf-8").replace('weapon = "rifle"', 'weapon = "laser"')
    path.write_text(text.replace('at = "0208 ', 'at = "9908 '), encoding="utf-8")
    said = run("check", str(path))
    assert said.status == 1
    assert "broken.toml: 3 faults" in said.out
    assert "[board.coordinates]" in said.out
    told = json.loads(run("check", "--json", str(path), str(SOUND)).out)
    assert [len(one["faults"]) for one in told] == [3, 0]
    assert all(fault["line"] and fault["clause"] for fault in told[0]["faults"])


def test_a_case_file_is_checked_as_one(run, tmp_path):
    path = tmp_path / "case.toml"
    path.write_text('system = "heroscape"\n[[case]]\nnonsense = 1\n', encoding="utf-8")
    said = run("check", str(path))
    assert said.status == 1
    assert "A case has no 'nonsense'." in said.out


def test_a_file_that_is_not_there_is_misuse(run, tmp_path):
    assert run("check", str(tmp_path)).status == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_reason(run, tmp_path: Path, name: str):
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    said = run("check", str(path))
    assert said.status == 1
    assert ": 1 fault\n" in said.out or " faults\n" in said.out
    assert "the program fails" not in said.out
    assert said.err == ""
