"""Clauses about the table rather than the position: what is shown, what players may settle among themselves."""

from typing import Any

import pytest

from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.systems.heroscape import SYSTEM

BOARD = {"columns": 11, "rows": 9}


def game(*units: dict[str, Any], **more: Any) -> Game:
    state = SYSTEM.setup({"board": BOARD, "unit": list(units), **more}, {})
    state.events = []
    return Game(SYSTEM, state)


def foot(name: str, at: str, side: str = "red", **more: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "kind": "infantry", "at": at, **more}


@pytest.mark.pins("spirit.primary-engine")
def test_players_may_overrule_a_result_and_the_log_says_so():
    now = game(foot("a", "0505:3"), foot("q", "0705:4", "black"))
    for answer in ("draw 7h", "activate a", "roll 6"):
        now.answer(answer)
    assert not now.state.acting.passed
    now.overrule((1,))
    assert now.state.acting.passed
    assert "spirit.primary-engine" in [event.clause for event in now.state.events]


@pytest.mark.pins("spirit.primary-engine")
def test_the_engine_overrules_nothing_by_itself():
    """Eight natives without firearms may walk past rifles: foolish, and legal."""
    now = game(foot("a", "0505:4", origin="native"), foot("q", "0705:4", "black", weapon="rifle"))
    for answer in ("draw 7h", "activate a", "roll 1"):
        now.answer(answer)
    now.answer("double")
    now.answer("0505>0704")
    assert "spirit.primary" not in [event.clause for event in now.state.events]


@pytest.mark.pins("solo.both-sides")
def test_both_sides_see_the_same_and_everything():
    now = game(foot("a", "0505:4"), foot("q", "0705:4", "black"))
    now.answer("draw 7h")
    state = now.state
    assert SYSTEM.table(state, "red") == SYSTEM.table(state, "black")
    assert {piece["id"] for piece in SYSTEM.table(state, "red")["pieces"]} == {"a", "q"}
    assert all(event.seats is None for event in state.events)


@pytest.mark.pins("end.concede")
@pytest.mark.parametrize("winner, seat", [("black", "red"), (None, "")])
def test_a_player_concedes_or_both_agree_on_a_draw(winner: str | None, seat: str):
    now = game(foot("a", "0505:4"), foot("q", "0705:4", "black"))
    now.answer("draw 7h")
    now.end(Result(winner, SYSTEM.conventions["concede" if seat else "agree"], "It is settled."), seat)
    assert now.result is not None
    assert now.result.clause == "end.concede"
    assert now.asked() is None


@pytest.mark.pins("form.labels")
@pytest.mark.parametrize(
    "kind, at, label",
    [
        ("infantry", "0404:2 0504:2 0604:2", "line"),
        ("infantry", "0404:2 0504:1", "line"),
        ("infantry", "0404:2", "line"),
        ("infantry", "0404:4", "close order"),
        ("infantry", "0404:3", "close order"),
        ("infantry", "0404:4 0504:4", "close order"),
        ("infantry", "0404:3 0504:3", "close order"),
        ("infantry", "0404:4 0504:1", "close order"),
        ("infantry", "0404:3 0504:1", "loose"),
        ("infantry", "0404:4 0504:2 0604:2", "loose"),
        ("infantry", "0404:3 0504:3 0604:2", "loose"),
        ("cavalry", "0404:2 0504:2 0604:2", "line"),
        ("cavalry", "0404:2 0504:1", "line"),
    ],
)
def test_formation_is_read_from_the_board(kind: str, at: str, label: str):
    unit = foot("a", at) | {"kind": kind}
    pieces = SYSTEM.table(game(unit, foot("q", "0101", "black")).state, "red")["pieces"]
    marks = next(piece["marks"] for piece in pieces if piece["id"] == "a")
    assert label in marks
