"""The words an agent reads: a verdict, a person's marks and what the person wrote, as Markdown that cannot be misread.

The shape is described in docs/reference/feedback.md. What a person wrote or a document said stands in fences, in
quotes, or escaped in one line; everything else is the desk's own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countermark.model.annotations import AnnotationKind
from countermark.model.markdown_words import code, fenced, in_quotes, inline, quoted
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Verdict

NOT_APPROVED = (
    "This {what} is NOT approved. Change it as asked below, keep what is not mentioned, and submit it again for review."
)
APPROVED_WITH_NOTES = (
    "This {what} is approved. The person who approved it adds notes; follow them while you carry it out."
)
APPROVED = "This {what} is approved."
NAMES = {AnnotationKind.DELETION: "Remove this", AnnotationKind.INSERTION: "Add this"}
NAMES |= {AnnotationKind.REPLACEMENT: "Change this"}


@dataclass(frozen=True)
class Mark:
    """One mark as it goes to the agent: everything is said of the revision that was judged."""

    kind: AnnotationKind
    quote: str  # the marked words, whole; of an insertion the words that it follows
    words: str = ""  # the comment or the reason
    text: str = ""  # the new words of an insertion or a replacement
    label: str | None = None
    tip: str | None = None
    images: tuple[tuple[str, str], ...] = ()  # name, path
    lines: tuple[int, int] | None = None  # of the source
    occurrence: tuple[int, int] = (1, 1)  # the n-th of m places that read the same
    position: int = 0  # where it begins, for the order
    gone: bool = False  # it stood in an earlier revision and its words are no longer there
    author: str | None = None  # the name of another person whose mark it is

    @property
    def is_item(self) -> bool:
        """Whether it stands on words of the document; a note on the whole does not."""
        return self.kind is not AnnotationKind.NOTE

    @property
    def is_reference(self) -> bool:
        """Whether it is nothing but pictures for the whole."""
        said = any(words and words.strip() for words in (self.words, self.text, self.label, self.tip, self.quote))
        return not self.is_item and not said


def feedback(answer: ReviewAnswer) -> str:
    """What the agent is told: the words that were stored with a person's answer, or why there is none."""
    if answer.feedback is not None:
        return answer.feedback
    words = f"\n\n{answer.notes}" if answer.notes else ""
    return opening(answer.verdict, what=answer.kind, with_words=bool(answer.notes)) + words + "\n"


def opening(verdict: Verdict | None, *, what: str, with_words: bool) -> str:
    """The first line, for any state of a revision."""
    match verdict:
        case Verdict.APPROVED:
            return (APPROVED_WITH_NOTES if with_words else APPROVED).format(what=what)
        case Verdict.CHANGES_REQUESTED:
            return NOT_APPROVED.format(what=what)
        case Verdict.EXPIRED:
            return f"Nobody answered in time; this {what} is neither approved nor refused."
        case Verdict.WITHDRAWN:
            return f"This {what} was withdrawn before anybody answered."
        case None:
            return f"This {what} still waits for an answer."


def compose(verdict: Verdict, *, what: str, notes: str | None, marks: Sequence[Mark]) -> str:
    """The feedback with all marks in document order; without any, the person's words unchanged under the first line."""
    first = opening(verdict, what=what, with_words=bool(notes or marks))
    if not marks:
        return first + (f"\n\n{notes}" if notes else "") + "\n"
    notes = notes if notes and notes.strip() else None
    items = sorted((mark for mark in marks if mark.is_item), key=lambda mark: (mark.gone, mark.position))
    on_whole = [mark for mark in marks if not mark.is_item and not mark.is_reference]
    pictures = [image for mark in marks if mark.is_reference for image in mark.images]
    general = [*([quoted(notes)] if notes else []), *("\n".join(note(mark, what)) for mark in on_whole)]
    parts = [first, f"# {what.title()} Feedback"]
    if pictures:
        parts.append("## Reference Images\n\n" + "\n".join(numbered_pictures(pictures)))
    parts.append(count_sentence(len(items), bool(general), what))
    parts += ["\n".join(item(mark, number, what)) for number, mark in enumerate(items, start=1)]
    if general:
        parts.append(f"## General feedback about the {what}\n\n" + "\n\n".join(general))
    if summary := label_summary(items, on_whole):
        parts.append("## Label Summary\n\n" + "\n".join(summary))
    return "\n\n".join([*parts, "---"]) + "\n"


