"""What the table shows and offers beside the bare answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect

from tests.web.table import DESKTOP, ROOT, Hands, Json, Server, browser, commit, wait_until
from zareba.systems import system


def test_undo_goes_back_to_the_dice(hands: Hands, server: Server) -> None:
    """What was decided since the last dice is taken back; the page says where that ends."""
    game = server.begin(seed=7)
    seen = server.advance(game, "move")
    hands.sit(game)
    hands.caught_up(seen)
    hands.option("move").click()
    expect(hands.page.locator("aside .ask h2")).to_contain_text("where does which stack go?")
    hands.page.keyboard.press("u")
    expect(hands.page.locator("aside .ask h2")).to_have_text(seen["view"]["ask"]["prompt"])
    expect(hands.page.locator("aside .undo")).to_contain_text("dice were thrown")
    hands.page.keyboard.press("u")
    expect(hands.page.get_by_role("alert")).to_contain_text("nothing before that can be taken back")


def test_the_log_shows_how_far_undo_goes(hands: Hands, server: Server) -> None:
    """A line across the log: above it is what can be taken back, and how many decisions that are."""
    game = server.begin(seed=7)
    seen = server.advance(game, "move")
    hands.sit(game)
    hands.caught_up(seen)
    log = hands.page.get_by_label("The latest of the log")
    hands.option("move").click()
    expect(log).to_contain_text("Undo goes back to here: ")
    told = server.view(game, seen["seat"])["view"]
    assert told["undo"]["steps"] > 0
    lines = log.locator("li").all_inner_texts()
    mark = next(number for number, line in enumerate(lines) if "Undo goes back" in line)
    assert mark == sum(line["n"] > told["undo"]["mark"] for line in told["log"])
    for _ in range(told["undo"]["steps"]):
        before = server.view(game, seen["seat"])
        hands.caught_up(before)
        hands.page.keyboard.press("u")
        hands.arrived(before)
    expect(log).not_to_contain_text("Undo goes back")


def test_reach_is_shown_before_the_move(hands: Hands, server: Server) -> None:
    """Picking a hex of the reach answers "move" and goes there at once."""
    game = server.begin(seed=7)
    seen = server.advance(game, "move")
    hands.sit(game)
    hands.caught_up(seen)
    hands.option("move").hover()
    expect(hands.page.locator(".marks .reach").first).to_be_attached()
    hands.page.locator("h1").hover()
    piece = next(one for one in seen["view"]["table"]["pieces"] if one["id"] == seen["view"]["table"]["acting"])
    row = int(next(iter(piece["at"]))[2:])
    hands.click(
        f"{next(iter(piece['at']))[:2]}{row - 1:02}" if row > 2 else f"{next(iter(piece['at']))[:2]}{row + 1:02}"
    )
    expect(hands.page.locator("aside .ask h2")).to_contain_text("where does which stack go?")


def test_refused_says_which_clause_and_opens_it(hands: Hands, server: Server) -> None:
    """An enemy out of reach is greyed when he is picked, with one sentence and its clause in the rule book."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    ask, pieces = seen["view"]["ask"], {one["id"]: one for one in seen["view"]["table"]["pieces"]}
    allowed = {option["target"] for option in ask["options"]}
    refused = next(one for one in ask["refused"] if one["target"] and one["target"] not in allowed)
    hands.click(next(iter(pieces[refused["target"]]["at"])))
    told = hands.page.locator("aside [role=status]", has_text=refused["why"])
    expect(told).to_be_visible()
    told.get_by_role("button", name=refused["by"]).first.click()
    clause = hands.page.locator(f"[data-clause='{refused['by']}']")
    expect(clause).to_be_focused()
    expect(clause).to_be_in_viewport()


