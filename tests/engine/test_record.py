"""The laws of the record: nothing is left out, nothing can be changed, and differences lead from hash to hash."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract import advance, play
from tests.little import ask, choice, little, throw
from tests.toy import SEATS, TOY, name, scenario, until
from zareba.engine.ask import Both
from zareba.engine.canon import Json, NotPlain, canonical, digest
from zareba.engine.dice import Scripted, Seeded
from zareba.engine.errors import Unknown
from zareba.engine.events import Event, Result
from zareba.engine.record import apply, diff, seen_dice, start

words = st.sampled_from(["a", "b", "c"]) | st.text(max_size=3)
scalars = st.booleans() | st.integers(-2, 2) | words
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=12
)
documents = st.dictionaries(words, values, max_size=4)


def journal_of(*steps, source=None):
    return start(little(*steps), {"name": "little"}, {}, source)


# --- differences ----------------------------------------------------------------------------------------------


@given(documents, documents)
def test_a_difference_leads_from_one_document_to_the_other(before, after):
    assert canonical(apply(before, diff(before, after))) == canonical(after)


@given(documents, documents)
def test_applying_a_difference_changes_neither(before, after):
    patch = diff(before, after)
    texts = canonical(before), canonical(patch)
    apply(before, patch)
    assert (canonical(before), canonical(patch)) == texts


@given(documents)
def test_between_equal_documents_there_is_no_difference(document):
    assert diff(document, json.loads(canonical(document))) == {}


@given(documents, documents, documents)
def test_differences_can_be_applied_one_after_the_other(first, second, third):
    patched = apply(apply(first, diff(first, second)), diff(second, third))
    assert canonical(patched) == canonical(third)


@given(documents, st.dictionaries(words, values | st.none(), max_size=3))
def test_a_difference_says_no_more_than_it_must(before, patch):
    after = apply(before, patch)
    assert diff(before, after).keys() <= patch.keys()


def test_yes_is_not_one():
    assert diff({"a": True, "b": [1]}, {"a": 1, "b": [True]}) == {"a": 1, "b": [True]}


@pytest.mark.parametrize("target, patch, result", [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
])  # fmt: skip
def test_the_examples_of_rfc_7386_hold(target, patch, result):
    assert apply(target, patch) == result


# --- the chain ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def raid():
    return play(TOY, scenario(4, figures=9, rounds=9), {}, 4)


def test_every_entry_follows_the_one_before_it(raid):
    _, journal = raid
    head = digest(journal.header)
    for number, record in enumerate(journal.records):
        assert (record["n"], record["prev"]) == (number, head)
        assert record["hash"] == digest({key: value for key, value in record.items() if key != "hash"})
        head = record["hash"]
    assert journal.head == head


def test_the_effects_of_every_entry_lead_to_its_hash(raid):
    game, journal = raid
    document = journal.records[0]["start"]
    assert digest(document) == journal.records[0]["state"]
    for record in journal.records[1:]:
        document = apply(document, record["effects"])
        assert digest(document) == record["state"]
    assert document == TOY.dump(game.state)


def test_the_set_up_holds_all_that_the_battle_depends_on():
    terms = scenario(1)
    _, journal = start(TOY, terms, {"cover": "thick"}, Seeded(12), {"red": "Ann", "blue": "Ben"})
    opening = journal.records[0]
    assert opening["scenario"] == terms
    assert opening["options"] == {"cover": "thick"}
    assert opening["players"] == {"red": "Ann", "blue": "Ben"}
    assert (opening["source"], opening["seed"]) == ("seeded", 12)
    assert journal.header == {
        "zareba": 1, "writer": journal.header["writer"], "rules": "toy-ambush@1", "scenario": digest(terms)
    }  # fmt: skip


@pytest.mark.parametrize("source, kind", [(None, "table"), (Scripted(), "scripted"), (Seeded("word"), "seeded")])
def test_the_set_up_says_where_the_dice_come_from(source, kind):
    _, journal = start(TOY, scenario(), {}, source)
    assert journal.records[0]["source"] == kind
    assert journal.records[0].get("seed") == ("word" if kind == "seeded" else None)


@pytest.mark.parametrize(
    "options, why", [({"cover": "deep"}, "one of: none, thick"), ({"rain": "yes"}, "there are: cover")]
)
def test_an_option_that_does_not_exist_is_refused(options, why):
    with pytest.raises(Unknown, match=why):
        start(TOY, scenario(), options, None)


def test_what_the_first_steps_tell_stands_in_the_set_up():
    async def greet(notes):
        notes.note("hello")
        await choice()

    _, journal = journal_of(greet)
    assert [event["text"] for event in journal.records[0]["events"]] == ["hello"]
    assert journal.records[0]["start"]["notes"] == ["hello"]


def test_the_scenario_is_kept_as_it_was():
    terms = scenario()
    game, journal = start(TOY, terms, {}, Seeded(1))
    terms["places"].clear()
    assert journal.records[0]["scenario"]["places"]
    assert game.state.places


# --- the entries ----------------------------------------------------------------------------------------------


def test_an_entry_says_what_was_asked_who_answered_and_what_happened():
    game, journal = journal_of(ask("blue"), ask("red", ["only"]), ask())
    game.answer("B", "blue")
    record = journal.records[1]
    assert (record["type"], record["ask"], record["clause"]) == ("answer", "word", "little.word")
    assert (record["seat"], record["answer"]) == ("blue", "b")
    assert [event["text"] for event in record["events"]] == ["blue b", "red only"]
    assert record["effects"] == {"at": 3, "notes": ["blue", "b", "red", "only"]}
    assert "dice" not in record


def test_dice_and_cards_stand_in_their_entries(raid):
    _, journal = raid
    for record in journal.records[1:]:
        if record["ask"] in ("first", "shoot", "panic"):
            assert record["dice"]
            assert record["answer"].startswith("roll ")
        elif record["ask"] == "deal":
            assert record["answer"].startswith("draw ")
            assert "dice" not in record


def test_events_keep_their_audience(raid):
    _, journal = raid
    told = [event for record in journal.records for event in record["events"]]
    assert {tuple(event["seats"]) for event in told if event["kind"] == "card"} == {("red",), ("blue",)}
    assert not any("seats" in event for event in told if event["kind"] == "lost")


def test_events_are_told_once():
    game, journal = journal_of(ask(), ask())
    game.answer("a")
    assert game.state.events == []
    game.answer("b")
    assert [event["text"] for event in journal.records[2]["events"]] == ["red b"]


def test_an_undo_names_what_it_takes_back():
    game, journal = journal_of(ask(), ask("red", ["only"]), ask())
    game.answer("a")
    game.answer("b")
    game.undo()
    game.answer("c")
    game.undo("red")
    game.undo("red")
    undone = [record["undo"] for record in journal.records if record["type"] == "undo"]
    assert undone == [2, 4, 1]
    assert journal.records[-1]["state"] == journal.records[0]["state"]
    assert [record["seat"] for record in journal.records if record["type"] == "undo"] == ["", "red", "red"]


async def secretly(notes):
    notes.note(*await Both(choice("red"), choice("blue")))


def test_taking_back_secret_choices_leaves_an_entry_for_each():
    game, journal = journal_of(ask("blue"), secretly)
    game.answer("a", "blue")
    game.answer("b", "red")
    game.undo("red")
    game.answer("c", "red")
    game.undo("blue")
    undone = [(record["undo"], record["seat"]) for record in journal.records if record["type"] == "undo"]
    assert undone == [(2, "red"), (4, "red"), (1, "blue")]


def test_an_overruled_roll_names_the_roll_it_replaces():
    game, journal = journal_of(ask(), throw, ask(), ask())
    game.answer("a")
    game.throw((2,))
    game.answer("b")
    game.overrule((6,))
    game.answer("c")
    game.overrule((1,))
    overruled = [record for record in journal.records if "overruled" in record]
    assert [(record["overruled"], record["dice"], record["clause"]) for record in overruled] == [
        (2, [6], "little.overrule"), (4, [1], "little.overrule")
    ]  # fmt: skip
    assert [event["kind"] for event in overruled[0]["events"]] == ["overruled", "noted"]
    game.answer("b")
    game.undo()
    assert journal.records[-1]["undo"] == journal.records[-2]["n"]


def test_an_end_agreed_by_the_players_is_an_entry():
    game, journal = journal_of(ask())
    game.end(Result("blue", "little.concede", "Red concedes."), "red")
    record = journal.records[-1]
    assert (record["type"], record["answer"], record["seat"]) == ("end", "concede red", "red")
    assert (record["winner"], record["clause"], record["why"]) == ("blue", "little.concede", "Red concedes.")


def test_a_refused_answer_leaves_no_entry(raid):
    game, journal = start(TOY, scenario(), {}, Seeded(1))
    until(game, "hide")
    before = len(journal.records)
    for text in ("", "hide moon", "9" * 99):
        with pytest.raises(Unknown):
            game.answer(text)
    assert len(journal.records) == before
    assert journal.records[-1]["state"] == digest(TOY.dump(game.state))


def test_an_answer_that_a_rule_fails_on_leaves_no_entry_and_no_events():
    async def fails(notes):
        notes.note(await choice())
        raise ZeroDivisionError

    game, journal = journal_of(fails)
    with pytest.raises(ZeroDivisionError):
        game.answer("a")
    assert len(journal.records) == 1
    assert game.state.events == []


def test_the_same_seed_and_answers_give_the_same_record(raid):
    _, journal = raid
    _, again = play(TOY, scenario(4, figures=9, rounds=9), {}, 4)
    assert again.records == journal.records


def test_a_record_holds_no_fraction():
    async def fraction(notes):
        notes.note(await choice())
        notes.events.append(Event("odd", "", "", {"half": 0.5}))

    game, _ = journal_of(fraction)
    with pytest.raises(NotPlain, match="float"):
        game.answer("a")


def test_a_position_with_a_fraction_is_a_fault_in_the_rules():
    system = replace(little(ask()), dump=lambda notes: {"at": 0.5})
    with pytest.raises(NotPlain, match=r"0\.5"):
        start(system, {}, {}, None)


# --- what a seat hears ----------------------------------------------------------------------------------------


def test_each_seat_has_numbers_of_its_own(raid):
    _, journal = raid
    for seat in (*SEATS, ""):
        log = journal.log(seat)
        assert [event["n"] for event in log] == list(range(1, len(log) + 1))
        assert all("seats" not in event for event in log)
    assert {event["kind"] for event in journal.log("")}.isdisjoint({"card", "hiding"})
    assert len(journal.log("red")) > len(journal.log(""))


def test_a_log_can_be_read_on_from_where_one_was():
    game, journal = start(TOY, scenario(2), {}, Seeded(2))
    random = Random(2)
    heard: list[Json] = []
    while game.request is not None:
        advance(game, random)
        heard += journal.log("blue", len(heard))
    assert heard == journal.log("blue")
    assert journal.log("blue", len(heard)) == []
    assert journal.log("blue", -5) == heard
    assert name(game) == ""


def test_a_sink_is_handed_every_new_entry():
    game, journal = journal_of(ask(), ask())
    kept: list[Json] = []
    journal.sink = kept.append
    game.answer("a")
    game.undo()
    game.answer("b")
    assert kept == journal.records[1:]


@pytest.mark.parametrize(
    "events, seat, faces",
    [
        ([], "red", [4]),
        ([{"text": "Red throws 4."}], "blue", [4]),
        ([{"text": "Red throws 4.", "seats": ["red"]}], "red", [4]),
        ([{"text": "Red throws 4.", "seats": ["red"]}], "blue", []),
        ([{"text": "Red throws 4.", "seats": ["red"]}, {"text": "The turn is over."}], "blue", []),
    ],
)
def test_dice_thrown_in_secret_are_seen_by_those_alone_who_hear_of_them(events, seat, faces):
    assert seen_dice({"dice": [4], "events": events}, seat) == faces
    assert seen_dice({"events": events}, seat) == []
