"""What a question tells beside its answers: how far somebody may go, what he reaches, where the program puts him."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.systems.darkest_africa.table import DEFAULTS, field_of, men

from zareba.boards.inches import Point, distance
from zareba.engine.dice import Seeded
from zareba.engine.documents import Document
from zareba.engine.errors import Illegal
from zareba.engine.game import Game
from zareba.engine.view import view
from zareba.lab.scenarios import load
from zareba.systems.darkest_africa import SYSTEM
from zareba.systems.darkest_africa.army import Bought, wrongs
from zareba.systems.darkest_africa.command import END, orders
from zareba.systems.darkest_africa.drifting import restless
from zareba.systems.darkest_africa.inspect import MOST_ROUNDS
from zareba.systems.darkest_africa.layout import lay_out, ranks
from zareba.systems.darkest_africa.panic import NERVE
from zareba.systems.darkest_africa.panic import Test as Trial
from zareba.systems.darkest_africa.troops import TROOPS


def acting(kind: str, **more: Any) -> Game:
    """Red's man has been told to act, and an enemy stands eight inches to the north."""
    now = field_of(
        men("red", kind, "10 10", **more),
        men("red", "european", "12 10", officer=True),
        men("blue", "other_spearman", "10 19"),
        phase="command",
        midway=True,
    )
    now.points = ((1, 3),)
    game = Game(SYSTEM, now)
    game.answer("pay 2>1")
    return game


def hints(game: Game, seat: str = "red") -> dict[str, Any]:
    told: dict[str, Any] = view(game, seat)["ask"]["hints"]
    return told


def offered(game: Game) -> list[Point]:
    x_and_y = [option["notation"].split() for option in view(game, "red")["ask"]["options"]]
    return [(int(x), int(y)) for x, y in x_and_y]


def roles(game: Game) -> set[str]:
    return {shape["role"] for shape in hints(game)["shapes"]}


def test_the_rings_of_a_weapon_are_told_of_who_may_shoot():
    assert "range" in roles(acting("other_askari"))
    assert "range" not in roles(acting("other_askari", loaded=False))
    assert "range" not in roles(acting("other_spearman"))
    shot = acting("other_askari")
    shot.answer("shoot 3")
    shot.throw((1,))
    assert "range" not in roles(shot)


def test_a_few_places_are_offered_and_none_close_beside_another():
    game = acting("other_spearman")
    game.answer("move")
    places = offered(game)
    assert 8 <= len(places) <= 14
    assert all(distance(one, other) > 500 for n, one in enumerate(places) for other in places[:n])


def test_after_a_bend_only_what_is_left_of_the_move_is_offered():
    """An inch and a half is gone of four: straight on two and a half are left, and the nearest place that would do."""
    game = acting("other_spearman")
    game.answer("by")
    game.answer("10000 11500")
    game.answer("move")
    places = offered(game)
    assert (10_000, 14_000) in places
    assert max(distance((10_000, 11_500), one) for one in places) <= 2_501
    with pytest.raises(Illegal) as told:
        game.answer("10000 15500")
    assert told.value.refusal.instead == "10000 14000"


def test_a_place_says_how_near_the_enemy_would_be():
    game = acting("other_spearman")
    game.answer("move")
    told = {option["notation"]: option["label"] for option in view(game, "red")["ask"]["options"]}
    assert told["10000 14000"] == "To 10.00 east, 14.00 north: nearer, 4.00 in from Other Spearman 3"


@pytest.mark.pins("force.officers")
@pytest.mark.parametrize("figures, most", [(10, "one officer"), (11, "from 1 to 2 officers")])
def test_how_many_officers_a_force_may_have_is_said_in_words(figures, most):
    force = [Bought(TROOPS["other_archer"], figures, 0)]
    assert wrongs("farmers", force, 200, {}) == [(f"{figures} armed figures have {most}, not 0.", "force.officers")]


