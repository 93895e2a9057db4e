"""What walls and ladders do between two hexes: part of section 3.19 of the rule book."""

from __future__ import annotations

from zareba.boards.hex import Mask
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Cell, Ladder
from zareba.systems.afriboria.troops import ARTILLERY, INFANTRY, Troop


def walled(field: Field, a: Cell, b: Cell) -> bool:
    """`siege.closed`: an intact closed structure stands between the inside and the outside of a fortification."""
    closed = field.lie.closed
    if not (closed >> a & 1 or closed >> b & 1):
        return False
    inside = field.ground.inside
    return bool((closed >> a & 1 and not inside >> b & 1) or (closed >> b & 1 and not inside >> a & 1))


def ladder_between(field: Field, a: Cell, b: Cell) -> Ladder | None:
    """The ladder on the hexside between two hexes."""
    for ladder in field.ladders:
        if (ladder.foot, ladder.wall) in ((a, b), (b, a)):
            return ladder
    return None


def is_close(field: Field, a: Cell, b: Cell) -> bool:
    """Close combat: adjacent hexes with no wall between them, or with a ladder on it (`siege.wall-fire`)."""
    if field.ground.grid.distance(a, b) != 1:
        return False
    return not walled(field, a, b) or ladder_between(field, a, b) is not None


def may_cross(field: Field, troop: Troop, a: Cell, b: Cell) -> bool:
    """Whether a piece may go from one hex to the next as far as walls are concerned (`siege.closed`)."""
    if not walled(field, a, b):
        return True
    if field.gates[troop.side] >> a & 1 or field.gates[troop.side] >> b & 1:
        return True
    ladder = ladder_between(field, a, b)
    return ladder is not None and ladder.side == troop.side and can_climb(troop)


def can_climb(troop: Troop) -> bool:
    """`siege.ladder-edge`: any infantry of the side; commanders climb with it."""
    return troop.type == INFANTRY or troop.leads


def shut(field: Field, side: int) -> Mask:
    """The closed hexes that this side cannot pass by a gate of its own."""
    return field.lie.closed & ~field.gates[side]


def spread(field: Field, side: int, hexes: Mask) -> Mask:
    """The hexes one step away from any of these, walls considered; ladders are climbed, not walked over."""
    grid, closed = field.ground.grid, shut(field, side)
    if not closed:
        return grid.around(hexes)
    inside = field.ground.inside
    outer, inner = hexes & ~closed, hexes & closed
    return grid.around(outer) & ~closed | grid.around(outer & inside) & closed | grid.around(inner) & inside


def is_artillery(troop: Troop) -> bool:
    """`battle.artillery-word`: machine guns are artillery unless they are excepted by name."""
    return troop.type == ARTILLERY
