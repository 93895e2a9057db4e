"""What is told of a line of sight is what the rules judge, and a blocked line names what stops it."""

from __future__ import annotations

from random import Random

import pytest

from zareba.boards.inches.shapes import Circle
from zareba.engine.dice import Seeded
from zareba.engine.errors import Unknown
from zareba.engine.game import seat_of
from zareba.lab.scenarios import load, new_game
from zareba.players.seen import offered
from zareba.systems import system
from zareba.systems.afriboria import aim
from zareba.systems.battles_for_empire.sight import clear_end
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
    with pytest.raises(Unknown, match="9999 is no place"):
        rules.sight(field, "9999", "0101")


def from_two_units(field, slot, target):
    return clear_end(field, slot, field.units[slot].at, target, False) is not None


@pytest.mark.parametrize("scenario", ["to-the-wells", "gingindlovu"])
def test_units_on_stands_are_seen_as_the_rules_of_fire_see_them(scenario):
    rules, field = field_of("battles_for_empire", scenario)
    told = {}
    for slot in field.standing():
        for target in field.standing():
            if slot != target:
                look = rules.sight(field, field.units[slot].id, field.units[target].id)
                assert look.clear == from_two_units(field, slot, target), look
                assert look.why.startswith("Clear" if look.clear else "In the way")
                told[look.clear, look.clause] = look
    assert {clear for clear, _ in told} == {True, False}


@pytest.mark.parametrize("scenario", ["zimbizo"])
def test_figures_on_bases_are_seen_as_the_rules_of_fire_see_them(scenario):
    rules, told = system("darkest_africa"), set[bool]()
    assert rules.sight
    game, random = new_game(rules, load(rules, scenario)), Random(3)
    game.source = game.source or Seeded(3)
    for _ in range(600):
        game.proceed()
        field = game.state
        visible = [man for man in range(len(field.roster)) if (field.seen(0) | field.seen(1)) >> man & 1]
        if len(visible) > 20:
            break
        assert game.request
        game.choose(random.randrange(len(offered(game.request))), seat_of(game.request))
    for one in visible[:20]:
        for other in visible[:20]:
            look = rules.sight(field, field.roster[one].id, field.roster[other].id)
            assert look.clear == field.ground.sees(field.at[one], field.at[other])
            assert look.clear or look.why.startswith("Blocked by ")
            told.add(look.clear)
    assert True in told
    grass = next(one for one in field.ground.features if isinstance(one.shape, Circle) and one.shape.radius > 4000)
    (x, y), beyond = grass.shape.centre, grass.shape.radius + 1000
    one, other = visible[:2]
    field.at[one], field.at[other] = (x - beyond, y), (x + beyond, y)
    look = rules.sight(field, field.roster[one].id, field.roster[other].id)
    assert not look.clear
    assert look.clause == "terr.sight-sum"
    assert (grass.name or grass.kind) in look.why
    assert look.shapes[0]["role"] == "blocked"
