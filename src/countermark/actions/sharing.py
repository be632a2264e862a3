"""A review leaves the desk with its marks: as a link, or as a block in its own file."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from countermark.actions.desk import Change, Desk, must
from countermark.actions.standings import marks_on
from countermark.documents.markdown.odd import spelled
from countermark.model.actors import Actor
from countermark.model.annotations import Annotation, AnnotationStatus, Standing
from countermark.model.errors import BadInput, Conflict, NotFound
from countermark.model.happenings import AnnotationChosen, AnnotationLeftOut, ReviewShared
from countermark.model.shares import MAX_AUTHOR_CHARACTERS, SharedMark, SharedReview, ShareForm
from countermark.sharing.block import block_in, digest_of, marks_in_block, with_block
from countermark.sharing.link import link_to
from countermark.sharing.shared_json import to_json
from countermark.store.base import Reader
from countermark.workspace.files import put_in_place, whole_text


@dataclass(frozen=True)
class SharedLink:
    """A link that carries a review, and what of it could not come along, as sentences."""

    link: str
    shared: SharedReview


@dataclass(frozen=True)
class SharedFile:
    """A file that has its marks in a block now."""

    path: str
    shared: SharedReview


async def share(desk: Desk, review_id: str, *, author: str, others: bool = True, by: Actor) -> SharedReview:
    """A review's newest revision with its marks; the person's own stand under the name that they give.

    With `others` the marks of other people go along, under theirs.
    Raises `NotFound`, or `Conflict` for one that was forgotten.
    """
    name = checked_name(author)

    def work(change: Change) -> SharedReview:
        shared = collected(change.read, review_id, author=name, others=others, at=change.at)
        note_shared(change, shared, ShareForm.LINK)
        return shared

    return await desk.change(by, work)


async def share_as_link(
    desk: Desk, review_id: str, *, author: str, others: bool = True, base: str, by: Actor
) -> SharedLink:
    """The same as a link at a desk's address. Raises what `share()` raises, or `TooLarge`."""
    shared = await share(desk, review_id, author=author, others=others, by=by)
    link = await asyncio.to_thread(link_to, shared, base, randomness=os.urandom)
    return SharedLink(link, shared)


async def share_into(
    desk: Desk, review_id: str, *, author: str, others: bool = True, path: str | None, by: Actor
) -> SharedFile:
    """Write the marks into a block at the end of a file, the review's own if none is named.

    The file must hold the text of the newest revision. Marks that its block has stay, but for those that were
    removed here; with `others` the marks of other people that this desk has go along.
    Raises `NotFound`, `BadInput` or `Conflict`.
    """
    name = checked_name(author)
    shared, removed, own_path = await desk.read(
        lambda reader: for_file(reader, review_id, author=name, others=others, at=desk.now())
    )
    file = path or own_path
    if file is None:
        raise BadInput("This review has no file.", hint="Share it as a link, or name a file.")
    await asyncio.to_thread(write_block, file, shared, removed)

    def work(change: Change) -> SharedFile:
        note_shared(change, shared, ShareForm.FILE)
        return SharedFile(file, shared)

    return await desk.change(by, work)


async def choose(desk: Desk, review_id: str, annotation_ids: Sequence[str], *, chosen: bool, by: Actor) -> None:
    """Let marks of other people go with the next answer, or leave them out.

    Raises `NotFound`, `BadInput` for a mark of the person's own, `AlreadyDecided` for one that has gone to the agent.
    """

    def work(change: Change) -> None:
        review = must(change.read.review(review_id))
        for each in dict.fromkeys(annotation_ids):
            known = must(change.read.annotation(each))
            if known.review_id != review.id:
                raise NotFound
            after = known.choose(chosen, at=change.at)
            if after != known:
                change.save(after, (AnnotationChosen if chosen else AnnotationLeftOut)(review.latest, after))

    await desk.change(by, work)


def as_json(shared: SharedReview) -> Mapping[str, object]:
    """A shared review as it travels, for who makes the link."""
    return to_json(shared)


def checked_name(author: str) -> str:
    """A person's name in one line, with nothing in it that hides or reorders words around it. Raises `BadInput`."""
    name = spelled(" ".join(author.split()))
    if len(name) > MAX_AUTHOR_CHARACTERS or len(name.encode("utf-8", "replace")) > MAX_AUTHOR_CHARACTERS:
        raise BadInput(f"The name is longer than {MAX_AUTHOR_CHARACTERS} bytes.", hint="Give a shorter one.")
    if not name:
        raise BadInput("Your name is missing: your marks travel under it.", hint="Write the name others know you by.")
    return name


