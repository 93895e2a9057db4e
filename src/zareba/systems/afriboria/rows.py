"""The rows that a position is made of: pieces, the turn so far, orders, cards, points, and what a scenario lays down.

All of them are frozen, so a position is copied by copying references. Sets of hexes are bit masks over the map, sets
of pieces bit masks over their places in the list (their *slots*).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import OFF, Mask
from zareba.systems.afriboria.troops import Troop

Slot = int
Cell = int
Slots = int
"""A set of slots, a bit for each."""
Posts = tuple[tuple[Cell, int], ...]
NOBODY: Slot = -1
NEUTRAL = -1


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
    new: Slots = 0
    """Placed by a card in this turn: nobody can order them yet."""
    withdrew: Slots = 0
    """Has made a voluntary retreat (`retreat.voluntary-again`)."""
    jammed: Slots = 0
    """Machine guns that have jammed (`res.mg-jam`)."""
    tails: tuple[tuple[Slot, Slot], ...] = ()
    """Who may only follow which NCO (`platoon.nco-mixed`)."""


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


class Decks(NamedTuple):
    """The cards: both decks and what has been turned of them, both hands, and what is known of these."""

    stock: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    event_deck: tuple[str, ...] = ()
    event_discard: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    known: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Cards of each hand that the other side has seen."""
    forced: tuple[int, int] = (0, 0)
    """Event cards passed on to each side, still unseen (`event.forced`)."""
    last: tuple[str, str] = ("", "")
    """The kind of the last command card that each side has played."""


class Score(NamedTuple):
    """Points and losses of both sides."""

    points: tuple[int, int] = (0, 0)
    goals: tuple[int, int] = (0, 0)
    """Points for objectives, as last counted (`win.hold`)."""
    holders: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    raised: int = 0
    """Figures that a card has brought: they were never there at the start."""


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
    withdrawals: str = "free"
    extras: str = "none"
