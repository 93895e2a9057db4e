"""Where dice and cards come from.

A game is given one source. Without a source its rolls and draws wait to be answered from outside: that is how real
dice are thrown, typed and tapped in. `odds` needs no source either: it answers every roll with every outcome in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Protocol

from zareba.engine.ask import Draw, Roll
from zareba.engine.chance import Faces
from zareba.engine.errors import Unknown
from zareba.engine.fair import FairDice


class Source(Protocol):
    """Dice and cards on demand."""

    name: str

    def roll(self, roll: Roll) -> Faces: ...

    def draw(self, draw: Draw) -> int: ...

    def decided(self) -> None:
        """A player has answered: what is thrown next belongs to a new decision."""


class Seeded:
    """The computer's dice: fast, and the same again for the same seed."""

    name = "seeded"

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = Random(seed).random

    def roll(self, roll: Roll) -> Faces:
        random, sides = self._random, len(roll.throw.die.sides)
        return tuple([int(random() * sides) + 1 for _ in range(roll.count)])

    def draw(self, draw: Draw) -> int:
        return int(self._random() * len(draw.cards))

    def decided(self) -> None:
        pass


class Fair:
    """Dice that nobody could choose or predict and anybody can verify afterwards (see `fair`)."""

    name = "fair"

    def __init__(self, dice: FairDice) -> None:
        self.dice = dice

    def roll(self, roll: Roll) -> Faces:
        return self.dice.roll(len(roll.throw.die.sides), roll.count)

    def draw(self, draw: Draw) -> int:
        return self.dice.pick(len(draw.cards))

    def decided(self) -> None:
        self.dice.decide()


class Scripted:
    """Dice and cards written down beforehand: for cases, tests and replays."""

    name = "scripted"

    def __init__(self, faces: Iterable[int] = (), cards: Iterable[str] = ()) -> None:
        self._faces = iter(faces)
        self._cards = iter(cards)

    def roll(self, roll: Roll) -> Faces:
        faces = tuple(islice(self._faces, roll.count))
        if len(faces) < roll.count:
            raise Unknown(f"The script has {len(faces)} dice left for {roll.throw.id}, which needs {roll.count}.")
        return faces

    def draw(self, draw: Draw) -> int:
        card = next(self._cards, "")
        if card not in draw.cards:
            raise Unknown(f"The script turns {card or 'no card'} where one of {len(draw.cards)} cards is left.")
        return list(draw.cards).index(card)

    def decided(self) -> None:
        pass
