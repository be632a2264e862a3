"""Large and hostile revisions are compared in bounded time, and arrive in slices."""

import re
from time import process_time

import pytest

from countermark.documents.difference.comparing import Comparison, Summary, compare, compare_sources
from countermark.documents.markdown.cutting import FIRST_SLICE, LATER_SLICE
from countermark.documents.markdown.rendering import render
from tests.unit.documents.compared import assert_well_formed, own_texts
from tests.unit.documents.test_bounds import HOSTILE

SIZE = 25_000
SECONDS = 5.0  # a tenth of it is usual, and quadratic work would take far more
PARAGRAPHS = [f"Paragraph {number} tells about thing {number * 7} and about nothing else." for number in range(900)]
LONG = {
    "paragraphs": "\n\n".join(PARAGRAPHS),
    "items": "\n".join(f"{number + 1}. {words}" for number, words in enumerate(PARAGRAPHS)),
    "rows": "| a | b |\n|---|---|\n" + "\n".join(f"| {words} | {number} |" for number, words in enumerate(PARAGRAPHS)),
    "code": "```\n" + "\n".join(PARAGRAPHS) + "\n```",
    "quote": "> " + "\n>\n> ".join(PARAGRAPHS),
    "nested": "\n".join(f"- {words}\n  1. inner {words}" for words in PARAGRAPHS[:400]),
}


def both(old: str, new: str) -> list[Comparison]:
    """Both views."""
    a, b = render(old), render(new)
    return [compare(a, b), compare(a, b, view="side")]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_bounded_time(name: str) -> None:
    old = HOSTILE[name][:SIZE]
    new = f"first\n\n{old[: len(old) // 2]} changed words {old[len(old) // 2 + 50 :]}"
    a, b = render(old), render(new)
    started = process_time()
    made = [compare(a, b), compare(a, b, view="side"), compare_sources(old, new, Summary())]
    assert process_time() - started < SECONDS
    for part in (part for each in made for part in each.slices):
        assert_well_formed(part)


@pytest.mark.parametrize("name", LONG)
def test_long_documents_arrive_in_slices(name: str) -> None:
    old = LONG[name]
    new = old.replace("thing 7 ", "thing seven ").replace(PARAGRAPHS[300], "Gone.").replace("Paragraph 800", "Part 800")
    inline = both(old, new)[0]
    assert len(inline.slices) > 1
    assert len(inline.slices[0]) < 2 * FIRST_SLICE
    assert max(map(len, inline.slices)) < 2 * LATER_SLICE
    for part in inline.slices:
        assert_well_formed(part)
    assert own_texts(inline.html) == own_texts(render(new).html)
    assert "seven" in inline.slices[0]
    assert "seven" not in "".join(inline.slices[1:])


@pytest.mark.parametrize("name", ["paragraphs", "items", "rows"])
def test_side_by_side_comes_in_slices_too(name: str) -> None:
    old = LONG[name]
    side = both(old, old.replace("Paragraph 500", "Part 500"))[1]
    assert max(map(len, side.slices)) < 2 * LATER_SLICE
    assert own_texts(side.html) == own_texts(render(old.replace("Paragraph 500", "Part 500")).html)


def test_a_list_that_is_gone_is_cut_as_well() -> None:
    inline = both(f"# T\n\n{LONG['items']}", "# T\n\nNothing.")[0]
    assert max(map(len, inline.slices)) < 2 * LATER_SLICE
    assert all(" data-desk" in part for part in inline.slices[1:])
    assert own_texts(inline.html) == own_texts(render("# T\n\nNothing.").html)


def test_a_numbered_list_goes_on_counting() -> None:
    old = LONG["items"]
    inline = both(old, old.replace(f"\n11. {PARAGRAPHS[10]}", ""))[0]
    assert '<li value="11" ' in inline.slices[0] or ' value="11">' in inline.slices[0]
    starts = [
        int(number) for part in inline.slices for number in re.findall(r'^<ol class="continued" start="(\d+)"', part)
    ]
    assert len(starts) == len(inline.slices) - 1
    items = [len(re.findall(r"<li (?!class=\"gone\")", part)) for part in inline.slices]
    for number, start in enumerate(starts, 1):
        assert start == 1 + sum(items[:number])


def test_code_that_goes_is_cut_between_lines() -> None:
    lines = "\n".join(f"line {number} of a long program" for number in range(3000))
    inline = both(f"```\nkept\n{lines}\nkept too\n```", "```\nkept\nkept too\n```")[0]
    assert max(map(len, inline.slices)) < 3 * LATER_SLICE
    assert inline.html.count("of a long program") == 3000
