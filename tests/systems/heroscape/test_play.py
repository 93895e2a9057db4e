"""Random play: no dead ends, nothing lost, every option switched on in some battle."""

from __future__ import annotations

from random import Random

import pytest
from tests.contract import check_game, check_purity, hash_in_fresh_process

from zareba.engine.ask import Choice
from zareba.engine.dice import Seeded
from zareba.engine.game import Game
from zareba.engine.options import Sifted
from zareba.lab.playout import battle, opening
from zareba.lab.scenarios import load, new_game
from zareba.systems import system

HEROSCAPE = system("heroscape")
SCENARIOS = ("two-companies", "ridge", "el-teb")
TABLES = {
    "as written": {},
    "detachments": {"detach": "yes", "repeat": "rest"},
    "formations": {"square": "on", "limber": "on", "leader-rides": "yes", "exhaustion": "passive"},
    "much of the rest": {
        "repeat": "all",
        "court-cards": "two",
        "engaged-fire": "yes",
        "ranks": "whole-hex",
        "wheels": "hampered",
        "downhill": "free",
        "fort-melee": "yes",
        "leader-guns": "one",
        "leader-risk": "none",
    },
    "two players a side": {"players": "2-2", "exhaustion": "off"},
    "one against two": {"players": "1-2", "court-cards": "two"},
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_battle_keeps_the_contract(scenario, table):
    check_game(HEROSCAPE, load(HEROSCAPE, scenario).data, TABLES[table], seed=len(table), thorough=False)


def test_a_battle_keeps_the_contract_at_every_single_question():
    check_game(HEROSCAPE, load(HEROSCAPE, "two-companies").data, {}, seed=5)


@pytest.mark.parametrize("scenario", ["ridge", "el-teb"])
def test_freely_deployed_battles_keep_the_contract(scenario):
    options = {"deployment": "free", "players": "2-2"}
    check_game(HEROSCAPE, load(HEROSCAPE, scenario).data, options, seed=3, thorough=False)


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed():
    where, scenario = "zareba.systems.heroscape:SYSTEM", load(HEROSCAPE, "two-companies").data
    hashes = {hash_in_fresh_process(where, scenario, {}, 7, hash_seed) for hash_seed in (0, 1)}
    assert len(hashes) == 1


def test_the_rules_touch_nothing_but_their_answers():
    check_purity(HEROSCAPE, load(HEROSCAPE, "ridge").data, {}, seed=2)


@pytest.mark.parametrize("table", TABLES)
def test_what_is_picked_is_among_what_is_listed(table):
    """A random player proves one option, everybody else lists them all: both must mean the same rules."""
    for seed in range(2):
        game = new_game(HEROSCAPE, load(HEROSCAPE, "ridge"), TABLES[table], Seeded(seed))
        _play_by_picks(game, Random(seed))


def _play_by_picks(game: Game, random: Random) -> None:
    figures = HEROSCAPE.count(game.state)
    while isinstance(choice := game.proceed().request, Choice):
        options = choice.options
        index = int(random.random() * len(options))
        if isinstance(options, Sifted):
            index = options.found.index(options.pick(random.random))
        game.choose(index)
        assert HEROSCAPE.count(game.state) == figures


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_thousand_battles_end(scenario, table):
    start = opening(HEROSCAPE, load(HEROSCAPE, scenario), TABLES[table])
    for seed in range(112):
        played = battle(HEROSCAPE, start, seed)
        assert played.clause.startswith(("end.", "opt.exhaustion"))
