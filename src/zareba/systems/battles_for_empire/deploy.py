"""Deployment where the players choose it (`setup.deploy`).

Everybody stands where the scenario prints it. With free deployment a side may take up each of its units and tokens once
and place it anew in its zone; the side that the scenario names second sees the first.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point, offset
from zareba.boards.inches.shapes import Circle, Polygon, contains
from zareba.engine.ask import Choice, Option, Place, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire import drawings
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of, rect_of
from zareba.systems.battles_for_empire.moves import mover_of
from zareba.systems.battles_for_empire.plans import refuse_stand
from zareba.systems.battles_for_empire.rows import HIDDEN, NOBODY, TABLE, Slot
from zareba.systems.battles_for_empire.troops import FORMS, INCH, SIZES, formations_of

READY = -1
Spot = tuple[int, ...]
GRID = 3 * INCH


def deploying(field: Field) -> int:
    """The side that deploys now."""
    assert field.deployed is not None
    return field.terms.order[field.deployed.count(READY)]


async def deploy(field: Field) -> None:
    """One unit or token is placed anew, or the side is ready."""
    assert field.deployed is not None
    side = deploying(field)
    what = await Choice(field.seat(side), UNIT, [*waiting(field, side), READY], side)
    if what == READY:
        over = field.deployed.count(READY) + 1 == len(field.terms.order)
        field.deployed = None if over else (*field.deployed, READY)
        return
    if what < len(field.units):
        await _place_unit(field, what)
    else:
        await _place_token(field, what - len(field.units))
    field.deployed = (*field.deployed, what)


def waiting(field: Field, side: int) -> list[int]:
    """The units, and then (numbered beyond them) the tokens, that a side may still place anew."""
    assert field.deployed is not None
    units = [slot for slot, unit in enumerate(field.units)
             if unit.side == side and unit.place in (TABLE, HIDDEN) and zone_of(field, slot)]  # fmt: skip
    tokens = [number + len(field.units) for number, token in enumerate(field.tokens)
              if token.side == side and token.place == TABLE]  # fmt: skip
    return [what for what in (*units, *tokens) if what not in field.deployed]


def zone_of(field: Field, slot: Slot) -> Polygon | Circle | None:
    zones = field.terms.zones[field.units[slot].side]
    found: Polygon | Circle | None = zones.get(field.units[slot].id, zones.get(""))
    return found


# --- a unit ----------------------------------------------------------------------------------------------------------


async def _place_unit(field: Field, slot: Slot) -> None:
    """Its formation, then where it stands and which way it faces. Of one in hiding nothing is told."""
    unit = field.units[slot]
    able = [name for name in formations_of(unit.troop, unit.mounted) if posts(field, slot, name)]
    formation = await Choice(field.seat(unit.side), DRESS, able or [unit.formation], slot)
    x, y, facing = await Place(
        field.seat(unit.side), POST, posts(field, slot, formation) or [(unit.x, unit.y, unit.facing)],
        lambda spot: refuse_post(field, slot, formation, spot), (slot, formation),
    )  # fmt: skip
    field.put(slot, unit._replace(x=x, y=y, facing=facing % 3600, formation=formation))
    if unit.place == TABLE:
        field.tell("deploy", "setup.deploy", "{unit} is drawn up.", unit=slot)


def posts(field: Field, slot: Slot, formation: str) -> list[Spot]:
    """Where it is printed, and places all over its zone, three inches apart, facing as it does."""
    unit, zone = field.units[slot], zone_of(field, slot)
    assert zone is not None
    west, south, east, north = zone.box
    width, depth = SIZES[formation, unit.mounted]
    spots: list[Spot] = [(unit.x, unit.y, unit.facing)]
    for x in range(west + width // 2, east + 1, GRID):
        for y in range(south + width // 2, north + 1, GRID):
            fx, fy = offset((x, y), unit.facing, depth // 2)
            spots.append((fx, fy, unit.facing))
    return [spot for spot in dict.fromkeys(spots) if refuse_post(field, slot, formation, spot) is None]


def refuse_post(field: Field, slot: Slot, formation: str, spot: Spot) -> Refusal | None:
    row = field.units[slot]._replace(x=spot[0], y=spot[1], facing=spot[2] % 3600, formation=formation, place=TABLE)
    zone, rect = zone_of(field, slot), rect_of(row)
    if zone is None or not all([contains(zone, corner) for corner in rect.points]):
        return Refusal("setup.deploy", "That is not wholly in its zone.")
    return refuse_stand(field, row, (slot,)) or field.ground.refuse_way(mover_of(field, row), row.at, row.at)


# --- a token ---------------------------------------------------------------------------------------------------------


async def _place_token(field: Field, number: int) -> None:
    """With a unit, or where it is."""
    token = field.tokens[number]
    friends = [slot for slot in field.on_table(token.side) if _leads(field, number, slot)]
    slot = await Choice(field.seat(token.side), WITH, [NOBODY, *friends], number)
    if slot == NOBODY:
        return
    at: Point = centre_of(field.units[slot])
    field.put_token(number, x=at[0], y=at[1], unit=slot)
    field.tell("attached", "setup.deploy", "{token} is with {unit}.", token=number, unit=slot)


def _leads(field: Field, number: int, slot: Slot) -> bool:
    token = field.tokens[number]
    return token.kind != "leader" or not token.label or token.label == field.units[slot].troop.label


# --- words ---------------------------------------------------------------------------------------------------------


def _show_unit(field: Field, side: Any, what: int) -> Option:
    if what == READY:
        return Option("ready", "The others stand as they are", "setup.deploy")
    if what >= len(field.units):
        token = field.tokens[what - len(field.units)]
        return Option(f"deploy {token.id}", token.name, "setup.deploy", token.id)
    unit = field.units[what]
    return Option(f"deploy {unit.id}", unit.name, "setup.deploy", unit.id)


def _show_post(field: Field, about: Any, spot: Spot) -> Option:
    words = f'At {spot[0] / 1000:g}", {spot[1] / 1000:g}", facing {spot[2] / 10:g} degrees'
    return Option(" ".join(map(str, spot)), words, "setup.deploy", field.units[about[0]].id)


def _show_with(field: Field, number: Any, slot: Slot) -> Option:
    token = field.tokens[number]
    if slot == NOBODY:
        return Option("stays", f"{token.name} stays where he is", "setup.deploy", token.id)
    return Option(f"with {field.units[slot].id}", f"With {field.units[slot].name}", "setup.deploy", token.id)


def _hints(field: Field, about: Any) -> dict[str, Any]:
    slot, _ = about
    zone = zone_of(field, slot)
    shapes = [drawings.outline(zone, "zone", label="deployment")] if isinstance(zone, Polygon) else []
    return {"piece": field.units[slot].id, "facing": True, "shapes": shapes}


def _trace(field: Field, about: Any, spot: Spot) -> dict[str, Any]:
    slot, formation = about
    row = field.units[slot]._replace(x=spot[0], y=spot[1], facing=spot[2] % 3600, formation=formation)
    return {"shapes": [drawings.outline(rect_of(row), "ghost")]}


UNIT = Question(
    "deploy",
    "setup.deploy",
    lambda field, side: f"{field.sides[side].name}: who is to be placed elsewhere?",
    _show_unit,
    lambda field, side, options: len(options) - 1,
)
DRESS = Question(
    "dress-post",
    "setup.deploy",
    lambda field, slot: f"In what formation does {field.units[slot].name} stand?",
    lambda field, slot, name: Option(f"in {name}", f"In {FORMS.get(name, name)}", "setup.deploy", field.units[slot].id),
    lambda field, slot, options: (
        options.index(field.units[slot].formation) if field.units[slot].formation in options else 0
    ),
)
POST = Question(
    "post",
    "setup.deploy",
    lambda field, about: f"Where does {field.units[about[0]].name} stand?",
    _show_post,
    hints=_hints,
    trace=_trace,
)
WITH = Question("with", "setup.deploy", lambda field, number: f"Whom is {field.tokens[number].name} with?", _show_with)
