"""What a person typed, as one of the options."""

from __future__ import annotations

import pytest

from zareba.cli.choosing import ends, find, ways
from zareba.engine.ask import Option

OPTIONS = [
    Option("fire line", "Fire at the Line", target="line", cells=("0802", "0902")),
    Option("fire lancers", "Fire at the Lancers", target="lancers", cells=("1101",)),
    Option("0405>0505", "2 from 0405 to 0505", piece="guards", cells=("0405", "0505")),
    Option("0405>0605", "2 from 0405 to 0605", piece="guards", cells=("0405", "0505", "0605")),
    Option("0506>0605", "2 from 0506 to 0605", piece="guards", cells=("0506", "0605")),
    Option("activate guards", "Guards: 8 infantry", piece="guards", cells=("0405", "0506")),
    Option("0506", "One of 2 in 0506", piece="guards", cells=("0506",)),
    Option("stop", "Stop here"),
]
TAGS = {"line": "li", "lancers": "la", "guards": "G"}


@pytest.mark.parametrize(
    "typed, found",
    [
        ("fire line", [0]),
        ("  FIRE   Line ", [0]),
        ("1", [0]),
        ("8", [7]),
        ("fire la", [1]),
        ("fire", [0, 1]),
        ("st", [7]),
        ("stop h", [7]),
        ("act gu", [5]),
        ("f li", [0]),
        ("f li x", []),
        ("lancers", [1]),
        ("li", [0]),
        ("LI", []),
        ("0506", [6]),
        ("0405", [2, 3]),
        ("0405>06", [3]),
        ("9", []),
        ("0", [2, 3, 4, 6]),
        ("-1", []),
        ("²", []),
        ("nonsense", []),
        ("", []),
    ],
)
def test_numbers_notations_tags_and_their_beginnings_are_understood(typed, found):
    assert find(typed, OPTIONS, TAGS) == found


def test_ways_are_grouped_by_where_they_begin():
    assert ways(OPTIONS, list(range(len(OPTIONS)))) == [("0405", [2, 3]), ("0506", [4])]


def test_marks_number_the_ends_of_ways_and_the_hexes_of_targets_but_not_units_to_choose():
    everything = ends(OPTIONS, list(range(len(OPTIONS))))
    assert everything["0505"] == "3"
    assert everything["0605"] == "*"
    assert everything["1101"] == "2"
    assert everything["0506"] == "7"
    assert ends(OPTIONS, [5, 7]) == {}
