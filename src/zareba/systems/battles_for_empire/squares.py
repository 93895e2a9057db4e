"""Brigade squares: a ring of companies facing outward (section 10 of the rule book)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from zareba.boards.inches.angles import Point, bearing, forward
from zareba.boards.inches.shapes import mean, shapes_within
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import SLACK, centre_of
from zareba.systems.battles_for_empire.groups import turned
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import TABLE, Slot, Unit
from zareba.systems.battles_for_empire.troops import CLOSE, GUN, LINE

APART = 1250
"""`square.brigade`: neighbours in the ring are at most 1.25" apart."""
COMPANIES = 4
CORNERS = 3
BENT = 450
"""Facings that differ by 45 degrees or more."""
Ring = tuple[Slot, ...]
DONE: Ring = ()


# --- what a ring is --------------------------------------------------------------------------------------------------


def may_belong(unit: Unit) -> bool:
    """Close Order foot in Line, and guns and MGs ready for action."""
    company = unit.foot and unit.troop.style == CLOSE and unit.formation == LINE
    return unit.place == TABLE and (company or unit.formation == GUN)


def refuse_ring(field: Field, slots: Ring) -> Refusal | None:
    """Why these units are no brigade square."""
    units = [field.units[slot] for slot in slots]
    if not all([may_belong(unit) for unit in units]) or sum([not unit.troop.gun for unit in units]) < COMPANIES:
        return Refusal("square.brigade", "A brigade square is four companies of foot in line, or more.")
    middle = mean([centre_of(unit) for unit in units])
    if not all([_faces_away(unit, middle) for unit in units]):
        return Refusal("square.brigade", "Not every face looks outward.")
    around = in_ring(field, slots)
    if not all([shapes_within(field.rect(a), field.rect(b), APART + SLACK) for a, b in pairwise((*around, around[0]))]):
        return Refusal("square.brigade", "The ring has a gap of more than 1.25 inches.")
    return None if _has_corners(units) else Refusal("square.brigade", "The faces look the same way.")


def _faces_away(unit: Unit, middle: Point) -> bool:
    x, y = centre_of(unit)
    fx, fy = forward(unit.facing)
    return fx * (x - middle[0]) + fy * (y - middle[1]) > 0


def in_ring(field: Field, slots: Ring) -> Ring:
    """The members in the order of their bearings from the mean of their centres."""
    middle = mean([centre_of(field.units[slot]) for slot in slots])
    return tuple(sorted(slots, key=lambda slot: (bearing(middle, centre_of(field.units[slot])), slot)))


def _has_corners(units: list[Unit]) -> bool:
    """Whether three of the facings differ by 45 degrees or more from each other."""
    facings = sorted({unit.facing for unit in units})
    return any([
        turned(a, b) >= BENT and turned(b, c) >= BENT and turned(a, c) >= BENT
        for i, a in enumerate(facings) for j, b in enumerate(facings[:i]) for c in facings[:j]
    ])  # fmt: skip


def rings(field: Field, side: int) -> list[Ring]:
    """The brigade squares that a side could declare now."""
    taken = {slot for ring in field.squares for slot in ring}
    free = [slot for slot in field.on_table(side) if may_belong(field.units[slot]) and slot not in taken]
    found = [in_ring(field, ring) for chain in _chains(field, free) if (ring := _outward(field, chain))]
    return [ring for ring in found if refuse_ring(field, ring) is None]


def _chains(field: Field, free: list[Slot]) -> list[Ring]:
    """Units linked by gaps of at most 1.25"."""
    found, left = list[Ring](), set(free)
    while left:
        chain, new = set[Slot](), {min(left)}
        while new:
            slot = min(new)
            new.discard(slot)
            chain.add(slot)
            mine = field.rect(slot)
            new |= {other for other in left - chain if shapes_within(mine, field.rect(other), APART + SLACK)}
        left -= chain
        found.append(tuple(sorted(chain)))
    return found


def _outward(field: Field, chain: Ring) -> Ring:
    """A chain without those who do not look outward: a reserve inside is none of the ring."""
    while len(chain) >= COMPANIES:
        middle = mean([centre_of(field.units[slot]) for slot in chain])
        kept = tuple([slot for slot in chain if _faces_away(field.units[slot], middle)])
        if kept == chain:
            return chain
        chain = kept
    return ()


# --- declaring and losing it -----------------------------------------------------------------------------------------


async def squares(field: Field) -> None:
    """At the end of its 4B a side may declare the rings that it has formed."""
    found = rings(field, field.side)
    ring = await Choice(field.seat(field.side), DECLARE, [*found, DONE], field.side)
    if ring == DONE:
        return next_stage(field)
    field.squares = (*field.squares, ring)
    field.memo = {}
    return field.tell("square", "square.brigade", "{unit} and its neighbours form a brigade square.", unit=ring[0])


def lose_squares(field: Field) -> None:
    """`square.ends`."""
    for ring in field.squares:
        if refuse_ring(field, ring):
            field.squares = tuple([other for other in field.squares if other != ring])
            field.memo = {}
            field.tell("square-lost", "square.ends", "The brigade square of {unit} is open.", unit=ring[0])


def _show(field: Field, side: Any, ring: Ring) -> Option:
    if ring == DONE:
        return Option("done", "No (other) brigade square", "square.brigade")
    names = ", ".join(field.units[slot].name for slot in ring)
    return Option(
        f"square {field.units[ring[0]].id}", f"Brigade square of {names}", "square.brigade", field.units[ring[0]].id
    )


DECLARE = Question(
    "brigade-square",
    "square.brigade",
    lambda field, side: f"{field.sides[side].name}: is there a brigade square?",
    _show,
)
