"""Commanders and mules: how they move, whom they join, and what becomes of them (section 8 of the rule book)."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point, toward
from zareba.boards.inches.distances import distance
from zareba.boards.inches.shapes import contains, nearest_point, point_apart, way_closer, within
from zareba.boards.inches.written import inches
from zareba.engine.ask import Choice, Option, Place, Question
from zareba.engine.reasons import Refusal
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import SLACK, centre_of, near_point
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.rows import ARMY, DESTROYED, LEADER, LEFT, MULE, NOBODY, TABLE, Slot
from zareba.systems.battles_for_empire.troops import INCH

Number = int
"""Which token."""
MOVE, JOIN, DONE = "move", "join", "done"
Action = tuple[str, Number, Slot]
REACH = {ARMY: 18 * INCH, LEADER: 18 * INCH, MULE: 9 * INCH}
"""`cmd.move`."""
BESIDE = 500
"""`cmd.attach`."""
TOO_NEAR = INCH + SLACK
"""`cmd.move`, `cmd.exposed`: so near an enemy stands nobody alone."""
FLIGHT = 12 * INCH
"""`cmd.exposed`: how far friends may be."""
POINTS = {ARMY: 3, LEADER: 1, MULE: 0}
"""`end.victory`."""


# --- phase 4A ----------------------------------------------------------------------------------------------------


async def command(field: Field) -> None:
    """Commanders and mules move before the units (`cmd.first`), one after another; then the units' part begins."""
    action, number, slot = await Choice(field.seat(field.side), TOKEN, actions(field), field.side)
    if action == DONE:
        for other in range(len(field.tokens)):
            field.put_token(other, acted=False)
        next_stage(field)
    elif action == JOIN:
        _attach(field, number, slot)
    else:
        await _move(field, number)


def actions(field: Field) -> list[Action]:
    found: list[Action] = [(DONE, NOBODY, NOBODY)]
    for number, token in enumerate(field.tokens):
        if token.side == field.side and token.place == TABLE and not token.acted and not field.is_out(number):
            found += [(JOIN, number, slot) for slot in field.on_table(token.side) if can_join(field, number, slot)]
            if _spots(field, number):
                found.append((MOVE, number, NOBODY))
    return found


async def _move(field: Field, number: Number) -> None:
    token = field.tokens[number]
    x, y = await Place(
        field.seat(token.side), SPOT, _spots(field, number), lambda at: refuse_spot(field, number, at), number
    )
    field.put_token(number, x=x, y=y, unit=NOBODY, acted=True)
    field.tell("token-moved", "cmd.move", "{token} moves.", token=number)
    friends = [slot for slot in field.on_table(token.side) if _may_attach(field, number, slot)]
    if friends:
        slot = await Choice(field.seat(token.side), ATTACH, [NOBODY, *friends], number)
        if slot != NOBODY:
            _attach(field, number, slot)


def _attach(field: Field, number: Number, slot: Slot) -> None:
    """`cmd.attach`: placed at the centre of the unit; it is with that one alone (`cmd.one-unit`)."""
    x, y = centre_of(field.units[slot])
    field.put_token(number, x=x, y=y, unit=slot, acted=True)
    field.tell("attached", "cmd.attach", "{token} joins {unit}.", token=number, unit=slot)


def _may_attach(field: Field, number: Number, slot: Slot) -> bool:
    token = field.tokens[number]
    return _same_command(field, number, slot) and within((token.x, token.y), field.rect(slot), BESIDE + SLACK)


def _same_command(field: Field, number: Number, slot: Slot) -> bool:
    """`cmd.command-label`: a Leader with a label joins only units that bear it."""
    token = field.tokens[number]
    return token.kind != LEADER or not token.label or token.label == field.units[slot].troop.label


def refuse_join(field: Field, number: Number, slot: Slot) -> Refusal | None:
    """Why a token cannot join a unit with this move."""
    token = field.tokens[number]
    if token.unit == slot:
        return Refusal("cmd.attach", "It is with that unit already.")
    if not _same_command(field, number, slot):
        return Refusal("cmd.command-label", f"{token.name} leads the units of {token.label} only.")
    why = None
    for spot in _ways_to(field, number, slot):
        why = refuse_spot(field, number, spot)
        if why is None:
            return None
    return why


def can_join(field: Field, number: Number, slot: Slot) -> bool:
    token = field.tokens[number]
    reach = REACH[token.kind] + BESIDE + SLACK
    return within((token.x, token.y), field.rect(slot), reach) and refuse_join(field, number, slot) is None


