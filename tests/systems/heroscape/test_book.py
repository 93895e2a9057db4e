"""The rule book has what the specification has."""

from zareba.engine.rulebook import coverage
from zareba.systems.heroscape import SYSTEM


def test_the_rule_book_has_all_its_clauses():
    """76 clauses of the original and 140 rulings; nine of them no program can enforce."""
    clauses = coverage(SYSTEM).clauses.values()
    assert [sum(clause.tag == tag for clause in clauses) for tag in ("seed", "ruling")] == [76, 140]
    assert sum(bool(clause.descriptive) for clause in clauses) == 9
