"""Quotes of other desks are found where they stand, however often the text says the same, and in little time."""

import time

import pytest

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.documents.marks.seeking import Seeker

PLAN = "# Plan\n\nBook it.\n\n```sh\nmake\nmake\nmake\n```\n\nBook it.\n\n- Book it.\n- Book it.\n"


@pytest.mark.parametrize("line", [3, 11, 13, 14])
def test_of_several_places_the_nearest_one_by_its_line_counts(line: int) -> None:
    found = Seeker(passages(render(PLAN))).found("Book it.", occurrence=(1, 9), lines=(line, line))
    assert found is not None
    assert (found.quote, found.lines) == ("Book it.", (line, line))


@pytest.mark.parametrize("nth", [1, 2, 3, 4])
def test_of_as_many_places_the_named_one_counts(nth: int) -> None:
    found = Seeker(passages(render(PLAN))).found("Book it.", occurrence=(nth, 4), lines=(1, 1))
    assert found is not None
    assert found.occurrence == (nth, 4)


@pytest.mark.parametrize("line", [6, 7, 8])
def test_within_one_block_the_line_counts_too(line: int) -> None:
    found = Seeker(passages(render(PLAN))).found("make", occurrence=(1, 9), lines=(line, line))
    assert found is not None
    assert found.lines == (line, line)


@pytest.mark.parametrize("words", ["ab ", "é🙂 ", "word\n"])
def test_a_text_that_says_the_same_everywhere_is_looked_through_in_little_time(words: str) -> None:
    seeker = Seeker(passages(render(words * 100_000)))
    begun = time.thread_time()
    for number in range(50):
        assert seeker.found((words * 20).strip(), occurrence=(7, 9_999), lines=(number, number))
    assert time.thread_time() - begun < 5
