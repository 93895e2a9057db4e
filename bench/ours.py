"""Plays battles of one system between random players for a while; prints one JSON line of what was done.

python bench/ours.py SECONDS SEED [SCENARIO]
"""

import json
import sys
import time
from collections import Counter
from itertools import count

STANDARD = "ridge"
"""The standard scenario of `heroscape`, the system that the JavaScript peers play a part of."""
WARM_UP = 30
"""Battles played before the clock starts, or as many as there is time for: tables are made when first wanted."""


def main(seconds: float, seed: int, scenario: str = STANDARD) -> None:
    from zareba.cli.find import find_scenario
    from zareba.lab.playout import battle, opening

    rules, document = find_scenario(scenario)
    start_position = opening(rules, document)
    seeds = count(seed * 1_000_000)
    warm = time.perf_counter()
    for _ in range(WARM_UP):
        battle(rules, start_position, next(seeds))
        if time.perf_counter() - warm > seconds:
            break
    sums: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    cpu, start = time.process_time(), time.perf_counter()
    while time.perf_counter() - start < seconds:
        played = battle(rules, start_position, next(seeds))
        sums.update(games=1, decisions=played.decisions, steps=played.steps, dice=played.dice)
        wins[played.winner or "draw"] += 1
    spent = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    print(json.dumps({"impl": rules.id, "scenario": scenario, **sums, "wins": wins, **spent}))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: python bench/ours.py SECONDS SEED [SCENARIO]")
    main(float(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
