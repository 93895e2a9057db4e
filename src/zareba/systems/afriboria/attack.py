"""Resolving an attack: sections 3.13 and 3.16 of the rule book, in the order of `res.sequence`.

`attack` names what is claimed and who suffers it, `_exchange` throws and settles, and what follows from flags, from a
hex left empty and from a mounted breakthrough comes after it. Dice are thrown in the order of `dice.order`.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from zareba.engine.ask import Choice, Roll
from zareba.systems.afriboria import asking
from zareba.systems.afriboria.aim import attacks, close_to, foremost, is_shot, may_shoot_again, refuse_attack, targets
from zareba.systems.afriboria.air import bring_down
from zareba.systems.afriboria.count import ATTACK, BOMB, BOMBARD, ENGAGE, Aim, dice, is_fire, officer_for
from zareba.systems.afriboria.defence import defend
from zareba.systems.afriboria.faces import (
    ATTACK_DICE,
    Struck,
    attack_tally,
    read,
    save_tally,
    tell_score,
)
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.flags import settle_flags
from zareba.systems.afriboria.retreat import capture, hit_commander, withdraw, withdrawals
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot
from zareba.systems.afriboria.siege import bombard, volleys
from zareba.systems.afriboria.troops import CAVALRY, INFANTRY
from zareba.systems.afriboria.walls import may_cross

Volley = tuple[tuple[Cell, int], ...]
"""How many dice each section throws; one section only, unless the unit mans a wall."""


class Blow(NamedTuple):
    """One attack under way: at whom, and whether the target stands."""

    aim: Aim
    target: Slot
    close: bool
    second: bool = False
    """The second fight of a mounted breakthrough."""
    to: Cell = -1
    """Where the target has chosen to withdraw."""

    @property
    def stands(self) -> bool:
        return self.to < 0


# --- the attack --------------------------------------------------------------------------------------------------


async def attack(field: Field, aim: Aim, second: bool = False, target: Slot = NOBODY) -> None:
    """One battle, completed before the next begins (`battle.one-by-one`); dice are not divided (`battle.no-divide`)."""
    unit = field.units[aim.slot]
    field.tell("attack", "battle.procedure", "{unit} attacks {cell}.", unit=aim.slot, cell=aim.cell)
    if aim.verb == ENGAGE:
        await bring_down(field, aim)
        _note(field, aim)
    elif aim.verb == BOMBARD:
        await bombard(field, aim)
        _note(field, aim)
    else:
        volley = await _declare(field, aim)
        aim = aim._replace(start=foremost(field, [post for post, _ in volley], aim.cell))
        if target == NOBODY:
            target = await _target(field, aim)
        await _fight(field, Blow(aim, target, close_to(field, aim), second), volley)
    if aim.verb == BOMB:
        field.change(aim.slot, bombs=unit.bombs - 1)
    await _mount_up(field, aim)


def _note(field: Field, aim: Aim) -> None:
    """`battle.once`, `battle.once-also`: one battle, or two shots at a distance.

    It is noted when the dice have been thrown: until then it is the first of the turn, or the second.
    """
    slot, bit = aim.slot, 1 << aim.slot
    again = may_shoot_again(field, slot) and is_shot(field, aim) and not field.turn.fought & bit
    field.mark(fought=bit, spent=0 if again else bit)
    field.turn = field.turn._replace(shots=(*field.turn.shots, (slot, aim.cell)))


async def _declare(field: Field, aim: Aim) -> Volley:
    """The officer's die claimed or not (`count.officer`), and the dice of each section (`siege.man-fire`)."""
    unit = field.units[aim.slot]
    if len(unit.posts) > 1:
        shared: Volley = await Choice(field.owner(aim.slot), asking.SECTIONS, volleys(field, aim), aim)
        orders = list(permutations(shared))
        volley: Volley = await Choice(field.owner(aim.slot), asking.SECTION_ORDER, orders, aim)
        return await _with_officer(field, aim, volley)
    claimed = await _claims(field, aim, aim.start)
    return ((aim.start, dice(field, aim, claimed)),)


