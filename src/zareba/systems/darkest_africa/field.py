"""The battlefield: where every figure is, what is so about it, and the few doors through which that changes.

A position is copied very often. Figures are numbered (`geo.number`); a figure's index is its number less one. Where
they stand are two lists; everything that is either so or not so of a figure is a bit in a mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zareba.boards.inches.angles import Bearing, Point
from zareba.engine.events import Event, Result
from zareba.systems.darkest_africa.ground import Ground
from zareba.systems.darkest_africa.troops import BASES, Man

Index = int
Mask = int
NOBODY: Index = -1

MUSTER, MAP, FIRST, DEPLOY, ROLLS, COMMAND, OTHERS, FIGHTS, PANIC, FLIGHT, END = range(11)
PHASES = ("muster", "map", "first", "deploy", "rolls", "command", "others", "fights", "panic", "flight", "end")
"""What the sequence of play is at (`seq.step1` to `seq.step5`), after all that comes before the first turn.

The rule of a phase does one thing at a time; when nothing is left to do in it, it opens the next one.
At the end of a turn `vic.end-check` is made, and the other side has its turn.
"""

STATES = ("on", "killed", "fled", "exited", "loaded", "hidden", "routing", "hesitating", "advanced", "carrying")
TURN_STATES = ("acted", "rallied", "aiming", "threw", "advancing")
TRIGGERS = ("ambushed", "pygmied", "halved", "stripped")
TOUCH = BASES + 51
"""`geo.contact`: a gap of at most 0.05, with the tolerance of `geo.tolerance`."""
APART = BASES - 1
"""`geo.spot`, `move.enemies`: bases overlap where their centres are less than an inch apart."""


class Side(NamedTuple):
    """One of the two sides (`setup.sides`)."""

    id: str
    name: str
    edge: str
    """Its own edge of the table, or the edge by which the attacker enters."""
    exit: tuple[str, int, int] | None
    """`move.exit`: the edge by which it may leave, and between which points of it."""
    hides: bool
    """`hide.who`: whether it may deploy figures hidden."""
    lurks: bool = False
    """Whether the scenario has it deploy every figure hidden."""


class Rules(NamedTuple):
    """The named options of section 18 of the rule book."""

    shot_kill: str = "roll"
    panic_tests: str = "each"
    reload_action: str = "whole"
    follow_officer: str = "first-turn"
    break_off: str = "off"
    gang: str = "0"
    six_hits: str = "off"
    strength: str = "figures"
    officers_panic: str = "on"
    officer_points: str = "0"
    cp_pool: str = "own"
    rough_rate: str = "whole"
    screen: str = "on"
    unaimed_nearest: str = "off"
    hidden: str = "defender"
    break_: str = "quarter"
    lists: str = "lists"
    terrain: str = "scenario"
    keep_on: str = "toward"
    officer_share: str = "part"
    prize: str = "none"
    points: str = "200"


class Hold(NamedTuple):
    """A scenario's prize for the side with more points' worth of men about a place."""

    at: Point
    within: int
    worth: int


class Terms(NamedTuple):
    """What the scenario lays down about forces, deployment and the end."""

    rounds: int
    attacker: int
    """The number of the attacking side, or -1 for a meeting."""
    deploys: tuple[int, ...]
    """The sides that deploy, in their order; none where every figure has its place."""
    zones: tuple[tuple[int, int, int, int] | None, tuple[int, int, int, int] | None]
    hold: Hold | None
    convoy: tuple[int, int, int] | None
    """The side that brings loads through: how many are a win, how many or fewer a defeat."""
    points_game: bool
    breaks: bool
    lists: tuple[str, str] = ("", "")
    """`force.list`: the lists that the sides of a points game choose from; an empty text for any."""


class Acting(NamedTuple):
    """The activation under way (`enc.menu`)."""

    figure: Index
    way: tuple[Point, ...] = ()
    """Where its move began and every point it has turned at; empty before it moves."""
    planned: tuple[Point, ...] = ()
    moved: bool = False
    shot: bool = False
    reloaded: bool = False
    interrupted: bool = False
    foes: Mask = 0
    """The enemies that were visible when the move began (`move.toward`)."""
    faced: Bearing = 0
    """Where it faced when its activation began (`opt.keep-on`)."""
    broke: bool = False
    """`opt.break-off`: its move led it out of a fight."""
    over: bool = False
    """It has done all that it may; only its facing is open (`enc.turn`)."""


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (
        *STATES,
        *TURN_STATES,
        *TRIGGERS,
        "acting",
        "active",
        "at",
        "baggage",
        "below",
        "cursor",
        "deaths",
        "destroyed",
        "events",
        "facing",
        "first",
        "fought",
        "friends",
        "ground",
        "half",
        "loads",
        "lost_baggage",
        "memo",
        "officers",
        "phase",
        "points",
        "queue",
        "result",
        "revealed",
        "roster",
        "round",
        "rules",
        "saved",
        "sides",
        "start",
        "starting",
        "terms",
    )
    on: Mask
    killed: Mask
    fled: Mask
    exited: Mask
    loaded: Mask
    hidden: Mask
    routing: Mask
    hesitating: Mask
    advanced: Mask
    carrying: Mask
    acted: Mask
    rallied: Mask
    aiming: Mask
    threw: Mask
    advancing: Mask
    ambushed: Mask
    pygmied: Mask
    halved: Mask
    stripped: Mask

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms) -> None:
        self.ground = ground
        self.sides = sides
        self.rules = rules
        self.terms = terms
        for name in (*STATES, *TURN_STATES, *TRIGGERS):
            setattr(self, name, 0)
        self.roster: tuple[Man, ...] = ()
        self.friends: tuple[Mask, Mask] = (0, 0)
        self.officers: Mask = 0
        self.at: list[Point] = []
        self.facing: list[Bearing] = []
        self.deaths: list[int] = []
        self.start: list[Point] = []
        self.points: tuple[tuple[Index, int], ...] = ()
        self.loads: tuple[tuple[int, Point], ...] = ()
        self.starting: tuple[int, int] = (0, 0)
        self.baggage: tuple[int, int] = (0, 0)
        self.destroyed: tuple[int, int] = (0, 0)
        self.saved: tuple[int, int] = (0, 0)
        self.half: Mask = 0
        self.lost_baggage: Mask = 0
        self.active = 0
        self.first = 0
        self.round = 0
        self.phase = DEPLOY
        self.queue: tuple[int, ...] = ()
        self.acting: Acting | None = None
        self.fought: tuple[tuple[Index, Index], ...] = ()
        self.below = False
        self.cursor = 0
        self.memo: dict[Any, Any] = {}
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

    def copy(self) -> Field:
        twin: Field = Field.__new__(Field)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        twin.at = self.at.copy()
        twin.facing = self.facing.copy()
        twin.deaths = self.deaths.copy()
        twin.start = self.start.copy()
        twin.events = None
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]

    # --- looking ------------------------------------------------------------------------------------------------

    def find(self, name: str) -> Index:
        """The index of a figure by its number, NOBODY where there is none."""
        return int(name) - 1 if name.isdecimal() and 0 < int(name) <= len(self.roster) else NOBODY

    def side_of(self, index: Index) -> int:
        return self.roster[index].side

    def seat(self, side: int) -> str:
        return self.sides[side].id

    def seen(self, side: int) -> Mask:
        """The visible figures of a side: on the table and not hidden."""
        return self.on & self.friends[side] & ~self.hidden

    def foes(self, index: Index) -> Mask:
        """The enemies of a figure: the visible ones (`hide.secret`)."""
        return self.seen(1 - self.roster[index].side)

    def places(self, figures: Mask) -> list[Point]:
        """Where these figures stand. Nobody may change the list: it is kept as long as nobody moves."""
        known: list[Point] | None = self.memo.get(figures)
        if known is None:
            at = self.at
            known = self.memo[figures] = [at[index] for index in ones(figures)]
        return known

    def closest(self, point: Point, figures: Mask) -> int:
        """The square of the distance to the nearest centre, -1 where there is nobody."""
        x, y = point
        best = -1
        for px, py in self.places(figures):
            apart = (px - x) * (px - x) + (py - y) * (py - y)
            if best < 0 or apart < best:
                best = apart
        return best

    def nearest(self, point: Point, figures: Mask) -> Index:
        """`geo.nearest`: the smallest gap; of equal ones (to 0.001) the lowest number."""
        best = self.closest(point, figures)
        return next((index for index in ones(figures) if about(self.apart(point, index), best)), NOBODY)

    def equally_near(self, point: Point, figures: Mask) -> list[Index]:
        """All that are as near as the nearest, to 0.001."""
        best = self.closest(point, figures)
        return [index for index in ones(figures) if about(self.apart(point, index), best)]

    def apart(self, point: Point, index: Index) -> int:
        """The square of the distance from a point to the centre of a figure."""
        x, y = self.at[index]
        return (x - point[0]) * (x - point[0]) + (y - point[1]) * (y - point[1])

    def within(self, one: Index, other: Index, gap: int) -> bool:
        """`geo.gap`, `geo.words`: whether the gap between two figures is at most that."""
        return self.reaches(self.at[one], other, gap)

    def reaches(self, point: Point, index: Index, gap: int) -> bool:
        """The same of a figure that stands, or stood, at a point."""
        reach = BASES + gap + 1
        return self.apart(point, index) <= reach * reach

    def contacts(self, index: Index) -> Mask:
        """`geo.contact`: the visible enemies that a figure touches, if it is visible itself."""
        known: dict[Index, Mask] | None = self.memo.get("contacts")
        if known is None:
            known = self.memo["contacts"] = self._touching()
        return known.get(index, 0)

    def _touching(self) -> dict[Index, Mask]:
        found: dict[Index, Mask] = {}
        theirs = [(other, *self.at[other]) for other in ones(self.seen(1))]
        for one in ones(self.seen(0)):
            x, y = self.at[one]
            for other, px, py in theirs:
                dx = px - x
                if -TOUCH <= dx <= TOUCH and dx * dx + (py - y) * (py - y) <= TOUCH * TOUCH:
                    found[one] = found.get(one, 0) | 1 << other
                    found[other] = found.get(other, 0) | 1 << one
        return found

    def engaged(self, index: Index) -> bool:
        """`geo.engaged`: in combat."""
        return bool(self.contacts(index))

    def loads_of(self, side: int) -> list[Point]:
        return [point for owner, point in self.loads if owner == side]

    def purse(self, index: Index) -> int:
        """The command points that an officer has in hand."""
        return dict(self.points).get(index, 0)

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, words: str, seats: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Tells an event, if anybody listens. Indexes among the facts become names."""
        if self.events is not None:
            named = {key: self.named(key, value) for key, value in facts.items()}
            ids = {key: self.identified(key, value) for key, value in facts.items()}
            self.events.append(Event(kind, clause, words.format(**named), ids, seats))

    def named(self, key: str, value: Any) -> Any:
        if key in ("figure", "target", "officer", "foe"):
            return self.roster[value].name
        return self.sides[value].name if key == "side" else self.identified(key, value)

    def identified(self, key: str, value: Any) -> Any:
        if key in ("figure", "target", "officer", "foe"):
            return self.roster[value].id
        if key in ("to", "place", "start"):
            return list(value)
        return self.sides[value].id if key == "side" else value

    def audience(self, index: Index) -> tuple[str, ...] | None:
        """Who may hear of a figure: its owner alone while it is hidden (`hide.secret`)."""
        return (self.seat(self.side_of(index)),) if self.hidden >> index & 1 else None

    # --- the doors ----------------------------------------------------------------------------------------------

    def stir(self) -> None:
        """Forgets what was found out about who stands where, and who can be seen. Copies share what they know."""
        self.memo = {}

    def put(self, index: Index, point: Point, facing: Bearing | None = None) -> None:
        self.at[index] = point
        if facing is not None:
            self.facing[index] = facing
        self.stir()

    def mark(self, name: str, index: Index) -> None:
        setattr(self, name, getattr(self, name) | 1 << index)

    def unmark(self, name: str, index: Index) -> None:
        setattr(self, name, getattr(self, name) & ~(1 << index))

    def reveal(self, index: Index) -> None:
        """`hide.ends`: seen once, seen for good. Nobody can take back what he has seen."""
        self.unmark("hidden", index)
        self.stir()
        self.revealed = True

    def remove(self, index: Index, fate: str) -> None:
        """A figure leaves the table: it is killed, has fled or has left by an exit."""
        self.mark(fate, index)
        for name in ("on", "hidden", "routing", "hesitating", *TRIGGERS):
            self.unmark(name, index)
        self.deaths[index] = 0
        self.points = tuple([(officer, left) for officer, left in self.points if officer != index])
        self.stir()

    def spend(self, officer: Index, cost: int) -> None:
        self.points = tuple([(one, left - cost if one == officer else left) for one, left in self.points])


_SHARED = tuple(name for name in Field.__slots__ if name not in ("at", "facing", "deaths", "start", "events"))
_COMPARED = tuple(name for name in Field.__slots__ if name not in ("events", "memo", "ground", "terms", "sides"))


def ones(mask: Mask) -> Iterator[Index]:
    """The indexes in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def about(apart: int, best: int) -> bool:
    """Whether a distance is at most 0.001 more than another; both are given by their squares."""
    more = apart - best - 1
    return more <= 0 or more * more <= 4 * best


def nearer(one: int, other: int) -> bool:
    """`geo.tolerance`: whether a distance is less than another by more than 0.001; both are given by their squares."""
    more = other - one - 1
    return more > 0 and more * more > 4 * one
