"""The battlefield: where every piece stands, who holds which cards, and the few doors through which it changes.

A position is copied very often, so it is made of plain values: units are frozen rows in a list, sets of hexes are bit
masks over the map, sets of pieces bit masks over their places in the list (their *slots*). What the active side has
done so far in its turn is one row, `Turn`; what lasts longer is a tuple of `Effect`. Units, commanders and air units
all stand in the same list; a unit that mans a wall stands in several hexes at once, one *section* in each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import OFF, Mask, bits
from zareba.engine.events import Event, Result
from zareba.systems.afriboria.ground import Changes, Ground, Lie
from zareba.systems.afriboria.troops import SIDES, Troop

Slot = int
Cell = int
Slots = int
"""A set of slots, a bit for each."""
Posts = tuple[tuple[Cell, int], ...]
NOBODY: Slot = -1
NEUTRAL = -1


class Over(Exception):
    """The battle has ended in the middle of a rule (`win.moment`)."""


class Unit(NamedTuple):
    """A piece as it is now. One without posts is off the map: dead, or still to come."""

    troop: Troop
    posts: Posts
    mask: Mask
    figures: int
    mounted: bool = False
    ladder: bool = False
    hidden: bool = False
    """Unexposed in a fortress (`siege.exposed`)."""
    aloft: bool = False
    fuel: int = 0
    bombs: int = 0
    wounded: bool = False
    stuck: int = 0
    """The turn in which its wheels are held by debris (`move.debris-vehicle`)."""

    @property
    def id(self) -> str:
        return self.troop.id

    @property
    def name(self) -> str:
        return self.troop.name

    @property
    def cell(self) -> Cell:
        return self.posts[0][0] if self.posts else OFF

    @property
    def firearms(self) -> int:
        """`battle.part-armed-count`: unarmed figures fall first."""
        return min(self.troop.firearms, self.figures)

    @property
    def grounded(self) -> bool:
        return bool(self.posts) and not self.aloft


class Turn(NamedTuple):
    """What has been done in the present turn; every field is a set of slots."""

    ordered: Slots = 0
    follows: Slots = 0
    """May move with a company or an NCO without an order of its own."""
    moved: Slots = 0
    """Has made its movement, or done something in its place (`move.once`)."""
    stirred: Slots = 0
    """Has left its hex or changed in some way: no second shot (`battle.double`)."""
    barred: Slots = 0
    """Has moved too far, or into the wrong ground, to battle (`move.no-battle`)."""
    fought: Slots = 0
    spent: Slots = 0
    """Has no battle left (`battle.once`)."""
    defended: Slots = 0
    engaged: Slots = 0
    """Has been attacked in close combat (`battle.engaged`)."""
    idle: Slots = 0
    """Forms or leaves a company and does nothing else (`company.form`)."""
    steps: tuple[tuple[Slot, int], ...] = ()
    """How far each piece has gone."""
    support: tuple[tuple[Slot, Slot], ...] = ()
    """Which officer supports which unit (`count.officer-turn`)."""
    shots: tuple[tuple[Slot, Cell], ...] = ()
    """Who has fired at which hex."""
    named: Slots = 0
    """`platoon.ten-cm-name`: second units that a commander has named."""
    marched: tuple[Slot, ...] = ()
    """The companies, by their officers, that have moved."""


class Order(NamedTuple):
    """One order slot spent: on whom, and which colours could have paid for it."""

    slots: tuple[Slot, ...]
    colours: int
    kind: str = "unit"


class Play(NamedTuple):
    """The command card on the table: whose text is carried out, and what it has been spent on (`turn.play-one`)."""

    card: str
    text: str
    slots: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Slots left for red, blue, green and any colour at the start (`order.slot`)."""
    filter: str = ""
    most: int = 0
    officers: bool = False
    orders: tuple[Order, ...] = ()
    special: bool = False


