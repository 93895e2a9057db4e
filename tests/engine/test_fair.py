"""The dice of `zareba.engine.fair`: what the protocol promises, and what a check must find.

`fair_verify.mjs`, written from the protocol alone, has to agree on the test values and on every record here.
"""

import copy
import json
import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zareba.engine.fair import (
    LINKS,
    MOST_FAULTS,
    PARTIES,
    Chain,
    Document,
    FairDice,
    Stream,
    canonical,
    digest,
    fingerprint,
    hidden_commitment,
    hidden_link,
    lock_tag,
    proves,
    published,
    roll_value,
    setup_digest,
    verify,
)

GAME = bytes(range(16))
SEEDS = {"A": b"\x0a" * 32, "B": b"\x0b" * 32, "S": b"\x05" * 32}
H0 = b"\x06" * 32
ANSWER = sha256(b'{"fire":"u1"}').digest()

# Section 3.4 of the protocol.
VECTORS: dict[str, str | list[int]] = {
    "anchor A": "a7fc2ddbc14f929e53ca3a2f82ee689e7675abc89e9dae02841e457eac56d76f",
    "anchor B": "cc005c032293219ee9d8c00a0483adffc9f16c098180fe3f3c4b42ac2e090756",
    "anchor S": "d3d7a357042233403215962eb98ff27b8eb7458f63b29b1740e3c9d7458d71c2",
    "CH": "6282d5bdd15daa769c003f6a29f83b2bf93ed28ca3041f0c2d7c17ce91caa4b7",
    "R(1)": "26dd7fe1f160ee1bd985caff5df6ad81860a08a5f58232abc2fc3a95cd63f6c3",
    "R(1) 5d6": [4, 2, 2, 3, 2],
    "R(1) 3d10": [2, 6, 10],
    "R(2)": "2f4c4e75bbe8f699b4479e8399efb0e0a30272c5dc2c2c64824ddc01fb249c69",
    "R(2) 5d6": [3, 1, 2, 3, 4],
    "hidden R(3)": "cbc628c8ebda6d4872b2075d457480b6f16942c550bbfbce1df7d03d4f1cd00d",
    "hidden R(3) shuffle 12": [3, 10, 1, 6, 11, 8, 0, 2, 5, 9, 7, 4],
    "LOCK A 1": "f4a8a7026f471921db1f6dbafe53e3685c37f05b1b2cc04127597a9c1f75c5ea",
}

NODE = shutil.which("node")
VERIFIER = Path(__file__).with_name("fair_verify.mjs")
needs_node = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def node(*arguments: str, text: str = "") -> Any:
    """What the independent verifier prints."""
    command = [NODE or "node", str(VERIFIER), *arguments]
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


def node_faults(setup: Document, rows: list[Document]) -> list[str]:
    return list(node(text=json.dumps({"setup": setup, "rows": rows})))


def seeded(seed: int) -> Callable[[int], bytes]:
    """Bytes that are the same in every run, in place of the system's random ones."""
    return Random(seed).randbytes


@pytest.fixture(scope="module")
def chains() -> dict[str, Chain]:
    return {party: Chain(party, GAME, 0, seed) for party, seed in SEEDS.items()}


def links(chains: dict[str, Chain], n: int) -> dict[str, bytes]:
    return {party: chain.link(n) for party, chain in chains.items()}


def value(chains: dict[str, Chain], n: int) -> bytes:
    return roll_value(GAME, 0, n, links(chains, n))


def hidden_value(chains: dict[str, Chain], n: int) -> bytes:
    return roll_value(GAME, 0, n, links(chains, n) | {"S": hidden_link(H0, 0, n)})


# --- the protocol's test values -----------------------------------------------------------------------------


def computed(chains: dict[str, Chain]) -> dict[str, str | list[int]]:
    tag = lock_tag("A", GAME, 0, 1, chains["A"].link(1), b"\x11" * 32, ANSWER)
    return {
        **{f"anchor {party}": chains[party].anchor.hex() for party in PARTIES},
        "CH": hidden_commitment(GAME, 0, H0).hex(),
        "R(1)": value(chains, 1).hex(),
        "R(1) 5d6": list(Stream(value(chains, 1)).dice(6, 5)),
        "R(1) 3d10": list(Stream(value(chains, 1)).dice(10, 3)),
        "R(2)": value(chains, 2).hex(),
        "R(2) 5d6": list(Stream(value(chains, 2)).dice(6, 5)),
        "hidden R(3)": hidden_value(chains, 3).hex(),
        "hidden R(3) shuffle 12": list(Stream(hidden_value(chains, 3)).shuffle(12)),
        "LOCK A 1": tag.hex(),
    }


