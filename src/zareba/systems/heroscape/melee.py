"""Close combat: section 3.10 of the rule book, with the leaders of section 3.11 who join in it.

A round is fought by the acting unit and one enemy unit engaged with it. Both throws are made with the fighters
present at its start, and all losses are taken together afterwards (`melee.simultaneous`, `melee.count-first`).
Nobody retreats or pursues (`melee.no-aftermath`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import Mask
from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Reason, Refusal
from zareba.systems.heroscape.contiguity import regroup
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit
from zareba.systems.heroscape.fire import SIXES, fortified
from zareba.systems.heroscape.losses import remove
from zareba.systems.heroscape.troops import INFANTRY, RANK

PIPS = pips(D6)
KILLED = 6
"""`leader.risk`: on a 6."""
SUIT_ORDER = ("clubs", "diamonds", "hearts", "spades")


class Line(NamedTuple):
    """One side of a round: the unit, the leaders fighting with it, and what they throw."""

    slot: Slot
    leaders: tuple[Slot, ...]
    fighters: tuple[tuple[Cell, int], ...]
    dice: int


def frontage(field: Field, unit: Unit, against: Mask) -> tuple[tuple[Cell, int], ...]:
    """`melee.frontage`: in each hex at most two fight for each side in contact (`melee.contact`)."""
    found = []
    for cell, figures in unit.stacks:
        if sides := (field.ground.open[cell] & against).bit_count():
            found.append((cell, min(figures, RANK * sides)))
    return tuple(found)


async def fight(field: Field, slot: Slot, enemy: Slot) -> None:
    """One round (`melee.one-unit`), thrown and settled by itself (`melee.separate`)."""
    field.tell("fight", "melee.one-unit", "{unit} and {target} fight hand to hand.", unit=slot, target=enemy)
    ours = await _joiners(field, slot, enemy)
    theirs = await _joiners(field, enemy, slot)
    mine = _line(field, slot, ours, enemy, theirs)
    other = _line(field, enemy, theirs, slot, ours)
    hits = await _throw(field, mine, enemy)
    blows = await _throw(field, other, slot)
    strength = field.units[slot].figures, field.units[enemy].figures
    await _fall(field, other, lost=_losses(field, enemy, hits))
    await _fall(field, mine, lost=_losses(field, slot, blows))
    if field.units[slot].figures < strength[0]:
        await _risks(field, mine)
    if field.units[enemy].figures < strength[1]:
        await _risks(field, other)
    regroup(field, enemy)


def _line(field: Field, slot: Slot, leaders: tuple[Slot, ...], foe: Slot, foes: tuple[Slot, ...]) -> Line:
    """Who fights: a side facing a leader who has joined is in contact too (`leader.melee-room`)."""
    against = field.units[foe].mask
    for leader in foes:
        against |= field.units[leader].mask
    unit = field.units[slot]
    fighters = frontage(field, unit, against)
    dice = sum(figures for _, figures in fighters) * blows(field, unit, foe)
    dice += sum(blows(field, field.units[leader], foe) for leader in leaders)
    return Line(slot, leaders, fighters, dice)


def blows(field: Field, fighter: Unit, foe: Slot) -> int:
    """Dice a figure: one on foot, crew too (`melee.crew`), two mounted, whoever's activation it is.

    `melee.foot-active`, `melee.foot-enemy`, `melee.mounted-active`, `melee.mounted-enemy`; against a square
    (`opt.square`) mounted figures throw one.
    """
    return 1 if field.units[foe].square else fighter.troop.blows


async def _throw(field: Field, line: Line, foe: Slot) -> int:
    """`melee.hit`: each 6 removes one figure of the other side."""
    if not line.dice:
        return 0
    sixes = await Roll(BLOWS, line.dice, SIXES, field.units[line.slot].troop.seat, (line, foe))
    assert isinstance(sixes, int)
    return sixes


def _losses(field: Field, slot: Slot, hits: int) -> int:
    """Works, walls and height change nothing (`melee.no-cover`), unless the table plays `opt.fort-melee`."""
    if field.rules.fort_melee == "yes" and fortified(field, field.units[slot]):
        return hits // 2
    return hits


async def _fall(field: Field, line: Line, lost: int) -> None:
    """Losses fall first where men fought (`melee.remove`); what is left over falls on leaders (`leader.last`)."""
    fought = field.ground.grid.mask(cell for cell, _ in line.fighters)
    over = await remove(field, line.slot, lost, fought, "melee.remove")
    alive = list(line.leaders)
    while over and alive:
        seat = field.units[line.slot].troop.seat
        leader = await Choice(seat, FALL, alive, line.slot)
        alive.remove(leader)
        _kill(field, leader, "leader.last")
        over -= 1


async def _risks(field: Field, line: Line) -> None:
    """`leader.risk`: each joined leader still alive, whose unit lost a figure, is killed by a 6 (`opt.leader-risk`)."""
    if field.rules.leader_risk == "none":
        return
    alive = [leader for leader in line.leaders if field.units[leader].figures]
    for leader in sorted(alive, key=lambda slot: _suit(field, slot)):
        die = await Roll(RISK, 1, PIPS, field.units[leader].troop.seat, leader)
        if die == KILLED:
            _kill(field, leader, "leader.risk")


def _suit(field: Field, slot: Slot) -> int:
    seat = field.units[slot].troop.seat
    return SUIT_ORDER.index(seat) if seat in SUIT_ORDER else 0


def _kill(field: Field, leader: Slot, clause: str) -> None:
    """`leader.death`: his help is lost, and one figure; his player's cards still work."""
    field.fall(leader, field.units[leader].stacks[0][0])
    field.tell("fall", clause, "{leader} is killed.", leader=leader)


