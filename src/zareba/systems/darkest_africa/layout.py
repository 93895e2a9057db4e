"""The program's own layout of a force: what a side that deploys begins with, and may keep as it is.

A scenario may print it. Where it does not, or where the place is taken, figures are put in ranks along the front of
their zone, bearers behind, and those who may hide into the nearest grass and forest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zareba.boards.inches import Circle, Point, any_closer, near, nearest_place, snapped
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.field import APART, TOUCH, Field, Index, Mask, ones
from zareba.systems.darkest_africa.troops import BASES, INCH, RADIUS

GRID = 10
"""`geo.round`: places are rounded to the nearest 0.01 in."""
STEP = 1_500
"""How far apart the places of a layout are."""
FAR = 100 * INCH
ROOM = 4 * INCH
"""`setup.room`: how far a hidden figure gives way."""
BESIDE = TOUCH + 10 - BASES
"""Room enough between two bases that they are not in contact."""


def zone_of(field: Field, side: int) -> tuple[int, int, int, int]:
    """Where a side deploys; the whole table where nothing is said."""
    return field.terms.zones[side] or (0, 0, field.ground.width, field.ground.depth)


def zone_clause(field: Field, side: int) -> str:
    if field.terms.attacker < 0:
        return "setup.meeting-zone"
    return "setup.attacker" if side == field.terms.attacker else "setup.defender"


def in_zone(field: Field, side: int, point: Point) -> bool:
    west, south, east, north = zone_of(field, side)
    return west - 1 <= point[0] <= east + 1 and south - 1 <= point[1] <= north + 1


def refuse_post(field: Field, index: Index, point: Point) -> Refusal | None:
    """Why a figure cannot be deployed there (`setup.spots`)."""
    side = field.side_of(index)
    if not in_zone(field, side, point):
        return Refusal(zone_clause(field, side), "That is outside the zone where it deploys.")
    if not field.ground.fits(point) or not field.ground.open_at(point):
        return Refusal("geo.spot", "The whole base stands on the table, half an inch from ground that is closed.")
    if field.sides[side].lurks and not field.ground.hides(point):
        return Refusal("hide.where", "Every figure of this side lies hidden, half an inch inside forest or tall grass.")
    foes = field.places(field.seen(1 - side))
    if any_closer(point, field.places(standing(field, index)) + foes, APART):
        return Refusal("geo.spot", "Another figure stands there.")
    if any_closer(point, foes, TOUCH + 1):
        return Refusal("setup.spots", "It would begin in contact with an enemy.")
    return None


def standing(field: Field, index: Index) -> Mask:
    """The friends of a figure that have a place already, on the table or about to be."""
    side = field.side_of(index)
    mine = field.friends[side] & ~(field.killed | field.fled | field.exited) & ~(1 << index)
    return sum([1 << other for other in ones(mine) if field.at[other] != (0, 0)])


def nearest_post(field: Field, index: Index, wish: Point) -> Point | None:
    """The nearest place to a wished one where a figure may be deployed."""
    others = standing(field, index) | field.seen(1 - field.side_of(index))
    west, south, east, north = zone_of(field, field.side_of(index))
    keep = [(Circle(at, 0), BASES) for at in field.places(others)]
    keep += [(shape, RADIUS) for shape in field.ground.closed if isinstance(shape, Circle)]
    edge = (min(max(wish[0], west, RADIUS), east), min(max(wish[1], south, RADIUS), north))

    def legal(point: Point) -> bool:
        return refuse_post(field, index, point) is None

    return nearest_place(wish, legal, [], FAR, GRID, [edge]) if legal(edge) else nearest_place(edge, legal, keep, FAR)


def make_room(field: Field, side: int) -> None:
    """`setup.room`: who lies hidden where an enemy has been put, without his knowing, lies a little way off instead."""
    for index in ones(field.on & field.hidden & field.friends[side]):
        foes = field.places(field.on & field.friends[1 - side])
        if any_closer(field.at[index], foes, TOUCH + 1):
            _crawl(field, index, foes)


def _crawl(field: Field, index: Index, foes: list[Point]) -> None:
    """To a place near by where he may lie hidden; else he shows himself at the nearest where he may stand."""
    here = field.at[index]

    def free(point: Point) -> bool:
        return refuse_post(field, index, point) is None and not any_closer(point, foes, TOUCH + 1)

    def lair(point: Point) -> bool:
        return field.ground.hides(point) and free(point)

    others = [at for at in field.places(field.on & ~(1 << index)) if near(here, at, ROOM)]
    keep = [(Circle(at, 0), BASES + BESIDE) for at in others]
    found = nearest_place(here, lair, keep, ROOM, GRID)
    if found:
        field.put(index, found)
        field.tell("room", "setup.room", "{figure} makes room.", field.audience(index), figure=index, to=found)
    elif place := nearest_place(here, free, keep, FAR, GRID):
        field.put(index, place)
        field.reveal(index)
        field.tell("found", "setup.room", "{figure} is found, and makes room.", figure=index, to=place)


# --- a whole force ------------------------------------------------------------------------------------------------


def lay_out(field: Field, side: int) -> None:
    """Gives every figure of a side a place that it may take; those that have one keep it."""
    waiting = [index for index in ones(field.friends[side]) if not _settled(field, index)]
    for index in waiting:
        field.put(index, (0, 0))
        field.unmark("hidden", index)
    if not waiting:
        return
    lairs = [point for point in ranks(field, side) if field.ground.hides(point)] if field.sides[side].hides else []
    lying = waiting if field.sides[side].lurks else _ambushers(field, waiting)
    for index in lying if lairs else []:
        _post(field, index, lairs)
        if field.at[index] != (0, 0):
            field.mark("hidden", index)
    for index in sorted(waiting, key=lambda index: (not field.roster[index].troop.armed, index)):
        if field.at[index] == (0, 0):
            _post(field, index, list(ranks(field, side)))


def _settled(field: Field, index: Index) -> bool:
    at = field.at[index]
    if (field.killed | field.fled | field.exited) >> index & 1:
        return True
    hidden_well = not field.hidden >> index & 1 or field.ground.hides(at)
    return at != (0, 0) and hidden_well and refuse_post(field, index, at) is None


def _ambushers(field: Field, waiting: list[Index]) -> list[Index]:
    """Every second armed man lies in wait, if he is no rifleman."""
    fit = [index for index in waiting if field.roster[index].troop.armed and not field.roster[index].troop.firearm]
    return fit[::2]


def _post(field: Field, index: Index, places: list[Point]) -> None:
    found = next((point for point in places if refuse_post(field, index, point) is None), None)
    if found:
        field.put(index, found)


def ranks(field: Field, side: int) -> Iterator[Point]:
    """Places in the zone, the front rank first, each rank from its middle outwards."""
    west, south, east, north = zone_of(field, side)
    across: Callable[[int, int], Point]
    if field.sides[side].edge in ("west", "east"):
        front = list(range(west + RADIUS, east - RADIUS + 1, STEP))
        line, across = list(range(south + RADIUS, north - RADIUS + 1, STEP)), lambda deep, aside: (deep, aside)
    else:
        front = list(range(south + RADIUS, north - RADIUS + 1, STEP))
        line, across = list(range(west + RADIUS, east - RADIUS + 1, STEP)), lambda deep, aside: (aside, deep)
    middle = sum(line[:1] + line[-1:]) // 2
    line.sort(key=lambda aside: (abs(aside - middle), aside))
    for deep in front if field.sides[side].edge in ("north", "east") else reversed(front):
        yield from [snapped(across(deep, aside), GRID) for aside in line]
