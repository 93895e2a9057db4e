"""The laws of the save: it opens for ever, as far as it is whole, and continues only where it is true."""

from __future__ import annotations

import gzip
import json
import os
import re
from dataclasses import replace
from random import Random

import pytest

from tests.contract import advance, play, position
from tests.little import PACK, Notes, ask, choice, dice, little, notes, throw
from tests.toy import SEATS, TOY, imagine, scenario, secrets, until
from zareba.engine.ask import Both, Draw
from zareba.engine.canon import canonical, digest
from zareba.engine.dice import Seeded
from zareba.engine.errors import Unknown, ZarebaError
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.engine.reader import MOST_BYTES
from zareba.engine.record import Journal, start
from zareba.engine.save import (
    Unreadable,
    Unsaved,
    ViewOnly,
    continue_save,
    open_save,
    partial,
    read_save,
    replay,
    resume,
    save_bytes,
    view_at,
    write_save,
)
from zareba.engine.view import view


async def secretly(notes):
    notes.note(*await Both(choice("red"), choice("blue")))


async def turn(notes):
    notes.note(await Draw(PACK, ["ace", "king"], ""))


LITTLE = little(ask(), throw, ask("blue", ["only"]), turn, secretly, ask("blue"), ask())


def small_battle() -> tuple[Game, Journal]:
    """A battle with one of everything in its record."""
    game, journal = start(LITTLE, {"name": "small"}, {}, None, {"red": "Ann"})
    for text in ("b", "4", "king"):
        game.answer(text)
    game.answer("a", "blue")
    game.answer("c", "red")
    game.answer("b", "blue")
    game.undo("blue")
    game.answer("c", "blue")
    return game, journal


def small() -> bytes:
    return save_bytes(small_battle()[1])


def tampered(data: bytes, n: int, **changes) -> bytes:
    """The file with one entry changed, and all hashes made to fit again."""
    first, *rest = data.splitlines()
    head, lines = digest(json.loads(first)), [first]
    for number, text in enumerate(rest):
        record = json.loads(text) | {"prev": head} | (changes if number == n else {})
        record = {key: value for key, value in record.items() if key != "hash" and value is not ...}
        head = digest(record)
        lines.append(canonical(record | {"hash": head}))
    return b"\n".join([*lines, b""])


@pytest.fixture(scope="module")
def raid():
    game, journal = play(TOY, scenario(4, figures=9, rounds=9), {"cover": "thick"}, 4)
    return game, journal, save_bytes(journal)


# --- there and back -------------------------------------------------------------------------------------------


def test_what_was_written_is_read(raid):
    _, journal, data = raid
    save = read_save(data)
    assert (save.header, save.records) == (journal.header, journal.records)
    assert (save.faults, save.sound, save.whole) == ([], len(journal.records), True)
    assert (save.rules, save.system, save.seat) == ("toy-ambush@1", "toy-ambush", "")


def test_the_first_line_says_what_the_file_is_in_a_shape_that_never_changes(raid):
    _, _, data = raid
    first = data.split(b"\n")[0].decode()
    assert first.startswith('{"zareba":1,"writer":"')
    assert list(json.loads(first)) == ["zareba", "writer", "rules", "scenario"]


def test_every_position_can_be_viewed_without_rules(raid):
    game, journal, data = raid
    save = read_save(data)
    for record in journal.records:
        assert digest(view_at(save, record["n"])) == record["state"]
    assert view_at(save, len(save.records) - 1) == TOY.dump(game.state)


@pytest.mark.parametrize("n", [-1, 9999])
def test_a_position_that_is_not_there_cannot_be_viewed(raid, n):
    with pytest.raises(Unknown, match="has records 0 to"):
        view_at(read_save(raid[2]), n)


def test_a_replayed_battle_meets_every_hash(raid):
    game, journal, data = raid
    replayed = replay(read_save(data), TOY)
    assert replayed.difference == ""
    assert replayed.records == len(journal.records)
    assert replayed.game.result == game.result
    assert save_bytes(replayed.journal) == data


