"""Lengths and points as people write them."""

from itertools import product

import pytest

from zareba.boards.inches.shapes import Circle, Polygon, oblong
from zareba.boards.inches.written import area, bearing_of, box, inches, length, line, point, points, spot


@pytest.mark.parametrize(
    "written, thousandths",
    [("9.45", 9450), ("9", 9000), (9, 9000), ("0.001", 1), ("-0.5", -500), ("-12.25", -12250), ("1234", 1234000)],
)
def test_a_length_is_exact(written: str | int, thousandths: int):
    assert length(written) == thousandths


@pytest.mark.parametrize(
    "written", ["", "nine", "1.2345", "1,5", "1e3", "--1", "12345", "1.", ".5", True, "\N{SUPERSCRIPT TWO}"]
)
def test_what_is_no_length_is_refused(written: str):
    with pytest.raises(ValueError, match="is no number"):
        length(written)


def test_a_bearing_is_in_tenths_of_a_degree_and_turns_once_round():
    assert [bearing_of(written) for written in ("22.5", 90, "360", "-90")] == [225, 900, 0, 2700]
    with pytest.raises(ValueError, match="1 decimals"):
        bearing_of("22.55")


def test_points_and_shapes():
    assert point("9.45 13.9") == (9450, 13900)
    assert points("0 8, 6.9 8") == [(0, 8000), (6900, 8000)]
    assert box("26 20 34 28") == oblong(26000, 20000, 34000, 28000)
    assert area({"at": "54 24", "radius": 1}) == Circle((54000, 24000), 1000)
    assert area({"box": "0 0 1 1"}) == oblong(0, 0, 1000, 1000)
    assert area({"outline": "0 0, 1 0, 0 1"}) == Polygon([(0, 0), (1000, 0), (0, 1000)])
    assert line("0 0, 1 0").points == ((0, 0), (1000, 0))


BAD = [
    {},
    {"at": "1 1"},
    {"radius": 1},
    {"box": "1 1 2"},
    {"box": "1 1 0 2"},
    {"outline": "0 0, 1 1"},
    {"outline": "x"},
]


@pytest.mark.parametrize("entry", BAD)
def test_what_is_no_shape_is_refused(entry: dict[str, int | str]):
    with pytest.raises(ValueError, match=r"is no|without|corners"):
        area(entry)


@pytest.mark.parametrize("written", ["9.45 13.9", "0 0", "-0.5 1.001", "12 0.25"])
def test_a_point_is_written_as_it_is_read(written: str):
    assert spot(point(written)) == written


def test_a_length_reads_back():
    assert [inches(value) for value in (12600, 0, -2513, 4, 12000, -3)] == ['12.6"', '0"', '-2.51"', '0"', '12"', '0"']
    for whole, hundredths in product(range(3), range(100)):
        assert length(inches(1000 * whole + 10 * hundredths).rstrip('"')) == 1000 * whole + 10 * hundredths
