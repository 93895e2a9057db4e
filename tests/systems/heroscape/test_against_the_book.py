"""What the program offers is exactly what the rule book allows, in positions drawn at random."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.systems.heroscape.reference import GUNS, Book, Ends, Hex, Unit, distance

from zareba.engine.ask import Choice, Draw, Request, Roll
from zareba.engine.documents import Document
from zareba.systems.heroscape import SYSTEM

Position = tuple[Random, dict[str, Any], Book, Unit]
BOARD = {"columns": 7, "rows": 6}
LONG = [pytest.param(range(first, first + 250), marks=pytest.mark.long) for first in range(80, 6080, 250)]
SHORT = [range(first, first + 20) for first in range(0, 80, 20)]
CODES = [*".......", "1", "1", "2", "3", "w", "w1", "f", "F", "=", "~", "#"]


class Table:
    """The rules without the engine: no question is answered for anybody, so all of them can be looked at."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.state = SYSTEM.setup(scenario, {})
        self.request: Request | None = None
        self._begin()

    def _begin(self) -> None:
        self._rule = SYSTEM.step(self.state)
        self.request = self._rule.send(None) if self._rule else None

    def send(self, answer: Any) -> None:
        assert self._rule is not None
        try:
            self.request = self._rule.send(answer)
        except StopIteration:
            self._begin()

    @property
    def asked(self) -> str:
        if isinstance(self.request, Choice):
            return self.request.question.id
        return self.request.throw.id if isinstance(self.request, Roll) else "card"

    @property
    def offered(self) -> list[str]:
        assert isinstance(self.request, Choice)
        show, about = self.request.question.show, self.request.about
        return [show(self.state, about, option).notation for option in self.request.options]

    def choose(self, notation: str) -> None:
        self.send(self.offered.index(notation))

    def activate(self, unit: str, die: int) -> bool:
        """Turns a red card, names the unit, throws its die; whether its nerve holds."""
        assert isinstance(self.request, Draw)
        self.send(self.request.cards.index("7h"))
        self.choose(f"activate {unit}")
        if self.asked == "morale":
            self.send(die)
        passed: bool = self.state.acting.passed
        return passed

    def stand(self, name: str) -> dict[Hex, int]:
        """Where the figures of an original unit stand, in however many parts."""
        units = SYSTEM.dump(self.state)["units"].items()
        words = [word for id, unit in units if id.split(".")[0] == name for word in unit["at"].split()]
        return {word[:4]: int(word[5:]) for word in words}


# --- positions ----------------------------------------------------------------------------------------------


def scenario(random: Random) -> dict[str, Any]:
    """A small map with something of everything on it, two or three units of each side, some of them engaged."""
    names = [f"{column:02d}{row:02d}" for column in range(1, 8) for row in range(1, 7)]
    bare = random.random() < 0.3
    codes = {name: random.choice(CODES) for name in names if not bare and random.random() < 0.4}
    pairs = [[a, b] for a in names for b in names if a < b and distance(a, b) == 1]
    sides = [{"between": pair, "is": random.choice(["wall", "high"])} for pair in random.sample(pairs, 10)]
    free = [name for name in names if codes.get(name, ".")[0] not in "~#"]
    units = [unit for number in range(5) if (unit := _unit(random, number, free))]
    board = BOARD | {"codes": codes, "sides": [] if bare else sides}
    found = {"board": board, "side": _sides(), "unit": units, "options": _options(random)}
    return found | {"engaged": _engagements(random, Book(found))}


def _sides() -> list[dict[str, Any]]:
    return [{"id": name, "colour": name, "exhausted": 99} for name in ("red", "black")]


def _options(random: Random) -> dict[str, str]:
    others = {"downhill": "free", "wheels": "hampered", "detach": "yes"}
    return {name: value for name, value in others.items() if random.random() < 0.15}


def _unit(random: Random, number: int, free: list[Hex]) -> dict[str, Any] | None:
    kind = random.choice(["infantry", "infantry", "infantry", "cavalry", "machine-gun", "artillery"])
    entry: dict[str, Any] = {"id": f"u{number}", "side": ("red", "black")[number % 2], "kind": kind}
    weapons = {"machine-gun": ["machine-gun"], "artillery": ["smooth-bore", "rifled-gun"]}
    entry["weapon"] = random.choice(weapons.get(kind, ["none", "musket", "rifle"]))
    if kind == "infantry":
        entry["origin"] = random.choice(["european", "native"])
    hexes = _patch(random, free, 1 if kind in GUNS else random.randint(1, 3))
    most = 4 if kind == "infantry" and len(hexes) < 3 else 2
    entry["at"] = " ".join(f"{name}:{random.randint(1, most)}" for name in hexes)
    return entry if hexes else None


