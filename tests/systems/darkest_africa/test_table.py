"""Clauses about the table rather than the position: what is shown, what players may settle among themselves."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.engine.errors import Illegal
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.engine.odds import odds
from zareba.engine.record import Journal, seen_dice
from zareba.engine.view import view
from zareba.systems.darkest_africa import SYSTEM

GRASS = [{"kind": "grass", "name": "The grass", "at": "20 20", "radius": 4}]


def game(*units: dict[str, Any], **more: Any) -> Game:
    return Game(SYSTEM, field_of(*units, **more))


def ambush() -> Game:
    """The turn of blue, whose officer lies in the grass with his bow, six inches from red's."""
    return game(
        men("red", "european", "20 13", officer=True),
        men("blue", "other_archer", "20 20", officer=True, hidden=True),
        men("blue", "other_spearman", "20 35"),
        terrain=GRASS,
        active="blue",
        midway=True,
    )


def pieces(now: Game, seat: str) -> list[str]:
    return [piece["id"] for piece in SYSTEM.table(now.state, seat)["pieces"]]


def told(now: Game) -> list[str]:
    return [event.clause for event in now.state.events or []]


# --- what players settle -----------------------------------------------------------------------------------------


@pytest.mark.pins("vic.concede")
@pytest.mark.parametrize("seat, other", [("red", "blue"), ("blue", "red")])
def test_a_player_may_concede_at_any_time_and_the_other_side_wins(seat, other):
    now = game(men("red", "european", "10 10", officer=True), men("blue", "other_spearman", "30 30"))
    now.end(Result(other, SYSTEM.conventions["concede"], f"{seat} concedes."), seat)
    assert now.result is not None
    assert (now.result.winner, now.result.clause) == (other, "vic.concede")
    assert now.asked() is None


@pytest.mark.pins("table.agree")
def test_the_players_may_agree_on_a_draw():
    now = game(men("red", "european", "10 10", officer=True), men("blue", "other_spearman", "30 30"))
    now.end(Result(None, SYSTEM.conventions["agree"], "A draw is agreed."))
    assert now.result is not None
    assert (now.result.winner, now.result.clause) == (None, "table.agree")


@pytest.mark.pins("table.manual")
@pytest.mark.parametrize("faces", ["roll 7", "roll 0", "roll 3 3", "roll"])
def test_dice_thrown_by_hand_show_what_dice_can_show(faces: str):
    now = game(men("red", "european", "10 10", officer=True), men("blue", "other_spearman", "30 30"))
    now.answer("no")
    with pytest.raises(Illegal) as refused:
        now.answer(faces)
    assert refused.value.refusal.clause == "table.manual"
    now.answer("4")
    assert now.state.purse(0) == 4


@pytest.mark.pins("table.overrule")
def test_players_may_overrule_the_last_roll_and_the_log_says_so():
    now = game(men("red", "european", "10 10", officer=True), men("blue", "other_spearman", "30 30"))
    now.answer("no")
    now.answer("roll 1")
    now.overrule((6,))
    assert now.state.purse(0) == 6
    assert "table.overrule" in told(now)


# --- what is shown -----------------------------------------------------------------------------------------------


@pytest.mark.pins("hide.secret")
def test_a_man_in_hiding_is_shown_to_his_own_side_alone():
    now = ambush()
    assert pieces(now, "red") == ["1", "3"]
    assert pieces(now, "") == ["1", "3"]
    assert pieces(now, "blue") == ["1", "2", "3"]


@pytest.mark.pins("hide.secret")
def test_what_a_hidden_officer_throws_is_told_to_his_own_side_alone():
    now = ambush()
    now.answer("no")
    now.answer("roll 5")
    assert now.state.purse(1) == 5
    throws = [event for event in now.state.events or [] if event.clause == "cmd.roll"]
    assert [event.seats for event in throws] == [("blue",)]


