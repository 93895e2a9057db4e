"""Rockets and machine guns: sections 2.12 and 2.13 of the rule book."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import DIRECTIONS, OFF, Cell
from zareba.engine.ask import Choice, Option, Question, Throw
from zareba.engine.chance import D6, at_least
from zareba.engine.reasons import Reason, Refusal
from zareba.systems.sudan.dice import COMPASS, D8, dice_read, one_die
from zareba.systems.sudan.drawings import Drawing, compass, note, path
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.firing import refuse_fire
from zareba.systems.sudan.rows import STILL, Flight, Slot, Unit

HOMING = at_least(D6, 5)
"""`rocket.hit`: on 5 or 6 it lands where it was aimed."""
LEAST_COUNT = 2
"""`mg.when`: a gun that has fired in one turn only does not check."""

# --- rockets -------------------------------------------------------------------------------------------------


def is_rocket(unit: Unit) -> bool:
    return unit.troop.weapon == "rocket"


def marks(field: Field, slot: Slot) -> list[Cell]:
    """The boxes that a rocket may be aimed at: any but its own (`rocket.any-box`), however far (`rocket.range`).

    Grade, cover and the like are of no account; who may not fire at all is told by `rocket.no-dice-mods`, and so by
    the same tests as for other guns.
    """
    if refuse_fire(field, slot):
        return []
    return [box for box in field.ground.grid.cells if refuse_mark(field, slot, box) is None]


def refuse_mark(field: Field, slot: Slot, box: Cell) -> Refusal | None:
    unit, grid = field.units[slot], field.ground.grid
    if box == unit.box:
        return Refusal("rocket.any-box", "A rocket is not aimed at its own box.")
    if field.rules.rocket_los == "off":
        return None
    if not grid.arc(unit.box, unit.facing) >> box & 1:
        return Refusal("fire.arc", "It is outside the arc.")
    return None if field.sees(unit.box, box) else Refusal("fire.sight", "It is out of sight.")


async def launch(field: Field, slot: Slot) -> None:
    """`rocket.target-box`: a box is named; one die says whether it lands there or drifts (`rocket.drift`)."""
    seat = field.seat(slot)
    mark = await Choice(seat, MARK, marks(field, slot), slot)
    field.change(slot, fired=True)
    field.tell("fire", "rocket.target-box", "{unit} fires at {box}.", unit=slot, box=mark)
    if await dice_read(AIM, 1, HOMING, seat, (slot, mark)):
        return land(field, Flight(slot, mark, OFF, 0, mark), "rocket.hit")
    await drift(field, slot, mark)
    return None


async def drift(field: Field, slot: Slot, mark: Cell) -> None:
    """The d8 is read clockwise from north (`rocket.compass`); a diagonal box counts as one (`rocket.drift-count`)."""
    seat = field.seat(slot)
    compass = await dice_read(DRIFT, 1, COMPASS, seat, (slot, mark))
    boxes = await one_die(HOW_FAR, seat, (slot, mark, compass - 1))
    box = field.ground.grid.pace(mark, compass - 1, boxes)
    flight = Flight(slot, mark, compass - 1, boxes, box)
    words = "The rocket drifts {boxes} " + ("box" if boxes == 1 else "boxes") + " to the {facing}."
    field.tell("drift", "rocket.drift-count", words, boxes=boxes, facing=compass - 1, start=mark, box=box)
    land(field, flight, "rocket.drifted-too" if box != OFF else "rocket.off-board")


def land(field: Field, flight: Flight, clause: str) -> None:
    """No hits (`rocket.no-hits`), but every unit in the box, friend or foe, is to check morale (`rocket.morale`).

    `rocket.friend-or-foe`; several rockets in one phase are as one (`rocket.once`).
    """
    field.flights = (*field.flights, flight)
    if flight.box == OFF:
        return field.tell("gone", clause, "It flies off the board.")
    field.tell("rocket", clause, "The rocket lands in {box}.", box=flight.box)
    return field.change_all(field.in_box(flight.box), rocketed=True)


def _show_mark(field: Field, slot: Slot, box: Cell) -> Option:
    name, unit = field.ground.grid.name(box), field.units[slot]
    there = ", ".join(field.units[other].troop.name for other in field.in_box(box))
    far = field.ground.distance(field.ground.grid.halves(unit.box, box))
    label = f"{name}: {there}, {far}" if there else f"{name}, {far}"
    return Option(f"at {name}", label, "rocket.target-box", unit.troop.id, cells=(name,))


def _refused_marks(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    refused = [(box, refuse_mark(field, slot, box)) for box in field.ground.grid.cells]
    return [(_show_mark(field, slot, box), refusal) for box, refusal in refused if refusal]


def _usual_mark(field: Any, slot: Any, options: Any) -> int:
    """A box with enemies, the nearest first."""
    unit, held = field.units[slot], field.held(1 - field.units[slot].troop.side)
    near = [(not held >> box & 1, field.ground.grid.halves(unit.box, box)) for box in options]
    return near.index(min(near))


def _draw_mark(field: Field, slot: Slot, box: Cell) -> Drawing:
    """Where the rocket is aimed, and the eight ways in which it may drift from there (`rocket.compass`)."""
    far = field.ground.distance(field.ground.grid.halves(field.units[slot].box, box))
    way = path(field, "way", (field.units[slot].box, box), label=far, clause="rocket.range")
    true = note("1/3", "rocket.hit", "5 or 6: it lands there")
    wild = note("2/3", "rocket.drift", "1 to 4: it drifts, one to six boxes in any direction")
    return {"shapes": [way, compass(field, box, clause="rocket.compass")], "notes": [true, wild]}


MARK = Question(
    "mark",
    "rocket.target-box",
    lambda field, slot: f"At which box does {field.units[slot].troop.name} fire its rocket?",
    _show_mark,
    _usual_mark,
    _refused_marks,
    trace=_draw_mark,
)
AIM = Throw("aim", "rocket.hit", D6, lambda field, about: "5 or 6: the rocket lands where it was aimed.")
DRIFT = Throw(
    "drift", "rocket.drift", D8, lambda field, about: "Where does the rocket drift? 1 is north, then clockwise."
)
HOW_FAR = Throw(
    "how-far",
    "rocket.drift",
    D6,
    lambda field, about: f"How many boxes does the rocket drift to the {DIRECTIONS[about[2]]}?",
)


# --- machine guns --------------------------------------------------------------------------------------------


async def overheat(field: Field) -> None:
    """`mg.roll`: a gun that has fired two turns or more running checks; a score not above the count is too hot.

    An overheated gun may go on firing (`mg.continue`); a further failed check ruins it for good (`mg.broken`), and
    passing one does not cool it (`mg.stays-hot`).
    """
    if not field.waiting:
        return field.next_stage()
    slot, *rest = field.waiting
    field.waiting = tuple(rest)
    unit = field.units[slot]
    if not unit.here or unit.ruined:
        return None
    if await dice_read(HEAT, 1, at_least(D6, unit.fired_for + 1), field.seat(slot), slot):
        return None
    field.change(slot, hot=True, ruined=unit.hot)
    clause = "mg.broken" if unit.hot else "mg.roll"
    words = "{unit} is permanently broken." if unit.hot else "{unit} overheats."
    field.tell("heat", clause, words, unit=slot)
    return None


def rest_guns(field: Field) -> None:
    """A turn without firing, for any reason, cools a machine gun (`mg.rest`, `mg.reset`); the others are to check."""
    hot = []
    for side in (0, 1):
        for slot in field.living(side):
            unit = field.units[slot]
            if unit.troop.weapon == "machine-gun" and not unit.fired and (unit.fired_for or unit.hot):
                field.change(slot, fired_for=0, hot=False)
            if unit.fired and unit.fired_for >= LEAST_COUNT and not unit.ruined:
                hot.append(slot)
    field.waiting = tuple(hot)


def _heat_reasons(field: Any, slot: Any) -> list[Reason]:
    return [Reason(field.units[slot].fired_for, "mg.count", "turns in which it has fired, one after the other")]


def _heat_prompt(field: Any, slot: Any) -> str:
    unit = field.units[slot]
    threat = "is ruined" if unit.hot else "overheats"
    return f"{unit.troop.name} {threat} on {unit.fired_for} or less."


HEAT = Throw("heat", "mg.roll", D6, _heat_prompt, _heat_reasons)


# --- marks of movement ---------------------------------------------------------------------------------------


def clear_gun_marks(field: Field, side: int) -> None:
    """`gun.pivot-next`: the mark of a gun goes at the end of its next gun phase, fired or not."""
    moved = [slot for slot in field.living(side) if field.units[slot].gun and field.units[slot].moved != STILL]
    field.change_all(moved, moved=STILL)
