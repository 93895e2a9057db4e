"""Where the program writes: in colour and in tables on a terminal, as plain text everywhere else."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from zareba.cli.canvas import Canvas
from zareba.cli.words import columns

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 100


class Meter(Protocol):
    """Shows how far some long work has come."""

    def __call__(self, done: int, total: int, /) -> None: ...


class Screen:
    """Standard output."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            _soften(stream)
        self._rich = _console() if sys.stdout.isatty() else None
        size = shutil.get_terminal_size((PLAIN_WIDTH, 50))
        self.columns = size.columns if self._rich else PLAIN_WIDTH
        self.lines = size.lines if self._rich else 60

    @property
    def terminal(self) -> bool:
        return self._rich is not None

    @property
    def colours(self) -> str:
        """How many colours there are: nothing, `standard`, `256` or `truecolor`."""
        if self._rich is None or self._rich.no_color:
            return ""
        return self._rich.color_system or ""

    def say(self, text: str = "", style: str = "", end: str = "\n") -> None:
        if self._rich is None:
            print(text, end=end)
            return
        from rich.text import Text

        self._rich.print(Text(text, style=style), end=end)

    def parts(self, *parts: tuple[str, str]) -> None:
        """One line in several styles."""
        if self._rich is None:
            print("".join(text for text, _ in parts))
            return
        from rich.text import Text

        self._rich.print(Text.assemble(*parts))

    def clear(self) -> None:
        """Takes what one person may see away before another looks."""
        if self._rich is not None:
            self._rich.clear()

    def sheet(self, canvas: Canvas) -> None:
        if self._rich is None or not self.colours:
            print("\n".join(canvas.lines()))
        else:
            self._rich.print(canvas.painted(self.colours), soft_wrap=True, end="")

    def markdown(self, text: str) -> None:
        if self._rich is None:
            print(text)
            return
        from rich.markdown import Markdown

        self._rich.print(Markdown(text))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> None:
        if not rows:
            return
        if self._rich is None:
            print("\n".join(columns(heads, rows, right)))
        else:
            self._rich.print(_table(heads, rows, set(right)))

    def json(self, value: Any) -> None:
        """For programs: the same on every terminal, and in ASCII where nothing else can be written."""
        wide = (sys.stdout.encoding or "").lower().startswith("utf")
        print(json.dumps(value, indent=2, ensure_ascii=not wide))

    @contextmanager
    def progress(self, what: str) -> Iterator[Meter]:
        """A bar on the error stream, if somebody is watching it."""
        if not sys.stderr.isatty():
            yield _unseen
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        look = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*look, console=_console(stderr=True), transient=True) as shown:
            task = shown.add_task(what, total=None)
            yield lambda done, total: shown.update(task, completed=done, total=total)


def _unseen(_done: int, _total: int) -> None:
    """Nobody is watching."""


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: set[int]) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_header=any(heads), pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place in right else "left", no_wrap=place in right)
    for row in rows:
        table.add_row(*[_verbatim(text) for text in row])
    return table


def _verbatim(text: str) -> Any:
    from rich.text import Text

    return Text(text)


def _soften(stream: TextIO) -> None:
    """A letter that the stream cannot write is replaced by the nearest one, and is never an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="plainer")
