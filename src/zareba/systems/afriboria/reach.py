"""How far pieces go and where they may: sections 3.6 and 3.7 of the rule book.

Where a piece can go is found wave by wave: a hex that stops it is reached but not passed.
"""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.systems.afriboria import siege
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import fits
from zareba.systems.afriboria.rows import Cell, Slot, Unit
from zareba.systems.afriboria.troops import CAVALRY
from zareba.systems.afriboria.walls import spread


def limits(field: Field, slot: Slot) -> tuple[int, int]:
    """The hexes a piece may move without a battle, and with one.

    `move.inf`, `move.pack`, `move.motor`, `move.field-gun`, `move.horse-gun`, `move.heavy-gun`, `move.horse-mg`;
    dismounted cavalry does not move (`cav.no-foot-move`), nor wheels held by debris (`move.debris-vehicle`).
    """
    troop = field.units[slot].troop
    far, near = troop.move, troop.and_battle
    if troop.kind == "mg-horse" and field.rules.mg_horse_move_fire == "on":
        near = 1
    if troop.type == CAVALRY and not field.units[slot].mounted:
        far = near = 0
    if field.units[slot].stuck == field.turns or field.units[slot].wounded:
        far = near = 0
    return _changed_limits(field, slot, far, near) if field.effects else (far, near)


def _changed_limits(field: Field, slot: Slot, far: int, near: int) -> tuple[int, int]:
    """What cards make of it: Forced March, a short cut, quicksand, a sandstorm.

    `cards.march-limit`; terrain stops and forbids battle all the same (`cards.march-terrain`).
    """
    for effect in field.affected("move", slot):
        if not effect.who or fits(field, slot, effect.who):
            if effect.sort == "none":
                return 0, 0
            if far:
                far, near = effect.value // 10, min(effect.value % 10, effect.value // 10)
                near = near if field.units[slot].troop.dice else 0
    for effect in field.affected("short-cut", slot) if far else []:
        far, near = far + effect.value, near + effect.value
    if field.affected("mired", slot):
        return 0, 0
    for effect in field.affected("crawl", slot):
        if not field.units[slot].aloft:
            far, near = min(far, effect.value), min(near, effect.value)
    return far, near


def rings(field: Field, slot: Slot, far: int) -> list[Mask]:
    """The hexes first reached at each distance: `move.enemy`, `move.full-hex`, `move.stop`, `move.join-stops`.

    A unit moves as a whole and joins no other unit's figures (`move.no-split`, `move.no-merge`). A friendly commander
    takes up no room (`stack.commander-free`). Two units ordered as one move apart if they like (`platoon.split`).
    """
    unit = field.units[slot]
    side = unit.troop.side
    blocked, halts = barriers(field, unit), halting(field, slot)
    frontier = seen = 1 << unit.cell
    found = [frontier]
    for _ in range(far):
        frontier = spread(field, side, frontier) & ~(blocked | seen)
        if not frontier:
            break
        found.append(frontier)
        seen |= frontier
        frontier &= ~halts
    return found


def way(field: Field, slot: Slot, cell: Cell, far: int) -> list[Cell]:
    """One of the shortest ways to a hex that can be reached, from where the piece stands."""
    found, side, halts = rings(field, slot, far), field.units[slot].troop.side, halting(field, slot)
    steps = next((n for n, ring in enumerate(found) if ring >> cell & 1), 0)
    path = [cell]
    for ring in reversed(found[:steps]):
        free = ring & ~halts or ring
        path.append(next(c for c in bits(free) if spread(field, side, 1 << c) >> path[-1] & 1))
    return path[::-1]


def straight(field: Field, start: Cell, end: Cell) -> list[Cell]:
    """A way through the air."""
    grid, path = field.ground.grid, [start]
    while path[-1] != end:
        path.append(min(bits(grid.near[path[-1]]), key=lambda c: (grid.distance(c, end), c)))
    return path


def barriers(field: Field, unit: Unit) -> Mask:
    """Where a piece may not go: enemies, full hexes, ground that is closed to it (`move.depression`, `board.edge`)."""
    side, lie = unit.troop.side, field.lie
    enemies = field.held[1 - side] | field.led[1 - side]
    friends = field.full[side]
    if unit.troop.leads:
        friends = field.leaders(side)  # `move.commander-join`, `move.commander-enemy`
        if not unit.troop.is_officer:
            friends |= company_hexes(field, side)
    return enemies | friends | lie.barred | (0 if unit.troop.on_foot else lie.depressions)


def company_hexes(field: Field, side: int) -> Mask:
    """`company.nco-hex`: an NCO ends no move where a company's unit stands; and joining ends a move."""
    found = 0
    for company in field.companies:
        for slot in (company.officer, *company.members):
            if field.units[slot].troop.side == side and slot != company.officer:
                found |= field.units[slot].mask
    return found


def halting(field: Field, slot: Slot) -> Mask:
    """Where a move ends: terrain that stops (`move.commander-terrain`, `move.ford`), and a hex with a friend.

    Standing next to an enemy does not (`move.no-enemy-zoc`), unless `opt:enemy-zoc-stop` says so for this side.
    """
    unit = field.units[slot]
    side = unit.troop.side
    found = field.held[side] | field.leaders(side)
    if not (field.effects and field.affected("short-cut", slot)):
        found |= field.lie.stop
    if field.rules.enemy_zoc_stop == "on" and field.terms.halting[side]:
        found |= field.ground.grid.around(field.held[1 - side])
    return found


def within(field: Field, slot: Slot, far: int) -> Mask:
    """The hexes in which a move may end: all that are reached, but for walls that are manned strongly enough."""
    found = 0
    for ring in rings(field, slot, far)[1:]:
        found |= ring
    for cell in bits(found & field.lie.walls):
        if siege.refuse_post(field, slot, cell):
            found &= ~(1 << cell)
    return found
