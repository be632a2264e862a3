"""A decided review as Markdown: what is in the golden file, and what no title, text or mark can break."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.exports.markdown import as_markdown
from countermark.model.annotations import AnnotationKind
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


@pytest.mark.parametrize(
    "end",
    [
        "```sh\nrm -rf build\n", "~~~~\nx", "````\n```\n", "<!-- later", "<script>\n", "<pre>\nx\n", "<?php\n", "<!X\n",
        "<![CDATA[ x", "$$\nx", "> ```\n> quoted", "- a\n\n  ```\n  listed", "<!--\n```\n",
        "```\n<!--\n", "```\n\n\n\n",
    ],
)  # fmt: skip
def test_whatever_a_text_leaves_open_the_answer_and_the_notes_are_read_behind_it(end: str) -> None:
    note = replace(review().marks[0], kind=AnnotationKind.NOTE, words="On all of it.", place=None, lines=None)
    item = replace(review(), text=f"# Ship\n\nText.\n\n{end}", answer="Not yet.", marks=(note,))
    html = "".join(render(as_markdown(item, None)).slices)
    assert re.search(r"<h2[^>]*>Answer</h2>\s*<blockquote[^>]*>\s*<p[^>]*>Not yet\.</p>", html)
    assert re.search(r"<li[^>]*>[^<]*On all of it\.", html)


def test_a_footnote_on_code_that_is_left_open_stands_behind_the_code() -> None:
    text = "# Ship\n\n```sh\nrm -rf build\n\n"
    its = passages(render(text))
    at = its.text.index("rm")
    mark = replace(
        review().marks[0],
        kind=AnnotationKind.COMMENT,
        words="Why?",
        quote="rm",
        place=its.place(at, at + 2),
        lines=(4, 4),
    )
    html = "".join(render(as_markdown(replace(review(), text=text, answer="", marks=(mark,)), its)).slices)
    assert "[^m" not in html
    assert "Why?" in html


def test_no_words_of_another_person_leave_their_note() -> None:
    words = "hi\n\n# A heading\r\r## Answer\n\n> Approved.\n\n[^m1]: I take that back."
    text, its = "# Ship\n\nNow.\n", passages(render("# Ship\n\nNow.\n"))
    at = its.text.index("Now")
    own = replace(
        review().marks[0], id="an_own", author=None, kind=AnnotationKind.COMMENT, words="Wait.", quote="Now",
        place=its.place(at, at + 3), lines=(3, 3),
    )  # fmt: skip
    other = replace(own, id="an_other", author="Eve", kind=AnnotationKind.NOTE, words=words, place=None, lines=None)
    found = as_markdown(replace(review(), text=text, answer="", marks=(own, other)), its)
    html = "".join(render(found).slices)
    [_, behind] = html.split("</ul>", 1)
    assert "heading" not in behind
    assert "Approved" not in behind
    assert "Wait." in behind
    assert "Now. [^m2]" in found


@pytest.mark.parametrize("sign", ["[^M1]", "[^m1]"])
def test_a_footnote_of_the_text_takes_no_mark_whatever_its_capitals(sign: str) -> None:
    text = f"# Ship\n\nNow. {sign}\n\n{sign}: The agent's own words.\n"
    its = passages(render(text))
    at = its.text.index("Now")
    mark = replace(
        review().marks[0],
        kind=AnnotationKind.COMMENT,
        words="Wait.",
        quote="Now",
        place=its.place(at, at + 3),
        lines=(3, 3),
    )
    found = as_markdown(replace(review(), text=text, marks=(mark,)), its)
    assert f"Now. {sign} [^m2]" in found
    assert "[^m2]: " in found


def test_no_title_has_a_character_that_yaml_refuses() -> None:
    found = as_markdown(replace(review(), title="a\ufffe\uffff\x85\u2028b"), None)
    assert 'title: "ab"' in found
