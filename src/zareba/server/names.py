"""Names that strangers give: one spelling, one line, and nothing in them that hides or overflows."""

from __future__ import annotations

from itertools import groupby
from unicodedata import category, normalize

from zareba.server.errors import Malformed

LONGEST = 40
MARKS_IN_A_ROW = 2
_HIDING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def check_name(text: str) -> str:
    """The name in Unicode's NFC with single spaces; raises `Malformed` where it is no fit name."""
    name = " ".join(word for word in normalize("NFC", text).split(" ") if word)
    if any(category(letter) in _HIDING for letter in name):
        raise Malformed("A name has no invisible characters, and none that turn the writing round.")
    bare = [letter for letter in name if not category(letter).startswith("M")]
    if not 1 <= len(bare) <= LONGEST or bare[0].isspace():
        raise Malformed(f"A name has 1 to {LONGEST} characters.")
    if _longest_run_of_marks(name) > MARKS_IN_A_ROW:
        raise Malformed(f"A letter in a name has at most {MARKS_IN_A_ROW} marks.")
    return name


def _longest_run_of_marks(name: str) -> int:
    runs = groupby(name, lambda letter: category(letter).startswith("M"))
    return max((len(list(run)) for marks, run in runs if marks), default=0)
