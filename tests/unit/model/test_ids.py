"""Ids sort by time and never collide in their form; keys are recognised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.ids import is_key, new_id

TIMES = st.integers(min_value=0, max_value=2**48 - 1)


@given(TIMES, TIMES, st.binary(min_size=10, max_size=10), st.binary(min_size=10, max_size=10))
def test_ids_sort_by_time(early: int, late: int, one: bytes, other: bytes) -> None:
    first, second = new_id("rv", at=early, randomness=one), new_id("rv", at=late, randomness=other)
    assert len(first) == len("rv_") + 26
    if early != late:
        assert (first < second) == (early < late)


def test_too_little_randomness_is_refused() -> None:
    with pytest.raises(ValueError, match="10 random bytes"):
        new_id("rv", at=1, randomness=b"short")


@pytest.mark.parametrize(
    ("text", "good"), [("a" * 8, True), ("A-b_c.1234", True), ("short", False), ("a" * 129, False)]
)
def test_keys(text: str, good: bool) -> None:
    assert is_key(text) is good
    assert not is_key(text + " ")
    assert not is_key(text + "\n")
