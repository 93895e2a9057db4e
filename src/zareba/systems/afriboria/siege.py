"""Sieges: bombardment, manned walls and ladders; section 3.19 of the rule book."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.aim import foremost, sees, targets
from zareba.systems.afriboria.count import Aim, base, dice
from zareba.systems.afriboria.faces import (
    ATTACK_DICE,
    BATTLE,
    SABRES,
    SHIELD,
    SHIELD_DIGIT,
    save_tally,
    showing,
)
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Cell, Ladder, Posts, Slot
from zareba.systems.afriboria.troops import INFANTRY, TABLES
from zareba.systems.afriboria.walls import can_climb, ladder_between, spread, walled

Volley = tuple[tuple[Cell, int], ...]
REACH = 2
"""`siege.man-move`: how far a figure goes when posts are taken, shifted or left; 1 if the unit is to battle."""


# --- bombardment -------------------------------------------------------------------------------------------------


async def bombard(field: Field, aim: Aim) -> None:
    """`siege.bombard`: hits by the type of the structure, a save for each; no flags, no cover, no answer.

    `siege.guns`, `siege.declare`, `siege.bombard-detail`.
    """
    number = field.ground.structure_at[aim.cell]
    row = TABLES["structures"][field.ground.structures[number].type]
    count = dice(field, aim)
    hits = await Roll(ATTACK_DICE, count, showing(*row["hit"]), field.owner(aim.slot), (aim, count))
    assert isinstance(hits, int)
    field.tell("struck", "siege.bombard", "{unit} hits {cell}: {hits}.", unit=aim.slot, cell=aim.cell, hits=hits)
    left = hits
    if hits and field.rules.fastplay == "off":
        saved = await Roll(WALL_SAVES, hits, showing(*row["save"]), field.sides[1 - field.active].id, aim.cell)
        assert isinstance(saved, int)
        field.tell(
            "saves", "siege.bombard", "{cell} withstands {saved} of {hits}.", cell=aim.cell, saved=saved, hits=hits
        )
        left -= saved
    batter(field, number, left)


def batter(field: Field, number: int, points: int) -> None:
    """Takes defence points off a structure; at zero it is rubble (`siege.rubble`)."""
    cell = field.ground.structures[number].cell
    values = list(field.values)
    values[number] = max(0, values[number] - points)
    field.values = tuple(values)
    if points:
        field.tell("battered", "siege.bombard", "{cell} is down to {value}.", cell=cell, value=values[number])
    if not values[number]:
        _fall_in(field, cell)


def _fall_in(field: Field, cell: Cell) -> None:
    """`siege.rubble-detail`: whoever is in it stays, unharmed and exposed; ladders against it fall."""
    field.alter(rubble=field.changes.rubble | 1 << cell)
    field.tell("rubble", "siege.rubble", "{cell} is rubble.", cell=cell)
    field.ladders = tuple(ladder for ladder in field.ladders if ladder.wall != cell)
    field.gates = (field.gates[0] & ~(1 << cell), field.gates[1] & ~(1 << cell))
    for slot, unit in enumerate(field.units):
        if unit.hidden and unit.mask >> cell & 1:
            field.change(slot, hidden=False)


# --- sections: fire ----------------------------------------------------------------------------------------------


def volleys(field: Field, aim: Aim) -> list[Volley]:
    """`siege.man-fire-detail`: the ways to share out the dice among the sections that see the target.

    Each throws at most the unit's dice for its own distance, all together at most those for the shortest distance
    used, from which cover is taken once.
    """
    unit = field.units[aim.slot]
    distance = field.ground.grid.distance
    posts = [cell for cell, _ in unit.posts if sees(field, unit, cell, aim.cell)] or [aim.start]
    limits = [base(unit, distance(cell, aim.cell)) for cell in posts]
    found: list[Volley] = []
    for shares in product(*[range(limit + 1) for limit in limits]):
        used = [(cell, share) for cell, share in zip(posts, shares, strict=True) if share]
        if used and sum(shares) == _allowance(field, aim, used, dict(zip(posts, limits, strict=True))):
            if targets(field, aim._replace(start=foremost(field, [cell for cell, _ in used], aim.cell))):
                found.append(tuple(used))
    return found or [((aim.start, max(1, dice(field, aim))),)]


def _allowance(field: Field, aim: Aim, used: list[tuple[Cell, int]], limits: dict[Cell, int]) -> int:
    most = dice(field, aim._replace(start=foremost(field, [cell for cell, _ in used], aim.cell)))
    return min(most, sum(limits[cell] for cell, _ in used))


# --- sections: taking post ---------------------------------------------------------------------------------------


def arrangements(field: Field, slot: Slot, reach: int = REACH) -> list[Posts]:
    """`siege.man`, `siege.man-chain`: every way to stand on a chain of wall or gate hexes, or to gather in one hex."""
    unit = field.units[slot]
    within = _goals(field, slot, reach)
    room = {cell: _free(field, slot, cell) for cell in bits(within)}
    grid = field.ground.grid
    walls = [cell for cell in room if field.lie.walls >> cell & 1 and room[cell] > 0]
    found: list[Posts] = [((cell, unit.figures),) for cell in room if _gathers(field, slot, cell, room[cell])]
    for chain in _chains(walls, unit.figures):
        if len(chain) > 1 and grid.connected(grid.mask(chain)):
            found += [
                tuple(zip(chain, share, strict=True)) for share in _shares(unit.figures, [room[c] for c in chain])
            ]
    return [posts for posts in found if posts != unit.posts and _feasible(field, slot, posts, reach)]


def _gathers(field: Field, slot: Slot, cell: Cell, room: int) -> bool:
    """Whether there is room for the whole unit in one hex of the fortification."""
    unit = field.units[slot]
    if field.lie.walls >> cell & 1:
        return unit.figures <= room
    return not field.full[unit.troop.side] >> cell & 1 or bool(unit.mask >> cell & 1)


def refuse_post(field: Field, slot: Slot, cell: Cell) -> Refusal | None:
    """`siege.man`, `siege.man-chain`: a garrison stands no stronger on a wall; who has stormed one stands there whole.

    A gate is a passage, and whoever holds it goes through in any number.
    """
    unit, walls = field.units[slot], field.lie.walls & ~field.lie.gates
    if not walls >> cell & 1 or unit.troop.leads:
        return None
    stormed = unit.mask & walls and unit.figures > wall_room(field)
    if stormed or unit.figures <= _free(field, slot, cell):
        return None
    return Refusal("siege.man", f"No more than {wall_room(field)} figures can man it; a larger unit spreads out.")


def _goals(field: Field, slot: Slot, reach: int) -> Mask:
    """The hexes inside the fortification that some figure can reach."""
    near = 0
    for cell, _ in field.units[slot].posts:
        near |= walk(field, slot, cell, reach)
    return near


def walk(field: Field, slot: Slot, cell: Cell, reach: int) -> Mask:
    """Where a single figure can go along the walls and inside them."""
    side = field.units[slot].troop.side
    found = 1 << cell
    inside = field.ground.inside & ~field.held[1 - side] & ~field.led[1 - side] & ~field.lie.barred
    for _ in range(reach):
        found |= spread(field, side, found) & inside
    return found


def _free(field: Field, slot: Slot, cell: Cell) -> int:
    """`siege.man`: at most four garrison figures in a wall hex, two with 10 cm hexes; two units at most."""
    unit = field.units[slot]
    others = [other for other in field.at(unit.troop.side, cell) if other != slot]
    if len(others) >= field.room:
        return 0
    there = sum(figures for other in others for post, figures in field.units[other].posts if post == cell)
    return max(0, wall_room(field) - there)


def wall_room(field: Field) -> int:
    return 4 if field.room > 1 else 2


def _chains(walls: list[Cell], figures: int) -> Iterator[tuple[Cell, ...]]:
    """Every set of so many wall hexes at the most."""
    for choice in range(1, 1 << len(walls)):
        chain = tuple(wall for number, wall in enumerate(walls) if choice >> number & 1)
        if len(chain) <= figures:
            yield chain


def _shares(figures: int, rooms: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to share figures out, at least one to each hex and no more than it has room for."""
    if not rooms:
        if figures == 0:
            yield ()
        return
    for first in range(1, min(figures, rooms[0]) + 1):
        for others in _shares(figures - first, rooms[1:]):
            yield (first, *others)


