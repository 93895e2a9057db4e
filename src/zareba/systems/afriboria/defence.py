"""The defence throw: section 3.14 of the rule book. It is a small attack in return."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.afriboria.aim import refuse_depression, sees
from zareba.systems.afriboria.count import Aim, defence_reasons, reach_of
from zareba.systems.afriboria.faces import BATTLE, defence_tally
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Cell, Slot
from zareba.systems.afriboria.troops import MOTOR


async def defend(field: Field, aim: Aim, target: Slot, fired: tuple[Cell, ...], close: bool) -> None:
    """`def.when`: after the casualties and before any retreat. It kills at once, without a save (`def.kill`).

    At one of the sections that have fired, where a unit mans a wall (`siege.man-target`).
    """
    if field.rules.fastplay == "on" or refuse_defence(field, target, close):
        return
    marks = [post for post in sorted(fired) if may_answer(field, target, aim, post, close)]
    if not marks:
        return
    seat = field.owner(target)
    if not await Choice(seat, THROW, (True, False), (target, aim.slot)):
        return  # `def.decline`
    mark = await Choice(seat, SECTION, marks, (target, aim.slot))
    await _throw(field, aim, target, mark, close)


async def _throw(field: Field, aim: Aim, target: Slot, mark: Cell, close: bool) -> None:
    """`def.cap`, `def.vp`: no more than the thrower or the attacker has, and the last figure scores."""
    field.mark(defended=1 << target)
    number = total(defence_reasons(field, target, aim.cell, mark, close))
    tally = defence_tally(field, target, aim.slot, close)
    about = (target, aim.cell, mark, close)
    hits = await Roll(DEFENCE_DICE, number, tally, field.owner(target), about)
    assert isinstance(hits, int)
    field.tell("defence", "def.hit", "{unit} throws in defence and hits {hits}.", unit=target, hits=hits)
    own = sum(figures for post, figures in field.units[target].posts if post == aim.cell)
    there = sum(figures for post, figures in field.units[aim.slot].posts if post == mark)
    field.lose(aim.slot, min(hits, own, there), "def.kill", mark)


def refuse_defence(field: Field, slot: Slot, close: bool) -> Refusal | None:
    """`def.who`, `def.once`, `def.alive`: whether the unit throws at all."""
    unit = field.units[slot]
    if unit.troop.leads or not unit.posts:
        return Refusal("cdr.nco-no-fight", "A commander throws no defence die.")
    if field.turn.defended >> slot & 1:
        return Refusal("def.once", "It has thrown in this turn.")
    if unit.troop.flies or not unit.troop.dice:
        return Refusal("air.no-return", "It has nothing to throw with.")
    if unit.hidden:
        return Refusal("siege.exposed", "Unexposed figures throw no defence dice.")
    armed = unit.firearms or unit.troop.type == MOTOR
    if not close and not armed:
        return Refusal("battle.armed", "It has neither firearms nor bows.")
    return None


def may_answer(field: Field, slot: Slot, aim: Aim, mark: Cell, close: bool) -> bool:
    """`def.alive`: only if it could attack there: reach, sight, depressions, and a die left (`def.terrain-dice`)."""
    unit = field.units[slot]
    if not aim.cell >= 0 or not unit.mask >> aim.cell & 1:
        return False
    if field.ground.grid.distance(aim.cell, mark) > reach_of(unit):
        return False
    if close and mark != aim.start:
        return False
    if refuse_depression(field, unit, aim.cell, mark) or not sees(field, unit, aim.cell, mark):
        return False
    return total(defence_reasons(field, slot, aim.cell, mark, close)) > 0


# --- words -------------------------------------------------------------------------------------------------------


def _show(field: Field, about: Any, throws: bool) -> Option:
    words = ("throw", "Throw in defence") if throws else ("decline", "Throw nothing")
    return Option(*words, "def.who" if throws else "def.decline", field.units[about[0]].id)


def _show_section(field: Field, about: Any, cell: Cell) -> Option:
    name = field.name(cell)
    return Option(name, f"At the section in {name}", "siege.man-target", field.units[about[1]].id, cells=(name,))


def _why(field: Any, about: Any) -> list[Reason]:
    target, cell, mark, close = about
    return defence_reasons(field, target, cell, mark, close)


THROW = Question(
    "defend",
    "def.who",
    lambda field, about: f"Does {field.units[about[0]].name} throw in defence?",
    _show,
)
SECTION = Question(
    "defend-at",
    "siege.man-target",
    lambda field, about: f"At which section does {field.units[about[0]].name} throw?",
    _show_section,
)
DEFENCE_DICE = Throw(
    "defence",
    "def.who",
    BATTLE,
    lambda field, about: f"{field.units[about[0]].name} throws in defence.",
    _why,
)
