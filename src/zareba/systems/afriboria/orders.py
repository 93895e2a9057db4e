"""Orders: sections 3.5 and 3.8 of the rule book.

A card on the table gives order slots by colour, or orders for pieces that fit a description. All orders are announced
before anything moves (`turn.announce`), one order in a step. An `Order` knows which colours could pay for it; whether
all orders can be paid for together is a question of counting (`affordable`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.companies import disband, form, is_straggler, may_lead, stragglers, together
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import fits
from zareba.systems.afriboria.rows import NOBODY, Order, Play, Slot
from zareba.systems.afriboria.troops import ANY_COLOUR

PALETTE = (1, 2, 4)
DONE, ALL = Order((), 0, "done"), Order((), 0, "all")


async def give_order(field: Field) -> None:
    """One order announced, or the end of the orders (`turn.fewer`)."""
    assert field.play is not None
    options = available(field)
    order = await Choice(field.seat, ORDER, options, None)
    if order.kind == "done":
        field.phase = "ordered"
        return
    if order.kind == "all":
        for one in everything(field):
            await _announce(field, one)
        field.phase = "ordered"
        return
    await _announce(field, order)


async def _announce(field: Field, order: Order) -> None:
    assert field.play is not None
    slot = order.slots[0]
    if order.kind == "unit" and field.room == 1:
        order = await _name_second(field, order)
    field.play = field.play._replace(orders=(*field.play.orders, order))
    if order.kind == "form":
        await form(field, slot)
        company = field.company_of(slot)
        assert company is not None
        field.mark(idle=_bits((slot, *company.members)))
    elif order.kind == "disband":
        field.mark(idle=_bits((slot, *disband(field, slot))))
    else:
        take_order(field, order)
    field.tell("order", "turn.announce", "{names} ordered.", names=_names(field, order))


def take_order(field: Field, order: Order) -> None:
    """Marks who has the order, and who may move along without one."""
    field.mark(ordered=_bits(order.slots))
    if order.kind == "unit":
        for slot in order.slots:
            others = companions(field, slot)
            field.mark(follows=_bits(others))
            company = field.company_of(slot)
            if company and field.rules.company_orders == "whole":  # all of it may battle
                field.mark(ordered=_bits([other for other in others if other in company.members]))


def companions(field: Field, slot: Slot) -> list[Slot]:
    """`platoon.nco-mixed`: the other unit of an NCO; `company.order`: the company, when a member is ordered.

    `cards.officers-company`: on special cards only Officers to the Front moves a company.
    """
    assert field.play is not None
    found = []
    leader = field.commanded_by(slot)
    if leader != NOBODY and not field.units[leader].troop.is_officer and not field.play.special:
        unit = field.units[slot]
        found += [other for other in field.at(unit.troop.side, unit.cell) if other != slot]
    company = field.company_of(slot)
    if company and (not field.play.special or field.play.officers) and slot in together(field, company):
        found += [*together(field, company), company.officer]
    return [other for other in found if not field.affected("mirage", other)]


# --- what counts as one ------------------------------------------------------------------------------------------


def platoon(field: Field, slot: Slot) -> tuple[Slot, ...]:
    """`platoon.officer-one`, `platoon.nco-one`: whom one order orders, as things stand (`platoon.snapshot`)."""
    unit = field.units[slot]
    leader = field.commanded_by(slot)
    if leader == NOBODY or unit.troop.flies or field.room == 1:
        return (slot,)
    pair = [other for other in field.at(unit.troop.side, unit.cell) if not field.units[other].troop.flies]
    if len(pair) < 2 or any(len(field.units[other].posts) > 1 for other in pair):
        return (slot,)
    same = len({field.units[other].troop.colour for other in pair}) == 1
    return tuple(pair) if same or field.units[leader].troop.is_officer else (slot,)


async def _name_second(field: Field, order: Order) -> Order:
    """`platoon.ten-cm`, `platoon.ten-cm-name`: with 10 cm hexes the second unit stands next to the commander's hex."""
    slot = order.slots[0]
    found = seconds(field, slot)
    if not found:
        return order
    second = await Choice(field.seat, SECOND, [*found, NOBODY], slot)
    if second == NOBODY:
        return order
    field.turn = field.turn._replace(named=field.turn.named | 1 << second)
    leader = field.commanded_by(slot)
    same = field.units[second].troop.colour == field.units[slot].troop.colour
    if same or field.units[leader].troop.is_officer:
        return order._replace(slots=(slot, second))
    field.mark(follows=1 << second)
    return order


