"""What a seat that cannot see the enemy's hidden figures may think of their places (`hide.secret`, section 20).

Which figures have not been seen can be counted by everybody; where they lie is drawn anew, wherever they might.
"""

from __future__ import annotations

from random import Random

from zareba.boards.inches import Bearing, Point, closer_to_way
from zareba.systems.darkest_africa.command import END, orders
from zareba.systems.darkest_africa.drifting import restless
from zareba.systems.darkest_africa.field import COMMAND, DEPLOY, OTHERS, Field, Index, Mask, ones
from zareba.systems.darkest_africa.hiding import FIND
from zareba.systems.darkest_africa.layout import GRID, zone_of
from zareba.systems.darkest_africa.moving import rests
from zareba.systems.darkest_africa.troops import RADIUS

TRIES = 40
WORLDS = 8


def imagine(field: Field, seat: str, random: Random) -> Field:
    """A position that this seat cannot tell from the real one."""
    theirs = _unseen(field, seat)
    for _ in range(WORLDS if theirs else 0):
        twin = field.copy()
        for index in ones(theirs):
            lay(twin, index, random)
        if _goes_on(twin) == _goes_on(field):
            return twin
    return field.copy()


def _unseen(field: Field, seat: str) -> Mask:
    """The figures that this seat does not see: hidden, or not yet deployed."""
    mine = [field.friends[number] for number, side in enumerate(field.sides) if side.id == seat]
    waiting = field.on if field.phase > DEPLOY else (1 << len(field.roster)) - 1
    return waiting & (field.hidden | ~field.on) & ~sum(mine)


def lay(field: Field, index: Index, random: Random) -> None:
    """Lays a hidden figure down somewhere in its cover: where nobody has been near enough to find it."""
    for _ in range(TRIES):
        point = _somewhere(field, index, random)
        if field.ground.hides(point) and rests(field, index, point) and not _found(field, index, point):
            facing: Bearing = random.randrange(3600)
            return field.put(index, point, facing)
    return None


def _somewhere(field: Field, index: Index, random: Random) -> Point:
    lairs = [one.shape.box for one in field.ground.features if one.hides]
    west, south, east, north = random.choice(lairs) if lairs else zone_of(field, field.side_of(index))
    at = random.randrange(west + RADIUS, east - RADIUS + 1), random.randrange(south + RADIUS, north - RADIUS + 1)
    return at[0] // GRID * GRID, at[1] // GRID * GRID


def _found(field: Field, index: Index, point: Point) -> bool:
    return bool(closer_to_way(point, point, field.places(field.foes(index)), FIND + 1))


def _goes_on(field: Field) -> bool:
    """Whether there is anything left to do in this step: a seat sees that it goes on, or is over."""
    if field.phase == COMMAND:
        return orders(field)[0].verb != END
    return field.phase != OTHERS or bool(restless(field, field.active))