async def _with_officer(field: Field, aim: Aim, volley: Volley) -> Volley:
    """`siege.man-officer`: his die goes only to the section in his hex."""
    found = []
    for cell, number in volley:
        found.append((cell, number + int(await _claims(field, aim._replace(start=cell), cell))))
    return tuple(found)


async def _claims(field: Field, aim: Aim, cell: Cell) -> bool:
    """`count.officer-turn`: claimed for the turn; without him there may be no die at all."""
    leader = officer_for(field, aim.slot, cell)
    if leader == NOBODY or aim.verb != ATTACK:
        return False
    pair = (leader, aim.slot)
    if pair in field.turn.support:
        return True
    needed = len(field.units[aim.slot].posts) == 1 and not dice(field, aim)
    claimed: bool = needed or await Choice(field.owner(aim.slot), asking.OFFICER, (False, True), pair)
    if claimed:
        field.turn = field.turn._replace(support=(*field.turn.support, pair))
    return claimed


async def _target(field: Field, aim: Aim) -> Slot:
    """`battle.two-types`, `battle.types`: of two types the defender may choose; otherwise the attacker does."""
    found = targets(field, aim)
    if len(found) == 1:
        return found[0]
    defender, attacker = field.owner(found[0]), field.owner(aim.slot)
    types = {field.units[slot].troop.type for slot in found}
    if len(types) > 1:
        chosen: Slot = await Choice(defender, asking.SUFFERS, (*found, NOBODY), aim)
        if chosen != NOBODY:
            return chosen
    slot: Slot = await Choice(attacker, asking.STRIKES, found, aim)
    return slot


async def _fight(field: Field, blow: Blow, volley: Volley) -> None:
    aim, target = blow.aim, blow.target
    if blow.close:
        field.mark(engaged=1 << target)
    ways = withdrawals(field, target, aim.cell)
    to = await Choice(field.owner(target), asking.STAND, (-1, *ways), (target, aim))
    blow = blow._replace(to=to)
    struck = await _throw(field, blow, volley)
    _note(field, aim)
    if field.units[target].troop.leads:
        await _strike_commander(field, blow, struck)
    else:
        await _strike(field, blow, struck)
    await _after(field, blow, sum(each.flags for _, each in struck), tuple(post for post, _ in struck))


async def _after(field: Field, blow: Blow, flags: int, fired: tuple[Cell, ...]) -> None:
    """Withdrawal, or the defence throw and the flags; then, perhaps, a breakthrough (`res.losses-first`).

    Who withdraws throws nothing (`retreat.voluntary-order`), and is not followed (`retreat.voluntary-no-follow`).
    """
    aim, target = blow.aim, blow.target
    alive = bool(field.units[target].posts) and not field.units[target].wounded
    if alive and not blow.stands:
        await withdraw(field, target, aim.cell, blow.to)
        return
    if alive and not field.units[aim.slot].aloft:
        await defend(field, aim, target, fired, blow.close)
    if alive and flags:
        await settle_flags(field, target, flags, aim.start, aim.cell)
    await break_through(field, blow)


# --- the dice and the losses -------------------------------------------------------------------------------------


async def _throw(field: Field, blow: Blow, volley: Volley) -> list[tuple[Cell, Struck]]:
    """All attack dice, section by section; a gun that jams inflicts nothing (`res.mg-jam`), but flags count.

    `res.mg-jam-detail`.
    """
    slot = blow.aim.slot
    found = []
    for cell, number in volley:
        tally = attack_tally(field, slot, blow.close, field.units[blow.target].troop.leads, blow.aim.verb == BOMB)
        rolled = await Roll(ATTACK_DICE, number, tally, field.owner(slot), (blow.aim._replace(start=cell), number))
        struck = read(rolled)
        tell_score(field, slot, struck)
        found.append((cell, struck))
    if 2 * sum(each.shields for _, each in found) <= sum(number for _, number in volley):
        return found
    field.tell("jam", "res.mg-jam", "The gun of {unit} jams.", unit=slot)
    field.mark(jammed=1 << slot)
    return [(cell, Struck(0, 0, each.flags, each.shields)) for cell, each in found]


