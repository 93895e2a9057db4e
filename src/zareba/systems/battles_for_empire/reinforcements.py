"""Phase 1: who comes, where, and how they are set on the table (section 5 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point, offset, turn
from zareba.boards.inches.distances import distance, segment_to_segment
from zareba.engine.ask import Choice, Option, Place, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire import drawings
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of, near, rect_of
from zareba.systems.battles_for_empire.moves import mover_of
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.plans import refuse_stand
from zareba.systems.battles_for_empire.rows import COMING, NOBODY, TABLE, WAITING, Group, Slot, Unit
from zareba.systems.battles_for_empire.tokens import succeed
from zareba.systems.battles_for_empire.troops import FORMS, INCH, SIZES, formations_of

CLOSE_BY = 100
"""`reinf.place`: the rear edge is within 0.1" of the edge."""
CLEAR = 6
"""Inches: more than so much from every enemy."""
INWARD = {"south": 0, "west": 900, "north": 1800, "east": 2700}
SLANT = 450
GRID = INCH // 2
POOL = {3: 1, 4: 1, 5: 2, 6: 2}
"""`reinf.pool`."""
Spot = tuple[int, int, int]


# --- who comes -------------------------------------------------------------------------------------------------------


async def reinforcements(field: Field) -> None:
    """`reinf.phase`: dice for every group that may come; who comes then waits to be placed."""
    side = field.side
    if field.rules.succession == "on":
        await succeed(field, side)
    for number, group in enumerate(field.groups):
        if group.side == side and field.turn >= group.turn:
            await _arrive(field, number)
    waiting = [slot for slot, unit in enumerate(field.units)
               if unit.side == side and unit.place == COMING and unit.has(WAITING)]  # fmt: skip
    next_stage(field)
    field.queue = tuple(waiting)


async def _arrive(field: Field, number: int) -> None:
    """`reinf.fixed`, `reinf.diced`, `reinf.pool`."""
    group = field.groups[number]
    left = [slot for slot in group.members if field.units[slot].place == COMING and not field.units[slot].has(WAITING)]
    if not left:
        return
    if group.kind != "fixed":
        die = await Roll(ARRIVAL, 1, pips(D6), field.seat(group.side), number)
        assert isinstance(die, int)
        left = left[: POOL.get(die, 0)] if group.kind == "pool" else left if die >= group.need else []
    if left:
        await _enter(field, number, left)


async def _enter(field: Field, number: int, slots: list[Slot]) -> None:
    """`reinf.entry-roll`: where the group enters is known when it comes."""
    group, zone = field.groups[number], 0
    if len(group.entry) > 1:
        die = await Roll(ENTRY, 1, pips(D6), field.seat(group.side), number)
        assert isinstance(die, int)
        zone = die - 1
    field.groups[number] = group._replace(zone=zone)
    for slot in slots:
        field.mark(slot, WAITING)
        field.tell(
            "arrives", f"reinf.{group.kind}", "{unit} comes by {zone}.", unit=slot, zone=group.entry[zone]["name"]
        )


# --- where -----------------------------------------------------------------------------------------------------------


async def arrivals(field: Field) -> None:
    """The next of them is set on the table, or waits for a later turn (`reinf.blocked`)."""
    slot, field.queue = field.queue[0], field.queue[1:]
    able = [
        name for name in formations_of(field.units[slot].troop, field.units[slot].mounted) if places(field, slot, name)
    ]
    if able:
        formation = await Choice(field.seat(field.side), DRESS, able, slot)
        x, y, facing = await Place(
            field.seat(field.side), WHERE, places(field, slot, formation),
            lambda spot: refuse_entry(field, slot, formation, (spot[0], spot[1], spot[2])), (slot, formation),
        )  # fmt: skip
        _set_down(field, slot, formation, (x, y, facing))
    else:
        field.tell("waits", "reinf.blocked", "{unit} finds no room to come on.", unit=slot)


def _set_down(field: Field, slot: Slot, formation: str, spot: Spot) -> None:
    """`reinf.act`: from now on it is a unit like any other. Tokens of its group come with the first unit."""
    unit = field.units[slot]
    x, y, facing = spot
    field.put(
        slot, unit._replace(place=TABLE, x=x, y=y, facing=facing, formation=formation, marks=unit.marks & ~WAITING)
    )
    field.tell("enters", "reinf.place", "{unit} comes on to the table.", unit=slot)
    at = centre_of(field.units[slot])
    for number in _followers(field, slot):
        field.put_token(number, place=TABLE, x=at[0], y=at[1], unit=slot)


def _followers(field: Field, slot: Slot) -> list[int]:
    return [number for group in field.groups if slot in group.members for number in group.tokens
            if field.tokens[number].place == COMING and field.tokens[number].unit in (NOBODY, slot)]  # fmt: skip


def group_of(field: Field, slot: Slot) -> Group:
    return next(group for group in field.groups if slot in group.members)


