"""Deployment where the players choose it: `setup.deploy`.

Every unit stands where the scenario prints it. With free deployment a player may take up each of his units once and
place it anew in his area, hex by hex, before the battle begins; the side that deploys second sees the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import Cell, Field, Slot, load
from zareba.systems.heroscape.show import describe
from zareba.systems.heroscape.troops import HEX_POINTS

READY: Slot = -1
Post = tuple[Cell, int]


def deployers(field: Field) -> list[str]:
    """The seats in the order in which they deploy."""
    return [seat for side in field.terms.order for seat in field.sides[side].seats]


def waiting(field: Field, seat: str) -> list[Slot]:
    """The units that a player may still place anew."""
    assert field.deployed is not None
    return [
        slot for slot, unit in enumerate(field.units) if unit.troop.seat == seat and unit.troop.id not in field.deployed
    ]


async def deploy(field: Field) -> None:
    """One player places one unit anew, or is ready."""
    assert field.deployed is not None
    ready = field.deployed.count("ready")
    seat = deployers(field)[ready]
    slot = await Choice(seat, UNIT, [*waiting(field, seat), READY], seat)
    if slot == READY:
        last = ready + 1 == len(deployers(field))
        field.deployed = None if last else (*field.deployed, "ready")
        return
    await _post(field, slot)
    field.deployed = (*field.deployed, field.units[slot].troop.id)


async def _post(field: Field, slot: Slot) -> None:
    unit = field.units[slot]
    room = rooms(field, slot)
    placed: dict[Cell, int] = {}
    while sum(placed.values()) < unit.figures:
        cell, figures = await Choice(unit.troop.seat, POST, posts(field, slot, room, placed), (slot, placed))
        placed[cell] = figures
        field.plan = (*field.plan, (cell, cell))
    field.plan = ()
    field.place(slot, placed)
    field.tell("deploy", "setup.deploy", "{unit} is deployed.", unit=slot)


def rooms(field: Field, slot: Slot) -> dict[Cell, int]:
    """How many figures of the unit each hex of its area can hold beside others of its side."""
    unit = field.units[slot]
    side = unit.troop.side
    area = field.terms.areas[side] & field.ground.enterable & ~field.held[1 - side]
    most = unit.figures if unit.troop.gun else HEX_POINTS // unit.troop.points
    full = {number: field.crowded(slot, load(unit.troop, number)) for number in range(1, most + 1)}
    return {cell: max([number for number in full if not full[number] >> cell & 1], default=0) for cell in bits(area)}


def posts(field: Field, slot: Slot, room: dict[Cell, int], placed: dict[Cell, int]) -> list[Post]:
    """How many figures in which hex, so that the rest can follow and the unit stands contiguous."""
    unit = field.units[slot]
    rest = unit.figures - sum(placed.values())
    grid = field.ground.grid
    usable = grid.mask(cell for cell, most in room.items() if most)
    free = usable & ~grid.mask(placed)
    near = free & grid.around(grid.mask(placed)) if placed else free
    least = rest if unit.troop.gun else 1
    return [
        (cell, figures)
        for cell in bits(near)
        for figures in range(least, min(room[cell], rest) + 1)
        if _space(field, usable, room, cell, placed) >= rest - figures
    ]


def _space(field: Field, usable: Mask, room: dict[Cell, int], cell: Cell, placed: dict[Cell, int]) -> int:
    """Room for the rest of the unit in hexes connected with this one."""
    group = next(group for group in field.ground.grid.groups(usable) if group >> cell & 1)
    return sum(room[other] for other in bits(group) if other != cell and other not in placed)


def _show_unit(field: Field, seat: str, slot: Slot) -> Option:
    if slot == READY:
        return Option("ready", "The others stand as they are", "setup.deploy")
    unit = field.units[slot]
    return Option(f"deploy {unit.id}", f"{unit.name}: {describe(unit)}", "setup.deploy", unit.id)


def _ready(field: Any, seat: Any, options: Sequence[Slot]) -> int:
    return len(options) - 1


UNIT = Question(
    "deploy",
    "setup.deploy",
    lambda field, seat: f"Which unit of {field.player(seat)} is to be placed elsewhere?",
    _show_unit,
    _ready,
)


def _show_post(field: Field, about: tuple[Slot, dict[Cell, int]], post: Post) -> Option:
    name = field.ground.grid.name(post[0])
    return Option(f"{name}:{post[1]}", f"{post[1]} in {name}", "stack.limit", field.units[about[0]].id, cells=(name,))


def _refused_posts(field: Field, about: tuple[Slot, dict[Cell, int]]) -> list[tuple[Option, Refusal]]:
    slot, placed = about
    room = rooms(field, slot)
    legal = set(posts(field, slot, room, placed))
    rest = field.units[slot].figures - sum(placed.values())
    return [
        (_show_post(field, about, (cell, figures)), _why_not(field, slot, room, cell, figures))
        for cell in field.ground.grid.cells
        for figures in range(1, rest + 1)
        if (cell, figures) not in legal
    ]


def _why_not(field: Field, slot: Slot, room: dict[Cell, int], cell: Cell, figures: int) -> Refusal:
    name, side = field.ground.grid.name(cell), field.units[slot].troop.side
    if not field.terms.areas[side] >> cell & 1:
        return Refusal("setup.deploy", f"{name} is outside its deployment area.")
    if field.held[1 - side] >> cell & 1:
        return Refusal("stack.no-enemies", f"Enemy figures stand in {name}.")
    if room.get(cell, 0) < figures:
        return Refusal("stack.limit", f"{name} has no room for {figures}.")
    return Refusal("setup.deploy", "The whole unit could not stand contiguous.")


def _prompt(field: Any, about: Any) -> str:
    return f"{field.units[about[0]].name}: how many figures in which hex?"


POST = Question("post", "setup.deploy", _prompt, _show_post, refused=_refused_posts)