def _feasible(field: Field, slot: Slot, posts: Posts, reach: int) -> bool:
    """Whether every figure finds its place within its reach: no group of posts may want more than can come to it."""
    sources = [(walk(field, slot, cell, reach), figures) for cell, figures in field.units[slot].posts]
    for choice in range(1, 1 << len(posts)):
        group = [post for number, post in enumerate(posts) if choice >> number & 1]
        mask = field.ground.grid.mask(cell for cell, _ in group)
        coming = sum(figures for near, figures in sources if near & mask)
        if sum(figures for _, figures in group) > coming:
            return False
    return True


def can_man(field: Field, slot: Slot) -> bool:
    """Whether a unit is where posts are taken, shifted or left."""
    unit = field.units[slot]
    if unit.troop.leads or unit.troop.flies or unit.hidden:
        return False
    return len(unit.posts) > 1 or bool(unit.mask & field.ground.inside and field.lie.walls)


def man(field: Field, slot: Slot, posts: Posts) -> None:
    """`siege.man-move`: taking post is movement; figures that went two hexes may not battle."""
    near = _feasible(field, slot, posts, 1)
    field.place(slot, tuple(sorted(posts)))
    steps = 1 if near else REACH
    field.walked(slot, steps)
    bit = 1 << slot
    field.mark(stirred=bit, barred=0 if steps <= field.units[slot].troop.and_battle else bit)
    field.tell("man", "siege.man", "{unit} takes post: {posts}.", unit=slot, posts=posts_text(field, posts))


