"""Clauses about the table rather than the position: how things are measured, what players settle among themselves."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.boards.inches.shapes import apart, point_apart
from zareba.engine.ask import Roll
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.systems.battles_for_empire import SYSTEM
from zareba.systems.battles_for_empire.footprints import near, near_point

BOARD = {"width": 72, "depth": 48}
LINE = {"id": "br", "side": "imperial", "code": "BR", "at": "20 20"}
MASS = {"id": "zw", "side": "natives", "code": "ZW", "at": "20 32", "facing": 180}


def game(*units: dict[str, Any], **more: Any) -> Game:
    return Game(SYSTEM, SYSTEM.setup({"board": BOARD, "unit": list(units)} | more, {}))


def volley() -> Game:
    now = game(LINE, MASS, now={"phase": "rifles"})
    now.answer("fire br zw")
    return now


@pytest.mark.pins("geo.distance", "geo.tolerance")
def test_units_are_as_far_apart_as_their_nearest_points():
    field = game(LINE, {**MASS, "at": "28.8 26"}).state
    one, other = field.rect(0), field.rect(1)
    assert apart(one, other).nearest == 7211
    assert point_apart((28_800, 30_200), other).nearest == 3000
    assert near(one, other, 8)
    assert not near(one, other, 7)
    assert near_point((28_800, 30_200), other, 2995)
    assert not near_point((28_800, 30_200), other, 2994)


@pytest.mark.pins("geo.distance")
def test_units_that_overlap_are_nothing_apart():
    field = game(LINE, {**MASS, "at": "20 19.96"}).state
    assert apart(field.rect(0), field.rect(1)).nearest == 0
    assert field.contacts(0) == (1,)


@pytest.mark.pins("table.dice")
@pytest.mark.parametrize("dice", ["roll 7 1 1 1", "roll 0 1 1 1", "roll 1 1 1", "roll 1 1 1 1 1"])
def test_dice_that_no_die_could_show_are_refused(dice: str):
    now = volley()
    with pytest.raises(Illegal) as refused:
        now.answer(dice)
    assert refused.value.refusal.clause == "table.dice"
    assert now.state.units[1].marks == 0


@pytest.mark.pins("table.dice")
def test_dice_thrown_by_hand_are_taken_as_they_are():
    now = volley()
    now.answer("6 6 6 6")
    assert now.state.units[1].kills == 2


@pytest.mark.pins("table.overrule")
def test_both_players_may_overrule_the_last_roll_and_the_log_says_so():
    now = volley()
    now.state.events = []
    now.answer("roll 6 6 6 6")
    now.overrule((1, 1, 1, 1))
    assert now.state.units[1].kills == 0
    assert "table.overrule" in [event.clause for event in now.state.events]


@pytest.mark.pins("end.concede")
@pytest.mark.parametrize("winner, seat", [("natives", "imperial"), (None, "")])
def test_a_side_concedes_or_both_agree_on_a_draw(winner: str | None, seat: str):
    now = volley()
    now.end(Result(winner, SYSTEM.conventions["concede" if seat else "agree"], "It is settled."), seat)
    assert now.result is not None
    assert (now.result.winner, now.result.clause) == (winner, "end.concede")
    assert now.asked() is None


@pytest.mark.pins("turn.simultaneous")
def test_the_fire_of_both_sides_is_seen_as_one_volley_until_the_melee_is_over():
    tribes = [{"id": f"p{x}", "side": "natives", "code": "DR", "at": f"{x} 32", "facing": 180} for x in (12, 28)]
    now = game(LINE, MASS, *tribes, now={"phase": "rifles"})
    for answer in ("fire br zw", "roll 6 1 1 1", "fire p12 br", "roll 1 1"):
        now.answer(answer)
    shots = [(shot["unit"], shot["side"], shot["target"], shot["hits"]) for shot in seen(now)]
    assert shots == [("br", "imperial", "zw", 1), ("p12", "natives", "br", 0)]
    assert seen(now)[0]["end"][1] == 32_000
    while now.state.turn == 1:
        now.choose(0) if not isinstance(now.request, Roll) else now.answer("roll " + "1 " * now.request.count)
    assert seen(now) == []


def seen(now: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = SYSTEM.table(now.state, "imperial")["volley"]
    return found


@pytest.mark.pins("cmd.carried", "los.points")
def test_a_commander_looks_with_the_unit_that_he_is_with():
    colonel = {"id": "colonel", "name": "The Colonel", "side": "imperial", "kind": "leader", "with": "br"}
    major = {"id": "major", "name": "The Major", "side": "imperial", "kind": "army", "at": "5 5"}
    field = game(LINE, MASS, token=[colonel, major]).state
    assert SYSTEM.sight
    assert SYSTEM.sight(field, "colonel", "zw") == SYSTEM.sight(field, "br", "zw")
    with pytest.raises(Unknown, match="The Major is with no unit"):
        SYSTEM.sight(field, "major", "zw")


@pytest.mark.pins("hidden.ambush", "setup.deploy")
@pytest.mark.parametrize("hidden", [False, True])
def test_of_a_unit_that_is_drawn_up_in_hiding_nothing_is_told(hidden: bool):
    bush = {"kind": "bush", "box": "30 20 60 45"}
    lurker = {"id": "dr", "side": "natives", "code": "DR", "at": "45 30", "facing": 180, "hidden": hidden}
    more = {"board": {**BOARD, "terrain": [bush]}, "options": {"ambush": "on", "deployment": "free"}}
    zones = {"order": ["natives", "imperial"], "zones": {"natives": "30 20 72 48"}}
    now = game(LINE, lurker, deploy=zones, **more)
    now.state.events = []
    for answer in ("deploy dr", "in massed", "50000 30000 1800"):
        now.answer(answer)
    assert now.state.units[1].at == (50_000, 30_000)
    assert [event.clause for event in now.state.events] == ([] if hidden else ["setup.deploy"])
