"""The rules are functions of answers and nothing else (check 10)."""

from __future__ import annotations

import ast
import builtins
import os
import random
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from zareba.engine.canon import plain
from zareba.engine.errors import ZarebaError
from zareba.lab.checks import Figures, Trial, trials
from zareba.systems import FOLDERS, system

TRAPS: tuple[tuple[Any, str], ...] = (
    (builtins, "open"),
    (os, "urandom"),
    (os, "getenv"),
    (os, "listdir"),
    (random, "random"),
    (random, "choice"),
    (random, "randrange"),
    (socket, "socket"),
    (subprocess, "Popen"),
    (threading.Thread, "start"),
    (time, "time"),
    (time, "monotonic"),
    (time, "perf_counter"),
    (time, "sleep"),
)
BANNED = {
    *("asyncio", "datetime", "multiprocessing", "os", "secrets"),
    *("socket", "subprocess", "threading", "time", "uuid"),
}


def purity(seed: int, games: int) -> Figures:
    """No clock, chance, file, network or thread within reach; no fraction in any position."""
    figures = Figures()
    for trial in trials(figures, seed, games):
        with traps() as sprung:
            trial.play(_is_plain)
        figures.failures += [f"{trial.name}: the rules reach for {what}" for what in sprung]
    for name in FOLDERS:
        for path in sorted(system(name).folder.glob("*.py")):
            figures.count("modules")
            figures.failures += _impure_imports(path)
    return figures


def _is_plain(trial: Trial) -> None:
    """Raises `NotPlain` where a position holds anything but whole numbers, words, lists and maps."""
    plain(trial.game.system.dump(trial.game.state))


@contextmanager
def traps() -> Iterator[list[str]]:
    """While it is open, whoever reaches for the world outside is noted, and stopped."""
    sprung: list[str] = []

    def spring(name: str, *_: object, **__: object) -> None:
        sprung.append(name)
        raise ZarebaError(f"the rules reach for {name}")

    with ExitStack() as stack:
        for where, name in TRAPS:
            stack.enter_context(patch.object(where, name, partial(spring, name)))
        yield sprung


def _impure_imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found += [f"{path.name} imports {name}" for name in names if name.split(".")[0] in BANNED]
    return found
