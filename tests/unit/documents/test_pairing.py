"""Units of two revisions are paired as a person would pair them, each at most once."""

from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.difference.pairing import Pairing, pair
from countermark.documents.markdown.passages import Passages
from tests.vectors.revisions import units_of

ROWS = st.lists(
    st.sampled_from(["TODO", "Write the test", "Write the tests now", "Ask the team", "a b c d", "x"]), max_size=12
)


def texts(rows: list[str], mark: str) -> Passages:
    return units_of([(f"{mark}{at}", "paragraph", row, ()) for at, row in enumerate(rows)])


def paired(old: list[str], new: list[str]) -> Pairing:
    return pair(texts(old, "o"), texts(new, "n"))


def ways(found: Pairing) -> list[tuple[int, int]]:
    return [(one.old, one.new) for one in found.pairs]


def test_equal_units_are_paired_in_order() -> None:
    found = paired(["a b c", "TODO", "TODO", "d e f"], ["a b c", "TODO", "new words here", "TODO", "d e f"])
    assert ways(found) == [(0, 0), (1, 1), (2, 3), (3, 4)]
    assert (found.vanished, found.arrived) == ((), (2,))
    assert all(one.same and not one.moved and one.similarity == 1 for one in found.pairs)


def test_a_unit_that_crosses_others_has_moved() -> None:
    rows = [f"this is row number {at} of the plan" for at in range(6)]
    found = paired(rows, [*rows[1:], rows[0]])
    assert [(one.old, one.moved) for one in found.pairs if one.moved] == [(0, True)]


def test_an_edited_unit_is_paired_and_may_have_moved_too() -> None:
    old = ["Add the column to orders, nullable.", "Backfill in batches of ten.", "Switch the readers over."]
    new = [
        "Switch the readers over.",
        "Backfill in batches of ten.",
        "Add the new column to orders, nullable at first.",
    ]
    found = paired(old, new)
    assert sorted(ways(found)) == [(0, 2), (1, 1), (2, 0)]
    edited = next(one for one in found.pairs if one.old == 0)
    assert (edited.same, edited.moved) == (False, True)
    assert 0.5 < edited.similarity < 1


def test_two_old_units_never_claim_one_new_one() -> None:
    found = paired(["Write the test for orders", "Write the test for users"], ["Write the test for orders and users"])
    assert len(found.pairs) == 1
    assert found.vanished == (1,)


def test_what_has_nothing_in_common_is_no_pair() -> None:
    found = paired(["one two three four"], ["five six seven eight"])
    assert (found.pairs, found.vanished, found.arrived) == ((), (0,), (0,))


def test_case_and_blanks_are_no_difference() -> None:
    (one,) = paired(["Don’t   stop – “now”"], ['don\'t stop - "now"']).pairs
    assert one.same


@given(ROWS, ROWS)
def test_every_unit_is_in_one_place(old: list[str], new: list[str]) -> None:
    found = paired(old, new)
    assert sorted([*(one.old for one in found.pairs), *found.vanished]) == list(range(len(old)))
    assert sorted([*(one.new for one in found.pairs), *found.arrived]) == list(range(len(new)))
    stayed = [one.old for one in found.pairs if not one.moved]
    assert stayed == sorted(stayed)
    assert all(0 <= one.similarity <= 1 for one in found.pairs)


@given(ROWS)
def test_a_text_is_paired_with_itself(rows: list[str]) -> None:
    assert ways(paired(rows, rows)) == [(at, at) for at in range(len(rows))]


def test_sections_that_nothing_tells_apart_keep_their_order() -> None:
    """No unit stands once in both, and of each section a paragraph was edited."""
    items = [f"Do the usual thing number {at} once more" for at in range(5)]
    rows = [row for at in range(900) for row in (f"Section of kind {at % 30}", *items, f"Words about {at} and so on")]
    after = [row.replace("and so on", "and so forth") for row in rows]
    del after[70:77]
    found = paired(rows, after)
    assert found.arrived == ()
    assert len(found.vanished) == 7
    assert not any(one.moved for one in found.pairs)


@pytest.mark.parametrize("changed", [0.05, 1.0])
def test_a_megabyte_takes_little_time(changed: float) -> None:
    random = Random(3)
    words = ["".join(random.choices("abcdefghijklmnop", k=random.randint(2, 9))) for _ in range(4000)]
    rows = [" ".join(random.choices(words, k=30)) for _ in range(5000)]
    after = [f"{row} {random.choice(words)}" if random.random() < changed else row for row in rows]
    old, new = texts(rows, "o"), texts(after, "n")
    begin = process_time()
    found = pair(old, new)
    assert process_time() - begin < 3  # measured on a busy machine: 0.3 and 1.2 s, the index of both texts included
    assert ways(found) == [(at, at) for at in range(5000)]