def _patch(random: Random, free: list[Hex], size: int) -> list[Hex]:
    """Neighbouring hexes, taken out of those that are free."""
    patch: list[Hex] = []
    while len(patch) < size:
        near = [name for name in free if not patch or any(distance(name, other) == 1 for other in patch)]
        if not near:
            break
        patch.append(random.choice(near))
        free.remove(patch[-1])
    return patch


def _engagements(random: Random, book: Book) -> list[list[str]]:
    reds = [unit for unit in book.units.values() if unit.side == "red"]
    near = [(red, foe) for red in reds for foe in book.enemies(red) if any(book.abuts(at, foe) for at in red.stand)]
    return [[red.id, foe.id] for red, foe in near if random.random() < 0.4]


def position(seed: int) -> Position | None:
    """A position in which red has a unit to act with; some draws give none."""
    random = Random(seed)
    drawn = scenario(random)
    book = Book(drawn)
    if "u0" not in book.units or "u1" not in book.units:
        return None
    assert SYSTEM.check(Document("drawn", drawn)) == []
    return random, drawn, book, book.units["u0"]


def in_many_positions(check: Callable[[Random, dict[str, Any], Book, Unit], None]) -> Any:
    """Some positions always, very many in the long run."""

    @pytest.mark.parametrize("seeds", [*SHORT, *LONG], ids=str)
    def test(seeds: range) -> None:
        for seed in seeds:
            if drawn := position(seed):
                try:
                    check(*drawn)
                except AssertionError as error:
                    error.add_note(f"in the position of seed {seed}")
                    raise

    return test


# --- movement and charges -----------------------------------------------------------------------------------


def next_steps(finals: list[Ends], placed: Ends, unit: Unit, target: Unit | None, book: Book) -> set[str]:
    """What may be answered now: any stack that goes where some legal end has it.

    The first goes to the point: it moves, or abuts the enemy. Each of the others stands beside those placed before;
    so every legal end is reached in some order.
    """
    still = [ends for ends in finals if all(ends[start] == end for start, end in placed.items())]
    steps = {(start, end) for ends in still for start, end in ends.items() if start not in placed}
    if not placed:
        steps = {step for step in steps if (book.abuts(step[1], target) if target else step[0] != step[1])}
    elif book.options.get("detach") != "yes":
        steps = {step for step in steps if any(distance(step[1], end) == 1 for end in placed.values())}
    done = {"done"} if placed and {start: placed.get(start, start) for start in unit.stand} in finals else set()
    return {f"{start}>{end}" for start, end in steps} | done


@pytest.mark.pins("move.stacks", "move.keep-stacks", "contig.voluntary", "move.break-off", "move.away", "charge.end")
@in_many_positions
def test_movement(random: Random, drawn: dict[str, Any], book: Book, unit: Unit) -> None:
    table = Table(drawn)
    passed = table.activate("u0", random.randint(1, 6))
    ways: dict[str, tuple[list[Ends], Unit | None]] = {
        kind: (book.movements(unit, kind, not passed), None) for kind in ("move", "double")
    }
    if passed and unit.kind not in GUNS and not book.foes(unit):
        for foe in book.enemies(unit):
            ways[f"charge {foe.id}"] = book.movements(unit, "charge", False, foe), foe
    verbs = {verb for verb in table.offered if verb.split()[0] in ("move", "double", "charge")}
    assert verbs == {verb for verb, (finals, _) in ways.items() if finals}
    for verb in random.sample(sorted(verbs), min(1, len(verbs))):
        table.choose(verb)
        follow(random, table, book, unit, *ways[verb])


