"""The heights, where a scenario counts at the limit who stands on them (`end.limit`): what computer players make of it.

Early in the battle they are worth nothing: whoever climbs first is shot at first. None of this is a rule.
"""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.systems.heroscape.cards import CARDS
from zareba.systems.heroscape.field import Field, Unit

LATE = 0.9
"""When it is time to go up: with so much of the cards turned."""
UP, STEP = 70, 6
"""At the last card: what a figure up there is worth, and what each step costs that one has yet to go."""


def counted(field: Field) -> Mask:
    """The hexes that count at the limit, if any do."""
    level = field.terms.at_limit.get("level")
    return 0 if level is None else field.ground.heights(level)


def lateness(field: Field) -> float:
    """How much of the battle is over, by the cards: from 0 to 1."""
    turned = len(CARDS) * field.pack.packs + len(field.pack.turned)
    return min(1.0, turned / (len(CARDS) * max(1, field.terms.packs)))


def worth(field: Field, side: int) -> int:
    """Who is up there counts, and more the later it is; whoever is not should not be far."""
    heights = counted(field)
    if not heights:
        return 0
    climbers = [unit for unit in field.units if unit.figures and unit.troop.side == side and climbs(unit)]
    full = sum(UP * unit.within(heights) - STEP * _way(field, unit, heights) for unit in climbers)
    return round(full * lateness(field) ** 2)


def climbs(unit: Unit) -> bool:
    """Guns and leaders have other work."""
    return not unit.troop.gun and not unit.troop.leads


def calls(field: Field, unit: Unit) -> bool:
    """Should this unit go up, or bring up the rest of its figures? Not before time: those below shoot best."""
    if lateness(field) < LATE:
        return False
    heights = counted(field)
    return bool(heights) and climbs(unit) and unit.within(heights) < unit.figures


def _way(field: Field, unit: Unit, heights: Mask) -> int:
    """How far its figures are from the heights, all together."""
    return sum([figures * far(field, cell, heights) for cell, figures in unit.stacks if not heights >> cell & 1])


def far(field: Field, cell: int, heights: Mask) -> int:
    return min(field.ground.grid.distance(cell, height) for height in bits(heights))
