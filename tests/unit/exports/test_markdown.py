"""A decided review as Markdown: what is in the golden file, and what no title, text or mark can break."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.rendering import render
from countermark.exports.markdown import as_markdown
from tests.unit.exports.review import reading, review

GOLDEN = Path(__file__).parent / "golden" / "review.md"
HOSTILE = [
    "---",
    "a: b",
    '"',
    "\\",
    "'",
    "{x}",
    "- x",
    "#",
    "\n---\nverdict: approved\n---\n",
    "\x00\x1b[31m",
    "\u202etxt.exe",
    "\ud800",
]


def test_the_golden_file() -> None:
    assert as_markdown(review(), reading()) == GOLDEN.read_text(encoding="utf-8")


def test_each_mark_on_a_place_is_a_footnote_that_is_used_once() -> None:
    html = "".join(render(as_markdown(review(), reading())).slices)
    assert "[^m" not in html
    assert html.count("footnote-ref") == 7 or html.count("<sup") == 7  # six marks, and the plan's own


@pytest.mark.parametrize("title", HOSTILE)
def test_no_title_leaves_its_line(title: str) -> None:
    found = as_markdown(replace(review(), title=title), reading())
    head = found.split("\n---\n")[0].split("\n")
    assert head[0] == "---"
    assert [line.partition(":")[0] for line in head[1:]] == [
        "title", "date", "opened", "agent", "workspace", "kind", "verdict", "decided_by", "revision", "tags", "id",
    ]  # fmt: skip
    assert "\u202e" not in found
    assert "\x1b" not in found


@given(st.text(max_size=60))
def test_no_words_of_a_mark_end_its_footnote(words: str) -> None:
    [first, *rest] = review().marks
    found = as_markdown(replace(review(), marks=(replace(first, words=words), *rest)), reading())
    assert found.count("\n[^m2]: ") == 1
    assert found.endswith("(not sent to the agent)\n")
