"""Movement carried out, and why a stack cannot go where it cannot: section 3.7 of the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import OFF, Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot, Unit, load
from zareba.systems.heroscape.manoeuvre import (
    CHARGE,
    DONE,
    Manoeuvre,
    Step,
    Steps,
    abutted,
    allowance,
    must_give_way,
    reach,
    ways_of,
)


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
        rest = [other for other in rest if other != stack]
        field.plan = (*field.plan, (unit.stacks[stack][0], end))
        options = Steps(manoeuvre, _placed(field), rest)
    _march(field, manoeuvre.slot, rest)
    for leader in followers:
        await _ride(field, leader, manoeuvre)


def _placed(field: Field) -> Mask:
    placed = 0
    for _, end in field.plan:
        if end != OFF:
            placed |= 1 << end
    return placed


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
    away = must_give_way(field, manoeuvre.slot)
    ends = reach(field, leader, him.stacks[0], allowance(him, manoeuvre.kind), away)
    near = field.ground.grid.around(unit.mask) | unit.mask
    options = [*[(0, cell) for cell in bits(ends & near & ~(1 << start))], DONE]
    stack, end = await Choice(him.troop.seat, RIDE, options, leader)
    if stack >= 0:
        field.place(leader, {end: 1})
        field.tell("move", "opt.leader-rides", "{leader} rides to {end}.", leader=leader, start=start, end=end)


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
    ways = ways_of(field, unit)
    start = manoeuvre.stacks[step[0]][0]
    cells = ways.path(start, step[1], allowance(unit, manoeuvre.kind), enemies, rings)
    return tuple(grid.name(cell) for cell in cells)


def _refused(field: Field, manoeuvre: Manoeuvre) -> list[tuple[Option, Refusal]]:
    rest = [stack for stack, (cell, _) in enumerate(manoeuvre.stacks) if cell not in dict(field.plan)]
    legal = set(Steps(manoeuvre, _placed(field), rest))
    found = []
    for stack in rest:
        bounds = _bounds(field, manoeuvre, stack)
        for cell in field.ground.grid.cells:
            if (stack, cell) not in legal:
                why = refuse_end(field, manoeuvre, stack, cell, bounds)
                found.append((_named(field, manoeuvre, stack, cell), why))
    return found


def _named(field: Field, manoeuvre: Manoeuvre, stack: int, cell: Cell) -> Option:
    start, end = field.ground.grid.name(manoeuvre.stacks[stack][0]), field.ground.grid.name(cell)
    return Option(f"{start}>{end}", f"{start} to {end}", "", field.units[manoeuvre.slot].id, cells=(end,))


def _bounds(field: Field, manoeuvre: Manoeuvre, stack: int) -> tuple[Mask, Mask]:
    """The hexes that a stack could pay for, and those of them to which the enemy leaves it a way."""
    unit = field.units[manoeuvre.slot]
    start, spend = manoeuvre.stacks[stack][0], allowance(unit, manoeuvre.kind)
    reach = ways_of(field, unit).reach
    return reach(start, spend, 0), reach(start, spend, field.held[1 - unit.troop.side])


def refuse_end(field: Field, manoeuvre: Manoeuvre, stack: int, cell: Cell, bounds: tuple[Mask, Mask]) -> Refusal:
    """The first clause that keeps a stack from ending in a hex where it may not end."""
    unit, ground = field.units[manoeuvre.slot], field.ground
    start, figures = manoeuvre.stacks[stack]
    bit, enemies, name = 1 << cell, field.held[1 - unit.troop.side], ground.grid.name(cell)
    paid, free = bounds
    if enemies & bit:
        return Refusal("stack.no-enemies", f"Enemy figures stand in {name}.")
    if not ground.enterable & bit:
        return Refusal("move.cliff", f"{name} cannot be entered.")
    if not paid & bit:
        return Refusal("move.no-minimum", f"{name} costs more than {allowance(unit, manoeuvre.kind)} to reach.")
    if not free & bit:
        return Refusal("move.enemies", f"The enemy stands in the way to {name}.")
    if abutted(field, manoeuvre.slot) & bit:
        return Refusal("move.break-off", f"In {name} it would still abut an enemy it is engaged with.")
    if cell != start and field.crowded(manoeuvre.slot, load(unit.troop, figures)) & bit:
        return Refusal(crowding_clause(field, unit, cell), f"There is no room in {name}.")
    if must_give_way(field, manoeuvre.slot) and not manoeuvre.reach(stack) & bit:
        return Refusal("move.away", f"{name} does not lead away from the enemy all the way.")
    return _not_together(field, manoeuvre, cell, name)


def crowding_clause(field: Field, unit: Unit, cell: Cell) -> str:
    """A weapon shares its hex with nobody; otherwise it is the four points that count."""
    guns = [other for other in field.units if other.troop.gun and other.mask >> cell & 1]
    return "stack.weapon" if guns or unit.troop.gun else "stack.limit"


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
