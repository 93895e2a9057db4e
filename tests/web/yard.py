"""The yard: a rule system of one page, on an open table, with all that such a table may ask of a page.

Two sides of a few figures, a company of four stands each, and a chief. Whose turn it is may move a figure (a place with
a facing), wheel its company (a facing alone, about a corner), march its figures together (one place for a group), form
its company anew, or shoot. One figure of blue lies hidden. Who has lost two figures has lost.
"""

from __future__ import annotations

from copy import copy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from zareba.boards.inches import ahead, distance, nearest_place, offset, rotated, toward, turn
from zareba.engine.ask import Choice, Option, Place, Position, Question, Roll, Rule, Throw
from zareba.engine.chance import D6, at_least
from zareba.engine.events import Event, Result
from zareba.engine.reasons import Reason, Refusal
from zareba.engine.system import Json, System

SEATS = ("red", "blue")
WIDE, DEEP, INCH, RADIUS = 36_000, 24_000, 1000, 500
FAR, RANGE, ROUNDS = 6_000, 16_000, 6
SIZES = {"line": (4_800, 600), "column": (1_200, 2_400)}
WOOD = ((20_000, 4_000), 3_500)
BOOK = """\
# The yard

## 1. Moves

- `yard.reach` [ruling] A figure goes six inches.
- `yard.apart` [ruling] Nobody stands in anybody else.
- `yard.wheel` [ruling] A company wheels up to 90 degrees about a front corner.
- `yard.form` [ruling] A company forms line or column.
- `yard.shoot` [ruling] A shot reaches sixteen inches and kills on 4 or more.
- `yard.turn` [ruling] One thing is done, then it is the other side's turn.
"""
SCENARIO = """\
name = "The yard"
level = "learning"
minutes = 2
briefing = "Two sides in a yard. Blue has a man in the wood."
men = {men}
"""


class Man(NamedTuple):
    id: str
    side: str
    kind: str
    x: int
    y: int
    facing: int
    formation: str = ""
    hidden: bool = False

    @property
    def at(self) -> tuple[int, int]:
        return self.x, self.y


class Yard:
    """The position: every value is plain and replaced."""

    def __init__(self, scenario: Json, options: dict[str, str]) -> None:
        self.men: tuple[Man, ...] = muster(int(scenario.get("men", 4)))
        self.began = {side: left(self, side) for side in SEATS}
        self.turn = 0
        self.events: list[Event] | None = None
        self.revealed = False
        self.result: Result | None = None

    def copy(self) -> Yard:
        twin = copy(self)
        twin.events = None
        return twin

    @property
    def seat(self) -> str:
        return SEATS[self.turn % 2]

    def of(self, number: str) -> Man:
        return next(man for man in self.men if man.id == number)

    def put(self, number: str, **what: Any) -> None:
        self.men = tuple([man._replace(**what) if man.id == number else man for man in self.men])

    def tell(self, kind: str, clause: str, text: str, **facts: Any) -> None:
        if self.events is not None:
            self.events.append(Event(kind, clause, text, facts))