def heard(now: Game, seat: str, clause: str) -> list[str]:
    return [event.text for event in now.state.events or [] if event.clause == clause and event.seen_by(seat)]


@pytest.mark.pins("hide.secret")
def test_everybody_sees_that_a_man_is_rallied_but_not_by_whom_if_he_lies_hidden():
    now = ambush()
    now.state.mark("routing", 2)
    for answer in ("no", "roll 5", "rally 2>3"):
        now.answer(answer)
    assert heard(now, "blue", "cmd.rally") == ["Other Archer 2 rallies Other Spearman 3."]
    assert heard(now, "red", "cmd.rally") == heard(now, "", "cmd.rally") == ["Other Spearman 3 is rallied."]


@pytest.mark.pins("hide.secret")
def test_who_is_encouraged_by_a_hidden_officer_is_told_to_his_own_side_alone():
    now = ambush()
    for answer in ("no", "roll 5", "pay 2>3"):
        now.answer(answer)
    assert heard(now, "blue", "cmd.cost-far") == ["Other Archer 2 encourages Other Spearman 3 for 3."]
    assert heard(now, "red", "cmd.cost-far") == []


@pytest.mark.pins("hide.secret")
def test_the_dice_of_a_hidden_officer_are_seen_by_nobody_else():
    now = ambush()
    journal = Journal(now, {"scenario": {}})
    for answer in ("no", "roll 5"):
        now.answer(answer)
    throw = next(record for record in journal.records if record.get("ask") == "command")
    assert seen_dice(throw, "blue") == [5]
    assert seen_dice(throw, "red") == seen_dice(throw, "") == []


@pytest.mark.pins("ambush.spring")
def test_an_ambush_is_told_to_everybody_and_nobody_can_take_back_what_he_has_seen():
    now = ambush()
    for answer in ("yes", "roll 3"):
        now.answer(answer)
    now.answer("act 2")
    now.answer("shoot 1")
    assert pieces(now, "red") == ["1", "2", "3"]
    assert {"ambush.spring", "ambush.who"} <= set(told(now))
    assert not now.undoable("blue")


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_the_status_line_says_whose_turn_it_is(seat: str):
    table = SYSTEM.table(ambush().state, seat)
    assert table["status"] == "Round 1 of 12, the turn of blue: command points."
    assert (table["active"], table["round"], table["phase"]) == ("blue", 1, 1)


def test_a_question_draws_how_far_it_reaches_and_an_answer_what_it_costs():
    now = game(
        men("red", "european", "10 10", officer=True),
        men("red", "other_askari", "10 20"),
        men("blue", "other_spearman", "10 25"),
        phase="command",
        midway=True,
    )
    now.state.points = ((0, 3),)
    now = Game(SYSTEM, now.state)
    hints = view(now, "red")["ask"]["hints"]
    assert [shape["label"] for shape in hints["shapes"]] == ["1 point", "2 points"]
    assert now.trace("pay 1>2", "red")["notes"] == [{"value": 2, "clause": "cmd.cost-mid", "why": "at 9.00 in"}]
    now.answer("pay 1>2")
    notes = now.trace("shoot 3", "red")["notes"]
    assert [(note["value"], note["clause"]) for note in notes] == [("3+", "shoot.columns")]
    now.answer("move")
    way = now.trace("10000 23000", "red")
    assert [shape["kind"] for shape in way["shapes"]] == ["path", "circle"]
    assert way["notes"][-1]["clause"] == "move.rates"


def test_outcomes_are_told_in_words_that_a_player_knows():
    now = game(men("red", "european", "10 10", officer=True), men("blue", "other_spearman", "30 30"))
    assert set(odds(now, "yes")) == {((f"European 1 has {left} points", 1),) for left in range(5)}
    before, after = now.state, now.state.copy()
    after.mark("routing", 1)
    after.mark("killed", 0)
    assert SYSTEM.losses(before, after) == (("1", 1), ("Other Spearman 2 runs", 1))
