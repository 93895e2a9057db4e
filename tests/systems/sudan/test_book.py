"""The rule book has what the specification has."""

from zareba.engine.cases import find_cases, read_cases
from zareba.engine.rulebook import coverage
from zareba.systems import system
from zareba.systems.sudan import SYSTEM


def test_the_rule_book_has_all_its_clauses():
    """137 clauses of the original and 205 rulings; two of them no program can enforce."""
    clauses = coverage(SYSTEM).clauses.values()
    assert [sum(clause.tag == tag for clause in clauses) for tag in ("seed", "ruling")] == [137, 205]
    assert sum(bool(clause.descriptive) for clause in clauses) == 2


def test_every_worked_example_is_a_case():
    files = [path for path in find_cases(SYSTEM.folder / "cases") if path.name.startswith("examples")]
    names = [case.name for path in files for case in read_cases(system, path)]
    assert {name.split()[0] for name in names} == {f"W{number}" for number in range(1, 17)}
