"""The mat of boxes at the page: a whole battle by mouse, the keys, arcs and the odds of a volley."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.table import AXE, Hands, Server, commit
from zareba.cli import main

Json = dict[str, Any]
SEATS = {"british": "person", "natives": "person"}
PICKET = (3, 2)
"""Where the natives go: the box of the Picket, by column and row."""


def begin(server: Server, scenario: str = "picket", **more: Any) -> str:
    return server.begin(SEATS, system="sudan", scenario=scenario, **more)


def place(box: str) -> tuple[int, int]:
    return ord(box[0]) - 64, int(box[1:])


def far(box: str) -> int:
    """Boxes between it and the Picket, as one walks, the way round a corner counted whole."""
    (column, row), (c, r) = place(box), PICKET
    return abs(column - c) + abs(row - r)


def usual(seen: Json) -> Json:
    """The natives come on and charge with two of their bands; the British stand and fire."""
    options: list[Json] = seen["view"]["ask"]["options"]
    if charges := [one for one in options if " charge " in one["notation"]]:
        return charges[0]
    if ways := [one for one in options if one["notation"].startswith("to ")]:
        here = next(one for one in seen["view"]["table"]["pieces"] if one["id"] == ways[0]["piece"])["at"]["box"]
        stay = next(one for one in options if one["notation"] == "stay")
        if seen["seat"] == "british" or far(here) == 1:
            return stay
        return min(ways, key=lambda one: far(one["cells"][0]))
    if turns := [one for one in options if one["notation"].startswith("face ")]:
        (column, row), (c, r) = place(turns[0]["cells"][0]), PICKET
        facing = ("E" if c > column else "W") if row == r else "S"
        wanted = "N" if seen["seat"] == "british" else facing
        return next(one for one in turns if one["notation"] == f"face {wanted}")
    if seen["view"]["ask"]["id"] == "order" and (seen["seat"] == "british" or len(options) < 3):
        return options[-1]
    return options[0]


def pick(hands: Hands, option: Json, pieces: dict[str, Json]) -> None:
    """On the board if it is there: a unit, an enemy, a box, a side to face; else in the list."""
    if option["notation"].startswith("face ") and not option["target"]:
        hands.page.locator(f"[data-answer='{option['notation']}']").click()
    elif option["target"] or (option["piece"] and not option["cells"]):
        hands.click(pieces[option["target"] or option["piece"]]["at"]["box"])
    elif option["cells"]:
        hands.click(option["cells"][-1])
    else:
        hands.option(option["notation"]).click()


def test_mouse(hands: Hands, server: Server) -> None:
    """Two people at one screen hold the Picket and storm it to the end of the battle, with the mouse on the mat."""
    game = begin(server, seed=11)
    hands.sit(game)
    asked: Counter[str] = Counter()
    for _ in range(200):
        seen = server.asked(game)
        ask = seen["view"].get("ask")
        if not ask:
            break
        asked[ask["id"]] += 1
        hands.caught_up(seen)
        pick(hands, usual(seen), {one["id"]: one for one in seen["view"]["table"]["pieces"]})
        commit(hands, seen)
    assert {"fire", "target", "order", "where", "facing"} <= set(asked)
    result = server.view(game)["view"]["result"]
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()
    assert hands.sentence == result["why"]


def test_keyboard(hands: Hands, server: Server) -> None:
    """The gun is found with the arrows and fired with Enter; a band marches with them."""
    game = begin(server)
    hands.sit(game)
    press = hands.page.keyboard.press
    walk(hands, "D2")
    press("Enter")
    expect(hands.page.locator("aside .ask h2")).to_have_text("At whom does Gardner fire?")
    walk(hands, "D7")
    press("Enter")
    expect(hands.page.get_by_label("Exact odds")).to_be_visible()
    press("Enter")
    expect(hands.page.get_by_label("The latest of the log")).to_contain_text("Gardner fires at Black Flag")
    seen = server.asked(game)
    hands.caught_up(seen)
    walk(hands, "E7")
    press("Enter")
    expect(hands.page.locator("aside .ask h2")).to_have_text("Where does Green Flag go?")
    walk(hands, "F6")
    press("Enter")
    expect(hands.page.locator("aside .ask h2")).to_have_text("How does Green Flag end its move?")
    hands.page.locator("[data-answer='face W']").focus()
    press("Enter")
    expect(hands.page.get_by_label("The latest of the log")).to_contain_text("Green Flag moves to F6")
    green = next(one for one in server.view(game)["view"]["table"]["pieces"] if one["id"] == "green-flag")
    assert (green["at"]["box"], green["at"]["facing"]) == ("F6", "W")


def walk(hands: Hands, to: str) -> None:
    """Moves the cursor over the mat, listening to where it is."""
    hands.page.keyboard.press("b")
    here = hands.page.locator("[aria-live=polite].here")
    if not here.inner_text():
        hands.page.keyboard.press("ArrowRight")
    for _ in range(30):
        expect(here).not_to_be_empty()
        now = here.inner_text().split(":")[0]
        if now == to:
            return
        (column, row), (c, r) = place(now), place(to)
        vertical = "ArrowUp" if r > row else "ArrowDown"
        hands.page.keyboard.press(vertical if r != row else "ArrowRight" if c > column else "ArrowLeft")
        hands.page.wait_for_function("was => !document.querySelector('.here').textContent.startsWith(was)", arg=now)
    raise AssertionError(f"The cursor does not come to {to}.")


def test_arc_by_range_on_demand(hands: Hands, server: Server) -> None:
    """Whatever lies under the pointer shows what it bears on: each band named in each of its boxes."""
    game = begin(server)
    hands.sit(game)
    drawn = hands.page.locator(".drawings text")
    assert drawn.count() == 0
    hands.page.mouse.move(*hands.cell("C2"))
    picket = next(one for one in server.view(game)["view"]["table"]["pieces"] if one["id"] == "picket")
    expect(drawn).to_have_count(sum(len(band["cells"]) for band in picket["arcs"]))
    told = Counter(word.text_content() for word in drawn.all())
    assert told == {band["label"]: len(band["cells"]) for band in picket["arcs"]}
    hands.page.mouse.move(*hands.cell("A1"))
    expect(drawn).to_have_count(0)


def shares(counted: Json, what: str) -> dict[int, Fraction]:
    """How often so many of this are lost, of what the command counts."""
    found: dict[int, Fraction] = {}
    for outcome in counted["outcomes"]:
        number = outcome["lost"].get(what, 0)
        found[number] = found.get(number, Fraction(0)) + Fraction(outcome["chance"])
    return found


POSITION = """
system = "sudan"
[position]
board = { columns = 6, rows = 7 }
phase = 1
unit = [
  { id = "picket", side = "british", type = "regular-foot", at = "C2" },
  { id = "gardner", name = "Gardner", side = "british", type = "machine-gun", at = "D2" },
  { id = "red-flag", side = "natives", type = "native-foot", at = "B7" },
  { id = "black-flag", name = "Black Flag", side = "natives", type = "native-foot", at = "D7" },
  { id = "green-flag", side = "natives", type = "native-foot", at = "E7" },
]
[[case]]
name = "the gun has chosen to fire"
play = ["fire gardner"]
expect = { ask = "target" }
"""


def test_odds_before_a_volley_are_those_of_the_command(
    hands: Hands, server: Server, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hit by hit and wound by wound: what the page shows is what `zareba odds` counts, to the last fraction."""
    game = begin(server)
    hands.sit(game)
    hands.option("fire gardner").click()
    hands.option("at black-flag").click()
    card = hands.page.get_by_label("Exact odds", exact=True)
    expect(card).to_be_visible()
    bars = [bar.text_content() or "" for bar in card.locator("rect title").all()]
    shown = {int(words.split()[0]): Fraction(words.split(": ")[1]) for words in bars}
    file = tmp_path / "volley.toml"
    file.write_text(POSITION, encoding="utf-8")
    assert main(["odds", str(file), "at black-flag", "--json"]) == 0
    (counted,) = json.loads(capsys.readouterr().out)
    assert shown == shares(counted, "black-flag")
    assert sum(shown.values()) == 1
    leader = card.get_by_role("row", name="its leader is hit").get_attribute("title")
    assert Fraction(leader or 0) == shares(counted, "black-flag.leader")[1]
    assert server.asked(game)["view"]["ask"]["id"] == "target", "Nothing may happen before it is confirmed."


