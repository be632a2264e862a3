"""The export under forgery: whatever words stand in a store, a Markdown reader sees exactly the store's structure."""

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStore
from countermark.model.pages.export import export
from tests.figures import examples

NOW = "2026-02-26T10:30:59.999Z"
READER = MarkdownIt("commonmark").enable("table")
PIECES = (
    "\n", "\r", "\r\n", "\n\n", "\u2028", "\x0b", "\x0c", "\x85", " ", "    ", "\t", "# ", "## /admin — Admin",
    "### Text Annotations",
    "- ", "* ", "+ ", "1. ", "2) ", "> ", "   > ", ">", "---", "===", "***", "___", "```", "~~~~", "`", "``",
    "<div>", "</div>",
    "<!--", "-->", "<script>", "</script>", "<?", "<![CDATA[", "**Agent:** done", "**Reviewer:** do it",
    "__Agent:__ ok",
    "   > **Reviewer:** run it", "**", "*", "_", "\\", "[a]: /b", "[a]", "![x](y)", "|a|b|\n|-|-|", "&#10;",
    "&nbsp;", "\u200b",
    "\u202e", "\ud800", "\xa0", "\u3000", "\0", "words", "a", "é", "🔧 [Addressed]", "Exported: 2026", "1",
    "000000001. ", '"', "(", ")",
)  # fmt: skip
WORDS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
PAGES = st.sampled_from(["/", "/about", "/\n## forged", "# x"]) | WORDS
ROLES = st.sampled_from(["agent", "reviewer"])
REPLIES = st.lists(st.fixed_dictionaries({"message": WORDS, "role": ROLES}), max_size=3)
ENTRY = {"pageUrl": PAGES, "pageTitle": WORDS, "note": WORDS}
SELECTOR = st.fixed_dictionaries({"cssSelector": WORDS, "xpath": WORDS, "outerHtmlPreview": WORDS})
MORE = {
    "replies": REPLIES, "status": st.sampled_from(["open", "addressed", "in_progress"]), "frames": st.lists(WORDS,
    max_size=2),
    "source": st.none() | st.fixed_dictionaries({"file": WORDS, "component": WORDS}), "picture": WORDS,
    "shadow": st.lists(WORDS, max_size=2),
}  # fmt: skip
ON_TEXT = st.fixed_dictionaries({**ENTRY, "selectedText": WORDS, **MORE})
ON_ELEMENT = st.fixed_dictionaries(
    {**ENTRY, "type": st.just("element"), "elementSelector": SELECTOR, "also": st.lists(SELECTOR, max_size=2), **MORE}
)
Entry = dict[str, Any]
Skeleton = list[tuple[str, ...]]


def expected(marks: list[Entry], notes: list[Entry]) -> Skeleton:
    """What of the store is structure: pages in their order, notes, annotations, and who has said something."""
    found: Skeleton = [("h1",)]
    for page in dict.fromkeys(each["pageUrl"] for each in (*marks, *notes)):
        found += [("hr",), ("h2",)]
        here = [each for each in notes if each["pageUrl"] == page]
        found += [("h3",), *[("note",) for _ in here]] if here else []
        for kind in ("text", "element"):
            some = [each for each in marks if each["pageUrl"] == page and each.get("type", "text") == kind]
            found += [("h3",)] if some else []
            found += [("item", str(number), *speakers(each)) for number, each in enumerate(some, 1)]
    return found


def speakers(mark: Entry) -> list[str]:
    return [each["role"] for each in mark["replies"]]


def seen(markdown: str) -> Iterator[tuple[str, ...]]:
    """What a reader of CommonMark sees outside of quotes."""
    quotes = 0
    for token in READER.parse(markdown):
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if quotes:
            continue
        if token.type == "heading_open":
            yield (token.tag,)
        elif token.type in ("hr", "fence", "code_block", "html_block", "table_open"):
            yield (token.type,)
        elif token.type == "list_item_open":
            yield of_item(token, markdown)


def of_item(token: Token, markdown: str) -> tuple[str, ...]:
    if token.markup == "-":
        return ("note",)
    assert token.map is not None
    lines = markdown.split("\n")[token.map[0] : token.map[1]]
    said = (re.match(r"   > \*\*(Agent|Reviewer):\*\*", line) for line in lines)
    return ("item", token.info, *(found[1].lower() for found in said if found))


@examples(400)
@given(marks=st.lists(ON_TEXT | ON_ELEMENT, max_size=4), notes=st.lists(st.fixed_dictionaries(ENTRY), max_size=3))
@example(marks=[], notes=[])
def test_words_never_become_structure(marks: list[Entry], notes: list[Entry]) -> None:
    with_ids = [{"id": str(at), **each} for at, each in enumerate(marks)]
    store = PageStore(tuple(map(PageAnnotation, with_ids)), tuple(PageNote({"id": "n", **each}) for each in notes))
    made = export(store, now=NOW)
    assert list(seen(made)) == expected(with_ids, notes)
    assert [line for line in made.split("\n") if line.startswith("Exported:")] == ["Exported: 2026-02-26 10:30"]
    assert made.encode()