@pytest.mark.parametrize("name", VECTORS)
def test_every_published_test_value_is_met(chains, name):
    assert computed(chains)[name] == VECTORS[name]


@needs_node
def test_the_independent_verifier_meets_every_published_test_value():
    assert node("--vectors") == VECTORS


# --- hashing, links, locks ----------------------------------------------------------------------------------


def test_the_digest_tells_lists_of_parts_apart_that_read_the_same_when_joined():
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("abc", "")}) == 4


def test_a_link_proves_itself_against_the_anchor_and_against_any_link_before_it(chains):
    chain = chains["A"]
    assert proves(chain.anchor, 0, chain.link(1), 1, "A", GAME, 0)
    assert proves(chain.anchor, 0, chain.link(LINKS), LINKS, "A", GAME, 0)
    assert proves(chain.link(7), 7, chain.link(12), 12, "A", GAME, 0)


def test_a_false_link_does_not_prove_itself(chains):
    known, link = chains["A"].anchor, chains["A"].link(1)
    changed = bytes([link[0] ^ 1]) + link[1:]
    assert not proves(known, 0, changed, 1, "A", GAME, 0)
    assert not proves(known, 0, chains["A"].link(2), 1, "A", GAME, 0)
    assert not proves(known, 0, link, 2, "A", GAME, 0)


def test_a_link_proves_nothing_for_another_party_or_game_or_epoch(chains):
    known, link = chains["A"].anchor, chains["A"].link(1)
    assert not proves(known, 0, link, 1, "B", GAME, 0)
    assert not proves(known, 0, link, 1, "A", bytes(16), 0)
    assert not proves(known, 0, link, 1, "A", GAME, 1)


def test_a_link_does_not_prove_itself_by_being_the_known_one(chains):
    assert not proves(chains["A"].anchor, 0, chains["A"].anchor, 0, "A", GAME, 0)
    assert not proves(chains["A"].link(3), 3, chains["A"].link(3), 3, "A", GAME, 0)


@pytest.mark.parametrize("n", [-1, 0, LINKS + 1])
def test_a_chain_has_no_link_outside_its_rolls(chains, n):
    with pytest.raises(ValueError, match="links for rolls 1 to 4096"):
        chains["A"].link(n)


def test_the_same_seed_gives_every_party_game_and_epoch_another_anchor():
    places = [("A", GAME, 0), ("B", GAME, 0), ("A", bytes(16), 0), ("A", GAME, 1)]
    assert len({Chain(*place, H0).anchor for place in places}) == len(places)


@pytest.mark.parametrize("party", PARTIES)
def test_every_party_has_a_part_in_every_roll(chains, party):
    changed = links(chains, 1) | {party: bytes(32)}
    assert roll_value(GAME, 0, 1, changed) != value(chains, 1)


def test_the_order_in_which_links_arrive_does_not_matter(chains):
    arrived = dict(reversed(links(chains, 1).items()))
    assert roll_value(GAME, 0, 1, arrived) == value(chains, 1)


def test_a_lock_fits_one_seat_roll_journal_head_and_answer_only(chains):
    link, head = chains["A"].link(1), b"\x11" * 32
    tags = {
        lock_tag("A", GAME, 0, 1, link, head, ANSWER),
        lock_tag("B", GAME, 0, 1, link, head, ANSWER),
        lock_tag("A", GAME, 0, 2, link, head, ANSWER),
        lock_tag("A", GAME, 0, 1, chains["A"].link(2), head, ANSWER),
        lock_tag("A", GAME, 0, 1, link, bytes(32), ANSWER),
        lock_tag("A", GAME, 0, 1, link, head, bytes(32)),
    }
    assert len(tags) == 6


# --- dice without favour ------------------------------------------------------------------------------------


def reading(raw: bytes) -> Stream:
    """A stream whose first bytes are given."""
    stream = Stream(bytes(32))
    stream.ahead = raw
    return stream


def accepted(sides: int) -> list[int]:
    """The results of the byte values that are not skipped, each value read once."""
    return list(reading(bytes(range(256))).dice(sides, 256 - 256 % sides))


