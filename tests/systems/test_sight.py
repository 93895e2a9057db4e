"""What is told of a line of sight is what the rules judge, and a blocked line names what stops it."""

from __future__ import annotations

from random import Random

import pytest

from zareba.engine.errors import Unknown
from zareba.lab.scenarios import load, new_game
from zareba.systems import system
from zareba.systems.afriboria import aim
from zareba.systems.heroscape.fire import sees as rifles_see
from zareba.systems.heroscape.troops import ARTILLERY

LINES = 300
BATTLES = [
    ("heroscape", "ridge"),
    ("heroscape", "el-teb"),
    ("sudan", "wells"),
    ("sudan", "tamai"),
    ("afriboria", "marchands-ford"),
    ("afriboria", "bordj-el-ahmar"),
]


def field_of(name, scenario):
    rules = system(name)
    game = new_game(rules, load(rules, scenario))
    game.proceed()
    return rules, game.state


def judged(name, field, a, b):
    """Whether the rules of fire see the second place from the first; None where they have nobody to ask."""
    if name == "sudan":
        return field.sees(a, b)
    unit = next((unit for unit in field.units if unit.mask >> a & 1), None)
    if unit is None:
        return None
    if name == "afriboria":
        return aim.sees(field, unit, a, b)
    target = next((one for one in field.units if one.mask >> b & 1 and one.troop.side != unit.troop.side), None)
    if target is None or unit.troop.kind == ARTILLERY:
        return None
    return bool(field.ground.sight.rays(a, b)) and rifles_see(field, unit.troop, a, b, target)


@pytest.mark.parametrize("name,scenario", BATTLES)
def test_what_is_told_of_sight_is_what_the_rules_judge(name, scenario):
    rules, field = field_of(name, scenario)
    grid, random = field.ground.grid, Random(7)
    cells, compared, blocked = list(grid.cells), 0, 0
    manned = [cell for cell in cells if any(unit_at(unit, cell) for unit in field.units)]
    for _ in range(LINES):
        a, b = random.choice(manned), random.choice(manned)
        told = rules.sight(field, grid.name(a), grid.name(b))
        wanted = judged(name, field, a, b)
        if a != b and wanted is not None:
            compared += 1
            blocked += not told.clear
            assert told.clear == wanted, (grid.name(a), grid.name(b), told)
    assert compared > LINES // 6
    assert blocked


def unit_at(unit, cell):
    return unit.mask >> cell & 1 if hasattr(unit, "mask") else unit.box == cell


@pytest.mark.parametrize("name,scenario", BATTLES)
def test_a_blocked_line_ends_at_its_blocker_and_names_it(name, scenario):
    rules, field = field_of(name, scenario)
    grid, random = field.ground.grid, Random(8)
    cells, clauses = list(grid.cells), set()
    for _ in range(LINES):
        start, end = grid.name(random.choice(cells)), grid.name(random.choice(cells))
        told = rules.sight(field, start, end)
        (line,) = told.shapes
        assert (line["kind"], line["role"]) == ("path", "sight" if told.clear else "blocked")
        assert line["cells"][0] == start
        assert told.why.endswith(".")
        if told.clear:
            assert line["cells"][-1] == end
        elif "khor" not in told.clause:
            assert line["cells"][-1] in told.why
        clauses.add(told.clause)
    assert len(clauses) > 1


def test_a_place_that_is_none_is_told():
    rules, field = field_of("heroscape", "ridge")
    with pytest.raises(Unknown, match="There is no 9999"):
        rules.sight(field, "9999", "0101")
