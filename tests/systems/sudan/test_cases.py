"""Every conformance case of the rule system: the cases themselves stand beside the rules they pin."""

from pathlib import Path

import pytest

from zareba.engine.cases import Case, find_cases, read_cases, run
from zareba.engine.errors import Unknown
from zareba.engine.system import System
from zareba.systems.sudan import SYSTEM

FILES = find_cases(SYSTEM.folder / "cases")


def system_of(name: str) -> System:
    if name != SYSTEM.id:
        raise Unknown(f"These are the cases of {SYSTEM.id}, not of {name}.")
    return SYSTEM


def cases_of(path: Path) -> list[Case]:
    return read_cases(system_of, path)


CASES = [pytest.param(case, id=f"{path.name}::{case.name}") for path in FILES for case in cases_of(path)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case):
    assert run(case).failures == []


def test_every_worked_example_is_a_case():
    names = [case.name for path in FILES if path.name.startswith("examples") for case in cases_of(path)]
    assert {name.split()[0] for name in names} == {f"W{number}" for number in range(1, 17)}