def test_of_all_byte_values_a_six_sided_die_accepts_252_and_gives_each_face_to_42():
    assert Counter(accepted(6)) == dict.fromkeys(range(1, 7), 42)


@pytest.mark.parametrize("sides", range(1, 257))
def test_of_all_byte_values_every_face_of_every_die_has_equally_many(sides):
    assert Counter(accepted(sides)) == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_a_skipped_byte_costs_no_die_and_decides_none():
    assert reading(bytes([252, 255, 7, 253, 0])).dice(6, 2) == (2, 1)


@pytest.mark.parametrize("sides", [257, 1000, 2**31 + 1, 2**32 - 1, 2**32])
def test_a_die_of_more_than_256_sides_reads_four_bytes_and_skips_in_the_same_way(sides):
    fair = 2**32 - 2**32 % sides
    values = [value for value in (fair, 2**32 - 1, fair - 1, 0) if value < 2**32]
    stream = reading(b"".join(value.to_bytes(4, "big") for value in values))
    assert stream.dice(sides, 2)[-2:] == tuple(v % sides + 1 for v in [v for v in values if v < fair][:2])


def test_one_stream_goes_on_through_dice_of_different_kinds():
    stream = reading(bytes([5, 0, 0, 1, 2, 9]))
    assert (stream.die(6), stream.die(1000), stream.die(10)) == (6, 259, 10)


@pytest.mark.parametrize("sides", [-1, 0, 2**32 + 1])
def test_a_die_without_sides_or_with_too_many_is_refused(sides):
    with pytest.raises(ValueError, match="nothing can be drawn among"):
        Stream(bytes(32)).die(sides)


@pytest.mark.parametrize("count", [0, 1, 2, 52, 300])
def test_a_shuffle_keeps_every_card(count):
    assert sorted(Stream(H0).shuffle(count)) == list(range(count))


def test_of_all_draws_a_shuffle_of_four_makes_every_order_exactly_once():
    draws = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    assert len({reading(bytes(draw)).shuffle(4) for draw in draws}) == math.factorial(4) == len(draws)


def exceeded(chi_square: float, degrees: int) -> float:
    """How often fair dice are at least this uneven, for an odd number of degrees of freedom."""
    term, total = math.sqrt(chi_square), 0.0
    for odd in range(1, degrees, 2):
        total += term
        term *= chi_square / (odd + 2)
    tail = math.sqrt(2 / math.pi) * math.exp(-chi_square / 2) * total
    return math.erfc(math.sqrt(chi_square / 2)) + tail


def unevenness(seen: Iterable[object], kinds: int) -> float:
    counts = Counter(seen)
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + (kinds - len(counts)) * expected


def plausible(seen: Iterable[object], kinds: int) -> bool:
    return 1e-6 < exceeded(unevenness(seen, kinds), kinds - 1) < 1 - 1e-6


def test_the_measure_of_unevenness_is_the_tabled_one():
    assert math.isclose(exceeded(11.0705, 5), 0.05, rel_tol=1e-4)
    assert math.isclose(exceeded(3.8415, 1), 0.05, rel_tol=1e-4)
    assert math.isclose(exceeded(36.1909, 19), 0.01, rel_tol=1e-4)
    assert not plausible([1, 2, 3, 4, 5, 6] * 10_000, 6)
    assert not plausible([1, 1, 2, 3, 4, 5, 6] * 10_000, 6)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100, 1000])
def test_sixty_thousand_dice_are_as_even_as_chance_makes_them(chains, sides):
    assert plausible(Stream(value(chains, sides)).dice(sides, 60_000), sides)


def test_a_die_does_not_follow_from_the_one_before(chains):
    dice = Stream(value(chains, 3)).dice(6, 60_000)
    assert plausible(zip(dice[::2], dice[1::2], strict=True), 36)


def test_first_dice_of_successive_rolls_are_as_even_as_chance_makes_them(chains):
    assert plausible((Stream(value(chains, n)).die(6) for n in range(1, LINKS + 1)), 6)


# --- the set-up ---------------------------------------------------------------------------------------------

M0: dict[str, str | int] = {"game": GAME.hex(), "epoch": 0, "length": LINKS}


def anchors(chains: dict[str, Chain]) -> dict[str, bytes]:
    return {party: chain.anchor for party, chain in chains.items()}


