"""One text for one value, and strict reading."""

from __future__ import annotations

import hashlib
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zareba.engine.canon import DEEPEST, LARGEST, NotPlain, canonical, digest, parse, plain

words = st.text(st.characters(codec="utf-8"), max_size=5).map(lambda text: normalize("NFC", text))
values = st.recursive(
    st.booleans() | st.integers(-LARGEST, LARGEST) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


def nested(depth):
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@given(values)
def test_what_is_plain_can_be_written_and_read_again(value):
    assert plain(value) == value
    assert parse(canonical(value)) == value


@given(st.dictionaries(words, st.integers(0, 9), max_size=5))
def test_the_order_of_keys_does_not_matter(value):
    assert digest(value) == digest(dict(reversed(value.items())))


def test_canonical_text_is_short_sorted_utf_8():
    assert canonical({"b": [1, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,true]}'.encode()
    assert digest({}) == hashlib.sha256(b"{}").hexdigest()


def test_a_text_has_one_spelling():
    assert plain("e\u0301") == "\u00e9"
    assert plain({"e\u0301": 1}) == {"\u00e9": 1}
    with pytest.raises(NotPlain, match="same key twice"):
        plain({"e\u0301": 1, "\u00e9": 2})


def test_tuples_become_lists_and_nothing_is_shared():
    inner = [1]
    kept = plain({"a": (inner, "b")})
    inner.append(2)
    assert kept == {"a": [[1], "b"]}


@pytest.mark.parametrize("value", [
    1.0, float("nan"), None, b"x", {1: 2}, {None: 1}, [object()], {"a": {"b": [0.5]}}, 2**53, -(2**53), "\ud800",
    {"\ud800": 1}, {1, 2}, nested(DEEPEST + 1),
])  # fmt: skip
def test_what_is_not_plain_is_refused(value):
    with pytest.raises(NotPlain):
        plain(value)


def test_limits_are_inclusive():
    assert LARGEST == 9_007_199_254_740_991
    assert plain(nested(DEEPEST)) == nested(DEEPEST)
    assert plain([LARGEST, -LARGEST]) == [LARGEST, -LARGEST]


def test_a_removal_is_plain_only_where_one_is_expected():
    assert plain({"a": None}, removals=True) == {"a": None}


@pytest.mark.parametrize("text, why", [
    (b"{", "no JSON"), (b"", "no JSON"), (b"1 2", "no JSON"), (b"nul", "no JSON"), (b"{'a':1}", "no JSON"),
    (b'{"a":1,"a":2}', "key twice"), (b'[{"b":{"a":1,"a":1}}]', "key twice"),
    (b"1.0", "whole"), (b"1e3", "whole"), (b"NaN", "whole"), (b"-Infinity", "whole"), (b"1e400", "whole"),
    (b"9007199254740992", r"within 2\^53"), (b"1" * 5000, r"within 2\^53"), (b"-" + b"9" * 17, r"within 2\^53"),
    (b"\xff", "UTF-8"), (b'"\xed\xa0\x80"', "UTF-8"), (b"\xef\xbb\xbf1", "no JSON"),
    (b"[" * 100_000, "nested"), (b'{"a":' * 100_000, "nested"),
])  # fmt: skip
def test_reading_is_strict(text, why):
    with pytest.raises(NotPlain, match=why):
        parse(text)
