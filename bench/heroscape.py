"""Plays battles of `heroscape` between random players for a while; prints one JSON line of what was done.

python bench/heroscape.py SECONDS SEED [SCENARIO]
"""

import json
import sys
import time
from collections import Counter
from itertools import count

SCENARIO = "the-ridge"
WARM_UP = 3  # battles played before the clock starts: tables are made when first wanted


def main(seconds: float, seed: int, scenario: str = SCENARIO) -> None:
    from zareba.lab.playout import playout

    seeds = count(seed * 1_000_000)
    for _ in range(WARM_UP):
        playout("heroscape", scenario, next(seeds))
    sums: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    cpu, start = time.process_time(), time.perf_counter()
    while time.perf_counter() - start < seconds:
        battle = playout("heroscape", scenario, next(seeds))
        sums.update(games=1, decisions=battle.decisions, activations=battle.activations, dice=battle.dice)
        wins[battle.winner or "draw"] += 1
    spent = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    print(json.dumps({"impl": "zareba_heroscape", "scenario": scenario, **sums, "wins": wins, **spent}))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: python bench/heroscape.py SECONDS SEED [SCENARIO]")
    main(float(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