def follow(random: Random, table: Table, book: Book, unit: Unit, finals: list[Ends], target: Unit | None) -> None:
    placed: Ends = {}
    while table.asked == "stack":
        offered = table.offered
        assert len(offered) == len(set(offered))
        assert set(offered) == next_steps(finals, placed, unit, target, book)
        answer = random.choice(offered)
        if answer != "done":
            start, end = answer.split(">")
            placed[start] = end
        if answer == "done" or len(placed) == len(unit.stand):
            ends = {start: placed.get(start, start) for start in unit.stand}
            assert ends in finals
            table.choose(answer)
            assert table.stand("u0") == {ends[start]: figures for start, figures in unit.stand.items()}
            return
        table.choose(answer)
    raise AssertionError(f"The movement was over before it was complete, at {table.asked}.")


# --- formation ----------------------------------------------------------------------------------------------


@pytest.mark.pins("form.open", "form.close", "form.step", "stack.checked")
@in_many_positions
def test_changes_of_formation(random: Random, drawn: dict[str, Any], book: Book, unit: Unit) -> None:
    die = random.randint(1, 6)
    table = Table(drawn)
    table.activate("u0", die)
    figures = sum(unit.stand.values())
    if unit.kind in GUNS or figures > 6:
        return
    for kind in ("open", "close"):
        legal = book.changes(unit, kind)
        assert (kind in table.offered) == bool(legal)
        if legal:
            assert formations(drawn, die, kind) == legal


def formations(drawn: dict[str, Any], die: int, kind: str) -> set[frozenset[tuple[Hex, int]]]:
    """Every formation that some sequence of offered answers leads to."""
    found: set[frozenset[tuple[Hex, int]]] = set()
    seen: set[tuple[str, ...]] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        table = Table(drawn)
        table.activate("u0", die)
        for answer in (kind, *answers):
            table.choose(answer)
        for option in table.offered:
            key = tuple(sorted((*answers, option)))
            if option == "done":
                table.choose("done")
                found.add(frozenset(table.stand("u0").items()))
                break
            if key not in seen:
                seen.add(key)
                waiting.append((*answers, option))
        else:
            continue
    return found


# --- fire and close combat ----------------------------------------------------------------------------------


def may_fire(book: Book, unit: Unit, target: Unit) -> bool:
    fought = any(target.id in pair for pair in book.engaged)
    return unit.weapon != "none" and not book.foes(unit) and not fought


@pytest.mark.pins("fire.eligible", "fire.band", "los.trace", "los.height", "fire.friends-block", "fire.overhead")
@in_many_positions
def test_fire(random: Random, drawn: dict[str, Any], book: Book, unit: Unit) -> None:
    table = Table(drawn)
    table.activate("u0", random.randint(1, 6))
    volleys = {foe.id: book.volley(unit, foe) for foe in book.enemies(unit) if may_fire(book, unit, foe)}
    bearing = sorted(foe for foe, (short, long, _) in volleys.items() if short + long)
    assert sorted(verb[5:] for verb in table.offered if verb.startswith("fire ")) == bearing
    for foe in random.sample(bearing, min(1, len(bearing))):
        table.choose(f"fire {foe}")
        thrown = throw(table, book, foe)
        short, long, exposed = volleys[foe]
        assert thrown == {name: dice for name, dice in (("short", short), ("long", long)) if dice}
        if table.asked == "remove":
            assert set(table.offered) == exposed or sum(book.units[foe].stand.values()) == 1


def throw(table: Table, book: Book, foe: str) -> dict[str, int]:
    """Throws just enough 6s to remove one figure; the dice that were asked for."""
    fortified = all(book.terrain(name) == "F" for name in book.units[foe].stand)
    thrown = {}
    while isinstance(table.request, Roll):
        need = {"short": 1, "long": 2}[table.asked] * (2 if fortified else 1)
        thrown[table.asked] = table.request.count
        first = len(thrown) == 1
        table.send(need if first and table.request.count >= need else 0)
    return thrown


@pytest.mark.pins("melee.frontage", "melee.contact", "melee.mounted-active", "melee.crew")
@in_many_positions
def test_close_combat(random: Random, drawn: dict[str, Any], book: Book, unit: Unit) -> None:
    table = Table(drawn)
    table.activate("u0", random.randint(1, 6))
    foes = sorted(foe.id for foe in book.foes(unit))
    assert sorted(verb[6:] for verb in table.offered if verb.startswith("fight ")) == foes
    for name in random.sample(foes, min(1, len(foes))):
        table.choose(f"fight {name}")
        for one, other in ((unit, book.units[name]), (book.units[name], unit)):
            assert isinstance(table.request, Roll)
            assert table.request.count == book.blows(one, other)
            table.send(0)
