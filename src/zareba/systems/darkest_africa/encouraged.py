"""Activations: an officer or an encouraged figure acts, one deed after the other (section 8 of the rule book)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from zareba.boards.inches import Point, snapped
from zareba.engine.ask import Choice, Place, Position, Question
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.activity import DEED, THERE, TURNING
from zareba.systems.darkest_africa.deeds import (
    BY,
    DESTROY,
    DONE,
    LEAVE,
    MOVE,
    RELOAD,
    SHOOT,
    TAKE,
    TURN,
    bends,
    deeds,
    ends,
    legs,
    refuse_bend,
    refuse_there,
    some,
    with_help,
)
from zareba.systems.darkest_africa.facing import face
from zareba.systems.darkest_africa.falling import destroy
from zareba.systems.darkest_africa.field import Acting, Field, Index
from zareba.systems.darkest_africa.moving import GRID, leave, note_advance, walk
from zareba.systems.darkest_africa.shooting import Shot, fire, reload
from zareba.systems.darkest_africa.wishes import Refuses


async def act(field: Field) -> None:
    """`enc.menu`: one deed of the figure whose activation this is."""
    acting = _acting(field)
    index = acting.figure
    verb, what = await Choice(field.seat(field.active), DEED, deeds(field, index), index)
    await _DOES[verb](field, index, what)


def _acting(field: Field) -> Acting:
    assert field.acting is not None
    return field.acting


def _note(field: Field, **more: Any) -> None:
    """What the activation has come to."""
    field.acting = _acting(field)._replace(**more)


async def _where(field: Field, index: Index, question: Question, points: list[Point], refuses: Refuses) -> Point:
    """A place that the figure's player names (`geo.round`)."""

    def refuse(position: Position) -> Refusal | None:
        return with_help(field, index, snapped((position[0], position[1]), GRID), refuses)

    x, y = await Place(field.seat(field.active), question, points, refuse, index)
    return snapped((x, y), GRID)


async def _move(field: Field, index: Index, what: int) -> None:
    """`move.path`: along the way that was planned, to its end; or as far as it is not interrupted."""
    end = await _where(field, index, THERE, some(ends(field, index)), refuse_there)
    acting, way = _acting(field), legs(field, index, end)
    broke = field.engaged(index)
    gone = walk(field, index, way, "move.path")
    _note(
        field,
        way=(*acting.way[:-1], *gone),
        planned=(),
        moved=True,
        broke=acting.broke or broke,
        interrupted=gone[-1] != end,
    )
    _settle(field)


async def _by(field: Field, index: Index, what: int) -> None:
    """`move.path`: the way turns there."""
    bend = await _where(field, index, TURNING, some(bends(field, index)), refuse_bend)
    _note(field, planned=(*_acting(field).planned, bend))


async def _shoot(field: Field, index: Index, target: int) -> None:
    await fire(field, Shot(index, target, aimed=True))
    _note(field, shot=True, interrupted=False, planned=())
    if not _acting(field).moved:
        _note(field, foes=field.foes(index))
    _settle(field)


async def _reload(field: Field, index: Index, what: int) -> None:
    await reload(field, index)
    _note(field, reloaded=True, planned=())
    _settle(field)


def _settle(field: Field) -> None:
    """Whether it has done all that it may: Move and Shot, or a whole action."""
    acting = _acting(field)
    loading = acting.reloaded and (acting.shot or field.rules.reload_action == "whole")
    _note(field, over=loading or (acting.moved and acting.shot))


async def _destroy(field: Field, index: Index, number: int) -> None:
    _show_hands(field, index)
    destroy(field, index, field.loads[number])
    _note(field, over=True)


async def _take(field: Field, index: Index, number: int) -> None:
    """`bag.pick`."""
    _show_hands(field, index)
    field.loads = (*field.loads[:number], *field.loads[number + 1 :])
    field.mark("carrying", index)
    field.tell("take", "bag.pick", "{figure} takes up a load.", figure=index, place=field.at[index])
    _note(field, over=True)


def _show_hands(field: Field, index: Index) -> None:
    """`hide.hands`: who lays hands on a load is seen, but surprises nobody."""
    if field.hidden >> index & 1:
        field.reveal(index)
        field.tell("found", "hide.hands", "{figure} shows himself.", figure=index)


async def _leave(field: Field, index: Index, what: int) -> None:
    leave(field, index)
    field.acting = None


async def _turn(field: Field, index: Index, what: int) -> None:
    """`enc.turn`: any facing, at the end."""
    await face(field, index)
    finish(field)


async def _done(field: Field, index: Index, what: int) -> None:
    finish(field)


def finish(field: Field) -> None:
    """The activation is over: the figure has acted (`seq.once`), and it may have advanced."""
    acting = _acting(field)
    field.acting = None
    field.mark("acted", acting.figure)
    if acting.moved:
        note_advance(field, acting.figure, acting.foes, acting.faced)


_DOES: dict[str, Callable[[Field, Index, int], Awaitable[None]]] = {
    MOVE: _move,
    BY: _by,
    SHOOT: _shoot,
    RELOAD: _reload,
    DESTROY: _destroy,
    TAKE: _take,
    LEAVE: _leave,
    TURN: _turn,
    DONE: _done,
}
