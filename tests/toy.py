"""Toy ambush: a rule system for the tests of the engine, tiny, but with everything that the engine offers.

Two raiding parties hide, each in one of a few places, by a secret choice of both at once. Each is dealt a
hand of hidden cards and pitches its camp on an open table. Round by round a coin decides who hunts first; a
hunter searches a place, may play a card, and shoots if the others hide there. Whoever is found may flee to
another place, unseen. The battle ends when a party is destroyed or the rounds are over.

Every hidden fact carries a mark of sixteen hexadecimal digits, so that a test can look for it in whatever is
sent.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from zareba.engine.ask import Both, Choice, Deck, Draw, Option, Place, Position, Question, Roll, Rule, Throw
from zareba.engine.chance import D6, FACES, Die, at_least, pips
from zareba.engine.dice import Seeded, Source
from zareba.engine.documents import Document
from zareba.engine.errors import Fault
from zareba.engine.events import Event, Result
from zareba.engine.game import Game
from zareba.engine.reasons import Reason, Refusal, total
from zareba.engine.system import Json, System
from zareba.engine.view import subject

SEATS = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
HAND = 2
WIDE, DEEP = 48_000, 36_000
APART = 12_000
Audience = tuple[str, ...] | None
CORNERS = ((6_000, 6_000), (42_000, 6_000), (6_000, 30_000), (42_000, 30_000), (24_000, 18_000))


class Raid:
    """The position. Every value in it is plain and replaced, never changed, so that a copy is shallow."""

    def __init__(self, scenario: Json, options: dict[str, str]) -> None:
        self.places: tuple[str, ...] = tuple(scenario["places"])
        self.marks: dict[str, str] = dict(scenario["marks"])
        self.rounds: int = scenario["rounds"]
        self.cover: bool = options.get("cover", "none") == "thick"
        self.round = 1
        self.todo: tuple[tuple[str, str], ...] = (
            *(("deal", seat) for seat in SEATS * HAND),
            ("hide", ""),
            *(("camp", seat) for seat in SEATS),
            ("round", ""),
        )
        self.deck: tuple[str, ...] = tuple(scenario["deck"])
        self.played: tuple[str, ...] = ()
        self.hands: dict[str, tuple[str, ...]] = dict.fromkeys(SEATS, ())
        self.figures: dict[str, int] = dict.fromkeys(SEATS, int(scenario["figures"]))
        self.lost: dict[str, int] = dict.fromkeys(SEATS, 0)
        self.camps: dict[str, Position] = {}
        self.hidden: dict[str, str] = {}
        self.shown: tuple[str, ...] = ()
        self.searched: dict[str, tuple[str, ...]] = dict.fromkeys(SEATS, ())
        self.events: list[Event] | None = None
        self.revealed = False
        self.result: Result | None = None

    def copy(self) -> Raid:
        twin = copy(self)
        twin.events = None
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Raid) and dump(self) == dump(other)

    __hash__ = None  # type: ignore[assignment]

    # --- the doors ------------------------------------------------------------------------------------------

    def tell(self, kind: str, clause: str, text: str, seats: Audience = None, **facts: Any) -> None:
        """Tells all, or only some seats, if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, clause, text, facts, seats))

    def hide(self, seat: str, place: str, clause: str) -> None:
        """The party hides. The enemy, who does not know where, may search everywhere again."""
        self.hidden = {**self.hidden, seat: place}
        self.shown = tuple(other for other in self.shown if other != seat)
        self.searched = {**self.searched, OTHER[seat]: ()}
        self.tell("hidden", clause, f"{seat} hides.", seat=seat)
        self.tell("hiding", clause, f"You hide in the {place}.", (seat,), place=place, mark=self.marks[seat])

    def show(self, seat: str) -> None:
        """The party is found: from here on nobody can take back what led to it."""
        self.shown = (*self.shown, seat)
        self.revealed = True
        place = self.hidden[seat]
        self.tell("found", "hunt.found", f"{seat} is found in the {place}.", seat=seat, place=place)

    def lose(self, seat: str, figures: int, clause: str) -> None:
        figures = min(figures, self.figures[seat])
        if figures:
            self.figures = {**self.figures, seat: self.figures[seat] - figures}
            self.lost = {**self.lost, seat: self.lost[seat] + figures}
            self.tell("lost", clause, f"{seat} loses {figures}.", seat=seat, figures=figures)


