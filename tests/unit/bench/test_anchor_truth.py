"""The truth of the anchoring bench: what three aligners agree on."""

import pytest

from bench.anchors.scoring import judged
from bench.anchors.texts import Span, Text
from bench.anchors.truth import Judge, Truth

pytestmark = pytest.mark.unit

STORE = "The store keeps each order until the payment settles."
QUEUE = "A worker takes orders from the queue and retries three times."
CACHE = "The cache forgets an entry when its header says so."
INDEX = "An index over both columns makes the look-up cheap."


def truth(old: tuple[str, ...], new: tuple[str, ...], quote: str) -> Truth | None:
    before = Text(old)
    start = before.whole.index(quote)
    return Judge(before, Text(new)).judge(Span(start, start + len(quote)))


def words(new: tuple[str, ...], told: Truth | None) -> str | None:
    assert told is not None
    return None if told.core is None else Text(new).whole[told.core.start : told.core.end]


def test_words_beside_an_edit_are_unchanged() -> None:
    new = (STORE, QUEUE.replace("three", "five"), CACHE)
    told = truth((STORE, QUEUE, CACHE), new, "A worker takes orders")
    assert told is not None
    assert (told.fate, words(new, told)) == ("unchanged", "A worker takes orders")


def test_an_edited_block_is_found_whole() -> None:
    new = (STORE, QUEUE.replace("three", "five"), CACHE)
    told = truth((STORE, QUEUE, CACHE), new, QUEUE)
    assert told is not None
    assert (told.fate, words(new, told)) == ("edited", new[1])


def test_a_moved_block_is_moved() -> None:
    new = (QUEUE, CACHE, INDEX, STORE)
    told = truth((STORE, QUEUE, CACHE, INDEX), new, STORE)
    assert told is not None
    assert (told.fate, words(new, told)) == ("moved", STORE)


def test_a_deleted_block_is_gone_although_a_lookalike_stays() -> None:
    twin = STORE.replace("order", "invoice")
    told = truth((STORE, QUEUE, twin, CACHE), (QUEUE, twin, CACHE), STORE)
    assert told == Truth("deleted", "similar", None, None)


def test_a_rewritten_block_is_left_out() -> None:
    new = ("Orders stay in the store until they are paid, each of them.", QUEUE)
    assert truth((STORE, QUEUE), new, STORE) is None


def test_right_wrong_and_lost() -> None:
    stands = Truth("edited", "", Span(10, 20), Span(10, 24))
    gone = Truth("deleted", "", None, None)
    assert judged(stands, Span(12, 24)) == "right"
    assert judged(stands, Span(16, 24)) == "wrong"  # too little of it
    assert judged(stands, Span(0, 60)) == "wrong"  # too much around it
    assert judged(stands, None) == "lost"
    assert judged(gone, None) == "right"
    assert judged(gone, Span(1, 2)) == "wrong"
