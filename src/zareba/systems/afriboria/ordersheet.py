"""The order sheet: what players keep at hand at a real table, from the same tables that the rules use."""

from __future__ import annotations

from typing import Any

from zareba.systems.afriboria.faces import BATTLE
from zareba.systems.afriboria.troops import TABLES

Json = dict[str, Any]
TURN = (
    "Play one command card.",
    "Announce all orders; no unit takes two.",
    "If the card carries the icon, take an event card unseen.",
    "Accept it, or pass it on for the opponent's next turn.",
    "Move everybody who is to move; each finishes before the next begins.",
    "Battle, one unit after the other.",
    "Discard the card and draw another.",
)
BATTLES = (
    "Name the unit and the target hex; range, line of sight, cover, dice.",
    "The target unit is chosen: by its owner, if two types share the hex.",
    "The defender withdraws one hex in good order, or stands.",
    "Throw the attack. More than half shields: a machine gun jams.",
    "Two hits or more, sabres not counted: the first kills at once.",
    "One saving throw for each other hit: shield; against fire sabres too.",
    "No more kills than the attacker has figures.",
    "Who stood throws one die, class A two; each hit kills.",
    "Flags: ignored above the steady number; one of two or more is certain, the others are saved by a flag.",
    "Infantry and mounted troops may break through; mounted troops fight once more.",
)
NEVER = 99
REMARKS = {
    "hill": "guns and machine guns standing on it throw one die more",
    "ford": "does not stop",
    "bridge": "cancels the river",
    "depression": "infantry only; attacked by adjacent infantry, and by artillery",
    "debris": "holds vehicles for a turn",
    "sandbags": "against infantry and mounted troops; the first flag may be ignored",
    "impassable": "nobody enters",
}
FACES = (
    "A infantry and cavalry, machine guns, artillery",
    "those, and B infantry and cavalry",
    "those, and C infantry",
    "in close combat: B and C infantry, bearers; anybody at a commander",
    "a miss; saves a figure",
    "perhaps a retreat of one hex",
)


def sheet() -> list[Json]:
    """Lists have one column, tables a name for each."""
    return [
        {"title": "The turn", "columns": [], "rows": _numbered(TURN)},
        {"title": "A battle", "columns": [], "rows": _numbered(BATTLES)},
        {"title": "The battle die", "columns": ["D6", "symbol", "a hit when thrown by"], "rows": _die()},
        {
            "title": "Units",
            "columns": ["unit", "class", "figures", "move", "and battle", "dice at 1, 2, 3... hexes", "steady above"],
            "rows": [_unit(row) for row in TABLES["units"].values() if row["type"] not in ("commander", "air")],
        },
        {"title": "Commanders", "columns": ["commander", "on foot", "mounted", "commands"], "rows": _commanders()},
        {
            "title": "Ground and works",
            "columns": ["ground", "stops", "no battle", "attacker's dice", "own defence", "hides", ""],
            "rows": [_ground(name, row) for name, row in TABLES["terrain"].items() if name not in ("open", "road")],
        },
        {
            "title": "Structures",
            "columns": ["made of", "withstands", "hit by", "saved by"],
            "rows": [_structure(name, row) for name, row in TABLES["structures"].items()],
        },
    ]


def _numbered(lines: tuple[str, ...]) -> list[list[str]]:
    return [[str(number), line] for number, line in enumerate(lines, 1)]


def _die() -> list[list[str]]:
    return [[str(number), side, FACES[number - 1]] for number, side in enumerate(BATTLE.sides, 1)]


def _unit(row: Json) -> list[str]:
    dice = "-".join(map(str, row["dice"])) or "by its weapon"
    if row["type"] == "transport":
        dice = "none"
    if mounted := row.get("mounted"):
        dice = f"mounted {mounted[0]}, dismounted {dice}"
    if row.get("double"):
        dice += ", twice if it stays"
    battle = str(row["and_battle"]) if dice != "none" else "no"
    steady = str(row["steady"]) if row["steady"] < NEVER else "never"
    return [row["name"], row["class"] or "none", str(row["max"]), str(row["move"]), battle, dice, steady]


def _commanders() -> list[list[str]]:
    told = {"officer": "one or two units, of two colours; his die, and flags", "nco": "one or two units of one colour"}
    rows = [(TABLES["units"][kind], what) for kind, what in told.items()]
    return [[row["name"], str(row["move"]), str(row["ride"]), what] for row, what in rows]


def _ground(name: str, row: Json) -> list[str]:
    def mark(fact: str) -> str:
        return "yes" if row.get(fact) else ""

    def less(fact: str) -> str:
        return f"-{row[fact]}" if row.get(fact) else ""

    return [name, mark("stop"), mark("no_battle"), less("cover"), less("own"), mark("blocks"), REMARKS.get(name, "")]


def _structure(name: str, row: Json) -> list[str]:
    return [name, str(row["value"]), ", ".join(map(str, row["hit"])), ", ".join(map(str, row["save"]))]
