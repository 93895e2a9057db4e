"""A battle between computer players, as JSON lines: every answer, its dice, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from zareba.engine.ask import Seat
from zareba.engine.canon import Json
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal
from zareba.players import Player, consult

TOLD = ("n", "type", "ask", "clause", "seat", "answer", "dice", "events")


def watch_json(game: Game, journal: Journal, minds: Mapping[Seat, Player]) -> int:
    """Plays to the end; the last line is the result."""
    keep = journal.sink

    def tell(record: Json) -> None:
        if keep:
            keep(record)
        print(json.dumps({key: record[key] for key in TOLD if key in record}))

    tell_setup = {key: journal.records[0][key] for key in ("n", "type", "options", "players", "source", "events")}
    print(json.dumps(journal.header | tell_setup))
    journal.sink = tell
    _play(game, minds)
    if result := game.result:
        print(json.dumps({"type": "result", "winner": result.winner or "", "clause": result.clause, "why": result.why}))
    return 0


def _play(game: Game, minds: Mapping[Seat, Player]) -> None:
    random = Random(0)
    while game.proceed().request is not None:
        seat = seat_of(game.pending[0])
        game.choose(consult(minds[seat], game, seat, random), seat)
