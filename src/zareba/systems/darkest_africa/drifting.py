"""What a figure may do that nobody encouraged: the short list of step 3 (section 9 of the rule book)."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from zareba.boards.inches import Bearing, Circle, Point, bearing, closer_to_way, first_contact, squared, turn
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa.drawings import FRONT
from zareba.systems.darkest_africa.field import NOBODY, Field, Index, Mask, ones
from zareba.systems.darkest_africa.moving import (
    GRID,
    NET,
    refuse_end,
    refuse_engaged,
    refuse_passage,
    refuse_toward,
    toward,
)
from zareba.systems.darkest_africa.running import find_cover, find_run
from zareba.systems.darkest_africa.shooting import (
    Shot,
    refuse_reload,
    refuse_unaimed,
    targets,
)
from zareba.systems.darkest_africa.troops import BASES, INCH
from zareba.systems.darkest_africa.wishes import instead, on_course

HALT, FOLLOW, ADVANCE, COVER, RELOAD, SHOOT, RETIRE = "halt", "follow", "advance", "cover", "reload", "shoot", "retire"
THREE = BASES + 3 * INCH - 1
"""`unenc.three`: closer than 3 inches, with the tolerance."""
NARROW = 50
"""`unenc.start-bearing`: within 5 degrees."""
TURNS = (0, 50, -50, 150, -150, 300, -300, 450, -450)


class Habit(NamedTuple):
    """One of the six things (`unenc.one`): following which officer, or shooting at whom."""

    verb: str
    what: Index = NOBODY


def left_over(field: Field, side: int) -> Mask:
    """`unenc.exclude`: who has not acted, does not run and does not fight; no officers (`cmd.self-step`)."""
    waiting = field.on & field.friends[side] & ~(field.officers | field.acted | field.routing)
    return sum([1 << index for index in ones(waiting) if not field.engaged(index)])


def restless(field: Field, side: int) -> list[Index]:
    """Who could do something else than halt."""
    return [index for index in ones(left_over(field, side)) if next(_busy(field, index), None)]


def habits(field: Field, index: Index) -> list[Habit]:
    """Everything that a figure may do; it can always halt (`unenc.halt`)."""
    return [*_busy(field, index), Habit(HALT)]


def _busy(field: Field, index: Index) -> Iterator[Habit]:
    """Whatever it may do but halting, the quickest to find out first."""
    if refuse_reload(field, index) is None:
        yield Habit(RELOAD)
    yield from advances(field, index)
    if refuse_retiring(field, index) is None:
        yield Habit(RETIRE)
    if refuse_cover(field, index) is None:
        yield Habit(COVER)
    yield from [Habit(SHOOT, foe) for foe in targets(field, index, aimed=False)]


def advances(field: Field, index: Index) -> Iterator[Habit]:
    """The forms of advance that are open to a figure."""
    forms = [Habit(ADVANCE)]
    if _may_start(field):
        forms += [Habit(FOLLOW, officer) for officer in leaders(field, index)]
    yield from (habit for habit in forms if refuse_habit(field, index, habit) is None)


def refuse_habit(field: Field, index: Index, habit: Habit) -> Refusal | None:
    """Why a figure may not do this."""
    verb, what = habit
    if verb == FOLLOW:
        return refuse_following(field, index, what)
    if verb == SHOOT:
        return refuse_unaimed(field, Shot(index, what, aimed=False))
    if verb == ADVANCE:
        return refuse_advancing(field, index)
    if verb == COVER:
        return refuse_cover(field, index)
    if verb == RELOAD:
        return refuse_reload(field, index)
    return refuse_retiring(field, index) if verb == RETIRE else None


# --- advancing ----------------------------------------------------------------------------------------------------


class March(NamedTuple):
    """Which way an advance may go, how far to either side of it, and by which clause."""

    course: Bearing
    half: int
    clause: str


def march_of(field: Field, index: Index, officer: Index) -> March:
    """`unenc.continue-bearing`: the way it faces; `unenc.start-bearing`: the way the officer has gone."""
    if officer == NOBODY:
        return March(field.facing[index], FRONT, "unenc.continue-bearing")
    return March(bearing(field.start[officer], field.at[officer]), NARROW, "unenc.start-bearing")


def refuse_advancing(field: Field, index: Index) -> Refusal | None:
    """`unenc.continue`: it goes on if it advanced in its last turn."""
    if not field.advanced >> index & 1:
        return Refusal("unenc.continue", "It did not advance in its last turn.")
    return _refuse_stepping(field, index, NOBODY)


def _may_start(field: Field) -> bool:
    """`unenc.start-when`: in its side's first turn; with `opt.follow-officer` = `always` in any."""
    return field.round == 1 or field.rules.follow_officer == "always"


