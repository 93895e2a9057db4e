"""The odds of the rule book, exact: the rules are run over every branch of chance, and never a second formula."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.systems.darkest_africa.table import field_of, men

from zareba.engine.ask import Roll
from zareba.engine.errors import Illegal
from zareba.engine.game import Game
from zareba.engine.odds import Odds, explore
from zareba.systems.darkest_africa import SYSTEM
from zareba.systems.darkest_africa.field import COMMAND, FIGHTS, PANIC
from zareba.systems.darkest_africa.shooting import Shot, chance, refuse_shot
from zareba.systems.darkest_africa.troops import TROOPS

FAR = men("red", "european", "2 2, 4 2, 6 2, 8 2")


def game(*units: dict[str, Any], **more: Any) -> Game:
    return Game(SYSTEM, field_of(*units, **{"phase": "fights"} | more))


def after(now: Game, phase: int) -> Any:
    """Whether this step of this turn is over."""
    turn = now.state.active
    return lambda now: now.state.phase != phase or now.state.active != turn


def a_fight(one: str, other: str) -> Game:
    """Red's man against blue's, with enough of theirs far away that nothing else happens."""
    return game(men("red", one, "20 20"), FAR, men("blue", other, "20 21"), men("blue", "european", "2 38, 4 38, 6 38"))


def who_hits(one: str, other: str) -> Odds[str]:
    """Whose is the die for the kill, if there is one."""

    def hit(now: Game) -> bool:
        asked = now.asked()
        return isinstance(asked, Roll) and asked.throw.id == "blow"

    def tell(now: Game) -> str:
        asked = now.asked()
        return asked.seat if isinstance(asked, Roll) and asked.throw.id == "blow" else "nobody"

    fight = a_fight(one, other)
    over = after(fight, FIGHTS)
    return explore(fight, lambda now: hit(now) or over(now), tell)


def survival(one: str, other: str) -> tuple[Fraction, Fraction]:
    """The chances that red's man kills, and is killed, in one step of fights."""

    def tell(now: Game) -> int:
        return int(now.state.killed)

    fight = a_fight(one, other)
    found = explore(fight, after(fight, FIGHTS), tell)
    return found[0b100000], found[0b1]


@pytest.mark.pins("melee.win", "melee.tie", "melee.roll")
def test_o2_who_wins_a_fight():
    assert who_hits("warrior_spearman", "other_spearman") == {
        "red": Fraction(13, 18),
        "nobody": Fraction(1, 9),
        "blue": Fraction(1, 6),
    }


@pytest.mark.pins("melee.kill")
def test_o2_and_who_dies_of_it():
    assert survival("warrior_spearman", "other_spearman") == (Fraction(13, 36), Fraction(1, 12))


@pytest.mark.pins("melee.no-kill")
def test_o3_fought_until_one_dies():
    """A fight that kills nobody is fought again from the same position, so that only the kills count."""
    kills, dies = survival("warrior_spearman", "european")
    assert (kills, dies) == (Fraction(7, 24), Fraction(5, 36))
    assert kills / (kills + dies) == Fraction(21, 31)


@pytest.mark.pins("melee.each-fight", "melee.dead")
def test_o4_two_against_one():
    crowd = game(men("red", "european", "20 20"), FAR, men("blue", "other_spearman", "20 21, 21 20"), active="blue")

    def tell(now: Game) -> bool:
        return bool(now.state.killed & 1)

    assert explore(crowd, after(crowd, FIGHTS), tell)[True] == Fraction(335, 1296)


@pytest.mark.pins("panic.worst", "panic.kill-each", "panic.die")
def test_o5_two_panic_tests():
    shaken = game(men("red", "baluchi", "20 20", deaths=2), FAR, men("blue", "pygmy", "20 30"), active="blue")

    def tell(now: Game) -> str:
        return ("routs" if now.state.routing & 1 else "") or ("hesitates" if now.state.hesitating & 1 else "carries on")

    assert explore(shaken, after(shaken, PANIC), tell) == {
        "routs": Fraction(11, 36),
        "hesitates": Fraction(4, 9),
        "carries on": Fraction(1, 4),
    }


