"""The battlefield: where every figure stands, who is engaged with whom, and the few doors through which it changes.

A position is copied very often, so it is made of plain values: units are frozen rows in a list, sets of hexes are
bit masks. A unit's number in the list (its *slot*) never changes meaning while the unit has figures.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.boards.hex import Mask, bits
from zareba.engine.events import Event, Result
from zareba.systems.heroscape.ground import Ground
from zareba.systems.heroscape.troops import HEX_POINTS, Troop

Slot = int
Cell = int
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
COURT = {"j": "jack", "q": "queen", "k": "king", "a": "ace"}
Stacks = tuple[tuple[Cell, int], ...]
Pair = tuple[Slot, Slot]


class Unit(NamedTuple):
    """A unit, or a separated part of one (`contig.separate`): its stacks, hex by hex (`unit.stack`)."""

    troop: Troop
    part: int
    stacks: Stacks
    mask: Mask
    figures: int
    loads: tuple[Mask, Mask, Mask, Mask]
    """The hexes where it takes up at least 1, 2, 3 and 4 points."""
    square: bool = False
    limbered: bool = False

    @property
    def id(self) -> str:
        return self.troop.id if self.part == 1 else f"{self.troop.id}.{self.part}"

    @property
    def name(self) -> str:
        return self.troop.name if self.part == 1 else f"{self.troop.name} ({self.part})"

    def within(self, mask: Mask) -> int:
        """How many of its figures stand in these hexes."""
        return sum([figures for cell, figures in self.stacks if mask >> cell & 1])


class Side(NamedTuple):
    """One side of the battle: its colour, its players by suit, and when it is exhausted."""

    id: str
    name: str
    colour: str
    seats: tuple[str, ...]
    figures: int
    exhausted: int


class Acting(NamedTuple):
    """The activation under way: which unit, whether its nerve held, and what it has done so far."""

    slot: Slot
    passed: bool
    engaged: bool
    """`act.engaged-no-fire`: it was engaged when its activation began."""
    first: str = ""


class Rules(NamedTuple):
    """The named options of section 3.13 and the two choices a table makes before it plays."""

    repeat: str = "free"
    court_cards: str = "one"
    detach: str = "no"
    downhill: str = "cost"
    wheels: str = "anywhere"
    ranks: str = "two-abreast"
    engaged_fire: str = "no"
    fort_melee: str = "no"
    leader_guns: str = "three"
    leader_risk: str = "six"
    leader_rides: str = "no"
    exhaustion: str = "defeat"
    square: str = "off"
    limber: str = "off"
    deployment: str = "printed"


class Terms(NamedTuple):
    """What the scenario lays down for the end of the battle, for deployment and for leaving the map."""

    packs: int
    at_limit: dict[str, Any]
    objectives: tuple[dict[str, Any], ...]
    areas: tuple[Mask, Mask]
    order: tuple[int, ...]
    exits: tuple[Mask, Mask]
    exit_cost: int
    exit_lost: bool


class Pack(NamedTuple):
    """The cards: those left, those turned since the shuffle, packs used up, and whether anybody acted in this one."""

    left: tuple[str, ...]
    turned: tuple[str, ...]
    packs: int = 0
    used: bool = False


class Field:
    """A position. `copy` is all that a clone between two steps costs."""

    __slots__ = (
        "acting",
        "again",
        "alone",
        "chosen",
        "deployed",
        "engaged",
        "events",
        "ground",
        "held",
        "left",
        "lost",
        "memo",
        "mustered",
        "pack",
        "plan",
        "result",
        "revealed",
        "rules",
        "sides",
        "terms",
        "units",
    )

    def __init__(self, ground: Ground, sides: tuple[Side, Side], rules: Rules, terms: Terms, pack: Pack) -> None:
        self.ground = ground
        self.sides = sides
        self.rules = rules
        self.terms = terms
        self.pack = pack
        self.units: list[Unit] = []
        self.held: list[Mask] = [0, 0]
        self.engaged: frozenset[Pair] = frozenset()
        self.lost: tuple[int, int] = (0, 0)
        self.left: tuple[int, int] = (0, 0)
        self.acting: Acting | None = None
        self.again: tuple[str, str] | None = None
        self.chosen: tuple[str, ...] = ()
        self.deployed: tuple[str, ...] | None = None
        self.plan: tuple[tuple[Cell, Cell], ...] = ()
        self.memo: dict[Any, Any] = {}
        """What has been worked out of this position: good until anything changes."""
        self.alone: list[dict[Any, Mask]] = [{}, {}]
        """What has been worked out of where one side stands: good until one of its own units changes."""
        self.mustered: dict[Any, list[Slot]] = {}
        """Who is on the map: good until a unit comes or goes."""
        self.result: Result | None = None
        self.revealed = False
        self.events: list[Event] | None = None

    def copy(self) -> Field:
        twin: Field = Field.__new__(Field)
        twin.ground = self.ground
        twin.sides = self.sides
        twin.rules = self.rules
        twin.terms = self.terms
        twin.pack = self.pack
        twin.units = self.units.copy()
        twin.held = self.held.copy()
        twin.engaged = self.engaged
        twin.lost = self.lost
        twin.left = self.left
        twin.acting = self.acting
        twin.again = self.again
        twin.chosen = self.chosen
        twin.deployed = self.deployed
        twin.plan = self.plan
        twin.memo = {}
        twin.alone = self.alone.copy()
        twin.mustered = self.mustered
        twin.result = self.result
        twin.revealed = self.revealed
        twin.events = None
        return twin

    def player(self, seat: str) -> str:
        """A player as people call him: by his side, or by his suit and side."""
        side = next(side for side in self.sides if seat in side.seats)
        return side.name if len(side.seats) == 1 else f"{seat} ({side.name})"

    # --- looking ------------------------------------------------------------------------------------------------

    def living(self, side: int) -> list[Slot]:
        """The units of a side that have figures on the map."""
        if side not in self.mustered:
            self.mustered[side] = [
                slot for slot, unit in enumerate(self.units) if unit.mask and unit.troop.side == side
            ]
        return self.mustered[side]

    def standing_in(self, hexes: Mask, side: int) -> list[Slot]:
        """The units of a side that have figures in any of these hexes."""
        if not hexes & self.held[side]:
            return []
        return [slot for slot in self.living(side) if self.units[slot].mask & hexes]

    def find(self, name: str) -> Slot:
        """The slot of a unit by its id, -1 if there is none on the map."""
        for slot, unit in enumerate(self.units):
            if unit.figures and unit.id == name:
                return slot
        return -1

    def foes(self, slot: Slot) -> list[Slot]:
        """The enemy units that a unit is engaged with (`engage.many`)."""
        if not self.engaged:
            return []
        return sorted([b if a == slot else a for a, b in self.engaged if a == slot or b == slot])

    def is_engaged(self, slot: Slot) -> bool:
        return bool(self.engaged) and any([slot in pair for pair in self.engaged])

    def beside(self, unit: Unit) -> Mask:
        """The hexes in which an enemy figure would abut the unit: across an open side."""
        return self.ground.rim(unit.mask)

    def touching(self, leader: Unit, unit: Unit) -> bool:
        """`morale.touch`: the same hex or an adjacent one; levels and walls do not matter."""
        return bool((self.ground.grid.around(leader.mask) | leader.mask) & unit.mask)

    def leaders(self, side: int) -> list[Slot]:
        key = ("leaders", side)
        if key not in self.mustered:
            self.mustered[key] = [slot for slot in self.living(side) if self.units[slot].troop.leads]
        return self.mustered[key]

    def crowded(self, slot: Slot, points: int) -> Mask:
        """The hexes where a stack of so many points finds no room beside other units of its side.

        `stack.limit`, `stack.part`: four points fill a hex, a weapon fills it with its crew (`stack.weapon`).
        Units of one side may share a hex (`stack.shared`); while a unit moves nothing is checked (`stack.checked`).
        """
        key, side = (slot, points), self.units[slot].troop.side
        if key in self.alone[side]:
            return self.alone[side][key]
        others = [self.units[other] for other in self.living(side) if other != slot]
        full = once = twice = 0
        for unit in others:
            full |= unit.loads[HEX_POINTS - points]
            twice |= once & unit.mask
            once |= unit.mask
        for cell in bits(twice & ~full):
            if sum(load_in(unit, cell) for unit in others) + points > HEX_POINTS:
                full |= 1 << cell
        self.alone[side][key] = full
        return full

    def neighbours(self, slot: Slot) -> Mask:
        """The hexes in which other units of the unit's side stand."""
        side, mask = self.units[slot].troop.side, 0
        if slot not in self.alone[side]:
            for other in self.living(side):
                if other != slot:
                    mask |= self.units[other].mask
            self.alone[side][slot] = mask
        return self.alone[side][slot]

    def space(self, slot: Slot, cell: Cell) -> int:
        """The points that are free in a hex beside other units of the unit's side."""
        if not self.neighbours(slot) >> cell & 1:
            return HEX_POINTS
        side = self.units[slot].troop.side
        others = [self.units[other] for other in self.living(side) if other != slot]
        return HEX_POINTS - sum([load_in(unit, cell) for unit in others if unit.mask >> cell & 1])

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, words: str, **facts: Any) -> None:
        """Tells an event, if anybody listens. Slots and cells among the facts become names."""
        if self.events is not None:
            named = {key: self.named(key, value) for key, value in facts.items()}
            ids = {key: self.identified(key, value) for key, value in facts.items()}
            self.events.append(Event(kind, clause, words.format(**named), ids))

    def named(self, key: str, value: Any) -> Any:
        if key in ("unit", "target", "leader"):
            return self.units[value].name
        if key == "card":
            return card_name(value)
        if key == "who":
            return self.player(value)
        return self.identified(key, value)

    def identified(self, key: str, value: Any) -> Any:
        if key in ("unit", "target", "leader"):
            return self.units[value].id
        if key in ("cell", "start", "end"):
            return self.ground.grid.name(value) if value >= 0 else "off the map"
        return self.sides[value].name if key == "side" else value

    # --- the doors ----------------------------------------------------------------------------------------------

    def place(self, slot: Slot, stacks: dict[Cell, int]) -> None:
        """Puts the figures of a unit where they now stand, and ends every engagement that no longer holds."""
        unit = self.units[slot]
        self.stand(slot, row(unit.troop, unit.part, stacks, unit.square, unit.limbered))
        self._hold(unit.troop.side)
        if self.engaged:
            self.part_company(slot)

    def stand(self, slot: Slot, unit: Unit) -> None:
        """Writes one row, and forgets what was worked out for the old one."""
        if bool(unit.figures) != bool(self.units[slot].figures):
            self.mustered = {}
        self.alone[unit.troop.side] = {}
        self.units[slot] = unit
        self.memo = {}

    def change(self, slot: Slot, square: bool | None = None, limbered: bool | None = None) -> None:
        """Forms or leaves square, limbers or unlimbers."""
        unit = self.units[slot]
        self.stand(
            slot,
            unit._replace(
                square=unit.square if square is None else square,
                limbered=unit.limbered if limbered is None else limbered,
            ),
        )

    def fall(self, slot: Slot, cell: Cell) -> None:
        """One figure of a unit is removed from a hex."""
        unit = self.units[slot]
        self.place(slot, {at: figures - (at == cell) for at, figures in unit.stacks})
        red, black = self.lost
        self.lost = (red + 1, black) if unit.troop.side == 0 else (red, black + 1)
        if self.units[slot].square and self.units[slot].figures < 4:
            self.change(slot, square=False)

    def leave(self, side: int, figures: int) -> None:
        """Figures leave the map by an exit (`board.edge`); the scenario says whether they count as lost."""
        red, black = self.left
        self.left = (red + figures, black) if side == 0 else (red, black + figures)

    def engage(self, one: Slot, other: Slot) -> None:
        """`charge.engage`: these two units are engaged, whoever else they abut."""
        self.engaged = self.engaged | {pair(one, other)}
        self.memo = {}

    def part_company(self, slot: Slot) -> None:
        """`engage.ends`: two units are engaged only as long as some of their figures abut."""
        beside = self.beside(self.units[slot])
        for foe in self.foes(slot):
            if not beside & self.units[foe].mask:
                self.engaged = self.engaged - {pair(slot, foe)}
                self.memo = {}
                self.tell(
                    "parted",
                    "engage.ends",
                    "{unit} and {target} are no longer engaged.",
                    unit=slot,
                    target=foe,
                )

    def _hold(self, side: int) -> None:
        held = 0
        for slot in self.living(side):
            held |= self.units[slot].mask
        self.held[side] = held


def card_name(card: str) -> str:
    return f"{COURT.get(card[:-1], card[:-1])} of {SUITS[card[-1]]}"


def pair(one: Slot, other: Slot) -> Pair:
    return (one, other) if one < other else (other, one)


def load(troop: Troop, figures: int) -> int:
    """The points that a stack takes up in its hex; a weapon shares its hex with nobody."""
    return HEX_POINTS if troop.gun else troop.points * figures


def load_in(unit: Unit, cell: Cell) -> int:
    return sum(mask >> cell & 1 for mask in unit.loads)


def row(troop: Troop, part: int, stacks: dict[Cell, int], square: bool = False, limbered: bool = False) -> Unit:
    """A unit standing so."""
    rows = tuple(sorted([(cell, figures) for cell, figures in stacks.items() if figures]))
    loads = [0, 0, 0, 0]
    total = 0
    for cell, figures in rows:
        total += figures
        for points in range(load(troop, figures)):
            loads[points] |= 1 << cell
    return Unit(troop, part, rows, loads[0], total, (loads[0], loads[1], loads[2], loads[3]), square, limbered)
