"""The toy system keeps the contract, so the contract can be trusted to say what a system must keep."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.contract import check_game, check_purity, hash_in_fresh_process, impure_imports, play, traps
from tests.toy import SEATS, TOY, Raid, dump, imagine, scenario, secrets, table
from zareba.engine.canon import NotPlain


@pytest.mark.parametrize("seed", range(12))
def test_the_toy_keeps_the_contract(seed):
    terms = scenario(seed, places=2 + seed % 4, figures=1 + seed % 9, rounds=1 + seed % 5)
    options = {"cover": "thick"} if seed % 3 == 0 else {}
    check_game(TOY, terms, options, seed, secrets=secrets)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12, 400))
def test_the_toy_keeps_the_contract_over_and_over(seed):
    terms = scenario(seed, places=2 + seed % 4, figures=1 + seed % 9, rounds=1 + seed % 5)
    check_game(TOY, terms, {}, seed, secrets=secrets)


def test_the_same_seed_is_the_same_battle_in_two_processes():
    task = ("tests.toy:TOY", scenario(3, figures=9, rounds=9), {"cover": "thick"}, 3)
    assert hash_in_fresh_process(*task, hashing=0) == hash_in_fresh_process(*task, hashing=1)


def test_the_rules_are_functions_of_answers_alone():
    check_purity(TOY, scenario(3, figures=9, rounds=9), {}, 3)


# --- a system that breaks the contract is found out -----------------------------------------------------------


def peeping(raid, seat):
    return table(raid, seat) | {"enemy": [dict(raid.hidden)[other] for other in raid.hidden if other != seat]}


def telling(raid, seat):
    return table(raid, seat) | {"marks": list(raid.marks.values())}


class Hashed(Raid):
    """Deals in the order of a set of strings, which is another in every process."""

    def __init__(self, terms, options):
        super().__init__(terms, options)
        self.places = tuple({*terms["places"]})


UNTIDY = replace(TOY, setup=Hashed)


@pytest.mark.parametrize("broken, why", [
    ({"table": peeping}, "can tell the imagined from the real"),
    ({"table": telling}, "can see"),
    ({"dump": lambda raid: dump(raid) | {"half": 0.5}}, "whole numbers only"),
    ({"dump": lambda raid: dump(raid) | {"none": None}}, "empty value"),
    ({"count": lambda raid: sum(raid.figures.values())}, "figures have come from nowhere"),
    ({"imagine": lambda raid, seat, random: imagine(raid, "blue" if seat == "red" else "red", random)}, "can tell"),
])  # fmt: skip
def test_a_system_that_breaks_the_contract_is_found_out(broken, why):
    with pytest.raises((AssertionError, NotPlain), match=why):
        check_game(replace(TOY, **broken), scenario(0, figures=9, rounds=9), {}, 0, secrets=secrets)


def test_a_system_that_keeps_something_beside_its_position_is_found_out():
    class Counting(Raid):
        copies = 0

        def copy(self):
            Counting.copies += 1
            twin = super().copy()
            twin.round += Counting.copies % 7 == 0
            return twin

    with pytest.raises(AssertionError):
        check_game(replace(TOY, setup=Counting), scenario(), {}, 0)


def test_a_system_that_hangs_on_the_order_of_a_set_is_found_out():
    terms, options = scenario(1, places=5), {"cover": "none"}
    where = "tests.engine.test_toy:UNTIDY"
    assert len({hash_in_fresh_process(where, terms, options, 1, hashing) for hashing in range(4)}) > 1


def test_traps_note_whoever_reaches_for_the_world_outside():
    import random
    import time

    def reaching():
        return time.time(), random.random()

    with traps() as sprung:
        for reach in (time.time, random.random, lambda: open("x"), random.Random(1).random):  # noqa: PTH123, SIM115
            with pytest.raises(AssertionError, match="the rules reach for"):
                reach()
    assert sprung == ["time.time", "random.random", "builtins.open", "random.Random.random"]
    assert reaching()


def test_an_import_that_no_rule_may_use_is_named(tmp_path):
    (tmp_path / "rules.py").write_text("import time\nfrom os import path\nfrom random import Random\nimport json\n")
    (tmp_path / "more.py").write_text("from random import Random, choice\nimport random\n")
    assert impure_imports(tmp_path) == ["more.py: random", "more.py: random", "rules.py: time", "rules.py: os"]


def test_a_played_battle_is_over():
    game, journal = play(TOY, scenario(9), {}, 9)
    assert game.result is not None
    assert len(journal.records) > 10
    assert imagine(game.state, SEATS[0], Random(1)).result == game.result
