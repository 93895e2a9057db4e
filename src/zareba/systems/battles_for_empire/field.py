"""The battlefield: where every unit and token is, what it carries, and the few doors through which that changes.

A position is copied very often, so it is made of plain values: units and tokens are frozen rows in lists, everything
worked out from them is kept in `memo` and forgotten when a row changes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from zareba.boards.inches.angles import Point, offset
from zareba.boards.inches.shapes import Polygon, rectangle, shapes_within, within
from zareba.engine.events import Event, Result
from zareba.systems.battles_for_empire.ground import Ground
from zareba.systems.battles_for_empire.troops import DEEP, INCH, LIMBERED, MASS, MOUNTED, SIZES, SKIRMISH, SQUARE, Troop

Slot = int
NOBODY: Slot = -1

TABLE, COMING, HIDDEN, DESTROYED, LEFT = "table", "coming", "hidden", "destroyed", "left"

SHAKEN, DISORDERED, FRESH, LOW, JAMMED, FIXED, GROUND, FANATIC = (1 << bit for bit in range(8))
MOVED, PIVOTED, CHARGED, ROLLED, EXPLOITED, HURT, OPPONENT_GONE, WAITING = (1 << bit for bit in range(8, 16))
CHANGED, FOUGHT, ROSE, SHIFTED = (1 << bit for bit in range(16, 20))
TURN_FLAGS = MOVED | PIVOTED | CHARGED | ROLLED | EXPLOITED | HURT | CHANGED | FOUGHT | ROSE | SHIFTED | FRESH
"""`term.turn-flags`: what a unit forgets when a turn begins; `OPPONENT_GONE` lives by `mod.opponent-carry`.

CHANGED: limbered or unlimbered; FOUGHT: in melee contact when phase 4 began; ROSE: stood up or lay down; SHIFTED:
bayonets changed; WAITING: found no place to enter the table (`reinf.blocked`). FRESH: Disorder gained in phase 4.
"""
MARK_WORDS = {
    SHAKEN: "shaken",
    DISORDERED: "disordered",
    LOW: "low ammo",
    JAMMED: "jammed",
    FIXED: "bayonets fixed",
    GROUND: "gone to ground",
    FANATIC: "fanatic charge",
    MOVED: "moved",
    PIVOTED: "pivoted",
    CHARGED: "charged",
    OPPONENT_GONE: "opponent gone",
}
FRONT, FLANK, REAR = "front", "flank", "rear"
CONTACT = 50
"""`geo.melee-contact`, `geo.no-overlap`: 0.05"."""
ACROSS = 550
"""`geo.melee-contact`: across an obstacle that one of the two is behind."""
SLACK = 5
"""`geo.tolerance`: a measured distance is within a limit up to 0.005" beyond it."""
FRIENDLY = 250
"""`geo.friendly-contact`."""


class Unit(NamedTuple):
    """A unit as it stands: its front-centre, facing and formation, and its markers."""

    troop: Troop
    place: str
    x: int
    y: int
    facing: int
    formation: str
    mounted: bool = False
    kills: int = 0
    marks: int = 0
    charge: tuple[Slot, str] | None = None
    """Whom it charged this turn, and whether in front, flank or rear (`charge.zone`)."""
    tries: int = 0
    """`mg.unjam`: attempts made on this jam."""
    since: int = 0
    """The turn in which it ran low on ammunition, or was jammed."""

    @property
    def id(self) -> str:
        return self.troop.id

    @property
    def name(self) -> str:
        return self.troop.name

    @property
    def side(self) -> int:
        return self.troop.side

    @property
    def size(self) -> tuple[int, int]:
        return SIZES[self.formation, self.mounted]

    @property
    def at(self) -> Point:
        return self.x, self.y

    @property
    def shaken(self) -> bool:
        """Whoever is not Shaken is Steady (`term.steady`)."""
        return bool(self.marks & SHAKEN)

    @property
    def foot(self) -> bool:
        """Foot, dismounted men included (`result.mount-state`)."""
        return not self.troop.gun and not self.mounted

    @property
    def massed(self) -> bool:
        """`term.formed`: in Massed or Deep formation."""
        return self.formation in (MASS, DEEP)

    @property
    def skirmishing(self) -> bool:
        return self.formation == SKIRMISH

    @property
    def limbered(self) -> bool:
        return self.formation == LIMBERED

    @property
    def arm(self) -> str:
        """The column of the table of terrain that it moves by."""
        return self.troop.carriage if self.troop.gun else MOUNTED if self.mounted else "foot"

    def has(self, mark: int) -> bool:
        return bool(self.marks & mark)