def places(field: Field, slot: Slot, formation: str) -> list[Spot]:
    """Places along the entry edges, half an inch apart, facing straight inward; those in the middle first."""
    key = ("entries", slot, formation)
    if key not in field.memo:
        spots = [
            spot for spot in _along_edges(field, slot, formation) if not refuse_entry(field, slot, formation, spot)
        ]
        field.memo[key] = spots[:: max(1, len(spots) // 12)]
    found: list[Spot] = field.memo[key]
    return found


def _along_edges(field: Field, slot: Slot, formation: str) -> list[Spot]:
    unit = field.units[slot]
    width, depth = SIZES[formation, unit.mounted]
    found = []
    for edge, first, last in _zone(field, slot):
        middle = (first + last) // 2
        steps = sorted(range(first + width // 2, last - width // 2 + 1, GRID), key=lambda at: (abs(at - middle), at))
        found += [_spot(field, edge, along, depth) for along in steps]
    return found


def _zone(field: Field, slot: Slot) -> tuple[tuple[str, int, int], ...]:
    group = group_of(field, slot)
    edges: tuple[tuple[str, int, int], ...] = group.entry[group.zone]["edges"]
    return edges


def _spot(field: Field, edge: str, along: int, depth: int) -> Spot:
    facing = INWARD[edge]
    start = {
        "south": (along, 0),
        "north": (along, field.ground.depth),
        "west": (0, along),
        "east": (field.ground.width, along),
    }
    x, y = offset(start[edge], facing, depth)
    return x, y, facing


def refuse_entry(field: Field, slot: Slot, formation: str, spot: Spot) -> Refusal | None:
    """`reinf.place`: what forbids to enter there."""
    row = field.units[slot]._replace(place=TABLE, x=spot[0], y=spot[1], facing=spot[2] % 3600, formation=formation)
    if refusal := refuse_stand(field, row, (slot,)) or field.ground.refuse_way(mover_of(field, row), row.at, row.at):
        return refusal
    if not any([_enters_by(field, row, *stretch) for stretch in _zone(field, slot)]):
        return Refusal(
            "reinf.place",
            "Its rear stands at the edge it enters by, and it faces inward.",
            _nearest(field, slot, formation, spot),
        )
    for foe in field.enemies(slot):
        if near(rect_of(row), field.rect(foe), CLEAR):
            return Refusal("reinf.place", f'{field.units[foe].name} is within 6".')
    return None


def _enters_by(field: Field, row: Unit, edge: str, first: int, last: int) -> bool:
    """Whether its rear edge is at this stretch of the edge, and it faces within 45 degrees of straight inward."""
    if abs(turn(INWARD[edge], row.facing)) > SLANT:
        return False
    a, b = rect_of(row).sides[2]
    axis = 0 if edge in ("south", "north") else 1
    if not all([first <= point[axis] <= last for point in (a, b)]):
        return False
    return segment_to_segment(a, b, *_ends(field, edge, first, last)).at_most(CLOSE_BY)


def _ends(field: Field, edge: str, first: int, last: int) -> tuple[Point, Point]:
    width, depth = field.ground.width, field.ground.depth
    if edge in ("south", "north"):
        y = 0 if edge == "south" else depth
        return (first, y), (last, y)
    x = 0 if edge == "west" else width
    return (x, first), (x, last)


def _nearest(field: Field, slot: Slot, formation: str, spot: Spot) -> str:
    known = field.memo.get(("entries", slot, formation))
    if not known:
        return ""
    best = min(known, key=lambda other: distance((spot[0], spot[1]), (other[0], other[1])))
    return " ".join(map(str, best))


# --- words ---------------------------------------------------------------------------------------------------------


def _arrival_prompt(field: Any, number: Any) -> str:
    group = field.groups[number]
    if group.kind == "pool":
        return f"{field.sides[group.side].name}: does anybody come? 3-4 one unit, 5-6 two."
    return f"{field.sides[group.side].name}: do they come? On {group.need} or more."


def _show_dress(field: Field, slot: Slot, formation: str) -> Option:
    return Option(f"in {formation}", f"In {FORMS.get(formation, formation)}", "reinf.place", field.units[slot].id)


def _show_where(field: Field, about: Any, spot: Spot) -> Option:
    words = f'At {spot[0] / 1000:g}", {spot[1] / 1000:g}", facing {spot[2] / 10:g} degrees'
    return Option(" ".join(map(str, spot)), words, "reinf.place", field.units[about[0]].id)


def _where_hints(field: Field, about: Any) -> dict[str, Any]:
    slot, _ = about
    lines = [drawings.path("zone", *_ends(field, *stretch), label="enters here") for stretch in _zone(field, slot)]
    return {"piece": field.units[slot].id, "facing": True, "shapes": lines}


def _where_trace(field: Field, about: Any, spot: tuple[int, ...]) -> dict[str, Any]:
    slot, formation = about
    row = field.units[slot]._replace(x=spot[0], y=spot[1], facing=spot[2] % 3600, formation=formation)
    return {"shapes": [drawings.outline(rect_of(row), "ghost")]}


ARRIVAL = Throw("arrival", "reinf.diced", D6, _arrival_prompt)
ENTRY = Throw("entry", "reinf.entry-roll", D6, lambda field, number: "Where do they come on?")
DRESS = Question(
    "dress", "reinf.place", lambda field, slot: f"{field.units[slot].name} arrives: in what formation?", _show_dress
)
WHERE = Question(
    "enter",
    "reinf.place",
    lambda field, about: f"Where does {field.units[about[0]].name} come on?",
    _show_where,
    hints=_where_hints,
    trace=_where_trace,
)
