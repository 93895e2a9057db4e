"""What each seat notices of a game, counted for each seat by itself.

The number of a record would betray how many there are that a seat knows nothing of: a secret choice, taken back and
made again, is three records and not one of them may be felt across the table. So a seat's *head* counts only what
changed for it: its own answers, dice, what it was told, what it sees, and whom the table waits for. The same record
gives the same heads, now and when the game is opened again.
"""

from __future__ import annotations

import json
from typing import Any

from zareba.engine.ask import Draw, Roll, Seat
from zareba.engine.canon import canonical
from zareba.engine.game import Game
from zareba.engine.record import seen_dice
from zareba.engine.view import waiting

Json = dict[str, Any]
WATCHER: Seat = ""
CHANCE = ("roll ", "draw ")


class Hearing:
    """The heads of all seats of one game, and the position after every record, for going back in the replay."""

    def __init__(self, real_dice: bool) -> None:
        self._real_dice = real_dice
        self._noticed: dict[Seat, list[int]] = {}
        self._sights: dict[Seat, tuple[Json, list[Seat]]] = {}
        self._heard: dict[Seat, list[Json]] = {}
        self._told: dict[Seat, list[int]] = {}
        self._decided: list[tuple[int, Seat]] = []
        self._positions: list[Any] = []

    def note(self, game: Game, record: Json) -> None:
        """One more record, and the game as it is after it."""
        self._positions.append(game.state.copy())
        self._stands(game, record)
        for seat in (*game.system.seats(game.state), WATCHER):
            news = self._hears(seat, record)
            if self._sees(game, seat, record) or news:
                self._noticed.setdefault(seat, []).append(len(self._positions) - 1)

    def _stands(self, game: Game, record: Json) -> None:
        """Keeps which records are decisions that stand."""
        number = len(self._positions) - 1
        if record["type"] == "undo":
            self._decided = [one for one in self._decided if one[0] != record["undo"]]
        elif record["type"] == "answer" and not record.get("answer", "").startswith(CHANCE):
            self._decided.append((number, record["seat"]))

    def _hears(self, seat: Seat, record: Json) -> bool:
        """Keeps what a seat is told, and where in the record it was told that."""
        heard = self._heard.setdefault(seat, [])
        events = told(record, seat)
        heard += [{"n": n, **event} for n, event in enumerate(events, len(heard) + 1)]
        self._told.setdefault(seat, []).append(len(heard))
        return bool(events)

    def _sees(self, game: Game, seat: Seat, record: Json) -> bool:
        before = self._sights.get(seat)
        if before and record.get("effects") == {}:
            sight = before[0]
        else:
            sight = game.system.table(game.state, seat)
        self._sights[seat] = now = sight, self.waiting(game, seat)
        own = seat != WATCHER and record.get("seat") == seat
        return own or bool(seen_dice(record, seat)) or now != before

    def waiting(self, game: Game, seat: Seat) -> list[Seat]:
        """Whom the table waits for, as far as this seat can tell; for dice only where people throw them."""
        chance = isinstance(game.request, Roll | Draw)
        return [] if chance and not self._real_dice else waiting(game, seat)

    # --- what a seat is told ------------------------------------------------------------------------------

    def seats(self) -> list[Seat]:
        return list(self._noticed)

    def head(self, seat: Seat) -> int:
        return len(self._noticed[seat]) - 1

    def heads(self) -> dict[Seat, int]:
        return {seat: self.head(seat) for seat in self._noticed}

    def number(self, seat: Seat, head: int) -> int:
        """The last record before the seat notices anything after this head."""
        noticed = self._noticed[seat]
        return noticed[head + 1] - 1 if head + 1 < len(noticed) else len(self._positions) - 1

    def position(self, n: int) -> Any:
        return self._positions[n]

    def decisions(self, seat: Seat) -> list[int]:
        """The records of the decisions of a seat that were not taken back."""
        return [number for number, decider in self._decided if decider == seat]

    def heard(self, seat: Seat, n: int) -> int:
        """How much of the log a seat had heard by a record."""
        return self._told[seat][n]

    def log(self, seat: Seat, since: int = 0, last: int = -1) -> list[Json]:
        """The events that a seat heard up to a record, numbered for it alone, with the dice as they fell."""
        return self._heard[seat][max(since, 0) : self._told[seat][last]]


def told(record: Json, seat: Seat) -> list[Json]:
    """What a seat is told by one record; the first that it is told of a throw shows the dice.

    Keys stand in the order of the record on disk, so that the same is told in the same bytes for ever.
    """
    events = [
        {key: value for key, value in event.items() if key != "seats"}
        for event in json.loads(canonical(record.get("events", [])))
        if seat in event.get("seats", (seat,))
    ]
    if events and (dice := seen_dice(record, seat)):
        events[0] |= {"dice": dice, "throw": record["ask"]}
    return events
