"""The shape of feedback with marks, word for word: what an agent, and every tool that reads the shape, can rely on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.annotations import AnnotationKind as Kind
from countermark.model.feedback import Mark, compose, ordinal
from countermark.model.markdown_words import code, fenced, in_quotes, inline, quoted
from countermark.model.reviews import Verdict

REFUSED = """\
This plan is NOT approved. Change it as asked below, keep what is not mentioned, and submit it again for review.

# Plan Feedback

## Reference Images

1. [before.png] `/desk/images/aa`

I've reviewed this plan and have 5 pieces of feedback, and general feedback after that:

## 1. (line 3) [Nit] Feedback on: "the \\"old\\" table"
> Small things, fix them in passing.

> Which one?

**Attached images:**

- [table.png] `/desk/images/bb`

## 2. (lines 5–8) Remove this
````
Run it:
```sh
make clean
```
````
> Not on a Friday.
>
> ## 3. Remove this

## 3. (line 9) Add this

Right after: "Copy the rows."

This is the 2nd of 3 places in the plan that read so.

```
Keep the old file.
```

## 4. (line 12) Change this
**From:**
```
a week
```
**To:**
```
a month
```

## 5. Feedback on: "the cache"

These words stood in an earlier revision; they are no longer in this plan.

> Still true.

## General feedback about the plan

> Good start.
> # But

> Ask the others.

## Label Summary

- [Nit]: 1 (in 1)

