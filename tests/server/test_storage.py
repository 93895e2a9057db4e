"""The laws of storing: what is acknowledged is on the disk, whatever the disk does."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.helpers import Play, key, rooms_of, served, some_answer
from zareba.engine.save import read_save
from zareba.server import create_app, schema
from zareba.server import store as storing
from zareba.server.gate import is_affected, journal_mode, warning
from zareba.server.lock import Lock, Occupied
from zareba.server.store import Store, WrongDatabase


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


def is_whole(database):
    with closing(sqlite3.connect(database)) as reader:
        assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert reader.execute("PRAGMA foreign_key_check").fetchall() == []


# --- the gate -----------------------------------------------------------------------------------------------

AFFECTED = ["3.7.0", "3.40.1", "3.44.5", "3.50.4", "3.50.6", "3.51.2", "3.51", "?", ""]
SOUND = ["3.6.23", "3.44.6", "3.50.7", "3.51.3", "3.52.0", "4.0.0"]


@pytest.mark.parametrize("version", AFFECTED)
def test_an_affected_sqlite_keeps_no_write_ahead_log(version):
    assert is_affected(version)
    assert journal_mode(version) == "delete"
    assert "rollback journal" in warning(version)


@pytest.mark.parametrize("version", SOUND)
def test_a_sound_sqlite_may(version):
    assert journal_mode(version) == "wal"
    assert not warning(version)


@pytest.mark.parametrize("version,mode", [("3.40.1", "delete"), ("3.51.3", "wal")])
def test_the_gate_decides_how_the_database_is_kept(database, version, mode, caplog):
    with served(store=Store(f"sqlite:///{database}", version=version)) as client:
        Play.begin(client).play(3)
        connection = rooms_of(client).store._connection
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == mode
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
    assert ("could lose answers" in caplog.text) == (mode == "delete")
    is_whole(database)


# --- one server ---------------------------------------------------------------------------------------------


def test_a_second_server_is_told_who_the_first_is(database):
    first = Lock(database, "http://127.0.0.1:8000")
    with pytest.raises(Occupied, match=r"process number \d+ at http://127.0.0.1:8000"):
        Lock(database)
    with pytest.raises(Occupied), served(database):
        pass
    first.release()
    with served(database) as client:
        assert client.get("/healthz").status_code == 200


def test_a_database_of_somebody_else_is_left_alone(database):
    with closing(sqlite3.connect(database)) as other:
        other.execute("CREATE TABLE recipes (soup)")
    before = database.read_bytes()
    with pytest.raises(WrongDatabase, match="another program"), served(database):
        pass
    assert database.read_bytes() == before


def test_a_database_of_a_later_release_is_left_alone(database):
    with served(database):
        pass
    with closing(sqlite3.connect(database)) as later:
        later.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(WrongDatabase, match="later zareba"), served(database):
        pass


def test_a_record_stands(database):
    with served(database) as client:
        Play.begin(client).play(3)
        for statement in ("UPDATE journal SET record = ''", "DELETE FROM journal"):
            with pytest.raises(Exception, match="a record stands"):
                rooms_of(client).store._run(statement)


# --- failures -----------------------------------------------------------------------------------------------


def test_a_full_disk_refuses_answers_and_keeps_telling(database):
    store = Store(f"sqlite:///{database}")
    with served(store=store) as client:
        game, random = Play.begin(client).play(4), Random(1)
        pages = store._number("page_count")
        store.most_pages = pages
        store.close()
        for _ in range(100):
            seat, seen = game.asked()
            body = {"seat": seat, "head": seen["head"], "key": key()}
            body["answer"] = some_answer(seen["view"]["ask"], random)
            answered = game.post("answers", **body)
            if answered.status_code != 200:
                break
        assert answered.status_code == 507
        assert "no room on the disk" in answered.json()["error"]
        assert game.look(seat) == seen
        assert client.get("/api/games").status_code == 200
        assert client.get(f"{game.path}/record").status_code == 200
        assert client.get(f"{game.path}/replay?seat={seat}&n=1").status_code == 200
        assert game.post("answers", **body).status_code == 507
        store.most_pages = pages + 1000
        store.close()
        again = game.post("answers", **body)
        assert again.status_code == 200
        assert game.post("answers", **body).text == again.text
    is_whole(database)


def test_a_locked_database_is_busy_and_nothing_is_done_twice(database, monkeypatch):
    monkeypatch.setattr("zareba.server.clerk.PATIENCE", 0.2)
    with served(database) as client:
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
    with served(database) as client:
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


@pytest.mark.skipif(os.name != "posix", reason="only POSIX bounds the files of a process")
def test_a_disk_that_is_full_for_the_whole_process(database):
    """The same with a bound that the system draws, not the database: refused, told, and gone on with afterwards."""
    resource = pytest.importorskip("resource")
    with served(database) as client:
        game, random = Play.begin(client).play(4), Random(1)
        size, (soft, hard) = database.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            for _ in range(100):
                seat, seen = game.asked()
                body = {"seat": seat, "head": seen["head"], "key": key()}
                body["answer"] = some_answer(seen["view"]["ask"], random)
                answered = game.post("answers", **body)
                if answered.status_code != 200:
                    break
            assert answered.status_code in (503, 507)
            assert answered.json()["error"].endswith(".")
            assert game.look(seat) == seen
            assert client.get(f"{game.path}/record").status_code == 200
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        again = game.post("answers", **body)
        assert again.status_code == 200
        assert game.post("answers", **body).text == again.text
    is_whole(database)


JUMPS = [3600, -3600, 49 * 86_400, -49 * 86_400, 0, 1, 6 * 3600, -7200]


def test_no_clock_is_in_a_game(tmp_path, monkeypatch):
    """The clock of the computer may jump as it likes: the record is the same to the last byte, and nothing is lost."""
    records = []
    for number, jumps in enumerate([[0], JUMPS]):
        now, step = [1_700_000_000], iter(jumps * 200)

        def jumping(now=now, step=step):
            now[0] += next(step)
            return now[0] * 10**9

        monkeypatch.setattr("zareba.server.house.time_ns", jumping)
        with served(tmp_path / f"{number}.sqlite") as client:
            game = Play.begin(client).play(40)
            assert [card["id"] for card in client.get("/api/games").json()] == [game.id]
            records.append(client.get(f"{game.path}/record").content)
        assert not read_save(records[-1]).faults
    assert records[0] == records[1]


def test_only_the_list_of_games_looks_at_the_clock():
    """Everything that waits goes by a clock that cannot jump."""
    clocks = re.compile(r"time_ns|datetime|\btime\.time\b|from time import [^\n]*\btime\b")
    found = {path.name for path in Path(storing.__file__).parent.glob("*.py") if clocks.search(path.read_text())}
    assert found == {"house.py"}


class BrokenDisk(Exception):
    sqlite_errorname = "SQLITE_IOERR_FSYNC"


@contextmanager
def failing(store, monkeypatch, statement, after):
    """A disk that reports failure at this statement, having done it or not."""
    run = Store._run

    def broken(self, text):
        if text != statement:
            return run(self, text)
        if after:
            run(self, text)
        raise OperationalError(text, None, BrokenDisk())

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_run", broken)
        yield


@pytest.mark.parametrize("after", [False, True])
def test_a_failed_commit_may_have_happened_and_the_key_tells(database, monkeypatch, after):
    """Where the disk failed nothing is taken for granted: the answer is in the database once, or not at all."""
    with served(database) as client:
        game = Play.begin(client)
        seat, seen = game.asked()
        body = {"seat": seat, "head": seen["head"], "key": key()}
        body["answer"] = seen["view"]["ask"]["options"][0]["notation"]
        store = rooms_of(client).store
        before = len(store.records(game.id))
        with failing(store, monkeypatch, "COMMIT", after):
            first = game.post("answers", **body)
        assert first.status_code == (200 if after else 503)
        if not after:
            assert "same key" in first.json()["error"]
            assert len(store.records(game.id)) == before
            assert game.look(seat) == seen
        again = game.post("answers", **body)
        assert again.status_code == 200
        assert game.post("answers", **body).text == again.text
        assert not read_save(client.get(f"{game.path}/record").content).faults
    is_whole(database)


def test_a_damaged_game_is_told_and_the_others_go_on(database):
    with served(database) as client:
        bad, good = Play.begin(client).play(5), Play.begin(client).play(5)
    with closing(sqlite3.connect(database)) as vandal:
        vandal.execute("DROP TRIGGER journal_is_never_changed")
        vandal.execute(
            "UPDATE journal SET record = replace(record, 'answer', 'Answer') WHERE game = ? AND n = 3", (bad.id,)
        )
        vandal.commit()
    with served(database) as client:
        good.client = bad.client = client
        assert "damaged" in client.get(bad.path).json()["error"]
        assert client.get(f"{bad.path}/record").status_code == 200
        good.play(3)


# --- races --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [100, pytest.param(7_000, marks=pytest.mark.long)])
def test_of_answers_to_one_question_one_is_taken(database, rounds):
    """Two tabs and two seats at once, each message three times, in any order: each counts at most once."""
    with served(database) as client:
        game, random = Play.begin(client), Random(16)
        for _ in range(rounds):
            if not game.maybe_asked():
                game = Play.begin(client)
            seat, seen = game.asked()
            options = [option["notation"] for option in seen["view"]["ask"]["options"]][:4]
            bodies = [{"seat": seat, "head": seen["head"], "key": key(), "answer": option} for option in options] * 3
            other = "red" if seat == "black" else "black"
            bodies += [{**body, "seat": other, "key": key(), "head": game.look(other)["head"]} for body in bodies[:2]]
            random.shuffle(bodies)
            records = len(rooms_of(client).store.records(game.id))
            with ThreadPoolExecutor(6) as tabs:
                replies = list(tabs.map(lambda body, post=game.post: (body, post("answers", **body)), bodies))
            assert {reply.status_code for _, reply in replies} <= {200, 403, 409}
            taken = {(body["key"], reply.text) for body, reply in replies if reply.status_code == 200}
            assert len(taken) == 1
            lines = rooms_of(client).store.records(game.id)[records:]
            assert sum('"type":"answer"' in line and '"dice"' not in line for line in lines) >= 1
            stale = [(body["seat"], reply.json()["head"]) for body, reply in replies if reply.status_code == 409]
            assert all(head == game.look(seat)["head"] for seat, head in stale)
    is_whole(database)


def test_the_app_names_its_tables_before_it_serves(database):
    create_app(f"sqlite:///{database}")
    assert not database.exists()
    assert storing.PATIENCE < 5
