"""The laws of a full disk: answers are refused, everything can be looked at, and battles can be conceded."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.helpers import Play, is_whole, key, rooms_of, served, some_answer
from zareba.engine.save import read_save
from zareba.server.errors import Full
from zareba.server.reserve import NO_ROOM
from zareba.server.store import Store


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


def test_a_full_disk_refuses_answers_and_keeps_telling(database):
    with served(store=Store(f"sqlite:///{database}")) as client:
        game = Play.begin(client).play(4)
        with bounded(rooms_of(client).store):
            body, seen, answered = play_until_refused(game)
            assert answered.status_code == 507
            assert "no room on the disk" in answered.json()["error"]
            assert game.look(body["seat"]) == seen
            assert client.get("/api/games").status_code == 200
            assert client.get(f"{game.path}/record").status_code == 200
            assert client.get(f"{game.path}/replay?seat={body['seat']}&n=1").status_code == 200
            assert game.post("answers", **body).status_code == 507
        again = game.post("answers", **body)
        assert again.status_code == 200
        assert game.post("answers", **body).text == again.text
    is_whole(database)


def test_on_a_full_disk_battles_are_conceded(database):
    """What is kept back is for those who give up, and for nobody else; it is kept back again when there is room."""
    with served(store=Store(f"sqlite:///{database}")) as client:
        games = [Play.begin(client).play(4) for _ in range(12)]
        kept = rooms_of(client).store._reserve
        assert kept.is_whole()
        with bounded(rooms_of(client).store):
            body, _, _ = play_until_refused(games[0])
            for game in games[1:]:
                conceded = {"seat": "red", "key": key(), "head": game.look("red")["head"]}
                told = game.post("concede", **conceded)
                assert told.status_code == 200, told.text
                assert told.json()["view"]["result"]["why"].endswith("conceded.")
                assert game.post("concede", **conceded).text == told.text
                assert games[0].post("answers", **body).status_code == 507
            assert not kept.is_whole()
        assert games[0].post("answers", **body).status_code == 200
        assert kept.is_whole()
        for game in games[1:]:
            assert not read_save(client.get(f"{game.path}/record").content).faults
    is_whole(database)


@contextmanager
def bounded(store):
    """Meanwhile the database may not grow."""
    store.most_pages = store._number("page_count")
    store.close()
    try:
        yield
    finally:
        store.most_pages = 2**30
        store.close()


def play_until_refused(game):
    """Answers until one cannot be stored: that answer, what its seat saw, and what it was told."""
    random = Random(1)
    for _ in range(300):
        seat, seen = game.asked()
        body = {"seat": seat, "head": seen["head"], "key": key()}
        body["answer"] = some_answer(seen["view"]["ask"], random)
        answered = game.post("answers", **body)
        if answered.status_code != 200:
            return body, seen, answered
    raise AssertionError("There is room for ever.")


class NoRoom(Exception):
    sqlite_errorname = "SQLITE_FULL"


def test_the_file_beside_the_database_is_room_for_those_who_concede(database, monkeypatch):
    """A disk on which somebody else has taken all: only what the reserve gives up can be written on."""
    with served(database) as client:
        game = Play.begin(client).play(4)
        kept, run = rooms_of(client).store._reserve, Store._run

        def full(self, text):
            if text == "COMMIT" and kept.is_whole():
                raise OperationalError(text, None, NoRoom())
            return run(self, text)

        seat, seen = game.asked()
        body = {"seat": seat, "head": seen["head"], "key": key()}
        body["answer"] = seen["view"]["ask"]["options"][0]["notation"]
        with monkeypatch.context() as disk:
            disk.setattr(Store, "_run", full)
            disk.setattr(kept, "make", nothing_left)
            other = client.get("/api/games").json()
            assert game.post("answers", **body).status_code == 507
            assert client.get("/api/games").json() == other
            assert game.post("concede", seat=seat, key=key()).status_code == 200
            assert client.post("/api/games", json={"system": "heroscape", "scenario": "ridge"}).status_code == 507
        assert client.post("/api/games", json={"system": "heroscape", "scenario": "ridge"}).status_code == 201
        assert kept.is_whole()
    is_whole(database)


def test_a_server_starts_on_a_full_disk(database, monkeypatch):
    """One can look, and concede; whoever begins a battle is told why he cannot."""
    with served(database) as client:
        game = Play.begin(client).play(4)
        pages = rooms_of(client).store._number("page_count")
    database.with_name(database.name + ".reserve").unlink()
    store = Store(f"sqlite:///{database}", most_pages=pages)
    monkeypatch.setattr(store._reserve, "make", nothing_left)
    with served(store=store) as client:
        again = Play(client, game.id)
        assert again.look()["view"]["log"]
        refused = client.post("/api/games", json={"system": "heroscape", "scenario": "ridge"})
        assert (refused.status_code, refused.json()["error"]) == (507, NO_ROOM)
        assert again.post("concede", seat="red", key=key()).status_code == 200


def nothing_left():
    raise Full(NO_ROOM)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX bounds the files of a process")
def test_a_disk_that_is_full_for_the_whole_process(database):
    """The same with a bound that the system draws, not the database: refused, told, and gone on with afterwards."""
    resource = pytest.importorskip("resource")
    with served(database) as client:
        game, other = Play.begin(client).play(4), Play.begin(client).play(4)
        size, (soft, hard) = database.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            body, seen, answered = play_until_refused(game)
            assert answered.status_code in (503, 507)
            assert answered.json()["error"].endswith(".")
            assert game.look(body["seat"]) == seen
            assert client.get(f"{game.path}/record").status_code == 200
            assert other.post("concede", seat="red", key=key()).status_code == 200
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        again = game.post("answers", **body)
        assert again.status_code == 200
        assert game.post("answers", **body).text == again.text
    is_whole(database)
