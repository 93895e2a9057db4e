"""What may be drawn on the table while something is asked, in the words of `docs/boards.md`."""

from __future__ import annotations

from typing import Any

from zareba.boards.inches.angles import Point, offset
from zareba.boards.inches.shapes import Polygon, nearest_point, point_apart
from zareba.boards.inches.sight import passes_through
from zareba.boards.inches.written import inches
from zareba.engine.reasons import Reason
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import rect_at, rect_of
from zareba.systems.battles_for_empire.ranges import bands
from zareba.systems.battles_for_empire.rows import ARMY, TABLE, Slot, Unit
from zareba.systems.battles_for_empire.sight import FirePoint, blocked_by_ground, clear_end, fire_points
from zareba.systems.battles_for_empire.troops import INCH, SQUARE

Json = dict[str, Any]
DOT = 200
COMMAND = 12 * INCH
"""`mod.army-12`."""


# --- shapes ------------------------------------------------------------------------------------------------------


def outline(rect: Polygon, role: str, **more: Any) -> Json:
    return {"kind": "polygon", "role": role, "points": [list(point) for point in rect.points], **more}


def path(role: str, *points: Point, **more: Any) -> Json:
    return {"kind": "path", "role": role, "points": [list(point) for point in points], **more}


def circle(role: str, at: Point, radius: int, **more: Any) -> Json:
    return {"kind": "circle", "role": role, "at": list(at), "radius": radius, **more}


def ghost(unit: Unit, x: int, y: int, facing: int) -> Json:
    """The rectangle that a unit would fill elsewhere."""
    return outline(rect_at(unit, x, y, facing), "ghost")


def touched(field: Field, slots: tuple[Slot, ...] | list[Slot]) -> list[Json]:
    """The units that would be in contact."""
    return [outline(field.rect(slot), "contact", label=field.units[slot].name) for slot in slots]


def notes(reasons: list[Reason], lengths: bool = False) -> list[Json]:
    """The parts of a total; lengths are told in inches."""
    return [{"value": inches(reason.value) if lengths else reason.value, "clause": reason.clause, "why": reason.why}
            for reason in reasons]  # fmt: skip


# --- fire --------------------------------------------------------------------------------------------------------


def arcs(field: Field, unit: Unit) -> list[Json]:
    """What a unit bears on, band by band: the arcs of its outermost fire points, or of all four edges of a square.

    With them the points themselves, stand by stand.
    """
    points, found, inner = outermost(unit), [], 0
    for name, far, clause in bands(field, unit):
        for number, point in enumerate(points):
            sector = {"kind": "sector", "role": "arc", "at": list(point.at), "radius": far, "inner": inner,
                      "facing": point.facing, "half": point.half, "clause": clause}  # fmt: skip
            found.append(sector if number else {**sector, "label": f"{name}, to {inches(far)}"})
        inner = far
    return found + (dots(fire_points(unit)) if found else [])


def dots(points: list[FirePoint], role: str = "arc") -> list[Json]:
    """`geo.fire-points`: a small ring about each."""
    return [circle(role, point.at, DOT, clause="geo.fire-points") for point in points]


def outermost(unit: Unit) -> list[FirePoint]:
    points = fire_points(unit)
    return points if unit.formation == SQUARE or len(points) < 2 else [points[0], points[-1]]


def line_to(field: Field, slot: Slot, start: Point, target: Slot, overhead: bool = False) -> Json:
    """The line to a target: free to the first of its points that is in sight, or with what stops it on the way."""
    if clear := clear_end(field, slot, start, target, overhead):
        return path("sight", start, clear)
    end = nearest_point(start, field.rect(target))
    clause = blocked_by_ground(field, start, end, (field.level(slot), field.level(target))) or "los.units"
    return path("blocked", start, end, clause=clause, label=_stops(field, slot, start, end, target, clause))


def _stops(field: Field, slot: Slot, start: Point, end: Point, target: Slot, clause: str) -> str:
    """The name of what stops a line: ground, or the nearest unit in the way."""
    if clause != "los.units":
        return "hill" if clause == "los.hill" else "bush or houses"
    others = [other for other in field.standing() if other not in (slot, target)]
    near = [other for other in others if passes_through(start, end, field.rect(other))]
    return min([(point_apart(start, field.rect(other)).fine, field.units[other].name) for other in near])[1]


# --- command and movement ----------------------------------------------------------------------------------------


def command(field: Field, side: int) -> list[Json]:
    """How far the Army Commander of a side helps (`mod.army-12`)."""
    found = []
    for number, token in enumerate(field.tokens):
        if token.kind == ARMY and token.side == side and token.place == TABLE and not field.is_out(number):
            words = f"{token.name}: +1"
            found.append(circle("zone", (token.x, token.y), COMMAND, label=words, clause="mod.army-12"))
    return found


def reach(unit: Unit, allowance: int, anyhow: bool) -> Json:
    """How far the front-centre of a unit may come by advancing: at any bearing, or within 45 degrees of its facing."""
    if anyhow:
        return circle("reach", unit.at, allowance, label=inches(allowance))
    return {"kind": "sector", "role": "reach", "at": list(unit.at), "radius": allowance, "inner": 0,
            "facing": unit.facing, "half": 450, "label": inches(allowance), "clause": "move.advance"}  # fmt: skip


def charge_lane(unit: Unit, allowance: int) -> Json:
    """The strip straight ahead that a charge may sweep (`charge.straight`)."""
    width = unit.size[0]
    front = offset(unit.at, unit.facing, allowance)
    rect = rect_of(unit)
    corners = [rect.points[0], rect.points[1]]
    far = [offset(front, unit.facing, 0, side * width // 2) for side in (1, -1)]
    points = [list(corners[0]), list(corners[1]), list(far[0]), list(far[1])]
    return {"kind": "polygon", "role": "reach", "points": points, "label": "charge", "clause": "charge.straight"}
