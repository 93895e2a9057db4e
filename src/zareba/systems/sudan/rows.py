"""The nouns of a position: units, commanders, contacts, and the small facts that wait between two steps.

All are frozen rows. A unit's number in the list of units (its *slot*) is its place in the unit order of the scenario
and never changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.boxes import OFF, Cell, beside, is_side
from zareba.systems.sudan.troops import FOOT, GUN, MOUNTED, TABLES, Troop

Slot = int
NOBODY: Slot = -1
STEADY, PRONE, BROKEN = 0, 1, 2
STATUSES = ("steady", "prone", "broken")
STILL, PIVOTED, MARCHED = 0, 1, 2
"""What a unit has done that counts as movement: for foot and mounted units any movement is MARCHED."""
ELIMINATED, LEFT, CAPTURED = "eliminated", "off the board", "captured"
DEAD: int = TABLES["commander"]["wounds"]
"""`leader.three`: so many wounds kill a leader."""


class Unit(NamedTuple):
    """A unit as it stands. Its hits begin at 0 and never heal (`hits.counter`, `hits.no-spill`)."""

    troop: Troop
    box: Cell
    facing: int
    hits: int = 0
    wounds: int = 0
    """On its leader; they have no effect until they kill him, and never heal (`leader.no-other`)."""
    status: int = STEADY
    rank: int = 0
    """Its place in the stack order of its box (`stack.front-unit`)."""
    square: bool = False
    """It stands in a square: infantry on the side it faces, a gun in its corner."""
    corner: int = OFF
    dismounted: bool = False
    moved: int = STILL
    charged: bool = False
    quip: bool = False
    """`leader.quip-use`: its next roll against its number has +1."""
    fired: bool = False
    done: bool = False
    """It has been moved in this movement phase, or may not be."""
    fronted: bool = False
    fired_for: int = 0
    """`mg.count`: the consecutive turns in which a machine gun has fired."""
    hot: bool = False
    ruined: bool = False
    struck: bool = False
    """It took hits in this phase."""
    rocketed: bool = False
    fate: str = ""

    @property
    def here(self) -> bool:
        return self.box != OFF

    @property
    def bases(self) -> int:
        """The bases or gunners left. Hits never remove the leader base (`hits.leader-apart`)."""
        return self.troop.bases - self.hits // self.troop.step if self.here else 0

    @property
    def led(self) -> bool:
        """Its leader base is still present."""
        return self.troop.leader and self.wounds < DEAD and self.here

    @property
    def strength(self) -> int:
        return self.bases + self.led

    @property
    def mounted(self) -> bool:
        """`unit.mounted-status`: on horse or camel, and not dismounted."""
        return self.troop.kind == MOUNTED and not self.dismounted

    @property
    def kind(self) -> str:
        """What it counts as: a dismounted unit is foot for every rule except stacking and squares."""
        return FOOT if self.dismounted else self.troop.kind

    @property
    def allowance(self) -> int:
        return 1 if self.dismounted else self.troop.move

    @property
    def gun(self) -> bool:
        return self.troop.kind == GUN

    @property
    def steady(self) -> bool:
        return self.status == STEADY

    @property
    def in_line(self) -> bool:
        """Regular infantry that is not in square."""
        return self.troop.lines_up and not self.square

    @property
    def front(self) -> tuple[int, ...]:
        """`facing.front`: the side it faces; for a gun that faces a corner the two sides that meet there."""
        return (self.facing,) if is_side(self.facing) else beside(self.facing)


class Commander(NamedTuple):
    """An Army Commander and the unit he is attached to (`cmd.place`). He has no facing (`facing.rocket`)."""

    id: str
    name: str
    side: int
    box: Cell
    unit: Slot
    wounds: int = 0
    moved: bool = False
    fate: str = ""


class Contact(NamedTuple):
    """A hand-to-hand link: who charged, whom, and across which side of the charged unit's box."""

    charger: Slot
    target: Slot
    side: int
    fresh: bool
    """Made in this turn; otherwise it is locked (`turn.lock-start`)."""

    def other(self, slot: Slot) -> Slot:
        return self.target if slot == self.charger else self.charger

    def side_of(self, slot: Slot) -> int:
        """The side of this unit's own box across which it is in contact."""
        return self.side if slot == self.target else (self.side + 4) % 8


class Check(NamedTuple):
    """A unit that is to check morale: its number, as it was when the checking step began (`morale.snapshot`)."""

    slot: Slot
    square: bool
    parts: tuple[tuple[int, str], ...]

    @property
    def number(self) -> int:
        return sum(value for value, _ in self.parts)


class Bout(NamedTuple):
    """Whom a unit fights in phase 7, or supports against."""

    slot: Slot
    targets: tuple[Slot, ...]
    supports: bool = False


class Blow(NamedTuple):
    """What a melee roll did to one enemy, until all hits are applied together."""

    slot: Slot
    target: Slot
    hits: int
    natural: bool


class Flight(NamedTuple):
    """A rocket of this turn: where it was aimed, the way and the boxes it drifted (OFF: not at all), where it fell."""

    slot: Slot
    mark: Cell
    facing: int
    boxes: int
    box: Cell


class Rules(NamedTuple):
    """The named options (`option.set`)."""

    d3_method: str = "d3"
    chargers_fire: str = "no"
    melee_fire: str = "fresh"
    rally_move: str = "all"
    prone_melee: str = "full"
    square_prone_target: str = "full"
    follow_up: str = "off"
    manhandle: str = "off"
    horse_holders: str = "off"
    rocket_los: str = "off"
    commander_risk: str = "on"
    collapse: str = "1/2"
    double_collapse: str = "draw"
    khor_sight: str = "blocked"
    square_broken: str = "half"
    deployment: str = "printed"


class Side(NamedTuple):
    """One side: its name, its home edge (`board.home-edge`), and what it began with."""

    id: str
    name: str
    home: int
    units: int
    points: int


class Objective(NamedTuple):
    """What a side has to achieve, and when that is looked at: at the end of any turn, or of the last."""

    side: int
    last_turn: bool
    test: str
    named: tuple[int, ...]
    why: str


class Terms(NamedTuple):
    """What the scenario lays down (`setup.scenario`)."""

    turns: int
    otherwise: str
    objectives: tuple[Objective, ...]
    areas: tuple[int, int]


Json = dict[str, Any]
