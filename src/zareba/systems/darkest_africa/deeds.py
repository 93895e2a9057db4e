"""What an officer or an encouraged figure may do in its activation (sections 8 and 15 of the rule book)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from zareba.boards.inches import Point, path_length, within_reach
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.field import NOBODY, Acting, Field, Index
from zareba.systems.darkest_africa.moving import (
    LEGS,
    at_exit,
    loads_near,
    refuse_length,
    refuse_passage,
    refuse_way,
)
from zareba.systems.darkest_africa.shooting import Shot, in_reach, refuse_reload, refuse_shooter, refuse_shot
from zareba.systems.darkest_africa.troops import BEARER, INCH
from zareba.systems.darkest_africa.wishes import Refuses, instead, wishes

MOVE, BY, SHOOT, RELOAD, DESTROY, TAKE = "move", "by", "shoot", "reload", "destroy", "take"
LEAVE, TURN, DONE = "leave", "turn", "done"
CANDIDATES = 14
CLOSE = INCH // 2


class Deed(NamedTuple):
    """One thing that it may do now: at whom, or with which load on the ground, as `Field.loads` counts them."""

    verb: str
    what: int = NOBODY


def begin(field: Field, index: Index) -> None:
    """An activation begins: the figure is encouraged, and may do as its player likes (`enc.any`)."""
    field.acting = Acting(index, foes=field.foes(index), faced=field.facing[index])


def deeds(field: Field, index: Index) -> list[Deed]:
    """Everything that it may do now."""
    return [deed for deed in thinkable(field, index) if refuse_deed(field, index, deed) is None]


def thinkable(field: Field, index: Index) -> list[Deed]:
    """What is not out of the question from the outset."""
    side, acting = field.side_of(index), _acting(field)
    ending = [Deed(TURN), Deed(DONE)]
    if acting.over:
        return ending
    found = [Deed(MOVE), Deed(BY)]
    if not acting.shot and refuse_shooter(field, index) is None:
        found += [Deed(SHOOT, foe) for foe in in_reach(field, index)]
    found.append(Deed(RELOAD))
    if field.loads:
        found += [Deed(DESTROY, number) for number, load in enumerate(field.loads) if load[0] != side]
        found += [Deed(TAKE, number) for number, load in enumerate(field.loads) if load[0] == side]
    return [*found, Deed(LEAVE), *ending]


def refuse_deed(field: Field, index: Index, deed: Deed) -> Refusal | None:
    """`enc.menu`: why it may not do this now."""
    if deed.verb in (TURN, DONE):
        return None
    if _acting(field).over:
        return Refusal("enc.menu", "It has done all that it may in this turn.")
    return _REFUSALS[deed.verb](field, index, deed.what)


def _acting(field: Field) -> Acting:
    assert field.acting is not None
    return field.acting


# --- moving -------------------------------------------------------------------------------------------------------


def refuse_move(field: Field, index: Index, what: int) -> Refusal | None:
    """`enc.menu`: one Move; who has been interrupted may go on (`hide.interrupt`)."""
    acting = _acting(field)
    if acting.moved and not acting.interrupted:
        return Refusal("enc.menu", "It has moved in this turn.")
    if acting.reloaded:
        return Refusal("reload.whole", "Who reloads does not move.")
    if field.rules.break_off == "off" and field.engaged(index):
        return Refusal("move.engaged", "It is in combat: it cannot move.")
    if next(ends(field, index), None) is None:
        return Refusal("move.end", "There is nowhere to go.")
    return None


def refuse_by(field: Field, index: Index, what: int) -> Refusal | None:
    """`move.path`: the way may still turn somewhere before it ends."""
    refusal = refuse_move(field, index, what) if not _acting(field).planned else None
    if refusal or next(bends(field, index), None) is not None:
        return refusal
    return Refusal("move.path", f"A way has {LEGS} straight pieces at most, and no more than a whole move.")


def legs(field: Field, index: Index, point: Point) -> tuple[Point, ...]:
    """The way from where it stands over all that is planned to a point."""
    return (field.at[index], *_acting(field).planned, point)


def refuse_there(field: Field, index: Index, point: Point) -> Refusal | None:
    """`move.validate`: why its move cannot end there."""
    return refuse_way(field, index, _acting(field).way, legs(field, index, point))


def refuse_bend(field: Field, index: Index, point: Point) -> Refusal | None:
    """Why its way cannot turn there: something must be left of its move for what follows."""
    way = legs(field, index, point)
    path = (*_acting(field).way[:-1], *way)
    return refuse_length(field, index, (*path, point)) or refuse_passage(field, index, path, way)


def ends(field: Field, index: Index) -> Iterator[Point]:
    """Where its move could sensibly end."""
    return _allowed(field, index, refuse_there)


def bends(field: Field, index: Index) -> Iterator[Point]:
    """Where its way could sensibly turn."""
    return _allowed(field, index, refuse_bend)


def _allowed(field: Field, index: Index, refuses: Refuses) -> Iterator[Point]:
    seen: set[Point] = set()
    start, left = so_far(field, index)
    for point in wishes(field, index, start, left):
        if point not in seen and refuses(field, index, point) is None:
            yield point
        seen.add(point)


def some(points: Iterator[Point]) -> list[Point]:
    """A few of them, none close beside another."""
    found: list[Point] = []
    for point in points:
        if not within_reach(point, found, CLOSE):
            found.append(point)
        if len(found) == CANDIDATES:
            break
    return found


def so_far(field: Field, index: Index) -> tuple[Point, int]:
    """Where its way has led so far, and how much of its Normal move is left there."""
    *way, _ = legs(field, index, (0, 0))
    gone = path_length((*_acting(field).way[:-1], *way))
    return way[-1], max(0, field.roster[index].troop.normal - gone)


def with_help(field: Field, index: Index, point: Point, refuses: Refuses) -> Refusal | None:
    """A refusal, with the nearest place that would do."""
    refusal = refuses(field, index, point)
    return refusal and refusal._replace(instead=instead(field, index, *so_far(field, index), point, refuses))


# --- everything else ----------------------------------------------------------------------------------------------


def refuse_aimed(field: Field, index: Index, target: int) -> Refusal | None:
    """One Shot, before or after the Move (`shoot.once`, `shoot.aimed`)."""
    acting = _acting(field)
    if acting.shot:
        return Refusal("shoot.once", "It has shot in this turn.")
    if acting.broke:
        return Refusal("opt.break-off", "Who has broken off does not shoot in the same turn.")
    return refuse_shooter(field, index) or refuse_shot(field, Shot(index, target, aimed=True))


def refuse_loading(field: Field, index: Index, what: int) -> Refusal | None:
    """`reload.whole`; with `opt.reload-action` = `with-shot` it goes with a Shot, but never with a Move."""
    acting = _acting(field)
    if acting.moved or (acting.shot and field.rules.reload_action == "whole"):
        return Refusal("reload.whole", "Reloading would have been its whole action.")
    if acting.reloaded:
        return Refusal("reload.whole", "It has tried to reload in this turn.")
    return refuse_reload(field, index)


def refuse_destroy(field: Field, index: Index, number: int) -> Refusal | None:
    """`bag.destroy`: an armed figure, with nothing else done, an inch from an enemy's load at most."""
    acting, side = _acting(field), field.side_of(index)
    if acting.moved or acting.shot or acting.reloaded:
        return Refusal("bag.destroy", "To destroy a load would have been its whole action.")
    if not field.roster[index].troop.armed:
        return Refusal("bag.destroy", "Only the armed destroy loads.")
    if field.engaged(index):
        return Refusal("move.engaged", "It is in combat.")
    return _refuse_load(field, index, number, 1 - side, "bag.destroy")


