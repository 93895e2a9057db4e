"""Phase 3: who is First this turn (section 7 of the rule book)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.phases import next_stage

FIRST, SECOND = "first", "second"


async def initiative(field: Field) -> None:
    """`init.roll`: one die each, again on a tie; the higher chooses, or must be First (`init.choice`)."""
    thrown = [0, 0]
    while thrown[0] == thrown[1]:
        for side in (0, 1):
            die = await Roll(DIE, 1, pips(D6), field.seat(side), side)
            assert isinstance(die, int)
            thrown[side] = die
    winner = 0 if thrown[0] > thrown[1] else 1
    place = await Choice(field.seat(winner), PLACE, places(field), winner)
    field.first = winner if place == FIRST else 1 - winner
    field.tell("initiative", "init.choice", "First side in turn {turn}: {side}.", side=field.first, turn=field.turn)
    next_stage(field)


def places(field: Field) -> list[str]:
    return [FIRST] if field.rules.initiative == "winner-first" else [FIRST, SECOND]


def _show(field: Field, side: int, place: str) -> Option:
    words = "Move and strike first" if place == FIRST else "Let the enemy go first"
    return Option(place, words, "init.choice")


def _refused(field: Any, side: Any) -> list[tuple[Option, Refusal]]:
    if field.rules.initiative == "choose":
        return []
    return [(_show(field, side, SECOND), Refusal("init.choice", "Whoever throws more is First, in this battle."))]


def _usual(field: Any, side: Any, options: Sequence[str]) -> int:
    return 0


DIE = Throw("initiative", "init.roll", D6, lambda field, side: f"{field.sides[side].name}: the die for the initiative.")
PLACE = Question(
    "order",
    "init.choice",
    lambda field, side: f"{field.sides[side].name} to choose: First or Second side this turn?",
    _show,
    _usual,
    _refused,
)
