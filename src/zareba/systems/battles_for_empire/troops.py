"""Who fights: the troops and weapons of the rule book, read from `tables.toml`.

A unit is foot, mounted, artillery or machine gun (`term.arms`); foot and mounted fight in Close Order, Massed or Loose
Order (`term.styles`); they have four stands, a gun has one (`term.stands`). Rate, Elite and Fragile are ratings of
their own (`term.rates`, `term.rates-independent`).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
TABLES: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))
INCH = 1000
FOOT, MOUNTED, ARTILLERY, MG = "foot", "mounted", "artillery", "mg"
CLOSE, MASSED, LOOSE, CREW = "close", "massed", "loose", "crew"
LINE, COLUMN, SQUARE, MASS, DEEP = "line", "column", "square", "massed", "deep"
SKIRMISH, OPEN, GUN, LIMBERED = "skirmish", "loose", "gun", "limbered"
CODES: dict[str, Any] = {**TABLES["troops"], **TABLES["weapons"]}

FORMS = {
    "line": "line",
    "column": "column",
    "square": "company square",
    "massed": "mass",
    "deep": "deep mass",
    "skirmish": "skirmish order",
    "loose": "loose order",
    "gun": "battery",
    "limbered": "column of march",
}
"""The formations as players call them."""


class Troop(NamedTuple):
    """One unit of the roster as the scenario describes it; it never changes (`troop.table`, `weapon.table`)."""

    id: str
    name: str
    code: str
    side: int
    arm: str
    style: str
    steady: str
    shaken: str
    rate: int
    muzzle: bool
    bayonet: bool
    skirmishes: bool
    dismounts: bool
    elite: bool
    fragile: bool
    imperial: bool
    boer: bool
    assault: bool
    sangar: bool
    limit: int
    """`effect.limit`: the number of Kills that destroys it."""
    weapon: dict[str, Any]
    """The row of its gun or machine gun; empty for foot and mounted troops."""
    label: str
    """`cmd.command-label`."""
    counts: bool
    """Whether its loss counts towards the break level of its side."""

    @property
    def gun(self) -> bool:
        return bool(self.weapon)

    @property
    def carriage(self) -> str:
        carriage: str = self.weapon["carriage"]
        return carriage

    @property
    def worth(self) -> int:
        """`end.victory`: what its loss is worth where the scenario says nothing."""
        return 3 if self.elite else 2


def muster(entry: dict[str, Any], side: int) -> Troop:
    """The troop that a scenario's unit describes (which `check` has found faultless)."""
    row = CODES[entry["code"]]
    weapon = row if entry["code"] in TABLES["weapons"] else {}
    men = TABLES["troops"][entry.get("crew", "BR")] if weapon else row
    tags = _tags(entry, men, bool(weapon))
    return Troop(
        id=entry["id"],
        name=entry.get("name", f"{row['name']} {entry['id']}"),
        code=entry["code"],
        side=side,
        arm=row["arm"],
        style=CREW if weapon else row["style"],
        steady="" if weapon else "ST-C" if row["style"] == CLOSE else "ST-M",
        shaken=entry.get("shaken_chart", men["shaken"]),
        rate=entry.get("rate", 0 if weapon and row["arm"] == MG else row.get("rate", 1 if weapon else 0)),
        muzzle=entry.get("firearm", "ML" if row.get("muzzle") else "BL") == "ML",
        bayonet=row.get("bayonet", False),
        skirmishes=row.get("skirmish", False),
        dismounts=row.get("dismounts", False),
        elite="elite" in tags,
        fragile="fragile" in tags,
        imperial="imperial" in tags,
        boer="boer" in tags,
        assault="assault" in tags,
        sangar="sangar" in tags,
        limit=TABLES["limits"][row["arm"]],
        weapon=weapon,
        label=entry.get("label", ""),
        counts=entry.get("counts", True),
    )


def _tags(entry: dict[str, Any], men: dict[str, Any], crew: bool) -> set[str]:
    """`troop.crews`: crews share the side of the troops they serve with, not their mettle; `troop.nnc` has no side."""
    tags = set(men["tags"])
    if crew:
        tags &= {"imperial", "boer"}
    for rating in ("elite", "fragile"):
        if rating in entry:
            tags = tags | {rating} if entry[rating] else tags - {rating}
    return tags


def formations_of(troop: Troop, mounted: bool) -> tuple[str, ...]:
    """The formations a unit may use: `form.close`, `form.massed`, `form.loose`; dismounted men by `form.dismounted`."""
    names = TABLES["styles"][troop.style]["mounted" if mounted else "foot"]
    if troop.arm == MOUNTED and not mounted:
        names = TABLES["dismounted"][troop.style]
    return tuple(name for name in names if name != SKIRMISH or troop.skirmishes)


def usual_formation(troop: Troop, mounted: bool) -> str:
    return formations_of(troop, mounted)[0]


SIZES: dict[tuple[str, bool], tuple[int, int]] = {
    (name, mounted): (row[MOUNTED if mounted else FOOT][0], row[MOUNTED if mounted else FOOT][1])
    for name, row in TABLES["formations"].items()
    for mounted in (False, True)
    if (MOUNTED if mounted else FOOT) in row
}
"""`geo.sizes`: the width and depth of every formation, on foot and mounted."""
OFFSETS: dict[str, tuple[int, ...]] = {name: tuple(row["points"]) for name, row in TABLES["formations"].items()}
"""`geo.fire-points`: where the stands that fire are, along the front."""
