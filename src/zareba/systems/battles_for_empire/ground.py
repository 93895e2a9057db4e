"""The ground: areas and lines, what they cost, whom they disorder and whom they shelter (`terrain.table`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zareba.boards.inches.angles import Point
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import (
    Circle,
    Polygon,
    Polyline,
    contains,
    crossings,
    meets,
    nearest_points,
    on_table,
    shapes_within,
    side_of,
    within,
)
from zareba.boards.inches.sight import length_of, pieces, point_at, stretches
from zareba.engine.reasons import Reason, Refusal

BEHIND = 500
"""`geo.behind-line`."""
ROADSIDE = 600
"""`terrain.road`."""
BOTH = 0
STEPS_OF_ROAD = 250
EASY = ("bush", "village")


class Area(NamedTuple):
    """An area of terrain and its row of the table."""

    kind: str
    name: str
    level: int
    shape: Polygon | Circle
    row: dict[str, Any]


class Line(NamedTuple):
    """A linear feature: its course, its inner side (1 left, -1 right, 0 both), or the area that it encloses."""

    kind: str
    name: str
    shape: Polyline
    inner: int
    inside: Polygon | None
    row: dict[str, Any]

    def shelters(self, point: Point) -> bool:
        """Whether a point is on an inner side; dongas and streams have one on either bank."""
        if self.inside is not None:
            return contains(self.inside, point)
        return self.inner == BOTH or side_of(self.shape, point) == self.inner


class Mover(NamedTuple):
    """What ground asks of whoever moves: his column of the table, and how he is drawn up."""

    arm: str
    narrow: bool
    """In Column, limbered or packed: he can use a road."""
    limbered: bool
    style: str
    open: bool
    """In Skirmish or Loose formation on foot."""
    mounted: bool
    foot: bool
    easy: bool = False
    """Deep foot with the option `deep-ground`: bush and villages do not slow it."""


class Ground:
    """The table of a battle; it never changes."""

    __slots__ = ("areas", "barred", "defended", "depth", "hidden", "hills", "lines", "obstacles", "roads", "width")

    def __init__(self, width: int, depth: int, areas: list[Area], lines: list[Line]) -> None:
        self.width, self.depth = width, depth
        self.areas = tuple(areas)
        self.lines = tuple([line for line in lines if not line.row.get("road")])
        self.roads = tuple([line for line in lines if line.row.get("road")])
        self.barred = tuple([area for area in areas if _nobody_enters(area.row)])
        self.hills = tuple([area for area in areas if area.row.get("hill")])
        self.hidden = tuple([area for area in areas if area.row.get("through")])
        self.obstacles = self.lines
        self.defended = tuple([area for area in areas if area.row.get("defends")])

    # --- where things are ---------------------------------------------------------------------------------------

    def on_table(self, point: Point) -> bool:
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.depth

    def holds(self, rect: Polygon) -> bool:
        """`geo.no-overlap`: no part off the table."""
        return on_table(rect, self.width, self.depth)

    def level(self, x: int, y: int) -> int:
        """`geo.in-area`: the level at a front-centre."""
        return max([area.level for area in self.hills if contains(area.shape, (x, y))], default=0)

    def within(self, point: Point) -> list[Area]:
        return [area for area in self.areas if contains(area.shape, point)]

    def defends(self, point: Point) -> bool:
        """Whether a point is in an area that is defending terrain."""
        return any([contains(area.shape, point) for area in self.defended])

    def behind(self, rect: Polygon) -> list[Line]:
        """The lines that a unit is behind (`geo.behind-line`)."""
        middle = _middle(rect)
        return [line for line in self.lines if shapes_within(rect, line.shape, BEHIND) and line.shelters(middle)]

    def works_behind(self, rect: Polygon) -> bool:
        """`mod.works-once`: behind a line that is a field work."""
        return any(line.row.get("work") for line in self.behind(rect))

    def obstacle_between(self, one: Polygon, other: Polygon) -> bool:
        """Whether a line runs between two units that one of them is behind (`geo.melee-contact`)."""
        return any(True for _ in self.between(one, other))

    def between(self, one: Polygon, other: Polygon) -> Iterator[Line]:
        """The lines between two units that do not overlap, each with one of them behind it."""
        lines = {line.name: line for rect in (one, other) for line in self.behind(rect)}
        if lines:
            a, b = nearest_points(one, other)
            yield from [line for line in lines.values() if meets(a, b, line.shape)]

    # --- moving over it -----------------------------------------------------------------------------------------

    def by_road(self, mover: Mover, a: Point, b: Point) -> bool:
        """`terrain.road`: the whole way of the front-centre stays within 0.6" of a road."""
        if not mover.narrow:
            return False
        far = distance(a, b)
        steps = max(1, -(-far // STEPS_OF_ROAD))
        spots = [(a[0] + (b[0] - a[0]) * k // steps, a[1] + (b[1] - a[1]) * k // steps) for k in range(steps + 1)]
        return any(all(within(spot, road.shape, ROADSIDE) for spot in spots) for road in self.roads)

    def refuse_way(self, mover: Mover, a: Point, b: Point) -> Refusal | None:
        """`terrain.no-entry`: what a row of the table forbids to this arm."""
        road = self.by_road(mover, a, b)
        for area in self.areas:
            if _closed(area, mover, road) and stretches(a, b, area.shape):
                return Refusal("terrain.no-entry", f"It cannot enter {area.name}.")
        for line in self.lines if not road else ():
            if mover.arm not in line.row and crossings(a, b, line.shape):
                return Refusal("terrain.no-entry", f"It cannot cross {line.name}.")
        return None

    def costs(self, mover: Mover, a: Point, b: Point) -> list[Reason]:
        """What an advance or a retirement costs, in thousandths: `terrain.factor`, `terrain.worst`, `terrain.cross`."""
        if a == b:
            return []
        if self.by_road(mover, a, b):
            return [Reason(distance(a, b), "terrain.road", "along the road")]
        near = [area for area in self.areas if _factor(area, mover) != 10 and stretches(a, b, area.shape)]
        found = [Reason(distance(a, b), "move.advance", "the way")]
        if near:
            found.append(Reason(self._extra(mover, a, b, near), "terrain.factor", f"through {near[0].name}"))
        for line in self.lines:
            if times := crossings(a, b, line.shape):
                found.append(Reason(times * line.row.get(mover.arm, 0), "terrain.cross", f"across {line.name}"))
        return found

    def _extra(self, mover: Mover, a: Point, b: Point, near: list[Area]) -> int:
        """What the way costs beyond its length: in areas that overlap the dearest counts (`terrain.worst`)."""
        factors = [_factor(area, mover) for area in near]
        parts = pieces(a, b, [area.shape for area in near])
        weighed = sum(
            (end - start) * (max([factors[i] for i in inside], default=10) - 10) for start, end, inside in parts
        )
        return (length_of(weighed, a, b) + 5) // 10

    def disorders(self, mover: Mover, a: Point, b: Point) -> tuple[str, str]:
        """The clause and the ground that disorders whoever goes this way; empty words if nothing does.

        `terrain.disorder`: with the front-centre inside the area or across the line; every Disorder counts where areas
        overlap. On a road nothing does.
        """
        if self.by_road(mover, a, b):
            return "", ""
        for area in self.areas:
            if suffers(area.row, mover) and (stretches(a, b, area.shape) or contains(area.shape, b)):
                return "terrain.disorder", area.name
        for line in self.lines:
            if suffers(line.row, mover) and crossings(a, b, line.shape):
                return "terrain.disorder", line.name
        return "", ""

    def farthest(self, mover: Mover, a: Point, b: Point, left: int) -> Point:
        """The farthest point of a way that so much movement pays for."""
        if sum(reason.value for reason in self.costs(mover, a, b)) <= left:
            return b
        low, high, whole = 0, 1 << 12, 1 << 12
        while high - low > 1:
            middle = (low + high) // 2
            spot = point_at((middle << 64) // whole, a, b)
            if sum(reason.value for reason in self.costs(mover, a, spot)) <= left:
                low = middle
            else:
                high = middle
        return point_at((low << 64) // whole, a, b)


def suffers(row: dict[str, Any], mover: Mover) -> bool:
    """Whether a row of the table disorders a mover. Massed foot does not mind rough ground (`terrain.native-rough`)."""
    who = row.get("disorders", "")
    if who == "formed":
        return mover.mounted or (mover.foot and mover.style == "close" and not mover.open)
    return who == "all" or (who == "most" and not mover.open)


def _nobody_enters(row: dict[str, Any]) -> bool:
    return not any(row.get(arm, 0) for arm in ("foot", "mounted", "wheeled", "pack"))


def _factor(area: Area, mover: Mover) -> int:
    if mover.easy and area.kind in EASY:
        return 10
    factor: int = area.row.get(mover.arm, 0)
    return factor


def _closed(area: Area, mover: Mover, road: bool) -> bool:
    row = area.row
    if row.get("limbered") and mover.arm == "wheeled" and not mover.limbered:
        return True
    if mover.arm in row.get("by_road", ()):
        return not road
    return not row.get(mover.arm, 0) and not (road and not _nobody_enters(row))


def _middle(rect: Polygon) -> Point:
    (ax, ay), (cx, cy) = rect.points[0], rect.points[2]
    return (ax + cx) // 2, (ay + cy) // 2
