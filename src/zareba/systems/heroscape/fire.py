"""Fire: section 3.9 of the rule book.

A volley is aimed stack by stack. Each stack judges for itself what it sees and how far that is; all short-range dice
form one pool, all long-range dice another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6, at_least
from zareba.engine.reasons import Reason, Refusal
from zareba.systems.heroscape.contiguity import regroup
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit
from zareba.systems.heroscape.losses import remove
from zareba.systems.heroscape.troops import ARTILLERY, RANK, Troop

SIXES = at_least(D6, 6)
OVERHEAD = 6
"""`fire.overhead-six`: artillery shoots over friends only at targets more than so many hexes away from them."""


class Aim(NamedTuple):
    """What one stack can do against one target: its dice, its range, and the target's hexes it sees."""

    cell: Cell
    figures: int
    dice: int
    range: int
    seen: Mask


# --- who may fire, and at whom -----------------------------------------------------------------------------------


def refuse_fire(field: Field, slot: Slot) -> Refusal | None:
    """Why a unit cannot fire at all."""
    unit = field.units[slot]
    if unit.troop.leads:
        return Refusal("fire.leader-alone", "A leader by himself cannot fire.")
    if not unit.troop.long:
        return Refusal("fire.armed", "It has no firearms.")
    if unit.limbered:
        return Refusal("opt.limber", "It is limbered.")
    if field.acting and field.acting.engaged and field.rules.engaged_fire == "no":
        return Refusal("act.engaged-no-fire", "It was engaged when its activation began.")
    return None


