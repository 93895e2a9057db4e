"""What a seat is told: nothing of an ambush, all that may be drawn before it answers, odds by what a unit suffers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.contract import check_game

from zareba.engine.ask import Choice, Place, Roll
from zareba.engine.game import Game
from zareba.engine.odds import odds
from zareba.engine.view import view
from zareba.systems.battles_for_empire import SYSTEM
from zareba.systems.battles_for_empire.rows import HIDDEN

BOARD = {"width": 36, "depth": 30, "terrain": [{"kind": "bush", "name": "the bush", "box": "2 14 34 22"}]}
AMBUSH = "lurkers"


def unit(id: str, side: str, code: str, at: str, **more: Any) -> dict[str, Any]:
    facing = 0 if side == "imperial" else 180
    return {"id": id, "name": id.title(), "side": side, "code": code, "at": at, "facing": facing, **more}


LINE = (unit("a", "imperial", "BR", "10 5"), unit("b", "imperial", "BR", "20 5"))
IMPI = (unit("z", "natives", "ZW", "18 28"), unit(AMBUSH, "natives", "ZW", "10 20", hidden=True))


def scenario(**more: Any) -> dict[str, Any]:
    return {
        "system": "battles_for_empire",
        "name": "Bush",
        "board": BOARD,
        "unit": [*LINE, *IMPI],
        "limit": {"turns": 4},
        **more,
    }


def game(options: dict[str, str] | None = None, **more: Any) -> Game:
    state = SYSTEM.setup(scenario(**more), options or {})
    state.events = []
    return Game(SYSTEM, state)


@pytest.mark.pins("hidden.ambush")
def test_an_ambush_stands_in_nothing_that_the_enemy_is_told():
    def secrets(field: Any, seat: str) -> list[str]:
        hidden = [unit.id for unit in field.units if unit.place == HIDDEN and field.seat(unit.side) != seat]
        return [f'"{name}"' for name in hidden]

    check_game(SYSTEM, scenario(), {"ambush": "on"}, seed=3, secrets=secrets)


@pytest.mark.pins("hidden.ambush")
def test_where_an_ambush_lies_is_imagined_anew():
    state = SYSTEM.setup(scenario(), {"ambush": "on"})
    slot, places = state.find(AMBUSH), set()
    for seed in range(8):
        twin = SYSTEM.imagine(state, "imperial", Random(seed))
        assert twin.units[slot].place == HIDDEN
        places.add(twin.units[slot].at)
    assert len(places) > 4
    assert SYSTEM.imagine(state, "natives", Random(1)).units[slot] == state.units[slot]


@pytest.mark.pins("hidden.none")
def test_without_ambushes_both_sides_are_shown_the_same():
    state = game().state
    assert SYSTEM.table(state, "imperial") == SYSTEM.table(state, "natives")


def test_the_odds_of_a_roll_are_told_by_what_the_unit_suffers():
    """A Shaken unit in contact with nobody: it rallies on 3 or more, and on a 1 or 2 stays as it is."""
    shaken = unit("a", "imperial", "BR", "10 5", marks=["shaken"])
    state = SYSTEM.setup(scenario(unit=[shaken, *IMPI], now={"turn": 1, "phase": "units"}), {})
    told = odds(Game(SYSTEM, state), "act a")
    assert {key: str(value) for key, value in told.items()} == {(("a.shaken", -1),): "2/3", (): "1/3"}


def test_what_one_may_do_is_drawn_before_one_does_it():
    """Every option of every question of a battle can be traced, and every question gives hints that can be sent."""
    now = game({"deployment": "printed"})
    random = Random(5)
    while (request := now.request) is not None:
        if isinstance(request, Choice | Place):
            for option in now.options(request)[:6]:
                now.trace(option.notation, request.seat)
            view(now, request.seat)
            now.choose(random.randrange(len(now.options(request))), request.seat)
        else:
            assert isinstance(request, Roll)
            now.throw(tuple(random.randint(1, 6) for _ in range(request.count)))
