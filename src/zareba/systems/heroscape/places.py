"""Places for all, where several want the same: whoever could stand elsewhere moves on."""

from __future__ import annotations

from zareba.systems.heroscape.field import Cell


def find_place(
    one: int, near: dict[int, list[Cell]], places: dict[Cell, int], seated: dict[Cell, list[int]], tried: set[Cell]
) -> bool:
    """Finds a place near for one more, where need be by moving another on to a place of its own."""
    for place in near[one]:
        if place in tried:
            continue
        tried.add(place)
        if len(seated[place]) < places[place]:
            seated[place].append(one)
            return True
        for number, other in enumerate(seated[place]):
            if find_place(other, near, places, seated, tried):
                seated[place][number] = one
                return True
    return False
