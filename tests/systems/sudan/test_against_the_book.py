"""The book once more, written down another way: sight by exact geometry, dice by fractions; both must always agree.

Nothing here is taken from the system but positions and what it says of them. Its tables are copied from the book.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random
from typing import Any, NamedTuple

import pytest

from zareba.systems.sudan import SYSTEM
from zareba.systems.sudan.firing import refuse_shot, shots, volley
from zareba.systems.sudan.melee import count_dice
from zareba.systems.sudan.movement import ends_of
from zareba.systems.sudan.rows import Bout

Json = dict[str, Any]
Box = tuple[int, int]
SIZE = 7
SEEDS = range(60)
LETTERS = "ABCDEFG"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
DIAGONAL = {"NE": (1, 1), "SE": (1, -1), "SW": (-1, -1), "NW": (-1, 1)}
GROUND = {".": "open", "s": "scrub", "r": "rough", "k": "khor", "v": "village"}
COVER = {"open": 0, "scrub": 1, "rough": 1, "khor": 1, "village": 2}
WORKS = {"zariba": 1, "wall": 2, "earthwork": 2}
RANGES = {"musket": (1, 2, 2), "rifle": (1, 2, 3), "machine-gun": (2, 4, 6), "artillery": (3, 9, 12)}


class Type(NamedTuple):
    bases: int
    step: int
    leader: bool
    weapon: str
    british: bool


TYPES = {
    "regular-foot": Type(4, 25, True, "rifle", True),
    "regular-horse": Type(4, 25, True, "rifle", True),
    "regular-camel": Type(4, 25, True, "rifle", True),
    "artillery": Type(5, 10, False, "artillery", True),
    "machine-gun": Type(5, 10, False, "machine-gun", True),
    "native-foot": Type(5, 20, True, "none", False),
    "native-horse": Type(4, 25, True, "none", False),
    "native-camel": Type(4, 25, True, "none", False),
}


class Man:
    """A unit as the scenario describes it, with what the book makes of that."""

    def __init__(self, entry: Json) -> None:
        self.entry = entry
        self.type = TYPES[entry["type"]]
        self.at: Box = (LETTERS.index(entry["at"][0]), int(entry["at"][1:]) - 1)
        self.weapon = entry.get("weapon", self.type.weapon)
        self.bases = self.type.bases - entry["hits"] // self.type.step
        self.leader = self.type.leader and entry["wounds"] < 3
        self.kind = entry["type"].rpartition("-")[2]
        self.mounted = self.kind in ("horse", "camel") and not entry.get("dismounted")
        self.gun = entry["type"] in ("artillery", "machine-gun")
        self.grade = {"raw": -1, "experienced": 0, "elite": 1}[entry["grade"]]
        self.status = entry["status"]

    @property
    def front(self) -> set[str]:
        return set(self.entry["facing"])


class Position:
    """Ground and units drawn at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        boxes = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        self.ground = {box: GROUND[random.choices("..........ssrkv")[0]] for box in boxes}
        self.level = {box: random.choices((0, 1, 2), (8, 2, 1))[0] for box in boxes}
        sides = random.sample([(box, side) for box in boxes for side in STEP], 14)
        self.works = {key: random.choice(list(WORKS)) for key in sides}
        places = random.sample(boxes, 12)
        self.men = [Man(self._entry(number, box)) for number, box in enumerate(places)]

    def _entry(self, number: int, box: Box) -> Json:
        random = self.random
        kind = random.choice([name for name in TYPES if TYPES[name].british == (number % 2 == 0)])
        if self.ground[box] in ("village", "rough", "khor") and kind not in ("regular-foot", "native-foot"):
            self.ground[box] = "open"
        what = TYPES[kind]
        entry: Json = {"id": f"u{number}", "side": "british" if what.british else "natives", "type": kind}
        entry |= {"at": name(box), "grade": random.choice(("raw", "experienced", "elite"))}
        entry |= {
            "hits": random.randrange(what.bases * what.step),
            "wounds": 3 * (what.leader and random.random() < 0.3),
        }
        entry["status"] = random.choices(("steady", "prone", "broken"), (4, 1, 1))[0]
        gun = kind in ("artillery", "machine-gun")
        entry["facing"] = random.choice([*STEP, *DIAGONAL] if gun else list(STEP))
        if not gun:
            entry["weapon"] = random.choice(("musket", "rifle", "none"))
        if random.random() < 0.3:
            entry["moved"] = random.choice(("pivoted", "moved")) if gun else "moved"
        if kind in ("regular-horse", "regular-camel"):
            entry["dismounted"] = random.random() < 0.4
        if kind.endswith("horse") and random.random() < 0.5:
            entry["traits"] = ["lancers"]
        return entry

    def data(self) -> Json:
        letters = {what: code for code, what in GROUND.items()}
        codes = {name(box): letters[what].strip(".") + str(self.level[box] or "") for box, what in self.ground.items()}
        works = [{"box": name(box), "side": side, "is": what} for (box, side), what in self.works.items()]
        board = {"columns": SIZE, "rows": SIZE, "codes": {key: code or "." for key, code in codes.items()}}
        return {"board": board | {"works": works}, "phase": 5, "unit": [man.entry for man in self.men]}

    def cover(self, box: Box, side: str) -> int:
        return max(COVER[self.ground[box]], WORKS.get(self.works.get((box, side), ""), 0))


