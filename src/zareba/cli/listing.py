"""`zareba systems` and `zareba scenarios`: what there is to play."""

from __future__ import annotations

import argparse
from typing import Any

from zareba.cli.find import all_scenarios, all_systems, find_system
from zareba.cli.screen import Screen
from zareba.cli.words import first_sentence
from zareba.engine.system import System
from zareba.lab.scenarios import ScenarioInfo, scenarios


def add(commands: Any) -> None:
    systems = commands.add_parser("systems", help="the rule systems", description="Lists the rule systems.")
    systems.add_argument("--json", action="store_true", help="for programs")
    systems.set_defaults(run=show_systems)
    those = commands.add_parser(
        "scenarios", help="the scenarios, of all systems or of one", description="Lists the scenarios."
    )
    those.add_argument("system", nargs="?", metavar="SYSTEM")
    those.add_argument("--json", action="store_true", help="for programs")
    those.set_defaults(run=show_scenarios)


def show_systems(args: argparse.Namespace, screen: Screen) -> int:
    systems = all_systems()
    if args.json:
        screen.json([_system(one) for one in systems])
    else:
        rows = [[one.id, one.title, one.author, str(one.version), str(len(scenarios(one)))] for one in systems]
        screen.table(["system", "title", "author", "version", "scenarios"], rows, right=(3, 4))
    return 0


def _system(one: System) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "author": one.author,
        "version": one.version,
        "scenarios": [info.id for info in scenarios(one)],
        "options": {name: list(values) for name, values in one.options.items()},
    }


def show_scenarios(args: argparse.Namespace, screen: Screen) -> int:
    found = scenarios(find_system(args.system)) if args.system else all_scenarios()
    if args.json:
        screen.json([_scenario(info) for info in found])
        return 0
    rows = [
        [info.id, info.name, info.system, info.level, _minutes(info), first_sentence(info.briefing)] for info in found
    ]
    screen.table(["scenario", "name", "system", "level", "minutes", "briefing"], rows, right=(4,))
    return 0


def _scenario(info: ScenarioInfo) -> dict[str, Any]:
    return {**info._asdict(), "sides": list(info.sides), "path": str(info.path)}


def _minutes(info: ScenarioInfo) -> str:
    return str(info.minutes) if info.minutes else ""
