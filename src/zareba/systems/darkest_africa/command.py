"""Command: officers throw for points, and spend them man by man (section 7 of the rule book)."""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.inches import distance
from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Reason, Refusal
from zareba.systems.darkest_africa import drawings
from zareba.systems.darkest_africa.activity import last
from zareba.systems.darkest_africa.deeds import begin
from zareba.systems.darkest_africa.facing import face
from zareba.systems.darkest_africa.field import NOBODY, Field, Index, Mask, ones
from zareba.systems.darkest_africa.troops import BASES, INCH

ACT, PAY, RALLY, END = "act", "pay", "rally", "end"
RALLIED = 3
"""`cmd.rally`."""
BANDS = ((6 * INCH, 1, "cmd.cost-near"), (12 * INCH, 2, "cmd.cost-mid"))
FAR = (3, "cmd.cost-far")
AIMING = (0, 0, 1, 2, 3, 4)
"""`cmd.shoot-penalty`: what the faces are worth to an officer who means to shoot; never below 0 (`cmd.floor`)."""


class Intent(NamedTuple):
    """An officer about to throw, and whether he means to shoot."""

    officer: Index
    aims: bool


class Order(NamedTuple):
    """What is done next in step 2 (`cmd.as-you-go`): which officer acts, or pays, and for whom."""

    verb: str
    officer: Index = NOBODY
    figure: Index = NOBODY


# --- step 1 -------------------------------------------------------------------------------------------------------


def throwers(field: Field) -> list[Index]:
    """`cmd.order`: the officers who have still to throw; `cmd.in-combat`, `cmd.combat-test`: nobody who fights.

    Dead officers are not replaced (`cmd.no-officer`); one who runs throws as usual (`cmd.rout-officer`).
    """
    waiting = field.officers & field.friends[field.active] & field.on & ~field.threw
    return [index for index in ones(waiting) if not field.engaged(index)]


async def throw(field: Field) -> None:
    """`cmd.roll`: one officer says whether he means to shoot, and throws."""
    officer = throwers(field)[0]
    seat = field.seat(field.active)
    aims = await Choice(seat, AIM, [False, True] if refuse_aim(field, officer) is None else [False], officer)
    points = await Roll(COMMAND, 1, AIMING if aims else pips(D6), seat, Intent(officer, aims))
    assert isinstance(points, int)
    field.mark("threw", officer)
    if aims:
        field.mark("aiming", officer)
    field.points = (*field.points, (officer, points))
    told = "{officer} has {points} command point" + "s" * (points != 1) + (" and may shoot." if aims else ".")
    field.tell("command", "cmd.roll", told, field.audience(officer), officer=officer, points=points)


def refuse_aim(field: Field, officer: Index) -> Refusal | None:
    """`cmd.declare`: why an officer may not say that he means to shoot; `opt.reload-action` lets him load first."""
    troop = field.roster[officer].troop
    if not troop.shots:
        return Refusal("cmd.declare", f"{troop.plural} cannot shoot.")
    if field.routing >> officer & 1 or field.hesitating >> officer & 1:
        return Refusal("cmd.declare", "Who runs or hesitates does not shoot.")
    if troop.firearm and not field.loaded >> officer & 1 and field.rules.reload_action == "whole":
        return Refusal("cmd.declare", "His weapon is not loaded.")
    return None


# --- what it costs ------------------------------------------------------------------------------------------------


def price(field: Field, officer: Index, figure: Index) -> tuple[int, str]:
    """`cmd.bands`: what it costs an officer to encourage a figure, and by which clause.

    It is measured when he pays (`cmd.measure`), and he need not see the figure (`cmd.no-sight`).
    """
    return next(((cost, clause) for gap, cost, clause in BANDS if field.within(officer, figure, gap)), FAR)


def shares(field: Field) -> bool:
    """`opt.cp-pool`: whether there is one pool; else each officer spends his own (`cmd.own`)."""
    return field.rules.cp_pool == "shared"


def pool(field: Field) -> Mask:
    """Whose points are in the pool: all who threw, but not a man who runs: his stay his own."""
    return sum([1 << officer for officer, _ in field.points]) & ~field.routing


def purse(field: Field, officer: Index) -> int:
    """The points that an officer can spend."""
    if not shares(field) or field.routing >> officer & 1:
        return field.purse(officer)
    return sum([left for other, left in field.points if pool(field) >> other & 1])


def payers(field: Field, figure: Index) -> list[Index]:
    """The officers who may pay for a figure; from a pool pays whoever is nearest to it.

    An officer who runs pays for nobody but himself (`cmd.rout-officer`).
    """
    calm = pool(field)
    found = [field.nearest(field.at[figure], calm)] if calm and shares(field) else list(ones(calm))
    return found + [figure] * (field.routing >> figure & 1 and figure in dict(field.points))


