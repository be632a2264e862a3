"""Feedback with marks, read back by a CommonMark parser: whatever was marked or written, every item is there and whole.

Words are compared exactly, but for what CommonMark itself cannot carry: CR LF and CR count as LF, NUL and halves of a
character pair as U+FFFD. In a heading line ends are folded as well, and a long quote keeps its two ends.
"""

import re
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from countermark.model.annotations import AnnotationKind as Kind
from countermark.model.feedback import Mark, compose
from countermark.model.reviews import Verdict
from tests.figures import examples
from tests.unit.model.feedback_reader import Read, Section, read
from tests.unit.model.nasty_words import NASTY

OWN_BLOCKS = {"heading_open", "paragraph_open", "fence", "blockquote_open", "bullet_list_open", "ordered_list_open"}
T = TypeVar("T")
BLANK = ("", " ", "\n", "\t\n", "\r", "   \n  \n")
IMAGES = ((), (("a`b].png", "/desk/im`ag``es/1"),), (("<b>\n.png", " /a b "), ("c.gif", "`")))


class Picks:
    """Makes a case out of bytes: one choice for Hypothesis instead of a hundred, which is most of the time it takes."""

    def __init__(self, picks: bytes) -> None:
        self._picks = iter(picks)

    def number(self) -> int:
        return next(self._picks, 0)

    def one(self, *choices: T) -> T:
        return choices[self.number() % len(choices)]

    def text(self) -> str:
        length = self.one(0, 1, 2, 3, 6, 1, 2)
        return "".join(self.piece() for _ in range(length)) if length else self.one(*BLANK)

    def piece(self) -> str:
        number = self.number()
        return NASTY[number] if number < len(NASTY) else chr(self.number() * 256 + self.number())

    def mark(self) -> Mark:
        return Mark(
            kind=self.one(*Kind),
            quote=self.text() or "x",
            words=self.text(),
            text=self.text(),
            label=self.one(None, self.text()),
            tip=self.one(None, self.text()),
            images=self.one(*IMAGES),
            lines=self.one(None, (1, 1), (12, 14)),
            occurrence=self.one((1, 1), (2, 3), (12, 12)),
            position=self.one(*range(9)),
            gone=self.one(False, False, True),
        )


def normal(text: str) -> str:
    """What CommonMark makes of a text before it reads it, and no more."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def folded(text: str) -> str:
    """A text in one line, its line ends shown as a sign."""
    lines = re.split(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+", normal(text))
    if len(lines) == 1:
        return lines[0]
    return " ⏎ ".join(line.strip() for line in lines if line.strip()) or "⏎"


def holds_quote(heading: str, text: str) -> bool:
    """Whether a heading shows these words between quotation marks: whole, or both ends and how much is missing."""
    words, line = heading.partition('Feedback on: "')[2], folded(text)
    if words == f'{line}"':
        return len(line) <= 500
    # The words themselves may hold the same sign: one of all that stand there is ours.
    cuts = re.finditer(r" \[… ([\d,]+) characters …\] ", words)
    return any(is_cut(line, words[: cut.start()], cut[1], words[cut.end() :].removesuffix('"')) for cut in cuts)


def is_cut(line: str, head: str, missing: str, tail: str) -> bool:
    """Whether both ends and the number of the characters between them make up the line."""
    left_out = len(line) - len(head) - len(tail)
    return line.startswith(head) and line.endswith(tail) and int(missing.replace(",", "")) == left_out > 0


def not_blank(*texts: str | None) -> list[str]:
    return [normal(text) for text in texts if text and text.strip()]


def fences_of(mark: Mark) -> list[str]:
    return {
        Kind.DELETION: [normal(mark.quote)],
        Kind.INSERTION: [normal(mark.text)],
        Kind.REPLACEMENT: [normal(mark.quote), normal(mark.text)],
        Kind.COMMENT: [],
        Kind.NOTE: not_blank(mark.text),
    }[mark.kind]


def headline(mark: Mark) -> str:
    """What the heading says before any words of the document."""
    names = {Kind.DELETION: "Remove this", Kind.INSERTION: "Add this", Kind.REPLACEMENT: "Change this"}
    where = {None: "", (1, 1): "(line 1) ", (12, 14): "(lines 12–14) "}[mark.lines]
    label = f"[{folded(mark.label.strip())}] " if mark.label and mark.label.strip() else ""
    return where + label + names.get(mark.kind, 'Feedback on: "')


def listed(images: Sequence[tuple[str, str]]) -> list[str]:
    return [f"[{folded(name)}] `{folded(path)}`" for name, path in images]


def holds(section: Section, mark: Mark, number: int) -> None:
    """The item is this mark's, and has every word of it."""
    start = f"{number}. {headline(mark)}"
    if mark.kind is Kind.COMMENT:
        assert section.heading.startswith(start)
        assert holds_quote(section.heading, mark.quote)
    else:
        assert section.heading == start
    assert section.fences == fences_of(mark)
    assert section.quotes == not_blank(mark.tip, mark.words)
    assert section.list_items == listed(mark.images)
    assert any("no longer in this plan" in line for line in section.paragraphs) == mark.gone
    several = mark.occurrence[1] > 1 and not mark.gone
    assert any(re.match(r"This is the (2nd of 3|12th of 12) places", line) for line in section.paragraphs) == several


