"""The rule book has what the specification has."""

from zareba.engine.rulebook import coverage
from zareba.systems.battles_for_empire import SYSTEM


def test_the_rule_book_has_all_its_clauses():
    """111 clauses of the sheets and 240 rulings, and three about the table; a program can enforce every one of them."""
    clauses = coverage(SYSTEM).clauses.values()
    assert [sum(clause.tag == tag for clause in clauses) for tag in ("seed", "ruling")] == [111, 243]
    assert not any(clause.descriptive for clause in clauses)