def name(box: Box) -> str:
    return f"{LETTERS[box[0]]}{box[1] + 1}"


# --- the book on fire ---------------------------------------------------------------------------------------------


def distance(a: Box, b: Box) -> Fraction:
    long, short = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
    return long + Fraction(short, 2)


def in_arc(man: Man, box: Box) -> bool:
    dx, dy = box[0] - man.at[0], box[1] - man.at[1]
    if man.entry["facing"] in DIAGONAL:
        east, north = DIAGONAL[man.entry["facing"]]
        return (dx, dy) != (0, 0) and dx * east >= 0 and dy * north >= 0
    east, north = STEP[man.entry["facing"]]
    ahead, aside = dx * east + dy * north, dx * north + dy * east
    return ahead >= 1 and abs(aside) <= ahead


def crosses(a: Box, b: Box, box: Box) -> bool:
    """Does the line between two centres pass through the inside of a box? Where it enters and leaves, in fractions."""
    enters, leaves = Fraction(0), Fraction(1)
    for start, end, low in ((a[0], b[0], box[0]), (a[1], b[1], box[1])):
        way = end - start
        near, far = Fraction(2 * low - 1, 2) - start, Fraction(2 * low + 1, 2) - start
        if way == 0:
            if not near < 0 < far:
                return False
        else:
            one, other = sorted((near / way, far / way))
            enters, leaves = max(enters, one), min(leaves, other)
    return enters < leaves


def sees(position: Position, a: Box, b: Box) -> bool:
    if "khor" in (position.ground[a], position.ground[b]) and distance(a, b) > Fraction(3, 2):
        return False
    high = max(position.level[a], position.level[b])
    steady = {man.at for man in position.men if man.status == "steady"}

    def blocks(box: Box) -> bool:
        if position.ground[box] == "village" or position.level[box] > high:
            return True
        return position.level[box] == high and (position.ground[box] == "scrub" or box in steady)

    between = [box for box in position.ground if box not in (a, b) and crosses(a, b, box)]
    return not any(map(blocks, between)) and not any(all(map(blocks, pair)) for pair in corners(a, b))