async def _strike(field: Field, blow: Blow, struck: list[tuple[Cell, Struck]]) -> None:
    """`res.auto`, `res.save-each`, `res.cap`: one certain kill if there are two hits or more, a save for each other.

    Hits beyond the strength of the target unit are lost (`res.excess`, `battle.excess-unit`).
    `siege.man-fire-detail`: sections in their order, each capped by its own figures.
    """
    target, cell = blow.target, blow.aim.cell
    left = strength_in(field, target, cell)
    certain = sum(each.hits for _, each in struck) >= 2 and field.rules.fastplay == "off"
    caps = {post: cap(field, blow, post) for post, _ in struck}
    kills = 0
    for post, each in struck:
        dealt = min(each.hits + each.sabres, left)
        left -= dealt
        sure = int(certain and dealt > 0 and each.hits > 0)
        certain = certain and not sure
        kills += min(sure + await _unsaved(field, blow, dealt - sure), caps[post])
    field.lose(target, kills, "res.auto" if kills == 1 else "res.save-each", cell)


def strength_in(field: Field, slot: Slot, cell: Cell) -> int:
    """The figures that an attack on a hex concerns: of a manning unit, the section there (`siege.man-target`)."""
    return sum(figures for post, figures in field.units[slot].posts if post == cell)


def cap(field: Field, blow: Blow, post: Cell) -> int:
    """`res.cap`, `res.cap-when`: the attacker's own strength now; what fires of a part-armed unit; none for aircraft.

    `air.fire-detail`, `battle.part-armed`, `siege.man-cap`.
    """
    unit = field.units[blow.aim.slot]
    if unit.aloft:
        return 99
    figures = strength_in(field, blow.aim.slot, post)
    return figures if blow.close else min(figures, unit.firearms or figures)


async def _unsaved(field: Field, blow: Blow, hits: int) -> int:
    """`res.save-all`: the saves of an attack are thrown together, always; none in fastplay (`opt.fastplay`)."""
    if hits <= 0:
        return 0
    if field.rules.fastplay == "on":
        return hits
    tally = save_tally(blow.close)
    saved = await Roll(asking.SAVES, hits, tally, field.owner(blow.target), (blow.target, blow.close))
    assert isinstance(saved, int)
    field.tell("saves", "res.save-each", "{unit} saves {saved} of {hits}.", unit=blow.target, saved=saved, hits=hits)
    return hits - saved


async def _strike_commander(field: Field, blow: Blow, struck: list[tuple[Cell, Struck]]) -> None:
    """`cdr.sabres`, `cdr.one-hit`: one hit is enough, further ones are wasted, and he has one save."""
    if not sum(each.sabres for _, each in struck):
        return
    if await _unsaved(field, blow, 1):
        hit_commander(field, blow.target, "cdr.killed")


# --- breakthrough ------------------------------------------------------------------------------------------------


async def break_through(field: Field, blow: Blow) -> None:
    """`bt.infantry`, `bt.mounted`: into the hex that has been emptied, as soon as retreats are done (`bt.voluntary`).

    It is a move beyond the one move of the turn (`bt.extra-move`).
    """
    slot, cell = blow.aim.slot, blow.aim.cell
    if not can_break_through(field, blow):
        return
    if not await Choice(field.owner(slot), asking.FOLLOW, (False, True), (slot, cell)):
        return
    leader = field.commanded_by(slot)
    joins = leader != NOBODY and may_follow(field, leader, slot, cell)
    goes = joins and await Choice(field.owner(slot), asking.LEADER, (False, True), (leader, cell))
    field.put(slot, cell)
    if goes:
        field.put(leader, cell)  # `bt.commander`
    field.tell("breakthrough", "bt.infantry", "{unit} breaks through to {cell}.", unit=slot, cell=cell)
    capture(field, slot)
    if field.units[slot].mounted and not blow.second:
        await _fight_on(field, blow)


