"""Units in ambush (section 22 of the rule book)."""

from __future__ import annotations

from zareba.systems.battles_for_empire.field import HIDDEN, TABLE, Field, Slot


def reveal(field: Field, slot: Slot) -> None:
    """`hidden.ambush`: a hidden unit is set on the table as soon as it does something."""
    if field.units[slot].place == HIDDEN:
        field.change(slot, place=TABLE)
        field.revealed = True
        field.tell("revealed", "hidden.ambush", "{unit} comes out of hiding.", unit=slot)
