"""The house: every game that is stored here, and the tables that are laid at the moment.

Everything in this file is done by the clerk (see `clerk`), one thing after the other. A table is laid by playing its
record again, kept while it is used, and swept away without a word where something could not be stored: the disk has
the truth, and the table is laid anew from it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from secrets import randbits, token_hex
from time import monotonic, time_ns
from typing import Any, NamedTuple

from zareba.engine.ask import Seat
from zareba.engine.canon import canonical, digest
from zareba.engine.game import Game
from zareba.engine.reader import Save, read_save
from zareba.engine.replay import resume
from zareba.engine.save import partial
from zareba.players import Player, player
from zareba.server import acts
from zareba.server.catalogue import Catalogue
from zareba.server.dice import old_source, proof
from zareba.server.drafts import Draft, Wanted, begun, branched
from zareba.server.errors import Malformed, Missing, Refused
from zareba.server.hearing import WATCHER, Hearing
from zareba.server.store import Row, Store
from zareba.server.table import PERSON, Facts, Table, encode

Json = dict[str, Any]
Act = Callable[[Table, Seat], None]

MOST_TABLES = 128
MOST_REPLIES = 64
"""So many replies are kept as they were sent; older ones are found anew from the record."""


class Message(NamedTuple):
    """What a page sends to change a game. The same message under the same key counts once."""

    kind: str
    seat: str
    key: str
    head: int | None
    since: int
    content: Any = None

    @property
    def digest(self) -> str:
        return digest([self.kind, self.seat, -1 if self.head is None else self.head, self.content or ""])


class Listener(NamedTuple):
    """Somebody at a live connection: a seat, and the last event that it has."""

    seat: Seat
    since: int


class News(NamedTuple):
    """What the listeners of a game have to be told; of two, the one with the higher serial is newer."""

    game: str
    serial: int
    told: dict[Listener, bytes]


class Thought(NamedTuple):
    """What a computer player is to think about: its seat, and a copy of the game as it stands."""

    seat: Seat
    records: int
    game: Game
    player: Player


class House:
    """All games. `listeners` names who is connected to a game, `announce` takes what they are to be told."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        listeners: Callable[[str], set[Listener]] = lambda game: set(),
        announce: Callable[[News], None] = lambda news: None,
    ) -> None:
        self.store, self.catalogue = store, catalogue
        self._listeners, self._announce = listeners, announce
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._minds: dict[tuple[str, Seat], Player] = {}
        self._replies: OrderedDict[tuple[str, str], tuple[str, bytes]] = OrderedDict()
        self._news: list[News] = []
        self._touched: set[str] = set()
        self._serial = 0

    # --- what the clerk says ------------------------------------------------------------------------------

    def settle(self) -> None:
        """All that was done is on the disk: now those who listen are told."""
        news, self._news = self._news, []
        self._touched.clear()
        for one in news:
            self._announce(one)

    def lose(self) -> None:
        """What was done may not be on the disk: nobody is told, and the tables are laid anew."""
        self._news = []
        self._replies.clear()
        for id in self._touched:
            self._tables.pop(id, None)
        self._touched.clear()

    # --- laying tables ------------------------------------------------------------------------------------

    def table(self, id: str) -> Table:
        """The table of a game, laid if it is not."""
        if id not in self._tables:
            self._keep(self._laid(self.store.game(id), self.store.records(id)))
        self._tables.move_to_end(id)
        return self._tables[id]

    def _keep(self, table: Table) -> None:
        self._tables[table.facts.id] = table
        while len(self._tables) > MOST_TABLES:
            self._tables.popitem(last=False)

    def _laid(self, row: Row, lines: list[str]) -> Table:
        save = self._save(row, lines)
        system = self.catalogue.system(save.system)
        source = old_source(row["dice"], save.records[0], self.store, row["id"])
        hearing = Hearing(row["dice"] == "table")
        game, journal = resume(save, system, source, hearing.note)
        return Table(_facts(row), game, journal, hearing, json.loads(row["agreed"]), game.source)

    def _save(self, row: Row, lines: list[str]) -> Save:
        save = read_save("".join(f"{line}\n" for line in (row["header"], *lines)).encode())
        if save.faults:
            raise Refused(f"The record of this game is damaged. {save.faults[0]}")
        return save

    # --- looking ------------------------------------------------------------------------------------------

    def games(self, most: int, skip: int = 0) -> list[Json]:
        return [_card(row) for row in self.store.list_games(most, skip)]

    def told(self, id: str, seat: str, since: int) -> bytes:
        table = self.table(id)
        return table.told(table.seat(seat), since)

    def joined(self, id: str, seat: str) -> Seat:
        """The seat that somebody connects to."""
        return self.table(id).seat(seat)

    def news(self, id: str, listener: Listener) -> News:
        """What somebody is told who has just connected, or asks again."""
        self._serial += 1
        return News(id, self._serial, {listener: self.table(id).told(*listener)})

    def replayed(self, id: str, seat: str, n: int | None) -> bytes:
        table = self.table(id)
        own = table.seat(seat)
        return table.replayed(own, _known_head(table, own, n))

    def record(self, id: str, seat: str | None) -> bytes:
        """The whole save; what one seat may take home, where a seat is named in a game that goes on."""
        row = self.store.game(id)
        if seat is not None and not row["over"] and _people(row) > 1:
            table = self.table(id)
            return partial(table.journal, table.seat(seat))
        return "".join(f"{line}\n" for line in (row["header"], *self.store.records(id))).encode()

    def proof(self, id: str) -> bytes:
        self.store.game(id)
        return encode(proof(self.store, id))

    # --- new games ----------------------------------------------------------------------------------------

    def begin(self, system: str, scenario: str, options: dict[str, str], wanted: Wanted) -> Json:
        return self.adopt(begun(self.catalogue, self.catalogue.system(system), scenario, options, wanted))

    def branch(self, id: str, seat: str, n: int | None, wanted: Wanted) -> Json:
        """A new game that goes on from an earlier moment of this one."""
        table, row = self.table(id), self.store.game(id)
        own = table.seat(seat)
        last = table.hearing.number(own, _known_head(table, own, n))
        save = self._save(row, self.store.records(id, last))
        return self.adopt(branched(self.catalogue, save, row["scenario"], id, wanted))

    def adopt(self, draft: Draft) -> Json:
        """Stores a game and lays its table."""
        facts = Facts(token_hex(8), draft.name, draft.scenario, draft.dice, draft.players)
        table = Table(facts, draft.game, draft.journal, draft.hearing, [], draft.source)
        draft.game.proceed()
        records = [canonical(record).decode() for record in draft.journal.records]
        with self.store.part():
            self.store.add_game(_row(table), records)
            table.drawer.keep(self.store, facts.id)
        table.fresh = []
        self._touched.add(facts.id)
        self._keep(table)
        return {"id": facts.id, "seats": dict(facts.players)}

    # --- acting -------------------------------------------------------------------------------------------

    def act(self, id: str, message: Message, work: Act) -> bytes:
        """Does what a page asks for and stores it; the first reply again, if it has been done before."""
        if (told := self.recalled(id, message)) is not None:
            return told
        table = self.table(id)
        seat = table.person(message.seat)
        with self._changing(table):
            acts.check_head(table, seat, message.head)
            work(table, seat)
            if message.key:
                self.store.add_reply(_reply(table, message, seat))
        return self._replied(id, message, table.told(seat, message.since))

    def _replied(self, id: str, message: Message, told: bytes) -> bytes:
        if message.key:
            self._replies[id, message.key] = message.digest, told
            while len(self._replies) > MOST_REPLIES:
                self._replies.popitem(last=False)
        return told

    @contextmanager
    def _changing(self, table: Table) -> Iterator[None]:
        """Whatever happens to a table within is stored when this is left."""
        id, agreed, heads, before = table.facts.id, table.agreed, table.hearing.heads(), len(table.journal.records)
        self._touched.add(id)
        try:
            with self.store.part():
                yield
                self._write(table, before, heads)
        except BaseException:
            if table.fresh or table.agreed != agreed:
                self._tables.pop(id, None)
            raise
        table.fresh = []
        self._note(table, list(heads) if table.agreed != agreed else acts.audience(heads, table))

    def _write(self, table: Table, before: int, heads: Mapping[Seat, int]) -> None:
        if table.fresh:
            table.agreed = []
        self.store.add_records(table.facts.id, before, [canonical(record).decode() for record in table.fresh])
        self.store.change_game(table.facts.id, _changes(table, heads))
        table.drawer.keep(self.store, table.facts.id)

    def _note(self, table: Table, seats: list[Seat]) -> None:
        """Prepares what those who listen are to be told."""
        self._serial += 1
        listeners = [listener for listener in self._listeners(table.facts.id) if listener.seat in seats]
        told = {listener: table.told(*listener) for listener in listeners}
        self._news.append(News(table.facts.id, self._serial, told))

    # --- telling again ------------------------------------------------------------------------------------

    def recalled(self, id: str, message: Message) -> bytes | None:
        """The reply that was given to this key, if one was."""
        if (id, message.key) in self._replies:
            said, told = self._replies[id, message.key]
            _check_same(message, said)
            return told
        row = self.store.reply(id, message.key) if message.key else None
        if row is None:
            return None
        _check_same(message, row["message"])
        return self._retold(id, row)

    def _retold(self, id: str, reply: Row) -> bytes:
        """The first reply, word for word: it follows from the record as it was then."""
        table = self.table(id)
        n, agreed = reply["n"], json.loads(reply["agreed"])
        if n + 1 != len(table.journal.records) or agreed != table.agreed:
            table = self._laid(self.store.game(id), self.store.records(id, n))
            table.agreed = agreed
        return table.told(reply["seat"], reply["since"])

    # --- computer players ---------------------------------------------------------------------------------

    def thought(self, id: str) -> Thought | None:
        """What a computer player has to think about now, if it is its turn."""
        table = self.table(id)
        seat = table.computer()
        if seat is None:
            return None
        return Thought(seat, len(table.journal.records), table.game.clone(), self._mind(table, seat))

    def _mind(self, table: Table, seat: Seat) -> Player:
        key = table.facts.id, seat
        if key not in self._minds:
            self._minds[key] = player(table.facts.players[seat], randbits(32), monotonic)
        return self._minds[key]

    def decide(self, id: str, thought: Thought, index: int) -> None:
        """A computer player's answer, if the game still stands where it thought about it."""
        table = self.table(id)
        if len(table.journal.records) != thought.records:
            return
        with self._changing(table):
            acts.decide(table, thought.seat, index)
        if table.game.result:
            self._minds = {key: mind for key, mind in self._minds.items() if key[0] != id}

    # --- looking ahead ------------------------------------------------------------------------------------

    def copy(self, id: str, seat: str) -> tuple[Seat, Game]:
        """A copy of the game for looking ahead from a person's seat, and that seat."""
        table = self.table(id)
        own = table.person(seat)
        return own, table.game.clone()


