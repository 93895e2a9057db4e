"""Clauses about the table rather than the position: what is shown, what players may settle among themselves."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.engine.documents import read_path
from zareba.engine.errors import Illegal
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.systems.sudan import SYSTEM

BOARD = {"columns": 8, "rows": 8}
FOOT = {"id": "r", "side": "british", "type": "regular-foot", "at": "D4"}
BAND = {"id": "n", "side": "natives", "type": "native-foot", "at": "D6"}


def game(*units: dict[str, Any], **more: Any) -> Game:
    state = SYSTEM.setup({"board": BOARD, "unit": list(units), **more}, {})
    state.events = []
    return Game(SYSTEM, state)


def scenario(name: str) -> Any:
    return read_path(SYSTEM.folder / "scenarios" / f"{name}.toml")


@pytest.mark.pins("table.manual")
def test_dice_typed_in_are_accepted_unless_impossible():
    now = game(FOOT, BAND, phase=5)
    now.answer("fire r")
    for faces in ("roll 7 1 1 1 1", "roll 1 1 1 1"):
        with pytest.raises(Illegal) as caught:
            now.answer(faces)
        assert caught.value.refusal.clause == "table.manual"
    now.answer("roll 6 6 6 6 6")
    assert now.state.units[1].hits == 30


@pytest.mark.pins("table.overrule")
def test_players_may_overrule_a_roll_and_the_log_says_so():
    now = game(FOOT, BAND, phase=5)
    for answer in ("fire r", "roll 5 5 5 5 5"):
        now.answer(answer)
    now.overrule((1, 1, 1, 1, 1))
    assert now.state.units[1].hits == 5
    assert "table.overrule" in [event.clause for event in now.state.events]


@pytest.mark.pins("table.concede", "table.agree")
@pytest.mark.parametrize("winner, seat, by", [("natives", "british", "concede"), (None, "", "agree")])
def test_a_player_concedes_or_both_agree_on_a_draw(winner: str | None, seat: str, by: str):
    now = game(FOOT, BAND, phase=5)
    now.end(Result(winner, SYSTEM.conventions[by], "It is over."), seat)
    assert now.result
    assert (now.result.winner, now.result.clause) == (winner, f"table.{by}")


@pytest.mark.pins("board.gridless")
def test_distances_are_shown_in_boxes_and_inches():
    now = game(FOOT, {**BAND, "at": "E5"}, {**BAND, "id": "m", "at": "D7"}, phase=5)
    now.answer("fire r")
    labels = [option.label for option in now.options(now.asked())]  # type: ignore[arg-type]
    assert any("1.5 boxes (9 inches)" in label for label in labels)
    assert any("3 boxes (18 inches)" in label for label in labels)


def test_both_sides_see_the_same_and_everything():
    now = game(FOOT, BAND, phase=5)
    assert SYSTEM.table(now.state, "british") == SYSTEM.table(now.state, "natives")
    assert all(event.seats is None for event in now.state.events)


# --- what is drawn -------------------------------------------------------------------------------------------


def test_the_board_names_what_is_not_open_ground():
    board = SYSTEM.board(SYSTEM.setup(scenario("wells").data, {}))
    assert (board["kind"], board["columns"], board["rows"]) == ("boxes", 11, 9)
    scrub = {name for name, cell in board["cells"].items() if cell["terrain"] == "scrub"}
    hills = {name for name, cell in board["cells"].items() if cell["level"] == 1}
    assert scrub == {"H7", "C6", "D6", "I6", "K4", "B3", "J3"}
    assert hills == {"I3", "J2"}


def test_the_board_shows_works_on_the_sides_of_boxes():
    board = {**BOARD, "works": [{"box": "d4", "side": "N", "is": "zariba"}]}
    state = SYSTEM.setup({"board": board, "unit": [FOOT, BAND]}, {})
    assert SYSTEM.board(state)["edges"] == [["D4", "N", "zariba"]]


def test_pieces_show_where_in_the_box_they_stand():
    pieces = {
        piece["id"]: piece for piece in SYSTEM.table(SYSTEM.setup(scenario("wells").data, {}), "british")["pieces"]
    }
    assert pieces["guards"]["at"] == {"box": "F4", "facing": "N", "slot": "N", "rank": 0}
    assert pieces["gardner"]["at"]["slot"] == "NE"
    assert "square" in pieces["guards"]["marks"]
    assert pieces["guards"]["dial"] == {"hits": 0, "limit": 100, "step": 25}
    assert pieces["brigadier"]["at"]["box"] == "F4"
    assert pieces["lancers"]["facts"] == ["rifle", "experienced", "lancers"]
    assert [band["label"] for band in pieces["gardner"]["arcs"]] == ["close × 2", "medium", "long, halved"]
    assert pieces["band-a"]["arcs"] == []


def test_marks_tell_the_state_of_a_unit():
    gun = {
        "id": "g",
        "side": "british",
        "type": "machine-gun",
        "at": "A1",
        "hot": True,
        "fired-for": 3,
        "moved": "pivoted",
    }
    band = {**BAND, "status": "broken", "quip": True}
    now = game(FOOT, {**FOOT, "id": "rear"}, gun, band, phase=5)
    marks = {piece["id"]: piece["marks"] for piece in SYSTEM.table(now.state, "")["pieces"]}
    assert marks["g"] == ["pivoted", "overheated"]
    assert marks["n"] == ["broken", "quip"]
    assert marks["rear"] == ["rear"]
    assert marks["r"] == []
    pieces = {piece["id"]: piece for piece in SYSTEM.table(now.state, "")["pieces"]}
    assert pieces["g"]["heat"] == {"turns": 3, "hot": True, "ruined": False}
    assert pieces["r"]["heat"] == {}


def test_the_table_tells_squares_and_fights_and_which_of_them_are_in_the_flank():
    table = SYSTEM.table(SYSTEM.setup(scenario("wells").data, {}), "")
    assert table["squares"] == [{"box": "F4", "side": "british"}]
    assert table["contacts"] == []
    band = {**BAND, "at": "C4", "facing": "E"}
    now = game(FOOT, band, contact=[{"charger": "n", "target": "r", "side": "W"}], phase=5)
    fight = {"charger": "n", "target": "r", "box": "D4", "side": "W"}
    table = SYSTEM.table(now.state, "")
    assert [contact | fight for contact in table["contacts"]] == table["contacts"]
    assert table["contacts"][0]["flank"]
    marks = {piece["id"]: piece["marks"] for piece in table["pieces"]}
    assert marks == {"r": ["in contact", "flanked"], "n": ["in contact"]}


def test_the_table_shows_where_the_rockets_of_this_turn_came_down():
    trough = {"id": "k", "side": "british", "type": "rocket", "at": "D2"}
    now = game(trough, BAND, phase=1)
    for answer in ("fire k", "at D6", "roll 3", "roll 6", "roll 2"):
        now.answer(answer)
    flights = SYSTEM.table(now.state, "")["flights"]
    assert flights == [{"unit": "k", "mark": "D6", "facing": "SW", "boxes": 2, "box": "B4"}]
    told = next(event for event in now.state.events if event.kind == "drift")
    assert told.facts == {"boxes": 2, "facing": "SW", "start": "D6", "box": "B4"}
    for answer in ("done", "done"):
        now.answer(answer)
    assert now.state.turn == 2
    assert SYSTEM.table(now.state, "")["flights"] == []


# --- the scenarios -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["picket", "wells", "tamai"])
def test_a_scenario_is_faultless(name: str):
    assert SYSTEM.check(scenario(name)) == []


@pytest.mark.parametrize("name, british, natives", [("picket", 2, 3), ("wells", 7, 15), ("tamai", 14, 28)])
def test_a_scenario_has_all_its_units(name: str, british: int, natives: int):
    state = SYSTEM.setup(scenario(name).data, {})
    assert [len(state.living(side)) for side in (0, 1)] == [british, natives]
    assert [side.units for side in state.sides] == [british, natives]


def test_a_scenario_with_room_to_deploy_begins_as_printed_unless_the_option_is_chosen():
    data = scenario("wells").data
    assert SYSTEM.setup(data, {}).deployed is None
    assert SYSTEM.setup(data, {"deployment": "free"}).deployed == ()


def test_tamai_stands_as_printed():
    units = SYSTEM.dump(SYSTEM.setup(scenario("tamai").data, {}))["units"]
    assert {units[name]["facing"] for name in units if units[name]["at"] == "G5" and units[name].get("square")} >= set(
        "NESW"
    )
    assert units["gatling"]["corner"] == "NW"
    assert units["gardner"]["corner"] == "NE"
    khor = [name for name, unit in units.items() if unit["at"].endswith("8") and unit["facing"] == "S"]
    assert len(khor) == 14