def test_the_opening_message_has_one_text_whatever_order_it_was_written_in():
    assert canonical({"b": 1, "a": "ä\n"}) == canonical({"a": "ä\n", "b": 1}) == '{"a":"ä\\n","b":1}'.encode()


@pytest.mark.parametrize("odd", [1.0, True, None, [1], {"a": 1}, 2**53])
def test_the_opening_message_holds_nothing_that_two_languages_write_differently(odd):
    with pytest.raises(ValueError, match="texts and whole numbers only"):
        canonical({"rules": odd})


def test_equal_anchors_are_refused_whichever_two_parties_show_them(chains):
    a, b, s = (chains[party].anchor for party in PARTIES)
    for server, pair in [(s, {"A": a, "B": a}), (a, {"A": a, "B": b}), (b, {"A": a, "B": b})]:
        with pytest.raises(ValueError, match="same anchor"):
            setup_digest({**M0, "anchor": server.hex()}, pair)


def test_the_fingerprint_is_the_first_130_bits_of_the_set_up_in_base_32(chains):
    setup = setup_digest(M0, anchors(chains))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    read = sum(letters.index(letter) << 5 * place for place, letter in enumerate(reversed(fingerprint(setup))))
    assert len(fingerprint(setup)) == 26
    assert read == int.from_bytes(setup, "big") >> 126


def test_two_seats_that_are_shown_different_anchors_see_different_fingerprints(chains):
    shown_to_a, shown_to_b = anchors(chains), anchors(chains) | {"B": bytes(32)}
    assert fingerprint(setup_digest(M0, shown_to_a)) != fingerprint(setup_digest(M0, shown_to_b))


def test_every_word_of_the_opening_message_is_in_the_fingerprint(chains):
    setups = [M0, {**M0, "attempt": 1}, {**M0, "attempt": 2}, {**M0, "rules": "2"}, {**M0, "epoch": 1}]
    assert len({fingerprint(setup_digest(m0, anchors(chains))) for m0 in setups}) == len(setups)


# --- one machine that is all parties ------------------------------------------------------------------------


def played(rolls: int = 5, seed: int = 1) -> FairDice:
    """A short game: in every roll some dice of several kinds and a card."""
    dice = FairDice.create(GAME, seeded(seed), rules="räuber/2", attempt=1)
    for _ in range(rolls):
        dice.roll(6, 5)
        dice.roll(1000, 3)
        dice.pick(52)
        dice.decide()
    return dice


def test_a_record_that_nobody_touched_has_no_fault():
    dice = played()
    assert verify(dice.setup(), dice.record()) == []


def test_a_record_survives_being_written_down():
    dice = played()
    setup, rows = json.loads(json.dumps([dice.setup(), dice.record()]))
    assert verify(setup, rows) == []


def test_a_game_without_dice_has_no_fault():
    assert verify(FairDice.create(GAME, seeded(1)).setup(), []) == []


def test_all_dice_up_to_the_next_decision_come_from_one_stream():
    dice = FairDice.create(GAME, seeded(1))
    thrown = dice.roll(6, 3) + dice.roll(6, 2)
    row = dice.record()[0]
    stream = Stream(roll_value(GAME, 0, 1, {party: bytes.fromhex(link) for party, link in row["links"].items()}))
    assert stream.dice(6, 5) == thrown
    assert dice.spent == 1


def test_a_card_is_picked_from_those_that_remain():
    dice = FairDice.create(GAME, seeded(1))
    assert all(0 <= dice.pick(count) < count for count in range(1, 53))


def test_every_decision_moves_to_a_roll_number_of_its_own():
    dice = played(40)
    assert [(row["epoch"], row["roll"]) for row in dice.record()] == [(0, n) for n in range(1, 41)]
    assert dice.spent == 40


def test_a_decision_without_dice_spends_no_roll_number():
    dice = FairDice.create(GAME, seeded(1))
    dice.decide()
    dice.decide()
    dice.roll(6, 1)
    assert dice.spent == 1


def test_the_record_holds_no_link_of_a_roll_to_come_and_no_seed():
    dice = played(3)
    seeds = {name: bytes.fromhex(seed) for name, seed in dice.secrets_doc()["seeds"][0].items()}
    chains = [Chain(party, GAME, 0, seeds[party]) for party in PARTIES]
    secret = {chain.link(n).hex() for chain in chains for n in range(4, LINKS + 1)} | {seeds["h0"].hex()}
    shown = set(re.findall("[0-9a-f]{64}", json.dumps([dice.setup(), dice.record()])))
    assert len(shown) == 3 * 3 + 5
    assert not shown & secret


