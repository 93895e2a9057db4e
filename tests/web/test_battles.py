"""Whole battles at the page, with every means of playing them."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.web.table import Hands, Server, commit, usual, wait_until

MOST = 400


def test_mouse(hands: Hands, server: Server) -> None:
    """Two people at one screen fight the learning battle to its end with the mouse alone."""
    game = server.begin(seed=11)
    hands.sit(game)
    for _ in range(MOST):
        seen = server.asked(game)
        ask = seen["view"].get("ask")
        if not ask:
            break
        wanted = usual(seen)
        option = next(one for one in ask["options"] if one["notation"] == wanted)
        hands.caught_up(seen)
        if option["target"] or ">" in wanted:
            if ">" in wanted and len({way["cells"][0] for way in ask["options"] if way["cells"]}) > 1:
                hands.click(option["cells"][0])
            hands.click(option["cells"][-1])
            pile = hands.option(wanted)
            if len([one for one in ask["options"] if one["target"] == option["target"] != ""]) > 1:
                pile.click()
        else:
            hands.option(wanted).click()
        commit(hands, seen)
    result = server.view(game)["view"]["result"]
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()
    assert hands.sentence == result["why"]


def test_keyboard(hands: Hands, server: Server) -> None:
    """The same without ever touching the mouse: arrows, Enter, numbers."""
    game = server.begin(seed=12)
    hands.sit(game)
    press = hands.page.keyboard.press
    for _ in range(MOST):
        seen = server.asked(game)
        ask = seen["view"].get("ask")
        if not ask:
            break
        wanted = usual(seen)
        hands.caught_up(seen)
        numbered = [one["notation"] for one in ask["options"]]
        if ">" in wanted:
            option = next(one for one in ask["options"] if one["notation"] == wanted)
            if len({way["cells"][0] for way in ask["options"] if way["cells"]}) > 1:
                walk(hands, option["cells"][0])
                press("Enter")
            walk(hands, option["cells"][-1])
            press("Enter")
        elif wanted in numbered[:9]:
            press(str(numbered.index(wanted) + 1))
        if hands.arrived(seen) == "again":
            press("Enter")
            assert hands.arrived(seen, asked=True) == "there", f"{wanted} did not arrive: {hands.sentence}"
    assert "result" in server.view(game)["view"]
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()


def walk(hands: Hands, to: str) -> None:
    """Moves the cursor over the board with the arrows, as somebody does who listens to where it is."""
    press = hands.page.keyboard.press
    press("b")
    here = hands.page.locator("[aria-live=polite].here")
    if not here.inner_text():
        press("ArrowRight")
    expect(here).not_to_be_empty()
    now = here.inner_text()[:4]
    for _ in range(60):
        if now == to:
            return
        column, row = int(now[:2]), int(now[2:])
        if row != int(to[2:]):
            press("ArrowDown" if row < int(to[2:]) else "ArrowUp")
        else:
            press("ArrowRight" if column < int(to[:2]) else "ArrowLeft")
        hands.page.wait_for_function("was => document.querySelector('.here').textContent.slice(0, 4) !== was", arg=now)
        now = here.inner_text()[:4]
    raise AssertionError(f"The cursor does not come to {to}.")


def test_against_the_computer(hands: Hands, server: Server) -> None:
    """From the first screen with one click, and every answer the first button that is there."""
    hands.open()
    hands.page.get_by_role("button", name="Fight it now").click()
    expect(hands.page.locator("aside .ask h2")).to_be_visible()
    game = hands.page.url.split("/")[-1]
    players = server.view(game)["players"]
    assert sorted(players.values())[1:] == ["person"]
    seat = next(seat for seat, player in players.items() if player == "person")
    for _ in range(12):
        wait_until(lambda: server.view(game, seat)["view"].keys() & {"ask", "result"})
        seen = server.view(game, seat)
        if seen["view"].get("result"):
            break
        hands.caught_up(seen)
        hands.page.locator("aside [data-notation]").last.click()
        commit(hands, seen)
    assert any("Natives" in line["text"] for line in server.view(game)["view"]["log"])


def test_hot_seat_with_a_curtain(hands: Hands, server: Server) -> None:
    """Between two people at one screen the table is hidden until the next one says that he is there."""
    game = server.begin(seed=5)
    hands.page.add_init_script(
        "localStorage.setItem('zareba.settings', JSON.stringify({motion:false,pace:0,curtain:true}))"
    )
    hands.sit(game)
    first = server.asked(game)["seat"]
    for _ in range(30):
        seen = server.asked(game)
        if seen["seat"] != first:
            break
        last = seen["view"]["ask"]["options"][-1]["notation"]
        hands.caught_up(seen)
        hands.option(last).click()
        commit(hands, seen)
    curtain = hands.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Hand over the screen")
    curtain.get_by_role("button").click()
    expect(hands.page.locator("aside .ask h2")).to_have_text(server.asked(game)["view"]["ask"]["prompt"])


def test_where_something_is_hidden_the_curtain_falls_by_itself(hands: Hands, server: Server) -> None:
    """Hands of cards: nobody sees the other's, whoever opens the page, and whatever the settings say."""
    game = server.begin(system="afriboria", scenario="water-hole", seats={}, seed=3)
    hands.open(f"game/{game}")
    curtain = hands.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Hand over the screen")
    assert hands.page.locator("[data-notation]").count() == 0
    first = server.asked(game)["seat"]
    for _ in range(60):
        seen = server.asked(game)
        if seen["seat"] != first:
            break
        server.answer(game, seen, seen["view"]["ask"]["options"][-1]["notation"])
    curtain.get_by_role("button").click()
    expect(curtain).to_contain_text("Hand over the screen")
    curtain.get_by_role("button").click()
    expect(hands.page.locator("aside .ask h2")).to_have_text(server.asked(game)["view"]["ask"]["prompt"])


