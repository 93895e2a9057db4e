"""The laws of the view: a seat gets all that it needs and nothing that it may not know."""

from __future__ import annotations

from random import Random

import pytest

from tests.contract import advance
from tests.little import HIDDEN, PACK, Notes, ask, asked, choice, dice, little, throw
from tests.toy import OTHER, SEATS, TOY, battle, name, scenario, secrets, until
from zareba.engine.ask import Both, Choice, Draw, Roll
from zareba.engine.canon import canonical, plain
from zareba.engine.dice import Scripted, Seeded
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.engine.record import start
from zareba.engine.view import view


def game_of(*steps, source=None) -> Game:
    return Game(little(*steps), Notes(), source)


async def secretly(notes):
    notes.note(*await Both(choice("red"), choice("blue")))


# --- what stands in it ----------------------------------------------------------------------------------------


def test_a_view_shows_the_board_the_table_and_who_is_looking():
    game = until(battle(), "search")
    seen = view(game, "red")
    assert (seen["system"], seen["seat"], seen["side"]) == ("toy-ambush", "red", "red")
    assert seen["board"] == {"places": ["ford", "kraal", "mill", "well"]}
    assert seen["table"] == TOY.table(game.state, "red")
    assert "board" not in view(game, "red", board=False)
    assert "result" not in seen


def test_a_choice_is_shown_with_all_that_may_be_said_and_why_the_rest_may_not():
    game = until(battle(), "first")
    game.state.searched = {"red": ("mill",), "blue": ()}
    game.answer("heads")
    question = view(game, "red")["ask"]
    assert (question["id"], question["clause"], question["kind"]) == ("search", "hunt.search", "choice")
    assert question["prompt"] == "Where does red search?"
    assert [option["notation"] for option in question["options"]] == [
        "search ford", "search kraal", "search well", "search nowhere"
    ]  # fmt: skip
    assert question["options"][0] == {
        "notation": "search ford", "label": "Search the ford", "clause": "", "piece": "red", "target": "",
        "cells": ["ford"],
    }  # fmt: skip
    (refused,) = question["refused"]
    assert (refused["notation"], refused["by"]) == ("search mill", "hunt.once")
    assert refused["why"] == "You have searched the mill, and nobody has hidden there since."


def test_a_place_is_shown_with_sensible_positions():
    game = until(battle(), "camp")
    game.answer("6000 6000")
    question = view(game, "blue")["ask"]
    assert question["kind"] == "place"
    assert [option["notation"] for option in question["options"]][:2] == ["42000 6000", "6000 30000"]
    assert {option["by"] for option in question["refused"]} == {"camp.table", "camp.apart"}


def test_a_roll_is_shown_with_a_reason_for_every_die():
    game = until(battle(options={"cover": "thick"}, figures=9, rounds=9), "shoot")
    question = view(game, asked(game, Roll).seat)["ask"]
    assert (question["kind"], question["die"], question["sides"]) == ("roll", "d6", ["1", "2", "3", "4", "5", "6"])
    assert sum(reason["value"] for reason in question["reasons"]) == question["count"]
    assert {reason["clause"] for reason in question["reasons"]} >= {"shoot.figures", "opt.cover"}


def test_a_card_of_an_open_deck_is_shown_with_all_that_are_left():
    async def turn(notes):
        await Draw(PACK, ["ace", "king"], "")

    game = game_of(turn)
    for seat in SEATS:
        question = view(game, seat)["ask"]
        assert question["kind"] == "draw"
        assert [(card["notation"], card["label"]) for card in question["options"]] == [
            ("draw ace", "Ace"), ("draw king", "King")
        ]  # fmt: skip
    assert view(game, "red")["waiting"] == ["red", "blue"]


def test_a_card_of_a_hidden_deck_is_not():
    async def turn(notes):
        await Draw(HIDDEN, ["ace", "king"], "red")

    question = view(game_of(turn), "red")["ask"]
    assert (question["kind"], question["options"]) == ("draw", [])


def test_the_end_is_shown_to_all():
    game = game_of(ask())
    game.end(Result("blue", "little.concede", "Red concedes."), "red")
    for seat in (*SEATS, ""):
        seen = view(game, seat)
        assert seen["result"] == {"winner": "blue", "clause": "little.concede", "why": "Red concedes."}
        assert (seen["waiting"], "ask" in seen) == ([], False)


def test_a_draw_has_no_winner():
    game = game_of(ask())
    game.answer("a")
    assert view(game, "red")["result"]["winner"] == ""


# --- who is asked ---------------------------------------------------------------------------------------------


def test_only_the_seat_that_has_to_answer_is_asked_and_all_know_who_is_waited_for():
    game = game_of(ask("blue"), throw)
    assert "ask" in view(game, "blue")
    for seat in ("red", "", "nobody"):
        assert "ask" not in view(game, seat)
    assert {tuple(view(game, seat)["waiting"]) for seat in (*SEATS, "")} == {("blue",)}
    game.answer("a")
    assert "ask" in view(game, "red")
    assert "ask" not in view(game, "blue")


def test_nobody_is_asked_for_dice_that_the_source_throws():
    game = game_of(throw, source=Scripted([1]))
    for seat in (*SEATS, ""):
        seen = view(game, seat)
        assert (seen["waiting"], "ask" in seen) == ([], False)


