"""The end of a turn, and of the battle (section 21 of the rule book)."""

from __future__ import annotations

from zareba.engine.events import Result
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.objectives import DRAW, END, ONCE, TURN, Goal, met
from zareba.systems.battles_for_empire.rows import COMING, DESTROYED, FANATIC, LEFT, TURN_FLAGS, Unit

UNIT, ELITE, LEAD = 2, 1, 3
"""`end.victory`: points for a unit, one more for Elite, and the lead that wins."""


def check(field: Field) -> None:
    """What ends a battle at once: a side that is gone (`end.wipe`), or an aim that is reached."""
    if field.result is None and field.deployed is None:
        conclude(field, wiped_out(field) or reached(field, (ONCE,)))


def conclude(field: Field, result: Result | None) -> None:
    if result:
        field.result = result
        field.tell("end", result.clause, result.why, winner=result.winner or "")


async def end_turn(field: Field) -> None:
    """After phase 9: aims of every turn, break levels, the last turn; then the next turn begins."""
    result = reached(field, (TURN,)) or broken(field) or last_turn(field)
    conclude(field, result)
    if result is None:
        begin_turn(field)


def begin_turn(field: Field) -> None:
    """`term.turn-flags`: what holds "this turn" is over, Fanatic Charges too (`result.fanatic-ends`)."""
    for slot, unit in enumerate(field.units):
        if unit.marks & (TURN_FLAGS | FANATIC) or unit.charge:
            field.change(slot, marks=unit.marks & ~(TURN_FLAGS | FANATIC), charge=None)
    field.turn += 1
    field.volley = ()
    field.phase, field.first, field.acting = "reinforcements", 0, 0
    field.tell("turn", "turn.sequence", "Turn {turn} begins.", turn=field.turn)


# --- what ends a battle ------------------------------------------------------------------------------------------


def wiped_out(field: Field) -> Result | None:
    """`end.wipe`: nobody on the table, and nobody to come."""
    gone = [not any([unit.side == side and is_there(unit) for unit in field.units]) for side in (0, 1)]
    return _losers(field, gone, "end.wipe", "nobody left")


def is_there(unit: Unit) -> bool:
    """On the table, hidden there, or still to come."""
    return unit.place not in (DESTROYED, LEFT)


def broken(field: Field) -> Result | None:
    """`end.break`: as many units destroyed as the side's break level; the other side has won."""
    if field.rules.break_ == "off":
        return None
    lost = [bool(side.level) and destroyed(field, number) >= side.level for number, side in enumerate(field.sides)]
    return _losers(field, lost, "end.break", "broken")


def destroyed(field: Field, side: int) -> int:
    """Units that left the table are not counted, nor those the scenario leaves out."""
    return sum([unit.place == DESTROYED and unit.side == side and unit.troop.counts for unit in field.units])


def _losers(field: Field, lost: list[bool], clause: str, how: str) -> Result | None:
    """`end.both`: where both lose at once the points decide."""
    if all(lost):
        return by_points(field, "end.both")
    if not any(lost):
        return None
    loser, winner = (field.sides[0], field.sides[1]) if lost[0] else (field.sides[1], field.sides[0])
    return Result(winner.id, clause, f"{loser.name}: {how}. Victory for {winner.name}.")


def last_turn(field: Field) -> Result | None:
    """`end.turn-limit`: the aims of the end, or what the scenario says if none is reached (`end.victory`)."""
    if not field.terms.turns or field.turn < field.terms.turns:
        return None
    if result := reached(field, (END,)):
        return result
    if field.terms.otherwise == "points":
        return by_points(field, "end.victory")
    winner = next((side for side in field.sides if side.id == field.terms.otherwise), None)
    if winner is None:
        return Result(None, "end.turn-limit", "The last turn is over: a draw.")
    return Result(winner.id, "end.turn-limit", f"The last turn is over: victory for {winner.name}.")


def reached(field: Field, when: tuple[str, ...]) -> Result | None:
    """The first of the scenario's aims that is met (`end.victory`)."""
    goal = next((goal for goal in field.terms.goals if goal.when in when and met(field, goal)), None)
    return _won(field, goal) if goal else None


def _won(field: Field, goal: Goal) -> Result:
    if goal.side == DRAW:
        return Result(None, "end.victory", f"{goal.why} A draw.")
    side = field.sides[goal.side]
    return Result(side.id, "end.victory", f"{goal.why} Victory for {side.name}.")


# --- points ------------------------------------------------------------------------------------------------------


def by_points(field: Field, clause: str) -> Result:
    """`end.victory`: so many points more than the enemy win; a smaller lead is a draw."""
    points = [points_of(field, side) for side in (0, 1)]
    told = f"Points: {field.sides[0].name} {points[0]}, {field.sides[1].name} {points[1]}"
    if abs(points[0] - points[1]) < LEAD:
        return Result(None, clause, f"{told}. A draw.")
    winner = field.sides[0 if points[0] > points[1] else 1]
    return Result(winner.id, clause, f"{told}. Victory for {winner.name}.")


def points_of(field: Field, side: int) -> int:
    """What a side has for the enemy's destroyed units and lost commanders."""
    lost = [unit for unit in field.units if unit.side != side and unit.place == DESTROYED]
    return sum([UNIT + ELITE * unit.troop.elite for unit in lost]) + field.captured[1 - side]


def count(field: Field) -> int:
    """Units and tokens, wherever they are: the same number from beginning to end."""
    return len(field.units) + len(field.tokens)


def to_come(field: Field, side: int) -> int:
    return sum([unit.place == COMING and unit.side == side for unit in field.units])