def test_however_little_is_left_of_a_move_the_nearest_place_is_named():
    game = acting("other_spearman")
    for answer in ("by", "10000 13500", "move"):
        game.answer(answer)
    with pytest.raises(Illegal) as told:
        game.answer("10000 15500")
    assert told.value.refusal.instead == "10000 14000"


def test_who_is_deployed_is_given_a_facing_and_who_turns_a_place_to_look_at():
    laid = field_of(
        men("red", "european", "10 2", officer=True),
        men("blue", "other_spearman", "10 30"),
        setup={"kind": "attack", "attacker": "red"},
    )
    game = Game(SYSTEM, laid)
    game.answer("place 2")
    assert hints(game, "blue")["facing"] is True
    turning = acting("other_spearman")
    turning.answer("turn")
    assert hints(turning)["toward"] is True
    labels = [option["label"] for option in view(turning, "red")["ask"]["options"]]
    assert labels[:2] == ["As he stands", "Toward Other Spearman 3"]
    told = {option["notation"]: option["label"] for option in view(turning, "red")["ask"]["options"]}
    assert told["13000 10000"] == "Toward the east"
    assert told["7880 7880"] == "Toward the south-west"


def test_the_line_of_sight_to_the_last_man_of_the_roster_is_told():
    seen = acting("other_askari").state
    assert SYSTEM.sight is not None
    assert SYSTEM.sight(seen, "1", "3").clear


@pytest.mark.parametrize("side, edge, front", [(0, "south", 5_000), (1, "north", 35_000)])
def test_the_programs_layout_fills_the_front_rank_first_from_edge_to_edge(side, edge, front):
    """The zones are six inches deep and ten wide; nobody has been placed."""
    field = field_of(
        men("red", "other_spearman", "1 1, 3 1, 5 1"),
        men("blue", "other_spearman", "1 39, 3 39, 5 39"),
        red={"zone": "0 0 10 6"},
        setup={"kind": "meeting"},
    )
    places = list(ranks(field, side))
    first = [at for at in places if at[1] == places[0][1]]
    assert abs(places[0][1] - front) <= 500
    assert min(at[0] for at in first) == 500
    if side == 0:
        assert max(at[0] for at in first) == 9_500
    lay_out(field, side)
    assert {field.at[index][1] for index in range(3 * side, 3 * side + 3)}


@pytest.mark.pins("seq.alternate")
@pytest.mark.pins("vic.rounds")
def test_a_round_is_a_turn_of_each_side_and_after_the_last_turn_of_the_last_the_battle_is_over():
    """Nobody has anything to do but to end his steps: four turns, two of each round."""
    field = field_of(men("red", "bearer", "10 10, 5 5"), men("blue", "bearer", "30 30, 35 35"), limit={"rounds": 2})
    game, turns = Game(SYSTEM, field, Seeded(1)), [(1, 0)]
    while game.request is not None:
        game.answer(view(game, game.asked().seat)["ask"]["options"][-1]["notation"])  # type: ignore[union-attr]
        if (game.state.round, game.state.active) != turns[-1]:
            turns.append((game.state.round, game.state.active))
    assert turns == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert game.result is not None


@pytest.mark.parametrize(
    "kind, below, told",
    [
        ("other_askari", False, "On 1 it runs, on 2 or 3 it hesitates."),
        ("warrior_spearman", False, "On 1 it hesitates."),
        ("other_askari", True, "On 1 to 3 it runs, on 4 or 5 it hesitates."),
        ("warrior_spearman", True, "On 1 it runs, on 2 or 3 it hesitates."),
    ],
)
def test_who_tests_is_told_what_the_die_itself_must_show(kind, below, told):
    field = field_of(men("red", kind, "10 10"), men("blue", "pygmy", "10 30"))
    field.below = below
    assert NERVE.prompt(field, Trial(0, "panic.when-kill")).endswith(f"killed within 6 inches. {told}")


# --- what is imagined of the hidden ---------------------------------------------------------------------------------

WOOD = [{"kind": "forest", "name": "The wood", "at": "20 24", "radius": 10}]


