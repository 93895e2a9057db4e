"""Runs: the automatic ways of those who flee, retire or make for cover (`rout.path`, `unenc.retire`, `unenc.cover`)."""

from __future__ import annotations

from bisect import bisect_left
from math import isqrt
from typing import Any, NamedTuple

from zareba.boards.inches import (
    CIRCLE,
    Bearing,
    Circle,
    Point,
    Shape,
    ahead,
    bearing,
    closer_to_way,
    first_contact,
    last_of,
    path_length,
    snapped,
    squared,
    toward,
    within,
    within_reach,
)
from zareba.systems.darkest_africa.field import APART, Field, Index, Mask, nearer
from zareba.systems.darkest_africa.ground import CLEAR, KEPT, ON_EDGE, Nook
from zareba.systems.darkest_africa.moving import GRID, clear, crowd, rests, stands, touches
from zareba.systems.darkest_africa.troops import BASES, INCH, RADIUS

TURNS = (0, *[turn * side for turn in range(150, 901, 150) for side in (1, -1)])
"""`rout.path`: the bearings that are tried, as turns from the first choice."""
EDGES = ("south", "west", "north", "east")
"""`rout.bearing`: the order of preference."""


class Run(NamedTuple):
    """One straight run: where it ends, how long it is, whether it was a full one, and whether it led off the table."""

    end: Point
    length: int
    full: bool = False
    off: bool = False


def find_run(field: Field, index: Index, leaves: bool) -> Run:
    """`rout.path`: how a figure runs. It is kept with the ground, and looked for anew when somebody near has moved."""
    kept, setting = field.ground.runs, _setting(field, index, leaves)
    known: Run | None = kept.get(setting)
    if known is None:
        if len(kept) >= KEPT:
            kept.clear()
        known = kept[setting] = _search(field, index, leaves)
    return known


def _setting(field: Field, index: Index, leaves: bool) -> tuple[Any, ...]:
    """All that decides a run: from where, how fast, and whom it could meet, or come nearer to than he is now."""
    here, troop, foes = field.at[index], field.roster[index].troop, field.foes(index)
    reach = troop.normal + 2 * BASES
    far = max(reach, isqrt(max(0, field.closest(here, foes))) + troop.normal + 2)
    mine = crowd(field, index) & ~foes
    return leaves, here, troop.normal, troop.rough, _about(field, here, foes, far), _about(field, here, mine, reach)


def _about(field: Field, here: Point, figures: Mask, reach: int) -> tuple[Point, ...]:
    places = field.places(figures)
    return tuple([places[one] for one in within_reach(here, places, reach)])


def _search(field: Field, index: Index, leaves: bool) -> Run:
    """The first bearing with a full run that ends no nearer to an enemy; else the longest run."""
    foes, here = field.foes(index), field.at[index]
    before, first = field.closest(here, foes), away(field, index)
    runs = []
    for turn in TURNS:
        run = run_along(field, index, (first + turn) % CIRCLE, leaves)
        if run.off or (run.full and not (foes and nearer(field.closest(run.end, foes), before))):
            return run
        runs.append(run)
    return max(runs, key=lambda run: run.length)


def away(field: Field, index: Index) -> Bearing:
    """`rout.bearing`: straight from the nearest visible enemy; with none in sight to the nearest table edge."""
    here, foes = field.at[index], field.foes(index)
    if foes:
        return bearing(field.at[field.nearest(here, foes)], here)
    x, y = here
    far = {"south": y, "west": x, "north": field.ground.depth - y, "east": field.ground.width - x}
    edge = min(EDGES, key=lambda name: far[name])
    return {"south": 1800, "west": 2700, "north": 0, "east": 900}[edge]


def run_along(field: Field, index: Index, course: Bearing, leaves: bool) -> Run:
    """`rout.run`: a Normal move, or a Rough one if a Normal one would meet rough ground or a fence."""
    here, troop, ground = field.at[index], field.roster[index].troop, field.ground
    length = troop.normal
    end = ahead(here, course, length, GRID)
    if ground.hard(here, end):
        length = troop.rough
        end = ahead(here, course, length, GRID)
    if _whole(field, index, here, end):
        return Run(end, length, full=True)
    free = _free(field, index, here, course, length)
    edge = _to_the_edge(field, here, course, length)
    if leaves and edge <= free and edge < length:
        return Run(_at(here, course, edge), edge, full=True, off=True)
    run = _stop(field, index, course, min(free, length if leaves else edge))
    return run._replace(full=run.length == length)


def _whole(field: Field, index: Index, here: Point, end: Point) -> bool:
    """Whether nothing at all is in the way."""
    x, y = end
    ground = field.ground
    west_to_east = RADIUS < x < ground.width - RADIUS and RADIUS < y < ground.depth - RADIUS
    if not west_to_east or not _inside(field, here) or (ground.closed and not ground.passable(here, end)):
        return False
    return not closer_to_way(here, end, field.places(field.foes(index)), APART) and clear(field, index, end)


def _inside(field: Field, point: Point) -> bool:
    """Whether a base there touches no edge of the table."""
    x, y = point
    return RADIUS + 1 < x < field.ground.width - RADIUS - 1 and RADIUS + 1 < y < field.ground.depth - RADIUS - 1


