"""Turning: a figure that may be given any facing looks toward a place on the table (`enc.turn`, `cmd.rally-effect`)."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches import Bearing, Point, ahead, bearing, snapped
from zareba.engine.ask import Option, Place, Position, Question
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.drawings import drawing, sector
from zareba.systems.darkest_africa.field import Field, Index, ones
from zareba.systems.darkest_africa.troops import BASES, INCH

GRID = 10
FAR = 3 * INCH
NEAREST = 4
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


async def face(field: Field, index: Index) -> None:
    """Any facing at all: it is told by a place to look at."""

    def refuse(position: Position) -> Refusal | None:
        return refuse_look(field, index, position)

    x, y = await Place(field.seat(field.side_of(index)), FACE, outlooks(field, index), refuse, index)
    field.facing[index] = bearing(field.at[index], snapped((x, y), GRID))
    field.tell("face", "enc.turn", "{figure} turns.", field.audience(index), figure=index, facing=field.facing[index])


def refuse_look(field: Field, index: Index, position: Position) -> Refusal | None:
    """Nobody can look at the place where he stands."""
    if snapped((position[0], position[1]), GRID) != field.at[index]:
        return None
    return Refusal("geo.facing", "It stands there: name a place to look at.", _notation(outlooks(field, index)[0]))


def outlooks(field: Field, index: Index) -> list[Position]:
    """Straight ahead, toward the nearest enemies, and the eight winds."""
    here = field.at[index]
    foes = sorted(ones(field.foes(index)), key=lambda foe: (field.apart(here, foe), foe))[:NEAREST]
    courses = [field.facing[index], *range(0, 3600, 450)]
    found = [look(here, courses[0]), *[field.at[foe] for foe in foes], *[look(here, course) for course in courses[1:]]]
    return list(dict.fromkeys(found))


def look(here: Point, course: Bearing) -> Point:
    return ahead(here, course, FAR, GRID)


def _notation(position: Position) -> str:
    return " ".join(map(str, position))


def _show(field: Field, index: Index, position: Position) -> Option:
    here, at = field.at[index], (position[0], position[1])
    piece = field.roster[index].id
    foe = next((foe for foe in ones(field.foes(index)) if field.at[foe] == at), None)
    if foe is not None:
        man = field.roster[foe]
        return Option(_notation(position), f"Toward {man.name}", "enc.turn", piece, man.id)
    course = bearing(here, at)
    if course == field.facing[index]:
        return Option(_notation(position), "As he stands", "enc.turn", piece)
    wind = WINDS[course // 450] if course % 450 == 0 else f"{course // 10}.{course % 10} degrees"
    return Option(_notation(position), f"Toward the {wind}" if course % 450 == 0 else wind, "enc.turn", piece)


def _prompt(field: Any, index: Any) -> str:
    return f"Which way does {field.roster[index].name} face? Name a place to look at."


def _trace(field: Any, index: Any, position: Any) -> dict[str, Any]:
    at = field.at[index]
    return drawing([sector("ghost", at, 2 * BASES, bearing(at, (position[0], position[1])))])


def _hints(field: Any, index: Any) -> dict[str, Any]:
    return {"piece": field.roster[index].id, "toward": True}


FACE = Question("face", "enc.turn", _prompt, _show, hints=_hints, trace=_trace)
