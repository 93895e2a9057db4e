"""Forces by points: every list, every limit, everything that can be wrong with a force."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.engine.documents import Document, read
from zareba.systems.darkest_africa import army
from zareba.systems.darkest_africa.troops import TROOPS

Json = dict[str, Any]


def an_army(list_id: str, *units: tuple[Any, ...], **more: Any) -> Json:
    """Types with their numbers and officers."""
    named = [dict(zip(("type", "count", "officers"), unit, strict=False)) for unit in units]
    return {"system": "darkest_africa", "army": list_id, "unit": named, **more}


def clauses(data: Json) -> list[str]:
    return [fault.clause for fault in army.check(Document("army", data))]


LOT = [("other_askari", 2), ("other_askari", 2)]
RIFLES = (("european", 2, 2), ("elite_askari", 3), ("other_askari", 10))


@pytest.mark.pins("force.points", "force.limit")
def test_points_are_added_up_and_keep_to_the_limit():
    assert clauses(an_army("expedition", *RIFLES)) == []
    assert army.roster(an_army("expedition", *RIFLES))["points"] == 200
    assert clauses(an_army("expedition", *RIFLES[:2], ("other_askari", 11))) == ["force.limit"]
    assert clauses(an_army("expedition", *RIFLES, limit=199)) == ["force.limit"]


@pytest.mark.pins("force.officers")
@pytest.mark.parametrize(
    "figures, officers, right",
    [(10, 1, True), (10, 2, False), (11, 2, True), (20, 2, True), (20, 3, False), (21, 3, True), (20, 0, False)],
)
def test_one_officer_for_every_ten_armed_figures_or_part_of_ten(figures: int, officers: int, right: bool):
    assert clauses(an_army("hunters", ("pygmy", figures, officers))) == ([] if right else ["force.officers"])


@pytest.mark.pins("force.officer-type")
def test_officers_are_of_the_type_worth_most():
    rest = ("other_askari", 14)
    assert clauses(an_army("expedition", ("european", 1, 1), ("elite_askari", 2, 1), rest)) == []
    assert clauses(an_army("expedition", ("european", 2, 1), ("elite_askari", 2, 1), ("other_askari", 11))) == [
        "force.officer-type"
    ]
    assert clauses(an_army("expedition", ("european", 1), ("other_askari", 5, 1))) == ["force.officer-type"]


@pytest.mark.pins("force.list")
@pytest.mark.parametrize(
    "list_id, units, right",
    [
        ("expedition", [("european", 1, 1), ("baluchi", 1), ("other_askari", 1)], True),
        ("expedition", [("european", 1, 1), ("baluchi", 2), ("other_askari", 2)], False),
        (
            "expedition",
            [("european", 1, 1), ("native_musketeer", 1), ("other_spearman", 1), *LOT, ("other_askari", 1)],
            True,
        ),
        ("expedition", [("european", 1, 1), ("native_musketeer", 1), ("other_spearman", 1), *LOT], False),
        ("expedition", [("elite_askari", 2, 1)], False),
        ("expedition", [("european", 5, 1)], False),
        ("expedition", [("european", 1, 1), ("pygmy", 1)], False),
        ("zanzibari", [("baluchi", 1, 1), ("other_archer", 1)], True),
        ("zanzibari", [("baluchi", 1, 1), ("other_archer", 1), ("other_spearman", 1)], False),
        ("zanzibari", [("other_askari", 2, 1)], False),
        ("warriors", [("agile_spearman", 1, 1), ("other_archer", 2)], True),
        ("warriors", [("agile_spearman", 1, 1), ("other_archer", 3)], False),
        ("farmers", [("warrior_spearman", 1, 1), ("other_archer", 3)], True),
        ("farmers", [("warrior_spearman", 1, 1), ("other_archer", 2)], False),
        ("hunters", [("pygmy", 2, 1), ("other_spearman", 2)], True),
        ("hunters", [("pygmy", 2, 1), ("other_spearman", 3)], False),
    ],
)
def test_a_list_holds_a_force_to_its_shares(list_id: str, units: list[tuple[Any, ...]], right: bool):
    assert clauses(an_army(list_id, *units, limit=300)) == ([] if right else ["force.list"])


@pytest.mark.pins("force.caravan")
@pytest.mark.parametrize("limit, loads", [(50, 1), (51, 2), (100, 2), (200, 4), (201, 5)])
def test_a_caravan_has_a_free_load_for_every_fifty_points(limit: int, loads: int):
    roster = army.roster(an_army("zanzibari", ("baluchi", 1, 1), limit=limit))
    assert [row["count"] for row in roster["free"]] == [loads]
    assert roster["points"] == 14
    assert army.roster(an_army("warriors", ("warrior_spearman", 1, 1), limit=limit))["free"] == []


@pytest.mark.pins("opt.lists")
def test_with_open_lists_any_mix_will_do_and_guns_make_a_caravan():
    data = an_army("", ("pygmy", 2), ("european", 1, 1), options={"lists": "open"})
    assert clauses(data) == []
    assert [row["count"] for row in army.roster(data)["free"]] == [4]
    assert army.roster(an_army("", ("pygmy", 2, 1), options={"lists": "open"}))["free"] == []
    assert clauses(an_army("hunters", ("pygmy", 2), ("european", 1, 1))) == ["force.list"]


@pytest.mark.pins("opt.officer-points")
@pytest.mark.parametrize("each, points", [("0", 168), ("5", 183), ("10", 198)])
def test_officers_may_have_a_price(each: str, points: int):
    data = an_army("hunters", ("pygmy", 21, 3), options={"officer-points": each})
    assert clauses(data) == []
    assert army.roster(data)["points"] == points
    over = clauses({**data, "limit": points - 1})
    assert over == ["force.limit"]


@pytest.mark.parametrize("limit", army.LIMITS)
@pytest.mark.parametrize("list_id", army.LISTS)
def test_every_sample_force_keeps_to_its_list_and_nearly_fills_the_limit(list_id: str, limit: int):
    found = army.samples(list_id, limit, {})
    assert found
    for _, force in found:
        assert clauses(an_army(list_id, limit=limit) | {"unit": army.units_of(force)}) == []
        assert limit - army.points_of(force, {}) <= 6


def test_a_builder_is_told_everything_it_needs():
    found = {one["id"]: one for one in army.lists({})}
    assert list(found) == ["expedition", "zanzibari", "warriors", "farmers", "hunters"]
    assert [choice["type"] for choice in found["hunters"]["choices"]] == ["pygmy", "other_archer", "other_spearman"]
    assert all(rule["text"] and rule["clause"] for one in found.values() for rule in one["rules"])
    assert [one["id"] for one in army.lists({"lists": "open"})] == ["open"]
    assert "Each costs 5 points more." in str(army.lists({"officer-points": "5"}))


BAD: dict[str, tuple[Json, list[str]]] = {
    "nothing at all": ({}, ["force.list", "force.list"]),
    "an unknown list": (an_army("tourists", ("pygmy", 1, 1)), ["force.list"]),
    "a list of numbers": ({**an_army("hunters", ("pygmy", 1, 1)), "army": 7}, ["force.list"]),
    "units in words": (an_army("hunters") | {"unit": "many"}, ["force.list"]),
    "no units": (an_army("hunters"), ["force.list"]),
    "an unknown type": (an_army("hunters", ("giant", 1, 1)), ["troop.table"]),
    "a type of numbers": (an_army("hunters", (1, 1, 1)), ["troop.table"]),
    "bought bearers": (an_army("expedition", *RIFLES, ("bearer", 1)), ["force.caravan"]),
    "a crowd": (an_army("hunters", ("pygmy", 10**6, 1)), ["force.points"]),
    "truth for a number": (an_army("hunters", ("pygmy", True, 1)), ["force.points"]),
    "more officers than men": (an_army("hunters", ("pygmy", 1, 2)), ["force.officers"]),
    "officers in words": (an_army("hunters", ("pygmy", 1, "one")), ["force.officers"]),
    "a limit in words": (an_army("hunters", ("pygmy", 1, 1), limit="much"), ["force.limit"]),
    "an unknown option": (an_army("hunters", ("pygmy", 1, 1), options={"weather": "fine"}), ["force.list"]),
    "options in words": (an_army("hunters", ("pygmy", 1, 1), options="none"), ["force.list"]),
    "a word that means nothing": (an_army("hunters", ("pygmy", 1, 1), limits=200), ["force.list"]),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_and_by_which_clause(name: str):
    data, expected = BAD[name]
    assert clauses(data) == expected


def test_everything_is_said_at_once_on_its_line():
    text = 'army = "farmers"\nlimit = 20\n[[unit]]\ntype = "pigmy"\n[[unit]]\ntype = "other_archer"\ncount = 0\n'
    faults = army.check(read(text, "army"))
    assert [fault.line for fault in faults] == [4, 7]


@pytest.mark.pins("troop.table")
def test_every_type_but_the_bearer_can_be_bought_from_some_list():
    sold = {choice["type"] for one in army.lists({}) for choice in one["choices"]}
    assert sold == set(TROOPS) - {"bearer"}
