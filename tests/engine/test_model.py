"""A battle under everything that can be done to it, against the plainest model: a list of accepted answers.

Whatever is answered, taken back, copied, saved and resumed, in whatever order: the battle is always where its
accepted answers lead from the beginning.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.contract import decisions, position
from tests.little import asked
from tests.toy import TOY, scenario
from zareba.engine.ask import Draw, Roll
from zareba.engine.dice import Seeded
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.events import Result
from zareba.engine.game import Game, seat_of
from zareba.engine.notation import write_faces
from zareba.engine.record import start
from zareba.engine.save import read_save, replay, resume, save_bytes, view_at


class Battle(RuleBasedStateMachine):
    """One battle with real dice, and the answers that stand: (what was said, by whom, whether it may be undone)."""

    @initialize(seed=st.integers(0, 3), places=st.integers(2, 4))
    def begin(self, seed, places):
        self.terms = scenario(seed, places=places, figures=4, rounds=3)
        self.game, self.journal = start(TOY, self.terms, {}, None)
        self.accepted: list[tuple[str, str]] = []

    def say(self, text, seat):
        self.game.answer(text, seat or None)
        self.accepted.append((text, seat))

    @precondition(lambda self: bool(decisions(self.game)))
    @rule(data=st.data())
    def decide(self, data):
        request = data.draw(st.sampled_from(decisions(self.game)), "request")
        option = data.draw(st.sampled_from(self.game.options(request)), "option")
        self.say(option.notation, request.seat)

    @precondition(lambda self: isinstance(self.game.request, Roll))
    @rule(seed=st.integers(0, 9))
    def throw(self, seed):
        roll = asked(self.game, Roll)
        self.say(write_faces(roll, Seeded(seed).roll(roll)), roll.seat)

    @precondition(lambda self: isinstance(self.game.request, Draw))
    @rule(seed=st.integers(0, 9))
    def draw(self, seed):
        request = asked(self.game, Draw)
        self.say(f"draw {request.cards[Seeded(seed).draw(request)]}", request.seat)

    @rule(text=st.sampled_from(["", "nonsense", "roll 9", "draw joker", "-1 -1", "search moon"]))
    def say_nonsense(self, text):
        before = position(self.game)
        with pytest.raises((Unknown, Illegal)):
            self.game.answer(text)
        assert position(self.game) == before

    @precondition(lambda self: self.game.can_undo)
    @rule()
    def take_back(self):
        self.game.undo()
        self.accepted.pop()

    @precondition(lambda self: not self.game.can_undo)
    @rule()
    def fail_to_take_back(self):
        with pytest.raises(Unknown):
            self.game.undo()

    @precondition(lambda self: self.game._rolled is not None)
    @rule(seed=st.integers(0, 9))
    def overrule(self, seed):
        assert self.game._rolled is not None
        roll = self.game._rolled.roll
        faces = Seeded(seed).roll(roll)
        self.game.overrule(faces)
        while not self.accepted[-1][0].startswith("roll "):
            self.accepted.pop()
        self.accepted[-1] = (write_faces(roll, faces), roll.seat)

    @rule()
    def go_on_with_a_copy(self):
        twin = self.game.clone()
        assert position(twin) == position(self.game)
        if twin.can_undo:
            twin.undo()

    @rule()
    def save_and_resume(self):
        data = save_bytes(self.journal)
        self.game, self.journal = resume(read_save(data), TOY)
        assert save_bytes(self.journal) == data

    @precondition(lambda self: self.game.request is not None and len(self.accepted) > 12)
    @rule()
    def concede(self):
        self.game.end(Result("blue", "table.concede", "Red concedes."), "red")

    @invariant()
    def it_is_where_its_answers_lead(self):
        again = Game(TOY, TOY.setup(self.terms, {}))
        for text, seat in self.accepted:
            again.answer(text, seat or None)
        if self.game.result and self.game.result.clause == "table.concede":
            again.end(self.game.result, "red")
        assert position(again) == position(self.game)
        assert [seat_of(request) for request in again.pending] == [seat_of(request) for request in self.game.pending]

    @invariant()
    def its_record_shows_it(self):
        save = read_save(save_bytes(self.journal))
        assert save.faults == []
        assert view_at(save, len(save.records) - 1) == TOY.dump(self.game.state)

    def teardown(self):
        if hasattr(self, "journal"):
            assert replay(read_save(save_bytes(self.journal)), TOY).difference == ""


TestBattle = Battle.TestCase
TestBattle.settings = settings(max_examples=200, stateful_step_count=50)


class LongBattle(Battle):
    """The same for a long time."""


TestLongBattle = pytest.mark.long(LongBattle.TestCase)
TestLongBattle.settings = settings(max_examples=1_000, stateful_step_count=100)
