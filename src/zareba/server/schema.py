"""The tables of the database. A row of the journal is a line of the game's save, and stands for ever.

The database is not the save: its tables may change from release to release, the journal's rows never do.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

VERSION = 1
APPLICATION = 0x7A617265
"""What marks a SQLite file as one of ours: `zare`."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("agreed", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("created", Integer, nullable=False),
    Column("updated", Integer, nullable=False),
)
Index("games_updated", games.c.updated.desc())

journal = Table(
    "journal",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("record", Text, nullable=False),
    sqlite_with_rowid=False,
)

replies = Table(
    "replies",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("message", Text, nullable=False),
    Column("n", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("since", Integer, nullable=False),
    Column("agreed", Text, nullable=False),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seeds", Text, nullable=False),
    Column("spent", Integer, nullable=False),
)

rolls = Table(
    "rolls",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("row", Text, nullable=False),
    sqlite_with_rowid=False,
)

reserve = Table(
    "reserve",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("room", LargeBinary, nullable=False),
)

STANDS = (
    "CREATE TRIGGER IF NOT EXISTS journal_is_never_changed BEFORE UPDATE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'a record stands'); END",
    "CREATE TRIGGER IF NOT EXISTS journal_is_never_cut BEFORE DELETE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'a record stands'); END",
)