---
"""


def test_every_kind_of_mark() -> None:
    marks = [
        Mark(Kind.NOTE, "", images=(("before.png", "/desk/images/aa"),)),
        Mark(Kind.COMMENT, "the cache", "Still true.", gone=True),
        Mark(Kind.NOTE, "", "Ask the others."),
        Mark(Kind.REPLACEMENT, "a week", text="a month", lines=(12, 12), position=90),
        Mark(Kind.INSERTION, "Copy the rows.", text="Keep the old file.", lines=(9, 9), position=80, occurrence=(2, 3)),
        Mark(
            Kind.DELETION,
            "Run it:\n```sh\nmake clean\n```",
            "Not on a Friday.\n\n## 3. Remove this",
            lines=(5, 8),
            position=40,
        ),
        Mark(
            Kind.COMMENT,
            'the "old" table',
            "Which one?",
            label="Nit",
            tip="Small things, fix them in passing.",
            images=(("table.png", "/desk/images/bb"),),
            lines=(3, 3),
            position=7,
        ),
    ]
    assert compose(Verdict.CHANGES_REQUESTED, what="plan", notes="Good start.\n# But", marks=marks) == REFUSED


def test_approved_with_one_mark() -> None:
    mark = Mark(Kind.COMMENT, "Copy the rows.", "In one transaction, please.", lines=(4, 4))
    assert compose(Verdict.APPROVED, what="document", notes=None, marks=[mark]) == (
        "This document is approved. The person who approved it adds notes; follow them while you carry it out.\n\n"
        "# Document Feedback\n\nI've reviewed this document and have 1 piece of feedback:\n\n"
        '## 1. (line 4) Feedback on: "Copy the rows."\n> In one transaction, please.\n\n---\n'
    )


def test_notes_alone_on_the_whole() -> None:
    found = compose(Verdict.CHANGES_REQUESTED, what="plan", notes=None, marks=[Mark(Kind.NOTE, "", "Too long.")])
    _, _, rest = found.partition("\n\n")
    assert rest == (
        "# Plan Feedback\n\nI've reviewed this plan and have general feedback:\n\n"
        "## General feedback about the plan\n\n> Too long.\n\n---\n"
    )


def test_nothing_but_pictures() -> None:
    found = compose(
        Verdict.CHANGES_REQUESTED, what="plan", notes=None, marks=[Mark(Kind.NOTE, "", images=(("a.png", "/desk/a"),))]
    )
    assert found.endswith("## Reference Images\n\n1. [a.png] `/desk/a`\n\nI've reviewed this plan:\n\n---\n")


def test_a_mark_that_became_a_note_says_what_it_was_about() -> None:
    mark = Mark(Kind.NOTE, "Copy the rows.", "How many?", text="Copy 10 rows.", label="Nit", gone=True)
    found = compose(Verdict.CHANGES_REQUESTED, what="plan", notes=None, marks=[mark])
    assert (
        '[Nit]\n\nAbout: "Copy the rows."\n\n'
        "These words stood in an earlier revision; they are no longer in this plan.\n\n"
        "```\nCopy 10 rows.\n```\n\n> How many?\n" in found
    )


def test_without_marks_the_words_stay_as_they_are() -> None:
    assert compose(Verdict.APPROVED, what="plan", notes=None, marks=[]) == "This plan is approved.\n"
    assert compose(Verdict.APPROVED, what="plan", notes="# so\n", marks=[]).endswith("carry it out.\n\n# so\n\n")


def test_marks_at_one_place_keep_the_order_in_which_they_come() -> None:
    marks = [Mark(Kind.COMMENT, "x", words, position=at) for words, at in (("b", 5), ("a", 1), ("c", 5))]
    found = compose(Verdict.CHANGES_REQUESTED, what="plan", notes=None, marks=marks)
    assert found.index("> a") < found.index("> b") < found.index("> c")


def test_words_to_remove_add_or_change_are_never_shortened() -> None:
    long = "word " * 30_000
    for mark in (
        Mark(Kind.DELETION, long),
        Mark(Kind.INSERTION, "x", text=long),
        Mark(Kind.REPLACEMENT, long, text=long),
    ):
        assert long in compose(Verdict.CHANGES_REQUESTED, what="plan", notes=None, marks=[mark])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('say "yes"', r"say \"yes\""),
        ("snake_case and __init__", r"snake_case and \_\_init\_\_"),
        ("2 * 3, a*b", r"2 * 3, a\*b"),
        ("a < b && c &amp; <b>", r"a < b && c \&amp; \<b>"),
        ("C:\\dir\\new \\* \\", "C:\\dir\\new \\\\\\* \\\\"),
        ("rows[0] `x`", r"rows\[0\] \`x\`"),
        ("one  \r\n\r\n  two\u2028three", "one ⏎ two ⏎ three"),
        ("~/.config #1 - x_", r"~/.config #1 - x\_"),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert inline(text) == line


def test_fences_are_longer_than_any_inside() -> None:
    assert fenced("a") == "```\na\n```"
    assert fenced("```\nx\n```") == "````\n```\nx\n```\n````"
    assert fenced("~~~~~\nx") == "``````\n~~~~~\nx\n``````"
    assert fenced("") == "```\n```"
    assert fenced("a\r\n") == "```\na\n\n```"


def test_every_line_of_a_quote_is_marked() -> None:
    assert quoted("a\r\n\r\n\tb\rc\n") == "> a\n>\n> \tb\n> c\n>"


def test_code_spans() -> None:
    assert code("/a b") == "`/a b`"
    assert code("a`b``") == "``` a`b`` ```"
    assert code(" a ") == "`  a  `"


def test_a_long_quote_keeps_its_ends_and_says_how_much_is_missing() -> None:
    assert in_quotes("x" * 500) == f'"{"x" * 500}"'
    text = "A" * 240 + "b" * 1_021 + "C" * 240
    assert in_quotes(text) == f'"{"A" * 240} [… 1,021 characters …] {"C" * 240}"'


CLUSTERS = (
    "x",
    " ",
    "é",
    "e\u0301",
    "o\u0308\u0323",
    "👩‍💻",
    "👍🏽",
    "👨‍👩‍👧‍👦",
    "❤\ufe0f",
    "각",
    "क्",
    "בּ",
    "𝒳",
    "🏴\U000e0067\U000e007f",
)


@given(st.lists(st.sampled_from(CLUSTERS), min_size=501, max_size=600))
def test_a_long_quote_is_cut_between_whole_characters(clusters: list[str]) -> None:
    line = "".join(clusters)
    head, _, rest = in_quotes(line).partition(" [… ")
    missing, _, tail = rest.partition(" characters …] ")
    assert head.startswith('"')
    assert tail.endswith('"')
    cuts = {sum(map(len, clusters[:place])) for place in range(len(clusters) + 1)}
    assert {len(head) - 1, len(line) - len(tail) + 1} <= cuts
    assert int(missing) == len(line) - (len(head) - 1) - (len(tail) - 1)


@pytest.mark.parametrize("marks_before", [0, 100, 239, 250])
def test_a_letter_under_a_heap_of_accents_is_not_torn_apart(marks_before: int) -> None:
    heap = "a" + "\u0301" * 400
    line = "x" * marks_before + heap + "y" * 300
    head, _, tail = in_quotes(line).strip('"').partition(" [… ")
    assert head == line[: len(head)]
    assert not tail.rpartition("] ")[2].startswith("\u0301")
    assert len(head) <= marks_before or head.endswith("\u0301" * 400) or head == heap


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st"), (113, "113th")],
)
def test_ordinals(number: int, word: str) -> None:
    assert ordinal(number) == word
