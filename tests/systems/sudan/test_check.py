"""What is wrong with a scenario is told at once, each fault with line and clause; and nothing written can crash it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.junk import JUNK, spoilt

from zareba.engine.documents import Document, read, read_path
from zareba.engine.game import Game
from zareba.systems.sudan import SYSTEM
from zareba.systems.sudan.inspect import KNOWN, check
from zareba.systems.sudan.scenario import OPTIONS

FILES = sorted((SYSTEM.folder / "scenarios").glob("*.toml"))
SCHEMA = json.loads((SYSTEM.folder / "schema.json").read_text(encoding="utf-8"))
BOARD = {"columns": 8, "rows": 8}
FOOT = {"id": "r", "side": "british", "type": "regular-foot", "at": "D4"}
BAND = {"id": "n", "side": "natives", "type": "native-foot", "at": "D6"}
GENERAL = {"id": "x", "side": "british", "type": "army-commander", "with": "r"}
GOOD: dict[str, Any] = {"board": BOARD, "unit": [FOOT, BAND]}
SQUARE = [{**FOOT, "id": f"s{side}", "at": "A1", "square": True, "facing": side} for side in "NESW"]
BESIDE = {**BAND, "at": "D5"}
TOUCHING: dict[str, Any] = {"unit": [FOOT, BESIDE]}
ROWS = ("rows 0-0", "rows 9-1", "rows 1-\N{ARABIC-INDIC DIGIT THREE}")
MORE_JUNK = (*JUNK, *ROWS, "NE", "moved", "D4", "prone", 0, 2, 50)


def faults(change: dict[str, Any]) -> list[str]:
    return [fault.clause for fault in check(Document("scenario", {**GOOD, **change}))]


def unit(**more: Any) -> dict[str, Any]:
    """The British regiment, with a change."""
    return {"unit": [{**FOOT, **more}, BAND]}


def gun(**more: Any) -> dict[str, Any]:
    return {"unit": [FOOT, BAND, {"id": "g", "side": "british", "type": "machine-gun", "at": "E2", **more}]}


def goal(**more: Any) -> dict[str, Any]:
    return {"objective": [{"side": "british", "why": "x", **more}]}


def test_a_good_scenario_has_no_faults():
    assert faults({}) == []
    assert faults({"options": {"collapse": "3/7"}}) == []
    assert faults({"deploy": {"british": "rows 1-8", "natives": "A8 b8"}}) == []
    assert faults({"unit": [*SQUARE, BAND]}) == []


@pytest.mark.parametrize(
    "change, clause",
    [
        ({"board": "flat"}, "setup.scenario"),
        ({"board": {}}, "board.boxes"),
        ({"board": {"map": ". . .\n. .\n"}}, "board.boxes"),
        ({"board": {"columns": 10**6, "rows": 10**6}}, "board.boxes"),
        ({"board": {"columns": 0, "rows": 8}}, "board.boxes"),
        ({"board": {**BOARD, "codes": {"Z9": "s"}}}, "board.boxes"),
        ({"board": {**BOARD, "codes": {"A1": "?"}}}, "terrain.box"),
        ({"board": {**BOARD, "codes": {"A1": "s99"}}}, "terrain.box"),
        ({"board": {**BOARD, "codes": "s"}}, "terrain.box"),
        ({"board": {**BOARD, "works": [3]}}, "terrain.box"),
        ({"board": {**BOARD, "works": [{"box": "A1", "side": "NE", "is": "wall"}]}}, "terrain.box"),
        ({"board": {**BOARD, "works": [{"box": "Z1", "side": "N", "is": "wall"}]}}, "board.boxes"),
        ({"name": 3}, "setup.scenario"),
        ({"wether": "fine"}, "setup.scenario"),
        ({"turn": 0}, "setup.scenario"),
        ({"phase": 9}, "setup.scenario"),
        ({"side": "both"}, "setup.scenario"),
        ({"side": [{"id": "british", "home": "south"}]}, "setup.scenario"),
        ({"side": [{"id": "british", "home": ["south"]}, {"id": "natives", "home": "north"}]}, "board.home-edge"),
        (
            {"side": [{"id": "british", "home": "south", "name": 1}, {"id": "natives", "home": "north"}]},
            "setup.scenario",
        ),
        ({"unit": "many"}, "setup.scenario"),
        ({"unit": [FOOT, BAND, 3]}, "setup.scenario"),
        ({"unit": [FOOT]}, "victory.wiped"),
        ({"unit": [FOOT, BAND, {**FOOT, "at": "E4"}]}, "setup.scenario"),
        (unit(id="two words"), "setup.scenario"),
        (unit(name={}), "setup.scenario"),
        (unit(side="nobody"), "unit.side-and-type"),
        (unit(side=["british"]), "unit.side-and-type"),
        (unit(type=["regular-foot"]), "unit.side-and-type"),
        (unit(type="samurai"), "unit.side-and-type"),
        (unit(at="J1"), "board.boxes"),
        (unit(at=7), "board.boxes"),
        (unit(facing="NE"), "facing.side"),
        (unit(facing=3), "facing.side"),
        (unit(grade="good"), "unit.grades"),
        (unit(weapon="bow"), "unit.weapon"),
        (unit(traits="lancers"), "unit.lancers"),
        (unit(traits=["lancers"]), "unit.lancers"),
        (unit(hits=100), "hits.eliminated"),
        (unit(hits=True), "hits.eliminated"),
        (unit(wounds=4), "leader.three"),
        (unit(status="tired"), "setup.clean"),
        (unit(quip=1), "setup.clean"),
        (unit(moved="pivoted"), "move.mark"),
        (unit(dismounted=True), "move.dismount"),
        (unit(gunners=4), "unit.crew-four"),
        (unit(hot=True), "mg.roll"),
        (unit(corner="NE"), "square.corners"),
        (unit(square=True), "square.four"),
        ({"unit": [FOOT, {**BAND, "square": True}]}, "square.regular"),
        ({"unit": [FOOT, {**BAND, "facing": "SE"}]}, "facing.side"),
        (gun(gunners=3), "unit.crew-four"),
        (gun(gunners=4, hits=40), "hits.eliminated"),
        (gun(wounds=1), "unit.no-gun-leader"),
        (gun(facing="NNE"), "facing.gun"),
        (gun(corner="NE"), "square.corners"),
        (gun(corner=4), "square.corners"),
        (gun(type="artillery", **{"fired-for": 1}), "mg.count"),
        ({"board": {**BOARD, "codes": {"D4": "~"}}}, "move.terrain"),
        ({"unit": [FOOT, BAND, {**FOOT, "id": "w", "type": "wagon", "at": "E4", "grade": "raw"}]}, "unit.grades"),
        ({"unit": [FOOT, BAND, {**FOOT, "id": "w", "type": "wagon", "at": "D6"}]}, "stack.free-pieces"),
        ({"unit": [FOOT, BAND, {**GENERAL, "with": "y"}]}, "cmd.place"),
        ({"unit": [FOOT, BAND, {**GENERAL, "with": "n"}]}, "cmd.place"),
        ({"unit": [FOOT, BAND, {**GENERAL, "at": "H8"}]}, "cmd.place"),
        ({"unit": [FOOT, BAND, {**GENERAL, "wounds": 3}]}, "cmd.wounds"),
        ({"unit": [FOOT, BAND, {**GENERAL, "hits": 20}]}, "cmd.no-dice"),
        ({"unit": [FOOT, BAND, GENERAL, {**GENERAL, "id": "y"}]}, "cmd.one"),
        ({"unit": [FOOT, {**BAND, "at": "D4"}]}, "stack.enemies"),
        ({"unit": [FOOT, BAND, {**BAND, "id": "m"}]}, "stack.native-one"),
        ({"unit": [FOOT, BAND, {**FOOT, "id": "h", "type": "regular-horse"}]}, "stack.mounted-one"),
        ({"unit": [BAND, *[{**FOOT, "id": f"r{n}"} for n in range(5)]]}, "stack.line-four"),
        (
            {"unit": [FOOT, BAND, *[{**FOOT, "id": f"g{n}", "type": "rocket", "at": "E4"} for n in range(5)]]},
            "stack.guns-four",
        ),
        ({"unit": [BAND, *SQUARE[:3], {**SQUARE[3], "facing": "N"}]}, "square.four"),
        (
            {"unit": [BAND, *SQUARE[1:], {"id": "r", "side": "british", "type": "regular-foot", "at": "A1"}]},
            "square.four",
        ),
        ({"unit": [BAND, *SQUARE[:3], {**SQUARE[3], "hits": 75}]}, "square.two-bases"),
        ({"unit": [BAND, *SQUARE], "board": {**BOARD, "codes": {"A1": "r"}}}, "square.form-where"),
        ({"unit": [BAND, *SQUARE, {**FOOT, "id": "g", "type": "rocket", "at": "A1"}]}, "stack.square-corners"),
        ({"contact": [{"charger": "r", "target": "q"}]}, "charge.boxes"),
        ({"contact": [{"charger": "r", "target": "n"}]}, "charge.boxes"),
        ({**TOUCHING, "contact": [{"charger": "n", "target": "r", "fresh": 1}]}, "charge.boxes"),
        (
            {**TOUCHING, "contact": [{"charger": "n", "target": "r"}, {"charger": "r", "target": "n"}]},
            "charge.one-per-side",
        ),
        (
            {"unit": [{**FOOT, "type": "rocket"}, BESIDE], "contact": [{"charger": "r", "target": "n"}]},
            "charge.who",
        ),
        ({"unit": [*SQUARE, {**BAND, "at": "B1"}], "contact": [{"charger": "n", "target": "sN"}]}, "charge.target"),
        ({"options": {"weather": "fine"}}, "option.set"),
        ({"options": {"manhandle": True}}, "option.set"),
        ({"options": {"collapse": "0/3"}}, "option.set"),
        ({"options": {"collapse": "4/3"}}, "option.set"),
        ({"options": {"collapse": "off"}}, "victory.limit"),
        ({"limit": {"turns": "ten"}}, "victory.limit"),
        ({"limit": {"turns": 3, "otherwise": "nobody"}}, "victory.limit"),
        (goal(lost=["r"], hold=["A1"]), "victory.scenario"),
        (goal(lost=["r"], why=3), "victory.scenario"),
        (goal(lost=["r"], when="soon"), "victory.scenario"),
        (goal(lost=["zz"]), "victory.scenario"),
        (goal(hold=["Z9"]), "victory.scenario"),
        (goal(hold=[]), "victory.scenario"),
        (goal(squares=0), "victory.scenario"),
        ({"deploy": {"british": "rows one-two"}}, "setup.order"),
        ({"deploy": {"british": "rows 3-1"}}, "setup.order"),
        ({"deploy": {"british": "rows 1-9"}}, "setup.order"),
        ({"deploy": {"british": ""}}, "setup.order"),
        ({"deploy": {"british": "A1 Z1"}}, "setup.order"),
        ({"deploy": {"french": "A1"}}, "setup.order"),
    ],
)
def test_a_fault_has_its_clause_and_brings_no_others(change: dict[str, Any], clause: str):
    found = faults(change)
    assert clause in found
    assert len(found) <= 3, found


IMPOSSIBLE = """
[board]
columns = 4
rows = 4
[options]
manhandel = "on"
[[unit]]
id = "a"
side = "british"
type = "regular-foot"
at = "A1"
grade = "good"
[[unit]]
id = "b"
side = "natives"
type = "native-foot"
at = "A1"
hits = 120
[[unit]]
id = "c"
side = "british"
type = "regular-horse"
at = "B1"
[[unit]]
id = "d"
side = "british"
type = "artillery"
at = "B1"
gunners = 6
[limit]
turns = -1
"""


def test_an_impossible_setup_is_told_whole_with_its_lines():
    """What is wrong with one unit keeps nothing back of what is wrong with others, or with those who share a box."""
    found = check(read(IMPOSSIBLE, "impossible"))
    assert [(fault.line, fault.clause) for fault in found] == [
        (6, "option.set"),
        (12, "unit.grades"),
        (17, "stack.enemies"),
        (18, "hits.eliminated"),
        (28, "stack.mounted-one"),
        (29, "unit.crew-four"),
        (31, "victory.limit"),
    ]
    assert "'manhandle'" in found[0].why


def test_a_word_misspelt_is_a_fault_with_the_word_that_was_meant():
    (fault,) = check(Document("scenario", {**GOOD, **unit(wepon="rifle")}))
    assert "'weapon'" in fault.why


def test_faults_stand_on_their_lines():
    text = (SYSTEM.folder / "scenarios" / "picket.toml").read_text(encoding="utf-8")
    faults = check(read(text.replace('at = "D2"', 'at = "D9"'), "picket"))
    assert [fault.line for fault in faults] == [text.splitlines().index('at = "D2"') + 1]


MAP = """
[board]
map = '''
. . s
. .
. ? .
'''
"""


def test_faults_of_a_map_stand_on_its_rows():
    ragged = [fault for fault in check(read(MAP, "map")) if fault.clause == "board.boxes"]
    assert [(fault.line, fault.why) for fault in ragged] == [(5, "Row 2 of the map has 2 boxes; the first has 3.")]
    odd = [fault for fault in check(read(MAP.replace("\n. .\n", "\n. . .\n"), "map")) if fault.clause == "terrain.box"]
    assert [(fault.line, fault.why.split(";")[0]) for fault in odd] == [(6, "B1 has the terrain '?'")]


def test_a_contact_of_somebody_who_stands_nowhere_is_left_to_his_place():
    lost = {"unit": [FOOT, {**BAND, "at": "Z9"}], "contact": [{"charger": "n", "target": "r"}]}
    assert faults(lost) == ["board.boxes"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_junk_crashes_the_inspector_or_what_it_lets_pass(path: Path):
    """Every value of a scenario in turn is replaced by junk: it is refused, or can be set up, shown and begun."""
    data = {"contact": [], "turn": 1, "phase": 1, **read_path(path).data}
    for spoilt_data in spoilt(data, Random(path.stem), 200, MORE_JUNK):
        if not check(Document("scenario", spoilt_data)):
            game = Game(SYSTEM, SYSTEM.setup(spoilt_data, {}))
            assert SYSTEM.board(game.state)
            assert SYSTEM.table(game.state, "")
            assert game.pending or game.result


# --- the schema --------------------------------------------------------------------------------------------------


def test_the_schema_knows_the_words_that_the_inspector_knows():
    assert set(SCHEMA["properties"]) == set(KNOWN[""].split())
    for section in KNOWN:
        if section:
            part = SCHEMA["properties"][section]
            assert set(part.get("items", part)["properties"]) == set(KNOWN[section].split()), section


def test_the_schema_knows_every_option():
    assert set(SCHEMA["properties"]["options"]["properties"]) == set(OPTIONS)
