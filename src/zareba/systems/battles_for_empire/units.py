"""Phase 4B: the units of a side act, one at a time and in any order (sections 9 and 10 of the rule book).

A step of the sequence is one unit's part: it rolls and moves, goes to ground, or stands up. A block acts together.
"""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire import blocks, drawings
from zareba.systems.battles_for_empire.acting import act
from zareba.systems.battles_for_empire.ambush import reveal
from zareba.systems.battles_for_empire.conduct import chances
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.harm import disorder
from zareba.systems.battles_for_empire.modifiers import modifiers
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import (
    GROUND,
    HIDDEN,
    MOVED,
    NOBODY,
    OPPONENT_GONE,
    ROLLED,
    ROSE,
    TABLE,
    Slot,
)
from zareba.systems.battles_for_empire.troops import DEEP, LINE, MASS, OPEN

ACT, BLOCK, SHUFFLE, LIE, RISE, SHOW, DONE = "act", "block", "shuffle", "ground", "rise", "show", "done"
Order = tuple[str, Slot]
LYING = (LINE, MASS, DEEP, OPEN)
"""`gtg.take`: who can go to ground."""


async def units(field: Field) -> None:
    """`conduct.order`: the owner takes his units in any order, and finishes each before the next."""
    verb, slot = await Choice(field.seat(field.side), ORDER, orders(field), field.side)
    if verb == DONE:
        end_phase(field)
    elif verb == ACT:
        await act(field, slot)
    elif verb == BLOCK:
        await blocks.block(field, slot)
    elif verb == SHUFFLE:
        await blocks.shuffle(field, slot)
    elif verb == SHOW:
        reveal(field, slot)
    else:
        _lie_or_rise(field, verb, slot)


def end_phase(field: Field) -> None:
    """`mod.opponent-carry`: the flag that an opponent is gone has had its use."""
    for slot in field.on_table(field.side):
        field.unmark(slot, OPPONENT_GONE)
    next_stage(field)


def _lie_or_rise(field: Field, verb: str, slot: Slot) -> None:
    """`gtg.take`, `gtg.leave`. By the option `ground-cost` lying down disorders."""
    field.mark(slot, ROSE)
    if verb == RISE:
        field.unmark(slot, GROUND)
        return field.tell("rises", "gtg.leave", "{unit} stands up.", unit=slot)
    field.mark(slot, GROUND)
    field.tell("ground", "gtg.take", "{unit} goes to ground.", unit=slot)
    if field.rules.ground_cost == "disorder":
        disorder(field, slot, "gtg.take")
    return None


# --- who may do what -----------------------------------------------------------------------------------------------


def orders(field: Field) -> list[Order]:
    """All that a side can have its units do now."""
    found = [(verb, slot) for verb, slot in _thinkable(field) if refuse_order(field, verb, slot) is None]
    return found if must_roll(field) else [*found, (DONE, NOBODY)]


def _thinkable(field: Field) -> list[Order]:
    mine = field.on_table(field.side)
    hidden = [slot for slot, unit in enumerate(field.units) if unit.place == HIDDEN and unit.side == field.side]
    return [
        *[(verb, slot) for verb in (ACT, LIE, RISE) for slot in mine],
        *[(BLOCK, slot) for slot in blocks.leads(field, field.side)],
        *[(SHUFFLE, ring[0]) for ring in field.squares if field.units[ring[0]].side == field.side],
        *[(SHOW, slot) for slot in hidden],
    ]


def must_roll(field: Field) -> list[Slot]:
    """`conduct.must-rally`, `conduct.shaken-every-turn`: Shaken units that have not rolled yet."""
    return [slot for slot in field.on_table(field.side)
            if field.units[slot].shaken and not field.units[slot].has(ROLLED)]  # fmt: skip


def refuse_order(field: Field, verb: str, slot: Slot) -> Refusal | None:
    if verb == SHOW:
        return None if field.units[slot].place == HIDDEN else Refusal("hidden.ambush", "It is in the open.")
    if field.units[slot].place != TABLE:
        return Refusal("setup.scenario", "It is not on the table.")
    if verb == BLOCK:
        return blocks.refuse_block(field, slot)
    if verb == SHUFFLE:
        return blocks.refuse_shuffle(field, slot)
    return _refuse_act(field, slot) if verb == ACT else _REFUSE_GROUND[verb](field, slot)


