"""Bob Cordery's colonial rules for stacked hex terrain."""

from __future__ import annotations

from random import Random

from zareba.engine.system import System
from zareba.systems.heroscape import activation, judgement, looking, scenario, show
from zareba.systems.heroscape.field import Field
from zareba.systems.heroscape.inspect import check
from zareba.systems.heroscape.troops import FOLDER


def seats(field: Field) -> dict[str, str]:
    return {seat: side.id for side in field.sides for seat in side.seats}


def imagine(field: Field, seat: str, random: Random) -> Field:
    """Nothing is hidden but the order of the pack, which nobody has decided yet (`solo.both-sides`)."""
    return field.copy()


def losses(before: Field, after: Field) -> tuple[tuple[str, int], ...]:
    """Figures lost by each original unit, and whether a nerve failed."""
    lost: dict[str, int] = {}
    for field, sign in ((before, 1), (after, -1)):
        for unit in field.units:
            lost[unit.troop.id] = lost.get(unit.troop.id, 0) + sign * unit.figures
    shaken = [("nerve fails", 1)] if after.acting and not after.acting.passed and before.acting is None else []
    return tuple([(name, number) for name, number in lost.items() if number] + shaken)


def count(field: Field) -> int:
    return sum(unit.figures for unit in field.units) + sum(field.lost) + sum(field.left)


SYSTEM = System(
    id="heroscape",
    title="Colonial battles on stacked hexes",
    author="Bob Cordery",
    version=1,
    folder=FOLDER,
    options=scenario.OPTIONS,
    check=check,
    setup=scenario.setup,
    step=activation.step,
    sides=lambda field: tuple(side.id for side in field.sides),
    seats=seats,
    dump=show.dump,
    board=show.board,
    table=show.table,
    imagine=imagine,
    losses=losses,
    judgement=judgement.judgement,
    instinct=judgement.instinct,
    count=count,
    conventions={
        "manual": "spirit.manual-entry",
        "overrule": "spirit.primary-engine",
        "concede": "end.concede",
        "agree": "end.concede",
    },
    sight=looking.sight,
)
