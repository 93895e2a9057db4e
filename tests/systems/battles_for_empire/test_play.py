"""Random play: no dead ends, nothing lost, nobody in anybody else or off the table, every option on in some battle."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from tests.contract import advance, check_game, check_purity, hash_in_fresh_process

from zareba.boards.inches import overlap
from zareba.engine.dice import Seeded
from zareba.engine.game import Game, seat_of
from zareba.lab.scenarios import load, new_game
from zareba.players import player
from zareba.systems import system
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import CONTACT

BFE = system("battles_for_empire")
SCENARIOS = ("drift", "to-the-wells", "gingindlovu")
TABLES = {
    "as written": {},
    "the winner goes first": {"initiative": "winner-first", "fanatic": "compulsory", "formation-roll": "shared"},
    "kinder to the men": {
        "repeated-shaken": "none",
        "bayonet-cost": "none",
        "low-ammo": "one-turn",
        "disorder-removal": "all",
        "holders": "4",
        "succession": "on",
        "ground-cost": "disorder",
        "sight-from-hill": "9",
    },
    "more fire": {
        "fire-into-melee": "on",
        "mounted-fire": "on",
        "muzzle-loaders": "off",
        "mg-jam": "reroll",
        "crit-trigger": "shaken-or-kill",
        "contact-rating": "target",
        "deep-ground": "easier",
    },
    "less fire": {"rapid-fire": "off", "mg-jam": "cancel", "steady-ordered": "on", "break": "off", "ambush": "on"},
    "drawn up freely": {"deployment": "free", "handicap": "1", "charts": "general"},
}


@pytest.mark.parametrize(
    "scenario, table",
    [*[("drift", table) for table in TABLES], ("to-the-wells", "drawn up freely"), ("gingindlovu", "more fire")],
)
def test_a_random_battle_keeps_the_contract(scenario, table):
    check_game(BFE, load(BFE, scenario).data, TABLES[table], seed=len(table), thorough=False)


def test_a_battle_keeps_the_contract_at_every_single_question():
    check_game(BFE, load(BFE, "drift").data, {}, seed=5)


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed():
    where, scenario = "zareba.systems.battles_for_empire:SYSTEM", load(BFE, "drift").data
    hashes = {hash_in_fresh_process(where, scenario, {}, 7, hash_seed) for hash_seed in (0, 1)}
    assert len(hashes) == 1


def test_the_rules_touch_nothing_but_their_answers():
    check_purity(BFE, load(BFE, "drift").data, {}, seed=2)


@pytest.mark.pins("geo.no-overlap")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_stands_in_anybody_else_or_off_the_table(scenario):
    for name in ("random", "instinct") if scenario != "gingindlovu" else ("instinct",):
        game = new_game(BFE, load(BFE, scenario), {}, Seeded(9))
        players = {seat: player(name, seat) for seat in BFE.seats(game.state)}
        while (request := game.proceed().asked()) is not None:
            game.choose(players[seat_of(request)](game))
            if not game._since:
                stands_alone(game.state)


def stands_alone(field: Field) -> None:
    standing = [(field.units[slot].name, field.rect(slot)) for slot in field.standing()]
    assert [name for name, rect in standing if not field.ground.holds(rect)] == []
    assert [(a, b) for (a, one), (b, other) in combinations(standing, 2) if overlap(one, other, CONTACT)] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_computer_players_fight_battles_to_their_end(scenario):
    game = new_game(BFE, load(BFE, scenario), {}, Seeded(4))
    players = {seat: player("instinct", seat) for seat in BFE.seats(game.state)}
    while (request := game.proceed().asked()) is not None:
        game.choose(players[seat_of(request)](game))
    assert game.result
    assert game.result.clause.startswith("end.")


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("scenario, games", [("drift", 450), ("to-the-wells", 45), ("gingindlovu", 8)])
def test_two_thousand_battles_end(scenario, games, table):
    for seed in range(games):
        game = new_game(BFE, load(BFE, scenario), TABLES[table], Seeded(seed))
        finish(game, Random(seed))
        assert game.result
        stands_alone(game.state)


def finish(game: Game, random: Random) -> None:
    while game.request is not None:
        advance(game, random)