def test_odds_are_those_of_the_command(hands: Hands, server: Server, tmp_path: Path) -> None:
    """The shares beside the bars are those that `zareba odds` tells for the same battle, as fractions."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    fire = next(one for one in seen["view"]["ask"]["options"] if one["notation"].startswith("fire"))
    odds = server.post(f"games/{game}/odds", {"seat": seen["seat"], "answer": fire["notation"]})
    hands.option(fire["notation"]).click()
    shown = hands.page.get_by_label("Exact odds").locator("tr")
    expect(shown).to_have_count(len(odds["outcomes"]))
    exact = {row.get_attribute("title") for row in shown.all()}
    assert exact == {outcome["chance"] for outcome in odds["outcomes"]}
    save = tmp_path / "battle.zareba"
    save.write_bytes(server.record(game))
    command = [sys.executable, "-m", "zareba.cli", "odds", str(save), fire["notation"], "--json"]
    path = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    said = json.loads(subprocess.run(command, capture_output=True, check=True, env=path).stdout)
    assert chances(said) == exact
    assert server.view(game, seen["seat"])["head"] == seen["head"], "Nothing may happen before it is confirmed."


def chances(said: Any) -> set[str]:
    """Every chance that stands in what the command tells."""
    if isinstance(said, dict):
        own = {said["chance"]} if isinstance(said.get("chance"), str) else set()
        return own.union(*map(chances, said.values()))
    return set().union(*map(chances, said)) if isinstance(said, list) else set()


def test_reasons_before_the_dice(hands: Hands, server: Server) -> None:
    """Each die that would be thrown has its reason and its clause."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    hands.page.locator("aside [data-notation^=fire]").first.click()
    why = hands.page.get_by_label("Why", exact=True)
    expect(why).to_contain_text("at range")
    expect(why).to_contain_text("fire.dice-troops")


def test_without_the_second_question(hands: Hands, server: Server) -> None:
    """Whoever does not want to be asked twice says so in the settings."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    hands.page.get_by_role("button", name="Settings").click()
    hands.page.get_by_label("Show the odds and ask once more").uncheck()
    hands.page.keyboard.press("Escape")
    hands.page.locator("aside [data-notation^=fire]").first.click()
    expect(hands.page.get_by_label("The latest of the log")).to_contain_text("fires at")


def test_real_dice(hands: Hands, server: Server) -> None:
    """Cards and dice of a real table: tapped and typed, and nothing is thrown by the computer."""
    game = server.begin(dice="table")
    hands.sit(game)
    hands.page.get_by_role("button", name="7 of hearts").click()
    expect(hands.page.locator("aside [data-notation='activate company-2']")).to_be_visible()
    seen = server.asked(game)
    hands.page.locator("aside [data-notation='activate company-2']").click()
    commit(hands, seen)
    hands.page.get_by_role("button", name="A 4").click()
    hands.page.get_by_role("button", name="Enter the dice").click()
    log = hands.page.get_by_label("The latest of the log")
    expect(log.get_by_role("img", name="die 4")).to_be_visible()
    expect(hands.page.locator("aside .ask h2")).to_contain_text("2nd Company")
    hands.page.locator("aside [data-notation^=fire]").first.click()
    hands.page.locator("aside .buttons .main").click()
    expect(hands.page.get_by_label("Real dice")).to_be_visible()
    count = server.asked(game)["view"]["ask"]["count"]
    for _ in range(count):
        hands.page.keyboard.press("6")
    hands.page.keyboard.press("Enter")
    expect(log).to_contain_text(f"{count} at long")
    expect(log.get_by_role("img", name="die 6")).to_have_count(count)


def test_sight_is_drawn_and_names_its_blocker(hands: Hands, server: Server) -> None:
    """From what acts to wherever one points, with the mouse, the keys, or as text."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    acting = next(one for one in seen["view"]["table"]["pieces"] if one["id"] == seen["view"]["table"]["acting"])
    start = next(iter(acting["at"]))

    def told(end: str) -> Json:
        answer: Json = server.post(f"games/{game}/sight", {"seat": seen["seat"], "start": start, "end": end})
        return answer

    board = [f"{column:02}{row:02}" for row in range(1, 9) for column in range(1, 11)]
    far = next(cell for cell in board if not told(cell)["clear"])
    free = next(cell for cell in board if cell != start and told(cell)["clear"])
    hands.page.keyboard.press("v")
    card = hands.page.get_by_role("region", name="Line of sight")
    hands.page.mouse.move(*hands.cell(far))
    expect(card).to_contain_text(told(far)["why"])
    expect(card.get_by_role("button", name=told(far)["clause"])).to_be_visible()
    expect(hands.page.locator(".drawings .line").first).to_be_attached()
    hands.page.mouse.move(*hands.cell(free))
    expect(card).to_contain_text("Clear;")
    assert hands.violations() == []
    hands.page.keyboard.press("v")
    expect(card).to_be_hidden()
    assert server.view(game, seen["seat"])["head"] == seen["head"]
    hands.page.keyboard.press("t")
    hands.page.get_by_label("From", exact=True).fill(start)
    hands.page.get_by_label("to", exact=True).fill(far)
    hands.page.get_by_role("button", name="Who sees?").click()
    expect(hands.page.locator("article")).to_contain_text(told(far)["why"])


