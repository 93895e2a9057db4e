"""Which edges touch where two units meet, and how much of them (`geo.melee-contact`)."""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.inches.angles import BITS, Point, forward
from zareba.boards.inches.distances import segment_to_segment
from zareba.boards.inches.shapes import FRONT, LEFT, REAR, RIGHT
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import CONTACT, rect_of
from zareba.systems.battles_for_empire.groups import turned
from zareba.systems.battles_for_empire.rows import Slot, Unit
from zareba.systems.battles_for_empire.troops import SQUARE

EDGES = (FRONT, REAR, RIGHT, LEFT)
"""In the order in which edges that touch alike are taken (`charge.zone`)."""


class Meeting(NamedTuple):
    """How two rectangles that face square to each other lie, seen from the first of them.

    Their extents overlap by so much along its depth and along its front (less than nothing where they are apart), and
    the other is in front of it or not, to its right or not.
    """

    deep: int
    wide: int
    ahead: bool
    right: bool


def square_to(one: Unit, other: Unit) -> bool:
    """Whether the edges of two units are parallel."""
    return (one.facing - other.facing) % 900 == 0


def edge_touched(unit: Unit, by: Unit) -> int:
    """The edge of a unit that another touches: the one with more of it in common; at a corner by `charge.zone`."""
    if square_to(unit, by):
        met = _meeting(unit, by)
        if max(met.deep, met.wide) > CONTACT:
            if met.wide >= met.deep:
                return FRONT if met.ahead else REAR
            return RIGHT if met.right else LEFT
    return _corner_edge(unit, by)


def common_edge(unit: Unit, other: Unit) -> int:
    """How much edge two units in contact have in common, in thousandths; nothing where a corner touches."""
    if not square_to(unit, other):
        return 0
    met = _meeting(unit, other)
    return max(0, met.deep, met.wide)


def front_to_front(field: Field, one: Slot, other: Slot) -> bool:
    """Whether two units touch with their front edges; a company square has no others (`square.company`)."""
    a, b = field.units[one], field.units[other]
    return _with_its_front(a, b) and _with_its_front(b, a)


def _with_its_front(unit: Unit, by: Unit) -> bool:
    return unit.formation == SQUARE or edge_touched(unit, by) == FRONT


def _meeting(unit: Unit, other: Unit) -> Meeting:
    width, depth = unit.size
    spots = [_seen_from(unit, corner) for corner in rect_of(other).points]
    near, far = min(spot[0] for spot in spots), max(spot[0] for spot in spots)
    left, right = min(spot[1] for spot in spots), max(spot[1] for spot in spots)
    return Meeting(
        deep=min(far, 0) - max(near, -depth),
        wide=min(right, width // 2) - max(left, -width // 2),
        ahead=near + far > -depth,
        right=left + right > 0,
    )


def _seen_from(unit: Unit, point: Point) -> Point:
    """How far a point lies ahead of a unit's front-centre, and how far to its right."""
    fx, fy = forward(unit.facing)
    dx, dy = point[0] - unit.x, point[1] - unit.y
    half = 1 << BITS - 1
    return (dx * fx + dy * fy + half) >> BITS, (dx * fy - dy * fx + half) >> BITS


def _corner_edge(unit: Unit, by: Unit) -> int:
    """Of the edges nearest to the other, the one that looks most nearly against it; of equals front, then rear."""
    mine, theirs = rect_of(unit), rect_of(by)
    far = {edge: min([segment_to_segment(*mine.sides[edge], a, b).nearest for a, b in theirs.sides]) for edge in EDGES}
    least = min(far.values())
    near = [edge for edge in EDGES if far[edge] <= least + 1]
    return max(near, key=lambda edge: turned(unit.facing + 900 * edge, by.facing))