def seconds(field: Field, slot: Slot) -> list[Slot]:
    """The units that a commander with this one may name."""
    unit = field.units[slot]
    if field.commanded_by(slot) == NOBODY:
        return []
    near = field.ground.grid.near[unit.cell]
    taken = field.turn.named | field.turn.ordered | field.turn.idle
    return [
        other
        for other in field.living(unit.troop.side)
        if field.units[other].mask & near
        and not taken >> other & 1
        and field.units[other].grounded
        and not field.units[other].troop.leads
        and orderable(field, other)
        and _suits(field, (other,))
    ]


# --- who may be ordered ------------------------------------------------------------------------------------------


def available(field: Field) -> list[Order]:
    """Every order that may be announced now, and the end of it."""
    found = [order for order in candidates(field) if refuse_order(field, order) is None]
    if len(everything(field)) > 1:
        found.append(ALL)
    if refuse_done(field) is None:
        found.append(DONE)
    return found


def candidates(field: Field) -> list[Order]:
    """Everybody who could be ordered by the card on the table, each once."""
    assert field.play is not None
    found: list[Order] = []
    seen: set[Slot] = set()
    for slot in field.living(field.active):
        if slot in seen or not orderable(field, slot):
            continue
        order = _order_for(field, slot)
        if order is None or not _suits(field, order.slots):
            continue
        seen.update(order.slots)
        found.append(order)
    return found if field.play.special else found + _company_orders(field)


def _order_for(field: Field, slot: Slot) -> Order | None:
    """An order for the piece: with the other half of its platoon, if both may have it (`order.special-platoon`).

    A lone air unit has no colour and takes any slot (`air.colourless`); several have one each (`air.coloured`).
    """
    unit = field.units[slot]
    if unit.troop.leads:
        return _commander_order(field, slot)
    if unit.troop.flies:
        return Order((slot,), unit.troop.colour or ANY_COLOUR)
    group = tuple(other for other in platoon(field, slot) if orderable(field, other))
    assert field.play is not None
    if field.play.special and not _suits(field, group):
        group = (slot,)
    colours = 0
    for other in group:
        colours |= field.units[other].troop.colour
    return Order(group, colours)


def _commander_order(field: Field, slot: Slot) -> Order:
    """`order.commander-any`, `order.individual`; an attached one goes (`order.relieve`, `order.relieve-slot`)."""
    units = field.at(field.units[slot].troop.side, field.units[slot].cell)
    if not units:
        return Order((slot,), ANY_COLOUR, "commander")
    colours = 0
    for unit in units:
        colours |= field.units[unit].troop.colour
    return Order((slot,), colours or ANY_COLOUR, "relieve")


def _company_orders(field: Field) -> list[Order]:
    """`company.form-slot`: forming or giving up a company costs a slot of any colour."""
    found = []
    for slot in field.living(field.active):
        if not field.units[slot].troop.is_officer or (field.turn.ordered | field.turn.idle) >> slot & 1:
            continue
        if field.company_of(slot):
            members = field.company_of(slot)
            assert members is not None
            if not field.turn.ordered & _bits(members.members):
                found.append(Order((slot,), ANY_COLOUR, "disband"))
        elif may_lead(field, slot):
            found.append(Order((slot,), ANY_COLOUR, "form"))
    return found


def orderable(field: Field, slot: Slot) -> bool:
    """`turn.one-order`; wounded characters and units in a mirage take none."""
    turn, unit = field.turn, field.units[slot]
    if (turn.ordered | turn.idle) >> slot & 1 or unit.wounded or field.turn.new >> slot & 1:
        return False
    return not (field.effects and field.affected("mirage", slot))


def _suits(field: Field, slots: Sequence[Slot]) -> bool:
    """`order.special-filter`: a special card orders only what fits its description."""
    assert field.play is not None
    return not field.play.filter or all(fits(field, slot, field.play.filter) for slot in slots)


def everything(field: Field) -> list[Order]:
    """All units together, if the card can pay for them."""
    assert field.play is not None
    found = [one for one in candidates(field) if one.kind == "unit"]
    return found if affordable(field.play, [*field.play.orders, *found]) and field.room > 1 else []


def affordable(play: Play, orders: Sequence[Order]) -> bool:
    """`order.slot`: whether every order finds a slot. No group of colours may be asked for more than it has."""
    if play.filter:
        return len(orders) <= play.most
    *coloured, wild = play.slots
    for group in range(1, ANY_COLOUR + 1):
        there = sum(number for bit, number in zip(PALETTE, coloured, strict=True) if group & bit)
        if sum(1 for order in orders if not order.colours & ~group) > there + wild:
            return False
    return True


