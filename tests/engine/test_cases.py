"""Cases: what a case file may say, and that each kind of expectation can fail with a clear sentence."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from zareba.engine.ask import Both, Choice, Deck, Draw, Option, Question, Roll, Rule, Throw
from zareba.engine.cases import CaseResult, check_file, find_cases, read_cases, run_file
from zareba.engine.chance import D6, at_least
from zareba.engine.documents import Document
from zareba.engine.errors import Fault, Faulty, Unknown
from zareba.engine.events import Event, Result
from zareba.engine.reasons import Reason, Refusal
from zareba.engine.system import System

# --- a battle in a teacup: a card says who acts; he strikes with two dice, parleys in secret, or waits ------


@dataclass
class Tub:
    men: dict[str, int]
    side: dict[str, str]
    cards: tuple[str, ...]
    events: list[Event] | None = None
    revealed: bool = False
    result: Result | None = None
    log: list[str] = field(default_factory=list)

    def copy(self) -> "Tub":
        return Tub(dict(self.men), dict(self.side), self.cards, None, self.revealed, self.result, list(self.log))

    def tell(self, clause: str, text: str) -> None:
        if self.events is not None:
            self.events.append(Event("told", clause, text, {}))


def refused(state: Tub, seat: Any) -> list[tuple[Option, Refusal]]:
    own = [unit for unit, side in state.side.items() if side == seat]
    return [(Option(f"strike {unit}", ""), Refusal("act.own", f"{unit} is a friend")) for unit in own]


ACTION = Question(
    "action",
    "act.any",
    lambda *_: "",
    lambda _s, _a, raw: Option(raw, raw),
    lambda _s, _a, raws: len(raws) - 1,
    refused,
)
PARLEY = Question("parley", "act.any", lambda *_: "", lambda _s, _a, raw: Option(raw, raw))
DICE = Throw("dice", "dice.two", D6, lambda *_: "", lambda *_: [Reason(2, "dice.two", "two dice")])
PACK = Deck("card", "card.turn", lambda *_: "", str)


def step(state: Tub) -> Rule | None:
    if not all(state.men.values()):
        state.result = state.result or Result("red" if state.men["r"] else None, "end.none", "none is left")
    return None if state.result else turn(state)


async def turn(state: Tub) -> None:
    card = await Draw(PACK, state.cards, "")
    state.cards = tuple(other for other in state.cards if other != card)
    seat = "red" if card[-1] in "hd" else "black"
    enemy = next(unit for unit, side in state.side.items() if side != seat)
    action = await Choice(seat, ACTION, [f"strike {enemy}", "parley", "wait"], seat)
    if action == "parley":
        words = await Both(Choice("red", PARLEY, ["stand", "go"]), Choice("black", PARLEY, ["stand", "go"]))
        state.tell("act.parley", " and ".join(words))
    elif action != "wait":
        hits = await Roll(DICE, 2, at_least(D6, 6), seat)
        assert isinstance(hits, int)
        state.men[enemy] = max(0, state.men[enemy] - hits)
        state.tell("dice.six", f"{enemy} loses {hits}")


def check(document: Document) -> list[Fault]:
    units = document.data.get("unit", [])
    return [
        Fault(document.line("unit", number, "men"), f"{unit['id']} has no men.", "unit.men")
        for number, unit in enumerate(units)
        if unit["men"] < 1
    ]


def setup(data: dict[str, Any], options: dict[str, str]) -> Tub:
    options = data.get("options", {}) | options
    cards = ("7h", "8h", "2s") if options.get("pack") == "short" else ("7h", "8h", "2s", "3s")
    units = data["unit"]
    return Tub({unit["id"]: unit["men"] for unit in units}, {unit["id"]: unit["side"] for unit in units}, cards)


def dump(state: Tub) -> dict[str, Any]:
    return {
        "units": {name: {"men": men} for name, men in state.men.items() if men},
        "cards": list(state.cards),
    }


def losses(before: Tub, after: Tub) -> tuple[tuple[str, int], ...]:
    return tuple((name, men - after.men[name]) for name, men in before.men.items() if men != after.men[name])


def tub(folder: Path) -> System:
    def unused(*_: Any) -> Any:
        raise AssertionError

    return System(
        id="tub",
        title="Tub",
        author="Nobody",
        version=1,
        folder=folder,
        options={"pack": ("long", "short")},
        check=check,
        setup=setup,
        step=step,
        sides=lambda _: ("red", "black"),
        seats=lambda _: {"red": "red", "black": "black"},
        dump=dump,
        losses=losses,
        count=lambda state: sum(state.men.values()),
        conventions={"manual": "dice.manual"},
        board=unused,
        table=unused,
        imagine=unused,
        judgement=unused,
        instinct=unused,
    )


GROUND = """system = "tub"
[position]
unit = [{ id = "r", side = "red", men = 3 }, { id = "b", side = "black", men = 2 }]
"""
LATER = 'play = ["draw 7h"]\nexpect = { ask = "action" }\n'

Run = Callable[[str], list[CaseResult]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cases" / "tub.toml"


@pytest.fixture
def system_of(tmp_path: Path) -> Callable[[str], System]:
    def find(name: str) -> System:
        if name != "tub":
            raise Unknown(f"there is no system '{name}'")
        return tub(tmp_path)

    return find


@pytest.fixture
def write(path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run(write: Any, system_of: Any) -> Run:
    return lambda text: run_file(system_of, write(text))


@pytest.fixture
def one(run: Run) -> Callable[[str], list[str]]:
    """The failures of a single case on the common ground."""
    return lambda text: run(f'{GROUND}[[case]]\nname = "A"\n{text}')[0].failures


# --- what a case can say, and how it fails ------------------------------------------------------------------


@pytest.mark.parametrize(
    "play, said",
    [
        ('{ ask = "card", count = 4, offers = ["draw 7h"] }', None),
        ('{ ask = "dice" }', "Step 1, what is so: expected to be asked dice, found card"),
        ("{ count = 3 }", "Step 1, what is so: expected a count of 3, found 4"),
        (
            '"draw 9h"',
            "Step 1, 'draw 9h': expected it to be accepted, but The card '9h' is not among the 4 left.",
        ),
        ('"draw 7h", { seat = "red", options = ["wait", "strike b", "parley"], lacks = ["strike r"] }', None),
        ('"draw 7h", { seat = "black" }', "expected the question to go to black, found red"),
        (
            '"draw 7h", { options = ["wait"] }',
            "expected exactly the options wait, found parley, strike b, wait",
        ),
        (
            '"draw 7h", { offers = ["strike r"] }',
            "expected 'strike r' to be offered, found strike b, parley, wait",
        ),
        ('"draw 7h", { lacks = ["wait"] }', "expected 'wait' not to be offered, but it is"),
        ('"draw 7h", { usual = "wait" }', None),
        ('"draw 7h", { usual = "parley" }', "expected the usual answer parley, found wait"),
        ('"draw 7h", "fly"', "Step 2, 'fly': 'fly' is no answer here; one that is: strike b"),
        (
            '"draw 7h", "strike r"',
            "Step 2, 'strike r': expected it to be accepted, but r is a friend [act.own]",
        ),
        ('"draw 7h", { no = "strike r", clause = "act.own" }', None),
        ('"draw 7h", { no = "strike r", clause = "act.any" }', "by act.any, found: r is a friend [act.own]"),
        ('"draw 7h", { no = "wait", clause = "act.own" }', "by act.own, but it was accepted."),
        (
            '"draw 7h", { no = "fly", clause = "act.own" }',
            "by act.own, but no clause speaks of it: 'fly' is no",
        ),
        ('"draw 7h", "strike b", { count = 2, reasons = { "dice.two" = 2 } }', None),
        ('"draw 7h", "strike b", { count = 3 }', "expected a count of 3, found 2"),
        (
            '"draw 7h", "strike b", { reasons = { "dice.two" = 1 } }',
            'reasons {"dice.two": 1}, found {"dice.two": 2}',
        ),
        ('"draw 7h", "strike b", { reasons = {} }', 'expected the reasons {}, found {"dice.two": 2}'),
        ('"draw 7h", "strike b", "roll 6 7"', "A d6 cannot show '7'. [dice.manual]"),
        ('"draw 7h", "strike b", "roll 6"', "2 dice are thrown here, and 1 were given. [dice.manual]"),
        ('"draw 7h", "parley", { answer = "go", seat = "black" }, { ask = "parley", seat = "red" }', None),
        ('"draw 7h", "parley", { answer = "go", seat = "blue" }', "Step 3, 'go': Nothing is asked of blue."),
    ],
)
def test_steps(one: Any, play: str, said: str | None):
    failures = one(f"play = [{play}]\nexpect = {{ state = {{ cards = {'[]'} }} }}")
    if said is None:
        assert all(failure.startswith("At the end: ") for failure in failures)
    else:
        assert said in failures[0]


@pytest.mark.parametrize(
    "asked, said",
    [
        ('lost = { b = 1 }, chance = "5/18"', None),
        ('lost = { b = 1 }, chance = "10/36"', None),
        ('lost = { b = 0, r = 0 }, chance = "25/36"', None),
        ('at_least = { b = 1 }, chance = "11/36"', None),
        ('more = ["b", "r"], chance = "11/36"', None),
        ('equal = ["b", "r"], chance = "25/36"', None),
        ('mean = { b = "1/3", r = 0 }', None),
        ('at_least = { b = 1 }, lost = { b = 2 }, chance = "1/36"', None),
        ('lost = { b = 1 }, chance = "1/6"', "odds of 'strike b': expected a chance of 1/6, found 5/18"),
        ("at_least = { b = 1 }, chance = 1", "expected a chance of 1, found 11/36"),
        ('more = ["r", "b"], chance = "11/36"', "expected a chance of 11/36, found 0"),
        ('equal = ["r", "b"], chance = "11/36"', "expected a chance of 11/36, found 25/36"),
        ('mean = { b = "1/2" }', "expected b to lose 1/2 on average, found 1/3"),
    ],
)
def test_odds(one: Any, asked: str, said: str | None):
    failures = one(f'play = ["draw 7h", {{ odds = "strike b", {asked} }}]')
    assert (failures == []) if said is None else (said in failures[0])


def test_odds_of_an_answer_that_is_refused(one: Any):
    failures = one('play = ["draw 7h", { odds = "strike r", lost = { r = 1 }, chance = 0 }]')
    assert failures == ["Step 2, odds of 'strike r': expected it to be accepted, but r is a friend [act.own]"]


@pytest.mark.parametrize(
    "expect, said",
    [
        ('state = { units = { b = { men = 1 }, r = { men = 3 } }, cards = ["8h", "2s", "3s"] }', None),
        ("state = { units = { q = false } }", None),
        ("state = { units = { b = { men = 2 } } }", "expected state.units.b.men to be 2, found 1"),
        ("state = { units = { b = false } }", 'expected state.units.b to be false, found {"men": 1}'),
        ("state = { units = { q = { men = 2 } } }", 'state.units.q to be {"men": 2}, found nothing there'),
        ("state = { units = { b = { men = true } } }", "expected state.units.b.men to be true, found 1"),
        ('state = { cards = ["8h"] }', 'expected state.cards to be ["8h"], found ["8h", "2s", "3s"]'),
        ('state = { cards = ["8h", "2s", "4s"] }', "expected state.cards.2 to be 4s, found 3s"),
        ('events = ["dice.six"], lacks_events = ["act.parley"]', None),
        ('events = ["dice.six", "act.parley"]', "expected an event by act.parley, found dice.six"),
        ('lacks_events = ["dice.six"]', "expected no event by dice.six, found 'b loses 1'"),
        ('said = ["loses 1"]', None),
        ('said = ["loses 2"]', "expected the log to say 'loses 2', found 'b loses 1'"),
        ("over = false", None),
        ("over = true", "expected the battle to be over, found going on"),
        ('winner = "red"', "expected the winner to be red, found the battle going on"),
        ('by = "end.none"', "expected the battle to end by end.none, found nothing yet"),
        ('asks = "card"', None),
        ('asks = "dice"', "expected to be asked dice, found card"),
    ],
)
def test_expectations(one: Any, expect: str, said: str | None):
    failures = one(f'play = ["draw 7h", "strike b", "roll 6 1"]\nexpect = {{ {expect} }}')
    assert (failures == []) if said is None else (failures[0].startswith("At the end: ") and said in failures[0])


@pytest.mark.parametrize(
    "expect, said",
    [
        ('over = true, winner = "red", by = "end.none", ask = "nothing"', None),
        ("over = false", "expected the battle to be going on, found over"),
        ('winner = "black"', "expected the winner to be black, found red"),
        ('winner = "draw"', "expected the winner to be draw, found red"),
        ('by = "act.any"', "expected the battle to end by act.any, found end.none"),
        ('ask = "card"', "expected to be asked card, found nothing"),
        ('offers = ["draw 8h"]', "expected 'draw 8h' to be offered, found nothing"),
        ('seat = "red"', "expected the question to go to red, found nobody"),
        ('usual = "wait"', "expected the usual answer wait, found nothing"),
    ],
)
def test_the_end_of_a_battle(one: Any, expect: str, said: str | None):
    failures = one(f'play = ["draw 7h", "strike b", "roll 6 6"]\nexpect = {{ {expect} }}')
    assert (failures == []) if said is None else (said in failures[0])


def test_a_draw(one: Any):
    play = 'play = ["draw 2s", "strike r", "roll 6 6", "draw 3s", "strike r", "roll 6 6"]'
    assert one(f'{play}\nexpect = {{ winner = "draw" }}') == []


def test_what_was_not_accepted_ends_the_case(one: Any):
    failures = one('play = ["draw 7h", "fly", "strike b"]\nexpect = { over = true }')
    assert failures[1:] == ["The rest was not played."]


def test_what_was_not_so_does_not_end_the_case(one: Any):
    failures = one('play = [{ count = 5 }, "draw 7h", { count = 4 }]\nexpect = { over = true }')
    assert [failure.partition(",")[0] for failure in failures[:2]] == ["Step 1", "Step 3"]
    assert failures[2].startswith("At the end: ")


def test_looking_changes_nothing(one: Any):
    looks = '{ odds = "strike b", mean = { b = "1/3" } }, { no = "strike r", clause = "act.own" }'
    assert one(f'play = ["draw 7h", {looks}, {looks}, "wait"]\nexpect = {{ lacks_events = ["dice.six"] }}') == []


# --- where a case begins ------------------------------------------------------------------------------------


VARIED = """
[[case]]
name = "A"
expect = { state = { units = { r = { men = 3 }, b = { men = 9 } } } }
[case.position]
unit = [{ id = "b", men = 9 }]