@pytest.mark.pins("hide.secret")
def test_a_step_that_goes_on_goes_on_in_every_world_that_is_imagined():
    """An officer has one point, and his man lies so near that it will do; or a man in hiding has somebody to shoot."""
    paying = field_of(
        men("red", "european", "20 2", officer=True),
        men("blue", "other_spearman", "20 24", officer=True, hidden=True),
        men("blue", "warrior_spearman", "20 28", hidden=True),
        terrain=WOOD,
        active="blue",
        phase="command",
        midway=True,
    )
    paying.points, paying.acted = ((1, 1),), 0b010
    shooting = field_of(
        men("red", "european", "20 10", officer=True),
        men("blue", "elite_askari", "20 16", hidden=True, facing=180),
        terrain=WOOD,
        active="blue",
        phase="others",
        midway=True,
    )
    random, places = Random(5), set()
    for _ in range(40):
        world = SYSTEM.imagine(paying, "red", random)
        assert orders(world)[0].verb != END
        places.add(world.at[2])
        assert restless(SYSTEM.imagine(shooting, "red", random), 1) == [1]
    assert len(places) > 5


# --- bad scenarios ---------------------------------------------------------------------------------------------------

MEN = [{"id": "1"} | men("red", "european", "10 10", officer=True), {"id": "2"} | men("blue", "pygmy", "10 30")]
GOOD = {
    "board": {"width": 40, "depth": 40},
    "side": [{"id": "red", "edge": "south"}, {"id": "blue", "edge": "north"}],
    "unit": MEN,
}


def faults_of(**more: Any) -> list[str]:
    return [fault.why for fault in SYSTEM.check(Document("scenario", GOOD | more))]


@pytest.mark.parametrize("key", ["attacker", "first"])
def test_who_meets_by_chance_has_neither_an_attacker_nor_a_first_turn(key):
    assert faults_of(setup={"kind": "meeting"}) == []
    assert faults_of(setup={"kind": "meeting", key: "red"}) == [
        "Who meets throws for the first turn, and has no attacker."
    ]


def test_a_battle_has_from_one_to_a_thousand_rounds():
    said = [faults_of(limit={"rounds": rounds}) for rounds in (0, 1, MOST_ROUNDS, MOST_ROUNDS + 1)]
    assert [len(faults) for faults in said] == [1, 0, 0, 1]


def test_a_force_that_is_chosen_has_its_officers_and_each_man_a_name_of_his_own():
    game = Game(SYSTEM, SYSTEM.setup(load(SYSTEM, "meeting").data, DEFAULTS | {"terrain": "scenario"}), Seeded(1))
    for seat in ("south", "north"):
        game.choose(0, seat)
    for side in (0, 1):
        mine = [man for man in game.state.roster if man.side == side]
        assert 1 <= sum(man.officer for man in mine) <= -(-sum(man.troop.armed for man in mine) // 10)
        assert mine[0].officer
        assert len({man.name for man in mine}) == len(mine)
        assert game.state.officers & game.state.friends[side] == sum(1 << man.number - 1 for man in mine if man.officer)


def test_a_place_that_cannot_be_read_is_said_in_a_sentence():
    faults = faults_of(unit=[MEN[0] | {"at": "ten ten"}, MEN[1]])
    assert faults == ["'ten' is no length in inches and hundredths of an inch."]


def test_a_facing_may_have_tenths_of_a_degree():
    field = field_of(men("red", "european", "10 10", facing="22.5"), men("blue", "pygmy", "10 30", facing=270))
    assert field.facing == [225, 2_700]


def test_who_is_one_of_several_has_a_number_and_who_is_alone_his_name():
    field = field_of(
        men("red", "european", "10 10", officer=True, name="The Doctor"),
        men("red", "other_askari", "12 10, 14 10", name="Guard"),
        men("blue", "pygmy", "10 30"),
    )
    assert [man.name for man in field.roster[:3]] == ["The Doctor", "Other Askari 2", "Other Askari 3"]
