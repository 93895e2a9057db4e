"""The battlefield: where every piece stands, who holds which cards, and the few doors through which it changes.

A position is copied very often, so it is made of plain values (`rows`). What the active side has done so far in its
turn is one row, `Turn`; what lasts longer is a tuple of `Effect`. Units, commanders and air units all stand in the
same list; a unit that mans a wall stands in several hexes at once, one *section* in each.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import OFF, Mask
from zareba.engine.events import Event, Result
from zareba.systems.afriboria.ground import Changes, Ground, Lie
from zareba.systems.afriboria.rows import (
    NEUTRAL,
    NOBODY,
    Cell,
    Company,
    Decks,
    Effect,
    Ladder,
    Play,
    Posts,
    Rules,
    Score,
    Side,
    Slot,
    Slots,
    Terms,
    Turn,
    Unit,
)

Ranks = dict[Cell, tuple[Slot, ...]]
"""Who stands in each hex. Never changed, only replaced."""


class Over(Exception):
    """The battle has ended in the middle of a rule (`win.moment`)."""


PLAIN = (
    "active",
    "changes",
    "chiefs",
    "companies",
    "decks",
    "due",
    "effects",
    "full",
    "gates",
    "ground",
    "held",
    "ladders",
    "led",
    "patient",
    "phase",
    "play",
    "ranks",
    "result",
    "revealed",
    "rules",
    "score",
    "seen",
    "sides",
    "tasks",
    "terms",
    "turn",
    "turns",
    "values",
)


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (*PLAIN, "events", "memo", "units")

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground, self.sides, self.rules, self.terms = ground, sides, rules, terms
        self.units: list[Unit] = []
        self._nobody_stands()
        self.turn, self.turns, self.active, self.phase = Turn(), 0, 0, "first"
        self.play: Play | None = None
        self.decks, self.score = Decks(), Score(holders=(NEUTRAL,) * len(terms.goals))
        self.tasks: tuple[tuple[str, ...], ...] = ()
        """Steps that a card asks for before anything else goes on."""
        self.seen: tuple[str, ...] = ()
        """Who has been asked already in a phase before the first turn."""
        self.effects: tuple[Effect, ...] = ()
        self.companies: tuple[Company, ...] = ()
        self.ladders: tuple[Ladder, ...] = ()
        self.values: tuple[int, ...] = tuple(one.value for one in ground.structures)
        """What is left of each structure."""
        self.gates: tuple[Mask, Mask] = _gates(ground)
        self.changes = Changes()
        self.due: tuple[tuple[Slot, int, Cell], ...] = terms.arrivals
        self.patient = False
        """While a card is carried out a quota does not end the battle (`win.both`)."""
        self.memo: dict[Any, Any] = {}
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

    def _nobody_stands(self) -> None:
        self.held: tuple[Mask, Mask] = (0, 0)
        """The hexes with ground units of each side."""
        self.full: tuple[Mask, Mask] = (0, 0)
        self.led: tuple[Mask, Mask] = (0, 0)
        """The hexes with commanders of each side who can act (`char.prisoner-how`)."""
        self.ranks: tuple[Ranks, Ranks] = ({}, {})
        """The ground units of each side by their hexes, and its commanders: `chiefs`."""
        self.chiefs: tuple[Ranks, Ranks] = ({}, {})

    def copy(self) -> Field:
        twin: Field = Field.__new__(Field)
        for name in PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.units = self.units.copy()
        twin.memo = {}
        twin.events = None
        return twin

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def lie(self) -> Lie:
        lie: Lie | None = self.memo.get("lie")
        if lie is None:
            lie = self.memo["lie"] = self.ground.lie(self.changes)
        return lie

    @property
    def seat(self) -> str:
        return self.sides[self.active].id

    @property
    def room(self) -> int:
        """`stack.two`, `stack.ten-cm`: how many friendly units a hex holds."""
        return 1 if self.rules.hex_size == "10" else 2

    def owner(self, slot: Slot) -> str:
        return self.sides[self.units[slot].troop.side].id

    def at(self, side: int, cell: Cell) -> list[Slot]:
        """The ground units (not commanders) of a side in a hex."""
        return list(self.ranks[side].get(cell, ()))

    def commander(self, side: int, cell: Cell) -> Slot:
        """The commander of a side in a hex, NOBODY if there is none (`stack.one-commander`)."""
        found = self.chiefs[side].get(cell)
        return found[0] if found else NOBODY

    def leaders(self, side: int) -> Mask:
        """The hexes with commanders of a side, wounded ones among them (`stack.one-commander`)."""
        found = 0
        for cell in self.chiefs[side]:
            found |= 1 << cell
        return found

    def commanded_by(self, slot: Slot) -> Slot:
        """`platoon.command`, `platoon.command-reverse`: whoever leads in the unit's hex."""
        unit = self.units[slot]
        found = self.commander(unit.troop.side, unit.cell) if unit.posts else NOBODY
        return NOBODY if found == slot or self.is_silent(found) else found

    def is_silent(self, slot: Slot) -> bool:
        """Wounded, or in a quarrel (EV-20): he commands nobody."""
        if slot == NOBODY:
            return True
        return self.units[slot].wounded or bool(self.effects and self.affected("quarrel", slot))

    def officer_with(self, slot: Slot) -> Slot:
        """The officer who can help the unit in his hex, NOBODY if there is none."""
        leader = self.commanded_by(slot)
        if leader == NOBODY or not self.units[leader].troop.is_officer or not self.units[leader].troop.helps:
            return NOBODY
        return leader

    def living(self, side: int) -> list[Slot]:
        """Every piece of a side on the map."""
        return [slot for slot, unit in enumerate(self.units) if unit.posts and unit.troop.side == side]

    def find(self, name: str) -> Slot:
        """The slot of a piece by its id, NOBODY if there is none."""
        for slot, unit in enumerate(self.units):
            if unit.troop.id == name:
                return slot
        return NOBODY

    def affected(self, kind: str, slot: Slot) -> list[Effect]:
        """The effects of a kind that bind this piece: named, or all of its side."""
        side = self.units[slot].troop.side
        return [
            effect
            for effect in self.effects
            if effect.kind == kind
            and (effect.slot == slot or (effect.slot == NOBODY and effect.side in (side, NEUTRAL)))
        ]

    def company_of(self, slot: Slot) -> Company | None:
        """The company a unit or an officer belongs to."""
        for company in self.companies:
            if slot == company.officer or slot in company.members:
                return company
        return None

    def steps_of(self, slot: Slot) -> int:
        return next((steps for other, steps in self.turn.steps if other == slot), 0)

    def name(self, cell: Cell) -> str:
        return self.ground.grid.name(cell) if cell >= 0 else "off the map"

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, words: str, to: int | None = None, **facts: Any) -> None:
        """Tells an event, if anybody listens; to one side only, if it is secret."""
        if self.events is not None:
            named = {key: self._named(key, value) for key, value in facts.items()}
            ids = {key: self._identified(key, value) for key, value in facts.items()}
            seats = None if to is None else (self.sides[to].id,)
            self.events.append(Event(kind, clause, words.format(**named), ids, seats))

    def _named(self, key: str, value: Any) -> Any:
        return self.units[value].name if key in ("unit", "target", "leader") else self._identified(key, value)

    def _identified(self, key: str, value: Any) -> Any:
        if key in ("unit", "target", "leader"):
            return self.units[value].id
        if key in ("cell", "start", "end"):
            return self.name(value)
        return self.sides[value].name if key == "side" else value

    # --- the doors ----------------------------------------------------------------------------------------------

    def stand(self, slot: Slot, unit: Unit) -> None:
        """Writes one row, and forgets what was worked out for the old one."""
        self.units[slot] = unit
        self.memo = {}
        self.hold(unit.troop.side)

    def change(self, slot: Slot, **facts: Any) -> None:
        """Changes a piece without moving it."""
        self.stand(slot, self.units[slot]._replace(**facts))

    def place(self, slot: Slot, posts: Posts) -> None:
        """Puts a piece where it now stands, whole or in sections."""
        mask = mask_of(posts)
        unit = self.units[slot]
        hidden = unit.hidden and not mask & ~self.lie.hiding  # `siege.exposed`
        self.stand(slot, unit._replace(posts=posts, mask=mask, hidden=hidden))
        self._take_gate(slot, mask)

    def put(self, slot: Slot, cell: Cell) -> None:
        """The whole piece in one hex."""
        self.place(slot, ((cell, self.units[slot].figures),))

    def _take_gate(self, slot: Slot, mask: Mask) -> None:
        """`siege.closed`: whoever last stood in a gate is in possession of it."""
        unit = self.units[slot]
        taken = mask & (self.gates[0] | self.gates[1])
        if taken and not unit.troop.leads and not unit.aloft:
            mine, theirs = self.gates[unit.troop.side] | taken, self.gates[1 - unit.troop.side] & ~taken
            self.gates = (mine, theirs) if unit.troop.side == 0 else (theirs, mine)

    def lose(self, slot: Slot, number: int, clause: str, cell: Cell = OFF) -> int:
        """Removes figures of a piece, first from one of its sections; returns how many there were to remove."""
        unit = self.units[slot]
        number = min(number, unit.figures)
        if number <= 0:
            return 0
        posts = _without(unit.posts, number, cell)
        self.stand(slot, unit._replace(posts=posts, mask=mask_of(posts), figures=unit.figures - number))
        self._count_lost(unit.troop.side, number)
        self.tell("fall", clause, "{unit} loses {figures}.", unit=slot, figures=number)
        if not self.units[slot].figures:
            self.gone(slot, clause)
        return number

    def gone(self, slot: Slot, clause: str) -> None:
        """`res.vp`, `win.kill`: the last figure is gone, and the enemy scores (an airship's worth: `air.ship-vp`).

        A gun goes with its last figure (`res.art-destroyed`), a company with its officer (`company.officer-dead`); a
        commander stays where his last unit fell (`cdr.survives`).
        """
        unit = self.units[slot]
        self.tell("destroyed", clause, "{unit} is destroyed.", unit=slot)
        if unit.troop.leads:
            self.companies = tuple([one for one in self.companies if one.officer != slot])
        else:
            left = [_leave(one, slot) for one in self.companies]
            self.companies = tuple([one for one in left if one.members])
        self.gain(1 - unit.troop.side, unit.troop.points)

    def _count_lost(self, side: int, number: int) -> None:
        north, south = self.score.lost
        self.score = self.score._replace(lost=(north + number, south) if side == 0 else (north, south + number))

    def regain(self, slot: Slot, number: int, clause: str) -> None:
        """Lost figures come back, never beyond the starting strength."""
        unit = self.units[slot]
        number = min(number, unit.troop.figures - unit.figures)
        if number <= 0:
            return
        (cell, figures), *others = unit.posts
        self.stand(slot, unit._replace(posts=((cell, figures + number), *others), figures=unit.figures + number))
        self._count_lost(unit.troop.side, -number)
        self.tell("regain", clause, "{unit} regains {figures}.", unit=slot, figures=number)

    def gain(self, side: int, points: int) -> None:
        """`win.moment`: points for eliminations count at once, and a quota reached ends the game at once."""
        north, south = self.score.points
        self.score = self.score._replace(points=(north + points, south) if side == 0 else (north, south + points))
        if self.total(side) >= self.sides[side].quota and not self.patient:
            name = self.sides[side].name
            self.end(Result(self.sides[side].id, "win.quota", f"The quota of points is reached: victory for {name}."))
            raise Over

    def total(self, side: int) -> int:
        """`win.kill`, `win.objective`: all the points of a side."""
        return self.score.points[side] + self.score.goals[side]

    def end(self, result: Result) -> None:
        self.result = result
        self.tell("end", result.clause, result.why, winner=result.winner or "")

    def mark(self, **sets: Slots) -> None:
        """Adds slots to the sets of the present turn."""
        turn = self.turn
        self.turn = turn._replace(**{name: getattr(turn, name) | slots for name, slots in sets.items()})

    def walked(self, slot: Slot, steps: int) -> None:
        """Notes how far a piece has gone in this turn."""
        others = tuple([pair for pair in self.turn.steps if pair[0] != slot])
        self.turn = self.turn._replace(steps=(*others, (slot, self.steps_of(slot) + steps)))

    def alter(self, **facts: Any) -> None:
        """Changes the ground: sandbags, a fire, rubble, a flood."""
        self.changes = self.changes._replace(**facts)
        self.memo = {}

    def last(self, effect: Effect) -> None:
        """Something begins to last."""
        self.effects = (*self.effects, effect)
        self.memo = {}

    def hold_hand(self, side: int, cards: tuple[str, ...]) -> None:
        """A hand as it now is; what the other side knew of cards that have left it is forgotten."""
        hands, known = list(self.decks.hands), list(self.decks.known)
        hands[side] = cards
        known[side] = tuple([card for card in known[side] if card in cards])
        self.deal(hands=(hands[0], hands[1]), known=(known[0], known[1]))

    def deal(self, **facts: Any) -> None:
        """Changes the decks, the hands or what is known of them."""
        self.decks = self.decks._replace(**facts)

    def hold(self, side: int) -> None:
        """Works out anew where a side stands: the hexes it holds, those with no room left, and who is where."""
        held = full = led = 0
        ranks: dict[Cell, tuple[Slot, ...]] = {}
        chiefs: dict[Cell, tuple[Slot, ...]] = {}
        for slot, unit in enumerate(self.units):
            if unit.troop.side != side or unit.aloft or not unit.posts:
                continue
            if unit.troop.leads:
                led |= 0 if unit.wounded else unit.mask
                chiefs[unit.cell] = (*chiefs.get(unit.cell, ()), slot)
                continue
            full |= held & unit.mask
            held |= unit.mask
            for cell, _ in unit.posts:
                ranks[cell] = (*ranks.get(cell, ()), slot)
        self._write(side, held, held if self.rules.hex_size == "10" else full, led, ranks, chiefs)

    def _write(self, side: int, held: Mask, full: Mask, led: Mask, ranks: Ranks, chiefs: Ranks) -> None:
        if side == 0:
            self.held, self.full, self.led = (held, self.held[1]), (full, self.full[1]), (led, self.led[1])
            self.ranks, self.chiefs = (ranks, self.ranks[1]), (chiefs, self.chiefs[1])
        else:
            self.held, self.full, self.led = (self.held[0], held), (self.full[0], full), (self.led[0], led)
            self.ranks, self.chiefs = (self.ranks[0], ranks), (self.chiefs[0], chiefs)


def mask_of(posts: Posts) -> Mask:
    found = 0
    for cell, _ in posts:
        found |= 1 << cell
    return found


def _gates(ground: Ground) -> tuple[Mask, Mask]:
    """`siege.closed`: who is in possession of which gate at the start."""
    gates = [one for one in ground.structures if one.kind == "gate"]
    grid = ground.grid
    return grid.mask(one.cell for one in gates if one.held == 0), grid.mask(one.cell for one in gates if one.held == 1)


def _without(posts: Posts, number: int, first: Cell) -> Posts:
    """The posts with so many figures fewer: from one hex first, then from the largest section."""
    left = sorted(posts, key=lambda post: (post[0] != first, -post[1], post[0]))
    found = []
    for cell, figures in left:
        taken = min(number, figures)
        number -= taken
        found.append((cell, figures - taken))
    return tuple(sorted([post for post in found if post[1]]))


def _leave(company: Company, slot: Slot) -> Company:
    return company._replace(members=tuple([member for member in company.members if member != slot]))
