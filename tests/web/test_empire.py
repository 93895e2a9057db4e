"""Battles for Empire at the page: the picket at the drift, fought by hand from its first turn to its end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.web.open_table import drag, far, nearest, settled, shape
from tests.web.table import Hands, Server, commit, over

Json = dict[str, Any]
SEATS = {"british": "person", "zulu": "person"}
MOST = 200
PACE = 8_900
"""How far a regiment is dragged at once: a normal move, or a little less."""


WISHES = ("rapid", "fire", "fanatic", "charge", "pair", "support", "second", "all", "keep")


class Plan:
    """What both players have in mind: a company changes formation twice, a regiment wheels, and all of them charge."""

    def __init__(self) -> None:
        self.turned = False
        self.gone = ""
        """Who has made his step in this move."""

    def __call__(self, seen: Json) -> str:
        """The answer that is wanted, by how its notation begins."""
        ask = seen["view"]["ask"]
        offered = [one["notation"] for one in ask["options"]]
        if ask["id"] == "step":
            return self.step(seen, offered)
        self.gone = ""
        wishes = self.orders(seen) if ask["id"] == "order-unit" else WISHES
        return next((one for wish in wishes for one in offered if one.startswith(wish)), quiet(offered))

    def orders(self, seen: Json) -> tuple[str, ...]:
        """Every regiment comes on; A Company stirs in the first two turns."""
        if seen["seat"] == "zulu":
            return ("act z",)
        return ("act a",) if turn(seen) < 3 else ()

    def step(self, seen: Json, offered: list[str]) -> str:
        """A charge, or one step."""
        unit, had = seen["view"]["ask"]["options"][0]["piece"], self.gone
        wish = self.wish(seen, offered)
        self.gone = "" if wish == "wheel" else unit
        return wish if wish.startswith("charge") or (wish in offered and had != unit) else "stop"

    def wish(self, seen: Json, offered: list[str]) -> str:
        if charge := next((one for one in offered if one.startswith("charge")), ""):
            return charge
        if seen["seat"] == "british":
            return "form column" if turn(seen) == 1 else "form line"
        if not self.turned and "wheel" in offered:
            self.turned = True
            return "wheel"
        return "advance"


def turn(seen: Json) -> int:
    found: int = seen["view"]["table"]["turn"]
    return found


def quiet(offered: list[str]) -> str:
    """What brings the battle on without doing anything."""
    return next((one for one in ("ready", "done", "hold", "stop", "first") if one in offered), offered[-1])


def toward_the_enemy(seen: Json, unit: str) -> tuple[float, float]:
    """So many inches east and north: straight at the nearest enemy, as far as a regiment goes."""
    here, foe = shape(seen, unit), nearest(seen, unit)
    part = min(1, PACE / far(here, foe)) / 1_000
    return (foe["x"] - here["x"]) * part, (foe["y"] - here["y"]) * part


def advance(hands: Hands, seen: Json) -> None:
    """Dragged at the enemy; where it may not stand, the nearest place that will do."""
    unit = seen["view"]["ask"]["options"][0]["piece"]
    drag(hands, unit, *toward_the_enemy(seen, unit))
    place = hands.page.get_by_label("The place", exact=True)
    if not settled(hands):
        place.get_by_role("button", name="Nearest").click()
    expect(place).to_contain_text("move.advance")
    place.get_by_role("button", name="Place here").click()


def wheel(hands: Hands) -> None:
    """Fifteen degrees to the right about its ringed corner, with the cost told before it is done."""
    expect(hands.page.locator("h1")).to_contain_text("wheel towards?")
    hands.page.locator("[role=application]").focus()
    for _ in range(3):
        hands.page.keyboard.press("]")
    place = hands.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("15.0 degrees")
    expect(place).to_contain_text("move.wheel")
    expect(hands.page.locator(".placing .pivot")).to_be_attached()
    hands.page.keyboard.press("Enter")


def choose(hands: Hands, seen: Json, wanted: str) -> None:
    """From the list; what changes its footprint or ends in a charge is drawn before anybody commits himself to it."""
    if wanted.startswith(("form", "charge")):
        hands.option(wanted).hover()
        expect(hands.page.locator(".drawings .ghost").first).to_be_attached()
    hands.option(wanted).click()
    commit(hands, seen)


def test_a_whole_battle_by_hand(hands: Hands, server: Server) -> None:
    game = server.begin(SEATS, system="battles_for_empire", scenario="drift", seed=3)
    hands.open(f"game/{game}")
    done: Counter[str] = Counter()
    plan = Plan()
    for _ in range(MOST):
        seen = server.asked(game)
        if not (ask := seen["view"].get("ask")):
            break
        hands.caught_up(seen)
        done["volley"] += hands.page.locator(".volley circle").count()
        if ask["id"] == "advance":
            advance(hands, seen)
            assert hands.arrived(seen, asked=True) == "there"
        elif ask["id"] == "wheel":
            wheel(hands)
            assert hands.arrived(seen, asked=True) == "there"
        else:
            wanted = plan(seen)
            done[wanted.split()[0]] += 1
            choose(hands, seen, wanted)
        done[ask["id"]] += 1
    assert done["advance"] > 6
    assert {"wheel", "form", "charge", "fire", "rapid"} <= set(done), done
    assert done["volley"], "Nobody's fire was to be seen."
    over(hands, server, game)
