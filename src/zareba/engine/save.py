"""The `.zareba` file: a battle on disk.

It is UTF-8 text, one JSON object a line. The first line says what the file is, in a shape that never
changes; the other lines are the entries of the record (see `record`). For reading it may be packed with
gzip.

A file is read in two ways. *Viewing* applies the stored differences and needs no rules: it works for ever.
*Continuing* gives every answer again, under the version of the rules it was given under (see `replay`).

While a battle goes on its file only grows: every entry is on the disk before the next question is asked.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import mkstemp
from typing import IO, Self

from zareba.engine.ask import Seat
from zareba.engine.canon import Json, canonical, digest, plain
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.reader import MOST_BYTES, Save, Unreadable, read_save
from zareba.engine.record import Journal, apply
from zareba.engine.replay import Replayed, ViewOnly, replay, resume
from zareba.engine.view import view

__all__ = [
    "Replayed",
    "Save",
    "SaveFile",
    "Unreadable",
    "Unsaved",
    "ViewOnly",
    "continue_save",
    "open_save",
    "partial",
    "read_save",
    "replay",
    "resume",
    "save_bytes",
    "view_at",
    "write_save",
]


class Unsaved(ZarebaError):
    """Something could not be stored. From then on nothing is: the disk has true entries, but not all."""


# --- as bytes -----------------------------------------------------------------------------------------------


def save_bytes(journal: Journal) -> bytes:
    """The whole file, hidden things included: for whoever runs the battle, and for all once it is over."""
    return _first_line(journal.header) + b"".join(map(_line, journal.records))


def partial(journal: Journal, seat: Seat) -> bytes:
    """What one seat may take home of a battle that is still going on: its own view, and nothing else."""
    header = journal.header | {"partial": seat or "onlooker"}
    shown = plain(view(journal.game, seat, journal))
    record = {"n": 0, "type": "view", "seat": seat, "view": shown, "prev": digest(header)}
    return _first_line(header) + _line(record | {"hash": digest(record)})


def view_at(save: Save, n: int) -> Json:
    """The position after record `n`, from what is stored alone: no rules are needed, of any version."""
    if not 0 <= n < len(save.records):
        raise Unknown(f"This save has records 0 to {len(save.records) - 1}; {n} is none of them.")
    first = save.records[0]
    document: Json = first["view"] if first["type"] == "view" else first["start"]
    for record in save.records[1 : n + 1]:
        document = apply(document, record.get("effects", {}))
    return document


def _first_line(header: Json) -> bytes:
    """The format stands first, so that a file can be told by its beginning."""
    return json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _line(record: Json) -> bytes:
    return canonical(record) + b"\n"


# --- as a file ----------------------------------------------------------------------------------------------


def open_save(path: Path) -> Save:
    """Reads a file; raises `Unreadable` where it is no save or cannot be read."""
    try:
        with path.open("rb") as file:
            return read_save(file.read(MOST_BYTES + 1))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


class SaveFile:
    """A file that grows with a journal, entry by entry."""

    def __init__(self, path: Path, journal: Journal) -> None:
        self.path = path
        self._journal = journal
        with _storing(path):
            self._file: IO[bytes] | None = path.open("ab")
        journal.sink = self.append

    def append(self, record: Json) -> None:
        """Writes one entry through to the disk; raises `Unsaved` if that fails, and ever after."""
        if self._file is None:
            raise Unsaved(f"Nothing more is stored in {self.path}.")
        try:
            self._file.write(_line(record))
            _sync(self._file)
        except OSError as error:
            self._abandon()
            raise Unsaved(f"The answer may not be stored in {self.path}: {error.strerror}.") from None

    def close(self) -> None:
        """The file is complete; the journal goes on without it."""
        if self._file is not None:
            self._file.close()
        self._file, self._journal.sink = None, None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _abandon(self) -> None:
        """A disk that failed once may call anything stored afterwards: nothing more is asked of it."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()


def write_save(path: Path, journal: Journal) -> SaveFile:
    """Stores a battle in a new file, all at once, and every later entry as it is made."""
    if path.exists():
        raise Unsaved(f"{path} exists already; another battle is in it.")
    _write_whole(path, save_bytes(journal))
    return SaveFile(path, journal)


def continue_save(path: Path, save: Save, journal: Journal) -> SaveFile:
    """Goes on in the file that a battle was resumed from.

    Where the file is damaged or packed, the original is kept beside it and the whole file is written anew.
    """
    with _storing(path):
        if path.stat().st_size != save.size:
            raise Unsaved(f"{path} has changed since it was read; somebody else may be writing to it.")
        if save.faults or save.packed:
            _keep_beside(path, ".damaged" if save.faults else ".packed")
            _write_whole(path, save_bytes(journal))
    return SaveFile(path, journal)


@contextmanager
def _storing(path: Path) -> Iterator[None]:
    """Whatever the disk has to say against it becomes one sentence."""
    try:
        yield
    except OSError as error:
        raise Unsaved(f"{path} could not be written: {error.strerror}.") from None


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there either as a whole or not at all."""
    with _storing(path):
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                _sync(file)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def _keep_beside(path: Path, ending: str) -> None:
    """Copies a file to a new name beside it. What is there already is never touched."""
    for number in count(1):
        try:
            with Path(f"{path}{ending}{number if number > 1 else ''}").open("xb") as beside:
                with path.open("rb") as original:
                    shutil.copyfileobj(original, beside)
                return _sync(beside)
        except FileExistsError:
            continue


def _sync(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """A new name is only safe when its folder is on the disk, too. Windows knows no such thing."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
