"""Races zareba against boardgame.io and hand-written JavaScript, and prints a table.

    python bench/race.py [--rounds 4] [--seconds 3] [--seed 1000] [--peers boardgame.io,javascript,zareba]

All play at random, on one core. The JavaScript peers play SK-1 (skirmish/RULES.md), a simplified subset of
the rules that zareba plays in full, so theirs is the easier game.

Rates are per second of processor time of the whole process once it is warm, so that a busy machine disturbs
them little. Every round runs each peer once, in rotated order, and ratios are taken within a round: what
slows the machine for a while slows them all.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SKIRMISH = HERE / "skirmish"
BASE, OURS = "boardgame.io", "zareba"

# What to run; "{}" stands for the seconds to play and the seed.
PEERS = {
    BASE: ["node", SKIRMISH / "bgio.mjs", "{}", "client"],
    "javascript": ["node", SKIRMISH / "plain.mjs", "{}"],
    "javascript-tuned": ["node", SKIRMISH / "tuned.mjs", "{}"],
    OURS: [sys.executable, HERE / "ours.py", "{}"],
}
USUAL = [BASE, "javascript", OURS]

Result = dict[str, Any]


def why_alone() -> str | None:
    """Why the JavaScript peers cannot run here, or None if they can."""
    if not shutil.which("node"):
        return "Node is not installed: install Node 18 or newer, with npm, to race the JavaScript peers."
    if not (SKIRMISH / "node_modules" / BASE).is_dir():
        return f"{BASE} is not installed: run `npm ci` in bench/skirmish to race the JavaScript peers."
    return None


def run(name: str, seconds: float, seed: int) -> Result:
    command: list[str] = []
    for word in PEERS[name]:
        command += [str(seconds), str(seed)] if word == "{}" else [str(word)]
    environment = {**os.environ, "NODE_ENV": "production"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{name} did not finish:\n{done.stderr[-2000:].rstrip()}")
    result: Result = json.loads(done.stdout.splitlines()[-1])
    return result


def tell(progress: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{progress:50}\r", end="", file=sys.stderr, flush=True)


def race(names: list[str], rounds: int, seconds: float, seed: int) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = {name: [] for name in names}
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            tell(f"round {number + 1} of {rounds}: {name}")
            results[name].append(run(name, seconds, seed + number))
    tell("")
    return results


def rates(runs: list[Result]) -> list[float]:
    return [run["decisions"] / run["cpu"] for run in runs]


def row(name: str, runs: list[Result], base: list[Result] | None) -> str:
    games = sum(run["games"] for run in runs)
    each = [sum(run[what] for run in runs) / games for what in ("decisions", "dice")]
    paired = [ours / theirs for ours, theirs in zip(rates(runs), rates(base), strict=True)] if base else []
    ratio = f"{statistics.median(paired):.2f} ({min(paired):.2f} to {max(paired):.2f})" if paired else "-"
    return f"{name:17} {statistics.median(rates(runs)):12,.0f} {ratio:>26} {games:8} {each[0]:10.0f} {each[1]:7.0f}"


def show(results: dict[str, list[Result]]) -> None:
    print(f"{'':17} {'decisions/s':>12} {'ratio to ' + BASE:>26} {'battles':>8} {'decisions:':>10} {'dice:':>7}")
    for name, runs in results.items():
        print(row(name, runs, results.get(BASE)))
    print("Medians, per second of processor time; ratios paired in a round (least to most); ':' per battle.")
    if len(results) > 1:
        print("The JavaScript peers play a simplified subset of the rules that zareba plays in full.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Race zareba against its peers.")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=3, help="how long each peer plays in a round")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--peers", default=",".join(USUAL), help=f"of {', '.join(PEERS)}")
    given = parser.parse_args()
    names = given.peers.split(",")
    if unknown := [name for name in names if name not in PEERS]:
        parser.error(f"no peer is called {', '.join(unknown)}; there are {', '.join(PEERS)}")
    if any(name != OURS for name in names) and (reason := why_alone()):
        print(f"{reason} Until then zareba runs alone.", file=sys.stderr)
        names = [OURS]
    show(race(names, given.rounds, given.seconds, given.seed))


if __name__ == "__main__":
    main()
