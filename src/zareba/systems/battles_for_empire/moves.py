"""A move: who makes it, what is left of the allowance, and what may still be done in it (section 10)."""

from __future__ import annotations

from typing import NamedTuple

from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.ground import Mover
from zareba.systems.battles_for_empire.rows import Slot, Unit
from zareba.systems.battles_for_empire.sight import visible
from zareba.systems.battles_for_empire.troops import COLUMN, DEEP, GUN, LIMBERED, OPEN, SKIRMISH

ADVANCE, WHEEL, FACE, RETIRE = "advance", "wheel", "face", "retire"
FORM, MOUNT, DISMOUNT, RISE = "form", "mount", "dismount", "rise"
PIVOT, LIMBER, UNLIMBER = "pivot", "limber", "unlimber"
CHARGE, LEAVE, STOP = "charge", "leave", "stop"

PLAIN, BACK, SHUFFLE, LAST = "plain", "back", "shuffle", "last"
"""Kinds of move: an ordinary one; breaking off (`conduct.break-off`); a brigade square's (`square.brigade-move`); the
last step of a member of a block that charges."""


class Step(NamedTuple):
    """What may be done next: the verb, and the formation, edge, or enemy that it names."""

    verb: str
    what: str = ""
    target: Slot = -1


class Move(NamedTuple):
    """A move under way. A block moves as one (`group.block`); its first member leads."""

    members: tuple[Slot, ...]
    left: int
    whole: int
    starts: tuple[Unit, ...]
    """The members as they were when the move began: `charge.zone`, `move.enemy-gap`."""
    seen: tuple[tuple[Slot, ...], ...]
    """Whom each saw when the move began (`charge.see`)."""
    kind: str = PLAIN
    free: bool = False
    """`result.free-change`."""
    mounts: bool = False
    """`result.boer-mount`."""
    fanatic: bool = False
    formed: bool = False
    """`move.form`: the one change of formation is made."""
    seated: bool = False
    """`move.mount`: it has mounted or dismounted."""
    turned: bool = False
    """`gun.unlimbered-steps`: the gun has pivoted."""
    last: str = ""
    """The last step that was made."""

    @property
    def lead(self) -> Slot:
        return self.members[0]


def begin(field: Field, members: tuple[Slot, ...], allowance: int, kind: str = PLAIN) -> Move:
    """A move that begins here and now. The allowance is the most that may be used (`result.up-to`)."""
    starts = tuple([field.units[slot] for slot in members])
    seen = tuple([tuple(visible(field, slot)) for slot in members])
    return Move(members, allowance, allowance, starts, seen, kind)


def mover_of(field: Field, unit: Unit) -> Mover:
    """What the ground asks of a unit."""
    formation = unit.formation
    return Mover(
        unit.arm,
        formation in (COLUMN, LIMBERED),
        formation == LIMBERED,
        unit.troop.style,
        unit.foot and formation in (SKIRMISH, OPEN),
        unit.mounted,
        unit.foot,
        formation == DEEP and unit.foot and field.rules.deep_ground == "easier",
    )


def at_any_bearing(move: Move, unit: Unit) -> bool:
    """`move.open-order`, `gun.unlimbered-steps`, `square.brigade-move`."""
    return unit.formation in (SKIRMISH, OPEN, GUN) or move.kind == SHUFFLE
