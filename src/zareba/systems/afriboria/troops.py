"""Who fights: the kinds of unit and commander, read from `tables.toml`.

A `Troop` is what a scenario says of one unit and what never changes; where it stands and what is left of it is a
`field.Unit`. Everything a rule asks of a troop (its dice, its reach, whether it may fire twice) is a field here, so
no rule tests for the name of a kind.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
TABLES: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))

INFANTRY, CAVALRY, ARTILLERY, TRANSPORT, MOTOR, AIR, COMMANDER = (
    "infantry",
    "cavalry",
    "artillery",
    "transport",
    "motor",
    "air",
    "commander",
)
"""`battle.types`: machine guns are artillery, bearers infantry; class and armament make no difference of type."""
RED, BLUE, GREEN = 1, 2, 4
COLOURS = {"red": RED, "blue": BLUE, "green": GREEN}
"""`setup.colours`: every unit has one of three; commanders and a lone air unit have none (`setup.no-colour`)."""
ANY_COLOUR = RED | BLUE | GREEN
SIDES = ("north", "south")
"""`board.sides`: North's own edge is row A, South's the last row."""


class Troop(NamedTuple):
    """One unit, commander or air unit of the roster as the scenario describes it."""

    id: str
    name: str
    side: int
    kind: str
    type: str
    rank: str
    """The class of its dice: A, B, C, or nothing for those that throw none."""
    colour: int
    figures: int
    """Its starting strength (`setup.deploy`)."""
    move: int
    and_battle: int
    dice: tuple[int, ...]
    mounted_dice: tuple[int, ...]
    steady: int
    double: bool
    weapon: str
    firearms: int
    """How many figures have firearms or bows; as many as there are figures unless the scenario gives fewer."""
    guns: bool
    """It has firearms, not bows."""
    lancer: bool
    rides: bool
    """A commander on horseback, or cavalry."""
    bombs: int
    fuel: int
    points: int
    character: bool
    helps: bool
    """A commander who gives his die and his flag bonus: not a non-combatant (`char.as-commander`)."""
    supply: bool

    @property
    def leads(self) -> bool:
        return self.type == COMMANDER

    @property
    def flies(self) -> bool:
        return self.type == AIR

    @property
    def is_officer(self) -> bool:
        return self.kind == "officer"

    @property
    def is_gun(self) -> bool:
        """`siege.who-bombards`: field, horse and heavy guns; no machine gun."""
        return self.type == ARTILLERY and self.weapon == "gun"

    @property
    def on_foot(self) -> bool:
        """`move.depression-who`: who counts as infantry on the ground."""
        return self.type in (INFANTRY, TRANSPORT) or (self.leads and not self.rides)

    @property
    def on_wheels(self) -> bool:
        """`move.debris-vehicle`: carts, wagons and motor vehicles."""
        return self.type in (TRANSPORT, MOTOR)


def muster(entry: dict[str, Any], side: int) -> Troop:
    """The troop that a scenario's unit describes (which `inspect.check` has found faultless)."""
    kind = entry["kind"]
    row = TABLES["units"][kind]
    figures = entry.get("strength", 6 if kind == "airship" else row["max"])
    weapon = row.get("weapon", entry.get("weapon", "none"))
    arms = entry.get("arms", usual_arms(kind))
    rides = row["type"] == CAVALRY or entry.get("mount", "foot") == "horse"
    move, and_battle = _moves(row, entry)
    return Troop(
        id=entry["id"],
        name=entry.get("name", row["name"]),
        side=side,
        kind=kind,
        type=row["type"],
        rank=row["class"],
        colour=COLOURS.get(entry.get("colour", ""), 0),
        figures=figures,
        move=move,
        and_battle=and_battle,
        dice=tuple(TABLES["arms"][weapon]) if row["type"] == MOTOR else tuple(row["dice"]),
        mounted_dice=tuple(row.get("mounted", ())),
        steady=row["steady"],
        double=row.get("double", False),
        weapon=weapon,
        firearms=entry.get("firearms", figures if arms != "spears" and entry.get("armed", True) else 0),
        guns=arms == "firearms",
        lancer=entry.get("lancers", False),
        rides=rides,
        bombs=row.get("bombs", 0),
        fuel=row.get("fuel", 0),
        points=entry.get("points", 1),
        character=entry.get("character", False),
        helps=entry.get("combatant", True),
        supply=entry.get("supply", False),
    )


def usual_arms(kind: str) -> str:
    """Bearers, villagers and wagons carry nothing to fire with; others have firearms if nothing is said."""
    return "spears" if kind in ("bearers", "transport", "officer", "nco") else "firearms"


def _moves(row: dict[str, Any], entry: dict[str, Any]) -> tuple[int, int]:
    """`move.commander`: as far as his means of transport allow."""
    if row["type"] == COMMANDER:
        return (row["ride"] if entry.get("mount", "foot") == "horse" else row["move"]), 0
    return row["move"], row["and_battle"]
