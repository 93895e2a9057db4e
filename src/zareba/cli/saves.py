"""Battles on disk: where they are kept, how every answer is kept, and how they are opened again."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zareba.cli.fairness import Proof, proof_path
from zareba.engine.canon import Json
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.game import Game
from zareba.engine.record import Journal
from zareba.engine.save import Save, SaveFile, continue_save, resume, save_bytes, write_save
from zareba.engine.save import open_save as read_path
from zareba.engine.system import System
from zareba.systems import FOLDERS, system

ENDING = ".zareba"
BEGINNINGS = (b'{"zareba"', b"\x1f\x8b")


# --- where --------------------------------------------------------------------------------------------------


def data_folder() -> Path:
    """Where programs keep what belongs to a user, on each kind of computer."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "zareba"


def new_path(scenario: str) -> Path:
    """A name that is free, such as `ridge-20261118-2015.zareba`."""
    folder = data_folder() / "battles"
    stem = f"{scenario}-{datetime.now().astimezone():%Y%m%d-%H%M}"
    for number in range(1, 1000):
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}{ENDING}"
        if not path.exists():
            return path
    raise Unknown(f"There are too many battles in {folder}.")


def kept() -> list[Path]:
    """The battles in the user's folder, the newest first."""
    found = (data_folder() / "battles").glob(f"*{ENDING}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


# --- keeping ------------------------------------------------------------------------------------------------


class Keeper:
    """Sees to it that every answer is on the disk before anybody sees what came of it."""

    def __init__(self, path: Path | None, proof: Proof | None = None) -> None:
        self.path, self.proof = path, proof
        self._file: SaveFile | None = None
        self._journal: Journal | None = None

    def begin(self, journal: Journal) -> None:
        """Stores a new battle, if it is to be kept at all."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unknown(f"{self.path.parent} cannot be made: {error.strerror}.") from None
        if self.path.exists():
            raise Unknown(f"{self.path} exists already; to go on with it, name it in the place of a scenario.")
        self._follow(write_save(self.path, journal), journal)

    def go_on(self, save: Save, journal: Journal) -> None:
        """Goes on in the file that the battle was read from."""
        assert self.path is not None
        self._follow(continue_save(self.path, save, journal), journal)

    def _follow(self, file: SaveFile, journal: Journal) -> None:
        self._file, self._journal = file, journal
        if self.proof:
            self.proof.write(proof_path(file.path))
            journal.sink = self._note

    def _note(self, record: Json) -> None:
        assert self.proof is not None
        assert self._file is not None
        self.proof.write(proof_path(self._file.path))
        self._file.append(record)

    def copy_to(self, text: str) -> Path:
        """Copies the battle as it stands to another file, or says where it is."""
        if self.path is None or self._journal is None:
            raise Unknown("This battle is not kept; begin it with --save FILE.")
        if not text:
            return self.path
        path = Path(text)
        path = path if path.suffix else path.with_suffix(ENDING)
        try:
            with path.open("xb") as file:
                file.write(save_bytes(self._journal))
            if self.proof:
                self.proof.write(proof_path(path))
        except FileExistsError:
            raise Unknown(f"{path} exists already; choose another name.") from None
        except OSError as error:
            raise Unknown(f"{path} cannot be written: {error.strerror}.") from None
        return path

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def put_away(self) -> Path | None:
        """Moves a battle that is over out of those that wait, if it is one of them; says where it is."""
        if self.path is None or self.path.parent != data_folder() / "battles":
            return self.path
        folder = self.path.parent / "over"
        folder.mkdir(exist_ok=True)
        for path in (self.path, proof_path(self.path)):
            if path.exists():
                path.rename(folder / path.name)
        return folder / self.path.name


# --- opening ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """A battle that can go on."""

    game: Game
    journal: Journal
    save: Save
    proof: Proof | None

    @property
    def players(self) -> dict[str, str]:
        """Who plays in each seat, as it was said at the beginning."""
        named: dict[str, str] = self.journal.records[0]["players"]
        return named


def is_save(path: Path) -> bool:
    """Whether a file looks like a save, whatever it is called."""
    if path.suffix == ENDING:
        return True
    try:
        with path.open("rb") as file:
            return file.read(16).startswith(BEGINNINGS)
    except OSError:
        return False


def read_file(path: Path) -> Save:
    """What a save holds; raises what is wrong with it, with its name."""
    try:
        return read_path(path)
    except ZarebaError as error:
        raise Unknown(_about(path, error)) from None


def open_save(path: Path) -> Opened:
    """The battle of a save, ready to go on; raises why not where that cannot be."""
    save = read_file(path)
    proof = Proof.read(proof_path(path)) if save.records[0].get("source") == "fair" else None
    try:
        game, journal = resume(save, rules_of(save), proof.source if proof else None)
    except ZarebaError as error:
        raise Unknown(_about(path, error)) from None
    return Opened(game, journal, save, proof)


def _about(path: Path, error: ZarebaError) -> str:
    return str(error) if str(path) in str(error) else f"{path}: {error}"


def rules_of(save: Save) -> System | None:
    """The rules a battle was begun under, if this program has any of that name."""
    return system(save.system) if save.system in FOLDERS else None
