"""Random play: no dead ends, nothing lost, every option switched on in some battle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.contract import advance, check_game, check_purity, hash_in_fresh_process
from tests.systems.afriboria.crowd import SCENARIOS, crowd, scenario

from zareba.engine.ask import Choice
from zareba.engine.dice import Seeded
from zareba.engine.errors import Unknown
from zareba.engine.game import Game
from zareba.engine.options import Sifted
from zareba.lab.playout import battle, opening
from zareba.systems.afriboria import SYSTEM
from zareba.systems.afriboria.cards import full_deck, full_events
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.siege import wall_room
from zareba.systems.afriboria.troops import SIDES

TABLES: dict[str, dict[str, str]] = {
    "as written": {},
    "quick": {"fastplay": "on", "events": "on", "hand": "6", "company-orders": "whole"},
    "alone": {"solo": "on", "events": "no-wild", "structures": "weaker", "extras": "all"},
    "narrow": {"hex-size": "10", "events": "on", "officer-defence-die": "on", "mg-horse-move-fire": "on"},
    "strict": {
        "defence-hit": "own-class",
        "flag-save": "shield-or-sabres",
        "withdrawals": "once",
        "double-fire-same-target": "off",
        "river-wire-attack": "on",
        "terrain-stack": "sum",
        "enemy-zoc-stop": "on",
        "structures": "stronger",
    },
    "clear": {"los-stagger": "clear", "hill-plateau": "on", "aircraft-face": "5", "flag-save": "shield"},
}


def of(name: str) -> dict[str, Any]:
    return crowd() if name == "crowd" else scenario(name).data


def tables(name: str) -> dict[str, dict[str, str]]:
    """Scenarios in which two units share a hex cannot be played on narrow ones."""
    roomy = name in ("water-hole", "marchands-ford")
    return {table: options for table, options in TABLES.items() if roomy or table != "narrow"}


BATTLES = [(name, table) for name in (*SCENARIOS, "crowd") for table in tables(name)]


def hands_of_others(field: Field, seat: str) -> list[str]:
    """The cards that a seat may not see: those in other hands, but for the ones it has been shown."""
    sides = [side for side in (0, 1) if SIDES[side] != seat]
    shown = field.decks.known if seat in SIDES else ((), ())
    return [f'"{copy}"' for side in sides for copy in field.decks.hands[side] if copy not in shown[side]]


@pytest.mark.parametrize("name, table", BATTLES)
def test_a_random_battle_keeps_the_contract(name: str, table: str):
    check_game(SYSTEM, of(name), TABLES[table], seed=len(table), thorough=False, secrets=hands_of_others)


def test_a_battle_keeps_the_contract_at_every_single_question():
    check_game(SYSTEM, of("water-hole"), {"events": "on"}, seed=5, secrets=hands_of_others)


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed():
    where = "zareba.systems.afriboria:SYSTEM"
    hashes = {hash_in_fresh_process(where, crowd(), {"events": "on"}, 7, hash_seed) for hash_seed in (0, 1)}
    assert len(hashes) == 1


def test_the_rules_touch_nothing_but_their_answers():
    check_purity(SYSTEM, crowd(), {"events": "on"}, seed=2)


def test_every_option_is_played_with():
    assert {option for options in TABLES.values() for option in options} == set(SYSTEM.options)


@pytest.mark.pins("stack.ten-cm")
def test_a_scenario_too_crowded_for_narrow_hexes_is_refused_in_plain_words():
    with pytest.raises(Unknown, match=r"no room for all that stands in D7; play it on hexes of 15 cm"):
        SYSTEM.setup(of("bordj-el-ahmar"), {"hex-size": "10"})


@pytest.mark.parametrize("table", tables("crowd"))
def test_what_is_picked_is_among_what_is_listed(table: str):
    """A random player proves one option, everybody else lists them all: both must mean the same rules."""
    for seed in range(2):
        game = Game(SYSTEM, SYSTEM.setup(crowd(), TABLES[table]), Seeded(seed))
        _play_by_picks(game, Random(seed))


def _play_by_picks(game: Game, random: Random) -> None:
    figures = SYSTEM.count(game.state)
    while isinstance(choice := game.proceed().request, Choice):
        options = choice.options
        index = int(random.random() * len(options))
        if isinstance(options, Sifted):
            index = options.found.index(options.pick(random.random))
        game.choose(index)
        assert SYSTEM.count(game.state) == figures


# --- laws that hold at every position ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name, table", BATTLES)
def test_the_laws_of_the_field_hold_all_along(name: str, table: str, seed: int):
    game = Game(SYSTEM, SYSTEM.setup(of(name), TABLES[table]), Seeded(seed))
    random = Random(f"{seed} laws")
    command = sorted(full_deck(game.state))
    events = sorted(full_events(game.state))
    while game.request is not None:
        advance(game, random)
        _cards_are_kept(game.state, command, events)
        _nobody_is_crowded(game.state)
        _everything_agrees(game.state)
    assert game.result is not None


def _cards_are_kept(field: Field, command: list[str], events: list[str]) -> None:
    """`setup.shared-deck`: every card is somewhere, and in one place only."""
    assert sorted([*field.decks.stock, *field.decks.discard, *field.decks.hands[0], *field.decks.hands[1]]) == command
    assert sorted([*field.decks.event_deck, *field.decks.event_discard]) == events
    assert all(len(field.decks.hands[side]) <= field.sides[side].hand for side in (0, 1))


def _nobody_is_crowded(field: Field) -> None:
    """`stack.two`, `stack.ten-cm`, `stack.one-commander`, `move.enemy`, `air.layer`, `siege.man`."""
    for cell in field.ground.grid.cells:
        here = [unit for unit in field.units if unit.mask >> cell & 1]
        flying = [unit.troop.side for unit in here if unit.aloft]
        assert len(set(flying)) == len(flying)
        units = [[u for u in here if not u.aloft and not u.troop.leads and u.troop.side == side] for side in (0, 1)]
        leaders = [[u for u in here if u.troop.leads and u.troop.side == side] for side in (0, 1)]
        assert max(map(len, units)) <= field.room
        assert max(map(len, leaders)) <= 1
        whole = [unit for side in (0, 1) for unit in [*units[side], *leaders[side]] if not unit.wounded]
        assert len({unit.troop.side for unit in whole}) <= 1
        sections = [dict(u.posts)[cell] for side in units for u in side if len(u.posts) > 1]
        assert sum(sections) <= wall_room(field)


def _everything_agrees(field: Field) -> None:
    """What is kept twice says the same twice; strengths lie between nothing and the start."""
    for unit in field.units:
        assert unit.mask == field.ground.grid.mask(cell for cell, _ in unit.posts)
        assert 0 <= unit.figures <= unit.troop.figures
        assert sum(figures for _, figures in unit.posts) in (0, unit.figures)
        assert field.ground.grid.connected(unit.mask) or not unit.posts
    held, full, led = field.held, field.full, field.led
    for side in (0, 1):
        field.hold(side)
    assert (field.held, field.full, field.led) == (held, full, led)
    for company in field.companies:
        assert len(company.members) <= 4
        assert field.units[company.officer].troop.is_officer
        assert len({field.units[slot].troop.colour for slot in company.members}) <= 2
    assert all(value >= 0 for value in field.values)


@pytest.mark.pins("event.choice", "event.forced")
def test_an_event_card_is_passed_on_blind():
    """A card that has been passed on is not even chosen before it is turned up: nothing can betray it."""
    game = Game(SYSTEM, SYSTEM.setup(of("marchands-ford"), {"events": "on"}), Seeded(3))
    random, passed = Random(3), 0
    while game.request is not None and passed < 4:
        asked = game.request
        if isinstance(asked, Choice) and asked.question.id == "event":
            before = (game.state.decks.event_deck, game.state.decks.event_discard)
            texts = [option.label + option.notation for option in game.options(asked)]
            assert not any(card in text for card in before[0] for text in texts)
            game.answer("pass", asked.seat)
            passed += 1
            assert (game.state.decks.event_deck, game.state.decks.event_discard)[0] == before[0]
        else:
            advance(game, random)
    assert passed


def test_the_siege_ends_and_something_happens_in_it():
    """A computer player may be foolish, but it neither stalls nor turns in circles (`win.limit`)."""
    start = opening(SYSTEM, scenario("bordj-el-ahmar"))
    played = [battle(SYSTEM, start, seed, ("instinct", "instinct")) for seed in range(12)]
    assert all(one.clause.startswith("win.") for one in played)
    assert sum(one.clause == "win.quota" for one in played) >= 2


@pytest.mark.long
@pytest.mark.parametrize("name, table", BATTLES)
def test_two_thousand_battles_end(name: str, table: str):
    start = SYSTEM.setup(of(name), TABLES[table])
    for seed in range(96):
        assert battle(SYSTEM, start, seed).clause.startswith("win.")
