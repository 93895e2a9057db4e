"""Afriboria at the page: a whole battle, and each of its special parts."""

from __future__ import annotations

import copy
import json
import urllib.request
from typing import Any

from playwright.sync_api import expect

from tests.systems.afriboria.crowd import crowd, scenario
from tests.web.table import Hands, Server, commit
from zareba.engine.dice import Seeded
from zareba.engine.record import start
from zareba.engine.save import save_bytes
from zareba.systems.afriboria import SYSTEM

Json = dict[str, Any]
PEOPLE = {"north": "person", "south": "person"}
MOST = 260


def stored(server: Server, data: Json, *answers: str, dice: str = "seeded", **options: str) -> str:
    """A battle that begins in the middle, brought to the server as a file."""
    game, journal = start(SYSTEM, data, options, None if dice == "table" else Seeded(3), dict(PEOPLE))
    for answer in answers:
        game.proceed()
        assert game.request
        game.answer(answer, getattr(game.request, "seat", ""))
    if dice != "table":
        game.proceed()
    request = urllib.request.Request(
        f"{server.address}/api/import",
        save_bytes(journal),
        {"content-type": "application/octet-stream", "origin": server.address},
    )
    with urllib.request.urlopen(request, timeout=60) as told:
        id: str = json.load(told)["id"]
    return id


def midway(name: str, **more: Any) -> Json:
    return copy.deepcopy(crowd() if name == "crowd" else scenario(name).data) | more


def put(data: Json, **units: Json) -> None:
    for unit in data["unit"]:
        unit.update(units.get(unit["id"].replace("-", "_"), {}))


def bold(seen: Json) -> str:
    """Order everybody, go forward, attack, stand."""
    ask = seen["view"]["ask"]
    options: list[str] = [option["notation"] for option in ask["options"]]
    for wanted in ("order all", "stand", "with officer", "follow", "fight", "ignore all", "throw"):
        if wanted in options:
            return wanted
    if ask["id"] == "deed":
        forward = 1 if seen["seat"] == "north" else -1
        ways = [option for option in ask["options"] if len(option["cells"]) > 1]
        if ways:
            return str(max(ways, key=lambda way: (ord(way["cells"][-1][0]) * forward, way["notation"]))["notation"])
    return options[0]


def take_the_chair(hands: Hands, seen: Json) -> None:
    """Waits for the page; where it is handed over, behind the curtain, whoever is asked says that he is there."""
    now = f"[data-seat='{seen['seat']}'][data-head='{seen['head']}']:not([inert])"
    curtain = hands.page.get_by_role("dialog")
    hands.page.locator(f"{now}, [role=dialog]").first.wait_for(state="attached")
    if curtain.count():
        curtain.get_by_role("button").click()
    hands.caught_up(seen)


def test_a_whole_battle_with_cards_picked_from_the_hand(hands: Hands, server: Server) -> None:
    game = stored(server, midway("water-hole", limit={"rounds": 3}), fastplay="on")
    hands.open(f"game/{game}")
    picked = 0
    for _ in range(MOST):
        seen = server.asked(game)
        ask = seen["view"].get("ask")
        if not ask:
            break
        wanted = bold(seen)
        take_the_chair(hands, seen)
        if ask["id"] == "play":
            card = next(one["piece"] for one in ask["options"] if one["notation"] == wanted)
            hands.page.locator(f"footer button[data-card='{card}']").click()
            picked += 1
        else:
            choose(hands, seen, wanted)
        commit(hands, seen)
    result = server.view(game)["view"]["result"]
    expect(hands.page.get_by_text("The battle is over")).to_be_visible()
    assert hands.sentence == result["why"]
    assert picked == 6


def choose(hands: Hands, seen: Json, wanted: str) -> None:
    """An answer from the list; where there are so many ways that they are folded up, its hex on the map."""
    option = next(one for one in seen["view"]["ask"]["options"] if one["notation"] == wanted)
    listed = hands.option(wanted)
    if listed.count():
        listed.click()
    else:
        hands.click(option["cells"][-1])


