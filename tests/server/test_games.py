"""The laws of a game at the server: what is answered is kept, what is refused changes nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.server.helpers import Play, key, rooms_of, served, some_answer, toy_served
from tests.toy import TOY
from zareba.engine.ask import Draw
from zareba.engine.dice import Seeded
from zareba.engine.fair import verify
from zareba.engine.odds import odds
from zareba.engine.record import start
from zareba.engine.save import read_save, replay, save_bytes
from zareba.lab.scenarios import load
from zareba.systems import system


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("games") / "games.sqlite") as client:
        yield client


def test_the_list_of_games_tells_how_they_stand(client):
    game = Play.begin(client, name="Zoë's first")
    card = next(card for card in client.get("/api/games").json() if card["id"] == game.id)
    assert card["name"] == "Zoë's first"
    assert card["seats"] == {"red": "person", "black": "person"}
    assert (card["status"], card["over"], card["dice"]) == ("running", False, "seeded")
    assert card["turn"].startswith("To play: ")
    game.post("concede", seat="red", key=key())
    card = next(card for card in client.get("/api/games").json() if card["id"] == game.id)
    assert (card["status"], card["over"], card["turn"]) == ("over", True, "British conceded.")


def test_a_whole_battle_is_the_same_as_in_the_engine(client):
    """The record that the server keeps is what the engine makes of the same answers."""
    game = Play.begin(client).play(400)
    assert "result" in game.look()["view"]
    save = read_save(client.get(f"{game.path}/record").content)
    rules = system("heroscape")
    played = replay(save, rules)
    assert not played.difference
    assert save_bytes(played.journal) == client.get(f"{game.path}/record").content
    made, journal = start(rules, load(rules, "two-companies").data, {}, Seeded(1), save.records[0]["players"])
    made.proceed()
    assert journal.records[0]["state"] == save.records[0]["state"]
    assert journal.records[1]["hash"] == save.records[1]["hash"]


def test_a_repeated_key_gets_the_first_reply_word_for_word(client):
    game, random = Play.begin(client), Random(5)
    said = []
    for _ in range(12):
        seat, seen = game.asked()
        body = {"seat": seat, "head": seen["head"], "key": key(), "since": 1}
        body["answer"] = some_answer(seen["view"]["ask"], random)
        said.append((body, game.post("answers", **body).text))
    random.shuffle(said)
    for body, reply in said:
        assert game.post("answers", **body).text == reply
    rooms_of(client).house._tables.clear()
    for body, reply in said:
        assert game.post("answers", **body).text == reply


def test_a_key_stands_for_one_message(client):
    game = Play.begin(client)
    seat, seen = game.asked()
    options = seen["view"]["ask"]["options"]
    body = {"seat": seat, "head": seen["head"], "key": key()}
    assert game.post("answers", answer=options[0]["notation"], **body).status_code == 200
    other = game.post("answers", answer=options[1]["notation"], **body)
    assert other.status_code == 400
    assert "another message" in other.json()["error"]


def test_a_stale_answer_gets_the_present_head(client):
    game = Play.begin(client)
    seat, seen = game.asked()
    notation = seen["view"]["ask"]["options"][0]["notation"]
    game.answer(seat, notation)
    stale = game.answer(seat, notation, head=seen["head"])
    assert stale.status_code == 409
    assert stale.json()["head"] == game.look(seat)["head"] > seen["head"]


def test_only_the_seat_that_is_asked_answers(client):
    game = Play.begin(client)
    asked, seen = game.asked()
    notation = seen["view"]["ask"]["options"][0]["notation"]
    other = {"red": "black", "black": "red"}[asked]
    for seat in (other, "watch", "nobody", ""):
        refused = game.post("answers", seat=seat, head=seen["head"], key=key(), answer=notation)
        assert refused.status_code == 403
        assert refused.json()["error"].endswith(".")
    assert game.look(asked) == seen


def test_a_refused_answer_names_its_clause_and_changes_nothing(client):
    game, random = Play.begin(client), Random(3)
    for _ in range(40):
        seat, seen = game.asked()
        refused = seen["view"]["ask"].get("refused")
        if refused:
            break
        game.step(random)
    answer = game.answer(seat, refused[0]["notation"])
    assert answer.status_code == 422
    assert answer.json() == {"error": refused[0]["why"], "clause": refused[0]["by"]}
    why = game.post("why", seat=seat, answer=refused[0]["notation"])
    assert why.json() == {"clause": refused[0]["by"], "why": refused[0]["why"], "instead": "", "trace": {}}
    assert game.look(seat) == seen
    assert game.answer(seat, "no such thing").status_code == 422


def test_undo_goes_back_to_the_last_roll_and_no_further(client):
    game, random = Play.begin(client), Random(1)
    undone = 0
    for _ in range(20):
        seat, seen = game.asked()
        answered = game.answer(seat, some_answer(seen["view"]["ask"], random)).json()
        can = answered["view"]["undo"]["can"]
        taken = game.post("undo", seat=seat, key=key())
        assert (taken.status_code == 200) == can
        if can:
            undone += 1
            now = taken.json()["view"]
            assert (now["ask"], now["table"]) == (seen["view"]["ask"], seen["view"]["table"])
        else:
            assert taken.json()["error"] == answered["view"]["undo"]["why"]
        game.step(random)
    assert undone


def test_how_far_undo_goes_is_told_and_marked_in_the_log(client):
    """As many decisions as are told can be taken back, and none of the lines up to the mark."""
    game, random, most = Play.begin(client), Random(6), 0
    for _ in range(40):
        seat, seen = game.asked()
        told = seen["view"]
        steps, mark = told["undo"]["steps"], told["undo"]["mark"]
        assert (steps > 0) == told["undo"]["can"]
        assert mark <= len(told["log"])
        if steps > 1:
            for left in reversed(range(steps)):
                taken = game.post("undo", seat=seat, key=key()).json()["view"]
                assert (taken["undo"]["steps"], taken["undo"]["can"]) == (left, left > 0)
                assert taken["log"][:mark] == told["log"][:mark]
                assert taken["undo"]["mark"] == (mark if left else len(taken["log"]))
        most = max(most, steps)
        game.step(random)
    assert most > 1


def test_ten_thousand_games_are_listed_page_by_page(tmp_path):
    """Each is listed once, the newest first; none is opened for that."""
    with served(tmp_path / "games.sqlite") as client:
        game, store = Play.begin(client), rooms_of(client).store
        row = dict(store.game(game.id))
        with store.writing():
            for number in range(10_000):
                store.add_game(row | {"id": f"{number:016x}", "updated": number // 3}, [])
        listed, page = [], client.get("/api/games").json()
        assert len(page) == 200
        while page:
            listed += page
            page = client.get(f"/api/games?most=1000&skip={len(listed)}").json()
        assert len({card["id"] for card in listed}) == len(listed) == 10_001
        assert [card["updated"] for card in listed] == sorted([card["updated"] for card in listed], reverse=True)
        assert list(rooms_of(client).house._tables) == [game.id]


def test_the_odds_are_those_of_the_engine(client):
    game, random = Play.begin(client), Random(2)
    compared = 0
    while compared < 3 and (found := game.maybe_asked()):
        seat, seen = found
        option = random.choice(seen["view"]["ask"]["options"])["notation"]
        mine = rooms_of(client).house.table(game.id).game.clone()
        theirs = odds(mine, option)
        told = game.post("odds", seat=seat, answer=option).json()
        shares = {tuple(one["losses"].items()): one["chance"] for one in told["outcomes"]}
        assert shares == {lost: f"{share.numerator}/{share.denominator}" for lost, share in theirs.items()}
        compared += len(theirs) > 1
        for unit, by in told["by"].items():
            some = sum(share for lost, share in theirs.items() if dict(lost).get(unit, 0) == 0)
            assert by.get("0", "0/1") == f"{some.numerator if some else 0}/{some.denominator if some else 1}"
        game.step(random)
    assert compared


def test_a_peek_is_what_would_be_asked(client):
    """Where it can be known: nothing is stored, and the answer leads to the same question, or to the same dice."""
    game, random = Play.begin(client, dice="table", seed=None), Random(4)
    known: set[str] = set()
    for _ in range(40):
        found = game.maybe_asked()
        if not found:
            break
        seat, seen = found
        option = some_answer(seen["view"]["ask"], random)
        if seen["view"]["ask"]["kind"] in ("roll", "draw"):
            game.answer(seat, option)
            continue
        assert game.post("peek", seat=seat, answers=[]).json()["ask"] == seen["view"]["ask"]
        peeked = game.post("peek", seat=seat, answers=[option])
        assert game.look(seat) == seen
        after = game.answer(seat, option).json()
        if peeked.status_code == 200:
            known.add(after["view"]["ask"]["kind"])
            assert peeked.json()["ask"] == after["view"]["ask"]
        else:
            assert peeked.status_code == 422
    assert known == {"choice", "roll"}


def test_an_answer_is_considered_after_others(client):
    """What would forbid it then is what forbids it once they are given; nothing is stored meanwhile."""
    game, random = Play.begin(client, dice="table", seed=None), Random(4)
    compared = 0
    for _ in range(40):
        found = game.maybe_asked()
        if not found:
            break
        seat, seen = found
        option = some_answer(seen["view"]["ask"], random)
        considered = game.post("why", seat=seat, answer="no such thing", after=[option])
        if seen["view"]["ask"]["kind"] in ("roll", "draw"):
            assert considered.status_code == 403
        assert game.look(seat) == seen
        after = game.answer(seat, option).json()
        if considered.status_code == 200 and after["view"]["ask"]["kind"] == "choice":
            assert considered.json() == game.post("why", seat=seat, answer="no such thing").json()
            compared += 1
    assert compared


def test_every_moment_of_the_replay_is_what_was_seen_live(client):
    game, random = Play.begin(client), Random(9)
    live: dict[str, dict[int, Any]] = {seat: {} for seat in ("red", "black", "watch")}
    for _ in range(12):
        for seat, moments in live.items():
            seen = game.look(seat)
            moments[seen["head"]] = {key: seen["view"][key] for key in ("board", "table", "log")}
        game.step(random)
    rooms_of(client).house._tables.clear()
    for seat, moments in live.items():
        for n, view in moments.items():
            shown = client.get(f"{game.path}/replay?seat={seat}&n={n}").json()
            assert {key: shown["view"][key] for key in ("board", "table", "log")} == view
            assert shown["n"] == n <= shown["last"]


def test_a_branch_goes_on_from_an_earlier_moment(client):
    game = Play.begin(client).play(20)
    middle = client.get(f"{game.path}/replay?seat=red&n=7").json()
    branched = game.post("branch", seat="red", n=7, name="What if")
    assert branched.status_code == 201
    other = Play(client, branched.json()["id"])
    assert other.look()["name"] == "What if"
    assert other.look("red")["view"]["table"]["pieces"] == middle["view"]["table"]["pieces"]
    before = game.look("red")
    other.play(10)
    assert game.look("red") == before
    after = other.look("red")
    rooms_of(client).house._tables.clear()
    assert other.look("red") == after
    assert game.post("branch", n=9999).status_code == 404


def test_a_battle_goes_out_as_a_file_and_comes_back(client):
    game = Play.begin(client).play(15)
    raw = client.get(f"{game.path}/record")
    assert raw.headers["content-disposition"].startswith("attachment")
    brought = client.post("/api/import", content=raw.content)
    assert brought.status_code == 201, brought.text
    other = Play(client, brought.json()["id"])
    assert client.get(f"{other.path}/record").content == raw.content
    mine, theirs = game.look("red"), other.look("red")
    assert mine["view"] == theirs["view"]
    assert theirs["scenario"] == "two-companies"
    game.play(10, seed=3)
    other.play(10, seed=3)
    assert game.look("red")["view"] == other.look("red")["view"]


@pytest.mark.parametrize("spoil", ["", "x", '{"zareba":99,"writer":"9"}\n', "cut", "changed", "elsewhere"])
def test_a_file_that_cannot_be_continued_is_refused(client, spoil):
    raw = client.get(f"{Play.begin(client).play(4).path}/record").content
    if spoil == "changed":
        raw = raw.replace(b'"type":"answer"', b'"type":"Answer"', 1)
    elif spoil == "elsewhere":
        raw = raw.replace(b"heroscape@", b"checkers@")
    else:
        raw = spoil.encode() if spoil != "cut" else raw[:200]
    before = len(client.get("/api/games?most=1000").json())
    refused = client.post("/api/import", content=raw)
    assert refused.status_code in (404, 422)
    assert refused.json()["error"].endswith(".")
    assert len(client.get("/api/games?most=1000").json()) == before


def test_all_people_agree_on_a_draw(client):
    game = Play.begin(client)
    first = game.post("agree", seat="red", key="a1")
    assert first.json()["agreed"] == ["red"]
    assert game.look("black")["agreed"] == ["red"]
    assert game.post("agree", seat="red", key="a1").text == first.text
    game.step(Random(0))
    assert game.look()["agreed"] == []
    game.post("agree", seat="red", key=key())
    over = game.post("agree", seat="black", key=key())
    assert over.json()["view"]["result"]["winner"] == ""
    assert game.post("agree", seat="red", key="a1").text == first.text
    assert game.answer("red", "anything").status_code == 422


def test_people_may_throw_real_dice_and_overrule_them_together(client):
    """All people together may say that a die showed something else."""
    game, random, last = Play.begin(client, dice="table"), Random(0), None
    while last is None or last["view"]["ask"]["kind"] != "roll":
        seat, last = game.asked()
        if last["view"]["ask"]["kind"] == "draw":
            assert game.answer(seat, "draw 99z").status_code == 422
        if last["view"]["ask"]["kind"] != "roll":
            game.answer(seat, some_answer(last["view"]["ask"], random))
    assert game.answer(seat, "roll 9").status_code == 422
    assert game.answer(seat, "roll 1" + " 1" * (last["view"]["ask"]["count"] - 1)).status_code == 200
    faces = [2] * last["view"]["ask"]["count"]
    assert game.post("overrule", seats=["black"], faces=faces, key=key()).status_code == 403
    told = game.post("overrule", seats=["red", "black"], faces=faces, key=key())
    assert told.status_code == 200, told.text
    assert [event["dice"] for event in told.json()["view"]["log"] if "dice" in event][-1] == faces
    assert game.post("overrule", seats=["red", "black"], faces=[7], key=key()).status_code == 422


def test_a_person_throws_real_dice_for_the_computer(tmp_path):
    with toy_served(tmp_path) as client:
        game = Play.toy(client, dice="table", seats={"red": "instinct"})
        seen = game.look("blue")
        assert seen["view"]["ask"]["kind"] == "draw"
        assert seen["view"]["waiting"] == ["red"]
        request = rooms_of(client).house.table(game.id).game.request
        assert isinstance(request, Draw)
        assert game.answer("blue", f"draw {request.cards[0]}").status_code == 200


def test_fair_dice_can_be_checked_by_anybody(tmp_path):
    with served(tmp_path / "games.sqlite") as client:
        game = Play.begin(client, dice="fair", seed=None).play(10)
    with served(tmp_path / "games.sqlite") as client:
        game.client = client
        game.play(12, seed=7)
        proof = client.get(f"{game.path}/proof").json()
        assert proof["faults"] == verify(proof["setup"], proof["rows"]) == []
        thrown = [draw for row in proof["rows"] for draw in row["draws"] if draw["draw"] == "dice"]
        told = [event["dice"] for event in game.look()["view"]["log"] if "dice" in event]
        assert told
        assert len(thrown) >= len(told)
        raw = client.get(f"{game.path}/record").content
        assert b"seeds" not in raw
        assert client.post("/api/import", content=raw).status_code == 422
        assert client.get(f"{Play.begin(client).path}/proof").status_code == 404


def test_the_log_shows_the_dice_as_they_fell(client):
    game = Play.begin(client).play(20)
    save = read_save(client.get(f"{game.path}/record").content)
    thrown = [record["dice"] for record in save.records if "dice" in record and record["events"]]
    assert [event["dice"] for event in game.look()["view"]["log"] if "dice" in event] == thrown != []


def test_a_system_with_secrets_plays_to_its_end(tmp_path):
    with toy_served(tmp_path) as client:
        game = Play.toy(client).play(200)
        assert "result" in game.look()["view"]
        save = read_save(client.get(f"{game.path}/record").content)
        assert not replay(save, TOY).difference
        json.dumps(client.get("/api/openapi.json").json())
