"""Where a unit can go: the search behind every movement (section 3.7 of the rule book).

Each stack of a unit moves as one block along its own path (`move.stacks`); stacks neither divide nor combine
(`move.keep-stacks`). Where they end must be legal as a whole: contiguous, within the stacking limit, clear of enemies
broken off from. So the stacks are placed one after the other, each beside those placed before, and only where the
rest can still follow. Any legal end can be reached by some order of placing, and none leads into a dead end.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from zareba.boards.hex import OFF, Mask, Ways, bits
from zareba.engine.options import Chance, Sifted
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit, load
from zareba.systems.heroscape.places import find_place

Step = tuple[int, Cell]
"""Which stack (by its place in the unit's list), and where it goes; OFF where it leaves the map."""
DONE: Step = (-1, 0)
MOVE, DOUBLE, CHARGE = "move", "double", "charge"


class Steps(Sifted[Step]):
    """The options of one placing: any stack not yet placed, and where it may go so that the rest can follow."""

    __slots__ = ("_manoeuvre", "_placed", "_rest")

    def __init__(self, manoeuvre: Manoeuvre, placed: Mask, rest: list[int]) -> None:
        super().__init__()
        self._manoeuvre = manoeuvre
        self._placed = placed
        self._rest = rest

    def sift(self) -> list[Step]:
        manoeuvre, placed, rest = self._manoeuvre, self._placed, self._rest
        first = len(rest) == len(manoeuvre.stacks)
        ends = [(stack, manoeuvre.ends(stack, placed, rest)) for stack in rest]
        found = [(stack, cell) for stack, mask in ends for cell in bits(mask)]
        found += [(stack, OFF) for stack in rest if manoeuvre.leaves(stack, placed, rest)]
        return found if first or not manoeuvre.may_stop(placed, rest) else [*found, DONE]

    def pick(self, chance: Chance) -> Step:
        """A stack at random and one of its ends at random (or the end of the movement), until the rest can follow."""
        manoeuvre, placed, rest = self._manoeuvre, self._placed, self._rest
        left = [*rest, DONE[0]] if len(rest) < len(manoeuvre.stacks) else list(rest)
        while left:
            stack = left.pop(int(chance() * len(left)))
            if stack < 0:
                if manoeuvre.may_stop(placed, rest):
                    return DONE
                continue
            wanted = manoeuvre.wanted(stack, placed)
            while wanted:
                cell = nth(wanted, int(chance() * wanted.bit_count()))
                if manoeuvre.completable(stack, cell, placed, rest):
                    return stack, cell
                wanted &= ~(1 << cell)
        return self.found[int(chance() * len(self.found))]


def nth(mask: Mask, index: int) -> Cell:
    """The hex at this place in a set of hexes."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


class Manoeuvre:
    """One movement of one unit: where each of its stacks may end, and which ends go together."""

    __slots__ = ("_away", "_known", "_reach", "field", "kind", "loose", "slot", "spend", "stacks", "touch")

    def __init__(self, field: Field, slot: Slot, kind: str) -> None:
        self.field = field
        self.slot = slot
        self.kind = kind
        self.stacks = field.units[slot].stacks
        self.spend = allowance(field.units[slot], kind)
        self.loose = field.rules.detach == "yes"
        self.touch: Mask = 0
        self._away = must_give_way(field, slot)
        self._reach: dict[int, Mask] = {}
        self._known: dict[int, Mask] = {}

    def towards(self, target: Slot) -> Manoeuvre:
        """The same for a charge: at least one figure must end abutting the target (`charge.end`)."""
        self.touch = self.field.beside(self.field.units[target])
        return self

    def opening(self) -> Steps:
        """The first stack to be placed: one that moves, or in a charge one that ends abutting the target."""
        return Steps(self, 0, list(range(len(self.stacks))))

    def possible(self) -> bool:
        """Is there any such movement at all?"""
        if self.kind != CHARGE and self._one_step():
            return True
        stacks = range(len(self.stacks))
        if self.kind == CHARGE and not any(self.wanted(stack, 0) for stack in stacks):
            return False
        if len(stacks) > 1 and any(self.wanted(stack, 0) & self._sure(stack) for stack in stacks):
            return True
        return any(self.ends(stack, 0, list(stacks)) or self.leaves(stack, 0, list(stacks)) for stack in stacks)

    def reach(self, stack: int) -> Mask:
        """Where this stack may end: what it reaches, less what is forbidden there."""
        if stack not in self._reach:
            self._reach[stack] = reach(self.field, self.slot, self.stacks[stack], self.spend, self._away)
        return self._reach[stack]

    def wanted(self, stack: int, placed: Mask) -> Mask:
        """Where this stack may be placed next, the others aside."""
        if placed or self.field.plan:
            free = self.reach(stack) & ~placed
            return free if self.loose or not placed else free & self.field.ground.grid.around(placed)
        if self.kind == CHARGE:
            return self.reach(stack) & self.touch
        return self.reach(stack) & ~(1 << self.stacks[stack][0])

    def ends(self, stack: int, placed: Mask, rest: list[int]) -> Mask:
        """Where this stack may be placed next so that the others can follow."""
        wanted = self.wanted(stack, placed)
        others = [self.reach(other) for other in rest if other != stack]
        if not wanted or not others:
            return wanted
        sure = 0
        if not self.loose:
            known = self._sure(stack) if len(rest) == len(self.stacks) else self._through_common_ground(others, placed)
            sure = wanted & known
            if sure != wanted and not placed:
                sure |= wanted & self._as_a_body(stack)
        return sure | self._each_completable(wanted & ~sure, others, placed)

    def completable(self, stack: int, cell: Cell, placed: Mask, rest: list[int]) -> bool:
        """Can the others follow if this stack is placed here? At the beginning they can often simply stay."""
        others = [other for other in rest if other != stack]
        if not others or (not placed and self.may_stop(1 << cell, others)):
            return True
        return self._fits(placed | 1 << cell, [self.reach(other) for other in others])

    def leaves(self, stack: int, placed: Mask, rest: list[int]) -> bool:
        """May this stack leave the map, so that the others can still end their movement?"""
        cell = self.stacks[stack][0]
        if self.kind == CHARGE or not can_leave(self.field, self.field.units[self.slot], cell, self.kind):
            return False
        return self._fits(placed, [self.reach(other) for other in rest if other != stack])

    def may_stop(self, placed: Mask, rest: list[int]) -> bool:
        """May the stacks not yet placed stay where they are? (`contig.voluntary`, `move.break-off`)"""
        for stack in rest:
            start = 1 << self.stacks[stack][0]
            if placed & start or self.barred & start:
                return False
            placed |= start
        return self.loose or self.field.ground.grid.connected(placed)

    @property
    def barred(self) -> Mask:
        return abutted(self.field, self.slot)

    # --- what goes together -------------------------------------------------------------------------------------

    def _one_step(self) -> bool:
        """Could one stack alone step into the next hex? That settles most cases without a search."""
        field, unit = self.field, self.field.units[self.slot]
        grid, barred = field.ground.grid, self.barred
        closed = field.held[1 - unit.troop.side] | unit.mask | barred
        step = ways_of(field, unit).step
        for cell, figures in self.stacks:
            rest = unit.mask & ~(1 << cell)
            ends = grid.near[cell] & ~closed
            if not ends or rest & barred or not (self.loose or grid.connected(rest)):
                continue
            ends &= ~field.crowded(self.slot, load(unit.troop, figures))
            if rest and not self.loose:
                ends &= grid.around(rest)
            for end in bits(ends):
                cost = step(cell, end)
                if cost is not None and cost <= self.spend and (not self._away or leads_away(field, unit, cell, end)):
                    return True
        return False

    def _sure(self, stack: int) -> Mask:
        """Hexes from which the others can surely follow, found for all hexes at once."""
        if stack not in self._known:
            others = [self.reach(other) for other in range(len(self.stacks)) if other != stack]
            self._known[stack] = self._through_common_ground(others, 0)
        return self._known[stack]

    def _through_common_ground(self, rest: list[Mask], placed: Mask) -> Mask:
        """Hexes beside (or in) a group of hexes that each of the others reaches, and that has room for all."""
        grid = self.field.ground.grid
        common = ~placed
        for mask in rest:
            common &= mask
        found = 0
        for group in grid.groups(common):
            room = group.bit_count() - len(rest)
            near = grid.around(group)
            if room > 0:
                found |= grid.board if near & placed else near | group
            elif room == 0:
                found |= near & ~group
        return found

    def _as_a_body(self, stack: int) -> Mask:
        """Hexes to which the whole unit can follow by the same shift: surely completable, and quick to find."""
        start, grid = self.stacks[stack][0], self.field.ground.grid
        ends = grid.board
        for other, (cell, _) in enumerate(self.stacks):
            if other != stack:
                ends &= grid.shifted(self.reach(other), cell, start)
        return ends

    def _each_completable(self, mask: Mask, rest: list[Mask], placed: Mask) -> Mask:
        found = 0
        for cell in bits(mask & self._within_call(rest, placed)):
            if self._fits(placed | 1 << cell, rest):
                found |= 1 << cell
        return found

    def _within_call(self, rest: list[Mask], placed: Mask) -> Mask:
        """The hexes that each of the other stacks could be joined to by the rest of them: no others will do."""
        near = self.field.ground.grid.board
        if placed or self.loose:
            return near
        around, anywhere = self.field.ground.grid.around, 0
        for mask in rest:
            anywhere |= mask
        for mask in rest:
            for _ in rest[1:]:
                mask |= around(mask) & anywhere
            near &= around(mask)
        return near

    def _fits(self, placed: Mask, rest: list[Mask]) -> bool:
        """Can the remaining stacks be placed too, all in different hexes and all together contiguous?"""
        grid = self.field.ground.grid
        edge = (grid.around(placed) if placed and not self.loose else grid.board) & ~placed
        beside = [mask & edge for mask in rest]
        if _enough_for_each(beside):
            return True
        hopeful = self.loose
        for number, mask in enumerate(beside):
            for cell in bits(mask):
                if self._fits(placed | 1 << cell, rest[:number] + rest[number + 1 :]):
                    return True
                if not hopeful and not self._near_enough(placed, rest):
                    return False
                hopeful = True
            if self.loose:
                break  # where nothing need stand beside anything, the order does not matter
        return False

    def _near_enough(self, placed: Mask, rest: list[Mask]) -> bool:
        """Is there for every stack a hex of its own that may become part of the group? Spares a long search in vain."""
        around, anywhere, grown = self.field.ground.grid.around, 0, placed
        for mask in rest:
            anywhere |= mask
        for _ in rest:
            grown |= around(grown) & anywhere
        return _one_for_each([mask & grown & ~placed for mask in rest])


def _enough_for_each(choices: list[Mask]) -> bool:
    """Are there hexes for all, whoever chooses first? Then look no further."""
    sizes = sorted([mask.bit_count() for mask in choices])
    return all([size > number for number, size in enumerate(sizes)])


def _one_for_each(choices: list[Mask]) -> bool:
    """Is there a hex for each that nobody else needs?"""
    if _enough_for_each(choices):
        return True
    near = {number: list(bits(mask)) for number, mask in enumerate(choices)}
    places = dict.fromkeys(bits(reduce(or_, choices)), 1)
    seated: dict[Cell, list[int]] = {cell: [] for cell in places}
    return all([find_place(number, near, places, seated, set()) for number in near])


def reach(field: Field, slot: Slot, stack: tuple[Cell, int], spend: int, away: bool) -> Mask:
    """Where a stack may end: what it reaches past friends, less what is full or too near an engaged enemy.

    Friends may be passed through (`move.friends`), enemies not (`move.enemies`), but anybody may pass beside them
    (`move.beside`).
    """
    key = (slot, stack, spend, away)
    if key not in field.memo:
        unit, (cell, figures) = field.units[slot], stack
        blocked = field.held[1 - unit.troop.side]
        full = field.crowded(slot, load(unit.troop, figures)) & ~(1 << cell)
        ends = _ways_away(field, unit, cell, spend) if away else ways_of(field, unit).reach(cell, spend, blocked)
        field.memo[key] = ends & ~full & ~abutted(field, slot)
    found: Mask = field.memo[key]
    return found


def _ways_away(field: Field, unit: Unit, cell: Cell, spend: int) -> Mask:
    """`move.away`: never nearer to the enemy on the way, and farther at the end (or no movement at all)."""
    blocked, grid = field.held[1 - unit.troop.side], field.ground.grid
    key = ("rings", unit.troop.side)
    rings = field.memo.get(key) or grid.rings(blocked, grid.columns + grid.rows)
    field.memo[key] = rings
    return ways_of(field, unit).reach_rising(cell, spend, blocked, rings) & clear_of(rings, cell) | 1 << cell


def ways_of(field: Field, unit: Unit) -> Ways:
    return field.ground.gun_ways if unit.troop.gun else field.ground.ways


def leads_away(field: Field, unit: Unit, cell: Cell, end: Cell) -> bool:
    """`move.away`, for a single step: is the next hex farther from the nearest enemy?"""
    disc, enemies, distance = field.ground.grid.disc, field.held[1 - unit.troop.side], 0
    while enemies and not disc(cell, distance) & enemies:
        distance += 1
    return bool(enemies) and not disc(end, distance) & enemies


def clear_of(rings: list[Mask], cell: Cell) -> Mask:
    """`move.away`: the hexes farther from the nearest enemy than this one."""
    near = 0
    for ring in rings:
        near |= ring
        if ring >> cell & 1:
            return ~near
    return 0


def allowance(unit: Unit, kind: str) -> int:
    """`move.allowance`; twice that in a Double, one movement (`move.double`, `move.double-path`).

    A charge has the single allowance (`charge.allowance`).
    """
    return unit.troop.move * (2 if kind == DOUBLE else 1)


def abutted(field: Field, slot: Slot) -> Mask:
    """`move.break-off`: hexes in which the unit would still abut an enemy it is engaged with."""
    if not field.engaged:
        return 0
    if ("abutted", slot) not in field.memo:
        barred = 0
        for foe in field.foes(slot):
            barred |= field.beside(field.units[foe])
        field.memo["abutted", slot] = barred
    found: Mask = field.memo["abutted", slot]
    return found


def must_give_way(field: Field, slot: Slot) -> bool:
    """A shaken unit moves only away from the enemy (`act.failed`); so does an exhausted side that plays on."""
    shaken = field.acting is not None and not field.acting.passed
    return shaken or passive(field, field.units[slot].troop.side)


def passive(field: Field, side: int) -> bool:
    """`opt.exhaustion` = `passive`: an exhausted side may not charge and only gives way."""
    return field.rules.exhaustion == "passive" and field.lost[side] >= field.sides[side].exhausted


def can_leave(field: Field, unit: Unit, cell: Cell, kind: str) -> bool:
    """`board.edge`: may this stack leave the map by one of the exits that the scenario names?"""
    exits = field.terms.exits[unit.troop.side]
    spend = allowance(unit, kind) - field.terms.exit_cost
    if not exits or spend < 0:
        return False
    return bool(ways_of(field, unit).reach(cell, spend, field.held[1 - unit.troop.side]) & exits)
