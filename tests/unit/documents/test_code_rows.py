"""Two texts of a file as rows: every line once, numbered as the texts number it, the words that differ marked."""

import re
from html import unescape

import pytest

from countermark.documents.difference.code_rows import CodeRow, CodeRows, code_rows, lines_of

OLD = "def total(items):\n    return sum(items)\n\nlast\n"
NEW = "def total(items, tax):\n    return sum(items) * tax\n\nlast\n"
PAIRS = [
    (OLD, NEW),
    ("", NEW),
    (OLD, ""),
    ("a\nb\nc", "c\nb\na"),
    ("one\n" * 40 + "two\n", "one\n" * 40 + "three\n"),
    ("a\r\nb\r\n", "a\r\nc\r\n"),
    ("no end", "no end\n"),
    ("\n\n\n", "\n"),
    ("<b>&amp;\n", "<i>&lt;\n"),
]


def rows_of(old: str, new: str, *, whole: bool = True) -> CodeRows:
    return code_rows(old, new, most=1000, whole=whole)


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_both_texts_can_be_read_out_of_the_rows(old: str, new: str) -> None:
    rows = rows_of(old, new).rows
    assert [plain(row.was) for row in rows if row.old is not None] == [line.rstrip("\r") for line in lines_of(old)]
    assert [plain(row.now) for row in rows if row.new is not None] == [line.rstrip("\r") for line in lines_of(new)]
    assert [row.old for row in rows if row.old is not None] == list(range(1, len(lines_of(old)) + 1))
    assert [row.new for row in rows if row.new is not None] == list(range(1, len(lines_of(new)) + 1))


def test_the_words_that_differ_are_marked_in_both_lines() -> None:
    first, second, *_ = rows_of(OLD, NEW).rows
    assert (first.was, first.now) == ("def total(items):", 'def total(items<b class="word">, tax</b>):')
    assert second.now == '    return sum(items)<b class="word"> * tax</b>'


def test_lines_far_from_a_difference_are_folded() -> None:
    rows = rows_of("same\n" * 40 + "two\n", "same\n" * 40 + "three\n", whole=False).rows
    assert rows[0] == CodeRow("fold", 1, 1, lines=37)
    assert [row.kind for row in rows[1:4]] == ["same"] * 3


def test_what_comes_and_what_goes_is_counted() -> None:
    found = rows_of("a\nb\nc\n", "a\nc\nd\ne\n")
    assert (found.added, found.removed, found.left_out) == (2, 1, 0)


def test_a_very_long_difference_says_what_it_leaves_out() -> None:
    found = code_rows("", "x\n" * 50, most=20)
    assert (len(found.rows), found.added, found.left_out) == (20, 50, 30)


def test_what_hides_or_reorders_is_shown_by_its_number() -> None:
    (row,) = rows_of("", "if admin:\u202e # safe\n").rows
    assert "\u202e" not in row.now
    assert "202E" in row.now


def test_nothing_of_a_text_becomes_an_element() -> None:
    for row in rows_of("<script>alert(1)</script>\n", "<img src=x onerror=alert(1)>\n").rows:
        assert not re.search(r"<(?!/?b\b|/?span\b)", row.was + row.now)
