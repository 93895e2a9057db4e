"""Random play: no dead ends, nobody where he cannot stand, nothing told that is hidden, every option in some battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from shapely import LineString, box
from shapely import Point as Place
from shapely import Polygon as Outline
from tests.contract import advance, check_game, check_purity, hash_in_fresh_process

from zareba.boards.inches import Circle, Point, squared
from zareba.engine.dice import Seeded
from zareba.engine.documents import Document
from zareba.engine.game import Game
from zareba.lab.playout import battle, opening
from zareba.lab.scenarios import load, new_game
from zareba.systems import system
from zareba.systems.darkest_africa import moving
from zareba.systems.darkest_africa.field import APART, DEPLOY, Field, ones
from zareba.systems.darkest_africa.ground import Ground
from zareba.systems.darkest_africa.roster import count_in, officers_in

AFRICA = system("darkest_africa")
TABLES = {
    "as written": {},
    "kinder": {"shot-kill": "outright", "panic-tests": "once", "officers-panic": "off", "break": "none"},
    "busier": {"reload-action": "with-shot", "follow-officer": "always", "break-off": "on", "cp-pool": "shared"},
    "by points": {"strength": "points", "gang": "1", "six-hits": "on", "rough-rate": "prorata"},
    "in sight": {"hidden": "none", "screen": "off", "unaimed-nearest": "on"},
    "all may hide": {"hidden": "both", "terrain": "random"},
}
MEETINGS = {
    "open lists": {"lists": "open", "points": "100"},
    "dear officers": {"officer-points": "10", "points": "100"},
}


def scenario(name: str) -> dict[str, Any]:
    found: dict[str, Any] = load(AFRICA, name).data
    return found


def small(name: str, **more: Any) -> dict[str, Any]:
    """A scenario cut short: a few rounds show as much of the rules."""
    return deepcopy(scenario(name)) | {"limit": {"rounds": 3}} | more


@pytest.mark.parametrize("table", TABLES)
def test_a_battle_keeps_the_contract_whatever_the_options(table):
    check_game(AFRICA, scenario("trader"), TABLES[table], seed=len(table), thorough=False)


def test_a_battle_keeps_the_contract_at_every_single_question():
    check_game(AFRICA, small("trader"), {}, seed=5)


@pytest.mark.parametrize("name", ["dry-march", "zimbizo"])
def test_large_battles_keep_the_contract(name):
    check_game(AFRICA, small(name), {}, seed=3, thorough=False)


@pytest.mark.parametrize("table", MEETINGS)
def test_forces_that_are_chosen_meet_on_a_map_that_is_thrown_for(table):
    check_game(AFRICA, small("meeting"), MEETINGS[table], seed=1, thorough=False)


# --- what holds on the table -------------------------------------------------------------------------------------


def battles(name: str, options: dict[str, str], seed: int, rounds: int = 4) -> Iterator[Field]:
    """Every position of a random battle."""
    game = new_game(AFRICA, load(AFRICA, name), options, Seeded(seed))
    random = Random(seed)
    while game.request is not None and game.state.round <= rounds:
        yield game.state
        advance(game, random)


@pytest.mark.pins("geo.spot")
@pytest.mark.pins("geo.base")
@pytest.mark.pins("setup.room")
@pytest.mark.parametrize(
    "name, table",
    [("trader", "as written"), ("dry-march", "as written"), ("zimbizo", "as written"), ("zimbizo", "all may hide")],
)
def test_bases_never_overlap_nor_leave_the_table(name, table):
    """Not even where both sides lie hidden in the same wood."""
    for seed in range(2):
        for field in battles(name, TABLES[table], seed):
            stands_well(field)


def stands_well(field: Field) -> None:
    seen = field.seen(0) | field.seen(1)
    assert all(squared(one, other) >= APART**2 for one, other in combinations(field.places(seen), 2))
    assert all(field.ground.fits(point) for point in field.places(field.on))
    assert all(field.ground.open_at(point) for point in field.places(field.on))


VILLAGE = [
    {"kind": "hut", "at": "8 12", "radius": 1},
    {"kind": "rocks", "box": "11 3 13 6"},
    {"kind": "river", "outline": "5 15, 9 16, 12 15.5, 12 17, 5 17"},
    {"kind": "fence", "line": "6 8, 10 9, 13 8"},
    {"kind": "hill", "outline": "14 10, 17 10, 17 14, 14 13"},
    {"kind": "scrub", "at": "9 4", "radius": 1.5},
    {"kind": "grass", "at": "16 7", "radius": 2},
]
CLOSED = ("hut", "rocks", "river")


def in_village(party: str = "2") -> Document:
    """The learning battle among huts, rocks and a river; `party` says how far east the Party stands."""
    data = deepcopy(scenario("trader"))
    for entry in data["unit"]:
        x, y = entry["at"].split()
        entry["at"] = f"{party if x == '2' else x} {y}"
    return Document("scenario", data | {"board": data["board"] | {"terrain": VILLAGE}})


@pytest.mark.pins("move.impassable")
@pytest.mark.parametrize("table", TABLES)
def test_nobody_ever_stands_on_closed_ground(table):
    game, random = Game(AFRICA, opening(AFRICA, in_village(), TABLES[table]), Seeded(7)), Random(7)
    while game.request is not None:
        now = game.state
        if table != "all may hide":
            assert all(now.ground.open_at(point) for point in now.places(now.on))
        advance(game, random)
    assert game.result is not None


@pytest.mark.pins("unenc.three")
def test_nobody_who_was_not_told_to_walks_into_the_enemy():
    """Who touches an enemy has been encouraged, or was walked into, or lay where nobody saw him."""
    game = new_game(AFRICA, load(AFRICA, "trader"), {}, Seeded(2))
    random = Random(2)
    while game.request is not None:
        before = game.state.copy()
        advance(game, random)
        if before.phase == game.state.phase == 6:
            fresh = [index for index in ones(game.state.on) if not before.engaged(index) and game.state.engaged(index)]
            assert fresh == []


# --- what is hidden ----------------------------------------------------------------------------------------------


def named(name: str) -> dict[str, Any]:
    """A scenario in which every figure has a name that is part of no other text."""
    data = small(name)
    units: list[dict[str, Any]] = []
    for entry in data["unit"]:
        places = entry["at"].split(",")
        hidden = entry.get("hidden", False)
        for turn in range(count_in(entry)):
            man = entry | {"id": f"u{len(units)}", "at": places[turn].strip(), "name": f"<{len(units):03}>"}
            man["hidden"] = turn + 1 in hidden if isinstance(hidden, list) else hidden
            man["officers"] = int(turn < officers_in(entry))
            units.append({key: value for key, value in man.items() if key not in ("count", "officer")})
    return data | {"unit": units}


def secrets(field: Field, seat: str) -> list[str]:
    """The names of all that a seat cannot see: the enemy's hidden men, and those who have still to be deployed."""
    open_to_all = field.on & ~field.hidden | field.killed | field.fled | field.exited
    mine = sum(field.friends[number] for number, side in enumerate(field.sides) if side.id == seat)
    return [man.name for man in field.roster if not (open_to_all | mine) >> man.number - 1 & 1]


