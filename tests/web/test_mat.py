"""The special parts of a battle on the mat of boxes, each by a person's hands and with real dice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.table import Hands, Server, commit
from zareba.engine.record import start
from zareba.engine.save import save_bytes
from zareba.systems.sudan import SYSTEM

Json = dict[str, Any]
PEOPLE = {"british": "person", "natives": "person"}
FAR = {"id": "far", "name": "Far Flag", "side": "natives", "type": "native-foot", "at": "H8"}


def regiment(id: str, at: str, **more: Any) -> Json:
    return {"id": id, "name": id.capitalize(), "side": "british", "type": "regular-foot", "at": at, **more}


def band(id: str, at: str, **more: Any) -> Json:
    return {"id": id, "name": id.capitalize(), "side": "natives", "type": "native-foot", "at": at, **more}


def gun(id: str, kind: str, at: str, **more: Any) -> Json:
    return {"id": id, "name": id.capitalize(), "side": "british", "type": kind, "at": at, **more}


class Battle:
    """A battle from some position on, which two people play at one screen with dice of their own."""

    def __init__(self, hands: Hands, server: Server, *units: Json, **more: Any) -> None:
        data = {"name": "On the mat", "board": {"columns": 8, "rows": 8}, "unit": list(units), **more}
        _, journal = start(SYSTEM, data, {}, None, PEOPLE)
        self.hands, self.server = hands, server
        self.game = server.bring(save_bytes(journal))
        hands.sit(self.game)

    def asked(self) -> Json:
        """What is asked now, once the page shows it."""
        seen = self.server.asked(self.game)
        self.hands.caught_up(seen)
        return seen

    def table(self) -> Json:
        table: Json = self.server.view(self.game)["view"]["table"]
        return table

    def unit(self, id: str) -> Json:
        found: Json = next(one for one in self.table()["pieces"] if one["id"] == id)
        return found

    def choose(self, *notations: str) -> None:
        """From the list."""
        for notation in notations:
            seen = self.asked()
            self.hands.option(notation).click()
            commit(self.hands, seen)

    def point(self, *boxes: str) -> None:
        """On the mat."""
        for box in boxes:
            seen = self.asked()
            self.hands.click(box)
            commit(self.hands, seen)

    def face(self, notation: str) -> None:
        """By the side of the box."""
        seen = self.asked()
        self.hands.page.locator(f"[data-answer='{notation}']").click()
        commit(self.hands, seen)

    def throw(self, *faces: int) -> None:
        seen = self.asked()
        expect(self.hands.page.get_by_label("Real dice")).to_be_visible()
        for face in faces:
            self.hands.page.get_by_role("button", name=f"A {face}", exact=True).click()
        self.hands.page.get_by_role("button", name="Enter the dice").click()
        self.hands.arrived(seen, asked=True)

    def said(self, words: str) -> None:
        expect(self.hands.page.get_by_label("The latest of the log")).to_contain_text(words)


def test_a_rocket_drifts_over_the_mat(hands: Hands, server: Server) -> None:
    """It is aimed by pointing; the compass stands round its mark, and the way that it drifted stays on the mat."""
    friend = regiment("friend", "C4", hits=60)
    battle = Battle(hands, server, gun("trough", "rocket", "H1"), friend, band("red", "E6"), FAR)
    battle.choose("fire trough")
    battle.asked()
    hands.page.mouse.move(*hands.cell("E6"))
    expect(hands.page.locator(".drawings text", has_text="8")).to_be_attached()
    battle.point("E6")
    battle.throw(3)
    battle.throw(6)
    battle.throw(2)
    expect(hands.page.locator("[data-flight='C4']")).to_contain_text("SW 2")
    battle.throw(6)
    battle.said("Friend needs 2 and rolls 6: it misses by 4.")
    assert "broken" in battle.unit("friend")["marks"]


def test_a_machine_gun_overheats_and_is_ruined(hands: Hands, server: Server) -> None:
    gardner = gun("gardner", "machine-gun", "D1", **{"fired-for": 2, "hot": True})
    battle = Battle(hands, server, gardner, FAR, band("red", "D7"))
    expect(hands.page.locator("[data-heat='hot']")).to_be_attached()
    battle.choose("fire gardner")
    battle.throw(1, 1, 2)
    battle.throw(1)
    battle.choose("done", "done")
    battle.throw(3)
    battle.said("Gardner is permanently broken.")
    expect(hands.page.locator("[data-heat='ruined']")).to_be_attached()
    expect(hands.page.get_by_role("img", name="Gardner:").and_(hands.page.get_by_label("ruined"))).to_be_attached()


def test_a_square_is_formed_and_marches(hands: Hands, server: Server) -> None:
    """Four regiments in one box take its four sides, a gun a corner; in the next turn all go one box together."""
    four = [regiment(name, "D4") for name in ("first", "second", "third", "fourth")]
    battle = Battle(hands, server, *four, gun("gardner", "machine-gun", "D4"), FAR, phase=4)
    battle.choose("square D4")
    for side in "NES":
        battle.face(f"side {side}")
    battle.face("corner NE face NE")
    assert battle.table()["squares"] == [{"box": "D4", "side": "british"}]
    assert battle.unit("fourth")["at"]["slot"] == "W"
    assert battle.unit("gardner")["at"]["slot"] == "NE"
    for piece in ("first", "second", "third", "fourth", "gardner"):
        expect(hands.page.locator(f"[data-cell='D4'][data-piece='{piece}']")).to_have_count(1)
    battle.choose("done", "hold", "done", "march D4")
    battle.point("E5")
    battle.said("The square moves from D4 to E5.")
    assert {battle.unit(one["id"])["at"]["box"] for one in four} == {"E5"}


def test_a_supporter_gives_the_odd_hit_to_one_of_two(hands: Hands, server: Server) -> None:
    battle = Battle(
        hands,
        server,
        regiment("left", "C4"),
        regiment("right", "E4"),
        band("one", "C5", hits=80, wounds=3),
        band("two", "D5", grade="raw", hits=80, wounds=3),
        band("three", "E5", hits=80, wounds=3),
        contact=[{"charger": "one", "target": "left"}, {"charger": "three", "target": "right"}],
        phase=7,
    )
    battle.choose("support left right")
    battle.throw(1, 1, 1, 1, 1)
    battle.throw(1, 1, 1, 1, 1)
    battle.throw(1)
    battle.throw(1)
    battle.throw(5)
    battle.point("E4")
    assert (battle.unit("left")["dial"]["hits"], battle.unit("right")["dial"]["hits"]) == (3, 4)


def test_a_beaten_band_falls_back_by_the_way_its_owner_picks(hands: Hands, server: Server) -> None:
    rider = {"id": "rider", "name": "Rider", "side": "british", "type": "regular-horse", "at": "D6", "facing": "S"}
    battle = Battle(hands, server, regiment("first", "D4"), rider, band("red", "D5", hits=60), FAR, phase=5)
    battle.choose("fire first")
    battle.throw(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    battle.choose("hold")
    battle.throw(6)
    battle.point("E6")
    battle.said("Red falls back to E6.")
    assert battle.unit("red")["at"]["box"] == "E6"
    expect(hands.page.get_by_role("img", name="Red:").and_(hands.page.get_by_label("prone"))).to_be_attached()


def test_a_charge_is_picked_on_the_enemy_and_seen_in_the_flank(hands: Hands, server: Server) -> None:
    battle = Battle(hands, server, regiment("first", "D4"), band("red", "C5"), FAR, phase=3)
    battle.point("C5")
    battle.point("C4")
    battle.asked()
    battle.point("D4")
    battle.said("Red charges First in the flank.")
    expect(hands.page.locator(".signs text", has_text="flank")).to_be_attached()
    assert battle.unit("first")["marks"] == ["in contact", "flanked"]


def test_riders_dismount_and_face_a_side(hands: Hands, server: Server) -> None:
    rider = {"id": "rider", "name": "Rider", "side": "british", "type": "regular-horse", "at": "D2"}
    battle = Battle(hands, server, rider, regiment("first", "A1"), FAR, phase=4)
    battle.point("D2")
    battle.choose("dismount", "face E")
    assert "dismounted" in battle.unit("rider")["marks"]
    assert battle.unit("rider")["at"]["facing"] == "E"


def test_the_general_rides_to_another_regiment(hands: Hands, server: Server) -> None:
    general = {"id": "graham", "name": "Graham", "side": "british", "type": "army-commander", "with": "first"}
    battle = Battle(
        hands, server, regiment("first", "A1"), regiment("second", "C2"), regiment("third", "B3"), general, FAR, phase=4
    )
    battle.choose("general", "join second")
    battle.said("Graham joins Second.")
    assert battle.unit("graham")["at"]["box"] == "C2"


def test_armies_deploy_where_their_owners_point(hands: Hands, server: Server) -> None:
    battle = Battle(
        hands,
        server,
        regiment("first", "A1"),
        regiment("second", "B1"),
        band("red", "D8"),
        deploy={"british": "rows 1-2", "natives": "rows 8"},
        options={"deployment": "free"},
    )
    battle.choose("deploy first")
    battle.point("F2")
    battle.face("face E")
    battle.choose("ready")
    assert (battle.unit("first")["at"]["box"], battle.unit("first")["at"]["facing"]) == ("F2", "E")
    battle.choose("ready")
    assert battle.server.asked(battle.game)["view"]["ask"]["id"] != "deploy"


def test_a_gun_is_turned_to_a_corner(hands: Hands, server: Server) -> None:
    """Its mark tells that it has been moved, and its arc looks the new way."""
    battle = Battle(hands, server, gun("battery", "artillery", "D2"), regiment("first", "A1"), FAR, phase=4)
    battle.point("D2")
    battle.face("face NE")
    battle.said("Battery faces NE.")
    assert battle.unit("battery")["marks"] == ["pivoted"]
    hands.page.mouse.move(*hands.cell("D2"))
    cells = {cell for band in battle.unit("battery")["arcs"] for cell in band["cells"]}
    assert {"D5", "G2", "G5"} <= cells
    assert "C3" not in cells
    expect(hands.page.locator(".drawings text")).to_have_count(len(cells))


def test_whom_to_rally_is_picked_on_the_mat(hands: Hands, server: Server) -> None:
    first = regiment("first", "A1", status="prone")
    battle = Battle(hands, server, first, regiment("second", "C1", status="broken"), FAR, phase=4)
    battle.point("C1")
    battle.throw(2)
    battle.said("Second is steady.")
    battle.choose("no more")
    assert battle.unit("first")["marks"] == ["prone"]


def test_no_two_names_on_the_largest_mat_are_alike_and_nothing_covers_it(hands: Hands, server: Server) -> None:
    game = server.begin(PEOPLE, system="sudan", scenario="tamai")
    hands.sit(game)
    names = hands.page.locator(".tags .name")
    expect(names).not_to_have_count(0)
    told = names.all_text_contents()
    assert len(told) == len(set(told))
    tools = hands.page.locator(".zoom").bounding_box()
    assert tools
    for corner in ("A1", "A12", "P1", "P12"):
        box = hands.page.locator(f"[data-cell='{corner}']:not([data-piece])").bounding_box()
        assert box
        beside = box["x"] >= tools["x"] + tools["width"] or tools["x"] >= box["x"] + box["width"]
        below = box["y"] >= tools["y"] + tools["height"] or tools["y"] >= box["y"] + box["height"]
        assert beside or below, corner
