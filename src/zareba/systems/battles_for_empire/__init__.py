"""Chris Leach's rules for colonial battles of companies and squadrons, on an open table."""

from __future__ import annotations

from zareba.engine.system import System
from zareba.systems.battles_for_empire import (
    ambush,
    ending,
    instinct,
    judgement,
    looking,
    losses,
    scenario,
    sequence,
    show,
)
from zareba.systems.battles_for_empire.inspect import check
from zareba.systems.battles_for_empire.troops import FOLDER

SYSTEM = System(
    id="battles_for_empire",
    title="Battles for Empire",
    author="Chris Leach",
    version=1,
    folder=FOLDER,
    options=scenario.OPTIONS,
    check=check,
    setup=scenario.setup,
    step=sequence.step,
    sides=lambda field: tuple(side.id for side in field.sides),
    seats=lambda field: {side.id: side.id for side in field.sides},
    dump=show.dump,
    board=show.board,
    table=show.table,
    imagine=ambush.imagine,
    losses=losses.losses,
    judgement=judgement.judgement,
    instinct=instinct.instinct,
    aftermath=0,
    count=ending.count,
    hides=ambush.hides,
    conventions={
        "manual": "table.dice",
        "overrule": "table.overrule",
        "concede": "end.concede",
        "agree": "end.concede",
    },
    sight=looking.sight,
)
