"""The command at a real (pseudo) terminal: colour, the prompt, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty")
import fcntl
import termios

PROMPT = re.compile(r"(> |\[y/N\] )$")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60
UNHEARD = 5


class Terminal:
    """A program at a terminal of 100 columns and 50 lines."""

    def __init__(self, *words: str, env: dict[str, str] | None = None) -> None:
        self.handle, child = os.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
        paths = os.pathsep.join(filter(None, sys.path))
        ours = {"PYTHONPATH": paths, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zareba.cli", *words],
            env={**os.environ, **ours, **(env or {})},
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
        )
        os.close(child)
        self.raw = ""

    @property
    def text(self) -> str:
        return ESCAPE.sub("", self.raw).replace("\r\n", "\n")

    def read(self, until: Callable[[str], object]) -> str:
        """Reads until something is there, or the program is gone; returns what is new."""
        before = len(self.text)
        while not until(self.text[before:]):
            assert select.select([self.handle], [], [], PATIENCE)[0], f"nothing more comes after {self.text[-300:]!r}"
            try:
                chunk = os.read(self.handle, 1 << 16)
            except OSError:  # what Linux says when the other end is closed
                break
            if not chunk:
                break
            self.raw += chunk.decode(errors="replace")
        return self.text[before:]

    def prompt(self) -> str:
        return self.read(lambda new: PROMPT.search(new))

    def type(self, line: str) -> str:
        """Types a line, and reads until the next prompt or the end."""
        os.write(self.handle, f"{line}\n".encode())
        return self.read(lambda new: PROMPT.search(new.partition("\n")[2]))

    def interrupt(self) -> None:
        """Ctrl-C, and again if nothing comes of it: Python misses one between its prompt and its wait for a line."""
        os.kill(self.process.pid, signal.SIGINT)
        while not select.select([self.handle], [], [], UNHEARD)[0]:
            os.kill(self.process.pid, signal.SIGINT)

    def ended(self) -> int:
        self.read(lambda new: False)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.handle)
        self.process.kill()
        self.process.wait()


Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_one(*words: str, env: dict[str, str] | None = None) -> Terminal:
        opened.append(Terminal(*words, env=env))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_two_friends_play_a_battle_to_the_end(terminal: Open):
    """The first cards with deeds, the others passed on: the last card ends the battle."""
    screen = terminal("battle", "two-companies", "--players", "you,you", "--seed", "11")
    deeds = iter(["why", "odds", "units", *["1"] * 12])
    said, asked = screen.prompt(), 0
    while screen.process.poll() is None and PROMPT.search(said):
        asked += 1
        passing = "decline" in said.rpartition("acts?")[2]
        deed = next(deeds, "decline" if passing else "1")
        said = screen.type(deed)
        assert asked < 1_000
    assert screen.ended() == 0
    assert re.search(r"won\. .*\[end\.\S+\]|is drawn\. .*\[end\.\S+\]", screen.text)
    assert "The battle is kept in" in screen.text
    assert "Traceback" not in screen.text


def test_the_board_is_in_colour_and_never_wider_than_the_terminal(terminal: Open):
    screen = terminal("battle", "el-teb", "--players", "you,instinct", "--seed", "2")
    screen.prompt()
    assert "\x1b[" in screen.raw
    assert "48;" in screen.raw
    assert max(map(len, screen.text.splitlines())) <= 100


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_refused(terminal: Open, setting: dict[str, str]):
    screen = terminal("battle", "two-companies", "--players", "you,instinct", "--seed", "2", env=setting)
    screen.prompt()
    assert "48;" not in screen.raw
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", screen.raw)


def test_ctrl_c_at_the_prompt_loses_nothing(terminal: Open, home: Path):
    screen = terminal("battle", "two-companies", "--players", "you,you", "--seed", "2")
    screen.prompt()
    screen.type("1")
    screen.interrupt()
    assert screen.ended() == 130
    assert "Nothing is lost" in screen.text
    kept = next((home / "battles").glob("*.zareba"))
    again = terminal("battle", str(kept))
    assert "So far:" in again.prompt()


def test_ctrl_d_leaves(terminal: Open):
    screen = terminal("battle", "two-companies", "--players", "you,you", "--seed", "2")
    screen.prompt()
    os.write(screen.handle, b"\x04")
    assert screen.ended() == 0
    assert "Nothing is lost" in screen.text


def test_an_ascii_terminal_will_do(terminal: Open):
    words = ("battle", "two-companies", "--players", "you,you", "--dice", "table")
    screen = terminal(*words, env={"PYTHONIOENCODING": "ascii"})
    screen.prompt()
    assert "last turned 7h" in screen.type("7h")
    screen.type("1")
    screen.type("3")
    assert "#####" in screen.type("odds")
    assert screen.text.isascii()


def test_three_enters_start_a_battle(terminal: Open):
    screen = terminal("battle")
    for question in ("Which battle?", "Which side do you play?", "Against whom?"):
        assert question in (screen.prompt() if question == "Which battle?" else screen.text)
        screen.type("")
    assert re.search(r"\n[A-Z][A-Za-z ]+> $", screen.text), "somebody is asked for the first decision"
    screen.type("quit")
    assert screen.ended() == 0
