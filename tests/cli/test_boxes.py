"""A board of boxes as text."""

from __future__ import annotations

from typing import Any

import pytest

from zareba.cli.board import draw, stands
from zareba.cli.marks import Marks
from zareba.cli.tags import tag_pieces

Json = dict[str, Any]


def a_board(columns: int = 4, rows: int = 3, **more: Any) -> Json:
    return {"kind": "boxes", "columns": columns, "rows": rows, "cells": {}, "edges": [], **more}


def a_piece(name: str, side: str, box: str, facing: str = "N", rank: int = 0, **more: Any) -> Json:
    at = {"box": box, "facing": facing, "slot": more.pop("slot", facing), "rank": rank}
    return {"id": name.lower(), "name": name, "side": side, "figures": 4, "full": 4, "at": at, "marks": [], **more}


def a_square(box: str) -> list[Json]:
    sides = zip(("Alpha", "Bravo", "Charlie", "Delta"), "NESW", range(4), strict=True)
    units = [a_piece(name, "red", box, facing, rank, marks=["square"]) for name, facing, rank in sides]
    return [*units, a_piece("Gatling", "red", box, "NW", 4, slot="NW", marks=["square"])]


def a_table(*pieces: Json, contacts: list[Json] | None = None) -> Json:
    sides = [{"id": "red", "name": "Red"}, {"id": "black", "name": "Black"}]
    return {"sides": sides, "pieces": list(pieces), "contacts": contacts or []}


def lines(board: Json, table: Json, marks: Marks | None = None, room: tuple[int, int] = (100, 60)) -> list[str]:
    return draw(board, table, tag_pieces(table, {}), marks, room).lines()


def test_row_1_is_at_the_bottom_and_column_a_at_the_left():
    drawn = lines(a_board(), a_table(a_piece("Guards", "red", "A1"), a_piece("Spears", "black", "D3", "S")))
    assert drawn[0].split() == ["A", "B", "C", "D"]
    spears, guards = (next(line for line in drawn if text in line) for text in ("4sv", "4G^"))
    assert spears.startswith("3")
    assert guards.startswith("1")
    assert spears.index("4sv") > guards.index("4G^")


@pytest.mark.parametrize("room", [(100, 60), (100, 30), (80, 24), (60, 20), (10, 5)])
def test_every_unit_can_be_found_at_any_size(room):
    pieces = [a_piece("Guards", "red", "A1", "E"), *a_square("C2"), a_piece("Spears", "black", "D3", "S")]
    drawn = "\n".join(lines(a_board(), a_table(*pieces), room=room))
    for text in ("4GU>", "4sv", "N 4A", "W 4D", "NW 4GA"):
        assert text in drawn


def test_a_square_has_its_units_on_the_sides_and_its_guns_in_the_corners():
    drawn = lines(a_board(), a_table(*a_square("A2")))
    top, middle, bottom = [line.split("|")[1] for line in drawn if line.count("|") == 5][3:6]
    assert top.split() == ["G", "A"]
    assert middle.split() == ["D", "B"]
    assert bottom.strip() == "C"
    assert top.index("A") == bottom.index("C")


def test_a_fight_is_drawn_on_the_side_across_which_they_fight():
    pieces = [a_piece("Guards", "red", "B2", "N"), a_piece("Spears", "black", "B3", "S")]
    for locked, letter, word in ((True, "x", "hand-to-hand"), (False, "*", "charge")):
        contact = {"charger": "spears", "target": "guards", "box": "B2", "side": "N", "locked": locked}
        drawn = lines(a_board(), a_table(*pieces, contacts=[contact]))
        between = next(line for line in drawn if f"-{letter}-" in line)
        spears, guards = (next(line for line in drawn if text in line) for text in ("4sv", "4G^"))
        assert drawn.index(spears) < drawn.index(between) < drawn.index(guards)
        assert f"{letter} {word}" in drawn[-1]


def test_terrain_levels_and_works_are_drawn_and_explained():
    cells = {"A1": {"terrain": "scrub", "level": 0}, "C2": {"terrain": "open", "level": 1}}
    drawn = lines(a_board(cells=cells, edges=[["B2", "N", "zariba"], ["B2", "W", "wall"]]), a_table())
    assert any("%%%" in line for line in drawn)
    assert any("#" in line for line in drawn)
    assert drawn[-1].split("   ")[1:] == ["s scrub", "1 level", "# wall", "% zariba"]


def test_how_a_unit_stands_is_written_with_it():
    pieces = [a_piece("Guards", "red", "A1", marks=["prone"]), a_piece("Spears", "black", "D3", "S", marks=["broken"])]
    drawn = lines(a_board(), a_table(*pieces))
    assert any("4G^_" in line for line in drawn)
    assert any("4sv!" in line for line in drawn)
    assert drawn[-1].strip() == "_ prone   ! broken"


def test_what_there_is_no_room_for_stands_below():
    pieces = [a_piece(name, "red", "B2", rank=rank) for rank, name in enumerate(("Alpha", "Bravo", "Charlie", "Delta"))]
    drawn = lines(a_board(), a_table(*pieces), room=(30, 10))
    assert any("4A^" in line and "+" in line for line in drawn)
    assert any("B2: 4A^, 4B^, 4C^, 4D^" in line for line in drawn)


def test_options_carry_their_number_and_targets_are_pointed_at():
    table = a_table(a_piece("Guards", "red", "A1"))
    drawn = lines(a_board(), table, Marks({"C3": "12", "A1": "1"}))
    assert any("[12]" in line for line in drawn)
    assert any(line.count(">") == 1 and "<" in line for line in drawn)


def test_the_largest_map_is_no_wider_than_100_columns_and_plain_ascii():
    pieces = [a_piece(f"Band {cell}", "black", f"{chr(65 + cell % 16)}{cell // 16 + 1}") for cell in range(192)]
    drawn = lines(a_board(16, 12), a_table(*pieces))
    assert max(map(len, drawn)) <= 100
    assert "\n".join(drawn).isascii()


def test_colour_changes_no_character():
    table = a_table(*a_square("B2"), a_piece("Spears", "black", "D3", "S"))
    canvas = draw(a_board(), table, tag_pieces(table, {}), Marks({"A1": "1"}, frozenset({"spears"})))
    for colours in ("truecolor", "256", "standard"):
        painted = canvas.painted(colours).plain.splitlines()
        assert [line.rstrip() for line in painted] == canvas.lines()


def test_where_a_piece_stands_is_said_in_words():
    assert stands(a_board(), a_piece("Guards", "red", "A1", "NE")) == "A1 facing NE"
    assert stands(a_board(), a_piece("General", "red", "A1", "")) == "A1"
