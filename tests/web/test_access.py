"""axe finds nothing on any screen, by day and by night, on a desk and in a hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.table import AXE, Hands, Server

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/.")


def test_home_and_new_game(hands: Hands, server: Server) -> None:
    server.begin(seed=1)
    hands.open()
    expect(hands.page.get_by_role("heading", name="Go on")).to_be_visible()
    assert hands.violations() == []
    hands.page.get_by_role("link", name="New battle").click()
    hands.page.get_by_role("button", name="Colonial battles on stacked hexes").click()
    expect(hands.page.get_by_role("button", name="The Ridge")).to_be_visible()
    hands.page.get_by_text("Options and rulings").click()
    assert hands.violations() == []


@pytest.mark.parametrize("night", ["day", "night"])
def test_table(hands: Hands, server: Server, night: str) -> None:
    """The board with its panel in every state, and everything that opens beside it."""
    hands.page.add_init_script(
        f"localStorage.setItem('zareba.settings', JSON.stringify({{motion:false,pace:0,night:'{night}'}}))"
    )
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    assert hands.violations() == []
    hands.page.locator("aside summary").click()
    assert hands.violations() == []
    hands.page.locator("aside [data-notation^=fire]").first.click()
    expect(hands.page.get_by_label("Exact odds")).to_be_visible()
    assert hands.violations() == []
    hands.page.keyboard.press("Escape")
    for key in "lrs":
        hands.page.keyboard.press(key)
        hands.page.wait_for_timeout(200)
        assert hands.violations() == []
        hands.page.keyboard.press(key)
    hands.page.keyboard.press("t")
    assert hands.violations() == []
    hands.page.keyboard.press("t")
    for name in ("Battle", "Settings", "Help"):
        hands.page.get_by_role("navigation").get_by_role("button", name=name).click()
        assert hands.violations() == []
        hands.page.keyboard.press("Escape")


def test_real_dice(hands: Hands, server: Server) -> None:
    hands.sit(server.begin(dice="table"))
    expect(hands.page.get_by_label("Real cards")).to_be_visible()
    assert hands.violations() == []


def test_end_and_replay(hands: Hands, server: Server) -> None:
    game = server.begin({"red": "person", "black": "instinct"}, seed=2)
    server.post(f"games/{game}/concede", {"seat": "red"})
    hands.sit(game)
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()
    assert hands.violations() == []
    hands.open(f"replay/{game}")
    expect(hands.page.get_by_role("button", name="Play")).to_be_visible()
    assert hands.violations() == []


def test_phone(phone: Hands, server: Server) -> None:
    game = server.begin(seed=7)
    server.advance(game, "fire")
    phone.open()
    expect(phone.page.get_by_role("heading", name="Go on")).to_be_visible()
    assert phone.violations() == []
    phone.sit(game)
    expect(phone.page.locator("aside [data-notation]").first).to_be_visible()
    assert phone.violations() == []
