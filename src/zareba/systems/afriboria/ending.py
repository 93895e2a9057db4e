"""Victory: section 3.20 of the rule book."""

from __future__ import annotations

from zareba.boards.hex import Mask
from zareba.engine.events import Result
from zareba.systems.afriboria.field import Field, Over
from zareba.systems.afriboria.rows import NEUTRAL, Goal

ORDER = "win.both"


def check_now(field: Field) -> None:
    """After anything that kills: a side without units loses; a quota reached by a card is counted when it is done."""
    result = quotas(field) or no_units(field)
    if result:
        field.end(result)


def quotas(field: Field) -> Result | None:
    """`win.quota`; if both have theirs, the side whose turn it is wins (`win.both`)."""
    for side in (field.active, 1 - field.active):
        if field.total(side) >= field.sides[side].quota:
            name = field.sides[side].name
            return Result(field.sides[side].id, "win.quota", f"The quota of points is reached: victory for {name}.")
    return None


def no_units(field: Field) -> Result | None:
    """`win.no-units`: no ground units on the map and none to come."""
    gone = [not field.held[side] and not _to_come(field, side) for side in (0, 1)]
    if not any(gone):
        return None
    winner = field.active if all(gone) else 1 - gone.index(True)
    name = field.sides[winner].name
    return Result(field.sides[winner].id, "win.no-units", f"The enemy has no units left: victory for {name}.")


def _to_come(field: Field, side: int) -> bool:
    return any(field.units[slot].troop.side == side for slot, _, _ in field.due)


def count_goals(field: Field) -> None:
    """`win.objective`, `win.hold`: counted at the end of every turn."""
    holders, points = goals_now(field)
    field.score = field.score._replace(holders=holders, goals=points)


def goals_now(field: Field) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Who would hold which objective, and for how many points, if the turn ended now."""
    holders = list(field.score.holders)
    points = [0, 0]
    for number, goal in enumerate(field.terms.goals):
        here = _there(field, goal.hexes)
        if here != NEUTRAL or goal.mode == "hold":
            holders[number] = here
        side = holders[number]
        if side != NEUTRAL and goal.side in (side, NEUTRAL):
            points[side] += goal.points
    return tuple(holders), (points[0], points[1])


def _there(field: Field, hexes: Mask) -> int:
    """The side with a unit on an objective (`cdr.objective`); nobody, where both are on it."""
    here = [side for side in (0, 1) if field.held[side] & hexes]
    return here[0] if len(here) == 1 else NEUTRAL


def limit(field: Field) -> Result | None:
    """`win.limit`: after the last round the larger share of its own quota wins, unless the scenario says otherwise."""
    if not field.terms.rounds or field.turns < 2 * field.terms.rounds:
        return None
    side, hexes = field.terms.stands
    if side != NEUTRAL and field.held[side] & hexes:
        name = field.sides[side].name
        return Result(
            field.sides[side].id, "win.limit", f"The last round is over: victory for {name}, whose place is held."
        )
    north, south = field.total(0), field.total(1)
    north, south = north * field.sides[1].quota, south * field.sides[0].quota
    if north == south:
        return Result(None, "win.limit", "The last round is over: a draw.")
    winner = field.sides[0 if north > south else 1]
    why = f"The last round is over: victory for {winner.name}, by the larger share of its quota."
    return Result(winner.id, "win.limit", why)


def end_of_turn(field: Field) -> None:
    """What is counted when a turn ends."""
    count_goals(field)
    result = quotas(field) or no_units(field) or limit(field)
    if result:
        field.end(result)


__all__ = ["Goal", "Over", "check_now", "end_of_turn"]
