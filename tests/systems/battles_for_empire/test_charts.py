"""Every cell of every table, against a second copy of the tables that was made from the sheets by itself.

A chart is written here as the sheets print it, by columns of results: `3/9` are inches on foot and mounted, R is a
rally, STAY remains Shaken, STAY/3 recoils as well, GONE is destroyed; `free` changes cost nothing, F is a Fanatic
Charge. Whoever changes a cell of `tables.toml` must change it here too, and will have a reason.
"""

from __future__ import annotations

import pytest

from zareba.systems.battles_for_empire.troops import TABLES, Troop, formations_of, muster

STEADY = ((0,), (1,), (2, 3, 4, 5), (6,), (7,))
"""Under 1; 1; 2-5; 6; over 6: the row of `tables.toml` has eight cells, from under 1 to over 6."""
SHAKEN = ((0,), (1, 2), (3,), (4,), (5, 6), (7,))
"""Under 1; 1-2; 3; 4; 5-6; over 6."""

ST_C = "none | 3/9 | 6/12 | 9/15 | 9/15 free"
ST_M = "none | 6/12 | 9/15 | 12/18 | 12/18 F"
SH_REG = "STAY/3 | STAY | R | R 3/9 | R 6/12 | R 9/15 free"
SH_REC = "GONE | STAY/3 | STAY | R | R 3/9 | R 6/12"
SH_ASS = "GONE | STAY/3 | STAY | R | R 6/12 | R 12/18 F"
SH_FIC = "GONE | STAY/3 | STAY/3 | R 3/9 | R 6/12 | R 12/18 F"
SH_LOO = "GONE | STAY/3 | R | R 6/12 | R 9/15 | R 12/18 free"

CHARTS = {
    "zulu": {"ST-C": ST_C, "ST-M": ST_M, "SH-REG": SH_REG, "SH-ASS": SH_ASS, "SH-LOO": SH_LOO},
    "sudan": {"ST-C": ST_C, "ST-M": ST_M, "SH-REG": SH_REG, "SH-ASS": SH_ASS},
    "nwf": {"ST-C": ST_C, "ST-M": ST_M, "SH-REG": SH_REG, "SH-ASS": SH_ASS, "SH-FIC": SH_FIC},
    "general": {
        "ST-C": ST_C,
        "ST-M": ST_M,
        "SH-REG": SH_REG.removesuffix(" free"),
        "SH-REC": SH_REC,
        "SH-ASS": SH_ASS,
        "SH-FIC": SH_FIC,
        "SH-LOO": SH_LOO.removesuffix(" free"),
    },
}
"""Which sheet prints which chart, with the footnotes: the general one has no free changes over 6 for Shaken troops."""
SPECIAL = {("zulu", "loose"): "12/18 free mount", ("general", "boer"): "12/18 mount"}
"""What Irregular Horse and Volunteers, and Boers, make of a Steady result over 6."""
CLAUSES = {
    "ST-C": "chart.st-c",
    "ST-M": "chart.st-m",
    "SH-REG": "chart.sh-reg",
    "SH-REC": "chart.sh-rec",
    "SH-ASS": "chart.sh-ass",
    "SH-FIC": "chart.sh-fic",
    "SH-LOO": "chart.sh-loo",
}
WORDS = {"F": "fanatic", "none": "no move", "R": "rallies", "STAY": "stays", "STAY/3": "stays recoils", "GONE": "gone"}
PACES = ("slow", "normal", "fast")


def spelt(printed: str) -> list[str]:
    """The words of a row, cell by cell, without the name of the pace."""
    return [" ".join(WORDS.get(word, word) for word in cell.split()) for cell in printed.split(" | ")]


def without_pace(cell: str) -> str:
    return " ".join(word for word in cell.split() if word not in PACES)


EVERY = [(sheet, chart) for sheet, charts in CHARTS.items() for chart in charts]


@pytest.mark.pins(
    *("chart.st-c", "chart.st-m", "chart.sh-reg", "chart.sh-rec", "chart.sh-ass", "chart.sh-fic", "chart.sh-loo"),
    *("chart.sh-reg-free", "chart.sh-loo-free", "chart.sh-literal"),
)
@pytest.mark.parametrize("sheet, chart", EVERY)
def test_every_cell_of_every_conduct_chart(sheet: str, chart: str):
    row = TABLES["charts"][sheet][chart]
    columns = STEADY if chart.startswith("ST") else SHAKEN
    assert row["clause"] == CLAUSES[chart]
    assert len(row["cells"]) == 8
    for wanted, results in zip(spelt(CHARTS[sheet][chart]), columns, strict=True):
        assert [without_pace(row["cells"][result]) for result in results] == [wanted] * len(results)


