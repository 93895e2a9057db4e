"""The command as a whole: listings, help, misuse, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zareba import __version__
from zareba.cli import OWN_FAULT
from zareba.cli.find import all_scenarios

SCENARIOS = ("two-companies", "ridge", "el-teb")


def command(*words: str, cwd: Path | None = None, **words_of_env: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, "-m", "zareba.cli", *words],
        env={**os.environ, "PYTHONPATH": paths, **words_of_env},
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
    )


def test_without_a_word_it_welcomes_with_three_commands(run):
    said = run()
    assert said.status == 0
    assert said.out.count("  zareba ") == 3
    assert all(line.isascii() for line in said.out.splitlines())


@pytest.mark.parametrize("words", [("--help",), ("battle", "--help"), ("simulate", "--help")])
def test_help_is_no_failure(run, words):
    said = run(*words)
    assert said.status == 0
    assert "usage" in said.out


def test_it_tells_its_version(run):
    assert run("--version").out.strip() == f"zareba {__version__}"


# --- listings -------------------------------------------------------------------------------------------------


def test_the_systems_are_listed(run):
    assert "heroscape" in run("systems").out
    listed = json.loads(run("systems", "--json").out)
    assert listed[0].keys() >= {"id", "title", "author", "version", "scenarios", "options"}


def test_the_scenarios_are_listed_the_easiest_first(run):
    said = run("scenarios", "heroscape")
    places = [said.out.index(name) for name in SCENARIOS]
    assert places == sorted(places)
    listed = json.loads(run("scenarios", "--json").out)
    assert {one["id"] for one in listed} >= set(SCENARIOS)


# --- misuse ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("nonsense",), "nonsense"),
        (("battle", "rigde"), "Did you mean 'ridge'?"),
        (("battle", "missing.toml"), "missing.toml"),
        (("battle", "ridge", "--players", "random,random,random"), "3 are named"),
        (("battle", "ridge", "--players", "napoleon"), "napoleon"),
        (("battle", "ridge", "--players", "random", "--side", "green=random"), "--side"),
        (("battle", "ridge", "--players", "random", "--option", "repeat"), "name=value"),
        (("battle", "ridge", "--players", "random", "--option", "repat=all"), "Did you mean 'repeat'?"),
        (("battle", "ridge", "--players", "random", "--option", "repeat=often"), "'often'"),
        (("battle", "ridge", "--players", "random", "--seed", "x"), "seed"),
        (("battle", "ridge", "--players", "random", "--dice", "loaded"), "loaded"),
        (("battle", "ridge", "--players", "random", "--dice", "table"), "nobody is here"),
        (("battle", "ridge", "--players", "you,random", "--log", "json"), "computer players"),
        (("battle", "--resume"), "No battle waits"),
        (("play", "rigde"), "Did you mean 'ridge'?"),
        (("play", "mine.toml"), "zareba battle plays a file of your own"),
        (("play", "--port", "99999", "--no-browser"), "port 99999"),
        (("serve", "--database", "postgresql://club"), "SQLite"),
        (("serve", "--host", "no.such.host.invalid"), "no.such.host.invalid"),
        (("simulate", "rigde"), "rigde"),
        (("simulate", "ridge", "--games", "0"), "1 at least"),
        (("simulate", "ridge", "--workers", "0"), "1 worker"),
        (("simulate", "ridge", "--players", "you,random"), "you"),
        (("simulate", "ridge", "--report", "nowhere/page.html"), "nowhere"),
        (("odds", "rigde"), "rigde"),
        (("odds", "two-companies", "fire nobody"), "no answer here"),
        (("check", "missing.toml"), "missing.toml"),
        (("check",), "FILE"),
        (("case", "missing"), "missing"),
        (("replay", "missing.zareba"), "missing.zareba"),
        (("rules", "heroscap"), "Did you mean 'heroscape'?"),
        (("rules", "heroscape", "move.doubel"), "Did you mean 'move.double'?"),
        (("scenarios", "chess"), "chess"),
        (("selftest", "99"), "99"),
        (("selftest", "x"), "x"),
    ],
)
def test_misuse_is_told_in_one_sentence_on_stderr(run, words, sentence):
    said = run(*words)
    assert said.status == 2
    assert said.out == ""
    assert said.err.startswith("zareba: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_a_scenario_with_several_faults_is_refused_with_all_of_them(run, tmp_path):
    sound = next(info.path for info in all_scenarios() if info.id == "two-companies")
    broken = sound.read_text(encoding="utf-8").replace('weapon = "rifle"', 'weapon = "laser"')
    broken = broken.replace('at = "0208 ', 'at = "9908 ')
    path = tmp_path / "broken.toml"
    path.write_text(broken, encoding="utf-8")
    for words in (("battle", str(path), "--players", "random"), ("simulate", str(path)), ("odds", str(path))):
        said = run(*words)
        assert said.status == 2
        assert said.err.startswith("zareba: broken.toml has 3 faults:")
        assert said.err.count("\n  line ") == 3
        assert "laser" in said.err
        assert "[board.coordinates]" in said.err


def test_broken_toml_is_refused_with_its_line(run, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text('system = "heroscape"\nname = "Nothing\n', encoding="utf-8")
    said = run("battle", str(path), "--players", "random")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "broken.toml: line 2" in said.err


def test_a_scenario_of_no_system_is_refused(run, tmp_path):
    path = tmp_path / "chess.toml"
    path.write_text('system = "chess"\n', encoding="utf-8")
    assert "names no rule system" in run("battle", str(path), "--players", "random").err


# --- how it ends ----------------------------------------------------------------------------------------------


def test_a_fault_of_the_program_is_one_sentence_too(run, monkeypatch):
    monkeypatch.setattr("zareba.cli.listing.all_systems", lambda: 1 / 0)
    said = run("systems")
    assert said.status == OWN_FAULT
    assert said.err.count("\n") == 1
    assert "ZeroDivisionError" in said.err


def test_an_interrupt_is_no_traceback(run, monkeypatch):
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zareba.cli.listing.all_systems", interrupt)
    said = run("systems")
    assert (said.status, said.err) == (130, "zareba: stopped.\n")


def test_the_exit_status_reaches_the_shell(tmp_path):
    assert command("systems").returncode == 0
    wrong = command("battle", "rigde", cwd=tmp_path)
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("zareba: ")
    bad = tmp_path / "bad.toml"
    bad.write_text("a =", encoding="utf-8")
    assert command("check", str(bad)).returncode == 1


def test_a_reader_who_goes_away_is_not_complained_about():
    paths = os.pathsep.join(filter(None, sys.path))
    with subprocess.Popen(
        [sys.executable, "-m", "zareba.cli", "rules", "heroscape"],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() in (0, 141)


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_every_encoding_of_the_terminal_will_do(encoding: str):
    words = ("battle", "two-companies", "--players", "instinct", "--seed", "1")
    said = command(*words, PYTHONIOENCODING=encoding, LC_ALL="C")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.isascii() == (encoding != "utf-8")
    scenarios = command("scenarios", "--json", PYTHONIOENCODING=encoding)
    assert json.loads(scenarios.stdout)


def test_what_is_not_a_terminal_gets_no_colour():
    said = command("rules", "heroscape", "move.double", TERM="xterm-256color")
    assert "\x1b" not in said.stdout
