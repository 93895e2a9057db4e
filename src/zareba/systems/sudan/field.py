"""The battlefield: every unit, commander and contact, and the few doors through which they change.

A position is copied very often, so it is made of plain values: frozen rows in lists and tuples. What can be worked out
from them (who stands in which box, where steady units hide what is behind them) is kept in `memo` until the next
change. `stage` says where in the turn the battle stands; what waits between two steps (checks to be made, blows to be
counted) stands in `waiting`, `checks`, `bouts` and `blows`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zareba.boards.boxes import DIRECTIONS, OFF, Cell, Mask
from zareba.engine.events import Event, Result
from zareba.systems.sudan.ground import Ground
from zareba.systems.sudan.rows import (
    DEAD,
    ELIMINATED,
    LEFT,
    MARCHED,
    NOBODY,
    STATUSES,
    Blow,
    Bout,
    Check,
    Commander,
    Contact,
    Flight,
    Rules,
    Side,
    Slot,
    Terms,
    Unit,
)


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (
        "blows",
        "bouts",
        "checks",
        "commanders",
        "contacts",
        "deployed",
        "events",
        "flights",
        "fought",
        "ground",
        "lost",
        "memo",
        "result",
        "revealed",
        "rules",
        "sides",
        "stage",
        "terms",
        "turn",
        "units",
        "waiting",
    )

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground = ground
        self.sides = sides
        self.rules = rules
        self.terms = terms
        self.units: list[Unit] = []
        self.commanders: tuple[Commander, ...] = ()
        self.contacts: tuple[Contact, ...] = ()
        self.turn = 1
        self.stage = 0
        self.waiting: tuple[Slot, ...] = ()
        self.checks: tuple[Check, ...] = ()
        self.bouts: tuple[Bout, ...] = ()
        self.blows: tuple[Blow, ...] = ()
        self.fought: tuple[tuple[Slot, Slot, Cell], ...] = ()
        self.flights: tuple[Flight, ...] = ()
        self.lost = (0, 0)
        self.deployed: tuple[Slot, ...] | None = None
        self.memo: dict[Any, Any] = {}
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

    def copy(self) -> Field:
        twin: Field = Field.__new__(Field)
        twin.ground = self.ground
        twin.sides = self.sides
        twin.rules = self.rules
        twin.terms = self.terms
        twin.units = self.units.copy()
        twin.commanders = self.commanders
        twin.contacts = self.contacts
        twin.turn = self.turn
        twin.stage = self.stage
        twin.waiting = self.waiting
        twin.checks = self.checks
        twin.bouts = self.bouts
        twin.blows = self.blows
        twin.fought = self.fought
        twin.flights = self.flights
        twin.lost = self.lost
        twin.deployed = self.deployed
        twin.memo = {}
        twin.result = self.result
        twin.revealed = self.revealed
        twin.events = None
        return twin

    # --- who is where ---------------------------------------------------------------------------------------

    def boxes(self) -> dict[Cell, list[Slot]]:
        """The units in each box, in their stack order."""
        found: dict[Cell, list[Slot]] | None = self.memo.get("boxes")
        if found is None:
            found = self.memo["boxes"] = {}
            for slot, unit in enumerate(self.units):
                if unit.box != OFF:
                    found.setdefault(unit.box, []).append(slot)
            for slots in found.values():
                if len(slots) > 1:
                    slots.sort(key=lambda slot: (self.units[slot].rank, slot))
        return found

    def in_box(self, box: Cell) -> list[Slot]:
        """The combat units in a box, in their stack order."""
        return [slot for slot in self.boxes().get(box, ()) if self.units[slot].troop.fights]

    def held(self, side: int) -> Mask:
        """The boxes that hold a combat unit of this side."""
        mask: Mask | None = self.memo.get(("held", side))
        if mask is None:
            grid = self.ground.grid
            mask = grid.mask(unit.box for unit in self.units if unit.troop.side == side and unit.troop.fights)
            self.memo["held", side] = mask
        return mask

    def steady(self) -> Mask:
        """The boxes with a steady combat unit of either side; others never block sight (`los.low`).

        Nor do those down in a khor, if the option says so (`option.khor-sight`).
        """
        mask: Mask | None = self.memo.get("steady")
        if mask is None:
            grid = self.ground.grid
            mask = grid.mask(unit.box for unit in self.units if unit.steady and unit.troop.fights)
            if self.rules.khor_sight == "over":
                mask &= ~self.ground.khor
            self.memo["steady"] = mask
        return mask

    def sees(self, a: Cell, b: Cell) -> bool:
        return self.ground.sees(a, b, self.steady())

    def living(self, side: int) -> list[Slot]:
        """The combat units of a side on the board, in unit order."""
        return [
            slot
            for slot, unit in enumerate(self.units)
            if unit.box != OFF and unit.troop.side == side and unit.troop.fights
        ]

    def seat(self, slot: Slot) -> str:
        return self.sides[self.units[slot].troop.side].id

    def front_unit(self, box: Cell, side: int) -> Slot:
        """`stack.front-unit`: the first in the stack order of the line units that face this side of the box."""
        for slot in self.in_box(box):
            unit = self.units[slot]
            if unit.facing == side and unit.in_line:
                return slot
        return NOBODY

    def is_rear(self, slot: Slot) -> bool:
        """`stack.rear-unit`: it stands in line behind another that faces the same side."""
        unit = self.units[slot]
        return unit.in_line and self.front_unit(unit.box, unit.facing) != slot

    def pieces(self, box: Cell, side: int) -> bool:
        """Does a wagon or a commander of this side stand in the box?"""
        if any(him.box == box and him.side == side for him in self.commanders):
            return True
        units = [self.units[slot] for slot in self.boxes().get(box, ())]
        return any(not unit.troop.fights and unit.troop.side == side for unit in units)

    def commander(self, side: int) -> Commander | None:
        """A side's Army Commander, if it has one on the board (`cmd.one`)."""
        return next((him for him in self.commanders if him.side == side and him.box != OFF), None)

    def commander_with(self, slot: Slot) -> Commander | None:
        """The Army Commander attached to this unit."""
        return next((him for him in self.commanders if him.unit == slot and him.box != OFF), None)

    # --- contacts -------------------------------------------------------------------------------------------

    def contacts_of(self, slot: Slot) -> list[Contact]:
        return [contact for contact in self.contacts if slot in (contact.charger, contact.target)]

    def in_contact(self, slot: Slot) -> bool:
        return any(slot in (contact.charger, contact.target) for contact in self.contacts)

    def is_locked(self, slot: Slot) -> bool:
        """In a contact that existed when the turn began."""
        return any(not contact.fresh for contact in self.contacts_of(slot))

    def is_flanked(self, slot: Slot) -> bool:
        """`morale.flanked-def`: an enemy is in contact across a side that is not its front (`facing.flank`)."""
        front = self.units[slot].front
        return any(contact.side_of(slot) not in front for contact in self.contacts_of(slot))

    # --- telling --------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, words: str, **facts: Any) -> None:
        """Tells an event, if anybody listens. Slots, boxes, sides and directions among the facts become names."""
        if self.events is not None:
            named = {key: self.named(key, value) for key, value in facts.items()}
            ids = {key: self.identified(key, value) for key, value in facts.items()}
            text = words.format(**named)
            self.events.append(Event(kind, clause, "T" + text[1:] if text.startswith("the ") else text, ids))

    def named(self, key: str, value: Any) -> Any:
        if key in ("unit", "target"):
            return self.units[value].troop.name
        return self.sides[value].name if key == "side" else self.identified(key, value)

    def identified(self, key: str, value: Any) -> Any:
        if key in ("unit", "target"):
            return self.units[value].troop.id
        if key in ("box", "start"):
            return self.ground.grid.name(value) if value != OFF else ""
        if key == "facing":
            return DIRECTIONS[value]
        return self.sides[value].id if key == "side" else value

    def next_stage(self) -> None:
        """The sequence of play goes on."""
        self.stage += 1

    # --- the doors ------------------------------------------------------------------------------------------

    def change(self, slot: Slot, **facts: Any) -> None:
        """Writes one row."""
        self.units[slot] = self.units[slot]._replace(**facts)
        self.memo.clear()

    def change_all(self, slots: Iterable[Slot], **facts: Any) -> None:
        for slot in slots:
            self.change(slot, **facts)

    def change_commander(self, him: Commander, **facts: Any) -> None:
        self.commanders = tuple(he._replace(**facts) if he.id == him.id else he for he in self.commanders)

    def go(self, slot: Slot, box: Cell) -> None:
        """Moves a unit into a box, where it stands last in the stack; its commander goes along."""
        if him := self.commander_with(slot):
            self.change_commander(him, box=box)
        self.change(slot, box=box, rank=self.last_rank(box) + 1)

    def turn_to(self, slot: Slot, facing: int) -> None:
        """`stack.reorder`: a unit that turns to another side goes last there."""
        unit = self.units[slot]
        if facing != unit.facing:
            self.change(slot, facing=facing, rank=self.last_rank(unit.box) + 1)

    def last_rank(self, box: Cell) -> int:
        return max([self.units[slot].rank for slot in self.boxes().get(box, ())], default=0)

    def hit(self, slot: Slot, hits: int, clause: str) -> None:
        """Hits pile up; bases are lost at each step, and at the limit the unit is eliminated (`hits.eliminated`).

        Hits beyond the limit are ignored (`hits.no-spill`).
        """
        unit = self.units[slot]
        total = min(unit.hits + hits, unit.troop.limit)
        if hits:
            words = "{unit} takes {hits} " + ("hit" if hits == 1 else "hits") + " and has {total}."
            self.tell("hit", clause, words, unit=slot, hits=hits, total=total)
        self.change(slot, hits=total, struck=unit.struck or hits > 0)
        lost = unit.bases - self.units[slot].bases
        self._lose(unit.troop.side, lost)
        if total >= unit.troop.limit:
            self.remove(slot, ELIMINATED)
        elif lost:
            why = {10: "hits.step-10", 20: "hits.step-20", 25: "hits.step-25"}[unit.troop.step]
            words = f"{{unit}} loses {_bases(lost, unit.gun)}: {{left}} left."
            self.tell("base", why, words, unit=slot, lost=lost, left=unit.bases - lost)

    def remove(self, slot: Slot, fate: str) -> None:
        """A unit is gone, its leader base with it (`hits.leader-with-unit`); its contacts end (`contact.ends`)."""
        unit = self.units[slot]
        self._lose(unit.troop.side, unit.strength)
        self.part(slot)
        self.change(slot, box=OFF, fate=fate, struck=False, rocketed=False)
        clause = "retreat.off" if fate == LEFT else "hits.eliminated" if fate == ELIMINATED else "wagon.capture"
        self.tell("lost", clause, "{unit} is {fate}.", unit=slot, fate=fate)

    def wound(self, slot: Slot, wounds: int) -> None:
        """A leader is wounded; when he dies his base is removed at once and not replaced (`leader.no-other`)."""
        before = self.units[slot].led
        self.change(slot, wounds=min(DEAD, self.units[slot].wounds + wounds))
        if before and not self.units[slot].led:
            self._lose(self.units[slot].troop.side, 1)

    def set_status(self, slot: Slot, status: int) -> None:
        self.change(slot, status=status)
        self.tell("status", CLAUSES[status], "{unit} is {status}.", unit=slot, status=STATUSES[status])

    def march(self, slot: Slot, moved: int = MARCHED) -> None:
        """`move.mark`: the unit has moved in a way that counts for its next shot."""
        self.change(slot, moved=max(moved, self.units[slot].moved))

    def part(self, slot: Slot) -> None:
        """`contact.ends`: all contacts of a unit end."""
        if self.in_contact(slot):
            self.contacts = tuple(c for c in self.contacts if slot not in (c.charger, c.target))
            self.tell("parted", "contact.ends", "{unit} is no longer in contact.", unit=slot)

    def _lose(self, side: int, bases: int) -> None:
        one, other = self.lost
        self.lost = (one + bases, other) if side == 0 else (one, other + bases)


CLAUSES = ("rally.roll", "morale.prone-limits", "morale.broken-limits")


def _bases(lost: int, gun: bool) -> str:
    word = "gunner" if gun else "base"
    return f"a {word}" if lost == 1 else f"{lost} {word}s"
