"""The rule book is read line by line, and whatever mentions a clause is found."""

from pathlib import Path
from typing import Any, cast

import pytest

from zareba.engine.errors import Faulty
from zareba.engine.rulebook import Clause, coverage, folder_of_tests, read_rulebook
from zareba.engine.system import System

BOOK = """# A book

Text that mentions `fire.long` is no clause.

- `fire.long` [seed] At long range each pair of 6s kills.
- `fire.short` [ruling] At short range each 6 kills (see `fire.long`).
- `board.size` [seed] {descriptive: nothing is measured} A hex is 4 cm wide.
- **R1** (`fire.short`) is no clause either.
"""

CODE = '''
"""Fire, by `fire.short`."""

LONG = "fire.long"  # `board.size` in a comment is no citation
TEXT = "see fire.short"
'''

CASES = """
system = "mini"
[[case]]
name = "Long range"
clauses = ["fire.long"]
"""

TEST = """
import pytest

@pytest.mark.pins("fire.short", "fire.long")
def test_short(): ...
"""


class Mini:
    """As much of a system as its rule book needs."""

    id = "mini"

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "src" / "zareba" / "systems" / "mini"

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def mini(tmp_path: Path) -> Any:
    mini = Mini(tmp_path)
    mini.write("rulebook.md", BOOK)
    mini.write("fire.py", CODE)
    mini.write("cases/fire.toml", CASES)
    mini.write("../../../../tests/systems/mini/test_fire.py", TEST)
    return mini


def test_clauses_are_read_in_order_with_their_lines():
    clauses = read_rulebook(BOOK)
    assert list(clauses) == ["fire.long", "fire.short", "board.size"]
    assert clauses["fire.long"] == Clause("fire.long", "seed", "At long range each pair of 6s kills.", "", 5)
    assert clauses["board.size"].descriptive == "nothing is measured"
    assert clauses["board.size"].text == "A hex is 4 cm wide."


def test_everything_wrong_with_a_book_is_said_at_once():
    text = "- `fire.long` [seed] One.\n- `fire.long` [seed] Two.\n- `fire.short` Three.\n- `fire.x` [seed]\n"
    with pytest.raises(Faulty) as caught:
        read_rulebook(text)
    assert [fault.line for fault in caught.value.faults] == [2, 3, 4]
    assert str(caught.value.faults[0]) == "line 2: The clause fire.long stands in line 1 already."


@pytest.mark.parametrize("rest", ["{descriptive} Text.", "{why} Text.", "[other] Text.", "{descriptive: } Text."])
def test_a_clause_out_of_form_is_a_fault(rest: str):
    with pytest.raises(Faulty, match=r"fire\.long is not written in the form"):
        read_rulebook(f"- `fire.long` [seed] {rest}" if rest[0] == "{" else f"- `fire.long` {rest}")


def test_citations_stand_in_strings_docstrings_and_tables(mini: Any):
    cited = coverage(mini).cited
    assert cited == {"fire.short": ["fire.py:2"], "fire.long": ["fire.py:4"]}
    mini.write("tables.toml", 'weapon = [{ clause = "board.size" }]')
    mini.write("scenarios/a.toml", 'clause = "fire.short"')
    assert coverage(mini).cited == cited | {"board.size": ["tables.toml"]}


def test_pins_stand_in_cases_and_tests(mini: Any):
    pinned = coverage(mini).pinned
    assert pinned == {
        "fire.long": ["cases/fire.toml: Long range", "test_fire.py:4"],
        "fire.short": ["test_fire.py:4"],
    }


def test_tests_are_looked_for_beside_the_source(mini: Any, tmp_path: Path):
    assert folder_of_tests(cast(System, mini)) == tmp_path.resolve() / "tests" / "systems" / "mini"
    elsewhere = tmp_path / "elsewhere"
    assert coverage(mini, elsewhere).unpinned == ["fire.short"]


def test_a_clause_is_missing_unless_it_is_cited_and_pinned(mini: Any):
    assert coverage(mini).missing == []
    mini.write("cases/fire.toml", 'system = "mini"')
    mini.write("../../../../tests/systems/mini/test_fire.py", "")
    mini.write("fire.py", 'LONG = "fire.long"')
    found = coverage(mini)
    assert (found.uncited, found.unpinned) == (["fire.short"], ["fire.long", "fire.short"])
    assert found.missing == ["fire.long", "fire.short"]


def test_clauses_that_no_book_has_are_unknown(mini: Any):
    assert coverage(mini).unknown == {}
    mini.write("more.py", '"""By `fire.docs`."""\nCODE = "fire.code"\nOTHER = "water.code"\nFILE = "fire.long.code"')
    mini.write("tables.toml", 'clause = "fire.table"')
    mini.write("cases/more.toml", 'system = "mini"\n[[case]]\nname = "A"\nclauses = ["water.case"]')
    mini.write("../../../../tests/systems/mini/test_more.py", 'pytestmark = pytest.mark.pins("fire.test")')
    assert coverage(mini).unknown == {
        "fire.docs": ["more.py:1"],
        "fire.code": ["more.py:2"],
        "fire.long.code": ["more.py:4"],
        "fire.table": ["tables.toml"],
        "water.case": ["cases/more.toml: A"],
        "fire.test": ["test_more.py:1"],
    }
