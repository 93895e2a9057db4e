"""The database: one connection, one writer, and nothing told to anybody that is not on the disk.

Every write is one transaction that begins by taking the lock, so that a database held by somebody else is found out
before anything has been done. After any failure the connection is thrown away: a disk that failed once may call
anything stored afterwards, and only reading anew tells what is there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, create_engine, insert, inspect, make_url, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from zareba.engine.errors import ZarebaError
from zareba.server import schema
from zareba.server.errors import Busy, Full, Missing, Uncertain
from zareba.server.gate import journal_mode
from zareba.server.reserve import NO_ROOM, PAGES, Reserve

Json = dict[str, Any]
Row = RowMapping
PATIENCE = 4.0
"""For how many seconds a request waits for a database that another program holds."""

_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


class WrongDatabase(ZarebaError):
    """A file that is no database of ours, or one of a later release."""


class Store:
    """All that is on the disk. Used by one thread at a time."""

    def __init__(
        self,
        url: str,
        most_pages: int = 0,
        version: str = sqlite3.sqlite_version,
        patience: float = PATIENCE,
    ) -> None:
        self.url = make_url(url)
        self.most_pages, self.version, self.patience = most_pages, version, patience
        self.deadline = 0.0
        self._reserve = Reserve(self.path)
        self._is_reserved = self.path is None
        self._engine: Engine = create_engine(self.url, poolclass=NullPool, connect_args={"check_same_thread": False})
        self._open: Connection | None = None

    @property
    def path(self) -> Path | None:
        """The file; None for a database that lives in memory."""
        name = self.url.database
        return None if not name or name == ":memory:" else Path(name)

    # --- opening and closing ------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Makes the tables, or sees that they are ours."""
        with self._told():
            self._check_version()
            if not self._is_ready():
                with self.writing_last():
                    self._make_tables()
            with suppress(Full):
                self._keep_back()

    def _is_ready(self) -> bool:
        """Whether all tables are there, so that on a full disk one can at least look at the games."""
        found = set(inspect(self._connection).get_table_names())
        return found >= schema.metadata.tables.keys() and self._number("user_version") == schema.VERSION

    def _make_tables(self) -> None:
        schema.metadata.create_all(self._connection)
        for statement in schema.STANDS:
            self._run(statement)
        self._run(f"PRAGMA application_id = {schema.APPLICATION}")
        self._run(f"PRAGMA user_version = {schema.VERSION}")

    def close(self) -> None:
        connection, self._open = self._open, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()

    def _check_version(self) -> None:
        ours, found = self._number("application_id"), self._number("user_version")
        tables = self._run("SELECT count(*) FROM sqlite_master").scalar_one()
        if tables and ours != schema.APPLICATION:
            raise WrongDatabase(f"{self.url.database} is a database of another program.")
        if found > schema.VERSION:
            raise WrongDatabase(f"{self.url.database} was written by a later zareba; install that one.")

    @property
    def _connection(self) -> Connection:
        if self._open is None:
            self._open = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._set_up()
        return self._open

    def _set_up(self) -> None:
        self._wait()
        self._run(f"PRAGMA journal_mode = {journal_mode(self.version)}")
        self._run("PRAGMA synchronous = FULL")
        self._run("PRAGMA foreign_keys = ON")
        self._run("PRAGMA trusted_schema = OFF")
        if self.most_pages:
            self._run(f"PRAGMA max_page_count = {self.most_pages}")

    # --- transactions -------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction, on the disk when it is left. If it fails nothing of it is, or nobody knows."""
        self._keep_back()
        with self.writing_last():
            yield

    @contextmanager
    def writing_last(self) -> Iterator[None]:
        """The same for what is stored even where only the reserve is left."""
        with self._told():
            self._wait()
            self._run("BEGIN IMMEDIATE")
            try:
                yield
                self._run("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part of a transaction, that may fail by itself."""
        with self._told():
            self._run("SAVEPOINT part")
            try:
                yield
                self._run("RELEASE part")
            except BaseException:
                if self._open is not None:
                    with suppress(DBAPIError):
                        self._run("ROLLBACK TO part")
                raise

    def _keep_back(self) -> None:
        """Room for those who concede: a file beside the database, and empty pages within it."""
        if not self._is_reserved:
            with self.writing_last():
                self._run(f"INSERT OR IGNORE INTO reserve (id, room) VALUES (1, zeroblob({PAGES}))")
            self._reserve.make()
            self._is_reserved = True

    def give_up_reserve(self) -> None:
        """The disk is full, and somebody concedes."""
        self._is_reserved = self.path is None
        self._reserve.give_up()
        with self.writing_last():
            self._run("DELETE FROM reserve")

    def _roll_back(self) -> None:
        if self._open is not None:
            with suppress(DBAPIError):
                self._run("ROLLBACK")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Failures of the database as refusals; the connection that failed is used no more."""
        try:
            yield
        except DBAPIError as error:
            self.close()
            raise _refusal(error) from error

    def _wait(self) -> None:
        left = max(self.deadline - monotonic(), 0.0) if self.deadline else self.patience
        self._run(f"PRAGMA busy_timeout = {int(left * 1000)}")

    def _run(self, statement: str) -> Any:
        return self._connection.exec_driver_sql(statement)

    def _number(self, pragma: str) -> int:
        found: int = self._run(f"PRAGMA {pragma}").scalar_one()
        return found

    # --- writing: only within a transaction ---------------------------------------------------------------

    def add_game(self, row: Json, records: list[str]) -> None:
        self._connection.execute(insert(schema.games), row)
        self.add_records(row["id"], 0, records)

    def add_records(self, game: str, first: int, records: list[str]) -> None:
        """Lines for the journal; a number that is taken is a fault, and nothing is stored."""
        rows = [{"game": game, "n": first + n, "record": record} for n, record in enumerate(records)]
        if rows:
            self._connection.execute(insert(schema.journal), rows)

    def change_game(self, game: str, facts: Json) -> None:
        self._connection.execute(update(schema.games).where(schema.games.c.id == game).values(facts))

    def add_reply(self, row: Json) -> None:
        self._connection.execute(insert(schema.replies), row)

    def keep_dice(self, game: str, seeds: str, spent: int, rolls: list[Json]) -> None:
        """The seeds of fair dice, how many are spent, and the newest rolls; the last known may have grown."""
        found = upsert(schema.secrets).values(game=game, seeds=seeds, spent=spent)
        facts = {"seeds": found.excluded.seeds, "spent": found.excluded.spent}
        self._connection.execute(found.on_conflict_do_update(["game"], set_=facts))
        if rolls:
            grown = upsert(schema.rolls).values([{"game": game, **roll} for roll in rolls])
            self._connection.execute(grown.on_conflict_do_update(["game", "n"], set_={"row": grown.excluded.row}))

    # --- reading ------------------------------------------------------------------------------------------

    def list_games(self, most: int, skip: int = 0) -> list[Row]:
        newest = schema.games.c.updated.desc(), schema.games.c.id
        return self._rows(select(schema.games).order_by(*newest).limit(most).offset(skip))

    def game(self, id: str) -> Row:
        found = self._rows(select(schema.games).where(schema.games.c.id == id))
        if not found:
            raise Missing("There is no such game here.")
        return found[0]

    def records(self, id: str, last: int | None = None) -> list[str]:
        """The lines of a game's journal, all of them or up to a number."""
        journal = schema.journal.c
        query = select(journal.record).where(journal.game == id).order_by(journal.n)
        rows = self._rows(query if last is None else query.where(journal.n <= last))
        return [row["record"] for row in rows]

    def reply(self, game: str, key: str) -> Row | None:
        replies = schema.replies.c
        found = self._rows(select(schema.replies).where(replies.game == game, replies.key == key))
        return found[0] if found else None

    def dice(self, game: str) -> Row | None:
        """What fair dice go on with; None where they were thrown elsewhere."""
        found = self._rows(select(schema.secrets).where(schema.secrets.c.game == game))
        return found[0] if found else None

    def rolls(self, game: str) -> list[str]:
        rolls = schema.rolls.c
        return [row["row"] for row in self._rows(select(rolls.row).where(rolls.game == game).order_by(rolls.n))]

    def _rows(self, query: Any) -> list[Row]:
        with self._told():
            self._wait()
            return list(self._connection.execute(query).mappings())


def _refusal(error: DBAPIError) -> ZarebaError:
    name = getattr(error.orig, "sqlite_errorname", "")
    if name.startswith(_BUSY):
        return Busy("The database is busy: another program holds it. Try again in a moment.")
    if name.startswith("SQLITE_FULL"):
        return Full(NO_ROOM)
    if name == "SQLITE_NOTADB":
        return WrongDatabase("This file is no database.")
    return Uncertain(f"Storing failed ({name or 'unknown'}), and perhaps not wholly; ask again with the same key.")
