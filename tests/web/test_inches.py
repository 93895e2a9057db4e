"""The open table at the page: what is dragged, turned and stepped there, by hand, by keys, and by numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.web.open_table import drag, inch, middle
from tests.web.table import AXE, DESKTOP, PATIENCE, Hands, Json, Server, browser, commit, wait_until

YARD = """
import sys
from pathlib import Path
from tests.web.yard import yard
from zareba.server.run import run
found = yard(Path(sys.argv[1]).parent / "yard", int(sys.argv[3]))
run(port=int(sys.argv[2]), database=sys.argv[1], delay=0.0, systems={found.id: found},
    ready=lambda address: print(address, flush=True))
"""
RED = {"red": "person", "blue": "person"}


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows one rule system: the yard of the tests."""
    found = Server(tmp_path_factory.mktemp("yard") / "games.sqlite", program=YARD, more=("4",))
    yield found
    found.close()


@pytest.fixture
def hands(play: Playwright, yard: Server) -> Iterator[Hands]:
    with browser(play, DESKTOP, reduced_motion="reduce") as context:
        found = Hands(context.pages[0], yard.address)
        yield found
        assert found.faults == []


def begin(yard: Server, hands: Hands, seat: str = "") -> str:
    game = yard.begin(system="yard", scenario="yard", seats=RED)
    hands.sit(game, seat)
    return game


def man(yard: Server, game: str, piece: str) -> Json:
    pieces: list[Json] = yard.view(game)["view"]["table"]["pieces"]
    return next(one["shape"] for one in pieces if one["id"] == piece)


def test_a_figure_is_dragged_before_anybody_says_that_it_moves(hands: Hands, yard: Server) -> None:
    """Its reach, its way with the cost, and whom it would touch are shown while the hand still holds it."""
    game = begin(yard, hands)
    drag(hands, "red-2", 1, 4, drop=False)
    place = hands.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("First: red-2 moves")
    expect(place).to_contain_text("4.12 in")
    expect(hands.page.locator(".drawings .reach")).to_be_attached()
    expect(hands.page.locator(".drawings .line").first).to_be_attached()
    expect(place).to_contain_text("3 of 6")
    assert man(yard, game, "red-2")["y"] == 9_000, "Nothing has happened yet."
    hands.page.mouse.up()
    expect(hands.page.get_by_role("button", name="Place here")).to_be_enabled()
    hands.page.keyboard.press("Enter")
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    now = man(yard, game, "red-2")
    assert abs(now["x"] - 7_900) < 60
    assert abs(now["y"] - 13_000) < 60


def test_a_refused_place_names_its_clause_and_the_nearest_that_would_do(hands: Hands, yard: Server) -> None:
    game = begin(yard, hands)
    drag(hands, "red-3", 3, 7)
    place = hands.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("a figure goes 6 in")
    expect(place.get_by_role("button", name="yard.reach")).to_be_visible()
    expect(place.get_by_role("button", name="Place here")).to_be_disabled()
    expect(hands.page.locator(".placing .nearest")).to_be_attached()
    place.get_by_role("button", name="Nearest").click()
    expect(place.get_by_role("button", name="Place here")).to_be_enabled()
    place.get_by_role("button", name="Place here").click()
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    now = man(yard, game, "red-3")
    gone = ((now["x"] - 9_800) ** 2 + (now["y"] - 9_000) ** 2) ** 0.5
    assert 5_600 < gone <= 6_001


def test_with_the_keys_alone(hands: Hands, yard: Server) -> None:
    """From piece to piece with Tab, inch by inch with the arrows, tenths with Shift, turned with the brackets."""
    game = begin(yard, hands)
    press = hands.page.keyboard.press
    press("b")
    press("Tab")
    here = hands.page.locator("[aria-live=polite].here")
    expect(here).to_contain_text("Red")
    for _ in range(12):
        if "Red 1:" in here.inner_text():
            break
        was = here.inner_text()
        press("Tab")
        expect(here).not_to_have_text(was)
    hands.option("move red-1").click()
    expect(hands.page.locator("h1")).to_contain_text("Where does red-1 go?")
    hands.page.locator("[role=application]").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Shift+ArrowUp", "]", "]"):
        press(key)
    expect(here).to_contain_text("at 5 11.1 facing 10")
    expect(here).to_contain_text("2.33 in")
    press("Enter")
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    assert man(yard, game, "red-1") | {"kind": "base"} == {
        "kind": "base", "x": 5_000, "y": 11_100, "facing": 100, "radius": 500
    }  # fmt: skip


