"""What is printed for a real table: cards to cut out, and reference sheets."""

from zareba.lab.paper.booklet import SHEET, parts_of, write

__all__ = ["SHEET", "parts_of", "write"]
