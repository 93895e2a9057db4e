"""The laws of a database that another program holds: busy is said soon, and nothing is done twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from tests.server.helpers import Nursery, Play, is_whole, key, served
from tests.server.test_kill import Bot, begin, told
from zareba.server import run
from zareba.server.lock import Occupied
from zareba.server.store import PATIENCE, Store

SOON = 5.0
"""Within so many seconds everybody is told how things stand."""
BEAT = 0.010
CALM = 0.050
"""The longest that 99 of 100 heartbeats of the server may take, where it is measured."""


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


def test_a_locked_database_is_busy_and_nothing_is_done_twice(database):
    with served(store=Store(f"sqlite:///{database}", patience=0.2)) as client:
        game = Play.begin(client)
        seat, seen = game.asked()
        body = {"seat": seat, "head": seen["head"], "key": key()}
        body["answer"] = seen["view"]["ask"]["options"][0]["notation"]
        with closing(sqlite3.connect(database, isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor(4) as pages:
                replies = list(pages.map(lambda _: game.post("answers", **body), range(4)))
            assert {reply.status_code for reply in replies} == {503}
            assert "busy" in replies[0].json()["error"].lower()
            assert client.get("/healthz").status_code == 200
            assert game.look(seat) == seen
            holder.execute("ROLLBACK")
        first = game.post("answers", **body)
        assert first.status_code == 200
        assert game.post("answers", **body).text == first.text
    is_whole(database)


def test_a_lock_that_passes_only_delays(database):
    """While another program holds the database the server goes on telling what it knows; then the answer counts."""
    with served(store=Store(f"sqlite:///{database}", patience=600)) as client:
        game = Play.begin(client)
        for _ in range(3):
            seat, seen = game.asked()
            body = {"seat": seat, "head": seen["head"], "key": key()}
            body["answer"] = seen["view"]["ask"]["options"][0]["notation"]
            with closing(sqlite3.connect(database, isolation_level=None)) as holder, ThreadPoolExecutor(2) as pages:
                holder.execute("BEGIN EXCLUSIVE")
                waiting = pages.submit(game.post, "answers", **body)
                for _ in range(20):
                    assert client.get("/healthz").status_code == 200
                    assert client.get("/").status_code == 200
                assert not waiting.done()
                holder.execute("ROLLBACK")
                assert waiting.result().status_code == 200
            assert game.post("answers", **body).text == waiting.result().text
    is_whole(database)


# --- during play ----------------------------------------------------------------------------------------------

HOLD = """
import sqlite3, sys
holder = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
for line in sys.stdin:
    holder.execute(line)
    print("done", flush=True)
"""


class Holder:
    """Another program, that holds the database as long as it likes."""

    def __init__(self, database):
        self._process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def _say(self, statement):
        to, of = self._process.stdin, self._process.stdout
        assert to
        assert of
        to.write(f"{statement}\n")
        to.flush()
        assert of.readline() == "done\n"

    @contextmanager
    def holding(self):
        self._say("BEGIN EXCLUSIVE")
        yield
        self._say("ROLLBACK")

    def close(self):
        self._process.communicate(timeout=30)


class Patient(Bot):
    """Plays on until it is told to leave, asking again as long as it hears that the server is busy."""

    def __init__(self, id, seed):
        super().__init__(id, seed)
        self.busy, self.waited, self.leaves = 0, [], Event()

    def step(self, client):
        return not self.leaves.is_set() and super().step(client)

    def get(self, client, path):
        return self.patiently(lambda: super(Patient, self).get(client, path))

    def post(self, client, body):
        return self.patiently(lambda: super(Patient, self).post(client, body))

    def patiently(self, ask):
        while True:
            begun = monotonic()
            reply = ask()
            self.waited.append(monotonic() - begun)
            if reply.status_code != 503:
                return reply
            assert "busy" in reply.json()["error"].lower()
            self.busy += 1


class Heart(Thread):
    """Asks the server whether it is well, again and again, and how long that takes.

    How long it overslept before says how much of that is the machine's doing.
    """

    def __init__(self, client):
        super().__init__()
        self.client, self.beats, self.overslept, self.still = client, [], [], Event()

    def run(self):
        while not self.still.is_set():
            begun = monotonic()
            self.still.wait(BEAT)
            asked = monotonic()
            assert self.client.get("/healthz").status_code == 200
            self.overslept.append(asked - begun - BEAT)
            self.beats.append(monotonic() - asked)


def wait_for(more: int, counted: Callable[[], int]) -> None:
    """Until there are so many more of something."""
    begun, goal = monotonic(), counted() + more
    while counted() < goal:
        assert monotonic() < begun + 300, "That never comes to be."
        sleep(0.005)


def busy(bots):
    return sum(bot.busy for bot in bots)


@contextmanager
def playing(database, patience):
    """Three battles at a server, its heartbeat, and another program that wants the database."""
    nursery, holder = Nursery(database, patience), Holder(database)
    with nursery.server() as (client, number):
        bots = [Patient(bot.path.rsplit("/")[-1], seed) for seed, bot in enumerate(begin(client))]
        heart, players = Heart(client), [Thread(target=bot.play, args=(client,)) for bot in bots]
        for thread in (heart, *players):
            thread.start()
        yield bots, heart, holder
        for bot in bots:
            bot.leaves.set()
        for thread in players:
            thread.join()
        heart.still.set()
        heart.join()
        for bot in bots:
            bot.check(client)
        os.kill(number, signal.SIGTERM)
    holder.close()
    nursery.close()
    is_whole(database)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX forks")
def test_while_another_program_holds_the_database_everybody_is_told_to_try_again(database):
    """And when it lets go, play goes on: each answer stands once, and its reply is given again word for word."""
    with playing(database, patience=0.5) as (bots, heart, holder):
        for _ in range(3):
            wait_for(2, lambda: told(bots))
            with holder.holding():
                wait_for(3, lambda: busy(bots))
                wait_for(1, lambda: len(heart.beats))
                with pytest.raises(Occupied, match="in use by the zareba server with process number"):
                    run(database=database)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="only POSIX forks")
def test_the_whole_minute(database):
    """Held for 1, 4, 6 and 60 seconds: the server's heart beats on, and whoever waits is told soon."""
    with playing(database, PATIENCE) as (bots, heart, holder):
        for seconds in (1, 4, 6, 60):
            wait_for(2, lambda: told(bots))
            with holder.holding():
                sleep(seconds)
    slowest, machine = quantiles(heart.beats, n=100)[-1], quantiles(heart.overslept, n=100)[-1]
    longest = max(time for bot in bots for time in bot.waited)
    figures = f"{len(heart.beats)} heartbeats, 99 of 100 within {1000 * slowest:.1f} ms; told within {longest:.2f} s; "
    figures += f"the machine was late by {1000 * machine:.1f} ms"
    assert slowest <= CALM + 3 * machine, figures
    assert longest <= SOON, figures
    assert busy(bots) > 0
