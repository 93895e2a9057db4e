"""The record of a battle: one entry for every answer, chained so that nothing can be changed unnoticed.

An entry holds the answer *and what it did*: the events told, and the difference it made to the position. So a
record can be looked at for ever, without the rules (apply the differences), and be continued under the same
version of the rules (give the answers again, and meet the hash of the position after every one of them).

The first entry is the set-up: the whole scenario, the options, and the position in which the first question
is asked. Every entry has its own hash and that of the entry before it; the first follows the header of the
file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from zareba import __version__
from zareba.engine.ask import Seat
from zareba.engine.canon import Json, NotPlain, canonical, digest, plain
from zareba.engine.dice import Source
from zareba.engine.errors import Unknown
from zareba.engine.events import Event
from zareba.engine.game import Answered, Game
from zareba.engine.system import System

FORMAT = 1
Sink = Callable[[Json], None]


def start(
    system: System,
    scenario: Json,
    options: dict[str, str],
    source: Source | None,
    players: dict[Seat, str] | None = None,
) -> tuple[Game, Journal]:
    """Sets up a battle that `system.check` found faultless, and begins its record."""
    check_options(system, options)
    setup = {"scenario": scenario, "options": options, "players": players or {}} | _dice(source)
    state = system.setup(plain(scenario), dict(options))
    state.events = []
    game = Game(system, state, source)
    return game, Journal(game, {"type": "setup", **plain(setup)})


def check_options(system: System, options: dict[str, str]) -> None:
    """Raises `Unknown` where the system has no such option, or the option no such value."""
    for name, value in options.items():
        if name not in system.options:
            raise Unknown(f"There is no option {name!r}; there are: {', '.join(system.options) or 'none'}.")
        if value not in system.options[name]:
            raise Unknown(f"{name} cannot be {value!r}; it is one of: {', '.join(system.options[name])}.")


def _dice(source: Source | None) -> Json:
    """Where the dice come from. Only a seed is worth keeping: it gives the same dice again."""
    if source is None:
        return {"source": "table"}
    seed = getattr(source, "seed", None)
    return {"source": source.name} | ({} if seed is None else {"seed": seed})


class Journal:
    """Listens to a game and keeps its record. `sink` is handed every new entry, to store it."""

    def __init__(self, game: Game, setup: Json) -> None:
        self.game = game
        self.header = header(game.system, setup["scenario"])
        self.records: list[Json] = []
        self.sink: Sink | None = None
        self._standing: list[int] = []
        self._heard: dict[Seat, list[Json]] = {}
        self._read: dict[Seat, int] = {}
        self._document, state = self._look()
        self._keep({"n": 0, **setup, "events": self._told(), "start": self._document, "state": state})
        game.listener = self.note

    @property
    def head(self) -> str:
        """The hash of the newest entry."""
        last: str = self.records[-1]["hash"] if self.records else digest(self.header)
        return last

    def note(self, told: Answered) -> None:
        """Makes an entry for an answer."""
        entry = {"n": len(self.records), **self._answer(told), "events": self._told()}
        before = self._document
        self._document, state = self._look()
        self._keep(entry | {"effects": diff(before, self._document), "state": state})

    def adopt(self, record: Json) -> None:
        """Puts an entry as it stands in a file in the place of the newest, which says the same."""
        self.records[-1] = record

    def carry(self, record: Json) -> None:
        """Keeps an entry of a kind that this program does not know."""
        self.records.append(record)

    def log(self, seat: Seat, since: int = 0) -> list[Json]:
        """What this seat has heard after its event number `since`.

        Events are numbered for each seat by itself: the number of an entry would betray how many there are
        that the seat knows nothing of.
        """
        heard = self._heard.setdefault(seat, [])
        for record in self.records[self._read.get(seat, 0) :]:
            for event in record.get("events", ()):
                if seat in event.get("seats", (seat,)):
                    shown = {key: value for key, value in event.items() if key != "seats"}
                    heard.append({"n": len(heard) + 1, **shown})
        self._read[seat] = len(self.records)
        return heard[max(since, 0) :]

    def _keep(self, entry: Json) -> None:
        entry["prev"] = self.head
        entry["hash"] = digest(entry)
        self.records.append(entry)
        if self.sink:
            self.sink(entry)

    def _look(self) -> tuple[Json, str]:
        """The whole position, free of everything that the rules still hold in their hands, and its hash."""
        raw = canonical(self.game.system.dump(self.game.state))
        return json.loads(raw, parse_float=_no_fraction), sha256(raw).hexdigest()

    def _told(self) -> list[Json]:
        events, self.game.state.events = self.game.state.events or [], []
        return [_event(event) for event in events]

    def _answer(self, told: Answered) -> Json:
        if told.undone:
            return {"type": "undo", "seat": told.seat, "undo": self._standing.pop(-told.undone)}
        entry: Json = {"type": "answer", "ask": told.ask, "clause": told.clause, "seat": told.seat}
        entry["answer"] = told.notation
        if told.faces:
            entry["dice"] = list(told.faces)
        if told.overruled:
            entry["overruled"] = self._overruled()
        if result := self.game.result if told.ask == "end" else None:
            return entry | {"type": "end", "winner": result.winner or "", "why": result.why}
        self._standing.append(len(self.records))
        return entry

    def _overruled(self) -> int:
        """The entry of the last roll that stands. It stands no more, nor does anything after it."""
        while "dice" not in self.records[number := self._standing.pop()]:
            pass
        return number


def seen_dice(record: Json, seat: Seat) -> list[int]:
    """The dice of a record that a seat may see: not those of which the first thing told is not for its ears."""
    faces: list[int] = record.get("dice", [])
    first: Json = next(iter(record.get("events", ())), {})
    return faces if seat in first.get("seats", (seat,)) else []


def header(system: System, scenario: Json) -> Json:
    """The first line of a save. Its shape never changes."""
    rules = f"{system.id}@{system.version}"
    return {"zareba": FORMAT, "writer": __version__, "rules": rules, "scenario": digest(scenario)}


def _event(event: Event) -> Json:
    told: Json = {"kind": event.kind, "clause": event.clause, "text": event.text, "facts": event.facts}
    if event.seats is not None:
        told["seats"] = list(event.seats)
    found: Json = plain(told)
    return found


def _no_fraction(text: str) -> Any:
    raise NotPlain(f"A position holds whole numbers only, and {text} is not one: a fault in the rules.")


# --- differences (JSON Merge Patch, RFC 7386) ---------------------------------------------------------------


def diff(before: Json, after: Json) -> Json:
    """The merge patch that leads from one document to another. Neither may hold an empty value (null)."""
    patch: Json = {key: None for key in before if key not in after}
    for key, value in after.items():
        was = before.get(key)
        if isinstance(value, dict) and isinstance(was, dict):
            if changed := diff(was, value):
                patch[key] = changed
        elif not _same(was, value):
            patch[key] = value
    return patch


def apply(document: Any, patch: Any) -> Any:
    """The document after a merge patch. Neither is changed."""
    if not isinstance(patch, dict):
        return patch
    found = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = apply(found.get(key), value)
    return found


def _same(one: Any, other: Any) -> bool:
    """Equal, and told apart where Python does not: 1 is not yes."""
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, list):
        return all(map(_same, one, other))
    if isinstance(one, dict):
        return all(_same(value, other[key]) for key, value in one.items())
    return True
