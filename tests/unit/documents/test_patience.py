"""Equal entries of two sequences are paired from those that stand once in both, in time that no text can spoil."""

from itertools import pairwise
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.difference.patience import matching_blocks

ENTRIES = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=14)
NESTED = 20_000


def equal_in_order(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    return [(i + at, j + at) for i, j, size in matching_blocks(old, new) for at in range(size)]


def test_an_entry_that_stands_once_in_both_is_worth_more_than_many_that_stand_often() -> None:
    old = ["}", "}", "}", "}", "once", "x"]
    new = ["y", "once", "}", "}", "}", "}", "z"]
    assert equal_in_order(old, new) == [(4, 1)]


def test_an_entry_that_stands_once_in_a_gap_is_found_there() -> None:
    old, new = ["s", "twice", "o", "middle", "p", "twice", "t"], ["S", "twice", "O", "middle", "P", "twice", "T"]
    assert equal_in_order(old, new) == [(1, 1), (3, 3), (5, 5)]


def test_equal_entries_that_stand_often_are_left_where_nothing_tells_them_apart() -> None:
    assert equal_in_order(["a", "x", "x", "b"], ["c", "x", "x", "x", "d"]) == []


@given(ENTRIES, ENTRIES)
def test_pairs_are_equal_and_rise_in_both(old: list[str], new: list[str]) -> None:
    pairs = equal_in_order(old, new)
    assert all(old[i] == new[j] for i, j in pairs)
    assert all(i < x and j < y for (i, j), (x, y) in pairwise(pairs))


@given(ENTRIES)
def test_a_sequence_is_equal_to_itself(entries: list[str]) -> None:
    assert equal_in_order(entries, entries) == [(at, at) for at in range(len(entries))]


def test_gaps_within_gaps_end_before_they_cost_the_square() -> None:
    """Each entry stands once only in the gap behind the one before it: the deepest nesting that there is."""
    old, new = ["start"], ["begin"]
    for at in range(NESTED):
        old += [f"{at}", f"old {at}", f"{at + 2}"]
        new += [f"{at}", f"new {at}", f"{at + 2}"]
    started = process_time()
    assert len(equal_in_order(old, new)) > 0
    assert process_time() - started < 5


def test_runs_end_with_an_empty_one_and_none_begins_where_another_ends() -> None:
    assert [tuple(run) for run in matching_blocks(["a", "b", "x", "c"], ["a", "b", "y", "c"])] == [
        (0, 0, 2), (3, 3, 1), (4, 4, 0),
    ]  # fmt: skip
    assert [tuple(run) for run in matching_blocks([], ["a"])] == [(0, 1, 0)]
