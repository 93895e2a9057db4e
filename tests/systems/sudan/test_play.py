"""Random play: no dead ends, nothing lost, every option switched on in some battle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.contract import check_game, check_purity, hash_in_fresh_process

from zareba.engine.dice import Seeded
from zareba.engine.documents import read_path
from zareba.engine.game import Game
from zareba.systems.sudan import SYSTEM

SCENARIOS = ("picket", "wells", "tamai")
TABLES = {
    "as written": {},
    "firing": {"d3-method": "halved", "chargers-fire": "yes", "melee-fire": "always", "rocket-los": "on"},
    "fighting": {
        "prone-melee": "half",
        "square-prone-target": "half",
        "square-broken": "full",
        "follow-up": "on",
        "rally-move": "none",
    },
    "the rest": {
        "manhandle": "on",
        "horse-holders": "on",
        "commander-risk": "off",
        "collapse": "2/3",
        "double-collapse": "points",
        "khor-sight": "over",
        "rally-move": "prone-only",
    },
}


def scenario(name: str) -> dict[str, Any]:
    return read_path(SYSTEM.folder / "scenarios" / f"{name}.toml").data


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_random_battle_keeps_the_contract(name: str, table: str):
    check_game(SYSTEM, scenario(name), TABLES[table], seed=len(table), thorough=False)


@pytest.mark.parametrize("table", TABLES)
def test_a_battle_keeps_the_contract_at_every_single_question(table: str):
    check_game(SYSTEM, scenario("picket"), TABLES[table], seed=5)


@pytest.mark.parametrize("name", ["wells"])
def test_freely_deployed_battles_keep_the_contract(name: str):
    check_game(SYSTEM, scenario(name), {"deployment": "free"}, seed=3, thorough=False)


def test_every_option_is_played_with():
    played = {option for table in TABLES.values() for option in table} | {"deployment"}
    assert played == set(SYSTEM.options)


MENAGERIE: dict[str, Any] = {
    "board": {"columns": 7, "rows": 7, "codes": {"B4": "s", "D4": "k", "F4": "1", "A6": "v", "G3": "r"}},
    "limit": {"turns": 8},
    "unit": [
        *[{"id": f"f{n}", "side": "british", "type": "regular-foot", "at": "D2"} for n in range(4)],
        {"id": "gun", "side": "british", "type": "artillery", "at": "E2"},
        {"id": "mg", "side": "british", "type": "machine-gun", "at": "C2", "gunners": 4},
        {"id": "rocket", "side": "british", "type": "rocket", "at": "E2", "facing": "NE"},
        {"id": "horse", "side": "british", "type": "regular-horse", "at": "A2", "traits": ["lancers"]},
        {"id": "camel", "side": "british", "type": "regular-camel", "at": "G2"},
        {"id": "wagon", "side": "british", "type": "wagon", "at": "D1"},
        {"id": "general", "side": "british", "type": "army-commander", "with": "f0"},
        *[{"id": f"n{n}", "side": "natives", "type": "native-foot", "at": f"{box}5"} for n, box in enumerate("BCDE")],
        {"id": "shots", "side": "natives", "type": "native-foot", "weapon": "rifle", "at": "F5"},
        {"id": "riders", "side": "natives", "type": "native-horse", "at": "G5"},
        {"id": "camels", "side": "natives", "type": "native-camel", "at": "A5", "grade": "raw"},
        {"id": "krupp", "side": "natives", "type": "artillery", "at": "A6"},
        {"id": "krupp-2", "side": "natives", "type": "rocket", "at": "C7"},
        {"id": "emir", "side": "natives", "type": "army-commander", "with": "n1"},
    ],
}


@pytest.mark.parametrize("table", TABLES)
def test_a_battle_of_everything_keeps_the_contract(table: str):
    """Rockets, wagons, camels, stacks of line units, works on the ground: what the three scenarios leave out."""
    for seed in range(3):
        check_game(SYSTEM, MENAGERIE, TABLES[table], seed=seed, thorough=False)


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed():
    where = "zareba.systems.sudan:SYSTEM"
    hashes = {hash_in_fresh_process(where, scenario("picket"), {}, 7, hash_seed) for hash_seed in (0, 1)}
    assert len(hashes) == 1


def test_the_rules_touch_nothing_but_their_answers():
    check_purity(SYSTEM, scenario("wells"), {}, seed=2)


@pytest.mark.parametrize("name", SCENARIOS)
def test_instinct_plays_to_the_end_and_does_better_than_chance(name: str):
    """One side plays by instinct, the other at random, both ways round."""
    won = 0
    for seed in range(6 if name != "tamai" else 1):
        for side in ("british", "natives"):
            won += duel(name, side, seed) == side
    assert won >= (6 if name != "tamai" else 1)


def duel(name: str, side: str, seed: int) -> str | None:
    """The winner where this side plays by instinct and the other at random."""
    game, random = Game(SYSTEM, SYSTEM.setup(scenario(name), {}), Seeded(seed)), Random(seed)
    while game.proceed().request is not None:
        choice: Any = game.request
        wise = choice.seat == side
        game.choose(SYSTEM.instinct(game.state, choice, random) if wise else random.randrange(len(choice.options)))
    assert game.result
    return game.result.winner


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_battles_end(name: str, table: str):
    for seed in range(170):
        random = Random(seed)
        game = Game(SYSTEM, SYSTEM.setup(scenario(name), TABLES[table]), Seeded(seed))
        bases = SYSTEM.count(game.state)
        while game.proceed().request is not None:
            choice: Any = game.request
            game.choose(random.randrange(len(choice.options)))
        assert game.result
        assert SYSTEM.count(game.state) == bases
