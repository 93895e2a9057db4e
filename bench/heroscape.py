"""Plays battles of `heroscape` between random players for a while; prints one JSON line of what was done.

python bench/heroscape.py SECONDS SEED [SCENARIO]
"""

import json
import sys
import time
from collections import Counter
from itertools import count

SCENARIO = "ridge"
WARM_UP = 30  # battles played before the clock starts: tables are made when first wanted


def main(seconds: float, seed: int, scenario: str = SCENARIO) -> None:
    from zareba.lab.playout import battle, opening
    from zareba.lab.scenarios import load
    from zareba.systems import system

    rules = system("heroscape")
    start_position = opening(rules, load(rules, scenario))
    seeds = count(seed * 1_000_000)
    for _ in range(WARM_UP):
        battle(rules, start_position, next(seeds))
    sums: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    cpu, start = time.process_time(), time.perf_counter()
    while time.perf_counter() - start < seconds:
        played = battle(rules, start_position, next(seeds))
        sums.update(games=1, decisions=played.decisions, steps=played.steps, dice=played.dice)
        wins[played.winner or "draw"] += 1
    spent = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    print(json.dumps({"impl": "zareba_heroscape", "scenario": scenario, **sums, "wins": wins, **spent}))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: python bench/heroscape.py SECONDS SEED [SCENARIO]")
    main(float(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
