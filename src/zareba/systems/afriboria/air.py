"""Aircraft and airships: section 3.18 of the rule book. Air units in flight are above the board (`air.layer`)."""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Roll, Throw
from zareba.systems.afriboria.count import Aim, dice
from zareba.systems.afriboria.faces import (
    ATTACK_DICE,
    BATTLE,
    FLAG,
    HIT_DIGIT,
    SHIELD,
    SHIELD_DIGIT,
    read,
    showing,
    tell_score,
)
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Cell, Slot, Unit
from zareba.systems.afriboria.troops import TABLES

ACTION: int = TABLES["air"]["action"]
SHIP_FACES = (1, 2)
"""`air.ship-hit-faces`: they hit an airship, and they save it."""
NEEDED = 2
"""`air.dogfight`, `air.ground-aa`: two of the required symbol bring an aircraft down."""


# --- fighting ----------------------------------------------------------------------------------------------------


async def bring_down(field: Field, aim: Aim) -> None:
    """An attack on an air unit in flight: no defence throw, no flags, no withdrawal (`air.no-return`)."""
    unit, quarry = field.units[aim.slot], field.units[aim.quarry]
    faces = sky_faces(field, quarry)
    tally = [HIT_DIGIT if face in faces else 0 for face in range(1, FLAG + 1)]
    if unit.troop.weapon == "machine-gun" and SHIELD not in faces:
        tally[SHIELD - 1] = SHIELD_DIGIT
    number = dice(field, aim)
    rolled = read(await Roll(ATTACK_DICE, number, tuple(tally), field.owner(aim.slot), (aim, number)))
    tell_score(field, aim.slot, rolled)
    if 2 * rolled.shields > number:
        field.tell("jam", "res.mg-jam", "The gun of {unit} jams.", unit=aim.slot)
        field.mark(jammed=1 << aim.slot)
    elif quarry.troop.kind == "airship":
        await _hole(field, aim, rolled.hits)
    elif rolled.hits >= NEEDED and not await _saved(field, aim.quarry, 1):
        field.lose(aim.quarry, 1, "air.dogfight-dice")


async def _hole(field: Field, aim: Aim, hits: int) -> None:
    """`air.ship-hit`, `air.ship-sp`: each hit may be saved; each that is not takes a point."""
    left = hits - await _saved(field, aim.quarry, hits)
    field.lose(aim.quarry, left, "air.ship-hit")


async def _saved(field: Field, slot: Slot, hits: int) -> int:
    if not hits or field.rules.fastplay == "on":
        return 0
    saved = await Roll(SAVE, hits, showing(*sky_faces(field, field.units[slot])), field.owner(slot), slot)
    assert isinstance(saved, int)
    field.tell("saves", "air.dogfight", "{unit} saves {saved} of {hits}.", unit=slot, saved=saved, hits=hits)
    return saved


def sky_faces(field: Field, quarry: Unit) -> tuple[int, ...]:
    """The required symbol: `opt:aircraft-face` for an aircraft, either of two for an airship."""
    return SHIP_FACES if quarry.troop.kind == "airship" else (int(field.rules.aircraft_face),)


SAVE = Throw("air-saves", "air.dogfight", BATTLE, lambda field, slot: f"{field.units[slot].name} tries to escape.")


# --- flying ------------------------------------------------------------------------------------------------------


def flights(field: Field, slot: Slot) -> list[tuple[str, Cell]]:
    """`air.plane-move`, `air.ship-move`: where an ordered air unit may fly, take off to, or land."""
    unit = field.units[slot]
    grid = field.ground.grid
    free = sky(field, unit.troop.side)
    if not unit.aloft:
        if field.affected("no-take-off", slot) and unit.troop.kind == "aeroplane":
            return []
        if not (landing(field, slot) >> unit.cell & 1 and is_vacant(field, slot, unit.cell)):
            return []
        return [("take-off", cell) for cell in bits(grid.disc(unit.cell, ACTION) & free)]
    found = [("fly", cell) for cell in bits(grid.disc(unit.cell, unit.troop.move) & free & ~unit.mask)]
    near = grid.disc(unit.cell, ACTION)
    return found + [("land", cell) for cell in bits(near & landing(field, slot)) if is_vacant(field, slot, cell)]


def sky(field: Field, side: int) -> Mask:
    """The hexes without an air unit of this side in flight (`air.layer`); everything is flown over (`air.overfly`)."""
    free = field.ground.grid.board
    for unit in field.units:
        if unit.aloft and unit.troop.side == side:
            free &= ~unit.mask
    return free


def landing(field: Field, slot: Slot) -> Mask:
    """Where such a unit takes off and lands: `air.plane-field`, `air.flat`, `air.ship-field`."""
    unit, flat = field.units[slot], field.lie.flat
    return flat if unit.troop.kind == "airship" else flat & zones(field, unit.troop.side)


def zones(field: Field, side: int) -> Mask:
    """The zones of fixed air bases and mobile supply points."""
    centres = field.terms.bases[side]
    for unit in field.units:
        if unit.troop.supply and unit.troop.side == side:
            centres |= unit.mask
    return centres | field.ground.grid.around(centres)


def is_vacant(field: Field, slot: Slot, cell: Cell) -> bool:
    """`air.flat`: nobody else may be in the hex."""
    return not any(other.grounded and other.mask >> cell & 1 for n, other in enumerate(field.units) if n != slot)


def fly(field: Field, slot: Slot, verb: str, cell: Cell) -> None:
    """`air.action-time`: taking off comes before its two hexes, landing after them; each is the turn's one action.

    Either restores the bombs (`air.bomb-detail`).
    """
    unit = field.units[slot]
    distance = field.ground.grid.distance(unit.cell, cell)
    if verb == "take-off":
        field.change(slot, aloft=True, fuel=unit.troop.fuel, bombs=unit.troop.bombs)
    field.put(slot, cell)
    if verb == "land":
        field.change(slot, aloft=False, fuel=0, bombs=unit.troop.bombs)
    if verb != "fly" or distance > ACTION:
        field.mark(barred=1 << slot)
    field.walked(slot, distance)
    words = {
        "take-off": "{unit} takes off to {cell}.",
        "land": "{unit} lands in {cell}.",
        "fly": "{unit} flies to {cell}.",
    }
    field.tell(verb, "air.orders", words[verb], unit=slot, cell=cell)


# --- fuel --------------------------------------------------------------------------------------------------------


def burn_fuel(field: Field) -> None:
    """`air.endurance`, `air.endurance-count`: one step at the beginning of every turn, ordered or not (`air.circle`).

    An airship needs none of it (`air.ship-endurance`).
    """
    for slot, unit in enumerate(field.units):
        if unit.aloft and unit.fuel:
            field.change(slot, fuel=unit.fuel - 1)


def crashes(field: Field) -> None:
    """`air.crash`, `air.crash-when`: still in the air with 1 on its die when the turn ends."""
    for slot, unit in enumerate(field.units):
        if unit.aloft and unit.fuel == 1:
            field.tell("crash", "air.crash", "{unit} runs out of fuel and crashes.", unit=slot)
            field.lose(slot, unit.figures, "air.crash-when")


def status(unit: Unit) -> list[str]:
    """What lies beside an air unit on the table."""
    if not unit.aloft:
        return ["on the ground"]
    found = ["in flight"]
    found += [f"fuel {unit.fuel}"] if unit.troop.fuel else []
    return [*found, f"bombs {unit.bombs}"] if unit.troop.bombs else found