def muster(each: int) -> tuple[Man, ...]:
    """So many figures of each side, in ranks of ten; a company and a chief behind them."""
    found = []
    for side, south, facing in (("red", 9_000, 0), ("blue", 15_000, 1800)):
        back = -1 if side == "red" else 1
        for number in range(each):
            x = 4_000 + 2_900 * (number % 10)
            found.append(Man(f"{side}-{number + 1}", side, "figure", x, south + back * 1_600 * (number // 10), facing))
        deep = south + back * (3_000 + 1_600 * ((each - 1) // 10))
        found.append(Man(f"{side}-company", side, "company", 9_000, min(DEEP, max(0, deep)), facing, "line"))
        found.append(Man(f"{side}-chief", side, "chief", 15_000, min(DEEP, max(0, deep)), facing))
    return (*found, Man("blue-lurker", "blue", "figure", *WOOD[0], 3150, hidden=True))


# --- a turn --------------------------------------------------------------------------------------------------


async def act(yard: Yard, _: Any) -> None:
    """`yard.turn`."""
    verb, number, target = await Choice(yard.seat, WHAT, deeds(yard), yard.seat)
    if verb == "move":
        await move(yard, number)
    elif verb == "wheel":
        await wheel(yard, number)
    elif verb == "march":
        await march(yard)
    elif verb == "form":
        yard.put(number, formation=target)
        yard.tell("form", "yard.form", f"{number} forms {target}.", unit=number)
    elif verb == "shoot":
        await shoot(yard, number, target)
    yard.turn += 1
    finish(yard)


def deeds(yard: Yard) -> list[tuple[str, str, str]]:
    mine = [man for man in yard.men if man.side == yard.seat]
    found = [("move", man.id, "") for man in mine if man.kind == "figure"]
    found += [("shoot", man.id, foe.id) for man in mine for foe in foes(yard) if refuse_shot(man, foe) is None]
    company = next(man for man in mine if man.kind == "company")
    other = "column" if company.formation == "line" else "line"
    return [*found, ("wheel", company.id, ""), ("form", company.id, other), ("march", "", ""), ("stay", "", "")]


def foes(yard: Yard) -> list[Man]:
    return [man for man in yard.men if man.side != yard.seat and man.kind == "figure" and not man.hidden]


async def move(yard: Yard, number: str) -> None:
    man = yard.of(number)
    steps = [man.at, *[ahead(man.at, way, far) for far in (3_000, FAR) for way in range(0, 3600, 900)]]
    free = [(x, y, man.facing) for x, y in steps if refuse_place(yard, man, (x, y)) is None]
    x, y, facing = await Place(yard.seat, WHERE, free, lambda at: refuse_stand(yard, number, at), number)
    yard.put(number, x=x, y=y, facing=facing, hidden=False)
    yard.tell("move", "yard.reach", f"{number} moves.", unit=number)


def refuse_stand(yard: Yard, number: str, at: Position) -> Refusal | None:
    man = yard.of(number)
    refusal = refuse_place(yard, man, (at[0], at[1]))
    if refusal is None:
        return None
    wish = toward(man.at, (at[0], at[1]), min(FAR, distance(man.at, (at[0], at[1]))))
    near = nearest_place(wish, lambda spot: refuse_place(yard, man, spot) is None)
    return refusal._replace(instead=f"{near[0]} {near[1]} {at[2]}" if near else "")


def refuse_place(yard: Yard, man: Man, spot: tuple[int, int]) -> Refusal | None:
    """`yard.reach`, `yard.apart`."""
    far = distance(man.at, spot)
    if far > FAR:
        return Refusal("yard.reach", f"That is {far / INCH:.2f} in; a figure goes 6 in.")
    if not (RADIUS <= spot[0] <= WIDE - RADIUS and RADIUS <= spot[1] <= DEEP - RADIUS):
        return Refusal("yard.reach", "That is off the table.")
    others = [other for other in yard.men if other.kind == "figure" and other.id != man.id and not other.hidden]
    if any(distance(spot, other.at) < 2 * RADIUS for other in others):
        return Refusal("yard.apart", "Somebody stands there.")
    return None


async def wheel(yard: Yard, number: str) -> None:
    man = yard.of(number)
    ways = [((man.facing + by) % 3600,) for by in (300, 600, 900, -300, -600, -900)]
    (facing,) = await Place(yard.seat, WHEEL, ways, lambda at: refuse_wheel(yard, number, at), number)
    x, y = rotated(man.at, pivot(man), turn(man.facing, facing) % 3600)
    yard.put(number, x=x, y=y, facing=facing)
    yard.tell("wheel", "yard.wheel", f"{number} wheels.", unit=number)


def pivot(man: Man) -> tuple[int, int]:
    return offset(man.at, man.facing, 0, SIZES[man.formation][0] // 2)


def refuse_wheel(yard: Yard, number: str, at: Position) -> Refusal | None:
    """`yard.wheel`."""
    facing = yard.of(number).facing
    angle = turn(facing, at[0] % 3600)
    if abs(angle) > 900:
        return Refusal(
            "yard.wheel", "A wheel turns up to 90 degrees.", f"{(facing + (900 if angle > 0 else 2700)) % 3600}"
        )
    return None


async def march(yard: Yard) -> None:
    """All figures of the side at once, each by its own clauses."""
    lead, *others = marchers(yard)
    x, y = await Place(yard.seat, MARCH, [lead.at], lambda at: refuse_march(yard, at), yard.seat)
    by = x - lead.x, y - lead.y
    for man in (lead, *others):
        yard.put(man.id, x=man.x + by[0], y=man.y + by[1])
    yard.tell("march", "yard.reach", "They march.", unit=lead.id)


def marchers(yard: Yard) -> list[Man]:
    return [man for man in yard.men if man.side == yard.seat and man.kind == "figure" and not man.hidden]


def refuse_march(yard: Yard, at: Position) -> Refusal | None:
    lead, *others = marchers(yard)
    alone = copy(yard)
    alone.men = tuple([man for man in yard.men if man not in (lead, *others)])
    for man in (lead, *others):
        spot = man.x + at[0] - lead.x, man.y + at[1] - lead.y
        if refusal := refuse_place(alone, man, spot):
            return refusal._replace(why=f"{man.id}: {refusal.why}")
    return None


async def shoot(yard: Yard, number: str, target: str) -> None:
    hits = await Roll(SHOT, 1, at_least(D6, 4), yard.seat, (number, target))
    if hits:
        yard.men = tuple([man for man in yard.men if man.id != target])
        yard.tell("fall", "yard.shoot", f"{target} falls.", unit=number, target=target)
    else:
        yard.tell("miss", "yard.shoot", f"{number} misses.", unit=number, target=target)


def refuse_shot(man: Man, foe: Man) -> Refusal | None:
    far = distance(man.at, foe.at)
    if man.kind != "figure":
        return Refusal("yard.shoot", "Only figures shoot.")
    return Refusal("yard.shoot", f"That is {far / INCH:.2f} in; a shot reaches 16 in.") if far > RANGE else None


def finish(yard: Yard) -> None:
    for side in SEATS:
        if lost(yard, side) >= 2 or yard.turn >= 2 * ROUNDS:
            winner = next(seat for seat in SEATS if seat != side)
            yard.result = Result(winner, "yard.turn", f"{winner} holds the yard.")
            return


def lost(yard: Yard, side: str) -> int:
    return yard.began[side] - left(yard, side)


def left(yard: Yard, side: str) -> int:
    return sum(man.side == side for man in yard.men)


# --- words and drawings --------------------------------------------------------------------------------------


def _show(yard: Yard, _: Any, deed: tuple[str, str, str]) -> Option:
    verb, number, target = deed
    words = {"march": "All march", "stay": "Stay", "move": f"{number} moves", "wheel": f"{number} wheels"}
    label = words.get(verb, f"{number} forms {target}" if verb == "form" else f"{number} shoots at {target}")
    clause = {"shoot": "yard.shoot", "wheel": "yard.wheel", "form": "yard.form"}.get(verb, "yard.reach")
    return Option(" ".join(deed).strip(), label, clause, number, target if verb == "shoot" else "")


def _refused(yard: Yard, _: Any) -> list[tuple[Option, Refusal]]:
    mine = [man for man in yard.men if man.side == yard.seat and man.kind == "figure"]
    found = []
    for foe in foes(yard):
        refusals = [refusal for man in mine if (refusal := refuse_shot(man, foe))]
        if len(refusals) == len(mine):
            found.append((_show(yard, _, ("shoot", mine[0].id, foe.id)), refusals[0]))
    return found


def _trace(yard: Yard, _: Any, deed: tuple[str, str, str]) -> Json:
    verb, number, target = deed
    if verb == "shoot":
        ends = [list(yard.of(number).at), list(yard.of(target).at)]
        return {"shapes": [{"kind": "path", "role": "sight", "points": ends}]}
    if verb != "form":
        return {}
    man = yard.of(number)._replace(formation=target)
    return {
        "shapes": [{"kind": "polygon", "role": "ghost", "points": corners(man)}],
        "notes": [{"value": "3 in", "clause": "yard.form", "why": f"forms {target}"}],
    }


def corners(man: Man) -> list[list[int]]:
    width, depth = SIZES[man.formation]
    ends = [(0, -width // 2), (0, width // 2), (-depth, width // 2), (-depth, -width // 2)]
    return [list(offset(man.at, man.facing, front, aside)) for front, aside in ends]


def _reach(yard: Yard, number: Any) -> Json:
    at = list(yard.of(number).at)
    circle = {"kind": "circle", "role": "reach", "at": at, "radius": FAR, "label": "6 in"}
    return {"shapes": [circle], "piece": number, "facing": True}


def _way(yard: Yard, number: Any, at: Position) -> Json:
    man, spot = yard.of(number), (at[0], at[1])
    far = f"{distance(man.at, spot) / INCH:.2f} in"
    near = [other for other in foes(yard) if distance(spot, other.at) <= 2_100]
    touch = [{"kind": "circle", "role": "contact", "at": list(foe.at), "radius": RADIUS} for foe in near]
    way = {"kind": "path", "role": "way", "points": [list(man.at), list(spot)], "label": far}
    notes = [
        {"value": far, "clause": "yard.reach", "why": "of 6 in"},
        {"value": 3, "of": 6, "clause": "yard.shoot", "why": "a shot from there would kill"},
    ]
    return {"shapes": [way, *touch], "notes": notes}


def _wheel_hints(yard: Yard, number: Any) -> Json:
    return {"piece": number, "turn": True, "pivot": list(pivot(yard.of(number)))}


def _wheel_trace(yard: Yard, number: Any, at: Position) -> Json:
    angle = abs(turn(yard.of(number).facing, at[0] % 3600))
    return {"notes": [{"value": f"{angle / 10:.1f}°", "clause": "yard.wheel", "why": "of 90° about the corner"}]}


def _march_hints(yard: Yard, _: Any) -> Json:
    lead, *others = marchers(yard)
    return {"piece": lead.id, "group": [man.id for man in others]}


def _position(yard: Yard, about: Any, at: Position) -> Option:
    piece = marchers(yard)[0].id if about in SEATS else about
    words = f"{at[0] / 10} degrees" if len(at) == 1 else f"At {at[0] / INCH} {at[1] / INCH}"
    return Option(" ".join(map(str, at)), words, "yard.reach", piece)


WHAT = Question("what", "yard.turn", lambda y, seat: "What is done?", _show, refused=_refused, trace=_trace)
WHERE = Question("where", "yard.reach", lambda y, who: f"Where does {who} go?", _position, hints=_reach, trace=_way)
WHEEL = Question(
    "wheel",
    "yard.wheel",
    lambda y, who: f"How far does {who} wheel?",
    _position,
    hints=_wheel_hints,
    trace=_wheel_trace,
)
MARCH = Question("march", "yard.reach", lambda y, who: "Where do they march?", _position, hints=_march_hints)
SHOT = Throw(
    "shot", "yard.shoot", D6, lambda y, who: f"{who[0]} shoots.", lambda y, who: [Reason(1, "yard.shoot", "one man")]
)


# --- what is seen --------------------------------------------------------------------------------------------


def dump(yard: Yard) -> Json:
    return {"turn": yard.turn, "men": [list(man) for man in yard.men], "over": yard.result is not None}


def board(yard: Yard) -> Json:
    """A little of everything that a ground may be."""
    return {
        "kind": "inches",
        "width": WIDE,
        "depth": DEEP,
        "areas": [
            {"terrain": "forest", "name": "the wood", "level": 0, "centre": list(WOOD[0]), "radius": WOOD[1]},
            {
                "terrain": "hill",
                "name": "",
                "level": 1,
                "outline": [[26_000, 9_000], [34_000, 8_000], [32_000, 14_000]],
            },
            {"terrain": "grass", "name": "", "level": 0, "outline": [[1_000, 1_000], [7_000, 1_000], [6_000, 5_000]]},
            {"terrain": "hut", "name": "", "level": 0, "centre": [3_000, 21_000], "radius": 1_200},
        ],
        "lines": [
            {"terrain": "road", "name": "", "points": [[0, 12_000], [18_000, 12_500], [36_000, 11_000]]},
            {
                "terrain": "stream",
                "name": "the brook",
                "points": [[24_000, 24_000], [23_000, 16_000], [36_000, 17_000]],
            },
            {"terrain": "fence", "name": "", "points": [[1_000, 18_000], [6_000, 18_000]]},
        ],
    }


def table(yard: Yard, seat: str) -> Json:
    pieces = [piece(man) for man in yard.men if not man.hidden or man.side == seat]
    sides = [{"id": side, "name": side.title(), "seats": [side], "figures": left(yard, side)} for side in SEATS]
    status = f"Turn {yard.turn // 2 + 1}, {yard.seat}."
    return {"sides": sides, "pieces": pieces, "decks": [], "acting": "", "status": status}


def piece(man: Man) -> Json:
    """A figure, a company or a chief in the words of `docs/boards.md`."""
    arc = {"kind": "sector", "role": "arc", "at": list(man.at), "radius": RANGE, "facing": man.facing, "half": 450}
    return {
        "id": man.id,
        "name": man.id.replace("-", " ").title(),
        "side": man.side,
        "kind": {"chief": "chief", "company": "foot"}.get(man.kind, "askari"),
        "origin": "european" if man.side == "red" else "native",
        "figures": 4 if man.kind == "company" else 1,
        "full": 4 if man.kind == "company" else 1,
        "facts": ["rifle"],
        "marks": ["hidden"] if man.hidden else [],
        "hidden": man.hidden,
        "shape": shape(man),
        "arcs": [{**arc, "label": "16 in: 4+"}] if man.kind == "figure" else [],
    }


def shape(man: Man) -> Json:
    where = {"x": man.x, "y": man.y, "facing": man.facing}
    if man.kind == "chief":
        return {"kind": "token", "x": man.x, "y": man.y}
    if man.kind == "figure":
        return {"kind": "base", **where, "radius": RADIUS}
    width, depth = SIZES[man.formation]
    files = 4 if man.formation == "line" else 1
    stands = [stand(man, rank, file, files) for rank in range(4 // files) for file in range(files)]
    return {"kind": "stands", **where, "width": width, "depth": depth, "formation": man.formation, "stands": stands}


def stand(man: Man, rank: int, file: int, files: int) -> Json:
    x, y = offset(man.at, man.facing, -600 * rank - 300, 1_200 * file - 600 * (files - 1))
    return {"x": x, "y": y, "width": 1_200, "depth": 600, "facing": man.facing, "lost": False}


def imagine(yard: Yard, seat: str, random: Random) -> Yard:
    """Red does not know where in the wood the man lies, nor whether there is one."""
    twin = yard.copy()
    if seat != "blue":
        twin.men = tuple([man for man in twin.men if not man.hidden])
    return twin


def losses(before: Yard, after: Yard) -> tuple[tuple[str, int], ...]:
    kept = [man.id for man in after.men]
    return tuple([(man.id, 1) for man in before.men if man.id not in kept])


def step(yard: Yard) -> Rule | None:
    return None if yard.result else act(yard, None)


def yard(folder: Path, men: int = 4) -> System:
    """The system, with a folder of its own: one scenario, `yard`."""
    (folder / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (folder / "scenarios" / "yard.toml").write_text(SCENARIO.format(men=men), encoding="utf-8")
    return System(
        id="yard",
        title="The yard",
        author="the zareba authors",
        version=1,
        folder=folder,
        options={},
        check=lambda document: [],
        setup=Yard,
        step=step,
        sides=lambda _: SEATS,
        seats=lambda _: {seat: seat for seat in SEATS},
        dump=dump,
        board=board,
        table=table,
        imagine=imagine,
        losses=losses,
        judgement=lambda now, side: 100 * left(now, side),
        instinct=lambda now, choice, random: random.randrange(len(choice.options)),
        count=lambda now: len(now.men),
        conventions={"manual": "t.m", "overrule": "t.o", "concede": "t.c", "agree": "t.a"},
    )
