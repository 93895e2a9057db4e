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
from zareba.systems.afriboria.platoons import bit_set, follow, name_second, orderable, platoon, suits
from zareba.systems.afriboria.rows import NOBODY, Order, Play, Slot
from zareba.systems.afriboria.troops import ANY_COLOUR

LARGER = tuple([tuple([g for g in range(1, ANY_COLOUR + 1) if not c & ~g]) for c in range(ANY_COLOUR + 1)])
"""The groups of colours that hold all of these, by the colours as a number."""
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
        for one in everything(field, candidates(field)):
            await _announce(field, one)
        field.phase = "ordered"
        return
    await _announce(field, order)


async def _announce(field: Field, order: Order) -> None:
    assert field.play is not None
    slot = order.slots[0]
    if order.kind == "unit" and field.room == 1:
        order = await name_second(field, order)
    field.play = field.play._replace(orders=(*field.play.orders, order))
    if order.kind == "form":
        await form(field, slot)
        company = field.company_of(slot)
        assert company is not None
        field.mark(idle=bit_set((slot, *company.members)))
    elif order.kind == "disband":
        field.mark(idle=bit_set((slot, *disband(field, slot))))
    else:
        take_order(field, order)
        field.tell("order", "turn.announce", "{names} ordered.", names=_names(field, order))


def take_order(field: Field, order: Order) -> None:
    """Marks who has the order, and who may move along without one."""
    field.mark(ordered=bit_set(order.slots))
    if order.kind == "unit":
        for slot in order.slots:
            leader, others = _nco_pair(field, slot)
            follow(field, leader, others)
            _march_along(field, slot)


def _nco_pair(field: Field, slot: Slot) -> tuple[Slot, list[Slot]]:
    """`platoon.nco-mixed`: the NCO with an ordered unit, and his other unit; special cards do not speak of them."""
    assert field.play is not None
    leader = field.commanded_by(slot)
    if leader == NOBODY or field.units[leader].troop.is_officer or field.play.special:
        return NOBODY, []
    unit = field.units[slot]
    return leader, [other for other in field.at(unit.troop.side, unit.cell) if other != slot]


def _march_along(field: Field, slot: Slot) -> None:
    """`company.order`: the company moves when a member is ordered; with `opt:company-orders` all of it may battle.

    `cards.officers-company`: on special cards only Officers to the Front moves a company, and with its officer.
    """
    assert field.play is not None
    company = field.company_of(slot)
    if company is None or (field.play.special and not field.play.officers):
        return
    near = together(field, company)
    if slot not in near and not (near and field.play.officers and slot == company.officer):
        return
    others = [one for one in (*together(field, company), company.officer) if not field.affected("mirage", one)]
    field.mark(follows=bit_set(others))
    if field.rules.company_orders == "whole":
        field.mark(ordered=bit_set([one for one in others if one in company.members]))


# --- who may be ordered ------------------------------------------------------------------------------------------


def available(field: Field) -> list[Order]:
    """Every order that may be announced now, and the end of it."""
    assert field.play is not None
    known = candidates(field)
    room = purse(field.play, field.play.orders)
    found = [order for order in known if refuse_order(field, order, room) is None]
    if len(everything(field, known)) > 1:
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
        if order is None or not suits(field, order.slots):
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
    if not unit.mask & field.led[unit.troop.side]:
        return Order((slot,), unit.troop.colour)
    group = tuple([other for other in platoon(field, slot) if orderable(field, other)])
    assert field.play is not None
    if field.play.special and not suits(field, group):
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
            if not field.turn.ordered & bit_set(members.members):
                found.append(Order((slot,), ANY_COLOUR, "disband"))
        elif may_lead(field, slot):
            found.append(Order((slot,), ANY_COLOUR, "form"))
    return found


def everything(field: Field, known: Sequence[Order]) -> list[Order]:
    """All units together, if the card can pay for them."""
    assert field.play is not None
    found = [one for one in known if one.kind == "unit"]
    return found if affordable(field.play, [*field.play.orders, *found]) and field.room > 1 else []


def purse(play: Play, orders: Sequence[Order]) -> tuple[int, ...]:
    """`order.slot`: what is left of the card for each group of colours, when so much has been ordered.

    An order that only colours of a group could pay for weighs on that group, and on every larger one.
    """
    if play.filter:
        return (play.most - len(orders),) * (ANY_COLOUR + 1)
    red, blue, green, wild = play.slots
    left = [wild, red, blue, red + blue, green, red + green, blue + green, red + blue + green]
    left = [left[0], *[number + wild for number in left[1:]]]
    for order in orders:
        for group in LARGER[order.colours]:
            left[group] -= 1
    return tuple(left)


def affordable(play: Play, orders: Sequence[Order]) -> bool:
    """Whether every order finds a slot: no group of colours is asked for more than it has."""
    return min(purse(play, orders)[1:]) >= 0


def refuse_order(field: Field, order: Order, room: tuple[int, ...] | None = None) -> Refusal | None:
    """`room` is what the card still has, where somebody has counted it already."""
    assert field.play is not None
    left = purse(field.play, field.play.orders) if room is None else room
    if any(left[group] < 1 for group in LARGER[order.colours]):
        return Refusal("order.slot", "The card has no slot left that could pay for it.")
    if not field.companies:
        return None
    orders = [*field.play.orders, order]
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
    ordered = {slot for order in orders if order.kind == "unit" for slot in order.slots}
    for slot in lost:
        company = field.company_of(slot)
        assert company is not None
        if slot in ordered or ordered.intersection(together(field, company)):
            return True
    return False


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
    lambda field, about: "Who is ordered?",
    _show,
    lambda field, about, options: len(options) - 1,
    _refused,
)
