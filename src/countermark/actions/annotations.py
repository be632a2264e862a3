"""What a person does with marks: add, change, remove, restore, keep, unkeep, address, reopen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from countermark.actions.carrying import carry_marks, found_anew
from countermark.actions.desk import Change, Desk, must
from countermark.actions.placing import ground_at
from countermark.actions.standings import standing_on
from countermark.model.actors import Actor
from countermark.model.annotations import (
    Annotation,
    AnnotationKind,
    AnnotationStatus,
    Ground,
    Image,
    Words,
    check_kept,
    on_ground,
    on_the_whole,
)
from countermark.model.errors import (
    AlreadyDecided,
    AnnotationNewer,
    BadInput,
    BadPlace,
    NotFound,
    Stale,
    TooLarge,
)
from countermark.model.happenings import (
    AboutAnnotation,
    AnnotationAdded,
    AnnotationAddressed,
    AnnotationChanged,
    AnnotationKept,
    AnnotationRemoved,
    AnnotationReopened,
    AnnotationRestored,
    AnnotationUnkept,
)
from countermark.model.places import Place
from countermark.model.reviews import Review, Revision
from countermark.store.base import EACH, Reader

MAX_PER_REVIEW = 5000
# Characters that all marks of a review say and quote: each list and each carrying has them.
MAX_MARKS_CHARACTERS = 16 * 1024 * 1024


@dataclass(frozen=True)
class At:
    """A place as a page sends it, with the words that the person has marked there; None is the whole."""

    revision: int
    place: Place | None
    quote: str


async def add(desk: Desk, review_id: str, annotation_id: str, said: Words, at: At, *, by: Actor) -> None:
    """Keep a new mark. The same id with the same content is the same mark.

    One that is made on an earlier revision, because the newer one has only just arrived, is carried over at once.
    Raises `NotFound`, `Forgotten`, `BadPlace`, `WordsMissing`, `TooLarge`, `BadInput` or `AnnotationNewer`.
    """
    said.check()
    check_kind(said.kind, at.place)
    revision = must(await desk.read(lambda reader: reader.revision(review_id, at.revision)))
    ground = await ground_at(desk, revision, at.place, quote=at.quote)

    def work(change: Change) -> bool:
        must(change.read.revision(review_id, at.revision)).check_remembered()
        known_as = with_known_images(change.read, said)
        known = change.read.annotation(annotation_id)
        if known is None:
            check_count(change.read, review_id)
            known = made(change, annotation_id, revision, known_as, ground)
            check_characters(change.read, review_id, more=length(known) + EACH)
            change.save(known, AnnotationAdded(revision, known))
        elif known.review_id != review_id:
            raise NotFound
        elif (known.said, known.revision, known.place) != (known_as, at.revision, at.place):
            raise AnnotationNewer(annotation=known)
        return must(change.read.review(review_id)).latest.number > revision.number

    if await desk.change(by, work):
        await carry_marks(desk, review_id)


def made(change: Change, annotation_id: str, revision: Revision, said: Words, ground: Ground) -> Annotation:
    """A new mark."""
    return Annotation(
        id=annotation_id, review_id=revision.review_id, revision=revision.number, live_on=revision.number,
        **vars(said), **vars(ground), status=AnnotationStatus.OPEN, removed=False, version=1,
        created_at=change.at, changed_at=change.at, made_by=change.by.id,
    )  # fmt: skip


def check_count(reader: Reader, review_id: str) -> None:
    """Raise `TooLarge` when a review cannot take one more mark."""
    if reader.annotation_count(review_id) >= MAX_PER_REVIEW:
        raise TooLarge(f"This review has {MAX_PER_REVIEW:,} marks already.", hint="Remove some of them first.")


def check_characters(reader: Reader, review_id: str, *, more: int) -> None:
    """Raise `TooLarge` when the marks of a review, the removed ones too, cannot hold so many more characters."""
    if more > 0 and reader.annotation_characters(review_id) + more > MAX_MARKS_CHARACTERS:
        raise TooLarge("The marks of this review hold too many words.", hint="Mark shorter passages, or write a note.")


def length(annotation: Annotation) -> int:
    """Characters that a mark says and quotes."""
    return len(annotation.words) + len(annotation.text) + len(annotation.quote)


def check_kind(kind: AnnotationKind, place: Place | None) -> None:
    """A note stands on the whole, everything else on a place."""
    if (kind is AnnotationKind.NOTE) != (place is None):
        raise BadPlace("A note has no place, and every other mark needs one.")


def with_known_images(reader: Reader, said: Words) -> Words:
    """The same words, their images as the hub knows them. Raises `BadInput` for an image that was never sent."""
    images: list[Image] = []
    for image in said.images:
        media_type = reader.media_type(image.sha256)
        if media_type is None:
            raise BadInput("An image of this mark is not at the hub.", hint="Add the image again.")
        images.append(replace(image, media_type=media_type))
    return replace(said, images=tuple(images))


async def change(
    desk: Desk, review_id: str, annotation_id: str, *, version: int, said: Mapping[str, object], at: At | None,
    by: Actor,
) -> None:  # fmt: skip
    """Change some of what a mark says (the fields of `Words`), or give it a new place on the newest revision.

    `version` is the one that the page knew. Raises `AnnotationNewer` when another tab was faster, `AlreadyDecided` when
    the words have gone to the agent, `Stale` for a place on an earlier revision; otherwise what `add()` raises.
    """
    ground = None
    if at is not None:
        revision = must(await desk.read(lambda reader: reader.revision(review_id, at.revision)))
        ground = await ground_at(desk, revision, at.place, quote=at.quote)

    def work(change: Change) -> None:
        review, known = found(change.read, review_id, annotation_id)
        wanted = with_known_images(change.read, replace(known.said, **said))  # type: ignore[arg-type]  # its own fields
        if known.version != version:
            if wanted == known.said and at is None:
                return  # the same change once more
            raise AnnotationNewer(annotation=known)
        after = known if wanted == known.said else known.say(wanted, at=change.at)
        check_characters(
            change.read, review_id, more=length(after) - length(known) + len(ground.quote if ground else "")
        )
        if at is not None and ground is not None:
            move(change, review, after, at, ground)
        elif after != known:
            change.save(after, AnnotationChanged(review.latest, after))

    await desk.change(by, work)


def move(change: Change, review: Review, annotation: Annotation, at: At, ground: Ground) -> None:
    """Give a mark a new place. One of an earlier revision is kept by this, and keeps its old place there."""
    if at.revision != review.latest.number:
        raise Stale("A newer revision has arrived.", hint="Give the mark its place there.")
    check_kind(annotation.kind, at.place)
    if annotation.revision == at.revision:
        moved = annotation.stand_on(ground, at=change.at)
        change.save(moved, AnnotationChanged(review.latest, moved))
        return
    check_unsent_on(annotation, at.revision)
    placement = on_ground(annotation.id, at.revision, ground)
    kept = annotation.keep(at.revision, at=change.at)
    change.save_all([kept, placement], AnnotationKept(review.latest, kept, placement))


async def keep(desk: Desk, review_id: str, annotation_id: str, *, revision: int, as_note: bool, by: Actor) -> None:
    """Keep an earlier mark for the newest revision: as it stands there, or as a note on the whole."""

    def work(change: Change) -> None:
        review, known = found(change.read, review_id, annotation_id)
        if revision != review.latest.number:
            raise Stale
        standing = standing_on(change.read, known, revision)
        check_kept(standing if standing.revision == revision else None, as_note=as_note)
        check_unsent_on(known, revision)
        placement = on_the_whole(known.id, revision) if as_note else standing.placement
        if known.goes_with(revision) and placement == standing.placement:
            return
        kept = known.keep(revision, at=change.at)
        assert placement is not None, "check_kept() has refused a mark without one"
        change.save_all([kept, placement], AnnotationKept(review.latest, kept, placement))

    await desk.change(by, work)


async def unkeep(desk: Desk, review_id: str, annotation_id: str, *, revision: int, by: Actor) -> None:
    """Take back that an earlier mark was kept for the newest revision: it stands there as it was found."""
    placement = await found_anew(desk, review_id, annotation_id)

    def work(change: Change) -> None:
        review, known = found(change.read, review_id, annotation_id)
        if revision != review.latest.number:
            raise Stale
        if known.live_on == revision:
            unkept = known.unkeep(at=change.at)
            if placement is None or placement.revision != revision:
                raise Stale
            change.save_all([unkept, placement], AnnotationUnkept(review.latest, unkept, placement))

    await desk.change(by, work)


def check_unsent_on(annotation: Annotation, revision: int) -> None:
    """Raise `AlreadyDecided` when the answer about this revision has taken the mark along."""
    if annotation.sent_on == revision:
        raise AlreadyDecided("This mark went with the answer about this revision.", hint="Wait for the next revision.")


async def remove(desk: Desk, review_id: str, annotation_id: str, *, by: Actor) -> None:
    """Take a mark back. Raises `AlreadyDecided` once it has gone to the agent."""
    await step(desk, review_id, annotation_id, AnnotationRemoved, lambda it, at: it.remove(at=at), by=by)


async def restore(desk: Desk, review_id: str, annotation_id: str, *, by: Actor) -> None:
    """Bring a removed mark back."""
    await step(desk, review_id, annotation_id, AnnotationRestored, lambda it, at: it.restore(at=at), by=by)


async def address(desk: Desk, review_id: str, annotation_id: str, *, by: Actor) -> None:
    """What the mark asks for is done."""
    done = AnnotationStatus.ADDRESSED
    await step(desk, review_id, annotation_id, AnnotationAddressed, lambda it, at: it.set_to(done, at=at), by=by)


async def reopen(desk: Desk, review_id: str, annotation_id: str, *, by: Actor) -> None:
    """What the mark asks for is not done after all."""
    undone = AnnotationStatus.OPEN
    await step(desk, review_id, annotation_id, AnnotationReopened, lambda it, at: it.set_to(undone, at=at), by=by)


async def step(
    desk: Desk, review_id: str, annotation_id: str, happening: type[AboutAnnotation],
    work_on: Callable[[Annotation, int], Annotation], *, by: Actor,
) -> None:  # fmt: skip
    """One step in the life of a mark; one that was left behind by revisions meanwhile is carried over."""

    def work(change: Change) -> bool:
        review, known = found(change.read, review_id, annotation_id)
        after = work_on(known, change.at)
        if after == known:
            return False
        if known.removed and not after.removed:
            check_count(change.read, review_id)
        change.save(after, happening(review.latest, after))
        return after.carried and after.revision < review.latest.number

    if await desk.change(by, work):
        await carry_marks(desk, review_id)


def found(reader: Reader, review_id: str, annotation_id: str) -> tuple[Review, Annotation]:
    """A review and a mark of it, or `NotFound`."""
    review, annotation = must(reader.review(review_id)), must(reader.annotation(annotation_id))
    if annotation.review_id != review.id:
        raise NotFound
    return review, annotation
