"""The laws of hex maps, each checked against the slowest and plainest way of saying the same."""

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import pytest

from zareba.boards.hex import CLEAR, OFF, HexGrid, Mask, Ray, Sight, Ways, bits, first

Cost = Callable[[int, int], int | None]

GRIDS = {
    "13 x 11": HexGrid(13, 11),
    "8 x 7 short": HexGrid(8, 7, short_rows=True),
    "letters 6 x 8": HexGrid(6, 8, naming="letters"),
    "short letters 5 x 30": HexGrid(5, 30, naming="letters", short_rows=True),
    "one row": HexGrid(9, 1),
    "one column": HexGrid(1, 9),
    "one hex": HexGrid(1, 1),
    "narrowest short": HexGrid(2, 6, short_rows=True),
    "101 x 3": HexGrid(101, 3),
}
SEEDS = range(25)

every_grid = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
every_seed = pytest.mark.parametrize("seed", SEEDS)


# The rule book in so many words.


def neighbours_by_rule_book(grid: HexGrid, cell: int) -> set[int]:
    c, r = grid.place(cell)
    shift = 0 if r % 2 else 1
    above_and_below = [(c + shift, r - 1), (c + shift - 1, r - 1), (c + shift, r + 1), (c + shift - 1, r + 1)]
    return {grid.index(*place) for place in [(c + 1, r), (c - 1, r), *above_and_below]} - {OFF}


