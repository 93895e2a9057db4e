"""Step 4 by itself, before any sequence of play: who fights whom, and what comes of it."""

from __future__ import annotations

from tests.systems.darkest_africa.table import clauses, field_of, men, play

from zareba.systems.darkest_africa import melee


def test_the_crowded_man_orders_his_fights_and_the_worked_example_comes_out():
    """E9: a European against two; he ties with the one and kills the other."""
    field = field_of(
        men("red", "european", "20 20", officer=True),
        men("blue", "warrior_spearman", "21 20"),
        men("blue", "other_spearman", "20 21"),
        active="blue",
    )
    melee.begin(field)
    play(field, melee.fights, "fight 3 1", 5, 4)
    assert field.fought == ((2, 0),)
    play(field, melee.fights, 2, 6, 4)
    assert melee.bouts(field) == []
    assert field.killed == 0b010
    assert field.deaths == [0, 0, 1]
    assert clauses(field)[:3] == ["melee.tie", "melee.win", "melee.kill"]


def test_every_other_order_is_the_active_players():
    """A chain: each of the two in the middle touches two, so nobody is crowded by himself."""
    field = field_of(
        men("red", "other_spearman", "10 10, 12 10"),
        men("blue", "other_spearman", "11 10, 13 10"),
    )
    melee.begin(field)
    left = melee.bouts(field)
    assert left == [(0, 2), (1, 2), (1, 3)]
    assert melee.choices(field, left) == left
    play(field, melee.fights, "fight 2 3", 6, 1, 4)
    assert melee.bouts(field) == [(1, 3)]


def test_a_bearer_and_a_runaway_fight_and_do_no_harm():
    field = field_of(
        men("red", "bearer", "10 10"),
        men("red", "other_spearman", "20 20", routing=True),
        men("blue", "other_archer", "11 10, 21 20"),
    )
    melee.begin(field)
    play(field, melee.fights, "fight 1 3", 6, 1)
    play(field, melee.fights, 6, 1)
    assert field.killed == 0
    assert clauses(field) == ["melee.win", "melee.harmless"] * 2


def test_who_has_fought_already_gives_his_next_enemy_one_more():
    field = field_of(
        men("red", "european", "20 20"),
        men("blue", "other_spearman", "21 20, 20 21"),
        active="blue",
        options={"gang": "1"},
    )
    melee.begin(field)
    play(field, melee.fights, "fight 2 1", 1, 1, 1)
    play(field, melee.fights, 4, 4)
    assert clauses(field) == ["melee.win", "melee.no-kill", "melee.tie"]