def _at(here: Point, course: Bearing, length: int) -> Point:
    return ahead(here, course, length, GRID)


def _free(field: Field, index: Index, here: Point, course: Bearing, length: int) -> int:
    """How far it can run before something closed or an enemy stops it (`move.impassable`, `move.enemies`)."""
    end = ahead(here, course, length, 1)
    stops = [first_contact(here, end, CLEAR, shape) for shape in field.ground.closed]
    near = [place for place in field.places(field.foes(index)) if squared(here, place) < (length + BASES) ** 2]
    stops += [first_contact(here, end, APART, Circle(place, 0)) for place in near]
    return min([stop for stop in stops if stop is not None], default=length)


def _to_the_edge(field: Field, here: Point, course: Bearing, length: int) -> int:
    """`rout.exit`: the first length, in steps of `geo.trace`, at which the base touches the edge of the table."""
    steps = range(0, length, GRID)
    first = bisect_left(steps, True, key=lambda done: not _inside(field, _at(here, course, done)))
    return steps[first] if first < len(steps) else length


def _stop(field: Field, index: Index, course: Bearing, most: int) -> Run:
    """The run to the last point at which it can stand and overlaps nobody."""
    here = field.at[index]
    near = [place for place in field.places(crowd(field, index)) if squared(here, place) < (most + BASES) ** 2]
    done = most - most % GRID
    while done > 0:
        point = _at(here, course, done)
        if stands(field, point, near):
            return Run(point, done)
        done -= max(GRID, _overlap(here, point, near))
    return Run(here, 0)


def _overlap(here: Point, point: Point, near: list[Point]) -> int:
    """How far it must certainly go back because of somebody who stands there."""
    other = next((place for place in near if squared(place, point) < APART * APART), None)
    if other is None:
        return 0
    free = first_contact(here, point, APART, Circle(other, 0)) or 0
    return (isqrt(squared(here, point)) - free) // GRID * GRID - 2 * GRID


# --- into cover ---------------------------------------------------------------------------------------------------


def find_cover(field: Field, index: Index, nook: Nook) -> Point:
    """`unenc.cover-path`: where a figure ends that makes for this cover; where it stands if it cannot."""
    here, troop = field.at[index], field.roster[index].troop
    goal = _inside_cover(field, index, nook) or _short_of_cover(here, nook, troop.normal)
    if path_length((here, goal)) > troop.rough + 1 and field.ground.hard(here, goal):
        goal = along(here, goal, troop.rough)
    return _last_stand(field, index, goal)


def _inside_cover(field: Field, index: Index, nook: Nook) -> Point | None:
    """As deep inside as its allowance lets it, at most an inch; at an oblique edge the nearest point inside."""
    here, troop = field.at[index], field.roster[index].troop
    deepest = path_length((here, nook.point)) + INCH
    for allowed in (troop.normal, troop.rough):
        for point in _just_inside(field, here, nook, min(deepest, allowed)):
            if path_length((here, point)) <= allowed + 1 and (
                allowed == troop.rough or not field.ground.hard(here, point)
            ):
                return point
    return None


def _just_inside(field: Field, here: Point, nook: Nook, length: int) -> list[Point]:
    """The end of a line through the nearest point; where rounding leaves it outside, its neighbours on the grid.

    The line may leave the cover again, or only touch a corner of it: then the last point of it inside, or the corner.
    """
    shape = field.ground.features[nook.feature].shape
    end = toward(here, nook.point, length, GRID)
    found = _inward(end, shape)
    if found:
        return found
    beyond = last_of(here, end, lambda point: within(point, shape, ON_EDGE))
    return [beyond] if beyond else _inward(snapped(nook.point, GRID), shape)


def _inward(point: Point, shape: Shape) -> list[Point]:
    """`unenc.cover-snap`: a point and its neighbours on the grid, as far as they are inside, the nearest first."""
    x, y = point
    around = [(x + dx, y + dy) for dx in (0, -GRID, GRID) for dy in (0, -GRID, GRID)]
    return sorted([one for one in around if within(one, shape, ON_EDGE)], key=lambda one: (squared(point, one), one))


def _short_of_cover(here: Point, nook: Nook, allowed: int) -> Point:
    """As far as it can, up to a hundredth of an inch short of the boundary."""
    return along(here, nook.point, min(allowed, path_length((here, nook.point)) - GRID))


def along(here: Point, aim: Point, length: int) -> Point:
    """The point so far along a line, rounded, but never farther than that."""
    end = toward(here, aim, length, GRID)
    return end if squared(here, end) <= (length + 1) ** 2 else toward(here, aim, length - GRID, GRID)


def _last_stand(field: Field, index: Index, goal: Point) -> Point:
    """`unenc.cover-contact`: the last point of the line that it can reach, and at which it may stand."""
    here = field.at[index]
    if goal == here:
        return here
    foes = field.places(field.foes(index))

    def good(point: Point) -> bool:
        open_way = field.ground.passable(here, point) and not closer_to_way(here, point, foes, APART)
        return open_way and rests(field, index, point) and not touches(field, index, point)

    return goal if good(goal) else last_of(here, goal, good) or here