def pay(field: Field, officer: Index, cost: int) -> None:
    """`cmd.pool-pays`: what an officer lacks the others pay, the lowest number first."""
    mine = min(cost, field.purse(officer))
    field.spend(officer, mine)
    for other in ones(pool(field)):
        if mine < cost:
            part = min(cost - mine, field.purse(other))
            field.spend(other, part)
            mine += part


# --- step 2 -------------------------------------------------------------------------------------------------------


async def command(field: Field) -> bool:
    """`cmd.as-you-go`: an officer acts, or somebody is paid for; False when the step is ended.

    Who comes before whom is free (`enc.order`).
    """
    verb, officer, figure = await Choice(field.seat(field.active), ORDER, orders(field), field.active)
    if verb == ACT:
        begin(field, officer)
    elif verb == PAY:
        _encourage(field, officer, figure)
    elif verb == RALLY:
        await _rally(field, officer, figure)
    return verb != END


def forget_points(field: Field) -> None:
    """`cmd.no-carry`."""
    field.points = ()


def _encourage(field: Field, officer: Index, figure: Index) -> None:
    cost, clause = price(field, officer, figure)
    pay(field, officer, cost)
    told = "{officer} encourages {figure} for {cost}."
    field.tell("encourage", clause, told, _hearers(field, officer, figure), officer=officer, figure=figure, cost=cost)
    begin(field, figure)


def _hearers(field: Field, officer: Index, figure: Index) -> tuple[str, ...] | None:
    return field.audience(officer) or field.audience(figure)


async def _rally(field: Field, officer: Index, figure: Index) -> None:
    """`cmd.rally-effect`: it runs no longer; an officer is encouraged at once (`cmd.rout-officer-self`)."""
    pay(field, officer, RALLIED)
    field.unmark("routing", figure)
    field.unmark("advanced", figure)
    field.mark("rallied", figure)
    _tell_rally(field, officer, figure)
    if refuse_officer(field, figure) is None:
        begin(field, figure)
    else:
        await face(field, figure)


def _tell_rally(field: Field, officer: Index, figure: Index) -> None:
    """Who rallied him is known to all only if all can see the officer."""
    mine = field.audience(officer)
    field.tell("rally", "cmd.rally", "{officer} rallies {figure}.", mine, officer=officer, figure=figure)
    if mine:
        others = (field.seat(1 - field.active), "")
        field.tell("rally", "cmd.rally", "{figure} is rallied.", others, figure=figure)


def orders(field: Field) -> list[Order]:
    """Everything that may be done next in step 2."""
    mine = field.on & field.friends[field.active]
    found = [Order(ACT, officer) for officer in ones(mine & field.officers) if refuse_officer(field, officer) is None]
    if field.points:
        for figure in ones(mine & ~field.officers):
            if refuse_encouraged(field, figure) is None:
                found += [order for order in _paid(field, PAY, figure) if refuse_price(field, order) is None]
        for figure in ones(mine & field.routing):
            found += [order for order in _paid(field, RALLY, figure) if refuse_price(field, order) is None]
    return [*found, Order(END)]


def _paid(field: Field, verb: str, figure: Index) -> list[Order]:
    return [Order(verb, officer, figure) for officer in payers(field, figure)]


def refuse_order(field: Field, order: Order) -> Refusal | None:
    """Why something cannot be done now in step 2."""
    if order.verb == ACT:
        return refuse_officer(field, order.officer)
    if order.verb == PAY:
        return refuse_encouraged(field, order.figure) or refuse_price(field, order)
    if not field.routing >> order.figure & 1:
        return Refusal("cmd.rally", "It does not run.")
    return refuse_price(field, order)


def refuse_officer(field: Field, officer: Index) -> Refusal | None:
    """Why an officer cannot act: he needs nobody's encouragement (`cmd.self`), and acts in this step only."""
    if not field.officers >> officer & 1:
        return Refusal("cmd.self", "He is no officer.")
    if field.acted >> officer & 1:
        return Refusal("seq.once", "He has acted in this turn.")
    if field.routing >> officer & 1:
        return Refusal("cmd.rout-officer-self", "He runs: he does nothing until he is rallied.")
    return _refuse_fighter(field, officer)


def refuse_encouraged(field: Field, figure: Index) -> Refusal | None:
    """`cmd.who`: why a figure cannot be encouraged, whoever pays."""
    if field.officers >> figure & 1:
        return Refusal("cmd.self", "An officer needs nobody's encouragement.")
    if field.acted >> figure & 1:
        return Refusal("seq.once", "It has acted in this turn.")
    if field.routing >> figure & 1:
        return Refusal("cmd.who", "It runs: it can only be rallied.")
    if field.rallied >> figure & 1:
        return Refusal("cmd.rally-then", "It was rallied in this turn, and acts in the next step.")
    return _refuse_fighter(field, figure)


def _refuse_fighter(field: Field, figure: Index) -> Refusal | None:
    """Who fights does nothing else, unless he may break off (`opt.break-off`)."""
    if field.rules.break_off == "off" and field.engaged(figure):
        return Refusal("move.engaged", "It is in combat.")
    return None


