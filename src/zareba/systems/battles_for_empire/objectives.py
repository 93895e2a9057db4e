"""What wins a battle: the aims that a scenario states, and whether they are met (`end.victory`)."""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.inches.angles import Point
from zareba.boards.inches.shapes import Circle, Polygon, contains
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import near_point, rect_of
from zareba.systems.battles_for_empire.rows import DESTROYED, TABLE, Unit
from zareba.systems.battles_for_empire.troops import FOOT, MOUNTED

DRAW = -1
ONCE, TURN, END = "once", "turn", "end"
MANY = 1000


class Test(NamedTuple):
    """So many units of a side: of these codes or arms, Steady ones or any, destroyed or standing in some place."""

    side: int
    codes: tuple[str, ...]
    arms: tuple[str, ...]
    steady: bool
    destroyed: bool
    near: tuple[Point, int] | None
    """Some part of the unit is within so much of a point."""
    inside: Polygon | Circle | None
    """The front-centre is in this area (`geo.in-area`)."""
    least: int
    most: int


class Goal(NamedTuple):
    """An aim: whose it is (or a draw), when it is looked at, what must be so, and what is said then."""

    side: int
    when: str
    """`once`: after every step; `turn`: at the end of every turn; `end`: when the battle ends."""
    why: str
    tests: tuple[Test, ...]


def met(field: Field, goal: Goal) -> bool:
    """Whether all that a goal asks for is so."""
    return all([test.least <= counted(field, test) <= test.most for test in goal.tests])


def counted(field: Field, test: Test) -> int:
    """How many units are as a test wants them."""
    return sum([_meant(unit, test) and _placed(unit, test) for unit in field.units])


def _meant(unit: Unit, test: Test) -> bool:
    if unit.side != test.side or (test.codes and unit.troop.code not in test.codes):
        return False
    return not test.arms or arm_of(unit) in test.arms


def arm_of(unit: Unit) -> str:
    """`term.arms`, as it stands: dismounted men are foot."""
    if unit.troop.gun:
        return unit.troop.arm
    return MOUNTED if unit.mounted else FOOT


def _placed(unit: Unit, test: Test) -> bool:
    if test.destroyed:
        return unit.place == DESTROYED
    if unit.place != TABLE or (test.steady and unit.shaken):
        return False
    if test.near and not near_point(test.near[0], rect_of(unit), test.near[1]):
        return False
    return test.inside is None or contains(test.inside, unit.at)
