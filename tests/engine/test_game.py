"""The laws of a game: what is asked, what is answered, and what can be taken back."""

from __future__ import annotations

import pytest

from tests.contract import position
from tests.little import DIE, HIDDEN, PACK, WORD, Notes, ask, asked, choice, dice, little, notes, throw
from tests.toy import SEATS, TOY, battle, name, until
from zareba.engine.ask import Both, Choice, Draw, Place, Roll
from zareba.engine.chance import Die, die, pips
from zareba.engine.dice import Scripted, Seeded
from zareba.engine.errors import Illegal, Unknown, ZarebaError
from zareba.engine.events import Result
from zareba.engine.game import Answered, Game, seat_of

DRAW = Result(None, "table.agree", "They agree.")


def game_of(*steps, source=None) -> Game:
    return Game(little(*steps), Notes(), source)


# --- what is asked --------------------------------------------------------------------------------------------


def test_a_question_with_one_option_is_not_asked():
    game = game_of(ask(words=["only"]), ask("blue"))
    assert notes(game) == ("red", "only")
    assert asked(game, Choice).seat == "blue"
    assert game.forced == 1


def test_one_option_is_not_asked_after_an_answer_either():
    game = until(battle(places=2, figures=9, rounds=9), "flee")
    game.answer("flee")
    game.throw((1, 2))
    assert name(game) != "hide"
    assert game.state.hidden != {}


def test_a_roll_of_no_dice_is_not_asked():
    async def three_rolls(state):
        state.note(await dice(0), await dice(-2), await dice(1))

    game = game_of(three_rolls)
    assert asked(game, Roll).count == 1
    game.throw((4,))
    assert notes(game) == ("0", "0", "4")


@pytest.mark.parametrize(
    "request_",
    [choice(words=[]), Place("red", WORD, [], lambda spot: None), Both(choice(), choice("blue", []))],
    ids=["choice", "place", "both"],
)
def test_a_question_without_an_option_is_a_fault_in_the_rules(request_):
    async def rule(state):
        await request_

    with pytest.raises(ZarebaError, match="word was asked without an option"):
        game_of(rule)


def test_steps_that_ask_nothing_are_passed_over():
    async def nothing(state):
        state.note("nothing")

    game = game_of(nothing, nothing, ask(), nothing)
    assert (notes(game), game.steps) == (("nothing", "nothing"), 2)
    game.choose(0)
    assert (game.request, game.steps) == (None, 4)


def test_a_battle_of_no_steps_is_over_at_once():
    game = game_of()
    assert game.request is None
    assert game.pending == []
    assert game.result == Result(None, "little.end", "All is noted.")


def test_every_seat_may_turn_a_card_that_belongs_to_none():
    async def rule(state):
        state.note(await Draw(PACK, ["ace", "king"], ""))

    for seat in (None, "red", "blue"):
        game = game_of(rule)
        game.answer("draw king", seat)
        assert notes(game) == ("king",)
    for stranger in ("green", "redder"):
        with pytest.raises(Unknown, match="Nothing is asked of"):
            game_of(rule).answer("draw king", stranger)


# --- answering --------------------------------------------------------------------------------------------------


def test_an_answer_may_be_typed_carelessly():
    game = until(battle(), "search")
    place = game.options(asked(game, Choice))[0].notation
    game.answer(f"  {place.upper().replace(' ', '   ')} ")
    assert game.asked() is not None


def test_a_refused_answer_names_the_clause_that_refuses_it():
    game = until(battle(), "first")
    game.state.searched = {"red": ("mill",), "blue": ()}
    game.answer("heads")
    with pytest.raises(Illegal, match=r"You have searched the mill, and .* \[hunt\.once\]"):
        game.answer("search mill")


def test_an_answer_that_is_none_names_one_that_is():
    game = until(battle(), "hide")
    with pytest.raises(Unknown, match="'hide moon' is no answer here; one that is: hide mill"):
        game.answer("hide moon")


def test_a_long_answer_is_not_repeated_at_length():
    game = until(battle(), "hide")
    with pytest.raises(Unknown) as caught:
        game.answer("x" * 100_000)
    assert len(str(caught.value)) < 120


def test_nobody_else_may_answer():
    game = until(battle(), "camp")
    with pytest.raises(Unknown, match="Nothing is asked of blue"):
        game.answer("6000 6000", "blue")


