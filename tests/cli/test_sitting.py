"""People at the prompt: what they may say, and that nothing they say breaks anything."""

from __future__ import annotations

import re
from itertools import repeat
from pathlib import Path

import pytest

from zareba.cli.find import all_scenarios
from zareba.cli.saves import kept, read_file

BATTLE = ("battle", "two-companies", "--players", "you,you")
TABLE = (*BATTLE, "--dice", "table")
VOLLEY = ("7h", "1", "3", "fire warband-c", "6 6 1 1 1 1 1 1")
"""A card of the British, the first company, a nerve that holds, and a volley of eight dice with a pair of sixes."""


def saved() -> Path:
    found = sorted(Path.cwd().rglob("*.zareba"))
    assert len(found) == 1
    return found[0]


def answers(path: Path) -> list[str]:
    return [record["answer"] for record in read_file(path).records if record["type"] == "answer"]


def test_numbers_notations_beginnings_and_tags_are_answers(run, types):
    types(["7h", "act company-2", "3", "stop", "9h", "C1", "draw 2c"])
    said = run(*TABLE)
    assert said.status == 0
    assert answers(saved()) == [
        *("draw 7h", "activate company-2", "roll 3", "stop"),
        *("draw 9h", "activate company-1"),
    ]
    assert "'draw 2c'" not in said.out.split("C1")[0]


def test_real_dice_may_be_typed_in_any_way_and_impossible_ones_are_refused(run, types):
    types(["7z", "7h", "1", "7", "nonsense", "roll 3", "fire", "66111111", "6 6"])
    said = run(*TABLE)
    assert "The card '7z' is not among the 52 left." in said.out
    assert "cannot show '7'" in said.out
    assert answers(saved())[-1] == "roll 6 6 1 1 1 1 1 1"


def test_mistyped_and_illegal_answers_lose_nothing(run, types):
    types(["7h", "activate warband-a", "9999", "activate napoleon", "\x00", "²", "1" * 400, "1"])
    said = run(*TABLE)
    assert said.status == 0
    assert "is an enemy" in said.out
    assert "[cards.no-reaction]" in said.out
    assert said.out.count("is no answer here") >= 3
    assert answers(saved()) == ["draw 7h", "activate company-1"]


def test_long_lists_are_grouped_and_narrowed(run, types):
    types(["7h", "company-2", "3", "move", "0908", "options", "0908>1007", "quit"])
    said = run(*TABLE)
    assert said.out.count("From 0608 to") == 2
    assert said.out.count("From 0908 to") == 3
    assert "Type a hex such as" in said.out
    assert answers(saved())[-1] == "0908>1007"


def test_why_tells_what_grants_and_what_forbids(run, types):
    types(["7h", "why 1", "why activate warband-a", "why", "why nonsense", "quit"])
    said = run(*TABLE)
    assert "is allowed." in said.out
    assert "cards.owner  [seed]" in said.out
    assert "activate warband-a is not allowed: Warband A is an enemy" in said.out
    assert re.search(r"activate chief +Chief is an enemy.+cards\.no-reaction", said.out)
    assert "'nonsense' is no answer here" in said.out


def test_why_tells_the_reasons_for_the_dice(run, types):
    types([*VOLLEY[:4], "why", "quit"])
    assert "+2 2 figures in 0208 at range 6, long for rifle [fire.dice-troops]" in run(*TABLE).out


def test_odds_are_exact(run, types):
    types(["7h", "1", "3", "odds fire warband-c", "odds", "odds stop", "odds nothing", "quit"])
    said = run(*TABLE)
    assert said.out.count("60.5% (1015625/1679616)") == 2
    assert "Warband C 0.43 (11191/26244)" in said.out
    assert "'nothing' is no answer here" in said.out


def test_odds_of_a_choice_without_dice_say_so(run, types):
    types(["7h", "company", "1", "3", "move", "odds", "quit"])
    assert "No option here leads to dice." in run(*TABLE).out


def test_rules_board_units_log_and_help_are_at_hand(run, types):
    types(["7h", "rule move.double", "rule move", "rule", "rule x.y", "units", "log", "log 1", "log x", "help"])
    said = run(*TABLE)
    assert "A move at the double is twice the normal length." in said.out
    assert "move.allowance" in said.out
    assert "Which clause?" in said.out
    assert "has no clause 'x.y'" in said.out
    assert re.search(r"C1 +1st Company +company-1 +8/8 +infantry, rifle", said.out)
    assert said.out.count("The 7 of hearts is turned") == 3
    assert "After `log` stands a number" in said.out
    assert "overrule FACES" in said.out


def test_undo_goes_back_and_says_how_far(run, types):
    types(["7h", "1", "3", "move", "undo", "undo", "stop", "quit"])
    said = run(*TABLE)
    assert "What does 1st Company do?" in said.out
    assert "nothing before that can be taken back" in said.out
    assert answers(saved())[-1] == "stop"
    assert [record["undo"] for record in read_file(saved()).records if record["type"] == "undo"] == [4]


