"""The scenarios of a rule system: which there are, and how one is read, checked and set up."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from zareba.engine.dice import Source
from zareba.engine.documents import Document, read_path
from zareba.engine.errors import Fault, Faulty, Unknown
from zareba.engine.game import Game
from zareba.engine.system import System

LEVELS = ("learning", "standard", "large")


class ScenarioInfo(NamedTuple):
    """What a list of scenarios shows."""

    id: str
    name: str
    system: str
    level: str
    minutes: int
    sides: tuple[str, ...]
    briefing: str
    path: Path


def scenarios(system: System) -> list[ScenarioInfo]:
    """The scenarios that come with a system, the easiest and shortest first."""
    return easiest_first(describe(system, path) for path in _files(system))


def easiest_first(found: Iterable[ScenarioInfo]) -> list[ScenarioInfo]:
    return sorted(found, key=lambda info: (_rank(info.level), info.minutes, info.id))


def describe(system: System, path: Path) -> ScenarioInfo:
    """What one scenario file says of itself."""
    data = read_path(path).data
    return ScenarioInfo(
        id=path.stem,
        name=str(data.get("name", path.stem)),
        system=system.id,
        level=str(data.get("level", "standard")),
        minutes=int(data.get("minutes", 0)),
        sides=_sides(data),
        briefing=str(data.get("briefing", "")).strip(),
        path=path,
    )


def load(system: System, name_or_path: str | Path) -> Document:
    """A scenario by its name or by the path of a file; raises `Faulty` with everything that is wrong with it."""
    document = read_path(find(system, name_or_path))
    named = document.data.get("system", system.id)
    if named != system.id:
        line = document.line("system")
        raise Faulty(document.name, [Fault(line, f"It is a scenario for {named!r}, not for {system.id!r}.")])
    if faults := system.check(document):
        raise Faulty(document.name, faults)
    return document


def find(system: System, name_or_path: str | Path) -> Path:
    """The file of a scenario: one of the system's own by its name, any other by its path."""
    own = {path.stem: path for path in _files(system)}
    if str(name_or_path) in own:
        return own[str(name_or_path)]
    path = Path(name_or_path)
    if path.suffix == ".toml" and path.is_file():
        return path
    raise Unknown(
        f"There is no scenario {str(name_or_path)!r} for {system.id}; there are {', '.join(own) or 'none'}, "
        "or give the path of a .toml file."
    )


def new_game(
    system: System, document: Document, options: dict[str, str] | None = None, source: Source | None = None
) -> Game:
    """A battle about to begin; raises `Unknown` where there is no such option."""
    return Game(system, system.setup(document.data, check_options(system, options or {})), source)


def check_options(system: System, options: dict[str, str]) -> dict[str, str]:
    """The same options, or a sentence about the first that does not exist."""
    for name, value in options.items():
        if name not in system.options:
            raise Unknown(f"There is no option {name!r}; there are: {', '.join(system.options) or 'none'}.")
        if value not in system.options[name]:
            raise Unknown(f"The option {name} cannot be {value!r}; it is one of: {', '.join(system.options[name])}.")
    return options


def _files(system: System) -> list[Path]:
    return sorted((system.folder / "scenarios").glob("*.toml"))


def _rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


def _sides(data: dict[str, Any]) -> tuple[str, ...]:
    sides = data.get("sides", data.get("side", []))
    named = sides.values() if isinstance(sides, dict) else sides
    return tuple(str(side.get("name", "")) for side in named if isinstance(side, dict))
