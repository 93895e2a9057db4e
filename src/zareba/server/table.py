"""One game on the table: the battle, its record, and what each seat is told of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from zareba.engine.ask import Both, Draw, Request, Roll, Seat
from zareba.engine.dice import Source
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal
from zareba.engine.system import System
from zareba.engine.view import ask, view
from zareba.server.dice import Drawer
from zareba.server.errors import Forbidden
from zareba.server.hearing import WATCHER, Hearing

Json = dict[str, Any]

PERSON = "person"
WATCH = "watch"
"""How an onlooker's seat is called outside; the engine knows it by an empty text."""
MOST_SHOWN = 16


class Facts(NamedTuple):
    """What a game's row in the database says of it."""

    id: str
    name: str
    scenario: str
    dice: str
    players: Mapping[Seat, str]


class Table:
    """Works on one game; knows nothing of requests and databases."""

    def __init__(
        self, facts: Facts, game: Game, journal: Journal, hearing: Hearing, agreed: list[Seat], source: Source | None
    ) -> None:
        self.facts, self.game, self.journal, self.hearing = facts, game, journal, hearing
        self.agreed = agreed
        self.drawer = Drawer(source)
        self.fresh: list[Json] = []
        """The records that are not on the disk yet."""
        self._shown: dict[tuple[Seat, int], bytes] = {}
        journal.sink = self._note

    def _note(self, record: Json) -> None:
        self.fresh.append(record)
        self.hearing.note(self.game, record)
        self._shown.clear()

    # --- seats --------------------------------------------------------------------------------------------

    @property
    def system(self) -> System:
        return self.game.system

    @property
    def people(self) -> list[Seat]:
        """The seats that people play."""
        return [seat for seat, player in self.facts.players.items() if player == PERSON]

    def seat(self, name: str) -> Seat:
        """The seat of this name, for looking."""
        seat = WATCHER if name == WATCH else name
        if not name or seat not in self.hearing.seats():
            named = ", ".join([*self.facts.players, WATCH])
            raise Forbidden(f"There is no such seat; there are: {named}.")
        return seat

    def person(self, name: str) -> Seat:
        """The seat of this name, for playing."""
        seat = self.seat(name)
        if seat == WATCHER:
            raise Forbidden("Who looks on does not play.")
        if seat not in self.people:
            raise Forbidden(f"The computer plays {seat}.")
        return seat

    def side_name(self, seat: Seat) -> str:
        """What the side of a seat is called at this table."""
        side = self.system.seats(self.game.state).get(seat, seat)
        sides = self.system.table(self.game.state, WATCHER).get("sides", [])
        return next((str(one["name"]) for one in sides if one["id"] == side), side)

    def other_side(self, seat: Seat) -> str | None:
        """The side that wins if this seat's gives up; None where there are several."""
        mine = self.system.seats(self.game.state)[seat]
        others = [side for side in self.system.sides(self.game.state) if side != mine]
        return others[0] if len(others) == 1 else None

    # --- what is asked ------------------------------------------------------------------------------------

    def asked(self, seat: Seat) -> Request | None:
        """What this seat may answer: its own question, or the dice of a computer, which people throw for it."""
        request = self.game.request
        if isinstance(request, Roll | Draw) and self._thrown_for(seat, request):
            return request
        return self.game.asked(seat)

    def _thrown_for(self, seat: Seat, request: Roll | Draw) -> bool:
        thrower = seat_of(request)
        return self.game.source is None and seat in self.people and bool(thrower) and thrower not in self.people

    def computer(self) -> Seat | None:
        """The computer's seat whose turn it is to decide."""
        if isinstance(self.game.request, Roll | Draw):
            return None
        seats = [seat_of(request) for request in self.game.pending]
        return next((seat for seat in seats if seat not in self.people), None)

    def turn(self) -> str:
        """Whose turn it is, in a sentence for everybody."""
        if self.game.result:
            return self.game.result.why
        names = list(dict.fromkeys(map(self.side_name, self.hearing.waiting(self.game, WATCHER))))
        return f"To play: {' and '.join(names)}."

    # --- what a seat is told ------------------------------------------------------------------------------

    def told(self, seat: Seat, since: int) -> bytes:
        """Everything that one seat may know now, as it is sent."""
        key = seat, since
        if key not in self._shown:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()
            self._shown[key] = encode(self._told(seat, since))
        return self._shown[key]

    def hush(self) -> None:
        """What was told before may be told otherwise now."""
        self._shown.clear()

    def _told(self, seat: Seat, since: int) -> Json:
        shown = self._frame(seat) | {"head": self.hearing.head(seat), "agreed": self.agreed}
        return shown | {"view": self._view(seat) | {"log": self.hearing.log(seat, since)}}

    def _frame(self, seat: Seat) -> Json:
        facts = self.facts
        return {
            "id": facts.id,
            "name": facts.name,
            "scenario": facts.scenario,
            "seat": seat or WATCH,
            "seats": self.system.seats(self.game.state),
            "players": dict(facts.players),
            "dice": facts.dice,
            "hides": self.system.hides(self.game.state) and not self._is_alone(),
        }

    def _is_alone(self) -> bool:
        """Whether this is a way to play for one person on every chair, who hides nothing from himself."""
        played = self.journal.records[0]["options"]
        return any(way.options.items() <= played.items() for way in self.system.ways)

    def _view(self, seat: Seat) -> Json:
        seen = view(self.game, seat)
        request = self.game.request
        if isinstance(request, Roll | Draw) and self._thrown_for(seat, request):
            seen["ask"] = ask(self.game, seat_of(request))
        if seat in self.people and self.can_take_back(seat):
            seen["undo"] = {"can": True, "why": self.game.bounds()}
        steps = self.hearing.decisions(seat)[-self.steps(seat) :] if seen["undo"]["can"] else []
        seen["undo"] |= {"steps": len(steps), "mark": self.hearing.heard(seat, steps[0] - 1 if steps else -1)}
        return seen

    def replayed(self, seat: Seat, head: int) -> bytes:
        """What a seat saw at an earlier head, without what was asked then."""
        hearing = self.hearing
        n = hearing.number(seat, head)
        state = hearing.position(n)
        seen: Json = {"system": self.system.id, "seat": seat, "side": self.system.seats(state).get(seat, "")}
        seen |= {"board": self.system.board(state), "table": self.system.table(state, seat)}
        seen["log"] = hearing.log(seat, 0, n)
        if state.result:
            seen["result"] = state.result._asdict() | {"winner": state.result.winner or ""}
        frame = self._frame(seat) | {"n": head, "head": head, "last": hearing.head(seat)}
        return encode(frame | {"view": seen})

    # --- taking back --------------------------------------------------------------------------------------

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the last decision of a person was this seat's, whatever computers have decided since."""
        if isinstance(self.game.request, Both):
            return self.game.undoable(seat)
        decided = [decider for decider in self.game.deciders() if decider in self.people]
        return bool(decided) and decided[-1] == seat

    def steps(self, seat: Seat) -> int:
        """How many decisions this seat could take back now, one after the other: at least one, if it can any."""
        decided = reversed([decider for decider in self.game.deciders() if decider in self.people])
        return max(len(list(takewhile(lambda decider: decider == seat, decided))), 1)


def encode(told: Json) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
