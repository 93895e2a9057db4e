"""What is wrong with a scenario is told all at once, each fault with its clause; and nothing written can crash it."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.junk import spoilt

from zareba.engine.documents import Document, read, read_path
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.inspect import FEATURE, KNOWN, TEST, check
from zareba.systems.battles_for_empire.scenario import OPTIONS, setup
from zareba.systems.battles_for_empire.troops import FOLDER

FILES = sorted((FOLDER / "scenarios").glob("*.toml"))
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
UNITS = [
    {"id": "a", "side": "imperial", "code": "BR", "at": "20 20"},
    {"id": "z", "side": "natives", "code": "ZW", "at": "20 40", "facing": 180},
]
SMALL: dict[str, Any] = {"board": {"width": 72, "depth": 48}, "unit": UNITS}
WALL = {"kind": "wall", "line": "0 30, 40 30", "inner": "left"}
POND = {"kind": "water", "box": "10 10 30 30"}
LEADER = {"id": "t", "side": "imperial", "kind": "leader"}
GROUP = {"id": "late", "side": "natives", "entry": "north 0-20"}


def faults(data: dict[str, Any]) -> list[str]:
    return [fault.clause for fault in check(Document("scenario", data))]


def laid_over(change: dict[str, Any]) -> dict[str, Any]:
    """The small scenario, with a change; one of a unit is merged into the first."""
    data = deepcopy(SMALL)
    for key, value in change.items():
        if key == "a":
            data["unit"][0] = {**data["unit"][0], **value}
        elif key == "more":
            data["unit"].append(value)
        else:
            data[key] = value
    return data


@pytest.mark.pins("setup.scenario")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scenarios_of_the_book_are_faultless(path: Path):
    assert check(read_path(path)) == []


def test_the_small_scenario_is_faultless():
    assert faults(SMALL) == []
    assert isinstance(setup(SMALL, {}), Field)


@pytest.mark.parametrize(
    "change, clause",
    [
        ({"nome": "x"}, "setup.scenario"),
        ({"board": {"width": "x", "depth": 48}}, "geo.plane"),
        ({"board": {"width": 72, "depth": 2}}, "geo.plane"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{"kind": "lava"}]}}, "terrain.table"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{"kind": "bush", "box": "1 2 3"}]}}, "geo.in-area"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{**WALL, "inner": "up"}]}}, "geo.behind-line"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{"kind": "wall", "line": "0 30, 9 30"}]}}, "geo.behind-line"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{**WALL, "line": "0 30"}]}}, "geo.behind-line"),
        ({"board": {"width": 72, "depth": 48, "terrain": [{**WALL, "hight": 3}]}}, "setup.scenario"),
        ({"terrain": {"lava": {}}}, "terrain.table"),
        ({"terrain": {"rough": {"foot": -1}}}, "terrain.table"),
        ({"terrain": {"rough": {"feet": 10}}}, "terrain.table"),
        ({"terrain": {"village": {"by_road": []}}}, "terrain.table"),
        ({"side": [{"id": "imperial"}]}, "setup.scenario"),
        ({"side": [{"id": "imperial", "break": -1}, {"id": "natives"}]}, "end.break"),
        ({"side": [{"id": "imperial", "facing": "north"}, {"id": "natives"}]}, "geo.vectors"),
        ({"options": {"chart": "zulu"}}, "option.stated"),
        ({"options": {"charts": "mars"}}, "option.stated"),
        ({"limit": {"turns": 0}}, "end.turn-limit"),
        ({"limit": {"winner": "nobody"}}, "end.victory"),
        ({"exits": {"natives": ["up"]}}, "move.exit"),
        ({"exits": {"mars": ["north"]}}, "move.exit"),
        ({"deploy": {"order": ["imperial"]}}, "setup.deploy"),
        ({"deploy": {"order": [], "zones": {"imperial": "here"}}}, "setup.deploy"),
        ({"supply": [{"side": "imperial", "at": "here"}]}, "markers.low-ammo"),
        ({"objective": [{"side": "imperial", "why": "x", "tests": []}]}, "end.victory"),
        ({"objective": [{"side": "mars", "why": "x", "tests": [{"side": "natives", "at_most": 0}]}]}, "end.victory"),
        ({"objective": [{"side": "imperial", "why": "x", "tests": [{"side": "natives"}]}]}, "end.victory"),
        ({"now": {"phase": "tea"}}, "turn.sequence"),
        ({"now": {"first": "mars"}}, "init.scope"),
        ({"now": {"squares": [["a", "q"]]}}, "square.brigade"),
        ({"a": {"id": "A Company"}}, "setup.scenario"),
        ({"a": {"side": "mars"}}, "setup.scenario"),
        ({"a": {"code": "XX"}}, "troop.table"),
        ({"a": {"crew": "BR"}}, "troop.crews"),
        ({"a": {"code": "GF", "crew": "XX"}}, "troop.crews"),
        ({"a": {"rate": 4}}, "term.rates"),
        ({"a": {"elite": True, "fragile": True}}, "term.rates-independent"),
        ({"a": {"code": "EG", "elite": True}}, "term.rates-independent"),
        ({"a": {"firearm": "bow"}}, "rifle.muzzle"),
        ({"a": {"shaken_chart": "ST-C"}}, "chart.egyptians"),
        ({"a": {"formation": "deep"}}, "form.close"),
        ({"a": {"code": "ZW", "formation": "line"}}, "form.massed"),
        ({"a": {"code": "IV", "formation": "line"}}, "form.loose"),
        ({"a": {"code": "EG", "formation": "skirmish"}}, "form.close"),
        ({"a": {"code": "GF", "formation": "column"}}, "gun.limber"),
        ({"a": {"mounted": True}}, "form.dismounted"),
        ({"a": {"code": "EC", "mounted": False}}, "form.dismounted"),
        ({"a": {"code": "MI", "mounted": False, "formation": "column"}}, "form.dismounted"),
        ({"a": {"kills": 5}}, "effect.limit"),
        ({"a": {"code": "GF", "kills": 3}}, "effect.limit"),
        ({"a": {"marks": ["sleepy"]}}, "setup.state"),
        ({"a": {"marks": ["jammed"]}}, "mg.jam"),
        ({"a": {"marks": ["fanatic"]}}, "result.fanatic-skirmish"),
        ({"a": {"code": "ZW", "marks": ["fixed"]}}, "bayonet.toggle"),
        ({"a": {"formation": "skirmish", "marks": ["ground"]}}, "gtg.take"),
        ({"a": {"marks": ["pivoted"]}}, "move.flag"),
        ({"a": {"charge": ["q", "front"]}}, "charge.flag"),
        ({"a": {"charge": ["z", "side"]}}, "charge.flag"),
        ({"a": {"charge": ["z"]}}, "charge.flag"),
        ({"a": {"charge": [1, "front"]}}, "charge.flag"),
        ({"a": {"charge": "zz"}}, "charge.flag"),
        ({"a": {"at": "20"}}, "geo.plane"),
        ({"a": {"at": "1 20"}}, "geo.no-overlap"),
        ({"a": {"facing": "up"}}, "geo.vectors"),
        ({"a": {"group": "late"}}, "reinf.phase"),
        ({"a": {"zone": "40 10 60 30"}}, "setup.deploy"),
        ({"a": {"hidden": True}}, "hidden.ambush"),
        ({"more": {"id": "b", "side": "natives", "code": "ZW", "at": "50 20", "hidden": True}}, "hidden.ambush"),
        ({"more": {"id": "b", "side": "imperial", "code": "BR", "at": "20 20.5"}}, "geo.no-overlap"),
        ({"more": {"id": "a", "side": "imperial", "code": "BR", "at": "40 20"}}, "setup.scenario"),
        ({"more": {"id": "b", "side": "imperial", "code": "BR"}}, "setup.deploy"),
        (
            {"board": {"width": 72, "depth": 48, "terrain": [{"kind": "water", "box": "10 10 30 30"}]}},
            "terrain.no-entry",
        ),
        ({"group": [GROUP]}, "reinf.phase"),
        ({"group": [{**GROUP, "kind": "often"}]}, "reinf.fixed"),
        ({"group": [{**GROUP, "kind": "diced"}]}, "reinf.diced"),
        ({"group": [{**GROUP, "entry": ["north", "south"]}]}, "reinf.entry-roll"),
        ({"group": [{**GROUP, "entry": "up 3-4"}]}, "reinf.place"),
        ({"group": [{**GROUP, "entry": "east 30-60"}]}, "reinf.place"),
        ({"token": [{"id": "t", "side": "imperial", "kind": "king", "at": "1 1"}]}, "setup.scenario"),
        ({"token": [{"id": "t", "side": "imperial", "kind": "army"}]}, "cmd.one-unit"),
        ({"token": [{"id": "t", "side": "imperial", "kind": "army", "with": "z"}]}, "cmd.attach"),
        (
            {"token": [{"id": "t", "side": "imperial", "kind": "leader", "label": "x", "with": "a"}]},
            "cmd.command-label",
        ),
        ({"token": [{"id": "t", "side": "imperial", "kind": "army", "at": "99 1"}]}, "geo.plane"),
        ({"token": [{"id": n, "side": "imperial", "kind": "army", "at": "1 1"} for n in "tu"]}, "mod.army-either"),
        ({"token": [{"id": "a", "side": "imperial", "kind": "army", "at": "1 1"}]}, "setup.scenario"),
    ],
)
def test_a_fault_has_its_clause(change: dict[str, Any], clause: str):
    found = faults(laid_over(change))
    assert clause in found
    assert len(found) <= 2, found


def test_everything_is_told_at_once_with_its_line():
    text = """
        [board]
        width = 72
        depth = 48
        [[unit]]
        id = "a"
        side = "imperial"
        code = "BR"
        at = "99 1"
        rate = 7
        [[unit]]
        id = "b"
        side = "nobody"
        code = "ZZ"
        at = "1 1"
        [options]
        charts = "mars"
    """
    found = [(fault.line, fault.clause) for fault in check(read(text, "bad"))]
    assert found == [(10, "term.rates"), (13, "setup.scenario"), (14, "troop.table"), (17, "option.stated")]


def test_a_word_misspelt_is_a_fault_with_the_word_that_was_meant():
    (fault,) = check(Document("scenario", laid_over({"a": {"formaton": "line"}})))
    assert "'formation'" in fault.why


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_junk_crashes_the_inspector_or_what_it_lets_pass(path: Path):
    """Every value of a scenario in turn is replaced by junk: it is refused, or can be set up."""
    for data in spoilt(read_path(path).data, Random(path.stem), 120):
        if not check(Document("scenario", data)):
            setup(data, {})


# --- the schema --------------------------------------------------------------------------------------------------


def items(*path: str) -> dict[str, Any]:
    """What the schema says of a part: of the entries, where it is a list."""
    part: dict[str, Any] = SCHEMA
    for key in path:
        part = part["properties"][key]
        part = part.get("items", part)
    return part


def test_the_schema_knows_the_words_that_the_inspector_knows():
    assert set(SCHEMA["properties"]) == set(KNOWN[""].split())
    for section in KNOWN:
        if section:
            assert set(items(section)["properties"]) == set(KNOWN[section].split()), section
    assert set(items("board", "terrain")["properties"]) == set(FEATURE.split())
    assert set(items("objective", "tests")["properties"]) == set(TEST.split())


def test_the_schema_knows_every_option_and_its_values():
    found = {name: tuple(option["enum"]) for name, option in SCHEMA["properties"]["options"]["properties"].items()}
    assert found == OPTIONS


def test_every_word_of_the_schema_is_explained():
    def words(part: Any) -> Any:
        for key, inner in part.get("properties", {}).items():
            yield key, inner
            yield from words(inner)
        yield from words(part["items"]) if "items" in part else ()

    assert [key for key, part in words(SCHEMA) if not part.get("description", "").endswith((".", "`."))] == []
