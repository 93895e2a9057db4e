"""The end of a battle: what is checked when a turn is over, and who has won (section 16 of the rule book)."""

from __future__ import annotations

from zareba.boards.inches import near
from zareba.engine.events import Result
from zareba.systems.darkest_africa.falling import worth
from zareba.systems.darkest_africa.field import Field, ones

LOAD = 10
"""`vic.score`: what an enemy's load is worth that is destroyed."""


def check(field: Field) -> None:
    """`vic.end-check`: at the end of each turn, before the other side has its own."""
    result = broken(field) or run_out(field)
    if result:
        field.result = result
        field.tell("end", result.clause, result.why, winner=result.winner or "")


def broken(field: Field) -> Result | None:
    """`vic.break-end`: if one side is broken the other wins, unless the scenario says otherwise."""
    gone = [is_broken(field, side) for side in (0, 1)]
    if not field.terms.breaks or not any(gone):
        return None
    beaten = f"The force of {_side(field, gone[1])} is broken"
    clause = "vic.break-end" if field.rules.break_ == "quarter" else "opt.break"
    if field.terms.convoy or all(gone):
        return decide(field, clause, "Both forces are broken" if all(gone) else beaten)
    winner = field.sides[gone[0]]
    return Result(winner.id, clause, f"{beaten}: victory for {winner.name}.")


def _side(field: Field, number: int) -> str:
    return field.sides[number].name


def is_broken(field: Field, side: int) -> bool:
    """`vic.broken`: under a quarter in good order or gone by an exit; with `opt.break` = `none`, nobody at all."""
    steady = worth(field, field.friends[side] & (field.on & ~field.routing | field.exited))
    return steady == 0 if field.rules.break_ == "none" else 4 * steady < field.starting[side]


def run_out(field: Field) -> Result | None:
    """`vic.rounds`: the last turn of the last round is over."""
    if field.round < field.terms.rounds or field.active == field.first:
        return None
    return decide(field, "vic.rounds", "The last round is over")


def decide(field: Field, clause: str, how: str) -> Result:
    """Who has won where nobody simply has: by the scenario's loads, or by the score."""
    return by_loads(field, clause, how) if field.terms.convoy else by_score(field, clause, how)


# --- the score ----------------------------------------------------------------------------------------------------


def by_score(field: Field, clause: str, how: str) -> Result:
    """`vic.margin`: a lead of at least a tenth of the points of the larger starting force wins."""
    scores = [score(field, side) for side in (0, 1)]
    told = f"{how}: {scores[0]} points for {_side(field, 0)}, {scores[1]} for {_side(field, 1)}"
    if scores[0] == scores[1] or 10 * abs(scores[0] - scores[1]) < max(points(field, 0), points(field, 1)):
        return Result(None, clause, f"{told}: a draw.")
    winner = field.sides[scores[1] > scores[0]]
    return Result(winner.id, clause, f"{told}: victory for {winner.name}.")


def score(field: Field, side: int) -> int:
    """`vic.score`: every enemy killed or fled by his points, ten for each load, and the scenario's prize."""
    lost = field.friends[1 - side] & (field.killed | field.fled)
    fallen = sum([field.roster[index].troop.points for index in ones(lost)])
    prize = field.terms.hold.worth if field.terms.hold and holder(field) == side else 0
    return fallen + LOAD * field.destroyed[1 - side] + prize


def points(field: Field, side: int) -> int:
    """What a force was worth at the start (`force.points`)."""
    return sum([man.troop.points for man in field.roster if man.side == side])


def holder(field: Field) -> int:
    """The side with more points' worth of men in good order about the scenario's place; -1 for neither."""
    hold = field.terms.hold
    assert hold is not None
    steady = field.on & ~field.routing
    about = [index for index in ones(steady) if near(field.at[index], hold.at, hold.within + 1)]
    first, second = (
        sum([man.troop.points for man in map(field.roster.__getitem__, about) if man.side == side]) for side in (0, 1)
    )
    return -1 if first == second else int(second > first)


# --- a convoy -----------------------------------------------------------------------------------------------------


def by_loads(field: Field, clause: str, how: str) -> Result:
    """The scenario's own count: loads that have left by the exit, or that are carried by men who do not run."""
    assert field.terms.convoy is not None
    side, win, lose = field.terms.convoy
    through = brought(field, side)
    told = f"{how}: {through} loads are safe"
    if lose < through < win:
        return Result(None, clause, f"{told}: a draw.")
    winner = field.sides[side if through >= win else 1 - side]
    return Result(winner.id, clause, f"{told}: victory for {winner.name}.")


def brought(field: Field, side: int) -> int:
    carried = field.carrying & field.on & ~field.routing & field.friends[side]
    return field.saved[side] + carried.bit_count()