@pytest.mark.parametrize("act", [
    lambda game: game.choose(0), lambda game: game.place((0, 0)), lambda game: game.throw((1,)),
    lambda game: game.turn(0), lambda game: game.answer("a"), lambda game: game.end(DRAW), lambda game: game.undo(),
])  # fmt: skip
def test_nothing_can_be_answered_once_the_battle_is_over(act):
    game = game_of(throw)
    game.throw((3,))
    with pytest.raises(Unknown):
        act(game)


@pytest.mark.parametrize("act", [
    lambda game: game.choose(3), lambda game: game.choose(-1), lambda game: game.place((0, 0)),
    lambda game: game.throw((1,)), lambda game: game.turn(0),
])  # fmt: skip
def test_an_answer_of_the_wrong_kind_is_refused(act):
    game = game_of(ask())
    with pytest.raises(Unknown):
        act(game)
    assert asked(game, Choice).question is WORD


def test_any_position_will_do_that_is_not_refused():
    game = until(battle(), "camp")
    game.answer("12345 6789")
    assert game.state.camps == {"red": (12345, 6789)}
    with pytest.raises(Illegal, match=r"within 12 inches of the other camp. \[camp\.apart\]"):
        game.answer("12000 6000")
    with pytest.raises(Illegal, match=r"\[camp\.table\]"):
        game.answer("0 -1")
    with pytest.raises(Illegal, match=r"\[camp\.table\]"):
        game.answer("-1000000000 1000000000")


@pytest.mark.parametrize("text", ["", "5", "1 2 3", "1.5 2", "1_0 20", "٣ ٣", "x y", "9" * 5000 + " 1", "1000000001 1"])
def test_what_is_no_position_is_refused(text):
    game = until(battle(), "camp")
    with pytest.raises(Unknown):
        game.answer(text)
    assert game.state.camps == {}


# --- dice and cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["roll 6 3 1", "6 3 1", "631", "ROLL  6  3 1", "roll 631"])
def test_dice_may_be_typed_in_several_ways(text):
    async def rule(state):
        state.note(await dice(3))

    game = game_of(rule)
    game.answer(text)
    assert notes(game) == ("10",)


@pytest.mark.parametrize("text", ["", "6 3", "6 3 1 1", "7 1 1", "0 1 1", "-1 1 1", "6 3 x", "²²²", "9" * 5000, "roll"])
def test_impossible_dice_are_refused_by_the_clause_on_typing_them_in(text):
    async def rule(state):
        await dice(3)

    game = game_of(rule)
    with pytest.raises(Illegal, match=r"\[little\.manual\]"):
        game.answer(text)
    assert asked(game, Roll).count == 3


def test_dice_may_be_typed_as_one_word_as_long_as_every_side_is_one_letter():
    async def rule(state):
        state.note(await Roll(DIE._replace(die=die(9)), 2, pips(die(9)), "red"))
        state.note(await Roll(DIE._replace(die=die(10)), 2, pips(die(10)), "red"))

    game = game_of(rule)
    game.answer("19")
    assert notes(game) == ("10",)
    with pytest.raises(Illegal, match="2 dice are thrown here, and 1 were given"):
        game.answer("19")
    game.answer("10 9")
    assert notes(game) == ("10", "19")


@pytest.mark.parametrize("faces", [(), (1, 2), (7,), (0,), (-1,)])
def test_impossible_faces_are_refused(faces):
    game = game_of(throw)
    with pytest.raises(Illegal, match=r"\[little\.manual\]"):
        game.throw(faces)


def test_a_die_is_read_and_written_by_the_words_on_its_sides():
    average = DIE._replace(die=Die("average", ("2", "3", "3", "4", "4", "5")))
    colours = DIE._replace(die=Die("colours", ("red", "white", "blue")))

    async def rule(state):
        state.note(await Roll(average, 2, (2, 3, 3, 4, 4, 5), "red"), await Roll(colours, 2, (1, 2, 3), "red"))

    told: list[Answered] = []
    game = game_of(rule)
    game.listener = told.append
    with pytest.raises(Illegal):
        game.answer("roll 6 2")
    game.answer("roll 2 5")
    game.answer("roll Blue 1")
    assert notes(game) == ("7", "4")
    assert [answered.notation for answered in told] == ["roll 2 5", "roll blue red"]


