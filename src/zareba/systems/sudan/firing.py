"""Fire: section 2.9 of the rule book.

The units of a side fire one after another in any order their owner likes, each at most once a turn, and every effect of
a shot is settled before the next unit chooses (`fire.in-turn`, `fire.once`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.boxes import DIRECTIONS, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Reason, Refusal
from zareba.systems.sudan.dice import Dice, throw_hits, throws
from zareba.systems.sudan.drawings import Drawing, drawing, edge, path, sights
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.ground import HARD, NO_COVER, SOFT
from zareba.systems.sudan.leaders import BANDS, endanger, rejoin, watched
from zareba.systems.sudan.places import exposed
from zareba.systems.sudan.rows import BROKEN, MARCHED, PRONE, STEADY, STILL, Slot, Unit
from zareba.systems.sudan.squares import break_squares
from zareba.systems.sudan.troops import CLOSE, LONG, MEDIUM


class Shot(NamedTuple):
    """Who fires at whom, and by which side the shot enters the target's box (`fire.entry-side`)."""

    slot: Slot
    target: Slot
    side: int


# --- who may fire --------------------------------------------------------------------------------------------


def refuse_fire(field: Field, slot: Slot) -> Refusal | None:
    """Why a unit cannot fire in its phase at all."""
    unit = field.units[slot]
    if unit.fired:
        return Refusal("fire.once", "It has fired this turn.")
    if unit.troop.weapon == "none":
        return Refusal("fire.no-weapon", "It has no firearms.")
    if unit.ruined:
        return Refusal("mg.broken-crew", "The gun is permanently broken.")
    if unit.status == BROKEN:
        clause = "square.broken-unit" if unit.square else "fire.broken-none"
        return Refusal(clause, "A broken unit may not fire.")
    if unit.gun and unit.moved == MARCHED:
        return Refusal("gun.no-fire-next", "It moved a box.")
    if unit.charged and field.rules.chargers_fire == "no":
        return Refusal("fire.charger", "It charged this turn.")
    if field.is_locked(slot) and (field.rules.melee_fire == "fresh" or unit.troop.weapon == "rocket"):
        return Refusal("fire.locked", "It is locked in a fight.")
    if field.is_rear(slot):
        return Refusal("stack.rear-unit", "Another unit stands in line before it.")
    return None


