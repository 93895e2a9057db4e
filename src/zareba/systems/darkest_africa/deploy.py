"""Before the first turn: who begins (`setup.meeting`), and where the figures stand (section 5 of the rule book).

A side that deploys has a layout before it, printed by the scenario or made by the program. It may take up any figure
and place it anew, turn it (`setup.facing`) and hide it; when it is ready its figures are on the table, all at once.
Who deploys second has seen every figure of the first that is not hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from zareba.boards.inches import Point, snapped
from zareba.engine.ask import Choice, Option, Place, Position, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa import drawings
from zareba.systems.darkest_africa.field import DEPLOY, FIRST, MAP, ROLLS, Field, Index, ones
from zareba.systems.darkest_africa.layout import GRID, lay_out, make_room, nearest_post, ranks, refuse_post, zone_clause
from zareba.systems.darkest_africa.troops import RADIUS

READY: Index = -1
CANDIDATES = 12


def opening(field: Field, after: int = -1) -> int:
    """What is done next before the first turn: the map (`opt.terrain`), the throw for it, deployment; then step 1."""
    if after < MAP and field.rules.terrain == "random":
        return MAP
    if after < FIRST and field.terms.deploys and field.terms.attacker < 0:
        return FIRST
    return DEPLOY if after < DEPLOY and field.terms.deploys else ROLLS


def enter(field: Field, phase: int) -> None:
    """Goes on to what comes next; the sides that have still to deploy stand in the queue."""
    field.phase = phase
    field.queue = deployers(field) if phase == DEPLOY else ()


def deployers(field: Field) -> tuple[int, ...]:
    """`setup.defender`, `setup.meeting`: the defender, or the side that moves second, deploys first."""
    return field.terms.deploys if field.terms.attacker >= 0 else (1 - field.first, field.first)


# --- who begins ---------------------------------------------------------------------------------------------------


async def first_turn(field: Field) -> None:
    """`setup.meeting`: the side listed first throws first; both again on a tie; the higher takes the first turn."""
    thrown = [0, 0]
    while thrown[0] == thrown[1]:
        for side in (0, 1):
            die = await Roll(BEGIN, 1, pips(D6), field.seat(side), side)
            assert isinstance(die, int)
            thrown[side] = die
    field.first = field.active = 0 if thrown[0] > thrown[1] else 1
    field.tell("first", "setup.meeting", "{side} takes the first turn, and deploys second.", side=field.first)
    enter(field, opening(field, FIRST))


def _begin(field: Any, side: Any) -> str:
    return f"{field.sides[side].name} throws for the first turn."


BEGIN = Throw("first turn", "setup.meeting", D6, _begin)


# --- where they stand ---------------------------------------------------------------------------------------------


async def deploy(field: Field) -> None:
    """One figure is placed anew, or the side is ready."""
    side = field.queue[0]
    lay_out(field, side)
    index = await Choice(field.seat(side), WHO, [READY, *waiting(field, side)], side)
    if index == READY:
        _ready(field, side)
    else:
        await _post(field, side, index)


def waiting(field: Field, side: int) -> list[Index]:
    """The figures of a side that are to be deployed."""
    return list(ones(field.friends[side] & ~(field.killed | field.fled | field.exited)))


async def _post(field: Field, side: int, index: Index) -> None:
    def refuse(position: Position) -> Refusal | None:
        return refuse_stand(field, index, position)

    x, y, facing = await Place(field.seat(side), WHERE, candidates(field, index), refuse, index)
    field.put(index, snapped((x, y), GRID), facing)
    field.unmark("hidden", index)
    if may_hide(field, index) and await Choice(field.seat(side), HIDE, lying(field, side), index):
        field.mark("hidden", index)


def may_hide(field: Field, index: Index) -> bool:
    """`hide.who`, `hide.where`."""
    return field.sides[field.side_of(index)].hides and field.ground.hides(field.at[index])


def lying(field: Field, side: int) -> list[bool]:
    return [True] if field.sides[side].lurks else [True, False]


def _ready(field: Field, side: int) -> None:
    """Its figures come on to the table. What the other side sees of them then, nobody can take back."""
    for index in waiting(field, side):
        field.mark("on", index)
        field.start[index] = field.at[index]
    field.stir()
    field.revealed = True
    field.tell("deployed", zone_clause(field, side), "{side} has deployed.", side=side)
    field.queue = field.queue[1:]
    if not field.queue:
        for one in deployers(field):
            make_room(field, one)
        enter(field, opening(field, DEPLOY))


def refuse_stand(field: Field, index: Index, position: Position) -> Refusal | None:
    """Why a figure cannot be deployed there, facing so, and the nearest place where it can."""
    x, y, facing = position
    if not 0 <= facing < 3600:
        return Refusal("geo.facing", "A facing is a bearing from 0 to 3599 tenths of a degree.")
    refusal = refuse_post(field, index, snapped((x, y), GRID))
    return refusal and refusal._replace(instead=_instead(field, index, (x, y), facing))


def _instead(field: Field, index: Index, wish: Point, facing: int) -> str:
    found = nearest_post(field, index, snapped(wish, GRID))
    return f"{found[0]} {found[1]} {facing}" if found else ""


def candidates(field: Field, index: Index) -> list[Position]:
    """Where it stands, and some places in the ranks of its zone."""
    facing = field.facing[index]
    every = list(ranks(field, field.side_of(index)))
    spread = every[:: max(1, len(every) // (4 * CANDIDATES))]
    some = islice((point for point in spread if refuse_post(field, index, point) is None), CANDIDATES)
    return [(*point, facing) for point in dict.fromkeys([field.at[index], *some])]


# --- words --------------------------------------------------------------------------------------------------------


def _show_who(field: Field, side: int, index: Index) -> Option:
    if index == READY:
        return Option("ready", "All stand as they are", "setup.spots")
    man = field.roster[index]
    return Option(f"place {man.id}", f"Place {man.name} elsewhere", "setup.spots", man.id)


def _who(field: Any, side: Any) -> str:
    return f"{field.sides[side].name} deploys: who is to stand elsewhere?"


def _zones(field: Any, side: Any) -> dict[str, Any]:
    lairs = drawings.hiding_places(field) if field.sides[side].hides else []
    return drawings.drawing([*drawings.zone(field, side), *lairs])


def _show_where(field: Field, index: Index, position: Position) -> Option:
    x, y, facing = position
    man = field.roster[index]
    label = f"At {drawings.long(x)} east and {drawings.long(y)} north, facing {facing // 10}°"
    return Option(f"{x} {y} {facing}", label, "setup.facing", man.id)


def _where(field: Any, index: Any) -> str:
    return f"Where does {field.roster[index].name} stand, and which way does it face?"


def _where_hints(field: Any, index: Any) -> dict[str, Any]:
    return _zones(field, field.side_of(index)) | {"piece": field.roster[index].id, "facing": True}


def _where_trace(field: Any, index: Any, position: Any) -> dict[str, Any]:
    at = snapped(position[:2], GRID)
    found = [drawings.circle("ghost", at, RADIUS)]
    if may := field.sides[field.side_of(index)].hides and field.ground.hides(at):
        found[0] |= {"label": "may hide here", "clause": "hide.where"}
    return drawings.drawing(
        found, [drawings.note("may hide", "hide.where", "half an inch inside cover")] if may else []
    )


def _show_hide(field: Field, index: Index, hidden: bool) -> Option:
    man = field.roster[index]
    label = f"{man.name} lies hidden" if hidden else f"{man.name} stands in the open"
    return Option("hide" if hidden else "show", label, "hide.who", man.id)


def _hide(field: Any, index: Any) -> str:
    return f"Does {field.roster[index].name} lie hidden?"


def _here(field: Any, about: Any, options: Sequence[Any]) -> int:
    return 0


WHO = Question("deploy", "setup.spots", _who, _show_who, _here, hints=_zones)
WHERE = Question("stand", "setup.facing", _where, _show_where, _here, hints=_where_hints, trace=_where_trace)
HIDE = Question("hide", "hide.who", _hide, _show_hide, _here)
