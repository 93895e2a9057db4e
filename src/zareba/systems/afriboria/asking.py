"""The questions of a battle: what is asked, and how the answers are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.ask import Option, Question, Throw
from zareba.systems.afriboria.faces import BATTLE
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot


def _yes_no(id: str, clause: str, prompt: str, yes: tuple[str, str], no: tuple[str, str]) -> Question:
    """A question about one piece (and perhaps another) with two answers; who does not answer says no."""

    def show(field: Field, about: Any, answer: bool) -> Option:
        piece = about[0] if isinstance(about, tuple) else about
        return Option(*(yes if answer else no), clause, field.units[piece].id)

    def words(field: Any, about: Any) -> str:
        piece = about[0] if isinstance(about, tuple) else about
        return prompt.format(field.units[piece].name)

    return Question(id, clause, words, show, lambda field, about, options: list(options).index(False))


OFFICER = _yes_no(
    "officer-die",
    "count.officer",
    "Does {} add his die?",
    ("with officer", "With the officer's die"),
    ("without", "Without it"),
)
FOLLOW = _yes_no(
    "breakthrough",
    "bt.voluntary",
    "Does {} break through?",
    ("follow", "Break through"),
    ("halt", "Stay where it is"),
)
LEADER = _yes_no(
    "leader-follows",
    "bt.commander",
    "Does {} go with them?",
    ("along", "He goes along"),
    ("stay", "He stays"),
)
AGAIN = _yes_no(
    "second-fight",
    "bt.second",
    "Does {} fight once more?",
    ("fight", "Fight once more"),
    ("halt", "Leave it at that"),
)
MOUNT = _yes_no(
    "mount",
    "cav.actions",
    "Does {} mount after its battle?",
    ("mount", "Mount"),
    ("stay", "Stay on foot"),
)


def _piece(field: Field, about: Any, slot: Slot) -> Option:
    if slot == NOBODY:
        return Option("leave it", "Leave it to the attacker", "battle.types")
    unit = field.units[slot]
    return Option(
        unit.id, f"{unit.name}, {unit.figures} figures", "battle.two-types", "", unit.id, (field.name(unit.cell),)
    )


def _stronger(field: Any, about: Any, options: Sequence[Slot]) -> int:
    strengths = [field.units[slot].figures if slot != NOBODY else -1 for slot in options]
    return strengths.index(max(strengths))


SUFFERS = Question(
    "suffers",
    "battle.two-types",
    lambda field, aim: f"Which unit in {field.name(aim.cell)} is the target?",
    _piece,
    _stronger,
)
STRIKES = Question(
    "strikes",
    "battle.two-types",
    lambda field, aim: f"Which unit in {field.name(aim.cell)} does it attack?",
    _piece,
    _stronger,
)


def _show_stand(field: Field, about: Any, to: Cell) -> Option:
    piece = field.units[about[0]].id
    if to < 0:
        return Option("stand", "Stand", "res.choice", piece)
    name = field.name(to)
    return Option(f"withdraw {name}", f"Withdraw to {name}", "retreat.voluntary", piece, cells=(name,))


STAND = Question(
    "stand",
    "res.choice",
    lambda field, about: f"{field.units[about[0]].name} is attacked: does it stand?",
    _show_stand,
)


def _show_sections(field: Field, about: Any, volley: Any) -> Option:
    notation = " ".join(f"{field.name(cell)}:{number}" for cell, number in volley)
    cells = tuple(field.name(cell) for cell, _ in volley)
    return Option(notation, f"Dice by section: {notation}", "siege.man-fire", field.units[about.slot].id, cells=cells)


SECTIONS = Question(
    "sections",
    "siege.man-fire",
    lambda field, aim: f"Which sections of {field.units[aim.slot].name} fire, with how many dice each?",
    _show_sections,
)
SECTION_ORDER = Question(
    "section-order",
    "siege.man-fire-detail",
    lambda field, aim: f"In which order do the sections of {field.units[aim.slot].name} fire?",
    lambda field, aim, volley: Option(
        " ".join(field.name(cell) for cell, _ in volley),
        ", then ".join(field.name(cell) for cell, _ in volley),
        "siege.man-fire-detail",
        field.units[aim.slot].id,
        cells=tuple(field.name(cell) for cell, _ in volley),
    ),
)
SAVES = Throw(
    "saves",
    "res.save-each",
    BATTLE,
    lambda field, about: f"{field.units[about[0]].name} saves.",
)
