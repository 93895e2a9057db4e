"""Every rule system on its standard scenario: how fast it plays at random, what a clone costs, whether memory grows.

    python bench/systems.py [--rounds 3] [--seconds 3] [--games 1000] [--systems heroscape,sudan]

Rates are decisions per second of processor time. Every round runs each system once, in rotated order, and ratios are
taken within a round. A clone is taken between two steps, where search takes it, and is told as a part of the playout
that would follow. Memory is what the process has grown by from the first tenth of its battles to the last.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

from zareba.engine.game import Game
from zareba.lab.playout import battle, opening
from zareba.lab.scenarios import load, scenarios
from zareba.systems import FOLDERS, system

HERE = Path(__file__).resolve().parent
BASE = "heroscape"
CLONES = 2000
Result = dict[str, Any]


def standard(name: str) -> str:
    """The scenario that stands for a system: its first standard one."""
    found = scenarios(system(name))
    return next(info.id for info in found if info.level == "standard")


def run(name: str, seconds: float, seed: int) -> Result:
    command = [sys.executable, str(HERE / "ours.py"), str(seconds), str(seed), f"{name}/{standard(name)}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: Result = json.loads(done.stdout.splitlines()[-1])
    return result


def race(names: list[str], rounds: int, seconds: float) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = {name: [] for name in names}
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            results[name].append(run(name, seconds, 1000 + number))
    return results


def clone_share(name: str) -> float:
    """The cost of a clone between two steps, as a part of a random playout from there."""
    rules = system(name)
    start = opening(rules, load(rules, standard(name)))
    battle(rules, start, 1)
    game = Game(rules, start.copy())
    began = process_time()
    for _ in range(CLONES):
        game.state.copy()
    clone = (process_time() - began) / CLONES
    began = process_time()
    for seed in (2, 3, 4):
        battle(rules, start, seed)
    return clone / ((process_time() - began) / 3)


def growth(name: str, games: int) -> int:
    """Kilobytes by which the process is larger after its last battle than after the first tenth of them."""
    rules = system(name)
    start = opening(rules, load(rules, standard(name)))
    early = 0
    for number in range(games):
        battle(rules, start, number)
        if number == games // 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - early


def rates(runs: list[Result]) -> list[float]:
    return [run["decisions"] / run["cpu"] for run in runs]


def row(name: str, results: dict[str, list[Result]], games: int) -> str:
    runs = results[name]
    paired = [ours / base for ours, base in zip(rates(runs), rates(results.get(BASE, runs)), strict=True)]
    each = sum(run["decisions"] for run in runs) / sum(run["games"] for run in runs)
    memory = f"{growth(name, games):,} kB" if games else "-"
    return (
        f"{name:20} {statistics.median(rates(runs)):12,.0f} {statistics.median(paired):12.2f} {each:11.0f}"
        f" {clone_share(name):10.3%} {memory:>12}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure every rule system.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--games", type=int, default=0, help="battles over which memory is watched; 0 for none")
    parser.add_argument("--systems", default=",".join(FOLDERS))
    given = parser.parse_args()
    names = given.systems.split(",")
    results = race(names, given.rounds, given.seconds)
    print(f"{'':20} {'decisions/s':>12} {'to ' + BASE:>12} {'a battle':>11} {'a clone':>10} {'grown by':>12}")
    for name in names:
        print(row(name, results, given.games))


if __name__ == "__main__":
    main()