@pytest.mark.pins("hide.secret")
@pytest.mark.parametrize("name", ["dry-march", "zimbizo"])
def test_nothing_hidden_is_sent_to_anybody(name):
    check_game(AFRICA, named(name), {}, seed=4, thorough=False, secrets=secrets)


@pytest.mark.pins("hide.secret")
def test_what_is_hidden_is_imagined_where_it_might_be():
    field = next(field for field in battles("dry-march", {}, 1) if field.phase > DEPLOY and field.hidden)
    random, moved = Random(3), set()
    for _ in range(8):
        world = AFRICA.imagine(field, "expedition", random)
        assert world.hidden == field.hidden
        assert all(world.ground.hides(world.at[index]) for index in ones(world.hidden))
        assert [world.at[index] for index in ones(field.friends[0])] == field.places(field.friends[0])
        moved |= {index for index in ones(field.hidden) if world.at[index] != field.at[index]}
        assert AFRICA.imagine(field, "warriors", random).at == field.at
    assert moved == set(ones(field.hidden))


# --- functions of answers ----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed():
    where = "zareba.systems.darkest_africa:SYSTEM"
    assert len({hash_in_fresh_process(where, small("dry-march"), {}, 7, hashing) for hashing in (0, 1)}) == 1


def test_the_rules_touch_nothing_but_their_answers():
    check_purity(AFRICA, small("dry-march"), {}, seed=2)