def steps_from(grid: HexGrid, start: int) -> dict[int, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours_by_rule_book(grid, here) - steps.keys():
            steps[there] = steps[here] + 1
            queue.append(there)
    return steps


def axes(grid: HexGrid, cell: int) -> tuple[int, int, int]:
    column, row = grid.place(cell)
    i, j = column - 1, row - 1
    x = i - (j - j % 2) // 2
    return x, -x - j, j


def hex_on_axes(grid: HexGrid, x: int, z: int) -> int:
    return grid.index(x + (z - z % 2) // 2 + 1, z + 1)


def line_by_rule_book(grid: HexGrid, a: int, b: int, s: int) -> tuple[int, ...]:
    start, end, n = axes(grid, a), axes(grid, b), grid.distance(a, b)
    delta = [e - b for b, e in zip(start, end, strict=True)]
    m = next(i for i in range(3) if abs(delta[i]) == max(map(abs, delta)))
    p, q = (i for i in range(3) if i != m)
    line = []
    for k in range(1, n):
        at = [0, 0, 0]
        at[m] = start[m] + (k if delta[m] > 0 else -k)
        exact, half = start[p] + Fraction(delta[p] * k, n), Fraction(1, 2)
        at[p] = floor(exact + half) if s > 0 else ceil(exact - half)
        at[q] = -at[m] - at[p]
        line.append(hex_on_axes(grid, at[0], at[2]))
    return tuple(line)


def dijkstra(grid: HexGrid, cost: Cost, start: int, allowance: int, blocked: Mask) -> dict[int, int]:
    spent, queue = {start: 0}, [(0, start)]
    while queue:
        paid, here = heapq.heappop(queue)
        for there in neighbours_by_rule_book(grid, here):
            price = cost(here, there)
            if price is None or blocked >> there & 1 or paid + price > allowance:
                continue
            if paid + price < spent.get(there, allowance + 1):
                spent[there] = paid + price
                heapq.heappush(queue, (paid + price, there))
    return spent


def ring_of(cell: int, rings: Sequence[Mask]) -> int:
    return next((d for d, ring in enumerate(rings) if ring >> cell & 1), len(rings))


def rising_only(cost: Cost, rings: Sequence[Mask]) -> Cost:
    return lambda a, b: None if ring_of(b, rings) < ring_of(a, rings) else cost(a, b)


def rays_by_rule_book(
    grid: HexGrid, level: Sequence[int], top: Sequence[int], eye: int, figure: int, a: int, b: int
) -> list[Ray]:
    n, rays = grid.distance(a, b), []
    for line in grid.lines(a, b):
        heights = [Fraction((level[a] + eye) * (n - k) + (level[b] + eye) * k, n) for k in range(1, n)]
        if any(cell == OFF or top[cell] >= height for cell, height in zip(line, heights, strict=True)):
            continue
        crossed = list(zip(line, heights, strict=True))
        low = grid.mask(cell for cell, height in crossed if level[cell] + figure >= height)
        rays.append(Ray(grid.mask(line), low))
    return rays[:1] if rays[1:] == rays[:1] else rays


# Random ground.


def some_grid(rng: random.Random) -> HexGrid:
    return HexGrid(rng.randint(2, 13), rng.randint(1, 11), short_rows=rng.random() < 0.5)


def some_mask(rng: random.Random, grid: HexGrid, most: int = 30) -> Mask:
    return grid.mask(rng.choice(grid.cells) for _ in range(rng.randint(0, most)))


def lawless_cost(rng: random.Random, grid: HexGrid) -> Cost:
    """Asymmetrical costs, walls, and sides that can be crossed one way only."""
    choices: list[list[int | None]] = [[1, 2, None], [1, 1, 1, 2, 3], [2, 5], [1, 3, 7, None, None]]
    prices = rng.choice(choices)
    table = {(a, b): rng.choice(prices) for a in grid.cells for b in bits(grid.near[a])}
    return lambda a, b: table[a, b]


def hilly_levels(rng: random.Random, grid: HexGrid) -> list[int]:
    level = [0] * grid.size
    for _ in range(len(grid.cells) // 20 + 1):
        peak = rng.choice(grid.cells)
        for cell in bits(grid.disc(peak, 1)):
            level[cell] = max(level[cell], 1)
        level[peak] = rng.choice([1, 2, 3])
    return level


def hilly_cost(rng: random.Random, grid: HexGrid) -> Cost:
    level, rough = hilly_levels(rng, grid), some_mask(rng, grid)

    def cost(a: int, b: int) -> int | None:
        climb = level[b] - level[a]
        return None if abs(climb) > 1 else 1 + max(0, climb) + (rough >> b & 1)

    return cost


def ways_and_questions(seed: int) -> Iterator[tuple[HexGrid, Cost, Ways, int, int, Mask]]:
    rng = random.Random(seed)
    grid = some_grid(rng)
    cost = rng.choice([lawless_cost, hilly_cost])(rng, grid)
    ways = Ways(grid, cost)
    for _ in range(20):
        yield grid, cost, ways, rng.choice(grid.cells), rng.randint(0, 9), some_mask(rng, grid)


def some_ground(seed: int) -> tuple[HexGrid, list[int], list[int]]:
    rng = random.Random(seed)
    grid = some_grid(rng)
    level = hilly_levels(rng, grid)
    woods = some_mask(rng, grid, 10)
    return grid, level, [height + 2 * (woods >> cell & 1) for cell, height in enumerate(level)]


# Masks.


def test_bits_are_told_in_ascending_order() -> None:
    assert list(bits(0b1010011 | 1 << 200)) == [0, 1, 4, 6, 200]
    assert list(bits(0)) == []


def test_the_first_of_a_mask_is_its_lowest_index_and_off_if_there_is_none() -> None:
    assert first(0b1010000) == 4
    assert first(0) == OFF


# Places and names.


@every_grid
def test_cells_are_in_reading_order_and_ascending(grid: HexGrid) -> None:
    assert list(grid.cells) == sorted(grid.cells)
    assert [grid.place(cell)[::-1] for cell in grid.cells] == sorted(grid.place(c)[::-1] for c in grid.cells)


@every_grid
def test_the_board_is_the_set_of_all_cells_and_tables_cover_it(grid: HexGrid) -> None:
    assert list(bits(grid.board)) == list(grid.cells)
    assert grid.mask(grid.cells) == grid.board
    assert len(grid.bit) == len(grid.near) == grid.size > max(grid.cells)
    assert all(bit == 1 << i for i, bit in enumerate(grid.bit))


@every_grid
def test_places_and_indexes_are_inverse(grid: HexGrid) -> None:
    assert all(grid.index(*grid.place(cell)) == cell for cell in grid.cells)


@every_grid
def test_places_off_the_map_have_no_index(grid: HexGrid) -> None:
    far = max(grid.columns, grid.rows) + 3
    places = {(c, r) for c in range(-2, far) for r in range(-2, far)} - {grid.place(c) for c in grid.cells}
    assert {grid.index(*place) for place in places} == {OFF}


def test_short_rows_lack_the_last_hex_of_every_second_row() -> None:
    grid = HexGrid(8, 7, short_rows=True)
    assert [sum(grid.place(c)[1] == r for c in grid.cells) for r in range(1, 8)] == [8, 7, 8, 7, 8, 7, 8]
    assert grid.index(8, 2) == OFF != grid.index(8, 3)


@pytest.mark.parametrize("columns, rows, short", [(0, 3, False), (3, 0, False), (1, 3, True)])
def test_a_map_without_hexes_in_some_row_is_refused(columns: int, rows: int, short: bool) -> None:
    with pytest.raises(ValueError, match="no map has"):
        HexGrid(columns, rows, short_rows=short)


def test_an_unknown_naming_is_refused() -> None:
    with pytest.raises(ValueError, match="runes"):
        HexGrid(3, 3, naming="runes")


@every_grid
def test_names_are_different_and_lead_back_in_capitals_and_small_letters(grid: HexGrid) -> None:
    names = [grid.name(cell) for cell in grid.cells]
    assert len(set(names)) == len(names)
    assert [grid.find(name) for name in names] == [grid.find(name.lower()) for name in names]
    assert [grid.find(name) for name in names] == list(grid.cells)


def test_digits_name_column_then_row_and_widen_on_large_maps() -> None:
    assert GRIDS["13 x 11"].name(GRIDS["13 x 11"].index(5, 3)) == "0503"
    assert GRIDS["101 x 3"].name(GRIDS["101 x 3"].index(5, 3)) == "005003"
    assert HexGrid(2, 100).find("002100") != OFF


def test_letters_name_the_row_and_go_on_after_z() -> None:
    grid = GRIDS["short letters 5 x 30"]
    names = ["C4", "Z2", "AA1", "AD2"]
    assert [grid.place(grid.find(name)) for name in names] == [(4, 3), (2, 26), (1, 27), (2, 30)]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "503",
        " 0503",
        "0503 ",
        "0503\n",
        "00503",
        "0500",
        "0003",
        "9999",
        "5,3",
        "C4",
        "\u0660\u0665\u0660\u0663",
        "\uff10\uff15\uff10\uff13",
    ],
)
def test_look_alikes_are_no_names_in_digits(name: str) -> None:
    assert GRIDS["13 x 11"].find(name) == OFF


@pytest.mark.parametrize(
    "name", ["", "A", "A0", "A01", "A7", "I1", "1A", "A 1", "A1 ", "A\u0661", "A\uff11", "\u00c01", "0101"]
)
def test_look_alikes_are_no_names_in_letters(name: str) -> None:
    assert GRIDS["letters 6 x 8"].find(name) == OFF


def test_a_dotless_i_is_no_name_of_row_i() -> None:
    grid = HexGrid(3, 9, naming="letters")
    assert grid.find("i1") != OFF == grid.find("\u01311")


# Neighbourhood and distance.


@every_grid
def test_neighbours_are_those_of_the_rule_book_and_never_wrap(grid: HexGrid) -> None:
    assert all(set(bits(grid.near[cell])) == neighbours_by_rule_book(grid, cell) for cell in grid.cells)


@every_grid
def test_what_is_no_cell_has_no_neighbours(grid: HexGrid) -> None:
    assert {grid.near[i] for i in range(grid.size) if i not in grid.cells} == {0}
    assert grid.near[OFF] == 0


def test_the_rule_book_table_of_neighbours_holds_in_odd_and_even_rows() -> None:
    grid = GRIDS["13 x 11"]
    names = [sorted(grid.name(c) for c in bits(grid.near[grid.find(name)])) for name in ("0503", "0504")]
    assert names[0] == sorted(["0603", "0403", "0502", "0402", "0504", "0404"])
    assert names[1] == sorted(["0604", "0404", "0603", "0503", "0605", "0505"])


@every_grid
def test_distance_is_the_fewest_steps(grid: HexGrid) -> None:
    for a in grid.cells[::7]:
        assert {b: grid.distance(a, b) for b in grid.cells} == steps_from(grid, a)


@every_seed
def test_around_a_mask_is_the_union_of_its_hexes_neighbours(seed: int) -> None:
    rng = random.Random(seed)
    grid = some_grid(rng)
    mask = some_mask(rng, grid)
    assert set(bits(grid.around(mask))) == {b for a in bits(mask) for b in bits(grid.near[a])}


@every_grid
def test_a_disc_holds_what_lies_within_its_radius(grid: HexGrid) -> None:
    for a in grid.cells[::5]:
        for radius in (-1, 4, 0, 1, 1000, 2):
            assert grid.disc(a, radius) == grid.mask(b for b in grid.cells if grid.distance(a, b) <= radius)


@every_seed
def test_rings_hold_the_hexes_at_each_distance_from_the_nearest(seed: int) -> None:
    rng = random.Random(seed)
    grid = some_grid(rng)
    mask = some_mask(rng, grid, 4)
    nearest = {b: min((grid.distance(a, b) for a in bits(mask)), default=OFF) for b in grid.cells}
    assert grid.rings(mask, 20) == [grid.mask(b for b in grid.cells if nearest[b] == d) for d in range(21)]


# Moving and grouping.


@every_seed
def test_a_shifted_mask_moves_every_hex_alike_and_loses_those_that_leave(seed: int) -> None:
    rng = random.Random(seed)
    grid = some_grid(rng)
    for _ in range(50):
        mask, start, end = some_mask(rng, grid), rng.choice(grid.cells), rng.choice(grid.cells)
        (x0, _, z0), (x1, _, z1) = axes(grid, start), axes(grid, end)
        moved = [(x + x1 - x0, z + z1 - z0) for x, _, z in (axes(grid, cell) for cell in bits(mask))]
        assert set(bits(grid.shifted(mask, start, end))) == {hex_on_axes(grid, *to) for to in moved} - {OFF}


@every_seed
def test_groups_are_connected_apart_and_in_order(seed: int) -> None:
    rng = random.Random(seed)
    grid = some_grid(rng)
    mask = some_mask(rng, grid)
    groups = grid.groups(mask)
    assert sum(groups) == mask
    assert all(grid.connected(group) for group in groups)
    assert not any(grid.around(group) & mask & ~group for group in groups)
    assert [first(group) for group in groups] == sorted(first(group) for group in groups)
    assert grid.connected(mask) == (len(groups) <= 1)


def test_hexes_at_opposite_edges_are_not_connected() -> None:
    grid = GRIDS["13 x 11"]
    assert not grid.connected(grid.mask([grid.find("1301"), grid.find("0102")]))
    assert grid.connected(grid.mask([grid.find("0101"), grid.find("0102")]))
    assert grid.connected(0)
    assert grid.groups(0) == []


def test_a_mask_leaves_out_what_is_off_the_map() -> None:
    grid = GRIDS["13 x 11"]
    assert grid.mask([OFF, grid.find("0101"), OFF]) == grid.bit[grid.find("0101")]


# Sight lines.


@every_grid
def test_sight_lines_are_those_of_the_rule_book(grid: HexGrid) -> None:
    rng = random.Random(1)
    for _ in range(300):
        a, b = rng.choice(grid.cells), rng.choice(grid.cells)
        assert grid.lines(a, b) == (line_by_rule_book(grid, a, b, 1), line_by_rule_book(grid, a, b, -1))


@every_grid
def test_sight_lines_are_the_same_from_either_end(grid: HexGrid) -> None:
    for a in grid.cells[::6]:
        for b in grid.cells:
            assert set(grid.lines(a, b)) == {line[::-1] for line in grid.lines(b, a)}


@every_grid
def test_a_sight_line_is_a_chain_of_neighbours(grid: HexGrid) -> None:
    for a in grid.cells[::6]:
        for b in grid.cells:
            for line in grid.lines(a, b):
                chain = (a, *line, b)
                steps = [step for step in pairwise(chain) if OFF not in step and a != b]
                assert len(line) == max(0, grid.distance(a, b) - 1)
                assert all(grid.near[here] >> there & 1 for here, there in steps)


def names_on_lines(grid: HexGrid, a: str, b: str) -> list[list[str]]:
    return [[grid.name(cell) for cell in line] for line in grid.lines(grid.find(a), grid.find(b))]


def test_a_line_along_a_side_takes_the_hex_on_each_hand() -> None:
    assert sorted(names_on_lines(GRIDS["13 x 11"], "0507", "0505")) == [["0406"], ["0506"]]


def test_one_line_from_0306_to_0604_runs_over_0405_0505_0504() -> None:
    assert ["0405", "0505", "0504"] in names_on_lines(GRIDS["13 x 11"], "0306", "0604")


def test_a_line_along_the_edge_leaves_the_map_on_one_hand() -> None:
    grid = GRIDS["13 x 11"]
    assert {line[0] for line in grid.lines(grid.find("0101"), grid.find("0103"))} == {OFF, grid.find("0102")}


# Ways.


@every_seed
def test_a_step_costs_what_was_said_and_leads_only_to_a_neighbour(seed: int) -> None:
    grid, cost, ways, start, _, _ = next(ways_and_questions(seed))
    assert all(ways.step(start, b) == cost(start, b) for b in bits(grid.near[start]))
    assert all(ways.step(start, b) is None for b in grid.cells if not grid.near[start] >> b & 1)


def test_a_step_that_costs_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot cost 0"):
        Ways(GRIDS["13 x 11"], lambda _a, _b: 0)


@every_seed
def test_what_is_spent_is_the_cheapest_cost_and_reach_is_all_it_tells(seed: int) -> None:
    for grid, cost, ways, start, allowance, blocked in ways_and_questions(seed):
        cheapest = dijkstra(grid, cost, start, allowance, blocked)
        assert ways.spent(start, allowance, blocked) == cheapest
        assert ways.reach(start, allowance, blocked) == grid.mask(cheapest)


@every_seed
def test_rising_reach_is_reach_without_the_steps_to_a_smaller_ring(seed: int) -> None:
    rng = random.Random(seed)
    for grid, cost, ways, start, allowance, blocked in ways_and_questions(seed):
        rings = grid.rings(some_mask(rng, grid, 3), rng.randint(0, 4))
        cheapest = dijkstra(grid, rising_only(cost, rings), start, allowance, blocked)
        assert ways.reach_rising(start, allowance, blocked, rings) == grid.mask(cheapest)
        assert ways.spent(start, allowance, blocked, rings) == cheapest


@every_seed
def test_without_rings_every_step_may_be_taken(seed: int) -> None:
    for _, _, ways, *question in ways_and_questions(seed):
        start, allowance, blocked = question
        assert ways.reach_rising(start, allowance, blocked, ()) == ways.reach(start, allowance, blocked)


@every_seed
def test_a_path_is_one_of_the_cheapest_and_exists_just_where_reach_goes(seed: int) -> None:
    rng = random.Random(seed)
    for grid, cost, ways, start, allowance, blocked in ways_and_questions(seed):
        rings = rng.choice([[], grid.rings(some_mask(rng, grid, 3), 3)])
        rising = rising_only(cost, rings)
        cheapest = dijkstra(grid, rising, start, allowance, blocked)
        for goal in grid.cells[::4]:
            path = ways.path(start, goal, allowance, blocked, rings)
            prices = [rising(a, b) for a, b in pairwise(path)]
            assert bool(path) == (goal in cheapest)
            assert None not in prices
            if path:
                assert (path[0], path[-1]) == (start, goal)
                assert not grid.mask(path[1:]) & blocked
                assert sum(price or 0 for price in prices) == cheapest[goal]


def test_one_stays_where_one_is_with_nothing_to_spend_even_on_a_blocked_hex() -> None:
    grid = GRIDS["13 x 11"]
    ways, start = Ways(grid, lambda _a, _b: 1), grid.find("0505")
    for allowance in (0, -1):
        assert ways.reach(start, allowance, grid.board) == grid.bit[start]
        assert ways.spent(start, allowance, grid.board) == {start: 0}
        assert ways.path(start, start, allowance, grid.board) == (start,)
    assert ways.reach(start, 9, grid.board) == grid.bit[start]


def test_a_cliff_is_crossed_one_way_only() -> None:
    grid = HexGrid(2, 1)
    top, foot = grid.cells
    ways = Ways(grid, lambda _, b: 2 if b == foot else None)
    assert ways.reach(top, 2, 0) == grid.board
    assert ways.reach(foot, 2, 0) == grid.bit[foot]
    assert ways.reach(top, 1, 0) == grid.bit[top]


# Sight.


@every_seed
def test_rays_are_those_of_the_rule_book(seed: int) -> None:
    rng = random.Random(seed)
    grid, level, top = some_ground(seed)
    eye, figure = rng.choice([(1, 1), (2, 1), (1, 2), (0, 0)])
    sight = Sight(grid, level, top, eye, figure)
    for _ in range(200):
        a, b = rng.choice(grid.cells), rng.choice(grid.cells)
        assert list(sight.rays(a, b)) == rays_by_rule_book(grid, level, top, eye, figure, a, b)


@every_seed
def test_ground_lets_both_see_each_other_or_neither(seed: int) -> None:
    grid, level, top = some_ground(seed)
    there, back = Sight(grid, level, top), Sight(grid, level, top)
    for a in grid.cells:
        for b in grid.cells[::3]:
            assert sorted(there.rays(a, b)) == sorted(back.rays(b, a))


@every_seed
def test_neighbours_and_oneself_are_seen_over_any_ground(seed: int) -> None:
    grid, level, top = some_ground(seed)
    sight = Sight(grid, level, top)
    assert all(sight.rays(a, b) == (Ray(0, 0),) for a in grid.cells for b in (a, *bits(grid.near[a])))


@every_seed
def test_the_field_holds_the_others_seen_within_effective_range(seed: int) -> None:
    grid, level, top = some_ground(seed)
    sight = Sight(grid, level, top)
    for a in grid.cells[::9]:
        for reach in (0, 1, 3, 6, 99):
            others = [b for b in grid.cells if b != a and sight.rays(a, b)]
            assert sight.field(a, reach) == grid.mask(b for b in others if sight.range(a, b) <= reach)


@every_seed
def test_the_blocker_is_where_ground_first_stops_the_first_line(seed: int) -> None:
    grid, level, top = some_ground(seed)
    sight = Sight(grid, level, top)
    for a in grid.cells[::5]:
        for b in grid.cells:
            line, n = grid.lines(a, b)[0], grid.distance(a, b)
            heights = [(level[a] + 1) * (n - k) + (level[b] + 1) * k for k in range(1, n)]
            stops = [c for c, h in zip(line, heights, strict=True) if c == OFF or top[c] * n >= h]
            assert sight.blocker(a, b) == (CLEAR if sight.rays(a, b) else stops[0])


def test_shooting_uphill_is_longer_by_a_hex_for_each_level_and_downhill_is_not() -> None:
    grid = GRIDS["13 x 11"]
    level = [0] * grid.size
    level[grid.find("0708")] = 2
    sight = Sight(grid, level, level)
    assert sight.range(grid.find("0308"), grid.find("0708")) == 6
    assert sight.range(grid.find("0708"), grid.find("0308")) == 4


@pytest.mark.parametrize("firer_level, in_the_way", [(0, True), (1, False)])
def test_from_a_hill_one_shoots_over_a_figure_that_would_be_in_the_way(firer_level: int, in_the_way: bool) -> None:
    grid = GRIDS["13 x 11"]
    level = [0] * grid.size
    level[grid.find("0308")] = firer_level
    (ray,) = Sight(grid, level, level).rays(grid.find("0308"), grid.find("0708"))
    assert ray.between == grid.mask(map(grid.find, ["0408", "0508", "0608"]))
    assert bool(ray.low & grid.bit[grid.find("0508")]) == in_the_way


@pytest.mark.parametrize("name, height", [("0408", 7), ("0508", 6), ("0608", 5)])
def test_the_line_from_a_hill_comes_down_by_equal_steps(name: str, height: int) -> None:
    grid = GRIDS["13 x 11"]
    level = [0] * grid.size
    level[grid.find("0308")] = 1
    for top in (1, 2):
        tops = [top if cell == grid.find(name) else 0 for cell in range(grid.size)]
        seen = Sight(grid, level, tops).rays(grid.find("0308"), grid.find("0708"))
        assert bool(seen) == (top * 4 < height)


def test_a_top_that_only_touches_the_line_blocks_it() -> None:
    grid = GRIDS["13 x 11"]
    level, top = [0] * grid.size, [0] * grid.size
    top[grid.find("0508")] = 1
    sight = Sight(grid, level, top)
    assert sight.rays(grid.find("0308"), grid.find("0708")) == ()
    assert sight.blocker(grid.find("0308"), grid.find("0708")) == grid.find("0508")


def test_along_the_edge_only_the_line_on_the_map_is_left() -> None:
    grid = GRIDS["13 x 11"]
    flat = [0] * grid.size
    between = grid.bit[grid.find("0102")]
    assert Sight(grid, flat, flat).rays(grid.find("0101"), grid.find("0103")) == (Ray(between, between),)


def test_either_of_two_lines_is_enough_to_see() -> None:
    grid = GRIDS["13 x 11"]
    level, top = [0] * grid.size, [0] * grid.size
    ends = grid.find("0507"), grid.find("0505")
    assert len(Sight(grid, level, top).rays(*ends)) == 2
    top[grid.find("0406")] = 5
    (ray,) = Sight(grid, level, top).rays(*ends)
    assert ray.between == grid.bit[grid.find("0506")]
    top[grid.find("0506")] = 5
    assert Sight(grid, level, top).rays(*ends) == ()
