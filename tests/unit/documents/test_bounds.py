"""A megabyte of anything renders in bounded time, and arrives in slices."""

import re
from time import process_time

import html5lib
import pytest

from countermark.documents.markdown.code import LANGUAGES, LONGEST_FENCE, highlighted
from countermark.documents.markdown.rendering import render
from tests.figures import share

SIZE = 100_000


def many(words: str) -> str:
    return words * (SIZE // len(words))


HOSTILE = {
    "quotes": ">" * SIZE,
    "brackets": "[" * SIZE,
    "images": many("!["),
    "links": many("[a]("),
    "emphasis": many("_*"),
    "divisions": many("<div>\n\n"),
    "open bold": many("<b>\n\n"),
    "bold with ids": "".join(f"<b id={n}>\n\n" for n in range(SIZE // 15)),
    "open tables": many("<table><tr><td>"),
    "lists in a line": many("+ "),
    "mixed markers": many("> - 1. "),
    "misnested": many("<a><b><p></a></b></p>\n\n"),
    "stairs": "\n".join(f"{' ' * (2 * n)}- x" for n in range(440)),
    "wide table": "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n" + many("x\n"),
    "mail": many("a@b.c "),
    "dollars": many("$a"),
    "variables": many("$A/$B "),
    "backticks": "".join("`" * n + " " for n in range(440)),
    "headings": many("# a\n"),
    "less-than": "<" * SIZE,
    "comments": many("<!-- "),
    "attributes": f"<a {many('x=y ')}",
    "quotes open": many('<b title="'),
    "entities": many("&#x202e;"),
    "definitions": "".join(f"[a{n}]: /u\n" for n in range(SIZE // 12)),
    "front matter": "---\n" + many("a: b\n"),
    "footnotes": "".join(f"[^{n}] " for n in range(4000)) + "\n\n" + "".join(f"[^{n}]: x\n\n" for n in range(4000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_length_only(name: str) -> None:
    """Four times the text takes about four times as long; quadratic growth would take sixteen times."""
    text = HOSTILE[name]
    started = process_time()
    render(text[: SIZE // 4])
    quarter = process_time() - started
    started = process_time()
    render(text)
    assert process_time() - started < 10 * quarter + 1


@pytest.mark.parametrize("run", ["&", "\u00a0", "°", "&a ", "a\u00a0", "[x](y '" + "&" * 900 + "') "], ids=ascii)
def test_a_megabyte_of_one_character_takes_a_moment(run: str) -> None:
    """A serialiser that looks for the next special character to the end of the text took 10 to 20 s for these."""
    text = run * (1_000_000 // len(run.encode()))
    started = process_time()
    document = render(text)
    assert process_time() - started < 4
    assert len(document.html) > len(text) // 1_000


# What opens a string, a comment or a bracket somewhere, and is never closed.
OPENINGS = ["(", "/*", '"', "'''", "\\", "<", "${", "a", " ", "#{", "<<A ", "[[", 'r#"', "`", "%{", "-"]


@pytest.mark.tenth
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_lexer_takes_long(language: str) -> None:
    for pattern in share(OPENINGS, seed=language):
        line = pattern * (900 // len(pattern))
        code = "\n".join([line] * (LONGEST_FENCE // 900))
        started = process_time()
        highlighted.__wrapped__(code, language)
        assert process_time() - started < 2, pattern


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("\n\n".join(f"Paragraph {n} of some words." for n in range(6_000)), "p"),
        ("".join(f"- item {n}\n" for n in range(6_000)), "ul"),
        ("".join(f"{n}. item\n" for n in range(5, 6_000)), "ol"),
        ("".join(f"- item {n}\n  - inner\n\n    > quote\n" for n in range(2_000)), "ul"),
        ("| a | b |\n|---|---|\n" + "".join(f"| {n} | words |\n" for n in range(4_000)), "table"),
        ("```python\n" + "".join(f"value_{n} = {n}  # why\n" for n in range(30_000)) + "```\n", "pre"),
        ("".join(f"> line {n}\n>\n" for n in range(4_000)), "blockquote"),
        ("<details>\n<summary>s</summary>\n\n" + "words\n\n" * 9_000 + "</details>\n", "details"),
    ],
)
def test_slices_are_whole_and_small(text: str, whole: str) -> None:
    document = render(text)
    sizes = [len(part) for part in document.slices]
    assert sizes[0] <= 26_000
    assert max(sizes) <= 160_000
    assert len(sizes) > 3
    for part in document.slices[:3] + document.slices[-2:]:
        assert f"<{whole}" in part
        assert_well_formed(part)


def assert_well_formed(html: str) -> None:
    """Every tag that opens closes, in order: a browser has nothing to mend."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    parser.parseFragment(html)
    assert not [error for _, error, _ in parser.errors if error != "unexpected-character"]
    open_tags: list[str] = []
    for end, tag in re.findall(r"<(/?)([a-z][a-z0-9]*)", html):
        if end:
            assert open_tags.pop() == tag
        elif tag not in ("br", "hr", "img", "wbr"):
            open_tags.append(tag)
    assert not open_tags


def test_numbers_go_on_in_the_next_slice() -> None:
    document = render("".join(f"{n}. item {n}\n" for n in range(3, 5000)))
    for part in document.slices[1:]:
        start = re.match(r'<ol class="continued" start="(\d+)">\s*<li[^>]*>item (\d+)<', part)
        assert start is not None
        assert start[1] == start[2]


def test_parts_of_a_block_name_the_block() -> None:
    document = render("```\n" + "x\n" * 100_000 + "```\n")
    (block,) = document.blocks
    assert len(document.slices) > 1
    opening = f'<pre class="continued" tabindex="0" data-continues="{block.id}"><code>'
    assert all(part.startswith(opening) for part in document.slices[1:])
    words = "".join(re.findall(r"<code>([^<]*)</code>", document.html))
    assert words == "x\n" * 100_000


def test_deep_quotes_are_still_readable() -> None:
    document = render(">" * 10_000 + " deep\n")
    assert document.blocks[-1].text == ">" * 9_950 + " deep"
