"""Who sees whom, and what a weapon bears on (section 2 of the rule book)."""

from __future__ import annotations

from zareba.boards.inches.angles import Point, in_front, offset
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import Polygon, boxes_within, contains, nearest_point
from zareba.boards.inches.sight import in_sector, length_inside, stretches
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.ground import Area
from zareba.systems.battles_for_empire.rows import Slot, Unit
from zareba.systems.battles_for_empire.troops import ARTILLERY, INCH, OFFSETS, OPEN, SIZES, SKIRMISH, SQUARE

HALF = {"rifle": 450, "gun": 300, "open": 900}
"""`arc.rifle`, `arc.gun`, `arc.skirmish`: so many tenths of a degree to either side."""
INSIDE_UNIT = 50
"""`los.units`: more than 0.05" of a line inside a unit blocks it."""
CLEAR_OF_ENDS = 3 * INCH
"""`los.overhead`."""


class FirePoint:
    """Where a stand fires from, and which way it faces (`geo.fire-points`)."""

    __slots__ = ("at", "facing", "half")

    def __init__(self, at: Point, facing: int, half: int) -> None:
        self.at, self.facing, self.half = at, facing, half


def arc_of(unit: Unit) -> int:
    if unit.troop.gun:
        return HALF["gun"]
    return HALF["open"] if unit.formation in (SKIRMISH, OPEN) else HALF["rifle"]


def fire_points(unit: Unit) -> list[FirePoint]:
    """The points from which a unit fires; a company square has one in the middle of each edge (`square.company`)."""
    half = arc_of(unit)
    if unit.formation == SQUARE:
        return [FirePoint(at, (unit.facing + 900 * edge) % 3600, half) for edge, at in enumerate(edge_middles(unit))]
    return [FirePoint(offset(unit.at, unit.facing, 0, aside), unit.facing, half) for aside in OFFSETS[unit.formation]]


def edge_middles(unit: Unit) -> list[Point]:
    """The middles of the four edges: front, right, rear, left."""
    width, depth = SIZES[unit.formation, unit.mounted]
    spots = ((0, 0), (-depth // 2, width // 2), (-depth, 0), (-depth // 2, -width // 2))
    return [offset(unit.at, unit.facing, ahead, aside) for ahead, aside in spots]


def bears(point: FirePoint, rect: Polygon) -> bool:
    """Whether some point of the target lies within the arc."""
    return in_sector(point.at, point.facing, point.half, rect)


def in_frontal_zone(unit: Unit, point: Point) -> bool:
    """`arc.zone`: level with the front edge or before it."""
    return in_front(unit.at, unit.facing, point)


def ten_points(start: Point, rect: Polygon) -> list[Point]:
    """`los.points`: the nearest point, the centre, the corners, and the middles of the edges."""
    a, b, c, d = rect.points
    middles = [((p[0] + q[0]) // 2, (p[1] + q[1]) // 2) for p, q in ((a, b), (b, c), (c, d), (d, a))]
    centre = (a[0] + c[0]) // 2, (a[1] + c[1]) // 2
    return [nearest_point(start, rect), centre, a, b, c, d, *middles]


def sees(field: Field, slot: Slot, start: Point, target: Slot, overhead: bool = False) -> bool:
    """Whether a point of a unit sees another unit: at least one of ten lines is clear."""
    key = ("sees", slot, start, target, overhead)
    known = field.places()
    if key not in known:
        known[key] = _sees(field, slot, start, target, overhead)
    seen: bool = known[key]
    return seen


def _sees(field: Field, slot: Slot, start: Point, target: Slot, overhead: bool) -> bool:
    return clear_end(field, slot, start, target, overhead) is not None


def clear_end(field: Field, slot: Slot, start: Point, target: Slot, overhead: bool) -> Point | None:
    """The first of the ten points of a target to which the line is clear."""
    rect = field.rect(target)
    west, south, east, north = rect.box
    box = min(west, start[0]), min(south, start[1]), max(east, start[0]), max(north, start[1])
    others = [other for other in field.standing() if other not in (slot, target)
              and boxes_within(field.rect(other).box, box, 0)]  # fmt: skip
    levels = field.level(slot), field.level(target)
    for end in ten_points(start, rect):
        if _clear(field, slot, start, end, levels, others, overhead):
            return end
    return None


def _clear(
    field: Field, slot: Slot, start: Point, end: Point, levels: tuple[int, int], others: list[Slot], overhead: bool
) -> bool:
    """Whether a line is blocked neither by ground nor by units. Tokens hide nothing (`los.tokens`)."""
    if blocked_by_ground(field, start, end, levels):
        return False
    return not any([in_the_way(field, slot, other, start, end, levels, overhead) for other in others])


def blocked_by_ground(field: Field, start: Point, end: Point, levels: tuple[int, int]) -> str:
    """The clause by which ground blocks a line, empty if none does: `los.hill`, `los.bush`."""
    ground = field.ground
    for hill in ground.hills:
        if hill.level > min(levels) and stretches(start, end, hill.shape):
            if _hill_blocks(field, start, end, levels, hill):
                return "los.hill"
    for kind in ("bush", "village"):
        areas = [area for area in ground.hidden if area.kind == kind]
        if areas and length_inside(start, end, [area.shape for area in areas]) > areas[0].row["through"]:
            return "los.bush"
    return ""


def _hill_blocks(field: Field, start: Point, end: Point, levels: tuple[int, int], hill: Area) -> bool:
    """With both ends on the hill never; with one, if the other is lower and too much of the line lies on it."""
    first, last = contains(hill.shape, start), contains(hill.shape, end)
    if first and last:
        return False
    if not first and not last:
        return True
    limit = int(field.rules.sight_from_hill) * INCH
    return length_inside(start, end, [hill.shape]) > limit


def in_the_way(
    field: Field, slot: Slot, other: Slot, start: Point, end: Point, levels: tuple[int, int], overhead: bool
) -> bool:
    """`los.units`: more than 0.05" of the line lies inside the unit, and it is not looked over (`los.overhead`)."""
    rect = field.rect(other)
    parts = stretches(start, end, rect)
    if not parts or length_inside(start, end, [rect]) <= INSIDE_UNIT:
        return False
    friend = field.units[other].side == field.units[slot].side
    if friend and not overhead:
        return True
    if not (field.level(other) < levels[0] or field.level(other) < levels[1]):
        return True
    return _near_an_end(start, end, parts)


def _near_an_end(start: Point, end: Point, parts: list[tuple[int, int]]) -> bool:
    """Whether any part of what is covered lies within 3" of an end of the line."""
    far = distance(start, end)
    whole = 1 << 64
    return any(far * first <= CLEAR_OF_ENDS * whole or far * (whole - last) <= CLEAR_OF_ENDS * whole
               for first, last in parts)  # fmt: skip


def can_look_over(unit: Unit) -> bool:
    """Over a friend only artillery fires."""
    return unit.troop.arm == ARTILLERY


def visible(field: Field, slot: Slot) -> list[Slot]:
    """The enemies that a unit sees from its front-centre (`charge.see`)."""
    unit = field.units[slot]
    return [foe for foe in field.enemies(slot) if sees(field, slot, unit.at, foe)]
