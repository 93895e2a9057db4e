"""Fair dice: dice that nobody at the table can choose, and that anybody can check afterwards.

The parties are seat A, seat B and the server S. Before play each draws a secret seed and hashes it 4,096
times. The end of that chain, the *anchor*, is published; the values before it are the *links*, given out one
for each roll, backwards from the end. Whoever knows a link can hash it forward to the anchor, so a link
proves itself; the anchor alone betrays no link. A roll hashes one link of every party into one value; a
stream of bytes grown from it gives all dice up to the next decision of a player. Nobody knows the others'
links beforehand, so nobody can predict a roll; the anchors fixed all links, so nobody can choose one. Hidden
rolls (face-down cards) use, instead of the server's link, a value from a second seed of the server, committed
to at the start and revealed after the game.

With three parties on three machines, a record in which `verify` finds no fault proves that no single one
chose or foresaw an open roll, and that nothing was changed after the set-up whose fingerprint the players
compared. A player can still leave instead of rolling; a server to which a seat lent links can look ahead,
though not choose. When one program is all parties (`FairDice`: solo and hot seat) it proves only that nothing
was changed afterwards: the program could have tried many seeds and kept the one it liked. It never proves
that nothing was cut off the end; for that the journal which holds the rows chains its entries.
"""

import base64
import copy
import hmac
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, Self

TAG = b"zareba/dice/1"
LINKS = 4096
SEATS, PARTIES = ("A", "B"), ("A", "B", "S")
MOST_FAULTS = 100
ONE_MACHINE = "one program held every seed: this proves only that nothing was changed afterwards"

Entropy = Callable[[int], bytes]
Plain = str | int
Document = dict[str, Any]  # a JSON object, in which bytes stand as hex


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _framed(*parts: bytes | str) -> bytes:
    raw = [part.encode("ascii") if isinstance(part, str) else part for part in parts]
    return b"".join(_u32(len(part)) + part for part in raw)


def digest(*parts: bytes | str) -> bytes:
    """The protocol's H: SHA-256 over all parts, each behind its length, so no list passes for another."""
    return sha256(_framed(*parts)).digest()


def forward(party: str, game: bytes, epoch: int, link: bytes) -> Iterator[bytes]:
    """The given link, the one it hashes to, and so on for ever: the direction anybody can walk."""
    head = _framed(TAG, "link", party, game, _u32(epoch))
    while True:
        yield link
        link = sha256(head + _framed(link)).digest()


def proves(known: bytes, n_from: int, link: bytes, n: int, party: str, game: bytes, epoch: int) -> bool:
    """Whether `link` is the true one for roll `n`, given the `known` one of roll `n_from` (0: the anchor)."""
    within = 0 <= n_from < n <= LINKS
    return within and next(islice(forward(party, game, epoch, link), n - n_from, None)) == known


class Chain:
    """One party's secret links for one epoch of one game, and the public `anchor` that fixes them all."""

    def __init__(self, party: str, game: bytes, epoch: int, seed: bytes) -> None:
        *self._links, self.anchor = islice(forward(party, game, epoch, seed), LINKS + 1)

    def link(self, n: int) -> bytes:
        """The secret for roll `n`, counted from 1; to give it out is to take part in that roll."""
        if not 1 <= n <= LINKS:
            raise ValueError(f"a chain has links for rolls 1 to {LINKS}, not {n}")
        return self._links[-n]


def hidden_commitment(game: bytes, epoch: int, h0: bytes) -> bytes:
    """What the server publishes at the start to bind itself to the hidden seed `h0`."""
    return digest(TAG, "hidden", game, _u32(epoch), h0)


def hidden_link(h0: bytes, epoch: int, n: int) -> bytes:
    """The server's part in hidden roll `n`; knowing one of these tells nothing about another."""
    return hmac.digest(h0, b"hid" + _u32(epoch) + _u32(n), "sha256")


def roll_value(game: bytes, epoch: int, n: int, links: Mapping[str, bytes]) -> bytes:
    """R(n): the one value behind all dice of roll `n`. In a hidden roll `links["S"]` is the hidden link."""
    ordered = [part for party in sorted(links) for part in (party, links[party])]
    return digest(TAG, "roll", game, _u32(epoch) + _u32(n), *ordered)


