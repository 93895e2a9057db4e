"""The tables that the program plays by say what the words of the rule book and of the cards say."""

from __future__ import annotations

import re

import pytest

from zareba.systems.afriboria import SYSTEM
from zareba.systems.afriboria.language import COMMANDS, EVENTS, Card
from zareba.systems.afriboria.scenario import OPTIONS
from zareba.systems.afriboria.troops import COLOURS, TABLES

BOOK = (SYSTEM.folder / "rulebook.md").read_text(encoding="utf-8")
CLAUSES = dict(re.findall(r"^- `([\w.-]+)` \[\w+\] (.*)$", BOOK, re.M))
UNITS = {kind: row for kind, row in TABLES["units"].items() if row["clause"].startswith("unit.")}
NUMBERS: dict[str, int | str] = {"one": 1, "two": 2, "three": 3, "four": 4, "all": "all"}


def dice(text: str) -> list[int]:
    return [int(number) for number in text.split("-")]


def number(pattern: str, words: str, otherwise: int) -> int:
    found = re.search(pattern, words)
    return int(found[1]) if found else otherwise


@pytest.mark.parametrize("kind", UNITS)
def test_a_unit_is_as_the_book_describes_it(kind: str):
    row, words = UNITS[kind], CLAUSES[UNITS[kind]["clause"]]
    assert row["max"] == number(r"(\d+)(?: \+ model)?(?: \+ limber)? figures", words, -1)
    assert row["move"] == number(r"moves (\d)", words, -1)
    assert row["and_battle"] == number(r"or (\d) and battles", words, 0)
    assert row["steady"] == number(r"steady above (\d)", words, 99)
    assert ("class " + row["class"] if "class " in words else "") in words
    lines = re.findall(r"(?:dice|dismounted) (\d(?:-\d)*)", words)
    if kind != "motor":
        assert row["dice"] == (dice(lines[-1]) if lines else [])
    assert row.get("mounted", []) == [int(n) for n in re.findall(r"mounted (\d);", words)]
    assert row.get("double", False) == ("may fire twice" in words)


@pytest.mark.pins("unit.motor", "air.aa-gun")
def test_a_vehicle_throws_the_dice_of_the_weapon_that_it_carries():
    told = re.search(r"throws (\d(?:-\d)+) at ground", CLAUSES["air.aa-gun"])
    assert told
    assert TABLES["arms"] == {
        "none": [],
        "machine-gun": UNITS["mg-foot"]["dice"],
        "gun": UNITS["art-field"]["dice"],
        "aa-gun": dice(told[1]),
    }


@pytest.mark.parametrize("name", TABLES["terrain"])
def test_ground_is_as_the_book_describes_it(name: str):
    what = TABLES["terrain"][name]
    words = CLAUSES["terrain.river"] if name == "ford" else CLAUSES[what["clause"]]
    assert what.get("stop", False) == ("movement: stop" in words and name != "ford")
    assert what.get("no_battle", False) == ("no battle" in words)
    assert what.get("blocks", False) == ("line of sight: blocks" in words)
    assert what.get("cover", 0) == number(r"-(\d) (?:attack|if the attacker)", words, 0)
    assert what.get("own", 0) == number(r"-(\d) own", words, 0)


@pytest.mark.parametrize("name", TABLES["structures"])
def test_a_structure_withstands_what_the_book_says(name: str):
    row = TABLES["structures"][name]
    value, hit, save = re.search(
        r"value (\d) a hex, hit by faces ([\d, ]+), saved by ([\d, ]+)", CLAUSES[row["clause"]]
    ).groups()  # type: ignore[union-attr]
    assert row["value"] == int(value)
    assert row["hit"] == [int(face) for face in hit.split(", ")]
    assert row["save"] == [int(face) for face in save.split(", ")]


def ordered(card: Card) -> dict[str, int | str]:
    """Who is ordered by a standard card, as its words say."""
    if "any colour" in card.text:
        return {"any": NUMBERS[re.search(r"up to (\w+)", card.text)[1]]}  # type: ignore[index]
    told = re.findall(rf"(\w+)(?: your)? ({'|'.join(COLOURS)})", card.text)
    return {colour: NUMBERS[count] for count, colour in told}


@pytest.mark.pins("cards.standard-word", "setup.card-kinds")
@pytest.mark.parametrize("card", [card for card in COMMANDS.values() if card.is_standard], ids=lambda card: card.id)
def test_a_standard_card_orders_what_it_says(card: Card):
    assert card.effects == ({"slots": ordered(card)},)
    assert "individual commander" in card.text


@pytest.mark.pins("setup.card-kinds")
@pytest.mark.parametrize("card", [*COMMANDS.values(), *EVENTS.values()], ids=lambda card: card.id)
def test_a_card_orders_so_many_and_throws_so_many_dice_as_it_says(card: Card):
    most = [effect["max"] for effect in card.effects if "order" in effect]
    told = re.search(r"(?:up to|Order) (four|three|two|all)", card.text) if most else None
    assert most == ([NUMBERS[told[1]]] if told else [])
    thrown = [effect["roll"] for effect in card.effects if "roll" in effect]
    assert thrown == [NUMBERS[number] for number in re.findall(r"[Tt]hrows? (\w+) d(?:ie|ice)\b(?! fewer)", card.text)]
    added = [effect["add"] for effect in card.effects if "dice" in effect]
    more = [NUMBERS[number] for number in re.findall(r"(one|two) more di", card.text)]
    fewer = [-int(NUMBERS[number]) for number in re.findall(r"(one|two) dice fewer", card.text)]
    assert added == [*more, *fewer]


@pytest.mark.pins("cards.sixty")
def test_so_many_of_each_card_and_so_many_icons():
    found = {card.id: (card.copies, card.icon) for card in COMMANDS.values()}
    for colour in "RBG":
        sizes = [found.pop(f"ST-{colour}{size}") for size in "1234A"]
        assert sizes == [(1, 1), (4, 2), (4, 0), (1, 0), (1, 0)]
    pairs = [found.pop(f"ST-{pair}") for pair in ("RB", "RG", "BG")]
    assert pairs == [(1, 0)] * 3
    assert found == {
        "ST-M1": (3, 1), "ST-M2": (2, 0), "ST-A2": (2, 2), "ST-A3": (2, 0),
        "SP-1": (2, 0), "SP-2": (2, 0), "SP-3": (2, 0), "SP-4": (2, 0), "SP-5": (1, 0), "SP-6": (1, 1),
        "SP-7": (1, 1), "SP-8": (1, 1), "SP-9": (1, 0), "SP-10": (1, 0), "SP-11": (1, 1),
    }  # fmt: skip


def test_the_book_lists_every_option_with_its_default_first():
    told = dict(re.findall(r"^\| `opt:([\w-]+)` \| (.*) \|$", BOOK, re.M))
    assert set(told) == set(OPTIONS)
    for name, values in OPTIONS.items():
        if name not in ("hand", "structures"):
            assert told[name].startswith(values[0]), name
