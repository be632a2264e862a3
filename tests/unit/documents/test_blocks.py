"""Every block has an id that survives edits elsewhere, and the lines it came from."""

import re
from hashlib import sha256
from pathlib import Path

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.documents.markdown.rendering import Block, Document, render

PLANS = sorted((Path(__file__).parent / "plans").glob("*.md"))
SAMPLE = """---
title: Sample
---

# Heading

Paragraph one
on two lines.

- item
  - inner

> quote

> [!TIP]
> alert

| a | b |
|---|--:|
| 1 | 2 |

```python
x = 1
```

    indented

---

<table><tr><td>raw</td></tr></table>

Note[^1].

[^1]: Footnote.
"""
MARKDOWN = st.lists(
    st.sampled_from(
        [
            *"#>-*+_`~|[]()<>!$\\&\t \r",
            "\n",
            "\n\n",
            "\r\n",
            "a",
            "word ",
            "1. ",
            "```",
            "---\n",
            "- [ ] ",
            "> [!NOTE]\n",
            "\ufeff",
            "\x00",
            "\ud800",
            "\u202e",
            "é",
            "😀",
            "[^1]",
            "[^1]: x\n",
            "| a | b |\n|---|---|\n",
            "<b>",
            "</b>",
            "<div>",
            "<details>",
            "    ",
            "k: v\n",
        ]
    ),
    max_size=60,
).map("".join)


def found(document: Document, kind: str) -> list[tuple[int, int, str]]:
    return [(block.start_line, block.end_line, block.text) for block in document.blocks if block.kind == kind]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_kind_has_its_lines(line_end: str, mark: str) -> None:
    document = render(mark + SAMPLE.replace("\n", line_end))
    assert found(document, "front_matter") == [(1, 3, "title\nSample")]
    assert found(document, "heading") == [(5, 5, "Heading")]
    assert found(document, "paragraph")[0] == (7, 8, "Paragraph one\non two lines.")
    assert found(document, "item") == [(10, 11, "item"), (11, 11, "inner")]
    assert found(document, "quote") == [(13, 13, "quote")]
    assert found(document, "alert") == [(15, 16, "Tip\nalert")]
    assert found(document, "row")[:2] == [(18, 18, "a\nb"), (20, 20, "1\n2")]
    assert found(document, "cell")[2:4] == [(20, 20, "1"), (20, 20, "2")]
    assert found(document, "code") == [(22, 24, "x = 1"), (26, 26, "indented")]
    assert found(document, "rule") == [(28, 28, "")]
    assert found(document, "cell")[4][2] == "raw"
    assert found(document, "cell")[4][:2] == (29, 31)
    assert found(document, "footnote")[0][:2] == (34, 34)


def test_title_and_contents() -> None:
    document = render("text first\n\n## Two *words*\n\n# One\n\n##### Five\n\n## Two words\n")
    assert document.title == "Two words"
    assert [(entry.id, entry.level, entry.text) for entry in document.toc] == [
        ("doc-two-words", 2, "Two words"),
        ("doc-one", 1, "One"),
        ("doc-two-words-1", 2, "Two words"),
    ]
    assert render("no heading").title is None
    assert render("#\n\n## Second\n").title == "Second"


def test_an_edit_leaves_the_other_ids_alone() -> None:
    before = {block.text: block.id for block in render(SAMPLE).blocks if block.kind != "row"}
    edited = render(
        "New first paragraph.\n\n" + SAMPLE.removeprefix("---\ntitle: Sample\n---\n").replace("alert", "changed")
    )
    after = {block.text: block.id for block in edited.blocks}
    kept = [text for text in before if text in after and text]
    assert len(kept) > 10
    assert all(before[text] == after[text] for text in kept)


def test_an_inner_list_does_not_change_its_item() -> None:
    first, second = render("- outer\n  - one\n"), render("- outer\n  - two\n")
    assert first.blocks[0].id == second.blocks[0].id
    assert first.blocks[1].id != second.blocks[1].id


def test_equal_blocks_are_told_apart_by_their_number() -> None:
    first, second, third = render("same\n\nsame\n\nsame\n").blocks
    assert second.id == f"{first.id}-2"
    assert third.id == f"{first.id}-3"


def test_the_digest_is_of_the_text_as_handed_in() -> None:
    assert render("a\r\n").sha256 == sha256(b"a\r\n").hexdigest()
    assert render("\ufeffä").sha256 == sha256("\ufeffä".encode()).hexdigest()


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_blocks_say_what_their_elements_say(plan: Path) -> None:
    document = render(plan.read_text(encoding="utf-8"))
    assert_consistent(document, plan.read_text(encoding="utf-8"))
    root = html5lib.parseFragment(document.html, treebuilder="etree", namespaceHTMLElements=False)
    said = {element.get("data-block"): "".join(element.itertext()).strip() for element in root.iter()}
    for block in document.blocks:
        if block.kind != "item":  # an item's text leaves out the lists inside it
            assert said[block.id] == block.text


def assert_consistent(document: Document, text: str) -> None:
    """What holds for the document of any text."""
    lines = len(re.findall(r"\r\n?|\n", text)) + 1
    ids = [block.id for block in document.blocks]
    assert len(set(ids)) == len(ids)
    assert re.findall(r' data-block="([^"]*)"', document.html) == ids
    assert "".join(document.slices) == document.html
    assert document.slices
    for block in document.blocks:
        assert 1 <= block.start_line <= block.end_line <= lines, block
        assert f'data-block="{block.id}" data-lines="{block.start_line}-{block.end_line}"' in document.html
    html_ids = re.findall(r' id="([^"]*)"', document.html)
    assert len(set(html_ids)) == len(html_ids)


@given(MARKDOWN)
def test_any_text_renders_consistently(text: str) -> None:
    document = render(text)
    assert_consistent(document, text)
    assert document == render(text)


@given(st.text())
def test_any_characters_render_consistently(text: str) -> None:
    assert_consistent(render(text), text)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.text(max_size=40))
def test_front_matter_moves_lines_and_nothing_else(value: str, body: str) -> None:
    value = re.sub(r"[\r\n]", " ", value)
    body = "x\n\n" + body
    plain, fronted = render(body), render(f"---\nkey: {value}\n---\n{body}")
    assert fronted.front_matter is not None

    def told(blocks: tuple[Block, ...], moved: int) -> list[tuple[str, int, int]]:
        return [(block.id, block.start_line + moved, block.end_line + moved) for block in blocks]

    assert told(fronted.blocks[1:], 0) == told(plain.blocks, 3)
