"""A quick sensible answer to every question. None of this is a rule: computer players use it, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from zareba.boards.inches.angles import bearing, turn
from zareba.boards.inches.distances import distance
from zareba.engine.ask import Choice
from zareba.systems.battles_for_empire.aims import looking, plan_at
from zareba.systems.battles_for_empire.bayonets import FIX, READY, UNFIX
from zareba.systems.battles_for_empire.charging import charges
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.intent import (
    NEAR,
    WIDE,
    firing_distance,
    goal_of,
    is_wild,
    lies_low,
    should_limber,
    wanted,
    wants_to_move,
)
from zareba.systems.battles_for_empire.judgement import edge_over, nearest_foe, shoots
from zareba.systems.battles_for_empire.moves import (
    ADVANCE,
    BACK,
    CHARGE,
    FACE,
    FORM,
    LIMBER,
    PIVOT,
    RETIRE,
    STOP,
    UNLIMBER,
    WHEEL,
    Move,
    Step,
)
from zareba.systems.battles_for_empire.plans import mixes, passed
from zareba.systems.battles_for_empire.rows import ARMY, FRONT, LOW, MULE, NOBODY, ROLLED, Slot, Unit
from zareba.systems.battles_for_empire.tokens import JOIN
from zareba.systems.battles_for_empire.troops import GUN, INCH, MASS, MG
from zareba.systems.battles_for_empire.units import ACT, LIE, SHOW
from zareba.systems.battles_for_empire.volley import Fire, volley

Guess = Callable[[Field, Choice[Any], Random], int]


def instinct(field: Field, choice: Choice[Any], random: Random) -> int:
    """Natives go for the enemy, drilled troops for their goal until they can fire; everybody fires at the nearest."""
    guess = _GUESSES.get(choice.question.id)
    if guess is None:
        return choice.question.usual(field, choice.about, choice.options)
    return guess(field, choice, random)


def best(choice: Choice[Any], random: Random, value: Callable[[Any], float], chaos: float = 0.25) -> int:
    values = [value(option) + chaos * random.random() for option in choice.options]
    return values.index(max(values))


# --- phase 4 -----------------------------------------------------------------------------------------------------
def _order(field: Field, choice: Choice[Any], random: Random) -> int:
    return best(choice, random, lambda order: _order_value(field, *order))


def _order_value(field: Field, verb: str, slot: Slot) -> float:
    if verb == "done":
        return 1.0
    unit = field.units[slot]
    if verb == SHOW:
        return 3.0 if nearest_foe(field, slot)[0] < 14 * INCH else 0.0
    if verb == LIE:
        return 1.6 if lies_low(field, slot) and (unit.has(ROLLED) or not unit.shaken) else 0.0
    if verb != ACT or field.contacts(slot):
        return 9.0 if verb == ACT and unit.shaken else 0.0
    far = nearest_foe(field, slot)[0]
    return 9.0 if unit.shaken else 6.0 - far / (40 * INCH) if wants_to_move(field, slot) else 0.0


def _step(field: Field, choice: Choice[Any], random: Random) -> int:
    move: Move = choice.about
    return best(choice, random, lambda step: _step_value(field, move, step), 0.05)


def _step_value(field: Field, move: Move, step: Step) -> float:
    """A charge, a gun brought into action, a turn towards the goal if it is needed, an advance; then it stops."""
    unit = field.units[move.lead]
    off = abs(turn(unit.facing, bearing(unit.at, goal_of(field, move.lead))))
    if step.verb == CHARGE:
        return _charge_value(field, move, step.target)
    if step.verb == ADVANCE:
        return 2.0 if _comes_on(field, move, unit, off) else 0.0
    if step.verb in (WHEEL, FACE, PIVOT):
        return _turn_value(move, unit, step.verb, off)
    if step.verb == UNLIMBER:
        return 3.0 if nearest_foe(field, move.lead)[0] < firing_distance(unit) else 0.0
    if step.verb == LIMBER:
        return 3.0 if should_limber(field, move.lead) else 0.0
    if step.verb == FORM:
        return 3.0 if unit.skirmishing and unit.troop.assault and step.what == MASS else 0.0
    return {RETIRE: 4.0 if move.kind == BACK else 0.0, STOP: 1.0}.get(step.verb, 0.0)


def _comes_on(field: Field, move: Move, unit: Unit, off: int) -> bool:
    """One advance, or one more after a turn; drilled foot that has enemies near only turns to face them."""
    if unit.formation == GUN or off > 1000 or move.last == ADVANCE:
        return False
    if shoots(unit) and nearest_foe(field, move.lead)[0] < NEAR:
        return False
    return not move.last or 2 * move.left > move.whole


def _turn_value(move: Move, unit: Unit, verb: str, off: int) -> float:
    if move.last in (WHEEL, FACE, PIVOT) or off <= WIDE:
        return 0.0
    if off > 600:
        return 3.0 if verb == WHEEL and off <= 900 else 2.9 if verb == FACE else 2.5
    return 1.5 if verb != FACE else 1.2


def _charge_value(field: Field, move: Move, foe: Slot) -> float:
    """Cold steel always, most gladly into a flank; others only where they are sure to win."""
    charge, unit = charges(field, move)[foe], field.units[move.lead]
    edge = edge_over(field, move.lead, foe) + (8 if charge.zone != FRONT else 0)
    if not is_wild(unit):
        return 5.0 if edge >= (8 if shoots(unit) else 3) else -1.0
    return 6.0 + edge / 12


def _go(field: Field, choice: Choice[Any], random: Random) -> int:
    """As near to the goal as it wants to be, and rather not through friends."""
    move, verb = choice.about
    unit, goal = field.units[move.lead], goal_of(field, move.lead)
    wish = wanted(field, unit)
    values = [-abs(distance(at, goal) - wish) / INCH + 0.5 * random.random() for at in choice.options]

    def jostled(index: int) -> float:
        plan = plan_at(field, move, verb, choice.options[index])
        return 1.5 * len(passed(field, move.members, plan.sweeps))

    return best_after(values, jostled) if mixes(unit) else values.index(max(values))


def best_after(values: list[float], cost: Callable[[int], float]) -> int:
    """The index of what is worth most after its cost, which is not asked of what would be too little anyhow."""
    found, most = 0, float("-inf")
    for index in sorted(range(len(values)), key=lambda one: -values[one]):
        if values[index] <= most:
            break
        worth = values[index] - cost(index)
        if worth > most:
            found, most = index, worth
    return found


def _turn(field: Field, choice: Choice[Any], random: Random) -> int:
    """The facing that looks at the goal."""
    move, verb = choice.about
    goal = goal_of(field, move.lead)

    def value(at: tuple[int, ...]) -> float:
        row = plan_at(field, move, verb, (at[0], at[1])).rows[0]
        return -abs(turn(looking(field, move, verb, (at[0], at[1])), bearing(row.at, goal))) / 10

    return best(choice, random, value, 0.5)


def _back(field: Field, choice: Choice[Any], random: Random) -> int:
    return best(choice, random, lambda at: distance(field.units[choice.about[0].lead].at, (at[0], at[1])))


def _storm(field: Field, choice: Choice[Any], random: Random) -> int:
    return best(choice, random, lambda step: _charge_value(field, choice.about, step.target))


def _exploit(field: Field, choice: Choice[Any], random: Random) -> int:
    def value(slot: Slot) -> float:
        return 1.0 if slot == NOBODY else 2.0 if not shoots(field.units[slot]) else 0.0

    return best(choice, random, value)


# --- commanders, bayonets, reinforcements ------------------------------------------------------------------------
def _token(field: Field, choice: Choice[Any], random: Random) -> int:
    """A lone commander joins the troops, most gladly where many are near; a mule, whoever is low on ammunition."""

    def value(action: tuple[str, int, Slot]) -> float:
        kind, number, slot = action
        if kind == "done":
            return 1.0
        if kind != JOIN:
            return 0.0
        token, unit = field.tokens[number], field.units[slot]
        if token.kind == MULE:
            return 3.0 if unit.has(LOW) else 1.5 if token.unit == NOBODY and shoots(unit) else 0.0
        if token.unit != NOBODY and not _is_alone(field, number):
            return 0.0
        near = sum([distance(unit.at, other.at) < 12 * INCH for other in field.units if other.side == token.side])
        return 2.0 + near / 10 + (0.5 if (token.kind == ARMY) == (not unit.shaken) else 0.0) - unit.kills / 4

    return best(choice, random, value, 0.1)


def _is_alone(field: Field, number: int) -> bool:
    """Whether a commander's unit is worn out."""
    token = field.tokens[number]
    return field.units[token.unit].kills >= field.units[token.unit].troop.limit - 1


