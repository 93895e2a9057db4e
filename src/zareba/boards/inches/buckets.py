"""A table cut into squares, each with the things in it: to find what is near without asking everything."""

from __future__ import annotations

from collections.abc import Iterable

from zareba.boards.inches.angles import Point
from zareba.boards.inches.shapes import Box


class Buckets:
    """Things by number, each known by its point; `near` tells them in ascending order."""

    __slots__ = ("_places", "_size", "_squares")

    def __init__(self, size: int = 3000) -> None:
        self._size = size
        self._squares: dict[Point, list[int]] = {}
        self._places: dict[int, Point] = {}

    @classmethod
    def of(cls, points: Iterable[tuple[int, Point]], size: int = 3000) -> Buckets:
        buckets = cls(size)
        for thing, point in points:
            buckets.put(thing, point)
        return buckets

    def put(self, thing: int, point: Point) -> None:
        """Lay a thing down, or move it."""
        self.take(thing)
        self._places[thing] = point
        self._squares.setdefault(self._square(point), []).append(thing)

    def take(self, thing: int) -> None:
        """Take a thing away, if it is there."""
        point = self._places.pop(thing, None)
        if point is not None:
            self._squares[self._square(point)].remove(thing)

    def at(self, thing: int) -> Point:
        return self._places[thing]

    def near(self, point: Point, reach: int) -> list[int]:
        """The things at most so far from a point."""
        x, y = point
        square = reach * reach
        places = self._places
        found = []
        for thing in self._in_box((x - reach, y - reach, x + reach, y + reach)):
            px, py = places[thing]
            if (px - x) ** 2 + (py - y) ** 2 <= square:
                found.append(thing)
        return sorted(found)

    def in_box(self, box: Box) -> list[int]:
        """The things in a box."""
        west, south, east, north = box
        inside = self._in_box(box)
        places = self._places
        return sorted([i for i in inside if west <= places[i][0] <= east and south <= places[i][1] <= north])

    def copy(self) -> Buckets:
        twin = Buckets(self._size)
        twin._places = self._places.copy()
        twin._squares = {square: things[:] for square, things in self._squares.items() if things}
        return twin

    def _square(self, point: Point) -> Point:
        return point[0] // self._size, point[1] // self._size

    def _in_box(self, box: Box) -> list[int]:
        size, squares = self._size, self._squares
        west, south, east, north = [edge // size for edge in box]
        found: list[int] = []
        for x in range(west, east + 1):
            for y in range(south, north + 1):
                found += squares.get((x, y), ())
        return found