def corners(a: Box, b: Box) -> list[list[Box]]:
    """Of each corner point that the line passes through, the two boxes that touch it off the line."""
    found = []
    for x in range(min(a[0], b[0]), max(a[0], b[0])):
        at = Fraction(2 * (x - a[0]) + 1, 2 * (b[0] - a[0]))
        y = a[1] + at * (b[1] - a[1]) - Fraction(1, 2)
        if 0 < at < 1 and y.denominator == 1:
            around = [(x + right, int(y) + up) for right in (0, 1) for up in (0, 1)]
            found.append([box for box in around if not crosses(a, b, box)])
    return found


def entry_sides(a: Box, target: Box) -> list[str]:
    dx, dy = a[0] - target[0], a[1] - target[1]
    sides = []
    if abs(dx) >= abs(dy):
        sides.append("E" if dx > 0 else "W")
    if abs(dy) >= abs(dx):
        sides.append("N" if dy > 0 else "S")
    return sides


def may_fire(position: Position, man: Man, foe: Man) -> bool:
    able = man.weapon != "none" and man.status != "broken" and not (man.gun and man.entry.get("moved") == "moved")
    reach = RANGES.get(man.weapon, (0, 0, 0))[2]
    near = distance(man.at, foe.at) <= reach
    return able and near and in_arc(man, foe.at) and sees(position, man.at, foe.at)


def fire_dice(position: Position, man: Man, foe: Man, side: str) -> int:
    close, medium, _ = RANGES[man.weapon]
    dice = Fraction(man.bases + man.leader + foe.mounted + man.grade)
    dice *= 2 if distance(man.at, foe.at) <= close else 1 if distance(man.at, foe.at) <= medium else Fraction(1, 2)
    dice /= 2 if "moved" in man.entry else 1
    dice /= 2 if man.status == "prone" else 1
    dice /= 2 if foe.status != "steady" else 1
    dice /= (1, 2, 4)[position.cover(foe.at, side)]
    return max(1, ceil(dice))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_fire_at_whom_and_with_how_many_dice(seed: int):
    position = Position(Random(seed))
    data = position.data()
    field = SYSTEM.setup(data, {})
    for slot, man in enumerate(position.men):
        found: dict[int, set[int]] = {}
        for shot in shots(field, slot):
            found.setdefault(shot.target, set()).add(volley(field, shot).number)
        expected = {
            other: {fire_dice(position, man, foe, side) for side in entry_sides(man.at, foe.at)}
            for other, foe in enumerate(position.men)
            if foe.type.british != man.type.british and may_fire(position, man, foe)
        }
        assert found == expected, man.entry
        for other in expected:
            assert refuse_shot(field, slot, other) is None


# --- the book on hand-to-hand fighting -----------------------------------------------------------------------------


def melee_dice(position: Position, man: Man, foe: Man, side: str, charged: bool, fresh: bool) -> int:
    """`side` is that of the enemy's box across which they fight."""
    flank = side not in foe.front
    dice = Fraction(man.bases + man.leader + (charged and fresh) + man.grade)
    dice += man.kind == "camel" and man.mounted and foe.kind == "horse" and foe.mounted
    dice *= 2 if flank else 1
    dice *= 2 if man.mounted and man.entry.get("traits") and foe.status == "broken" else 1
    dice /= 2 if man.mounted and foe.entry["type"] == "native-foot" and not flank else 1
    dice /= 2 if man.status == "broken" else 1
    dice /= 2 if position.level[foe.at] > position.level[man.at] else 1
    dice /= (1, 2, 4)[position.cover(foe.at, side) if charged else 0]
    return max(1, ceil(dice))