def test_square_of_four_is_picked_side_by_side(hands: Hands, server: Server) -> None:
    """Several units in one box are each told apart by eye, by ear and by the pointer."""
    game = begin(server, "wells")
    hands.sit(game)
    for piece in ("guards", "first-line", "second-line", "egyptians", "gardner", "battery"):
        assert hands.page.locator(f"[data-cell='F4'][data-piece='{piece}']").count() == 1
    hands.page.locator("[data-cell='F4'][data-piece='battery']").click()
    expect(hands.page.locator("aside .ask h2")).to_have_text("At whom does Screw Gun fire?")
    guards = hands.page.get_by_role("img", name="Guards:")
    assert "in F4, facing north, 0 of 100 hits" in (guards.get_attribute("aria-label") or "")


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/.")
@pytest.mark.parametrize("night", ["day", "night"])
def test_axe(hands: Hands, server: Server, night: str) -> None:
    """axe finds nothing on the mat: at rest, with an arc, with odds, while a side to face is picked, and as text."""
    hands.page.add_init_script(
        f"localStorage.setItem('zareba.settings', JSON.stringify({{motion:false,pace:0,night:'{night}'}}))"
    )
    game = begin(server, "picket")
    hands.sit(game)
    assert hands.violations() == []
    hands.option("fire gardner").click()
    hands.option("at black-flag").click()
    expect(hands.page.get_by_label("Exact odds", exact=True)).to_be_visible()
    assert hands.violations() == []
    for notation in ("at black-flag", "move red-flag", "to B6"):
        seen = server.asked(game)
        server.answer(game, seen, notation)
    hands.sit(game)
    expect(hands.page.locator("[data-answer='face S']")).to_be_attached()
    assert hands.violations() == []
    hands.page.keyboard.press("t")
    assert hands.violations() == []


def test_phone(phone: Hands, server: Server) -> None:
    """In a hand: the phase is told, the mat can be tapped, and nothing is wider than the screen."""
    game = begin(server)
    phone.sit(game)
    expect(phone.page.locator(".now")).to_contain_text("1 of 8 British guns")
    phone.option("fire gardner").tap()
    expect(phone.page.locator("aside .ask h2")).to_have_text("At whom does Gardner fire?")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
