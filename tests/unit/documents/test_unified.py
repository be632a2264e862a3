"""A unified difference: what `diff -u` says, from which the new text follows, in linear time whatever the texts are."""

import re
import time
from collections.abc import Sequence
from difflib import unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as some

from countermark.documents.difference.unified import unified

LINES = some.lists(some.sampled_from(["a", "b", "c", "", "+x", "-x", "@@"]), max_size=40)
HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(old: Sequence[str], difference: Sequence[str]) -> list[str]:
    """The old text changed as the difference says; each hunk has to say truly where it stands and how long it is."""
    new, at, rest = list[str](), 0, list(difference)
    while rest:
        head = HEAD.fullmatch(rest.pop(0))
        assert head is not None
        first, size, second, length = (1 if each is None else int(each) for each in head.groups())
        start = first - 1 if size else first
        new += old[at:start]
        at = start
        assert len(new) == (second - 1 if length else second)
        was, now = list[str](), list[str]()
        while len(was) < size or len(now) < length:
            sign, line = rest[0][0], rest.pop(0)[1:]
            was += [line] * (sign in " -")
            now += [line] * (sign in " +")
        assert was == old[at : at + size]
        new += now
        at += size
    return [*new, *old[at:]]


@given(LINES, LINES)
def test_the_new_text_follows_from_the_old_one_and_the_difference(old: list[str], new: list[str]) -> None:
    assert patched(old, list(unified(old, new))) == new


@given(LINES)
def test_equal_texts_have_no_difference(lines: list[str]) -> None:
    assert list(unified(lines, lines)) == []


@pytest.mark.parametrize("places", [(0,), (0, 1), (5, 11), (5, 12), (5, 13), (0, 39), (20,)])
def test_it_reads_as_diff_writes_it(places: tuple[int, ...]) -> None:
    old = [f"line {number}" for number in range(40)]
    new = [f"{line}, changed" if number in places else line for number, line in enumerate(old)]
    gone = [line for number, line in enumerate(old) if number not in places]
    for one, other in ((old, new), (old, gone), (gone, old)):
        assert list(unified(one, other)) == list(unified_diff(one, other, lineterm=""))[2:]


@pytest.mark.parametrize("shape", ["alternating", "reversed", "shuffled blocks"])
def test_hostile_texts_cost_what_their_length_is(shape: str) -> None:
    """Half a million lines, for which another algorithm takes hours."""
    count = 250_000
    if shape == "alternating":
        old, new = ["a", "b"] * count, ["b", "a"] * count
    elif shape == "reversed":
        old = [f"line {number}" for number in range(count)]
        new = old[::-1]
    else:
        old = [f"line {number % 1000}" for number in range(count)]
        new = [f"line {number * 7 % 1000}" for number in range(count)]
    begun = time.process_time()
    lines = sum(1 for _ in unified(old, new))
    assert lines >= count
    assert time.process_time() - begun < 20
