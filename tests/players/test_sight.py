"""What a player is shown: a world of its own, which its seat cannot tell from the real one, and no die to come."""

from __future__ import annotations

from random import Random

import pytest
from tests.contract import position
from tests.players.tiny import CARDS, SIDES, SYSTEM, duel

from zareba.engine.ask import Choice, Place
from zareba.engine.dice import Seeded
from zareba.engine.game import Game, seat_of
from zareba.players import consult, player, seen

OTHER = dict(zip(SIDES, reversed(SIDES), strict=True))
THINKERS = ("random", "instinct", "greedy", "search:30")


def dealt(red: str, blue: str, seed: int = 3, attacks: int = 0) -> Game:
    """A duel with these cards, opened by the same choices and played on by instinct for some attacks."""
    game = Game(SYSTEM, duel(), Seeded(seed))
    game.source = None
    game.answer(f"draw {red}")
    game.answer(f"draw {blue}")
    game.choose(0, "red")
    game.choose(1, "blue")
    game.answer("0 0")
    for _ in range(attacks):
        game.answer("hold")
        game.throw((1, 2, 3) if game.state.stances[0] != game.state.stances[1] else (1, 2))
    return game


def strip(game: Game) -> int:
    return SIDES.index(seat_of(game.pending[0]))


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("attacks", [0, 1])
def test_what_a_player_answers_hangs_on_nothing_that_its_seat_cannot_see(name, attacks):
    """The card of the other is another; everything else, the player's own chance too, is the same."""
    answers = set()
    for card in CARDS[1:]:
        cards = ("0", card) if attacks % 2 == 0 else (card, "0")
        game = dealt(*cards, attacks=attacks)
        seat = seat_of(game.pending[0])
        answers.add(consult(player(name, 5), game, seat, Random(8)))
    assert len(answers) == 1


def test_the_card_in_the_others_sleeve_is_drawn_anew():
    game = dealt("0", "3")
    shown = {seen(game, "red", Random(seed)).state.cards[1] for seed in range(60)}  # type: ignore[union-attr]
    assert shown == {"1", "2", "3"}
    assert {seen(game, "red", Random(seed)).state.cards[0] for seed in range(20)} == {"0"}  # type: ignore[union-attr]


def test_a_card_that_has_been_shown_is_known():
    game = dealt("0", "3")
    game.state.shown[1] = game._checkpoint.shown[1] = True
    assert {seen(game, "red", Random(seed)).state.cards[1] for seed in range(20)} == {"3"}  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", SIDES)
def test_what_another_chooses_in_secret_is_guessed(seat):
    game = Game(SYSTEM, duel())
    game.answer("draw 0")
    game.answer("draw 1")
    game.choose(1, OTHER[seat])
    guessed = {seen(game, seat, Random(seed))._secret[SIDES.index(OTHER[seat])] for seed in range(40)}  # type: ignore[union-attr]
    assert guessed == {0, 1}


def test_no_die_can_be_foreseen():
    game = Game(SYSTEM, duel(), Seeded(4)).proceed()
    world = seen(game, "red", Random(1))
    assert world is not None
    assert world.source is None
    assert world.listener is None


def test_what_a_player_does_in_its_world_changes_nothing_in_the_real_one():
    game = dealt("1", "2")
    before = position(game)
    world = seen(game, "red", Random(1))
    assert world is not None
    world.answer("press")
    world.throw((6,) * world.request.count)  # type: ignore[union-attr]
    assert position(game) == before


@pytest.mark.parametrize("name", THINKERS)
def test_every_question_of_a_battle_is_answered_with_one_of_its_options(name):
    """Secret choices and positions on a table, too."""
    game = Game(SYSTEM, duel(2, 6), Seeded(2))
    minds, random, kinds = {side: player(name, side) for side in SIDES}, Random(4), set()
    while game.proceed().request is not None:
        seat, before = seat_of(game.pending[0]), position(game)
        index = consult(minds[seat], game, seat, random)
        kinds.add(type(game.pending[0]))
        assert 0 <= index < len(game.options(game.pending[0]))  # type: ignore[arg-type]
        assert position(game) == before
        game.choose(index, seat)
    assert kinds == {Choice, Place}


def test_where_no_world_can_be_imagined_any_answer_is_given():
    """A system whose imagination contradicts what the seat has seen does not stop the battle."""

    def muddled(state, seat, random):
        twin = state.copy()
        twin.men = [1, 1]
        return twin

    system = SYSTEM.__class__(**{**vars(SYSTEM), "imagine": muddled})
    game = Game(system, duel(), Seeded(1))
    game.source = None
    game.answer("draw 0")
    game.answer("draw 1")
    game.choose(0, "red")
    game.choose(0, "blue")
    game.answer("0 0")
    game.answer("press")
    game.throw((6, 6, 6))
    assert seen(game, "blue", Random(1)) is None
    assert {consult(player("greedy", 1), game, "blue", Random(seed)) for seed in range(20)} == {0, 1}
