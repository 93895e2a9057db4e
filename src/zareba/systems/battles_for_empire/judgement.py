"""What a position is worth for a side. None of this is a rule: computer players use it, and nothing else does."""

from __future__ import annotations

from zareba.boards.inches.angles import Point
from zareba.boards.inches.distances import distance
from zareba.systems.battles_for_empire.ending import destroyed
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of
from zareba.systems.battles_for_empire.objectives import Goal, Test
from zareba.systems.battles_for_empire.rows import (
    CHARGED,
    DISORDERED,
    FANATIC,
    FIXED,
    FLANK,
    FRONT,
    JAMMED,
    LOW,
    TABLE,
    Slot,
    Unit,
)
from zareba.systems.battles_for_empire.troops import COLUMN, DEEP, INCH, MG

WON = 100_000
KILL = 100
"""A Kill is a figure."""


def judgement(field: Field, side_id: str) -> int:
    """Hundredths of a figure: what stands, in what state, how near a side is to breaking, and what it is about."""
    side = [side.id for side in field.sides].index(side_id)
    if field.result:
        return 0 if field.result.winner is None else WON if field.result.winner == side_id else -WON
    return _strength(field, side) - _strength(field, 1 - side)


def _strength(field: Field, side: int) -> int:
    worth = sum([worth_of(field, slot) for slot in field.on_table(side)])
    level = field.sides[side].level
    lost = destroyed(field, side)
    nearness = 600 * lost * lost // max(1, level) if level else 0
    tokens = sum([60 for token in field.tokens if token.side == side and token.place == TABLE])
    return worth + tokens - nearness + _posture(field, side) + _aims(field, side)


def worth_of(field: Field, slot: Slot) -> int:
    """What is left of a unit, and what it can do as it is."""
    unit = field.units[slot]
    left = unit.troop.limit - unit.kills
    each = KILL * 2 if unit.troop.gun else KILL + 15 * unit.troop.elite
    worth = 100 + each * left
    worth -= 90 * unit.shaken + 25 * unit.has(DISORDERED) + 40 * unit.has(LOW) + 80 * unit.has(JAMMED)
    for foe in field.contacts(slot):
        worth += 40 * edge_over(field, slot, foe) // 6
    return worth


def edge_over(field: Field, slot: Slot, foe: Slot) -> int:
    """The hits that a unit may expect over those of an enemy in the next melee, in sixths of a die."""
    return _blows(field, slot, foe) - _blows(field, foe, slot)


def _blows(field: Field, slot: Slot, foe: Slot) -> int:
    unit, other = field.units[slot], field.units[foe]
    dice = 2 if unit.troop.gun or unit.formation in (COLUMN, DEEP) else 4
    flank = unit.charge is not None and unit.charge[0] == foe and unit.charge[1] != FRONT
    return dice * (2 if flank else 1) * max(1, min(5, 3 + _bonus(field, slot, unit, other)))


def _bonus(field: Field, slot: Slot, unit: Unit, other: Unit) -> int:
    bonus = unit.has(FANATIC) - unit.shaken
    bonus += int((unit.mounted or (unit.massed and unit.foot)) and not unit.shaken)
    bonus += 2 * (other.skirmishing or other.troop.gun)
    bonus -= int(other.massed and unit.foot and not unit.massed and not unit.has(FIXED))
    behind = field.known(("behind", slot), lambda: bool(field.ground.behind(field.rect(slot))))
    return bonus + int(behind and not unit.has(CHARGED))


# --- where everybody stands ----------------------------------------------------------------------------------------


def shoots(unit: Unit) -> bool:
    """Whether it fights with fire rather than with the spear."""
    return unit.troop.gun or (unit.troop.rate > 0 and not unit.mounted and not unit.troop.assault)


def nearest_foe(field: Field, slot: Slot) -> tuple[int, Slot]:
    """How far the nearest enemy is, and who it is."""
    known = field.places()
    if ("nearest", slot) not in known:
        known["nearest", slot] = _nearest(field, slot)
    found: tuple[int, Slot] = known["nearest", slot]
    return found


def _nearest(field: Field, slot: Slot) -> tuple[int, Slot]:
    at = centre_of(field.units[slot])
    far = [(distance(at, centre_of(field.units[foe])), foe) for foe in field.enemies(slot)]
    return min(far, default=(1 << 20, -1))


def _posture(field: Field, side: int) -> int:
    """Cold steel likes to be near; firearms like their range, their order, and not to be charged in the flank."""
    score = 0
    for slot in field.on_table(side):
        unit, (far, _) = field.units[slot], nearest_foe(field, slot)
        if not shoots(unit):
            score -= 2 * far // INCH
        elif far > 18 * INCH:
            score -= (far - 18 * INCH) // INCH
        if unit.charge and unit.charge[1] == FLANK:
            score += 30
        if unit.troop.arm == MG and unit.limbered:
            score -= 20
    return score


# --- what it is about ------------------------------------------------------------------------------------------------


def _aims(field: Field, side: int) -> int:
    return sum([_aim(field, side, goal) for goal in field.terms.goals if goal.side == side])


def _aim(field: Field, side: int, goal: Goal) -> int:
    """Own units on the way to a place that has to be held; enemies kept away from it."""
    return sum([_test(field, side, test) for test in goal.tests if test.near or test.inside])


def _test(field: Field, side: int, test: Test) -> int:
    at = place_of(test)
    far = sorted([distance(at, centre_of(field.units[slot])) for slot in field.on_table(test.side)
                  if not test.arms or not field.units[slot].troop.gun])  # fmt: skip
    if test.side == side and test.least:
        return -sum([8 * one // INCH for one in far[: test.least + 1]])
    return sum([4 * min(one, 12 * INCH) // INCH for one in far[:2]])


def place_of(test: Test) -> Point:
    """The middle of the place that a test is about."""
    if test.near:
        return test.near[0]
    assert test.inside is not None
    west, south, east, north = test.inside.box
    return (west + east) // 2, (south + north) // 2
