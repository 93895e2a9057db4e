"""What a name on the command line stands for: a system, a scenario, a case file, a save."""

from __future__ import annotations

from pathlib import Path

from zareba.cli.words import listed, suggestion
from zareba.engine.documents import Document, read_path
from zareba.engine.errors import Fault, Faulty, Unknown
from zareba.engine.system import System
from zareba.lab.scenarios import ScenarioInfo, easiest_first, load, scenarios
from zareba.systems import FOLDERS, system


def all_systems() -> list[System]:
    return [system(name) for name in FOLDERS]


def find_system(name: str) -> System:
    if name not in FOLDERS:
        raise Unknown(f"There is no rule system {name!r}; known: {listed(FOLDERS)}.{suggestion(name, FOLDERS)}")
    return system(name)


def all_scenarios() -> list[ScenarioInfo]:
    """The scenarios of all systems, the easiest and shortest first: the first is the newcomer's."""
    return easiest_first(info for one in all_systems() for info in scenarios(one))


def find_scenario(name: str) -> tuple[System, Document]:
    """A scenario by its name (`ridge` or `heroscape/ridge`) or by the path of a file."""
    if looks_like_path(name):
        return _from_file(Path(name))
    known = all_scenarios()
    found = [info for info in known if name in (info.id, f"{info.system}/{info.id}")]
    if len(found) == 1:
        rules = system(found[0].system)
        return rules, load(rules, found[0].id)
    if found:
        raise Unknown(f"{name!r} could be {listed((f'{info.system}/{info.id}' for info in found), 'or')}.")
    names = [info.id for info in known]
    raise Unknown(f"There is no scenario {name!r}; there are {listed(names)}.{suggestion(name, names)}")


def looks_like_path(name: str) -> bool:
    return name.endswith(".toml") or Path(name).is_file()


def _from_file(path: Path) -> tuple[System, Document]:
    document = read_path(path)
    rules = system_of(document)
    return rules, load(rules, path)


def system_of(document: Document) -> System:
    """The rule system that a scenario names."""
    name = document.data.get("system")
    if name not in FOLDERS:
        why = f"It names no rule system (system = {listed(map(repr, FOLDERS), 'or')})."
        raise Faulty(document.name, [Fault(document.line("system"), why)])
    return system(name)
