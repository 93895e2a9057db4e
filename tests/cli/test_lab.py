"""What is counted, looked up and verified: simulate, odds, case, rules, selftest."""

from __future__ import annotations

import json
import re
import time

import pytest

from zareba.cli.find import all_systems
from zareba.engine.errors import ZarebaError
from zareba.lab import checks, durability, purity, secrecy

CASES = """
system = "heroscape"
[[case]]
name = "a card and a unit"
scenario = "two-companies"
play = ["draw 7h", "activate company-1", "roll 3", "fire warband-c", "roll 6 6 1 1 1 1 1 1", "0502"]
expect = { state = { lost = { black = 1 } } }

[[case]]
name = "wrong"
scenario = "two-companies"
play = ["draw 7h", "activate company-1", "roll 3", "fire warband-c", "roll 1 1 1 1 1 1 1 1"]
expect = { state = { lost = { black = 5 } } }
"""


@pytest.fixture
def cases(tmp_path):
    path = tmp_path / "cases.toml"
    path.write_text(CASES, encoding="utf-8")
    return str(path)


# --- simulate -------------------------------------------------------------------------------------------------


def test_many_battles_are_counted(run):
    said = run("simulate", "two-companies", "--games", "6", "--seed", "1", "--workers", "1", "--json")
    told = json.loads(said.out)
    assert told.keys() >= {"games", "wins", "draws", "decisions", "seconds", "games_per_second"}
    assert told["games"] == 6 == sum(told["wins"].values()) + told["draws"]


def test_the_count_is_readable_and_the_same_for_the_same_seed(run):
    words = ("simulate", "two-companies", "--games", "6", "--seed", "1", "--players", "random")
    first, second = run(*words, "--workers", "1"), run(*words, "--workers", "2")
    assert first.status == 0
    assert "6 battles of two-companies" in first.out
    assert "red (British)" in first.out
    assert first.out.splitlines()[:5] == second.out.splitlines()[:5]


def test_mirrored_battles_tell_the_players_apart(run):
    words = ("--games", "4", "--players", "random,instinct", "--mirror", "--workers", "1", "--seed", "1")
    told = run("simulate", "two-companies", *words).out
    assert re.search(r"instinct +\d", told)
    assert re.search(r"red \(British\) +by turns", told)


def test_a_report_is_written(run, tmp_path):
    page = tmp_path / "page.html"
    words = ("--games", "4", "--workers", "1", "--seed", "1", "--report", str(page))
    assert "The report is in" in run("simulate", "two-companies", *words).out
    assert "</html>" in page.read_text(encoding="utf-8")


# --- odds -----------------------------------------------------------------------------------------------------


def test_odds_in_a_case_are_those_of_the_action(run, cases):
    words = ("odds", cases, "fire warband-c", "--name", "a card and a unit")
    assert "60.5% (1015625/1679616)" in run(*words).out
    told = json.loads(run(*words, "--json").out)[0]
    assert told["action"] == "fire warband-c"
    assert told["outcomes"][0] == {"lost": {}, "chance": "1015625/1679616", "percent": 60.4677}


def test_without_an_action_all_that_lead_to_dice_are_told(run, cases):
    said = run("odds", cases, "--name", "wrong")
    assert "Fire at Warband C" in said.out
    assert "Move" not in said.out


def test_a_scenario_is_played_to_its_first_decision(run):
    said = run("odds", "two-companies")
    assert said.status == 0
    assert said.out


def test_a_file_of_several_cases_asks_which(run, cases):
    assert "Which case?" in run("odds", cases).err
    assert "has no case 'other'" in run("odds", cases, "--name", "other").err


# --- case -----------------------------------------------------------------------------------------------------


def test_cases_are_run_and_counted(run, cases):
    said = run("case", cases)
    assert said.status == 1
    assert said.out.splitlines()[-1] == "1 passed, 1 failed"
    assert "wrong" in said.out
    told = json.loads(run("case", cases, "--json").out)
    assert (told["passed"], told["failed"]) == (1, 1)


def test_a_case_file_that_is_none_fails(run, tmp_path):
    path = tmp_path / "cases.toml"
    path.write_text("system = 1\n", encoding="utf-8")
    said = run("case", str(path))
    assert said.status == 1
    assert said.out.splitlines()[-1] == "0 passed, 1 failed"


def test_a_folder_without_cases_is_misuse(run, tmp_path):
    (tmp_path / "empty").mkdir()
    assert run("case", str(tmp_path / "empty")).status == 2


# --- rules ----------------------------------------------------------------------------------------------------


def test_the_rule_book_is_shown(run):
    assert "`move.double`" in run("rules", "heroscape").out
    assert any(clause["id"] == "move.double" for clause in json.loads(run("rules", "heroscape", "--json").out))


def test_a_clause_is_shown_with_what_mentions_it(run):
    said = run("rules", "heroscape", "move.double")
    assert "A move at the double is twice the normal length." in said.out
    assert "Cited by: " in said.out
    told = json.loads(run("rules", "heroscape", "move.double", "--json").out)
    assert told["id"] == "move.double"
    assert told["cited"]


def test_the_beginning_of_an_id_shows_all_that_begin_so(run):
    assert "move.allowance" in run("rules", "heroscape", "move").out
    assert len(json.loads(run("rules", "heroscape", "move", "--json").out)) > 5


def test_the_coverage_is_told(run):
    for one in all_systems():
        told = json.loads(run("rules", one.id, "--coverage", "--json").out)
        assert all(isinstance(told[key], int) for key in ("clauses", "cited", "pinned"))
        assert isinstance(told["missing"], list)
        assert f"{told['clauses']} clauses" in run("rules", one.id, "--coverage").out


# --- selftest -------------------------------------------------------------------------------------------------


def test_a_check_tells_its_figures(run):
    said = run("selftest", "30")
    assert said.status == 0
    assert re.search(r"30 fair dice: 12 vectors, [0-9,]+ dice, 0 failures  ok", said.out)
    told = json.loads(run("selftest", "30", "--json").out)
    assert [(one["check"], one["passed"]) for one in told] == [(30, True)]


@pytest.mark.parametrize(
    "check",
    [
        lambda: checks.contract(1, 1),
        lambda: checks.model(1, 3, 25),
        lambda: purity.purity(1, 1),
        lambda: secrecy.views(1, 1),
        lambda: secrecy.canaries(1, 1),
    ],
    ids=["contract", "model", "purity", "views", "canaries"],
)
def test_a_short_run_of_each_check_by_play_finds_nothing(check):
    figures = check()
    assert figures.failures == []
    assert figures.counts["games"] >= 1


def test_saves_replay_alike_in_other_processes(tmp_path):
    saves = durability.fresh(tmp_path, 1)[:1]
    assert durability.replay_equality(saves, 1, long=False).failures == []
    assert durability.save_corpus(saves).failures == []


def test_rules_that_reach_for_the_world_are_found_out():
    with purity.traps() as sprung, pytest.raises(ZarebaError):
        time.monotonic()
    assert sprung == ["monotonic"]


def test_a_check_that_fails_says_what_and_exits_with_1(run, monkeypatch):
    monkeypatch.setattr("zareba.lab.vectors.ROLL_1", "0")
    said = run("selftest", "30")
    assert said.status == 1
    assert "roll 1 is" in said.out
    assert "failed" in said.out