# --- the questions ------------------------------------------------------------------------------------------


def _refused_hunts(raid: Raid, seat: str) -> list[tuple[Option, Refusal]]:
    found = ((place, refuse_hunt(raid, seat, place)) for place in raid.places)
    return [(SEARCH.show(raid, seat, place), refusal) for place, refusal in found if refusal]


def _refused_camps(raid: Raid, seat: str) -> list[tuple[Option, Refusal]]:
    found = ((spot, refuse_camp(raid, seat, spot)) for spot in (*CORNERS, (-1_000, 0)))
    return [(CAMP.show(raid, seat, spot), refusal) for spot, refusal in found if refusal]


def word_of(card: str) -> str:
    """A card without its mark."""
    return card.split("-")[0]


HIDE = Question(
    "hide",
    "hide.where",
    lambda raid, seat: f"Where does {seat} hide?",
    lambda raid, seat, place: Option(f"hide {place}", f"Hide in the {place}", cells=(place,)),
)
FLEE = Question(
    "flee",
    "flee.may",
    lambda raid, seat: f"{seat} is found. Stand or flee?",
    lambda raid, seat, word: Option(word, word.title(), target=seat),
)
SEARCH = Question(
    "search",
    "hunt.search",
    lambda raid, seat: f"Where does {seat} search?",
    lambda raid, seat, place: Option(f"search {place}", f"Search the {place}", piece=seat, cells=(place,)),
    lambda raid, seat, options: len(options) - 1,
    _refused_hunts,
)
CARD = Question(
    "play",
    "card.play",
    lambda raid, seat: f"Does {seat} play a card?",
    lambda raid, seat, card: Option(f"play {card}", word_of(card).title(), "card.die", seat),
)
CAMP = Question(
    "camp",
    "camp.where",
    lambda raid, seat: f"Where does {seat} pitch camp?",
    lambda raid, seat, spot: Option(" ".join(map(str, spot)), f"Camp at {spot[0]}, {spot[1]}", piece=seat),
    refused=_refused_camps,
)
PACK = Deck("deal", "card.deal", lambda raid, seat: "A card is dealt.", word_of, hidden=True)
COIN = Die("coin", ("heads", "tails"))
FIRST = Throw("first", "round.first", COIN, lambda raid, about: "Heads: Red hunts first.")
SHOOT = Throw(
    "shoot",
    "shoot.dice",
    D6,
    lambda raid, about: f"{about[0]} shoots.",
    lambda raid, about: why_dice(raid, *about),
)
PANIC = Throw("panic", "flee.panic", D6, lambda raid, seat: f"{seat} runs: doubles lose a figure.")


def refuse_hunt(raid: Raid, seat: str, place: str) -> Refusal | None:
    """A hunter may search even where he hides: were he not asked then, his silence would give him away."""
    if place in raid.searched[seat]:
        return Refusal("hunt.once", f"You have searched the {place}, and nobody has hidden there since.")
    return None


def refuse_camp(raid: Raid, seat: str, spot: Position) -> Refusal | None:
    x, y = spot
    if not (0 <= x <= WIDE and 0 <= y <= DEEP):
        return Refusal("camp.table", "That is off the table.")
    for other in raid.camps.values():
        if abs(x - other[0]) < APART and abs(y - other[1]) < APART:
            return Refusal("camp.apart", "That is within 12 inches of the other camp.")
    return None


