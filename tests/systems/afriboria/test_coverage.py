"""Every clause of the rule book is cited where the rules are written, and pinned by a case or a test."""

from zareba.engine.rulebook import coverage
from zareba.systems.afriboria import SYSTEM


def test_nothing_is_missing():
    found = coverage(SYSTEM)
    assert found.uncited == []
    assert found.unpinned == []
    assert found.missing == []


def test_nothing_is_unknown():
    assert coverage(SYSTEM).unknown == {}


def test_the_rule_book_has_all_its_clauses():
    """229 clauses of the original; what it left open is settled by rulings."""
    clauses = coverage(SYSTEM).clauses.values()
    assert sum(clause.tag == "seed" for clause in clauses) == 229
    assert sum(clause.tag == "ruling" for clause in clauses) >= 181