# --- leaders -----------------------------------------------------------------------------------------------------


async def _joiners(field: Field, slot: Slot, foe: Slot) -> tuple[Slot, ...]:
    """The leaders who fight as one more figure of the unit, if their owners wish: `leader.join-melee`."""
    joined: list[Slot] = []
    for leader in may_join(field, slot, foe):
        if _room(field, slot, leader, foe, joined):
            seat = field.units[leader].troop.seat
            if await Choice(seat, JOIN, (False, True), (leader, slot, foe)):
                joined.append(leader)
    return tuple(joined)


def may_join(field: Field, slot: Slot, foe: Slot) -> list[Slot]:
    """Leaders who touch the fighting unit and abut the enemy. A leader fighting for himself is joined by nobody.

    `leader.alone-fights`.
    """
    unit = field.units[slot]
    if unit.troop.leads:
        return []
    against = field.units[foe].mask
    return [
        leader
        for leader in field.leaders(unit.troop.side)
        if field.touching(field.units[leader], unit) and field.beside(field.units[leader]) & against
    ]


def _room(field: Field, slot: Slot, leader: Slot, foe: Slot, joined: list[Slot]) -> bool:
    """`leader.melee-room`: two fighters a side include him, and the unit's own figures come first."""
    cell = field.units[leader].stacks[0][0]
    sides = (field.ground.open[cell] & field.units[foe].mask).bit_count()
    there = dict(field.units[slot].stacks).get(cell, 0)
    there += sum(1 for other in joined if field.units[other].stacks[0][0] == cell)
    return there < RANK * sides


def refuse_fight(field: Field, slot: Slot, enemy: Slot) -> Refusal | None:
    """`act.fight-engaged`: a round is fought only with a unit engaged at that moment."""
    if enemy in field.foes(slot):
        return None
    if field.beside(field.units[slot]) & field.units[enemy].mask:
        return Refusal("melee.contact", "They stand side by side, but neither has charged the other.")
    return Refusal("act.fight-engaged", "The two units are not engaged.")


def opponents(field: Field, slot: Slot) -> list[Slot]:
    """Whom a unit can fight (`melee.base-contact`); a second round may have another enemy (`melee.second`)."""
    return [enemy for enemy in field.foes(slot) if refuse_fight(field, slot, enemy) is None]


# --- words -------------------------------------------------------------------------------------------------------


def _show_join(field: Field, about: tuple[Slot, Slot, Slot], joins: bool) -> Option:
    leader = field.units[about[0]]
    label = f"{leader.name} fights with them" if joins else f"{leader.name} stands by"
    return Option("join" if joins else "stand by", label, "leader.join-melee", leader.id)


JOIN = Question(
    "join-fight",
    "leader.join-melee",
    lambda field, about: f"Does {field.units[about[0]].name} fight beside {field.units[about[1]].name}?",
    _show_join,
)

FALL = Question(
    "leader-falls",
    "leader.last",
    lambda field, slot: "Losses are left over: which leader falls first?",
    lambda field, slot, leader: Option(field.units[leader].id, field.units[leader].name, "leader.last"),
)


def _reasons(field: Any, about: Any) -> list[Reason]:
    line, foe = about
    unit = field.units[line.slot]
    each = blows(field, unit, foe)
    clause = "opt.square" if each < unit.troop.blows else _clause(unit)
    found = [
        Reason(figures * each, clause, f"{figures} fighting in {field.ground.grid.name(cell)}, {each} a figure")
        for cell, figures in line.fighters
    ]
    for leader in line.leaders:
        him = field.units[leader]
        found.append(Reason(blows(field, him, foe), "leader.join-melee", f"{him.name} fights with them"))
    return found


def _clause(unit: Unit) -> str:
    if unit.troop.mounted:
        return "melee.mounted-active"
    return "melee.crew" if unit.troop.gun else "melee.foot-active"


BLOWS = Throw("blows", "melee.hit", D6, lambda field, about: f"{field.units[about[0].slot].name} strikes.", _reasons)
RISK = Throw("risk", "leader.risk", D6, lambda field, leader: f"{field.units[leader].name} is killed by a 6.")


def can_form_square(unit: Unit) -> bool:
    """`opt.square`: infantry of four figures or more in close order."""
    fewest = -(-unit.figures // 4)
    return unit.troop.kind == INFANTRY and unit.figures >= 4 and len(unit.stacks) == fewest