def note_shared(change: Change, shared: SharedReview, form: ShareForm) -> None:
    """The entry that says that a review has left the desk."""
    assert shared.review is not None, "what is shared from here has an id here"
    revision = must(change.read.review(shared.review)).latest
    change.save(None, ReviewShared(revision, form, shared.author, len(shared.marks)))


def collected(reader: Reader, review_id: str, *, author: str, others: bool = True, at: int) -> SharedReview:
    """What a review has to share."""
    review = must(reader.review(review_id))
    text = reader.text(review.latest.sha256)
    if text is None or review.latest.forgotten_at is not None:
        raise Conflict("The texts of this review were forgotten.", hint="There is nothing left to share.")
    standings = [each for each in marks_on(reader, review_id, review.latest.number) if is_shared(each, others=others)]
    return SharedReview(
        title=review.latest.title, text=text, author=author, review=review.id, made_at=at,
        marks=tuple(shared_mark(each, author) for each in standings), left_out=tuple(images_left(standings)),
    )  # fmt: skip


def is_shared(standing: Standing, *, others: bool) -> bool:
    """Marks that are done are told by the text itself."""
    mark = standing.annotation
    return mark.status is not AnnotationStatus.ADDRESSED and (others or mark.author is None)


def shared_mark(standing: Standing, author: str) -> SharedMark:
    """One mark, under its own author's name."""
    mark, ground = standing.annotation, standing.ground
    return SharedMark(
        id=mark.id, author=author if mark.author is None else mark.author, kind=mark.kind, words=mark.words,
        text=mark.text, label=mark.label, tip=mark.tip,
        quote=mark.quote if standing.homeless else ground.quote, place=ground.place, lines=ground.lines,
        occurrence=ground.occurrence,
    )  # fmt: skip


def images_left(standings: Sequence[Standing]) -> Iterator[str]:
    """Pictures stay at the desk: a link cannot carry them."""
    count = sum(len(each.annotation.images) for each in standings)
    if count:
        yield f"{count} {'picture stays' if count == 1 else 'pictures stay'} at this desk."


def for_file(
    reader: Reader, review_id: str, *, author: str, others: bool, at: int
) -> tuple[SharedReview, frozenset[str], str | None]:
    """What goes into a file: the review, the ids of marks that were removed here, and the review's own file."""
    shared = collected(reader, review_id, author=author, others=others, at=at)
    removed = {mark.id for mark in reader.annotations(review_id) if is_gone(mark)}
    return shared, frozenset(removed), must(reader.review(review_id)).path


def is_gone(mark: Annotation) -> bool:
    """Whether a block in a file should lose this mark."""
    return mark.removed or mark.status is AnnotationStatus.ADDRESSED


def write_block(path: str, shared: SharedReview, removed: frozenset[str]) -> None:
    """Put the marks into the file. Raises `Conflict` where it holds another text, `BadInput` for a spoilt block."""
    try:
        before = whole_text(path)
    except UnicodeDecodeError:
        raise Conflict("The file is no text in UTF-8.", hint="Share the review as a link.") from None
    except OSError as error:
        raise Conflict(f"The file cannot be read: {error.strerror}.", hint="Share the review as a link.") from None
    found = block_in(before)
    if digest_of(before if found is None else found.text) != digest_of(shared.text):
        raise Conflict(
            "The file holds another text than the review.",
            hint="Open the file anew with `countermark open`, or share the review as a link.",
        )
    marks = merged(marks_in_block(before), shared.marks, removed)
    try:
        put_in_place(path, with_block(before, list(marks.values()), author=shared.author), before=before)
    except OSError as error:
        raise Conflict(f"The file cannot be written: {error.strerror}.", hint="Share the review as a link.") from None


def merged(
    there: Sequence[SharedMark], here: Sequence[SharedMark], removed: frozenset[str]
) -> Mapping[str, SharedMark]:
    """The marks of a file and of this desk by their ids: each once, as this desk has it, in one order everywhere."""
    both = {mark.id: mark for mark in (*there, *here) if mark.id not in removed}
    return {name: both[name] for name in sorted(both)}
