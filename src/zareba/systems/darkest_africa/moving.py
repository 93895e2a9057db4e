"""Voluntary moves: the one predicate that says why a way cannot be gone, and the walk itself (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from zareba.boards.inches import (
    Bearing,
    Point,
    about_within_arc,
    any_closer,
    bearing,
    closer_to_way,
    near,
    path_length,
    squared,
    trace,
)
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.drawings import FRONT, long
from zareba.systems.darkest_africa.field import APART, TOUCH, Field, Index, Mask, nearer, ones
from zareba.systems.darkest_africa.hiding import discover, first_found, spring
from zareba.systems.darkest_africa.troops import BEARER, INCH

GRID = 10
"""`geo.round`: places are multiples of 0.01 in; `enc.menu`: no move is shorter."""
LEGS = 8
"""`move.path`: of how many straight segments a way may consist."""
WHOLE_MOVE = 1_001_000
"""`opt.rough-rate` = `prorata`: the millionths of a move, with the tolerance."""
NET = INCH - 1
"""`unenc.continue-flag`, `unenc.start-officer`: at least an inch, with the tolerance."""
HOW = {
    "rout.run": "runs",
    "unenc.retire-path": "falls back",
    "unenc.cover-path": "makes for cover,",
    "unenc.start": "sets off,",
    "unenc.continue": "goes on",
}
"""How a move is told, by the clause that makes it."""
LOST_FOOTING = Refusal("move.end", "It would not stand there: off the table, on another base, or on closed ground.")


# --- what forbids a way -------------------------------------------------------------------------------------------


def refuse_way(field: Field, index: Index, way: Sequence[Point], legs: Sequence[Point]) -> Refusal | None:
    """`move.validate`: why an encouraged figure cannot go on along these legs, in the order of that clause.

    `way` is what it has gone already, up to where it stands; `legs` begin there.
    """
    path = (*way[:-1], *legs)
    return (
        refuse_passage(field, index, path, legs)
        or refuse_end(field, index, legs[-1], encouraged=True)
        or refuse_engaged(field, index, legs[-1])
        or refuse_toward(field, index, path[0], legs[-1], field.acting.foes if field.acting else field.foes(index))
    )


def refuse_passage(field: Field, index: Index, path: Sequence[Point], legs: Sequence[Point]) -> Refusal | None:
    """The way itself: its pieces and length, what is closed, the edge, the bases of enemies."""
    return (
        refuse_length(field, index, path)
        or refuse_ground(field, legs)
        or refuse_enemies(field, legs, field.foes(index))
    )


def refuse_length(field: Field, index: Index, path: Sequence[Point]) -> Refusal | None:
    """`move.path`, `move.allow`, `move.rates`, `terr.rough`, `move.rough-whole`; `opt.rough-rate` has it by parts."""
    if len(path) > LEGS + 1:
        return Refusal("move.path", f"A way has {LEGS} straight pieces at most.")
    troop, length = field.roster[index].troop, path_length(path)
    if length < GRID - 1:
        return Refusal("enc.menu", "A move is at least a hundredth of an inch long.")
    if field.rules.rough_rate == "prorata":
        used = field.ground.hundredths(path, troop.normal, troop.rough)
        return Refusal("move.allow", "That is more than a whole move.") if used > WHOLE_MOVE else None
    if length > troop.normal + 1:
        return Refusal("move.allow", f"That is {long(length)}, and the Normal move is {long(troop.normal)}.")
    if length > troop.rough + 1 and field.ground.hard_going(path):
        why = f"That is {long(length)}; over rough ground or a fence the whole move is {long(troop.rough)}."
        return Refusal("move.allow", why)
    return None


def refuse_ground(field: Field, legs: Sequence[Point]) -> Refusal | None:
    """`move.impassable`, `move.edge`."""
    ground = field.ground
    if ground.closed and not all([ground.passable(start, end) for start, end in pairwise(legs)]):
        return Refusal("move.impassable", "The way comes closer than half an inch to ground that is closed.")
    if not all([ground.fits(point) for point in legs[1:]]):
        return Refusal("move.edge", "The base would not stay on the table.")
    return None


def refuse_enemies(field: Field, legs: Sequence[Point], foes: Mask) -> Refusal | None:
    """`move.enemies`; friends are passed through (`move.friends`), and nobody is stopped (`move.no-zoc`)."""
    places = field.places(foes)
    if any([closer_to_way(start, end, places, APART) for start, end in pairwise(legs)]):
        return Refusal("move.enemies", "An enemy stands in the way.")
    return None


def refuse_end(field: Field, index: Index, end: Point, *, encouraged: bool) -> Refusal | None:
    """`move.end`, and `move.contact-intent`: only the armed and encouraged end in contact (`enc.contact`)."""
    if not rests(field, index, end):
        return LOST_FOOTING
    if not touches(field, index, end):
        return None
    if not encouraged:
        return Refusal("move.contact-intent", "Only an encouraged figure moves into contact with an enemy.")
    if field.roster[index].troop is BEARER:
        return Refusal("troop.bearer", "A bearer never moves into contact with an enemy.")
    return None


def rests(field: Field, index: Index, point: Point) -> bool:
    """`geo.spot`: whether a figure may stand there."""
    return stands(field, point, field.places(crowd(field, index)))


def stands(field: Field, point: Point, others: list[Point]) -> bool:
    """Whether a base fits in there beside others, on the table and off closed ground."""
    ground = field.ground
    return ground.fits(point) and not any_closer(point, others, APART) and (not ground.closed or ground.open_at(point))


def crowd(field: Field, index: Index) -> Mask:
    """Whose bases a figure has to respect: friends, and visible enemies."""
    return field.on & field.friends[field.side_of(index)] & ~(1 << index) | field.foes(index)


def clear(field: Field, index: Index, point: Point) -> bool:
    """Whether no other figure that counts stands there."""
    return not any_closer(point, field.places(crowd(field, index)), APART)


def touches(field: Field, index: Index, point: Point) -> bool:
    """`geo.contact`."""
    return any([near(point, place, TOUCH) for place in field.places(field.foes(index))])


def refuse_engaged(field: Field, index: Index, end: Point) -> Refusal | None:
    """`move.engaged`; with `opt.break-off` a move may lead out of contact with everybody."""
    if not field.engaged(index):
        return None
    if field.rules.break_off == "off":
        return Refusal("move.engaged", "It is in combat: it cannot move.")
    if touches(field, index, end):
        return Refusal("opt.break-off", "Who breaks off ends out of contact with every enemy.")
    return None


def refuse_toward(field: Field, index: Index, start: Point, end: Point, foes: Mask) -> Refusal | None:
    """`panic.hesitate-move`, `enc.hesitate`: who hesitates does not go toward the enemy."""
    if field.hesitating >> index & 1 and toward(field, start, end, foes):
        return Refusal("panic.hesitate", "It hesitates: it may not move toward the enemy.")
    return None


def toward(field: Field, start: Point, end: Point, foes: Mask) -> bool:
    """`move.toward`: the smallest gap to any of these enemies gets smaller."""
    return bool(foes) and nearer(field.closest(end, foes), field.closest(start, foes))


# --- the walk -----------------------------------------------------------------------------------------------------


def walk(field: Field, index: Index, path: Sequence[Point], clause: str) -> tuple[Point, ...]:
    """Moves a figure along a way until it is over or interrupted (`hide.interrupt`); tells the way it has gone."""
    spring(field, index)
    gone = list(path[:1])
    for start, end in pairwise(path):
        found = first_found(field, index, start, end)
        gone.append(end if found is None else found)
        if found is not None:
            discover(field, index, found)
            _back_to_rest(field, index, gone)
            break
    arrive(field, index, gone, clause)
    return tuple(gone)


def _back_to_rest(field: Field, index: Index, gone: list[Point]) -> None:
    """`hide.rest`: where it is interrupted it may not be able to stand; then it stops a little earlier."""
    while len(gone) > 1:
        end = gone.pop()
        legal = [point for point in trace(gone[-1], end) if _stands(field, index, point)]
        if legal and (legal[-1] != gone[-1] or len(gone) == 1):
            gone.append(legal[-1])
            return


def _stands(field: Field, index: Index, point: Point) -> bool:
    return rests(field, index, point) and not touches(field, index, point)


def arrive(field: Field, index: Index, gone: Sequence[Point], clause: str) -> None:
    """A figure stands at the end of its way, and faces along its last piece (`enc.turn`, `unenc.halt-facing`)."""
    start, end = gone[0], gone[-1]
    last = next(((one, other) for one, other in reversed(list(pairwise(gone))) if one != other), None)
    field.put(index, end, bearing(*last) if last else None)
    if last:
        words = "{figure} " + f"{HOW.get(clause, 'moves')} {long(path_length(gone))}{_into(field, index)}."
        field.tell("move", clause, words, figure=index, start=start, to=end)


def _into(field: Field, index: Index) -> str:
    """Whom it touches now, in words."""
    touched = [field.roster[foe].name for foe in ones(field.contacts(index))]
    return f", into contact with {' and '.join(touched)}" if touched else ""


def note_advance(field: Field, index: Index, foes: Mask, faced: Bearing) -> None:
    """`unenc.continue-flag`: whether it has advanced: a net inch toward the enemy, or a net inch with none in sight."""
    start, end = field.start[index], field.at[index]
    far = squared(start, end) >= NET * NET
    if far and (not foes or toward(field, start, end, foes) or forward(field, start, end, faced)):
        field.mark("advancing", index)
    else:
        field.unmark("advancing", index)


def forward(field: Field, start: Point, end: Point, faced: Bearing) -> bool:
    """`opt.keep-on` = `forward`: whether it went where it faced, at most 45 degrees to either side."""
    return field.rules.keep_on == "forward" and about_within_arc(start, faced, FRONT, end)


def at_exit(field: Field, index: Index) -> bool:
    """`move.exit`: at most 0.55 from the edge by which its side may leave."""
    way_out = field.sides[field.side_of(index)].exit
    if way_out is None:
        return False
    edge, low, high = way_out
    x, y = field.at[index]
    far = {"south": y, "west": x, "north": field.ground.depth - y, "east": field.ground.width - x}[edge]
    along = x if edge in ("south", "north") else y
    return far <= 551 and low <= along <= high


def leave(field: Field, index: Index) -> None:
    """`move.exit`: it is off the table with its load, and not lost."""
    side = field.side_of(index)
    if field.carrying >> index & 1:
        field.saved = (field.saved[0] + (side == 0), field.saved[1] + (side == 1))
    field.remove(index, "exited")
    field.tell("exit", "move.exit", "{figure} leaves the table.", figure=index)


def loads_near(field: Field, index: Index, side: int) -> list[tuple[int, Point]]:
    """`bag.pick`, `bag.destroy`: loads of a side an inch from its centre at most (`geo.point`), the nearest first."""
    at = field.at[index]
    mine = [load for load in field.loads if load[0] == side and near(at, load[1], INCH + 1)]
    return sorted(mine, key=lambda load: (squared(at, load[1]), load[1]))
