"""Step 3: figures that nobody encouraged do one thing each, in any order (section 9 of the rule book)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any, NamedTuple

from zareba.boards.inches import Point, snapped
from zareba.engine.ask import Choice, Option, Place, Position, Question
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa import drawings
from zareba.systems.darkest_africa.activity import last, show_place, show_shot, trace_shot
from zareba.systems.darkest_africa.drifting import (
    ADVANCE,
    COVER,
    FOLLOW,
    HALT,
    RELOAD,
    RETIRE,
    SHOOT,
    Habit,
    advances,
    habits,
    leaders,
    left_over,
    refuse_habit,
    restless,
    retreat,
    shelter,
    straight_on,
    strides,
    with_help,
)
from zareba.systems.darkest_africa.field import NOBODY, Field, Index, ones
from zareba.systems.darkest_africa.moving import GRID, at_exit, leave, note_advance, walk
from zareba.systems.darkest_africa.shooting import Shot, fire, reload

CANDIDATES = 10
MARCH: Index = -2
"""All who may advance do so, as one answer."""


class Advance(NamedTuple):
    """A figure about to advance, and the officer whose way it takes; NOBODY where it goes on as before."""

    figure: Index
    officer: Index


async def drift(field: Field) -> bool:
    """One figure does its one thing (`unenc.one`, `unenc.order`); False when all that are left halt."""
    side = field.active
    seat = field.seat(side)
    index = await Choice(seat, WHO, [*restless(field, side), *[MARCH] * bool(marchers(field, side)), NOBODY], side)
    if index == NOBODY:
        return False
    if index == MARCH:
        march(field, side)
        return True
    verb, what = await Choice(seat, HABIT, habits(field, index), index)
    field.mark("acted", index)
    await _DOES[verb](field, index, what)
    return True


def marchers(field: Field, side: int) -> list[tuple[Index, Index]]:
    """Who could advance all together, each with the officer whose way he takes: none in hiding, and two at least.

    The foremost go first, so that they are out of the way of the others.
    """
    free = list(ones(left_over(field, side) & ~field.hidden))
    able = [(index, habit.what) for index in free if (habit := next(advances(field, index), None))]
    able = [one for one in able if straight_on(field, *one)]
    foes = field.seen(1 - side)
    return sorted(able, key=lambda one: field.closest(field.at[one[0]], foes)) if len(able) > 1 else []


def march(field: Field, side: int) -> None:
    """`unenc.together`: one after the other, each as far straight on as he may; nobody leaves the table so."""
    for index, officer in marchers(field, side):
        point = straight_on(field, index, officer)
        if point is not None:
            field.mark("acted", index)
            _walk(field, index, officer, point)


def _walk(field: Field, index: Index, officer: Index, point: Point) -> None:
    """`unenc.adv-path`: one straight piece."""
    foes, faced = field.foes(index), field.facing[index]
    walk(field, index, (field.at[index], point), "unenc.continue" if officer == NOBODY else "unenc.start")
    note_advance(field, index, foes, faced)


async def _halt(field: Field, index: Index, what: Index) -> None:
    """`unenc.halt-facing`: it does not even turn."""


async def _advance(field: Field, index: Index, officer: Index) -> None:
    """Where it advances to, its player says."""
    about = Advance(index, officer)

    def refuse(position: Position) -> Refusal | None:
        return with_help(field, index, officer, snapped((position[0], position[1]), GRID))

    places = list(islice(strides(field, index, officer), CANDIDATES))
    x, y = await Place(field.seat(field.active), STRIDE, places, refuse, about)
    _walk(field, index, officer, snapped((x, y), GRID))
    await _out(field, index)


async def _cover(field: Field, index: Index, what: Index) -> None:
    await _go(field, index, shelter(field, index), "unenc.cover-path")


async def _retire(field: Field, index: Index, what: Index) -> None:
    await _go(field, index, retreat(field, index), "unenc.retire-path")


async def _go(field: Field, index: Index, end: Point, clause: str) -> None:
    """A straight move, that ends where men are found in hiding (`hide.interrupt`)."""
    walk(field, index, (field.at[index], end), clause)
    await _out(field, index)


async def _out(field: Field, index: Index) -> None:
    """`move.exit`: who has come to the way out may take it."""
    if at_exit(field, index) and await Choice(field.seat(field.active), OUT, [False, True], index):
        leave(field, index)


async def _reload(field: Field, index: Index, what: Index) -> None:
    """`unenc.reload`."""
    await reload(field, index)


async def _shoot(field: Field, index: Index, target: Index) -> None:
    """`unenc.unaimed-target`: it does not turn."""
    await fire(field, Shot(index, target, aimed=False))


_DOES: dict[str, Callable[[Field, Index, Index], Awaitable[None]]] = {
    HALT: _halt,
    FOLLOW: _advance,
    ADVANCE: _advance,
    COVER: _cover,
    RELOAD: _reload,
    SHOOT: _shoot,
    RETIRE: _retire,
}


# --- words --------------------------------------------------------------------------------------------------------

LABELS = {
    HALT: ("Halt", "unenc.halt"),
    ADVANCE: ("Keep advancing", "unenc.continue"),
    COVER: ("Make for cover", "unenc.cover"),
    RELOAD: ("Reload", "unenc.reload"),
    RETIRE: ("Retire", "unenc.retire"),
}


def _show_who(field: Field, side: int, index: Index) -> Option:
    if index == NOBODY:
        return Option("end", "All the others halt", "unenc.halt")
    if index == MARCH:
        number = len(marchers(field, side))
        return Option("march", f"All {number} who can advance go on, the foremost first", "unenc.together")
    man = field.roster[index]
    return Option(f"figure {man.id}", man.name, "unenc.order", man.id)


def _refused_who(field: Field, side: int) -> list[tuple[Option, Refusal]]:
    able = {*restless(field, side)}
    mine = [index for index in ones(field.on & field.friends[side]) if index not in able]
    return [(_show_who(field, side, index), _why_not(field, index)) for index in mine]


def _why_not(field: Field, index: Index) -> Refusal:
    if field.officers >> index & 1:
        return Refusal("unenc.exclude", "Officers act in step 2 only.")
    if field.acted >> index & 1:
        return Refusal("seq.once", "It has acted in this turn.")
    if field.routing >> index & 1:
        return Refusal("rout.no-act", "It runs.")
    if field.engaged(index):
        return Refusal("move.engaged", "It is in combat.")
    return Refusal("unenc.halt", "It can do nothing but halt.")


def _ask_who(field: Any, side: Any) -> str:
    return f"The others of {field.sides[side].name} do as they like: which of them does something?"


def _show_habit(field: Field, index: Index, habit: Habit) -> Option:
    verb, what = habit
    man = field.roster[index]
    if verb == SHOOT:
        shown = show_shot(field, Shot(index, what, aimed=False))
        return shown._replace(label=f"{shown.label} (not aimed)", clause="unenc.unaimed")
    if verb == FOLLOW:
        officer = field.roster[what]
        return Option(f"follow {officer.id}", f"Set off as {officer.name} has gone", "unenc.start", man.id, officer.id)
    words, clause = LABELS[verb]
    return Option(verb, f"{words}: {man.troop.reload}+ loads" if verb == RELOAD else words, clause, man.id)


def _refused_habits(field: Field, index: Index) -> list[tuple[Option, Refusal]]:
    """Every one of the six things that it may not do, with the clause that forbids it."""
    legal = set(habits(field, index))
    every = [Habit(verb) for verb in (ADVANCE, COVER, RELOAD, RETIRE)]
    every += [Habit(FOLLOW, officer) for officer in leaders(field, index)]
    every += [Habit(SHOOT, foe) for foe in ones(field.foes(index))]
    refused = [(habit, refuse_habit(field, index, habit)) for habit in every if habit not in legal]
    return [(_brief(field, index, habit), refusal) for habit, refusal in refused if refusal]


def _brief(field: Field, index: Index, habit: Habit) -> Option:
    if habit.verb != SHOOT:
        return _show_habit(field, index, habit)
    foe = field.roster[habit.what]
    return Option(f"shoot {foe.id}", f"Shoot at {foe.name}", "unenc.unaimed", field.roster[index].id, foe.id)


def _ask_habit(field: Any, index: Any) -> str:
    return f"What does {field.roster[index].name} do? Nobody has told him."


def _hints(field: Any, index: Any) -> dict[str, Any]:
    shapes = [*drawings.reach(field, index), *drawings.keep_off(field, index)]
    shoots = field.roster[index].troop.shots
    return drawings.drawing([*shapes, *(drawings.front(field, index) if shoots else [])])


def _trace_habit(field: Any, index: Any, habit: Any) -> dict[str, Any]:
    verb, what = habit
    if verb == SHOOT:
        return trace_shot(field, Shot(index, what, aimed=False))
    if verb in (COVER, RETIRE):
        end = shelter(field, index) if verb == COVER else retreat(field, index)
        return drawings.way(field, index, (field.at[index], end))
    return drawings.drawing(drawings.keep_off(field, index)) if verb in (ADVANCE, FOLLOW) else {}


def _show_stride(field: Field, about: Advance, position: Position) -> Option:
    return show_place(field, about.figure, position)._replace(clause="unenc.adv-path")


def _ask_stride(field: Any, about: Any) -> str:
    return f"How far does {field.roster[about.figure].name} advance, and where to?"


def _stride_hints(field: Any, about: Any) -> dict[str, Any]:
    shapes = [*drawings.reach(field, about.figure), *drawings.keep_off(field, about.figure)]
    return drawings.drawing(shapes) | {"piece": field.roster[about.figure].id}


def _stride_trace(field: Any, about: Any, position: Any) -> dict[str, Any]:
    return drawings.way(field, about.figure, (field.at[about.figure], (position[0], position[1])))


def _show_out(field: Field, index: Index, leaves: bool) -> Option:
    man = field.roster[index]
    label = f"{man.name} leaves the table" if leaves else f"{man.name} stays"
    return Option("leave" if leaves else "stay", label, "move.exit", man.id)


def _ask_out(field: Any, index: Any) -> str:
    return f"Does {field.roster[index].name} leave the table?"


WHO = Question("others", "unenc.order", _ask_who, _show_who, last, _refused_who)
HABIT = Question("habit", "unenc.one", _ask_habit, _show_habit, last, _refused_habits, _hints, _trace_habit)
STRIDE = Question("advance", "unenc.adv-path", _ask_stride, _show_stride, hints=_stride_hints, trace=_stride_trace)
OUT = Question("leave", "move.exit", _ask_out, _show_out)
