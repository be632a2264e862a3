"""Markdown that is shown while it is written: what has closed is what the whole shows, however the text was cut."""

import re
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from countermark.documents.markdown.rendering import render
from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown, begins_anew, block_html
from countermark.model.text_units import utf16
from tests.browser.hostile import PIECES as HOSTILE_PIECES
from tests.unit.documents.canonical import canonical
from tests.unit.documents.test_beginning import PIECES, PLANS
from tests.unit.documents.test_commonmark import EXAMPLE, SPEC
from tests.unit.documents.test_security import HOSTILE, assert_harmless

EXAMPLES = [found[1] for found in EXAMPLE.finditer(SPEC.read_text(encoding="utf-8").replace("→", "\t"))]
# What stands further down may define a label, a note, or the heading that a link leads to.
LATE = re.compile(r"\]:|\[\^|\]\(#|\]\(<#")
TOKENS = [
    "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", "# ", "```", "````", "~~~", "```py\n", "    ", "  ", " ", "\t", "\n", "\n\n",
    "\n \n", "\r\n", "\r", "---", "===", "***", "* * *", "|a|b|", "\n|-|-|\n", "<div>", "</div>", "<!--", "-->", "<pre>", "</pre>",
    "<script>", "</script>", "<?", "?>", "<b>", "<details>", "</details>", "<li>", "<table>", "<td>", "<p>", "</p>", "<!A", "]]>",
    "<![CDATA[", "x", "foo", "*a*", "`c`", "$$", "$x$", "[a]", "[!NOTE]", "- [ ] ", "a@b.example", "é😀", "\u2028", "\x00", "\x0c", "&amp;",
    "---\n", "a: b\n", "\ud83d", "\\", "-", "1", "```\n\n",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(TOKENS), max_size=30).map("".join)


def pieces_of(text: str, cuts: Iterable[int]) -> list[str]:
    """The text as deltas, cut at these places."""
    edges = [0, *sorted({cut for cut in cuts if 0 < cut < len(text)}), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


def streamed(deltas: Sequence[str]) -> tuple[list[ClosedBlock], ClosedBlock]:
    """The blocks that have closed, and what is open when the text has ended."""
    stream, blocks = StreamedMarkdown(), list[ClosedBlock]()
    for delta in deltas:
        blocks += stream.feed(delta)
        assert stream.closed_to == (blocks[-1].ends_at if blocks else 0)
    rest = "".join(deltas).encode("utf-16-le", "surrogatepass")[2 * stream.closed_to :]
    text = rest.decode("utf-16-le", "surrogatepass")
    lines = re.sub(
        "\r\n?", "\n", re.sub("[\x00\ud800-\udfff]", "\ufffd", text if blocks else text.removeprefix("\ufeff"))
    )
    whole = ClosedBlock(text, "", 0, is_front_matter=True) if not blocks else ClosedBlock(lines, stream.definitions, 0)
    return blocks, whole


def shown(deltas: Sequence[str]) -> str:
    """All that a reader sees when the text has ended and what is open is rendered by itself."""
    blocks, rest = streamed(deltas)
    return "".join(map(block_html, [*blocks, rest]))


def assert_same(text: str, cuts: Iterable[int]) -> None:
    assert canonical(shown(pieces_of(text, cuts))) == canonical(render(text).html)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_commonmark_shows_what_the_whole_shows(number: int) -> None:
    text = f"{EXAMPLES[number]}\n\nAfter it.\n\n> And\n\nthen\n\n"
    for cuts in (range(len(text)), ()):
        blocks, _ = streamed(pieces_of(text, cuts))
        if not LATE.search(text):
            assert_same(text, cuts)
        assert blocks == streamed([text])[0]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*EXAMPLES, *PIECES, *HOSTILE]), min_size=2, max_size=8), st.data())
def test_examples_behind_each_other_show_what_the_whole_shows(parts: list[str], data: st.DataObject) -> None:
    text = "\n".join(part for part in parts if not LATE.search(part))
    assert_same(text, data.draw(st.lists(st.integers(0, len(text)), max_size=40)))


@settings(max_examples=1500, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 120), max_size=30))
@example("- a\n\n\r\n\r\n- b\r\n\r\n\r\rx", range(20))
def test_any_text_shows_what_the_whole_shows(text: str, cuts: list[int]) -> None:
    if not LATE.search(text):
        assert_same(text, cuts)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 120), max_size=30))
def test_blocks_are_the_text_in_order_and_do_not_depend_on_the_cuts(text: str, cuts: list[int]) -> None:
    blocks, rest = streamed(pieces_of(text, cuts))
    assert blocks == streamed([text])[0]
    said = re.sub("\r\n?", "\n", re.sub("[\x00\ud800-\udfff]", "\ufffd", text.removeprefix("\ufeff")))
    assert "".join(block.source for block in blocks) == said[: len(said) - len(rest.source)] or not blocks
    assert all(one.ends_at < other.ends_at for one, other in pairwise(blocks))
    assert not blocks or blocks[-1].ends_at <= utf16(text)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_closes_as_it_comes(name: str) -> None:
    text = PLANS[name] + "\n\nThe last line"
    blocks, rest = streamed(pieces_of(text, range(0, len(text), 4)))
    if not LATE.search(text):
        assert_same(text, range(0, len(text), 4))
    assert rest.source.strip() == "The last line"
    assert len(blocks) > 3