def why_dice(raid: Raid, hunter: str, played: bool) -> list[Reason]:
    """`shoot.dice`: what each die is for."""
    reasons = [Reason(min(3, raid.figures[hunter]), "shoot.figures", "a die a figure, at most three")]
    if played:
        reasons.append(Reason(1, "card.die", "a card was played"))
    if raid.cover:
        reasons.append(Reason(-2, "opt.cover", "thick cover"))
    return reasons


# --- the rules ----------------------------------------------------------------------------------------------


def step(raid: Raid) -> Rule | None:
    if raid.result is not None:
        return None
    (task, seat), *rest = raid.todo
    raid.todo = tuple(rest)
    return RULES[task](raid, seat)


async def deal(raid: Raid, seat: str) -> None:
    """`card.deal`: a card from the top of the pack, seen by nobody else."""
    if not raid.deck:
        return
    card = await Draw(PACK, raid.deck, seat)
    raid.deck = tuple(other for other in raid.deck if other != card)
    raid.hands = {**raid.hands, seat: (*raid.hands[seat], card)}
    raid.tell("dealt", "card.deal", f"{seat} is dealt a card.", seat=seat)
    raid.tell("card", "card.deal", f"You hold {word_of(card)}.", (seat,), card=card)


async def both_hide(raid: Raid, about: str) -> None:
    """`hide.where`: both parties choose at once, and neither knows the other's choice."""
    chosen = await Both(*[Choice(seat, HIDE, raid.places, seat) for seat in SEATS])
    for seat, place in zip(SEATS, chosen, strict=True):
        raid.hide(seat, place, "hide.where")


async def pitch(raid: Raid, seat: str) -> None:
    spots = [spot for spot in CORNERS if refuse_camp(raid, seat, spot) is None]
    spot = await Place(seat, CAMP, spots, lambda spot: refuse_camp(raid, seat, spot), seat)
    raid.camps = {**raid.camps, seat: spot}
    raid.tell("camp", "camp.where", f"{seat} pitches camp.", seat=seat, x=spot[0], y=spot[1])


async def begin(raid: Raid, about: str) -> None:
    """`round.first`: a coin decides who hunts first."""
    first = "red" if await Roll(FIRST, 1, pips(COIN), "red") == 1 else "blue"
    raid.todo = (("hunt", first), ("hunt", OTHER[first]), *(("deal", seat) for seat in SEATS), ("close", ""))
    raid.tell("first", "round.first", f"Round {raid.round}: {first} hunts first.", seat=first)


async def hunt(raid: Raid, seat: str) -> None:
    enemy = OTHER[seat]
    if enemy in raid.shown:
        await shoot(raid, seat, enemy)
        return
    places = [place for place in raid.places if refuse_hunt(raid, seat, place) is None]
    place = await Choice(seat, SEARCH, [*places, "nowhere"], seat)
    if place == "nowhere":
        return
    raid.tell("search", "hunt.search", f"{seat} searches the {place}.", seat=seat, place=place)
    if raid.hidden[enemy] == place:
        raid.show(enemy)
        await shoot(raid, seat, enemy)
    else:
        raid.searched = {**raid.searched, seat: (*raid.searched[seat], place)}


async def shoot(raid: Raid, seat: str, enemy: str) -> None:
    """`shoot.hit`: every 5 or 6 hits; whoever is left may flee."""
    card = await Choice(seat, CARD, [*raid.hands[seat], "none"], seat)
    if card != "none":
        play(raid, seat, card)
    played = card != "none"
    dice = total(why_dice(raid, seat, played))
    hits = await Roll(SHOOT, dice, at_least(D6, 5), seat, (seat, played))
    assert isinstance(hits, int)
    raid.lose(enemy, hits, "shoot.hit")
    if raid.figures[enemy] and await Choice(enemy, FLEE, ["stand", "flee"], enemy) == "flee":
        await flee(raid, enemy)
    finish(raid)


