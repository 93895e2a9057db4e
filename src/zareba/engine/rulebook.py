"""The rule book of a system, and which of its clauses the code cites and the cases and tests pin.

A clause is *cited* where its id stands in the system's code as a string, in a docstring between backticks, or
in one of its tables. It is *pinned* where a case lists it, or a test with `@pytest.mark.pins("clause.id")`. A
clause that the program enforces must be both: somebody thought of it when the code was written, and something
fails when it breaks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from zareba.engine.documents import read_path
from zareba.engine.errors import Fault, Faulty
from zareba.engine.system import System

Places = dict[str, list[str]]
"""Where something is mentioned: clause ids, each with `file:line` or `file: name of the case`."""
Mention = tuple[str, str]
"""One clause id and its place."""


class Clause(NamedTuple):
    """One rule. `descriptive` says why no program can enforce it; it is empty where one can."""

    id: str
    tag: str
    text: str
    descriptive: str
    line: int


@dataclass(frozen=True)
class Coverage:
    """Where each clause of a rule book is cited and pinned, and what is mentioned although no book has it."""

    clauses: dict[str, Clause]
    cited: Places
    pinned: Places
    unknown: Places

    @property
    def uncited(self) -> list[str]:
        return [clause for clause in self._enforceable() if clause not in self.cited]

    @property
    def unpinned(self) -> list[str]:
        return [clause for clause in self._enforceable() if clause not in self.pinned]

    @property
    def missing(self) -> list[str]:
        return [id for id in self._enforceable() if id not in self.cited or id not in self.pinned]

    def _enforceable(self) -> list[str]:
        return [clause.id for clause in self.clauses.values() if not clause.descriptive]


# --- the book -----------------------------------------------------------------------------------------------

_ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+"
_BEGINS = re.compile(rf"^- `({_ID})`")
_CLAUSE = re.compile(rf"^- `{_ID}` \[(seed|ruling)\] (?:\{{descriptive: ([^}}]+)\}} )?([^\s{{].*)$")
_LITERAL = re.compile(_ID)
_TICKED = re.compile(rf"`({_ID})`")


def read_rulebook(text: str, name: str = "rulebook.md") -> dict[str, Clause]:
    """The clauses of a rule book in its order; raises `Faulty` with every line that is wrong."""
    clauses: dict[str, Clause] = {}
    faults: list[Fault] = []
    for number, line in enumerate(text.splitlines(), 1):
        if begins := _BEGINS.match(line):
            told = _read_clause(begins.group(1), line, number, clauses)
            if isinstance(told, Fault):
                faults.append(told)
            else:
                clauses[told.id] = told
    if faults:
        raise Faulty(name, faults)
    return clauses


def _read_clause(id: str, line: str, number: int, earlier: dict[str, Clause]) -> Clause | Fault:
    if id in earlier:
        return Fault(number, f"The clause {id} stands in line {earlier[id].line} already.")
    found = _CLAUSE.match(line)
    if found is None:
        form = "- `id` [seed] Text, with [seed] or [ruling] and perhaps {descriptive: why}"
        return Fault(number, f"The clause {id} is not written in the form: {form}.")
    tag, descriptive, text = found.groups()
    return Clause(id, tag, text.strip(), descriptive or "", number)


def rulebook_of(system: System) -> dict[str, Clause]:
    return read_rulebook((system.folder / "rulebook.md").read_text(encoding="utf-8"))


# --- what mentions it ---------------------------------------------------------------------------------------


def coverage(system: System, tests: Path | None = None) -> Coverage:
    """Reads the whole folder of a system, and its tests where they stand beside the source."""
    clauses, folder = rulebook_of(system), system.folder
    kinds = {id.split(".")[0] for id in clauses}
    mentions = chain(_in_code(folder), _in_tables(folder))
    cites = [mention for mention in mentions if mention[0].split(".")[0] in kinds]
    pins = [*_in_cases(folder), *_in_tests(tests or folder_of_tests(system))]
    unknown = [mention for mention in (*cites, *pins) if mention[0] not in clauses]
    return Coverage(clauses, _gather(cites, clauses), _gather(pins, clauses), _gather(unknown))


def folder_of_tests(system: System) -> Path:
    """The tests of a system in a working copy: `tests/systems/ID` for `src/zareba/systems/ID`."""
    return system.folder.resolve().parents[3] / "tests" / "systems" / system.id


def _gather(mentions: Iterable[Mention], only: Iterable[str] | None = None) -> Places:
    places: Places = {}
    for id, place in mentions:
        if only is None or id in only:
            places.setdefault(id, []).append(place)
    return places


def _in_code(folder: Path) -> Iterator[Mention]:
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            for clause in _named(node, prose=id(node) in prose):
                yield clause, f"{path.relative_to(folder).as_posix()}:{_line(node)}"


def _named(node: ast.AST, *, prose: bool) -> list[str]:
    """The clauses that a string names: between backticks in prose, as its whole value elsewhere."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return []
    if prose:
        return _TICKED.findall(node.value)
    return [node.value] if _LITERAL.fullmatch(node.value) else []


def _line(node: ast.AST) -> int:
    line: int = getattr(node, "lineno", 0)
    return line


def _in_tables(folder: Path) -> Iterator[Mention]:
    """The data files of the rules themselves: every TOML file that is neither a case nor a scenario."""
    for path in sorted(folder.rglob("*.toml")):
        within = path.relative_to(folder)
        if not {"cases", "scenarios"} & set(within.parts):
            for text in _texts(read_path(path).data):
                if _LITERAL.fullmatch(text):
                    yield text, within.as_posix()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _in_cases(folder: Path) -> Iterator[Mention]:
    for path in sorted((folder / "cases").rglob("*.toml")):
        for case in read_path(path).data.get("case", []):
            for clause in case.get("clauses", []):
                yield clause, f"{path.relative_to(folder).as_posix()}: {case.get('name', '')}"


def _in_tests(folder: Path) -> Iterator[Mention]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "pins":
                for word in node.args:
                    for clause in _named(word, prose=False):
                        yield clause, f"{path.name}:{node.lineno}"
