"""The roster of a battle: every figure with its number, as a scenario or a chosen force has it (`geo.number`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zareba.boards.inches import Bearing, Point
from zareba.systems.darkest_africa.falling import worth
from zareba.systems.darkest_africa.field import Field
from zareba.systems.darkest_africa.reading import bearing, places
from zareba.systems.darkest_africa.troops import Man, muster

Json = dict[str, Any]
SIDES: tuple[Json, Json] = (
    {"id": "first", "name": "First side", "edge": "south"},
    {"id": "second", "name": "Second side", "edge": "north"},
)
"""`setup.points-game`: the side listed first has the south edge, unless the scenario says otherwise."""
FACINGS = {"south": 0, "west": 900, "north": 1800, "east": 2700}
"""Where a figure faces that comes on by an edge and is not told otherwise."""
FATES = ("killed", "fled", "exited")
MARKS = ("routing", "hesitating", "advanced", "acted", "rallied", "aiming", "threw")
TRIGGERS = {"ambush": ("ambushed",), "pygmies": ("ambushed", "pygmied"), "half": ("halved",), "baggage": ("stripped",)}


def sides_of(data: Json) -> list[Json]:
    return list(data.get("side", SIDES))


class Post(NamedTuple):
    """One figure as the scenario writes it: which side, what it is, and the entry that says more."""

    side: int
    entry: Json
    turn: int
    """Which of the entry's figures it is, from 1."""
    at: Point | None

    @property
    def officer(self) -> bool:
        return self.turn <= officers_in(self.entry)

    @property
    def hidden(self) -> bool:
        hidden = self.entry.get("hidden", False)
        return self.turn in hidden if isinstance(hidden, list) else bool(hidden)


def posts(data: Json, number: int) -> Iterator[Post]:
    """The figures of a side in the order of the roster (`geo.number`)."""
    side = sides_of(data)[number]["id"]
    for entry in data.get("unit", []):
        if entry["side"] == side:
            spots = places(entry["at"]) if "at" in entry else []
            for turn in range(count_in(entry)):
                yield Post(number, entry, turn + 1, spots[turn] if spots else None)


def count_in(entry: Json) -> int:
    """How many figures an entry has: as it says, or as many as have places."""
    return int(entry.get("count", len(places(entry["at"])) if "at" in entry else 1))


def officers_in(entry: Json) -> int:
    """How many of an entry's figures are officers, the first of them."""
    return int(entry.get("officers", 1 if entry.get("officer") else 0))


def enlist(field: Field, men: list[Post]) -> None:
    """Writes the roster: numbers, officers, who is loaded, what each side begins with."""
    field.roster = tuple([_man(number, post) for number, post in enumerate(men, 1)])
    for index, (man, post) in enumerate(zip(field.roster, men, strict=True)):
        field.friends = _with(field.friends, man.side, 1 << index)
        field.at.append(post.at or (0, 0))
        field.facing.append(_facing(field, post))
        field.deaths.append(post.entry.get("deaths", 0))
        field.officers |= man.officer << index
        _state(field, index, post)
    field.start = field.at.copy()
    field.starting = (worth(field, field.friends[0]), worth(field, field.friends[1]))
    count_loads(field)


def _with(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    return (pair[0] + more, pair[1]) if side == 0 else (pair[0], pair[1] + more)


def _man(number: int, post: Post) -> Man:
    alone = count_in(post.entry) == 1
    return muster(number, post.side, post.entry["type"], post.officer, str(post.entry.get("name", "")) if alone else "")


def _facing(field: Field, post: Post) -> Bearing:
    if "facing" in post.entry:
        return bearing(post.entry["facing"])
    return FACINGS.get(field.sides[post.side].edge, 0)


def _state(field: Field, index: int, post: Post) -> None:
    """`setup.loaded`, `setup.loads`, `setup.flags`: loaded, calm, its load on its back, if nothing else is said."""
    entry = post.entry
    if post.entry.get("fate"):
        return field.mark(entry["fate"], index)
    if not field.terms.deploys:
        field.mark("on", index)
    if field.roster[index].troop.firearm and entry.get("loaded", True):
        field.mark("loaded", index)
    if entry.get("load"):
        field.mark("carrying", index)
    for name in MARKS:
        if entry.get(name):
            field.mark(name, index)
    for name in [mark for word in entry.get("pending", []) for mark in TRIGGERS[word]]:
        field.mark(name, index)
    if post.hidden and field.rules.hidden != "none":
        field.mark("hidden", index)
    if "command-points" in entry:
        field.points = (*field.points, (index, entry["command-points"]))
    return None


def count_loads(field: Field) -> None:
    """The loads that each side began with (`bag.gone`): those it still has, and those that are destroyed or safe."""
    lost = [field.destroyed[side] + field.saved[side] for side in (0, 1)]
    left = [(field.carrying & field.friends[side]).bit_count() + len(field.loads_of(side)) for side in (0, 1)]
    field.baggage = (left[0] + lost[0], left[1] + lost[1])
