"""Cards of one's own: written in a scenario, in the card language, by somebody who never sees the program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.systems.afriboria.crowd import CROWD

from zareba.engine.ask import Choice
from zareba.engine.dice import Seeded
from zareba.engine.documents import read
from zareba.engine.game import Game
from zareba.lab.playout import battle
from zareba.systems.afriboria import SYSTEM
from zareba.systems.afriboria.cards import full_deck, full_events, has_icon
from zareba.systems.afriboria.language import FILTERS, GRANTS, VERBS, card_faults

PAGE = (Path(__file__).parents[3] / "docs" / "cards.md").read_text(encoding="utf-8")
OWN = re.search(r"```toml\n(.*?)```", PAGE, re.S)[1]  # type: ignore[index]
"""The two cards of the guide."""


def field(**more: Any) -> dict[str, Any]:
    """Two regulars and a gun against two bands, with the cards of the guide in the decks."""
    units = [
        {"id": "a", "side": "south", "kind": "inf-a", "colour": "red", "at": "E4"},
        {"id": "b", "side": "south", "kind": "inf-a", "colour": "blue", "at": "E6"},
        {"id": "gun", "side": "south", "kind": "art-field", "colour": "blue", "at": "F5"},
        {"id": "n", "side": "north", "kind": "inf-c", "colour": "blue", "at": "C4"},
        {"id": "near", "side": "north", "kind": "inf-c", "colour": "blue", "at": "D6"},
    ]
    return {"board": {"columns": 7, "rows": 7}, "unit": units, "first": "south", **tomllib.loads(OWN), **more}


def asked(game: Game) -> list[str]:
    assert isinstance(game.request, Choice)
    return [option.notation for option in game.options(game.request)]


@pytest.mark.pins("setup.custom-cards")
def test_a_scenario_with_cards_of_its_own_is_checked_and_played_to_its_end():
    document = read(CROWD + OWN, "own.toml")
    assert SYSTEM.check(document) == []
    start = SYSTEM.setup(document.data, {"events": "on"})
    assert len(full_deck(start)) == 62
    assert len(full_events(start)) == 25
    assert len(full_events(SYSTEM.setup(document.data, {"events": "no-wild"}))) == 18
    assert all(battle(SYSTEM, start, seed).clause.startswith("win.") for seed in range(4))


@pytest.mark.pins("setup.custom-cards", "order.special-filter")
def test_a_command_card_of_the_scenario_does_what_it_says():
    now = {"side": "south", "phase": "orders", "card": "MY-1.1"}
    game = Game(SYSTEM, SYSTEM.setup(field(now=now), {}))
    assert asked(game) == ["order a", "order b", "order all", "done"]
    for answer in ("order all", "stop"):
        game.answer(answer)
    assert "attack a C4" in asked(game)
    assert "attack b D6" not in asked(game)
    game.answer("attack a C4")
    game.answer("stand")
    assert game.request is not None
    assert game.request.count == 4  # type: ignore[attr-defined]


@pytest.mark.pins("setup.custom-cards")
def test_an_event_card_of_the_scenario_concerns_the_piece_that_was_picked():
    now = {"side": "south", "phase": "forced moves", "turn": 3, "ordered": ["a", "b"]}
    data = field(now=now, forced={"south": 1})
    game = Game(SYSTEM, SYSTEM.setup(data, {"events": "on"}))
    game.answer("draw MY-2")
    assert game.request is not None
    assert game.request.seat == "north"  # type: ignore[attr-defined]
    game.answer("pick a")
    assert game.state.units[game.state.find("a")].figures == 5
    game.answer("move a")
    assert "move b" in asked(game)  # `a` could only stay, and did
    game.answer("move b")
    assert "F6" in asked(game)


@pytest.mark.pins("setup.custom-cards", "cards.fastplay")
@pytest.mark.parametrize("fastplay, lost", [("off", 1), ("on", 2)])
def test_a_card_may_hit_without_a_throw_and_shields_save(fastplay: str, lost: int):
    hits = [{"pick": "inf", "of": "enemy"}, {"hit": 2}]
    card = {"deck": "event", "id": "X", "name": "Hornets", "text": "An enemy unit is hit twice.", "effects": hits}
    now = {"side": "south", "phase": "forced moves", "turn": 3, "ordered": ["a"]}
    game = Game(
        SYSTEM, SYSTEM.setup(field(card=[card], now=now, forced={"south": 1}), {"events": "on", "fastplay": fastplay})
    )
    for answer in ("draw X", "pick n", "roll 5 4")[: 3 if fastplay == "off" else 2]:
        game.answer(answer)
    assert game.state.units[game.state.find("n")].figures == 8 - lost


@pytest.mark.pins("setup.custom-cards")
def test_everything_that_is_wrong_with_a_card_is_told_at_once_and_where():
    faulty = """
