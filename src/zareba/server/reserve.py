"""Room that is kept back, so that a battle can be conceded when the disk is full.

The reserve is a file beside the database, of bytes that no file system can press together. It is given up for the
first concession that finds no room, and made again before the next answer is stored: as long as that cannot be done,
answers are refused, or they would eat what was kept for those who give up.
"""

from __future__ import annotations

import os
from pathlib import Path

from zareba.server.errors import Full

SIZE = 1 << 20
PAGES = 64 * 4096
"""What is kept back within the database besides, where it is the database that may not grow."""


class Reserve:
    """The file; none beside a database that lives in memory."""

    def __init__(self, database: Path | None) -> None:
        self.path = database and database.with_name(database.name + ".reserve")

    def is_whole(self) -> bool:
        return self.path is None or (self.path.exists() and self.path.stat().st_size == SIZE)

    def make(self) -> None:
        """Takes the room, or says that there is none."""
        if self.path is None or self.is_whole():
            return
        try:
            with self.path.open("wb") as file:
                file.write(os.urandom(SIZE))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            self.give_up()
            raise Full(NO_ROOM) from error

    def give_up(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)


NO_ROOM = "There is no room on the disk, so nothing more can be stored. What is stored stands."
