"""What a position is worth, and a quick sensible answer to every question.

None of this is a rule: computer players use it, and nothing else does.
"""

from __future__ import annotations

from random import Random
from typing import Any

from zareba.boards.boxes import OFF, bits, opposite
from zareba.engine.ask import Choice
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.firing import Shot
from zareba.systems.sudan.movement import End
from zareba.systems.sudan.orders import Order
from zareba.systems.sudan.rows import BROKEN, NOBODY, PRONE, Slot, Unit

POINT = 100
WON = 100_000


def judgement(field: Field, side_id: str) -> int:
    """Hundredths of a point: what stands, weighed by how long it will, and how near each side is to collapse."""
    side = [side.id for side in field.sides].index(side_id)
    if field.result:
        return 0 if field.result.winner is None else WON if field.result.winner == side_id else -WON
    return _strength(field, side) - _strength(field, 1 - side)


def _strength(field: Field, side: int) -> int:
    living = field.living(side)
    gone = field.sides[side].units - sum(field.units[slot].status != BROKEN for slot in living)
    worn = 400 * gone * gone // max(1, field.sides[side].units)
    worth = sum(_worth(field, slot) for slot in living)
    return worth - worn + _posture(field, side, living) + _goals(field, side)


def _worth(field: Field, slot: Slot) -> int:
    """Half of a unit's points are its existence; the rest wears off with its bases, its leader and its nerve."""
    unit = field.units[slot]
    full = unit.troop.bases + unit.troop.leader
    worth = POINT * unit.troop.points * (full + 2 * unit.strength) // (3 * full) - unit.hits // 2
    if unit.status == BROKEN:
        worth //= 3
    elif unit.status == PRONE:
        worth = worth * 2 // 3
    if field.contacts and field.is_flanked(slot) and not unit.square:
        worth -= 15 * unit.troop.points
    return worth + (10 * unit.troop.points if unit.square else 0)


def _posture(field: Field, side: int, living: list[Slot]) -> int:
    """Cold steel likes to be near the enemy and in contact with him; firearms like to see him in their arc."""
    enemies = list(bits(field.held(1 - side)))
    if not enemies:
        return 0
    halves, score = field.ground.grid.halves, 0
    for slot in living:
        unit = field.units[slot]
        near = min(halves(unit.box, enemy) for enemy in enemies)
        if not unit.gun and not unit.troop.bands[2]:
            score -= 6 * near
        elif unit.troop.bands[2]:
            score += 40 * bool(field.ground.grid.arc(unit.box, unit.facing) & field.held(1 - side))
    charges = [
        contact for contact in field.contacts if contact.fresh and field.units[contact.charger].troop.side == side
    ]
    return score + sum(_onset(field, contact.charger, contact.target, contact.side) for contact in charges)


def _onset(field: Field, charger: Slot, target: Slot, side: int) -> int:
    """What a charge promises."""
    unit, foe = field.units[charger], field.units[target]
    dice = unit.strength * (2 if side not in foe.front and not foe.square else 1)
    return 25 * (dice - foe.strength) + (60 if not unit.troop.bands[2] else -120)


def _goals(field: Field, side: int) -> int:
    score = 0
    for goal in field.terms.objectives:
        sign = 1 if goal.side == side else 0
        if goal.test == "hold":
            score += sign * sum(150 for box in goal.named if _holds(field, side, box))
        if goal.test == "squares":
            score += sign * 150 * sum(unit.square and unit.troop.side == side for unit in field.units)
        if goal.test == "lost":
            score += sign * sum(field.units[slot].hits * 4 for slot in goal.named)
    return score


def _holds(field: Field, side: int, box: int) -> bool:
    return any(field.units[slot].steady and field.units[slot].troop.side == side for slot in field.in_box(box))


# --- a quick answer ------------------------------------------------------------------------------------------


def instinct(field: Field, choice: Choice[Any], random: Random) -> int:
    """Fires whenever it can, closes in with cold steel, stands in square, turns to face the enemy."""
    answer = _INSTINCTS.get(choice.question.id)
    if answer is None:
        return choice.question.usual(field, choice.about, choice.options)
    return answer(field, choice, random)


