"""Every figure of the rule book's tables is the figure that the rules use."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.systems.sudan import SYSTEM
from zareba.systems.sudan.rows import Rules
from zareba.systems.sudan.troops import TABLES, TYPES

BOOK = (SYSTEM.folder / "rulebook.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    lines = BOOK.split(f"\n{heading}\n")[1].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


UNITS = {row[0]: row[2:] for row in rows_of("### Unit types")}
SOLDIERS = [name for name in TYPES if name != "wagon"]


def first(text: str) -> int:
    return int(text.split()[0])


def test_the_book_knows_every_type_and_no_other():
    assert set(UNITS) == {*TYPES, "army-commander"}


@pytest.mark.pins("unit.regular-foot", "unit.native-foot", "unit.mounted", "unit.guns", "unit.no-gun-leader")
@pytest.mark.pins("hits.step-10", "hits.step-20", "hits.step-25", "hits.eliminated", "melee.die")
@pytest.mark.parametrize("name", SOLDIERS)
def test_a_type_has_the_bases_dice_moves_and_hits_of_the_book(name: str):
    kind, bases, leader, fire, melee, move, step, limit, _ = UNITS[name]
    row: dict[str, Any] = TYPES[name]
    assert row["class"] == kind
    assert row["bases"] == first(bases)
    assert row["leader"] == (leader == "1")
    assert row["melee"] == melee
    assert row["move"] == int(move.split()[0].strip(","))
    assert (row["step"], row["limit"]) == (first(step), first(limit))
    assert dice(row["fire"]) == dice_told(fire, kind == "mounted" and name.startswith("regular"))


def dice(fire: dict[str, str]) -> set[str]:
    return {die for die in fire.values() if die}


def dice_told(words: str, dismounts: bool) -> set[str]:
    """`d3 mounted, d6 dismounted`: two dice for those who may dismount, one for all others, none for rockets."""
    told = {word.strip("(),;:") for word in words.split()} & {"d3", "d6"}
    assert len(told) <= 1 or dismounts
    return told


@pytest.mark.pins("fire.die-horse", "fire.die-camel", "fire.die-camel-foot", "fire.die-native", "fire.die-regular")
def test_only_regulars_on_foot_and_gunners_fire_with_d6():
    big = {(name, how) for name, row in TYPES.items() for how, die in row["fire"].items() if die == "d6"}
    foot = ("regular-foot", "regular-horse", "regular-camel", "artillery", "machine-gun")
    assert big == {(name, "foot") for name in foot}


@pytest.mark.pins("unit.weapon", "unit.carbine", "fire.no-weapon")
def test_regulars_carry_rifles_and_natives_nothing_unless_the_scenario_says_otherwise():
    weapons = {name: row["weapon"] for name, row in TYPES.items()}
    assert {name for name in weapons if weapons[name] == "rifle"} == {"regular-foot", "regular-horse", "regular-camel"}
    assert {name for name in weapons if weapons[name] == "none"} == {
        *("native-foot", "native-horse", "native-camel", "wagon")
    }
    assert all(name == weapons[name] for name in ("artillery", "machine-gun", "rocket"))


@pytest.mark.pins("fire.bands")
def test_weapons_have_the_ranges_of_the_book():
    for name, *bands in rows_of("### Weapons")[:-1]:
        close, medium, long = (0 if band == "none" else int(band) for band in bands)
        key = name.lower().replace(" ", "-")
        assert TABLES["weapons"][key] == [close, medium, long or medium]
    assert TABLES["weapons"]["none"] == TABLES["weapons"]["rocket"] == [0, 0, 0]


@pytest.mark.pins("victory.points")
def test_units_cost_the_points_of_the_book():
    *rows, (pieces, *_) = rows_of("### Points")
    for words, *points in rows:
        for name in priced(words):
            told = [TYPES[name]["points"][grade] for grade in ("raw", "experienced", "elite")]
            assert told == list(map(int, points)), name
    assert pieces == f"Army Commander {TABLES['commander']['points']}; wagon {TYPES['wagon']['points']['experienced']}"
    assert {name for words, *_ in rows for name in priced(words)} == set(SOLDIERS)


def priced(words: str) -> list[str]:
    """`regular horse or camel, rifle (Lancers +1)`: the types of a row of the points table."""
    bare = words.split(",")[0].split("(")[0].strip()
    head, _, other = bare.partition(" or ")
    names = [head, f"{head.split()[0]} {other}"] if other else [head]
    return [name.replace(" ", "-") for name in names]


TERRAIN = {
    "open": ("Open", 0, False, "", ""),
    "scrub": ("Scrub", 1, True, "", "low"),
    "palm-grove": ("Scrub", 1, True, "", "low"),
    "oasis": ("Scrub", 1, True, "", "low"),
    "rough": ("Rough", 1, True, "heavy", ""),
    "khor": ("Khor", 1, True, "heavy", ""),
    "village": ("Village", 2, False, "mounted", "high"),
    "fort": ("Village", 2, False, "mounted", "high"),
    "water": ("Water", 0, False, "all", ""),
    "cliff": ("Water", 0, False, "all", "high"),
}


@pytest.mark.pins("terrain.box", "terrain.hard-soft", "move.terrain", "square.form-where")
def test_ground_covers_stops_closes_and_hides_as_the_book_says():
    told = {row[0].split(",")[0].split()[0]: row for row in rows_of("### Terrain")}
    assert set(TERRAIN) == set(TABLES["terrain"])
    for name, (line, cover, stops, closed, hides) in TERRAIN.items():
        row = TABLES["terrain"][name]
        assert (row["cover"], row["stops"], row["closed"], row["hides"]) == (cover, stops, closed, hides), name
        _, movement, covered, sight, _ = told[line]
        assert {"none": 0, "-": 0, "soft": 1, "hard": 2}[covered] == cover
        assert stops == ("stops on entering" in movement)
        assert ("may not enter" in movement) == (closed in ("heavy", "mounted"))
        assert ("never through" in sight or f"blocked ({name})" in sight) == bool(hides)
    assert TABLES["works"] == {"zariba": 1, "wall": 2, "earthwork": 2}


@pytest.mark.pins("option.set")
def test_the_options_of_the_book_are_those_of_the_rules_with_their_defaults_first():
    told = {row[0]: row[1] for row in rows_of("## 3. Named options")}
    assert set(told) == set(SYSTEM.options)
    for name, values in SYSTEM.options.items():
        words = told[name].split(", ")
        assert values[0] == words[0] == getattr(Rules(), name.replace("-", "_"))
        fractions = {value for value in values[1:] if "/" in value}
        assert {*words[1:]} - {"any fraction"} == {*values[1:]} - fractions
        assert bool(fractions) == ("any fraction" in words)
