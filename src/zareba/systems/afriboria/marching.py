"""A company moves as one: part of section 3.9 of the rule book.

The officer goes first, then the members in any sequence, each with its own end; the whole is one move, and legal only
if every member is in the officer's zone when it ends (`company.end-zoc`). So each choice is offered only if the rest
of the company can still be brought together after it.
"""

from __future__ import annotations

from typing import NamedTuple

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.companies import reunited, together
from zareba.systems.afriboria.deeds import show_deed
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.movement import arrive, refuse_hex
from zareba.systems.afriboria.reach import limits, rings, within
from zareba.systems.afriboria.rows import Cell, Company, Slot

HALT: Cell = -1
END: Slot = -2


class Leg(NamedTuple):
    """One piece of a company under way: how far it may go, and where so that nobody is left behind."""

    slot: Slot
    most: int
    ends: tuple[Cell, ...]


def may_march(field: Field) -> list[Slot]:
    """The officers whose companies have been ordered and have not moved yet."""
    turn = field.turn
    found = []
    for company in field.companies:
        officer = company.officer
        ready = field.units[officer].troop.side == field.active and officer not in turn.marched
        if ready and not (turn.idle | turn.moved) >> officer & 1 and turn.follows >> officer & 1:
            with_him = field.play is not None and field.play.officers and turn.ordered >> officer & 1
            if any(with_him or turn.ordered >> slot & 1 for slot in together(field, company)):
                found.append(officer)  # `cards.officers-company`
    return found


async def march(field: Field, officer: Slot) -> None:
    """One composite move, at the speed of the slowest (`company.moves-as-one`)."""
    company = field.company_of(officer)
    assert company is not None
    movers = marchers(field, company)
    most = pace(field, company)
    fixed = tuple(slot for slot in together(field, company) if slot not in movers)
    leg = Leg(officer, most, (*officer_ends(field, company, movers, fixed, most), HALT))
    cell = await Choice(field.seat, LEAD, leg.ends, leg)
    if cell != HALT:
        _step(field, officer, cell, most)
    left = movers
    while left:
        slot = await Choice(field.seat, NEXT, _next(field, company, left), officer)
        if slot == END:
            break
        left = tuple(other for other in left if other != slot)
        await _member(field, company, slot, left, most)
    field.mark(moved=1 << officer)
    for slot in movers:
        field.mark(moved=1 << slot)
    field.turn = field.turn._replace(marched=(*field.turn.marched, officer))
    field.tell("march", "company.moves-as-one", "The company of {leader} has moved.", leader=officer)
    reunited(field)


def marchers(field: Field, company: Company) -> tuple[Slot, ...]:
    """The members in the zone that can move, and have done nothing else yet."""
    turn = field.turn
    able = [slot for slot in together(field, company) if not (turn.moved | turn.idle) >> slot & 1]
    able = [slot for slot in able if limits(field, slot)[0]]
    return tuple(slot for slot in able if turn.follows >> slot & 1 or turn.ordered >> slot & 1)


def pace(field: Field, company: Company) -> int:
    """`company.speed`: the smallest move among the officer and the members that move, even if one then stays."""
    return min(limits(field, slot)[0] for slot in (company.officer, *marchers(field, company)))


def _next(field: Field, company: Company, left: tuple[Slot, ...]) -> list[Slot]:
    """Who moves next; nobody need, if all are in the zone."""
    disc = field.ground.grid.disc(field.units[company.officer].cell, 1)
    home = all(not field.units[slot].mask & ~disc for slot in company.members if slot in left)
    return [*left, END] if home else list(left)


async def _member(field: Field, company: Company, slot: Slot, left: tuple[Slot, ...], most: int) -> None:
    leg = Leg(slot, most, tuple(member_ends(field, company, slot, left, most)))
    cell = await Choice(field.seat, STEP, leg.ends, leg)
    if cell != HALT:
        _step(field, slot, cell, most)


def _step(field: Field, slot: Slot, cell: Cell, most: int) -> None:
    steps = next(n for n, ring in enumerate(rings(field, slot, most)) if ring >> cell & 1)
    start = field.units[slot].cell
    field.put(slot, cell)
    field.tell("move", "company.moves-as-one", "{unit} moves from {start} to {end}.", unit=slot, start=start, end=cell)
    arrive(field, slot, steps)