[[case]]
name = "B"
like = "A"
expect = { state = { units = { r = { men = 1 }, b = { men = 9 }, c = { men = 4 } } } }
[[case.position.unit]]
id = "r"
men = 1
[[case.position.unit]]
id = "c"
side = "black"
men = 4

[[case]]
name = "C"
like = "B"
without = ["c"]
expect = { state = { units = { r = { men = 1 }, c = false } } }

[[case]]
name = "D"
expect = { state = { units = { r = { men = 3 }, b = { men = 2 } } } }
"""


def test_a_case_varies_the_ground_of_its_file_or_an_earlier_case(run: Run):
    assert [result.failures for result in run(GROUND + VARIED)] == [[], [], [], []]


def test_a_case_begins_with_a_scenario(run: Run, tmp_path: Path):
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "big.toml").write_text(GROUND.replace('system = "tub"\n[position]', ""))
    case = f'system = "tub"\n[[case]]\nname = "A"\nscenario = "big"\n{LATER}'
    assert run(case)[0].failures == []
    assert run(case.replace("big", "bog"))[0].failures == ["line 4: The system has no scenario 'bog'."]


def test_options_are_chosen_in_the_position(one: Any):
    assert one('expect = { count = 3 }\n[case.position.options]\npack = "short"') == []
    assert one("expect = { count = 4 }") == []


# --- what can be wrong with a case file ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, said",
    [
        ("clauses = 3\n" + LATER, "line 6: 'clauses' is a list of clauses."),
        ("plays = []\n" + LATER, "line 6: A case has no 'plays'."),
        ('without = ["c"]\n' + LATER, "line 6: There is no 'c' to be left out."),
        ('like = "B"\n' + LATER, "line 6: No case above is called 'B'."),
        ('play = ["draw 7h"]\n', "line 4: The case expects nothing, so it cannot fail."),
        ("play = [7]\n", "line 6: Step 1 is neither an answer nor a table that expects something."),
        ("play = [{}]\n", "line 6: Step 1 is neither an answer nor a table that expects something."),
        ('play = [{ no = "wait" }]\n', "line 6: Step 1 does not say which clause refuses."),
        (
            'play = [{ no = "wait", chance = 1 }]\n',
            "line 6: Step 1 has a 'chance', which does not go with 'no'.",
        ),
        (
            'play = [{ answer = "go", no = "go" }]\n',
            "line 6: Step 1 has a 'no', which does not go with 'answer'.",
        ),
        ('play = [{ asking = "go" }]\n', "line 6: Step 1 has a 'asking', which nothing looks at."),
        (
            'play = [{ odds = "go" }]\n',
            "states neither a 'mean' nor a 'chance' and what it is the chance of.",
        ),
        ('play = [{ odds = "go", chance = "1/6" }]\n', "states neither a 'mean' nor a 'chance'"),
        ('play = [{ odds = "go", lost = { b = 1 } }]\n', "states neither a 'mean' nor a 'chance'"),
        ('play = [{ odds = "go", lost = { b = 1 }, chance = "half" }]\n', "says 'half' where an exact fraction"),
        (
            'play = [{ odds = "go", lost = { b = 1 }, chance = "1/0" }]\n',
            "says '1/0' where an exact fraction",
        ),
        ('play = [{ odds = "go", mean = { b = "much" } }]\n', "says 'much' where an exact fraction"),
        ('play = [{ odds = "go", lost = {}, chance = 1 }]\n', "needs names with numbers after 'lost'."),
        ('play = [{ odds = "go", mean = "1/6" }]\n', "needs names with numbers after 'mean'."),
        ('play = [{ odds = "go", more = ["b"], chance = 1 }]\n', "needs two names after 'more'."),
        ("expect = { offers = [] }\n", "line 6: 'expect' expects nothing of 'offers', so it cannot fail."),
        ("expect = { state = {} }\n", "line 6: 'expect' expects nothing of 'state', so it cannot fail."),
        ('expect = { said = "six" }\n', "line 6: 'expect' needs a list after 'said'."),
        ('expect = { reasons = ["a.b"] }\n', "line 6: 'expect' needs a table after 'reasons'."),
    ],
)
def test_a_case_that_is_badly_written(one: Any, text: str, said: str):
    assert any(said in failure for failure in one(text))


def test_faults_of_a_position_have_their_line(run: Run):
    text = f'{GROUND}[[case]]\nname = "A"\n{LATER}[[case.position.unit]]\nid = "r"\nmen = 0\n'
    assert run(text)[0].failures == ["line 10: r has no men. [unit.men]"]
    text = f'{GROUND.replace("men = 3", "men = 0")}[[case]]\nname = "A"\n{LATER}'
    assert run(text)[0].failures == ["line 3: r has no men. [unit.men]"]


@pytest.mark.parametrize(
    "faults, said",
    [
        ('["unit.men"]', None),
        ('["unit.odd"]', "line 4: Expected faults by unit.odd, found unit.men."),
        ('["unit.men", "unit.odd"]', "line 4: Expected faults by unit.men, unit.odd, found unit.men."),
    ],
)
def test_a_position_that_cannot_be_set_up(one: Any, faults: str, said: str | None):
    wrong = '[[case.position.unit]]\nid = "r"\nmen = 0\n'
    assert one(f"faults = {faults}\n{wrong}") == ([said] if said else [])


def test_faults_that_are_expected_and_not_found(one: Any):
    assert one('faults = ["unit.men"]') == ["line 4: Expected faults by unit.men, found none."]
    assert one('faults = ["unit.men"]\nplay = ["draw 7h"]') == ["line 4: What has faults is not played."]
    assert one("faults = []") == ["line 4: The case expects nothing, so it cannot fail."]


@pytest.mark.parametrize(
    "text, line, why",
    [
        ('system = "tub"\n[[case]\n', 2, "It is not TOML"),
        ('system = "tub"\n', 0, "A case file has one [[case]] or more."),
        ('system = "tub"\ncase = [1]\n', 2, "A case file has one [[case]] or more."),
        (
            'system = "bath"\n[[case]]\nname = "A"\n',
            1,
            "A case file names its system: there is no system 'bath'",
        ),
        ('[[case]]\nname = "A"\n', 0, "A case file names its system: there is no system ''"),
        ('system = "tub"\nboard = 1\n[[case]]\nname = "A"\n', 2, "A case file has no 'board'."),
        ('system = "tub"\nposition = 1\n[[case]]\nname = "A"\n', 2, "The position of a file is a table."),
    ],
)
def test_a_file_that_is_no_case_file(run: Run, text: str, line: int, why: str):
    with pytest.raises(Faulty) as caught:
        run(text)
    assert [(fault.line, why in fault.why) for fault in caught.value.faults] == [(line, True)]


def test_names_are_given_and_given_once(run: Run):
    results = run(f'{GROUND}[[case]]\nname = "A"\n{LATER}[[case]]\nname = "A"\n{LATER}[[case]]\n{LATER}')
    assert [result.name for result in results] == ["A", "A (again)", "case 3"]
    assert [result.failures for result in results] == [
        [],
        ["line 9: There are two cases called 'A'."],
        ["line 12: A case has a name."],
    ]


def test_clauses_are_looked_up_in_the_rule_book(one: Any, tmp_path: Path):
    text = 'clauses = ["act.own", "act.odd"]\nplay = ["draw 7h", { no = "strike r", clause = "act.won" }]\n'
    text += 'expect = { lacks_events = ["dice.sxi"] }\n'
    (tmp_path / "rulebook.md").write_text("- `act.own` [seed] No friend is struck.\n")
    assert one(text) == [
        "line 4: The rule book has no clause 'act.odd'.",
        "line 4: The rule book has no clause 'dice.sxi'.",
        "line 4: The rule book has no clause 'act.won'.",
    ]


def test_checking_plays_nothing(write: Any, system_of: Any):
    text = f'{GROUND}[[case]]\nname = "A"\nexpect = {{ over = true }}\n[[case]]\nname = "B"\n'
    assert check_file(system_of, write(text)) == [Fault(7, "The case expects nothing, so it cannot fail.")]
    assert check_file(system_of, write("[system\n"))[0].line == 1


# --- finding ------------------------------------------------------------------------------------------------


def test_case_files_are_found(write: Any, system_of: Any, tmp_path: Path):
    path = write(GROUND)
    (tmp_path / "tables.toml").write_text("a = 1\n")
    own = tmp_path / "mine.toml"
    own.write_text(f'{GROUND}[[case]]\nname = "A"\n{LATER}')
    assert find_cases(tmp_path) == [path, own]
    assert find_cases(tmp_path / "tables.toml") == [tmp_path / "tables.toml"]
    assert [case.name for case in read_cases(system_of, own)] == ["A"]
    with pytest.raises(Unknown, match="There is no"):
        find_cases(tmp_path / "nowhere")
