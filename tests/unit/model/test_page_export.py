"""The Markdown of a page file: the specification's format, and nobody's words become its structure."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStore, store_from
from countermark.model.pages.export import UNSEEN, export
from tests.unit.model.nasty_words import NASTY

VECTORS = Path(__file__).parents[2] / "vectors" / "pages_export.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]
NOW = "2026-02-26T10:30:59.999Z"
BREAKS = ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\n\n"]
# fmt: off
STRUCTURE = (
    "# ", "## /x — y", "### Page Notes", "---", "- ", "1. **", "1) ", '"**', "> ", "   ", "    ", "```", "~~~", "<!--",
    "<script>", "<p", "===", "|", "`", "\\", "**Agent:** ", " 🔧 [Addressed]", "\u200b", "\ud83d", "\U000e0041",
)
# fmt: on
WORDS = st.lists(st.sampled_from([*BREAKS, *STRUCTURE, *NASTY]), max_size=9).map("".join)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_format_is_the_one_of_the_vectors(case: dict[str, Any]) -> None:
    store = store_from(case["store"], sha256="")
    assert export(store, now=case["now"], statuses=case["statuses"]) == case["markdown"]


def entry(**words: object) -> dict[str, object]:
    return {"id": "1", "pageUrl": "/", "pageTitle": "T", **words}


def structure(markdown: str) -> dict[str, int]:
    """What a program that reads line by line takes for structure."""
    lines = markdown.split("\n")
    begins = {"# ": 0, "## ": 0, "### ": 0, "- ": 0, "---": 0}
    for start in begins:
        begins[start] = sum(line.startswith(start) for line in lines)
    return {**begins, "item": sum(re.match(r"\d+\. ", line) is not None for line in lines)}


@given(words=WORDS, url=WORDS, title=WORDS, css=WORDS)
def test_nobodys_words_become_structure(words: str, url: str, title: str, css: str) -> None:
    replies = [{"message": words, "role": "agent"}, {"message": words, "role": "reviewer"}]
    page = entry(pageUrl=url, pageTitle=title, note=words)
    on_text = {**page, "selectedText": words, "replies": replies, "source": {"file": css}}
    on_element = {**page, "type": "element", "elementSelector": {"cssSelector": css, "outerHtmlPreview": words}}
    store = PageStore((PageAnnotation(on_text), PageAnnotation(on_element)), (PageNote(page),))
    made = export(store, now=NOW)
    expected = {"# ": 1, "## ": 1, "### ": 3, "- ": 1, "---": 1, "item": 2}
    assert structure(made) == expected
    assert UNSEEN.search(made) is None
    assert re.search("[\r\x0b\x0c\x85\u2028\u2029]", made) is None


@pytest.mark.parametrize("words", ["é\u200d\ufeff", "é\u200d\u200dé", "\U0001f3f3\ufe0f\ufe0f\u200d\U0001f308"])
def test_a_joiner_that_joins_nothing_to_be_seen_is_shown(words: str) -> None:
    made = export(PageStore((PageAnnotation(entry(note=words, selectedText=words)),)), now=NOW)
    assert UNSEEN.search(made) is None
    assert "\\u200d" in made


@given(words=WORDS)
def test_a_markdown_reader_sees_our_structure_alone(words: str) -> None:
    page = entry(note=words)
    on_text = {**page, "selectedText": words, "replies": [{"message": words}]}
    on_element = {**page, "type": "element", "elementSelector": {"cssSelector": words, "outerHtmlPreview": words}}
    store = PageStore((PageAnnotation(on_text), PageAnnotation(on_element)), (PageNote(page),))
    tokens = MarkdownIt("commonmark").parse(export(store, now=NOW))
    depth, seen = 0, []
    for token in tokens:
        depth += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if depth == 0 and token.type in ("heading_open", "hr", "fence", "code_block", "html_block", "list_item_open"):
            seen.append(token.tag or token.type)
    assert seen == ["h1", "hr", "h2", "h3", "li", "h3", "li", "h3", "li"]
