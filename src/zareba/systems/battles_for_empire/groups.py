"""Multi-unit formations and brigade squares: who belongs together (section 10 of the rule book)."""

from __future__ import annotations

from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.rows import Slot

ALIKE = 100
"""`group.member`: facings within 10 degrees of each other."""


def turned(one: int, other: int) -> int:
    """The angle between two bearings, in tenths of a degree: 0 to 1800."""
    apart = (one - other) % 3600
    return min(apart, 3600 - apart)


def fellows(field: Field, slot: Slot) -> tuple[Slot, ...]:
    """Everybody who is with a unit in some multi-unit formation; in all of several that overlap (`group.member`)."""
    key = ("fellows", slot)
    if key not in field.memo:
        found: set[Slot] = set()
        for base in _bases(field, slot):
            found.update(_linked_within(field, slot, base))
        for ring in field.squares:
            found.update(ring if slot in ring else ())
        field.memo[key] = tuple(sorted(found - {slot}))
    known: tuple[Slot, ...] = field.memo[key]
    return known


def formation_of(field: Field, slot: Slot) -> tuple[Slot, ...]:
    """The largest formation of a unit: the set that may be declared a block. Alone, the unit itself."""
    sets = [_linked_within(field, slot, base) for base in _bases(field, slot)]
    return max(sets, key=lambda found: (len(found), [-member for member in found]), default=(slot,))


def _bases(field: Field, slot: Slot) -> list[int]:
    """The bearings at which a spread of 10 degrees that holds the unit's facing may begin."""
    mine = field.units[slot].facing
    facings = [field.units[other].facing for other in field.on_table(field.units[slot].side)]
    return sorted({base for base in facings if (mine - base) % 3600 <= ALIKE})


def _linked_within(field: Field, slot: Slot, base: int) -> tuple[Slot, ...]:
    """Who is linked with a unit by friendly contact, over units that face within the spread."""
    found, new = {slot}, [slot]
    while new:
        for other in field.linked(new.pop()):
            if other not in found and (field.units[other].facing - base) % 3600 <= ALIKE:
                found.add(other)
                new.append(other)
    return tuple(sorted(found))