@pytest.mark.pins("chart.set-zulu-horse", "result.boer-mount")
def test_the_special_results_over_6():
    rows = [
        (sheet, row) for sheet, charts in TABLES["charts"].items() for row in charts.values() if isinstance(row, dict)
    ]
    found = {
        (sheet, key): without_pace(row[key]) for sheet, row in rows for key in row if key not in ("clause", "cells")
    }
    assert found == SPECIAL


@pytest.mark.pins("chart.set-zulu", "chart.set-sudan", "chart.set-nwf", "chart.set-general")
def test_every_sheet_prints_its_own_charts_and_no_others():
    printed = {sheet: [name for name in charts if name not in ("clause", "horse")]
               for sheet, charts in TABLES["charts"].items()}  # fmt: skip
    assert printed == {sheet: list(charts) for sheet, charts in CHARTS.items()}
    assert {sheet: charts["clause"] for sheet, charts in TABLES["charts"].items()} == {
        sheet: f"chart.set-{sheet}" for sheet in CHARTS
    }


@pytest.mark.parametrize("sheet, chart", EVERY)
def test_a_pace_is_named_after_its_length(sheet: str, chart: str):
    """Slow, normal and fast are the three allowances of a chart, from the shortest to the longest."""
    cells = [cell.split() for cell in TABLES["charts"][sheet][chart]["cells"]]
    lengths = {word: cell[cell.index(word) + 1] for cell in cells for word in cell if word in PACES}
    order = [lengths[pace] for pace in PACES if pace in lengths]
    assert order == sorted(order, key=lambda text: int(text.split("/")[0]))
    for cell in cells:
        assert [word for word in cell if "/" in word] == [lengths[word] for word in cell if word in PACES]


# --- fire, effects, melee, critical hits -------------------------------------------------------------------------


@pytest.mark.pins("art.dice", "rifle.chart", "rifle.muzzle", "mg.chart", "fire.base")
def test_the_charts_of_fire():
    assert TABLES["artillery"] == {
        "bands": [12_000, 36_000],
        "need": 4,
        "dice": {"1": [5, 4], "2": [4, 3], "3": [3, 2]},
    }
    assert TABLES["rifle"] == {"bands": [9_000, 24_000], "need": {"1": [3, 4], "2": [4, 5], "3": [5, 6]}}
    assert TABLES["muzzle"] == {"bands": [6_000, 12_000]}
    assert TABLES["mg"] == {
        "bands": [9_000, 24_000],
        "dice": [3, 4, 5, 6],
        "need": {"various": [4, 5], "maxim": [3, 4]},
    }


@pytest.mark.pins("effect.chart", "effect.limit", "melee.kills", "melee.primary", "melee.support", "melee.support-cap")
def test_the_combat_chart_and_the_dice_of_melee():
    """Disorder, Shaken, Kills for 1, 2, 3 and 4 hits of fire; four Kills at most in melee."""
    assert TABLES["effects"] == {"fire": [[1, 0, 0], [0, 1, 0], [0, 1, 1], [0, 1, 2]], "most": 4}
    assert TABLES["limits"] == {"foot": 4, "mounted": 4, "artillery": 2, "mg": 2}
    assert TABLES["melee"] == {
        "need": 4,
        "primary": {"full": 4, "narrow": 2, "crew": 2},
        "support": {"full": 2, "narrow": 1, "crew": 1},
        "supports": 3,
    }


@pytest.mark.pins("crit.table")
def test_the_table_of_critical_hits():
    table = dict.fromkeys((2, 3, 11, 12), "killed") | dict.fromkeys((4, 5, 9, 10), "out")
    found = {total: fate for fate, totals in TABLES["critical"].items() for total in totals}
    assert found == table


# --- formations and terrain --------------------------------------------------------------------------------------

FORMATIONS = """
line       4.8x0.6   4.8x1.2   -1.8 -0.6 0.6 1.8
column     1.2x2.4   1.2x4.8   0
square     2.4x2.4   -         0 0 0 0
massed     4.8x1.2   4.8x2.4   -0.6 0.6
deep       2.4x2.4   2.4x4.8   0
skirmish   7.2x0.6   -         -2.7 -0.9 0.9 2.7
loose      6.0x0.6   6.0x1.2   -2.25 -0.75 0.75 2.25
gun        1.2x1.2   -         0
limbered   1.2x2.4   -
"""


def thousandths(text: str) -> int:
    """Read by another way than the program's: a decimal fraction of at most three places."""
    whole, _, part = text.lstrip("-").partition(".")
    return int(whole + part.ljust(3, "0")) * (-1 if text.startswith("-") else 1)


@pytest.mark.pins("geo.sizes", "geo.fire-points")
def test_the_footprint_and_fire_points_of_every_formation():
    wanted = {}
    for line in FORMATIONS.strip().splitlines():
        name, foot, mounted, *points = line.split()
        sizes = {"foot": foot, "mounted": mounted}
        row = {arm: [thousandths(part) for part in size.split("x")] for arm, size in sizes.items() if size != "-"}
        wanted[name] = row | {"points": [thousandths(part) for part in points]}
    assert TABLES["formations"] == wanted


