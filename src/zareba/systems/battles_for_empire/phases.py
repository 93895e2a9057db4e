"""The order of a turn, as a list of stages (`turn.sequence`)."""

from __future__ import annotations

from typing import NamedTuple

from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import FOUGHT


class Stage(NamedTuple):
    """A part of the turn: its phase, whose part it is (0 for the First side, 1 for the Second), and its clause."""

    phase: str
    part: int
    clause: str


def both(phase: str, clause: str) -> tuple[Stage, Stage]:
    """A phase in which one side acts after the other."""
    return Stage(phase, 0, clause), Stage(phase, 1, clause)


def arriving(part: int) -> tuple[Stage, ...]:
    """A side throws for its reinforcements, and sets them on the table, before the other does."""
    return Stage("reinforcements", part, "reinf.phase"), Stage("arrivals", part, "reinf.place")


def movement(part: int) -> tuple[Stage, ...]:
    """`turn.movement-order`: a side completes 4A and 4B before the other begins."""
    return (
        Stage("commanders", part, "cmd.first"),
        Stage("units", part, "turn.movement-order"),
        Stage("squares", part, "square.brigade"),
    )


STAGES: tuple[Stage, ...] = (
    *arriving(0),
    *arriving(1),
    *both("bayonets", "bayonet.phase"),
    Stage("initiative", 0, "init.roll"),
    *movement(0),
    *movement(1),
    Stage("rout", 0, "rout.test-time"),
    Stage("exploitation", 0, "exploit.phase"),
    Stage("markers", 0, "markers.phase"),
    *both("artillery", "fire.order"),
    *both("rifles", "fire.order"),
    Stage("pairs", 0, "melee.pairs"),
    Stage("melee", 0, "melee.each"),
    *both("critical", "crit.phase"),
    Stage("end", 0, "turn.sequence"),
)
_NEXT = {(stage.phase, stage.part): after for stage, after in zip(STAGES, (*STAGES[1:], STAGES[0]), strict=True)}


def next_stage(field: Field) -> None:
    """Goes on to what comes next in the turn; the First side begins wherever an order is needed (`init.scope`)."""
    stage = _NEXT[field.phase, field.acting]
    field.phase, field.acting = stage.phase, stage.part
    field.queue, field.fired = (), 0
    if (stage.phase, stage.part) == ("commanders", 0):
        _note_contacts(field)


def _note_contacts(field: Field) -> None:
    """`melee.mod-first-round` asks who was in melee contact when phase 4 began."""
    for slot in field.standing():
        if field.contacts(slot):
            field.mark(slot, FOUGHT)
