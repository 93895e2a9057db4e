"""Changing formation: section 3.8 of the rule book.

Formation is nothing but the number of figures in each hex (`form.labels`, `form.no-bonus`). A unit opens out into more
hexes or closes up into fewer, figure by figure; each figure stays or goes to one adjacent hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit
from zareba.systems.heroscape.melee import can_form_square
from zareba.systems.heroscape.movement import abutted
from zareba.systems.heroscape.troops import HEX_POINTS

OPEN, CLOSE, SQUARE, UNSQUARE, LIMBER, UNLIMBER = "open", "close", "square", "unsquare", "limber", "unlimber"
CHANGES = (OPEN, CLOSE, SQUARE, UNSQUARE, LIMBER, UNLIMBER)
Shift = tuple[Cell, Cell]
DONE: Shift = (-1, -1)


class Drill:
    """A change under way: who stands where, and who has not yet moved."""

    __slots__ = ("field", "fresh", "kind", "loose", "old", "reach", "room", "slot", "there")

    def __init__(self, field: Field, slot: Slot, kind: str) -> None:
        self.field = field
        self.slot = slot
        self.kind = kind
        unit = field.units[slot]
        self.old = unit.mask
        self.there = dict(unit.stacks)
        self.fresh = dict(unit.stacks)
        self.loose = field.rules.detach == "yes"
        self.reach = self._destinations(unit)
        self.room = self._rooms(unit)

    def _destinations(self, unit: Unit) -> dict[Cell, Mask]:
        """`form.step`: across an open side, obstacles for nothing, never to where it would abut an engaged enemy."""
        ground = self.field.ground
        barred = abutted(self.field, self.slot) | self.field.held[1 - unit.troop.side]
        limit = unit.mask if self.kind == CLOSE else ground.grid.board
        return {cell: ground.open[cell] & ~barred & limit for cell in self.there}

    def _rooms(self, unit: Unit) -> dict[Cell, int]:
        """How many figures of the unit each hex could hold beside others of its side."""
        cells = self.old
        for mask in self.reach.values():
            cells |= mask
        points = unit.troop.points
        full = [self.field.crowded(self.slot, points * number) for number in range(1, HEX_POINTS // points + 1)]
        return {cell: sum(not mask >> cell & 1 for mask in full) for cell in bits(cells)}

    def shifts(self) -> list[Shift]:
        """What the next figure may do, and whether the change may end here."""
        found = [
            (start, end)
            for start in sorted(self.fresh)
            if self.fresh[start]
            for end in bits(self.reach[start])
            if self._may(start, end)
        ]
        return [*found, DONE] if self.is_legal() else found

    def is_legal(self) -> bool:
        """`form.open`: more hexes, all the old ones held. `form.close`: fewer hexes, all of them old ones."""
        held = self._held()
        if not self.loose and not self.field.ground.grid.connected(held):
            return False
        if self.kind == OPEN:
            return held != self.old and not self.old & ~held
        return held != self.old

    def make(self, shift: Shift) -> None:
        start, end = shift
        self.fresh[start] -= 1
        self.there[start] -= 1
        self.there[end] = self.there.get(end, 0) + 1

    def _undo(self, shift: Shift) -> None:
        start, end = shift
        self.fresh[start] += 1
        self.there[start] += 1
        self.there[end] -= 1

    def _held(self) -> Mask:
        held = 0
        for cell, figures in self.there.items():
            if figures:
                held |= 1 << cell
        return held

    def _may(self, start: Cell, end: Cell) -> bool:
        if self.there.get(end, 0) >= self.room[end]:
            return False
        if self.kind == OPEN and self.there[start] < 2:
            return False
        self.make((start, end))
        completable = self.is_legal() or self._can_finish()
        self._undo((start, end))
        return completable

    def _can_finish(self) -> bool:
        return self._can_open() if self.kind == OPEN else any(self._can_vacate(cell) for cell in self.there)

    def _can_open(self) -> bool:
        return not self.old & ~self._held() and any(
            self.there[start] > 1 and self.fresh[start] and self._new(start) for start in self.fresh
        )

    def _new(self, start: Cell) -> bool:
        return any(self.room[end] > 0 for end in bits(self.reach[start] & ~self.old))

    def _can_vacate(self, cell: Cell) -> bool:
        """Can every figure still in this hex go to other hexes of the unit, leaving it contiguous?"""
        figures = self.there[cell]
        held = self._held() & ~(1 << cell)
        if not figures or self.fresh.get(cell, 0) < figures or not held:
            return False
        if not self.loose and not self.field.ground.grid.connected(held):
            return False
        ends = bits(self.reach[cell] & held)
        return sum(self.room[end] - self.there[end] for end in ends) >= figures


def possible(field: Field, slot: Slot) -> list[str]:
    """The changes that this unit can make now (`form.exists`)."""
    return [kind for kind in CHANGES if refuse_change(field, slot, kind) is None]


def refuse_change(field: Field, slot: Slot, kind: str) -> Refusal | None:
    """Why a change cannot be made. Guns and leaders have no formation (`form.none`), unless they limber."""
    unit = field.units[slot]
    if kind in (LIMBER, UNLIMBER):
        return _refuse_limber(field, unit, kind)
    if not unit.troop.tests:
        return Refusal("form.none", "It has no formation to change.")
    if kind in (SQUARE, UNSQUARE):
        return _refuse_square(field, unit, kind)
    if unit.square:
        return Refusal("opt.square", "In square it can only leave the square.")
    if not _can_begin(field, slot, kind):
        if kind == OPEN:
            return Refusal("form.open", "No figure can step into a new hex while every old one stays held.")
        return Refusal("form.close", "No hex can be given up with its men finding room beside the others.")
    return None


def _can_begin(field: Field, slot: Slot, kind: str) -> bool:
    unit = field.units[slot]
    if kind == OPEN and all(figures < 2 for _, figures in unit.stacks):
        return False
    if kind == CLOSE and len(unit.stacks) < 2:
        return False
    drill = Drill(field, slot, kind)
    return drill._can_finish()


def _refuse_limber(field: Field, unit: Unit, kind: str) -> Refusal | None:
    if field.rules.limber == "off" or not unit.troop.gun:
        return Refusal("form.none", "There is nothing to limber.")
    if unit.limbered == (kind == LIMBER):
        return Refusal("opt.limber", "It is so already.")
    return None


def _refuse_square(field: Field, unit: Unit, kind: str) -> Refusal | None:
    if field.rules.square == "off":
        return Refusal("form.no-bonus", "Squares are not played at this table.")
    if kind == UNSQUARE:
        return None if unit.square else Refusal("opt.square", "It is not in square.")
    if unit.square or not can_form_square(unit):
        return Refusal("opt.square", "Only infantry of four or more figures in close order forms square.")
    return None


async def change(field: Field, slot: Slot, kind: str) -> None:
    """Carries out one change of formation."""
    if kind in (OPEN, CLOSE):
        await _drill(field, slot, kind)
    elif kind in (SQUARE, UNSQUARE):
        field.change(slot, square=kind == SQUARE)
        field.tell("square", "opt.square", "{unit} forms square." if kind == SQUARE else "{unit} leaves square.", unit=slot)
    else:
        field.change(slot, limbered=kind == LIMBER)
        field.tell("limber", "opt.limber", "{unit} limbers." if kind == LIMBER else "{unit} unlimbers.", unit=slot)


async def _drill(field: Field, slot: Slot, kind: str) -> None:
    drill = Drill(field, slot, kind)
    seat = field.units[slot].troop.seat
    while True:
        shift = await Choice(seat, SHIFT, drill.shifts(), drill)
        if shift == DONE:
            break
        drill.make(shift)
        field.plan = (*field.plan, shift)
    field.plan = ()
    field.place(slot, drill.there)
    words = "{unit} opens out." if kind == OPEN else "{unit} closes up."
    field.tell("change", "form.open" if kind == OPEN else "form.close", words, unit=slot)


# --- words -------------------------------------------------------------------------------------------------------


def _show(field: Field, drill: Drill, shift: Shift) -> Option:
    unit = field.units[drill.slot]
    if shift == DONE:
        return Option("done", "That is the new formation", "form.step", unit.id)
    start, end = field.ground.grid.name(shift[0]), field.ground.grid.name(shift[1])
    return Option(f"{start}>{end}", f"One figure from {start} to {end}", "form.step", unit.id, cells=(start, end))


def _refused(field: Field, drill: Drill) -> list[tuple[Option, Refusal]]:
    legal = drill.shifts()
    refused = [
        ((start, end), _why_not(field, drill, start, end))
        for start in sorted(drill.fresh)
        for end in bits(field.ground.grid.near[start])
        if (start, end) not in legal
    ]
    if DONE not in legal:
        clause = "form.open" if drill.kind == OPEN else "form.close"
        refused.append((DONE, Refusal(clause, "The change is not complete yet.")))
    return [(_show(field, drill, shift), refusal) for shift, refusal in refused]


def _why_not(field: Field, drill: Drill, start: Cell, end: Cell) -> Refusal:
    name = field.ground.grid.name(end)
    if not drill.fresh[start]:
        return Refusal("form.step", "Each figure goes one hex at most, and all of these have gone.")
    if not field.ground.open[start] >> end & 1:
        return Refusal("form.step", f"The side to {name} is not open.")
    if field.held[1 - field.units[drill.slot].troop.side] >> end & 1:
        return Refusal("stack.no-enemies", f"Enemy figures stand in {name}.")
    if not drill.reach[start] >> end & 1:
        if drill.kind == CLOSE and not drill.old >> end & 1:
            return Refusal("form.close", "Closing up uses only hexes that the unit held before.")
        return Refusal("form.step", f"In {name} it would abut an enemy it is engaged with.")
    if drill.there.get(end, 0) >= drill.room.get(end, 0):
        return Refusal("stack.limit", f"There is no room in {name}.")
    if drill.kind == OPEN:
        return Refusal("form.open", "Every hex that the unit held must still be held.")
    return Refusal("form.close", "From there the unit could not end in fewer hexes, contiguous.")


def _usual(field: Any, drill: Any, options: Sequence[Shift]) -> int:
    return len(options) - 1 if options[-1] == DONE else 0


SHIFT = Question(
    "shift",
    "form.step",
    lambda field, drill: f"{field.units[drill.slot].name} changes formation: which figure goes where?",
    _show,
    _usual,
    _refused,
)
