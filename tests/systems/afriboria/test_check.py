"""All that is wrong with a scenario is told, with line and clause; and nothing that is typed does harm."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.systems.afriboria.crowd import CROWD

from zareba.engine.dice import Seeded
from zareba.engine.documents import read
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.game import Game
from zareba.systems.afriboria import SYSTEM
from zareba.systems.afriboria.inspect import KNOWN
from zareba.systems.afriboria.scenario import OPTIONS
from zareba.systems.afriboria.survey import STRUCTURE, WORKS

IMPOSSIBLE = """system = "afriboria"
name = "Impossible"
first = "west"
rounds = 10

[options]
hex-size = "12"

[board]
map = \"\"\"
.  .  z  .
 W  .  .
.  d  X  .
\"\"\"
structure = [{ hexes = "B1", is = "tower", type = "stone", valu = 3 }]

[[side]]
id = "south"
hand = 0

[[unit]]
id = "a"
side = "south"
kind = "cav-a"
colour = "red"
strength = 6
at = "C2"

[[unit]]
id = "b"
side = "south"
kind = "inf-b"
colour = "pink"
lancers = true
at = "C3 C4"

[[unit]]
id = "c"
side = "north"
kind = "officer"
colour = "red"
at = "C9"

[[company]]
officer = "a"
members = []
"""
EXPECTED = [
    (3, "setup.first"),
    (4, "setup.deploy"),
    (7, "setup.events-optional"),
    (11, "terrain.open"),
    (15, "setup.deploy"),
    (15, "siege.inside"),
    (17, "setup.hand"),
    (26, "unit.cav-a"),
    (21, "move.depression"),
    (29, "setup.colours"),
    (34, "cav.lancers"),
    (29, "setup.deploy"),
    (41, "setup.no-colour"),
    (37, "setup.deploy"),
    (44, "company.nco-never"),
]


def test_an_impossible_set_up_is_told_in_full_with_line_and_clause():
    faults = SYSTEM.check(read(IMPOSSIBLE, "impossible.toml"))
    assert [(fault.line, fault.clause) for fault in faults] == sorted(EXPECTED)
    assert all(str(fault.why).endswith((".", "?")) for fault in faults)


def test_a_row_of_the_map_with_a_hex_too_many_is_named_with_its_line():
    faults = SYSTEM.check(read(IMPOSSIBLE.replace(" W  .  .", " W  .  .  ."), "impossible.toml"))
    assert [str(fault) for fault in faults if fault.clause == "board.layout"] == [
        "line 12: Row 2 has 4 hexes where there must be 3. [board.layout]"
    ]


def test_the_schema_for_editors_knows_the_same_words():
    schema = json.loads((SYSTEM.folder / "schema.json").read_text(encoding="utf-8"))["properties"]
    assert set(schema) == set(KNOWN[""].split())
    for part in ("side", "unit", "company", "objective", "card"):
        assert set(schema[part]["items"]["properties"]) == set(KNOWN[part].split()), part
    board = schema["board"]["properties"]
    assert set(board) == set(KNOWN["board"].split())
    assert set(board["structure"]["items"]["properties"]) == set(STRUCTURE.split())
    assert set(board["works"]["items"]["properties"]) == set(WORKS.split())
    options = schema["options"]["properties"]
    assert {name: tuple(option["enum"]) for name, option in options.items()} == OPTIONS


JUNK: list[Any] = [0, -1, 10**9, "", "x", "C4", "north", [], ["x"], [1], {}, {"a": 1}, [{}], True, 1.5, "C4:99"]


def paths(part: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield (*before, key)
        yield from paths(value, (*before, key))


def spoiled(data: dict[str, Any], path: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    found = copy.deepcopy(data)
    part: Any = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = copy.deepcopy(junk)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_anywhere_in_a_scenario_is_a_fault_or_can_be_set_up(seed: int):
    """Whatever stands where, the check comes to an end; and what it lets pass makes a position."""
    document, random = read(CROWD, "crowd.toml"), Random(seed)
    places = list(paths(document.data))
    for _ in range(40):
        broken = copy.copy(document)
        object.__setattr__(broken, "data", spoiled(document.data, random.choice(places), random.choice(JUNK)))
        if not SYSTEM.check(broken):
            assert SYSTEM.setup(broken.data, {}).units


@pytest.mark.parametrize(
    "typed", ["", "attack", "attack s Z9", "attack n C4", "attack s C4 C5", "roll 1 2 3", "😀", "stop stop"]
)
def test_a_mistyped_answer_is_refused_and_changes_nothing(typed: str):
    units = [
        {"id": "s", "side": "south", "kind": "inf-a", "colour": "red", "at": "E4"},
        {"id": "n", "side": "north", "kind": "inf-c", "colour": "blue", "at": "C4"},
    ]
    now = {"side": "south", "phase": "battles", "turn": 3, "ordered": ["s"]}
    game = Game(SYSTEM, SYSTEM.setup({"board": {"columns": 7, "rows": 7}, "unit": units, "now": now}, {}), Seeded(1))
    before = SYSTEM.dump(game.state)
    with pytest.raises((Illegal, Unknown)) as told:
        game.answer(typed)
    assert str(told.value).count("\n") == 0
    assert SYSTEM.dump(game.state) == before
    game.answer("attack s C4")