def test_a_card_is_read_by_its_name():
    async def rule(state):
        state.note(await Draw(HIDDEN, ["7h", "drawbridge"], "red"))

    for text, card in (
        ("draw 7H", "7h"),
        ("7h", "7h"),
        ("drawbridge", "drawbridge"),
        ("draw drawbridge", "drawbridge"),
    ):
        game = game_of(rule)
        game.answer(text)
        assert notes(game) == (card,)
    with pytest.raises(Illegal, match=r"'8h' is not among the 2 left. \[little\.manual\]"):
        game_of(rule).answer("draw 8h")


@pytest.mark.parametrize("index", [-1, 2])
def test_a_card_that_is_not_there_cannot_be_turned(index):
    async def rule(state):
        await Draw(PACK, ["ace", "king"], "")

    with pytest.raises(Unknown, match="There are 2 cards"):
        game_of(rule).turn(index)


def test_a_source_throws_up_to_the_next_decision():
    game = game_of(throw, throw, ask(), throw, source=Scripted([3, 5, 6])).proceed()
    assert notes(game) == ("die", "3", "die", "5")
    game.choose(0)
    assert game.proceed().request is None
    assert game.dice == 3


def test_without_a_source_dice_wait():
    game = game_of(throw)
    assert not game.throws()
    assert isinstance(game.proceed().request, Roll)


def test_a_script_that_runs_out_says_so_and_the_dice_wait():
    game = game_of(throw, source=Scripted([]))
    with pytest.raises(Unknown, match="0 dice left for die, which needs 1"):
        game.proceed()
    assert isinstance(game.request, Roll)


def test_a_source_hears_when_a_player_has_decided():
    class Listening(Scripted):
        heard = 0

        def decided(self):
            self.heard += 1

    source = Listening([1])
    game = game_of(ask(), throw, ask(), source=source)
    game.choose(0)
    game.proceed()
    assert source.heard == 1
    game.choose(0)
    assert source.heard == 2


# --- secret choices -----------------------------------------------------------------------------------------------


async def secretly(state):
    state.note(*await Both(choice("red"), choice("blue")))


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_secret_choices_count_once_all_are_made_in_whatever_order(order):
    game = game_of(secretly, ask())
    words = {"red": "a", "blue": "b"}
    game.answer(words[order[0]], order[0])
    assert notes(game) == ()
    assert [seat_of(request) for request in game.pending] == [order[1]]
    with pytest.raises(Unknown, match="Nothing is asked of"):
        game.answer("c", order[0])
    game.answer(words[order[1]], order[1])
    assert notes(game) == ("a", "b")


def test_in_a_secret_choice_even_a_single_option_is_asked():
    async def rule(state):
        state.note(*await Both(choice("red", ["only"]), choice("blue")))

    assert len(game_of(rule).pending) == 2


def test_a_secret_choice_can_be_taken_back_until_all_have_chosen():
    game = game_of(secretly, ask())
    game.answer("a", "red")
    assert game.undoable("red")
    assert not game.undoable("blue")
    with pytest.raises(Unknown):
        game.undo("blue")
    game.undo("red")
    game.answer("c", "red")
    game.answer("b", "blue")
    assert notes(game) == ("c", "b")
    assert not game.can_undo


def test_taking_back_what_came_before_a_secret_choice_takes_back_the_choice_too():
    game = game_of(ask("blue"), secretly)
    game.answer("a", "blue")
    game.answer("b", "red")
    game.undo("blue")
    assert (notes(game), asked(game, Choice).seat) == ((), "blue")
    game.answer("c", "blue")
    assert len(game.pending) == 2


# --- going back ---------------------------------------------------------------------------------------------------


def test_undo_goes_back_decision_by_decision_and_across_steps():
    game = game_of(ask("red"), ask("red", ["only"]), ask("blue"), ask("red"))
    seen = []
    for word in "abc":
        seen.append((position(game), game.steps))
        game.answer(word)
    while seen:
        game.undo()
        assert (position(game), game.steps) == seen.pop()
    assert not game.can_undo


def test_undo_stops_at_a_roll():
    game = game_of(ask(), throw, ask())
    game.choose(0)
    game.throw((2,))
    with pytest.raises(Unknown, match="Nothing has been decided since dice were thrown"):
        game.undo()
    game.choose(0)
    game.undo()
    assert not game.can_undo


def test_undo_stops_at_a_card():
    async def turn(state):
        state.note(await Draw(PACK, ["ace", "king"], ""))

    game = game_of(ask(), turn, ask())
    game.choose(0)
    game.turn(1)
    with pytest.raises(Unknown, match="since a card was drawn"):
        game.undo()


