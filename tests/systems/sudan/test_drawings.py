"""What may be drawn on the boxes while something is asked: `docs/boards.md` has the words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zareba.engine.ask import Choice
from zareba.engine.dice import Seeded
from zareba.engine.documents import read_path
from zareba.engine.game import Game
from zareba.engine.view import ask
from zareba.systems.sudan import SYSTEM

Json = dict[str, Any]
BOARD = {"columns": 8, "rows": 8}
FOOT = {"id": "r", "side": "british", "type": "regular-foot", "at": "D4"}
BAND = {"id": "n", "side": "natives", "type": "native-foot", "at": "D6"}
KINDS = {
    "cells": {"cells"},
    "path": {"cells"},
    "edge": {"cell", "side"},
    "stand": {"piece", "cell", "slot", "facing"},
    "compass": {"cell"},
}
ROLES = {"reach", "range", "arc", "zone", "way", "ghost", "contact", "sight", "blocked"}
BESIDES = {"kind", "role", "label", "clause", "answer"}


def game(*units: Json, **more: Any) -> Game:
    state = SYSTEM.setup({"board": BOARD | more.pop("board", {}), "unit": list(units), **more}, {})
    state.events = []
    return Game(SYSTEM, state)


def shapes(drawing: Json, kind: str) -> list[Json]:
    return [shape for shape in drawing["shapes"] if shape["kind"] == kind]


def hints(now: Game) -> Json:
    asked = ask(now, "british")
    assert asked
    found: Json = asked["hints"]
    return found


def test_while_a_target_is_asked_for_the_bands_of_range_are_drawn_and_what_is_out_of_sight():
    now = game(FOOT, {**BAND, "at": "D5"}, {**BAND, "id": "other", "at": "C5"}, phase=5)
    now.answer("fire r")
    bands = {shape["label"]: shape["cells"] for shape in hints(now)["shapes"]}
    assert bands["close × 2"] == ["D5"]
    assert bands["medium"] == ["C5", "E5"]
    assert bands["out of sight"] == ["B6", "C6", "D6", "E6", "D7"]


def test_a_shot_is_drawn_with_its_line_the_side_it_enters_by_and_the_reason_for_each_die():
    works = [{"box": "D6", "side": "S", "is": "zariba"}]
    now = game(FOOT, BAND, {**BAND, "id": "other", "at": "C5"}, phase=5, board={"works": works})
    now.answer("fire r")
    trace = now.trace("at n")
    [line] = shapes(trace, "path")
    assert (line["role"], line["cells"], line["label"]) == ("sight", ["D4", "D6"], "medium, 2 boxes (12 inches)")
    [side] = shapes(trace, "edge")
    assert (side["cell"], side["side"], side["label"]) == ("D6", "S", "soft cover")
    assert [(note["value"], note["clause"]) for note in trace["notes"]] == [
        (4, "fire.base-dice"),
        (1, "fire.leader-die"),
        (-2, "fire.soft"),
    ]


def test_a_move_is_drawn_with_its_way_where_the_unit_would_stand_and_what_it_costs():
    rider = {"id": "h", "side": "british", "type": "regular-horse", "at": "B2", "facing": "E"}
    now = game(rider, BAND, phase=4)
    assert shapes(now.trace("move h"), "cells")[0]["role"] == "reach"
    now.answer("move h")
    trace = now.trace("to C4")
    assert shapes(trace, "path")[0]["cells"] == ["B2", "C3", "C4"]
    assert shapes(trace, "stand")[0] | {"piece": "h", "cell": "C4", "facing": "E"} == shapes(trace, "stand")[0]
    assert [(note["value"], note["clause"]) for note in trace["notes"]] == [
        ("2 boxes", "move.mounted"),
        ("half", "fire.moved"),
    ]


def test_the_ways_to_face_are_drawn_on_the_sides_of_the_box_and_answer_when_they_are_picked():
    now = game(FOOT, BAND, phase=4)
    now.answer("move r")
    now.answer("stay")
    sides = hints(now)["shapes"]
    assert [(shape["cell"], shape["side"], shape["answer"]) for shape in sides] == [
        ("D4", "E", "face E"),
        ("D4", "S", "face S"),
        ("D4", "W", "face W"),
    ]
    for shape in sides:
        assert now.trace(shape["answer"])["shapes"]


@pytest.mark.parametrize("facing, label, dice", [("S", "in front", 7), ("N", "in the flank", 14)])
def test_a_charge_is_drawn_with_the_side_it_meets_and_the_dice_it_would_have(facing: str, label: str, dice: int):
    now = game({**FOOT, "facing": "N"}, {**BAND, "at": "D5" if facing == "S" else "D3"}, phase=3)
    now.answer("move n")
    now.answer("stay")
    trace = now.trace(f"face {facing} charge r")
    [met] = shapes(trace, "edge")
    assert (met["role"], met["cell"], met["label"]) == ("contact", "D4", label)
    assert sum(note["value"] for note in trace["notes"]) == dice
    assert now.state.contacts == ()


def test_a_rocket_is_drawn_with_the_eight_ways_in_which_it_may_drift():
    now = game({"id": "k", "side": "british", "type": "rocket", "at": "D2"}, BAND, phase=1)
    now.answer("fire k")
    trace = now.trace("at D6")
    assert shapes(trace, "compass")[0]["cell"] == "D6"
    assert [note["value"] for note in trace["notes"]] == ["1/3", "2/3"]


def test_a_square_that_would_march_says_which_gun_stays_behind():
    scenario = read_path(SYSTEM.folder / "scenarios" / "wells.toml").data
    now = Game(SYSTEM, SYSTEM.setup(scenario | {"phase": 4}, {}))
    now.answer("march F4")
    trace = now.trace("to F5")
    assert shapes(trace, "path")[0]["cells"] == ["F4", "F5"]
    assert [note["clause"] for note in trace["notes"]] == ["fire.moved", "square.move-guns", "gun.no-fire-next"]


def test_a_supporter_is_drawn_with_whom_it_stands_beside_and_its_halved_dice():
    line = [{**FOOT, "id": name, "at": box} for name, box in (("a", "C4"), ("b", "D4"))]
    bands = [{**BAND, "id": "n", "at": "C5"}]
    contact = [{"charger": "n", "target": "a", "side": "N"}]
    now = game(*line, *bands, contact=contact, phase=7)
    trace = now.trace("support n")
    assert shapes(trace, "path")[0]["cells"] == ["D4", "C5"]
    assert [note["clause"] for note in trace["notes"]] == ["melee.base-dice", "melee.base-dice", "melee.support-half"]


def test_a_rally_tells_the_parts_of_the_number():
    now = game(FOOT, {**BAND, "status": "prone", "hits": 40, "grade": "elite"}, phase=3)
    assert [(note["value"], note["clause"]) for note in now.trace("rally n")["notes"]] == [
        (4, "morale.number"),
        (1, "morale.elite"),
    ]


def check_drawing(drawing: Json) -> None:
    for shape in drawing.get("shapes", []):
        assert shape.keys() - BESIDES == KINDS[shape["kind"]]
        assert shape["role"] in ROLES
        assert all(shape.get("cells", ["A1"]))
    for note in drawing.get("notes", []):
        assert note.keys() == {"value", "clause", "why"}
        assert note["clause"]
        assert note["why"]


@pytest.mark.parametrize("name", ["picket", "wells", "tamai"])
def test_every_answer_of_a_battle_can_be_drawn(name: str):
    random = Random(3)
    scenario = read_path(SYSTEM.folder / "scenarios" / f"{name}.toml").data
    options = {"deployment": "free", "follow-up": "on", "manhandle": "on"} if name == "wells" else {}
    now = Game(SYSTEM, SYSTEM.setup(scenario, options), Seeded(7))
    for _ in range(150):
        if (request := now.proceed().request) is None:
            break
        assert isinstance(request, Choice)
        check_drawing(request.question.hints(now.state, request.about))
        index = int(random.random() * len(request.options))
        check_drawing(request.question.trace(now.state, request.about, request.options[index]))
        now.choose(index)


def test_while_a_square_is_formed_the_free_sides_and_corners_are_drawn_to_be_picked():
    four = [{**FOOT, "id": f"r{number}"} for number in range(4)]
    now = game(*four, {"id": "g", "side": "british", "type": "machine-gun", "at": "D4"}, BAND, phase=4)
    now.answer("square D4")
    now.answer("side N")
    assert [shape["answer"] for shape in hints(now)["shapes"]] == ["side E", "side S", "side W"]
    now.answer("side W")
    now.answer("side E")
    corners = hints(now)["shapes"]
    assert [(shape["side"], shape["answer"]) for shape in corners] == [
        ("NE", "corner NE face NE"),
        ("SE", "corner SE face SE"),
        ("SW", "corner SW face SW"),
        ("NW", "corner NW face NW"),
    ]


def test_how_a_move_may_end_is_told_in_words():
    now = game(FOOT, {**BAND, "at": "D5", "name": "the Red Flag"}, phase=4)
    for answer in ("move r", "stay"):
        now.answer(answer)
    request = now.asked()
    assert isinstance(request, Choice)
    told = {option.notation: option.label for option in now.options(request)}
    assert told == {
        "face E": "Face east",
        "face S": "Face south",
        "face W": "Face west",
        "face N charge n": "Face north and charge the Red Flag",
    }