def test_a_resumed_game_goes_on_with_the_next_roll_number_even_in_the_middle_of_a_roll():
    first = played(3)
    first.roll(6, 1)
    second = FairDice.resume(json.loads(json.dumps(first.secrets_doc())), first.spent)
    second.roll(6, 1)
    assert [row["roll"] for row in first.record() + second.record()] == [1, 2, 3, 4, 5]
    assert second.setup() == first.setup()
    assert verify(second.setup(), first.record() + second.record()) == []


def test_the_newest_row_can_be_had_alone():
    dice = played(3)
    assert dice.record(-1) == dice.record()[2:]


def test_what_is_handed_out_is_a_copy():
    dice = played(1)
    dice.record()[0]["draws"].clear()
    dice.setup()["epochs"].clear()
    dice.secrets_doc()["seeds"].clear()
    assert verify(dice.setup(), dice.record()) == []
    assert dice.record()[0]["draws"]


@pytest.mark.parametrize("n", [-1, LINKS + 1])
def test_a_game_is_not_resumed_with_a_number_of_rolls_that_its_seeds_cannot_have_made(n):
    with pytest.raises(ValueError, match="do not belong"):
        FairDice.resume(played(1).secrets_doc(), n)


def test_a_game_without_seeds_is_not_resumed():
    with pytest.raises(ValueError, match="do not belong"):
        FairDice.resume({"game": GAME.hex(), "terms": {}, "seeds": []}, 0)


def test_a_game_is_named_by_sixteen_bytes():
    with pytest.raises(ValueError, match="not 16 bytes"):
        FairDice.create(bytes(15))


def test_two_games_are_never_dealt_the_same_dice_by_the_system():
    assert FairDice.create(GAME).roll(6, 40) != FairDice.create(GAME).roll(6, 40)


def test_the_set_up_of_one_machine_says_how_little_it_proves():
    m0 = FairDice.create(GAME, seeded(1)).setup()["epochs"][0]["m0"]
    assert m0["proves"] == "one program held every seed: this proves only that nothing was changed afterwards"


@pytest.fixture(scope="module")
def long() -> FairDice:
    """A game that has used up its first chains."""
    dice = FairDice.create(GAME, seeded(2))
    for _ in range(LINKS + 2):
        dice.roll(6, 1)
        dice.decide()
    return dice


def test_chains_that_run_out_give_way_to_a_new_epoch_that_names_the_one_before(long):
    setup, rows = long.setup(), long.record()
    assert [(row["epoch"], row["roll"]) for row in rows[LINKS - 1 :]] == [(0, LINKS), (1, 1), (1, 2)]
    assert setup["epochs"][1]["m0"]["previous"] == setup["epochs"][0]["setup"]
    assert setup["epochs"][1]["m0"]["spent"] == LINKS
    assert verify(setup, rows) == []


def test_a_resumed_game_stays_in_its_newest_epoch(long):
    again = FairDice.resume(long.secrets_doc(), long.spent)
    again.roll(6, 1)
    assert verify(again.setup(), long.record() + again.record()) == []
    with pytest.raises(ValueError, match="do not belong"):
        FairDice.resume(long.secrets_doc(), LINKS - 1)


def test_rows_cut_off_before_a_new_epoch_are_missed(long):
    assert "rows are missing" in verify(long.setup(), long.record()[: LINKS - 1])[0]


def test_an_epoch_of_another_game_does_not_follow(long):
    setup = long.setup()
    setup["epochs"][1] = FairDice.create(GAME, seeded(3)).setup()["epochs"][0]
    assert verify(setup, []) != []


# --- what a check finds -------------------------------------------------------------------------------------

Change = Callable[[Any], Any]


def to(new: Any) -> Change:
    """The change of anything into this."""
    return lambda _: new


def without(key: int | str) -> Change:
    """The change of a list or an object into one that lacks this member."""

    def change(old: Any) -> Any:
        del old[key]
        return old

    return change


def reverse(old: Any) -> Any:
    return old[::-1]


