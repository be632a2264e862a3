"""The hub reads the same words in a document as a browser that has it on the screen."""

from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.blocks import Document
from countermark.documents.markdown.passages import WORDS, Passages, passages
from countermark.documents.markdown.rendering import render
from countermark.model.errors import BadInput
from countermark.model.places import Place
from tests.vectors.revisions import units_of

PLANS = sorted((Path(__file__).parent / "plans").glob("*.md"))
REFERENCE = sorted((Path(__file__).parents[3] / "docs").rglob("*.md"))
LINES = (
    *(
        "# A\n",
        "- b\n",
        "  - c\n\n",
        "1. x\n",
        "> q\n",
        "```\ncode\n\n",
        "```\n",
        "| a | b |\n|---|---|\n",
        "| 1 | 2 |\n",
    ),
    *(
        "<details><summary>s</summary>\n",
        "</details>\n",
        "<pre>\n\nx</pre>\n",
        "word & <b>é</b> 👍\n",
        "[^1]\n\n[^1]: n\n",
    ),
    *(
        "$$\nx\n$$\n",
        "> [!NOTE]\n> n\n",
        "- [ ] t\n",
        "\u202e\u00a0\n",
        "<td>\n",
        "<p>\n",
        "\n",
        "    indented\n",
        "<tr>x\n",
    ),
)
MARKDOWN = st.lists(st.sampled_from(LINES), max_size=30).map("".join)
SIGNS = st.text(st.sampled_from("ab \n👍é\u0301日"), min_size=1, max_size=12)


def in_a_browser(document: Document) -> dict[str, str]:
    """What an HTML parser makes of it: the text nodes of each block, those of the desk left out."""
    texts: dict[str, list[str]] = {}

    def walk(element: Element, owner: list[str]) -> None:
        name = element.get("data-block") or element.get("data-continues")
        own = texts.setdefault(name, []) if name else owner
        if element.text:
            own.append(element.text)
        for child in element:
            if isinstance(child.tag, str):
                walk(child, own)
            if child.tail:
                own.append(child.tail)

    for html in document.slices:
        walk(html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False), [])
    joined = {name: "".join(pieces) for name, pieces in texts.items()}
    return {name: text for name, text in joined.items() if WORDS.search(text)}


def read(document: Document) -> dict[str, str]:
    return {unit.block: unit.text for unit in passages(document).units}


@pytest.mark.parametrize("path", [*PLANS, *REFERENCE], ids=lambda path: path.name)
def test_words_are_those_of_a_browser(path: Path) -> None:
    document = render(path.read_text(encoding="utf-8"))
    assert list(read(document).items()) == list(in_a_browser(document).items())


@given(MARKDOWN)
def test_words_of_any_markdown_are_those_of_a_browser(text: str) -> None:
    document = render(text)
    assert read(document) == in_a_browser(document)


def test_a_block_that_goes_on_in_the_next_slice_is_one_unit() -> None:
    document = render("```\n" + "a line of code that fills the slice\n" * 3000 + "```\n")
    assert len(document.slices) > 1
    (unit,) = passages(document).units
    assert unit.text.count("\n") == 3000


@pytest.mark.parametrize(
    "line",
    [
        "1. item {0}\n",
        "- item {0}\n  - inner {0}\n",
        "> quote {0}\n>\n",
        "| {0} | cell |\n",
        "[^{0}]\n\n[^{0}]: note\n\n",
    ],
)
def test_what_goes_on_in_the_next_slice_is_read_whole(line: str) -> None:
    head = "| a | b |\n|---|---|\n" if line.startswith("|") else ""
    document = render(head + "".join(line.format(number) for number in range(900)))
    assert len(document.slices) > 1
    assert read(document) == in_a_browser(document)


def test_sections_are_the_headings_above() -> None:
    text = passages(render("intro\n\n# A\n\nx\n\n## B\n\ny\n\n# C\n\nz\n"))
    assert {unit.text: unit.section for unit in text.units} == {
        "intro": (),
        "A": (),
        "x": ("A",),
        "B": ("A",),
        "y": ("A", "B"),
        "C": (),
        "z": ("C",),
    }


def lines(markdown: str, quote: str) -> tuple[int, int] | None:
    text = passages(render(markdown))
    start = text.text.index(quote)
    return text.lines(text.place(start, start + len(quote)))


def test_lines_are_exact_where_text_and_source_break_alike() -> None:
    source = "# T\n\none two\nthree four\nfive\n\n```py\na\n\nb\nc\n```\n\n- item\n  goes on\n  - inner\n\n    code\n"
    assert lines(source, "three") == (4, 4)
    assert lines(source, "two\nthree") == (3, 4)
    assert lines(source, "a\n\nb") == (8, 10)
    assert lines(source, "c") == (11, 11)
    assert lines(source, "goes on") == (15, 15)
    assert lines(source, "five\na") == (5, 8)
    assert lines("    x\n    y\n", "y") == (2, 2)
    assert lines("one `code\nspan` two\n", "two") == (1, 2)  # a code span swallows the line end: the block's lines


def test_occurrences_are_told_apart() -> None:
    text = units_of([("a", "paragraph", "to be or not to be", ()), ("b", "paragraph", "be", ())])
    assert text.occurrence(Place("a", 3, "a", 5)) == (1, 3)
    assert text.occurrence(Place("a", 16, "a", 18)) == (2, 3)
    assert text.occurrence(Place("b", 0, "b", 2)) == (3, 3)


def test_positions_and_places_count_utf16() -> None:
    text = units_of([("a", "paragraph", "👍 yes", ()), ("b", "paragraph", "no 👍🏽!", ())])
    assert text.quote(Place("a", 3, "b", 2)) == "yes\nno"
    assert text.position(Place("b", 3, "b", 7)) == 10
    assert text.place(9, 11) == Place("b", 3, "b", 7)


@pytest.mark.parametrize(
    "place",
    [
        Place("a", 1, "a", 3),  # between the halves of a surrogate pair
        Place("a", 0, "a", 1),
        Place("a", 2, "a", 2),
        Place("a", 3, "a", 2),
        Place("a", 0, "a", 99),
        Place("a", -1, "a", 2),
        Place("b", 0, "a", 2),
        Place("nobody", 0, "a", 2),
    ],
)
def test_a_place_that_does_not_exist_is_none(place: Place) -> None:
    text = units_of([("a", "paragraph", "👍 yes", ()), ("b", "paragraph", "no", ())])
    assert text.span(place) is None
    assert text.quote(place) is None
    assert text.lines(place) is None
    assert (text.position(place), text.occurrence(place)) == (0, (1, 1))


@given(st.lists(SIGNS, min_size=1, max_size=5), st.data())
def test_spans_and_places_are_two_names_for_the_same(texts: list[str], data: st.DataObject) -> None:
    text: Passages = units_of([(f"b{at}", "paragraph", own, ()) for at, own in enumerate(texts)])
    if not text.units:
        return
    start = data.draw(st.integers(0, len(text.text) - 1))
    end = data.draw(st.integers(start + 1, len(text.text)))
    try:
        place = text.place(start, end)
    except BadInput:
        assert text.text[start:end] == "\n"
        return
    span = text.span(place)
    assert span is not None
    assert text.text[span[0] : span[1]] == text.quote(place)
    assert text.text[span[0] : span[1]].strip("\n") == text.text[start:end].strip("\n")