def can_break_through(field: Field, blow: Blow) -> bool:
    """`bt.empty`, `bt.terrain`: no enemy left there, and ground that the unit may enter."""
    slot, cell = blow.aim.slot, blow.aim.cell
    unit = field.units[slot]
    foe = 1 - unit.troop.side
    if not unit.posts or not blow.close or blow.second or len(unit.posts) > 1:
        return False
    if (field.held[foe] | field.led[foe]) >> cell & 1:
        return False
    return may_enter_behind(field, slot, cell)


def may_enter_behind(field: Field, slot: Slot, cell: Cell) -> bool:
    """`bt.no-artillery`, `bt.no-others`, `bt.terrain-battle`: infantry and mounted cavalry, on ground they enter.

    Over a wall only by a gate or a ladder of its own side (`siege.closed`).
    """
    unit = field.units[slot]
    if not (unit.troop.type == INFANTRY and unit.troop.kind != "bearers") and not unit.mounted:
        return False
    if field.lie.barred >> cell & 1 or (field.lie.depressions >> cell & 1 and not unit.troop.on_foot):
        return False
    return may_cross(field, unit.troop, unit.cell, cell)


def may_follow(field: Field, leader: Slot, slot: Slot, cell: Cell) -> bool:
    """He may come along where no friendly commander is, on ground he may enter; not away from his company.

    Nor an NCO where a company's unit goes (`company.nco-hex`).
    """
    troop = field.units[leader].troop
    if field.commander(troop.side, cell) != NOBODY or (not troop.is_officer and field.company_of(slot)):
        return False
    if field.lie.depressions >> cell & 1 and not troop.on_foot:
        return False
    company = field.company_of(leader)
    zone = field.ground.grid.disc(cell, 1) | field.ground.grid.disc(field.units[leader].cell, 0)
    return company is None or all(not field.units[m].mask & ~zone for m in company.members)


async def _fight_on(field: Field, blow: Blow) -> None:
    """`bt.second`: once more against the unit that retreated, if it is adjacent; not from ground that forbids it."""
    slot, target = blow.aim.slot, blow.target
    unit, quarry = field.units[slot], field.units[target]
    if not quarry.posts or field.lie.no_battle >> unit.cell & 1:
        return
    if field.ground.grid.distance(unit.cell, quarry.cell) != 1:
        return
    aim = Aim(slot, unit.cell, quarry.cell)
    if is_fire(field, aim) or target not in targets(field, aim) or refuse_second(field, aim):
        return
    if await Choice(field.owner(slot), asking.AGAIN, (False, True), (slot, target)):
        await attack(field, aim, second=True, target=target)


def refuse_second(field: Field, aim: Aim) -> bool:
    """Whether anything but having fought already stands against the second fight."""
    turn = field.turn
    field.turn = turn._replace(fought=turn.fought & ~(1 << aim.slot))
    refusal = refuse_attack(field, aim)
    field.turn = turn
    return refusal is not None


async def _mount_up(field: Field, aim: Aim) -> None:
    """`cav.actions`: after battle dismounted cavalry may mount; not when it has fired twice (`cav.double-start`).

    Nor when it has dismounted in this turn: that is another of its three actions.
    """
    slot, unit = aim.slot, field.units[aim.slot]
    if unit.troop.type != CAVALRY or unit.mounted or not unit.posts or field.turn.stirred >> slot & 1:
        return
    twice = sum(1 for other, _ in field.turn.shots if other == slot) > 1
    if twice or not await Choice(field.owner(slot), asking.MOUNT, (False, True), slot):
        return
    field.change(slot, mounted=True)
    field.mark(spent=1 << slot, stirred=1 << slot)
    field.tell("mount", "cav.actions", "{unit} mounts.", unit=slot)


__all__ = ["attack", "attacks"]