def test_by_numbers_and_back(hands: Hands, yard: Server) -> None:
    """A position may be typed as it is said; Escape puts the piece back where it stood."""
    begin(yard, hands)
    hands.option("move red-4").click()
    field = hands.page.get_by_label("By numbers")
    field.fill("at 14.5 10 facing 45")
    hands.page.get_by_role("button", name="Show").click()
    place = hands.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("at 14.5 10 facing 45")
    expect(place.get_by_role("button", name="Place here")).to_be_enabled()
    field.fill("somewhere else")
    hands.page.get_by_role("button", name="Show").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    hands.page.get_by_role("button", name="Back Esc").click()
    expect(place.get_by_role("button", name="Place here")).to_have_count(0)


def test_a_place_is_named_in_the_text_view(hands: Hands, yard: Server) -> None:
    """Who reads the table places by numbers, is told what forbids it, and takes the nearest that would do."""
    game = begin(yard, hands)
    hands.page.keyboard.press("t")
    text = hands.page.locator("article")
    text.locator("[data-notation='move red-1']").click()
    field = text.get_by_label("By numbers")
    field.fill("at 4 17")
    text.get_by_role("button", name="Show").click()
    expect(text.get_by_label("The place", exact=True)).to_contain_text("a figure goes 6 in")
    text.get_by_role("button", name="Nearest").click()
    text.get_by_role("button", name="Place here").click()
    expect(text.get_by_role("heading", level=2)).to_contain_text("What is done?")
    assert man(yard, game, "red-1")["y"] > 14_000


def test_a_company_wheels_under_the_hand(hands: Hands, yard: Server) -> None:
    """Its ghost turns about the ringed corner; what it comes to is told before it is done."""
    game = begin(yard, hands)
    hands.option("wheel red-company").click()
    expect(hands.page.locator("h1")).to_contain_text("wheel?")
    hands.page.locator("[role=application]").focus()
    for _ in range(6):
        hands.page.keyboard.press("]")
    expect(hands.page.locator(".placing .pivot")).to_be_attached()
    expect(hands.page.get_by_label("The place", exact=True)).to_contain_text("30.0°")
    hands.page.keyboard.press("Enter")
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    now = man(yard, game, "red-company")
    assert now["facing"] == 300
    assert (now["x"], now["y"]) != (9_000, 6_000)


def test_a_change_of_formation_is_shown_before_it_is_made(hands: Hands, yard: Server) -> None:
    game = begin(yard, hands)
    hands.option("form red-company column").click()
    card = hands.page.get_by_label("What it comes to")
    expect(card).to_contain_text("forms column")
    expect(hands.page.locator(".drawings .ghost")).to_be_attached()
    assert man(yard, game, "red-company")["formation"] == "line"
    hands.page.locator("aside .buttons .main").click()
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    assert man(yard, game, "red-company")["formation"] == "column"


def test_a_group_goes_in_one_gesture_and_each_by_its_own_clauses(hands: Hands, yard: Server) -> None:
    game = begin(yard, hands)
    hands.option("march").click()
    expect(hands.page.locator("h1")).to_contain_text("Where do they march?")
    drag(hands, "red-2", -5, 0, drop=False)
    expect(hands.page.get_by_label("The place", exact=True)).to_contain_text("red-1: That is off the table.")
    hands.page.mouse.up()
    hands.page.keyboard.press("Escape")
    drag(hands, "red-2", 1, 2)
    expect(hands.page.locator(".placing .ghost")).to_have_count(4)
    hands.page.keyboard.press("Enter")
    expect(hands.page.locator("h1")).to_contain_text("Blue")
    for number, x in enumerate((4_000, 6_900, 9_800, 12_700), 1):
        assert abs(man(yard, game, f"red-{number}")["x"] - x - 1_000) < 60


def test_who_lies_hidden_is_seen_by_his_owner_alone(hands: Hands, yard: Server) -> None:
    """He is not drawn for the other side, nor is his name or place in anything that is sent to it."""
    wire: list[str] = []
    hands.page.on("response", lambda answer: wire.append(answer.text()) if "/api/games/" in answer.url else None)
    hands.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: wire.append(str(frame))))
    game = begin(yard, hands, "red")
    drag(hands, "red-2", 1, 2)
    expect(hands.page.get_by_role("button", name="Place here")).to_be_enabled()
    assert wire
    assert not any("lurker" in text or "Lurker" in text for text in wire)
    away = Hands(hands.page.context.new_page(), yard.address)
    away.sit(game, "blue")
    expect(away.page.locator("[data-cell='blue-lurker']")).to_be_attached()
    expect(away.page.locator(".veil")).to_be_attached()