def test_two_screens(hands: Hands, server: Server) -> None:
    """What one player answers is seen at once by the other, at a page of his own."""
    game = server.begin(seed=7)
    seen = server.asked(game)
    other = next(seat for seat in ("red", "black") if seat != seen["seat"])
    page = hands.page.context.new_page()
    away = Hands(page, server.address)
    hands.sit(game, seen["seat"])
    away.sit(game, other)
    assert away.page.locator("aside [data-notation]").count() == 0
    hands.option(seen["view"]["ask"]["options"][0]["notation"]).click()
    commit(hands, seen)
    expect(away.page.get_by_label("The latest of the log")).to_contain_text("is activated")


def test_phone(phone: Hands, server: Server) -> None:
    """With a thumb: the odds come up, the bar commits, and every button is large enough."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    phone.sit(game)
    wanted = next(one for one in seen["view"]["ask"]["options"] if one["notation"].startswith("fire"))
    phone.option(wanted["notation"]).tap()
    expect(phone.page.get_by_label("Exact odds")).to_be_visible()
    sizes = phone.page.locator(".bar button, .zoom button, aside [data-notation]").evaluate_all(
        "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.locator(".bar .main").tap()
    expect(phone.page.get_by_label("The latest of the log")).to_contain_text("fires at")
    assert server.view(game, seen["seat"])["head"] > seen["head"]


def test_a_list_of_battles_that_comes_late_does_not_take_the_place_of_another(hands: Hands) -> None:
    page, held = hands.page, list[Route]()
    page.route("**/api/systems/afriboria/scenarios", lambda route: held.append(route))
    hands.open()
    page.get_by_role("link", name="New battle").click()
    page.get_by_role("button", name="Colonial battles on stacked hexes").click()
    expect(page.get_by_role("button", name="The Ridge")).to_be_visible()
    with page.expect_response("**/api/systems/afriboria/scenarios"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.get_by_role("button", name="The Ridge")).to_be_visible()