def posts_text(field: Field, posts: Posts) -> str:
    """`F8:2 E9:2`: where the sections stand, and how strong they are."""
    return " ".join(f"{field.name(cell)}:{figures}" for cell, figures in sorted(posts))


# --- ladders -----------------------------------------------------------------------------------------------------


def ladder_walls(field: Field, slot: Slot) -> list[Cell]:
    """`siege.ladder-edge`: the closed hexes against which a unit that carries a ladder may set it up."""
    unit = field.units[slot]
    if not unit.ladder or unit.troop.type != INFANTRY or len(unit.posts) != 1:
        return []
    near = field.ground.grid.near[unit.cell] & field.lie.closed
    return [
        cell for cell in bits(near) if walled(field, unit.cell, cell) and not ladder_between(field, unit.cell, cell)
    ]


def climbs(field: Field, slot: Slot) -> list[Cell]:
    """`siege.ladder-climb`: over a ladder of its own side, either way, where it may stand."""
    unit = field.units[slot]
    side = unit.troop.side
    if not can_climb(unit.troop) or len(unit.posts) != 1:
        return []
    found = []
    for ladder in field.ladders:
        if ladder.side == side and unit.cell in (ladder.foot, ladder.wall):
            to = ladder.wall if unit.cell == ladder.foot else ladder.foot
            enemies = field.held[1 - side] | field.led[1 - side]
            full = field.full[side] if not unit.troop.leads else field.leaders(side)
            if not (enemies | full | field.lie.barred) >> to & 1:
                found.append(to)
    return found


async def erect(field: Field, slot: Slot, wall: Cell) -> None:
    """`siege.ladder-erect`, `siege.repulse`: an exposed enemy in the wall hex may throw a die against it."""
    unit = field.units[slot]
    field.ladders = tuple(sorted((*field.ladders, Ladder(unit.cell, wall, unit.troop.side))))
    field.change(slot, ladder=False)
    field.tell("ladder", "siege.ladder-erect", "{unit} sets a ladder against {cell}.", unit=slot, cell=wall)
    foe = 1 - unit.troop.side
    exposed = [other for other in field.at(foe, wall) if not field.units[other].hidden]
    if not exposed:
        return
    if await Choice(field.sides[foe].id, REPULSE, (True, False), (exposed[0], wall)):
        await _repulse(field, slot, wall, field.sides[foe].id)


async def _repulse(field: Field, slot: Slot, wall: Cell, seat: str) -> None:
    """`siege.repulse-detail`: sabres destroy the ladder and kill; a shield brings it down with a hit to be saved."""
    tally = tuple(SHIELD_DIGIT * (face == SHIELD) + (face == SABRES) for face in range(1, 7))
    face = await Roll(REPULSE_DIE, 1, tally, seat, slot)
    if face == 0:
        field.tell("stands", "siege.repulse-detail", "The ladder of {unit} stands.", unit=slot)
        return
    foot = field.units[slot].cell
    field.ladders = tuple(one for one in field.ladders if (one.foot, one.wall) != (foot, wall))
    field.tell("repulsed", "siege.repulse", "The ladder of {unit} is thrown down.", unit=slot)
    if face == SHIELD_DIGIT:
        field.change(slot, ladder=True)
        if field.rules.fastplay == "on" or not await Roll(REPULSE_SAVE, 1, save_tally(True), field.owner(slot), slot):
            field.lose(slot, 1, "siege.repulse-detail")
    else:
        field.lose(slot, 1, "siege.repulse")


def drop_ladders(field: Field) -> None:
    """`siege.ladder-remove`: at the start of a side's turn enemy ladders fall that nobody guards at the foot."""
    side = field.active
    kept = []
    for ladder in field.ladders:
        guarded = any(field.units[slot].troop.type == INFANTRY for slot in field.at(ladder.side, ladder.foot))
        if ladder.side == side or guarded or not field.held[side] >> ladder.wall & 1:
            kept.append(ladder)
        else:
            field.tell(
                "ladder-down", "siege.ladder-remove", "A ladder against {cell} is thrown down.", cell=ladder.wall
            )
    field.ladders = tuple(kept)


# --- words -------------------------------------------------------------------------------------------------------


def _show_repulse(field: Field, about: Any, throws: bool) -> Option:
    words = ("repulse", "Try to throw the ladder down") if throws else ("let be", "Let it stand")
    return Option(*words, "siege.repulse", field.units[about[0]].id)


REPULSE = Question(
    "repulse",
    "siege.repulse",
    lambda field, about: f"A ladder stands against {field.name(about[1])}.",
    _show_repulse,
)
REPULSE_DIE = Throw("repulse", "siege.repulse", BATTLE, lambda field, slot: "A shield or sabres throw the ladder down.")
REPULSE_SAVE = Throw("repulse-save", "siege.repulse-detail", BATTLE, lambda field, slot: "A shield saves the figure.")
WALL_SAVES = Throw("wall-saves", "siege.bombard", BATTLE, lambda field, cell: f"{field.name(cell)} withstands.")