def test_taps_and_pinch_on_a_phone(play: Playwright, yard: Server) -> None:
    """A figure is tapped, the ground is tapped, and the bar places it; two fingers bring the table nearer."""
    with browser(play, (390, 844), reduced_motion="reduce") as context:
        phone = Hands(context.pages[0], yard.address)
        game = begin(yard, phone)
        before = inch(phone)
        phone.page.evaluate(PINCH)
        wait_until(lambda: inch(phone) > before * 1.2)
        phone.option("move red-2").tap()
        expect(phone.page.locator("h1")).to_contain_text("Where does red-2 go?")
        x, y = middle(phone, "red-2")
        phone.page.touchscreen.tap(x, y - 2 * inch(phone))
        bar = phone.page.locator(".bar")
        expect(bar.get_by_role("button", name="Place here")).to_be_enabled()
        assert phone.violations() == []
        bar.get_by_role("button", name="Place here").tap()
        expect(phone.page.locator("h1")).to_contain_text("Blue")
        assert man(yard, game, "red-2")["y"] > 10_000
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert phone.faults == []


PINCH = """() => {
  const frame = document.querySelector('[role=application]');
  const box = frame.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 3];
  const send = (type, id, dx) => frame.dispatchEvent(new PointerEvent(type, {
    pointerId: id, pointerType: 'touch', clientX: x + dx, clientY: y, bubbles: true, isPrimary: id === 11 }));
  send('pointerdown', 11, -20); send('pointerdown', 12, 20);
  for (let far = 20; far <= 60; far += 10) { send('pointermove', 11, -far); send('pointermove', 12, far); }
  send('pointerup', 11, -60); send('pointerup', 12, 60);
}"""


def test_a_whole_battle_in_the_yard(hands: Hands, yard: Server) -> None:
    """Two people at one screen, until one side has lost too many."""
    game = begin(yard, hands)
    for _ in range(14):
        seen = yard.asked(game)
        ask = seen["view"].get("ask")
        if not ask:
            break
        hands.caught_up(seen)
        wanted = next((one for one in ask["options"] if one["notation"].startswith("shoot")), ask["options"][-1])
        hands.option(wanted["notation"]).click()
        again = hands.page.locator("aside .buttons .main")
        if wanted["target"]:
            again.click()
        hands.page.wait_for_function("n => document.querySelector('[data-head]').dataset.head > n", arg=seen["head"])
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()


BATTLES = [("darkest_africa", "trader"), ("battles_for_empire", "drift")]


@pytest.fixture
def field(play: Playwright, server: Server) -> Iterator[Hands]:
    """A page at the server that knows all rule systems."""
    with browser(play, DESKTOP, reduced_motion="reduce") as context:
        found = Hands(context.pages[0], server.address)
        yield found
        assert found.faults == []


@pytest.mark.parametrize("system, scenario", BATTLES)
def test_a_short_battle_is_watched_from_its_first_turn_to_its_end(
    field: Hands, server: Server, system: str, scenario: str
) -> None:
    """Two computers fight; every view of theirs is drawn, and nothing on the page goes wrong."""
    seats = dict.fromkeys(server.get(f"systems/{system}/scenarios/{scenario}")["seats"], "instinct")
    game = server.begin(system=system, scenario=scenario, seats=seats, seed=3)
    field.sit(game)
    expect(field.page.get_by_text("The battle is over")).to_be_visible(timeout=2 * PATIENCE)
    assert field.sentence == server.view(game)["view"]["result"]["why"]
    standing = {one["id"] for one in server.view(game)["view"]["table"]["pieces"]}
    drawn = field.page.locator(".pieces [data-cell]").evaluate_all("all => all.map(one => one.dataset.cell)")
    assert set(drawn) == standing


def people(server: Server, system: str, scenario: str) -> str:
    seats = dict.fromkeys(server.get(f"systems/{system}/scenarios/{scenario}")["seats"], "person")
    return server.begin(system=system, scenario=scenario, seats=seats, seed=7)


def test_points_are_spent_and_a_man_moved_in_one_gesture(field: Hands, server: Server) -> None:
    """Darkest Africa: a man is dragged; his officer pays for him, and he goes as far as he may."""
    game = people(server, "darkest_africa", "trader")
    seen = server.asked(game)
    server.answer(game, seen, "no")
    field.sit(game, seen["seat"])
    drag(field, "1", 2, 0.5, drop=False)
    place = field.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("encourages Mabruki")
    expect(place).to_contain_text("the Normal move of Other Askaris")
    drag_on(field, 4, 0)
    expect(place).to_contain_text("move.allow")
    field.page.mouse.up()
    field.page.get_by_role("button", name="Back Esc").click()
    drag(field, "1", 2, 0.5)
    field.page.get_by_role("button", name="Place here").click()
    expect(field.page.get_by_label("The latest of the log")).to_contain_text("Mabruki moves")
    assert man(server, game, "1")["x"] > 3_900