def _bayonets(field: Field, choice: Choice[Any], random: Random) -> int:
    """Steel for those who cannot fire rapidly any more and have masses before them; fire for the others."""

    def value(order: tuple[str, Slot]) -> float:
        verb, slot = order
        if verb == READY:
            return 1.0
        if slot == NOBODY:
            return 0.0
        pressed = field.units[slot].has(LOW) and nearest_foe(field, slot)[0] < 12 * INCH
        return 2.0 if pressed == (verb == FIX) and (pressed or verb == UNFIX) else 0.0

    return best(choice, random, value, 0.1)


def _any(field: Field, choice: Choice[Any], random: Random) -> int:
    return int(random.random() * len(choice.options))


# --- fire --------------------------------------------------------------------------------------------------------
def _fire(field: Field, choice: Choice[Any], random: Random) -> int:
    return best(choice, random, lambda order: 0.0 if order is None else _fire_value(field, order))


def _fire_value(field: Field, order: Fire) -> float:
    """The hits to be expected, worth more on those who are near, steady, or nearly finished."""
    what = volley(field, order)
    hits = what.dice * (7 - max(2, what.need)) / 6
    unit, foe = field.units[order.shot.slot], field.units[order.shot.target]
    far = distance(unit.at, foe.at)
    menace = 2.0 if field.contacts(order.shot.target) else 1.0 + max(0.0, 1 - far / (24 * INCH))
    value = 1.0 + hits * menace * (1.0 + 0.15 * foe.kills + 0.2 * (not shoots(foe)))
    if unit.troop.arm == MG:
        value -= max(0, order.chosen - 4) * (0.2 if far < 10 * INCH else 0.6)
    return value - (0.3 if order.rapid and foe.kills == 0 and foe.shaken else 0.0)


_GUESSES: dict[str, Guess] = {
    "order-unit": _order,
    "step": _step,
    "advance": _go,
    "retire": _back,
    "wheel": _turn,
    "face": _turn,
    "pivot": _turn,
    "storm": _storm,
    "exploit": _exploit,
    "token": _token,
    "bayonets": _bayonets,
    "enter": _any,
    "fire": _fire,
}
