"""What a position is worth to a side, in hundredths of a point. None of this is a rule: computer players use it."""

from __future__ import annotations

from functools import cache
from math import isqrt

from zareba.systems.darkest_africa.field import Field, Index, Mask, ones
from zareba.systems.darkest_africa.shooting import BANDS, ready
from zareba.systems.darkest_africa.troops import BASES, BEARER, INCH, Troop

POINT = 100
WON = 1_000_000
OFFICER = 5
LOAD = 10
NEAR = 24 * INCH
FAR = 16 * INCH
SPEAR, SHOT = 4, 20
"""What an inch less is worth to a spear, by his points; and what a better score is worth to whoever can shoot."""
THREAT = 30
"""How much of what a man could do next counts as done, in hundredths."""
CHARGE = BASES + INCH // 25


def judgement(field: Field, side_id: str) -> int:
    """Hundredths of a point: what stands, in what order and how well placed, less the same of the enemy."""
    side = [side.id for side in field.sides].index(side_id)
    if field.result:
        return 0 if field.result.winner is None else WON if field.result.winner == side_id else -WON
    return _standing(field, side) - _standing(field, 1 - side)


def _standing(field: Field, side: int) -> int:
    mine = field.friends[side] & ~field.killed & ~field.fled
    there = sum([_worth_now(field, index) for index in ones(mine)])
    threat = sum([_threat(field, index) for index in ones(field.on & mine & ~(field.routing | field.hesitating))])
    return there + _brittle(field, side) + _posture(field, side) + _goals(field, side) + threat * THREAT // 100


def price(field: Field, index: Index) -> int:
    """What a figure is worth, in points: an officer more than his type, a loaded bearer as much as his load."""
    man = field.roster[index]
    load = LOAD if field.carrying >> index & 1 else 0
    return man.troop.points + OFFICER * man.officer + load + (man.troop is BEARER)


def _worth_now(field: Field, index: Index) -> int:
    worth = POINT * price(field, index)
    if field.routing >> index & 1:
        return worth // 3
    if field.hesitating >> index & 1:
        return worth * 4 // 5
    fright = field.deaths[index] + sum([mask >> index & 1 for mask in (field.ambushed, field.halved, field.stripped)])
    return worth - min(fright, 3) * worth // (16 if field.roster[index].troop.steady else 5)


def _brittle(field: Field, side: int) -> int:
    """How near a side is to being broken."""
    armed = [index for index in ones(field.friends[side]) if field.roster[index].troop.armed]
    steady = field.on & ~field.routing | field.exited
    gone = sum([not steady >> index & 1 for index in armed])
    return -40 * POINT * gone * gone // max(1, len(armed) ** 2)


def _posture(field: Field, side: int) -> int:
    """Spears like to be near the enemy, muskets and bows to have him in reach; everybody likes cover."""
    foes, ground, score = field.seen(1 - side), field.ground, 0
    places = field.places(foes)
    for index in ones(field.on & field.friends[side] & ~field.routing):
        troop, (x, y) = field.roster[index].troop, field.at[index]
        if places and troop.armed:
            near = min([(px - x) * (px - x) + (py - y) * (py - y) for px, py in places])
            score += _nearness(field, index, troop, isqrt(near) - BASES)
        score += 6 * troop.points * ground.covers((x, y))
        if foes and (touched := field.contacts(index)):
            score += contact_value(field, index, touched) // 2
    return score


def _nearness(field: Field, index: Index, troop: Troop, gap: int) -> int:
    """What it is worth to a figure to be so far from the nearest enemy, in hundredths of a point."""
    if not troop.shots:
        return SPEAR * troop.points * (FAR - min(gap, FAR)) // INCH
    score = next((one for band, one in zip(BANDS, troop.shots, strict=True) if gap <= band), 0)
    in_reach = SHOT * (7 - score) if score and ready(field, index) else 0
    return in_reach + troop.points * (FAR - min(gap, FAR)) // (4 * INCH)


def _threat(field: Field, index: Index) -> int:
    """What his best shot or charge would be worth from where he stands, in hundredths of a point."""
    troop, best = field.roster[index].troop, 0
    if not troop.armed:
        return 0
    charge, shoots = troop.normal + CHARGE, bool(troop.shots) and ready(field, index)
    for foe in ones(field.foes(index)):
        apart = field.apart(field.at[index], foe)
        if apart <= charge * charge:
            best = max(best, contact_value(field, index, 1 << foe))
        if shoots:
            best = max(best, _shot_value(field, troop, foe, isqrt(apart) - BASES))
    return best


def _shot_value(field: Field, troop: Troop, foe: Index, gap: int) -> int:
    score = next((one for band, one in zip(BANDS, troop.shots, strict=True) if gap <= band), 0)
    hits = 7 - score - field.ground.covers(field.at[foe])
    return hits * price(field, foe) * POINT // 12 if score else 0


@cache
def _wins(more: int) -> int:
    """In how many of 36 throws a man beats another, who adds so much less to his die."""
    return sum([one + more > other for one in range(1, 7) for other in range(1, 7)])


def contact_value(field: Field, index: Index, foes: Mask) -> int:
    """What a step of hand-to-hand with all of these promises, in hundredths of a point."""
    mine, value = field.roster[index].troop, 0
    for foe in ones(foes):
        theirs = field.roster[foe].troop
        hits = _wins(mine.combat - theirs.combat) if mine.armed and not field.routing >> index & 1 else 0
        blows = _wins(theirs.combat - mine.combat) if theirs.armed and not field.routing >> foe & 1 else 0
        value += (hits * price(field, foe) - blows * price(field, index)) * POINT // 72
    return value


def _goals(field: Field, side: int) -> int:
    """A scenario's place, and loads brought away."""
    terms, score = field.terms, 0
    calm = field.on & field.friends[side] & ~field.routing
    if terms.hold:
        for index in ones(calm):
            x, y = field.at[index]
            far = isqrt((x - terms.hold.at[0]) ** 2 + (y - terms.hold.at[1]) ** 2)
            points = field.roster[index].troop.points
            score += 15 * points if far <= terms.hold.within else -points * min(far, NEAR) // (2 * INCH)
    if terms.convoy and terms.convoy[0] == side:
        score += 2 * LOAD * POINT * field.saved[side]
        way_out = field.sides[side].exit
        for index in ones(calm & field.carrying):
            score -= 8 * _to_the_exit(field, index, way_out[0]) // INCH if way_out else 0
    return score + LOAD * POINT * field.destroyed[1 - side]


def _to_the_exit(field: Field, index: Index, edge: str) -> int:
    x, y = field.at[index]
    return {"south": y, "west": x, "north": field.ground.depth - y, "east": field.ground.width - x}[edge]
