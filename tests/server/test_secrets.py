"""The laws of secrets: what a seat is not to know is in no byte that it is sent, nor in what it is not sent."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random

import pytest

from tests.server.helpers import HOST, Play, key, rooms_of, some_answer, toy_served
from tests.toy import SEATS, TOY, secrets


def hidden_from(client, game, seat):
    """The marks that must not stand in anything that is sent to this seat now."""
    return secrets(rooms_of(client).house.table(game.id).game.state, "" if seat == "watch" else seat)


def everything_told(game, seat, random):
    """All that a seat can get out of the server without changing anything."""
    client, path = game.client, game.path
    yield client.get(f"{path}?seat={seat}").text
    yield client.get(f"{path}/replay?seat={seat}").text
    yield client.get(f"{path}/replay?seat={seat}&n=0").text
    yield client.get(f"{path}/record?seat={seat}").text
    yield client.get("/api/games").text
    yield game.post("undo", seat="watch").text
    yield game.answer(seat, "search nowhere at all", head=99_999).text
    for act in ("why", "odds"):
        yield game.post(act, seat=seat, answer="search ford").text
    yield game.post("peek", seat=seat, answers=["search mill"]).text
    ask = game.look(seat)["view"].get("ask")
    if ask and ask["options"]:
        option = some_answer(ask, random)
        yield game.post("peek", seat=seat, answers=[option]).text
        yield game.post("why", seat=seat, answer="search mill", after=[option]).text
        yield game.post("odds", seat=seat, answer=option).text


@pytest.mark.parametrize("seed", [*range(12), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 60)]])
def test_no_mark_of_a_secret_is_sent_to_anybody_else(tmp_path, seed):
    with toy_served(tmp_path, seed) as client, ExitStack() as sockets:
        game, random = Play.toy(client, seed=seed), Random(seed)
        live = {
            seat: sockets.enter_context(client.websocket_connect(f"{game.path}/live?seat={seat}", headers=HOST))
            for seat in (*SEATS, "watch")
        }
        looked = 0
        for step in range(30):
            if "result" in game.look()["view"]:
                break
            for seat, socket in live.items():
                marks = hidden_from(client, game, seat)
                told = [socket.receive_text()] if step == 0 else []
                told += everything_told(game, seat, random)
                assert not [text[:200] for mark in marks for text in told if mark in text]
                looked += len(marks)
            game.step(random)
        assert looked > 100


def felt(client, moves):
    """All that red and an onlooker can feel of what blue decides in secret, and what red is told after it chose."""
    game, quiet, after = Play.toy(client, seed=7), set(), []
    with client.websocket_connect(f"{game.path}/live?seat=red", headers=HOST) as red:
        for move in ["", *moves]:
            if move == "undo":
                assert game.post("undo", seat="blue", key=key()).status_code == 200
            elif move:
                assert game.answer("blue", move).status_code == 200
            quiet.add(felt_now(game))
        first = red.receive_json()
        answered = game.answer("red", "hide ford")
        assert answered.status_code == 200
        if answered.json()["head"] > first["head"]:
            after = [cleaned(first, game), cleaned(red.receive_json(), game)]
    return quiet, after


def felt_now(game):
    paths = [f"{game.path}{end}" for end in ("?seat=red", "?seat=watch", "/replay?seat=red", "/replay?seat=watch")]
    told = [game.client.get(path).json() for path in paths]
    cards = game.client.get("/api/games?most=1000").json()
    told.append([card | {"updated": bool(card["updated"])} for card in cards if card["id"] == game.id])
    told.append(game.post("peek", seat="red", answers=[]).json())
    told.append(game.answer("red", "hide nowhere").json())
    return cleaned(told, game)


def cleaned(told, game):
    return json.dumps(told).replace(game.id, "game")


PLACES = ("hide ford", "hide mill", "hide well")


def secret_moves(random):
    """What blue may do in secret: choose, take back, choose again; in the end it has chosen or not."""
    moves = []
    for _ in range(random.randrange(4)):
        moves += [random.choice(PLACES), "undo"]
    return moves + random.choices(PLACES, k=random.randrange(2))


@pytest.mark.parametrize("games", [33, pytest.param(320, marks=pytest.mark.long)])
def test_secret_choices_are_not_felt_across_the_table(tmp_path, games):
    """Whatever blue chooses, takes back and chooses again: nothing that red can ask for differs by a byte.

    Every game is compared with every other: 33 of them are 528 pairs.
    """
    random = Random(20)
    with toy_served(tmp_path) as client:
        played = [(moves, *felt(client, moves)) for moves in [secret_moves(random) for _ in range(games)]]
    assert len(set().union(*(quiet for _, quiet, _ in played))) == 1
    chosen = [(moves[-1], after) for moves, _, after in played if moves and moves[-1] != "undo"]
    assert len({place for place, _ in chosen}) == len(PLACES)
    assert len({json.dumps(after) for _, after in chosen}) == 1


def test_a_finished_battle_hides_a_seat_from_another_as_long_as_it_is_asked_for_a_seat(tmp_path):
    """The file of a finished battle holds everything, and only then."""
    with toy_served(tmp_path) as client:
        game = Play.toy(client).play(12)
        marks = hidden_from(client, game, "red")
        assert marks
        partial = client.get(f"{game.path}/record?seat=red")
        assert b'"partial"' in partial.content
        assert client.post("/api/import", content=partial.content).status_code == 422
        game.post("concede", seat="blue", key=key())
        whole = client.get(f"{game.path}/record?seat=red").text
        assert '"partial"' not in whole
        assert any(mark in whole for mark in marks)


def test_looking_ahead_tells_nothing_that_depends_on_secrets(tmp_path, monkeypatch):
    """Whether the enemy is found there nobody can know: neither odds nor the next question are told."""
    monkeypatch.setattr("zareba.server.oracle.WORLDS", 40)
    with toy_served(tmp_path) as client:
        game, random = Play.toy(client), Random(3)
        while True:
            seat, seen = game.asked()
            if seen["view"]["ask"]["id"] == "search":
                break
            game.answer(seat, some_answer(seen["view"]["ask"], random))
        place = rooms_of(client).house.table(game.id).game.state.hidden[{"red": "blue", "blue": "red"}[seat]]
        for _ in range(5):
            asked = game.post("peek", seat=seat, answers=[f"search {place}"])
            assert asked.status_code == 422
        told = game.post("odds", seat=seat, answer="search nowhere")
        assert told.status_code in (200, 422)
        other = "red" if seat == "blue" else "blue"
        assert game.post("odds", seat=other, answer="search ford").status_code == 403


def test_heads_are_the_same_when_a_game_is_opened_again(tmp_path):
    with toy_served(tmp_path) as client:
        game = Play.toy(client).play(25)
        before = [client.get(f"{game.path}?seat={seat}").text for seat in (*SEATS, "watch")]
        rooms_of(client).house._tables.clear()
        assert [client.get(f"{game.path}?seat={seat}").text for seat in (*SEATS, "watch")] == before
        assert TOY.id == game.look()["view"]["system"]