AREAS = """
open         10 10 10 10  nobody  none  clear
rough        10 15 15 10  formed  soft  clear
bush         15 20 20 15  most    soft  3000   defends limbered
gentle-hill  10 10 10 10  nobody  none  clear  hill
steep-hill   15 20  0 20  most    soft  clear  hill defends
marsh        20 20  0 20  all     none  clear
village      15 10 10 10  most    hard  1000   defends by-road
water         0  0  0  0  nobody  none  clear
"""
LINES = """
donga   3000 3000    0 3000  most    hard  obstacle
drift   3000 3000 3000 3000  most    hard  obstacle
wall    3000 3000    0    0  most    hard  obstacle work
laager  3000    0    0    0  most    hard  obstacle work
zariba  6000    0    0    0  all     soft  obstacle work
trench  3000 3000    0    0  most    hard  work
sangar  3000    0    0    0  most    hard  work sangar
road       0    0    0    0  nobody  none  road
"""
MOVERS = ("foot", "mounted", "wheeled", "pack")


@pytest.mark.pins("terrain.table")
def test_every_cell_of_the_table_of_terrain():
    assert [_area(name, row) for name, row in TABLES["terrain"].items()] == _rows(AREAS)
    assert [_line(name, row) for name, row in TABLES["lines"].items()] == _rows(LINES)


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _area(name, row) -> list[str]:
    sight = str(row.get("through", "clear"))
    extra = [word for word in ("hill", "defends", "limbered") if row.get(word)]
    extra += ["by-road"] if row.get("by_road") == ["mounted", "wheeled", "pack"] else []
    return [name, *_costs(row), row.get("disorders", "nobody"), row.get("cover", "none"), sight, *extra]


def _line(name, row) -> list[str]:
    extra = [word for word in ("obstacle", "work", "sangar", "road") if row.get(word)]
    return [name, *_costs(row), row.get("disorders", "nobody"), row.get("cover", "none"), *extra]


def _costs(row) -> list[str]:
    return [str(row.get(mover, 0)) for mover in MOVERS]


# --- troops ------------------------------------------------------------------------------------------------------

TROOPS = """
BR  close  foot    ST-C SH-REG 1 BL bayonet skirmish - imperial
BG  close  foot    ST-C SH-REG 1 BL bayonet skirmish - imperial elite
NB  close  foot    ST-C SH-REG 1 BL bayonet skirmish - imperial
EG  close  foot    ST-C SH-REG 2 BL bayonet -        - imperial fragile
SU  close  foot    ST-C SH-REG 2 BL bayonet skirmish - imperial
IR  close  foot    ST-C SH-REG 2 BL bayonet skirmish - imperial
GK  close  foot    ST-C SH-REG 1 BL bayonet skirmish - imperial elite
CR  close  foot    ST-C SH-REC 3 BL bayonet -        - imperial
NNC massed foot    ST-M SH-ASS 3 BL -       skirmish - fragile
MI  close  mounted ST-C SH-REG 1 BL bayonet skirmish dismounts imperial
LC  close  mounted ST-C SH-REG 2 BL -       skirmish dismounts imperial
EC  close  mounted ST-C SH-REG 0 BL -       -        - imperial fragile
IC  close  mounted ST-C SH-REG 3 BL -       skirmish dismounts imperial
IH  loose  mounted ST-M SH-LOO 2 BL -       skirmish dismounts imperial
IV  loose  foot    ST-M SH-LOO 2 BL -       skirmish - imperial
ZW  massed foot    ST-M SH-ASS 0 BL -       -        - assault
ZE  massed foot    ST-M SH-ASS 0 BL -       -        - assault elite
ZR  massed foot    ST-M SH-ASS 3 ML -       skirmish - assault
DW  massed foot    ST-M SH-ASS 0 BL -       -        - assault
DE  massed foot    ST-M SH-ASS 0 BL -       -        - assault elite
DR  massed foot    ST-M SH-ASS 3 BL -       skirmish - assault
DH  massed mounted ST-M SH-ASS 0 BL -       -        - assault
GZ  massed foot    ST-M SH-ASS 0 BL -       -        - assault
PA  massed foot    ST-M SH-FIC 2 ML -       skirmish - fickle sangar
PH  massed mounted ST-M SH-FIC 0 BL -       -        - fickle
BO  loose  mounted ST-M SH-LOO 1 BL -       skirmish dismounts boer sangar
AS  massed foot    ST-M SH-FIC 3 ML -       skirmish - fickle
BX  massed foot    ST-M SH-ASS 0 BL -       -        - assault
"""


