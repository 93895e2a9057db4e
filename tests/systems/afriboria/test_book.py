"""The rule book has what the specification has."""

from zareba.engine.rulebook import coverage
from zareba.systems.afriboria import SYSTEM


def test_the_rule_book_has_all_its_clauses():
    """229 clauses of the original; what it left open is settled by rulings."""
    clauses = coverage(SYSTEM).clauses.values()
    assert sum(clause.tag == "seed" for clause in clauses) == 229
    assert sum(clause.tag == "ruling" for clause in clauses) >= 181
