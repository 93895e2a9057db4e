"""What is shown to whom, what players may settle among themselves, and the decks as they lie on the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.systems.afriboria.crowd import crowd, scenario

from zareba.engine.ask import Choice, Roll
from zareba.engine.dice import Seeded
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.systems.afriboria import SYSTEM
from zareba.systems.afriboria.cards import full_deck, full_events
from zareba.systems.afriboria.language import COMMANDS, EVENTS

SHOOTER = {"id": "s", "side": "south", "kind": "inf-a", "colour": "red", "at": "E4"}
MARK = {"id": "n", "side": "north", "kind": "inf-c", "colour": "blue", "at": "C4"}


def shot(**more: Any) -> Game:
    """A unit that may fire at another, and nothing else going on."""
    now = {"side": "south", "phase": "battles", "turn": 3, "ordered": ["s"]}
    data = {"board": {"columns": 7, "rows": 7}, "unit": [SHOOTER, MARK], "now": now, **more}
    game = Game(SYSTEM, SYSTEM.setup(data, {}))
    game.state.events = []
    return game


@pytest.mark.pins("dice.plain", "table.overrule")
def test_ordinary_dice_are_typed_in_by_their_numbers_and_by_their_symbols():
    rolls = []
    for typed in ("roll 1 3 6", "roll hit-a hit-abc flag"):
        game = shot()
        for answer in ("attack s C4", "stand", typed):
            game.answer(answer)
        rolls.append(SYSTEM.dump(game.state))
    assert rolls[0] == rolls[1]


@pytest.mark.pins("table.overrule")
def test_players_may_overrule_a_roll_and_the_log_says_so():
    game = shot()
    for answer in ("attack s C4", "stand", "roll 1 1 1", "roll 4 4"):
        game.answer(answer)
    assert game.state.units[1].figures == 7
    game.overrule((1, 1))
    assert game.state.units[1].figures == 5
    assert "table.overrule" in [event.clause for event in game.state.events]


@pytest.mark.pins("table.concede")
@pytest.mark.parametrize("winner, seat", [("north", "south"), (None, "")])
def test_a_player_concedes_or_both_agree_on_a_draw(winner: str | None, seat: str):
    game = shot()
    game.end(Result(winner, SYSTEM.conventions["concede" if seat else "agree"], "It is settled."), seat)
    assert game.result is not None
    assert game.result.clause == "table.concede"
    assert game.asked() is None


@pytest.mark.pins("cards.sixty", "setup.command-deck", "setup.shared-deck")
def test_one_deck_of_sixty_command_cards():
    field = SYSTEM.setup(crowd(), {})
    deck = full_deck(field)
    assert len(deck) == 60
    assert len(set(deck)) == 60
    standard = [card for card in COMMANDS.values() if card.is_standard]
    assert sum(card.copies for card in standard) == 45
    assert sum(card.copies for card in COMMANDS.values() if card.id.startswith("SP")) == 15
    assert sum(card.icon for card in COMMANDS.values()) == 16
    assert sorted(field.decks.stock) == sorted(deck)


@pytest.mark.pins("cards.events")
def test_a_deck_of_twenty_four_events():
    assert Counter(card.kind for card in EVENTS.values()) == {"help": 10, "harm": 10, "both": 4}
    assert sum(card.wild for card in EVENTS.values()) == 6
    assert len(full_events(SYSTEM.setup(crowd(), {"events": "on"}))) == 24
    assert len(full_events(SYSTEM.setup(crowd(), {"events": "no-wild"}))) == 18


@pytest.mark.pins("turn.secret")
def test_a_hand_is_seen_by_its_owner_alone():
    game = Game(SYSTEM, SYSTEM.setup(scenario("marchands-ford").data, {}), Seeded(1)).proceed()
    field = game.state
    for seat, other in (("south", "north"), ("north", "south")):
        hands = SYSTEM.table(field, seat)["hands"]
        assert len(hands[seat]["cards"]) == hands[seat]["number"] == 5
        assert hands[other] == {"number": 5, "cards": []}
    onlooker = SYSTEM.table(field, "")["hands"]
    assert all(hand["cards"] == [] for hand in onlooker.values())


def test_a_throw_says_why_it_has_its_dice():
    game = shot()
    for answer in ("attack s C4", "stand"):
        game.answer(answer)
    roll = game.request
    assert isinstance(roll, Roll)
    reasons = roll.throw.reasons(game.state, roll.about)
    assert sum(reason.value for reason in reasons) == roll.count == 3
    assert all(reason.clause for reason in reasons)


@pytest.mark.pins("opt.solo")
@pytest.mark.parametrize("die, which", [(3, "first"), (4, "second")])
def test_the_die_that_picks_a_card_for_a_lone_player_is_told(die: int, which: str):
    now = {"side": "south", "phase": "card", "turn": 3}
    hands = {"south": ["ST-R1.1", "ST-R2.1"], "north": ["ST-B1.1"]}
    game = shot(now=now, hands=hands, options={"solo": "on"})
    for answer in ("pick ST-R1.1", f"roll {die}"):
        game.answer(answer)
    told = [event.text for event in game.state.events if event.clause == "opt.solo"]
    assert told == [f"The die picks the {which} card."]
    assert game.state.play.card == {"first": "ST-R1.1", "second": "ST-R2.1"}[which]


@pytest.mark.parametrize("turn, told", [(1, 1), (2, 1), (3, 2), (36, 18)])
def test_a_round_is_one_turn_of_each_side(turn: int, told: int):
    game = shot(now={"side": "south", "phase": "battles", "turn": turn, "ordered": ["s"]})
    assert SYSTEM.table(game.state, "south")["turn"]["round"] == told
    assert SYSTEM.table(game.state, "south")["status"] == f"Round {told}: South."


@pytest.mark.pins("los.stagger", "los.edge")
@pytest.mark.parametrize("stagger, clear", [("block", False), ("clear", True)])
def test_somebody_who_asks_from_an_empty_hex_is_told_what_stands_on_both_sides(stagger: str, clear: bool):
    board = {"columns": 7, "rows": 7, "codes": {"D2": "w", "F3": "w"}}
    game = shot(board=board, options={"los-stagger": stagger})
    assert SYSTEM.sight is not None
    look = SYSTEM.sight(game.state, "C3", "G3")
    assert look.clear is clear
    assert clear or ("D2" in look.why and "F3" in look.why)


def test_an_attack_points_at_whom_it_would_strike():
    game = shot()
    choice = game.request
    assert isinstance(choice, Choice)
    shown = {option.notation: (option.piece, option.target, option.cells) for option in game.options(choice)}
    assert shown["attack s C4"] == ("s", "n", ("C4",))
