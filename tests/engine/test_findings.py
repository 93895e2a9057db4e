"""The laws of what is noted about a document: all of it, once, with its line and the word that was meant."""

from __future__ import annotations

import pytest

from zareba.engine.documents import read
from zareba.engine.findings import Findings

TEXT = """
system = "toy"
nmae = "A slip of the pen"
unit = "none"
[[side]]
id = "red"
colour = "red"
[[side]]
id = "blue"
color = "blue"
[limit]
turns = true
"""
KNOWN = {"": "system name unit side limit", "side": "id colour", "limit": "turns"}


@pytest.fixture
def findings() -> Findings:
    return Findings(read(TEXT, "toy.toml"), "setup.shape")


def test_a_misspelt_key_is_noted_with_the_one_that_was_meant(findings):
    findings.keys(KNOWN)
    assert [(fault.line, fault.clause) for fault in findings.faults] == [(3, "setup.shape"), (10, "setup.shape")]
    assert "'nmae' means nothing here. Is it 'name'" in findings.faults[0].why
    assert "'color' means nothing in side. Is it 'colour'" in findings.faults[1].why


def test_a_part_of_another_shape_is_noted_once_and_taken_as_empty(findings):
    assert [findings.tables("unit"), findings.tables("unit")] == [[], []]
    assert [fault.line for fault in findings.faults] == [4]
    assert [number for number, _ in findings.tables("side")] == [0, 1]


def test_true_is_no_whole_number(findings):
    assert not findings.whole(
        findings.section("limit", dict)["turns"], 1, 9, "The limit", "end.limit", "limit", "turns"
    )
    assert findings.whole(9, 1, 9, "The limit", "end.limit", "limit", "turns")
    assert [(fault.line, fault.clause) for fault in findings.faults] == [(12, "end.limit")]


@pytest.mark.parametrize("value", ["gren", ["green"], None])
def test_an_unknown_word_is_refused_with_the_known_ones(findings, value):
    assert not findings.word(value, ("green", "red"), "The colour", "unit.colour", "unit")
    assert "The colour is one of green, red" in findings.faults[0].why
