"""The end of a turn, and of the battle: section 2.26 of the rule book.

Everything is judged in the end step, in this order: a side wiped out, collapse, the scenario's sudden ends, the limit.
"""

from __future__ import annotations

from fractions import Fraction

from zareba.boards.boxes import OFF
from zareba.engine.events import Result
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import BROKEN, STILL, Objective, Unit
from zareba.systems.sudan.squares import squares_of
from zareba.systems.sudan.troops import TABLES


def judge(field: Field) -> None:
    """`turn.end-step`: who has won, if anybody has; else the marks are cleared and the next turn begins."""
    result = wiped_out(field) or collapsed(field) or sudden(field) or limit(field)
    if result:
        field.result = result
        return field.tell("end", result.clause, result.why, winner=result.winner or "")
    clear_marks(field)
    field.turn += 1
    field.stage = 0
    return None


def clear_marks(field: Field) -> None:
    """Guns keep their mark for the next gun phase (`gun.no-fire-next`)."""
    for slot, unit in enumerate(field.units):
        if unit.fired or unit.charged or (unit.moved and not unit.gun):
            field.change(slot, fired=False, charged=False, moved=unit.moved if unit.gun else STILL)


def wiped_out(field: Field) -> Result | None:
    """`victory.wiped`: a side with no combat unit left loses; if neither has any, it is a draw (`victory.both`)."""
    gone = [not field.held(side) for side in (0, 1)]
    return _losers(field, gone, "victory.wiped", "lost the last of its units")


def collapsed(field: Field) -> Result | None:
    """`victory.collapse`: more than a share (half, unless said otherwise) of its units lost or broken."""
    if field.rules.collapse == "off":
        return None
    worn = [share_gone(field, side) > Fraction(field.rules.collapse) for side in (0, 1)]
    if all(worn) and field.rules.double_collapse == "points":
        return by_points(field, "option.double-collapse")
    return _losers(field, worn, "victory.collapse", "collapsed")


def share_gone(field: Field, side: int) -> Fraction:
    whole = [slot for slot in field.living(side) if field.units[slot].status != BROKEN]
    return Fraction(field.sides[side].units - len(whole), max(1, field.sides[side].units))


def _losers(field: Field, lost: list[bool], clause: str, how: str) -> Result | None:
    if all(lost):
        return Result(None, "victory.both", f"Each side {how}: a draw.")
    if not any(lost):
        return None
    loser, winner = (field.sides[0], field.sides[1]) if lost[0] else (field.sides[1], field.sides[0])
    return Result(winner.id, clause, f"{loser.name} {how}: victory for {winner.name}.")


# --- the scenario's own ends ---------------------------------------------------------------------------------


def sudden(field: Field) -> Result | None:
    """`victory.scenario`: an objective that may be reached at the end of any turn."""
    return _reached(field, [goal for goal in field.terms.objectives if not goal.last_turn])


def limit(field: Field) -> Result | None:
    """At the turn limit the objectives of the last turn; else what the scenario says; else points."""
    if not field.terms.turns or field.turn < field.terms.turns:
        return None
    result = _reached(field, [goal for goal in field.terms.objectives if goal.last_turn])
    if result:
        return result
    if field.terms.otherwise == "draw":
        return Result(None, "victory.scenario", "The last turn is over: a draw.")
    for side in field.sides:
        if side.id == field.terms.otherwise:
            return Result(side.id, "victory.scenario", f"The last turn is over: victory for {side.name}.")
    return by_points(field)


def _reached(field: Field, goals: list[Objective]) -> Result | None:
    reached = [goal for goal in goals if is_reached(field, goal)]
    sides = {goal.side for goal in reached}
    if not sides:
        return None
    if len(sides) == 2:
        return Result(None, "victory.scenario", "Both sides have reached their objective: a draw.")
    side = field.sides[reached[0].side]
    return Result(side.id, "victory.scenario", f"Victory for {side.name}: {reached[0].why}")


def is_reached(field: Field, goal: Objective) -> bool:
    """An objective is to have certain units lost or unbroken, to hold boxes with steady units, or to keep squares."""
    if goal.test == "lost":
        return all(not field.units[slot].here for slot in goal.named)
    if goal.test == "unbroken":
        return all(field.units[slot].here and field.units[slot].status != BROKEN for slot in goal.named)
    if goal.test == "squares":
        return len(squares_of(field, goal.side)) >= goal.named[0]
    return all(steady_in(field, goal.side, box) for box in goal.named)


def steady_in(field: Field, side: int, box: int) -> bool:
    units = [field.units[slot] for slot in field.in_box(box)]
    return any(unit.steady and unit.troop.side == side for unit in units)


# --- points --------------------------------------------------------------------------------------------------


def by_points(field: Field, clause: str = "victory.limit") -> Result:
    """`victory.limit`: the side that has lost the smaller share of its points wins; equal shares draw."""
    shares = [Fraction(points_lost(field, side), max(1, 2 * field.sides[side].points)) for side in (0, 1)]
    told = f"{field.sides[0].name} lost {_percent(shares[0])}, {field.sides[1].name} {_percent(shares[1])}"
    if shares[0] == shares[1]:
        return Result(None, clause, f"{told} of its points: a draw.")
    winner = field.sides[0 if shares[0] < shares[1] else 1]
    return Result(winner.id, clause, f"{told} of its points: victory for {winner.name}.")


def points_lost(field: Field, side: int) -> int:
    """In half points: a broken unit counts as half lost (`victory.points`)."""
    lost = sum(halves_lost(unit) for unit in field.units if unit.troop.side == side)
    fallen = [him for him in field.commanders if him.side == side and him.box == OFF]
    return lost + 2 * int(TABLES["commander"]["points"]) * len(fallen)


def halves_lost(unit: Unit) -> int:
    if not unit.here:
        return 2 * unit.troop.points
    return unit.troop.points if unit.status == BROKEN else 0


def _percent(share: Fraction) -> str:
    return f"{100 * share.numerator // share.denominator} per cent"


def count(field: Field) -> int:
    """Bases standing and bases lost: the same from beginning to end."""
    return sum(unit.strength for unit in field.units) + sum(field.lost)
