"""One line from a person, with the comforts of the terminal where it has any."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from zareba.cli.screen import Screen

Reader = Callable[[str], str]


def reader(screen: Screen) -> Reader:
    """How a line is asked for: with history and editing on a terminal, plainly everywhere else."""
    if screen.terminal and sys.stdin.isatty():
        _with_history()
    return _ask


def _with_history() -> None:
    with suppress(ImportError):
        import readline  # noqa: F401  (importing it is what gives `input` a history)


def _ask(prompt: str) -> str:
    """A line without its end; raises `EOFError` where there is none."""
    sys.stdout.flush()
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "?"
