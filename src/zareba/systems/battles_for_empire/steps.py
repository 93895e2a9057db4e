"""The steps of a move that need no aim: what each would be, what forbids it, and how a planned step is made.

Where an advance, a retirement or a turn goes is asked with `Place`; here is what the others need: changes of formation
and of mounting, limbering, leaving the table (section 10 of the rule book).
"""

from __future__ import annotations

from zareba.boards.inches.angles import Point, about_within_arc, turn
from zareba.boards.inches.distances import distance
from zareba.boards.inches.written import inches
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.battles_for_empire.charging import rise, through
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import rect_of
from zareba.systems.battles_for_empire.harm import disorder
from zareba.systems.battles_for_empire.moves import (
    ADVANCE,
    BACK,
    DISMOUNT,
    FACE,
    FORM,
    LAST,
    LEAVE,
    LIMBER,
    MOUNT,
    PIVOT,
    RETIRE,
    SHUFFLE,
    STOP,
    UNLIMBER,
    WHEEL,
    Move,
    Step,
    at_any_bearing,
    mover_of,
)
from zareba.systems.battles_for_empire.plans import AHEAD, CHANGE, Plan, changed, faced, refuse, rows_of
from zareba.systems.battles_for_empire.rows import CHANGED, LEFT, MOVED, PIVOTED, Slot, Unit
from zareba.systems.battles_for_empire.tokens import unit_gone
from zareba.systems.battles_for_empire.troops import (
    ARTILLERY,
    FORMS,
    GUN,
    LIMBERED,
    SKIRMISH,
    SQUARE,
    formations_of,
    usual_formation,
)

AIMED = (ADVANCE, WHEEL, FACE, RETIRE, PIVOT)
"""Steps for which a place is asked."""
EDGES = {"west": (0, -1), "east": (0, 1), "south": (1, -1), "north": (1, 1)}


# --- what a step would be ------------------------------------------------------------------------------------------


def plan_of(field: Field, move: Move, step: Step) -> Plan:
    """The plan of a change of formation, of mounting, or of a gun's state."""
    if step.verb == FORM:
        rows = tuple([row._replace(formation=step.what) for row in rows_of(field, move)])
        return Plan(FORM, rows, tuple([(rect_of(row),) for row in rows]), (form_cost(field, move, step.what),))
    unit = field.units[move.lead]
    if step.verb in (MOUNT, DISMOUNT):
        mounted = step.verb == MOUNT
        row = unit._replace(mounted=mounted, formation=usual_formation(unit.troop, mounted))
        return changed(field, step.verb, row, mount_cost(move))
    if step.verb == LIMBER:
        row, cost = unit._replace(formation=LIMBERED), Reason(0, "gun.limber", "half a limbered move remains")
    else:
        row, cost = unit._replace(formation=GUN), Reason(half(unit), "gun.limber", "half a limbered move")
    return changed(field, step.verb, row, cost)


def form_cost(field: Field, move: Move, formation: str) -> Reason:
    """`move.form`, `move.penalty`; free by `result.free-change`; a whole move by `form.native-skirmish`."""
    if is_slow_skirmish(field, move, formation):
        return Reason(move.left, "form.native-skirmish", "the whole move")
    if move.free:
        return Reason(0, "result.free-change", "a change of formation, free")
    return Reason(CHANGE, "move.form", "a change of formation")


def is_slow_skirmish(field: Field, move: Move, formation: str) -> bool:
    """`form.native-skirmish`: Assault units into Skirmish or out of it; all others pay as usual
    (`form.fickle-skirmish`)."""
    rows = rows_of(field, move)
    return any([row.troop.assault and SKIRMISH in (row.formation, formation) for row in rows])


def mount_cost(move: Move) -> Reason:
    if move.mounts:
        return Reason(0, "result.boer-mount", "mounting or dismounting, free")
    return Reason(CHANGE, "move.mount", "mounting or dismounting")


def half(unit: Unit) -> int:
    """`gun.limber`: half the limbered allowance."""
    limbered: int = unit.troop.weapon["moves"][0] // 2
    return limbered


# --- what forbids it -------------------------------------------------------------------------------------------------