def leaders(field: Field, index: Index) -> list[Index]:
    """`unenc.start-officer`: the nearest officer who does not run; all of those that are equally near."""
    calm = field.on & field.friends[field.side_of(index)] & field.officers & ~field.routing
    return field.equally_near(field.at[index], calm) if calm else []


def refuse_following(field: Field, index: Index, officer: Index) -> Refusal | None:
    """`unenc.start`: why it cannot set off the way this officer has gone."""
    return refuse_leader(field, index, officer) or _refuse_stepping(field, index, officer)


def refuse_leader(field: Field, index: Index, officer: Index) -> Refusal | None:
    """Why there is no way of this officer's to take."""
    if not _may_start(field):
        return Refusal("unenc.start-when", "That is for the first turn.")
    if officer not in leaders(field, index):
        return Refusal("unenc.start-officer", "He is not the nearest officer.")
    if squared(field.start[officer], field.at[officer]) < NET * NET:
        return Refusal("unenc.start-officer", "The officer has not gone an inch in this turn.")
    return None


def _refuse_stepping(field: Field, index: Index, officer: Index) -> Refusal | None:
    """`unenc.three-path`, and whatever else is in the way wherever it turns."""
    if closer_to_way(field.at[index], field.at[index], field.places(field.foes(index)), THREE):
        return Refusal("unenc.three", "An enemy is closer than 3 inches.")
    key = ("stride", index, officer, field.facing[index], field.hesitating >> index & 1)
    if key not in field.memo:
        field.memo[key] = next(strides(field, index, officer), None)
    if field.memo[key] is None:
        return Refusal("unenc.three", "Nothing is left of the way, by 3 inches from the enemy or otherwise.")
    return None


def refuse_stride(field: Field, index: Index, officer: Index, end: Point) -> Refusal | None:
    """`unenc.adv-path`, `move.validate`: why it cannot advance straight to there."""
    way, foes = (field.at[index], end), field.foes(index)
    return (
        refuse_passage(field, index, way, way)
        or refuse_end(field, index, end, encouraged=False)
        or refuse_engaged(field, index, end)
        or refuse_toward(field, index, way[0], end, foes)
        or _refuse_course(march_of(field, index, officer), way)
        or _refuse_near(field, way, foes)
    )


def _refuse_course(march: March, way: tuple[Point, Point]) -> Refusal | None:
    if abs(turn(march.course, bearing(*way))) <= march.half:
        return None
    return Refusal(march.clause, f"That is more than {march.half // 10} degrees off its way.")


def _refuse_near(field: Field, way: tuple[Point, Point], foes: Mask) -> Refusal | None:
    if closer_to_way(*way, field.places(foes), THREE):
        return Refusal("unenc.three", "It would come closer than 3 inches to an enemy.")
    return None


def strides(field: Field, index: Index, officer: Index) -> Iterator[Point]:
    """Where it could advance to: straight ahead and to either side, as far as may be, and less far."""
    here = field.at[index]
    march = march_of(field, index, officer)
    seen: set[Point] = set()
    for length in _lengths(field, index):
        for aside in TURNS:
            point = on_course(here, march.course + aside, length)
            if abs(aside) <= march.half and point not in seen and refuse_stride(field, index, officer, point) is None:
                yield point
            seen.add(point)


