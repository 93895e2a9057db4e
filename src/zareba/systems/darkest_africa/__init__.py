"""Chris Peers' skirmishes of exploration in Central and East Africa, on an open table measured in inches."""

from __future__ import annotations

from zareba.engine.system import System
from zareba.systems.darkest_africa import (
    army,
    imagining,
    inspect,
    instinct,
    judgement,
    looking,
    scenario,
    sequence,
    show,
)
from zareba.systems.darkest_africa.field import DEPLOY, Field, ones
from zareba.systems.darkest_africa.troops import FOLDER


def seats(field: Field) -> dict[str, str]:
    """One player leads a side (`setup.sides`)."""
    return {side.id: side.id for side in field.sides}


CHANGES = {"routing": "runs", "hesitating": "hesitates", "loaded": "loads"}


def losses(before: Field, after: Field) -> tuple[tuple[str, int], ...]:
    """Who has fallen or fled, by his number; in words who runs, hesitates or loads, and what an officer throws."""
    gone = (after.killed | after.fled) & ~(before.killed | before.fled)
    found = [(after.roster[index].id, 1) for index in ones(gone)]
    for name, word in CHANGES.items():
        changed = getattr(after, name) & ~getattr(before, name)
        found += [(f"{after.roster[index].name} {word}", 1) for index in ones(changed)]
    for number, side in enumerate(after.sides):
        found.append((f"loads of {side.name}", after.destroyed[number] - before.destroyed[number]))
    had = dict(before.points)
    found += [(f"{after.roster[one].name} has {left} points", 1) for one, left in after.points if one not in had]
    return tuple([(name, number) for name, number in found if number])


def count(field: Field) -> int:
    """Figures that are nowhere, or in two places at once. There are none, however many a force is chosen to have."""
    waiting = (1 << len(field.roster)) - 1
    strays = 0
    for places in (field.on, field.killed, field.fled, field.exited):
        strays += (places & ~waiting).bit_count()
        waiting &= ~places
    return strays + (waiting.bit_count() if field.phase > DEPLOY else 0)


SYSTEM = System(
    id="darkest_africa",
    title="In Darkest Africa",
    author="Chris Peers",
    version=1,
    folder=FOLDER,
    options=scenario.OPTIONS,
    check=inspect.check,
    setup=scenario.setup,
    step=sequence.step,
    sides=lambda field: tuple([side.id for side in field.sides]),
    seats=seats,
    dump=show.dump,
    board=show.board,
    table=show.table,
    imagine=imagining.imagine,
    losses=losses,
    judgement=judgement.judgement,
    instinct=instinct.instinct,
    aftermath=6,
    at_rest=lambda field: field.acting is None,
    count=count,
    hides=lambda field: True,
    conventions={
        "manual": "table.manual",
        "overrule": "table.overrule",
        "concede": "vic.concede",
        "agree": "table.agree",
    },
    armies=army.ARMIES,
    sight=looking.sight,
)
