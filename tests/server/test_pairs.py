"""Non-interference: two positions that differ only in what a seat cannot know are one and the same to it.

A battle is played at random. Now and then it is forked: beside it goes a twin with everything hidden from one seat
drawn anew. Both get the same answers, dice and cards as far as that seat could tell, and whatever the server would send
to the seat, wrong answers and looking ahead included, has to be equal to the byte until something hidden is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.contract import decisions
from tests.toy import TOY
from tests.toy import scenario as toy_scenario
from zareba.engine.ask import Choice, Draw, Place, Roll
from zareba.engine.canon import canonical
from zareba.engine.course import SECRET
from zareba.engine.dice import Seeded
from zareba.engine.errors import ZarebaError
from zareba.engine.game import Game, seat_of
from zareba.engine.record import Journal
from zareba.engine.save import partial
from zareba.lab.scenarios import load, scenarios
from zareba.server import oracle
from zareba.server.hearing import WATCHER, Hearing
from zareba.server.table import PERSON, Facts, Table
from zareba.systems import FOLDERS, system

LONG = 8
"""Decisions for which a pair is followed at most."""


class Parted(Exception):
    """Chance or the other seat did something in one game that it could not do in the other."""


class Fate:
    """Dice and cards for both games of a pair: what fell in the first falls in the second."""

    name = "fate"

    def __init__(self, seed: int, seat: str, first: Fate | None = None) -> None:
        self._random, self.seat, self.first = Random(seed), seat, first
        self.past: list[Any] = []

    def roll(self, roll: Roll) -> tuple[int, ...]:
        asked = roll.throw.die.name, roll.count
        faces = tuple(self._random.randint(1, len(roll.throw.die.sides)) for _ in range(roll.count))
        if self.first:
            faces = self._next("roll", asked)
        self.past.append(("roll", asked, faces))
        return faces

    def draw(self, draw: Draw) -> int:
        index = self._random.randrange(len(draw.cards))
        if self.first:
            card = self._next("draw", draw.deck.id)
            if card in draw.cards:
                index = draw.cards.index(card)
            elif not draw.deck.hidden or draw.seat == self.seat:
                raise Parted
        self.past.append(("draw", draw.deck.id, draw.cards[index]))
        return index

    def _next(self, kind: str, asked: Any) -> Any:
        """What fell in the first game, if the same was asked for there."""
        assert self.first
        fallen = self.first.past[len(self.past) :][:1]
        if not fallen or fallen[0][:2] != (kind, asked):
            raise Parted
        return fallen[0][2]

    def decided(self) -> None:
        pass


class Watched(Game):
    """A game that counts how often something hidden was shown."""

    reveals = 0

    def _forget(self, boundary: str) -> None:
        self.reveals += boundary == SECRET
        super()._forget(boundary)


class Side:
    """One game of a pair, as the server keeps it."""

    def __init__(self, rules, state, opening, fate):
        state.events = []
        seats = rules.seats(state)
        self.game = Watched(rules, state, fate)
        self.journal = Journal(self.game, {"type": "setup", **opening, "players": dict.fromkeys(seats, PERSON)})
        hearing = Hearing(real_dice=False)
        hearing.note(self.game, self.journal.records[0])
        facts = Facts("pair", "A pair", "anywhere", "seeded", dict.fromkeys(seats, PERSON))
        self.table = Table(facts, self.game, self.journal, hearing, [], None)
        self.game.proceed()

    def received(self, seat, random):
        """What the server sends to this seat now, and something besides that it might ask for."""
        table, game = self.table, self.game
        yield table.told(seat, 0)
        yield [table.turn(), table.hearing.heads()[seat], table.can_take_back(seat)]
        request = game.asked(seat)
        asks: list[Callable[[], Any]] = [
            lambda: table.replayed(seat, table.hearing.head(seat)),
            lambda: partial(self.journal, seat),
        ]
        if isinstance(request, Choice | Place):
            offered = [option.notation for option in game.options(request)]
            refused = [option.notation for option, _ in game.refused(request)]
            text, wrong = random.choice(offered), nearly(random.choice(offered), random)
            asks += [
                lambda: oracle.why(game.clone(), seat, wrong),
                lambda: oracle.why(game.clone(), seat, random.choice(refused or offered)),
                lambda: oracle.why(game.clone(), seat, wrong, [text]),
                lambda: oracle.peek(game.clone(), seat, [text]),
                lambda: oracle.odds(game.clone(), seat, text, 3600),
            ]
            if game.system.sight:
                asks.append(lambda: oracle.sight(game.clone(), seat, *random.sample(places(game, seat), 2)))
        yield asked_for(random.choice(asks))

    def answer(self, text, seat):
        self.game.answer(text, seat)
        self.game.proceed()


def asked_for(work):
    """What is told, or the sentence of the refusal."""
    try:
        return work()
    except ZarebaError as error:
        return str(error)


def nearly(text, random):
    """An answer with one of its numbers changed, as fingers do; so one asks about places that are not offered."""
    words = text.split()
    numbers = [place for place, word in enumerate(words) if word.lstrip("-").isdigit()]
    if not numbers:
        return f"{text} {random.randrange(9)}"
    place = random.choice(numbers)
    words[place] = str(int(words[place]) + random.choice((-3000, -700, -50, 50, 700, 3000)))
    return " ".join(words)


def places(game, seat):
    """What may be named when one asks who sees whom: hexes or boxes, and the pieces that this seat sees."""
    board, pieces = game.system.board(game.state), game.system.table(game.state, seat)["pieces"]
    return [*board.get("cells", ()), *[piece["id"] for piece in pieces]]


# --- pairs --------------------------------------------------------------------------------------------------


class Pair:
    """A game and its twin, and what has come of them."""

    def __init__(self, rules, state, seat, opening, seed):
        self.seat, self.random, self.seed = seat, Random(seed), seed
        imagined = rules.imagine(state, seat, self.random)
        self.differs = canonical(rules.dump(imagined)) != canonical(rules.dump(state))
        fate = Fate(seed, seat)
        self.first = Side(rules, state.copy(), opening, fate)
        self.second = Side(rules, imagined, opening, Fate(seed, seat, fate))
        self.steps = 0

    def follow(self):
        """Plays on until something is shown, or for long enough."""
        self.compare("at the fork")
        while self.steps < LONG and (asked := decisions(self.first.game)):
            request = self.random.choice(asked)
            before = self.reveals()
            try:
                same = self.answer(request)
            except Parted:
                return
            self.steps += 1
            if not same and self.told() != self.told(self.second):
                return
            if self.reveals() != before and self.told() != self.told(self.second):
                return
            self.compare(f"after {request.question.id} of {seat_of(request)}")

    def reveals(self):
        return self.first.game.reveals, self.second.game.reveals

    def told(self, side=None):
        return (side or self.first).table.told(self.seat, 0)

    def compare(self, when):
        probe = self.random.random()
        told = [side.received(self.seat, Random(probe)) for side in (self.first, self.second)]
        for one, other in zip(*told, strict=True):
            assert one == other, f"{self.seat} can tell that something hidden is otherwise, {when} (seed {self.seed})"

    def answer(self, request):
        """One decision, the same in both as far as it can be; says whether it was, to the last word and cost."""
        seat, game = seat_of(request), self.first.game
        option = game.options(request)[chosen(game, request, self.random)]
        text = option.notation
        self.first.answer(text, seat)
        twin = self.second.game.asked(seat)
        if seat == self.seat:
            assert twin is not None, f"{seat} is asked in one game and not in the other"
            self.second.answer(text, seat)
            return True
        if not isinstance(twin, Choice | Place):
            raise Parted
        offered = self.second.game.options(twin)
        try:
            self.second.answer(text, seat)
        except ZarebaError:
            self.second.answer(offered[chosen(self.second.game, twin, self.random)].notation, seat)
        return option in offered


def chosen(game, request, random):
    """Any answer, the usual ones more often, so that the battle goes on."""
    offered = request.options if isinstance(request, Choice) else request.candidates
    if random.random() < 0.6:
        return request.question.usual(game.state, request.about, offered)
    return random.randrange(len(offered))


def pairs(rules, scenario, options, seed, forks):
    """A battle, forked again and again for every seat in turn; counts what has been compared."""
    random, counted = Random(seed), Counter[str]()
    opening = {"scenario": scenario, "options": options}
    game = Game(rules, rules.setup(scenario, options), Seeded(seed)).proceed()
    while counted["forks"] < forks and game.request is not None:
        before = game.steps
        while game.steps == before and (asked := decisions(game)):
            request = random.choice(asked)
            game.choose(chosen(game, request, random), seat_of(request))
            game.proceed()
        if not decisions(game) or not rules.hides(game.state) or random.random() < 0.6:
            continue
        for seat in rules.seats(game.state):
            pair = Pair(rules, game._checkpoint, seat, opening, random.getrandbits(32))
            pair.follow()
            counted += Counter(forks=1, different=pair.differs, steps=pair.steps)
    return counted


@pytest.fixture(autouse=True)
def the_same_worlds(monkeypatch):
    """What is imagined when one looks ahead is drawn; for a pair it is drawn alike."""
    monkeypatch.setattr(oracle, "Random", lambda: Random(4))
    monkeypatch.setattr(oracle, "MOST_BRANCHES", 60)


def battles():
    for name in FOLDERS:
        for info in scenarios(system(name)):
            yield pytest.param(system(name), load(system(name), info.id).data, {}, id=f"{name}-{info.id}")


BUSH = {
    "name": "In the bush",
    "board": {"width": 36, "depth": 30, "terrain": [{"kind": "bush", "name": "the bush", "box": "2 14 34 22"}]},
    "unit": [
        {"id": "a", "name": "A", "side": "imperial", "code": "BR", "at": "10 5", "facing": 0},
        {"id": "b", "name": "B", "side": "imperial", "code": "BR", "at": "20 5", "facing": 0},
        {"id": "z", "name": "Z", "side": "natives", "code": "ZW", "at": "18 28", "facing": 180},
        {"id": "y", "name": "Y", "side": "natives", "code": "ZW", "at": "10 20", "facing": 180, "hidden": True},
    ],
    "limit": {"turns": 6},
}
MORE = [
    pytest.param(TOY, toy_scenario(), {}, id="toy"),
    pytest.param(system("battles_for_empire"), BUSH, {"ambush": "on"}, id="battles_for_empire-ambush"),
]


@pytest.mark.parametrize("forks", [8, pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize("rules,scenario,options", [*battles(), *MORE])
def test_a_seat_cannot_tell_what_is_hidden_from_it(rules, scenario, options, forks):
    opening, counted, seed = rules.setup(scenario, options), Counter[str](), 0
    if not rules.hides(opening):
        assert all(rules.table(opening, seat) == rules.table(opening, WATCHER) for seat in rules.seats(opening))
    while could_be_otherwise(rules, opening) and counted["different"] < forks:
        assert seed < 20 * forks, f"Hardly anything is hidden: {counted}"
        counted += pairs(rules, scenario, options, seed, min(forks, 8))
        seed += 1


def could_be_otherwise(rules, state):
    """Whether any seat could imagine a position that is another than this one."""
    twins = [rules.imagine(state, seat, Random(seed)) for seat in rules.seats(state) for seed in range(3)]
    return any(canonical(rules.dump(twin)) != canonical(rules.dump(state)) for twin in twins)
