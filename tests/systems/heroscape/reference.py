"""The rule book once more, worked out the slow way: every figure, every path, every line, straight from its words.

Nothing here is taken from the program. What it offers is compared with what follows from these few functions in
positions drawn at random: movement and charges, changes of formation, fire, close combat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product
from math import ceil, floor
from typing import Any

Hex = str
Stand = dict[Hex, int]
Ends = dict[Hex, Hex]
"""Where each stack of a unit goes, by the hex where it stood."""

MOVES = {"infantry": 3, "cavalry": 4, "machine-gun": 3, "artillery": 3, "leader": 4}
RANGES = {"none": (0, 0), "musket": (1, 4), "rifle": (2, 6), "machine-gun": (2, 6)}
RANGES |= {"smooth-bore": (3, 8), "rifled-gun": (4, 12)}
GUNS = ("machine-gun", "artillery")


# --- hexes --------------------------------------------------------------------------------------------------


def cube(name: Hex) -> tuple[int, int, int]:
    i, j = int(name[:2]) - 1, int(name[2:]) - 1
    x = i - (j - j % 2) // 2
    return x, -x - j, j


def named(x: int, z: int) -> Hex:
    return f"{x + (z - z % 2) // 2 + 1:02d}{z + 1:02d}"


def distance(a: Hex, b: Hex) -> int:
    return max(abs(one - other) for one, other in zip(cube(a), cube(b), strict=True))


def line(a: Hex, b: Hex, choice: int) -> list[Hex]:
    """The routine of section 11; `choice` is +1 or -1."""
    start, end, n = cube(a), cube(b), distance(a, b)
    m = max(range(3), key=lambda axis: (abs(end[axis] - start[axis]), -axis))
    p, q = (axis for axis in range(3) if axis != m)
    found = []
    for k in range(1, n):
        at = [0, 0, 0]
        at[m] = start[m] + k * (1 if end[m] > start[m] else -1)
        exact = start[p] + Fraction((end[p] - start[p]) * k, n)
        half = exact.denominator == 2
        at[p] = (ceil(exact) if choice > 0 else floor(exact)) if half else round(exact)
        at[q] = -at[m] - at[p]
        found.append(named(at[0], at[2]))
    return found


def contiguous(hexes: set[Hex]) -> bool:
    if not hexes:
        return True
    seen, edge = set[Hex](), {min(hexes)}
    while edge:
        seen |= edge
        edge = {other for other in hexes - seen if any(distance(other, one) == 1 for one in edge)}
    return seen == hexes


# --- the position -------------------------------------------------------------------------------------------


@dataclass
class Unit:
    id: str
    side: str
    kind: str
    origin: str
    weapon: str
    stand: Stand

    @property
    def points(self) -> int:
        return 2 if self.kind == "cavalry" else 1

    @property
    def allowance(self) -> int:
        return 4 if self.kind == "infantry" and self.origin == "native" else MOVES[self.kind]

    @property
    def dice(self) -> int:
        return 3 if self.kind in GUNS else 1

    def load(self, figures: int) -> int:
        return 4 if self.kind in GUNS else self.points * figures


@dataclass
class Book:
    """A position, and what the rule book says about it."""

    scenario: dict[str, Any]
    units: dict[str, Unit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.options = self.scenario.get("options", {})
        self.codes: dict[Hex, str] = self.scenario["board"]["codes"]
        self.columns: int = self.scenario["board"]["columns"]
        self.rows: int = self.scenario["board"]["rows"]
        edges = self.scenario["board"]["sides"]
        self.sides: dict[frozenset[Hex], str] = {frozenset(side["between"]): side["is"] for side in edges}
        for entry in self.scenario["unit"]:
            stand = {word[:4]: int(word[5:]) for word in entry["at"].split()}
            origin, weapon = entry.get("origin", "european"), entry.get("weapon", "none")
            self.units[entry["id"]] = Unit(entry["id"], entry["side"], entry["kind"], origin, weapon, stand)
        pairs = self.scenario.get("engaged", [])
        self.engaged = {frozenset(pair) for pair in pairs}

    def on_map(self, name: Hex) -> bool:
        return 1 <= int(name[:2]) <= self.columns and 1 <= int(name[2:]) <= self.rows

    def hexes(self) -> Iterator[Hex]:
        for column, row in product(range(1, self.columns + 1), range(1, self.rows + 1)):
            yield f"{column:02d}{row:02d}"

    def level(self, name: Hex) -> int:
        return int(self.codes.get(name, ".").lstrip(".f=~w#F") or 0)

    def terrain(self, name: Hex) -> str:
        return self.codes.get(name, ".").rstrip("0123456789") or "."

    def near(self, name: Hex) -> list[Hex]:
        return [other for other in self.hexes() if distance(name, other) == 1]

    def is_open(self, a: Hex, b: Hex) -> bool:
        enterable = not {self.terrain(a), self.terrain(b)} & {"~", "#"}
        low = abs(self.level(a) - self.level(b)) <= 2
        return enterable and low and self.side(a, b) != "high"

    def side(self, a: Hex, b: Hex) -> str:
        return self.sides.get(frozenset((a, b)), "")

    def held(self, side: str) -> set[Hex]:
        return {name for unit in self.units.values() if unit.side == side for name in unit.stand}

    def enemies(self, unit: Unit) -> list[Unit]:
        return [other for other in self.units.values() if other.side != unit.side]

    def foes(self, unit: Unit) -> list[Unit]:
        return [other for other in self.enemies(unit) if frozenset((unit.id, other.id)) in self.engaged]

    def abuts(self, name: Hex, other: Unit) -> bool:
        return any(distance(name, at) == 1 and self.is_open(name, at) for at in other.stand)

    def room(self, unit: Unit, name: Hex) -> int:
        """Points that are free in a hex beside other units of the side."""
        friends = [other for other in self.units.values() if other.side == unit.side and other.id != unit.id]
        return 4 - sum(other.load(other.stand[name]) for other in friends if name in other.stand)

    # --- movement -------------------------------------------------------------------------------------------

    def cost(self, unit: Unit, a: Hex, b: Hex) -> int | None:
        if not self.is_open(a, b):
            return None
        wall, wood = self.side(a, b) == "wall", self.terrain(b) == "w"
        if unit.kind in GUNS and self.options.get("wheels") == "hampered" and (wall or wood):
            return None
        climb = self.level(b) - self.level(a)
        contours = 0 if climb < 0 and self.options.get("downhill") == "free" else abs(climb)
        return 1 + contours + wall + (self.terrain(b) in ("w", "f"))

    def reach(self, unit: Unit, start: Hex, spend: int, away: bool) -> set[Hex]:
        """Where one stack may end, as far as its own path goes."""
        foes = {name for other in self.enemies(unit) for name in other.stand}

        def far(name: Hex) -> int:
            return min(distance(name, foe) for foe in foes)

        best, queue = {start: 0}, [(0, start)]
        while queue:
            spent, here = heappop(queue)
            for there in self.near(here):
                step = self.cost(unit, here, there)
                if step is None or there in foes or (away and far(there) < far(here)):
                    continue
                if spent + step <= spend and spent + step < best.get(there, spend + 1):
                    best[there] = spent + step
                    heappush(queue, (spent + step, there))
        return {end for end in best if not away or end == start or far(end) > far(start)}

    def movements(self, unit: Unit, kind: str, away: bool, target: Unit | None = None) -> list[Ends]:
        """Every end of a Move, Double or Charge that the rules allow."""
        spend = unit.allowance * (2 if kind == "double" else 1)
        starts = list(unit.stand)
        reach = [self._fitting(unit, start, self.reach(unit, start, spend, away)) for start in starts]
        found = [dict(zip(starts, ends, strict=True)) for ends in product(*reach)]
        return [ends for ends in found if self._may_end(unit, ends, target)]

    def _fitting(self, unit: Unit, start: Hex, ends: set[Hex]) -> list[Hex]:
        load, foes = unit.load(unit.stand[start]), self.foes(unit)
        clear = [end for end in sorted(ends) if not any(self.abuts(end, foe) for foe in foes)]
        return [end for end in clear if end == start or self.room(unit, end) >= load]

    def _may_end(self, unit: Unit, ends: Ends, target: Unit | None) -> bool:
        where = set(ends.values())
        if len(where) < len(ends) or not (self.options.get("detach") == "yes" or contiguous(where)):
            return False
        if target is not None:
            return any(self.abuts(end, target) for end in where)
        return any(start != end for start, end in ends.items())

    # --- formation ------------------------------------------------------------------------------------------

    def changes(self, unit: Unit, kind: str) -> set[frozenset[tuple[Hex, int]]]:
        """Every formation that a Change may lead to, as (hex, figures)."""
        men = [start for start, figures in sorted(unit.stand.items()) for _ in range(figures)]
        steps = {start: [start, *self._steps(unit, start)] for start in unit.stand}
        stands = {frozenset(Counter(ends).items()) for ends in product(*[steps[start] for start in men])}
        return {stand for stand in stands if self._is_change(unit, dict(stand), kind)}

    def _steps(self, unit: Unit, start: Hex) -> list[Hex]:
        held = {name for other in self.enemies(unit) for name in other.stand}
        foes = self.foes(unit)
        open_to = [there for there in self.near(start) if self.is_open(start, there) and there not in held]
        return [there for there in open_to if not any(self.abuts(there, foe) for foe in foes)]

    def _is_change(self, unit: Unit, stand: Stand, kind: str) -> bool:
        old, new = set(unit.stand), set(stand)
        grown = len(new) > len(old) and old <= new
        shrunk = len(new) < len(old) and new <= old
        if not (grown if kind == "open" else shrunk):
            return False
        if any(unit.load(figures) > self.room(unit, name) for name, figures in stand.items()):
            return False
        return self.options.get("detach") == "yes" or contiguous(new)

    # --- fire -----------------------------------------------------------------------------------------------

    def effective(self, a: Hex, b: Hex) -> int:
        return distance(a, b) + max(0, self.level(b) - self.level(a))

    def sees(self, unit: Unit, a: Hex, b: Hex, target: Unit) -> bool:
        return any(self._clear(unit, a, b, target, line(a, b, choice)) for choice in (1, -1))

    def _clear(self, unit: Unit, a: Hex, b: Hex, target: Unit, between: list[Hex]) -> bool:
        n = distance(a, b)
        for k, name in enumerate(between, 1):
            height = Fraction((self.level(a) + 1) * (n - k) + (self.level(b) + 1) * k, n)
            if not self.on_map(name) or self.top(unit, name) >= height:
                return False
            if name in self.held(unit.side) and not self.overhead(unit, a, name, target):
                return False
        return True

    def top(self, unit: Unit, name: Hex) -> int:
        heads = any(name in other.stand for other in self.enemies(unit))
        rise = 2 if self.terrain(name) in ("w", "#") else int(heads)
        return self.level(name) + rise

    def overhead(self, unit: Unit, a: Hex, friend: Hex, target: Unit) -> bool:
        near = min(distance(friend, name) for name in target.stand)
        return unit.kind == "artillery" and self.level(a) > self.level(friend) and near > 6

    def volley(self, unit: Unit, target: Unit) -> tuple[int, int, set[Hex]]:
        """Short dice, long dice, and the target's hexes that are exposed."""
        short, long = RANGES[unit.weapon]
        dice, exposed = [0, 0], set[Hex]()
        for start, figures in unit.stand.items():
            seen = [name for name in target.stand if self.sees(unit, start, name, target)]
            seen = [name for name in seen if self.effective(start, name) <= long]
            if seen:
                band = int(min(self.effective(start, name) for name in seen) > short)
                dice[band] += min(2, figures) * unit.dice
                exposed |= set(seen)
        return dice[0], dice[1], exposed

    # --- close combat ---------------------------------------------------------------------------------------

    def blows(self, unit: Unit, foe: Unit) -> int:
        fighters = 0
        for name, figures in unit.stand.items():
            sides = sum(1 for other in self.near(name) if other in foe.stand and self.is_open(name, other))
            fighters += min(figures, 2 * sides)
        return fighters * unit.points
