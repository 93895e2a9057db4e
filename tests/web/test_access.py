"""axe finds nothing on any screen: on a desk by day, in a hand by night; in the longer mode the other way round too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.table import AXE, DESKTOP, PHONE, Hands, Server, browser

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/.")
LOOKS = [
    pytest.param((DESKTOP, "day"), id="desk-day"),
    pytest.param((PHONE, "night"), id="phone-night"),
    pytest.param((DESKTOP, "night"), id="desk-night", marks=pytest.mark.long),
    pytest.param((PHONE, "day"), id="phone-day", marks=pytest.mark.long),
]
BATTLES = (
    ("heroscape", "el-teb", 40),
    ("sudan", "tamai", 40),
    ("afriboria", "marchands-ford", 25),
    ("darkest_africa", "zimbizo", 30),
    ("battles_for_empire", "to-the-wells", 30),
)


class Screen:
    """A page that is looked at by somebody who cannot see it as others do."""

    def __init__(self, hands: Hands, server: Server, size: tuple[int, int]) -> None:
        self.hands, self.page, self.server, self.phone = hands, hands.page, server, size == PHONE

    def check(self, name: str) -> None:
        assert self.hands.violations() == [], name

    def menu(self, name: str) -> None:
        """Opens a dialog; in a hand some are behind another."""
        hidden = self.phone and name != "Battle"
        if hidden:
            self.menu("Battle")
        where = self.page.get_by_role("dialog" if hidden else "navigation")
        where.get_by_role("button", name=name).click()
        expect(self.page.get_by_role("dialog")).to_be_visible()

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture(params=LOOKS)
def screen(request: pytest.FixtureRequest, play: Playwright, server: Server) -> Iterator[Screen]:
    size, night = request.param
    with browser(play, size, reduced_motion="reduce") as context:
        hands = Hands(context.pages[0], server.address, {"night": night})
        yield Screen(hands, server, size)
        assert hands.faults == []


def test_before_a_battle(screen: Screen) -> None:
    page = screen.page
    screen.server.begin(seed=1)
    screen.hands.open()
    expect(page.get_by_role("heading", name="Go on")).to_be_visible()
    expect(page.get_by_role("button", name="Fight it now")).to_be_visible()
    screen.check("the first page")
    page.get_by_role("link", name="New battle").click()
    page.get_by_role("button", name="Colonial battles on stacked hexes").click()
    expect(page.get_by_role("button", name="The Ridge")).to_be_visible()
    page.get_by_text("Options and rulings").click()
    screen.check("a new battle")
    screen.hands.open("armies")
    expect(page.get_by_role("heading", name="Armies by points")).to_be_visible()
    page.get_by_role("button", name="One more").first.or_(page.locator(".count button").last).click()
    expect(page.locator("aside")).to_be_visible()
    screen.check("armies by points")


def test_the_table(screen: Screen) -> None:
    """What is asked, what is refused, the odds, a line of sight, and everything that opens beside the board."""
    page = screen.page
    game = screen.server.begin(seed=7)
    seen = screen.server.advance(game, "fire")
    screen.hands.sit(game)
    screen.hands.caught_up(seen)
    screen.check("a question")
    page.locator("aside summary").first.click()
    screen.check("what is refused")
    page.locator("aside [data-notation^=fire]").first.click()
    expect(page.get_by_label("Exact odds")).to_be_visible()
    screen.check("the odds")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.get_by_role("region", name="Line of sight")).to_be_visible()
    screen.check("a line of sight")
    page.keyboard.press("v")
    beside = {"l": page.get_by_role("region", name="Log", exact=True), "r": page.locator("aside [data-clause]").first}
    beside["s"] = page.locator("aside table, aside dl, aside h3").first
    for key, shown in beside.items():
        page.keyboard.press(key)
        expect(shown).to_be_visible()
        screen.check(f"beside the board: {key}")
        page.keyboard.press(key)
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    screen.check("the table as text")


def test_dialogs(screen: Screen) -> None:
    game = screen.server.begin(seed=7)
    screen.hands.sit(game)
    for name in ("Battle", "Settings", "Help"):
        screen.menu(name)
        screen.check(name)
        if name == "Battle":
            screen.page.get_by_label("What the dice showed").fill("1 2 3")
            screen.page.get_by_role("button", name="Concede").click()
            screen.check("about to concede, or to overrule")
        screen.close()


def test_cards_and_the_curtain(screen: Screen) -> None:
    page = screen.page
    game = screen.server.begin({}, system="afriboria", scenario="water-hole", seed=3)
    screen.hands.open(f"game/{game}")
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Hand over the screen")
    screen.check("the curtain")
    curtain.get_by_role("button").click()
    expect(page.locator("aside .ask h2")).to_be_visible()
    screen.check("a hand of cards")
    seen = screen.server.asked(game)
    held = {card["id"] for hand in seen["view"]["table"]["hands"].values() for card in hand["cards"]}
    card = next(one for one in seen["view"]["ask"]["options"] if one["piece"] in held)
    page.locator(f"[data-notation='{card['notation']}']").locator("visible=true").first.click()
    screen.check("a card that is picked")


def test_real_dice_and_cards(screen: Screen) -> None:
    game = screen.server.begin(dice="table")
    screen.hands.sit(game)
    expect(screen.page.get_by_label("Real cards")).to_be_visible()
    screen.check("a real card")
    for answer in ("draw 7h", "activate company-2", "roll 4", "fire warband-c"):
        screen.server.answer(game, screen.server.asked(game), answer)
    expect(screen.page.get_by_label("Real dice")).to_be_visible()
    screen.page.keyboard.press("6")
    screen.check("real dice")


def test_end_and_replay(screen: Screen) -> None:
    game = screen.server.begin({"red": "person", "black": "instinct"}, seed=2)
    screen.server.post(f"games/{game}/concede", {"seat": "red"})
    screen.hands.sit(game)
    expect(screen.page.get_by_text("The battle is over")).to_be_visible()
    screen.check("the end")
    screen.hands.open(f"replay/{game}")
    expect(screen.page.get_by_role("button", name="Play")).to_be_visible()
    screen.check("the replay")


@pytest.fixture(scope="module")
def battles(server: Server) -> dict[str, str]:
    """A battle of each system in full swing."""
    found = {}
    for system, scenario, answers in BATTLES:
        found[system] = game = server.begin({}, system=system, scenario=scenario, seed=5)
        server.play(game, answers)
    return found


@pytest.mark.parametrize("system", [system for system, _, _ in BATTLES])
def test_every_kind_of_board(screen: Screen, battles: dict[str, str], system: str) -> None:
    """A battle in full swing; with a piece that is looked at, and as text."""
    game, page = battles[system], screen.page
    seat = screen.server.asked(game)["seat"]
    screen.hands.sit(game, seat)
    expect(page.locator("aside h2").first).to_be_visible()
    screen.check(system)
    page.keyboard.press("s")
    expect(page.locator("aside.wide")).to_be_visible()
    screen.check(f"{system}: the sheet")
    page.keyboard.press("s")
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    screen.check(f"{system} as text")