def test_replay_and_branch(hands: Hands, server: Server) -> None:
    """A battle of two computers is watched, replayed step by step, and continued from the middle."""
    game = server.begin({"red": "instinct", "black": "instinct"}, seed=3)
    wait_until(lambda: server.view(game)["head"] >= 8)
    hands.open(f"replay/{game}")
    expect(hands.page.locator("aside small").first).to_contain_text("step 0 of")
    for _ in range(3):
        hands.page.get_by_role("button", name="One step on").click()
    expect(hands.page.locator("aside small").first).to_contain_text("step 3 of")
    hands.page.get_by_role("button", name="Play").click()
    expect(hands.page.locator("aside small").first).to_contain_text("step 4 of")
    hands.page.get_by_role("button", name="Pause").click()
    hands.page.keyboard.press("t")
    expect(hands.page.get_by_role("heading", name="The ground")).to_be_visible()
    hands.page.keyboard.press("t")
    hands.page.locator("aside ol button").first.click()
    expect(hands.page.locator("[data-clause]:focus")).to_be_in_viewport()
    hands.page.get_by_role("button", name="Back to the replay").click()
    hands.page.get_by_role("button", name="Continue from here").click()
    hands.page.wait_for_url(lambda address: "#/game/" in address)
    assert hands.page.url.split("/")[-1] != game


def test_watching(hands: Hands, server: Server) -> None:
    """A battle is watched at one's own pace: pause, a step, catch up, to what has happened meanwhile."""
    hands.page.add_init_script("localStorage.setItem('zareba.settings', JSON.stringify({motion:true,pace:900}))")
    game = server.begin(seed=4)
    hands.sit(game, "watch")
    hands.page.get_by_role("button", name="Pause").click()
    expect(hands.page.get_by_role("button", name="Go on")).to_be_visible()
    server.play(game, 12)
    hands.page.get_by_role("button", name="One step").click()
    hands.page.get_by_role("button", name="Catch up").click()
    hands.caught_up(server.view(game))
    hands.page.get_by_role("button", name="Go on").click()
    expect(hands.page.get_by_role("button", name="Pause")).to_be_visible()


def test_resume_after_a_kill(play: Playwright, tmp_path: Path) -> None:
    """The server dies in mid-battle; the page says so, comes back by itself, and nothing acknowledged is lost."""
    first = Server(tmp_path / "games.sqlite")
    port = int(first.address.rsplit(":", 1)[1])
    game = first.begin(seed=7)
    seen = first.advance(game, "fire")
    with browser(play, DESKTOP, reduced_motion="reduce") as context:
        hands = Hands(context.pages[0], first.address)
        hands.sit(game)
        hands.caught_up(seen)
        first.kill()
        expect(hands.page.get_by_text("The live connection is away")).to_be_visible()
        second = Server(tmp_path / "games.sqlite", port)
        try:
            expect(hands.page.get_by_text("The live connection is away")).to_be_hidden()
            now = second.asked(game)
            assert (now["head"], now["view"]["log"]) == (seen["head"], seen["view"]["log"])
            hands.page.locator("aside [data-notation^=fire]").first.click()
            hands.page.locator("aside .buttons .main").click()
            expect(hands.page.get_by_label("The latest of the log")).to_contain_text("fires at")
            hands.open()
            expect(hands.page.get_by_role("link", name="Two Companies")).to_be_visible()
        finally:
            second.close()


def test_text_view_says_what_the_board_shows(hands: Hands, server: Server) -> None:
    """Every piece with its strength and place, every answer as a button, every refusal with its clause."""
    game = server.begin(seed=7)
    seen = server.advance(game, "fire")
    hands.sit(game)
    hands.caught_up(seen)
    hands.page.keyboard.press("t")
    text = hands.page.locator("article")
    expect(text).to_be_visible()
    said = text.inner_text()
    for piece in seen["view"]["table"]["pieces"]:
        assert piece["name"] in said
        for cell, figures in piece["at"].items():
            assert f"{figures} in {cell}" in said
    ask = seen["view"]["ask"]
    offered = {button.get_attribute("data-notation") for button in text.locator("[data-notation]").all()}
    assert offered == {option["notation"] for option in ask["options"]}
    assert all(refused["by"] in said for refused in ask["refused"])
    text.locator("[data-notation=move]").click()
    expect(text.get_by_role("heading", level=2)).to_contain_text("where does which stack go?")


def test_clauses_of_the_log_open(hands: Hands, server: Server) -> None:
    game = server.begin(seed=7)
    hands.sit(game)
    hands.page.get_by_label("The latest of the log").get_by_role("button", name="cards.turn").first.click()
    expect(hands.page.locator("[data-clause='cards.turn']")).to_be_focused()
    assert "cards.turn" in (system("heroscape").folder / "rulebook.md").read_text(encoding="utf-8")
