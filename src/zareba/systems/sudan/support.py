"""Who fights whom, and who stands by his friends: sections 2.21 and 2.22 of the rule book.

Units directly opposite an enemy fight him (`support.main`); a unit beside the fight may support (`support.role`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from zareba.boards.boxes import OFF, Cell, beside, is_side
from zareba.engine.ask import Choice, Option, Question
from zareba.systems.sudan.drawings import Drawing, drawing, edge, path
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.melee import contact_between, count_dice
from zareba.systems.sudan.rows import Bout, Slot, Unit
from zareba.systems.sudan.troops import FOOT, MOUNTED

Targets = tuple[Slot, ...]


def opponents(field: Field, slot: Slot) -> list[Slot]:
    """`melee.opponent`: the enemies in contact across its front if there are any, else all in contact with it."""
    contacts = field.contacts_of(slot)
    front = field.units[slot].front
    ahead = [contact.other(slot) for contact in contacts if contact.side_of(slot) in front]
    return sorted(ahead or [contact.other(slot) for contact in contacts])


def may_support(field: Field, slot: Slot) -> bool:
    """`support.who`: steady foot and mounted units, neither in contact nor in a rear rank; gunners never."""
    unit = field.units[slot]
    able = unit.steady and unit.kind in (FOOT, MOUNTED) and is_side(unit.facing)
    return able and not field.in_contact(slot) and not field.is_rear(slot)


def supported(field: Field, slot: Slot) -> list[list[Slot]]:
    """The enemies in each of the two boxes diagonally ahead that a friend is in contact with (`support.place`).

    From one box no enemy is supported against twice.
    """
    unit = field.units[slot]
    taken = taken_from(field, unit)
    found = []
    for way in beside(unit.facing):
        box = field.ground.grid.next[unit.box][way]
        there = field.in_box(box) if box != OFF else []
        enemies = [s for s in there if field.units[s].troop.side != unit.troop.side and s not in taken]
        found.append([enemy for enemy in enemies if field.in_contact(enemy)])
    return [enemies for enemies in found if enemies]


def taken_from(field: Field, unit: Unit) -> set[Slot]:
    """The enemies against whom another unit of the same box supports."""
    beside_it = [bout for bout in field.bouts if bout.supports and field.units[bout.slot].box == unit.box]
    return {target for bout in beside_it for target in bout.targets}


def supports(field: Field, slot: Slot) -> list[Targets]:
    """`support.choice`: against one of the enemies, both, or neither; all first."""
    choices = [(*enemies, None) for enemies in supported(field, slot)]
    picked = [tuple(sorted(enemy for enemy in each if enemy is not None)) for each in product(*choices)]
    return sorted(picked, key=lambda targets: -len(targets))


# --- pairing off ---------------------------------------------------------------------------------------------


def begin_melee(field: Field) -> None:
    """The units in contact, then those who might support, British before natives, each in unit order.

    A charger whose target has left the contact does not fight (`charge.gone`).
    """
    waiting: list[Slot] = []
    for side in (0, 1):
        mine = field.living(side)
        fighting = [slot for slot in mine if field.in_contact(slot)]
        waiting += [*fighting, *[slot for slot in mine if may_support(field, slot) and supported(field, slot)]]
    field.waiting, field.bouts, field.blows = tuple(waiting), (), ()


async def pair_off(field: Field) -> None:
    """Every unit in contact fights (`melee.all-fight`); each choice in turn."""
    if not field.waiting:
        field.bouts = tuple(sorted(field.bouts, key=lambda bout: (bout.supports, field.units[bout.slot].troop.side)))
        field.fought = fought(field)
        return field.next_stage()
    slot, *rest = field.waiting
    field.waiting = tuple(rest)
    seat = field.seat(slot)
    if field.in_contact(slot):
        enemy = await Choice(seat, OPPONENT, opponents(field, slot), slot)
        field.bouts = (*field.bouts, Bout(slot, (enemy,)))
    elif targets := await Choice(seat, SUPPORT, supports(field, slot), slot):
        field.bouts = (*field.bouts, Bout(slot, targets, True))
    return None


def fought(field: Field) -> tuple[tuple[Slot, Slot, Cell], ...]:
    """Who fights whom, and in which box he stands now: whoever leaves it may be followed (`option.follow-up`)."""
    fights = [(bout.slot, bout.targets[0]) for bout in field.bouts if not bout.supports]
    return tuple((slot, foe, field.units[foe].box) for slot, foe in fights)


# --- words ---------------------------------------------------------------------------------------------------


def _show_opponent(field: Field, slot: Slot, enemy: Slot) -> Option:
    mine, foe = field.units[slot].troop, field.units[enemy].troop
    return Option(f"fight {foe.id}", f"{mine.name} fights {foe.name}", "melee.opponent", mine.id, foe.id)


def _show_support(field: Field, slot: Slot, targets: Targets) -> Option:
    mine = field.units[slot].troop
    if not targets:
        return Option("stand by", f"{mine.name} stands by", "support.choice", mine.id)
    foes = [field.units[target].troop for target in targets]
    names = " and ".join(foe.name for foe in foes)
    notation = "support " + " ".join(foe.id for foe in foes)
    return Option(notation, f"{mine.name} supports against {names}", "support.choice", mine.id, foes[0].id)


def _opponent_prompt(field: Any, slot: Any) -> str:
    return f"Whom does {field.units[slot].troop.name} fight?"


def _support_prompt(field: Any, slot: Any) -> str:
    return f"Against whom does {field.units[slot].troop.name} support?"


def _first(field: Any, about: Any, options: Sequence[Any]) -> int:
    return 0


def _draw_opponent(field: Field, slot: Slot, enemy: Slot) -> Drawing:
    """The side across which they would fight, and the dice."""
    bout = Bout(slot, (enemy,))
    side = contact_between(field, slot, enemy).side_of(enemy)
    return drawing([edge(field, "contact", field.units[enemy].box, side)], count_dice(field, bout).reasons)


def _draw_support(field: Field, slot: Slot, targets: Targets) -> Drawing:
    """The enemies diagonally ahead (`support.place`), and the dice."""
    if not targets:
        return {}
    ways = [path(field, "contact", (field.units[slot].box, field.units[target].box)) for target in targets]
    return drawing(ways, count_dice(field, Bout(slot, targets, True)).reasons)


OPPONENT = Question("opponent", "melee.opponent", _opponent_prompt, _show_opponent, _first, trace=_draw_opponent)
SUPPORT = Question("support", "support.choice", _support_prompt, _show_support, _first, trace=_draw_support)