def lock_tag(party: str, game: bytes, epoch: int, n: int, link: bytes, head: bytes, answer: bytes) -> bytes:
    """The acting seat's seal on its `answer` (a digest) at this journal `head`, before it gives out its link.

    The link is the key: until it is out nobody else can make the seal, and then everybody can check it.
    """
    key = digest(TAG, "lock", party, game, _u32(epoch), link)
    return hmac.digest(key, head + _u32(n) + answer, "sha256")


class Stream:
    """The endless bytes of one roll value, read as dice without favour; `ahead` are made but not yet read."""

    def __init__(self, value: bytes) -> None:
        self._value, self._blocks, self.ahead = value, 0, b""

    def _take(self, size: int) -> int:
        while len(self.ahead) < size:
            self.ahead += hmac.digest(self._value, b"die" + _u32(self._blocks), "sha256")
            self._blocks += 1
        taken, self.ahead = self.ahead[:size], self.ahead[size:]
        return int.from_bytes(taken, "big")

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1; the highest bytes, which would favour low results, are skipped."""
        size = 1 if count <= 256 else 4
        if not 1 <= count <= 256**size:
            raise ValueError(f"nothing can be drawn among {count}")
        while (value := self._take(size)) >= 256**size - 256**size % count:
            pass
        return value % count

    def die(self, sides: int) -> int:
        """One die, from 1 to `sides`."""
        return self.below(sides) + 1

    def dice(self, sides: int, count: int) -> tuple[int, ...]:
        """So many dice of the same kind, in the order they were read."""
        return tuple(self.die(sides) for _ in range(count))

    def shuffle(self, count: int) -> tuple[int, ...]:
        """The cards 0 to `count` - 1 in a drawn order (Fisher-Yates, from the last card down)."""
        cards = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    def drawn(self, kind: str, of: int, count: int) -> tuple[int, ...]:
        """So many results as a record names them: `dice` of so many sides, a `pick`, a `shuffle` of all."""
        if kind == "shuffle" and of == count:
            return self.shuffle(count)
        return tuple(self.below(of) + {"pick": 0, "dice": 1}[kind] for _ in range(count))


def canonical(m0: Mapping[str, Plain]) -> bytes:
    """M0 as the one JSON text all parties hash: sorted keys, no spaces, UTF-8; texts and whole numbers."""
    if not all(type(value) is str or (type(value) is int and abs(value) < 2**53) for value in m0.values()):
        raise ValueError("a set-up holds texts and whole numbers only")
    return json.dumps(dict(m0), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def setup_digest(m0: Mapping[str, Plain], anchors: Mapping[str, bytes]) -> bytes:
    """T: what all agree on before the first roll. Equal anchors are refused: a copy only echoes links."""
    if len({m0.get("anchor"), *(anchors[seat].hex() for seat in SEATS)}) < 3:
        raise ValueError("two parties show the same anchor")
    return digest(TAG, "setup", canonical(m0), *(anchors[seat] for seat in SEATS))


def fingerprint(setup: bytes) -> str:
    """The first 130 bits of T in base 32: 26 letters and digits to compare over another channel."""
    return base64.b32encode(setup).decode("ascii")[:26]


def published(m0: Mapping[str, Plain], anchors: Mapping[str, bytes]) -> Document:
    """The public set-up of one epoch, as it stands in every export."""
    setup = setup_digest(m0, anchors)
    shown = {seat: anchors[seat].hex() for seat in SEATS}
    return {"m0": dict(m0), "anchors": shown, "setup": setup.hex(), "fingerprint": fingerprint(setup)}


class FairDice:
    """Dice for one machine that is every party: solo play and hot seat.

    Its set-up says how little that proves. Callers save `secrets_doc()`, `spent` and the newest row before
    they show the dice. Chains that run out give way to a new epoch, whose set-up names the one before.
    """

    def __init__(self, secrets_doc: Document, n: int, random_bytes: Entropy) -> None:
        self._doc, self.spent, self._random = copy.deepcopy(secrets_doc), n, random_bytes
        self._game = _unhex(secrets_doc["game"], 16)
        self._epochs: list[Document] = []
        self._rows: list[Document] = []
        self._stream: Stream | None = None
        for seeds in secrets_doc["seeds"]:
            self._begin_epoch(seeds)

    @classmethod
    def create(cls, game_bytes: bytes, random_bytes: Entropy = secrets.token_bytes, **terms: Plain) -> Self:
        """Dice for a new game, named by 16 random bytes. The set-up fixes `terms`, such as `rules`, too."""
        doc = {"game": game_bytes.hex(), "terms": terms, "seeds": [_seeds(random_bytes)]}
        return cls(doc, 0, random_bytes)

    @classmethod
    def resume(cls, secrets_doc: Document, n: int, random_bytes: Entropy = secrets.token_bytes) -> Self:
        """Go on from a `secrets_doc()` after `n` spent rolls, all epochs counted together."""
        epochs = len(secrets_doc["seeds"])
        if not 0 <= (epochs - 1) * LINKS <= n <= epochs * LINKS:
            raise ValueError(f"seeds for {epochs} epochs do not belong to a game of {n} rolls")
        return cls(secrets_doc, n, random_bytes)

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        """So many dice of so many sides."""
        return self._draw("dice", sides, count)

    def pick(self, count: int) -> int:
        """A number from 0 to `count` - 1: which of the remaining cards is turned."""
        return self._draw("pick", count, 1)[0]

    def decide(self) -> None:
        """A player decided: the next draw begins the next roll number. Without a draw none is spent."""
        self._stream = None

    def setup(self) -> Document:
        """The public set-up of every epoch so far."""
        return copy.deepcopy({"protocol": TAG.decode(), "epochs": self._epochs})

    def record(self, since: int = 0) -> list[Document]:
        """The rows of all rolls since creation or resumption, or from one on (-1: only the newest)."""
        return copy.deepcopy(self._rows[since:])

    def secrets_doc(self) -> Document:
        """All that `resume` needs besides `spent`. It betrays every roll to come."""
        return copy.deepcopy(self._doc)

    def _begin_epoch(self, seeds: Mapping[str, str]) -> None:
        number = len(self._epochs)
        raw = {name: _unhex(seed, 32) for name, seed in seeds.items()}
        self._chains = {party: Chain(party, self._game, number, raw[party]) for party in PARTIES}
        anchors = {party: chain.anchor for party, chain in self._chains.items()}
        hidden = hidden_commitment(self._game, number, raw["h0"])
        m0 = self._doc["terms"] | {"game": self._game.hex(), "epoch": number, "length": LINKS}
        m0 |= {"anchor": anchors["S"].hex(), "hidden": hidden.hex(), "proves": ONE_MACHINE}
        m0 |= {"previous": self._epochs[-1]["setup"], "spent": LINKS} if number else {}
        self._epochs.append(published(m0, anchors))

    def _current(self) -> Stream:
        if self._stream is None:
            if self.spent == len(self._epochs) * LINKS:
                self._doc["seeds"].append(_seeds(self._random))
                self._begin_epoch(self._doc["seeds"][-1])
            self.spent += 1
            epoch, n = len(self._epochs) - 1, (self.spent - 1) % LINKS + 1
            links = {party: chain.link(n) for party, chain in self._chains.items()}
            shown = {party: link.hex() for party, link in links.items()}
            self._rows.append({"epoch": epoch, "roll": n, "links": shown, "draws": []})
            self._stream = Stream(roll_value(self._game, epoch, n, links))
        return self._stream

    def _draw(self, kind: str, of: int, count: int) -> tuple[int, ...]:
        result = self._current().drawn(kind, of, count)
        self._rows[-1]["draws"].append({"draw": kind, "of": of, "result": list(result)})
        return result


def _seeds(random_bytes: Entropy) -> dict[str, str]:
    return {name: random_bytes(32).hex() for name in (*PARTIES, "h0")}


def _unhex(text: str, size: int) -> bytes:
    raw = bytes.fromhex(text)
    if raw.hex() != text or len(raw) != size:
        raise ValueError(f"not {size} bytes in hex: {text!r}")
    return raw


class _Published:
    """One epoch as published, and the newest link that each party has proved in it so far."""

    def __init__(self, entry: Document) -> None:
        self.entry, self.m0, self.epoch = entry, entry["m0"], entry["m0"]["epoch"]
        self.game = _unhex(self.m0["game"], 16)
        anchors = {seat: _unhex(entry["anchors"][seat], 32) for seat in SEATS}
        self.newest = {party: (0, anchor) for party, anchor in anchors.items()}
        self.newest["S"] = 0, _unhex(self.m0["anchor"], 32)
        self.h0 = _unhex(entry["h0"], 32) if "h0" in entry else b""
        self.true = published(self.m0, anchors)

    def faults(self, number: int, before: Self | None) -> Iterator[str]:
        """What is wrong with the set-up."""
        commitment = hidden_commitment(self.game, self.epoch, self.h0).hex() if self.h0 else self.m0["hidden"]
        follows = not before or (self.game, self.m0["previous"]) == (before.game, before.true["setup"])
        for holds, words in (
            ((self.epoch, self.m0["length"]) == (number, LINKS), "its number or length is wrong"),
            (self.entry.items() >= self.true.items(), "its digest or fingerprint is that of another set-up"),
            (commitment == self.m0["hidden"], "the hidden seed is not the one committed to"),
            (follows, "it does not follow from the epoch before"),
        ):
            if not holds:
                yield words

    def row_faults(self, n: int, row: Document) -> Iterator[str]:
        """What is wrong with the row of roll `n`: links that do not prove themselves, draws that differ."""
        links = {party: _unhex(link, 32) for party, link in row["links"].items()}
        for party, link in links.items():
            since, known = self.newest[party]
            if proves(known, since, link, n, party, self.game, self.epoch):
                self.newest[party] = n, link
            else:
                yield f"the link of {party} does not lead to its anchor"
        if row.get("hidden") is True:
            links.pop("S", None)
            links |= {"S": hidden_link(self.h0, self.epoch, n)} if self.h0 else {}
        if not isinstance(row["draws"], list):
            raise TypeError("no list of draws")
        if row["draws"] and len(links) < len(PARTIES):
            yield "a link or the hidden seed is missing, so its draws cannot be checked"
            return
        stream = Stream(roll_value(self.game, self.epoch, n, links))
        for draw in row["draws"]:
            true = stream.drawn(draw["draw"], draw["of"], len(draw["result"]))
            if str(draw["result"]) != str(list(true)):
                yield f"the record says {draw['draw']} {draw['result']}, the roll gives {list(true)}"


def _faults(setup: Document, rows: Sequence[Document]) -> Iterator[str]:
    name = "the set-up"
    try:
        epochs = [_Published(entry) for entry in setup["epochs"]]
        for number, epoch in enumerate(epochs):
            before = epochs[number - 1] if number else None
            yield from (f"epoch {number}: {words}" for words in epoch.faults(number, before))
        ends = [*(epoch.m0["spent"] for epoch in epochs[1:]), LINKS]
        places = ((number, n) for number, end in enumerate(ends) for n in range(1, end + 1))
        for row in rows:
            number, n = next(places, (len(epochs), 0))
            name = f"epoch {number} roll {n}"
            if str((row["epoch"], row["roll"])) != str((number, n)):
                yield f"{name}: another row stands in its place; nothing from here on was checked"
                return
            yield from (f"{name}: {words}" for words in epochs[number].row_faults(n, row))
        if next(places, (len(epochs) - 1,))[0] != len(epochs) - 1:
            yield f"{name}: rows are missing after it"
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError) as why:
        yield f"{name}: cannot be read ({why}); nothing from here on was checked"


def verify(setup: Document, rows: Sequence[Document]) -> list[str]:
    """The faults found in a finished record, in words; none means that it holds.

    A row is `epoch`, `roll`, `links`, `draws`, and `hidden` if its dice were hidden; its epoch then needs the
    revealed seed as `h0`. A roll number that was spent without dice keeps its row, with no draws.
    """
    return list(islice(_faults(setup, rows), MOST_FAULTS))