# --- computer players --------------------------------------------------------------------------------------------


def test_instinct_beats_chance():
    """In the learning battle, from either chair."""
    start = opening(AFRICA, load(AFRICA, "trader"))
    won = 0
    for seed in range(12):
        for chair, side in enumerate(AFRICA.sides(start)):
            players = ("instinct", "random") if chair == 0 else ("random", "instinct")
            played = battle(AFRICA, start, seed, players)
            won += (played.winner == side) - (played.winner not in (side, None))
    assert won > 8


# --- what holds on the way ---------------------------------------------------------------------------------------


class Watch:
    """Looks at every way that anybody goes, by other means than the rules: with shapely, in fractions of an inch."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: Counter[str] = Counter()
        self.closed = cache(closed_ground)
        self.arrive = moving.arrive
        monkeypatch.setattr(moving, "arrive", self.follow)

    def follow(self, field: Field, index: int, gone: Sequence[Point], clause: str) -> None:
        """A way, before the figure is put at its end: its foes are where they are all the while."""
        inches = [(x / 1000, y / 1000) for x, y in gone]
        way = LineString(inches) if len(set(inches)) > 1 else Place(inches[-1])
        foes = [Place(field.at[foe][0] / 1000, field.at[foe][1] / 1000) for foe in ones(field.foes(index))]
        assert all(way.distance(one) >= 0.4989 for one in self.closed(field.ground)), (
            f"{clause} over closed ground {gone}"
        )
        assert all(way.distance(one) >= 0.9989 for one in foes), f"{clause} through an enemy: {gone}"
        table = box(0, 0, field.ground.width / 1000, field.ground.depth / 1000)
        assert table.covers(way), f"{clause} off the table: {gone}"
        assert gone[0] == field.at[index], f"{clause} starts elsewhere: {gone}"
        self.seen[clause] += 1
        self.arrive(field, index, gone, clause)


def closed_ground(ground: Ground) -> list[Any]:
    return [shape_of(one.shape) for one in ground.features if one.kind in CLOSED]


def shape_of(shape: Any) -> Any:
    if isinstance(shape, Circle):
        return Place(shape.centre[0] / 1000, shape.centre[1] / 1000).buffer(shape.radius / 1000, quad_segs=256)
    return Outline([(x / 1000, y / 1000) for x, y in shape.points])


NEAR = "13.5"
"""Two inches from the enemy, whom one may then try to walk through."""
WAYS = {"move.path", "unenc.start", "unenc.continue", "unenc.cover-path", "unenc.retire-path", "rout.run"}


@pytest.mark.pins("move.impassable")
@pytest.mark.pins("move.enemies")
@pytest.mark.pins("move.edge")
def test_no_way_of_anybody_leads_through_closed_ground_or_an_enemy(monkeypatch):
    """Each piece of each way, of those who are told to go, who go by themselves, and who run."""
    starts = [opening(AFRICA, in_village("2")), opening(AFRICA, in_village(NEAR))]
    watch = Watch(monkeypatch)
    for seed in range(40):
        game, random = Game(AFRICA, starts[seed % 2].copy(), Seeded(seed)), Random(seed)
        while game.request is not None:
            advance(game, random)
    assert set(watch.seen) == WAYS
    assert watch.seen.total() > 400


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name, games", [("trader", 120), ("village", 120), ("dry-march", 60), ("zimbizo", 40)])
def test_two_thousand_battles_end_and_nobody_ever_overlaps(monkeypatch, name, games, table):
    """Nor does anybody ever go where he may not, on open ground and among huts and rivers."""
    scenarios = [in_village("2"), in_village(NEAR)] if name == "village" else [load(AFRICA, name)]
    starts = [opening(AFRICA, one, TABLES[table]) for one in scenarios]
    watch = Watch(monkeypatch)
    for seed in range(games):
        game, random = Game(AFRICA, starts[seed % len(starts)].copy(), Seeded(seed)), Random(seed)
        while game.request is not None:
            advance(game, random)
            if not game.in_step:
                stands_well(game.state)
        assert game.result is not None
        assert game.result.clause.startswith(("vic.", "opt.break"))
    assert set(watch.seen) == WAYS
