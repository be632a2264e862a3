"""The HTML file: the safe document with marks added, and nothing in it that runs or is fetched."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.passages import passages
from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.tree import joined
from countermark.exports.html import as_html, faces_for
from countermark.exports.weaving import woven
from countermark.model.annotations import AnnotationKind
from countermark.model.exports import ExportedItem, ExportedMark
from tests.unit.exports.review import TEXT, mark, review

HOSTILE = (
    "<script>alert(1)</script>", "</style><script>x</script>", '"><img src=x onerror=alert(1)>', "]]>", "<!--",
    "</mark></article>", "javascript:alert(1)", "\u202eabc", "\x00", "&amp;", "\ud800", "<svg onload=x>",
)  # fmt: skip
PIECES = (
    "# A b\n\n", "- x\n  - y `z`\n\n", "> q *em* r\n\n", "a&b < c 😀 d\n\n",
    "| a | b |\n|-|-|\n| c | d |\n\n", "[l](m)",
)  # fmt: skip
ADDED = re.compile(
    r'<mark class="[a-z ]+">(?:<del>)?|(?:</del>)?</mark>|<ins class="[a-z]+">.*?</ins>|<sup class="number">.*?</sup>'
    r'|<(span|div) class="note(?: between)?" role="note".*?</\1>(?=<|[^<]*)',
    re.DOTALL,
)
EMPTY = frozenset({"br", "hr", "img", "link", "meta", "wbr"})


class Found(HTMLParser):
    """The elements of a page, and whether each is closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.crossed: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)


def page(item: ExportedItem) -> str:
    return as_html(item, render(item.text))


def all_marked(text: str, edges: list[int], words: str) -> ExportedItem:
    """A review whose text has marks from and to anywhere, over each other."""
    reading = passages(render(text))
    marks: list[ExportedMark] = []
    for number, (start, end) in enumerate(pairwise(edges), start=1):
        low, high = sorted((start % (len(reading.text) + 1), end % (len(reading.text) + 1)))
        if reading.text[low:high].strip():
            kind = list(AnnotationKind)[number % 4]
            place = reading.place(low, high)
            marks.append(replace(mark(number, kind, "", words, text=words), place=place, author=words or None))
    return replace(review(), text=text, marks=tuple(marks))


def test_no_style_but_ours_and_no_script_counts() -> None:
    html = page(review())
    style = html.split("<style>")[1].split("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; font-src data:;" in html
    assert "script" not in Found(html).tags
    assert html.index("Content-Security-Policy") < html.index("<style>")


def test_marks_are_numbered_down_the_text_whatever_their_order() -> None:
    turned = replace(review(), marks=tuple(reversed(review().marks)))
    for item in (review(), turned):
        html = page(item)
        assert [int(number) for number in re.findall(r'id="mark-(\d+)"', html)] == [1, 2, 3, 4, 5, 6]
        assert re.search(r'id="said-1".*?Which one\?', html)
        assert re.search(r'id="said-3".*?<b class="author">Bob \*the\* builder</b>', html)


def test_marks_that_overlap_share_their_words() -> None:
    item = replace(
        review(), text="One two three four.\n",
        marks=(
            replace(mark(1, AnnotationKind.COMMENT, ""), place=passages(render("One two three four.\n")).place(0, 13)),
            replace(mark(2, AnnotationKind.DELETION, ""), place=passages(render("One two three four.\n")).place(4, 18)),
        ),
    )  # fmt: skip
    html = woven(item, render(item.text)).html
    assert re.findall(r'<mark class="([a-z ]+)">(?:<del>)?([^<]*)', html) == [
        ("comment", "One "), ("comment deletion", "two three"), ("deletion", " four"),
    ]  # fmt: skip


def test_a_number_never_stands_in_a_link() -> None:
    text = "See [the plan](https://example.org) now.\n"
    place = passages(render(text)).place(8, 10)
    item = replace(review(), text=text, marks=(replace(mark(1, AnnotationKind.COMMENT, ""), place=place),))
    assert "</a><sup" in woven(item, render(text)).html


def test_what_stands_on_nothing_is_said_on_the_whole() -> None:
    html = page(review())
    whole = html.split('aria-label="On the whole"')[1].split("</aside>")[0]
    assert "Good, on the whole." in whole
    assert "<q>gone words</q>" in whole


def test_a_title_stands_once() -> None:
    assert page(review()).count("<h1") == 1
    assert page(replace(review(), text="No heading.\n", marks=(), title="A <b>bold</b> title")).count(
        "<h1>A &lt;b&gt;bold&lt;/b&gt; title</h1>"
    )


@given(
    st.lists(st.sampled_from([*HOSTILE, *PIECES, TEXT])),
    st.lists(st.integers(0, 400), max_size=6), st.sampled_from(HOSTILE),
)  # fmt: skip
def test_whatever_is_marked_the_file_is_whole_and_runs_nothing(pieces: list[str], edges: list[int], words: str) -> None:
    item = replace(all_marked(" ".join(pieces), edges, words), title=words, answer=words, agent_name=words)
    found = Found(page(item))
    assert found.crossed == []
    assert found.open == []
    assert not {"script", "iframe", "object", "embed", "form", "link", "base", "svg"} & set(found.tags)
    names = [name for name, _ in found.attributes]
    assert not [name for name in names if name.startswith("on") or name in ("style", "srcset", "action")]
    sources = [value for name, value in found.attributes if name in ("src", "data")]
    assert all(value.startswith("data:image/") for value in sources)
    assert not [value for name, value in found.attributes if name == "href" and "javascript:" in value]


@given(
    st.lists(st.sampled_from([*PIECES, TEXT]), min_size=1),
    st.lists(st.integers(0, 300), max_size=6),
)  # fmt: skip
def test_without_what_was_added_it_is_the_document(pieces: list[str], edges: list[int]) -> None:
    item = all_marked("".join(pieces), edges, "")
    document = render(item.text)
    html = woven(item, document).html
    assert ADDED.sub("", without_notes(html)) == joined(document.slices)


def without_notes(html: str) -> str:
    """Notes hold elements of their own kind, so they are counted out."""
    parts = re.split(r'(?=<(?:span|div) class="note(?: between)?" role="note")', html)
    return parts[0] + "".join(behind_note(part) for part in parts[1:])


def behind_note(part: str) -> str:
    depth = 0
    for found in re.finditer(r"<(/?)(?:span|div)\b[^<>]*>", part):
        depth += -1 if found[1] else 1
        if depth == 0:
            return part[found.end() :]
    raise AssertionError(part)


def test_fonts_come_along_as_data() -> None:
    assert faces_for("Ship it").count("@font-face") in (0, 4)  # none where the desk was not built
    assert "url(http" not in faces_for("Ship the café")