def _ways_to(field: Field, number: Number, slot: Slot) -> list[Point]:
    """Where a token may end beside a unit: at its nearest point, or where the rear rank stands."""
    token, rect = field.tokens[number], field.rect(slot)
    here = (token.x, token.y)
    corners = rect.points
    rear = (corners[2][0] + corners[3][0]) // 2, (corners[2][1] + corners[3][1]) // 2
    return [_as_far(here, spot, REACH[token.kind]) for spot in (nearest_point(here, rect), rear)
            if distance(here, spot) <= REACH[token.kind] + BESIDE]  # fmt: skip


def _as_far(here: Point, spot: Point, reach: int) -> Point:
    return spot if distance(here, spot) <= reach else toward(here, spot, reach)


def refuse_spot(field: Field, number: Number, at: tuple[int, ...]) -> Refusal | None:
    """Why a token may not move there: `cmd.move`."""
    token, spot = field.tokens[number], (at[0], at[1])
    here = (token.x, token.y)
    if not field.ground.on_table(spot):
        return Refusal("geo.plane", "That is off the table.")
    far = distance(here, spot)
    if far > REACH[token.kind] + SLACK:
        instead = toward(here, spot, REACH[token.kind])
        return Refusal("cmd.move", f"That is {inches(far)} away.", f"{instead[0]} {instead[1]}")
    if any([contains(area.shape, spot) or way_closer(here, spot, area.shape, 1) for area in field.ground.barred]):
        return Refusal("cmd.move", "The way leads through ground that nobody enters.")
    return _refuse_enemies(field, number, spot)


def _refuse_enemies(field: Field, number: Number, spot: Point) -> Refusal | None:
    """Never within 1" of an enemy (`geo.tolerance`), where he would be exposed; one who begins nearer may go away."""
    token = field.tokens[number]
    here = (token.x, token.y)
    for foe in field.on_table(1 - token.side):
        rect = field.rect(foe)
        if way_closer(here, spot, rect, TOO_NEAR) and way_closer(here, spot, rect, point_apart(here, rect).down):
            return Refusal("cmd.move", f'The way comes within 1" of {field.units[foe].name}.')
        if within(spot, rect, TOO_NEAR):
            return Refusal("cmd.move", f'That is within 1" of {field.units[foe].name}.')
    return None