@pytest.mark.pins("troop.table", "troop.nnc", "chart.set-nwf-ghazi", "chart.egyptians", "term.styles", "term.arms")
def test_every_troop_code():
    wanted = {row[0]: row[1:] for row in _rows(TROOPS)}
    assert list(TABLES["troops"]) == list(wanted)
    for code, row in wanted.items():
        troop = muster({"id": "x", "code": code}, 0)
        assert _troop(troop, TABLES["troops"][code]["tags"]) == row, code


def _troop(troop: Troop, tags: list[str]) -> list[str]:
    flags = {"bayonet": troop.bayonet, "skirmish": troop.skirmishes, "dismounts": troop.dismounts}
    has = {"imperial": troop.imperial, "elite": troop.elite, "fragile": troop.fragile, "boer": troop.boer,
           "assault": troop.assault, "sangar": troop.sangar}  # fmt: skip
    assert [tag for tag in tags if tag != "fickle"] == [tag for tag in tags if has.get(tag)]
    assert sum(has.values()) == len([tag for tag in tags if tag != "fickle"])
    return [troop.style, troop.arm, troop.steady, troop.shaken, str(troop.rate), "ML" if troop.muzzle else "BL",
            *[word if on else "-" for word, on in flags.items()], *tags]  # fmt: skip


WEAPONS = """
GF artillery wheeled 12 3  0
GH artillery wheeled 12 3  1
GL artillery wheeled 12 3 -1
GM artillery pack     9 6 -1
MC mg        wheeled 12 3  0 various 0
MX mg        pack     9 6  0 maxim   2
"""


@pytest.mark.pins("weapon.table", "gun.rates", "art.mod-heavy", "art.mod-light", "mg.maxim")
def test_every_weapon_code():
    found = []
    for code, row in TABLES["weapons"].items():
        words = [
            code,
            row["arm"],
            row["carriage"],
            *[f"{far / 1000:g}" for far in row["moves"]],
            str(row.get("weight", 0)),
        ]
        found.append(words + ([row["chart"], str(row.get("jam", 0))] if row["arm"] == "mg" else []))
    assert found == _rows(WEAPONS)


@pytest.mark.pins("troop.crews")
@pytest.mark.parametrize(
    "crew, chart, imperial, boer",
    [
        ("BR", "SH-REG", True, False),
        ("EG", "SH-REG", True, False),
        ("IR", "SH-REG", True, False),
        ("DW", "SH-ASS", False, False),
        ("ZW", "SH-ASS", False, False),
        ("PA", "SH-FIC", False, False),
        ("CR", "SH-REC", True, False),
        ("BO", "SH-LOO", False, True),
    ],
)
def test_a_crew_rallies_like_the_troops_it_serves_with(crew: str, chart: str, imperial: bool, boer: bool):
    gun = muster({"id": "x", "code": "GF", "crew": crew}, 0)
    assert (gun.shaken, gun.imperial, gun.boer) == (chart, imperial, boer)
    assert (gun.steady, gun.limit, gun.elite, gun.fragile, gun.assault, gun.sangar) == ("", 2, *[False] * 4)


@pytest.mark.pins("troop.table", "term.rates-independent", "chart.egyptians", "rifle.muzzle")
def test_a_scenario_may_rate_a_unit_otherwise():
    troop = muster({"id": "x", "code": "EG", "rate": 3, "fragile": False, "elite": True, "shaken_chart": "SH-REC"}, 0)
    assert (troop.rate, troop.fragile, troop.elite, troop.shaken) == (3, False, True, "SH-REC")
    assert muster({"id": "x", "code": "BR", "firearm": "ML"}, 0).muzzle
    assert muster({"id": "x", "code": "GM", "rate": 3}, 0).rate == 3
    assert muster({"id": "x", "code": "GM"}, 0).rate == 1
    assert muster({"id": "x", "code": "MC"}, 0).rate == 0


@pytest.mark.pins("form.close", "form.massed", "form.loose", "form.dismounted", "gun.limber")
@pytest.mark.parametrize(
    "code, mounted, formations",
    [
        ("BR", False, "line column square skirmish"),
        ("EG", False, "line column square"),
        ("LC", True, "line column"),
        ("LC", False, "line skirmish"),
        ("EC", True, "line column"),
        ("ZW", False, "massed deep"),
        ("ZR", False, "massed deep skirmish"),
        ("DH", True, "massed deep"),
        ("IV", False, "loose column skirmish"),
        ("BO", True, "loose column"),
        ("BO", False, "loose skirmish"),
        ("GF", False, "gun limbered"),
    ],
)
def test_the_formations_of_each_style(code: str, mounted: bool, formations: str):
    assert list(formations_of(muster({"id": "x", "code": code}, 0), mounted)) == formations.split()