[[card]]
id = "MY 1"
deck = "evnt"
name = "Hornets"
icons = 2
effects = [{ pick = "infantry" }, { lose = [1] }, { order = "inf", max = 0 }, { dice = "fier", add = 1 }]
"""
    line = CROWD.count("\n") + 2
    faults = SYSTEM.check(read(CROWD + faulty, "own.toml"))
    assert {fault.line for fault in faults} <= set(range(line, line + 7))
    told = " ".join(str(fault) for fault in faults)
    for word in (
        "'icons' means nothing in card. Is it 'icon' that was meant?",
        "A deck is one of command, event, not 'evnt'.",
        "has no 'text'",
        "a space in its id",
        "unknown filter 'infantry'",
        "from 1 to 9 after 'lose'",
        "neither a number",
        "says 'fier' after 'dice'",
    ):
        assert word in told, told


@pytest.mark.pins("setup.custom-cards", "event.icon")
def test_the_first_copies_of_a_card_carry_the_icon():
    card = {"id": "X", "name": "X", "text": "X", "copies": 3, "icon": 2, "effects": [{"slots": {"any": 1}}]}
    start = SYSTEM.setup(field(card=[card]), {"events": "on"})
    assert [has_icon(start, f"X.{number}") for number in (1, 2, 3)] == [True, True, False]


@pytest.mark.parametrize(
    "deck, effects, word",
    [
        ("event", [{"lose": 1}], "before any piece"),
        ("event", [{"slots": {"any": 1}}], "belongs on a command card"),
        ("command", [{"pick": "commander in-aim", "of": "enemy"}], "before a piece with an 'aim'"),
        ("command", [{"dice": "fire"}], "without 'add'"),
        ("command", [{"order": "inf"}], "without 'max'"),
        ("command", [{"order": "inff", "max": 2}], "unknown filter 'inff'"),
        ("event", [{"raise": "officer", "figures": 1}], "there may stand"),
        ("event", [{"pick": "unit"}, {"roll": 2, "kill": [4]}], "without 'save'"),
        ("event", [{"pick": "unit"}, {"roll": 2, "hit": [7]}], "faces from 1 to 6"),
        ("command", [{"move": "far"}], "like '3:2'"),
        ("command", [{"sing": True}], "no effect of the card language"),
        ("command", [], "no list of effects"),
        ("command", [{"slots": {"pink": 1}}], "slots other than"),
        ("event", [{"pick": "unit"}, {"roll": 0, "lose": [1]}], "from 1 to 9 after 'roll'"),
        ("event", [{"pick": "unit"}, {"lose": -1}], "from 1 to 9 after 'lose'"),
        ("event", [{"hit": 1}], "before any piece"),
        ("event", [{"pick": "unit", "of": "both"}], "there may stand: own, enemy"),
        ("event", [{"grant": "crawl"}], "without 'value'"),
        ("event", [{"raise": "cav-b", "figures": 6}], "no more than 5"),
        ("event", [{"burn": "sea", "lose": 1, "back": 1}], "ground that does not exist"),
    ],
)
def test_a_card_that_means_nothing_is_a_fault_in_plain_words(deck: str, effects: Any, word: str):
    faults = list(card_faults({"id": "X", "name": "X", "text": "X", "deck": deck, "effects": effects}))
    assert any(word in fault for fault in faults), faults


def test_the_cards_of_the_game_have_no_faults_themselves():
    book = tomllib.loads((SYSTEM.folder / "deck.toml").read_text(encoding="utf-8"))
    for deck in ("command", "event"):
        for card in book[deck]:
            assert list(card_faults({**card, "deck": deck})) == [], card["id"]


def test_the_guide_speaks_of_every_word_of_the_language():
    assert [word for word in (*VERBS, *FILTERS, *GRANTS) if f"`{word}" not in PAGE and f"{word} = " not in PAGE] == []


@pytest.mark.pins("event.reshuffle", "turn.reshuffle")
def test_nothing_is_lost_when_both_decks_run_out_again_and_again():
    start = SYSTEM.setup(field(limit={"rounds": 60}), {"events": "on", "hand": "7"})
    game = Game(SYSTEM, start, Seeded(3))
    while isinstance(choice := game.proceed().request, Choice):
        game.choose(choice.question.usual(game.state, choice.about, choice.options))
    decks = game.state.decks
    there = [*decks.stock, *decks.discard, *decks.hands[0], *decks.hands[1]]
    assert sorted(there) == sorted(full_deck(game.state))
    assert sorted([*decks.event_deck, *decks.event_discard]) == sorted(full_events(game.state))


@pytest.mark.pins("setup.custom-cards", "setup.event-deck")
def test_an_event_card_of_the_scenario_may_have_copies():
    card = {"deck": "event", "id": "X", "name": "X", "text": "X", "copies": 2, "effects": [{"hand": "runners"}]}
    start = SYSTEM.setup(field(card=[card]), {"events": "on"})
    assert [copy for copy in full_events(start) if copy.startswith("X")] == ["X.1", "X.2"]
    for copies, icon, fine in ((60, 60, True), (61, 0, False), (0, 0, False), (2, 3, False), (1, -1, False)):
        assert (
            list(
                card_faults(
                    {**card, "deck": "command", "effects": [{"slots": {"red": 1}}], "copies": copies, "icon": icon}
                )
            )
            == []
        ) == fine
