"""Every conformance case of the rule system: the cases themselves stand beside the rules they pin."""

from pathlib import Path

import pytest

from zareba.engine.cases import Case, find_cases, read_cases, run
from zareba.engine.errors import Unknown
from zareba.engine.system import System
from zareba.systems.afriboria import SYSTEM

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


def test_every_section_has_its_cases():
    assert len(FILES) >= 9
    assert len(CASES) > 170
