"""What the table shows: the ground, stands, tokens, markers, arcs; and the position as it is recorded."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.boards.inches import Polygon, centre, rectangle, within
from zareba.engine.canon import canonical, plain
from zareba.engine.documents import read_path
from zareba.systems.battles_for_empire import SYSTEM
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.footprints import centre_of, rect_of
from zareba.systems.battles_for_empire.rows import MARK_WORDS
from zareba.systems.battles_for_empire.scenario import FLAGS, setup
from zareba.systems.battles_for_empire.show import board, dump, table
from zareba.systems.battles_for_empire.troops import FOLDER, TABLES, formations_of, muster

FILES = sorted((FOLDER / "scenarios").glob("*.toml"))


def field(*units: dict[str, Any], **more: Any) -> Field:
    enemy = {"id": "z", "side": "natives", "code": "ZW", "at": "60 40", "facing": 180}
    return setup({"board": {"width": 72, "depth": 48}, "unit": [*units, enemy], **more}, {})


def unit(code: str = "BR", **more: Any) -> dict[str, Any]:
    return {"id": "a", "side": "imperial", "code": code, "at": "20 20", **more}


def piece(state: Field, id: str = "a") -> dict[str, Any]:
    found: dict[str, Any] = next(piece for piece in table(state, "imperial")["pieces"] if piece["id"] == id)
    return found


def rect_of_stand(stand: dict[str, Any]) -> Polygon:
    """A stand is drawn about its centre."""
    middle, deep = (stand["x"], stand["y"]), stand["depth"]
    front = centre(middle, stand["facing"], -deep)
    return rectangle(front, stand["facing"], stand["width"], deep)


SHAPES = [
    pytest.param(code, mounted, formation, facing, id=f"{code}-{formation}-{facing}")
    for code, mounted in (
        ("BR", False),
        ("LC", True),
        ("ZR", False),
        ("DH", True),
        ("IV", False),
        ("BO", True),
        ("GF", False),
    )
    for formation in formations_of(muster({"id": "x", "code": code}, 0), mounted)
    for facing in ("0", "90", "213.7")
]


@pytest.mark.pins("term.stands", "geo.footprint", "geo.sizes", "square.company")
@pytest.mark.parametrize("code, mounted, formation, facing", SHAPES)
def test_the_stands_of_a_unit_fill_its_rectangle(code: str, mounted: bool, formation: str, facing: str):
    state = field(unit(code, formation=formation, facing=facing))
    shape = piece(state)["shape"]
    stands = shape["stands"]
    assert len(stands) == (1 if code == "GF" else 4)
    assert (shape["x"], shape["y"], shape["formation"]) == (20_000, 20_000, formation)
    width, depth = TABLES["formations"][formation]["mounted" if mounted else "foot"]
    assert (shape["width"], shape["depth"]) == (width, depth)
    for stand in stands:
        assert all(within(corner, rect_of(state.units[0]), 6) for corner in rect_of_stand(stand).points)
    middle = [sum(stand[axis] for stand in stands) // len(stands) for axis in "xy"]
    assert all(abs(one - other) <= 3 for one, other in zip(middle, centre_of(state.units[0]), strict=True))


@pytest.mark.pins("effect.kills")
@pytest.mark.parametrize("kills", range(4))
def test_a_stand_is_lost_for_every_kill(kills: int):
    shown = piece(field(unit(kills=kills)))
    assert [stand["lost"] for stand in shown["shape"]["stands"]] == [False] * (4 - kills) + [True] * kills
    assert (shown["figures"], shown["full"]) == (4 - kills, 4)


def test_a_gun_has_two_kills_and_never_loses_its_only_stand():
    shown = piece(field(unit("GF", kills=1)))
    assert (shown["figures"], shown["full"], shown["shape"]["stands"][0]["lost"]) == (1, 2, False)


@pytest.mark.pins("hidden.none")
@pytest.mark.parametrize(
    "word", ["shaken", "disordered", "low-ammo", "fixed", "ground", "moved", "charged", "opponent-gone"]
)
def test_markers_can_be_read(word: str):
    shown = piece(field(unit(marks=[word])))
    assert shown["marks"] == [MARK_WORDS[FLAGS[word]]]


def test_melee_and_squares_can_be_read():
    state = field(
        unit(formation="square"), {"id": "y", "side": "natives", "code": "ZW", "at": "20 20.01", "facing": 180}
    )
    assert piece(state)["marks"] == ["in square", "in melee with Zulu warriors y"]
    assert piece(state, "y")["marks"] == ["in melee with British regulars a"]


def test_what_a_unit_is_can_be_read():
    assert piece(field(unit("GK")))["facts"] == [
        "Gurkhas, Guides or Sikhs",
        "1st rate, breechloaders",
        "Elite",
        "bayonets",
    ]
    assert piece(field(unit("PA")))["facts"] == ["Pathan tribesmen", "2nd rate, muzzle-loaders"]
    assert piece(field(unit("GH", rate=2)))["facts"] == ["Heavy gun", "2nd rate", "heavy"]
    assert piece(field(unit("MI", mounted=False, label="left")))["marks"] == ["dismounted"]


@pytest.mark.pins("arc.rifle", "arc.gun", "arc.skirmish", "art.dice", "rifle.chart", "rifle.muzzle", "fire.mounted")
@pytest.mark.parametrize(
    "code, formation, half, bands",
    [
        ("BR", "line", 450, [9, 24]),
        ("BR", "skirmish", 900, [9, 24]),
        ("IV", "loose", 900, [9, 24]),
        ("PA", "massed", 450, [6, 12]),
        ("GF", "gun", 300, [12, 36]),
        ("MX", "gun", 300, [9, 24]),
        ("ZW", "massed", 0, []),
        ("LC", "line", 0, []),
    ],
)
def test_arcs_have_their_bands(code: str, formation: str, half: int, bands: list[int]):
    arcs = sectors(piece(field(unit(code, formation=formation))))
    assert sorted({arc["radius"] // 1000 for arc in arcs}) == bands
    assert {arc["half"] for arc in arcs} == ({half} if bands else set())
    assert [arc["label"] for arc in arcs if "label" in arc] == [
        f'{name}, to {far}"' for name, far in zip(("short", "effective"), bands, strict=False)
    ]


@pytest.mark.pins("geo.fire-points")
@pytest.mark.parametrize(
    "formation, spots",
    [("line", [18_200, 19_400, 20_600, 21_800]), ("column", [20_000]), ("skirmish", [17_300, 19_100, 20_900, 22_700])],
)
def test_the_points_from_which_its_stands_fire_are_shown(formation: str, spots: list[int]):
    rings = [arc for arc in piece(field(unit(formation=formation)))["arcs"] if arc["kind"] == "circle"]
    assert [ring["at"] for ring in rings] == [[x, 20_000] for x in spots]
    assert piece(field(unit("ZW")))["arcs"] == []


def sectors(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [arc for arc in shown["arcs"] if arc["kind"] == "sector"]


def test_a_square_looks_every_way():
    arcs = sectors(piece(field(unit(formation="square", facing=30))))
    assert sorted({arc["facing"] for arc in arcs}) == [300, 1200, 2100, 3000]


@pytest.mark.pins("option.stated")
def test_options_change_the_bands():
    mounted = field(unit("LC"), options={"mounted-fire": "on"})
    assert {arc["radius"] for arc in sectors(piece(mounted))} == {9_000}
    breech = field(unit("PA"), options={"muzzle-loaders": "off"})
    assert {arc["radius"] for arc in sectors(piece(breech))} == {9_000, 24_000}


@pytest.mark.pins("cmd.carried", "cmd.out", "los.tokens")
def test_tokens_are_points():
    token = {"id": "t", "side": "imperial", "kind": "leader", "with": "a", "out": 1}
    shown = piece(field(unit(), token=[token]), "t")
    assert shown["shape"] == {"kind": "token", "x": 20_000, "y": 19_700}
    assert shown["marks"] == ["with British regulars a", "out until the end of turn 1"]


@pytest.mark.pins("hidden.ambush")
def test_a_unit_in_ambush_is_shown_to_its_owner_alone():
    bush = {"kind": "bush", "box": "50 30 70 45"}
    lurker = {"id": "y", "side": "natives", "code": "DR", "at": "54 36", "hidden": True}
    more = {"board": {"width": 72, "depth": 48, "terrain": [bush]}, "unit": [unit(), lurker]}
    state = setup({**more, "options": {"ambush": "on"}}, {})
    assert [piece["id"] for piece in table(state, "imperial")["pieces"]] == ["a"]
    (hidden,) = [piece for piece in table(state, "natives")["pieces"] if piece["id"] == "y"]
    assert hidden["hidden"]
    assert SYSTEM.hides(state)
    assert not SYSTEM.hides(setup(more, {}))
    assert len(table(setup(more, {}), "imperial")["pieces"]) == 2


@pytest.mark.pins("hidden.none")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_sides_see_the_same_and_what_is_to_come(path: Any):
    state = setup(read_path(path).data, {})
    one, other = (table(state, side.id) for side in state.sides)
    assert one == other
    assert sum(len(group["units"]) for group in one["coming"]) == sum(len(group.members) for group in state.groups)
    for told in (dump(state), board(state), one):
        plain(told)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_position_is_told_alike(path: Any):
    data = read_path(path).data
    assert canonical(dump(setup(data, {}))) == canonical(dump(setup(data, {}).copy()))


def test_the_ground_is_told_in_the_words_of_the_board():
    terrain = [
        {"kind": "bush", "name": "thorns", "at": "10 10", "radius": "2.5"},
        {"kind": "gentle-hill", "name": "koppie", "box": "20 20 30 30", "level": 2},
        {"kind": "wall", "name": "kraal", "line": "40 10, 50 10, 50 20, 40 20", "inner": "inside"},
        {"kind": "road", "line": "0 0, 72 48"},
    ]
    state = field(unit(), board={"width": 72, "depth": 48, "terrain": terrain}, exits={"natives": ["north"]})
    shown = board(state)
    assert (shown["kind"], shown["width"], shown["depth"]) == ("inches", 72_000, 48_000)
    assert shown["areas"][0] == {
        "terrain": "bush",
        "name": "thorns",
        "level": 0,
        "centre": [10_000, 10_000],
        "radius": 2_500,
    }
    assert (shown["areas"][1]["level"], len(shown["areas"][1]["outline"])) == (2, 4)
    assert [(line["terrain"], line["inner"], len(line["points"])) for line in shown["lines"]] == [
        ("wall", "left", 5),
        ("road", "", 2),
        ("exit", "", 2),
    ]
    assert " ".join(phase["number"] for phase in shown["phases"]) == "1 2 3 4 4a 5 6 7 8 9"


@pytest.mark.pins("turn.sequence")
def test_the_phase_is_told():
    state = field(unit(), now={"turn": 3, "phase": "rifles"}, limit={"turns": 7})
    assert table(state, "imperial")["status"] == "Turn 3 of 7, phase 7 Rifles and MGs."
    assert table(state, "imperial")["phase"] == 8


def test_what_is_gone_is_not_shown_and_counts_as_lost():
    state = field(
        unit(), unit(id="b", gone="destroyed"), unit(id="c", gone="left"), unit(id="d", gone="destroyed", counts=False)
    )
    shown = table(state, "imperial")
    assert {piece["id"] for piece in shown["pieces"]} == {"a", "z"}
    assert (shown["sides"][0]["lost"], shown["sides"][0]["units"]) == (1, 1)
    assert dump(state)["units"]["b"] == {"place": "destroyed"}
