"""How far weapons reach, and in which band of range a target is (sections 15 to 17 of the rule book)."""

from __future__ import annotations

from zareba.boards.inches.angles import Point
from zareba.boards.inches.shapes import Polygon
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import near_point
from zareba.systems.battles_for_empire.rows import Unit
from zareba.systems.battles_for_empire.troops import ARTILLERY, INCH, MG, TABLES

SHORT = 0
BANDS = ("short", "effective")
MOUNTED_RANGE = 9 * INCH
"""The option `mounted-fire`."""


def muzzle_loading(field: Field, unit: Unit) -> bool:
    """`rifle.muzzle`: by an option every firearm is a breechloader."""
    return unit.troop.muzzle and field.rules.muzzle_loaders == "on"


def bands(field: Field, unit: Unit) -> tuple[tuple[str, int, str], ...]:
    """The bands of range of a unit's weapon, the short one first; none for one that cannot fire."""
    troop = unit.troop
    if unit.mounted:
        armed = field.rules.mounted_fire == "on" and troop.rate
        return (("mounted", MOUNTED_RANGE, "fire.mounted"),) if armed else ()
    if not troop.rate and troop.arm != MG:
        return ()
    row, clause = {
        ARTILLERY: ("artillery", "art.dice"),
        MG: ("mg", "mg.chart"),
    }.get(troop.arm, ("muzzle", "rifle.muzzle") if muzzle_loading(field, unit) else ("rifle", "rifle.chart"))
    short, effective = TABLES[row]["bands"]
    return (("short", short, clause), ("effective", effective, clause))


def reach(field: Field, unit: Unit) -> int:
    """The longest range of a unit's weapon; 0 for one that cannot fire."""
    return max([far for _, far, _ in bands(field, unit)], default=0)


def band_at(field: Field, unit: Unit, start: Point, rect: Polygon) -> int:
    """`fire.near-band`: the nearest band that holds the range. What is within reach is in one of them."""
    limits = [far for _, far, _ in bands(field, unit)]
    return next(band for band, far in enumerate(limits) if near_point(start, rect, far))
