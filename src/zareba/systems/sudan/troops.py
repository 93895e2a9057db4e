"""Who fights: the unit types, their weapons and their grades, read from `tables.toml`.

Two facts decide what a unit is: its *side* says in whose phases it acts, its *type* which dice, bases and moves it has
(`unit.side-and-type`). Each unit has one of three grades (`unit.grades`). How many figures a base carries is of no
account.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
TABLES: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))
TYPES: dict[str, Any] = TABLES["types"]
COMMANDER = "army-commander"
GRADES = tuple(TABLES["grades"])

FOOT, MOUNTED, GUN, WAGON = "foot", "mounted", "gun", "wagon"
CLOSE, MEDIUM, LONG = 0, 1, 2
FEWER_GUNNERS = 4
"""`unit.crew-four`: a gun has 5 gunners, or 4."""


class Troop(NamedTuple):
    """One unit as the scenario describes it; it never changes."""

    id: str
    name: str
    side: int
    type: str
    kind: str
    grade: int
    weapon: str
    bands: tuple[int, int, int]
    """Close, medium and long range, in halves of a box."""
    bases: int
    leader: bool
    step: int
    limit: int
    move: int
    lancers: bool
    points: int
    fire_mounted: str
    fire_foot: str
    melee: str

    @property
    def regular(self) -> bool:
        """`unit.regulars`; all native units are irregular (`unit.natives`)."""
        return self.type.startswith("regular")

    @property
    def fights(self) -> bool:
        """A combat unit: anything but wagons (`wagon.passive`)."""
        return self.kind != WAGON

    @property
    def lines_up(self) -> bool:
        """Regular infantry, who stack in line and form square (`stack.line-four`, `square.regular`)."""
        return self.type == "regular-foot"

    @property
    def stands_alone(self) -> bool:
        """`stack.native-one`, `stack.mounted-one`: native foot and whoever came on horse or camel."""
        return self.type == "native-foot" or self.kind == MOUNTED

    @property
    def dervish(self) -> bool:
        """`unit.dervish-foot`."""
        return self.type == "native-foot"

    @property
    def camel(self) -> bool:
        return self.type.endswith("-camel")

    @property
    def horse(self) -> bool:
        return self.type.endswith("-horse")


def muster(entry: dict[str, Any], side: int) -> Troop:
    """The troop that a scenario's unit describes (which `inspect.check` has found faultless).

    Unless the scenario says otherwise it is experienced (`unit.grade-default`), and regulars carry rifles
    (`unit.weapon`; cavalry carbines shoot as rifles: `unit.carbine`). Bases and leader base are those of the table:
    `unit.regular-foot`, `unit.native-foot`, `unit.mounted`, `unit.guns`, `unit.rocket-crew`, `unit.no-gun-leader`.
    """
    row = TYPES[entry["type"]]
    bases = entry.get("gunners", row["bases"])
    grade = entry.get("grade", "experienced")
    weapon = entry.get("weapon", row["weapon"])
    close, medium, long = TABLES["weapons"][weapon]
    return Troop(
        id=entry["id"],
        name=entry.get("name", entry["id"]),
        side=side,
        type=entry["type"],
        kind=row["class"],
        grade=TABLES["grades"][grade],
        weapon=weapon,
        bands=(2 * close, 2 * medium, 2 * long),
        bases=bases,
        leader=row["leader"],
        step=row["step"],
        limit=limit_of(row, bases),
        move=row["move"],
        lancers="lancers" in entry.get("traits", []),
        points=row["points"].get(grade, 0) + _extra(entry, row, weapon),
        fire_mounted=row["fire"]["mounted"],
        fire_foot=row["fire"]["foot"],
        melee=row["melee"],
    )


def limit_of(row: dict[str, Any], bases: int) -> int:
    """The hits that eliminate a unit: with 4 gunners 40 (`unit.crew-four-limit`)."""
    whole: int = row["bases"]
    step: int = row["step"]
    return int(row["limit"]) - step * (whole - bases)


def _extra(entry: dict[str, Any], row: dict[str, Any], weapon: str) -> int:
    """`victory.points`: lancers and natives with firearms cost a point more."""
    native_shots = bool(entry["type"].startswith("native")) and weapon != "none"
    lancers = "lancers" in entry.get("traits", [])
    return int(lancers) + int(native_shots)
