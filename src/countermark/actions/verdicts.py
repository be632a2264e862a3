"""What goes with a verdict: the marks that the person names, and the very words that the agent gets."""

import hashlib
from collections.abc import Sequence

from countermark.actions.desk import Change, Desk, must
from countermark.actions.images import path_of, put_for_agent
from countermark.actions.standings import marks_on
from countermark.model.actors import Actor
from countermark.model.annotation_records import canonical
from countermark.model.annotations import Standing
from countermark.model.errors import Stale, TooLarge
from countermark.model.feedback import Mark, compose
from countermark.model.happenings import ReviewDecided
from countermark.model.reviews import Review, Revision, Verdict, words_in
from countermark.store.base import Reader

MAX_FEEDBACK_BYTES = 1_048_576
LOOK_AGAIN = "Look at the marks and at the preview again, then send."


async def preview(
    desk: Desk, review_id: str, verdict: Verdict, *, notes: str | None, annotations: Sequence[str]
) -> str:
    """The words that the agent would get with this verdict. Raises `NotFound`, `Stale` or `TooLarge`."""

    def read(reader: Reader) -> str:  # composes there, too: thousands of marks would hold up the event loop
        review = must(reader.review(review_id))
        marks = chosen(reader, review.latest, annotations)
        return words(desk, review, verdict, notes=words_in(notes), marks=marks)

    return await desk.read(read)


def save_decided(
    desk: Desk, change: Change, review: Review, decided: Revision, *, annotations: Sequence[str] = (),
    feedback_sha256: str | None = None, by: Actor | None = None,
) -> Revision:  # fmt: skip
    """Save a verdict with the marks that go along and the words that the agent gets; `by` as in `Change.save`."""
    marks = chosen(change.read, decided, annotations)
    verdict = must(decided.verdict)
    feedback = words(desk, review, verdict, notes=decided.notes, marks=marks)
    if feedback_sha256 is not None and feedback_sha256 != sha256_of(feedback):
        raise Stale("The words for the agent are no longer the ones of the preview.", hint=LOOK_AGAIN)
    put_for_agent(desk.images, change.read, (image for mark in marks for image in mark.annotation.images))
    revision = decided.tell(feedback, marks=len(marks))
    ids = canonical([mark.annotation.id for mark in marks])
    sent = [mark.annotation.send() for mark in marks]
    happening = ReviewDecided(revision, verdict, revision.notes, ids, feedback, revision.mode)
    change.save_all([revision, *sent], happening, by=by)
    return revision


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


def words(desk: Desk, review: Review, verdict: Verdict, *, notes: str | None, marks: Sequence[Standing]) -> str:
    """The feedback. Raises `TooLarge` over 1 MB."""
    composed = compose(verdict, what=review.kind, notes=notes, marks=[mark_of(desk, each) for each in marks])
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
        author=standing.annotation.author,
    )  # fmt: skip


def sha256_of(text: str) -> str:
    """The digest of composed words."""
    return hashlib.sha256(text.encode()).hexdigest()
