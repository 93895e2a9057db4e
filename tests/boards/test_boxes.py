"""The laws of maps of boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zareba.boards.boxes import (
    CORNERS,
    DIRECTIONS,
    NE,
    OFF,
    SIDES,
    BoxGrid,
    N,
    S,
    W,
    beside,
    bits,
    direction,
    is_side,
    letters,
    opposite,
)

GRID = BoxGrid(8, 8)
SMALL = BoxGrid(6, 5)
cells = st.sampled_from(list(SMALL.cells))


def at(name: str) -> int:
    return GRID.find(name)


def names(mask: int) -> set[str]:
    return {GRID.name(cell) for cell in bits(mask)}


def test_boxes_are_named_by_column_and_row_from_the_south_west():
    assert GRID.place(at("A1")) == (1, 1)
    assert GRID.place(at("d4")) == (4, 4)
    assert GRID.find("I1") == GRID.find("A9") == GRID.find("") == GRID.find("\N{LATIN SMALL LETTER DOTLESS I}1") == OFF


def test_columns_beyond_z_have_two_letters():
    assert [letters(column) for column in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_a_map_has_at_least_one_box():
    with pytest.raises(ValueError, match="0 columns"):
        BoxGrid(0, 3)


def test_every_name_finds_its_box():
    assert [GRID.find(GRID.name(cell)) for cell in GRID.cells] == list(GRID.cells)
    assert [GRID.index(*GRID.place(cell)) for cell in GRID.cells] == list(GRID.cells)


def test_sides_and_corners_alternate_clockwise_from_north():
    assert [DIRECTIONS[side] for side in SIDES] == ["N", "E", "S", "W"]
    assert [DIRECTIONS[corner] for corner in CORNERS] == ["NE", "SE", "SW", "NW"]
    assert all(is_side(side) for side in SIDES)
    assert not any(is_side(corner) for corner in CORNERS)
    assert direction("ne") == NE
    assert direction("up") == OFF


def test_a_corner_lies_between_its_two_sides():
    assert [DIRECTIONS[side] for side in beside(direction("NW"))] == ["W", "N"]
    assert opposite(N) == S
    assert opposite(opposite(NE)) == NE


def test_a_straight_step_counts_one_and_a_diagonal_step_one_and_a_half():
    assert GRID.halves(at("D4"), at("D7")) == 6
    assert GRID.halves(at("D4"), at("E5")) == 3
    assert GRID.halves(at("D4"), at("E6")) == 5
    assert GRID.halves(at("D4"), at("F6")) == 6
    assert GRID.halves(at("D4"), at("D4")) == 0


def test_the_arc_of_a_side_is_a_quarter_circle_with_its_lines():
    arc = names(GRID.arc(at("D4"), N))
    assert {"D5", "C5", "E5", "F6", "B6", "D8"} <= arc
    assert not {"D4", "F5", "C4", "D3"} & arc


def test_the_arc_of_a_corner_is_a_quarter_circle_with_its_lines():
    arc = names(GRID.arc(at("D4"), NE))
    assert {"D6", "E6", "F4", "E4", "H8"} <= arc
    assert not {"D4", "C5", "E3"} & arc


@given(cells)
def test_four_sides_and_four_corners_each_see_the_whole_horizon(cell: int):
    around = SMALL.board & ~(1 << cell)
    for facings in (SIDES, CORNERS):
        seen = 0
        for facing in facings:
            seen |= SMALL.arc(cell, facing)
        assert seen == around


@given(cells, cells, st.integers(0, 7))
def test_an_arc_looks_back_along_itself(a: int, b: int, facing: int):
    assert SMALL.arc(a, facing) >> b & 1 == SMALL.arc(b, opposite(facing)) >> a & 1


@given(cells, cells)
def test_distance_is_the_same_both_ways(a: int, b: int):
    assert SMALL.halves(a, b) == SMALL.halves(b, a)
    assert (SMALL.within(a, 5) >> b & 1) == (0 < SMALL.halves(a, b) <= 5)


@given(cells, cells)
def test_a_neighbour_is_found_in_its_direction(a: int, b: int):
    facing = SMALL.towards(a, b)
    assert (facing == OFF) == (not SMALL.near[a] >> b & 1)
    if facing != OFF:
        assert SMALL.next[a][facing] == b
        assert SMALL.towards(b, a) == opposite(facing)
        assert is_side(facing) == bool(SMALL.touching[a] >> b & 1)


def test_a_shot_comes_in_by_the_side_that_looks_at_the_firer():
    assert GRID.facing_sides(at("D4"), at("D8")) == (N,)
    assert GRID.facing_sides(at("D4"), at("A5")) == (W,)
    assert {DIRECTIONS[side] for side in GRID.facing_sides(at("D4"), at("F2"))} == {"S", "E"}
    assert GRID.facing_sides(at("D4"), at("D4")) == ()


def test_a_line_crosses_the_boxes_between_its_ends():
    assert [names(gate) for gate in GRID.gates(at("D4"), at("E6"))] == [{"D5"}, {"E5"}]
    assert [names(gate) for gate in GRID.gates(at("D4"), at("D7"))] == [{"D5"}, {"D6"}]
    assert GRID.gates(at("D4"), at("D5")) == ()


def test_a_line_through_a_corner_passes_between_two_boxes():
    assert [names(gate) for gate in GRID.gates(at("D4"), at("E5"))] == [{"D5", "E4"}]
    assert [names(gate) for gate in GRID.gates(at("D4"), at("F6"))] == [{"D5", "E4"}, {"E5"}, {"E6", "F5"}]


@given(cells, cells)
def test_a_line_is_the_same_both_ways(a: int, b: int):
    assert SMALL.gates(a, b) == SMALL.gates(b, a)[::-1]


@given(cells, cells)
def test_neither_end_of_a_line_is_in_its_way(a: int, b: int):
    ends = 1 << a | 1 << b
    assert all(gate and not gate & ends for gate in SMALL.gates(a, b))


def test_paces_count_boxes_even_along_a_diagonal():
    assert GRID.name(GRID.pace(at("E6"), direction("SW"), 2)) == "C4"
    assert GRID.pace(at("A1"), W, 1) == OFF