@pytest.mark.parametrize("stop", range(0, 60, 7))
def test_a_battle_resumed_anywhere_goes_on_as_if_it_had_never_stopped(stop):
    game, journal = start(TOY, scenario(4, figures=9, rounds=9), {}, Seeded(4))
    random, number = Random(4), 0
    while game.request is not None:
        if number == stop:
            game, journal = resume(read_save(save_bytes(journal)), TOY)
        advance(game, random)
        number += 1
    whole, kept = start(TOY, scenario(4, figures=9, rounds=9), {}, Seeded(4))
    random = Random(4)
    while whole.request is not None:
        advance(whole, random)
    assert save_bytes(journal) == save_bytes(kept)


def test_a_battle_with_real_dice_waits_for_them_after_resuming():
    game, journal = start(LITTLE, {}, {}, None)
    game.answer("a")
    again, _ = resume(read_save(save_bytes(journal)), LITTLE)
    assert again.source is None
    assert not again.throws()
    again.answer("5")
    assert notes(again)[:4] == ("red", "a", "die", "5")


def test_a_battle_with_fair_dice_needs_them_to_go_on():
    class Fair(Seeded):
        name = "fair"

    source = Fair(1)
    del source.seed
    game, journal = start(TOY, scenario(), {}, source)
    game.proceed()
    save = read_save(save_bytes(journal))
    with pytest.raises(ViewOnly, match="Its fair dice are not here"):
        resume(save, TOY)
    again, _ = resume(save, TOY, source)
    assert again.source is source


def test_undone_and_secret_answers_are_resumed_as_they_were():
    game, journal = start(LITTLE, {}, {}, None)
    for text in ("b", "4", "king"):
        game.answer(text)
    game.answer("a", "blue")
    game.undo("blue")
    game.answer("c", "red")
    again, kept = resume(read_save(save_bytes(journal)), LITTLE)
    assert position(again) == position(game)
    assert [seat for seat in SEATS if again.undoable(seat)] == ["red"]
    again.undo("red")
    assert kept.records[-1]["undo"] == len(journal.records) - 1


def test_overruled_and_ended_battles_are_resumed_as_they_were():
    game, journal = start(LITTLE, {}, {}, None)
    game.answer("a")
    game.throw((2,))
    game.overrule((6,))
    game.overrule((1,))
    game.end(Result("blue", "little.concede", "Red concedes."), "red")
    again, kept = resume(read_save(save_bytes(journal)), LITTLE)
    assert again.result == game.result
    assert kept.records == journal.records
    assert not again.can_undo


def test_whoever_looks_on_is_shown_every_entry_as_the_battle_is_played_again():
    _, journal = small_battle()
    seen: list[tuple[int, str]] = []
    resume(
        read_save(small()), LITTLE, each=lambda now, record: seen.append((record["n"], digest(LITTLE.dump(now.state))))
    )
    assert seen == [(record["n"], record["state"]) for record in journal.records]


def test_a_seed_that_was_overruled_throws_on_where_it_was():
    system = little(throw, throw, throw)
    game, journal = start(system, {}, {}, Seeded(8))
    game.throws()
    game.overrule((1,))
    data = save_bytes(journal)
    game.proceed()
    again, _ = resume(read_save(data), system)
    assert notes(again.proceed()) == notes(game)


# --- cut off and damaged --------------------------------------------------------------------------------------


def test_a_file_cut_at_any_byte_opens_or_says_why():
    data = small()
    full = read_save(data)
    opened = data.index(b"\n", data.index(b"\n") + 1)
    for length in range(opened):
        with pytest.raises(Unreadable, match=r"\.$"):
            read_save(data[:length])
    for length in range(opened, len(data)):
        save = read_save(data[:length])
        whole = data[: length + 1].count(b"\n") - 1
        assert save.records == full.records[:whole]
        assert save.whole, "what is merely cut off can be continued"
        assert [fault for fault in save.faults if "cut off" not in fault] == []
        assert bool(save.faults) != data[:length].endswith(b"\n")


def test_a_battle_cut_off_goes_on_from_its_last_whole_record():
    game, journal = small_battle()
    data = save_bytes(journal)
    save = read_save(data[:-50])
    assert save.faults == ["It is cut off within record 8; from there on all is missing."]
    again, kept = resume(save, LITTLE)
    again.answer("c", "blue")
    assert save_bytes(kept) == data
    assert position(again) == position(game)


def flips(data: bytes):
    """The file with each of its bits flipped in turn."""
    for place, byte in enumerate(data):
        for bit in range(8):
            yield data[:place] + bytes([byte ^ 1 << bit]) + data[place + 1 :]


