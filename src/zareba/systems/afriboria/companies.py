"""Companies: section 3.9 of the rule book. Their make-up is public (`company.public`)."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import Mask
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NOBODY, Company, Slot

MOST_MEMBERS = 4
ENOUGH: Slot = -2


def zone(field: Field, company: Company) -> Mask:
    """`company.zoc`: the officer's hex and the six around it."""
    return field.ground.grid.disc(field.units[company.officer].cell, 1)


def in_zone(field: Field, company: Company, slot: Slot) -> bool:
    mask = field.units[slot].mask
    return bool(mask) and not mask & ~zone(field, company)


def together(field: Field, company: Company) -> list[Slot]:
    """The members in the zone, which move with the officer; none while the company is scattered."""
    if company.scattered:
        return []
    return [slot for slot in company.members if in_zone(field, company, slot)]


def is_bound(field: Field, slot: Slot) -> Company | None:
    """The company a unit belongs to and stands with (`company.no-leave`)."""
    company = field.company_of(slot)
    if company and slot in company.members and not company.scattered and in_zone(field, company, slot):
        return company
    return None


def is_straggler(field: Field, slot: Slot) -> bool:
    """`company.straggler`, `company.reunite`: a member outside the zone, thrown out or broken through.

    If the officer was thrown out instead, nobody is bound to run after him (`company.officer-thrown`).
    """
    company = field.company_of(slot)
    if company is None or slot == company.officer or company.scattered:
        return False
    return bool(field.units[slot].mask) and not in_zone(field, company, slot)


def stragglers(field: Field, side: int) -> list[Slot]:
    return [slot for slot in field.living(side) if field.companies and is_straggler(field, slot)]


def refuse_zone(field: Field, slot: Slot, hexes: Mask) -> Refusal | None:
    """`company.no-leave`, `company.officer-move`: nobody leaves the zone by choice, and the zone leaves nobody."""
    company = field.company_of(slot)
    if company is None:
        return None
    if slot == company.officer:
        disc = field.ground.grid.disc(hexes.bit_length() - 1, 1)
        if any(field.units[m].mask & ~disc for m in together(field, company)):
            return Refusal("company.officer-move", "A unit of his company would be left behind.")
    elif is_bound(field, slot) and hexes & ~zone(field, company):
        return Refusal("company.no-leave", "It would leave its officer's zone.")
    return None


# --- forming and disbanding --------------------------------------------------------------------------------------


def may_lead(field: Field, slot: Slot) -> bool:
    """`company.members`, `company.nco-never`, `company.form-slot`: an officer without a company, with units near."""
    unit = field.units[slot]
    if not unit.troop.is_officer or not unit.posts or unit.wounded or field.company_of(slot):
        return False
    return bool(recruits(field, slot, ()))


def recruits(field: Field, officer: Slot, members: tuple[Slot, ...]) -> list[Slot]:
    """The units in his zone that may still join: no more than four, in one or two colours (`company.members`)."""
    if len(members) == MOST_MEMBERS:
        return []
    near = field.ground.grid.disc(field.units[officer].cell, 1)
    side = field.units[officer].troop.side
    found = []
    for slot in field.living(side):
        unit = field.units[slot]
        if unit.troop.leads or unit.troop.flies or unit.mask & ~near or slot in members or field.company_of(slot):
            continue
        if field.turn.ordered >> slot & 1 and field.phase == "orders":
            continue
        colours = {field.units[m].troop.colour for m in (*members, slot)}
        if len(colours) <= 2 and (not members or slot > members[-1]):
            found.append(slot)
    return found


async def form(field: Field, officer: Slot) -> None:
    """`company.form`: the officer names the members one by one, in the order of the roster."""
    members: tuple[Slot, ...] = ()
    while found := recruits(field, officer, members):
        options = [*found, ENOUGH] if members else found
        chosen = await Choice(field.owner(officer), MEMBER, options, (officer, members))
        if chosen == ENOUGH:
            break
        members = (*members, chosen)
    field.companies = (*field.companies, Company(officer, members))
    names = ", ".join(field.units[slot].name for slot in members)
    field.tell("company", "company.public", "{leader} forms a company: {members}.", leader=officer, members=names)


def disband(field: Field, officer: Slot) -> tuple[Slot, ...]:
    """`company.disband`: afterwards they are separate units."""
    company = field.company_of(officer)
    assert company is not None
    field.companies = tuple(other for other in field.companies if other != company)
    field.tell("disbanded", "company.disband", "{leader} gives up his company.", leader=officer)
    return company.members


def reunited(field: Field) -> None:
    """A scattered company is one again when all its units are in the zone."""
    field.companies = tuple(
        company._replace(scattered=False)
        if company.scattered and all(in_zone(field, company, slot) for slot in company.members)
        else company
        for company in field.companies
    )


# --- at set-up ---------------------------------------------------------------------------------------------------


async def form_at_start(field: Field, side: int) -> bool:
    """`setup.companies`, `setup.company-limit`: one company before the first turn; tells whether more may follow."""
    formed = sum(1 for one in field.companies if field.units[one.officer].troop.side == side)
    if formed >= field.terms.companies[side]:
        return False
    officers = [slot for slot in field.living(side) if may_lead(field, slot)]
    if not officers:
        return False
    chosen = await Choice(field.sides[side].id, START, [*officers, NOBODY], side)
    if chosen == NOBODY:
        return False
    await form(field, chosen)
    return True


# --- words -------------------------------------------------------------------------------------------------------


def _show_member(field: Field, about: Any, slot: Slot) -> Option:
    if slot == ENOUGH:
        return Option("enough", "That is the company", "company.members")
    unit = field.units[slot]
    return Option(f"add {unit.id}", f"Add {unit.name}", "company.members", unit.id, cells=(field.name(unit.cell),))


def _show_start(field: Field, side: int, slot: Slot) -> Option:
    if slot == NOBODY:
        return Option("ready", "No company", "setup.companies")
    unit = field.units[slot]
    return Option(f"form {unit.id}", f"{unit.name} forms a company", "setup.companies", unit.id)


MEMBER = Question(
    "member",
    "company.members",
    lambda field, about: f"Who belongs to the company of {field.units[about[0]].name}?",
    _show_member,
    lambda field, about, options: len(options) - 1,
)
START = Question(
    "companies",
    "setup.companies",
    lambda field, side: f"{field.sides[side].name}: is a company formed before the battle?",
    _show_start,
    lambda field, about, options: len(options) - 1,
)
