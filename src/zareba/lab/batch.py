"""A batch of battles: what was to be played, how each battle went, and what they say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from zareba.lab.statistics import Interval, summary, wilson


@dataclass(frozen=True)
class Plan:
    """What is to be played. Mirrored, every seed is played twice, the second time with the players swapped."""

    system: str
    scenario: str
    games: int
    seed: int = 0
    players: tuple[str, ...] = ("random", "random")
    options: dict[str, str] = field(default_factory=dict)
    mirror: bool = False

    def numbers(self) -> range:
        """The numbers of the games; an odd one out is given its twin."""
        return range(self.games + self.games % 2 if self.mirror else self.games)

    def seed_of(self, number: int) -> int:
        """The seed of a game, from the seed of the batch and its number; twins have the same."""
        drawn = sha256(f"{self.seed}:{number // 2 if self.mirror else number}".encode()).digest()
        return int.from_bytes(drawn[:6], "big")

    def players_of(self, number: int) -> tuple[str, ...]:
        """The players of a game in the order of the sides."""
        return self.players[::-1] if self.swapped(number) else self.players

    def swapped(self, number: int) -> bool:
        return self.mirror and number % 2 == 1


class Fight(NamedTuple):
    """How one battle of a batch went. Where it failed, `fault` says why and the rest says nothing."""

    number: int
    seed: int
    winner: str | None = None
    clause: str = ""
    decisions: int = 0
    steps: int = 0
    dice: int = 0
    losses: tuple[tuple[str, int], ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Batch:
    """The battles that were played, in the order of their numbers, and how long they took together."""

    plan: Plan
    title: str
    sides: tuple[str, ...]
    fights: tuple[Fight, ...]
    seconds: float
    stopped: str = ""
    """Why the batch ended before its last battle; empty where it did not."""

    @cached_property
    def played(self) -> list[Fight]:
        return [fight for fight in self.fights if not fight.fault]

    @cached_property
    def failed(self) -> list[Fight]:
        return [fight for fight in self.fights if fight.fault]

    @cached_property
    def wins(self) -> dict[str, int]:
        return {side: sum(fight.winner == side for fight in self.played) for side in self.sides}

    @property
    def draws(self) -> int:
        return sum(fight.winner is None for fight in self.played)

    @cached_property
    def by_clause(self) -> dict[str, int]:
        """How the battles ended, the most frequent way first."""
        return tally(fight.clause for fight in self.played)

    @cached_property
    def endings(self) -> dict[tuple[str, str], int]:
        """Who won by which clause, the most frequent first; a draw is won by nobody."""
        found = Counter((fight.winner or "", fight.clause) for fight in self.played)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def lengths(self) -> list[int]:
        return [fight.steps for fight in self.played]

    @cached_property
    def losses(self) -> dict[str, list[int]]:
        """What each side (or whatever a system tells its losses by) lost, battle by battle."""
        names = dict.fromkeys(name for fight in self.played for name, _ in fight.losses)
        tables = [dict(fight.losses) for fight in self.played]
        return {name: [table.get(name, 0) for table in tables] for name in names}

    def win_rates(self) -> dict[str, Interval]:
        return {side: wilson(wins, len(self.played)) for side, wins in self.wins.items()}

    def by_player(self) -> list[tuple[str, int, Interval]]:
        """Each player with its wins, whichever side it had."""
        wins = [0] * len(self.plan.players)
        for fight in self.played:
            if fight.winner is not None:
                place = self.sides.index(fight.winner)
                wins[-1 - place if self.plan.swapped(fight.number) else place] += 1
        return [(name, won, wilson(won, len(self.played))) for name, won in zip(self.plan.players, wins, strict=True)]

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        plan, games = self.plan, len(self.played)
        return {
            "system": plan.system,
            "scenario": plan.scenario,
            "options": plan.options,
            "players": list(plan.players),
            "seed": plan.seed,
            "mirror": plan.mirror,
            "games": games,
            "stopped": self.stopped,
            "wins": self.wins,
            "draws": self.draws,
            "win_rate": {side: rounded(rate) for side, rate in self.win_rates().items()},
            "by_player": [{"player": name, "wins": won} | rounded(rate) for name, won, rate in self.by_player()],
            "by_clause": self.by_clause,
            "lengths": summary(self.lengths)._asdict(),
            "losses": {name: summary(values)._asdict() for name, values in self.losses.items()},
            "decisions": sum(fight.decisions for fight in self.played),
            "dice": sum(fight.dice for fight in self.played),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(games / self.seconds, 2) if self.seconds else 0.0,
            "failures": [
                {
                    "game": fight.number,
                    "seed": fight.seed,
                    "players": list(plan.players_of(fight.number)),
                    "why": fight.fault,
                }
                for fight in self.failed
            ],
        }


def tally(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0])))


def rounded(share: Interval) -> dict[str, float]:
    return {name: round(value, 4) for name, value in share._asdict().items()}
