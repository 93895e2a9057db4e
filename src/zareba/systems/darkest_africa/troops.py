"""Who fights: the troop types of the table, read from `tables.toml` (`troop.table`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
TABLES: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))

INCH = 1000
"""`geo.units`: lengths are inches, counted in thousandths."""
RADIUS = 500
"""`geo.base`: every figure is a circle of half an inch about its position."""
BASES = 2 * RADIUS


class Troop(NamedTuple):
    """One row of the table of troops. Moves are in thousandths of an inch."""

    code: str
    name: str
    plural: str
    normal: int
    rough: int
    shots: tuple[int, ...]
    """The scores at 4, 8, 16 and 32 inches, 0 out of its reach; none for those without (`troop.spears`)."""
    reload: int
    combat: int
    points: int
    steady: bool
    stays: bool
    armed: bool

    @property
    def firearm(self) -> bool:
        """`reload.column`: only firearms have a number to reload by."""
        return self.reload > 0

    @property
    def bow(self) -> bool:
        """`shoot.bows`: a bow is always ready."""
        return bool(self.shots) and not self.reload


def _troop(code: str, row: dict[str, Any]) -> Troop:
    return Troop(
        code=code,
        name=row["name"],
        plural=row["plural"],
        normal=row["normal"] * INCH,
        rough=row["rough"] * INCH,
        shots=tuple(row.get("shots", ())),
        reload=row.get("reload", 0),
        combat=row["combat"],
        points=row["points"],
        steady=row.get("steady", False),
        stays=row.get("stays", False),
        armed=row.get("armed", True),
    )


TROOPS: dict[str, Troop] = {code: _troop(code, row) for code, row in TABLES["troops"].items()}
EUROPEAN, PYGMY, BEARER = TROOPS["european"], TROOPS["pygmy"], TROOPS["bearer"]
GUNMEN = ("european", "elite_askari", "baluchi", "other_askari")
"""The types by which a force counts as a caravan under `opt.lists` = `open`."""


class Man(NamedTuple):
    """One figure of the roster (`geo.number`): what never changes about it."""

    number: int
    side: int
    troop: Troop
    officer: bool
    """`cmd.roll`: an officer is an ordinary figure of his type, marked as officer."""
    name: str

    @property
    def id(self) -> str:
        return str(self.number)


def muster(number: int, side: int, code: str, officer: bool, name: str = "") -> Man:
    troop = TROOPS[code]
    called = name or f"{troop.name} {number}"
    return Man(number, side, troop, officer, called)


def inches(value: int) -> str:
    """A length as people write it: `16.25`, `9`."""
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, part = divmod(value, INCH)
    return f"{sign}{whole}.{part:03}".rstrip("0").rstrip(".")


def facts(troop: Troop) -> list[str]:
    """What the table says of a type, in words."""
    bands = zip(TABLES["bands"], troop.shots, strict=bool(troop.shots))
    shots = ", ".join([f"{score}+ to {band} in" for band, score in bands if score])
    found = [troop.name, f"moves {inches(troop.normal)} in, {inches(troop.rough)} in rough ground"]
    found += [f"shoots {shots}"] if shots else []
    found += [f"reloads on {troop.reload}+"] if troop.reload else []
    found += [f"fights at {troop.combat:+}"]
    return found + ([f"{troop.points} points"] if troop.points else [])