class Effect(NamedTuple):
    """What a card has changed for a while."""

    kind: str
    side: int
    slot: Slot
    value: int
    last: int
    """The turn at whose end it is over."""
    sort: str = ""
    who: str = ""
    card: str = ""


class Company(NamedTuple):
    """`company.members`: one officer and at most four units."""

    officer: Slot
    members: tuple[Slot, ...]
    scattered: bool = False
    """`company.officer-thrown`: the officer was driven out of it."""


class Ladder(NamedTuple):
    """`siege.ladder-edge`: it stands on one hexside."""

    foot: Cell
    wall: Cell
    side: int


class Side(NamedTuple):
    id: str
    name: str
    colour: str
    hand: int
    quota: int


class Goal(NamedTuple):
    """An objective: its hexes, its points, who may claim it, and how it is held (`win.hold`)."""

    name: str
    hexes: Mask
    points: int
    side: int
    mode: str


class Terms(NamedTuple):
    """What the scenario lays down about the beginning and the end of the battle."""

    first: int
    rounds: int
    stands: tuple[int, Mask]
    """Who wins at the round limit with a unit in these hexes."""
    goals: tuple[Goal, ...]
    companies: tuple[int, int]
    bases: tuple[Mask, Mask]
    arrivals: tuple[tuple[Slot, int, Cell], ...]
    halting: tuple[bool, bool]
    """`move.no-enemy-zoc`: which sides stop beside an enemy under `opt:enemy-zoc-stop`."""
    cards: tuple[dict[str, Any], ...]
    """`setup.custom-cards`."""


class Rules(NamedTuple):
    """The named options of section 3.21."""

    hex_size: str = "15"
    fastplay: str = "off"
    events: str = "off"
    solo: str = "off"
    hand: str = "scenario"
    defence_hit: str = "enemy-class"
    flag_save: str = "flag"
    mg_horse_move_fire: str = "off"
    double_fire_same_target: str = "on"
    company_orders: str = "per-unit"
    officer_defence_die: str = "off"
    river_wire_attack: str = "off"
    terrain_stack: str = "best"
    los_stagger: str = "block"
    hill_plateau: str = "off"
    enemy_zoc_stop: str = "off"
    aircraft_face: str = "1"
    structures: str = "scenario"
    extras: str = "none"


