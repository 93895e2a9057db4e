"""The board as text."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.cli.board import draw
from zareba.cli.marks import Marks
from zareba.cli.tags import tag_pieces
from zareba.engine.errors import Unknown

Json = dict[str, Any]


def a_board(columns: int = 5, rows: int = 4, **more: Any) -> Json:
    return {"kind": "hexes", "columns": columns, "rows": rows, "names": "digits", "cells": {}, "edges": [], **more}


def a_piece(name: str, side: str, at: dict[str, int], identity: str = "") -> Json:
    return {"id": identity or name.lower(), "name": name, "side": side, "figures": sum(at.values()), "at": at}


def a_table(*pieces: Json) -> Json:
    return {"sides": [{"id": "red", "name": "Red"}, {"id": "black", "name": "Black"}], "pieces": list(pieces)}


def lines(board: Json, table: Json, marks: Marks | None = None, room: tuple[int, int] = (100, 60)) -> list[str]:
    return draw(board, table, tag_pieces(table, {}), marks, room).lines()


def test_even_rows_are_shifted_half_a_hex_to_the_right():
    drawn = lines(a_board(), a_table(), room=(30, 12))
    odd, even = (next(line for line in drawn if line.startswith(row)) for row in ("01", "02"))
    assert even.index("|") - odd.index("|") == 2
    assert odd.count("|") == even.count("|") == 6


@pytest.mark.parametrize("room", [(100, 60), (100, 30), (80, 24), (60, 20), (10, 5)])
def test_every_unit_can_be_found_at_any_size(room):
    table = a_table(a_piece("Guards", "red", {"0101": 4, "0202": 2}), a_piece("Spears", "black", {"0504": 3}))
    drawn = "\n".join(lines(a_board(), table, room=room))
    assert "4G" in drawn
    assert "2G" in drawn
    assert "3s" in drawn


def test_the_largest_map_is_no_wider_than_100_columns():
    at = {f"{column:02}{row:02}": 4 for column in range(1, 21) for row in range(1, 15)}
    drawn = lines(a_board(20, 14), a_table(a_piece("Gordon Highlanders", "red", at)))
    assert max(map(len, drawn)) <= 100


def test_terrain_levels_and_sides_between_hexes_are_drawn_and_explained():
    cells = {"0101": {"terrain": "wood", "level": 2}, "0302": {"terrain": "fortification", "level": 1}}
    drawn = lines(a_board(cells=cells, edges=[["0101", "0201", "wall"], ["0303", "0403", "high"]]), a_table())
    text = "\n".join(drawn)
    assert "w2" in text
    assert "F1" in text
    assert "%" in drawn[2]
    assert "w wood" in drawn[-1]
    assert "1 2 level" in drawn[-1]
    assert "H high between hexes" in drawn[-1]


def test_reachable_hexes_carry_their_number_and_targets_are_pointed_at():
    table = a_table(a_piece("Guards", "red", {"0101": 4}))
    drawn = lines(a_board(), table, Marks({"0303": "12", "0101": "1"}))
    assert any("[12]" in line for line in drawn)
    assert any(">" in line and "4G" in line and "<" in line for line in drawn)


def test_what_there_is_no_room_for_stands_below():
    pieces = [a_piece(name, "red", {"0202": 1}) for name in ("Alpha", "Bravo", "Charlie", "Delta")]
    drawn = lines(a_board(cells={"0202": {"terrain": "wood", "level": 1}}), a_table(*pieces), room=(100, 12))
    assert any("1A+" in line for line in drawn)
    assert any("0202: 1A 1B 1C 1D w1" in line for line in drawn)


def test_the_board_is_plain_ascii():
    cells = {"0101": {"terrain": "river", "level": 0}, "0201": {"terrain": "block", "level": 0}}
    assert "\n".join(lines(a_board(cells=cells), a_table())).isascii()


def test_hexes_may_be_named_with_letters():
    drawn = lines(a_board(names="letters"), a_table(a_piece("Guards", "red", {"B3": 4})))
    row = next(line for line in drawn if line.startswith("B"))
    assert "4G" in row


def test_colour_changes_no_character():
    table = a_table(a_piece("Guards", "red", {"0101": 4}), a_piece("Spears", "black", {"0504": 3}))
    canvas = draw(a_board(), table, tag_pieces(table, {}), Marks({"0303": "1"}, frozenset({"guards"})))
    for colours in ("truecolor", "256", "standard"):
        painted = canvas.painted(colours).plain.splitlines()
        assert [line.rstrip() for line in painted] == canvas.lines()


def test_a_board_of_another_kind_is_refused_with_a_sentence():
    with pytest.raises(Unknown, match="globe"):
        draw({"kind": "globe"}, a_table(), {})


# --- tags -----------------------------------------------------------------------------------------------------


def test_a_side_is_told_by_capitals_and_small_letters():
    table = a_table(a_piece("Guards", "red", {}, "g1"), a_piece("Guards", "black", {}, "g2"))
    assert tag_pieces(table, {}) == {"g1": "G", "g2": "g"}


def test_names_with_the_same_initial_get_two_letters_and_stay_apart():
    names = ["Spearmen 1", "Spearmen 2", "10th Hussars", "19th Hussars", "Royal Artillery", "Royal Marines", "7"]
    tags = tag_pieces(a_table(*[a_piece(name, "red", {}) for name in names]), {})
    assert tags["spearmen 1"] == "S1"
    assert tags["royal artillery"] == "RA"
    assert len(set(tags.values())) == len(names)


def test_a_first_word_that_all_have_does_not_count():
    table = a_table(a_piece("Southern Guards", "red", {}), a_piece("Southern Line", "red", {}))
    assert sorted(tag_pieces(table, {}).values()) == ["G", "L"]


def test_tags_stay_and_a_part_is_tagged_after_its_unit():
    before = tag_pieces(a_table(a_piece("Guards", "red", {}, "guards")), {})
    parts = a_table(a_piece("Guards (2)", "red", {}, "guards.2"), a_piece("General", "red", {}, "general"))
    after = tag_pieces(parts, before)
    assert after["guards"] == "G"
    assert after["guards.2"] == "G2"
    assert after["general"] not in ("G", "G2")