def refuse_order(field: Field, order: Order) -> Refusal | None:
    assert field.play is not None
    orders = [*field.play.orders, order]
    if not affordable(field.play, orders):
        return Refusal("order.slot", "The card has no slot left that could pay for it.")
    if not _duty_done(field, orders) and not any(affordable(field.play, [*orders, s]) for s in _duties(field)):
        return Refusal("company.straggler-order", "A straggler must be ordered first.")
    return None


def refuse_done(field: Field) -> Refusal | None:
    """`company.straggler-order`: one slot at least goes to a straggler, if any can."""
    assert field.play is not None
    orders = list(field.play.orders)
    if field.companies and not _duty_done(field, orders):
        if any(affordable(field.play, [*orders, duty]) for duty in _duties(field)):
            return Refusal("company.straggler-order", "A straggler must be ordered first.")
    return None


def _duties(field: Field) -> list[Order]:
    """The orders that would serve a straggler: its own, or one for the company of its officer."""
    if not field.companies:
        return []
    found = []
    for order in candidates(field):
        if order.kind == "unit" and any(is_straggler(field, slot) for slot in order.slots):
            found.append(order)
    return found


def _duty_done(field: Field, orders: Sequence[Order]) -> bool:
    assert field.play is not None
    lost = stragglers(field, field.active)
    if not lost or field.play.special:
        return True
    ordered = {slot for order in orders for slot in order.slots}
    for slot in lost:
        company = field.company_of(slot)
        assert company is not None
        if slot in ordered or ordered & {company.officer, *together(field, company)}:
            return True
    return False


def _bits(slots: Sequence[Slot]) -> int:
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


# --- words -------------------------------------------------------------------------------------------------------


def _names(field: Field, order: Order) -> str:
    return " and ".join(field.units[slot].name for slot in order.slots)


VERBS = {"unit": "order", "commander": "order", "relieve": "relieve", "form": "form", "disband": "disband"}
CLAUSES = {
    "unit": "order.slot",
    "commander": "order.commander-any",
    "relieve": "order.relieve-slot",
    "form": "company.form-slot",
    "disband": "company.disband",
}
LABELS = {
    "unit": "Order {}",
    "commander": "Order {}",
    "relieve": "Send {} off alone",
    "form": "{} forms a company",
    "disband": "{} gives up his company",
}


def _show(field: Field, about: Any, order: Order) -> Option:
    if order.kind == "done":
        return Option("done", "No more orders", "turn.fewer")
    if order.kind == "all":
        return Option("order all", "Order them all", "turn.announce")
    ids = " ".join(field.units[slot].id for slot in order.slots)
    cells = tuple(dict.fromkeys(field.name(field.units[slot].cell) for slot in order.slots))
    label = LABELS[order.kind].format(_names(field, order))
    return Option(f"{VERBS[order.kind]} {ids}", label, CLAUSES[order.kind], field.units[order.slots[0]].id, cells=cells)


def _refused(field: Field, about: Any) -> list[tuple[Option, Refusal]]:
    found = [(_show(field, about, DONE), why) for why in [refuse_done(field)] if why]
    known = candidates(field)
    for order in known:
        if why := refuse_order(field, order):
            found.append((_show(field, about, order), why))
    offered = {slot for order in known for slot in order.slots}
    for slot in field.living(field.active):
        unit = field.units[slot]
        if slot not in offered and not unit.troop.leads:
            found.append((Option(f"order {unit.id}", f"Order {unit.name}", "", unit.id), why_not(field, slot)))
    return found


def why_not(field: Field, slot: Slot) -> Refusal:
    if field.turn.ordered >> slot & 1:
        return Refusal("turn.one-order", "It has been ordered.")
    if field.turn.idle >> slot & 1:
        return Refusal("company.form", "Its company forms or disbands in this turn.")
    if field.effects and field.affected("mirage", slot):
        return Refusal("event.reveal", "A mirage has led it astray.")
    if field.turn.new >> slot & 1:
        return Refusal("event.reveal", "It has only just arrived.")
    return Refusal("order.special-filter", "It does not fit the description on the card.")


ORDER = Question(
    "order",
    "turn.announce",
    lambda field, about: f"Whom does {field.sides[field.active].name} order?",
    _show,
    lambda field, about, options: len(options) - 1,
    _refused,
)


def _show_second(field: Field, slot: Slot, second: Slot) -> Option:
    if second == NOBODY:
        return Option("alone", "No second unit", "platoon.ten-cm-name")
    unit = field.units[second]
    return Option(f"with {unit.id}", f"With {unit.name}", "platoon.ten-cm", unit.id, cells=(field.name(unit.cell),))


SECOND = Question(
    "second-unit",
    "platoon.ten-cm-name",
    lambda field, slot: f"Which second unit does the commander of {field.units[slot].name} lead?",
    _show_second,
    lambda field, about, options: len(options) - 1,
)
