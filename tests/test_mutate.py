"""The script that breaks rules on purpose: every change it makes is a change, and one that Python still reads."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest

SCRIPTS = str(Path(__file__).parents[1] / "scripts")


@pytest.fixture(scope="module")
def mutate():
    """The script as a module."""
    with patch.object(sys, "path", [SCRIPTS, *sys.path]):
        return import_module("mutate")


RULES = '''\
"""`fire.near`: 3 figures at 2 hexes."""

@cache(7)
def fires(unit: Unit[1], far: int = 2) -> bool:
    if not unit.armed or far >= 6 and (
        far not in (8, 9)
    ):
        return False
    return f"{unit.name} 5" != "5" and far - 1 < unit.figures + 4
'''
TABLE = """\
# 3 hexes
name = "the 24th"   # 5
[fire]
range = 6
dice = [1, -2]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "fire.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "tables.toml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "show.py").write_text("LONG = 3 < 4\n", encoding="utf-8")
    return tmp_path


def test_rules_and_tables_are_changed_and_nothing_else(mutate, folder):
    changes = {mutation.shown.split("   [")[1].rstrip("]") for mutation in mutate.mutations(folder, [])}
    assert changes == {
        *("6 -> 7", "6 -> 5", "1 -> 2", "1 -> 0", "-2 -> -1", "-2 -> -3", "2 -> 3", "2 -> 1", "4 -> 5", "4 -> 3"),
        *("8 -> 9", "8 -> 7", "9 -> 10", "9 -> 8", "not  -> ", "or -> and", "and -> or", "False -> True"),
        *(">= -> >", ">= -> <", "not in -> in", "!= -> ==", "- -> +", "+ -> -", "< -> <=", "< -> >="),
    }


def test_what_is_changed_is_a_program_still_and_another(mutate, folder):
    sound = {path.name: path.read_bytes() for path in folder.iterdir()}
    for mutation in mutate.mutations(folder, ["fire.py"]):
        changed = mutation.made_in(sound[mutation.file])
        assert changed != sound[mutation.file]
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(sound["fire.py"]))


def test_every_kind_has_its_turn_and_the_same_seed_draws_the_same(mutate, folder):
    found = mutate.mutations(folder, [])
    kinds = {mutation.kind for mutation in found}
    assert {mutation.kind for mutation in mutate.drawn(found, len(kinds), 3)} == kinds
    assert mutate.drawn(found, 9, 3) == mutate.drawn(found, 9, 3) != mutate.drawn(found, 9, 4)


def test_a_system_that_is_none_is_misuse():
    script = f"{SCRIPTS}/mutate.py"
    said = subprocess.run([sys.executable, script, "chess"], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (2, "There is no rule system 'chess'.\n")