def _refuse_act(field: Field, slot: Slot) -> Refusal | None:
    """`conduct.once`, `conduct.locked`, `conduct.break-off`, `gun.contact`."""
    unit = field.units[slot]
    if unit.has(ROLLED):
        return Refusal("conduct.once", f"{unit.name} has had its roll." if not unit.troop.gun else "It has acted.")
    if unit.shaken:
        return None
    if unit.has(GROUND) and unit.has(ROSE):
        return Refusal("gtg.take", "It has just gone to ground.")
    foes = field.contacts(slot)
    if not foes:
        return None
    if unit.troop.gun:
        return Refusal("gun.contact", "A gun in melee contact does not move.")
    if not unit.mounted:
        return Refusal("conduct.locked", f"{unit.name} is in melee contact, and stays.")
    if any([field.units[foe].mounted for foe in foes]):
        return Refusal("conduct.break-off", "It breaks off only from foot, guns and MGs.")
    return None


def _refuse_lying(field: Field, slot: Slot) -> Refusal | None:
    """`gtg.take`, `gtg.who-not`."""
    unit = field.units[slot]
    if not unit.foot or unit.formation not in LYING:
        clause = "gtg.who-not" if unit.skirmishing else "gtg.take"
        return Refusal(clause, "Foot in Line, Massed, Deep or Loose goes to ground.")
    if unit.has(GROUND | ROSE):
        return Refusal("gtg.take", "It has gone to ground, or stood up, already.")
    if unit.has(MOVED):
        return Refusal("gtg.take", "It has moved this turn.")
    return Refusal("gtg.take", "It is in melee contact.") if field.contacts(slot) else None


def _refuse_rising(field: Field, slot: Slot) -> Refusal | None:
    if not field.units[slot].has(GROUND):
        return Refusal("gtg.leave", "It is on its feet.")
    return Refusal("gtg.leave", "It has just gone to ground.") if field.units[slot].has(ROSE) else None


_REFUSE_GROUND = {LIE: _refuse_lying, RISE: _refuse_rising}


# --- words ---------------------------------------------------------------------------------------------------------

CLAUSES = {
    ACT: "conduct.order",
    BLOCK: "group.block",
    SHUFFLE: "square.brigade-move",
    LIE: "gtg.take",
    RISE: "gtg.leave",
    SHOW: "hidden.ambush",
}
WORDS = {
    BLOCK: "{} and its neighbours move as a block",
    SHUFFLE: "The brigade square of {} moves",
    LIE: "{} goes to ground",
    RISE: "{} stands up",
    SHOW: "{} comes out of hiding",
}


def _show(field: Field, side: Any, order: Order) -> Option:
    verb, slot = order
    if verb == DONE:
        return Option(DONE, "Nobody else acts", "conduct.optional")
    unit = field.units[slot]
    return Option(
        f"{verb} {unit.id}", WORDS.get(verb, _act_words(field, slot)).format(unit.name), CLAUSES[verb], unit.id
    )


def _act_words(field: Field, slot: Slot) -> str:
    unit = field.units[slot]
    if unit.shaken:
        return "{} tries to rally"
    if unit.troop.gun:
        return "{} moves"
    return "{} tries to break off" if field.contacts(slot) else "{} rolls to move"


def _refused(field: Field, side: Any) -> list[tuple[Option, Refusal]]:
    refused = [(_show(field, side, order), refuse_order(field, *order)) for order in _thinkable(field)]
    found = [(option, refusal) for option, refusal in refused if refusal]
    if late := must_roll(field):
        names = ", ".join(field.units[slot].name for slot in late)
        why = Refusal("conduct.shaken-every-turn", f"Shaken units still have to roll: {names}.")
        found.append((_show(field, side, (DONE, NOBODY)), why))
    return found


def _usual(field: Field, side: Any, options: Any) -> int:
    """Nobody moves; the Shaken roll."""
    return len(options) - 1 if options[-1][0] == DONE else options.index((ACT, must_roll(field)[0]))


def _trace(field: Field, side: Any, order: Order) -> dict[str, Any]:
    """What its die may come to."""
    verb, slot = order
    if verb != ACT or (field.units[slot].troop.gun and not field.units[slot].shaken):
        return {}
    chart = [note | {"of": 6} for note in drawings.notes(chances(field, slot))]
    return {"shapes": [drawings.outline(field.rect(slot), "zone")],
            "notes": [*drawings.notes(modifiers(field, slot)), *chart]}  # fmt: skip


ORDER = Question(
    "order-unit",
    "conduct.order",
    lambda field, side: f"{field.sides[side].name}: which unit acts next?",
    _show,
    _usual,
    _refused,
    lambda field, side: {"shapes": drawings.command(field, side)},
    _trace,
)
