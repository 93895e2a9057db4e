"""One server for one database: a second one is told who the first is, and does not start."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from zareba.engine.errors import ZarebaError


class Occupied(ZarebaError):
    """Another server has this database open; at which address, if it said so."""

    def __init__(self, sentence: str, address: str = "") -> None:
        super().__init__(sentence)
        self.address = address


class Lock:
    """A file beside the database, held for as long as the process lives, however it ends."""

    def __init__(self, database: Path, address: str = "") -> None:
        self.path = database.with_name(database.name + ".lock")
        self._file = self._opened()
        note = self.path.with_name(self.path.name + ".by")
        if not _take(self._file):
            self.release()
            who = _said(note)
            sentence = f"{database} is in use by {who}; one server at a time can write to it."
            raise Occupied(sentence, who.partition(" at ")[2])
        self._note = note
        self.say(address)

    def say(self, address: str) -> None:
        """Writes down for others who has the database, and where that server is found."""
        at = f" at {address}" if address else ""
        self._note.write_text(f"the zareba server with process number {os.getpid()}{at}", encoding="utf-8")

    def release(self) -> None:
        self._file.close()

    def _opened(self) -> IO[bytes]:
        try:
            return self.path.open("ab")
        except OSError as error:
            raise Occupied(f"{self.path} cannot be written: {error.strerror}.") from None


def _said(note: Path) -> str:
    try:
        return note.read_text(encoding="utf-8")[:200] or "another zareba server"
    except OSError:
        return "another zareba server"


if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
