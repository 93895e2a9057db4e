"""Retreats, forced and voluntary: section 3.15 of the rule book; and what becomes of characters (3.17)."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot
from zareba.systems.afriboria.troops import Troop
from zareba.systems.afriboria.walls import may_cross

GOES, STAYS = True, False


# --- where to ----------------------------------------------------------------------------------------------------


def refuse_step(field: Field, troop: Troop, a: Cell, b: Cell, leader: Slot = NOBODY) -> Refusal | None:
    """Why a retreating piece cannot go from one hex to the next, alone or with a commander (`retreat.step`)."""
    side = troop.side
    if field.held[1 - side] >> b & 1:
        return Refusal("retreat.blocked", "An enemy unit is there.")
    if field.led[1 - side] >> b & 1:
        return Refusal("retreat.blocked-also", "An enemy commander is there.")
    if not troop.leads and field.full[side] >> b & 1:
        return Refusal("retreat.blocked", "There is no room beside the friendly units there.")
    if (troop.leads or leader != NOBODY) and field.commander(side, b) != NOBODY:
        return Refusal("retreat.blocked-also", "A friendly commander is there already.")
    return _refuse_ground(field, troop, a, b, leader)


def _refuse_ground(field: Field, troop: Troop, a: Cell, b: Cell, leader: Slot) -> Refusal | None:
    """`flag.no-terrain`, `flag.prohibited`: no terrain matters but what cannot be entered at all."""
    if field.lie.barred >> b & 1:
        return Refusal("flag.prohibited", "Nobody can enter that hex.")
    foot = troop.on_foot and (leader == NOBODY or field.units[leader].troop.on_foot)
    if field.lie.depressions >> b & 1 and not foot:
        return Refusal("flag.prohibited", "Only infantry can enter a depression.")
    if not may_cross(field, troop, a, b):
        return Refusal("flag.prohibited", "A wall is in the way.")
    return None


def ways_back(field: Field, slot: Slot, cell: Cell, leader: Slot = NOBODY) -> list[Cell]:
    """`retreat.step`: the one or two hexes of the next row that are open to it."""
    troop = field.units[slot].troop
    return [b for b in field.ground.home[troop.side][cell] if refuse_step(field, troop, cell, b, leader) is None]


def must_lead_away(field: Field, slot: Slot, cell: Cell) -> tuple[Slot, bool]:
    """The commander in the hex, and whether he has to go along (`retreat.takes-commander`)."""
    side = field.units[slot].troop.side
    leader = field.commander(side, cell)
    return leader, leader != NOBODY and field.at(side, cell) in ([slot], [])


def withdrawals(field: Field, slot: Slot, cell: Cell) -> list[Cell]:
    """`retreat.voluntary-legal`: where a unit could withdraw to of its own will; never off the map.

    A lone commander may withdraw too (`cdr.voluntary`); air units never do (`air.no-return`). With
    `opt:withdrawals=once` a piece does so once in an enemy turn (`retreat.voluntary-again`).
    """
    unit = field.units[slot]
    if unit.troop.flies or unit.wounded:
        return []
    if field.rules.withdrawals == "once" and field.turn.withdrew >> slot & 1:
        return []
    leader, bound = must_lead_away(field, slot, cell)
    found = ways_back(field, slot, cell, leader if bound and leader != slot else NOBODY)
    return [b for b in found if refuse_withdrawal(field, slot, leader if bound else NOBODY, b) is None]


def refuse_withdrawal(field: Field, slot: Slot, leader: Slot, cell: Cell) -> Refusal | None:
    """`retreat.voluntary-company`: not out of the zone of its officer, nor the officer away from his company."""
    company = field.company_of(slot)
    if company is None:
        return None
    zone = field.ground.grid.disc
    if company.officer in (slot, leader):
        inside = [m for m in company.members if m != slot and _in_zone(field, m, company.officer)]
        if all(field.units[m].mask & ~zone(cell, 1) == 0 for m in inside):
            return None
    elif not _in_zone(field, slot, company.officer) or zone(field.units[company.officer].cell, 1) >> cell & 1:
        return None
    return Refusal("retreat.voluntary-company", "That would take it out of its company's zone.")


def _in_zone(field: Field, slot: Slot, officer: Slot) -> bool:
    mask = field.units[slot].mask
    return bool(mask) and not mask & ~field.ground.grid.disc(field.units[officer].cell, 1)


# --- going -------------------------------------------------------------------------------------------------------


async def retreat(field: Field, slot: Slot, steps: int, cell: Cell) -> None:
    """`flag.each`: so many hexes towards its own side; a manning unit gathers first (`siege.man-target`)."""
    if field.units[slot].troop.leads:
        await _retreat_alone(field, slot, steps)
        return
    if len(field.units[slot].posts) > 1:
        field.put(slot, cell)
    leader = await who_goes_along(field, slot, cell)
    for number in range(steps):
        if not field.units[slot].figures:
            if leader != NOBODY and field.units[leader].posts and _is_alone(field, leader):
                lose_commander(field, leader, "retreat.cannot-choice")
            return
        if await _one_step(field, slot, leader) and number + 1 < steps:
            field.tell("rallied", "retreat.rally", "{unit} is rallied.", unit=slot)
            break
    scatter(field, slot, leader)


def _is_alone(field: Field, leader: Slot) -> bool:
    """`retreat.cannot-commander`: another unit that shares the hex keeps him from harm."""
    him = field.units[leader]
    return not field.at(him.troop.side, him.cell)


async def who_goes_along(field: Field, slot: Slot, cell: Cell) -> Slot:
    """The commander who falls back with a unit, because he must or because he likes to."""
    leader, bound = must_lead_away(field, slot, cell)
    if leader in (slot, NOBODY) or not (bound or await _goes(field, slot, leader)):
        return NOBODY
    return leader


async def _goes(field: Field, slot: Slot, leader: Slot) -> bool:
    """`retreat.takes-choice`: a second unit stays, so he may go or stay."""
    return await Choice(field.owner(slot), ALONG, (GOES, STAYS), (slot, leader))


async def _one_step(field: Field, slot: Slot, leader: Slot) -> bool:
    """One hex back, or what is lost instead. Tells whether a commander has rallied the unit there."""
    unit = field.units[slot]
    side, cell = unit.troop.side, unit.cell
    if unit.mask & field.ground.edge[side]:
        _driven_off(field, slot, leader)
        return False
    if leader != NOBODY and not field.units[leader].posts:
        leader = NOBODY
    ways = ways_back(field, slot, cell, leader)
    if not ways:
        await _pay(field, slot, leader)
        return False
    to = await Choice(field.owner(slot), BACK, ways, slot)
    rally = leader == NOBODY and _rallies(field, side, to)
    field.put(slot, to)
    if leader != NOBODY:
        field.put(leader, to)
    field.tell("retreat", "retreat.step", "{unit} falls back to {cell}.", unit=slot, cell=to)
    return rally


def _rallies(field: Field, side: int, cell: Cell) -> bool:
    return not field.is_silent(field.commander(side, cell))


def _driven_off(field: Field, slot: Slot, leader: Slot) -> None:
    """`retreat.off`, `retreat.off-edge`: from the row of its own edge there is no step but off the map."""
    field.tell("off", "retreat.off", "{unit} is driven off the battlefield.", unit=slot)
    if leader != NOBODY:
        lose_commander(field, leader, "retreat.off-edge")
    field.lose(slot, field.units[slot].figures, "retreat.off-edge")


async def _pay(field: Field, slot: Slot, leader: Slot) -> None:
    """`retreat.cannot`, `retreat.cannot-commander`: a figure for every step not made, or the commander."""
    unit = field.units[slot]
    alone = leader != NOBODY and field.at(unit.troop.side, unit.cell) == [slot]
    if alone and await Choice(field.owner(slot), PAY, ("figure", "commander"), (slot, leader)) == "commander":
        lose_commander(field, leader, "retreat.cannot-commander")
        return
    field.lose(slot, 1, "retreat.cannot", field.units[slot].cell)


async def _retreat_alone(field: Field, slot: Slot, steps: int) -> None:
    """`cdr.flags`: the full distance, past friendly units without a commander; a step he cannot make is his end."""
    for _ in range(steps):
        unit = field.units[slot]
        if unit.mask & field.ground.edge[unit.troop.side]:
            lose_commander(field, slot, "retreat.off")
            return
        ways = ways_back(field, slot, unit.cell)
        if not ways:
            lose_commander(field, slot, "cdr.flags")
            return
        to = await Choice(field.owner(slot), BACK, ways, slot)
        field.put(slot, to)
        field.tell("retreat", "cdr.flags", "{unit} falls back to {cell}.", unit=slot, cell=to)
    scatter(field, slot)


async def withdraw(field: Field, slot: Slot, cell: Cell, to: Cell) -> None:
    """`retreat.voluntary`: one hex, orderly; the commander follows as in a forced retreat."""
    if len(field.units[slot].posts) > 1:
        field.put(slot, cell)
    leader, bound = must_lead_away(field, slot, cell)
    if leader == slot:
        leader = NOBODY
    free = leader != NOBODY and field.commander(field.units[slot].troop.side, to) == NOBODY
    if leader != NOBODY and not bound and not (free and await _goes(field, slot, leader)):
        leader = NOBODY
    field.mark(withdrew=1 << slot)
    field.put(slot, to)
    if leader != NOBODY:
        field.put(leader, to)
    field.tell("withdraw", "retreat.voluntary", "{unit} withdraws to {cell}.", unit=slot, cell=to)


def scatter(field: Field, *thrown: Slot) -> None:
    """`company.officer-thrown`: a company whose officer was driven from it is scattered until it is together again."""
    found = []
    for company in field.companies:
        apart = any(not _in_zone(field, m, company.officer) for m in company.members if field.units[m].posts)
        driven = company.scattered or company.officer in thrown
        found.append(company._replace(scattered=driven and apart))
    field.companies = tuple(found)


# --- commanders and characters -----------------------------------------------------------------------------------


def hit_commander(field: Field, slot: Slot, clause: str) -> None:
    """`cdr.killed`; a character is wounded instead (`char.as-commander`, `char.wounded`)."""
    if field.units[slot].troop.character:
        field.change(slot, wounded=True)
        field.tell("wounded", "char.wounded", "{unit} is wounded.", unit=slot)
    else:
        field.lose(slot, 1, clause)


def lose_commander(field: Field, slot: Slot, clause: str) -> None:
    """He is lost for good: eliminated, or taken prisoner if he is a character (`char.prisoner-how`)."""
    if field.units[slot].troop.character:
        clause = "char.prisoner"
        field.tell("captured", clause, "{unit} is taken prisoner.", unit=slot)
    field.lose(slot, 1, clause)


def capture(field: Field, slot: Slot) -> None:
    """`char.prisoner`: an enemy that ends a move or breakthrough where a wounded character lies alone takes him."""
    unit = field.units[slot]
    if unit.troop.leads or unit.aloft:
        return
    for cell in bits(unit.mask):
        prisoner = field.commander(1 - unit.troop.side, cell)
        if prisoner != NOBODY and field.units[prisoner].wounded:
            lose_commander(field, prisoner, "char.prisoner")


# --- words -------------------------------------------------------------------------------------------------------


def _show_way(field: Field, slot: Slot, cell: Cell) -> Option:
    name = field.name(cell)
    return Option(name, f"Fall back to {name}", "retreat.step", field.units[slot].id, cells=(name,))


def _refused_ways(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    unit = field.units[slot]
    leader, bound = must_lead_away(field, slot, unit.cell)
    with_him = leader if bound and leader != slot else NOBODY
    found = []
    for cell in field.ground.home[unit.troop.side][unit.cell]:
        if refusal := refuse_step(field, unit.troop, unit.cell, cell, with_him):
            found.append((_show_way(field, slot, cell), refusal))
    return found


def _show_along(field: Field, about: Any, goes: bool) -> Option:
    leader = field.units[about[1]]
    words = ("along", f"{leader.name} goes along") if goes else ("stay", f"{leader.name} stays")
    return Option(*words, "retreat.takes-choice", leader.id)


def _show_pay(field: Field, about: Any, what: str) -> Option:
    clause = "retreat.cannot" if what == "figure" else "retreat.cannot-commander"
    return Option(what, f"Lose the {what}", clause, field.units[about[0]].id)


BACK = Question(
    "back",
    "retreat.step",
    lambda field, slot: f"Where does {field.units[slot].name} fall back to?",
    _show_way,
    refused=_refused_ways,
)
ALONG = Question(
    "leader-along",
    "retreat.takes-choice",
    lambda field, about: f"Does {field.units[about[1]].name} go with {field.units[about[0]].name}?",
    _show_along,
)
PAY = Question(
    "pay",
    "retreat.cannot-choice",
    lambda field, about: f"{field.units[about[0]].name} cannot fall back: what is lost?",
    _show_pay,
)