def give(hands: Hands, server: Server, game: str, wanted: str) -> None:
    seen = server.asked(game)
    take_the_chair(hands, seen)
    choose(hands, seen, wanted)
    commit(hands, seen)


def ford_with_an_event() -> Json:
    now = {"side": "south", "phase": "own-event", "turn": 3, "card": "ST-R2.1", "ordered": ["s1", "s3"]}
    held = {"south": ["SP-1.1", "ST-M2.1", "ST-GA.1", "SP-7.1"], "north": ["ST-B1.1", "ST-B2.1", "SP-4.1", "ST-A3.1"]}
    return midway("marchands-ford", now=now, hands=held, options={"events": "on"})


def test_an_event_card_is_offered_face_down_and_passed_on(hands: Hands, server: Server) -> None:
    game = stored(server, ford_with_an_event())
    hands.sit(game, "south")
    aside = hands.page.locator("aside")
    expect(aside.get_by_role("img", name="event card, face down")).to_be_visible()
    expect(aside).to_contain_text("Nobody has seen it")
    give(hands, server, game, "pass")
    expect(hands.page.locator("footer")).to_contain_text("must turn up 1 card")


def test_a_hand_stays_behind_the_curtain(hands: Hands, server: Server) -> None:
    """Whoever looks at the page sees the cards of nobody but the one who sits there."""
    game = stored(server, ford_with_an_event())
    hands.sit(game, "north")
    cards = hands.page.get_by_role("list", name="Cards in hand")
    expect(cards.locator("[data-card='SP-4.1']")).to_be_attached()
    assert cards.locator("[data-card^='SP-1'], [data-card^='ST-GA']").count() == 0
    expect(hands.page.get_by_role("img", name="Marchand holds 4 cards")).to_be_attached()


def test_no_card_says_more_than_fits_on_it(hands: Hands, server: Server) -> None:
    """The text of every special card ends above its foot, and the foot above the edge."""
    data = ford_with_an_event()
    data["hands"] = {"south": [f"SP-{number}.1" for number in range(1, 12)], "north": ["ST-B1.1"]}
    game = stored(server, data | {"now": {"side": "south", "phase": "card", "turn": 3}})
    hands.sit(game, "south")
    cards = hands.page.locator("footer [data-card]")
    expect(cards).to_have_count(11)
    over = """card => { const [text, foot] = ["text", "foot"].map(part => card.querySelector("." + part));
      const end = element => element.offsetTop + element.offsetHeight;
      const fits = end(text) <= foot.offsetTop + 1 && end(foot) <= end(card.querySelector(".card"));
      return fits ? "" : card.dataset.card; }"""
    assert [name for name in cards.evaluate_all(f"cards => cards.map({over})") if name] == []


def test_a_company_marches_as_one(hands: Hands, server: Server) -> None:
    now = {"side": "south", "phase": "orders", "turn": 3, "card": "ST-R1.1"}
    game = stored(server, midway("crowd", now=now), "order s-a")
    hands.sit(game, "south")
    expect(hands.page.locator(".groups .knot").first).to_be_attached()
    expect(hands.page.get_by_role("img", name="company of").first).to_be_attached()
    seen = server.asked(game)
    march = next(one["notation"] for one in seen["view"]["ask"]["options"] if one["notation"].startswith("march "))
    give(hands, server, game, march)
    seen = server.asked(game)
    give(hands, server, game, seen["view"]["ask"]["options"][0]["notation"])
    for _ in range(8):
        seen = server.asked(game)
        if seen["view"]["ask"]["id"] not in ("march-next", "march"):
            break
        options = [option["notation"] for option in seen["view"]["ask"]["options"]]
        give(hands, server, game, "halt" if "halt" in options else options[0])
    assert any("The company of" in line["text"] for line in server.view(game)["view"]["log"])