def refuse_price(field: Field, order: Order) -> Refusal | None:
    """Why an officer cannot pay for this. To rally costs the same at any distance (`cmd.rally-any`)."""
    _, officer, figure = order
    if field.routing >> officer & 1 and officer != figure:
        return Refusal("cmd.rout-officer", "He runs: until he is rallied he pays for himself only.")
    cost, clause = (RALLIED, "cmd.rally") if order.verb == RALLY else price(field, officer, figure)
    left = purse(field, officer)
    if cost > left:
        return Refusal(clause, f"That costs {cost}, and he has {left}.")
    return None


# --- words --------------------------------------------------------------------------------------------------------


def _show_aim(field: Field, officer: Index, aims: bool) -> Option:
    man = field.roster[officer]
    if aims:
        return Option("yes", f"{man.name} means to shoot, and throws with -2", "cmd.shoot-penalty", man.id)
    return Option("no", f"{man.name} gives all his mind to his men, and will not shoot", "cmd.declare-binds", man.id)


def _ask_aim(field: Any, officer: Any) -> str:
    return f"Does {field.roster[officer].name} mean to shoot in this turn? It takes 2 off his throw for command."


def _refused_aim(field: Any, officer: Any) -> list[tuple[Option, Refusal]]:
    refusal = refuse_aim(field, officer)
    return [(_show_aim(field, officer, True), refusal)] if refusal else []


def _intent(field: Any, intent: Any) -> str:
    return f"{field.roster[intent.officer].name} throws for command points."


def _minus(field: Any, intent: Any) -> list[Reason]:
    return [Reason(-2, "cmd.shoot-penalty", "he means to shoot")] if intent.aims else []


def _show_order(field: Field, side: int, order: Order) -> Option:
    verb, officer, figure = order
    if verb == END:
        return Option("end", "No more orders: the others do as they like", "cmd.as-you-go")
    payer = field.roster[officer]
    if verb == ACT:
        return Option(f"act {payer.id}", f"{payer.name} acts", "cmd.self", payer.id)
    man = field.roster[figure]
    notation, left = f"{verb} {payer.id}>{man.id}", purse(field, officer)
    if verb == RALLY:
        himself = "himself" if officer == figure else man.name
        return Option(notation, f"{payer.name} rallies {himself} ({RALLIED} of {left})", "cmd.rally", man.id, payer.id)
    cost, clause = price(field, officer, figure)
    return Option(notation, f"{payer.name} encourages {man.name} ({cost} of {left})", clause, man.id, payer.id)


def _refused_orders(field: Field, side: int) -> list[tuple[Option, Refusal]]:
    """Whatever an officer might think of, with the clause that forbids it."""
    mine = field.on & field.friends[side]
    every = [Order(ACT, officer) for officer in ones(mine & field.officers)]
    for officer, _ in field.points:
        every += [Order(PAY, officer, figure) for figure in ones(mine & ~field.officers)]
        every += [Order(RALLY, officer, figure) for figure in ones(mine & field.routing)]
    legal = set(orders(field))
    refused = [(order, refuse_order(field, order)) for order in every if order not in legal]
    return [(_show_order(field, side, order), refusal) for order, refusal in refused if refusal]


def _ask_order(field: Any, side: Any) -> str:
    left = [f"{field.roster[officer].name} ({points})" for officer, points in field.points if points]
    told = f" Points in hand: {', '.join(left)}." if left else ""
    return f"Officers act, and pay for others.{told}"


def _hints(field: Any, side: Any) -> dict[str, Any]:
    """How far the points of each officer go who has some."""
    rich = sum([1 << officer for officer, left in field.points if left]) & pool(field)
    return drawings.drawing(drawings.command(field, rich))


def _trace(field: Any, side: Any, order: Any) -> dict[str, Any]:
    """What it costs, and why; who acts is shown with what he can reach."""
    if order.verb == END:
        return {}
    actor = order.officer if order.verb == ACT else order.figure
    notes, shapes = [], []
    if order.verb != ACT:
        cost, clause = (RALLIED, "cmd.rally") if order.verb == RALLY else price(field, order.officer, actor)
        far = max(0, distance(field.at[order.officer], field.at[actor]) - BASES)
        notes.append(drawings.note(cost, clause, f"at {drawings.long(far)}"))
        shapes.append(drawings.path("sight", (field.at[order.officer], field.at[actor])))
    return drawings.drawing([*shapes, *drawings.reach(field, actor)], notes)


AIM = Question("aim", "cmd.declare", _ask_aim, _show_aim, refused=_refused_aim)
COMMAND = Throw("command", "cmd.roll", D6, _intent, _minus)
ORDER = Question("order", "cmd.as-you-go", _ask_order, _show_order, last, _refused_orders, _hints, _trace)