# --- what leaves the company together ----------------------------------------------------------------------------


def reach(field: Field, slot: Slot, most: int) -> Mask:
    """The hexes to which one member could go now."""
    if len(field.units[slot].posts) > 1:
        return 0
    return within(field, slot, most)


def officer_ends(
    field: Field, company: Company, movers: tuple[Slot, ...], fixed: tuple[Slot, ...], most: int
) -> list[Cell]:
    """The hexes where he leaves no member behind: neither of those who march nor of those who cannot.

    `company.end-zoc`, `company.officer-move`.
    """
    return [
        cell
        for cell in bits(reach(field, company.officer, most))
        if not any(field.units[slot].mask & ~field.ground.grid.disc(cell, 1) for slot in fixed)
        and _can_complete(moved(field, company.officer, cell), company, movers, most)
    ]


def member_ends(field: Field, company: Company, slot: Slot, left: tuple[Slot, ...], most: int) -> list[Cell]:
    disc = field.ground.grid.disc(field.units[company.officer].cell, 1)
    ends = [
        cell
        for cell in bits(reach(field, slot, most) & disc)
        if _can_complete(moved(field, slot, cell), company, left, most)
    ]
    home = not field.units[slot].mask & ~disc
    if home and _can_complete(field, company, left, most):
        ends.append(HALT)
    return ends or [HALT]


def moved(field: Field, slot: Slot, cell: Cell) -> Field:
    """The position after a step, to look at."""
    twin = field.copy()
    twin.put(slot, cell)
    return twin


def _can_complete(field: Field, company: Company, left: tuple[Slot, ...], most: int) -> bool:
    """Whether the members left can all be brought into the zone, in some sequence."""
    disc = field.ground.grid.disc(field.units[company.officer].cell, 1)
    out = [slot for slot in left if field.units[slot].mask & ~disc]
    if not out:
        return True
    for slot in left:
        for cell in bits(reach(field, slot, most) & disc):
            rest = tuple(other for other in left if other != slot)
            if _can_complete(moved(field, slot, cell), company, rest, most):
                return True
    return False


# --- words -------------------------------------------------------------------------------------------------------


def _show_end(field: Field, leg: Leg, cell: Cell) -> Option:
    unit = field.units[leg.slot]
    if cell == HALT:
        return Option("stay", f"{unit.name} stays", "company.moves-as-one", unit.id)
    return show_deed(field, leg.slot, ("go", cell))


def _show_next(field: Field, officer: Slot, slot: Slot) -> Option:
    if slot == END:
        return Option("halt", "The others stay", "company.moves-as-one")
    unit = field.units[slot]
    return Option(
        f"move {unit.id}", f"Move {unit.name}", "company.moves-as-one", unit.id, cells=(field.name(unit.cell),)
    )


def _refused(field: Field, leg: Leg) -> list[tuple[Option, Refusal]]:
    """The hexes within its march that are closed to it, and those from which the company would be torn apart."""
    disc = field.ground.grid.disc(field.units[leg.slot].cell, leg.most) & ~field.units[leg.slot].mask
    able = reach(field, leg.slot, leg.most)
    torn = Refusal("company.end-zoc", "The company could not be kept together.")
    return [
        (_show_end(field, leg, cell), torn if able >> cell & 1 else refuse_hex(field, leg.slot, cell, marching=True))
        for cell in bits(disc)
        if cell not in leg.ends
    ]


LEAD = Question(
    "lead",
    "company.moves-as-one",
    lambda field, leg: f"Where does {field.units[leg.slot].name} lead his company?",
    _show_end,
    lambda field, about, options: len(options) - 1,
    _refused,
)
NEXT = Question(
    "march-next",
    "company.moves-as-one",
    lambda field, officer: "Which unit of the company moves next?",
    _show_next,
    lambda field, about, options: len(options) - 1,
)
STEP = Question(
    "march",
    "company.end-zoc",
    lambda field, leg: f"Where does {field.units[leg.slot].name} go with its company?",
    _show_end,
    lambda field, about, options: len(options) - 1,
    _refused,
)
