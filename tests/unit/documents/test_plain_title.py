"""A title that is read without the renderer is the one that the renderer finds."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from countermark.documents.markdown.plain_title import plain_title
from countermark.documents.markdown.rendering import render

WORDS = st.text(st.sampled_from("aZ09éĞ ,.:;()'\"+-#*_`&<[]!\\/@~$|=\t\u00a0\u200b\x00"), max_size=30)
AFTER = st.sampled_from(["", "\n", "\r\nWords.\n", "\r# Two", "\n===\n", "\n---\n", "\n[a]: /x\n", "  \n", " #\n"])


@settings(max_examples=1000, deadline=None)
@given(st.integers(0, 7).map("#".__mul__), st.sampled_from(["", " ", "   ", "\t"]), WORDS, AFTER)
@example("#", " ", "Let a clerk reverse a redemption", "\n\nWords.\n")
@example("#", " ", "www.example.com", "\n")
@example("#", " ", "a:b:c 1. (c) -- 'x' \"y\"", "\n")
def test_it_is_that_of_the_rendered_text(hashes: str, blank: str, words: str, after: str) -> None:
    text = hashes + blank + words + after
    assert plain_title(text) in (None, render(text).title)


@pytest.mark.parametrize("title", ["Plan", "Plan: two steps, then three (of 5)", "Über-Plan 2.0"])
def test_usual_titles_need_no_renderer(title: str) -> None:
    assert plain_title(f"# {title}\n\nWords.\n") == title
    assert plain_title(f"Words.\n\n# {title}\n") is None