def besieged() -> Json:
    now = {"side": "south", "phase": "battles", "turn": 9, "ordered": ["s1"]}
    ladder = [{"foot": "G9", "wall": "F8", "side": "south"}]
    data = midway("bordj-el-ahmar", now=now, ladder=ladder, values={"E9": 0}, options={"extras": "all"})
    put(data, s4={"at": "G9", "ladder": False}, s4_overlord={"at": "G9"})
    for unit in data["unit"]:
        if unit["kind"] == "aeroplane":
            unit |= {"at": "E11", "aloft": True, "fuel": 4}
    return data


def test_a_siege_with_real_dice(hands: Hands, server: Server) -> None:
    """Walls show what they still withstand; the gate is bombarded with dice that are tapped in as symbols."""
    game = stored(server, besieged(), dice="table")
    page = hands.page
    hands.open(f"game/{game}")
    take_the_chair(hands, server.asked(game))
    expect(page.get_by_role("img", name="F7 withstands 5 of 5")).to_be_attached()
    expect(page.get_by_role("img", name="Ladder from G9 to F8")).to_be_attached()
    assert page.get_by_role("img", name="E9 withstands").count() == 0
    give(hands, server, game, "bombard s1 F7")
    for face in ("hit-A", "hit-AB", "hit-ABC", "flag"):
        page.get_by_role("button", name=f"A {face}", exact=True).click()
    page.get_by_role("button", name="Enter the dice").click()
    page.get_by_role("dialog").get_by_role("button").click()
    expect(page.get_by_text("Throw 2 dice")).to_be_visible()
    for number in "43":
        page.keyboard.press(number)
    page.get_by_role("button", name="Enter the dice").click()
    expect(page.get_by_role("img", name="F7 withstands 4 of 5")).to_be_attached()
    expect(page.get_by_role("img", name="die hit-A, 1").first).to_be_attached()


def test_an_aircraft_flies_with_its_fuel_beside_it(hands: Hands, server: Server) -> None:
    data = besieged()
    plane = next(unit["id"] for unit in data["unit"] if unit["kind"] == "aeroplane")
    data["now"] = {"side": "north", "phase": "moves", "turn": 10, "ordered": [plane]}
    game = stored(server, data)
    hands.sit(game, "north")
    expect(hands.page.get_by_role("img", name="in flight, fuel 4, bombs 1")).to_be_attached()
    give(hands, server, game, f"move {plane}")
    hands.click("D10")
    expect(hands.page.get_by_role("img", name="1 in D10")).to_be_attached()


def test_playing_alone_is_offered_as_a_way_of_its_own(hands: Hands, server: Server) -> None:
    hands.open("new")
    hands.page.get_by_role("button", name="Afriboria").click()
    hands.page.locator("[data-way='solo']").click()
    hands.page.get_by_role("button", name="Begin the battle").click()
    expect(hands.page.locator("aside .ask h2")).to_be_visible()
    game = hands.page.url.split("/")[-1]
    assert set(server.view(game)["players"].values()) == {"person"}
    expect(hands.page.locator("aside .ask h2")).to_have_text("Pick the card that is played on 1 to 3.")
    assert hands.page.locator("footer [data-card]").count() == 4
    hands.page.locator("footer button[data-card]").first.click()
    expect(hands.page.locator("aside .ask h2")).not_to_have_text("Pick the card that is played on 1 to 3.")
    assert hands.page.get_by_role("dialog").count() == 0, "Nothing is hidden from somebody who plays alone."


def test_the_hand_on_a_phone(phone: Hands, server: Server) -> None:
    data = ford_with_an_event() | {"now": {"side": "south", "phase": "card", "turn": 3}}
    game = stored(server, data)
    phone.sit(game, "south")
    card = phone.page.locator("aside button[data-card='ST-M2.1']")
    card.scroll_into_view_if_needed()
    seen = server.asked(game)
    card.click()
    commit(phone, seen)
    assert server.view(game, "south")["view"]["table"]["play"]["name"] == "General Advance"
