"""What is looked at again after every move: tokens left alone, squares that no longer hold, ambushes come to light."""

from __future__ import annotations

from zareba.systems.battles_for_empire.ambush import come_to_light
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.squares import lose_squares
from zareba.systems.battles_for_empire.tokens import expose


def settle(field: Field) -> bool:
    """True if somebody has come out of hiding."""
    found = come_to_light(field)
    lose_squares(field)
    expose(field)
    return found
