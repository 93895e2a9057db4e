"""Every clause of the rule book is cited where the rules are written, and pinned by a case or a test."""

from zareba.engine.rulebook import coverage
from zareba.systems.sudan import SYSTEM


def test_nothing_is_missing():
    found = coverage(SYSTEM)
    assert found.uncited == []
    assert found.unpinned == []


def test_nothing_is_unknown():
    assert coverage(SYSTEM).unknown == {}


def test_the_rule_book_has_all_its_clauses():
    """137 clauses of the original and 202 rulings; two of them no program can enforce."""
    clauses = coverage(SYSTEM).clauses.values()
    assert [sum(clause.tag == tag for clause in clauses) for tag in ("seed", "ruling")] == [137, 202]
    assert sum(bool(clause.descriptive) for clause in clauses) == 2


def test_every_convention_of_the_table_is_a_clause():
    assert set(SYSTEM.conventions.values()) <= set(coverage(SYSTEM).clauses)
