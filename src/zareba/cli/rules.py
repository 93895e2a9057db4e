"""`zareba rules`: the rule book, one clause of it, and what in the program mentions it."""

from __future__ import annotations

import argparse
from typing import Any

from zareba.cli.find import find_system
from zareba.cli.screen import Screen
from zareba.cli.words import counted, suggestion
from zareba.engine.errors import Unknown
from zareba.engine.rulebook import Clause, Coverage, coverage, rulebook_of
from zareba.engine.system import System


def add(commands: Any) -> None:
    rules = commands.add_parser(
        "rules",
        help="the rule book, or one clause of it",
        description="Shows a rule book, or one clause with the places in the program that cite and pin it.",
    )
    rules.add_argument("system", metavar="SYSTEM")
    rules.add_argument("clause", nargs="?", metavar="CLAUSE", help="such as move.double, or all of move")
    rules.add_argument("--coverage", action="store_true", help="which clauses the code cites and the cases pin")
    rules.add_argument("--json", action="store_true", help="for programs")
    rules.set_defaults(run=show_rules)


def show_rules(args: argparse.Namespace, screen: Screen) -> int:
    rules = find_system(args.system)
    if args.coverage:
        return _show_coverage(coverage(rules), screen, args.json)
    if args.clause:
        return _show_clauses(rules, args.clause, screen, args.json)
    if args.json:
        screen.json([_clause(clause) for clause in rulebook_of(rules).values()])
    else:
        screen.markdown((rules.folder / "rulebook.md").read_text(encoding="utf-8"))
    return 0


def find_clauses(rules: System, name: str) -> list[Clause]:
    """A clause by its id, or all that begin with it: `move` is `move.allowance`, `move.hex` and so on."""
    book = rulebook_of(rules)
    if name in book:
        return [book[name]]
    found = [clause for clause in book.values() if clause.id.startswith(name.rstrip(".") + ".")]
    if not found:
        raise Unknown(f"The rule book of {rules.id} has no clause {name!r}.{suggestion(name, book)}")
    return found


def tell_clause(clause: Clause, screen: Screen) -> None:
    screen.parts((clause.id, "bold"), (f"  [{clause.tag}]", "dim"))
    screen.say(clause.text)
    if clause.descriptive:
        screen.say(f"(Not for a program to enforce: {clause.descriptive})", "dim")


def _show_clauses(rules: System, name: str, screen: Screen, json: bool) -> int:
    clauses = find_clauses(rules, name)
    covered = coverage(rules)
    if json:
        shown = [_clause(clause, covered) for clause in clauses]
        screen.json(shown[0] if clauses[0].id == name else shown)
        return 0
    for clause in clauses:
        tell_clause(clause, screen)
        if clause.id == name:
            _tell_places("Cited by", covered.cited.get(name, []), screen)
            _tell_places("Pinned by", covered.pinned.get(name, []), screen)
        screen.say()
    return 0


def _tell_places(what: str, places: list[str], screen: Screen) -> None:
    screen.say(f"{what}: {'; '.join(places) or 'nothing'}", "dim")


def _clause(clause: Clause, covered: Coverage | None = None) -> dict[str, Any]:
    told: dict[str, Any] = clause._asdict()
    if covered:
        told |= {"cited": covered.cited.get(clause.id, []), "pinned": covered.pinned.get(clause.id, [])}
    return told


def _show_coverage(covered: Coverage, screen: Screen, json: bool) -> int:
    if json:
        screen.json(
            {
                "clauses": len(covered.clauses),
                "cited": len(covered.cited),
                "pinned": len(covered.pinned),
                "missing": covered.missing,
                "uncited": covered.uncited,
                "unpinned": covered.unpinned,
                "unknown": sorted(covered.unknown),
            }
        )
        return 0
    _tell_list("Cited by no code", covered.uncited, screen)
    _tell_list("Pinned by no case or test", covered.unpinned, screen)
    _tell_list("Mentioned, but in no rule book", sorted(covered.unknown), screen)
    descriptive = sum(bool(clause.descriptive) for clause in covered.clauses.values())
    screen.say(
        f"{counted(len(covered.clauses), 'clause')}, {descriptive} of them descriptive; "
        f"{len(covered.cited)} cited, {len(covered.pinned)} pinned, {len(covered.missing)} missing"
    )
    return 0


def _tell_list(what: str, clauses: list[str], screen: Screen) -> None:
    if clauses:
        screen.say(f"{what}:", "bold")
        screen.say(f"  {'  '.join(clauses)}")