def play(raid: Raid, seat: str, card: str) -> None:
    """`card.play`: a card is shown as it is played, and is out of the game."""
    raid.hands = {**raid.hands, seat: tuple(other for other in raid.hands[seat] if other != card)}
    raid.played = (*raid.played, card)
    raid.revealed = True
    raid.tell("played", "card.play", f"{seat} plays {word_of(card)}.", seat=seat, card=card)


async def flee(raid: Raid, seat: str) -> None:
    """`flee.hide`: to any other place, unseen; `flee.panic`: doubles lose a figure."""
    faces = await Roll(PANIC, 2, FACES, seat, seat)
    assert isinstance(faces, tuple)
    if faces[0] == faces[1]:
        raid.lose(seat, 1, "flee.panic")
    if raid.figures[seat]:
        places = [place for place in raid.places if place != raid.hidden[seat]]
        raid.hide(seat, await Choice(seat, HIDE, places, seat), "flee.hide")


def finish(raid: Raid) -> None:
    for seat in SEATS:
        if not raid.figures[seat]:
            end(raid, OTHER[seat], "end.destroyed", f"{seat} is destroyed.")


async def close(raid: Raid, about: str) -> None:
    """`end.rounds`: after the last round the larger party has won. Nobody is asked anything here."""
    if raid.round == raid.rounds:
        red, blue = raid.figures["red"], raid.figures["blue"]
        winner = None if red == blue else "red" if red > blue else "blue"
        end(raid, winner, "end.rounds", "The rounds are over.")
        return
    raid.round += 1
    raid.todo = (("round", ""),)


def end(raid: Raid, winner: str | None, clause: str, why: str) -> None:
    raid.result = Result(winner, clause, why)
    raid.tell("end", clause, why, winner=winner or "")


RULES: dict[str, Callable[[Raid, str], Rule]] = {
    "deal": deal,
    "hide": both_hide,
    "camp": pitch,
    "round": begin,
    "hunt": hunt,
    "close": close,
}


# --- the description ----------------------------------------------------------------------------------------


def check(document: Document) -> list[Fault]:
    data = document.data
    faults = [Fault(0, f"There is no {key!r}.") for key in scenario() if key not in data]
    if not faults and (type(data["figures"]) is not int or not 1 <= data["figures"] <= 99):
        faults.append(Fault(document.line("figures"), "A party has 1 to 99 figures.", "hide.party"))
    if not faults and len(set(data["places"])) < 2:
        faults.append(Fault(document.line("places"), "There are two places or more.", "hide.where"))
    return faults


def dump(raid: Raid) -> Json:
    found: Json = {
        "round": raid.round,
        "todo": [list(task) for task in raid.todo],
        "deck": list(raid.deck),
        "played": list(raid.played),
        "hands": {seat: list(hand) for seat, hand in raid.hands.items()},
        "figures": dict(raid.figures),
        "lost": dict(raid.lost),
        "camps": {seat: list(spot) for seat, spot in raid.camps.items()},
        "hidden": {seat: {"place": place, "mark": raid.marks[seat]} for seat, place in raid.hidden.items()},
        "shown": list(raid.shown),
        "searched": {seat: list(places) for seat, places in raid.searched.items()},
        "cover": raid.cover,
    }
    if raid.result:
        found["result"] = {"winner": raid.result.winner or "", "why": raid.result.why}
    return found


def table(raid: Raid, seat: str) -> Json:
    own = {"place": raid.hidden[seat], "mark": raid.marks[seat]} if seat in raid.hidden else {}
    return {
        "round": raid.round,
        "deck": len(raid.deck),
        "played": list(raid.played),
        "hands": {other: len(hand) for other, hand in raid.hands.items()},
        "hand": list(raid.hands.get(seat, ())),
        "hiding": own,
        "figures": dict(raid.figures),
        "lost": dict(raid.lost),
        "camps": {other: list(spot) for other, spot in raid.camps.items()},
        "shown": {other: raid.hidden[other] for other in raid.shown},
        "searched": {other: list(places) for other, places in raid.searched.items()},
    }