def refuse_take(field: Field, index: Index, number: int) -> Refusal | None:
    """`bag.pick`: a bearer whose hands are free (`bag.carry`), an inch from a load of his side at most."""
    if field.roster[index].troop is not BEARER:
        return Refusal("bag.pick", "Only bearers carry loads.")
    if field.carrying >> index & 1:
        return Refusal("bag.carry", "He carries a load already.")
    return _refuse_load(field, index, number, field.side_of(index), "bag.pick")


def _refuse_load(field: Field, index: Index, number: int, side: int, clause: str) -> Refusal | None:
    if not 0 <= number < len(field.loads) or field.loads[number] not in loads_near(field, index, side):
        return Refusal(clause, "No such load lies within an inch.")
    return None


def refuse_leave(field: Field, index: Index, what: int) -> Refusal | None:
    """`move.exit`."""
    if not _acting(field).moved or not at_exit(field, index):
        return Refusal("move.exit", "It leaves where a move has ended half an inch from an exit of its side.")
    return None


_REFUSALS: dict[str, Callable[[Field, Index, int], Refusal | None]] = {
    MOVE: refuse_move,
    BY: refuse_by,
    SHOOT: refuse_aimed,
    RELOAD: refuse_loading,
    DESTROY: refuse_destroy,
    TAKE: refuse_take,
    LEAVE: refuse_leave,
}
