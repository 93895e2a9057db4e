"""Changing formation: section 3.8 of the rule book.

Formation is nothing but the number of figures in each hex (`form.labels`, `form.no-bonus`). A unit opens out into more
hexes or closes up into fewer, figure by figure; each figure stays or goes to one adjacent hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.options import Chance, Sifted
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit
from zareba.systems.heroscape.manoeuvre import abutted, nth
from zareba.systems.heroscape.melee import can_form_square
from zareba.systems.heroscape.movement import crowding_clause
from zareba.systems.heroscape.places import find_place
from zareba.systems.heroscape.troops import HEX_POINTS

OPEN, CLOSE, SQUARE, UNSQUARE, LIMBER, UNLIMBER = "open", "close", "square", "unsquare", "limber", "unlimber"
CHANGES = (OPEN, CLOSE, SQUARE, UNSQUARE, LIMBER, UNLIMBER)
Shift = tuple[Cell, Cell]
DONE: Shift = (-1, -1)


class Drill:
    """A change under way: who stands where, and who has not yet moved."""

    __slots__ = (
        "_rooms",
        "barred",
        "field",
        "fresh",
        "held",
        "kind",
        "loose",
        "old",
        "slot",
        "there",
        "unit",
    )

    def __init__(self, field: Field, slot: Slot, kind: str) -> None:
        self.field = field
        self.slot = slot
        self.kind = kind
        self.unit = unit = field.units[slot]
        self.old = self.held = unit.mask
        self.there = dict(unit.stacks)
        self.fresh = dict(unit.stacks)
        self.loose = field.rules.detach == "yes"
        self.barred = abutted(field, slot) | field.held[1 - unit.troop.side]
        self._rooms: dict[Cell, int] = {}

    def reach(self, cell: Cell) -> Mask:
        """`form.step`: across an open side, obstacles for nothing, never to where it would abut an engaged enemy."""
        ends = self.field.ground.open[cell] & ~self.barred
        return ends & self.old if self.kind == CLOSE else ends

    def room(self, cell: Cell) -> int:
        """How many figures of the unit the hex can hold beside others of its side."""
        if cell not in self._rooms:
            self._rooms[cell] = self.field.space(self.slot, cell) // self.unit.troop.points
        return self._rooms[cell]

    def is_legal(self) -> bool:
        """`form.open`: more hexes, all the old ones held. `form.close`: fewer hexes, all of them old ones."""
        held = self.held
        if self.kind == OPEN and (held == self.old or self.old & ~held):
            return False
        return held != self.old and (self.loose or self.field.ground.grid.connected(held))

    def make(self, shift: Shift) -> None:
        start, end = shift
        self.fresh[start] -= 1
        self._shift(start, end)

    def _undo(self, shift: Shift) -> None:
        start, end = shift
        self.fresh[start] += 1
        self._shift(end, start)

    def _shift(self, start: Cell, end: Cell) -> None:
        self.there[start] -= 1
        self.there[end] = self.there.get(end, 0) + 1
        self.held |= 1 << end
        if not self.there[start]:
            self.held ^= 1 << start

    def may(self, shift: Shift) -> bool:
        """May one figure go there next, so that the change can be completed?"""
        if shift == DONE:
            return self.is_legal()
        start, end = shift
        if self.there.get(end, 0) >= self.room(end):
            return False
        if self.kind == OPEN and self.there[start] > 1 and not self.old >> end & 1 and not self.old & ~self.held:
            return True
        self.make(shift)
        completable = self._can_follow(start) or self.is_legal() or self.can_finish()
        self._undo(shift)
        return completable

    def _can_follow(self, start: Cell) -> bool:
        """Closing up, can the rest of this hex follow whoever has just left it? Then nobody need look further."""
        left = self.there[start]
        return self.kind == CLOSE and 0 < left == self.fresh[start] and self._find_room(start)

    def can_finish(self) -> bool:
        """Can further steps complete the change?"""
        if self.kind == OPEN:
            return self._can_open()
        empty = [cell for cell, figures in self.there.items() if figures and self.fresh.get(cell, 0) == figures]
        return any(self._find_room(cell) for cell in empty) or any(self._make_room(cell) for cell in empty)

    def _can_open(self) -> bool:
        """Can every old hex be held in the end, and a new one beside? Figures may follow one another."""
        gaps = self.old & ~self.held
        if not gaps and (self.held != self.old or any([self._steps_out(start) for start in self.fresh])):
            return True
        forsaken = [cell for cell, fresh in self.fresh.items() if self.there[cell] == fresh]
        if sum(self.fresh.values()) < len(forsaken) + (self.held | gaps == self.old):
            return False
        if self.held & ~self.old:
            return self._can_hold(forsaken)
        return any([self._can_hold([*forsaken, cell]) for cell in self._new_hexes()])

    def _steps_out(self, start: Cell) -> bool:
        """Can a man of this hex open out, and others stay to hold it? Then nobody need follow anybody."""
        if not self.fresh[start] or self.there[start] < 2:
            return False
        return any([self.room(end) for end in bits(self.reach(start) & ~self.old)])

    def _new_hexes(self) -> list[Cell]:
        ends = 0
        for start, fresh in self.fresh.items():
            ends |= self.reach(start) if fresh else 0
        return [cell for cell in bits(ends & ~self.old) if self.room(cell)]

    def _can_hold(self, cells: list[Cell]) -> bool:
        """Is there for each of these hexes a figure of its own that stays there, or has yet to move and comes?"""
        near = {cell: list(bits(self._who_reaches(cell))) for cell in cells}
        sent: dict[Cell, list[Cell]] = {start: [] for start in self.fresh}
        return all(find_place(cell, near, self.fresh, sent, set()) for cell in cells)

    def _who_reaches(self, cell: Cell) -> Mask:
        """The old hexes from which a figure may come here, or stay."""
        beside = 0 if self.barred >> cell & 1 else self.field.ground.open[cell]
        return (beside | 1 << cell) & self.old

    def _find_room(self, cell: Cell) -> bool:
        """Can all in this hex go to the hexes beside, the others staying, so that the unit is contiguous?"""
        held = self.held & ~(1 << cell)
        beside = self.reach(cell) & held
        if not beside or sum([self.room(end) - self.there[end] for end in bits(beside)]) < self.there[cell]:
            return False
        return self.loose or self.field.ground.grid.connected(held)

    def _make_room(self, cell: Cell) -> bool:
        """Others may step aside for those who come: is there a place for every figure that has not yet moved?"""
        held = self.old & ~(1 << cell)
        places = {end: self.room(end) - self.there[end] + self.fresh.get(end, 0) for end in bits(held)}
        near = {start: [start] * (start in places) + list(bits(held & self.reach(start))) for start in self.fresh}
        standing: dict[Cell, list[Cell]] = {end: [] for end in places}
        movers = [start for start, figures in self.fresh.items() for _ in range(figures)]
        for start in sorted(movers, key=lambda start: start == cell):
            if not find_place(start, near, places, standing, set()):
                return False
        left = {end for end in places if standing[end] or self.there[end] > self.fresh.get(end, 0)}
        return self.loose or self.field.ground.grid.connected(self.field.ground.grid.mask(sorted(left)))


class Shifts(Sifted[Shift]):
    """What the next figure may do, and whether the change may end here."""

    __slots__ = ("_drill",)

    def __init__(self, drill: Drill) -> None:
        super().__init__()
        self._drill = drill

    def sift(self) -> list[Shift]:
        drill = self._drill
        shifts = [(start, end) for start in self._starts() for end in bits(drill.reach(start))]
        return [shift for shift in (*shifts, DONE) if drill.may(shift)]

    def _starts(self) -> list[Cell]:
        return sorted([cell for cell, figures in self._drill.fresh.items() if figures])

    def pick(self, chance: Chance) -> Shift:
        """A hex at random and one of its neighbours at random (or the end of the change), until one will do."""
        drill = self._drill
        starts = [*self._starts(), DONE[0]]
        while True:
            start = starts.pop(int(chance() * len(starts)))
            if start == DONE[0] and drill.may(DONE):
                return DONE
            ends = drill.reach(start) if start != DONE[0] else 0
            while ends:
                end = nth(ends, int(chance() * ends.bit_count()))
                if drill.may((start, end)):
                    return start, end
                ends &= ~(1 << end)


def possible(field: Field, slot: Slot) -> list[str]:
    """The changes that this unit can make now (`form.exists`)."""
    return [kind for kind in changes(field) if refuse_change(field, slot, kind) is None]


def changes(field: Field) -> list[str]:
    """The changes of formation played at this table."""
    kinds = [OPEN, CLOSE]
    kinds += [SQUARE, UNSQUARE] if field.rules.square == "on" else []
    return kinds + ([LIMBER, UNLIMBER] if field.rules.limber == "on" else [])


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
    """Can such a change be completed at all? Plain cases are settled without a drill."""
    unit = field.units[slot]
    if kind == CLOSE:
        too_many = unit.figures * unit.troop.points > HEX_POINTS * (len(unit.stacks) - 1)
        return not too_many and Drill(field, slot, kind).can_finish()
    if unit.figures == len(unit.stacks):
        return False
    barred = field.held[1 - unit.troop.side] | abutted(field, slot) | unit.mask
    free = field.ground.grid.board & ~barred & ~field.crowded(slot, unit.troop.points)
    if any(figures > 1 and field.ground.open[cell] & free for cell, figures in unit.stacks):
        return True
    return Drill(field, slot, kind).can_finish()


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
        field.tell(
            "square",
            "opt.square",
            "{unit} forms square." if kind == SQUARE else "{unit} leaves square.",
            unit=slot,
        )
    else:
        field.change(slot, limbered=kind == LIMBER)
        field.tell("limber", "opt.limber", "{unit} limbers." if kind == LIMBER else "{unit} unlimbers.", unit=slot)


async def _drill(field: Field, slot: Slot, kind: str) -> None:
    drill = Drill(field, slot, kind)
    seat = field.units[slot].troop.seat
    while True:
        shift = await Choice(seat, SHIFT, Shifts(drill), drill)
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
    legal = Shifts(drill).found
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
    if not drill.reach(start) >> end & 1:
        if drill.kind == CLOSE and not drill.old >> end & 1:
            return Refusal("form.close", "Closing up uses only hexes that the unit held before.")
        return Refusal("form.step", f"In {name} it would abut an enemy it is engaged with.")
    if drill.there.get(end, 0) >= drill.room(end):
        return Refusal(crowding_clause(field, drill.unit, end), f"There is no room in {name}.")
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
