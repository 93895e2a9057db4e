"""Darkest Africa at the page: whole battles, dragged, clicked, and by the keys alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.web.open_table import drag, far, middle, nearest, settled, shape
from tests.web.table import Hands, Server, commit, over

Json = dict[str, Any]
SEATS = {"party": "person", "warriors": "person"}
MOST = 400
TOUCHING = 1_020
STRIDE = 3_950
"""How far a warrior is taken, and how near to an enemy's centre, in thousandths of an inch."""


def begin(server: Server, seed: int, **options: str) -> str:
    return server.begin(SEATS, system="darkest_africa", scenario="trader", seed=seed, options=options)


# --- what the two players want ---------------------------------------------------------------------------------------


def goal(seen: Json, piece: str) -> tuple[float, float]:
    """Into the nearest enemy, or as far toward him as a warrior goes: so many inches east and north."""
    here, foe = shape(seen, piece), nearest(seen, piece)
    long = far(here, foe)
    part = min(STRIDE, long - TOUCHING) / long / 1_000
    return (foe["x"] - here["x"]) * part, (foe["y"] - here["y"]) * part


def charges(seen: Json) -> str:
    """Which warrior runs on now, the nearest first; none if nobody may, or all who may are there."""
    options = seen["view"]["ask"]["options"]
    if seen["seat"] != "warriors" or seen["view"]["ask"]["id"] != "order":
        return ""
    able = {one["piece"] for one in options if one["notation"].startswith(("act ", "pay "))}
    return min(able, key=lambda piece: far(shape(seen, piece), nearest(seen, piece)), default="")


def usual(seen: Json) -> Json:
    """The Party stands, shoots and reloads; the warriors come on by themselves too."""
    ask = seen["view"]["ask"]
    for verb in ("yes", "shoot", "reload", "act", "pay", "march", "figure", "fight"):
        if found := next((one for one in ask["options"] if one["notation"].startswith(verb)), None):
            return dict(found)
    return dict(ask["options"][-1])


# --- with the mouse --------------------------------------------------------------------------------------------------


def put(hands: Hands, seen: Json) -> None:
    """Places what was dragged, or at the nearest place that would do: he is paid for, goes, and ends there."""
    place = hands.page.get_by_label("The place", exact=True)
    if not settled(hands):
        place.get_by_role("button", name="Nearest").click()
    place.get_by_role("button", name="Place here").click()
    hands.page.wait_for_function("n => document.querySelector('[data-head]').dataset.head >= n", arg=seen["head"] + 3)


def hand_over(hands: Hands, seen: Json) -> None:
    """Something may be hidden in this game: the screen is covered until the next player says that he is there."""
    ready = hands.page.locator(f"[data-seat='{seen['seat']}'][data-head='{seen['head']}']")
    curtain = hands.page.get_by_role("dialog").get_by_role("button")
    expect(ready.or_(curtain).first).to_be_attached()
    if curtain.count():
        hands.page.keyboard.press("Enter")
    hands.caught_up(seen)


def pick(hands: Hands, option: Json, seen: Json) -> None:
    """An enemy who is shot at, or a man who acts, is clicked on the table; all else in the list.

    Of somebody who is part of several answers the list then has these.
    """
    if option["notation"].startswith(("shoot", "act", "figure")):
        clicked = option["target"] or option["piece"]
        hands.page.mouse.click(*middle(hands, clicked))
        if sum(clicked in (one["piece"], one["target"]) for one in seen["view"]["ask"]["options"]) > 1:
            hands.option(option["notation"]).click()
    else:
        hands.option(option["notation"]).click()


def test_mouse(hands: Hands, server: Server) -> None:
    """Two people at one screen fight At the Water-hole to its end: warriors are dragged, enemies clicked on."""
    game = begin(server, 13)
    hands.open(f"game/{game}")
    asked: Counter[str] = Counter()
    for _ in range(MOST):
        seen = server.asked(game)
        if not (ask := seen["view"].get("ask")):
            break
        hand_over(hands, seen)
        runner = charges(seen)
        if runner:
            asked["drag"] += 1
            drag(hands, runner, *goal(seen, runner))
            put(hands, seen)
        else:
            asked[ask["id"]] += 1
            pick(hands, usual(seen), seen)
            commit(hands, seen)
    assert asked["drag"] > 8
    assert {"order", "deed", "others", "habit", "fight"} <= set(asked)
    over(hands, server, game)


# --- with the keys ---------------------------------------------------------------------------------------------------


def choose(hands: Hands, seen: Json, notation: str) -> None:
    """By its number in the list; one that has none is found with Tab. Where the odds are shown, Enter once more."""
    option = hands.option(notation)
    number = option.locator("kbd")
    if number.count():
        hands.page.keyboard.press(number.inner_text())
    else:
        option.focus()
        hands.page.keyboard.press("Enter")
    if hands.arrived(seen) == "again":
        hands.page.keyboard.press("Enter")
        assert hands.arrived(seen, asked=True) == "there", f"{notation} did not arrive: {hands.sentence}"


def step_on(hands: Hands, seen: Json) -> None:
    """Inch by inch with the arrows, then Enter; where he may not stand, a full stop for the nearest place."""
    press = hands.page.keyboard.press
    east, north = goal(seen, seen["view"]["ask"]["options"][0]["piece"])
    press("b")
    for key in [("ArrowLeft", "ArrowRight")[east > 0]] * round(abs(east)):
        press(key)
    for key in [("ArrowDown", "ArrowUp")[north > 0]] * round(abs(north)):
        press(key)
    if not settled(hands):
        press(".")
        expect(hands.page.get_by_label("The place", exact=True).locator("button.main")).to_be_enabled()
    press("Enter")
    assert hands.arrived(seen, asked=True) == "there"


def test_keyboard(hands: Hands, server: Server) -> None:
    """The same without ever touching the mouse: numbers, arrows, Enter."""
    game = begin(server, 14, **{"shot-kill": "outright"})
    hands.open(f"game/{game}")
    steps = 0
    for _ in range(MOST):
        seen = server.asked(game)
        if not (ask := seen["view"].get("ask")):
            break
        hand_over(hands, seen)
        if ask["kind"] == "place":
            step_on(hands, seen)
            steps += 1
            continue
        offered = [one["notation"] for one in ask["options"]]
        runner = charges(seen)
        wanted = next((one for one in offered if one.split(">")[-1].split()[-1] == runner), "")
        marches = seen["seat"] == "warriors" and "move" in offered
        choose(hands, seen, wanted or ("move" if marches else usual(seen)["notation"]))
    assert steps > 3
    over(hands, server, game)