@pytest.mark.parametrize("seed", SEEDS)
def test_how_many_dice_fight_hand_to_hand(seed: int):
    """Whoever stands beside an enemy and could have charged him has done so, now or a turn ago."""
    random = Random(seed)
    position = Position(random)
    opposite = {"N": "S", "E": "W", "S": "N", "W": "E"}
    at = {man.at: number for number, man in enumerate(position.men)}
    fights: list[tuple[int, int, str, bool]] = []
    for number, man in enumerate(position.men):
        for side, (east, north) in STEP.items():
            other = at.get((man.at[0] + east, man.at[1] + north))
            free = other is not None and all(number not in fight[:2] and other not in fight[:2] for fight in fights)
            if free and not man.gun and position.men[other or 0].type.british != man.type.british:
                fights.append((number, other or 0, opposite[side], random.random() < 0.5))
    contacts = [{"charger": f"u{one}", "target": f"u{two}", "fresh": fresh} for one, two, _, fresh in fights]
    field = SYSTEM.setup(position.data() | {"contact": contacts, "phase": 7}, {})
    for one, two, side, fresh in fights:
        charger, target = position.men[one], position.men[two]
        assert count_dice(field, Bout(one, (two,))).number == melee_dice(position, charger, target, side, True, fresh)
        back = melee_dice(position, target, charger, opposite[side], False, fresh)
        assert count_dice(field, Bout(two, (one,))).number == back


# --- the book on movement ------------------------------------------------------------------------------------------

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
SLOW = ("scrub", "rough", "khor")


def walled(position: Position, box: Box, side: str) -> bool:
    east, north = STEP[side]
    beyond = (box[0] + east, box[1] + north)
    return (box, side) in position.works or (beyond, OPPOSITE[side]) in position.works


def may_step(position: Position, man: Man, box: Box, step: Box) -> bool:
    """One step of a move, whatever comes after it."""
    beyond = (box[0] + step[0], box[1] + step[1])
    enemies = {other.at for other in position.men if other.type.british != man.type.british}
    closed = {"village": man.mounted or man.gun, "rough": man.gun, "khor": man.gun}
    if beyond not in position.ground or beyond in enemies or closed.get(position.ground[beyond], False):
        return False
    sides = [side for side, (east, north) in STEP.items() if east * step[0] + north * step[1] > 0]
    rides = man.mounted or man.gun
    if len(sides) == 1:
        return not (rides and walled(position, box, sides[0]))
    corner = [(box[0] + STEP[side][0], box[1] + STEP[side][1]) for side in sides]
    one, other = sides
    rounds = (
        walled(position, box, one) or walled(position, corner[0], other),
        walled(position, box, other) or walled(position, corner[1], one),
    )
    return not (rides and all(rounds)) and not all(place in enemies for place in corner)


def may_end(position: Position, man: Man, box: Box) -> bool:
    there = [other for other in position.men if other.at == box]
    if man.entry["type"] == "regular-foot":
        return all(other.entry["type"] == "regular-foot" for other in there)
    return all(man.gun and other.gun for other in there)


def ways(man: Man) -> list[list[Box]]:
    steps = [*STEP.values(), *DIAGONAL.values()]
    if man.entry["type"] == "artillery":
        return []
    bends = [[one, other] for one in steps for other in steps if man.mounted and forward(one, other)]
    return [[step] for step in steps] + bends


def forward(one: Box, other: Box) -> bool:
    """Two boxes straight in one direction, or a diagonal and one of the two directions that make it up."""
    straight = [abs(x) + abs(y) == 1 for x, y in (one, other)]
    if all(straight):
        return one == other
    return any(straight) and one[0] * other[0] + one[1] * other[1] == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_where_a_unit_may_go(seed: int):
    position = Position(Random(seed))
    field = SYSTEM.setup(position.data() | {"phase": 4}, {})
    held = {man.at for man in position.men}
    for slot, man in enumerate(position.men):
        expected = set()
        for way in ways(man):
            box, free = man.at, True
            for number, step in enumerate(way):
                free = free and may_step(position, man, box, step)
                free = free and not (number and (box in held or position.ground[box] in SLOW))
                box = (box[0] + step[0], box[1] + step[1])
            if free and may_end(position, man, box):
                expected.add(name(box))
        found = {field.ground.grid.name(cell) for cell in ends_of(field, slot)}
        assert found == expected, man.entry
