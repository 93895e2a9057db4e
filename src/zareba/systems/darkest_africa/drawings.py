"""What may be drawn on the table while something is asked, in the words of `docs/boards.md`.

*Hints* are drawn as long as a question stands: how far a figure goes, what its weapon reaches, what an officer pays at
which distance, where a side deploys. *Traces* are drawn for one answer before it is given: the way with what it costs,
who would be touched, the line of a shot with what stops it. Circles about a figure are drawn from its centre: a gap of
four inches to another figure ends five inches from it (`geo.gap`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from zareba.boards.inches import (
    Bearing,
    Circle,
    Point,
    Polygon,
    passes_through,
    path_length,
    point_to_segment,
    way_within,
)
from zareba.systems.darkest_africa.field import TOUCH, Field, Index, Mask, ones
from zareba.systems.darkest_africa.ground import FENCE, Feature
from zareba.systems.darkest_africa.layout import zone_clause
from zareba.systems.darkest_africa.troops import BASES, INCH, RADIUS, TABLES

Json = dict[str, Any]
FRONT = 450
"""`geo.arc`: 45 degrees to either side."""
PAID = ((6, 1, "cmd.cost-near"), (12, 2, "cmd.cost-mid"))
"""`cmd.bands`: beyond the second ring it is 3."""


# --- shapes ---------------------------------------------------------------------------------------------------


def drawing(shapes: Iterable[Json] = (), notes: Iterable[Json] = ()) -> Json:
    """Hints or a trace; nothing that is empty stands in it."""
    told = {"shapes": list(shapes), "notes": list(notes)}
    return {key: value for key, value in told.items() if value}


def together(*drawings: Json) -> Json:
    """Several drawings as one."""
    return drawing(
        [shape for one in drawings for shape in one.get("shapes", [])],
        [note for one in drawings for note in one.get("notes", [])],
    )


def circle(role: str, at: Point, radius: int, label: str = "", clause: str = "") -> Json:
    return _shape("circle", role, label, clause, at=list(at), radius=radius)


def path(role: str, points: Sequence[Point], label: str = "", clause: str = "") -> Json:
    return _shape("path", role, label, clause, points=[list(point) for point in points])


def polygon(role: str, points: Sequence[Point], label: str = "", clause: str = "") -> Json:
    return _shape("polygon", role, label, clause, points=[list(point) for point in points])


def sector(
    role: str, at: Point, radius: int, facing: Bearing, inner: int = 0, label: str = "", clause: str = ""
) -> Json:
    return _shape("sector", role, label, clause, at=list(at), radius=radius, inner=inner, facing=facing, half=FRONT)


def note(value: int | str, clause: str, why: str) -> Json:
    return {"value": value, "clause": clause, "why": why}


def _shape(kind: str, role: str, label: str, clause: str, **facts: Any) -> Json:
    told = {"label": label, "clause": clause}
    return {"kind": kind, "role": role, **facts, **{key: text for key, text in told.items() if text}}


def long(value: int) -> str:
    """A length in inches and hundredths, as it is written beside a drawing."""
    return f"{value // INCH}.{value % INCH // 10:02} in"


# --- hints ----------------------------------------------------------------------------------------------------


def bands(field: Field, index: Index) -> list[tuple[int, int]]:
    """The distances that a figure's weapon reaches, each with its score (`shoot.columns`, `troop.dash`)."""
    shots = field.roster[index].troop.shots
    return [(band * INCH, score) for band, score in zip(TABLES["bands"], shots, strict=bool(shots)) if score]


def arcs(field: Field, index: Index) -> list[Json]:
    """What its weapon bears on where nobody encourages it (`unenc.unaimed`), a sector for each distance."""
    found, inner = [], 0
    for reach, score in bands(field, index):
        label, radius = f"{reach // INCH} in: {score}+", reach + BASES
        found.append(sector("arc", field.at[index], radius, field.facing[index], inner, label, "shoot.columns"))
        inner = radius
    return found


def rings(field: Field, index: Index) -> list[Json]:
    """The rings at 4, 8, 16 and 32 inches of an encouraged figure, who shoots in any direction (`shoot.aimed`)."""
    return [
        circle("range", field.at[index], reach + BASES, f"{reach // INCH} in: {score}+", "shoot.columns")
        for reach, score in bands(field, index)
    ]


def front(field: Field, index: Index) -> list[Json]:
    """The arc of an unaimed shot, as far as the weapon reaches."""
    reach = max([reach for reach, _ in bands(field, index)], default=3 * INCH)
    return [sector("arc", field.at[index], reach + BASES, field.facing[index], 0, "45° to either side", "geo.arc")]


def reach(field: Field, index: Index, spent: int = 0) -> list[Json]:
    """How far it may still go: its Normal move, and its Rough move where that is less (`move.rates`)."""
    troop, at = field.roster[index].troop, field.at[index]
    far = [circle("reach", at, max(0, troop.normal - spent), f"{troop.normal // INCH} in", "move.rates")]
    if troop.rough != troop.normal:
        rough = max(0, troop.rough - spent)
        far.append(circle("reach", at, rough, f"{troop.rough // INCH} in over rough ground", "move.rough-whole"))
    return [one for one in far if one["radius"]]


def command(field: Field, officers: Mask) -> list[Json]:
    """What it costs to encourage a figure, by its distance from the officer who pays (`cmd.bands`)."""
    return [
        circle("zone", field.at[index], gap * INCH + BASES, f"{cost} point{'s' * (cost > 1)}", clause)
        for index in ones(officers)
        for gap, cost, clause in PAID
    ]