def test_undo_stops_at_secret_choices_that_all_have_made():
    game = game_of(ask(), secretly, ask())
    game.choose(0)
    game.answer("a", "red")
    game.answer("b", "blue")
    with pytest.raises(Unknown, match="since a secret was shown"):
        game.undo()


def test_undo_stops_where_a_rule_has_shown_a_secret():
    async def search(state):
        if await choice() == "b":
            state.revealed = True
        state.note(await choice())

    game = game_of(search, ask())
    game.answer("a")
    game.undo()
    game.answer("b")
    assert "since a secret was shown" in game.bounds()
    game.answer("a")
    game.undo()
    assert not game.can_undo


def test_a_secret_shown_before_the_first_question_stops_nothing_after_it():
    async def show(state):
        state.revealed = True
        state.note(await choice())

    game = game_of(show, ask())
    game.answer("a")
    game.undo()
    game.answer("b")
    game.undo()
    assert notes(game) == ()


def test_a_secret_shown_once_does_not_stop_what_is_decided_after_going_back():
    async def show(state):
        await choice()
        state.revealed = True
        state.note(await choice(), await choice())

    game = game_of(show)
    for word in "abc":
        game.answer(word)
    game.undo()
    game.undo()
    game.answer("a")
    assert game.can_undo, "replaying the reveal must not count as a new one"


def test_a_seat_takes_back_only_its_own_last_decision():
    game = game_of(ask("red"), ask("blue"), ask("red"))
    game.choose(0)
    assert game.undoable("red")
    game.choose(0)
    assert not game.undoable("red")
    with pytest.raises(Unknown, match="another player's: only the whole table"):
        game.undo("red")
    game.undo("blue")
    game.undo("red")
    assert not game.can_undo


def test_forced_answers_are_taken_back_with_the_decision_before_them():
    game = game_of(ask("red"), ask("blue", ["only"]), ask("red"))
    game.choose(1)
    assert notes(game) == ("red", "b", "blue", "only")
    game.undo()
    assert notes(game) == ()


def test_the_end_by_a_decision_can_be_taken_back():
    game = game_of(ask())
    game.choose(0)
    assert game.request is None
    game.undo()
    assert game.result is None
    assert asked(game, Choice).question is WORD


# --- ending -------------------------------------------------------------------------------------------------------


def test_a_concession_ends_the_battle_and_stands():
    game = game_of(ask(), ask())
    told: list[Answered] = []
    game.listener = told.append
    game.choose(0)
    game.end(Result("blue", "table.concede", "Red concedes."), "red")
    assert (game.request, told[-1].notation) == (None, "concede red")
    assert game.result is not None
    assert game.result.winner == "blue"
    with pytest.raises(Unknown, match="since the players ended the battle"):
        game.undo()


def test_a_draw_is_agreed_while_seats_choose_in_secret():
    game = game_of(secretly)
    game.answer("a", "red")
    game.end(DRAW)
    assert game.pending == []
    assert game.clone().result == DRAW


# --- overruling -----------------------------------------------------------------------------------------------------


def test_the_last_roll_can_be_overruled_and_what_followed_is_taken_back():
    game = game_of(ask("blue"), throw, ask(), ask("blue"))
    game.choose(0)
    game.throw((2,))
    game.choose(1)
    game.choose(2)
    told: list[Answered] = []
    game.listener = told.append
    game.overrule((6,))
    assert notes(game) == ("blue", "a", "die", "6")
    assert game.steps == 2
    assert told[-1][1:5] == ("little.overrule", "red", "roll 6", (6,))
    assert told[-1].overruled
    assert not game.can_undo


def test_a_roll_can_be_overruled_again():
    game = game_of(throw, ask())
    for face in (1, 2, 3):
        game.throw((face,)) if face == 1 else game.overrule((face,))
        assert notes(game) == ("die", str(face))


def test_the_roll_that_ended_the_battle_can_be_overruled():
    game = game_of(throw)
    game.throw((2,))
    game.overrule((5,))
    assert notes(game) == ("die", "5")
    assert game.result is not None


def test_a_roll_in_the_middle_of_a_step_is_overruled_there():
    async def rule(state):
        state.note(await choice())
        state.note(await dice())
        state.note(await choice())

    game = game_of(rule, ask())
    game.answer("a")
    game.throw((1,))
    game.answer("b")
    game.overrule((4,))
    assert notes(game) == ("a", "4")
    assert asked(game, Choice).question is WORD


async def turn_card(state):
    state.note(await Draw(PACK, ["ace", "king"], ""))


