"""The sequence of play: section 3.3 of the rule book. Which rule runs next is data: the phase of the turn.

`first` (who begins), `companies`, `deploy`, then turn by turn `card`, `played`, `orders`, `ordered`, `moves`,
`battles`, `draw` (`turn.sequence`). A step is one card, one order, one movement or one battle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zareba.engine.ask import Choice, Option, Question, Roll, Rule, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria import air, siege
from zareba.systems.afriboria.attack import attack
from zareba.systems.afriboria.battles import BATTLE, NO_AIM, Battles
from zareba.systems.afriboria.cards import card_of, choose_card, draw
from zareba.systems.afriboria.companies import form_at_start, is_straggler
from zareba.systems.afriboria.ending import check_now, end_of_turn
from zareba.systems.afriboria.events import (
    calls_for_event,
    carry_out,
    carry_out_orders,
    expire,
    forced_event,
    hand_task,
    own_event,
)
from zareba.systems.afriboria.field import Field, Over
from zareba.systems.afriboria.marching import march, may_march
from zareba.systems.afriboria.movement import deeds, move_piece, waiting
from zareba.systems.afriboria.orders import give_order
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Slot, Turn

SOUTH, NORTH = 1, 0


def step(field: Field) -> Rule | None:
    """The next rule to run, None when the battle is over."""
    if field.result:
        return None
    if field.tasks:
        task, field.tasks = field.tasks[0], field.tasks[1:]
        return hand_task(field, task)
    return _guarded(field, PHASES[field.phase])


async def _guarded(field: Field, rule: Callable[[Field], Rule]) -> None:
    """`win.moment`: a quota reached ends the battle in the middle of whatever is going on."""
    try:
        await rule(field)
    except Over:
        field.patient = False
        return
    if not field.result and field.phase != "first":
        check_now(field)


# --- before the first turn ---------------------------------------------------------------------------------------


async def first_side(field: Field) -> None:
    """`setup.first`: as the scenario says, or the higher die; equal dice again, South's before North's."""
    first = field.terms.first
    while first == NEUTRAL:
        south = await Roll(FIRST, 1, pips(D6), field.sides[SOUTH].id, SOUTH)
        north = await Roll(FIRST, 1, pips(D6), field.sides[NORTH].id, NORTH)
        first = NEUTRAL if south == north else (SOUTH if _number(south) > _number(north) else NORTH)
        if first == NEUTRAL:
            field.tell("tie", "setup.first-tie", "Both throw the same and throw again.")
    field.active = first
    field.phase = "deal"
    field.tell("first", "setup.first", "The first turn: {side}.", side=first)


def _number(rolled: Any) -> int:
    assert isinstance(rolled, int)
    return rolled


async def deal(field: Field) -> None:
    """`setup.hand`, `setup.hand-default`: every side draws its hand, one card in a step."""
    for side in (field.active, 1 - field.active):
        if len(field.decks.hands[side]) < field.sides[side].hand:
            await draw(field, side)
            return
    field.phase = "companies"


async def companies(field: Field) -> None:
    """`setup.companies`: the first side forms its companies, then the other."""
    for side in (field.active, 1 - field.active):
        if str(side) not in field.seen:
            if not await form_at_start(field, side):
                field.seen = (*field.seen, str(side))
            return
    field.seen = ()
    field.phase = "deploy"


async def deploy(field: Field) -> None:
    """`siege.exposed-change`: at set-up units in a fortress are exposed or not, as their owners like."""
    for slot in range(len(field.units)):
        unit = field.units[slot]
        if unit.id in field.seen or not unit.posts or not unit.mask & field.lie.hiding or unit.troop.leads:
            continue
        field.seen = (*field.seen, unit.id)
        options = (unit.hidden, not unit.hidden)
        hides = await Choice(field.owner(slot), HIDE, options, slot)
        field.change(slot, hidden=hides)
        return
    field.seen = ()
    field.phase = "begin"


# --- the turn ----------------------------------------------------------------------------------------------------


async def begin(field: Field) -> None:
    """The start of a turn: fuel, ladders, arrivals."""
    if field.turns:
        field.active = 1 - field.active
    field.turns += 1
    field.turn = Turn()
    air.burn_fuel(field)
    siege.drop_ladders(field)
    _arrivals(field)
    field.phase = "card"
    field.tell("turn", "turn.sequence", "{side}, round {round}.", side=field.active, round=(field.turns + 1) // 2)


def _arrivals(field: Field) -> None:
    """Reinforcements enter on their hex, or on the nearest free one of the same row."""
    rounds = (field.turns + 1) // 2
    now = [one for one in field.due if one[1] <= rounds and field.units[one[0]].troop.side == field.active]
    for slot, _, wanted in now:
        cell = _free_hex(field, slot, wanted)
        if cell != NOBODY:
            field.put(slot, cell)
            field.due = tuple(one for one in field.due if one[0] != slot)
            field.tell("arrives", "setup.deploy", "{unit} arrives in {cell}.", unit=slot, cell=cell)


def _free_hex(field: Field, slot: Slot, wanted: int) -> int:
    unit, grid = field.units[slot], field.ground.grid
    side = unit.troop.side
    taken = field.held[1 - side] | field.led[1 - side] | field.lie.barred
    if unit.troop.leads:
        taken |= field.leaders(side)
    else:
        taken |= field.held[side] | (0 if unit.troop.on_foot else field.lie.depressions)
    row = grid.place(wanted)[1]
    free = [cell for cell in grid.cells if grid.place(cell)[1] == row and not taken >> cell & 1]
    return min(free, key=lambda cell: (grid.distance(cell, wanted), cell), default=NOBODY)


async def played(field: Field) -> None:
    """What a special card does before anybody is ordered; then the orders (`turn.announce`)."""
    assert field.play is not None
    field.patient = True
    await carry_out(field, card_of(field, field.play.text), laid=True)
    field.patient = False
    field.phase = "orders" if not field.play.officers else "ordered"


async def ordered(field: Field) -> None:
    """All orders are announced: what the card does to the ordered; a forced event, then one of one's own."""
    assert field.play is not None
    await carry_out_orders(field, card_of(field, field.play.text))
    field.phase = "own-event" if calls_for_event(field) else "moves"
    if field.decks.forced[field.active]:
        field.phase = f"forced {field.phase}"