def refuse_verb(field: Field, move: Move, verb: str) -> Refusal | None:
    """Why a move may not go on with such a step at all, wherever it led."""
    rows = rows_of(field, move)
    if move.kind == LAST:
        return Refusal("group.block", "A block's steps are made: now its members charge, or stand.")
    if move.kind == BACK:
        return _refuse_back(move, verb)
    if move.kind == SHUFFLE:
        done = verb != ADVANCE or move.last
        return Refusal("square.brigade-move", "A brigade square makes one advance, and nothing else.") if done else None
    if any([row.formation == SQUARE for row in rows]) and verb != FORM:
        return Refusal("square.company", "A company square only changes formation.")
    if any([row.troop.assault and row.skirmishing for row in rows]) and verb != FORM:
        return Refusal("form.native-skirmish-still", "Assault troops in Skirmish do nothing but leave it.")
    if verb in (WHEEL, FACE, RETIRE) and any([row.formation == GUN for row in rows]):
        return Refusal("gun.unlimbered-steps", "Unlimbered, it advances at any bearing, and pivots.")
    if verb == PIVOT and (rows[0].formation != GUN or move.turned or len(rows) > 1):
        return Refusal("gun.unlimbered-steps", "Guns and MGs ready for action pivot once a turn.")
    return None


def _refuse_back(move: Move, verb: str) -> Refusal | None:
    """`conduct.break-off`: straight back, then face any way."""
    if (verb, move.last) not in ((RETIRE, ""), (FACE, RETIRE)):
        return Refusal("conduct.break-off", "Who breaks off goes straight back, and then faces any way.")
    return None


def refuse_step(field: Field, move: Move, step: Step) -> Refusal | None:
    """Why a step that needs no aim cannot be made now."""
    if refusal := refuse_verb(field, move, step.verb) or _BARRED[step.verb](field, move, step):
        return refusal
    if step.verb in (STOP, LEAVE):
        return None
    return refuse(field, move, plan_of(field, move, step))


def _refuse_form(field: Field, move: Move, step: Step) -> Refusal | None:
    """`move.form`, `form.close`, `form.massed`, `form.loose`, `form.dismounted`."""
    for row in rows_of(field, move):
        if row.troop.gun or step.what not in formations_of(row.troop, row.mounted):
            return Refusal(f"form.{_style(row)}", f"{row.name} has no such formation.")
        if row.formation == step.what:
            return Refusal("move.form", f"{row.name} is in it already.")
    if move.formed:
        return Refusal("move.form", "It has changed formation in this move.")
    if is_slow_skirmish(field, move, step.what) and move.last:
        return Refusal("form.native-skirmish", "That takes the whole move.")
    return None


def _style(row: Unit) -> str:
    return (
        "dismounted" if row.troop.dismounts and not row.mounted else row.troop.style if not row.troop.gun else "close"
    )


def _refuse_seat(field: Field, move: Move, step: Step) -> Refusal | None:
    """`move.mount`."""
    unit = field.units[move.lead]
    if not unit.troop.dismounts or unit.mounted == (step.verb == MOUNT):
        return Refusal("move.mount", "It cannot.")
    if move.seated or len(move.members) > 1:
        return Refusal("move.mount", "It mounts or dismounts once in a move, and by itself.")
    return None


def _refuse_hitch(field: Field, move: Move, step: Step) -> Refusal | None:
    """`gun.limber`: the other half of the allowance is moved limbered, before unlimbering or after limbering."""
    unit = field.units[move.lead]
    if not unit.troop.gun or unit.limbered == (step.verb == LIMBER) or len(move.members) > 1:
        return Refusal("gun.limber", "It is so already.")
    if unit.has(CHANGED) or (step.verb == LIMBER and move.last not in ("", PIVOT)):
        return Refusal("gun.limber", "Half a limbered move is not left for it.")
    return None


def _refuse_leave(field: Field, move: Move, step: Step) -> Refusal | None:
    """`move.exit`: over an edge that the scenario names, with what is left of the move."""
    unit = field.units[move.lead]
    if step.what not in field.terms.exits[unit.side] or len(move.members) > 1 or move.fanatic:
        return Refusal("move.exit", "It may not leave there.")
    axis, way = EDGES[step.what]
    end = 0 if way < 0 else (field.ground.width, field.ground.depth)[axis]
    goal: Point = (end, unit.y) if axis == 0 else (unit.x, end)
    if not at_any_bearing(move, unit) and not about_within_arc(unit.at, unit.facing, AHEAD, goal):
        return Refusal("move.advance", "That edge is not before its front.")
    if refusal := field.ground.refuse_way(mover_of(field, unit), unit.at, goal):
        return refusal
    spent = total(field.ground.costs(mover_of(field, unit), unit.at, goal))
    return Refusal("move.path", "The edge is farther than what is left.") if spent > move.left else None