def test_somebody_who_looks_on_is_never_asked_and_takes_nothing_back():
    async def turn(notes):
        await Draw(PACK, ["ace", "king"], "")

    game = game_of(ask(), turn)
    assert "ask" not in view(game, "")
    game.answer("a")
    seen = view(game, "")
    assert "ask" not in seen
    assert seen["side"] == ""
    assert seen["undo"] == {"can": False, "why": "Only players can take something back."}


# --- taking back ----------------------------------------------------------------------------------------------


def test_a_view_says_what_can_be_taken_back_and_why_no_more():
    game = game_of(ask("red"), throw, ask("red"), ask("blue"))
    nothing = "Nothing has been decided since the battle began, and nothing before that can be taken back."
    assert view(game, "red")["undo"] == {"can": False, "why": nothing}
    game.answer("a")
    assert view(game, "red")["undo"] == {
        "can": True,
        "why": "What was decided since the battle began can be taken back.",
    }
    assert "another player's" in view(game, "blue")["undo"]["why"]
    game.throw((3,))
    assert "since dice were thrown" in view(game, "red")["undo"]["why"]
    game.answer("b")
    assert view(game, "red")["undo"]["can"]
    assert not view(game, "blue")["undo"]["can"]


# --- what it does not tell ------------------------------------------------------------------------------------


def test_nobody_can_tell_whether_another_has_chosen_in_secret():
    game, journal = start(little(ask("blue"), secretly), {}, {}, None)
    game.answer("a", "blue")
    before = {seat: canonical(view(game, seat, journal)) for seat in ("blue", "")}
    game.answer("c", "red")
    assert {seat: canonical(view(game, seat, journal)) for seat in before} == before
    game.undo("red")
    game.answer("b", "red")
    assert {seat: canonical(view(game, seat, journal)) for seat in before} == before
    assert "ask" not in view(game, "red", journal)
    assert view(game, "red", journal)["waiting"] == ["blue"]
    assert [event["kind"] for event in view(game, "red", journal)["log"]] == ["noted", "undo"]
    game.answer("a", "blue")
    assert canonical(view(game, "blue", journal)) != before["blue"]


@pytest.mark.parametrize("seat", SEATS)
def test_two_battles_that_differ_in_secrets_alone_look_the_same_until_they_are_shown(seat):
    """The enemy hides elsewhere; everything that this seat is sent is byte for byte the same until that matters."""
    sent = []
    for place in ("mill", "well"):
        game, journal = start(TOY, scenario(5), {}, Seeded(5))
        until(game, "hide")
        game.answer(f"hide {place}", OTHER[seat])
        game.answer("hide ford", seat)
        stream = [canonical(view(game, seat, journal))]
        for answer in ("6000 6000", "42000 30000"):
            game.answer(answer)
            stream.append(canonical(view(game, seat, journal)))
        game.proceed()
        while name(game) == "search":
            game.answer("search kraal" if asked(game, Choice).seat == seat else "search nowhere")
            stream.append(canonical(view(game.proceed(), seat, journal)))
            if game.state.round == 2:
                break
        sent.append(stream)
    assert sent[0] == sent[1]
    assert len(sent[0]) > 4


@pytest.mark.parametrize("seed", range(8))
def test_no_mark_of_a_hidden_fact_stands_in_a_view(seed):
    game, journal = start(TOY, scenario(seed), {}, Seeded(seed))
    random = Random(seed)
    while game.request is not None:
        for seat in (*SEATS, ""):
            sent = canonical(plain(view(game, seat, journal))).decode()
            assert not [mark for mark in secrets(game.state, seat) if mark in sent]
        advance(game, random)


def test_a_seat_does_see_its_own_secrets():
    game, journal = start(TOY, scenario(3), {}, Seeded(3))
    until(game, "search")
    sent = canonical(view(game, "red", journal)).decode()
    assert game.state.marks["red"] in sent
    assert all(card in sent for card in game.state.hands["red"])


def test_looking_leaves_the_game_and_its_record_as_they_were():
    game, journal = start(TOY, scenario(3), {}, Seeded(3))
    until(game, "search")
    before, records = TOY.dump(game.state), len(journal.records)
    events = game.state.events
    for seat in (*SEATS, ""):
        view(game, seat, journal)
    assert TOY.dump(game.state) == before
    assert len(journal.records) == records
    assert game.state.events is events


def test_a_log_is_read_on_from_the_last_event_seen():
    game, journal = start(TOY, scenario(3), {}, Seeded(3))
    until(game, "camp")
    seen = view(game, "red", journal)["log"]
    game.answer("6000 6000")
    assert view(game, "red", journal, since=len(seen))["log"] == [
        {
            "n": len(seen) + 1, "kind": "camp", "clause": "camp.where", "text": "red pitches camp.",
            "facts": {"seat": "red", "x": 6000, "y": 6000},
        }
    ]  # fmt: skip
    assert view(game, "red")["log"] == []


def test_dice_of_any_die_are_shown():
    async def rule(notes):
        notes.note(await dice(2))

    assert view(game_of(rule), "red")["ask"]["count"] == 2
