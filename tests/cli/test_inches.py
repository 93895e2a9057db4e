"""An open table as text, and positions as people type them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.players.tiny import SIDES, SYSTEM, dump

from zareba.cli.board import draw, stands
from zareba.cli.choosing import position
from zareba.cli.marks import Marks
from zareba.cli.saves import Keeper
from zareba.cli.screen import Screen
from zareba.cli.sitting import Sitting
from zareba.cli.tags import tag_pieces
from zareba.engine.game import Game
from zareba.engine.record import start

Json = dict[str, Any]


def an_open_table(**more: Any) -> Json:
    return {"kind": "inches", "width": 24_000, "depth": 18_000, "areas": [], "lines": [], **more}


def a_figure(name: str, side: str, x: int, y: int, facing: int = 0, full: int = 1) -> Json:
    shape = {"kind": "base", "x": x, "y": y, "radius": 500, "facing": facing}
    return {"id": name.lower(), "name": name, "side": side, "figures": full, "full": full, "shape": shape}


def a_table(*pieces: Json) -> Json:
    sides = [{"id": side, "name": side.capitalize(), "figures": 6, "lost": 0} for side in SIDES]
    return {"sides": sides, "pieces": list(pieces), "decks": []}


def lines(board: Json, table: Json, marks: Marks | None = None, room: tuple[int, int] = (60, 30)) -> list[str]:
    return draw(board, table, tag_pieces(table, {}), marks, room).lines()


def row(drawn: list[str], text: str) -> int:
    return next(number for number, line in enumerate(drawn) if text in line)


def test_north_is_at_the_top_and_a_figure_shows_where_it_faces():
    pieces = (a_figure("Stanley", "red", 3_000, 2_000), a_figure("Chief", "blue", 20_000, 16_000, 1_900))
    drawn = lines(an_open_table(), a_table(*pieces))
    assert row(drawn, "cv") < row(drawn, "S^")
    assert drawn[row(drawn, "cv")].index("cv") > drawn[row(drawn, "S^")].index("S^")


@pytest.mark.parametrize("room", [(200, 90), (100, 44), (60, 30), (30, 12), (10, 5)])
def test_every_figure_is_found_at_any_size(room):
    crowd = [
        a_figure(name, "red", 1_000 + 500 * place, 2_000) for place, name in enumerate(("Alpha", "Bravo", "Cobra"))
    ]
    drawn = "\n".join(lines(an_open_table(), a_table(*crowd, a_figure("Delta", "blue", 20_000, 16_000)), room=room))
    for tag in "ABCd":
        assert tag in drawn


def test_who_finds_no_room_stands_below_with_his_place():
    crowd = [a_figure(name, "red", 6_000 + place, 2_000, 900) for place, name in enumerate(("Alpha", "Bravo"))]
    drawn = lines(an_open_table(), a_table(*crowd))
    assert any("A>" in line for line in drawn)
    assert drawn[-1].strip() == "B> at 6.001 2 facing 90"


def test_ground_and_lines_are_drawn_and_explained():
    areas = [
        {"terrain": "grass", "name": "", "level": 0, "centre": [6_000, 9_000], "radius": 3_000},
        {"terrain": "hill", "name": "", "level": 1, "outline": [[12_000, 0], [18_000, 0], [18_000, 6_000]]},
    ]
    road = {"terrain": "road", "name": "", "points": [[0, 15_000], [24_000, 15_000]]}
    drawn = lines(an_open_table(areas=areas, lines=[road]), a_table())
    assert any(line.count(":") > 40 for line in drawn)
    assert any("g" in line for line in drawn[:-1])
    assert drawn[-1].split() == ["g", "grass", "h", "hill", ":", "road"]
    assert "\n".join(drawn).isascii()


def test_colour_changes_no_character_of_an_open_table():
    table = a_table(a_figure("Stanley", "red", 3_000, 2_000))
    canvas = draw(an_open_table(), table, tag_pieces(table, {}), Marks(pieces=frozenset({"stanley"})))
    for colours in ("truecolor", "256", "standard"):
        assert [line.rstrip() for line in canvas.painted(colours).plain.splitlines()] == canvas.lines()


def test_it_is_said_where_a_figure_stands():
    assert stands(an_open_table(), a_figure("Stanley", "red", 12_500, 3_000, 905)) == "at 12.5 3 facing 90.5"


@pytest.mark.parametrize(
    "typed, notation",
    [
        ("at 12.5 3", "12500 3000"),
        ("AT 12.5 3 facing 90", "12500 3000 900"),
        ("at 0.001 3 0.1", "1 3000 1"),
        ("12500 3000", "12500 3000"),
        ("at sea", "at sea"),
        ("at nan inf", "at nan inf"),
        ("at", "at"),
    ],
)
def test_positions_may_be_typed_in_inches_and_degrees(typed, notation):
    assert position(typed) == notation


# --- at the prompt ------------------------------------------------------------------------------------------------

OPEN = replace(
    SYSTEM,
    board=lambda state: an_open_table(),
    table=lambda state, seat: a_table() | dump(state),
)


def asked_where(*typed: str) -> Game:
    """A duel in which Red has been asked where to meet, and has typed this."""
    game, journal = start(OPEN, {"men": 6, "turns": 12}, {}, None)
    for answer in ("draw 0", "draw 1"):
        game.answer(answer)
    game.choose(0, "red")
    game.choose(1, "blue")
    script = iter([*typed, "quit"])
    Sitting(Screen(), game, journal, {}, Keeper(None, None), lambda prompt: next(script)).play()
    return game


def test_a_position_is_answered_by_its_number(capsys):
    assert asked_where("2").state.spot == (0, 1000)
    assert "(0, 1000)" in capsys.readouterr().out


def test_a_position_is_answered_in_inches():
    assert asked_where("at 0.5 0.25").state.spot == (500, 250)


def test_a_forbidden_position_is_refused_with_its_clause_and_nothing_happens(capsys, monkeypatch):
    monkeypatch.setattr("zareba.cli.talk.rulebook_of", lambda system: {})
    game = asked_where("at 2 2", "99", "why at 2 2", "why at 0 0.5", "hint")
    said = capsys.readouterr().out
    assert game.state.spot == ()
    assert said.count("That is off the table.") == 2
    assert "'99' is no answer here" in said
    assert "at 0 0.5 is allowed." in said
    assert "A greedy player would:" in said
