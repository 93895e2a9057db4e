"""The rows of a position: units, tokens, sides and what the scenario lays down, as frozen plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.inches.angles import Point
from zareba.systems.battles_for_empire.troops import DEEP, LIMBERED, MASS, MOUNTED, SIZES, SKIRMISH, Troop

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


class Shown(NamedTuple):
    """A fire that was settled: who fired from where, whom it struck and where, and with how many hits."""

    slot: Slot
    start: Point
    target: Slot
    end: Point
    hits: int


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
