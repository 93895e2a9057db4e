"""Conformance cases: small positions, what is answered in them, and what must be so afterwards.

A case file is TOML. It names its `system`; an optional `[position]` is the ground on which its cases stand.
Each `[[case]]` has a `name`, the `clauses` it pins, a `[case.position]` in the vocabulary of a scenario, what
is played, and what is expected at the end:

    play = [
      "draw 7h", "activate rifles", "roll 4",                  # answers
      { no = "fire spears", clause = "los.height" },           # this answer is refused, by this clause
      { odds = "fire q", lost = { q = 1 }, chance = "1/6" },   # the exact odds of this answer
      { ask = "remove", seat = "red", offers = ["0406"] },     # what is so at this point
      { answer = "stand", seat = "red" },                      # an answer where several are asked at once
    ]
    expect = { state = { units = { natives = { at = "0604:1" } } } }

A case may begin with `scenario = "ridge"` (a file of the system's `scenarios`) or `like = "an earlier case"`;
what its own position says is then laid over that one (see `overlay`), and `without` leaves some of its units
out. What may stand in `expect`, and equally in a step, is told in `expectations`. A case that states `faults`
is not played: these clauses forbid its position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from zareba.engine.documents import Document, read_path
from zareba.engine.errors import Fault, Faulty, Illegal, Unknown, ZarebaError
from zareba.engine.expectations import CLAUSES, faults_in, look
from zareba.engine.game import Game
from zareba.engine.odds import odds
from zareba.engine.overlay import Piece, ids, overlay, piece, without
from zareba.engine.rulebook import rulebook_of
from zareba.engine.system import Json, System

SystemOf = Callable[[str], System]


class CaseResult(NamedTuple):
    """How a case came out: nothing in `failures` means that it passed."""

    name: str
    line: int
    failures: list[str]

    @property
    def passed(self) -> bool:
        return not self.failures


@dataclass
class Case:
    """One case as read, with everything that is wrong with the way it is written."""

    system: System
    name: str
    line: int
    data: Json
    position: Document
    faults: list[Fault] = field(default_factory=list)


def find_cases(path: Path) -> list[Path]:
    """The case files at this path: the file itself, or all in a folder."""
    if not path.exists():
        raise Unknown(f"There is no {path}.")
    if path.is_file():
        return [path]
    return [file for file in sorted(path.rglob("*.toml")) if file.parent.name == "cases" or _has_cases(file)]


def _has_cases(file: Path) -> bool:
    return any(line.startswith("[[case]]") for line in file.read_text("utf-8", errors="replace").splitlines())


def run_file(system_of: SystemOf, path: Path) -> list[CaseResult]:
    """Plays every case of a file; raises `Faulty` where the file as a whole is none."""
    return [run(case) for case in read_cases(system_of, path)]


def check_file(system_of: SystemOf, path: Path) -> list[Fault]:
    """Everything that is wrong with a case file, short of playing it."""
    try:
        return [fault for case in read_cases(system_of, path) for fault in case.faults]
    except Faulty as faulty:
        return faulty.faults


# --- reading ------------------------------------------------------------------------------------------------

_FILE = {"system", "note", "position", "case"}
_CASE = {"name", "clauses", "note", "play", "position", "scenario", "expect", "like", "without", "faults"}


def read_cases(system_of: SystemOf, path: Path) -> list[Case]:
    """Every case of a file, whether it can be played or not; raises `Faulty` where the file is none."""
    document = read_path(path)
    system = _system(system_of, document)
    known = set(rulebook_of(system)) if (system.folder / "rulebook.md").exists() else None
    cases: dict[str, Case] = {}
    for number in range(len(document.data["case"])):
        case = _read_case(system, document, number, cases)
        case.faults += [] if known is None else _strangers(case, known)
        cases.setdefault(case.name, case)
    return list(cases.values())


def _system(system_of: SystemOf, document: Document) -> System:
    data = document.data
    faults = [Fault(document.line(key), f"A case file has no '{key}'.") for key in data if key not in _FILE]
    if not _is_tables(data.get("case")):
        faults.append(Fault(document.line("case"), "A case file has one [[case]] or more."))
    if not isinstance(data.get("position", {}), dict):
        faults.append(Fault(document.line("position"), "The position of a file is a table."))
    try:
        system = system_of(data.get("system", ""))
    except ZarebaError as error:
        faults.append(Fault(document.line("system"), f"A case file names its system: {error}"))
    if faults:
        raise Faulty(document.name, faults)
    return system


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _read_case(system: System, document: Document, number: int, earlier: dict[str, Case]) -> Case:
    told = piece(document, "case", number)
    name = told.value.get("name", "")
    case = Case(system, str(name), told.line, told.value, Document(document.name, {}))
    if not name or not isinstance(name, str):
        case.name = f"case {number + 1}"
        case.faults.append(Fault(told.line, "A case has a name."))
    elif name in earlier:
        case.name = f"{name} (again)"
        case.faults.append(Fault(told.part("name").line, f"There are two cases called '{name}'."))
    case.faults += _shape(told)
    if not case.faults:
        try:
            case.position = _position(system, document, told, earlier)
            case.faults += _check(case, told)
        except Faulty as faulty:
            case.faults += faulty.faults
    return case


def _check(case: Case, told: Piece) -> list[Fault]:
    """What is wrong with the position; or, where the case expects faults, how they differ from those."""
    found = case.system.check(case.position)
    if "faults" not in told.value:
        return found
    clauses = sorted({fault.clause or fault.why for fault in found})
    if clauses == sorted(told.value["faults"]):
        return []
    expected = ", ".join(sorted(told.value["faults"]))
    return [Fault(told.line, f"Expected faults by {expected}, found {', '.join(clauses) or 'none'}.")]


def _position(system: System, document: Document, told: Piece, earlier: dict[str, Case]) -> Document:
    """The ground, and what this case says otherwise."""
    own = told.part("position", {})
    whole = overlay(_ground(system, document, told, earlier), own)
    for id in told.value.get("without", []):
        if id not in ids(whole):
            line = told.part("without").line
            raise Faulty(document.name, [Fault(line, f"There is no '{id}' to be left out.")])
    whole = without(whole, told.value.get("without", []))
    return Document(document.name, whole.value, {**whole.lines, (): own.line or told.line})


def _ground(system: System, document: Document, told: Piece, earlier: dict[str, Case]) -> Piece:
    """Where the case begins: an earlier case, a scenario, or the position of the file."""
    like, stem = told.value.get("like"), told.value.get("scenario")
    if like is not None:
        if like not in earlier:
            raise Faulty(document.name, [Fault(told.part("like").line, f"No case above is called '{like}'.")])
        return piece(earlier[like].position)
    if stem is not None:
        file = system.folder / "scenarios" / f"{stem}.toml"
        if not file.is_file():
            line = told.part("scenario").line
            raise Faulty(document.name, [Fault(line, f"The system has no scenario '{stem}'.")])
        return Piece(read_path(file).data)
    return piece(document, "position")


# --- what may be wrong with the way a case is written -------------------------------------------------------

_KINDS: dict[str, tuple[type, str]] = {
    "clauses": (list, "a list of clauses"),
    "play": (list, "a list of steps"),
    "position": (dict, "a table"),
    "expect": (dict, "a table"),
    "scenario": (str, "the name of a file"),
    "like": (str, "the name of a case"),
    "without": (list, "a list of ids"),
    "faults": (list, "a list of clauses"),
}


def _shape(told: Piece) -> list[Fault]:
    faults = [Fault(told.part(key).line, f"A case has no '{key}'.") for key in told.value if key not in _CASE]
    for key, (kind, words) in _KINDS.items():
        if key in told.value and not isinstance(told.value[key], kind):
            faults.append(Fault(told.part(key).line, f"'{key}' is {words}."))
    return faults or _content(told)


def _content(told: Piece) -> list[Fault]:
    steps, expect = told.part("play", []), told.part("expect", {})
    faults = [
        Fault(steps.line or told.line, f"Step {number} {why}")
        for number, step in enumerate(steps.value, 1)
        for why in _step_faults(step)
    ]
    faults += [Fault(expect.line, f"'expect' {why}") for why in faults_in(expect.value)]
    if told.value.get("faults"):
        return faults + [Fault(told.line, "What has faults is not played.")] * bool(steps.value or expect.value)
    if not expect.value and all(_is_answer(step) for step in steps.value):
        faults.append(Fault(told.line, "The case expects nothing, so it cannot fail."))
    return faults


def _step_faults(step: Any) -> Iterator[str]:
    if isinstance(step, str):
        return
    if not isinstance(step, dict) or not step:
        yield "is neither an answer nor a table that expects something."
    elif "answer" in step:
        yield from _stray(step, "answer", {"seat"})
    elif "no" in step:
        yield from _stray(step, "no", {"seat", "clause"})
        if not step.get("clause"):
            yield "does not say which clause refuses."
    elif "odds" in step:
        yield from _odds_faults(step)
    else:
        yield from faults_in(step)


def _stray(step: Json, kind: str, keys: set[str]) -> Iterator[str]:
    for key in step:
        if key not in keys and key != kind:
            yield f"has a '{key}', which does not go with '{kind}'."


def _odds_faults(step: Json) -> Iterator[str]:
    yield from _stray(step, "odds", {"chance", "mean", *_OF_NAMES, *_OF_PAIRS})
    counted = [key for key in step if key in _OF_NAMES or key in _OF_PAIRS]
    if ("mean" in step) == bool(counted) or bool(counted) != ("chance" in step):
        yield "states neither a 'mean' nor a 'chance' and what it is the chance of."
        return
    for key in counted:
        if key in _OF_PAIRS and not (isinstance(step[key], list) and len(step[key]) == 2):
            yield f"needs two names after '{key}'."
    for key in ("mean", *_OF_NAMES):
        if not isinstance(step.get(key, {"": 0}), dict) or step.get(key) == {}:
            yield f"needs names with numbers after '{key}'."
            return
    for share in [*step.get("mean", {}).values(), step.get("chance", 0)]:
        if not re.fullmatch(r"\d+(/[1-9]\d*)?", str(share)):
            yield f"says {share!r} where an exact fraction such as '1/6' stands."


def _strangers(case: Case, known: set[str]) -> list[Fault]:
    """Clauses that the case names and the rule book does not have."""
    strange = [clause for clause in dict.fromkeys(_clauses_in(case.data)) if clause not in known]
    return [Fault(case.line, f"The rule book has no clause '{clause}'.") for clause in strange]


def _clauses_in(data: Json) -> Iterator[str]:
    steps = data.get("play", [])
    for told in (data, data.get("expect", {}), *(steps if isinstance(steps, list) else [])):
        for key in ("clauses", "faults", "clause", *CLAUSES):
            named = told.get(key, []) if isinstance(told, dict) else []
            yield from map(str, named if isinstance(named, list) else [named])


# --- playing ------------------------------------------------------------------------------------------------


def run(case: Case) -> CaseResult:
    """Plays a case. An answer that is not accepted ends it: what follows was written for another position."""
    if case.faults:
        return CaseResult(case.name, case.line, [str(fault) for fault in case.faults])
    if "faults" in case.data:
        return CaseResult(case.name, case.line, [])
    game = begin(case)
    failures: list[str] = []
    for number, step in enumerate(case.data.get("play", []), 1):
        wrong = _take(game, step)
        failures += [f"Step {number}, {_title(step)}: {why}" for why in wrong]
        if wrong and _is_answer(step):
            return CaseResult(case.name, case.line, [*failures, "The rest was not played."])
    failures += [f"At the end: {why}" for why in look(game, case.data.get("expect", {}))]
    return CaseResult(case.name, case.line, failures)


def begin(case: Case) -> Game:
    """The game at the position of a case; everything that happens in it is told, and all chance waits."""
    state = case.system.setup(case.position.data, {})
    state.events = []
    return Game(case.system, state)


def _is_answer(step: Any) -> bool:
    return isinstance(step, str) or (isinstance(step, dict) and "answer" in step)


def _title(step: Any) -> str:
    if isinstance(step, str):
        return f"'{step}'"
    for kind, words in (("answer", "'{}'"), ("no", "no '{}'"), ("odds", "odds of '{}'")):
        if kind in step:
            return words.format(step[kind])
    return "what is so"


def _take(game: Game, step: Any) -> list[str]:
    """Plays one step and says what was not as it should be."""
    try:
        if isinstance(step, str):
            game.answer(step)
        elif "answer" in step:
            game.answer(step["answer"], step.get("seat"))
        elif "no" in step:
            return _refusal(game, step)
        elif "odds" in step:
            return _chances(game, step)
        else:
            return look(game, step)
    except Illegal as error:
        return [f"expected it to be accepted, but {error}"]
    except Unknown as error:
        return [str(error)]
    return []


def _refusal(game: Game, step: Json) -> list[str]:
    expected = f"expected refusal by {step['clause']}"
    try:
        game.clone().answer(step["no"], step.get("seat"))
    except Illegal as error:
        return [] if error.refusal.clause == step["clause"] else [f"{expected}, found: {error}"]
    except Unknown as error:
        return [f"{expected}, but no clause speaks of it: {error}"]
    return [f"{expected}, but it was accepted."]


# --- odds ---------------------------------------------------------------------------------------------------

Losses = dict[str, int]
Outcomes = list[tuple[Losses, Fraction]]

_OF_NAMES: dict[str, Callable[[int, int], bool]] = {
    "lost": lambda lost, number: lost == number,
    "at_least": lambda lost, number: lost >= number,
}
_OF_PAIRS: dict[str, Callable[[int, int], bool]] = {
    "more": lambda lost, other: lost > other,
    "equal": lambda lost, other: lost == other,
}


def _chances(game: Game, step: Json) -> list[str]:
    outcomes = [(dict(lost), share) for lost, share in odds(game, step["odds"]).items()]
    if "mean" in step:
        return [why for name, mean in step["mean"].items() for why in _mean(outcomes, name, Fraction(mean))]
    found = sum((share for lost, share in outcomes if _holds(lost, step)), Fraction(0))
    expected = Fraction(step["chance"])
    return [] if found == expected else [f"expected a chance of {expected}, found {found}"]


def _holds(lost: Losses, step: Json) -> bool:
    """Whether these losses are what the chance is asked of."""
    for key, test in _OF_NAMES.items():
        if not all(test(lost.get(name, 0), number) for name, number in step.get(key, {}).items()):
            return False
    pairs = [(test, *step[key]) for key, test in _OF_PAIRS.items() if key in step]
    return all(test(lost.get(one, 0), lost.get(other, 0)) for test, one, other in pairs)


def _mean(outcomes: Outcomes, name: str, expected: Fraction) -> list[str]:
    found = sum((lost.get(name, 0) * share for lost, share in outcomes), Fraction(0))
    return [] if found == expected else [f"expected {name} to lose {expected} on average, found {found}"]
