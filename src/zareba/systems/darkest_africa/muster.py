"""A points game before deployment: the forces are chosen (`force.list`), the map is thrown for (`chance.terrain`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from zareba.boards.inches import Circle
from zareba.engine.ask import Both, Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6
from zareba.systems.darkest_africa import army, roster
from zareba.systems.darkest_africa.army import Force
from zareba.systems.darkest_africa.deploy import enter, opening
from zareba.systems.darkest_africa.field import MAP, MUSTER, Field
from zareba.systems.darkest_africa.ground import Feature, Ground
from zareba.systems.darkest_africa.troops import BEARER, INCH, TABLES, Troop

SQUARE = 12 * INCH
GROWTH = 4 * INCH
GROWS = ("", "grass", "scrub", "forest")
"""`chance.terrain`: 1-3 nothing, 4 tall grass, 5 scrub, 6 forest."""


# --- the forces ---------------------------------------------------------------------------------------------------


async def muster(field: Field) -> None:
    """Each side chooses a force in secret; then both are shown."""
    chosen = await Both(*[Choice(field.seat(side), FORCE, offers(field, side), side) for side in (0, 1)])
    men = []
    for side, sample in enumerate(chosen):
        name, force = _force(field, sample)
        men += [
            roster.Post(side, entry, turn + 1, None)
            for entry in units(field, sample, force)
            for turn in range(entry["count"])
        ]
        told = ", ".join([_row(one.troop, one.figures) for one in force])
        field.tell("forces", "force.list", "{side} brings {name}: " + told + ".", side=side, name=name)
    roster.enlist(field, men)
    enter(field, opening(field, MUSTER))


def offers(field: Field, side: int) -> list[int]:
    """The samples that a side may choose from: those of its list, if the scenario names one."""
    options, limit = _options(field), int(field.rules.points)
    wanted = field.terms.lists[side]
    return [
        number
        for number, sample in enumerate(TABLES["samples"])
        if wanted in ("", sample["list"])
        and not army.wrongs(sample["list"], _bought(number, limit, *options), limit, dict(options))
    ]


Options = tuple[tuple[str, str], ...]


def _options(field: Field) -> Options:
    rules = field.rules
    return (("lists", rules.lists), ("officer-points", rules.officer_points), ("officer-share", rules.officer_share))


@cache
def _bought(number: int, limit: int, *options: tuple[str, str]) -> Force:
    sample = TABLES["samples"][number]
    return army.scaled(sample["list"], sample["wants"], limit, dict(options))


def _force(field: Field, number: int) -> tuple[str, Force]:
    return TABLES["samples"][number]["name"], _bought(number, int(field.rules.points), *_options(field))


def units(field: Field, number: int, force: Force) -> list[dict[str, Any]]:
    """A force as a scenario writes it, with the free bearers of a caravan (`force.caravan`)."""
    found = army.units_of(force)
    list_id = TABLES["samples"][number]["list"]
    loads = army.loads_of(list_id, force, int(field.rules.points), dict(_options(field)))
    return found + ([{"type": BEARER.code, "count": loads, "load": True}] if loads else [])


def _row(troop: Troop, figures: int) -> str:
    return f"{figures} {troop.name if figures == 1 else troop.plural}"


def _show_force(field: Field, side: int, number: int) -> Option:
    name, force = _force(field, number)
    points = army.points_of(force, dict(_options(field)))
    told = ", ".join([_row(one.troop, one.figures) for one in force])
    return Option(TABLES["samples"][number]["id"], f"{name}, {points} points: {told}", "force.list")


def _ask_force(field: Any, side: Any) -> str:
    return f"What force does {field.sides[side].name} bring, for {field.rules.points} points?"


FORCE = Question("force", "force.list", _ask_force, _show_force)


# --- the map ------------------------------------------------------------------------------------------------------


async def chart(field: Field) -> None:
    """`chance.terrain`: one die for each square of 12 inches, row by row from the south-west."""
    found = []
    for number, (column, row) in enumerate(squares(field)):
        thrown = await Roll(GROWTH_DIE, 1, (0, 0, 0, 1, 2, 3), "", number)
        assert isinstance(thrown, int)
        if thrown:
            found.append(growth(GROWS[thrown], column, row))
    field.ground = Ground(field.ground.width, field.ground.depth, found)
    field.tell("map", "chance.terrain", "The map has {features} features.", features=len(found))
    enter(field, opening(field, MAP))


def squares(field: Field) -> list[tuple[int, int]]:
    """The whole squares of the table; the outermost incomplete ones get nothing."""
    columns, rows = field.ground.width // SQUARE, field.ground.depth // SQUARE
    return [(column, row) for row in range(rows) for column in range(columns)]


def growth(kind: str, column: int, row: int) -> Feature:
    what = TABLES["terrain"][kind]
    at = (column * SQUARE + SQUARE // 2, row * SQUARE + SQUARE // 2)
    has = [bool(what.get(word)) for word in ("rough", "cover", "hides", "closed")]
    return Feature(kind, "", Circle(at, GROWTH), *has)


def _ask_growth(field: Any, number: Any) -> str:
    column, row = squares(field)[number]
    return f"What grows in square {column + 1} of row {row + 1}?"


GROWTH_DIE = Throw("terrain", "chance.terrain", D6, _ask_growth)
