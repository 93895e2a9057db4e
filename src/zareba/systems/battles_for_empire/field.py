"""The battlefield: where every unit and token is, what it carries, and the few doors through which that changes.

A position is copied very often, so it is made of plain values: units and tokens are frozen rows in lists, everything
worked out from them is kept in `memo` and forgotten when a row changes.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.shapes import Polygon, shapes_within
from zareba.engine.events import Event, Result
from zareba.systems.battles_for_empire.footprints import FRIENDLY, centre_of, in_contact, rect_of
from zareba.systems.battles_for_empire.ground import Ground
from zareba.systems.battles_for_empire.rows import (
    MOVED,
    NOBODY,
    TABLE,
    Combat,
    Group,
    Rules,
    Shown,
    Side,
    Slot,
    Terms,
    Token,
    Unit,
)
from zareba.systems.battles_for_empire.troops import SQUARE

PAGES = 1500
"""How many positions a battle remembers."""


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (
        "acting",
        "atlas",
        "captured",
        "combats",
        "deployed",
        "events",
        "fired",
        "first",
        "frozen",
        "ground",
        "groups",
        "memo",
        "phase",
        "queue",
        "rects",
        "result",
        "revealed",
        "routing",
        "rules",
        "sides",
        "sited",
        "squares",
        "terms",
        "tokens",
        "turn",
        "units",
        "volley",
    )

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground = ground
        self.sides = sides
        self.rules = rules
        self.terms = terms
        self.units: list[Unit] = []
        self.rects: dict[Slot, Polygon] = {}
        """The rectangles of those who have not moved since they were asked for."""
        self.tokens: list[Token] = []
        self.groups: list[Group] = []
        self.turn = 1
        self.phase = "reinforcements"
        self.first = 0
        """The First side of this turn; before phase 3 the side listed first (`turn.before-initiative`)."""
        self.acting = 0
        """Whose part of the phase it is: 0 or 1 in the order of the phase."""
        self.queue: tuple[Slot, ...] = ()
        """Units that still have to do something in this phase."""
        self.frozen: tuple[Unit, ...] = ()
        """The units as they were when this fire phase began (`fire.snapshot`)."""
        self.fired = 0
        """Which units have fired in this phase, as bits; four for each, for the edges of a square."""
        self.volley: tuple[Shown, ...] = ()
        """Every fire of the last phase of fire, both sides': for whoever looks at the table (`turn.simultaneous`)."""
        self.combats: tuple[Combat, ...] = ()
        self.routing: tuple[tuple[Slot, tuple[Slot, ...]], ...] = ()
        """Units marked by `rout.test-time`, each with those it recoiled from."""
        self.squares: tuple[tuple[Slot, ...], ...] = ()
        """The brigade squares that stand, each in the order of its ring (`square.brigade`)."""
        self.captured: tuple[int, int] = (0, 0)
        """Points that the enemies of each side have for its commanders."""
        self.deployed: tuple[Slot, ...] | None = None
        self.memo: dict[Any, Any] = {}
        """What was worked out for this position; forgotten when a row changes its place, and by every copy."""
        self.atlas: dict[Any, dict[Any, Any]] = {}
        """What was worked out from nothing but where everybody stands, shared by all copies of a battle."""
        self.sited: dict[Any, Any] | None = None
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

    def copy(self) -> Field:
        twin: Field = Field.__new__(Field)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.units = self.units.copy()
        twin.rects = self.rects.copy()
        twin.tokens = self.tokens.copy()
        twin.groups = self.groups.copy()
        twin.memo = {}
        twin.events = None
        return twin

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def side(self) -> int:
        """Whose part of the phase it is."""
        return self.first ^ self.acting

    def seat(self, side: int) -> str:
        return self.sides[side].id

    def places(self) -> dict[Any, Any]:
        """What is known of the position by nothing but where everybody stands, and how drawn up."""
        if self.sited is None:
            key = tuple([unit[1:7] for unit in self.units])
            if len(self.atlas) > PAGES:
                self.atlas.clear()
            self.sited = self.atlas.setdefault(key, {})
        return self.sited

    def known(self, key: Any, work_out: Any) -> Any:
        """What was worked out for this position, worked out once."""
        if key not in self.memo:
            self.memo[key] = work_out()
        return self.memo[key]

    def find(self, name: str) -> Slot:
        return next((slot for slot, unit in enumerate(self.units) if unit.troop.id == name), NOBODY)

    def find_token(self, name: str) -> int:
        return next((number for number, token in enumerate(self.tokens) if token.id == name), NOBODY)

    def on_table(self, side: int) -> list[Slot]:
        """The units of a side that are on the table."""
        known = self.places()
        if ("table", side) not in known:
            known["table", side] = [
                slot for slot, unit in enumerate(self.units) if unit.place == TABLE and unit.troop.side == side
            ]
        found: list[Slot] = known["table", side]
        return found

    def standing(self) -> list[Slot]:
        """Everybody who is on the table."""
        known = self.places()
        if "table" not in known:
            known["table"] = [slot for slot, unit in enumerate(self.units) if unit.place == TABLE]
        found: list[Slot] = known["table"]
        return found

    def rect(self, slot: Slot) -> Polygon:
        found = self.rects.get(slot)
        if found is None:
            found = self.rects[slot] = rect_of(self.units[slot])
        return found

    def enemies(self, slot: Slot) -> list[Slot]:
        return self.on_table(1 - self.units[slot].troop.side)

    def friends(self, slot: Slot) -> list[Slot]:
        return [other for other in self.on_table(self.units[slot].troop.side) if other != slot]

    def contacts(self, slot: Slot) -> tuple[Slot, ...]:
        """The enemies that a unit is in melee contact with (`geo.melee-contact`)."""
        key = ("contacts", slot)
        known = self.places()
        if key not in known:
            known[key] = tuple(
                [foe for foe in self.enemies(slot) if in_contact(self.ground, self.rect(slot), self.rect(foe))]
            )
        found: tuple[Slot, ...] = known[key]
        return found

    def linked(self, slot: Slot) -> tuple[Slot, ...]:
        """The friends that a unit is in contact with (`geo.friendly-contact`)."""
        key = ("linked", slot)
        known = self.places()
        if key not in known:
            mine = self.rect(slot)
            known[key] = tuple(
                [other for other in self.friends(slot) if shapes_within(mine, self.rect(other), FRIENDLY)]
            )
        found: tuple[Slot, ...] = known[key]
        return found

    def tokens_of(self, slot: Slot) -> list[int]:
        """The tokens with a unit."""
        return [number for number, token in enumerate(self.tokens) if token.unit == slot and token.place == TABLE]

    def is_out(self, number: int) -> bool:
        """`cmd.out`: has it no effect this turn?"""
        return self.tokens[number].out >= self.turn

    def in_square(self, slot: Slot) -> bool:
        """`square.in`: in a company square or a brigade square."""
        unit = self.units[slot]
        return unit.formation == SQUARE or any([slot in ring for ring in self.squares])

    def level(self, slot: Slot) -> int:
        """`geo.in-area`: the level of its front-centre."""
        unit = self.units[slot]
        return self.ground.level(unit.x, unit.y)

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, words: str, /, **facts: Any) -> None:
        """Tells an event, if anybody listens. Slots among the facts become names."""
        if self.events is not None:
            named = {key: self._named(key, value) for key, value in facts.items()}
            ids = {key: self._identified(key, value) for key, value in facts.items()}
            self.events.append(Event(kind, clause, words.format(**named), ids))

    def _named(self, key: str, value: Any) -> Any:
        if key in ("unit", "target", "other"):
            return self.units[value].name
        return self.tokens[value].name if key == "token" else self.sides[value].name if key == "side" else value

    def _identified(self, key: str, value: Any) -> Any:
        if key in ("unit", "target", "other"):
            return self.units[value].id
        return self.tokens[value].id if key == "token" else self.sides[value].id if key == "side" else value

    # --- the doors ----------------------------------------------------------------------------------------------

    def put(self, slot: Slot, unit: Unit) -> None:
        """Writes one row, and forgets what was worked out. Attached tokens go with their unit (`cmd.carried`)."""
        before = self.units[slot]
        self.units[slot] = unit
        if before[1:7] != unit[1:7]:
            self.memo = {}
            self.sited = None
            self.rects.pop(slot, None)
            centre = centre_of(unit)
            for number in self.tokens_of(slot):
                self.tokens[number] = self.tokens[number]._replace(x=centre[0], y=centre[1])

    def change(self, slot: Slot, **news: Any) -> None:
        self.put(slot, self.units[slot]._replace(**news))

    def mark(self, slot: Slot, marks: int) -> None:
        """Adds marks to a unit."""
        unit = self.units[slot]
        self.units[slot] = unit._replace(marks=unit.marks | marks)

    def unmark(self, slot: Slot, marks: int) -> None:
        unit = self.units[slot]
        self.units[slot] = unit._replace(marks=unit.marks & ~marks)

    def put_token(self, number: int, **news: Any) -> None:
        self.tokens[number] = self.tokens[number]._replace(**news)

    def move_to(self, slot: Slot, x: int, y: int, facing: int) -> None:
        """Puts a unit elsewhere; it has moved (`move.flag`)."""
        unit = self.units[slot]
        self.put(slot, unit._replace(x=x, y=y, facing=facing, marks=unit.marks | MOVED))


_PLAIN = [name for name in Field.__slots__ if name not in ("units", "rects", "tokens", "groups", "memo", "events")]
