"""The law that matters most: kill the server at any moment, and nothing that it acknowledged is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from random import Random
from threading import Thread
from time import sleep
from typing import Any

import httpx2
import pytest

from tests.server.helpers import Nursery, key, some_answer
from zareba.engine.errors import Unknown
from zareba.engine.save import read_save, replay
from zareba.server import run
from zareba.systems import system

GAMES = 3
pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX kills a process at once")


@pytest.fixture
def nursery(tmp_path):
    found = Nursery(tmp_path / "games.sqlite")
    yield found
    found.close()


class Bot:
    """Plays one game and remembers every answer with its reply; one may be without, when the server dies."""

    def __init__(self, id: str, seed: int) -> None:
        self.path = f"/api/games/{id}"
        self.random = Random(seed)
        self.acknowledged: list[tuple[dict[str, Any], str]] = []
        self.open: dict[str, Any] | None = None

    def play(self, client: httpx2.Client) -> None:
        """Until the server is gone, or the battle is over."""
        try:
            while self.step(client):
                pass
        except httpx2.TransportError:
            pass

    def step(self, client: httpx2.Client) -> bool:
        self.open = self.open or self.next(client)
        if self.open is None:
            return False
        reply = self.post(client, self.open)
        assert reply.status_code == 200, reply.text
        self.acknowledged.append((self.open, reply.text))
        self.open = None
        return True

    def next(self, client: httpx2.Client) -> dict[str, Any] | None:
        watched = self.get(client, self.path).json()["view"]
        for seat in watched["waiting"]:
            seen = self.get(client, f"{self.path}?seat={seat}").json()
            answer = some_answer(seen["view"]["ask"], self.random)
            return {"seat": seat, "head": seen["head"], "key": key(), "answer": answer}
        return None

    def get(self, client: httpx2.Client, path: str) -> httpx2.Response:
        return client.get(path)

    def post(self, client: httpx2.Client, body: dict[str, Any]) -> httpx2.Response:
        return client.post(f"{self.path}/answers", json=body)

    def check(self, client: httpx2.Client) -> None:
        """Every acknowledged answer stands in the record, once, and its reply is given again word for word."""
        save = read_save(self.get(client, f"{self.path}/record").content)
        assert not save.faults
        assert not replay(save, system(save.system)).difference
        said = [(record["seat"], record["answer"]) for record in save.records if record["type"] == "answer"]
        decided = [one for one in said if not one[1].startswith(("roll", "draw"))]
        assert decided == [(body["seat"], body["answer"]) for body, _ in self.acknowledged]
        for body, reply in self.random.sample(self.acknowledged, min(3, len(self.acknowledged))):
            assert self.post(client, body).text == reply


def begin(client: httpx2.Client) -> list[Bot]:
    bots = []
    for number in range(GAMES):
        wanted = {"system": "heroscape", "scenario": ("two-companies", "ridge")[number % 2], "seed": number}
        bots.append(Bot(client.post("/api/games", json=wanted).json()["id"], number))
    return bots


def told(bots: list[Bot]) -> int:
    return sum(len(bot.acknowledged) for bot in bots)


@pytest.mark.parametrize("kills", [200, pytest.param(1_000, marks=pytest.mark.long)])
def test_nothing_that_was_acknowledged_is_ever_lost(nursery, kills):
    random = Random(kills)
    with nursery.server() as (client, number):
        bots = begin(client)
        os.kill(number, signal.SIGKILL)
    for _ in range(kills):
        with nursery.server() as (client, number):
            players = [Thread(target=bot.play, args=(client,)) for bot in bots]
            goal = told(bots) + random.randrange(6)
            for player in players:
                player.start()
            while told(bots) < goal and any(player.is_alive() for player in players):
                sleep(0.001)
            sleep(random.uniform(0, 0.03))
            os.kill(number, signal.SIGKILL)
            for player in players:
                player.join()
    with nursery.server() as (client, number):
        for bot in bots:
            if bot.open:
                bot.step(client)
            bot.check(client)
        os.kill(number, signal.SIGTERM)
    assert told(bots) > kills
    with closing(sqlite3.connect(nursery.database)) as reader:
        assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_second_server_on_a_database_does_not_start(nursery):
    with nursery.server() as (client, number):
        with pytest.raises(Exception, match=rf"in use by the zareba server with process number {number} at http"):
            run(database=nursery.database)
        assert client.get("/healthz").status_code == 200
        os.kill(number, signal.SIGTERM)


def test_a_port_that_is_taken_is_told_in_a_sentence(nursery):
    with nursery.server() as (client, number):
        with pytest.raises(Unknown, match=r"No server can be opened at 127\.0\.0\.1"):
            run(port=client.base_url.port or 0, database=":memory:")
        os.kill(number, signal.SIGTERM)


def test_a_real_handshake_is_refused_with_the_policy(nursery):
    with nursery.server() as (client, number):
        upgrade = {
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "origin": "http://evil.example",
        }
        refused = client.get("/api/games/x/live?seat=red", headers=upgrade)
        assert refused.status_code == 403
        assert refused.json() == {"error": "Only a page of this server may do that."}
        assert refused.headers["content-security-policy"].startswith("default-src 'none'")
        os.kill(number, signal.SIGTERM)