def test_every_flipped_bit_is_detected_or_harmless():
    game, journal = start(little(ask(), throw), {}, {}, None)
    game.answer("b")
    data = save_bytes(journal)
    true = read_save(data)
    for flipped in flips(data):
        try:
            save = read_save(flipped)
        except Unreadable:
            continue
        if not save.faults:
            assert (save.header, save.records) == (true.header, true.records)


def test_a_damaged_record_can_be_viewed_but_not_continued(raid):
    _, _, data = raid
    lines = data.splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"seat":"red"', b'"seat":"rod"').replace(b'"seat":"blue"', b'"seat":"blur"')
    save = read_save(b"".join(lines))
    assert save.faults == ["Record 5 is not as it was written."]
    assert (save.sound, save.whole) == (5, False)
    assert view_at(save, len(save.records) - 1)
    with pytest.raises(ViewOnly, match=r"Record 5 is not as it was written\. This battle can only be viewed\."):
        resume(save, TOY)
    replayed = replay(save, TOY)
    assert (replayed.records, replayed.difference) == (5, "Record 5 is not as it was written.")


def test_a_line_that_is_no_record_ends_what_can_be_read(raid):
    _, _, data = raid
    lines = data.splitlines(keepends=True)
    lines[4] = b"rubbish\n"
    save = read_save(b"".join(lines))
    assert len(save.records) == 3
    assert save.faults[0].startswith("Record 3 is damaged; nothing after it can be read.")
    assert not save.whole


def test_a_record_left_out_or_put_elsewhere_is_noticed(raid):
    lines = raid[2].splitlines(keepends=True)
    for rest in (lines[5:], [lines[5], lines[4], *lines[6:]], lines[3:]):
        save = read_save(b"".join([*lines[:4], *rest]))
        assert save.faults == ["Record 3 is not as it was written."]


def test_a_scenario_that_is_not_the_one_named_is_noticed(raid):
    data = tampered(raid[2], 0, scenario=scenario(9))
    assert read_save(data).faults == ["Its scenario is not the one that the first line names."]


# --- made up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, changes, said", [
    (1, {"answer": "c"}, r"Record 1: effects\.notes is .*'c'.* by the rules, and .*'b'.* in the record"),
    (1, {"answer": "fly away"}, "Record 1: 'fly away' is no answer here"),
    (1, {"seat": "blue"}, "Record 1: it answers 'word', and the rules ask 'nothing'"),
    (1, {"seat": "red", "ask": "other"}, "Record 1: it answers 'other', and the rules ask 'word'"),
    (1, {"state": "0" * 64}, "Record 1: state is"),
    (1, {"effects": {"at": 1}}, "Record 1: effects"),
    (2, {"dice": [5]}, "Record 2: answer is 'roll 5' by the rules, and 'roll 4' in the record"),
    (2, {"dice": [7]}, "Record 2: 1 dice with 6 sides are thrown here; they cannot show 7"),
    (2, {"dice": ..., "answer": "roll 4"}, "Record 2: dice is"),
    (2, {"dice": [4, 4]}, "Record 2: 1 dice with 6 sides"),
    (3, {"answer": "draw joker"}, "Record 3: The card 'joker' is not among the 2 left"),
    (7, {"undo": 1}, "Record 7: undo is '6' by the rules, and '1' in the record"),
    (7, {"seat": "red"}, "Record 7: The last decision was another player's"),
    (2, {"overruled": 1}, "Record 2: There is no roll to overrule since the battle began"),
    (0, {"start": {"at": 9}}, "Record 0: start"),
    (0, {"state": "0" * 64}, "Record 0: state"),
    (5, {"type": "end", "winner": "red", "why": "so", "answer": "agree"}, "Record 5: ask is 'end'"),
])  # fmt: skip
def test_a_replay_says_what_is_different_first(n, changes, said):
    save = read_save(tampered(small(), n, **changes))
    assert save.faults == []
    replayed = replay(save, LITTLE)
    assert replayed.records == n
    assert re.match(said, replayed.difference), replayed.difference
    with pytest.raises(ViewOnly, match="can only be viewed"):
        resume(save, LITTLE)


