"""A rule system for the tests of players and lab: two gangs, dice, a secret stance and a card up each sleeve.

Each side is dealt a hidden card from a pack of four, both choose a stance in secret, and Red says where to meet. Then
the sides attack by turns. The defender may show his card to undo as many losses as it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from zareba.engine.ask import Both, Choice, Deck, Draw, Option, Place, Position, Question, Roll, Rule, Throw
from zareba.engine.chance import D6, at_least
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.events import Event, Result
from zareba.engine.reasons import Refusal
from zareba.engine.system import Json, System

SIDES = ("red", "blue")
CARDS = ("0", "1", "2", "3")
DICE = {"press": 3, "hold": 2, "wait": 0}


class Duel:
    """The position."""

    def __init__(self, men: int, turns: int, card: str = "") -> None:
        self.men = [men, men]
        self.cards = [card, card]
        self.shown = [False, False]
        self.stances = ["", ""]
        self.spot: Position = ()
        self.turn = -1
        self.turns = turns
        self.events: list[Event] | None = None
        self.revealed = False
        self.result: Result | None = None

    def copy(self) -> Duel:
        twin = Duel(0, self.turns)
        twin.__dict__.update(
            {key: list(value) if isinstance(value, list) else value for key, value in vars(self).items()}
        )
        twin.events = None
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duel) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def show(state: Duel, about: Any, option: Any) -> Option:
    return Option(str(option), str(option))


def question(name: str) -> Question:
    return Question(name, f"tiny.{name}", lambda state, about: f"{name}?", show)


STANCE, SPOT, ATTACK, PARRY = map(question, ("stance", "spot", "attack", "parry"))
HIT = Throw("hit", "tiny.hit", D6, lambda state, about: "The attack.")
SLEEVE = Deck("sleeve", "tiny.sleeve", lambda state, about: "A card.", str, hidden=True)


async def opening(state: Duel) -> None:
    for number, side in enumerate(SIDES):
        left = [card for card in CARDS if card not in state.cards]
        state.cards[number] = await Draw(SLEEVE, left, side)
    secret = [Choice(side, STANCE, ("high", "low")) for side in SIDES]
    state.stances = list(await Both(*secret))
    state.spot = await Place("red", SPOT, [(0, 0), (0, 1000), (1000, 0)], refuse)
    state.turn = 0


def refuse(position: Position) -> Refusal | None:
    return Refusal("tiny.spot", "That is off the table.") if max(position) > 1000 else None


async def turn(state: Duel) -> None:
    """One attack. Losses may be undone by a card; pressing costs a man if it kills nobody."""
    me = state.turn % 2
    foe = 1 - me
    how = await Choice(SIDES[me], ATTACK, ("wait", "hold", "press") if state.men[me] > 1 else ("wait", "hold"))
    dice = DICE[how] + (how != "wait" and state.stances[me] != state.stances[foe])
    hits = await Roll(HIT, dice, at_least(D6, 5), SIDES[me]) if dice else 0
    assert isinstance(hits, int)
    if hits and not state.shown[foe] and await Choice(SIDES[foe], PARRY, (False, True)):
        state.shown[foe] = state.revealed = True
        hits = max(0, hits - int(state.cards[foe]))
    if how == "press" and not hits:
        lose(state, me, 1)
    lose(state, foe, hits)
    state.turn += 1
    finish(state)


def lose(state: Duel, side: int, men: int) -> None:
    state.men[side] = max(0, state.men[side] - men)
    if state.events is not None and men:
        state.events.append(Event("lost", "tiny.hit", f"{SIDES[side]} loses {men} <men>.", {"men": men}))


def finish(state: Duel) -> None:
    red, blue = state.men
    if red and blue and state.turn < state.turns:
        return
    winner = None if red == blue else SIDES[blue > red]
    clause = "tiny.wiped-out" if not (red and blue) else "tiny.limit"
    state.result = Result(winner, clause, f"{red} men to {blue}.")


def step(state: Duel) -> Rule | None:
    if state.result:
        return None
    return opening(state) if state.turn < 0 else turn(state)


def check(document: Document) -> list[Fault]:
    return [
        Fault(document.line(key), f"{key} must be a number above 0.", "tiny.setup")
        for key in ("men", "turns")
        if not isinstance(document.data.get(key), int) or document.data[key] < 1
    ]


def setup(data: Json, options: dict[str, str]) -> Duel:
    return Duel(data["men"] + (options.get("crowd") == "yes"), data["turns"])


def dump(state: Duel) -> Json:
    return {"men": state.men, "cards": state.cards, "shown": state.shown, "stances": state.stances, "turn": state.turn}


def table(state: Duel, seat: str) -> Json:
    known = [
        card if state.shown[number] or SIDES[number] == seat else "?" if card else ""
        for number, card in enumerate(state.cards)
    ]
    return dump(state) | {"cards": known, "spot": state.spot}


def imagine(state: Duel, seat: str, random: Random) -> Duel:
    twin = state.copy()
    foe = 1 - SIDES.index(seat)
    if twin.cards[foe] and not twin.shown[foe]:
        twin.cards[foe] = random.choice([card for card in CARDS if card != twin.cards[1 - foe]])
    return twin


def losses(before: Duel, after: Duel) -> tuple[tuple[str, int], ...]:
    return tuple((side, before.men[number] - after.men[number]) for number, side in enumerate(SIDES))


def judgement(state: Duel, side: str) -> int:
    number = SIDES.index(side)
    spare = 0 if state.shown[number] or not state.cards[number] else 30 * int(state.cards[number])
    return 100 * state.men[number] + spare


def instinct(state: Duel, choice: Choice[Any], random: Random) -> int:
    if choice.question is PARRY:
        return 1
    return int(random.random() * 2) if choice.question is STANCE else min(1, len(choice.options) - 1)


def options_of(choice: Choice[Any]) -> Sequence[Any]:
    return choice.options


SYSTEM = System(
    id="tiny",
    title="Tiny",
    author="the tests",
    version=1,
    folder=Path(__file__).parent,
    options={"crowd": ("no", "yes")},
    check=check,
    setup=setup,
    step=step,
    sides=lambda state: SIDES,
    seats=lambda state: dict(zip(SIDES, SIDES, strict=True)),
    dump=dump,
    board=lambda state: {},
    table=table,
    imagine=imagine,
    losses=losses,
    judgement=judgement,
    instinct=instinct,
    count=lambda state: sum(state.men),
    conventions={"manual": "tiny.manual", "overrule": "tiny.manual", "concede": "tiny.manual", "agree": "tiny.manual"},
)


def duel(men: int = 6, turns: int = 12) -> Duel:
    """An opening position."""
    return Duel(men, turns)
