"""Marks of other people arrive: with a link, or with a block in a file. They stay theirs, whatever happens here."""

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from countermark.actions.annotations import MAX_PER_REVIEW, check_characters
from countermark.actions.carrying import carry_marks
from countermark.actions.desk import Change, Desk, must
from countermark.actions.documents import Prepared, prepare
from countermark.actions.placing import checked, reading_of
from countermark.actions.reviews import MAX_OPEN_PER_AGENT, one_line
from countermark.documents.markdown.odd import spelled
from countermark.documents.markdown.passages import Passages
from countermark.documents.marks.seeking import Seeker
from countermark.model.actors import Actor
from countermark.model.annotations import (
    ID,
    MAX_LABEL_CHARACTERS,
    MAX_TIP_CHARACTERS,
    Annotation,
    AnnotationKind,
    AnnotationStatus,
    Ground,
    Words,
    on_the_whole,
)
from countermark.model.errors import BadInput, BadPlace, Busy, TooLarge, WordsMissing
from countermark.model.happenings import AnnotationReceived, ReviewOpened
from countermark.model.ids import ALPHABET
from countermark.model.reviews import Review, ReviewKind, Revision
from countermark.model.shares import SHARED, UNNAMED, SharedMark, SharedReview
from countermark.sharing import link, plannotator
from countermark.sharing.block import read_block
from countermark.store.base import EACH, Reader

SEEKING_SECONDS = 20.0  # of looking for the places of all marks that came together: others want to mark, too
AT_ONCE = 200  # marks in one transaction: others have a turn between
NO_FOLDER = "/"  # the workspace of what came with a link
UNTITLED = "Shared document"


@dataclass
class Received:
    """What has become of what was shared; counts are of marks."""

    review: str
    opened: bool  # a review of its own was opened for it
    added: int = 0
    changed: int = 0
    same: int = 0  # known as they are, or removed here
    own: int = 0  # the person's own, come back: they stay as they are here
    sent: int = 0  # changed by their author after they had gone to the agent: they stay as they went
    empty: int = 0  # that say nothing
    unsought: int = 0  # whose words would take too long to be looked for
    on_whole: int = 0  # whose words are not found here: they stand on the whole, with their quote
    left_out: list[str] = field(default_factory=list)  # what could not come along, as sentences


@dataclass(frozen=True)
class Arrival:
    """A mark on its way in, with the ground that it has here."""

    mark: SharedMark
    author: str
    said: Words
    ground: Ground

    @property
    def is_homeless(self) -> bool:
        """Whether its words are not here."""
        return self.said.kind is not AnnotationKind.NOTE and self.ground.place is None


async def open_shared(desk: Desk, text: str, *, path: str | None, by: Actor) -> Received:
    """Open what somebody has shared: a link, or with `path` the text of a file, which may have a block of marks.

    Raises `BadInput` or `TooLarge`, each with what to do; otherwise what `receive()` raises.
    """
    return await receive(desk, shared_in(text, path=path), path=path, by=by)


def shared_in(text: str, *, path: str | None) -> SharedReview:
    """What a link, or a file's text, carries. Raises `BadInput` or `TooLarge`."""
    if path is None and link.is_ours(text):
        return link.opened(text)
    block = read_block(text)
    if block is not None:
        return block
    if path is not None:
        return SharedReview(title="", text=text, author="")
    return plannotator.opened(text)


async def receive(desk: Desk, shared: SharedReview, *, path: str | None = None, by: Actor) -> Received:
    """Merge the marks into the review that they belong to, or into a new one that nobody waits for.

    Another person's mark is merged under that name, and goes with no answer before the person has chosen it. Receiving
    twice changes nothing. Raises `BadInput`, `TooLarge` or `Busy`.
    """
    if not shared.text.strip():
        raise BadInput("There is no text in what was shared.", hint="Ask whoever sent it to share it once more.")
    prepared = await prepare(desk, shared.text, workspace=folder_of(path))
    revision, opened = await desk.change(by, lambda change: place_for(change, shared, prepared, path))
    received = Received(revision.review_id, opened, left_out=list(shared.left_out))
    reading = await reading_of(desk, revision.sha256)
    seeking = Seeking(reading)
    for first in range(0, len(shared.marks), AT_ONCE):
        some = shared.marks[first : first + AT_ONCE]
        arrivals = await desk.readings.think(lambda some=some: list(arriving(seeking, some, shared.author)))  # type: ignore[misc]  # bound now
        await desk.change(by, lambda change, its=arrivals: merge(change, revision, its, received))  # type: ignore[misc]  # bound now
        received.empty += len(some) - len(arrivals)
    received.unsought = seeking.left
    received.left_out += sentences(received)
    await carry_marks(desk, revision.review_id)
    return received


