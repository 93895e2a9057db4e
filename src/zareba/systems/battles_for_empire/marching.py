"""A move, step by step, until its owner is content or it ends in a charge (section 10 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import apart
from zareba.boards.inches.written import inches
from zareba.engine.ask import Choice, Option, Place, Question
from zareba.engine.reasons import Refusal, total
from zareba.systems.battles_for_empire import drawings
from zareba.systems.battles_for_empire.aftermath import settle
from zareba.systems.battles_for_empire.aims import has_spot, plan_at, refuse_aim, spots
from zareba.systems.battles_for_empire.ambush import come_to_light
from zareba.systems.battles_for_empire.charging import charges, make_charge, refuse_charge
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of, rect_of
from zareba.systems.battles_for_empire.moves import (
    ADVANCE,
    BACK,
    CHARGE,
    DISMOUNT,
    FACE,
    FORM,
    LEAVE,
    LIMBER,
    MOUNT,
    PIVOT,
    RETIRE,
    STOP,
    UNLIMBER,
    WHEEL,
    Move,
    Step,
    at_any_bearing,
)
from zareba.systems.battles_for_empire.plans import Plan, outermost, rows_of
from zareba.systems.battles_for_empire.rows import TABLE
from zareba.systems.battles_for_empire.steps import AIMED, leave, make, plan_of, refuse_step, refuse_verb
from zareba.systems.battles_for_empire.troops import FORMS, TABLES

About = tuple[Move, str]


async def march(field: Field, move: Move) -> Move:
    """`move.path`: one step after another, as long as the allowance pays for them.

    Who comes upon an ambush stops there (`hidden.ambush`).
    """
    while move.members and field.units[move.lead].place == TABLE:
        step = await Choice(field.seat(field.units[move.lead].side), STEP, steps(field, move), move)
        if step.verb == STOP:
            break
        if step.verb in (CHARGE, LEAVE):
            end_with(field, move, step)
            break
        move = make(field, move, await _planned(field, move, step))
        if come_to_light(field):
            break
    settle(field)
    return move


def end_with(field: Field, move: Move, step: Step) -> None:
    """The last step of a move: a charge, or off the table."""
    if step.verb == LEAVE:
        return leave(field, move.lead)
    charge = charges(field, move)[step.target]
    if charge.turn:
        make(field, move, charge.turn)
    return make_charge(field, charge)


async def _planned(field: Field, move: Move, step: Step) -> Plan:
    """What a step will be: of an aimed one, where it leads is asked first."""
    if step.verb not in AIMED:
        return plan_of(field, move, step)
    seat = field.seat(field.units[move.lead].side)
    x, y = await Place(
        seat,
        AIM[step.verb],
        spots(field, move, step.verb),
        lambda at: _refuse(field, move, step.verb, at),
        (move, step.verb),
    )
    return plan_at(field, move, step.verb, (x, y))


def _refuse(field: Field, move: Move, verb: str, at: tuple[int, ...]) -> Refusal | None:
    return refuse_aim(field, move, verb, (at[0], at[1]))


# --- what may be done next -----------------------------------------------------------------------------------------


def steps(field: Field, move: Move) -> list[Step]:
    """Every kind of step that can be made now, and to stop."""
    alone = len(move.members) == 1 and move.kind != BACK
    found = [Step(CHARGE, "", foe) for foe in charges(field, move)] if alone else []
    found += [Step(verb) for verb in AIMED if has_spot(field, move, verb)]
    found += [step for step in unaimed(field, move) if refuse_step(field, move, step) is None]
    return [*found, Step(STOP)]


def unaimed(field: Field, move: Move) -> list[Step]:
    """Steps of which there is no choice but whether."""
    unit = field.units[move.lead]
    if move.kind != "plain":
        return []
    if unit.troop.gun:
        steps = [Step(LIMBER), Step(UNLIMBER)]
    else:
        steps = [Step(FORM, name) for name in formations(unit.troop.style, unit.mounted)]
        steps += [Step(MOUNT), Step(DISMOUNT)] if unit.troop.dismounts else []
    return steps + [Step(LEAVE, edge) for edge in field.terms.exits[unit.side]]


def formations(style: str, mounted: bool) -> list[str]:
    names: list[str] = TABLES["styles"][style]["mounted" if mounted else "foot"]
    return names


# --- a Fanatic Charge ----------------------------------------------------------------------------------------------


async def storm(field: Field, move: Move) -> None:
    """`result.fanatic-duty`: it charges whom it can reach, or goes with all its might for the nearest enemy it sees."""
    found = charges(field, move)
    if found:
        targets = [Step(CHARGE, "", foe) for foe in found]
        step = await Choice(field.seat(field.units[move.lead].side), STORM, targets, move)
        end_with(field, move, step)
    else:
        press_on(field, move)
    settle(field)


def press_on(field: Field, move: Move) -> None:
    """As near as it can to the nearest enemy it sees, step after step."""
    for _ in range(3):
        plan = _nearer(field, move)
        if plan is None:
            return
        move = make(field, move, plan)


def _nearer(field: Field, move: Move) -> Plan | None:
    """The step that brings it nearest, if any brings it nearer: an advance, or a wheel towards him."""
    rect = field.rect(min(move.seen[0], key=lambda foe: apart(field.rect(move.lead), field.rect(foe)).fine))
    now = apart(field.rect(move.lead), rect).fine
    plans = [plan_at(field, move, ADVANCE, at) for at in spots(field, move, ADVANCE)]
    if not move.last:
        plans += [plan_at(field, move, WHEEL, at) for at in spots(field, move, WHEEL)]
    best = min(plans, key=lambda plan: apart(rect_of(plan.rows[0]), rect).fine, default=None)
    return best if best and apart(rect_of(best.rows[0]), rect).fine < now else None


# --- words ---------------------------------------------------------------------------------------------------------

VERBS = {
    ADVANCE: ("move.advance", "Advances"),
    WHEEL: ("move.wheel", "Wheels"),
    FACE: ("move.face", "Turns to another facing"),
    RETIRE: ("move.retire", "Retires"),
    FORM: ("move.form", "Forms"),
    MOUNT: ("move.mount", "Mounts"),
    DISMOUNT: ("move.mount", "Dismounts"),
    PIVOT: ("gun.unlimbered-steps", "Pivots"),
    LIMBER: ("gun.limber", "Limbers up"),
    UNLIMBER: ("gun.limber", "Makes ready for action"),
    LEAVE: ("move.exit", "Leaves the table"),
    STOP: ("result.up-to", "Stops here"),
}


def _show(field: Field, move: Move, step: Step) -> Option:
    unit = field.units[move.lead]
    if step.verb == CHARGE:
        foe = field.units[step.target]
        return Option(
            f"charge {foe.id}", f"Charges {foe.name}{_how(field, move, step)}", "charge.define", unit.id, foe.id
        )
    clause, words = VERBS[step.verb]
    if step.verb == FORM:
        cost = total(list(plan_of(field, move, step).cost))
        return Option(f"form {step.what}", f"{words} {FORMS[step.what]} ({inches(cost)})", clause, unit.id)
    if step.verb == LEAVE:
        return Option(f"leave {step.what}", f"{words} over the {step.what} edge", clause, unit.id)
    return Option(step.verb, words, clause, unit.id)


def _how(field: Field, move: Move, step: Step) -> str:
    """How a charge goes: its length, the turn before it, and where it strikes."""
    charge = charges(field, move).get(step.target)
    if charge is None:
        return ""
    turn = {WHEEL: ", wheeling first", FACE: ", turning first"}[charge.turn.verb] if charge.turn else ""
    where = {"front": "", "flank": ", in the flank", "rear": ", from behind"}[charge.zone]
    return f" ({inches(distance(*charge.way))}{turn}{where})"


def _refused(field: Field, move: Move) -> list[tuple[Option, Refusal]]:
    found = [(_show(field, move, step), refuse_step(field, move, step)) for step in unaimed(field, move)]
    for verb in AIMED:
        if not has_spot(field, move, verb):
            why = refuse_verb(field, move, verb) or Refusal("move.path", "There is nowhere to go with what is left.")
            found.append((_show(field, move, Step(verb)), why))
    if len(move.members) == 1 and not field.units[move.lead].troop.gun:
        onsets = [(Step(CHARGE, "", foe), refuse_charge(field, move, foe)) for foe in field.enemies(move.lead)]
        found += [(_show(field, move, step), refusal) for step, refusal in onsets]
    return [(option, refusal) for option, refusal in found if refusal]


def _prompt(field: Field, move: Move) -> str:
    unit = field.units[move.lead]
    others = len(move.members) - 1
    who = unit.name + (f" and {others} more" if others else "")
    return f"{who}: {inches(max(0, move.left))} of {inches(move.whole)} left. What next?"


def _last(field: Any, about: Any, options: Any) -> int:
    return len(options) - 1


def _hints(field: Field, move: Move) -> dict[str, Any]:
    unit = field.units[move.lead]
    shapes = [drawings.reach(unit, max(0, move.left), at_any_bearing(move, unit))]
    if not unit.troop.gun:
        shapes.append(drawings.charge_lane(unit, max(1, move.left)))
    return {"shapes": shapes}


def _trace(field: Field, move: Move, step: Step) -> dict[str, Any]:
    """What a step would come to, if no place is to be named for it."""
    if step.verb == CHARGE:
        charge = charges(field, move)[step.target]
        return _drawn([drawings.outline(rect_of(charge.row), "ghost"), drawings.path("way", *charge.way),
                       *drawings.touched(field, (step.target,))], charge.cost)  # fmt: skip
    if step.verb in (*AIMED, STOP, LEAVE):
        return {}
    plan = plan_of(field, move, step)
    return _drawn([drawings.outline(rect_of(row), "ghost") for row in plan.rows], plan.cost)


def _drawn(shapes: list[Any], cost: Any) -> dict[str, Any]:
    return {"shapes": shapes, "notes": drawings.notes(list(cost), lengths=True)}


def _aim_hints(field: Field, about: About) -> dict[str, Any]:
    move, verb = about
    unit = field.units[move.lead]
    ids = [field.units[slot].id for slot in move.members]
    told = {"piece": unit.id, "facing": False} | ({"group": ids} if len(ids) > 1 else {})
    if verb in (ADVANCE, RETIRE):
        return told | {
            "shapes": [drawings.reach(unit, max(0, move.left), verb == RETIRE or at_any_bearing(move, unit))]
        }
    if verb == WHEEL:
        rows = rows_of(field, move)
        return told | {"toward": True, "pivots": [list(outermost(rows, side)) for side in (-1, 1)]}
    return told | {"toward": True, "pivot": list(centre_of(unit))}


def _aim_trace(field: Field, about: About, at: tuple[int, ...]) -> dict[str, Any]:
    move, verb = about
    plan = plan_at(field, move, verb, (at[0], at[1]))
    ways = [drawings.path("way", *way) for way in plan.ways]
    return _drawn([*[drawings.outline(rect_of(row), "ghost") for row in plan.rows], *ways], plan.cost)


def _show_aim(field: Field, about: About, at: Point) -> Option:
    move, verb = about
    plan = plan_at(field, move, verb, (at[0], at[1]))
    cost = inches(total(list(plan.cost)))
    row = plan.rows[0]
    where = f"{inches(row.x)}, {inches(row.y)}" if verb in (ADVANCE, RETIRE) else f"facing {row.facing // 10} degrees"
    return Option(f"{at[0]} {at[1]}", f"To {where} ({cost})" if verb in (ADVANCE, RETIRE) else f"Then {where} ({cost})",
                  VERBS[verb][0], field.units[move.lead].id)  # fmt: skip


def _aim_prompt(words: str) -> Any:
    return lambda field, about: words.format(field.units[about[0].lead].name, inches(max(0, about[0].left)))


STEP = Question("step", "move.path", _prompt, _show, _last, _refused, _hints, _trace)
STORM = Question(
    "storm",
    "result.fanatic-duty",
    lambda field, move: f"{field.units[move.lead].name} charges fanatically: whom?",
    _show,
    trace=_trace,
)
ASKED = {
    ADVANCE: "Where does {} go? It has {} left.",
    RETIRE: "How far does {} go back? It has {} left, and an inch costs two.",
    WHEEL: "What does {} wheel towards?",
    FACE: "What does {} turn to?",
    PIVOT: "What does {} pivot towards?",
}
AIM = {
    verb: Question(verb, VERBS[verb][0], _aim_prompt(words), _show_aim, hints=_aim_hints, trace=_aim_trace)
    for verb, words in ASKED.items()
}
