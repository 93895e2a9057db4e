"""The laws of every rule book: each clause is cited where the rules are written, each is pinned, and every case holds.

The cases themselves stand beside the rules they pin. What one book in particular must hold (how many clauses it has,
which worked examples) stands in the test of its system.
"""

from __future__ import annotations

import pytest

from zareba.engine.cases import Case, find_cases, read_cases, run
from zareba.engine.rulebook import coverage
from zareba.systems import FOLDERS, system


def cases_of(name: str) -> list[Case]:
    return [case for path in find_cases(system(name).folder / "cases") for case in read_cases(system, path)]


CASES = [pytest.param(case, id=f"{name}::{case.name}") for name in FOLDERS for case in cases_of(name)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case):
    assert run(case).failures == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_clause_is_cited_and_pinned(name):
    found = coverage(system(name))
    assert found.uncited == []
    assert found.unpinned == []
    assert found.missing == []
    assert found.unknown == {}


@pytest.mark.parametrize("name", FOLDERS)
def test_every_convention_of_the_table_is_a_clause(name):
    assert set(system(name).conventions.values()) <= set(coverage(system(name)).clauses)