def parses(markdown: str, verdict: Verdict, notes: str | None, marks: Sequence[Mark]) -> Read:
    """Nothing but the desk's own structure stands at the top level, and all of it."""
    found = read(markdown)
    assert found.title == "Plan Feedback"
    assert set(found.top) <= {*OWN_BLOCKS, "hr"}
    assert [place for place, kind in enumerate(found.top) if kind == "hr"] == [len(found.top) - 1]
    approved = verdict is Verdict.APPROVED
    assert found.before[0].startswith("This plan is approved. " if approved else "This plan is NOT approved. ")
    assert markdown.startswith(found.before[0] + "\n")
    return found


def is_picture(mark: Mark) -> bool:
    return (
        mark.kind is Kind.NOTE and not mark.quote.strip() and not not_blank(mark.words, mark.text, mark.label, mark.tip)
    )


@examples(10_000)
@given(st.binary(min_size=128, max_size=192))
def test_whatever_is_marked_every_item_is_there_and_whole(choices: bytes) -> None:
    picks = Picks(choices)
    verdict = picks.one(Verdict.CHANGES_REQUESTED, Verdict.APPROVED)
    notes = picks.one(None, picks.text())
    marks = [picks.mark() for _ in range(picks.one(1, 2, 3, 4))]
    found = parses(compose(verdict, what="plan", notes=notes, marks=marks), verdict, notes, marks)

    on_words = sorted(
        (mark for mark in marks if mark.kind is not Kind.NOTE), key=lambda mark: (mark.gone, mark.position)
    )
    assert [section.number for section in found.items] == list(range(1, len(on_words) + 1))
    for number, (section, mark) in enumerate(zip(found.items, on_words, strict=True), start=1):
        holds(section, mark, number)

    on_whole = [mark for mark in marks if mark.kind is Kind.NOTE and not is_picture(mark)]
    general = [*not_blank(notes), *(words for mark in on_whole for words in not_blank(mark.tip, mark.words))]
    assert [words for section in found.named("General feedback") for words in section.quotes] == general
    assert len(found.named("General feedback")) == bool(on_whole or not_blank(notes))
    pictures = [image for mark in marks if is_picture(mark) for image in mark.images]
    assert [section.list_items for section in found.named("Reference Images")] == [listed(pictures)] * bool(pictures)
    labels = [mark.label for mark in [*on_words, *on_whole] if not_blank(mark.label)]
    assert len(found.named("Label Summary")) == bool(labels)
    others = sum(len(found.named(name)) for name in ("General feedback", "Reference Images", "Label Summary"))
    assert len(found.sections) == len(on_words) + others