def turned(text: str) -> str:
    """Another hex text of the same length."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def changed(document: Any, path: str, change: Change) -> Any:
    """The document with the member at this path changed."""
    key, _, rest = path.partition("/")
    place = int(key) if isinstance(document, list) else key
    document[place] = changed(document[place], rest, change) if rest else change(document[place])
    return document


def entry(setup: Document) -> Document:
    found: Document = setup["epochs"][0]
    return found


CHANGES: list[tuple[str, str, Change]] = [
    ("a die", "rows/1/draws/0/result/2", lambda face: face % 6 + 1),
    ("a die of many sides", "rows/1/draws/1/result/0", lambda face: face % 1000 + 1),
    ("a card", "rows/1/draws/2/result/0", lambda card: (card + 1) % 52),
    ("a die into text", "rows/1/draws/0/result/0", str),
    ("dice into cards", "rows/1/draws/0/draw", to("pick")),
    ("a draw into an unknown kind", "rows/1/draws/0/draw", to("coin")),
    ("the sides of a die", "rows/1/draws/0/of", to(12)),
    ("the sides of a die into none", "rows/1/draws/0/of", to(0)),
    ("the sides of a die into text", "rows/1/draws/0/of", str),
    ("the order of draws", "rows/1/draws", reverse),
    ("the order of dice", "rows/1/draws/0/result", reverse),
    ("one die more", "rows/1/draws/0/result", lambda dice: [*dice, 1]),
    ("one die less", "rows/1/draws/0/result", without(-1)),
    ("one draw less", "rows/1/draws", without(0)),
    ("the link of A", "rows/1/links/A", turned),
    ("the link of B", "rows/1/links/B", turned),
    ("the link of S", "rows/1/links/S", turned),
    ("the links of the roll before", "rows", lambda rows: changed(rows, "1/links", to(rows[0]["links"]))),
    ("the links of the roll after", "rows", lambda rows: changed(rows, "1/links", to(rows[2]["links"]))),
    ("a link of the other seat", "rows/1/links", lambda links: {**links, "A": links["B"]}),
    ("a link into nothing", "rows/1/links", without("B")),
    ("a link into capitals", "rows/1/links/A", str.upper),
    ("a link into half of it", "rows/1/links/A", lambda link: link[:32]),
    ("a link into a number", "rows/1/links/A", to(5)),
    ("one link more", "rows/1/links", lambda links: {**links, "D": links["A"]}),
    ("open into hidden", "rows/1", lambda row: {**row, "hidden": True}),
    ("the anchor of A", "setup/epochs/0/anchors/A", turned),
    ("the anchor of B", "setup/epochs/0/anchors/B", turned),
    ("the anchor of S", "setup/epochs/0/m0/anchor", turned),
    ("an anchor into a copy", "setup/epochs/0/anchors", lambda shown: dict.fromkeys("AB", shown["A"])),
    ("the hidden commitment", "setup/epochs/0/m0/hidden", turned),
    ("a hidden seed made up", "setup/epochs/0", lambda epoch: {**epoch, "h0": "00" * 32}),
    ("the game", "setup/epochs/0/m0/game", turned),
    ("the rules", "setup/epochs/0/m0/rules", to("räuber/3")),
    ("the attempt", "setup/epochs/0/m0/attempt", to(2)),
    ("the attempt into a fraction", "setup/epochs/0/m0/attempt", to(1.5)),
    ("the length of the chains", "setup/epochs/0/m0/length", to(2)),
    ("the number of the epoch", "setup/epochs/0/m0/epoch", to(1)),
    ("the digest of the set-up", "setup/epochs/0/setup", turned),
    ("the fingerprint", "setup/epochs/0/fingerprint", reverse),
    ("the set-up of another game", "setup", lambda _: played(0, seed=9).setup()),
    ("the set-up into nothing", "setup", to({})),
    ("the epochs into none", "setup/epochs", to([])),
    ("the rows into nothing", "rows", to(None)),
    ("the order of rows", "rows", lambda rows: [rows[0], rows[2], rows[1], *rows[3:]]),
    ("a row twice", "rows", lambda rows: [*rows[:2], *rows[1:]]),
    ("one row less", "rows", without(1)),
    ("the number of a row", "rows/1/roll", to(7)),
    ("the epoch of a row", "rows/1/epoch", to(1)),
    ("a row of another game", "rows/1", lambda _: played(2, seed=9).record()[1]),
    ("a row without links", "rows/1", without("links")),
    ("a row without draws", "rows/1", without("draws")),
    ("the draws of a row into an empty text", "rows/1/draws", to("")),
    ("the number of a row into a truth", "rows/0/roll", to(True)),
    ("a row into text", "rows/1", str),
]
each_change = pytest.mark.parametrize("path, change", [pytest.param(*it, id=name) for name, *it in CHANGES])


@pytest.fixture(scope="module")
def five_rolls() -> tuple[Document, list[Document]]:
    dice = played()
    return dice.setup(), dice.record()


def tampered(record: tuple[Document, list[Document]], path: str, change: Change) -> tuple[Any, Any]:
    setup, rows = copy.deepcopy(record)
    document = changed({"setup": setup, "rows": rows}, path, change)
    return document["setup"], document["rows"]


@each_change
def test_a_changed_record_is_found(five_rolls, path, change):
    assert verify(*tampered(five_rolls, path, change)) != []


@needs_node
@each_change
def test_the_independent_verifier_finds_the_same_changes(five_rolls, path, change):
    assert node_faults(*tampered(five_rolls, path, change)) != []


@needs_node
def test_the_independent_verifier_finds_no_fault_in_an_untouched_record(five_rolls, long):
    assert node_faults(*five_rolls) == []
    assert node_faults(long.setup(), long.record()) == []
    assert node_faults(long.setup(), long.record()[: LINKS - 1]) != []


def test_a_fault_is_told_by_its_place_and_what_was_due(five_rolls):
    setup, rows = copy.deepcopy(five_rolls)
    true = rows[1]["draws"][2]["result"]
    rows[1]["draws"][2]["result"] = [52]
    assert verify(setup, rows) == [f"epoch 0 roll 2: the record says pick [52], the roll gives {true}"]


def test_a_false_link_is_one_fault_and_does_not_hide_a_later_one(five_rolls):
    setup, rows = copy.deepcopy(five_rolls)
    for place in (1, 3):
        changed(rows, f"{place}/links/A", turned)
        rows[place]["draws"] = []
    words = "the link of A does not lead to its anchor"
    assert verify(setup, rows) == [f"epoch 0 roll {n}: {words}" for n in (2, 4)]


def test_the_list_of_faults_ends_somewhere():
    dice = played(MOST_FAULTS)
    rows = [{**row, "links": dict.fromkeys(PARTIES, "00" * 32)} for row in dice.record()]
    assert len(verify(dice.setup(), rows)) == MOST_FAULTS


def test_a_set_up_that_was_rewritten_throughout_shows_another_fingerprint(five_rolls):
    setup, rows = copy.deepcopy(five_rolls)
    seats = {seat: bytes.fromhex(anchor) for seat, anchor in entry(setup)["anchors"].items()}
    setup["epochs"] = [published({**entry(setup)["m0"], "rules": "räuber/3"}, seats)]
    assert verify(setup, rows) == []
    assert entry(setup)["fingerprint"] != entry(five_rolls[0])["fingerprint"]


# --- three parties: hidden rolls, withheld links, new epochs ------------------------------------------------


def seated(chains: dict[str, Chain], epoch: int = 0, **terms: str | int) -> Document:
    """The set-up of an epoch among A, B and S."""
    bound = {"anchor": chains["S"].anchor.hex(), "hidden": hidden_commitment(GAME, epoch, H0).hex()}
    return published({**M0, "epoch": epoch, **bound, **terms}, anchors(chains))


def shown(chains: dict[str, Chain], n: int, parties: str, **facts: Any) -> Document:
    """The row of a roll for which these parties gave their links."""
    given = {party: chains[party].link(n).hex() for party in parties}
    return {"epoch": 0, "roll": n, "links": given, "draws": [], **facts}


def drawn(kind: str, of: int, result: Iterable[int]) -> list[Document]:
    return [{"draw": kind, "of": of, "result": list(result)}]


@pytest.fixture
def table(chains: dict[str, Chain]) -> tuple[Document, list[Document]]:
    """An open roll, a hidden shuffle, a roll that B withheld its link from, an open roll."""
    deck = drawn("shuffle", 300, Stream(hidden_value(chains, 2)).shuffle(300))
    rows = [
        shown(chains, 1, "ABS", draws=drawn("dice", 6, [4, 2, 2, 3, 2])),
        shown(chains, 2, "AB", hidden=True, draws=deck),
        shown(chains, 3, "AS", spent="B withheld its link"),
        shown(chains, 4, "ABS", draws=drawn("dice", 10, Stream(value(chains, 4)).dice(10, 2))),
    ]
    return {"epochs": [{**seated(chains), "h0": H0.hex()}]}, rows


def faults(setup: Document, rows: list[Document]) -> list[str]:
    """The faults this program finds, after the independent verifier was seen to be of the same mind."""
    found = verify(setup, rows)
    assert NODE is None or bool(node_faults(setup, rows)) == bool(found)
    return found


def test_open_rolls_hidden_shuffles_and_withheld_links_are_checked_together(table):
    assert faults(*table) == []


def test_a_hidden_roll_is_not_believed_before_its_seed_is_revealed(table):
    setup, rows = table
    del entry(setup)["h0"]
    assert faults(setup, rows) == [
        "epoch 0 roll 2: a link or the hidden seed is missing, so its draws cannot be checked"
    ]


def test_the_server_cannot_put_its_open_link_or_an_empty_seed_in_place_of_the_hidden_one(table, chains):
    setup, rows = table
    del entry(setup)["h0"]
    rows[1]["links"]["S"] = chains["S"].link(2).hex()
    rows[1]["draws"] = drawn("dice", 6, Stream(value(chains, 2)).dice(6, 5))
    assert faults(setup, rows) != []
    empty = roll_value(GAME, 0, 2, links(chains, 2) | {"S": hidden_link(b"", 0, 2)})
    rows[1]["draws"] = drawn("dice", 6, Stream(empty).dice(6, 5))
    assert faults(setup, rows) != []


def test_a_hidden_seed_other_than_the_one_committed_to_is_found(table):
    setup, rows = table
    entry(setup)["h0"] = turned(H0.hex())
    assert "epoch 0: the hidden seed is not the one committed to" in faults(setup, rows)


def test_a_card_moved_in_a_hidden_deck_is_found(table):
    setup, rows = table
    deck = rows[1]["draws"][0]["result"]
    deck[0], deck[1] = deck[1], deck[0]
    assert len(faults(setup, rows)) == 1


def test_a_withheld_roll_is_spent_and_not_made_again(table, chains):
    setup, rows = table
    rows.insert(3, shown(chains, 3, "ABS", draws=drawn("dice", 6, Stream(value(chains, 3)).dice(6, 1))))
    assert "another row stands in its place" in faults(setup, rows)[0]


def test_a_link_lent_for_a_later_roll_gives_all_links_before_it_and_none_after(chains):
    lent = chains["A"].link(16)
    assert proves(chains["A"].anchor, 0, lent, 16, "A", GAME, 0)
    assert proves(lent, 16, chains["A"].link(17), 17, "A", GAME, 0)
    assert not proves(lent, 16, lent, 17, "A", GAME, 0)


@pytest.mark.parametrize("made", [1, 0])
def test_a_new_epoch_by_agreement_begins_after_the_rolls_it_names(table, made):
    setup, rows = table
    after = {party: Chain(party, GAME, 1, seed) for party, seed in SEEDS.items()}
    second = seated(after, epoch=1, previous=entry(setup)["setup"], spent=made)
    together = [*rows[:made], {**shown(after, 1, "ABS"), "epoch": 1}]
    assert faults({"epochs": [entry(setup), second]}, together) == []
    assert faults({"epochs": [entry(setup), second]}, [*rows[: made + 1], *together[made:]]) != []
    assert faults({"epochs": [entry(setup), {**second, "m0": {**second["m0"], "spent": 2}}]}, together) != []


def test_a_new_epoch_names_the_game_and_the_set_up_before_it(table):
    setup, _ = table
    later = {party: Chain(party, GAME, 1, seed) for party, seed in SEEDS.items()}
    true = {"epoch": 1, "previous": entry(setup)["setup"], "spent": 0}
    for wrong in ({"previous": turned(true["previous"])}, {"game": bytes(16).hex()}):
        second = published({**seated(later, 1)["m0"], **true, **wrong}, anchors(later))
        assert "epoch 1: it does not follow from the epoch before" in faults({"epochs": [entry(setup), second]}, [])


@pytest.mark.parametrize("term, number", [("length", 2), ("length", 2 * LINKS), ("epoch", 1)])
def test_chains_of_another_length_or_epoch_are_found_although_all_agreed_on_them(chains, term, number):
    setup = {"epochs": [published({**seated(chains)["m0"], term: number}, anchors(chains))]}
    assert faults(setup, []) == ["epoch 0: its number or length is wrong"]