def folder_of(path: str | None) -> str:
    """The workspace that a shared review belongs to."""
    return NO_FOLDER if path is None else str(Path(path).parent)


def place_for(change: Change, shared: SharedReview, prepared: Prepared, path: str | None) -> tuple[Revision, bool]:
    """The revision that the marks belong to, and whether it was made for them."""
    known = known_revision(change.read, shared)
    return (known, False) if known is not None else (opened(change, shared, prepared, path), True)


def known_revision(reader: Reader, shared: SharedReview) -> Revision | None:
    """The revision with the same text, first of the review of this id; or else that review's newest."""
    digests = digests_of(shared.text)
    review = None if shared.review is None else reader.review(shared.review)
    if review is None or review.latest.forgotten_at is not None:
        return reader.revision_of_text(digests)
    same = [each for each in reader.revisions(review.id) if each.sha256 in digests]
    return same[-1] if same else review.latest


def digests_of(text: str) -> frozenset[str]:
    """The digests that a text can have at another desk: editors and git change line ends, and those at its end."""
    bare = text.replace("\r\n", "\n").rstrip("\n")
    forms = {text, bare, bare + "\n"}
    forms |= {form.replace("\n", "\r\n") for form in forms if "\r" not in form}
    return frozenset(hashlib.sha256(form.encode("utf-8", "replace")).hexdigest() for form in forms)


def opened(change: Change, shared: SharedReview, prepared: Prepared, path: str | None) -> Revision:
    """A review for a text that this desk does not know: nobody waits for it, and it does not expire."""
    if change.read.has_open(SHARED, at_least=MAX_OPEN_PER_AGENT):
        raise Busy(f"{MAX_OPEN_PER_AGENT} shared reviews are open already.", hint="Answer some of them first.")
    change.keep_text(prepared.sha256, prepared.text)
    title = one_line(shared.title or prepared.title or "") or UNTITLED
    revision = Revision(
        change.new_id("rv"), 1, prepared.sha256, title, opened_at=change.at, expires_at=None, agent_present=False
    )
    workspace, kind = folder_of(path), ReviewKind.DOCUMENT
    review = Review(
        revision.review_id, SHARED, workspace, prepared.branch, None, path, change.at, revision, kind=kind
    )  # fmt: skip
    change.save(review, ReviewOpened(revision, title, SHARED, workspace, None, kind))
    return revision


class Seeking:
    """Where marks stand in one text: at their place if that reads as they say, else where their quote is found.

    It takes so much time and no more, whatever a stranger has put together; what is left stands on the whole.
    """

    def __init__(self, reading: Passages) -> None:
        self._reading = reading
        self._seeker = Seeker(reading)
        self._spent = 0.0  # seconds of the thread that thinks
        self.left = 0

    def ground(self, mark: SharedMark) -> Ground:
        """Where a mark stands here."""
        if mark.kind is AnnotationKind.NOTE:
            return Ground()
        if self._spent > SEEKING_SECONDS:
            self.left += 1
            return Ground(quote=mark.quote)
        begun = time.thread_time()
        found = self._found(mark)
        self._spent += time.thread_time() - begun
        return found or Ground(quote=mark.quote)

    def _found(self, mark: SharedMark) -> Ground | None:
        if mark.place is not None:
            try:
                return checked(self._reading, mark.place, quote=mark.quote)
            except (BadPlace, TooLarge):
                pass  # of another reading of this text, or of another text
        return self._seeker.found(mark.quote, occurrence=mark.occurrence, lines=mark.lines)


def arriving(seeking: Seeking, marks: Sequence[SharedMark], sharer: str) -> Iterator[Arrival]:
    """Marks with the ground that they have in this text; without those that say nothing."""
    for mark in marks:
        author = spelled(" ".join((mark.author or sharer).split())) or UNNAMED
        label, tip = (mark.label or "")[:MAX_LABEL_CHARACTERS], (mark.tip or "")[:MAX_TIP_CHARACTERS]
        said = Words(mark.kind, mark.words, mark.text, label or None, tip or None)
        try:
            said.check()
        except WordsMissing:
            continue
        yield Arrival(mark, author, said, seeking.ground(mark))