def count_sentence(items: int, general: bool, what: str) -> str:
    """How many numbered items follow, so that nobody stops reading too early."""
    if not items:
        return f"I've reviewed this {what}" + (" and have general feedback:" if general else ":")
    pieces = "1 piece" if items == 1 else f"{items} pieces"
    return f"I've reviewed this {what} and have {pieces} of feedback{', and general feedback after that' * general}:"


def item(mark: Mark, number: int, what: str) -> Iterator[str]:
    """The lines of one numbered item."""
    yield f"## {number}. {lines_prefix(mark)}{label_prefix(mark)}{title(mark)}"
    if mark.author is not None:
        yield f"\n{whose(mark.author)}\n"
    if where := which_place(mark, what):
        yield f"\n{where}\n"
    match mark.kind:
        case AnnotationKind.DELETION:
            yield fenced(mark.quote)
        case AnnotationKind.INSERTION:
            yield fenced(mark.text)
        case AnnotationKind.REPLACEMENT:
            yield f"**From:**\n{fenced(mark.quote)}\n**To:**\n{fenced(mark.text)}"
        case AnnotationKind.COMMENT | AnnotationKind.NOTE:
            pass  # what is said is all there is
    yield from said(mark)


def title(mark: Mark) -> str:
    """What the item asks for."""
    return NAMES.get(mark.kind) or f"Feedback on: {in_quotes(mark.quote)}"


def whose(author: str) -> str:
    """The sentence that tells another person's mark from those of the person who answers."""
    return f"This is from another reviewer, {in_quotes(author)}. The person who answers you passes it on."


def lines_prefix(mark: Mark) -> str:
    """Where in the source it stands."""
    if mark.lines is None:
        return ""
    first, last = mark.lines
    return f"(line {first}) " if first == last else f"(lines {first}–{last}) "


def label_prefix(mark: Mark) -> str:
    """The quick label, if it has one."""
    return f"[{inline(mark.label.strip())}] " if mark.label and mark.label.strip() else ""


def which_place(mark: Mark, what: str) -> str:
    """The sentences that tell its place from every other."""
    sentences = []
    if mark.kind is AnnotationKind.INSERTION and mark.quote:
        sentences.append(f"Right after: {in_quotes(mark.quote)}")
    nth, places = mark.occurrence
    if mark.gone:
        sentences.append(f"These words stood in an earlier revision; they are no longer in this {what}.")
    elif places > 1:
        sentences.append(f"This is the {ordinal(nth)} of {places} places in the {what} that read so.")
    return "\n\n".join(sentences)


def said(mark: Mark) -> Iterator[str]:
    """What the label tells, what the person wrote, and the pictures; apart, so that each stays whole."""
    quotes = [quoted(words) for words in (mark.tip, mark.words) if words and words.strip()]
    if quotes:
        yield "\n\n".join(quotes)
    if mark.images:
        yield "\n**Attached images:**\n"
        yield from (f"- [{inline(name)}] {code(path)}" for name, path in mark.images)


def note(mark: Mark, what: str) -> Iterator[str]:
    """The lines of one note on the whole; one that has lost its place still says what it was about."""
    if label := label_prefix(mark).strip():
        yield f"{label}\n"
    if mark.author is not None:
        yield f"{whose(mark.author)}\n"
    if mark.quote.strip():
        yield f"About: {in_quotes(mark.quote)}\n"
        if mark.gone:
            yield f"These words stood in an earlier revision; they are no longer in this {what}.\n"
    if mark.text.strip():
        yield f"{fenced(mark.text)}\n"
    yield from said(mark)


def numbered_pictures(pictures: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Pictures that belong to the whole."""
    return (f"{number}. [{inline(name)}] {code(path)}" for number, (name, path) in enumerate(pictures, start=1))


def label_summary(items: Sequence[Mark], on_whole: Sequence[Mark]) -> list[str]:
    """How often each quick label was used, and where."""
    places: dict[str, list[str]] = {}
    for number, mark in enumerate(items, start=1):
        if label := label_prefix(mark).strip():
            places.setdefault(label, []).append(f"{number}")
    for mark in on_whole:
        if label := label_prefix(mark).strip():
            places.setdefault(label, []).append("general")
    return [f"- {label}: {len(found)} (in {', '.join(found)})" for label, found in places.items()]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
