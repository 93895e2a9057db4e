"""The sequence of play: the five steps of a turn, and what comes before the first of them (section 6 of the rule book).

`step` runs the rule of the phase at which the battle stands. A rule does one thing, and when nothing is left to do it
opens the next phase. When a side has finished all its steps the other side has its turn (`seq.alternate`).
"""

from __future__ import annotations

from collections.abc import Callable

from zareba.engine.ask import Rule
from zareba.systems.darkest_africa import command, encouraged, ending, flight, melee, panic, unencouraged
from zareba.systems.darkest_africa.deploy import deploy, first_turn
from zareba.systems.darkest_africa.field import (
    COMMAND,
    DEPLOY,
    END,
    FIGHTS,
    FIRST,
    FLIGHT,
    MAP,
    MUSTER,
    OTHERS,
    PANIC,
    ROLLS,
    TURN_STATES,
    Field,
)
from zareba.systems.darkest_africa.muster import chart, muster


def step(field: Field) -> Rule | None:
    """The next rule to run; None when the battle is over."""
    if field.result:
        return None
    if field.acting:
        return encouraged.act(field)
    return RULES[field.phase](field)


async def rolls(field: Field) -> None:
    """`seq.step1`: one officer throws for command points."""
    if command.throwers(field):
        await command.throw(field)
    else:
        field.phase = COMMAND


async def orders(field: Field) -> None:
    """`seq.step2`: one officer acts or spends points; who acts then has an activation (`encouraged.act`)."""
    if not await command.command(field):
        command.forget_points(field)
        field.phase = OTHERS


async def others(field: Field) -> None:
    """`seq.step3`: one figure that nobody encouraged takes its action, or all the rest halt."""
    if not await unencouraged.drift(field):
        melee.begin(field)


async def fights(field: Field) -> None:
    """`seq.step4`: one fight."""
    if melee.bouts(field):
        await melee.fights(field)
    else:
        panic.begin(field)


async def tests(field: Field) -> None:
    """`seq.step5`: one figure of the other side tests."""
    if panic.testers(field):
        await panic.tests(field)
    else:
        flight.begin(field)


async def flights(field: Field) -> None:
    """`rout.when`: one figure of the other side runs."""
    if flight.runners(field):
        await flight.flights(field)
    else:
        field.phase = END


async def end_turn(field: Field) -> None:
    """The active side has got over its hesitation; the end is checked; then it is the other side's turn."""
    mine = field.friends[field.active]
    field.advanced = field.advanced & ~mine | field.advancing & mine
    panic.compose(field)
    ending.check(field)
    if not field.result:
        next_turn(field)


def next_turn(field: Field) -> None:
    """`seq.alternate`: a round is over when both sides have had a turn; a turn is one side's (`seq.turn-word`)."""
    field.active = 1 - field.active
    field.round += field.active == field.first
    for name in TURN_STATES:
        setattr(field, name, 0)
    field.start = field.at.copy()
    field.phase = ROLLS
    field.tell("turn", "seq.alternate", "Round {round}: the turn of {side}.", round=field.round, side=field.active)


RULES: dict[int, Callable[[Field], Rule]] = {
    MUSTER: muster,
    MAP: chart,
    FIRST: first_turn,
    DEPLOY: deploy,
    ROLLS: rolls,
    COMMAND: orders,
    OTHERS: others,
    FIGHTS: fights,
    PANIC: tests,
    FLIGHT: flights,
    END: end_turn,
}