def test_the_last_roll_can_be_overruled_if_both_agree(run, types):
    types([*VOLLEY, "overrule 1 1 1 1 1 1 1 1", "no", "overrule 1 1", "overrule", "overrule 11111111", "y", "quit"])
    said = run(*TABLE)
    assert "Do both players agree that the last roll shows 1 1 1 1 1 1 1 1?" in said.out
    assert "8 dice are thrown here, and 2 were given." in said.out
    overruled = [record for record in read_file(saved()).records if "overruled" in record]
    assert len(overruled) == 1
    assert overruled[0]["clause"] == "spirit.primary-engine"


def test_there_is_nothing_to_overrule_before_the_first_roll(run, types):
    types(["overrule 1", "quit"])
    assert "No dice have been thrown yet." in run(*TABLE).out


def test_a_side_can_give_up(run, types):
    types(["7h", "concede", "n", "concede", "y"])
    said = run(*TABLE)
    assert said.status == 0
    assert "Natives won. British conceded.  [end.concede]" in said.out


def test_a_draw_needs_both(run, types):
    types(["7h", "draw", "", "draw", "yes"])
    said = run(*TABLE)
    assert "Do both players agree on a draw?" in said.out
    assert "The battle is drawn. Both sides agreed on a draw." in said.out


def test_a_computer_agrees_to_a_draw_unless_it_stands_better(run, types, monkeypatch):
    for better, expected in ((100, "plays on"), (-100, "drawn")):
        types(["draw", "y"])
        monkeypatch.setattr("zareba.cli.sitting.judge", lambda game, side, better=better: better)
        said = run("battle", "two-companies", "--players", "you,instinct", "--seed", "3")
        assert expected in said.out


def test_a_hint_is_an_answer(run, types):
    types(["7h", "hint", "quit"])
    assert re.search(r"A greedy player would: .+\((activate \S+|decline)\)", run(*TABLE).out)


def test_the_battle_can_be_copied_while_it_goes_on(run, types, tmp_path):
    (tmp_path / "there.zareba").write_text("mine")
    types(["7h", "save", "save copy", "save there.zareba", "save nowhere/copy.zareba", "quit"])
    said = run(*TABLE)
    assert f"Saved to {kept()[0]}." in said.out
    assert "Saved to copy.zareba." in said.out
    assert "exists already" in said.out
    assert "cannot be written" in said.out
    assert answers(tmp_path / "copy.zareba") == ["draw 7h"]
    assert (tmp_path / "there.zareba").read_text() == "mine"


def test_leaving_says_how_to_go_on(run, types):
    for ending in (["7h", "quit"], ["7h"]):
        types(ending)
        said = run(*TABLE)
        assert said.status == 0
        path = kept()[0]
        assert f"zareba battle {path}" in said.out
        path.unlink()


def test_an_interrupt_loses_nothing(run, monkeypatch):
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    said = run(*TABLE)
    assert said.status == 130
    assert "Nothing is lost" in said.out
    assert kept()


def test_an_empty_line_shows_the_question_again(run, types):
    types(["", "", "quit"])
    assert run(*TABLE).out.count("The next card is turned.") == 3


@pytest.mark.parametrize("dice", ["seeded", "fair"])
def test_a_person_plays_the_computer_to_the_end(run, types, dice):
    types(repeat("1", 3_000))
    said = run("battle", "two-companies", "--players", "you,instinct", "--seed", "5", "--dice", dice)
    assert said.status == 0
    assert "won." in said.out or "is drawn." in said.out
    assert "lost" in said.out
    assert kept() == []
    over = list(Path.cwd().rglob("over/*.zareba"))
    assert len(over) == 1
    assert run("replay", str(over[0])).status == 0


# --- a battle that is not named -------------------------------------------------------------------------------


def test_it_asks_and_takes_the_first_on_enter(run, types):
    types(["", "", "", "1"])
    said = run("battle")
    assert said.status == 0
    assert "Which battle?" in said.out
    easiest = all_scenarios()[0]
    assert easiest.level == "learning"
    opening = read_file(saved()).records[0]
    assert opening["scenario"]["name"] == easiest.name
    assert sorted(opening["players"].values()) == ["greedy", "you"]


def test_it_takes_numbers_only(run, types):
    number = 1 + [info.id for info in all_scenarios()].index("two-companies")
    types([str(number), "9", "x", "2", "4", "quit"])
    said = run("battle")
    assert said.out.count("A number from 1 to 2, please.") == 2
    assert set(read_file(saved()).records[0]["players"].values()) == {"you"}


def test_it_offers_the_battle_that_waits(run, types):
    types([*VOLLEY, "quit"])
    run(*TABLE)
    types(["y", "quit"])
    said = run("battle")
    assert "Go on with two-companies-" in said.out
    assert "So far:" in said.out


def test_asking_with_nobody_there_says_so(run, types):
    types([])
    said = run("battle")
    assert (said.status, said.err) == (2, "zareba: Nothing was chosen.\n")
