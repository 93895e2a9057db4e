"""What a computer player wants of a unit: where it would go, and whether it would stir at all. None of it is a rule."""

from __future__ import annotations

from zareba.boards.inches.angles import Point, bearing, turn
from zareba.boards.inches.distances import distance
from zareba.systems.battles_for_empire.aims import aims_of
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of
from zareba.systems.battles_for_empire.judgement import edge_over, nearest_foe, shoots
from zareba.systems.battles_for_empire.objectives import Goal
from zareba.systems.battles_for_empire.ranges import reach
from zareba.systems.battles_for_empire.rows import COMING, NOBODY, Slot, Unit
from zareba.systems.battles_for_empire.troops import ARTILLERY, INCH

WIDE = 300
"""Thirty degrees off the goal are worth a turn."""
RANGE = 24 * INCH
"""Beyond it nobody but guns is a danger."""
NEAR = 20 * INCH
"""Drilled troops stand and fire at spears that are nearer."""

LEAD = 4 * INCH
"""How far ahead of the middle of its column a unit goes."""


def must_come(field: Field, side: int) -> bool:
    """Whether a side wins nothing by standing still."""
    mine = [goal for goal in field.terms.goals if goal.side == side]
    return any([_asks_for_deeds(goal, side) for goal in mine]) or field.terms.otherwise == field.sides[1 - side].id


def _asks_for_deeds(goal: Goal, side: int) -> bool:
    return any([test.least > 0 and (test.side == side or test.destroyed) for test in goal.tests])


def gathered(field: Field, side: int) -> bool:
    """Whether those who come at a fixed time have come."""
    return not any([group.side == side and group.kind == "fixed" and field.units[group.members[0]].place == COMING
                    for group in field.groups if group.members])  # fmt: skip


def goal_of(field: Field, slot: Slot) -> Point:
    """The nearest enemy; for drilled troops the place that the battle is about, until an enemy is near."""
    unit, (far, foe) = field.units[slot], nearest_foe(field, slot)
    places = aims_of(field)
    if places and must_come(field, unit.side) and (foe == NOBODY or (not is_wild(unit) and far > NEAR)):
        return min(places, key=lambda at: distance(unit.at, at))
    return centre_of(field.units[foe]) if foe != NOBODY else unit.at


def is_wild(unit: Unit) -> bool:
    """Whether it lives by the spear: natives, and nobody else."""
    return not unit.troop.imperial and not shoots(unit)


def wanted(field: Field, unit: Unit) -> int:
    """How near the goal it wants to be."""
    if not shoots(unit):
        return 0
    return 4 * INCH if not unit.troop.gun else 16 * INCH


def wants_to_move(field: Field, slot: Slot) -> bool:
    unit, (far, foe) = field.units[slot], nearest_foe(field, slot)
    if unit.troop.gun:
        return _gun_moves(field, slot, far)
    if is_wild(unit):
        return _surges(field, slot, far)
    if unit.mounted:
        return _rides(field, slot, far, foe)
    if field.ground.works_behind(field.rect(slot)) or field.in_square(slot):
        return False
    if far < NEAR or not must_come(field, unit.side):
        return far < reach(field, unit) and not looks_at(unit, foe, field)
    return distance(unit.at, goal_of(field, slot)) > wanted(field, unit) and keeps_line(field, slot)


def keeps_line(field: Field, slot: Slot, lead: int = LEAD) -> bool:
    """Whether the others have kept up: nobody goes more than a few inches ahead of the column, guns keep behind it."""
    unit, goal = field.units[slot], goal_of(field, slot)
    fellows = [distance(field.units[other].at, goal) for other in field.on_table(unit.side)
               if shoots(field.units[other]) and field.units[other].foot and not field.units[other].shaken]  # fmt: skip
    return distance(unit.at, goal) + lead >= sorted(fellows)[len(fellows) // 2] if fellows else True


def looks_at(unit: Unit, foe: Slot, field: Field) -> bool:
    if foe == NOBODY:
        return True
    return abs(turn(unit.facing, bearing(unit.at, centre_of(field.units[foe])))) <= WIDE


def _surges(field: Field, slot: Slot, far: int) -> bool:
    """Natives come on together; who need not come waits out of range until the enemy does."""
    unit = field.units[slot]
    if unit.troop.assault and unit.skirmishing:
        return far > RANGE and must_come(field, unit.side)
    if far < 14 * INCH:
        return True
    if must_come(field, unit.side):
        return gathered(field, unit.side) or far > RANGE + 6 * INCH
    return far < RANGE


def _rides(field: Field, slot: Slot, far: int, foe: Slot) -> bool:
    """Drilled horse keeps back, and falls on whoever is shaken or worn."""
    unit = field.units[slot]
    if foe != NOBODY and far < 16 * INCH:
        enemy = field.units[foe]
        return (enemy.shaken or enemy.kills >= 2 or enemy.skirmishing) and edge_over(field, slot, foe) > 0
    return must_come(field, unit.side) and far > RANGE + 4 * INCH


def _gun_moves(field: Field, slot: Slot, far: int) -> bool:
    unit, (_, foe) = field.units[slot], nearest_foe(field, slot)
    if unit.limbered:
        return far <= firing_distance(unit) or keeps_line(field, slot, -LEAD)
    if should_limber(field, slot):
        return True
    return far <= reach(field, unit) and not looks_at(unit, foe, field)


def firing_distance(unit: Unit) -> int:
    """How near the enemy a gun is brought into action."""
    return (30 if unit.troop.arm == ARTILLERY else 20) * INCH


def should_limber(field: Field, slot: Slot) -> bool:
    """Whether the column has left a gun behind."""
    unit = field.units[slot]
    return must_come(field, unit.side) and nearest_foe(field, slot)[0] > firing_distance(unit) + 4 * INCH


def lies_low(field: Field, slot: Slot) -> bool:
    """Whether a unit that will not stir is better off on the ground: spears under fire."""
    unit, (far, _) = field.units[slot], nearest_foe(field, slot)
    idle = unit.shaken or not wants_to_move(field, slot)
    return idle and not shoots(unit) and unit.foot and 9 * INCH < far < 36 * INCH
