"""What the tests of the command share: a home of its own, and a person who has written everything down before."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from zareba.cli import main


class Said(NamedTuple):
    """What a command said, and how it ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Said]
Type = Callable[[Iterable[str]], None]


@pytest.fixture(autouse=True, scope="session")
def _heeding_ctrl_c() -> None:
    """Who is started in the background is deaf to Ctrl-C, and so would be the commands that are tried here."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Battles are kept here, and the folder of the project is not where the command runs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZAREBA_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "zareba"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in this process."""

    def run(*words: str) -> Said:
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(status, said.out, said.err)

    return run


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Lines that a person will type, one after the other; then the person is gone."""

    def types(lines: Iterable[str]) -> None:
        script = iter(lines)

        def ask(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(script)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", ask)

    return types
