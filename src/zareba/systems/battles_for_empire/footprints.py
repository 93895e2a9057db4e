"""Where a unit stands: its rectangle, and how near two of them are (section 2 of the rule book)."""

from __future__ import annotations

from functools import lru_cache

from zareba.boards.inches.angles import Point, offset
from zareba.boards.inches.shapes import Polygon, rectangle, shapes_within, within
from zareba.systems.battles_for_empire.ground import Ground
from zareba.systems.battles_for_empire.rows import Unit
from zareba.systems.battles_for_empire.troops import INCH, SIZES

CONTACT = 50
"""`geo.melee-contact`, `geo.no-overlap`: 0.05"."""
ACROSS = 550
"""`geo.melee-contact`: across an obstacle that one of the two is behind."""
SLACK = 5
"""`geo.tolerance`: a measured distance is within a limit up to 0.005" beyond it."""
FRIENDLY = 250
"""`geo.friendly-contact`."""


def rect_of(unit: Unit) -> Polygon:
    """`geo.footprint`: the rectangle behind the front-centre."""
    return _rectangle((unit.x, unit.y), unit.facing, *SIZES[unit.formation, unit.mounted])


@lru_cache(1 << 14)
def _rectangle(front: Point, facing: int, width: int, depth: int) -> Polygon:
    return rectangle(front, facing, width, depth)


def rect_at(unit: Unit, x: int, y: int, facing: int) -> Polygon:
    """The rectangle that a unit would fill elsewhere."""
    return _rectangle((x, y), facing, *SIZES[unit.formation, unit.mounted])


def centre_of(unit: Unit) -> Point:
    """The middle of its rectangle."""
    return offset((unit.x, unit.y), unit.facing, -SIZES[unit.formation, unit.mounted][1] // 2)


def in_contact(ground: Ground, one: Polygon, other: Polygon) -> bool:
    """`geo.melee-contact`: touching, or with nothing but an obstacle between them that one of them is behind."""
    if not shapes_within(one, other, ACROSS):
        return False
    return shapes_within(one, other, CONTACT) or ground.obstacle_between(one, other)


def near(one: Polygon, other: Polygon, inches: int) -> bool:
    """Whether two rectangles are within so many inches, nearest point to nearest point (`geo.distance`).

    A measurement may be a hair too long (`geo.tolerance`).
    """
    return shapes_within(one, other, inches * INCH + SLACK)


def near_point(point: Point, rect: Polygon, thousandths: int) -> bool:
    return within(point, rect, thousandths + SLACK)