@pytest.mark.parametrize("steps, answers, since", [
    ((ask(), ask()), ["a"], "the battle began"),
    ((throw, turn_card, ask()), ["1", "ace"], "a card was drawn"),
    ((throw, secretly, ask()), ["1", "a", "b"], "a secret was shown"),
])  # fmt: skip
def test_only_the_last_roll_can_be_overruled_and_only_while_nothing_was_seen_since(steps, answers, since):
    game = game_of(*steps)
    for text in answers:
        game.answer(text)
    with pytest.raises(Unknown, match=f"no roll to overrule since {since}"):
        game.overrule((1,))


def test_impossible_dice_cannot_overrule():
    game = game_of(throw, ask())
    game.throw((1,))
    game.choose(0)
    before = position(game)
    with pytest.raises(Illegal, match=r"\[little\.manual\]"):
        game.overrule((7,))
    assert position(game) == before


def test_what_the_players_ended_cannot_be_overruled():
    game = game_of(throw, ask())
    game.throw((1,))
    game.end(DRAW)
    with pytest.raises(Unknown):
        game.overrule((2,))


# --- a rule that fails ------------------------------------------------------------------------------------------------


class Broken(Exception):
    """A fault in the rules of a test."""


async def broken(state):
    state.note("about to break")
    raise Broken


async def breaks_late(state):
    state.note("first", await choice())
    if state.notes[-1] == "b":
        raise Broken
    state.note("then", await choice())


async def breaks_on_five(state):
    if await dice() == 5:
        raise Broken
    state.note("fine")


async def breaks_in_secret(state):
    if await Both(choice("red"), choice("blue")) == ("b", "b"):
        raise Broken


@pytest.mark.parametrize("steps, before, answer", [
    ([breaks_late], [], "b"),
    ([ask(), broken], [], "a"),
    ([ask(), ask(words=["only"]), broken], [], "a"),
    ([ask(), ask("blue"), broken], ["a"], "b"),
    ([ask(), breaks_on_five], ["a"], "5"),
    ([throw, broken], [], "3"),
    ([ask(), breaks_in_secret], ["a", "b"], "b"),
])  # fmt: skip
def test_a_failing_rule_leaves_the_game_as_it_was(steps, before, answer):
    game = game_of(*steps, ask())
    game.state.events = []
    for text in before:
        game.answer(text)
    was = (position(game), game.steps, list(game.state.events), game.bounds(), dict(game._secret))
    for _ in range(2):
        with pytest.raises(Broken):
            game.answer(answer)
        assert (position(game), game.steps, game.state.events, game.bounds(), game._secret) == was
    while game.can_undo:
        game.undo()
    assert game.asked() is not None


def test_after_a_failing_rule_the_game_goes_on():
    game = game_of(ask(), breaks_late, ask())
    game.answer("a")
    with pytest.raises(Broken):
        game.answer("b")
    game.answer("a")
    game.answer("c")
    assert notes(game) == ("red", "a", "first", "a", "then", "c")


def test_a_rule_that_fails_on_overruling_dice_leaves_the_game_as_it_was():
    game = game_of(breaks_on_five, ask(), ask())
    game.state.events = []
    game.throw((1,))
    game.answer("a")
    before, events = position(game), list(game.state.events)
    with pytest.raises(Broken):
        game.overrule((5,))
    assert (position(game), game.state.events) == (before, events)
    assert game.can_undo
    game.overrule((2,))
    assert notes(game) == ("fine",)


# --- copies -----------------------------------------------------------------------------------------------------------


def test_a_clone_goes_its_own_way_and_tells_nobody():
    game = until(battle(), "search")
    told: list[Answered] = []
    game.listener = told.append
    before = position(game)
    twin = game.clone(Seeded(9))
    while twin.request is not None:
        twin.choose(0) if not twin.throws() else None
    assert position(game) == before
    assert told == []


def test_a_clone_in_the_middle_of_secret_choices_keeps_them():
    game = until(battle(), "hide")
    game.answer("hide mill", "red")
    twin = game.clone()
    twin.answer("hide ford", "blue")
    assert twin.state.hidden == {"red": "mill", "blue": "ford"}
    assert game.state.hidden == {}


def test_looking_changes_nothing():
    game = until(battle(), "search")
    before = position(game)
    for seat in (*SEATS, None):
        request = game.asked(seat)
        if isinstance(request, Choice):
            assert game.options(request)
            game.refused(request)
    assert game.refused(dice()) == []
    assert position(game) == before
    assert game.system is TOY