def refuse_target(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """Why an enemy unit may not be the target of anybody, or of this unit (`opt.engaged-fire`)."""
    foes = field.foes(target)
    if foes and not (field.rules.engaged_fire == "yes" and foes == [slot]):
        return Refusal("fire.engaged-target", "It is fighting hand to hand with your own men.")
    if field.units[target].troop.leads and _among_friends(field, target):
        return Refusal("fire.leader-target", "A leader beside his men cannot be singled out.")
    return None


def _among_friends(field: Field, leader: Slot) -> bool:
    """`fire.leader-target`: does he touch a friendly unit that is not a leader?"""
    near = field.ground.grid.around(field.units[leader].mask) | field.units[leader].mask
    side = field.units[leader].troop.side
    return any(unit.mask & near and unit.troop.side == side and not unit.troop.leads for unit in field.units)


def can_fire(field: Field, slot: Slot, target: Slot) -> bool:
    """`fire.one-target`: would this unit throw at least one die at that one, and may it (`fire.eligible`)?"""
    return bears(field, field.units[slot], field.units[target]) and refuse_target(field, slot, target) is None


def arc(field: Field, unit: Unit) -> Mask:
    """The hexes within range and clear of ground for any stack of the unit."""
    reach, found = field.ground.sight.field, 0
    for cell, _ in unit.stacks:
        found |= reach(cell, unit.troop.long)
    return found


def bears(field: Field, unit: Unit, target: Unit) -> bool:
    """Does any stack see a hex of the target within its range?"""
    troop, reach = unit.troop, field.ground.sight.field
    for cell, _ in unit.stacks:
        within = reach(cell, troop.long) & target.mask
        while within:
            bit = within & -within
            if sees(field, troop, cell, bit.bit_length() - 1, target):
                return True
            within ^= bit
    return False


# --- sight and range ---------------------------------------------------------------------------------------------


def sees(field: Field, troop: Troop, cell: Cell, seen: Cell, target: Unit) -> bool:
    """Is the line from one hex to another clear of ground, friends and heads?

    Of the two lines along a hex side either will do (`los.trace`); the ground was judged beforehand, with the heights
    of `los.height`, the edge of the map (`los.off-map`) and neighbours (`los.adjacent`). Friends block whatever the
    heights (`fire.friends-block`); enemies, the target's own included, only by height (`los.enemy`).
    """
    friends, enemies = field.held[troop.side], field.held[1 - troop.side]
    for between, low in field.ground.sight.rays(cell, seen):
        if low & enemies:
            continue
        blocking = between & friends
        if not blocking or (troop.kind == ARTILLERY and _overhead(field, cell, blocking, target)):
            return True
    return False


def _overhead(field: Field, cell: Cell, friends: Mask, target: Unit) -> bool:
    """`fire.overhead`: artillery alone may shoot over friends, from a higher level, at a target far beyond them.

    `fire.overhead-level`, `fire.overhead-six`, measured as `fire.overhead-measure` says.
    """
    level, distance = field.ground.level, field.ground.grid.distance
    return all(
        level[cell] > level[friend] and min(distance(friend, hex) for hex in bits(target.mask)) > OVERHEAD
        for friend in bits(friends)
    )


def aim(field: Field, troop: Troop, cell: Cell, figures: int, dice: int, target: Unit) -> Aim | None:
    """What the figures in one hex can do: `fire.count`, `fire.uphill`, `fire.downhill`, `fire.uphill-bands`.

    The range is the smallest effective range to a target hex they see (`fire.band`).
    """
    sight = field.ground.sight
    seen, nearest = 0, troop.long + 1
    for other in bits(sight.field(cell, troop.long) & target.mask):
        if sees(field, troop, cell, other, target):
            seen |= 1 << other
            nearest = min(nearest, sight.range(cell, other))
    return Aim(cell, figures, dice, nearest, seen) if seen else None


# --- a volley ----------------------------------------------------------------------------------------------------


def volley(field: Field, slot: Slot, target: Slot) -> list[Aim]:
    """Each stack's part in a volley. Men behind the front rank do not fire (`fire.front`, `fire.rank`; `opt.ranks`).

    Infantry and cavalry throw a die a figure (`fire.dice-troops`), crews three (`fire.dice-guns`,
    `fire.gun-figures`).
    """
    unit = field.units[slot]
    whole_hex = field.rules.ranks == "whole-hex"
    aims = []
    for cell, figures in unit.stacks:
        firing = figures if whole_hex else min(figures, RANK)
        if found := aim(field, unit.troop, cell, firing, firing * unit.troop.dice, field.units[target]):
            aims.append(found)
    return aims


def helpers(field: Field, slot: Slot, target: Slot) -> list[tuple[Slot, Aim]]:
    """The leaders who may add their fire, each from his own hex: `fire.leader`, `fire.leader-how`.

    With guns he throws three dice like the crew (`fire.leader-guns`), or one (`opt.leader-guns`).
    """
    unit = field.units[slot]
    dice = 1 if unit.troop.gun and field.rules.leader_guns == "one" else unit.troop.dice
    found = []
    for leader in field.leaders(unit.troop.side):
        him = field.units[leader]
        cell = him.stacks[0][0]
        if field.touching(him, unit) and not field.is_engaged(leader) and _has_room(field, unit, cell, []):
            if seen := aim(field, unit.troop, cell, 1, dice, field.units[target]):
                found.append((leader, seen))
    return found


def _has_room(field: Field, unit: Unit, cell: Cell, joined: list[Cell]) -> bool:
    """The limit of two firing figures in a hex includes leaders, and the unit's own figures come first."""
    return field.rules.ranks == "whole-hex" or dict(unit.stacks).get(cell, 0) + joined.count(cell) < RANK


async def fire(field: Field, slot: Slot, target: Slot) -> None:
    """One volley of the whole unit at one enemy unit, thrown and settled by itself (`fire.separate`)."""
    unit = field.units[slot]
    aims = volley(field, slot, target)
    field.tell("fire", "fire.one-target", "{unit} fires at {target}.", unit=slot, target=target)
    joined: list[Cell] = []
    for leader, his in helpers(field, slot, target):
        if _has_room(field, unit, his.cell, joined) and await _joins(field, leader, slot, target):
            joined.append(his.cell)
            aims.append(his)
    short, long = pools(unit.troop, aims)
    sixes = [0, 0]
    for pool, dice in enumerate((short, long)):
        if dice:
            throw = LONG if pool else SHORT
            result = await Roll(throw, dice, SIXES, unit.troop.seat, (slot, target, tuple(aims)))
            assert isinstance(result, int)
            sixes[pool] = result
    await _settle(field, target, aims, sixes)


def pools(troop: Troop, aims: list[Aim]) -> tuple[int, int]:
    """`fire.pools`: the short-range dice and the long-range dice."""
    short = sum(aim.dice for aim in aims if aim.range <= troop.short)
    return short, sum(aim.dice for aim in aims) - short


def losses(sixes: list[int], fortified: bool) -> int:
    """Each pool is rounded down by itself, and 6s left over are lost (`fire.pools`, `fire.leftover`).

    In the open each 6 at short range (`fire.short`) and each pair at long range (`fire.long`) removes a figure; in
    fortifications half as many fall (`fire.fort-halves`, `fire.fort-short`, `fire.fort-long`).
    """
    short, long = sixes
    return short // 2 + long // 4 if fortified else short + long // 2


def fortified(field: Field, unit: Unit) -> bool:
    """`fire.fort-unit`: only if every one of its figures is in a fortification."""
    return not unit.mask & ~field.ground.forts


async def _settle(field: Field, target: Slot, aims: list[Aim], sixes: list[int]) -> None:
    """Losses fall first where the firers could see them: `fire.remove`, `fire.excess`."""
    exposed = 0
    for each in aims:
        exposed |= each.seen
    lost = losses(sixes, fortified(field, field.units[target]))
    field.tell(
        "volley",
        "fire.pools",
        "{short} sixes at short range and {long} at long: {lost} of {target} fall.",
        short=sixes[0],
        long=sixes[1],
        lost=min(lost, field.units[target].figures),
        target=target,
    )
    await remove(field, target, lost, exposed, "fire.remove")
    regroup(field, target)


# --- words -------------------------------------------------------------------------------------------------------


async def _joins(field: Field, leader: Slot, slot: Slot, target: Slot) -> bool:
    seat = field.units[leader].troop.seat
    return await Choice(seat, JOIN_FIRE, (True, False), (leader, slot, target))


def _show_join(field: Field, about: tuple[Slot, Slot, Slot], joins: bool) -> Option:
    leader = field.units[about[0]]
    label = f"{leader.name} adds his fire" if joins else f"{leader.name} stands by"
    return Option("join" if joins else "stand by", label, "fire.leader-how", leader.id)


JOIN_FIRE = Question(
    "join-fire",
    "fire.leader-how",
    lambda field, about: f"Does {field.units[about[0]].name} add his fire to that of {field.units[about[1]].name}?",
    _show_join,
)


def dice_reasons(field: Field, about: tuple[Slot, Slot, tuple[Aim, ...]], long: bool) -> list[Reason]:
    """Why a pool has the dice it has."""
    slot, _, aims = about
    troop = field.units[slot].troop
    mine = [each for each in aims if (each.range > troop.short) == long]
    return [_reason(field, each, troop, long) for each in mine]


def _reason(field: Field, each: Aim, troop: Troop, long: bool) -> Reason:
    men = "figure" if each.figures == 1 else "figures"
    where = f"{each.figures} {men} in {field.ground.grid.name(each.cell)} at range {each.range}"
    band = f"{'long' if long else 'short'} for {troop.weapon}"
    return Reason(each.dice, "fire.dice-guns" if troop.gun else "fire.dice-troops", f"{where}, {band}")


def _prompt(long: bool) -> Any:
    def words(field: Any, about: Any) -> str:
        reach = "long" if long else "short"
        return f"{field.units[about[0]].name} fires at {field.units[about[1]].name}: dice at {reach} range."

    return words


SHORT = Throw("short", "fire.short", D6, _prompt(False), lambda field, about: dice_reasons(field, about, False))
LONG = Throw("long", "fire.long", D6, _prompt(True), lambda field, about: dice_reasons(field, about, True))


def explain_target(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """Why this unit cannot fire at that one: whatever the legal targets were chosen by, in words."""
    refusal = refuse_fire(field, slot) or refuse_target(field, slot, target)
    unit, foe = field.units[slot], field.units[target]
    if refusal or bears(field, unit, foe):
        return refusal
    reach = field.ground.sight.range
    near = min((reach(a, b), a, b) for a, _ in unit.stacks for b in bits(foe.mask))
    if near[0] > unit.troop.long:
        weapon = unit.troop.weapon.replace("-", " ")
        return Refusal("fire.ranges", f"It is {near[0]} hexes away in effect; a {weapon} reaches {unit.troop.long}.")
    pairs = [(a, b) for a, _ in unit.stacks for b in bits(foe.mask) if reach(a, b) <= unit.troop.long]
    return _why_unseen(field, unit, pairs, foe)


def _why_unseen(field: Field, unit: Unit, pairs: list[tuple[Cell, Cell]], foe: Unit) -> Refusal:
    grid, sight = field.ground.grid, field.ground.sight
    friends, enemies = field.held[unit.troop.side], field.held[1 - unit.troop.side]
    for a, b in pairs:
        for between, low in sight.rays(a, b):
            line = f"The line from {grid.name(a)} to {grid.name(b)}"
            if blocking := between & friends:
                cell = next(bits(blocking))
                if unit.troop.kind == ARTILLERY:
                    return _why_not_overhead(field, a, cell, foe, line)
                return Refusal("fire.friends-block", f"{line} is blocked by your own men in {grid.name(cell)}.")
            cell = next(bits(low & enemies))
            return Refusal("los.enemy", f"{line} is blocked by the heads of the enemy in {grid.name(cell)}.")
    a, b = pairs[0]
    blocker = sight.blocker(a, b)
    where = grid.name(blocker) if blocker >= 0 else "the edge of the map"
    clause = "los.height" if blocker >= 0 else "los.off-map"
    return Refusal(clause, f"The line from {grid.name(a)} to {grid.name(b)} is blocked by the ground in {where}.")


def _why_not_overhead(field: Field, cell: Cell, friend: Cell, foe: Unit, line: str) -> Refusal:
    where = field.ground.grid.name(friend)
    if field.ground.level[cell] <= field.ground.level[friend]:
        return Refusal("fire.overhead-level", f"{line} passes over your own men in {where}, who stand no lower.")
    return Refusal("fire.overhead-six", f"{line} passes over your own men in {where}, within 6 hexes of the target.")
