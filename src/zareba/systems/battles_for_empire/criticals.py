"""Phase 9: critical hits on commanders and mules (section 20 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6, Scale, pips
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import ARMY, DESTROYED, HURT, LEADER, MULE, TABLE, Token
from zareba.systems.battles_for_empire.tokens import Number, flee, lose
from zareba.systems.battles_for_empire.troops import TABLES

KILLED, OUT, UNHURT = range(3)
ORDER = (ARMY, LEADER, MULE)
"""`crit.order`."""


async def criticals(field: Field) -> None:
    """`crit.phase`: a side throws for each of its tokens in danger; the First side before the other."""
    for number in in_danger(field, field.side):
        await _endure(field, number)
    next_stage(field)


def in_danger(field: Field, side: int) -> list[Number]:
    """`crit.when`: tokens with a unit that took a Kill in phases 6 to 8, if only its last (`crit.unit-lost`)."""
    found = [number for number, token in enumerate(field.tokens) if token.side == side and _is_hit(field, token)]
    return sorted(found, key=lambda number: ORDER.index(field.tokens[number].kind))


def _is_hit(field: Field, token: Token) -> bool:
    return token.place == TABLE and token.unit >= 0 and field.units[token.unit].has(HURT)


async def _endure(field: Field, number: Number) -> None:
    """Two dice (`crit.table`). Who has lost his unit and lives flees, out or not (`crit.unit-lost`)."""
    token = field.tokens[number]
    fate = await Roll(FATE, 2, TWO_DICE, field.seat(token.side), number)
    if fate == KILLED:
        return lose(field, number, "crit.table", "killed")
    if fate == OUT:
        _knock_out(field, number)
    else:
        field.tell("unhurt", "crit.table", "{token} is unhurt.", token=number)
    if field.units[token.unit].place == DESTROYED:
        flee(field, number, "crit.unit-lost")
    return None


def _knock_out(field: Field, number: Number) -> None:
    """`cmd.out`: until the end of the next turn; whoever is out already stays out longer (`crit.out-again`)."""
    last = field.turn + 1
    field.put_token(number, out=last)
    field.tell("out", "crit.table", "{token} is out until the end of turn {last}.", token=number, last=last)


def fate_of(total: int) -> int:
    """What the two dice come to (`term.dice`)."""
    if total in TABLES["critical"]["killed"]:
        return KILLED
    return OUT if total in TABLES["critical"]["out"] else UNHURT


TWO_DICE = Scale(pips(D6), fate_of)


def _prompt(field: Any, number: Any) -> str:
    return f"What becomes of {field.tokens[number].name}? 6 to 8: nothing; 4, 5, 9, 10: out; otherwise killed."


FATE = Throw("critical", "crit.table", D6, _prompt)