def test_dice_that_the_seed_does_not_throw_are_noticed(raid):
    _, journal, data = raid
    number = next(record["n"] for record in journal.records if record.get("ask") == "first")
    faces, answer = ([2], "roll tails") if journal.records[number]["dice"] == [1] else ([1], "roll heads")
    replayed = replay(read_save(tampered(data, number, dice=faces, answer=answer)), TOY)
    assert "and the seed gives" in replayed.difference
    assert "and the seed gives" in replay(read_save(tampered(data, 0, seed=5)), TOY).difference


def test_rules_that_fail_on_a_record_are_no_crash():
    async def fails(notes):
        if notes.notes[-1] == "a":
            raise ZeroDivisionError
        await choice()

    _, journal = start(little(ask(), ask()), {}, {}, None)
    journal.game.answer("a")
    replayed = replay(read_save(save_bytes(journal)), little(ask(), fails))
    assert replayed.difference == "Record 1: the rules fail on it (ZeroDivisionError)."


@pytest.mark.parametrize("terms", [{}, {"places": []}, scenario() | {"figures": 0}, scenario() | {"marks": {}}])
def test_a_made_up_scenario_is_no_crash(raid, terms):
    first, *rest = tampered(raid[2], 0, scenario=terms).split(b"\n")
    header = json.loads(first) | {"scenario": digest(terms)}
    data = tampered(b"\n".join([json.dumps(header).encode(), *rest]), 0)
    save = read_save(data)
    assert save.faults == []
    with pytest.raises(ViewOnly, match="can only be viewed"):
        resume(save, TOY)


@pytest.mark.parametrize("options", [{"cover": "deep"}, {"rain": "yes"}])
def test_made_up_options_are_no_crash(raid, options):
    with pytest.raises(ViewOnly, match="cannot be set up"):
        replay(read_save(tampered(raid[2], 0, options=options)), TOY)


@pytest.mark.parametrize("changes", [
    {"n": "1"}, {"n": True}, {"n": ...}, {"type": ...}, {"type": 1}, {"type": "setup"}, {"ask": 5}, {"ask": ...},
    {"clause": ...}, {"seat": None}, {"answer": ["b"]}, {"events": {}}, {"events": ["x"]}, {"events": [{}]},
    {"events": [{"kind": "a", "clause": "b", "text": "c", "facts": []}]},
    {"events": [{"kind": "a", "clause": "b", "text": "c", "facts": {}, "seats": "red"}]},
    {"events": [{"kind": "a", "clause": "b", "text": "c", "facts": {}, "seats": [1]}]},
    {"effects": []}, {"effects": ...}, {"state": 1}, {"state": ...}, {"prev": 5}, {"dice": []}, {"dice": "6"},
    {"dice": [True]}, {"dice": 6}, {"overruled": "1"}, {"must": 1}, {"type": "undo"}, {"type": "end"},
    {"extra": None}, {"type": "undo", "undo": "1"},
])  # fmt: skip
def test_a_record_of_a_wrong_shape_is_refused_politely(changes):
    lines = small().splitlines(keepends=True)
    record = {key: value for key, value in (json.loads(lines[2]) | changes).items() if value is not ...}
    lines[2] = json.dumps(record).encode() + b"\n"
    save = read_save(b"".join(lines))
    assert len(save.records) == 1
    assert save.faults[0].startswith("Record 1 is damaged; nothing after it can be read.")


@pytest.mark.parametrize("changes", [
    {"scenario": []}, {"scenario": ...}, {"options": {"a": 1}}, {"options": []}, {"players": {"red": 1}},
    {"source": 1}, {"start": []}, {"start": ...}, {"type": "answer"}, {"type": "view"}, {"events": 1}, {"seed": []},
    {"seed": None}, {"state": ...},
])  # fmt: skip
def test_a_set_up_of_a_wrong_shape_is_refused_politely(changes):
    lines = small().splitlines(keepends=True)
    record = {key: value for key, value in (json.loads(lines[1]) | changes).items() if value is not ...}
    lines[1] = json.dumps(record).encode() + b"\n"
    with pytest.raises(Unreadable, match="It holds no opening position, so there is nothing to show"):
        read_save(b"".join(lines))


