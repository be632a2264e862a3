"""The longest common subsequence of words is the one that the docstring states, whatever else stands in the texts."""

from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.difference.alignment import subsequence

ENTRIES = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=9)
LACKED = st.lists(st.sampled_from(["x", "y"]), max_size=3)


def stated(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The definition, word for word; equal beginnings and ends are taken by the caller."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, word in enumerate(old, 1):
        for j, other in enumerate(new, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if word == other else max(table[i - 1][j], table[i][j - 1])
    pairs, i, j = list[tuple[int, int]](), len(old), len(new)
    while i and j:
        if table[i][j] == table[i][j - 1]:
            j -= 1
        elif table[i][j] == table[i - 1][j]:
            i -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]


@given(ENTRIES, ENTRIES, LACKED, LACKED)
def test_of_several_longest_ones_it_is_the_stated_one(
    old: list[str], new: list[str], mine: list[str], theirs: list[str]
) -> None:
    one, other = ["x", *old, *mine, "x"], ["y", *new, *theirs, "y"]  # ends that differ, so that none is taken first
    assert subsequence(one, other) == stated(one, other)


def test_what_is_too_large_is_cut_where_a_word_stands_once_in_both() -> None:
    old, new = ["p", "a", "b", "once", "c", "c", "q"], ["r", "b", "a", "once", "c", "c", "c", "s"]
    assert subsequence(old, new, most_cells=10) == [(2, 1), (3, 3), (4, 4), (5, 5)]
