"""A typical battle of a batch, played once more to tell how it ended."""

from __future__ import annotations

from zareba.engine.dice import Seeded
from zareba.engine.game import Game
from zareba.lab.batch import Batch, Fight
from zareba.lab.playout import march, minds, seated
from zareba.lab.scenarios import load
from zareba.lab.statistics import middle
from zareba.players import repeatable
from zareba.systems import system as find_system

LINES = 14


def typical(batch: Batch, lines: int = LINES) -> list[str]:
    """The last lines of the log of a typical battle; nothing where none can be played again exactly."""
    chosen = pick(batch)
    if chosen is None or not all(map(repeatable, batch.plan.players)):
        return []
    return log(batch, chosen)[-lines:]


def pick(batch: Batch) -> Fight | None:
    """A battle that ended in the most frequent way, of the length nearest to the middle of those."""
    if not batch.played:
        return None
    ending = next(iter(batch.endings))
    alike = [fight for fight in batch.played if (fight.winner or "", fight.clause) == ending]
    usual = middle([fight.steps for fight in alike])
    return min(alike, key=lambda fight: (abs(fight.steps - usual), fight.number))


def log(batch: Batch, fight: Fight) -> list[str]:
    """What everybody could see of a battle, in words."""
    plan = batch.plan
    system = find_system(plan.system)
    state = system.setup(load(system, plan.scenario).data, plan.options)
    names = seated(system, state, plan.players_of(fight.number))
    state.events = []
    game: Game = Game(system, state, Seeded(fight.seed))
    march(game, minds(names, fight.seed), fight.seed)
    return [event.text for event in game.state.events or [] if event.seats is None and event.text]
