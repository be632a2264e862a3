"""What goes with a verdict: the marks that the person names, and the very words that the agent gets."""

import hashlib
from collections.abc import Sequence

from countermark.actions.annotations import marks_on
from countermark.actions.desk import Change, Desk, must
from countermark.actions.images import path_of, put_for_agent
from countermark.model.annotation_records import canonical
from countermark.model.annotations import Standing
from countermark.model.errors import Stale, TooLarge
from countermark.model.feedback import Mark, compose
from countermark.model.journal import ReviewDecided
from countermark.model.reviews import Revision, Verdict, words_in
from countermark.store.base import Reader

MAX_FEEDBACK_BYTES = 1_048_576
LOOK_AGAIN = "Look at the marks and at the preview again, then send."


async def preview(
    desk: Desk, review_id: str, verdict: Verdict, *, notes: str | None, annotations: Sequence[str], what: str
) -> str:
    """The words that the agent would get with this verdict. Raises `NotFound`, `Stale` or `TooLarge`."""

    def read(reader: Reader) -> str:  # composes there, too: thousands of marks would hold up the event loop
        marks = chosen(reader, must(reader.review(review_id)).latest, annotations)
        return words(desk, verdict, notes=words_in(notes), marks=marks, what=what)

    return await desk.read(read)


def save_decided(
    desk: Desk, change: Change, decided: Revision, *, annotations: Sequence[str], feedback_sha256: str | None, what: str
) -> Revision:
    """Save a verdict with the marks that go along and the words that the agent gets."""
    marks = chosen(change.read, decided, annotations)
    verdict = must(decided.verdict)
    feedback = words(desk, verdict, notes=decided.notes, marks=marks, what=what)
    if feedback_sha256 is not None and feedback_sha256 != sha256_of(feedback):
        raise Stale("The words for the agent are no longer the ones of the preview.", hint=LOOK_AGAIN)
    put_for_agent(desk.images, change.read, (image for mark in marks for image in mark.annotation.images))
    told = decided.tell(feedback, marks=len(marks))
    ids = canonical([mark.annotation.id for mark in marks])
    sent = [mark.annotation.send() for mark in marks]
    change.save_all([told, *sent], ReviewDecided(told, verdict, told.notes, ids, feedback, told.mode))
    return told


def chosen(reader: Reader, revision: Revision, annotations: Sequence[str]) -> tuple[Standing, ...]:
    """The named marks as they stand on the revision. Raises `Stale` if one of them cannot go along."""
    if not annotations:
        return ()
    fit = {
        each.annotation.id: each
        for each in marks_on(reader, revision.review_id, revision.number)
        if each.annotation.goes_with(revision.number)
    }
    names = tuple(dict.fromkeys(annotations))
    if not fit.keys() >= set(names):
        raise Stale("One of these marks was changed, removed or sent meanwhile.", hint=LOOK_AGAIN)
    return tuple(fit[name] for name in names)


def words(desk: Desk, verdict: Verdict, *, notes: str | None, marks: Sequence[Standing], what: str) -> str:
    """The feedback. Raises `TooLarge` over 1 MB."""
    composed = compose(verdict, what=what, notes=notes, marks=[mark_of(desk, each) for each in marks])
    if len(composed.encode()) > MAX_FEEDBACK_BYTES:
        raise TooLarge("The words for the agent are longer than 1 MB.", hint="Send some of the marks, or shorten them.")
    return composed


def mark_of(desk: Desk, standing: Standing) -> Mark:
    """A mark as the agent is told about it: in the words of the revision that was judged."""
    said, ground = standing.annotation.said, standing.ground
    return Mark(
        kind=said.kind, quote=standing.annotation.quote if standing.homeless else ground.quote, words=said.words,
        text=said.text, label=said.label, tip=said.tip,
        images=tuple((image.name, path_of(desk.images, image)) for image in said.images),
        lines=ground.lines, occurrence=ground.occurrence, position=ground.position, gone=standing.homeless,
    )  # fmt: skip


def sha256_of(text: str) -> str:
    """The digest of composed words."""
    return hashlib.sha256(text.encode()).hexdigest()
