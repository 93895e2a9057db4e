"""Saves: played again everywhere with the same positions (check 9), and opened for ever (check 15)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

from zareba.engine.errors import ZarebaError
from zareba.engine.save import open_save, replay, save_bytes
from zareba.lab.checks import Figures, trials
from zareba.systems import FOLDERS, system

LOCALES = ("C", "tr_TR.UTF-8", "ar_EG.UTF-8")
ZONES = ("UTC", "Asia/Kolkata")
HASHES = ("0", "1", "42")
SAMPLE = 2
"""In how many of the settings a save is replayed in an ordinary run."""


def corpus() -> list[Path]:
    """Every save that must open for ever: beside the systems, and in the tests of a working copy."""
    tests = Path(__file__).resolve().parents[3] / "tests"
    folders = [*(system(name).folder / "saves" for name in FOLDERS), tests]
    return sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*.zareba"))


def fresh(folder: Path, seed: int) -> list[Path]:
    """Three new battles at random, saved."""
    paths = []
    for number, trial in enumerate(trials(Figures(), seed, 3)):
        trial.play()
        paths.append(folder / f"fresh-{number}.zareba")
        paths[-1].write_bytes(save_bytes(trial.journal))
    return paths


# --- 9 ------------------------------------------------------------------------------------------------------


def replay_equality(saves: Sequence[Path], seed: int, long: bool) -> Figures:
    """In fresh processes, under other hashes, languages and time zones, every position is the same."""
    figures = Figures()
    random = Random(seed)
    hashes = (*HASHES, *(str(random.randrange(1, 2**32)) for _ in range(5)))
    settings = list(product(hashes, LOCALES, ZONES))
    for path in saves:
        figures.count("saves")
        for hashing, language, zone in settings if long else random.sample(settings, SAMPLE):
            words = {"PYTHONHASHSEED": hashing, "LC_ALL": language, "LANG": language, "TZ": zone}
            wrong = _replayed_elsewhere(path, words)
            figures.count("replays")
            figures.expect(not wrong, f"{path.name} under {words}: {wrong}")
    return figures


def _replayed_elsewhere(path: Path, words: dict[str, str]) -> str:
    """Replays a save in a new process; says what differed."""
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-m", "zareba.lab.again", str(path)],
        env={**os.environ, **words, "PYTHONPATH": paths},
        capture_output=True,
        check=False,
    )
    return "" if done.returncode == 0 else (done.stdout or done.stderr).decode(errors="replace").strip()[-300:]


# --- 15 -----------------------------------------------------------------------------------------------------


def save_corpus(saves: Sequence[Path]) -> Figures:
    """Every save ever shipped opens, replays, and is written again as the same bytes."""
    figures = Figures()
    for path in saves:
        figures.count("saves")
        try:
            _open_again(path, figures)
        except ZarebaError as error:
            figures.expect(False, f"{path.name}: {error}")
    return figures


def _open_again(path: Path, figures: Figures) -> None:
    save = open_save(path)
    replayed = replay(save, system(save.system))
    figures.count("records", replayed.records)
    figures.expect(not replayed.difference, f"{path.name}: {replayed.difference}")
    if not save.packed and not save.faults:
        same = save_bytes(replayed.journal) == path.read_bytes()
        figures.expect(same, f"{path.name} is written otherwise than it was read")
