"""A battle between computer players: its log, its save, its dice."""

from __future__ import annotations

import json

import pytest

from zareba.cli.saves import read_file

QUICK = ("battle", "two-companies", "--players", "random,instinct", "--seed", "7")


def test_the_log_names_clauses_and_the_end_names_the_winner(run):
    said = run(*QUICK)
    assert said.status == 0
    assert "[cards.turn]" in said.out
    assert "won." in said.out or "drawn." in said.out
    assert "[end." in said.out


def test_faces_that_are_read_on_a_scale_are_told(run):
    said = run("battle", "picket", "--players", "random", "--seed", "7")
    assert said.status == 0
    assert "Gardner fires at Red Flag at long range: [2] [1] [4]" in said.out


def test_the_same_seed_gives_the_same_battle(run):
    assert run(*QUICK).out == run(*QUICK).out
    assert run(*QUICK).out != run(*QUICK[:-1], "8").out


def test_the_log_can_be_json_lines(run):
    said = run(*QUICK, "--log", "json")
    told = [json.loads(line) for line in said.out.splitlines()]
    assert told[0]["rules"].startswith("heroscape@")
    assert told[0]["players"] == {"red": "random", "black": "instinct"}
    assert [line["n"] for line in told[:-1]] == list(range(len(told) - 1))
    assert told[-1].keys() == {"type", "winner", "clause", "why"}
    assert any("dice" in line for line in told)
    assert not any("state" in line or "effects" in line for line in told)


@pytest.mark.parametrize("dice", ["seeded", "fair"])
def test_a_battle_is_saved_and_verified(run, tmp_path, dice):
    path = tmp_path / "battle.zareba"
    assert run(*QUICK, "--dice", dice, "--save", str(path)).status == 0
    said = run("replay", str(path))
    assert said.status == 0
    assert "all as recorded" in said.out
    assert ("fair die" in said.out) == (dice == "fair")
    told = json.loads(run("replay", str(path), "--json").out)
    assert told["faults"] == []
    assert told["dice"] > 0
    assert told["fair"] == (dice == "fair")


def test_the_log_in_json_is_saved_too(run, tmp_path):
    path = tmp_path / "battle.zareba"
    said = run(*QUICK, "--log", "json", "--save", str(path))
    assert len(read_file(path).records) == len(said.out.splitlines()) - 1


def test_nothing_is_written_over(run, tmp_path):
    path = tmp_path / "battle.zareba"
    path.write_text("mine")
    said = run(*QUICK, "--save", str(path))
    assert said.status == 2
    assert "exists already" in said.err
    assert path.read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told(run, tmp_path):
    (tmp_path / "file").write_text("")
    said = run(*QUICK, "--save", str(tmp_path / "file" / "battle.zareba"))
    assert said.status == 2
    assert "cannot be made" in said.err


def test_fair_dice_that_were_changed_are_found_out(run, tmp_path):
    path = tmp_path / "battle.zareba"
    run(*QUICK, "--dice", "fair", "--save", str(path))
    proof = tmp_path / "battle.zareba.dice"
    told = json.loads(proof.read_text())
    result = next(row for row in told["rows"] if row["draws"])["draws"][0]["result"]
    result[0] = result[0] % 6 + 1
    proof.write_text(json.dumps(told))
    said = run("replay", str(path))
    assert said.status == 1
    assert "the roll gives" in said.out


def test_options_and_sides_can_be_chosen(run):
    words = ("--side", "black=random", "--option", "repeat=rest")
    said = run("battle", "two-companies", "--players", "instinct", *words, "--seed", "1", "--log", "json")
    setup = json.loads(said.out.splitlines()[0])
    assert setup["options"] == {"repeat": "rest"}
    assert setup["players"] == {"red": "instinct", "black": "random"}


def test_a_scenario_may_be_named_with_its_system_or_as_a_file(run, tmp_path):
    path = json.loads(run("scenarios", "--json").out)[0]["path"]
    for name in ("heroscape/two-companies", path):
        assert run("battle", name, "--players", "random", "--seed", "7").status == 0