@pytest.mark.parametrize("text", [
    b"1", b"[]", b"null", b'"x"', b"{}", b'{"n":NaN}', b'{"n":1.5}', b'{"n":1e400}', b'{"n":-Infinity}',
    b'{"n":1,"n":1}', b'{"n":' + b"9" * 5000 + b"}", b"[" * 200_000, b'{"a":' * 200_000,
    b'{"events":' + b"[" * 70 + b"]" * 70 + b"}",
    b"\xff\xfe", b'{"a":"\\ud800"}', b"{", b"",
])  # fmt: skip
def test_a_line_that_is_made_up_is_refused_politely(text):
    lines = small().splitlines(keepends=True)
    lines[2] = text + b"\n"
    save = read_save(b"".join(lines))
    assert len(save.records) == 1
    assert not save.whole


@pytest.mark.parametrize("data, why", [
    (b"", "no zareba save"), (b"\n", "no zareba save"), (b"hello", "no zareba save"), (b"\x00" * 99, "no zareba save"),
    (b"[1,2]\n", "no zareba save"), (b'{"a":1}\n', "no zareba save"), (b'{"zareba":"1"}\n', "no zareba save"),
    (b'{"zareba":true}\n', "no zareba save"), (b'{"zareba":1.0}\n', "first line is damaged"),
    (b'{"zareba":1', "first line is cut off"), (b'{"zareba":1}\n', "'writer' is not as it should be"),
    (b'{"zareba":0}\n', "never been a format 0"), (b'{"zareba":-3}\n', "never been a format -3"),
    (b'{"zareba":1,"zareba":1}\n', "first line is damaged"), (b"[" * 100_000, "no zareba save"),
    (b"\x1f\x8b", "no zareba save"), (b"\x1f\x8b" + b"x" * 99, "no zareba save"),
    (gzip.compress(b"hello", mtime=0), "no zareba save"),
])  # fmt: skip
def test_what_is_no_save_is_refused_in_a_sentence(data, why):
    with pytest.raises(Unreadable, match=why) as caught:
        read_save(data)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("changes", [
    {"writer": 1}, {"writer": "x" * 41}, {"rules": "toy"}, {"rules": "toy@x"}, {"rules": "Toy@1"}, {"scenario": "abc"},
    {"scenario": None}, {"rules": "../x@1"}, {"partial": 5}, {"partial": ""},
])  # fmt: skip
def test_a_first_line_of_a_wrong_shape_is_refused(changes):
    first, rest = small().split(b"\n", 1)
    with pytest.raises(Unreadable, match="first line is damaged"):
        read_save(json.dumps(json.loads(first) | changes).encode() + b"\n" + rest)


def test_a_later_format_is_refused_with_what_to_install():
    first, rest = small().split(b"\n", 1)
    later = json.loads(first) | {"zareba": 2, "writer": "3.1.4"}
    with pytest.raises(Unreadable, match=r"format 2, written by zareba '3\.1\.4'; this program reads formats up to 1"):
        read_save(json.dumps(later).encode() + b"\n" + rest)


def test_a_file_that_is_too_large_is_refused():
    with pytest.raises(Unreadable, match="larger than 64 MiB"):
        read_save(b"x" * (MOST_BYTES + 1))
    with pytest.raises(Unreadable, match="unpacks to more than 64 MiB"):
        read_save(gzip.compress(b"\0" * (MOST_BYTES + 1), 1))


def test_a_file_of_empty_lines_is_refused_at_once():
    first = small().split(b"\n")[0]
    with pytest.raises(Unreadable, match="no opening position"):
        read_save(first + b"\n" * 1_000_000)


# --- packed ---------------------------------------------------------------------------------------------------


def test_a_packed_file_is_read_like_any_other(raid):
    save = read_save(gzip.compress(raid[2]))
    assert save.records == raid[1].records
    assert save.packed
    assert resume(save, TOY)


def test_a_packed_file_that_is_cut_off_opens_as_far_as_it_goes(raid):
    packed = gzip.compress(raid[2])
    found = 0
    for length in range(0, len(packed), 97):
        try:
            save = read_save(packed[:length])
        except Unreadable:
            continue
        found += 1
        assert save.whole
        assert "The packed file is cut off: its end is missing." in save.faults
        assert save.records == raid[1].records[: len(save.records)]
    assert found


