"""The reference odds, exact: the rules are run over every branch of chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from zareba.engine.ask import Roll
from zareba.engine.chance import D6, distribution, outcome
from zareba.engine.game import Game
from zareba.engine.odds import explore, odds
from zareba.systems.sudan import SYSTEM
from zareba.systems.sudan.dice import D3, Hits, hits_tally

BOARD = {"columns": 8, "rows": 8}
FOOT = {"id": "r", "side": "british", "type": "regular-foot", "at": "D4"}
BAND = {"id": "n", "side": "natives", "type": "native-foot", "at": "D5"}


def game(*units: dict[str, Any], **more: Any) -> Game:
    return Game(SYSTEM, SYSTEM.setup({"board": BOARD, "unit": list(units), **more}, {}))


def chance(found: dict[Any, Fraction], name: str, least: int) -> Fraction:
    return sum((share for key, share in found.items() if dict(key).get(name, 0) >= least), Fraction(0))


def volley() -> Game:
    now = game(FOOT, BAND, {"id": "far", "side": "natives", "type": "native-foot", "at": "C5"}, phase=5)
    now.answer("fire r")
    return now


@pytest.mark.pins("hits.step-20", "fire.close")
def test_o1_a_full_volley_takes_two_bases():
    assert chance(odds(volley(), "at n"), "n.bases", 2) == Fraction(4131215, 20155392)


@pytest.mark.pins("leader.both", "leader.roll")
def test_o2_a_full_volley_hits_the_leader():
    found = chance(odds(volley(), "at n"), "n.leader", 1)
    assert found == Fraction(253502755, 1088391168)
    assert found == (1 - Fraction(5, 6) ** 10) * Fraction(10, 36)


@pytest.mark.pins("leader.trigger-hits", "leader.trigger-natural")
@pytest.mark.parametrize("hits, expected", [(80, Fraction(1, 3)), (60, Fraction(19, 27))])
def test_o3_native_fire_endangers_a_leader(hits: int, expected: Fraction):
    musket = {**BAND, "at": "D6", "weapon": "musket", "hits": hits}
    now = game(FOOT, musket, phase=6)
    now.answer("fire n")
    asked = explore(now, lambda after: not is_volley(after), lambda after: bool(is_roll(after, "leader")), lambda *_: 0)
    assert asked[True] == expected


def is_roll(now: Game, name: str) -> bool:
    return isinstance(now.request, Roll) and now.request.throw.id == name


def is_volley(now: Game) -> bool:
    return is_roll(now, "volley")


def after_the_turn(count: int, hot: bool) -> dict[tuple[bool, bool], Fraction]:
    """What becomes of a machine gun that fires its last round of the turn in the state it is in."""
    gun = {"id": "m", "side": "british", "type": "machine-gun", "at": "D1", "hits": 40, "fired-for": count, "hot": hot}
    now = game(gun, {**BAND, "at": "D7", "grade": "elite"}, options={"collapse": "off"}, limit={"turns": 9})
    now.answer("fire m")

    def firing_on(now: Game, asked: Any) -> int:
        return len(asked.options) - 1 if asked.question.id == "order" else 0

    return explore(now, lambda after: after.state.turn > 1, lambda after: heat(after), firing_on)


def heat(now: Game) -> tuple[bool, bool]:
    gun = now.state.units[0]
    return gun.hot, gun.ruined


@pytest.mark.pins("mg.roll", "mg.broken", "mg.when", "mg.continue", "mg.stays-hot")
def test_o4_a_machine_gun_that_never_rests_is_ruined_by_the_fourth_turn():
    states: dict[tuple[bool, bool], Fraction] = {(False, False): Fraction(1)}
    for count in range(4):
        states = one_turn_on(states, count)
    assert sum(share for (_, ruined), share in states.items() if ruined) == Fraction(1, 2)
    assert states[False, False] == Fraction(1, 9)
    assert states[True, False] == Fraction(7, 18)


def one_turn_on(states: dict[tuple[bool, bool], Fraction], count: int) -> dict[tuple[bool, bool], Fraction]:
    found: dict[tuple[bool, bool], Fraction] = {}
    for (hot, ruined), share in states.items():
        ways = {(hot, ruined): Fraction(1)} if ruined else after_the_turn(count, hot)
        for state, part in ways.items():
            found[state] = found.get(state, Fraction(0)) + share * part
    return found


@pytest.mark.pins("rocket.hit", "rocket.drift", "rocket.compass", "rocket.drift-count")
def test_o5_a_rocket_lands_next_to_its_target():
    rocket = {"id": "k", "side": "british", "type": "rocket", "at": "A1"}
    now = game(rocket, {**BAND, "at": "E6"}, {**BAND, "id": "m", "at": "F7"})
    now.answer("fire k")
    assert chance(odds(now, "at E6"), "m.rocket", 1) == Fraction(1, 72)
    assert chance(odds(now, "at E6"), "n.rocket", 1) == Fraction(1, 3)


@pytest.mark.pins("melee.charging", "melee.flank", "hits.step-25")
@pytest.mark.parametrize(
    "facing, bases, expected", [("N", 1, Fraction(1, 2)), ("E", 2, Fraction(3063641563, 6530347008))]
)
def test_o6_a_charge_takes_bases(facing: str, bases: int, expected: Fraction):
    """The leaders are dead on one side and spared on the other: they change nothing about the hits."""
    foot = {**FOOT, "facing": facing, "wounds": 3}
    now = game(foot, BAND, phase=7, contact=[{"charger": "n", "target": "r", "fresh": True}])
    now.answer("roll 1 1 1 1")
    assert isinstance(now.request, Roll)
    assert now.request.count == (7 if facing == "N" else 14)
    before, last = now.state.copy(), now.steps
    found = explore(now, lambda after: after.steps > last, lambda after: SYSTEM.losses(before, after.state))
    assert chance(found, "r.bases", bases) == expected


def test_twenty_dice_have_their_exact_distribution():
    """The pips, and whether there was a six: 182 outcomes, and not six to the power of twenty."""
    tally = hits_tally(D6, halved=False, watch=True)
    ways: dict[Any, int] = dict(distribution(6, 20, tally))
    assert sum(ways.values()) == 6**20
    assert {hits.pips for hits in ways} == set(range(20, 121))
    assert len(ways) < 200
    assert sum(number for hits, number in ways.items() if not hits.natural) == 5**20
    assert ways[Hits(120, natural=True)] == 1
    assert ways[Hits(100, natural=False)] == 1
    assert ways[Hits(25, natural=True)] == 20


@pytest.mark.parametrize("halved", [False, True])
def test_the_tally_of_a_roll_counts_pips_and_naturals(halved: bool):
    thrown = D6 if halved else D3
    tally = hits_tally(thrown, halved, watch=True)
    for faces in product(range(1, len(thrown.sides) + 1), repeat=3):
        hits = outcome(tally, faces)
        assert hits == Hits((sum(faces) + 1) // 2 if halved else sum(faces), max(faces) >= (5 if halved else 3))
