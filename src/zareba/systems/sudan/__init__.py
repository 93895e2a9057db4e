"""Tod Kershner's fast-play rules for the Sudan, on a mat of boxes."""

from __future__ import annotations

from random import Random

from zareba.engine.system import System
from zareba.systems.sudan import ending, judgement, looking, scenario, sequence, show
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.inspect import check
from zareba.systems.sudan.troops import FOLDER


def imagine(field: Field, seat: str, random: Random) -> Field:
    """Nothing is hidden from anybody."""
    return field.copy()


def losses(before: Field, after: Field) -> tuple[tuple[str, int], ...]:
    """What happened to each unit: hits under its id, and bases, wounds and the like under its id and a word."""
    found: list[tuple[str, int]] = []
    for slot, (old, new) in enumerate(zip(before.units, after.units, strict=True)):
        wounds = new.wounds - old.wounds
        told = {
            "": new.hits - old.hits,
            ".bases": old.bases - new.bases,
            ".leader": int(wounds > 0 or (new.quip and not old.quip)),
            ".wounds": wounds,
            ".rocket": int(under_rockets(after, slot) and not under_rockets(before, slot)),
            ".lost": int(old.here and not new.here),
            ".status": new.status - old.status,
        }
        found += [(old.troop.id + word, number) for word, number in told.items() if number]
    return tuple(found)


def under_rockets(field: Field, slot: int) -> bool:
    """Has a rocket landed on this unit, for which it is still to check morale?"""
    called = [check for check in field.checks if check.slot == slot]
    return field.units[slot].rocketed or any("rocket" in clause for check in called for _, clause in check.parts)


SYSTEM = System(
    id="sudan",
    title="Regulars and Dervish on a mat of boxes",
    author="Tod Kershner",
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
    imagine=imagine,
    losses=losses,
    judgement=judgement.judgement,
    instinct=judgement.instinct,
    count=ending.count,
    conventions={
        "manual": "table.manual",
        "overrule": "table.overrule",
        "concede": "table.concede",
        "agree": "table.agree",
    },
    sight=looking.sight,
)
