"""The laws of storing: what is acknowledged is on the disk, whatever the disk does."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.helpers import Play, is_whole, key, rooms_of, served
from zareba.engine.save import read_save
from zareba.server import create_app, schema
from zareba.server import store as storing
from zareba.server.gate import is_affected, journal_mode, warning
from zareba.server.lock import Lock, Occupied
from zareba.server.store import Store, WrongDatabase


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


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


def test_the_app_names_its_tables_before_it_serves(database):
    create_app(f"sqlite:///{database}")
    assert not database.exists()
    assert storing.PATIENCE < 5