def merge(change: Change, revision: Revision, arrivals: Sequence[Arrival], received: Received) -> None:
    """Take marks in, each in the name of its author.

    Raises `TooLarge` where the review can hold no more, and `Forgotten` where its texts went a moment ago.
    """
    must(change.read.revision(revision.review_id, revision.number)).check_remembered()
    known = {each.id: each for each in change.read.annotations(revision.review_id)}
    named = [(name_here(change.read, revision.review_id, each, known), each) for each in arrivals]
    fresh = {name: each for name, each in named if name not in known}
    check_room(change.read, revision.review_id, known, fresh)
    for name, each in named:
        here = known.get(name)
        if here is None:
            known[name] = take_in(change, revision, name, each)
            received.added += 1
            received.on_whole += each.is_homeless
        else:
            compare(change, revision, here, each, received)


def check_room(reader: Reader, review_id: str, known: Mapping[str, Annotation], fresh: Mapping[str, Arrival]) -> None:
    """Raise `TooLarge` when a review cannot take so many more marks."""
    if fresh and sum(not each.removed for each in known.values()) + len(fresh) > MAX_PER_REVIEW:
        raise TooLarge(f"This review would have more than {MAX_PER_REVIEW:,} marks.", hint="Remove some of them first.")
    check_characters(reader, review_id, more=sum(map(weight, fresh.values())))


def weight(arrival: Arrival) -> int:
    """Characters that a mark says and quotes, and what counts for the mark itself."""
    return len(arrival.said.words) + len(arrival.said.text) + len(arrival.ground.quote) + EACH


def name_here(reader: Reader, review_id: str, arrival: Arrival, known: Mapping[str, Annotation]) -> str:
    """The id of a mark at this desk: its own, unless that stands for something else here.

    An id is no proof of who wrote a mark: one that is known under another name gets an id of its own.
    """
    name = arrival.mark.id
    if ID.fullmatch(name):
        here = known.get(name)
        if here is None and reader.annotation(name) is None:
            return name
        if here is not None and here.author in (None, arrival.author):
            return name
    seed = "\n".join((review_id, arrival.author, name or f"{arrival.said} {arrival.mark.quote}"))
    number = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "replace")).digest()[:16], "big")
    return "an_" + "".join(ALPHABET[(number >> shift) & 31] for shift in range(0, 130, 5))


def take_in(change: Change, revision: Revision, name: str, arrival: Arrival) -> Annotation:
    """A new mark of another person; one whose words are not here stands on the whole."""
    annotation = Annotation(
        id=name, review_id=revision.review_id, revision=revision.number, live_on=revision.number,
        **vars(arrival.said), **vars(arrival.ground), status=AnnotationStatus.OPEN, removed=False, version=1,
        created_at=change.at, changed_at=change.at, made_by=change.by.id, author=arrival.author, chosen=False,
    )  # fmt: skip
    save(change, revision, annotation)
    return annotation


def save(change: Change, revision: Revision, annotation: Annotation) -> None:
    """Save a mark with where it stands."""
    if annotation.kind is AnnotationKind.NOTE or annotation.place is not None:
        change.save(annotation, AnnotationReceived(revision, annotation))
        return
    placement = on_the_whole(annotation.id, annotation.revision)
    change.save_all([annotation, placement], AnnotationReceived(revision, annotation, placement))


def compare(change: Change, revision: Revision, here: Annotation, arrival: Arrival, received: Received) -> None:
    """What its author says now counts, unless it has gone to the agent or was removed here."""
    if here.author is None:
        received.own += 1
    elif here.removed or here.said == arrival.said:
        received.same += 1
    elif here.sent_on is not None:
        received.sent += 1
    else:
        ground = arrival.ground if here.revision == revision.number and not arrival.is_homeless else here.ground
        save(change, revision, here.say_anew(arrival.said, ground, at=change.at))
        received.changed += 1


def sentences(received: Received) -> Iterator[str]:
    """What a person has to know of what came."""
    if received.on_whole > received.unsought:
        not_found = marks(received.on_whole - received.unsought)
        yield f"Not found in the text, so on the whole, with what was quoted: {not_found}."
    if received.unsought:
        yield f"Looking for their words would take too long, so on the whole, too: {marks(received.unsought)}."
    if received.sent:
        yield f"Changed after they had gone to the agent, and left as they went: {marks(received.sent)}."
    if received.empty:
        yield f"Without words, and left out: {marks(received.empty)}."


def marks(count: int) -> str:
    """For example "1 mark", "3 marks"."""
    return "1 mark" if count == 1 else f"{count} marks"
