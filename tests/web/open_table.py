"""An open table under the hand: where things lie, how far apart, and how they are carried."""

from __future__ import annotations

from math import hypot
from typing import Any

from playwright.sync_api import expect

from tests.web.table import Hands

Json = dict[str, Any]


def shape(seen: Json, piece: str) -> Json:
    found: Json = next(one["shape"] for one in seen["view"]["table"]["pieces"] if one["id"] == piece)
    return found


def far(one: Json, other: Json) -> float:
    return hypot(one["x"] - other["x"], one["y"] - other["y"])


def nearest(seen: Json, piece: str) -> Json:
    """The nearest enemy of a figure."""
    side = next(one["side"] for one in seen["view"]["table"]["pieces"] if one["id"] == piece)
    foes = [one["shape"] for one in seen["view"]["table"]["pieces"] if one["side"] != side]
    here = shape(seen, piece)
    return min(foes, key=lambda foe: far(here, foe))


def settled(hands: Hands) -> bool:
    """Waits until the place is judged where the hand has it now; whether it will do."""
    place = hands.page.get_by_label("The place", exact=True)
    expect(place.locator("button.main:enabled").or_(place.get_by_role("button", name="Nearest")).first).to_be_visible()
    return place.locator("button.main").is_enabled()


def middle(hands: Hands, piece: str) -> tuple[float, float]:
    """Where a piece can be taken hold of: on its base, below the man upon it."""
    box = hands.page.locator(f".pieces [data-cell='{piece}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.66


def inch(hands: Hands) -> float:
    """How many pixels an inch has now."""
    drawing = hands.page.locator("[role=application] > svg")
    box = drawing.bounding_box()
    assert box
    return float(box["width"]) / float(drawing.get_attribute("width") or 1) * 26


def drag(hands: Hands, piece: str, east: float, north: float, drop: bool = True) -> None:
    """Takes a piece and moves it by so many inches."""
    (x, y), long = middle(hands, piece), inch(hands)
    mouse = hands.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + east * long / 2, y - north * long / 2, steps=3)
    mouse.move(x + east * long, y - north * long, steps=3)
    if drop:
        mouse.up()