def test_men_go_together_and_each_is_paid_for(field: Hands, server: Server) -> None:
    """Darkest Africa: a group is gathered by taps and dragged; whoever may not go is named with his clause."""
    game = people(server, "darkest_africa", "trader")
    seen = server.asked(game)
    server.answer(game, seen, "no")
    field.sit(game, seen["seat"])
    field.page.get_by_role("button", name="Group").click()
    for number in "134":
        field.page.mouse.click(*middle(field, number))
    group = field.page.get_by_label("The group", exact=True)
    expect(group).to_contain_text("A group of 3")
    drag(field, "3", -1.8, 0.2, drop=False)
    expect(group).to_contain_text("0 of 3")
    expect(group).to_contain_text("move.edge")
    field.page.mouse.up()
    field.page.keyboard.press("Escape")
    drag(field, "3", 2, 0.2)
    go = group.get_by_role("button", name="Move 3")
    expect(go).to_be_enabled()
    assert field.violations() == []
    go.click()
    expect(field.page.get_by_role("alert")).to_contain_text("stays")
    log = field.page.get_by_label("The latest of the log")
    expect(log).to_contain_text("encourages")
    gone = [number for number in "134" if man(server, game, number)["x"] > 3_900]
    assert len(gone) == 2, "There are points for two of them."


def drag_on(hands: Hands, east: float, north: float) -> None:
    """Moves what is held by so many inches more."""
    box = hands.page.locator(".placing .ghost").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hands.page.mouse.move(x + east * inch(hands), y - north * inch(hands), steps=3)


def test_a_unit_rolls_for_conduct_and_wheels_with_its_cost_shown(field: Hands, server: Server) -> None:
    """Battles for Empire: the chart with the chance of each row, then a wheel, told before it is made."""
    game = people(server, "battles_for_empire", "to-the-wells")
    for _ in range(12):
        seen = server.asked(game)
        offered = [option["notation"] for option in seen["view"]["ask"]["options"]]
        if "act yorks-b" in offered:
            break
        server.answer(game, seen, "done" if "done" in offered else offered[0])
    field.sit(game)
    field.option("act yorks-b").hover()
    card = field.page.get_by_label("What it comes to")
    expect(card).to_contain_text("of 6")
    expect(card).to_contain_text("chart.")
    field.option("act yorks-b").click()
    commit(field, seen)
    wheel = field.option("wheel")
    expect(wheel).to_be_visible()
    wheel.click()
    expect(field.page.locator("h1")).to_contain_text("wheel towards?")
    field.page.locator("[role=application]").focus()
    for _ in range(3):
        field.page.keyboard.press("]")
    place = field.page.get_by_label("The place", exact=True)
    expect(place).to_contain_text("15.0 degrees")
    expect(place).to_contain_text("move.wheel")
    expect(field.page.locator(".placing .pivot")).to_be_attached()
    field.page.keyboard.press("Enter")
    expect(field.page.get_by_label("The latest of the log")).to_contain_text("wheels")
    assert man(server, game, "yorks-b")["facing"] == 1_050


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/.")
@pytest.mark.parametrize("night", ["day", "night"])
def test_axe_finds_nothing(hands: Hands, yard: Server, night: str) -> None:
    chosen = json.dumps({"motion": False, "pace": 0, "night": night})
    hands.page.add_init_script(f"localStorage.setItem('zareba.settings', {chosen!r})")
    begin(yard, hands)
    assert hands.violations() == []
    drag(hands, "red-2", 1, 4)
    expect(hands.page.get_by_role("button", name="Place here")).to_be_enabled()
    assert hands.violations() == []
    hands.page.keyboard.press("Escape")
    hands.page.keyboard.press("t")
    expect(hands.page.locator("article")).to_contain_text("at 6.9 9, facing north, open ground")
    assert hands.violations() == []


def test_two_hundred_figures_are_panned_and_zoomed_without_a_listener_on_any(play: Playwright, tmp_path: Path) -> None:
    """One transform moves the whole table: its figures are touched by no pan and no zoom."""
    server = Server(tmp_path / "games.sqlite", program=YARD, more=("100",))
    try:
        with browser(play, DESKTOP, reduced_motion="reduce") as context:
            hands = Hands(context.pages[0], server.address)
            begin(server, hands)
            assert hands.page.locator(".pieces > g").count() > 200
            hands.page.evaluate(WATCH)
            hands.page.mouse.move(700, 400)
            for step in range(8):
                hands.page.mouse.wheel(0, -60 if step % 2 else 60)
            hands.page.mouse.move(1000, 60)
            hands.page.mouse.down()
            hands.page.mouse.move(900, 100, steps=6)
            hands.page.mouse.up()
            assert hands.page.evaluate("window.changed") == 0
    finally:
        server.close()


WATCH = """() => {
  window.changed = 0;
  new MutationObserver((all) => { window.changed += all.length; })
    .observe(document.querySelector('.pieces'), { subtree: true, childList: true, attributes: true });
}"""
