"""Markdown that is shown while it is written: what has closed is what the whole shows, however the text was cut."""

import re
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from countermark.documents.markdown.rendering import plain_text, render
from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown, block_html
from countermark.model.text_units import utf16, without_units
from tests.browser.hostile import PIECES as HOSTILE_PIECES
from tests.unit.documents.canonical import canonical
from tests.unit.documents.test_beginning import PIECES, PLANS
from tests.unit.documents.test_commonmark import EXAMPLE, SPEC
from tests.unit.documents.test_security import HOSTILE, assert_harmless

EXAMPLES = [found[1] for found in EXAMPLE.finditer(SPEC.read_text(encoding="utf-8").replace("→", "\t"))]
# What stands further down may define a label, a note, or the heading that a link leads to.
LATE = re.compile(r"\]:|\[\^|\]\(#|\]\(<#")
TOKENS = [
    "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", "# ", "```", "````", "~~~", "```py\n", "    ", "  ", " ", "\t", "\n",
    "\n\n", "\n \n", "\r\n", "\r", "---", "===", "***", "* * *", "|a|b|", "\n|-|-|\n", "<div>", "</div>", "<!--", "-->",
    "<pre>", "</pre>", "<script>", "</script>", "<?", "?>", "<b>", "<details>", "</details>", "<li>", "<table>", "<td>",
    "<p>", "</p>", "<!A", "]]>", "<![CDATA[", "x", "foo", "*a*", "`c`", "$$", "$x$", "[a]", "[!NOTE]", "- [ ] ",
    "&amp;", "a@b.example", "é😀", "\u2028", "\x00", "\x0c", "---\n", "a: b\n", "\ud83d", "\\", "-", "1", "```\n\n",
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
    text = without_units("".join(deltas), stream.closed_to)
    if not blocks:
        return [], ClosedBlock(text, "", 0, is_front_matter=True)
    return blocks, ClosedBlock(plain_text(text), stream.definitions, 0)


def shown(deltas: Sequence[str]) -> str:
    """All that a reader sees when the text has ended and what is open is rendered by itself."""
    blocks, rest = streamed(deltas)
    return "".join(map(block_html, [*blocks, rest]))


def assert_same(text: str, cuts: Iterable[int]) -> None:
    text += "\n"  # comrak ends no fence's last line by itself
    assert canonical(shown(pieces_of(text, cuts))) == canonical(render(text).html)


def sources(text: str) -> list[str]:
    """What closes of a text that comes letter by letter."""
    return [block.source for block in streamed(list(text))[0]]


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
    said = plain_text(text.removeprefix("\ufeff"))
    assert not blocks or "".join(block.source for block in blocks) + rest.source == said
    assert all(one.ends_at < other.ends_at for one, other in pairwise(blocks))
    assert not blocks or blocks[-1].ends_at <= utf16(text)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_closes_as_it_comes(name: str) -> None:
    text = PLANS[name] + "\n\nThe last line"
    blocks, rest = streamed(pieces_of(text, range(0, len(text), 4)))
    if not LATE.search(text):
        assert_same(text, range(0, len(text), 4))
    assert rest.source.strip() == "The last line"
    assert len(blocks) > 2


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("Words\nof a paragraph\n\n", ["Words\nof a paragraph\n\n"]),
        ("Words\n", []),
        ("Words\n===\n\n", ["Words\n===\n\n"]),
        ("Words\n   ", []),
        ("Words\n \t\n", ["Words\n \t\n"]),
        ("- one\n\n", []),
        ("- one\n\n  t", []),
        ("- one\n\n- ", []),
        ("- one\n\n*", []),
        ("- one\n\n**", ["- one\n\n"]),
        ("- one\n\n-- two", ["- one\n\n"]),
        ("- one\n\n1", []),
        ("- one\n\n12)", []),
        ("- one\n\n12)x", ["- one\n\n"]),
        ("- one\n\n1990 was", ["- one\n\n"]),
        ("- one\n\n- - -", []),
        ("- one\n\n- - -\n", ["- one\n\n"]),
        ("- one\n\n---\n\nW", ["- one\n\n", "---\n\n"]),
        ("- one\n\nW", ["- one\n\n"]),
        ("- one\n\n```\n\nW\n\n```\n\n", ["- one\n\n", "```\n\nW\n\n```\n\n"]),
        ("1. one\n\n   ```\n   x\n\n   ```\n\nW", ["1. one\n\n   ```\n   x\n\n   ```\n\n"]),
        ("~~~~\n```\n\n~~~\n\n~~~~~\n\n", ["~~~~\n```\n\n~~~\n\n~~~~~\n\n"]),
        ("    code\n\n    more\n\nW", ["    code\n\n    more\n\n"]),
        ("| a |\n|---|\n| 1 |\n\n", ["| a |\n|---|\n| 1 |\n\n"]),
        ("> [!NOTE]\n> Words\n\n> more\n\n", ["> [!NOTE]\n> Words\n\n", "> more\n\n"]),
        ("<div>\n\n*x*\n\n", []),
        ("<div>\n\n*x*\n\n</div>\n\n", ["<div>\n\n*x*\n\n</div>\n\n"]),
        ("A `<div>` here.\n\n", ["A `<div>` here.\n\n"]),
        ("<!-- a\n\nb\n\n", []),
        ("<!-- a\n\nb\n\n-->\n\nx\n\n", ["<!-- a\n\nb\n\n-->\n\n", "x\n\n"]),
        ("---\nname: x\n\n", []),
        ("---\nname: x\n---\n", ["---\nname: x\n---\n"]),
        ("---\nWords.\n\n", ["---\nWords.\n\n"]),
        ("---\nname: x\n---\nno: y\n---\n", ["---\nname: x\n---\n"]),
        ("Words\r\n\r", []),
        ("Words\r\n\r\n", ["Words\n\n"]),
        ("Words\r\n\r\nW", ["Words\n\n"]),
        ("Words\r\rW", ["Words\n\n"]),
    ],
)
def test_a_block_closes_when_nothing_can_change_it_and_not_before(text: str, closed: list[str]) -> None:
    assert sources(text) == closed