class Token(NamedTuple):
    """A commander or a mule: a point (section 2.3 of the rule book)."""

    id: str
    name: str
    side: int
    kind: str
    label: str
    place: str
    x: int
    y: int
    unit: Slot = NOBODY
    out: int = 0
    """`cmd.out`: the last turn in which it is out."""
    acted: bool = False


ARMY, LEADER, MULE = "army", "leader", "mule"


class Side(NamedTuple):
    id: str
    name: str
    colour: str
    level: int
    """`end.break`: destroyed units that break it; 0 for none."""


class Rules(NamedTuple):
    """The named options (`option.stated`)."""

    charts: str = "zulu"
    initiative: str = "choose"
    formation_roll: str = "each"
    fanatic: str = "voluntary"
    bayonet_cost: str = "no-rapid"
    rapid_fire: str = "on"
    low_ammo: str = "mule"
    disorder_removal: str = "aged"
    mg_jam: str = "after"
    crit_trigger: str = "kill"
    repeated_shaken: str = "kill"
    steady_ordered: str = "off"
    fire_into_melee: str = "off"
    mounted_fire: str = "off"
    muzzle_loaders: str = "on"
    holders: str = "3"
    succession: str = "off"
    ambush: str = "off"
    break_: str = "on"
    deployment: str = "printed"
    contact_rating: str = "firer"
    ground_cost: str = "free"
    deep_ground: str = "as-massed"
    sight_from_hill: str = "3"


class Group(NamedTuple):
    """Reinforcements: units that come together, or one after another out of a pool."""

    id: str
    side: int
    kind: str
    turn: int
    need: int
    members: tuple[Slot, ...]
    tokens: tuple[int, ...]
    entry: tuple[dict[str, Any], ...]
    """The zones it may enter by: one, or six for a die (`reinf.entry-roll`); each has a `name` and its `edges`, the
    stretches `(edge, from, to)`."""
    zone: int = -1
    """Which of them it is; -1 while that is not known."""


class Combat(NamedTuple):
    """One melee: the two Primary units and who supports them; `melee.pairs`."""

    primaries: tuple[Slot, Slot]
    supports: tuple[tuple[Slot, ...], tuple[Slot, ...]]


class Terms(NamedTuple):
    """What the scenario lays down: the last turn, deployment, the way out, and what wins."""

    turns: int
    zones: tuple[Any, Any]
    """For each side where its units may be drawn up: by the unit's id, and for all others under an empty text."""
    order: tuple[int, ...]
    exits: tuple[tuple[str, ...], tuple[str, ...]]
    goals: tuple[Any, ...]
    """`objectives.Goal`, the first that is met deciding."""
    otherwise: str
    """Who wins when no goal is met: the id of a side, "draw", or "points"."""
    supplies: tuple[tuple[Any, ...], tuple[Any, ...]]
    """`markers.low-ammo`: the supply points of each side, as shapes."""


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
    )

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground = ground
        self.sides = sides
        self.rules = rules
        self.terms = terms
        self.units: list[Unit] = []
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
        return rect_of(self.units[slot])

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


_PLAIN = [name for name in Field.__slots__ if name not in ("units", "tokens", "groups", "memo", "events")]


def rect_of(unit: Unit) -> Polygon:
    """`geo.footprint`: the rectangle behind the front-centre."""
    return _rectangle((unit.x, unit.y), unit.facing, *SIZES[unit.formation, unit.mounted])


@lru_cache(1 << 14)
def _rectangle(front: Point, facing: int, width: int, depth: int) -> Polygon:
    return rectangle(front, facing, width, depth)


def rect_at(unit: Unit, x: int, y: int, facing: int) -> Polygon:
    """The rectangle that a unit would fill elsewhere."""
    return _rectangle((x, y), facing, *SIZES[unit.formation, unit.mounted])


def centre_of(unit: Unit) -> Point:
    """The middle of its rectangle."""
    return offset((unit.x, unit.y), unit.facing, -SIZES[unit.formation, unit.mounted][1] // 2)


def in_contact(ground: Ground, one: Polygon, other: Polygon) -> bool:
    """`geo.melee-contact`: touching, or with nothing but an obstacle between them that one of them is behind."""
    if not shapes_within(one, other, ACROSS):
        return False
    return shapes_within(one, other, CONTACT) or ground.obstacle_between(one, other)


def near(one: Polygon, other: Polygon, inches: int) -> bool:
    """Whether two rectangles are within so many inches, nearest point to nearest point (`geo.distance`).

    A measurement may be a hair too long (`geo.tolerance`).
    """
    return shapes_within(one, other, inches * INCH + SLACK)


def near_point(point: Point, rect: Polygon, thousandths: int) -> bool:
    return within(point, rect, thousandths + SLACK)