async def forced(field: Field) -> None:
    field.phase = field.phase.removeprefix("forced ")
    await forced_event(field)


async def draws_event(field: Field) -> None:
    field.phase = "moves"
    await own_event(field)


async def dead(field: Field) -> None:
    """`event.dead-turn`: nothing is ordered, but a forced card is turned up all the same."""
    field.phase = "draw"
    if field.decks.forced[field.active]:
        await forced_event(field)


async def moves(field: Field) -> None:
    """One piece or one company moves (`turn.only-ordered`); when nobody more does, the battles begin."""
    options: list[tuple[str, Slot]] = [("march", officer) for officer in may_march(field)]
    options += [("move", slot) for slot in waiting(field)]
    if refuse_to_stop(field) is None:
        options.append(("stop", NOBODY))
    verb, slot = await Choice(field.seat, PIECE, options, None)
    if verb == "march":
        await march(field, slot)
    elif verb == "move":
        await move_piece(field, slot)
    else:
        field.phase = "battles"  # `turn.move-then-battle`


def refuse_to_stop(field: Field) -> Refusal | None:
    """`company.straggler-order`: a straggler that has been ordered must move, if it can."""
    if field.companies:
        for slot in waiting(field):
            if is_straggler(field, slot) and any(verb == "go" for verb, _ in deeds(field, slot)):
                return Refusal("company.straggler-order", f"{field.units[slot].name} must rejoin its company first.")
    return None


async def battles(field: Field) -> None:
    """One battle, chosen when the last is over (`battle.no-predeclare`); or no more of them."""
    aim = await Choice(field.seat, BATTLE, Battles(field), None)
    if aim == NO_AIM:
        field.phase = "draw"
    else:
        await attack(field, aim)


async def end_turn(field: Field) -> None:
    """`turn.draw`: aircraft out of fuel crash, objectives are counted, and the hand is filled."""
    side = field.active
    if len(field.decks.hands[side]) < field.sides[side].hand and (field.decks.stock or field.decks.discard):
        await draw(field, side)
        if len(field.decks.hands[side]) < field.sides[side].hand and (field.decks.stock or field.decks.discard):
            return
    air.crashes(field)
    field.play = None
    end_of_turn(field)
    expire(field)
    field.turn = Turn()
    field.phase = "begin"


PHASES: dict[str, Callable[[Field], Rule]] = {
    "first": first_side,
    "deal": deal,
    "companies": companies,
    "deploy": deploy,
    "begin": begin,
    "card": choose_card,
    "played": played,
    "orders": give_order,
    "ordered": ordered,
    "forced own-event": forced,
    "forced moves": forced,
    "own-event": draws_event,
    "dead": dead,
    "moves": moves,
    "battles": battles,
    "draw": end_turn,
}


# --- words -------------------------------------------------------------------------------------------------------


def _show_piece(field: Field, about: Any, option: tuple[str, Slot]) -> Option:
    verb, slot = option
    if verb == "stop":
        return Option("stop", "Nobody else moves", "turn.move-then-battle")
    unit = field.units[slot]
    if verb == "march":
        return Option(f"march {unit.id}", f"Move the company of {unit.name}", "company.order", unit.id)
    return Option(f"move {unit.id}", f"Move {unit.name}", "move.any-order", unit.id, cells=(field.name(unit.cell),))


def _refused_pieces(field: Field, about: Any) -> list[tuple[Option, Refusal]]:
    found = [(_show_piece(field, None, ("stop", NOBODY)), why) for why in [refuse_to_stop(field)] if why]
    offered = set(waiting(field))
    for slot in field.living(field.active):
        if slot not in offered:
            found.append((_show_piece(field, None, ("move", slot)), _why_no_move(field, slot)))
    return found


def _why_no_move(field: Field, slot: Slot) -> Refusal:
    if field.turn.moved >> slot & 1:
        return Refusal("move.once", "It has moved in this turn.")
    if field.turn.idle >> slot & 1:
        return Refusal("company.form", "Its company forms or disbands in this turn.")
    if field.turn.ordered >> slot & 1 or field.company_of(slot):
        return Refusal("company.moves-as-one", "It moves with its company.")
    if field.turn.follows >> slot & 1:
        return Refusal("platoon.nco-mixed-hex", "It may only follow its NCO.")
    return Refusal("turn.only-ordered", "It has no order.")


PIECE = Question(
    "piece",
    "move.any-order",
    lambda field, about: "Which piece moves?",
    _show_piece,
    lambda field, about, options: len(options) - 1,
    _refused_pieces,
)


HIDE = Question(
    "exposed",
    "siege.exposed-change",
    lambda field, slot: f"Are the figures of {field.units[slot].name} exposed?",
    lambda field, slot, hides: Option(
        "unexposed" if hides else "exposed",
        "Under cover" if hides else "Exposed",
        "siege.exposed-change",
        field.units[slot].id,
    ),
)
FIRST = Throw("first", "setup.first", D6, lambda field, side: f"{field.sides[side].name} throws for the first move.")
