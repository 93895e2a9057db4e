"""The odds of section 11 of the specification, exact: the rules are run over every branch of chance.

The odds of a single fire are cases (`cases/odds.toml`); here are those that begin with dice and not with a decision.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from zareba.engine.game import Game
from zareba.engine.odds import explore
from zareba.systems.battles_for_empire import SYSTEM
from zareba.systems.battles_for_empire.losses import losses
from zareba.systems.battles_for_empire.rows import DESTROYED, DISORDERED, SHAKEN

BOARD = {"width": 72, "depth": 48}
FOE = {"id": "zw", "side": "natives", "code": "ZW", "at": "20 40", "facing": 180}


def game(*units: dict[str, Any], **more: Any) -> Game:
    return Game(SYSTEM, SYSTEM.setup({"board": BOARD, "unit": list(units), **more}, {}))


def after_one_step(now: Game, tell: Any) -> dict[Any, Fraction]:
    """The chance of everything that may be told when the step under way is over."""
    before, last = now.state.copy(), now.steps
    return explore(now, lambda after: after.steps > last, lambda after: tell(before, after.state))


# --- O4: clearing a jam --------------------------------------------------------------------------------------------


def cleared(tries: int) -> Fraction:
    """The chance of one attempt after so many others."""
    gun = {"id": "mc", "side": "imperial", "code": "MC", "at": "20 20", "marks": ["jammed"], "since": 1, "tries": tries}
    now = game(gun, FOE, now={"phase": "rifles", "turn": 4})
    return after_one_step(now, lambda before, after: not after.units[0].tries)[True]


def at_attempt(number: int) -> Fraction:
    """The chance that exactly this attempt clears the jam."""
    chance = cleared(number - 1)
    for tries in range(number - 1):
        chance *= 1 - cleared(tries)
    return chance


@pytest.mark.pins("mg.unjam")
def test_o4_when_an_ordinary_jam_is_cleared():
    chances = [at_attempt(number) for number in range(1, 7)]
    assert chances == [Fraction(*pair) for pair in ((1, 6), (5, 18), (5, 18), (5, 27), (25, 324), (5, 324))]
    assert sum(chances) == 1
    assert sum(chances[:3]) == Fraction(13, 18)
    assert sum(number * chance for number, chance in enumerate(chances, 1)) == Fraction(899, 324)


# --- O5: a Fanatic Charge on fixed bayonets ------------------------------------------------------------------------


@pytest.mark.pins("melee.mod-fanatic", "melee.mod-first", "melee.kills", "melee.natural")
def test_o5_a_fanatic_charge_on_a_line_with_fixed_bayonets():
    line = {"id": "br", "side": "imperial", "code": "BR", "at": "20 20", "marks": ["fixed"]}
    rush = {**FOE, "at": "20 20", "marks": ["fanatic"], "charge": ["br", "front"]}
    now = game(line, rush, now={"phase": "pairs", "first": "natives"})
    lost = after_one_step(now, lambda before, after: (after.units[0].kills, after.units[1].kills))
    assert sum(share for (british, _), share in lost.items() if british) == Fraction(5215, 6912)
    assert lost[0, 0] == Fraction(601, 3456)
    assert sum(share for (_, natives), share in lost.items() if natives) == Fraction(55, 768)
    assert lost[4, 0] == Fraction(625, 20736)


# --- O7: critical hits ---------------------------------------------------------------------------------------------


@pytest.mark.pins("crit.table")
def test_o7_a_critical_hit():
    hurt = {"id": "br", "side": "imperial", "code": "BR", "at": "20 20", "kills": 1, "marks": ["hurt"]}
    general = {"id": "general", "side": "imperial", "kind": "army", "with": "br"}
    now = game(hurt, FOE, token=[general], now={"phase": "critical", "turn": 2})
    fates = after_one_step(now, lambda before, after: (after.tokens[0].place, after.tokens[0].out))
    assert fates == {("table", 0): Fraction(4, 9), ("table", 3): Fraction(7, 18), ("destroyed", 0): Fraction(1, 6)}


@pytest.mark.pins("effect.kills", "crit.table")
def test_losses_are_what_has_changed_since():
    """Kills and markers that were there before are none; a token that is out or lost is told as such."""
    line = {"id": "br", "side": "imperial", "code": "BR", "at": "20 20", "kills": 1, "marks": ["shaken"]}
    tokens = [{"id": name, "side": "imperial", "kind": "leader", "with": "br"} for name in ("one", "two", "three")]
    before = game(line, FOE, token=tokens).state
    after = before.copy()
    after.change(0, kills=3, marks=before.units[0].marks & ~SHAKEN | DISORDERED)
    after.put_token(0, out=2)
    after.put_token(1, place=DESTROYED)
    assert set(losses(before, after)) == {
        ("br", 2), ("br.shaken", -1), ("br.disordered", 1), ("one.out", 1), ("two.lost", 1)
    }  # fmt: skip
    assert losses(before, before.copy()) == ()