def imagine(raid: Raid, seat: str, random: Random) -> Raid:
    """`seat` knows its own cards and place, and where the enemy is not."""
    twin = raid.copy()
    for enemy in SEATS:
        if enemy == seat:
            continue
        pool = [*twin.deck, *twin.hands[enemy]]
        random.shuffle(pool)
        held = len(twin.hands[enemy])
        twin.hands = {**twin.hands, enemy: tuple(pool[:held])}
        twin.deck = tuple(pool[held:])
        if enemy in twin.hidden and enemy not in twin.shown:
            places = [place for place in twin.places if place not in twin.searched.get(seat, ())]
            twin.hidden = {**twin.hidden, enemy: random.choice(places)}
    return twin


def losses(before: Raid, after: Raid) -> tuple[tuple[str, int], ...]:
    lost = ((seat, after.lost[seat] - before.lost[seat]) for seat in SEATS)
    return tuple((seat, number) for seat, number in lost if number)


def secrets(raid: Raid, seat: str) -> list[str]:
    """The marks that must not stand in anything that is sent to this seat now."""
    others = [enemy for enemy in SEATS if enemy != seat]
    cards = [*raid.deck, *(card for enemy in others for card in raid.hands[enemy])]
    return [card.split("-")[1] for card in cards] + [raid.marks[enemy] for enemy in others]


def scenario(seed: int = 0, places: int = 4, figures: int = 5, rounds: int = 4) -> Json:
    """A raid whose marks are drawn from this seed."""
    random = Random(seed)
    words = ("lance", "drum", "horse", "rope", "flask", "torch", "flag", "map")
    return {
        "name": "The ford",
        "places": ["ford", "kraal", "mill", "well", "wood"][:places],
        "figures": figures,
        "rounds": rounds,
        "deck": [f"{word}-{random.getrandbits(64):016x}" for word in words],
        "marks": {seat: f"{random.getrandbits(64):016x}" for seat in SEATS},
    }


TOY = System(
    id="toy-ambush",
    title="Toy ambush",
    author="the zareba authors",
    version=1,
    folder=Path(__file__).parent,
    options={"cover": ("none", "thick")},
    check=check,
    setup=Raid,
    step=step,
    sides=lambda raid: SEATS,
    seats=lambda raid: {seat: seat for seat in SEATS},
    dump=dump,
    board=lambda raid: {"places": list(raid.places)},
    table=table,
    imagine=imagine,
    losses=losses,
    judgement=lambda raid, side: 100 * raid.figures[side],
    instinct=lambda raid, choice, random: random.randrange(len(choice.options)),
    count=lambda raid: sum(raid.figures.values()) + sum(raid.lost.values()),
    hides=lambda state: True,
    conventions={
        "manual": "table.manual",
        "overrule": "table.overrule",
        "concede": "table.concede",
        "agree": "table.agree",
    },
)


# --- for tests ----------------------------------------------------------------------------------------------


def battle(seed: int = 0, options: dict[str, str] | None = None, source: Source | None = None, **terms: int) -> Game:
    """A raid that is about to begin."""
    return Game(TOY, Raid(scenario(seed, **terms), options or {}), source)


def until(game: Game, ask: str, seed: int = 0) -> Game:
    """Plays at random until this is asked."""
    random, source = Random(f"{seed} until"), Seeded(seed)
    while name(game) != ask:
        assert game.request is not None, f"{ask} was never asked"
        request = game.asked()
        if isinstance(request, Roll):
            game.throw(source.roll(request))
        elif isinstance(request, Draw):
            game.turn(source.draw(request))
        elif isinstance(request, Choice | Place):
            game.choose(random.randrange(len(game.options(request))))
    return game


def name(game: Game) -> str:
    """What is asked, by its id."""
    request = game.asked()
    return subject(request).id if isinstance(request, Choice | Place | Roll | Draw) else ""