def _check_same(message: Message, said: str) -> None:
    """Under one key there is one message."""
    if message.digest != said:
        raise Malformed("This key was used for another message; take a new one.")


def _known_head(table: Table, seat: Seat, n: int | None) -> int:
    last = table.hearing.head(seat)
    if n is not None and not 0 <= n <= last:
        raise Missing(f"This game can be seen from 0 to {last}.")
    return last if n is None else n


def _people(row: Row) -> int:
    return list(json.loads(row["players"]).values()).count(PERSON)


def _facts(row: Row) -> Facts:
    return Facts(row["id"], row["name"], row["scenario"], row["dice"], json.loads(row["players"]))


def _card(row: Row) -> Json:
    """A line of the list of games."""
    seats = json.loads(row["players"])
    over = bool(row["over"])
    shown = {key: row[key] for key in ("id", "name", "system", "scenario", "dice", "updated", "turn")}
    return shown | {"seats": seats, "status": "over" if over else "running", "over": over}


def _row(table: Table) -> Json:
    facts, now = table.facts, _now()
    return {
        "id": facts.id,
        "name": facts.name,
        "system": table.system.id,
        "scenario": facts.scenario,
        "dice": facts.dice,
        "players": json.dumps(dict(facts.players)),
        "header": json.dumps(table.journal.header, ensure_ascii=False, separators=(",", ":")),
        "agreed": "[]",
        "turn": table.turn(),
        "over": table.game.request is None,
        "created": now,
        "updated": now,
    }


def _changes(table: Table, heads: Mapping[Seat, int]) -> Json:
    """What an act changes in the list of games. What an onlooker cannot notice does not show there either."""
    facts: Json = {"agreed": json.dumps(table.agreed)}
    if table.hearing.head(WATCHER) == heads[WATCHER]:
        return facts
    return facts | {"turn": table.turn(), "over": table.game.request is None, "updated": _now()}


def _reply(table: Table, message: Message, seat: Seat) -> Json:
    agreed = [] if table.fresh else table.agreed
    return {
        "game": table.facts.id,
        "key": message.key,
        "message": message.digest,
        "n": len(table.journal.records) - 1,
        "seat": seat,
        "since": message.since,
        "agreed": json.dumps(agreed),
    }


def _now() -> int:
    return time_ns() // 1_000_000