PLAIN = [
    "active",
    "companies",
    "due",
    "effects",
    "event_deck",
    "event_discard",
    "events",
    "forced",
    "full",
    "gates",
    "goals",
    "ground",
    "hands",
    "held",
    "hold_by",
    "known",
    "ladders",
    "last_cards",
    "led",
    "lost",
    "patient",
    "phase",
    "play",
    "points",
    "raised",
    "raised_now",
    "result",
    "revealed",
    "rules",
    "seen",
    "sides",
    "stock",
    "discard",
    "tasks",
    "terms",
    "turn",
    "turns",
    "values",
    "changes",
]


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (*PLAIN, "memo", "units")

    active: int
    play: Play | None
    phase: str

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground, self.sides, self.rules, self.terms = ground, sides, rules, terms
        self.units: list[Unit] = []
        self.held: tuple[Mask, Mask] = (0, 0)
        """The hexes with ground units of each side."""
        self.full: tuple[Mask, Mask] = (0, 0)
        self.led: tuple[Mask, Mask] = (0, 0)
        """The hexes with commanders of each side who can act (`char.prisoner-how`)."""
        self.turn = Turn()
        self.turns, self.active, self.phase = 0, 0, "first"
        self.play = None
        self.stock: tuple[str, ...] = ()
        self.discard: tuple[str, ...] = ()
        self.event_deck: tuple[str, ...] = ()
        self.event_discard: tuple[str, ...] = ()
        self.hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self.known: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        """Cards of each hand that the other side has seen."""
        self.seen: tuple[str, ...] = ()
        self.last_cards: tuple[str, str] = ("", "")
        self.forced: tuple[int, int] = (0, 0)
        self.tasks: tuple[tuple[str, ...], ...] = ()
        self.points: tuple[int, int] = (0, 0)
        self.goals: tuple[int, int] = (0, 0)
        self.hold_by: tuple[int, ...] = tuple([NEUTRAL] * len(terms.goals))
        self.lost: tuple[int, int] = (0, 0)
        self.raised = 0
        self.raised_now: Slots = 0
        """Units placed this turn, which cannot be ordered yet."""
        self.effects: tuple[Effect, ...] = ()
        self.companies: tuple[Company, ...] = ()
        self.ladders: tuple[Ladder, ...] = ()
        self.values: tuple[int, ...] = tuple(one.value for one in ground.structures)
        self.gates: tuple[Mask, Mask] = _gates(ground)
        self.changes = Changes()
        self.due: tuple[tuple[Slot, int, Cell], ...] = terms.arrivals
        self.patient = False
        self.memo: dict[Any, Any] = {}
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

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
        if not self.held[side] >> cell & 1:
            return []
        return [
            slot
            for slot, unit in enumerate(self.units)
            if unit.mask >> cell & 1 and unit.troop.side == side and not unit.aloft and not unit.troop.leads
        ]

    def commander(self, side: int, cell: Cell) -> Slot:
        """The commander of a side in a hex, NOBODY if there is none (`stack.one-commander`)."""
        for slot, unit in enumerate(self.units):
            if unit.mask >> cell & 1 and unit.troop.leads and unit.troop.side == side:
                return slot
        return NOBODY

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
        self._hold(unit.troop.side)

    def change(self, slot: Slot, **facts: Any) -> None:
        """Changes a piece without moving it."""
        self.stand(slot, self.units[slot]._replace(**facts))

    def place(self, slot: Slot, posts: Posts) -> None:
        """Puts a piece where it now stands, whole or in sections."""
        mask = 0
        for cell, _ in posts:
            mask |= 1 << cell
        self.stand(slot, self.units[slot]._replace(posts=posts, mask=mask))
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
        mask = 0
        for post, _ in posts:
            mask |= 1 << post
        self.stand(slot, unit._replace(posts=posts, mask=mask, figures=unit.figures - number))
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
            self.companies = tuple([_leave(one, slot) for one in self.companies])
        self.score(1 - unit.troop.side, unit.troop.points)

    def _count_lost(self, side: int, number: int) -> None:
        north, south = self.lost
        self.lost = (north + number, south) if side == 0 else (north, south + number)

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

    def score(self, side: int, points: int) -> None:
        """`win.moment`: points for eliminations count at once, and a quota reached ends the game at once."""
        north, south = self.points
        self.points = (north + points, south) if side == 0 else (north, south + points)
        if self.points[side] + self.goals[side] >= self.sides[side].quota and not self.patient:
            name = self.sides[side].name
            self.end(Result(self.sides[side].id, "win.quota", f"{name} wins: it has its quota of points."))
            raise Over

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
        hands, known = list(self.hands), list(self.known)
        hands[side] = cards
        known[side] = tuple([card for card in known[side] if card in cards])
        self.hands, self.known = (hands[0], hands[1]), (known[0], known[1])

    def _hold(self, side: int) -> None:
        held = full = led = 0
        for unit in self.units:
            if unit.troop.side != side or unit.aloft or not unit.posts:
                continue
            if unit.troop.leads:
                led |= 0 if unit.wounded else unit.mask
            else:
                full |= held & unit.mask
                held |= unit.mask
        if self.rules.hex_size == "10":
            full = held
        self.held = (held, self.held[1]) if side == 0 else (self.held[0], held)
        self.full = (full, self.full[1]) if side == 0 else (self.full[0], full)
        self.led = (led, self.led[1]) if side == 0 else (self.led[0], led)


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


def slots_in(mask: Slots) -> list[Slot]:
    return list(bits(mask))


def side_number(name: str) -> int:
    return SIDES.index(name)
