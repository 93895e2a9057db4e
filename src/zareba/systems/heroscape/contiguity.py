"""Units that fall apart and find together again: section 3.3 of the rule book.

A unit is kept contiguous by its owner (`contig.duty`: see `movement` and `formation`); only losses tear it apart, and
then each part counts only its own figures when its nerve is tested (`contig.morale`). With `opt.detach` a player may
split a unit by its own movement.

The units that came from one original unit are exactly the connected groups of its figures (`contig.components`,
`contig.definition`). Groups are worked out anew at fixed moments (`contig.when`): by `regroup`.
"""

from __future__ import annotations

from zareba.boards.hex import Mask
from zareba.systems.heroscape.field import Field, Pair, Slot, Unit, pair, row
from zareba.systems.heroscape.troops import Troop


def regroup(field: Field, slot: Slot) -> None:
    """Works out the groups of the original unit to which this unit belongs.

    Figures with an empty hex between them become a separate unit (`contig.split`), for every purpose
    (`contig.separate`); parts that are contiguous again are one unit again (`contig.rejoin`).
    """
    troop = field.units[slot].troop
    parts = [other for other, unit in enumerate(field.units) if unit.troop is troop and unit.figures]
    if len(parts) == 1 and field.ground.grid.connected(field.units[parts[0]].mask):
        return
    figures: dict[int, int] = {}
    for part in parts:
        for cell, number in field.units[part].stacks:
            figures[cell] = figures.get(cell, 0) + number
    groups = field.ground.grid.groups(field.ground.grid.mask(figures))
    if len(groups) == len(parts) and all(field.units[part].mask in groups for part in parts):
        return
    before = {part: field.units[part] for part in parts}
    engaged = field.engaged
    homes = _homes(field, troop, parts, groups)
    for part in parts:
        field.stand(part, row(troop, field.units[part].part, {}))
    for home, group in homes:
        _settle(field, home, group, figures, before)
    field.engaged = _engagements(field, engaged, before, homes)
    _tell(field, parts, [home for home, _ in homes])


def _homes(field: Field, troop: Troop, parts: list[Slot], groups: list[Mask]) -> list[tuple[Slot, Mask]]:
    """Which unit each group is: the part whose first figures it holds, or a new part."""
    homes: list[tuple[Slot, Mask]] = []
    free = list(groups)
    for part in sorted(parts, key=lambda slot: field.units[slot].part):
        lowest = field.units[part].mask & -field.units[part].mask
        for group in free:
            if group & lowest:
                homes.append((part, group))
                free.remove(group)
                break
    taken = set(parts)
    return homes + [(_new_part(field, troop, taken), group) for group in free]


def _new_part(field: Field, troop: Troop, taken: set[Slot]) -> Slot:
    for slot, unit in enumerate(field.units):
        if unit.troop is troop and not unit.figures and slot not in taken:
            taken.add(slot)
            return slot
    numbers = [unit.part for unit in field.units if unit.troop is troop]
    field.units.append(row(troop, max(numbers) + 1, {}))
    taken.add(len(field.units) - 1)
    return len(field.units) - 1


def _settle(field: Field, home: Slot, group: Mask, figures: dict[int, int], before: dict[Slot, Unit]) -> None:
    origin = [unit for unit in before.values() if unit.mask & group]
    whole = len(origin) == 1 and origin[0].mask == group
    unit = row(
        field.units[home].troop,
        field.units[home].part,
        {cell: number for cell, number in figures.items() if group >> cell & 1},
        square=whole and origin[0].square,
        limbered=origin[0].limbered,
    )
    field.stand(home, unit)


def _engagements(
    field: Field, engaged: frozenset[Pair], before: dict[Slot, Unit], homes: list[tuple[Slot, Mask]]
) -> frozenset[Pair]:
    """`engage.parts`: each part keeps the enemies it still abuts; a whole has those of all its parts."""
    kept = {old for old in engaged if old[0] not in before and old[1] not in before}
    for old in engaged - kept:
        mine, foe = old if old[0] in before else (old[1], old[0])
        for home, group in homes:
            if group & before[mine].mask and field.beside(field.units[home]) & field.units[foe].mask:
                kept.add(pair(home, foe))
    return frozenset(kept)


def _tell(field: Field, parts: list[Slot], homes: list[Slot]) -> None:
    for home in homes:
        if home not in parts:
            field.tell("split", "contig.split", "{unit} is cut off and is a unit of its own.", unit=home)
    for part in parts:
        if part not in homes:
            whole = next(home for home in homes)
            field.tell("joined", "contig.rejoin", "{unit} is whole again.", unit=whole)