def _refuse_stop(field: Field, move: Move, step: Step) -> Refusal | None:
    return None


_BARRED = {
    FORM: _refuse_form,
    MOUNT: _refuse_seat,
    DISMOUNT: _refuse_seat,
    LIMBER: _refuse_hitch,
    UNLIMBER: _refuse_hitch,
    LEAVE: _refuse_leave,
    STOP: _refuse_stop,
}


# --- making it -------------------------------------------------------------------------------------------------------


def make(field: Field, move: Move, plan: Plan) -> Move:
    """Makes a step that nothing forbids, and tells what is left of the move.

    Who lay down stands up (`gtg.leave`); the ground and friends disorder (`terrain.disorder`); whoever makes
    a step has moved (`move.flag`).
    """
    through(field, move.members, plan.sweeps)
    for index, slot in enumerate(move.members):
        rise(field, slot)
        if plan.ways:
            clause, _ = field.ground.disorders(mover_of(field, field.units[slot]), *plan.ways[index])
            if clause:
                disorder(field, slot, clause)
        before, row = field.units[slot], plan.rows[index]
        field.put(slot, row._replace(marks=before.marks | _mark(before, plan.verb)))
        _tell(field, slot, plan, before)
    return _after(field, move, plan)


def _mark(unit: Unit, verb: str) -> int:
    """A pivot by artillery is none of the steps that count as moving (`move.flag`)."""
    if verb == PIVOT and unit.troop.arm == ARTILLERY:
        return PIVOTED
    return MOVED | CHANGED if verb in (LIMBER, UNLIMBER) else MOVED


def _tell(field: Field, slot: Slot, plan: Plan, before: Unit) -> None:
    if field.events is not None:
        clause, words = TOLD[plan.verb]
        row = field.units[slot]
        far, angle = inches(distance(before.at, row.at)), abs(turn(before.facing, row.facing))
        degrees = f"{angle // 10}.{angle % 10} degrees"
        field.tell("move", clause, words, unit=slot, formation=FORMS[row.formation], far=far, degrees=degrees)


TOLD = {
    ADVANCE: ("move.advance", "{unit} advances {far}."),
    WHEEL: ("move.wheel", "{unit} wheels {degrees}."),
    FACE: ("move.face", "{unit} turns {degrees}."),
    RETIRE: ("move.retire", "{unit} retires {far}."),
    FORM: ("move.form", "{unit} forms {formation}."),
    MOUNT: ("move.mount", "{unit} mounts."),
    DISMOUNT: ("move.mount", "{unit} dismounts."),
    PIVOT: ("gun.unlimbered-steps", "{unit} pivots {degrees}."),
    LIMBER: ("gun.limber", "{unit} limbers up."),
    UNLIMBER: ("gun.limber", "{unit} makes ready for action."),
}


def _after(field: Field, move: Move, plan: Plan) -> Move:
    left = move.left - total(list(plan.cost))
    unit = field.units[move.lead]
    if plan.verb == LIMBER:
        left = half(unit)
    elif plan.verb == UNLIMBER:
        left = 0
    return move._replace(
        left=left,
        last=plan.verb,
        formed=move.formed or plan.verb == FORM,
        seated=move.seated or plan.verb in (MOUNT, DISMOUNT),
        turned=move.turned or plan.verb == PIVOT,
    )


def leave(field: Field, slot: Slot) -> None:
    """`move.exit`: out of the battle, but not destroyed; those who are with it go too."""
    unit_gone(field, slot, with_unit=True)
    field.change(slot, place=LEFT)
    field.tell("left", "move.exit", "{unit} leaves the table.", unit=slot)


def pivot(field: Field, move: Move, facing: int) -> Plan:
    """`gun.unlimbered-steps`: about the centre, for nothing."""
    row = faced(field.units[move.lead], facing)
    return Plan(PIVOT, (row,), ((rect_of(row),),), (Reason(0, "gun.unlimbered-steps", "a pivot"),))


def refuse_pivot(field: Field, move: Move, facing: int) -> Refusal | None:
    if facing == field.units[move.lead].facing:
        return Refusal("gun.unlimbered-steps", "It points that way already.")
    return refuse(field, move, pivot(field, move, facing))