def _fire(field: Field, choice: Choice[Any], random: Random) -> int:
    """Everybody fires; an overheated gun rests."""
    cool = [n for n, slot in enumerate(choice.options[:-1]) if not field.units[slot].hot]
    return cool[int(random.random() * len(cool))] if cool else len(choice.options) - 1


def _target(field: Field, choice: Choice[Any], random: Random) -> int:
    values = [_shot_value(field, shot) + random.random() for shot in choice.options]
    return values.index(max(values))


def _shot_value(field: Field, shot: Shot) -> float:
    """Near, charging, steady and strong enemies first."""
    unit, foe = field.units[shot.slot], field.units[shot.target]
    near = field.ground.grid.halves(unit.box, foe.box)
    return 10 - near + 4 * foe.charged + 3 * foe.steady + (foe.hits % foe.troop.step) / 10


def _mark(field: Field, choice: Choice[Any], random: Random) -> int:
    """The fullest boxes of the enemy, away from friends."""
    side = field.units[choice.about].troop.side
    theirs, mine, near = field.held(1 - side), field.held(side), field.ground.grid.near

    def value(box: int) -> float:
        return (
            4 * (theirs >> box & 1)
            + (near[box] & theirs).bit_count()
            - (near[box] & mine).bit_count()
            + random.random()
        )

    values = [value(box) for box in choice.options]
    return values.index(max(values))


def _order(field: Field, choice: Choice[Any], random: Random) -> int:
    values = [_order_value(field, choice.about, order) + random.random() / 4 for order in choice.options]
    return values.index(max(values))


def _order_value(field: Field, side: int, order: Order) -> float:
    """Cold steel moves, the nearest first; those with firearms only turn to face; squares form and stand."""
    if order.verb == "square":
        return 6.0
    if order.verb != "move":
        return 1.0 if order.verb == "done" else 0.0
    unit = field.units[order.what]
    near, _ = _nearest(field, unit)
    if not unit.troop.fights or near == OFF:
        return 0.0
    halves = field.ground.grid.halves(unit.box, near)
    if not unit.troop.bands[2] and not unit.gun:
        return 5.0 - halves / 100
    faces_him = field.ground.grid.arc(unit.box, unit.facing) >> near & 1
    if unit.troop.lancers and halves <= 6:
        return 3.0
    if faces_him or unit.square:
        return 0.5 if faces_him or not unit.gun else 2.0
    return 2.5


def _nearest(field: Field, unit: Unit) -> tuple[int, int]:
    """The box of the nearest enemy, and how far it is."""
    halves = field.ground.grid.halves
    enemies = list(bits(field.held(1 - unit.troop.side)))
    if not enemies:
        return OFF, 99
    box = min(enemies, key=lambda enemy: halves(unit.box, enemy))
    return box, halves(unit.box, box)


def _where(field: Field, choice: Choice[Any], random: Random) -> int:
    """Cold steel closes in; others stay, and only turn."""
    unit, grid = field.units[choice.about], field.ground.grid
    if unit.troop.bands[2] and not unit.troop.lancers and unit.box in choice.options:
        return list(choice.options).index(unit.box)
    near, _ = _nearest(field, unit)

    def cost(box: int) -> float:
        if box < 0:
            return 99.0
        beside = grid.touching[box] & field.held(1 - unit.troop.side)
        return grid.halves(box, near) - 3 * bool(beside) + random.random() / 2 - field.ground.level[box] / 2

    costs = [cost(box) for box in choice.options]
    return costs.index(min(costs))


def _end(field: Field, choice: Choice[Any], random: Random) -> int:
    slot, box = choice.about
    values = [_end_value(field, field.units[slot], box, end) + random.random() / 4 for end in choice.options]
    return values.index(max(values))


def _end_value(field: Field, unit: Unit, box: int, end: End) -> float:
    """A charge with cold steel, into a flank if there is one; otherwise the enemy before the front."""
    if end.target != NOBODY:
        foe = field.units[end.target]
        flank = opposite(end.facing) not in foe.front and not foe.square
        eager = 10.0 if not unit.troop.bands[2] or unit.troop.lancers else -5.0
        return eager + 4 * flank - foe.strength / 2 + unit.strength / 2
    return float((field.ground.grid.arc(box, end.facing) & field.held(1 - unit.troop.side)).bit_count()) / 4


_INSTINCTS = {"fire": _fire, "target": _target, "mark": _mark, "order": _order, "where": _where, "facing": _end}