def keep_off(field: Field, index: Index, gap: int = 3 * INCH, clause: str = "unenc.three") -> list[Json]:
    """How near an uncommanded man may come to each enemy that is at all near."""
    near = [foe for foe in ones(field.foes(index)) if field.within(index, foe, 12 * INCH)]
    return [circle("zone", field.at[foe], gap + BASES, "", clause) for foe in near]


def zone(field: Field, side: int) -> list[Json]:
    """Where a side deploys (`setup.defender`, `setup.attacker`, `setup.meeting-zone`)."""
    told = field.terms.zones[side]
    if told is None:
        return []
    west, south, east, north = told
    corners = ((west, south), (east, south), (east, north), (west, north))
    return [polygon("zone", corners, f"{field.sides[side].name} deploys here", zone_clause(field, side))]


def hiding_places(field: Field) -> list[Json]:
    """Where figures may lie hidden: `hide.where`, half an inch inside forest or grass."""
    found = []
    for one in field.ground.features:
        shape = one.shape
        if one.hides and isinstance(shape, Circle):
            found.append(circle("zone", shape.centre, shape.radius - RADIUS, "may hide here", "hide.where"))
        elif one.hides and isinstance(shape, Polygon):
            found.append(polygon("zone", shape.points, "may hide here", "hide.where"))
    return found


# --- traces ---------------------------------------------------------------------------------------------------


def way(field: Field, index: Index, points: Sequence[Point], facing: Bearing | None = None) -> Json:
    """A move before it is made: its way and parts, its allowance, where it ends and whom it touches there."""
    end = points[-1]
    shapes = [path("way", points, long(path_length(points))), circle("ghost", end, RADIUS)]
    shapes += [sector("ghost", end, BASES, facing)] if facing is not None else []
    shapes += contacts(field, index, end)
    return drawing(shapes, costs(field, index, points))


def costs(field: Field, index: Index, points: Sequence[Point]) -> list[Json]:
    """The parts of a way, each with its length and the ground it crosses; then the allowance, and its clause."""
    troop = field.roster[index].troop
    parts = [part for part in pairwise(points) if part[0] != part[1]]
    found = [note(long(path_length(part)), "move.path", _going(field, *part)) for part in parts]
    hard = field.ground.hard_going(points)
    allowed, clause = (troop.rough, "move.rough-whole") if hard else (troop.normal, "move.rates")
    why = f"of {long(allowed)}, the {'Rough' if hard else 'Normal'} move of {troop.plural}"
    if field.rules.rough_rate == "prorata":
        used = field.ground.hundredths(points, troop.normal, troop.rough)
        return [
            *found,
            note(f"{-(-used // 10_000)}%", "opt.rough-rate", "of the move, rough ground and fences counted"),
        ]
    return [*found, note(long(path_length(points)), clause, why)]


def _going(field: Field, start: Point, end: Point) -> str:
    """What a part of a way leads over, in words."""
    crossed = [one.name or one.kind for one in field.ground.features if _hampers(one, start, end)]
    return f"through {', '.join(dict.fromkeys(crossed))}" if crossed else "over open ground"


def _hampers(one: Feature, start: Point, end: Point) -> bool:
    return (one.rough or one.kind == FENCE) and way_within(start, end, one.shape, 0 if one.kind == FENCE else 1)


def contacts(field: Field, index: Index, end: Point) -> list[Json]:
    """Whom a figure that stands there would touch (`geo.contact`)."""
    touched = [foe for foe in ones(field.foes(index)) if field.apart(end, foe) <= TOUCH * TOUCH]
    return [
        circle("contact", field.at[foe], RADIUS, f"touches {field.roster[foe].name}", "geo.contact") for foe in touched
    ]


def sight(field: Field, one: Point, other: Point) -> Json:
    """The line between two centres, free or with what blocks it named (`terr.sight`)."""
    clause = field.ground.blocker(one, other)
    if not clause:
        return drawing([path("sight", (one, other), "", "terr.sight")])
    return drawing([path("blocked", (one, other), blockers(field, one, other, clause), clause)])


def blockers(field: Field, one: Point, other: Point, clause: str) -> str:
    """Which features block a line, by their names."""
    kinds = {"terr.sight-sum": ("forest", "grass"), "terr.sight-solid": ("hut", "rocks"), "terr.sight-hill": ("hill",)}
    ground = field.ground
    found = [feature for feature in ground.features if feature.kind in kinds[clause] and _crossed(feature, one, other)]
    names = dict.fromkeys([feature.name or f"the {feature.kind}" for feature in found])
    return f"blocked by {' and '.join(names)}"


def _crossed(feature: Feature, one: Point, other: Point) -> bool:
    return passes_through(one, other, feature.shape)


def shot(field: Field, index: Index, target: Index, notes: Iterable[Json] = ()) -> Json:
    """A shot before it is taken: its line, who stands in it, and what makes up the score (the caller's notes)."""
    one, other = field.at[index], field.at[target]
    screens = [
        circle("blocked", field.at[man], RADIUS, f"{field.roster[man].name} stands in the line", "shoot.screen")
        for man in screened_by(field, index, target)
    ]
    return together(sight(field, one, other), drawing(screens, notes))


def screened_by(field: Field, index: Index, target: Index) -> list[Index]:
    """`shoot.screen`: the visible figures whose centres are less than half an inch from the line of a shot."""
    if field.rules.screen == "off":
        return []
    others = (field.seen(0) | field.seen(1)) & ~(1 << index | 1 << target)
    one, other = field.at[index], field.at[target]
    return [man for man in ones(others) if point_to_segment(field.at[man], one, other).less_than(RADIUS - 1)]
