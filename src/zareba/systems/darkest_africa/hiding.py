"""Hidden figures: how they are found, and how they spring an ambush (section 12 of the rule book)."""

from __future__ import annotations

from collections.abc import Sequence

from zareba.boards.inches import Point, closer_to_way, trace, within_reach
from zareba.systems.darkest_africa.field import Field, Index, Mask, ones
from zareba.systems.darkest_africa.troops import BASES, INCH, PYGMY

FIND = BASES + 3 * INCH + 1
"""`hide.discover`: within 3 inches, with the tolerance of `geo.tolerance`."""
SURPRISE = 6 * INCH
"""`ambush.who`."""


def lurking(field: Field, side: int) -> Mask:
    """The hidden figures of a side."""
    return field.on & field.friends[side] & field.hidden


def first_found(field: Field, index: Index, start: Point, end: Point) -> Point | None:
    """`hide.discover`: the first point of a segment (`geo.trace`) within 3 inches of a hidden enemy."""
    if not field.hidden:
        return None
    near = field.places(lurking(field, 1 - field.side_of(index)))
    if not closer_to_way(start, end, near, FIND + 1):
        return None
    return next((point for point in trace(start, end) if within_reach(point, near, FIND)), None)


def discover(field: Field, index: Index, point: Point) -> None:
    """`hide.interrupt`: who is found there is seen; that is no ambush and frightens nobody (`hide.no-surprise`)."""
    hidden = list(ones(lurking(field, 1 - field.side_of(index))))
    places = [field.at[foe] for foe in hidden]
    for number in within_reach(point, places, FIND):
        field.reveal(hidden[number])
        field.tell("found", "hide.discover", "{figure} finds {foe} in hiding.", figure=index, foe=hidden[number])


def spring(field: Field, index: Index) -> None:
    """`ambush.spring`: a hidden figure is about to shoot or to move; `hide.ends`: it is seen, for good.

    Who is surprised is so once, by however many (`ambush.one`).
    """
    if not field.hidden >> index & 1:
        return
    place = field.at[index]
    field.reveal(index)
    caught = surprised(field, index, place)
    field.tell("ambush", "ambush.spring", "{figure} springs from hiding.", figure=index, place=place)
    for foe in caught:
        if not field.ambushed >> foe & 1:
            field.tell("surprise", "ambush.who", "{foe} is surprised.", foe=foe, figure=index)
        field.mark("ambushed", foe)
        if field.roster[index].troop is PYGMY:
            field.mark("pygmied", foe)


def surprised(field: Field, index: Index, place: Point) -> Sequence[Index]:
    """`ambush.who`: the visible enemies within 6 inches who see the place; who runs already is past it."""
    near = [foe for foe in ones(field.foes(index) & ~field.routing) if field.reaches(place, foe, SURPRISE)]
    return [foe for foe in near if field.ground.sees(place, field.at[foe])]
