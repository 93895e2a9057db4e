"""The laws of the live connection: everybody hears of every change, once, and nobody is waited for."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.helpers import HOST, Play, key, rooms_of, served, some_answer
from zareba.server.house import Listener, News
from zareba.server.live import MOST_BYTES, MOST_MESSAGES, Connection, Hub


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("live") / "games.sqlite") as client:
        yield client


def live(game, query="seat=red"):
    return game.client.websocket_connect(f"{game.path}/live?{query}", headers=HOST)


def test_every_page_hears_of_every_change(client):
    game, random = Play.begin(client), Random(2)
    with live(game) as red, live(game, "seat=black") as black, live(game, "seat=watch") as watch:
        pages = {"red": red, "black": black, "watch": watch}
        for seat, page in pages.items():
            assert page.receive_json() == game.look(seat)
        for _ in range(8):
            before = {seat: game.look(seat)["head"] for seat in pages}
            game.step(random)
            for seat, page in pages.items():
                now = game.look(seat)
                if now["head"] > before[seat]:
                    assert page.receive_json() == now


def test_a_page_that_comes_back_misses_nothing(client):
    game, random = Play.begin(client), Random(2)
    heard = []
    with live(game) as page:
        heard += page.receive_json()["view"]["log"]
    for _ in range(3):
        for _ in range(4):
            game.step(random)
        with live(game, f"seat=red&since={heard[-1]['n'] if heard else 0}") as page:
            heard += page.receive_json()["view"]["log"]
    assert heard == game.look("red")["view"]["log"]
    assert [event["n"] for event in heard] == list(range(1, len(heard) + 1))


def test_a_page_may_say_what_it_has(client):
    game, random = Play.begin(client), Random(2)
    for _ in range(4):
        game.step(random)
    with live(game, "seat=watch") as page:
        last = page.receive_json()["view"]["log"][-1]["n"]
        page.send_json({"since": last, "ping": 7})
        assert page.receive_json() == {"pong": 7}
        head = game.look()["head"]
        while game.look()["head"] == head:
            game.step(random)
        log = page.receive_json()["view"]["log"]
        assert [event["n"] for event in log] == list(range(last + 1, last + 1 + len(log)))


@pytest.mark.parametrize(
    "word", ["", "x", "[]", '{"since":-1}', '{"since":1.5}', '{"more":1}', '{"ping":"x"}', "x" * 2000]
)
def test_nonsense_ends_a_connection(client, word):
    game = Play.begin(client)
    with live(game) as page:
        page.receive_json()
        page.send_text(word)
        with pytest.raises(WebSocketDisconnect):
            page.receive_json()
    assert not rooms_of(client).hub.listeners(game.id)


@pytest.mark.parametrize("path", ["/api/games/x/live?seat=red", "GAME/live?seat=green", "GAME/live?seat="])
def test_a_connection_that_cannot_be_says_why(client, path):
    game = Play.begin(client)
    there = client.websocket_connect(path.replace("GAME", game.path), headers=HOST)
    with there as page, pytest.raises(WebSocketDisconnect) as end:
        page.receive_json()
    assert end.value.code == 1008
    assert end.value.reason.startswith("There is no such")


@pytest.mark.parametrize("origin", ["null", "http://evil.example", "http://127.0.0.1:81", ""])
def test_a_page_from_elsewhere_cannot_listen(client, origin):
    game = Play.begin(client)
    there = client.websocket_connect(f"{game.path}/live", headers={**HOST, "origin": origin})
    with pytest.raises(WebSocketDisconnect), there as page:
        page.receive_json()
    assert not rooms_of(client).hub.listeners(game.id)


def test_computers_play_and_the_page_watches(client):
    game = Play.begin(client, seats={"red": "instinct", "black": "instinct"})
    with live(game, "seat=watch") as page:
        seen = page.receive_json()
        while "result" not in seen["view"]:
            later = page.receive_json()
            assert later["head"] > seen["head"]
            seen = later
    assert game.look()["view"]["result"] == seen["view"]["result"]


def test_a_computer_answers_a_person_and_gives_way_to_undo(client):
    game, random = Play.begin(client, seats={"black": "instinct"}), Random(1)
    with live(game) as page:
        seen, undone = page.receive_json(), 0
        for _ in range(12):
            while "ask" not in seen["view"] and "result" not in seen["view"]:
                seen = page.receive_json()
            if "result" in seen["view"]:
                break
            answered = game.answer("red", some_answer(seen["view"]["ask"], random), head=seen["head"])
            if answered.status_code == 200 and answered.json()["view"]["undo"]["can"]:
                undone += game.post("undo", seat="red", key=key()).status_code == 200
            seen = game.look("red")
            while "ask" not in seen["view"] and "result" not in seen["view"]:
                seen = page.receive_json()
    assert not rooms_of(client).store.records(game.id)[-1].startswith("x")


# --- slow pages ---------------------------------------------------------------------------------------------


def test_a_page_that_does_not_read_is_given_up():
    async def run():
        page = Connection("g", Listener("red", 0))
        for serial in range(1, MOST_MESSAGES + 1):
            page.put(serial, b"x")
        assert await page.next() == b"x"
        page.put(MOST_MESSAGES + 1, b"x")
        page.put(MOST_MESSAGES + 2, b"x")
        assert await page.next() is None
        large = Connection("g", Listener("red", 0))
        large.put(1, b"x" * (MOST_BYTES + 1))
        assert await large.next() is None

    asyncio.run(run())


def test_old_news_is_not_told_after_newer():
    async def run():
        hub, page = Hub(), Connection("g", Listener("red", 0))
        assert hub.join(page)
        hub.deliver(News("g", 2, {page.listener: b"new"}))
        hub.deliver(News("g", 1, {page.listener: b"old"}))
        hub.deliver(News("h", 3, {page.listener: b"other"}))
        hub.deliver(News("g", 4, {Listener("black", 0): b"not mine"}))
        hub.deliver(News("g", 5, {page.listener: b"newest"}))
        assert [await page.next(), await page.next()] == [b"new", b"newest"]
        hub.leave(page)
        assert not hub.listeners("g")

    asyncio.run(run())
