"""Adds saves to the corpus that every release must open (tests/saves): three battles of each rule system named.

    python scripts/keep_saves.py [SYSTEM ...]

One battle has just begun, one stands in the middle of a step (in the thick of a fight, as a rule), one is over. A save
that is there is never replaced: it is named for the version of its rules, and a new version adds new ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from zareba.engine.dice import Seeded
from zareba.engine.game import Game
from zareba.engine.record import Journal, start
from zareba.engine.save import save_bytes
from zareba.engine.system import System
from zareba.lab.checks import advance
from zareba.lab.scenarios import load, scenarios
from zareba.systems import FOLDERS, system

SAVES = Path(__file__).resolve().parent.parent / "tests" / "saves"
SEED = 1885
OPENING = 3


def begun(rules: System) -> tuple[Game, Journal]:
    """The learning battle of a system: the shortest."""
    return start(rules, load(rules, scenarios(rules)[0].id).data, {}, Seeded(SEED))


def length(rules: System) -> int:
    """How many answers the battle takes."""
    game, _ = begun(rules)
    random = Random(SEED)
    answers = 0
    while game.request is not None:
        advance(game, random)
        answers += 1
    return answers


def stages(rules: System) -> Iterator[tuple[str, Journal]]:
    """The three saves of a system."""
    whole = length(rules)
    for name, least in (("begun", OPENING), ("middle", whole // 2), ("over", whole)):
        game, journal = begun(rules)
        random = Random(SEED)
        while len(journal.records) <= least and game.request is not None:
            advance(game, random)
        while name == "middle" and not game.in_step and game.request is not None:
            advance(game, random)
        yield name, journal


def main(names: list[str]) -> None:
    SAVES.mkdir(exist_ok=True)
    for name in names or FOLDERS:
        rules = system(name)
        for stage, journal in stages(rules):
            path = SAVES / f"{name}-{rules.version}-{stage}.zareba"
            if path.exists():
                print(f"{path.name} is kept as it is")
            else:
                path.write_bytes(save_bytes(journal))
                print(f"{path.name}: {len(journal.records)} records")


if __name__ == "__main__":
    main(sys.argv[1:])
