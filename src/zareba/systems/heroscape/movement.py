"""Movement and charges: section 3.7 of the rule book.

Each stack of a unit moves as one block along its own path (`move.stacks`); stacks neither divide nor combine
(`move.keep-stacks`). Where they end must be legal as a whole: contiguous, within the stacking limit, clear of enemies
broken off from. So the stacks are placed one after the other, each beside those placed before, and only where the
rest can still follow. Any legal end can be reached by some order of placing, and none leads into a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from zareba.boards.hex import OFF, Mask, Ways, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit, load

Step = tuple[int, Cell]
"""Which stack (by its place in the unit's list), and where it goes; OFF where it leaves the map."""
DONE: Step = (-1, 0)
MOVE, DOUBLE, CHARGE = "move", "double", "charge"


class Steps(Sequence[Step]):
    """The options of one placing: for each stack a set of hexes. Long lists stay masks until somebody looks."""

    __slots__ = ("_done", "_length", "_parts")

    def __init__(self, parts: list[tuple[int, Mask]], leaving: Sequence[int] = (), done: bool = False) -> None:
        self._parts = parts
        self._done = [(stack, OFF) for stack in leaving] + ([DONE] if done else [])
        self._length = sum([mask.bit_count() for _, mask in parts]) + len(self._done)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return list(self)[index]
        for stack, mask in self._parts:
            number = mask.bit_count()
            if index < number:
                return stack, nth(mask, index)
            index -= number
        return self._done[index]

    def __iter__(self) -> Iterator[Step]:
        for stack, mask in self._parts:
            for cell in bits(mask):
                yield stack, cell
        yield from self._done


def nth(mask: Mask, index: int) -> Cell:
    """The hex at this place in a set of hexes."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


class Manoeuvre:
    """One movement of one unit: where each of its stacks may end, and which ends go together."""

    __slots__ = ("exits", "field", "kind", "loose", "reach", "slot", "stacks", "touch")

    def __init__(self, field: Field, slot: Slot, kind: str) -> None:
        self.field = field
        self.slot = slot
        self.kind = kind
        unit = field.units[slot]
        self.stacks = unit.stacks
        self.loose = field.rules.detach == "yes"
        self.touch: Mask = 0
        ends = endings(field, slot, kind)
        away = must_give_way(field, slot)
        self.reach = [ends(cell, figures, away) for cell, figures in self.stacks]
        self.exits = [kind != CHARGE and can_leave(field, unit, cell, kind) for cell, _ in self.stacks]

    def towards(self, target: Slot) -> Manoeuvre:
        """The same for a charge: at least one figure must end abutting the target (`charge.end`)."""
        self.touch = self.field.beside(self.field.units[target])
        return self

    def opening(self) -> Steps:
        """The first stack to be placed: one that moves, or in a charge one that ends abutting the target."""
        parts = []
        for stack in range(len(self.stacks)):
            if mask := self._beginnings(stack):
                parts.append((stack, mask))
        leaving = [stack for stack, leaves in enumerate(self.exits) if leaves and self._completable(0, stack)]
        return Steps(parts, leaving)

    def possible(self) -> bool:
        """Is there any such movement at all?"""
        if any(self._beginnings(stack) for stack in range(len(self.stacks))):
            return True
        return any(leaves and self._completable(0, stack) for stack, leaves in enumerate(self.exits))

    def following(self, placed: Mask, rest: list[int]) -> Steps:
        """The next stack to be placed, or an end of it where the others may stay as they are."""
        parts = [(stack, self._continuations(placed, stack, rest)) for stack in rest]
        leaving = [stack for stack in rest if self.exits[stack] and self._completable(placed, stack, rest)]
        return Steps([part for part in parts if part[1]], leaving, self._may_stop(placed, rest))

    # --- what goes together -------------------------------------------------------------------------------------

    def _beginnings(self, stack: int) -> Mask:
        start = self.stacks[stack][0]
        wanted = self.reach[stack] & (self.touch if self.kind == CHARGE else ~(1 << start))
        if not wanted or len(self.stacks) == 1:
            return wanted
        together = wanted & self._as_a_body(stack)
        others = [number for number in range(len(self.stacks)) if number != stack]
        return together | self._each_completable(wanted & ~together, others)

    def _as_a_body(self, stack: int) -> Mask:
        """Hexes to which the whole unit can follow by the same shift: surely completable, and quick to find."""
        start, grid = self.stacks[stack][0], self.field.ground.grid
        ends = grid.board
        for other, (cell, _) in enumerate(self.stacks):
            if other != stack:
                ends &= grid.shifted(self.reach[other], cell, start)
        return ends

    def _each_completable(self, mask: Mask, others: list[int], placed: Mask = 0) -> Mask:
        found = 0
        for cell in bits(mask):
            if self._fits(placed | 1 << cell, [self.reach[other] for other in others]):
                found |= 1 << cell
        return found

    def _continuations(self, placed: Mask, stack: int, rest: list[int]) -> Mask:
        free = self.reach[stack] & ~placed
        if placed and not self.loose:
            free &= self.field.ground.grid.around(placed)
        others = [other for other in rest if other != stack]
        return self._each_completable(free, others, placed) if others else free

    def _completable(self, placed: Mask, leaving: int, rest: Sequence[int] | None = None) -> bool:
        others = range(len(self.stacks)) if rest is None else rest
        return self._fits(placed, [self.reach[other] for other in others if other != leaving])

    def _fits(self, placed: Mask, rest: list[Mask]) -> bool:
        """Can the remaining stacks be placed too, all in different hexes and all together contiguous?"""
        if not rest:
            return True
        if not self._near_enough(placed, rest):
            return False
        edge = self.field.ground.grid.around(placed) if placed and not self.loose else self.field.ground.grid.board
        for number, mask in enumerate(rest):
            for cell in bits(mask & edge & ~placed):
                if self._fits(placed | 1 << cell, rest[:number] + rest[number + 1 :]):
                    return True
            if self.loose:
                return False
        return False

    def _near_enough(self, placed: Mask, rest: list[Mask]) -> bool:
        if self.loose or not placed:
            return all(mask & ~placed for mask in rest)
        around, anywhere, grown = self.field.ground.grid.around, 0, placed
        for mask in rest:
            anywhere |= mask
        for _ in rest:
            grown |= around(grown) & anywhere
        return all(mask & grown & ~placed for mask in rest)

    def _may_stop(self, placed: Mask, rest: list[int]) -> bool:
        """May the stacks not yet placed stay where they are? (`contig.voluntary`, `move.break-off`)"""
        for stack in rest:
            start = 1 << self.stacks[stack][0]
            if placed & start or not self.reach[stack] & start:
                return False
            placed |= start
        return self.loose or self.field.ground.grid.connected(placed)


def endings(field: Field, slot: Slot, kind: str) -> Any:
    """A function that says where a stack of this unit may end: what it reaches, less what is forbidden there."""
    unit = field.units[slot]
    ground = field.ground
    blocked = field.held[1 - unit.troop.side]
    spend = allowance(unit, kind)
    ways = ground.gun_ways if unit.troop.gun else ground.ways
    barred = abutted(field, slot)
    rings: list[Mask] = []

    def ends(cell: Cell, figures: int, away: bool) -> Mask:
        crowded = field.crowded(slot, load(unit.troop, figures))
        if not away:
            return ways.reach(cell, spend, blocked) & ~barred & ~(crowded & ~(1 << cell))
        if not rings:
            rings.extend(ground.grid.rings(blocked, ground.grid.columns + ground.grid.rows))
        far = clear_of(rings, cell)
        return (ways.reach_rising(cell, spend, blocked, rings) & far & ~crowded | 1 << cell) & ~barred

    return ends


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
    barred = 0
    for foe in field.foes(slot):
        barred |= field.beside(field.units[foe])
    return barred


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
    ways: Ways = field.ground.gun_ways if unit.troop.gun else field.ground.ways
    return bool(ways.reach(cell, spend, field.held[1 - unit.troop.side]) & exits)


# --- carrying it out ---------------------------------------------------------------------------------------------


async def move(field: Field, manoeuvre: Manoeuvre) -> None:
    """The owner places stack after stack; then all of them move."""
    unit = field.units[manoeuvre.slot]
    rest = list(range(len(unit.stacks)))
    followers = riders(field, manoeuvre.slot)
    options = manoeuvre.opening()
    while rest:
        stack, end = await Choice(unit.troop.seat, STACK, options, manoeuvre)
        if stack < 0:
            break
        rest.remove(stack)
        field.plan = (*field.plan, (unit.stacks[stack][0], end))
        options = manoeuvre.following(_placed(field), rest)
    _march(field, manoeuvre.slot, rest)
    for leader in followers:
        await _ride(field, leader, manoeuvre)


def _placed(field: Field) -> Mask:
    return field.ground.grid.mask(end for _, end in field.plan if end != OFF)


def _march(field: Field, slot: Slot, staying: list[int]) -> None:
    """Every stack goes where it was placed; those that left the map are gone."""
    unit = field.units[slot]
    figures = dict(unit.stacks)
    stacks = {unit.stacks[stack][0]: unit.stacks[stack][1] for stack in staying}
    for start, end in field.plan:
        if end == OFF:
            _depart(field, slot, figures[start])
        else:
            stacks[end] = figures[start]
        if start != end:
            words = "{unit} moves from {start} to {end}."
            field.tell("move", "move.stacks", words, unit=slot, start=start, end=end, figures=figures[start])
    field.plan = ()
    field.place(slot, stacks)


def _depart(field: Field, slot: Slot, figures: int) -> None:
    side = field.units[slot].troop.side
    if field.terms.exit_lost:
        red, black = field.lost
        field.lost = (red + figures, black) if side == 0 else (red, black + figures)
    else:
        field.leave(side, figures)


def riders(field: Field, slot: Slot) -> list[Slot]:
    """`opt.leader-rides`: its player's leader who touches the unit and is not engaged may move with it.

    Otherwise a leader moves only by a card of his own (`leader.activate`).
    """
    unit = field.units[slot]
    if field.rules.leader_rides == "no" or unit.troop.leads:
        return []
    return [
        leader
        for leader in field.leaders(unit.troop.side)
        if field.units[leader].troop.seat == unit.troop.seat
        and field.touching(field.units[leader], unit)
        and not field.is_engaged(leader)
    ]


async def _ride(field: Field, leader: Slot, manoeuvre: Manoeuvre) -> None:
    """The leader follows, up to his own allowance, ending in touch with the unit; or stays."""
    him, unit = field.units[leader], field.units[manoeuvre.slot]
    if not unit.figures:
        return
    start = him.stacks[0][0]
    ends = endings(field, leader, manoeuvre.kind)(start, 1, must_give_way(field, manoeuvre.slot))
    near = field.ground.grid.around(unit.mask) | unit.mask
    options = Steps([(0, ends & near & ~(1 << start))], done=True)
    stack, end = await Choice(him.troop.seat, RIDE, options, leader)
    if stack >= 0:
        field.place(leader, {end: 1})
        field.tell("move", "opt.leader-rides", "{leader} rides to {end}.", leader=leader, start=start, end=end)


# --- charging ----------------------------------------------------------------------------------------------------


def refuse_charge(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    """Why a unit may not charge that enemy; whether it can reach him is another question (`charge.end`)."""
    unit = field.units[slot]
    if not unit.troop.charges:
        return Refusal("charge.who", "Machine guns and artillery do not charge.")
    if field.acting and not field.acting.passed:
        return Refusal("act.failed-no-charge", "Its nerve failed: it may not charge.")
    if passive(field, unit.troop.side):
        return Refusal("opt.exhaustion", "Its side is exhausted and may not charge.")
    if field.is_engaged(slot):
        return Refusal("charge.start", "It is engaged already.")
    if unit.troop.leads and not _engaged_with_friends(field, unit, target):
        return Refusal("leader.charge", "A leader charges only an enemy whom his men are already fighting.")
    if field.units[target].troop.leads and _shares_hex(field, target):
        return Refusal("leader.apart", "A leader in one hex with his men cannot be charged by himself.")
    return None


def _engaged_with_friends(field: Field, unit: Unit, target: Slot) -> bool:
    return any(not field.units[foe].troop.leads for foe in field.foes(target))


def _shares_hex(field: Field, leader: Slot) -> bool:
    him = field.units[leader]
    return any(
        unit.mask & him.mask and unit.troop.side == him.troop.side and not unit.troop.leads for unit in field.units
    )


def charges(field: Field, slot: Slot) -> list[Slot]:
    """`charge.target`: the enemy units that can be charged; none of them need be visible."""
    enemies = field.living(1 - field.units[slot].troop.side)
    willing = [enemy for enemy in enemies if refuse_charge(field, slot, enemy) is None]
    if not willing:
        return []
    manoeuvre = Manoeuvre(field, slot, CHARGE)
    return [enemy for enemy in willing if manoeuvre.towards(enemy).possible()]


# --- words -------------------------------------------------------------------------------------------------------


def _show(field: Field, manoeuvre: Manoeuvre, step: Step) -> Option:
    unit = field.units[manoeuvre.slot]
    if step == DONE:
        return Option("done", "The others stay", "move.stacks", unit.id)
    start, figures = manoeuvre.stacks[step[0]]
    grid = field.ground.grid
    if step[1] == OFF:
        return Option(f"{grid.name(start)}>off", f"{figures} leave the map", "board.edge", unit.id)
    names = grid.name(start), grid.name(step[1])
    label = f"{figures} from {names[0]} to {names[1]}" if start != step[1] else f"{figures} stay in {names[0]}"
    return Option(f"{names[0]}>{names[1]}", label, "move.stacks", unit.id, cells=_path(field, manoeuvre, step))


def _path(field: Field, manoeuvre: Manoeuvre, step: Step) -> tuple[str, ...]:
    unit = field.units[manoeuvre.slot]
    enemies = field.held[1 - unit.troop.side]
    grid = field.ground.grid
    away = must_give_way(field, manoeuvre.slot)
    rings = grid.rings(enemies, grid.columns + grid.rows) if away else []
    ways = field.ground.gun_ways if unit.troop.gun else field.ground.ways
    start = manoeuvre.stacks[step[0]][0]
    cells = ways.path(start, step[1], allowance(unit, manoeuvre.kind), enemies, rings)
    return tuple(grid.name(cell) for cell in cells)


def _refused(field: Field, manoeuvre: Manoeuvre) -> list[tuple[Option, Refusal]]:
    rest = [stack for stack, (cell, _) in enumerate(manoeuvre.stacks) if cell not in dict(field.plan)]
    allowed = manoeuvre.following(_placed(field), rest) if field.plan else manoeuvre.opening()
    legal = set(allowed)
    found = []
    for stack in rest:
        for cell in field.ground.grid.cells:
            if (stack, cell) not in legal:
                why = refuse_end(field, manoeuvre, stack, cell)
                found.append((_named(field, manoeuvre, stack, cell), why))
    return found


def _named(field: Field, manoeuvre: Manoeuvre, stack: int, cell: Cell) -> Option:
    start, end = field.ground.grid.name(manoeuvre.stacks[stack][0]), field.ground.grid.name(cell)
    return Option(f"{start}>{end}", f"{start} to {end}", "", field.units[manoeuvre.slot].id, cells=(end,))


def refuse_end(field: Field, manoeuvre: Manoeuvre, stack: int, cell: Cell) -> Refusal:
    """The first clause that keeps a stack from ending in a hex where it may not end."""
    unit, ground = field.units[manoeuvre.slot], field.ground
    start, figures = manoeuvre.stacks[stack]
    bit, enemies, name = 1 << cell, field.held[1 - unit.troop.side], ground.grid.name(cell)
    spend = allowance(unit, manoeuvre.kind)
    ways = ground.gun_ways if unit.troop.gun else ground.ways
    if enemies & bit:
        return Refusal("stack.no-enemies", f"Enemy figures stand in {name}.")
    if not ground.enterable & bit:
        return Refusal("move.cliff", f"{name} cannot be entered.")
    if not ways.reach(start, spend, 0) & bit:
        return Refusal("move.no-minimum", f"{name} costs more than {spend} to reach.")
    if not ways.reach(start, spend, enemies) & bit:
        return Refusal("move.enemies", f"The enemy stands in the way to {name}.")
    if abutted(field, manoeuvre.slot) & bit:
        return Refusal("move.break-off", f"In {name} it would still abut an enemy it is engaged with.")
    if cell != start and field.crowded(manoeuvre.slot, load(unit.troop, figures)) & bit:
        clause = "stack.weapon" if unit.troop.gun else "stack.limit"
        return Refusal(clause, f"There is no room in {name}.")
    if must_give_way(field, manoeuvre.slot) and not manoeuvre.reach[stack] & bit:
        return Refusal("move.away", f"{name} does not lead away from the enemy all the way.")
    return _not_together(field, manoeuvre, cell, name)


def _not_together(field: Field, manoeuvre: Manoeuvre, cell: Cell, name: str) -> Refusal:
    if any(end == cell for _, end in field.plan):
        return Refusal("move.keep-stacks", f"Another stack of the unit ends in {name}.")
    if not field.plan and manoeuvre.kind == CHARGE and not manoeuvre.touch >> cell & 1:
        return Refusal("charge.end", f"In {name} it would not abut the enemy it charges; place such a stack first.")
    if not field.plan and any(cell == start for start, _ in manoeuvre.stacks):
        return Refusal("move.stacks", f"Place a stack that moves first; {name} can be filled afterwards.")
    return Refusal("contig.voluntary", f"With a stack in {name} the unit could not end its move contiguous.")


def _prompt(field: Any, manoeuvre: Any) -> str:
    verb = "charges" if manoeuvre.kind == CHARGE else "moves"
    return f"{field.units[manoeuvre.slot].name} {verb}: where does which stack go?"


def _stop(field: Any, manoeuvre: Any, options: Sequence[Step]) -> int:
    return len(options) - 1 if options[len(options) - 1] == DONE else 0


STACK = Question("stack", "move.stacks", _prompt, _show, _stop, _refused)


def _show_ride(field: Field, leader: Slot, step: Step) -> Option:
    him = field.units[leader]
    if step == DONE:
        return Option("stay", f"{him.name} stays", "opt.leader-rides", him.id)
    name = field.ground.grid.name(step[1])
    return Option(f"ride {name}", f"{him.name} rides to {name}", "opt.leader-rides", him.id, cells=(name,))


RIDE = Question(
    "ride",
    "opt.leader-rides",
    lambda field, leader: f"Does {field.units[leader].name} move with the unit?",
    _show_ride,
    _stop,
)
