"""The ground: terrain features as exact shapes, and everything a clause asks of them (section 3 of the rule book).

The ground of a scenario never changes, so that what was found out about a place or a line is kept with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from zareba.boards.inches import (
    Point,
    Polyline,
    Shape,
    closer,
    edge_apart,
    length_inside,
    meets,
    nearest_point,
    passes_through,
    path_length,
    point_apart,
    way_closer,
    way_within,
    weighed_length,
    within,
)
from zareba.boards.inches.shapes import Circle, Polygon
from zareba.systems.darkest_africa.troops import INCH, RADIUS, TABLES

LIMIT = 6 * INCH + 1
"""`terr.sight-sum`: six inches, with the tolerance."""
CLEAR = RADIUS - 1
"""`move.impassable`: at least half an inch from what is impassable, with the tolerance."""
ON_EDGE = 1
"""`terr.in`: within 0.001 of the boundary is in."""
FENCE = "fence"
KEPT = 200_000


class Feature(NamedTuple):
    """One terrain feature (`terr.kinds`)."""

    kind: str
    name: str
    shape: Shape
    rough: bool
    cover: bool
    hides: bool
    closed: bool


class Nook(NamedTuple):
    """The nearest cover, the point of it that is nearest, and how far that is (`unenc.cover-what`)."""

    feature: int
    point: Point


class Ground:
    """A table and what lies on it."""

    def __init__(self, width: int, depth: int, features: Sequence[Feature]) -> None:
        self.width = width
        self.depth = depth
        self.features = tuple(features)
        self.rough = [one.shape for one in features if one.rough]
        self.closed = [one.shape for one in features if one.closed]
        self.fences = [one.shape for one in features if one.kind == FENCE and isinstance(one.shape, Polyline)]
        self.cover = [one.shape for one in features if one.cover]
        dense = [(one.shape, TABLES["terrain"].get(one.kind, {}).get("dense", 0)) for one in features]
        self.dense = [(shape, weight) for shape, weight in dense if weight]
        self.solid = [one.shape for one in features if one.kind in ("hut", "rocks")]
        self.hills = [one.shape for one in features if one.kind == "hill"]
        self._seen: dict[tuple[Point, Point], bool] = {}
        self._covered: dict[Point, bool] = {}
        self._nooks: dict[Point, Nook | None] = {}
        self.runs: dict[Any, Any] = {}
        """How figures ran over it, by who stood where (`running.find_run`)."""

    # --- sight --------------------------------------------------------------------------------------------------

    def sees(self, one: Point, other: Point) -> bool:
        """`terr.sight`: whether the straight line between two centres is free. It is the same both ways."""
        key = (one, other) if one < other else (other, one)
        known = self._seen.get(key)
        if known is None:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            known = self._seen[key] = self.blocker(*key) == ""
        return known

    def blocker(self, one: Point, other: Point) -> str:
        """The clause by which terrain blocks a line, an empty text where nothing does."""
        if self.dense and weighed_length(one, other, self.dense) > LIMIT:
            return "terr.sight-sum"
        if any([passes_through(one, other, shape) for shape in self.solid]):
            return "terr.sight-solid"
        if any([self._rises(shape, one, other) for shape in self.hills]):
            return "terr.sight-hill"
        return ""

    def _rises(self, hill: Shape, one: Point, other: Point) -> bool:
        if within(one, hill, ON_EDGE) or within(other, hill, ON_EDGE):
            return False
        return passes_through(one, other, hill)

    # --- cover --------------------------------------------------------------------------------------------------

    def covers(self, point: Point) -> bool:
        """`terr.cover-area`: in a forest, tall grass or scrub."""
        known = self._covered.get(point)
        if known is None:
            if len(self._covered) >= KEPT:
                self._covered.clear()
            known = self._covered[point] = any([within(point, shape, ON_EDGE) for shape in self.cover])
        return known

    def fenced(self, shooter: Point, target: Point) -> bool:
        """`terr.cover-fence`: the line meets a fence that is at most 1 inch from the target."""
        return any([meets(shooter, target, fence) and within(target, fence, INCH + 1) for fence in self.fences])

    def hides(self, point: Point) -> bool:
        """`hide.where`: in a forest or tall grass, at least half an inch from its boundary."""
        return any([one.hides and deep_inside(point, one.shape, RADIUS - 1) for one in self.features])

    def nook(self, point: Point) -> Nook | None:
        """`unenc.cover-what`: the nearest cover and its nearest point; none for a figure that is in some already."""
        if point not in self._nooks:
            if len(self._nooks) >= KEPT:
                self._nooks.clear()
            self._nooks[point] = None if self.covers(point) else self._nearest_nook(point)
        return self._nooks[point]

    def _nearest_nook(self, point: Point) -> Nook | None:
        best: Nook | None = None
        least = 0
        for number, one in enumerate(self.features):
            if not one.cover or not within(point, one.shape, 3 * INCH + 1):
                continue
            fine = point_apart(point, one.shape).fine
            if best is None or fine < least:
                best, least = Nook(number, nearest_point(point, one.shape)), fine
        return best

    # --- movement -----------------------------------------------------------------------------------------------

    def fits(self, point: Point) -> bool:
        """Whether a whole base is on the table here (`geo.spot`, `move.edge`)."""
        x, y = point
        return RADIUS <= x <= self.width - RADIUS and RADIUS <= y <= self.depth - RADIUS

    def open_at(self, point: Point) -> bool:
        """Whether a centre here is clear of everything impassable."""
        return not any([closer(point, shape, CLEAR) for shape in self.closed])

    def passable(self, start: Point, end: Point) -> bool:
        """`move.impassable`: whether every point of a segment is clear of it."""
        return not any([way_closer(start, end, shape, CLEAR) for shape in self.closed])

    def hard(self, start: Point, end: Point) -> bool:
        """`move.rough-whole`: whether a segment meets rough ground or a fence."""
        if any([way_within(start, end, shape, ON_EDGE) for shape in self.rough]):
            return True
        return any([way_within(start, end, fence, 0) for fence in self.fences])

    def hard_going(self, path: Sequence[Point]) -> bool:
        return any([self.hard(start, end) for start, end in pairwise(path)])

    def hundredths(self, path: Sequence[Point], normal: int, rough: int) -> int:
        """`opt.rough-rate` = `prorata`: the millionths of a move that a path takes, rounded up."""
        used = 0
        for start, end in pairwise(path):
            slow = length_inside(start, end, self.rough)
            fast = path_length((start, end)) - slow
            used += -(-1_000_000 * max(0, fast) // normal) + -(-1_000_000 * slow // rough)
        return used + 250_000 * self._fences_met(path)

    def _fences_met(self, path: Sequence[Point]) -> int:
        """How often a path comes to a fence; one that turns on a fence comes to it once."""
        legs = [way_within(start, end, fence, 0) for start, end in pairwise(path) for fence in self.fences]
        turns = [within(point, fence, 0) for point in path[1:-1] for fence in self.fences]
        return sum(legs) - sum(turns)


def deep_inside(point: Point, shape: Shape, depth: int) -> bool:
    """Whether a point is inside a shape and at least so far from its boundary."""
    if isinstance(shape, Circle):
        x, y = point[0] - shape.centre[0], point[1] - shape.centre[1]
        return shape.radius >= depth and x * x + y * y <= (shape.radius - depth) ** 2
    if not isinstance(shape, Polygon) or not within(point, shape, 0):
        return False
    return not edge_apart(point, shape).less_than(depth)
