"""What a position is worth, and a quick sensible answer to every question.

None of this is a rule: computer players use it, and nothing else does.
"""

from __future__ import annotations

from random import Random
from typing import Any

from zareba.boards.hex import OFF, bits
from zareba.engine.ask import Choice
from zareba.systems.heroscape import heights
from zareba.systems.heroscape.field import Field, Slot, Unit
from zareba.systems.heroscape.fire import pools, volley

FIGURE = 100
WON = 100_000


def judgement(field: Field, side_id: str) -> int:
    """Hundredths of a figure: what is left, weighed by what it can do, and how near each side is to defeat."""
    side = [side.id for side in field.sides].index(side_id)
    if field.result:
        return 0 if field.result.winner is None else WON if field.result.winner == side_id else -WON
    return _strength(field, side) - _strength(field, 1 - side)


def _strength(field: Field, side: int) -> int:
    worth = sum(_worth(unit) for unit in field.units if unit.troop.side == side and unit.figures)
    worn = field.sides[side].exhausted
    nearness = 150 * field.lost[side] * field.lost[side] // max(1, worn)
    return worth - nearness + _posture(field, side)


def _worth(unit: Unit) -> int:
    troop = unit.troop
    if troop.leads:
        return 2 * FIGURE
    each = FIGURE + (60 if troop.gun else 0) + (20 if troop.long >= 6 else 0) - 10 * troop.nerve
    return each * unit.figures


def _posture(field: Field, side: int) -> int:
    """Firearms like their range, cold steel likes to be near, objectives like company."""
    enemies = field.held[1 - side]
    if not enemies:
        return 0
    score = heights.worth(field, side)
    for unit in field.units:
        if unit.figures and unit.troop.side == side and not unit.troop.leads:
            score -= _distance_cost(field, unit, enemies)
    for goal in field.terms.objectives:
        score += (1 if goal["side"] == side else -1) * _goal_pull(field, goal)
    return score


def _distance_cost(field: Field, unit: Unit, enemies: int) -> int:
    cell = unit.stacks[0][0]
    distance = field.ground.grid.distance
    near = min(distance(cell, enemy) for enemy in bits(enemies))
    wanted = 1 if not unit.troop.long else max(2, unit.troop.long - 1)
    return 3 * abs(near - wanted) * unit.figures if near > wanted or unit.troop.gun else 0


def _goal_pull(field: Field, goal: dict[str, Any]) -> int:
    mine = field.held[goal["side"]]
    theirs = field.held[1 - goal["side"]]
    return sum((200 if group & mine and not group & theirs else 0) for group in goal["hold"])


# --- a quick answer ----------------------------------------------------------------------------------------------


def instinct(field: Field, choice: Choice[Any], random: Random) -> int:
    """Shoots when it can, charges with cold steel, closes or keeps its distance otherwise."""
    answer = _INSTINCTS.get(choice.question.id)
    if answer is None:
        return choice.question.usual(field, choice.about, choice.options)
    return answer(field, choice, random)


def _name_unit(field: Field, choice: Choice[Any], random: Random) -> int:
    values = [_readiness(field, slot) + random.random() if slot >= 0 else -1.0 for slot in choice.options]
    return values.index(max(values))


def _readiness(field: Field, slot: Slot) -> float:
    unit = field.units[slot]
    if unit.troop.leads:
        return 0.1
    near = _nearest(field, unit)
    if field.is_engaged(slot):
        return 6.0
    call = 2.0 + 1.5 * heights.lateness(field) if heights.calls(field, unit) else 0.0
    return max(call, _eagerness(field, slot, near))


def _eagerness(field: Field, slot: Slot, near: int) -> float:
    """For fire, for cold steel, or for getting there."""
    unit = field.units[slot]
    if unit.troop.long and near <= unit.troop.long:
        short, long = _best_volley(field, slot)
        return 2.0 + short / 6 + long / 16
    if not unit.troop.long and near <= unit.troop.move + 1:
        return 5.0 + unit.figures / 8
    return 2.0 - near / 20 if not unit.troop.long else 1.5 - near / 20


def _best_volley(field: Field, slot: Slot) -> tuple[int, int]:
    unit = field.units[slot]
    best = (0, 0)
    for enemy in field.living(1 - unit.troop.side):
        best = max(best, pools(unit.troop, volley(field, slot, enemy)))
    return best


def _nearest(field: Field, unit: Unit) -> int:
    distance = field.ground.grid.distance
    enemies = list(bits(field.held[1 - unit.troop.side]))
    return min((distance(cell, enemy) for cell, _ in unit.stacks for enemy in enemies), default=99)


def _choose_action(field: Field, choice: Choice[Any], random: Random) -> int:
    values = [_action_value(field, choice.about, action) + random.random() / 10 for action in choice.options]
    return values.index(max(values))


def _action_value(field: Field, slot: Slot, action: tuple[str, Slot]) -> float:
    verb, target = action
    unit = field.units[slot]
    shaken = field.acting is not None and not field.acting.passed
    if verb == "fire":
        short, long = pools(unit.troop, volley(field, slot, target))
        return 1.0 + short / 6 + long / 16
    if verb == "charge":
        return 2.5 if not unit.troop.long else 0.4
    if verb == "fight":
        return 2.0 if not shaken else 1.4
    if verb == "stop":
        return 0.3
    return _movement_value(field, unit, verb, shaken)


def _movement_value(field: Field, unit: Unit, verb: str, shaken: bool) -> float:
    near = _nearest(field, unit)
    if verb == "open" and unit.troop.long and near <= unit.troop.long:
        return 0.5
    if verb not in ("move", "double") or shaken or unit.troop.leads:
        return 0.1
    if heights.calls(field, unit):
        return 1.2 + 1.5 * heights.lateness(field)
    wanted = 1 if not unit.troop.long else unit.troop.long
    if near <= wanted:
        return 0.2
    return 1.3 if verb == "double" and near - wanted > unit.troop.move and not unit.troop.long else 1.2


def _place_stack(field: Field, choice: Choice[Any], random: Random) -> int:
    """Towards the nearest enemy or the objective; away when shaken; the others come after."""
    manoeuvre = choice.about
    unit = field.units[manoeuvre.slot]
    distance = field.ground.grid.distance
    sign = -1 if field.acting is not None and not field.acting.passed else 1
    up = sign > 0 and heights.calls(field, unit)
    goals = list(bits(heights.counted(field) if up else _goals(field, unit)))
    reach = 0 if up else 1 if not unit.troop.long else max(2, unit.troop.long - 2)

    def cost(index: int) -> float:
        stack, cell = choice.options[index]
        if stack < 0:
            return 30.0
        if cell == OFF:
            return 60.0
        near = min((distance(cell, goal) for goal in goals), default=0)
        return float(sign * abs(near - reach) + random.random() / 2 - 0.3 * field.ground.level[cell])

    return min(range(len(choice.options)), key=cost)


def _goals(field: Field, unit: Unit) -> int:
    goals = field.held[1 - unit.troop.side]
    for goal in field.terms.objectives:
        if goal["side"] == unit.troop.side:
            for group in goal["hold"]:
                goals |= group
    return goals


_INSTINCTS = {"unit": _name_unit, "action": _choose_action, "stack": _place_stack}
