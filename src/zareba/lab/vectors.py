"""Fair dice against the published test vectors, and against what chance should do."""

from __future__ import annotations

import hmac
from hashlib import sha256

from zareba.engine.fair import Chain, Stream, hidden_commitment, hidden_link, lock_tag, roll_value
from zareba.lab.checks import Figures

GAME = bytes(range(16))
SEEDS = {"A": b"\x0a" * 32, "B": b"\x0b" * 32, "S": b"\x05" * 32}
HIDDEN = b"\x06" * 32

ANCHORS = {
    "A": "a7fc2ddbc14f929e53ca3a2f82ee689e7675abc89e9dae02841e457eac56d76f",
    "B": "cc005c032293219ee9d8c00a0483adffc9f16c098180fe3f3c4b42ac2e090756",
    "S": "d3d7a357042233403215962eb98ff27b8eb7458f63b29b1740e3c9d7458d71c2",
}
COMMITMENT = "6282d5bdd15daa769c003f6a29f83b2bf93ed28ca3041f0c2d7c17ce91caa4b7"
ROLL_1 = "26dd7fe1f160ee1bd985caff5df6ad81860a08a5f58232abc2fc3a95cd63f6c3"
ROLL_2 = "2f4c4e75bbe8f699b4479e8399efb0e0a30272c5dc2c2c64824ddc01fb249c69"
ROLL_3 = "cbc628c8ebda6d4872b2075d457480b6f16942c550bbfbce1df7d03d4f1cd00d"
SHUFFLE = (3, 10, 1, 6, 11, 8, 0, 2, 5, 9, 7, 4)
LOCK = "f4a8a7026f471921db1f6dbafe53e3685c37f05b1b2cc04127597a9c1f75c5ea"

# Chi-square with 5 and 35 degrees of freedom exceeds these once in a million times.
MOST_SINGLE = 35.89
MOST_PAIRED = 91.0


def dice_vectors(dice: int) -> Figures:
    """30: the test vectors of the protocol, and so many dice counted singly and in pairs."""
    figures = Figures()
    for what, found, expected in _vectors():
        figures.count("vectors")
        figures.expect(found == expected, f"{what} is {found}, not {expected}")
    single, paired = _chi_squares(dice)
    figures.count("dice", dice)
    figures.expect(single < MOST_SINGLE, f"single dice: chi-square {single:.1f}")
    figures.expect(paired < MOST_PAIRED, f"pairs of dice: chi-square {paired:.1f}")
    return figures


def _vectors() -> list[tuple[str, object, object]]:
    chains = {party: Chain(party, GAME, 0, seed) for party, seed in SEEDS.items()}
    links = [{party: chain.link(n) for party, chain in chains.items()} for n in (1, 2, 3)]
    rolls = [roll_value(GAME, 0, n, links[n - 1]) for n in (1, 2)]
    hidden = roll_value(GAME, 0, 3, links[2] | {"S": hidden_link(HIDDEN, 0, 3)})
    digest = sha256(b'{"fire":"u1"}').digest()
    lock = lock_tag("A", GAME, 0, 1, links[0]["A"], b"\x11" * 32, digest)
    return [
        *((f"the anchor of {party}", chain.anchor.hex(), ANCHORS[party]) for party, chain in chains.items()),
        ("the commitment", hidden_commitment(GAME, 0, HIDDEN).hex(), COMMITMENT),
        ("roll 1", rolls[0].hex(), ROLL_1),
        ("roll 2", rolls[1].hex(), ROLL_2),
        ("hidden roll 3", hidden.hex(), ROLL_3),
        ("five d6 of roll 1", Stream(rolls[0]).dice(6, 5), (4, 2, 2, 3, 2)),
        ("three d10 of roll 1", Stream(rolls[0]).dice(10, 3), (2, 6, 10)),
        ("five d6 of roll 2", Stream(rolls[1]).dice(6, 5), (3, 1, 2, 3, 4)),
        ("the shuffle of roll 3", Stream(hidden).shuffle(12), SHUFFLE),
        ("the lock of A", lock.hex(), LOCK),
    ]


def _chi_squares(dice: int) -> tuple[float, float]:
    """How far from even the faces and the pairs of faces are."""
    stream = Stream(hmac.digest(b"zareba", b"chi-square", "sha256"))
    single, paired = [0] * 6, [0] * 36
    for _ in range(dice // 2):
        one, other = stream.below(6), stream.below(6)
        single[one] += 1
        single[other] += 1
        paired[one * 6 + other] += 1
    return _chi_square(single), _chi_square(paired)


def _chi_square(counts: list[int]) -> float:
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 for count in counts) / even if even else 0.0