def _spots(field: Field, number: Number) -> list[tuple[int, ...]]:
    """Sensible places to go: towards each end of the table, and behind friends far off."""
    token = field.tokens[number]
    here, reach = (token.x, token.y), REACH[token.kind]
    goals = [centre_of(field.units[slot]) for slot in field.on_table(token.side)]
    goals.sort(key=lambda goal: -distance(here, goal))
    spots = [here] if token.unit != NOBODY else []
    spots += [_as_far(here, goal, reach) for goal in goals[:4]]
    spots += [toward(here, (here[0] + dx, here[1] + dy), reach // 2) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return [spot for spot in dict.fromkeys(spots) if refuse_spot(field, number, spot) is None]


# --- what becomes of them ----------------------------------------------------------------------------------------


def expose(field: Field) -> None:
    """`cmd.exposed`: whoever is alone with an enemy within 1" flees at once."""
    for number, token in enumerate(field.tokens):
        if token.place == TABLE and token.unit == NOBODY:
            foes = field.on_table(1 - token.side)
            if any([near_point((token.x, token.y), field.rect(foe), INCH) for foe in foes]):
                flee(field, number, "cmd.exposed")


def unit_gone(field: Field, slot: Slot, with_unit: bool) -> None:
    """`cmd.unit-gone`: its tokens flee; those of a unit that leaves the table leave with it (`cmd.carried`)."""
    for number in field.tokens_of(slot):
        if with_unit:
            field.put_token(number, place=LEFT, unit=NOBODY)
        else:
            flee(field, number, "cmd.unit-gone")


def flee(field: Field, number: Number, clause: str) -> None:
    """To the nearest friendly unit within 12", the lower unit number of several; or into captivity."""
    token = field.tokens[number]
    here = (token.x, token.y)
    near = [slot for slot in field.on_table(token.side) if near_point(here, field.rect(slot), FLIGHT)]
    near = [slot for slot in near if _same_command(field, number, slot)]
    if not near:
        return lose(field, number, clause, "captured")
    slot = min(near, key=lambda slot: point_apart(here, field.rect(slot)).fine)
    x, y = centre_of(field.units[slot])
    field.put_token(number, x=x, y=y, unit=slot)
    return field.tell("fled", clause, "{token} flees to {unit}.", token=number, unit=slot)


def lose(field: Field, number: Number, clause: str, how: str) -> None:
    """A token is killed or captured. Nobody takes an Army Commander's place (`cmd.killed`)."""
    token = field.tokens[number]
    field.put_token(number, place=DESTROYED, unit=NOBODY)
    lost = list(field.captured)
    lost[token.side] += POINTS[token.kind]
    field.captured = (lost[0], lost[1])
    field.tell("token-lost", clause, "{token} is {how}.", token=number, how=how)


async def succeed(field: Field, side: int) -> None:
    """The option `succession`: in phase 1 a Leader becomes Army Commander in place of one who was lost."""
    leaders = [number for number, token in enumerate(field.tokens)
               if token.side == side and token.kind == LEADER and token.place == TABLE]  # fmt: skip
    if leaders and _lost_its_commander(field, side):
        number = await Choice(field.seat(side), HEIR, leaders, side)
        field.put_token(number, kind=ARMY, label="")
        field.tell("succeeds", "cmd.killed", "{token} takes command.", token=number)


def _lost_its_commander(field: Field, side: int) -> bool:
    armies = [token for token in field.tokens if token.side == side and token.kind == ARMY]
    return bool(armies) and all(token.place == DESTROYED for token in armies)


# --- words -------------------------------------------------------------------------------------------------------


def _show(field: Field, about: Any, action: Action) -> Option:
    kind, number, slot = action
    if kind == DONE:
        return Option(DONE, "Commanders stay; now the units", "cmd.first")
    token = field.tokens[number]
    if kind == JOIN:
        unit = field.units[slot]
        return Option(f"join {token.id} {unit.id}", f"{token.name} joins {unit.name}", "cmd.attach", token.id, unit.id)
    return Option(f"move {token.id}", f"{token.name} moves", "cmd.move", token.id)


def _refused(field: Field, side: Any) -> list[tuple[Option, Refusal]]:
    found = []
    for number, token in enumerate(field.tokens):
        if token.side == side and token.place == TABLE:
            for slot in field.on_table(side):
                why = _not_now(field, number) or refuse_join(field, number, slot)
                if why:
                    found.append((_show(field, side, (JOIN, number, slot)), why))
            if why := _not_now(field, number):
                found.append((_show(field, side, (MOVE, number, NOBODY)), why))
    return found


def _not_now(field: Field, number: Number) -> Refusal | None:
    token = field.tokens[number]
    if field.is_out(number):
        return Refusal("cmd.out", f"{token.name} is out until the end of turn {token.out}.")
    return Refusal("cmd.move", f"{token.name} has moved already.") if token.acted else None


def _show_spot(field: Field, number: Any, at: tuple[int, ...]) -> Option:
    token = field.tokens[number]
    return Option(f"{at[0]} {at[1]}", f"To {inches(at[0])}, {inches(at[1])}", "cmd.move", token.id)


def _show_attach(field: Field, number: Any, slot: Slot) -> Option:
    token = field.tokens[number]
    if slot == NOBODY:
        return Option("alone", f"{token.name} stays by himself", "cmd.attach", token.id)
    return Option(f"with {field.units[slot].id}", f"Joins {field.units[slot].name}", "cmd.attach", token.id)


def _reach(field: Field, number: Any) -> dict[str, Any]:
    token = field.tokens[number]
    circle = {"kind": "circle", "role": "reach", "at": [token.x, token.y], "radius": REACH[token.kind]}
    return {"piece": token.id, "facing": False, "shapes": [circle]}


def _way(field: Field, number: Any, at: tuple[int, ...]) -> dict[str, Any]:
    token = field.tokens[number]
    way = {"kind": "path", "role": "way", "points": [[token.x, token.y], [at[0], at[1]]]}
    far = inches(distance((token.x, token.y), (at[0], at[1])))
    return {"shapes": [way], "notes": [{"value": far, "clause": "cmd.move", "why": "the way"}]}


TOKEN = Question(
    "token", "cmd.move", lambda field, side: f"{field.sides[side].name}: commanders and mules.", _show, refused=_refused
)
SPOT = Question(
    "spot",
    "cmd.move",
    lambda field, number: f"Where does {field.tokens[number].name} go?",
    _show_spot,
    hints=_reach,
    trace=_way,
)
ATTACH = Question(
    "attach", "cmd.attach", lambda field, number: f"Does {field.tokens[number].name} join anybody?", _show_attach
)
HEIR = Question(
    "heir",
    "cmd.killed",
    lambda field, side: f"{field.sides[side].name}: who takes command?",
    lambda field, side, number: Option(f"heir {field.tokens[number].id}", field.tokens[number].name, "cmd.killed"),
)