@pytest.mark.pins("cmd.shoot-penalty", "cmd.floor", "cmd.roll")
def test_o6_two_officers_of_whom_one_means_to_shoot():
    officers = game(men("red", "european", "20 20, 24 20", officers=2), men("blue", "pygmy", "20 30"), phase="rolls")

    def policy(now: Game, asked: Any) -> int:
        """The first says no, the second yes."""
        said: int = now.state.threw.bit_count()
        return said

    def tell(now: Game) -> int:
        return sum(left for _, left in now.state.points)

    found = explore(officers, lambda now: now.state.phase == COMMAND, tell, policy)
    assert sum(chance for points, chance in found.items() if points >= 6) == Fraction(4, 9)


@pytest.mark.pins("reload.fail", "reload.score")
def test_o7_a_baluchi_loads_within_three_attempts():
    failed = Fraction(1)
    for _ in range(3):
        now = game(men("red", "baluchi", "20 20", loaded=False), men("blue", "pygmy", "20 38"), phase="others")
        now.answer("figure 1")
        now.answer("reload")
        found = explore(now, lambda after: after.steps > 0, lambda after: bool(after.state.loaded & 1))
        failed *= found[False]
    assert 1 - failed == Fraction(19, 27)


@pytest.mark.pins("melee.roll", "melee.kill", "troop.table")
@pytest.mark.parametrize("one", TROOPS)
@pytest.mark.parametrize("other", ["european", "bearer", "warrior_spearman", "pygmy"])
def test_a_fight_comes_out_as_36_pairs_of_dice_say(one, other):
    """Against a second way of counting: all pairs of dice, and half of the hits; bearers harm nobody."""
    mine, theirs = TROOPS[one].combat, TROOPS[other].combat
    pairs = [(a + mine) - (b + theirs) for a in range(1, 7) for b in range(1, 7)]
    wins = Fraction(sum(pair > 0 for pair in pairs), 72) * (one != "bearer")
    loses = Fraction(sum(pair < 0 for pair in pairs), 72) * (other != "bearer")

    def tell(now: Game) -> int:
        return int(now.state.killed)

    fight = a_fight(one, other)
    found = explore(fight, after(fight, FIGHTS), tell)
    assert found.get(0b100000, 0) == wins
    assert found.get(0b1, 0) == loses


@pytest.mark.pins("shoot.score", "shoot.kill", "opt.shot-kill", "opt.six-hits")
@pytest.mark.parametrize("kind", ["european", "elite_askari", "baluchi", "native_musketeer", "pygmy", "other_archer"])
@pytest.mark.parametrize("options", [{}, {"shot-kill": "outright"}, {"six-hits": "on"}])
def test_the_chance_that_is_shown_with_a_shot_is_the_chance_that_it_has(kind, options):
    """At 4, 8, 16 and 32 inches, in the open and in cover."""
    for gap in (4, 8, 16, 30):
        for terrain in ([], [{"kind": "scrub", "at": f"{5 + gap} 20", "radius": 1}]):
            field = field_of(
                men("red", kind, "4 20"),
                men("red", "warrior_spearman", "4 18", **{"officer": True, "command-points": 1}),
                men("blue", "baluchi", f"{5 + gap} 20"),
                phase="command",
                terrain=terrain,
                options=options,
            )
            shot = Shot(0, 2, aimed=True)
            now = Game(SYSTEM, field)
            now.answer("pay 2>1")
            if refuse_shot(field, shot) is None:
                now.answer("shoot 3")
                found = explore(now, lambda then: then.steps > 1, lambda then: bool(then.state.killed & 0b100))
                assert found[True] == Fraction(chance(field, shot), 72)
                assert found[True] > 0
            else:
                with pytest.raises(Illegal):
                    now.answer("shoot 3")