def test_a_packed_file_that_is_damaged_is_never_continued(raid):
    packed = bytearray(gzip.compress(raid[2]))
    packed[-6] ^= 1
    save = read_save(bytes(packed))
    assert save.faults[0] == "The packed file is damaged."
    assert len(save.records) > 10
    assert not save.whole


# --- other versions -------------------------------------------------------------------------------------------


def test_other_rules_can_only_view(raid):
    save = read_save(raid[2])
    with pytest.raises(ViewOnly, match=r"begun under toy-ambush@1, and this zareba has version 2\. Install one with"):
        resume(save, replace(TOY, version=2))
    with pytest.raises(ViewOnly, match="has no rules 'toy-ambush'"):
        resume(save, None)
    with pytest.raises(ViewOnly, match="has no rules 'toy-ambush'"):
        replay(save, LITTLE)
    assert view_at(save, 3)


def test_unknown_fields_are_kept_and_written_back():
    first, rest = small().split(b"\n", 1)
    header = json.loads(first) | {"later": ["x"]}
    data = tampered(json.dumps(header, separators=(",", ":")).encode() + b"\n" + rest, 2, mood={"grim": True})
    game, journal = resume(read_save(data), LITTLE)
    game.answer("a")
    written = save_bytes(journal)
    assert written.startswith(data)
    assert read_save(written).faults == []


def with_unknown(data: bytes, **more) -> bytes:
    lines = data.splitlines(keepends=True)
    record = json.loads(lines[3]) | {"n": 3, "type": "clock", "left": 90}
    number = len(lines)
    renumbered = [json.loads(line) | {"n": json.loads(line)["n"] + 1} for line in lines[4:]]
    for later in renumbered:
        if "undo" in later:
            later["undo"] += 1
    clock = {"n": 3, "type": "clock", "left": 90, "prev": record["prev"], "hash": "", **more}
    lines[4:] = [canonical(item) + b"\n" for item in (clock, *renumbered)]
    assert len(lines) == number + 1
    return tampered(b"".join(lines), -1)


def test_records_of_an_unknown_type_are_carried_along():
    data = with_unknown(small())
    save = read_save(data)
    assert save.faults == []
    assert view_at(save, 3) == view_at(save, 2)
    game, journal = resume(save, LITTLE)
    assert save_bytes(journal) == data
    game.undo()
    assert read_save(save_bytes(journal)).faults == []


def test_records_that_must_be_understood_stop_continuing_but_not_viewing():
    save = read_save(with_unknown(small(), must=True))
    assert view_at(save, 8)
    with pytest.raises(ViewOnly, match="Record 3 is of a type unknown to this zareba: 'clock'"):
        resume(save, LITTLE)
    assert resume(read_save(with_unknown(small(), must=False)), LITTLE)


# --- on the disk ----------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.zareba"


def test_every_record_is_on_the_disk_when_it_is_made(path, monkeypatch):
    synced: list[bytes] = []

    def fsync(handle, sync=os.fsync):
        synced.append(path.read_bytes() if path.exists() else b"")
        sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    game, journal = start(LITTLE, {}, {}, None)
    with write_save(path, journal):
        assert path.read_bytes() == save_bytes(journal)
        before = len(synced)
        game.answer("a")
        assert synced[before:] == [save_bytes(journal)]
        game.answer("3")
        assert path.read_bytes() == synced[-1] == save_bytes(journal)
    game.answer("king")
    assert read_save(path.read_bytes()).sound == 3


def test_a_file_is_made_as_a_whole_or_not_at_all(path, monkeypatch):
    _, journal = small_battle()
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(Unsaved, match="could not be written: No space left on device"):
        write_save(path, journal)
    assert list(path.parent.iterdir()) == []


def test_another_battle_is_never_overwritten(path):
    path.write_text("precious")
    with pytest.raises(Unsaved, match="exists already"):
        write_save(path, small_battle()[1])
    assert path.read_text() == "precious"


def test_after_a_failed_write_nothing_more_is_written(path, monkeypatch):
    game, journal = start(LITTLE, {}, {}, None)
    save_file = write_save(path, journal)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        with pytest.raises(Unsaved, match=r"may not be stored in .*: Input/output error"):
            game.answer("a")
    size = path.stat().st_size
    with pytest.raises(Unsaved, match="Nothing more is stored"):
        game.answer("3")
    assert path.stat().st_size == size
    save_file.close()
    game.answer("king")


