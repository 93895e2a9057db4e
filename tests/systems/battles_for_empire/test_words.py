"""What players read when they choose and throw, and what is drawn for it."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.engine.ask import Choice, Roll
from zareba.engine.game import Game
from zareba.systems.battles_for_empire import SYSTEM

BOARD = {"width": 72, "depth": 48}
LINE = {"id": "br", "name": "A Company", "side": "imperial", "code": "BR", "at": "20 20"}
MASS = {"id": "zw", "name": "Impi", "side": "natives", "code": "ZW", "at": "20 32", "facing": 180}
GUN = {"id": "gun", "name": "Gatling", "side": "imperial", "code": "MC", "at": "30 20"}


def game(*units: dict[str, Any], phase: str = "rifles", **more: Any) -> Game:
    now = {"phase": phase, **more.pop("now", {})}
    state = SYSTEM.setup({"board": BOARD, "unit": list(units), "now": now, **more}, {})
    state.events = []
    return Game(SYSTEM, state)


def labels(now: Game) -> dict[str, str]:
    assert isinstance(now.request, Choice)
    return {option.notation: option.label for option in now.options(now.request)}


def prompt(now: Game) -> str:
    request = now.request
    if isinstance(request, Choice):
        return request.question.prompt(now.state, request.about)
    assert isinstance(request, Roll)
    return request.throw.prompt(now.state, request.about)


def log(now: Game) -> str:
    return " ".join(event.text for event in now.state.events)


# --- fire ----------------------------------------------------------------------------------------------------------


NEAR, RAW, SQUARE = {**MASS, "at": "20 28"}, {**LINE, "code": "CR"}, {**LINE, "formation": "square"}
FAR_OFF = 'effective range, 12"'


@pytest.mark.parametrize(
    "unit, target, notation, dice",
    [
        (LINE, MASS, "fire br zw", f"4 dice on 4 or more, {FAR_OFF}"),
        (LINE, NEAR, "fire br zw", '4 dice on 3 or more, short range, 8"'),
        (LINE, NEAR, "rapid br zw", '4 dice on 2 or more, short range, 8", rapidly'),
        (RAW, MASS, "fire br zw", f"4 dice on 6, {FAR_OFF}"),
        ({**RAW, "marks": ["moved"]}, MASS, "fire br zw", f"3 dice on 6, {FAR_OFF}"),
        (SQUARE, MASS, "fire br zw front", f"1 die on 4 or more, {FAR_OFF}, from the front"),
        ({**LINE, "code": "MC"}, MASS, "fire br zw 5", f"5 dice on 5 or more, {FAR_OFF}"),
    ],
)
def test_an_order_to_fire_says_with_how_many_dice_on_what_and_how_far(unit, target, notation, dice):
    found = labels(game(unit, target))
    assert found[notation] == f"A Company at Impi: {dice}"
    assert found["hold"] == "No more fire in this phase"


@pytest.mark.parametrize("phase, words", [("artillery", "artillery"), ("rifles", "rifles and machine guns")])
def test_the_question_names_the_phase(phase: str, words: str):
    gun = {**LINE, "code": "GF"} if phase == "artillery" else LINE
    assert prompt(game(gun, MASS, phase=phase)) == f"Imperial: {words}, who fires at whom?"


@pytest.mark.parametrize(
    "code, marks, says", [("BR", [], "4 or more hits"), ("CR", [], "a 6 hits"), ("CR", ["shaken"], "a 6 hits")]
)
def test_a_volley_says_what_hits(code: str, marks: list[str], says: str):
    now = game({**LINE, "code": code, "marks": marks}, MASS)
    now.answer("fire br zw")
    assert prompt(now) == f"A Company fires at Impi: {says}."


def test_one_kill_and_several_are_told_apart():
    now = game(LINE, MASS)
    now.answer("fire br zw")
    now.answer("roll 6 6 6 1")
    assert "Impi takes a Kill." in log(now)
    now = game(LINE, MASS)
    now.answer("fire br zw")
    now.answer("roll 6 6 6 6")
    assert "Impi takes 2 Kills." in log(now)


def test_the_trace_of_a_fire_shows_the_line_and_every_reason():
    drawn = game({**LINE, "marks": ["moved"]}, MASS).trace("fire br zw")
    (line, *stands) = [(shape["kind"], shape["role"]) for shape in drawn["shapes"]]
    assert line == ("path", "sight")
    assert stands == [("circle", "contact")] * 4
    assert drawn["shapes"][0]["points"] == [[20_000, 20_000], [20_000, 32_000]]
    assert [(note["value"], note["clause"]) for note in drawn["notes"]] == [
        (4, "rifle.dice"),
        (4, "rifle.chart"),
        (-1, "rifle.mod-moved"),
    ]
    assert game(LINE, MASS).trace("hold") == {}


def test_machine_guns_say_when_they_jam_and_when_they_are_clear():
    now = game(GUN, {**MASS, "at": "30 32"})
    now.answer("fire gun zw 4")
    now.answer("roll 1 1 1 1")
    assert prompt(now) == "Does Gatling jam?"
    now.answer("roll 1")
    assert "Gatling jams." in log(now)
    now = game({**GUN, "marks": ["jammed"]}, MASS)
    assert prompt(now) == "Does Gatling clear its jam? On a 6."
    now = game({**GUN, "marks": ["jammed"], "tries": 2}, MASS)
    assert prompt(now) == "Does Gatling clear its jam? On 4 or more."


# --- melee ---------------------------------------------------------------------------------------------------------

HELD = {**MASS, "at": "20 20", "marks": ["fought"]}


@pytest.mark.parametrize(
    "marks, says",
    [
        (["fixed"], "A Company fights Impi: 4 or more hits."),
        ([], "A Company fights Impi: 5 or more hits."),
        (["shaken"], "A Company fights Impi: 6 hits."),
    ],
)
def test_a_fight_says_what_hits(marks: list[str], says: str):
    now = game({**LINE, "marks": marks}, HELD, phase="pairs")
    assert prompt(now) == says


def test_whatever_the_modifiers_a_1_is_never_said_to_hit():
    prey = {**LINE, "formation": "skirmish"}
    now = game(prey, {**HELD, "marks": ["fanatic"], "charge": ["br", "front"]}, phase="pairs", now={"first": "natives"})
    assert prompt(now) == "Impi fights A Company: 2 or more hits."


def test_a_pair_is_named_from_the_side_that_picks():
    second = {**MASS, "id": "z2", "name": "Other impi", "at": "22.4 20"}
    first = {**MASS, "at": "17.6 20"}
    for side, words in (("natives", "Impi against A Company"), ("imperial", "A Company against Impi")):
        now = game(LINE, first, second, phase="pairs", now={"first": side})
        assert words in labels(now).values()


def test_kills_say_on_whom_they_fall():
    square = {**LINE, "formation": "square", "marks": ["fixed"]}
    masses = [
        {**MASS, "id": name, "name": name, "at": at, "facing": facing, "formation": "deep"}
        for name, at, facing in (("n", "20 20", 180), ("e", "21.2 18.8", 270), ("s", "20 17.6", 0))
    ]
    now = game(square, *masses, phase="pairs")
    now.answer("pair br n")
    for dice in ("roll 5 5 1 1", "roll 1 1", "roll 1", "roll 1"):
        now.answer(dice)
    assert prompt(now) == "Natives: 2 Kills. After the Primary unit, on whom do they fall?"
    assert labels(now) == {"deal e s": "Kills fall on e, then s", "deal s e": "Kills fall on s, then e"}


# --- critical hits -------------------------------------------------------------------------------------------------


def test_a_critical_hit_says_what_the_dice_come_to():
    token = {"id": "general", "name": "Lord C.", "side": "imperial", "kind": "army", "with": "br"}
    now = game({**LINE, "marks": ["hurt"]}, MASS, phase="critical", token=[token])
    assert prompt(now) == "What becomes of Lord C.? 6 to 8: nothing; 4, 5, 9, 10: out; otherwise killed."


# --- conduct -------------------------------------------------------------------------------------------------------


def notes(now: Game, answer: str) -> list[tuple[Any, str]]:
    return [(note["value"], note["why"]) for note in now.trace(answer).get("notes", [])]


def test_before_a_roll_it_is_told_what_each_face_would_come_to():
    """One Kill: a 1 comes to under 1, a 2 to 1, and nothing reaches 6."""
    now = game({**LINE, "kills": 1}, MASS, {**LINE, "id": "b", "at": "30 20"}, phase="units")
    faces = [(1, "on 1: no move"), (1, 'on 2: slow 3"'), (4, 'on 3 to 6: normal 6"')]
    assert notes(now, "act br") == [(-1, "1 Kill"), *faces]
    assert notes(now, "act b") == [(1, 'on 1: slow 3"'), (4, 'on 2 to 5: normal 6"'), (1, 'on 6: fast 9"')]
    assert notes(now, "done") == []


def test_steady_guns_have_nothing_to_roll():
    now = game({**LINE, "code": "GF"}, {**GUN, "marks": ["shaken"]}, MASS, phase="units")
    assert notes(now, "act br") == []
    assert notes(now, "act gun") == [
        (2, "on 1 to 2: stays Shaken"),
        (1, "on 3: rallies, no move"),
        (1, 'on 4: rallies, slow 3"'),
        (2, 'on 5 to 6: rallies, normal 6"'),
    ]


def test_it_is_told_who_would_be_gone():
    shaken = {**MASS, "kills": 1, "marks": ["shaken"]}
    now = game(LINE, shaken, {**MASS, "id": "y", "at": "40 40"}, phase="units", now={"first": "natives"})
    assert notes(now, "act zw") == [
        (-1, "1 Kill"),
        (1, "on 1: gone"),
        (2, 'on 2 to 3: stays Shaken, recoils 3" if in melee'),
        (1, "on 4: stays Shaken"),
        (1, "on 5: rallies, no move"),
        (1, 'on 6: rallies, slow 6"'),
    ]