def straight_on(field: Field, index: Index, officer: Index) -> Point | None:
    """As far as it may go straight along its way, to a tenth of an inch."""
    key = ("straight", index, officer, field.facing[index], field.hesitating >> index & 1)
    if key not in field.memo:
        field.memo[key] = _straight_on(field, index, officer)
    found: Point | None = field.memo[key]
    return found


def _straight_on(field: Field, index: Index, officer: Index) -> Point | None:
    troop, here, course = field.roster[index].troop, field.at[index], march_of(field, index, officer).course
    end = on_course(here, course, troop.normal)
    stops = [first_contact(here, end, THREE, Circle(place, 0)) for place in field.places(field.foes(index))]
    free = min([stop for stop in stops if stop is not None], default=troop.normal) // GRID * GRID
    for length in (free, *range(min(free, troop.rough), 0, -10 * GRID)):
        point = on_course(here, course, length)
        if refuse_stride(field, index, officer, point) is None:
            return point
    return None


def _lengths(field: Field, index: Index) -> list[int]:
    """A whole move, what the nearest enemy leaves of it, half of it, and the shortest step."""
    troop, foes = field.roster[index].troop, field.foes(index)
    near = isqrt(field.closest(field.at[index], foes)) - THREE if foes else troop.normal
    free = min(near // GRID * GRID, troop.normal)
    return list(dict.fromkeys([one for one in (troop.normal, troop.rough, free, free // 2, GRID) if one >= GRID]))


def with_help(field: Field, index: Index, officer: Index, point: Point) -> Refusal | None:
    """A refusal, with the nearest place that would do."""

    def refuses(field: Field, index: Index, end: Point) -> Refusal | None:
        return refuse_stride(field, index, officer, end)

    refusal = refuses(field, index, point)
    if refusal is None:
        return None
    return refusal._replace(instead=instead(field, index, field.at[index], _normal(field, index), point, refuses))


def _normal(field: Field, index: Index) -> int:
    return field.roster[index].troop.normal


# --- cover, and away ----------------------------------------------------------------------------------------------


def refuse_cover(field: Field, index: Index) -> Refusal | None:
    """`unenc.cover`: why it cannot make for the nearest cover."""
    here = field.at[index]
    if field.ground.covers(here):
        return Refusal("unenc.cover-what", "It is in cover.")
    if field.ground.nook(here) is None:
        return Refusal("unenc.cover", "There is no cover within 3 inches.")
    end = shelter(field, index)
    if end == here:
        return Refusal("unenc.cover-contact", "It can come no nearer to it.")
    return refuse_toward(field, index, here, end, field.foes(index))


def shelter(field: Field, index: Index) -> Point:
    """Where a figure ends that makes for cover."""
    known: Point | None = field.memo.get(("shelter", index))
    if known is None:
        nook = field.ground.nook(field.at[index])
        assert nook is not None
        known = field.memo["shelter", index] = find_cover(field, index, nook)
    return known


def refuse_retiring(field: Field, index: Index) -> Refusal | None:
    """`unenc.retire`, `unenc.retire-not`, `unenc.retire-need`: why it cannot draw back."""
    troop, here, foes = field.roster[index].troop, field.at[index], field.foes(index)
    if troop.stays:
        return Refusal("unenc.retire-not", f"{troop.plural} never retire of their own accord.")
    if not foes:
        return Refusal("unenc.retire-need", "There is no enemy in sight.")
    end = retreat(field, index)
    if squared(here, end) < (GRID - 1) ** 2 or toward(field, here, end, foes):
        return Refusal("unenc.retire-need", "There is no way back that does not lead nearer to an enemy.")
    return None


def retreat(field: Field, index: Index) -> Point:
    """`unenc.retire-path`: a flight move that stops at the edge of the table."""
    known: Point | None = field.memo.get(("retreat", index))
    if known is None:
        known = field.memo["retreat", index] = find_run(field, index, leaves=False).end
    return known