def refuse_shot(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """Why this unit may not fire at that one. Any enemy that nothing forbids may be chosen (`fire.free-choice`).

    The target lies in the arc (`facing.arc`), within range, in sight, and on the near side of its box.
    """
    unit, foe = field.units[slot], field.units[target]
    grid = field.ground.grid
    if refusal := _refuse_contact(field, slot, target):
        return refusal
    if not grid.arc(unit.box, unit.facing) >> foe.box & 1:
        return Refusal("fire.arc", f"It is outside the arc to the {DIRECTIONS[unit.facing]}.")
    halves = grid.halves(unit.box, foe.box)
    if halves > unit.troop.bands[LONG]:
        reach = field.ground.distance(unit.troop.bands[LONG])
        why = f"It is {field.ground.distance(halves)} away; the weapon reaches {reach}."
        return Refusal("fire.bands", why)
    if not field.sees(unit.box, foe.box):
        return Refusal(_why_unseen(field, unit, foe), "It is out of sight.")
    if not entry_sides(field, slot, target):
        return Refusal("fire.into-stack", "Others of its box stand in the way.")
    return None


def _refuse_contact(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """`fire.contacted`, `fire.locked`, `fire.fresh-contact`, and what the options change about them."""
    mine = field.contacts_of(slot)
    if field.is_locked(slot) or (field.is_locked(target) and field.rules.melee_fire == "always"):
        if any(target == contact.other(slot) for contact in mine):
            return None
        return Refusal("option.melee-fire", "Only those who fight it may fire at it.")
    if field.is_locked(target):
        return Refusal("fire.locked", "It is locked in a fight.")
    if field.units[slot].charged:
        charged = any(contact.charger == slot and contact.target == target for contact in mine)
        return None if charged else Refusal("fire.charger", "A charger fires at the unit it charged.")
    if mine and not any(contact.charger == target for contact in mine):
        return Refusal("fire.contacted", "A unit in contact fires only at those who charged it this turn.")
    return None


def _why_unseen(field: Field, unit: Unit, foe: Unit) -> str:
    ground = field.ground
    if (ground.khor >> unit.box | ground.khor >> foe.box) & 1 and ground.grid.halves(unit.box, foe.box) > 3:
        return "los.khor"
    corner = any(gate & gate - 1 for gate in ground.grid.gates(unit.box, foe.box))
    return "los.corner" if corner and len(ground.grid.gates(unit.box, foe.box)) == 1 else "los.block"


def entry_sides(field: Field, slot: Slot, target: Slot) -> list[int]:
    """The sides by which a shot may enter: where it lies exactly on a diagonal the firer has the choice of two.

    Those in contact shoot across the side they fight over. Two sides that make no difference are one.
    """
    unit, foe = field.units[slot], field.units[target]
    for contact in field.contacts_of(slot):
        if contact.other(slot) == target:
            return [contact.side_of(target)]
    sides = field.ground.grid.facing_sides(foe.box, unit.box)
    if len(sides) == 1 and len(field.in_box(foe.box)) == 1:
        return list(sides)
    open_sides = [side for side in sides if target in exposed(field, foe.box, side)]
    if len({shelter(field, foe, side) for side in open_sides}) == 1:
        return open_sides[:1]
    return open_sides


def shots(field: Field, slot: Slot) -> list[Shot]:
    """Every shot that a unit may fire now."""
    key = ("shots", slot)
    if key not in field.memo:
        field.memo[key] = [] if refuse_fire(field, slot) else _shots(field, slot)
    known: list[Shot] = field.memo[key]
    return known


def _shots(field: Field, slot: Slot) -> list[Shot]:
    unit, grid, boxes = field.units[slot], field.ground.grid, field.boxes()
    near = grid.arc(unit.box, unit.facing) & grid.within(unit.box, unit.troop.bands[LONG])
    return [
        Shot(slot, target, side)
        for box in bits(near & field.held(1 - unit.troop.side))
        for target in boxes[box]
        if field.units[target].troop.fights and refuse_shot(field, slot, target) is None
        for side in entry_sides(field, slot, target)
    ]


# --- the dice ------------------------------------------------------------------------------------------------


def band_of(field: Field, shot: Shot) -> int:
    """`fire.band-fraction`: the smallest band that the distance does not exceed, fractions kept.

    So a rifle shot of two boxes along the diagonal is long (`fire.diagonal-example`).
    """
    unit, foe = field.units[shot.slot], field.units[shot.target]
    halves = field.ground.grid.halves(unit.box, foe.box)
    return next(band for band in (CLOSE, MEDIUM, LONG) if halves <= unit.troop.bands[band])


def fire_die(unit: Unit) -> str:
    """`fire.die-regular`, `fire.die-native`, `fire.die-horse`, `fire.die-camel`, `fire.die-camel-foot`."""
    return unit.troop.fire_mounted if unit.mounted else unit.troop.fire_foot


def firing_bases(field: Field, unit: Unit) -> int:
    """`move.horse-holders`: one dismounted base in every unit may have to hold the horses, but never the last."""
    if field.rules.horse_holders == "on" and unit.dismounted:
        return max(1, unit.bases - 1)
    return unit.bases


def volley(field: Field, shot: Shot) -> Dice:
    """The dice of a shot: bases, then every modifier in its order (`fire.mod-order`), at least 1 (`fire.floor`).

    An Army Commander adds none (`cmd.no-dice`).
    """
    unit, foe = field.units[shot.slot], field.units[shot.target]
    dice = Dice()
    dice.add(firing_bases(field, unit), "fire.base-dice", "gunners" if unit.gun else "bases")
    if unit.led:
        dice.add(1, "fire.leader-die", "its leader")
    if foe.mounted:
        dice.add(1, "fire.vs-mounted", "the target is mounted")
    if unit.troop.grade:
        dice.add(unit.troop.grade, "fire.elite" if unit.troop.grade > 0 else "fire.raw", "its grade")
    _range(dice, band_of(field, shot))
    if unit.moved != STILL or unit.charged:
        dice.halve("fire.moved", "it moved")
    if unit.status == PRONE:
        dice.halve("square.prone-fire" if unit.square else "fire.firing-prone", "it lies prone")
    _target(field, dice, shot)
    dice.at_least_one("fire.floor-last")
    return dice


def _range(dice: Dice, band: int) -> None:
    """At medium range nothing changes (`fire.medium`)."""
    if band == CLOSE:
        dice.double("fire.close", "close range")
    if band == LONG:
        dice.halve("fire.long", "long range")


def _target(field: Field, dice: Dice, shot: Shot) -> None:
    foe = field.units[shot.target]
    if lies_low(field, foe):
        clause = "fire.vs-prone" if foe.status == PRONE else "fire.vs-broken"
        dice.halve(clause, "the target lies low")
    cover = shelter(field, foe, shot.side)
    if cover == SOFT:
        dice.halve("fire.soft", "soft cover")
    if cover == HARD:
        dice.quarter("fire.hard", "hard cover")


def shelter(field: Field, foe: Unit, side: int) -> int:
    """The cover of a target against a shot by this side: none in the turn it charged (`melee.cover-lost`)."""
    return NO_COVER if foe.charged else field.ground.cover(foe.box, side)


def lies_low(field: Field, foe: Unit) -> bool:
    """A prone target, or a broken one, once (`fire.vs-broken`); infantry in square are none (`square.prone-target`)."""
    sheltered = foe.square and foe.troop.lines_up and field.rules.square_prone_target == "full"
    return foe.status != STEADY and not sheltered


# --- a shot --------------------------------------------------------------------------------------------------


async def fire(field: Field, shot: Shot) -> None:
    """All dice; then the leader of the target; then broken squares (`square.breaks`)."""
    unit, target = field.units[shot.slot], shot.target
    dice, band = volley(field, shot), band_of(field, shot)
    field.tell("fire", "fire.free-choice", "{unit} fires at {target}.", unit=shot.slot, target=target)
    mark_fired(field, shot.slot)
    seat = field.seat(shot.slot)
    hits = await throw_hits(field, VOLLEY, fire_die(unit), dice.number, seat, shot, watched(field, target))
    field.hit(target, hits.pips, "dice.pips")
    await endanger(field, seat, target, hits, band)
    await rejoin(field)
    break_squares(field)


def mark_fired(field: Field, slot: Slot) -> None:
    """`mg.count`: the turns in which a machine gun fires are counted."""
    unit = field.units[slot]
    field.change(slot, fired=True, fired_for=unit.fired_for + (unit.troop.weapon == "machine-gun"))


# --- words ---------------------------------------------------------------------------------------------------


def _prompt_roll(field: Any, shot: Any) -> str:
    unit, foe = field.units[shot.slot], field.units[shot.target]
    return f"{unit.troop.name} fires at {foe.troop.name} at {BANDS[band_of(field, shot)]} range."


def _reasons(field: Any, shot: Any) -> list[Reason]:
    return volley(field, shot).reasons


VOLLEY = throws("volley", "fire.base-dice", _prompt_roll, _reasons)


def _show_target(field: Field, slot: Slot, shot: Shot) -> Option:
    unit, foe = field.units[slot], field.units[shot.target]
    both = len(entry_sides(field, slot, shot.target)) > 1
    way = f" by {DIRECTIONS[shot.side]}" if both else ""
    halves = field.ground.grid.halves(unit.box, foe.box)
    dice = f"{volley(field, shot).number}{fire_die(unit)}"
    label = (
        f"Fire at {foe.troop.name}{way}: {dice} at {BANDS[band_of(field, shot)]} range, {field.ground.distance(halves)}"
    )
    cells = (field.ground.grid.name(foe.box),)
    return Option(f"at {foe.troop.id}{way}", label, "fire.free-choice", unit.troop.id, foe.troop.id, cells)


def _refused_targets(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    found = []
    for target in field.living(1 - field.units[slot].troop.side):
        if refusal := refuse_shot(field, slot, target):
            foe = field.units[target].troop
            option = Option(f"at {foe.id}", foe.name, "", field.units[slot].troop.id, foe.id)
            found.append((option, refusal))
    return found


def _draw_arc(field: Field, slot: Slot) -> Drawing:
    return drawing(sights(field, field.units[slot]))


COVER = {SOFT: "soft cover", HARD: "hard cover"}


def _draw_shot(field: Field, slot: Slot, shot: Shot) -> Drawing:
    """The line of sight, the side by which the shot enters (`fire.entry-side`), and why it has its dice."""
    start, end = field.units[slot].box, field.units[shot.target].box
    far = field.ground.distance(field.ground.grid.halves(start, end))
    line = path(field, "sight", (start, end), label=f"{BANDS[band_of(field, shot)]}, {far}", clause="fire.sight")
    cover = COVER.get(shelter(field, field.units[shot.target], shot.side), "")
    side = edge(field, "contact", end, shot.side, label=cover, clause="fire.entry-side")
    return drawing([line, side], volley(field, shot).reasons)


TARGET = Question(
    "target",
    "fire.free-choice",
    lambda field, slot: f"At whom does {field.units[slot].troop.name} fire?",
    _show_target,
    refused=_refused_targets,
    hints=_draw_arc,
    trace=_draw_shot,
)


async def aim(field: Field, slot: Slot) -> None:
    """The owner names the target, and the unit fires."""
    await fire(field, await Choice(field.seat(slot), TARGET, shots(field, slot), slot))
