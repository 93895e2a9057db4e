"""The end of the battle: section 3.12 of the rule book.

Everything is checked when an activation ends, in this order: no figures left, exhaustion, objectives, limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.events import Result
from zareba.systems.heroscape.field import Field


def check_end(field: Field) -> None:
    """Ends the battle if anything ends it now."""
    result = wiped_out(field) or exhausted(field) or objective(field) or limit(field)
    if result:
        field.result = result
        field.tell("end", result.clause, result.why, winner=result.winner or "")


def wiped_out(field: Field) -> Result | None:
    """`end.wiped-out`: a side with no figures left loses at once; if neither has any, it is a draw."""
    if all(field.held):
        return None
    gone = [not held for held in field.held]
    return _losers(field, gone, "end.wiped-out", "without a figure")


def exhausted(field: Field) -> Result | None:
    """`end.exhaustion`, `end.defeat`: a side that has lost its exhaustion number loses at once; both, a draw."""
    red, black = field.sides
    worn = (field.lost[0] >= red.exhausted, field.lost[1] >= black.exhausted)
    if not any(worn) or field.rules.exhaustion == "off":
        return None
    if field.rules.exhaustion == "passive":
        return at_limit(field, "opt.exhaustion", "Both sides are exhausted") if all(worn) else None
    return _losers(field, worn, "end.defeat", "exhausted")


def _losers(field: Field, lost: Sequence[bool], clause: str, how: str) -> Result | None:
    if all(lost):
        return Result(None, clause, f"Both sides {how}: a draw.")
    if not any(lost):
        return None
    loser, winner = (field.sides[0], field.sides[1]) if lost[0] else (field.sides[1], field.sides[0])
    return Result(winner.id, clause, f"{loser.name} {how}: victory for {winner.name}.")


def objective(field: Field) -> Result | None:
    """`end.objective`: a side wins that holds every group of hexes named by the scenario."""
    for goal in field.terms.objectives:
        number = goal["side"]
        mine, theirs = field.held[number], field.held[1 - number]
        if all(group & mine and not group & theirs for group in goal["hold"]):
            side = field.sides[number]
            return Result(side.id, "end.objective", f"Victory for {side.name}: {goal['why']}")
    return None


def limit(field: Field) -> Result | None:
    """`end.limit`: after the last card of the last pack; without a limit, after a pack in which nobody acted."""
    if field.pack.left or field.again:
        return None
    used = field.pack.packs + 1
    idle = not field.terms.packs and not field.pack.used
    field.pack = field.pack._replace(packs=used, used=False)
    if idle:
        return at_limit(field, "end.limit", "A whole pack went by in which no unit acted")
    if field.terms.packs and used >= field.terms.packs:
        return at_limit(field, "end.limit", "The last card has been turned")
    return None


def at_limit(field: Field, clause: str, how: str) -> Result:
    """Who has won at the limit, as the scenario says; if it does not, the game is drawn."""
    rule = field.terms.at_limit
    if "winner" in rule:
        side = field.sides[rule["winner"]]
        return Result(side.id, clause, f"{how}: victory for {side.name}.")
    if "level" in rule:
        return _majority(field, clause, how, rule)
    return Result(None, clause, f"{how}: a draw.")


def _majority(field: Field, clause: str, how: str, rule: dict[str, Any]) -> Result:
    high = [_figures_up(field, number, rule["level"]) for number in (0, 1)]
    count = f"{how}: {high[0]} figures of {field.sides[0].name} and {high[1]} of {field.sides[1].name} hold the heights"
    if high[0] == high[1]:
        return Result(None, clause, f"{count}: a draw.")
    side = field.sides[0 if high[0] > high[1] else 1]
    return Result(side.id, clause, f"{count}: victory for {side.name}.")


def _figures_up(field: Field, number: int, level: int) -> int:
    heights = field.ground.heights(level)
    return sum(unit.within(heights) for unit in field.units if unit.troop.side == number)
