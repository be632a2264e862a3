"""Reads the links of Plannotator: raw deflate and base64url over `{p, a, g}`, without a key and without places."""

import hashlib
import json
from collections.abc import Iterator, Sequence

from countermark.model.annotations import AnnotationKind
from countermark.model.errors import BadInput, TooLarge
from countermark.model.shares import MAX_SHARED_MARKS, NOBODY, SharedMark, SharedReview
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
    told = found.get("a", [])
    marks = list(marks_in(told)) if isinstance(told, list) else []
    left_out = len(told) - len(marks) if isinstance(told, list) else 1
    sentences = [f"{left_out} of its marks could not be read."] if left_out else []
    if found.get("g"):
        sentences.append("Its images did not come along: such a link carries only where they lie.")
    return SharedReview(
        title=title_of(found["p"]), text=found["p"], author=NOBODY, marks=tuple(marks), left_out=tuple(sentences)
    )


def title_of(text: str) -> str:
    """The first heading."""
    headings = (line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#"))
    return next(headings, "Shared plan")[:MAX_TITLE_CHARACTERS]


def marks_in(told: Sequence[object]) -> Iterator[SharedMark]:
    """The tuples that can be read."""
    for number, each in enumerate(told[:MAX_SHARED_MARKS]):
        if isinstance(each, list) and len(each) > 1 and each[0] in KINDS and isinstance(each[1], str):
            yield mark_of(number, KINDS[each[0]], [part if isinstance(part, str) else "" for part in each[1:]])


def mark_of(number: int, kind: AnnotationKind, parts: Sequence[str]) -> SharedMark:
    """One tuple: what is quoted (not of a note), what is said (not of a deletion), whose it is."""
    quote = "" if kind is AnnotationKind.NOTE else parts[0]
    rest = parts if kind is AnnotationKind.NOTE else parts[1:]
    said = "" if kind is AnnotationKind.DELETION else next(iter(rest), "")
    author = next(iter(rest if kind is AnnotationKind.DELETION else rest[1:]), NOBODY)
    gives_text = kind in (AnnotationKind.REPLACEMENT, AnnotationKind.INSERTION)
    digest = hashlib.sha256("\n".join((str(number), kind, *parts)).encode("utf-8", "replace")).hexdigest()
    return SharedMark(
        id=f"plannotator-{digest[:32]}", author=author, kind=kind, quote=quote, words="" if gives_text else said,
        text=said if gives_text else "",
    )  # fmt: skip
