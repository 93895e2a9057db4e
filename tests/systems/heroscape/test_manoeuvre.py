"""The search behind every movement cuts short what cannot end well, and nothing else."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from zareba.systems.heroscape.manoeuvre import _enough_for_each, _one_for_each

choices = st.lists(st.integers(0, 63), max_size=5)


def there_is_one_for_each(masks: list[int]) -> bool:
    hexes = range(6)
    orders = permutations(hexes, len(masks))
    return any(all(mask >> cell & 1 for mask, cell in zip(masks, order, strict=True)) for order in orders)


@given(choices)
def test_stacks_find_a_hex_each_exactly_if_some_order_of_hexes_gives_them_one(masks: list[int]) -> None:
    assert _one_for_each(masks) == there_is_one_for_each(masks)


@given(choices)
def test_where_there_are_enough_whoever_chooses_first_there_is_one_for_each(masks: list[int]) -> None:
    if _enough_for_each(masks):
        assert there_is_one_for_each(masks)