def test_a_definition_that_comes_first_is_known_to_what_follows() -> None:
    text = "[a]: https://e.example 'T'\n\nSee [a].\n\n- [a]\n\nand [b].\n\n[b]: /b\n\n"
    blocks, _ = streamed(list(text))
    html = [block_html(block) for block in blocks]
    assert "".join(html[:3]).count('href="https://e.example"') == 2
    assert [block.definitions for block in blocks[1:3]] == ["[a]: https://e.example 'T'\n\n"] * 2
    assert "and [b]." in html[3]  # it comes too late; the whole text knows it
    assert canonical("".join(html[:3])) == canonical(render(text[: text.index("and")]).html)


def test_places_count_what_came_and_not_what_is_shown() -> None:
    text = "\ufeffé😀\x00\r\n\r\nW\ud83d\n\n"
    assert [block.ends_at for block in streamed(list(text))[0]] == [9, 13]


HOSTILE_UNITS = {
    "a comment": ("<!--\n", "x\n\n"), "fences in a fence": ("~~~~\n", "```\n\nx\n\n"), "a loose list": ("", "- a\n\n"),
    "half a rule": ("- a\n\n", "- "), "one line": ("", "a"), "line ends": ("- a\r", "\r"),
    "open tags": ("", "<div>\n\nx\n\n"),
    "within a tag": ("<div>\n\n", "x *a*\n\n"), "front matter": ("---\n", "a: b\n"), "definitions": ("", "[a]: /b\n\n"),
    "our mark": ("", "data-sourcepos\n\n"), "blanks": ("- a\n\n", " "), "digits": ("- a\n\n", "1"),
    "short blocks": ("", "- a\n\nb\n\n"), "code in a list": ("- a\n", "  ```\n\n x\n\n"), "open words": ("", "<b>\n\n"),
}  # fmt: skip


def seconds(deltas: Sequence[str]) -> float:
    """Processor time that a text takes, at best of three."""

    def once() -> float:
        stream, start = StreamedMarkdown(), time.process_time()
        for delta in deltas:
            stream.feed(delta)
        return time.process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.parametrize("name", HOSTILE_UNITS)
def test_no_text_takes_more_than_linear_time(name: str) -> None:
    head, unit = HOSTILE_UNITS[name]
    text = head + unit * (64_000 // len(unit))
    deltas = [text[at : at + 5] for at in range(0, len(text), 5)]
    quarter = seconds(deltas[: len(deltas) // 4])
    assert seconds(deltas) < 4 * 2.5 * quarter + 0.02


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([*TOKENS, *HOSTILE, *HOSTILE_PIECES.values()]), max_size=12).map("".join), st.data())
def test_what_has_closed_is_harmless(text: str, data: st.DataObject) -> None:
    blocks, _ = streamed(pieces_of(text, data.draw(st.lists(st.integers(0, len(text)), max_size=20))))
    for block in blocks:
        assert_harmless(block_html(block))
