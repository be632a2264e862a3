"""A decided review with a mark of each kind on each kind of block, for the tests of all forms of export."""

from dataclasses import replace

from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.markdown.rendering import render
from countermark.model.annotations import AnnotationKind
from countermark.model.exports import ExportedItem, ExportedMark
from countermark.model.history import HistoryOutcome
from countermark.model.items import ItemKind

TEXT = """---
title: "its own"
---

# Ship the café

Move the till, then [^m1] call Ada.

- One step
- Another step

| what | when |
| --- | --- |
| till | now |

```python
print("[^x]")
```

> A quote.

[^m1]: a footnote of the plan itself
"""


def reading() -> Passages:
    """The text's words as marks stand on them."""
    return passages(render(TEXT))


def mark(number: int, kind: AnnotationKind, quote: str, words: str = "", **more: object) -> ExportedMark:
    """A mark on the first place that reads so."""
    its = reading()
    start = its.text.index(quote) if quote else 0
    place = its.place(start, start + len(quote)) if quote else None
    line = next((at for at, each in enumerate(TEXT.split("\n"), start=1) if quote and quote in each), 0)
    fields: dict[str, object] = {
        "id": f"an_{number}", "author": None, "kind": kind, "words": words, "text": "", "label": None, "quote": quote,
        "place": place, "lines": (line, line) if quote else None, "sent": True,
    }  # fmt: skip
    return ExportedMark(**{**fields, **more})  # type: ignore[arg-type]


def review() -> ExportedItem:
    """The review."""
    marks = (
        mark(1, AnnotationKind.COMMENT, "Ship the café", "Which one?", label="Unclear"),
        mark(2, AnnotationKind.REPLACEMENT, "Move the till", text="Leave the till"),
        mark(3, AnnotationKind.DELETION, "Another step", author="Bob *the* builder"),
        mark(4, AnnotationKind.INSERTION, "now", "or later", text=" or never"),
        mark(5, AnnotationKind.COMMENT, 'print("[^x]")', "Two\nlines.", images=("a_b.png",)),
        mark(6, AnnotationKind.COMMENT, "A quote.", "Whose?", sent=False),
        mark(7, AnnotationKind.NOTE, "", "Good, on the whole."),
        replace(mark(8, AnnotationKind.COMMENT, "", "It stood on words that are gone."), quote="gone words"),
    )
    return ExportedItem(
        id="rv_1", kind=ItemKind.REVIEW, title="Ship the café", agent="claude-code", agent_name="Claude Code",
        workspace="/srv/shop", outcome=HistoryOutcome.CHANGES_REQUESTED, opened_at=1_793_000_000_000,
        decided_at=1_793_000_060_000, decider="person", text=TEXT, answer="Not yet.\n\n# Really",
        revision=2, marks=marks, tags=("plans",),
    )  # fmt: skip