def test_a_battle_goes_on_in_its_own_file(path):
    game, journal = start(TOY, scenario(2), {}, Seeded(2))
    with write_save(path, journal):
        until(game.proceed(), "camp")
    save = open_save(path)
    again, kept = resume(save, TOY)
    with continue_save(path, save, kept):
        while again.request is not None:
            advance(again, Random(1))
    assert path.read_bytes() == save_bytes(kept)
    assert replay(open_save(path), TOY).difference == ""
    assert [file.name for file in path.parent.iterdir()] == ["battle.zareba"]


@pytest.mark.parametrize(
    "spoil, kept_as",
    [(lambda data: data[:-9], "damaged"), (lambda data: data[:-1], "damaged"), (gzip.compress, "packed")],
)
def test_a_damaged_or_packed_original_is_kept_beside_and_never_overwritten(path, spoil, kept_as):
    spoiled = spoil(small())
    path.write_bytes(spoiled)
    beside = path.with_name(f"{path.name}.{kept_as}")
    beside.write_text("an older one")
    save = open_save(path)
    game, journal = resume(save, LITTLE)
    with continue_save(path, save, journal):
        game.end(Result(None, "little.agree", "They agree."))
    assert beside.read_text() == "an older one"
    assert path.with_name(f"{path.name}.{kept_as}2").read_bytes() == spoiled
    assert read_save(path.read_bytes()).faults == []
    assert path.read_bytes() == save_bytes(journal)


def test_a_file_that_somebody_else_has_written_to_is_not_continued(path):
    path.write_bytes(small())
    save = open_save(path)
    _, journal = resume(save, LITTLE)
    with path.open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(Unsaved, match="has changed since it was read"):
        continue_save(path, save, journal)


def test_a_folder_that_is_not_there_is_no_crash(path):
    with pytest.raises(Unsaved, match="could not be written: No such file or directory"):
        write_save(path / "deeper.zareba", small_battle()[1])
    path.write_bytes(small())
    save = open_save(path)
    path.unlink()
    with pytest.raises(Unsaved, match="could not be written: No such file or directory"):
        continue_save(path, save, small_battle()[1])


def test_a_file_that_is_not_there_is_no_crash(path):
    with pytest.raises(Unreadable, match="cannot be read: No such file"):
        open_save(path)
    with pytest.raises(Unreadable, match="cannot be read"):
        open_save(path.parent)


# --- for one seat ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [*SEATS, ""])
def test_what_a_seat_takes_home_holds_its_view_and_is_marked(seat):
    game, journal = start(TOY, scenario(6), {}, Seeded(6))
    until(game, "search")
    data = partial(journal, seat)
    save = read_save(data)
    assert save.faults == []
    assert save.seat == (seat or "onlooker")
    assert canonical(view_at(save, 0)) == canonical(view(game, seat, journal))
    for act in (resume, replay):
        with pytest.raises(ViewOnly, match="holds only what"):
            act(save, TOY)


def test_what_a_seat_takes_home_holds_nothing_hidden_from_it():
    for seed in range(5):
        game, journal = start(TOY, scenario(seed), {}, Seeded(seed))
        random = Random(seed)
        while game.request is not None:
            for seat in (*SEATS, ""):
                sent = partial(journal, seat).decode()
                assert not [mark for mark in secrets(game.state, seat) if mark in sent]
                assert '"seed"' not in sent
            advance(game, random)


def test_what_a_seat_takes_home_is_the_same_whatever_is_hidden_from_it():
    game, journal = start(TOY, scenario(6), {}, Seeded(6))
    until(game, "hide")
    game.answer("hide mill", "red")
    game.answer("hide ford", "blue")
    before = partial(journal, "red")
    game.state = imagine(game.state, "red", Random(4))
    assert TOY.dump(game.state) != view_at(read_save(save_bytes(journal)), len(journal.records) - 1)
    game.state.events = []
    assert partial(journal, "red") == before


def test_every_error_is_one_that_a_user_may_see():
    assert issubclass(Unreadable, ZarebaError)
    assert issubclass(ViewOnly, ZarebaError)
    assert issubclass(Unsaved, ZarebaError)
    assert dice().count == 1
    assert Notes().at == 0
