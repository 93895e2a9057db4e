"""Armies by points at the page: bought, corrected, printed, and brought to a battle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.table import AXE, Hands, Server
from zareba.systems import FOLDERS, system

pytestmark = pytest.mark.skipif(
    not any(system(name).armies for name in FOLDERS), reason="No rule system here has army lists."
)


def test_everything_that_is_wrong_is_said_at_once(hands: Hands, server: Server) -> None:
    """Too many points and too many of one kind: two sentences, each with its clause; and none once it is put right."""
    hands.open("armies/darkest_africa")
    hands.page.get_by_role("button", name="Expedition with rifles").click()
    sums = hands.page.get_by_label("What it comes to")
    expect(sums).to_contain_text("200 of 200 points")
    expect(sums.get_by_role("region", name="Roster of The first force")).to_contain_text("Bearers, each with a load")
    for _ in range(4):
        hands.page.get_by_role("button", name="One European more").click()
    expect(sums).to_contain_text("160 over 200")
    expect(sums).to_contain_text("1 to 4 Europeans, not 6")
    expect(sums).to_contain_text("force.list")
    expect(sums.get_by_role("button", name="Print the roster")).to_be_disabled()
    hands.page.get_by_label("Number of Europeans").fill("2")
    hands.page.get_by_label("Number of Europeans").blur()
    expect(sums.get_by_role("button", name="Print the roster")).to_be_enabled()


def test_options_that_change_what_a_force_may_be_are_offered(hands: Hands, server: Server) -> None:
    """With open lists anybody may be bought beside anybody; both forces, their battle and the file know of it."""
    hands.open("armies/darkest_africa")
    hands.page.get_by_role("button", name="Expedition with rifles").click()
    hands.page.get_by_text("Options, for both forces").click()
    hands.page.locator(".options select").first.select_option(label="open")
    pygmies = hands.page.get_by_label("Number of Pygmies")
    expect(pygmies).to_be_visible()
    expect(hands.page.get_by_label("Number of Europeans")).to_have_value("2")
    hands.page.get_by_label("Number of Other Askaris").fill("0")
    pygmies.fill("7")
    pygmies.blur()
    sums = hands.page.get_by_label("What it comes to")
    expect(sums.get_by_role("region", name="Roster of The first force")).to_contain_text("Pygmies")
    hands.page.reload()
    expect(pygmies).to_have_value("7")
    expect(sums.get_by_role("region", name="Roster of The first force")).to_be_visible()


def test_a_force_is_kept_in_this_browser(hands: Hands, server: Server) -> None:
    hands.open("armies/darkest_africa")
    hands.page.get_by_role("button", name="Expedition with rifles").click()
    hands.page.get_by_label("Name").fill("The Lake Station")
    expect(hands.page.get_by_label("What it comes to")).to_contain_text("The Lake Station")
    hands.page.reload()
    expect(hands.page.get_by_label("What it comes to")).to_contain_text("The Lake Station")


def test_two_forces_meet_on_the_table(hands: Hands, server: Server) -> None:
    """From the first screen to the roster of a battle that has begun."""
    hands.open()
    hands.page.get_by_role("link", name="Armies by points").click()
    hands.page.get_by_role("button", name="Expedition with rifles").click()
    fight = hands.page.get_by_role("button", name="Fight with these two forces")
    expect(fight).to_be_disabled()
    hands.page.get_by_label("Force", exact=True).get_by_role("button").nth(1).click()
    hands.page.locator(".heads select").first.select_option(label="Warriors")
    hands.page.get_by_role("button", name="Warriors, mostly spears").click()
    fight.click()
    hands.page.wait_for_url(lambda address: "#/game/" in address)
    game = hands.page.url.split("/")[-1]
    south, north = server.view(game)["view"]["table"]["sides"]
    assert (south["roster"]["european"], south["roster"]["bearer"]) == (2, 4)
    assert "warrior_spearman" in north["roster"]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/.")
def test_axe_finds_nothing(hands: Hands, phone: Hands, server: Server) -> None:
    for one in (hands, phone):
        one.open("armies/darkest_africa")
        one.page.get_by_role("button", name="Expedition with rifles").click()
        expect(one.page.get_by_label("What it comes to")).to_contain_text("200 of 200 points")
        assert one.violations() == []
        one.page.get_by_role("button", name="One European more").click()
        expect(one.page.get_by_label("What it comes to")).to_contain_text("over 200")
        assert one.violations() == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
