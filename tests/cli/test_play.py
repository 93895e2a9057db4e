"""The table in the browser, from the command line: where it is, that there is one only, and how it is put away."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep

import pytest

from zareba.cli.play import USUAL_PORT
from zareba.cli.serve import own_names

PATIENCE = 60


class Running:
    """A command that serves, in a process of its own."""

    def __init__(self, *words: str, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zareba.cli", *words],
            env={**os.environ, "PYTHONUNBUFFERED": "", "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.sentence = self.process.stdout.readline().strip()
        self.address = next((word.rstrip(",.") for word in self.sentence.split() if word.startswith("http")), "")

    def health(self) -> bool:
        with urllib.request.urlopen(f"{self.address.split('/#')[0]}/healthz", timeout=PATIENCE) as answer:
            return bool(json.load(answer)["healthy"])

    def stop(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        self.process.send_signal(how)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        self.process.wait(PATIENCE)
        assert self.process.stdout
        assert self.process.stderr
        with self.process.stdout as out, self.process.stderr as err:
            return self.process.returncode, out.read(), err.read()


@pytest.fixture
def table() -> Iterator[Running]:
    found = Running("play", "--no-browser")
    yield found
    if found.process.poll() is None:
        found.process.kill()
        found.end()


def test_the_table_is_put_away_politely(table: Running, home: Path) -> None:
    assert table.sentence.startswith("The table is at http://127.0.0.1:")
    assert table.health()
    assert (home / "table.sqlite").is_file()
    assert table.stop() == (0, "\nThe table is put away. Every battle is kept.\n", "")


def test_a_second_start_finds_the_first(table: Running) -> None:
    second = Running("play", "heroscape/ridge", "--no-browser")
    assert second.end()[0] == 0
    assert second.sentence == f"The table is open already, at {table.address.split(' ')[0]}/#/new/heroscape/ridge."


def test_another_port_serves_where_the_usual_one_is_taken() -> None:
    with ExitStack() as taken:
        with suppress(OSError):
            taken.enter_context(socket.create_server(("127.0.0.1", USUAL_PORT)))
        table = Running("play", "--no-browser")
        assert table.health()
        assert not table.address.endswith(f":{USUAL_PORT}")
        assert table.stop()[0] == 0


def test_a_port_that_is_named_and_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        refused = Running("play", "--no-browser", "--port", str(other.getsockname()[1]))
        status, _, said = refused.end()
    assert status == 2
    assert said.startswith("zareba: No server can be opened")


def test_the_browser_is_opened_at_the_battle_that_is_named(tmp_path: Path) -> None:
    script, opened = tmp_path / "browser", tmp_path / "opened"
    script.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    script.chmod(0o755)
    table = Running("play", "two-companies", BROWSER=f"{script} %s")
    for _ in range(PATIENCE * 10):
        if opened.exists():
            break
        sleep(0.1)
    assert table.stop()[0] == 0
    assert opened.read_text().strip() == table.address
    assert table.address.endswith("/#/new/heroscape/two-companies")


def test_a_club_is_served_from_its_own_database(tmp_path: Path) -> None:
    club = Running(
        "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'club.sqlite'}", "--name", "club.example"
    )
    assert club.health()
    asked = urllib.request.Request(f"{club.address}/healthz", headers={"host": "club.example"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.status == 200
    status, out, _ = club.stop()
    assert status == 0
    assert "club.example" in out
    assert (tmp_path / "club.sqlite").is_file()


def test_this_computer_knows_its_own_names() -> None:
    assert socket.gethostname().lower() in own_names()
