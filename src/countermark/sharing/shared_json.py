"""A shared review as JSON, and what came from outside read back with care: version 1 of the format."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from countermark.model.annotations import MAX_QUOTE_BYTES, MAX_WORDS_BYTES, AnnotationKind
from countermark.model.errors import BadInput, TooLarge
from countermark.model.places import Place
from countermark.model.shares import MAX_AUTHOR_CHARACTERS, MAX_SHARED_MARKS, NOBODY, SharedMark, SharedReview

VERSION = 1
NAME = "countermark"  # the key of the version
MAX_DOCUMENT_BYTES = 1_048_576
MAX_ID = 100
MOST_VERSIONS = 10_000  # a number above is nobody's version, and not repeated in a message
BLOCK_ID = re.compile(r"[\w.-]{1,100}")
ASK_AGAIN = "Ask whoever sent it to share it once more."
UPDATE = "Update Countermark, or ask whoever sent it to share it from an older one."


def to_json(shared: SharedReview) -> dict[str, Any]:
    """A shared review as it travels."""
    return {
        NAME: VERSION, "title": shared.title, "text": shared.text, "by": shared.author, "review": shared.review,
        "at": shared.made_at, "marks": [mark_to_json(mark) for mark in shared.marks],
    }  # fmt: skip


def mark_to_json(mark: SharedMark) -> dict[str, Any]:
    """A mark as it travels: what is empty is left out."""
    place = mark.place and [mark.place.start_block, mark.place.start, mark.place.end_block, mark.place.end]
    told = {
        "id": mark.id, "by": mark.author, "kind": mark.kind.value, "words": mark.words, "text": mark.text,
        "label": mark.label, "tip": mark.tip, "quote": mark.quote, "place": place,
        "lines": mark.lines and list(mark.lines),
        "nth": list(mark.occurrence) if mark.occurrence != (1, 1) else None,
    }  # fmt: skip
    return {name: value for name, value in told.items() if value not in (None, "")}


def from_json(data: bytes) -> SharedReview:
    """What was shared. Raises `BadInput` with a sentence that says what to do, or `TooLarge`."""
    try:
        found = json.loads(data.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise BadInput("What was shared is no JSON.", hint=ASK_AGAIN) from None
    if not isinstance(found, dict) or NAME not in found:
        raise BadInput("This is nothing that Countermark has shared.", hint=ASK_AGAIN)
    check_version(found[NAME])
    marks = found.get("marks", [])
    if not isinstance(marks, list):
        raise BadInput("The marks of what was shared are no list.", hint=ASK_AGAIN)
    return SharedReview(
        title=words_at(found, "title", 2_000), text=words_at(found, "text", MAX_DOCUMENT_BYTES),
        author=words_at(found, "by", MAX_AUTHOR_CHARACTERS), marks=marks_from(marks),
        review=words_at(found, "review", MAX_ID) or None, made_at=whole_number(found.get("at")),
    )  # fmt: skip


def refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and the infinities, which are no JSON and which no page reads."""
    raise ValueError(name)


def check_version(version: object) -> None:
    """Raise `BadInput` for a form that this version does not know."""
    if version != VERSION or isinstance(version, bool):
        said = version if isinstance(version, int) and 0 <= version < MOST_VERSIONS else "unknown"
        raise BadInput(f"It was shared in version {said} of the format; this Countermark reads {VERSION}.", hint=UPDATE)


def marks_from(found: Sequence[object]) -> tuple[SharedMark, ...]:
    """Marks, each with care. Raises `BadInput` for one that is none."""
    if len(found) > MAX_SHARED_MARKS:
        raise TooLarge(f"There are more than {MAX_SHARED_MARKS} marks in what was shared.", hint=ASK_AGAIN)
    return tuple(mark_from(each) for each in found)


def mark_from(found: object) -> SharedMark:
    """One mark. Raises `BadInput`."""
    if not isinstance(found, dict) or found.get("kind") not in list(AnnotationKind):  # a list takes what has no hash
        raise BadInput("A mark of what was shared cannot be understood.", hint=ASK_AGAIN)
    return SharedMark(
        id=words_at(found, "id", MAX_ID), author=words_at(found, "by", MAX_AUTHOR_CHARACTERS) or NOBODY,
        kind=AnnotationKind(found["kind"]), words=words_at(found, "words", MAX_WORDS_BYTES),
        text=words_at(found, "text", MAX_WORDS_BYTES), label=words_at(found, "label", 200) or None,
        tip=words_at(found, "tip", 2_000) or None, quote=words_at(found, "quote", MAX_QUOTE_BYTES),
        place=place_from(found.get("place")), lines=pair_from(found.get("lines")),
        occurrence=pair_from(found.get("nth")) or (1, 1),
    )  # fmt: skip


def place_from(found: object) -> Place | None:
    """A place, or None for what is none: the mark's quote tells where it stands."""
    if not isinstance(found, list) or len(found) != 4:
        return None
    start_block, start, end_block, end = found
    if not all(isinstance(each, str) and BLOCK_ID.fullmatch(each) for each in (start_block, end_block)):
        return None
    if whole_number(start) is None or whole_number(end) is None:
        return None
    return Place(start_block, start, end_block, end)


def pair_from(found: object) -> tuple[int, int] | None:
    """Two numbers from 1, the second not below the first; None for anything else."""
    if not isinstance(found, list) or len(found) != 2:
        return None
    first, last = (whole_number(each) for each in found)
    return (first, last) if first and last and first <= last else None


def whole_number(found: object) -> int | None:
    """A number from 0; None for anything else."""
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 2**53:
        return None
    return found


def words_at(found: Mapping[str, Any], name: str, most: int) -> str:
    """Words under a name; none for null. Raises `BadInput` or `TooLarge`."""
    value = found.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadInput(f"`{name}` of what was shared is no text.", hint=ASK_AGAIN)
    whole = value.encode("utf-8", "replace")
    if len(whole) > most:
        raise TooLarge(f"`{name}` of what was shared is longer than {most:,} bytes.", hint="Share less of it.")
    return whole.decode()
