"""Who fights: the kinds of unit and their weapons, read from `tables.toml`.

Full strengths: `unit.infantry` 8, `unit.cavalry` 6, `unit.machine-gun` and `unit.artillery` 2 crew, `unit.leader` 1.
Units belong to a command (`unit.formations`), the units of one player.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
TABLES: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))

INFANTRY, CAVALRY, MACHINE_GUN, ARTILLERY, LEADER = (
    "infantry",
    "cavalry",
    "machine-gun",
    "artillery",
    "leader",
)
HEX_POINTS = 4
"""`stack.limit`: foot count 1, mounted 2; four points fill a hex."""
RANK = 2
"""`fire.rank`, `melee.frontage`: two figures stand side by side in a hex, and along each side of it."""


class Troop(NamedTuple):
    """One unit of the roster as the scenario describes it (`unit.attributes`); it never changes."""

    id: str
    name: str
    side: int
    seat: str
    kind: str
    origin: str
    weapon: str
    quality: str
    figures: int
    move: int
    dice: int
    blows: int
    points: int
    short: int
    long: int
    nerve: int
    tests: bool
    charges: bool
    mounted: bool
    gun: bool
    """A weapon with its crew (`unit.crew`)."""
    leads: bool
    """A General or native leader."""


def muster(entry: dict[str, Any], side: int, seat: str, figures: int) -> Troop:
    """The troop that a scenario's unit describes (which `scenario.check` has found faultless)."""
    kind = entry["kind"]
    row = TABLES["kinds"][kind]
    origin = entry.get("origin", "european")
    mounted = kind == CAVALRY or (kind == LEADER and entry.get("mount") == "mounted")
    short, long = TABLES["weapons"][weapon_of(entry)]
    return Troop(
        id=entry["id"],
        name=entry.get("name", entry["id"]),
        side=side,
        seat=seat,
        kind=kind,
        origin=origin,
        weapon=weapon_of(entry),
        quality=entry.get("quality", "regular"),
        figures=figures,
        move=row["move"][origin],
        dice=row["dice"],
        blows=2 if mounted else row["blows"],
        points=2 if mounted else row["points"],
        short=short,
        long=long,
        nerve=TABLES["quality"][entry.get("quality", "regular")],
        tests=row["tests"],
        charges=row["charges"],
        mounted=mounted,
        gun=kind in (MACHINE_GUN, ARTILLERY),
        leads=kind == LEADER,
    )


def weapon_of(entry: dict[str, Any]) -> str:
    """The weapon named by the scenario; machine guns have only one to carry, leaders none."""
    weapon: str = entry.get("weapon", TABLES["kinds"][entry["kind"]]["weapons"][0])
    return weapon
