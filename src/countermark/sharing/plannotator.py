"""Reads the links of Plannotator: raw deflate and base64url over `{p, a, g}`, without a key and without places."""

import hashlib
import json
from collections.abc import Iterator, Sequence

from countermark.model.annotations import MAX_QUOTE_BYTES, MAX_WORDS_BYTES, AnnotationKind
from countermark.model.errors import BadInput, TooLarge
from countermark.model.shares import (
    MAX_AUTHOR_CHARACTERS,
    MAX_SHARED_MARKS,
    NOBODY,
    SharedMark,
    SharedReview,
)
from countermark.sharing.link import WHOLE, decoded, fragment_of, inflated

MAX_TITLE_CHARACTERS = 200
# The kinds of their tuples, and where a tuple has its author: delete and global have no words of one kind or the other.
KINDS = {
    "D": AnnotationKind.DELETION, "R": AnnotationKind.REPLACEMENT, "I": AnnotationKind.INSERTION,
    "C": AnnotationKind.COMMENT, "G": AnnotationKind.NOTE,
}  # fmt: skip


def opened(link: str) -> SharedReview:
    """What such a link carries. Raises `BadInput` or `TooLarge`, each with what to do."""
    try:
        found = json.loads(inflated(decoded(fragment_of(link))))
    except TooLarge:
        raise
    except (BadInput, ValueError, RecursionError):
        raise BadInput("This is no link to a shared review, or it is cut.", hint=WHOLE) from None
    if not isinstance(found, dict) or not isinstance(found.get("p"), str):
        raise BadInput("This link carries no plan.", hint=WHOLE)
    text, told = plain(found["p"]), found.get("a", [])
    marks = list(marks_in(told)) if isinstance(told, list) else []
    left_out = len(told) - len(marks) if isinstance(told, list) else 1
    sentences = [f"{left_out} of its marks could not be read."] if left_out else []
    if found.get("g"):
        sentences.append("Its images did not come along: such a link carries only where they lie.")
    return SharedReview(title=title_of(text), text=text, author=NOBODY, marks=tuple(marks), left_out=tuple(sentences))


def title_of(text: str) -> str:
    """The first heading."""
    headings = (line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#"))
    return next(headings, "Shared plan")[:MAX_TITLE_CHARACTERS]


def marks_in(told: Sequence[object]) -> Iterator[SharedMark]:
    """The tuples that can be read."""
    for number, each in enumerate(told[:MAX_SHARED_MARKS]):
        if not isinstance(each, list) or len(each) < 2 or not all(isinstance(part, str) for part in each[:2]):
            continue
        kind = KINDS.get(each[0])
        if kind is None:
            continue
        mark = mark_of(number, kind, [plain(part) if isinstance(part, str) else "" for part in each[1:]])
        if fits(mark):
            yield mark


def mark_of(number: int, kind: AnnotationKind, parts: Sequence[str]) -> SharedMark:
    """One tuple: what is quoted (not of a note), what is said (not of a deletion), whose it is."""
    quote = "" if kind is AnnotationKind.NOTE else parts[0]
    rest = parts if kind is AnnotationKind.NOTE else parts[1:]
    said = "" if kind is AnnotationKind.DELETION else next(iter(rest), "")
    author = next(iter(rest if kind is AnnotationKind.DELETION else rest[1:]), NOBODY)
    gives_text = kind in (AnnotationKind.REPLACEMENT, AnnotationKind.INSERTION)
    digest = hashlib.sha256("\n".join((str(number), kind, *parts)).encode("utf-8", "replace")).hexdigest()
    return SharedMark(
        id=f"plannotator-{digest[:32]}", author=author[:MAX_AUTHOR_CHARACTERS], kind=kind, quote=quote,
        words="" if gives_text else said, text=said if gives_text else "",
    )  # fmt: skip


def plain(text: str) -> str:
    """A text without halves of characters, which JSON can carry and nothing can store."""
    return text.encode("utf-8", "replace").decode()


def fits(mark: SharedMark) -> bool:
    """Whether a mark keeps to the limits of ours: one beyond them is told with those that cannot be read."""
    said = max(len(each.encode()) for each in (mark.words, mark.text))
    return said <= MAX_WORDS_BYTES and len(mark.quote.encode()) <= MAX_QUOTE_BYTES
