"""A quick sensible answer to every question: what comes to mind first. Computer players use it, and no rule does.

Spears make for the enemy and strike where it pays; bows and muskets shoot while they can, and load; bearers look to
their loads. Men in hiding lie still until somebody comes within reach of an ambush.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Any

from zareba.boards.inches import Point, about_within_arc
from zareba.engine.ask import Choice
from zareba.systems.darkest_africa import deeds, drifting
from zareba.systems.darkest_africa.command import ACT, END, RALLY, Order
from zareba.systems.darkest_africa.command import price as price_of_order
from zareba.systems.darkest_africa.drawings import FRONT
from zareba.systems.darkest_africa.field import NOBODY, TOUCH, Field, Index, ones
from zareba.systems.darkest_africa.hiding import SURPRISE
from zareba.systems.darkest_africa.judgement import POINT, contact_value, price
from zareba.systems.darkest_africa.shooting import BANDS, Shot, chance, ready
from zareba.systems.darkest_africa.troops import BASES, INCH
from zareba.systems.darkest_africa.wishes import goals

FAR = 60 * INCH
KEEP = 4 * INCH
"""How near to an officer a bearer likes to be."""


def instinct(field: Field, choice: Choice[Any], random: Random) -> int:
    answer = _INSTINCTS.get(choice.question.id)
    if answer is None:
        return choice.question.usual(field, choice.about, choice.options)
    return answer(field, choice, random)


def _best(values: list[float]) -> int:
    return values.index(max(values))


# --- what a figure could do ---------------------------------------------------------------------------------------


def rough_shot(field: Field, index: Index, aimed: bool) -> float:
    """About what its best shot from here is worth, whoever may stand in the way."""
    troop, at = field.roster[index].troop, field.at[index]
    if not ready(field, index) or field.hesitating >> index & 1:
        return 0.0
    best = 0.0
    for foe in ones(field.foes(index)):
        gap = isqrt(field.apart(at, foe)) - BASES
        score = next((score for band, score in zip(BANDS, troop.shots, strict=True) if gap <= band), 0)
        needed = score + field.ground.covers(field.at[foe]) + 2 * (not aimed)
        if score and needed <= 6:
            best = max(best, (7 - needed) * price(field, foe) * POINT / 12)
    return best


def charge(field: Field, index: Index) -> float:
    """What the best enemy within its reach would be worth if it struck him."""
    troop, at = field.roster[index].troop, field.at[index]
    if not troop.armed or field.hesitating >> index & 1:
        return 0.0
    reach = troop.normal + BASES + 40
    near = [foe for foe in ones(field.foes(index)) if field.apart(at, foe) <= reach * reach]
    return max([float(contact_value(field, index, 1 << foe)) for foe in near], default=0.0)


def gap_to_foe(field: Field, index: Index, point: Point) -> int:
    foes = field.foes(index)
    return isqrt(field.closest(point, foes)) - BASES if foes else FAR


def lies_still(field: Field, index: Index) -> bool:
    """Whether it waits in hiding: nobody is near enough to be surprised."""
    return bool(field.hidden >> index & 1) and gap_to_foe(field, index, field.at[index]) > SURPRISE


def eager(field: Field, index: Index) -> bool:
    """Whether a figure wants to get nearer to the enemy, or to what its side is after."""
    troop = field.roster[index].troop
    if lies_still(field, index):
        return False
    gap = gap_to_foe(field, index, field.at[index])
    if not troop.armed:
        return _strays(field, index)
    if not troop.shots:
        return gap > 0
    return gap > (6 if troop.bow else 12) * INCH


def _strays(field: Field, index: Index) -> bool:
    """Whether a bearer has somewhere to go: out, to a load, or back to his officer."""
    if next(goals(field, index), None):
        return True
    officer = _officer(field, index)
    return officer != NOBODY and not field.within(index, officer, KEEP)


def _officer(field: Field, index: Index) -> Index:
    """The nearest officer of its side who does not run."""
    calm = field.on & field.friends[field.side_of(index)] & field.officers & ~field.routing
    return field.nearest(field.at[index], calm & ~(1 << index))


def aim(field: Field, index: Index) -> Point | None:
    """What it makes for: loads and places before enemies, if it has no spear; else the nearest enemy."""
    troop, here, foes = field.roster[index].troop, field.at[index], field.foes(index)
    wanted = next(goals(field, index), None)
    if wanted and (troop.shots or not troop.armed or not foes):
        return wanted
    if not troop.armed and (officer := _officer(field, index)) != NOBODY:
        return field.at[officer]
    if foes:
        return field.at[field.nearest(here, foes)]
    side = field.side_of(index)
    return _outward(field, side, here)


def _outward(field: Field, side: int, here: Point) -> Point:
    """Away from its own edge: there the enemy must be."""
    edge = field.sides[side].edge
    x, y = here
    return {"south": (x, FAR), "west": (FAR, y), "north": (x, -FAR), "east": (-FAR, y)}.get(edge, here)


def place_value(field: Field, index: Index, point: Point) -> float:
    """How good a place is to stand at, in hundredths of a point."""
    troop, foes = field.roster[index].troop, field.foes(index)
    touched = sum([1 << foe for foe in ones(foes) if field.apart(point, foe) <= TOUCH * TOUCH])
    value = float(2 * contact_value(field, index, touched)) if touched else 0.0
    gap = isqrt(field.closest(point, foes)) - BASES if foes else FAR
    if field.ground.covers(point):
        value += 10 * troop.points
    goal = aim(field, index)
    if goal is not None:
        far = isqrt((point[0] - goal[0]) ** 2 + (point[1] - goal[1]) ** 2)
        value -= 12 * (troop.points + 8 * (not troop.armed)) * far / INCH
    if troop.shots or not troop.armed:
        shy = 4 if troop.bow else 6
        value -= 20 * (price(field, index)) * max(0, shy - gap / INCH)
    return value


# --- command ------------------------------------------------------------------------------------------------------


def _aim(field: Field, choice: Choice[Any], random: Random) -> int:
    """An officer means to shoot if he has something to shoot at that is worth two of his points."""
    officer = choice.about
    if field.hidden >> officer & 1:
        return 0
    return int(rough_shot(field, officer, aimed=True) > 130)


def _order(field: Field, choice: Choice[Any], random: Random) -> int:
    """Officers first; then whoever gains most for a point."""
    gains: dict[Index, float] = {}
    values = [_order_value(field, order, gains) + random.random() / 8 for order in choice.options]
    return _best(values)


def _order_value(field: Field, order: Order, gains: dict[Index, float]) -> float:
    if order.verb == END:
        return 5.0
    if order.verb == ACT:
        return 10_000.0 + _gain(field, order.officer)
    if order.verb == RALLY:
        return POINT * (price(field, order.figure) + 8 * _is_missed(field, order.figure)) / 6
    if order.figure not in gains:
        gains[order.figure] = _gain(field, order.figure)
    cost, _ = price_of_order(field, order.officer, order.figure)
    return gains[order.figure] / cost


def _is_missed(field: Field, index: Index) -> bool:
    """Whether a runaway is a bearer whose load lies on the ground."""
    return not field.roster[index].troop.armed and bool(field.loads_of(field.side_of(index)))


def _gain(field: Field, index: Index) -> float:
    """What it could do that it would not do by itself."""
    if lies_still(field, index):
        return 0.0
    troop = field.roster[index].troop
    shot = rough_shot(field, index, aimed=True) - rough_shot(field, index, aimed=False) if troop.shots else 0.0
    step = 0.0
    if _walks(field, index) and not field.advanced >> index & 1 and not _may_follow(field, index):
        step = 30.0 * troop.points + (0 if troop.armed else 600 if field.terms.convoy else 200)
    if field.loads and not field.carrying >> index & 1 and next(goals(field, index), None):
        step += 300
    return max(shot, charge(field, index), step)


# --- an activation ------------------------------------------------------------------------------------------------

_AT_ONCE = (deeds.LEAVE, deeds.DESTROY, deeds.TAKE)


def _deed(field: Field, choice: Choice[Any], random: Random) -> int:
    options, index = choice.options, choice.about
    verbs = [deed.verb for deed in options]
    for verb in _AT_ONCE:
        if verb in verbs and (verb != deeds.LEAVE or not field.roster[index].troop.armed):
            return verbs.index(verb)
    shots = [
        chance(field, Shot(index, deed.what, aimed=True)) * price(field, deed.what) * POINT / 72
        if deed.verb == deeds.SHOOT
        else -1.0
        for deed in options
    ]
    best = max(shots)
    if deeds.MOVE in verbs and (charge(field, index) > max(best, 0.0) or (best < 0 and _walks(field, index))):
        return verbs.index(deeds.MOVE)
    if best > 0:
        return shots.index(best)
    if deeds.RELOAD in verbs:
        return verbs.index(deeds.RELOAD)
    return verbs.index(deeds.DONE if looks_at_foe(field, index) else deeds.TURN)


def _walks(field: Field, index: Index) -> bool:
    """Nobody walks about with an empty musket; spears, bearers and loaded men go where they are wanted."""
    return not _wants_loading(field, index) and eager(field, index)


def _may_follow(field: Field, index: Index) -> bool:
    """Whether it can set off by itself, as the nearest officer has gone."""
    return any([drifting.refuse_leader(field, index, one) is None for one in drifting.leaders(field, index)])


def looks_at_foe(field: Field, index: Index) -> bool:
    foes, here = field.foes(index), field.at[index]
    if not foes or not field.roster[index].troop.shots:
        return True
    foe = field.at[field.nearest(here, foes)]
    return about_within_arc(here, field.facing[index], FRONT, foe)


def _place(field: Field, choice: Choice[Any], random: Random) -> int:
    index = choice.about if isinstance(choice.about, int) else choice.about.figure
    values = [place_value(field, index, (at[0], at[1])) + random.random() for at in choice.options]
    return _best(values)


def _face(field: Field, choice: Choice[Any], random: Random) -> int:
    """Toward the nearest enemy, who is second in the list."""
    return int(bool(field.foes(choice.about)) and len(choice.options) > 1)


# --- the others ---------------------------------------------------------------------------------------------------


def _others(field: Field, choice: Choice[Any], random: Random) -> int:
    """Those first who can shoot, before others step into the line; men in hiding not at all."""
    values = []
    for index in choice.options:
        if index < 0 or (lies_still(field, index) and not _wants_loading(field, index)):
            values.append(0.0 if index == NOBODY else -1.0)
        else:
            values.append(1.0 + ready(field, index) + random.random() / 2)
    return _best(values)


def _wants_loading(field: Field, index: Index) -> bool:
    return bool(field.roster[index].troop.firearm) and not field.loaded >> index & 1


def _habit(field: Field, choice: Choice[Any], random: Random) -> int:
    index = choice.about
    values = [_habit_value(field, index, habit) + random.random() / 8 for habit in choice.options]
    return _best(values)


def _habit_value(field: Field, index: Index, habit: drifting.Habit) -> float:
    verb, what = habit
    if verb == drifting.SHOOT:
        return 10 + chance(field, Shot(index, what, aimed=False)) * price(field, what) / 7.2
    if verb == drifting.RELOAD:
        return 9.0
    if verb in (drifting.ADVANCE, drifting.FOLLOW):
        return 6.0 if eager(field, index) else 0.0
    if verb == drifting.COVER:
        return 2.0 if field.roster[index].troop.shots and field.foes(index) else 0.0
    if verb == drifting.RETIRE:
        shy = not field.roster[index].troop.armed or field.roster[index].troop.shots
        return 5.0 if shy and gap_to_foe(field, index, field.at[index]) < 4 * INCH else -1.0
    return 1.0


_INSTINCTS: dict[str, Callable[[Field, Choice[Any], Random], int]] = {
    "aim": _aim,
    "order": _order,
    "deed": _deed,
    "move": _place,
    "advance": _place,
    "face": _face,
    "others": _others,
    "habit": _habit,
}
