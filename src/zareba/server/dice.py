"""Where a game at the server gets its dice: from a seed, from fair dice, or from the people at the table."""

from __future__ import annotations

import json
import os
from random import SystemRandom
from secrets import randbits
from typing import Any

from zareba.engine.ask import Draw, Roll
from zareba.engine.chance import Faces
from zareba.engine.dice import Fair, Seeded, Source
from zareba.engine.fair import FairDice, verify
from zareba.engine.system import System
from zareba.server.errors import Missing
from zareba.server.store import Store

Json = dict[str, Any]

MODES = ("seeded", "fair", "table")
SEED_BITS = 48


class Fresh:
    """The computer's dice without a seed, for a game that goes on from somewhere: nothing can foresee them."""

    name = "seeded"

    def __init__(self) -> None:
        self._random = SystemRandom().randrange

    def roll(self, roll: Roll) -> Faces:
        sides = len(roll.throw.die.sides)
        return tuple(self._random(sides) + 1 for _ in range(roll.count))

    def draw(self, draw: Draw) -> int:
        return self._random(len(draw.cards))

    def decided(self) -> None:
        pass


def new_source(mode: str, system: System, seed: int | None) -> Source | None:
    """The dice of a new game; None where people throw them."""
    if mode == "table":
        return None
    if mode == "fair":
        return Fair(FairDice.create(os.urandom(16), rules=f"{system.id}@{system.version}"))
    return Seeded(randbits(SEED_BITS) if seed is None else seed)


def old_source(mode: str, opening: Json, store: Store, id: str) -> Source | None:
    """The dice of a game that goes on; None where people throw them or the seed in its record does."""
    kept = store.dice(id) if mode == "fair" else None
    if kept is not None:
        return Fair(FairDice.resume(json.loads(kept["seeds"]), kept["spent"]))
    return None if mode == "table" or "seed" in opening else Fresh()


class Drawer:
    """Keeps what fair dice need in the database: the seeds, and a row for every roll."""

    def __init__(self, source: Source | None) -> None:
        self._dice = source.dice if isinstance(source, Fair) else None
        self._before = self._dice.spent if self._dice else 0
        self._kept = 0

    def keep(self, store: Store, id: str) -> None:
        """Stores what has been thrown since the last time; the roll that was newest then may have grown."""
        if self._dice is None:
            return
        first = max(self._kept - 1, 0)
        rows = self._dice.record(first)
        rolls = [{"n": self._before + first + n, "row": json.dumps(row)} for n, row in enumerate(rows)]
        store.keep_dice(id, json.dumps(self._dice.secrets_doc()), self._dice.spent, rolls)
        self._kept = self._dice.spent - self._before


def proof(store: Store, id: str) -> Json:
    """What anybody can check fair dice with: the published set-up, every roll, and the faults found."""
    kept = store.dice(id)
    if kept is None:
        raise Missing("This game has no fair dice of its own; what proves them is where they were thrown.")
    setup = FairDice.resume(json.loads(kept["seeds"]), kept["spent"]).setup()
    rows = [json.loads(row) for row in store.rolls(id)]
    return {"setup": setup, "rows": rows, "faults": verify(setup, rows)}
