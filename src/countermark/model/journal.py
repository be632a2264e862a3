"""The journal: one small class per thing that can happen, and the chain that makes the record verifiable."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from countermark.model.actors import THE_HUB, Actor
from countermark.model.annotation_records import Plain, body_of, placements_json
from countermark.model.annotations import Annotation, Placement
from countermark.model.happening import Happening
from countermark.model.pages.journal import PAGE_HAPPENINGS
from countermark.model.reviews import Reason, Revision, Stage, Verdict

FIRST_PREV = "0" * 64
UNREADABLE = "entry_unreadable"  # the kind under which an entry is shown that the store cannot read; none is written


@dataclass(frozen=True)
class AboutRevision(Happening):
    """Something that happened to a revision, as it is afterwards."""

    revision: Revision

    @property
    def about(self) -> Revision:
        """The revision."""
        return self.revision


@dataclass(frozen=True)
class ReviewOpened(AboutRevision):
    """An agent asked for a review."""

    kind = "review_opened"
    title: str
    agent: str
    workspace: str
    session: str | None


@dataclass(frozen=True)
class RevisionAdded(AboutRevision):
    """An agent submitted a newer text to a review."""

    kind = "revision_added"
    title: str
    workspace: str
    session: str | None


@dataclass(frozen=True)
class ReviewSeen(AboutRevision):
    """A person has had the revision before their eyes."""

    kind = "review_seen"


@dataclass(frozen=True)
class ReviewDecided(AboutRevision):
    """A person decided."""

    kind = "review_decided"
    verdict: Verdict
    notes: str | None
    annotations: str = "[]"  # the ids of the marks that go along, as JSON
    feedback: str | None = None  # the very words that the agent gets
    mode: str | None = None  # in which the agent goes on, by its own name for it


@dataclass(frozen=True)
class ReviewExpired(AboutRevision):
    """Nobody answered in time."""

    kind = "review_expired"


@dataclass(frozen=True)
class ReviewWithdrawn(AboutRevision):
    """The agent no longer asks."""

    kind = "review_withdrawn"
    reason: Reason


@dataclass(frozen=True)
class AnswerDelivered(AboutRevision):
    """The agent's side has written and flushed the answer."""

    kind = "answer_delivered"
    stage: ClassVar[Stage] = Stage.DELIVERED


@dataclass(frozen=True)
class AnswerReceived(AboutRevision):
    """The agent has read the answer."""

    kind = "answer_received"
    stage: ClassVar[Stage] = Stage.RECEIVED


@dataclass(frozen=True)
class NotesDelivered(AboutRevision):
    """The notes of an approval were handed to the agent."""

    kind = "notes_delivered"


@dataclass(frozen=True)
class OtherTextApproved(AboutRevision):
    """The agent took another text for approved than the one that was shown and approved."""

    kind = "other_text_approved"
    approved_sha256: str


@dataclass(frozen=True)
class AgentLeft(AboutRevision):
    """The agent stopped waiting."""

    kind = "agent_left"
    said_goodbye: bool


@dataclass(frozen=True)
class AgentReturned(AboutRevision):
    """The agent waits again."""

    kind = "agent_returned"


@dataclass(frozen=True)
class AboutAnnotation(AboutRevision):
    """Something that happened to a mark, as it is afterwards; a placement is where it stands on the revision."""

    annotation: Annotation
    placement: Placement | None = None

    def body(self) -> dict[str, Plain]:
        """The whole mark, so that the newest entry about it is enough."""
        placed = [] if self.placement is None else [self.placement]
        return {**body_of(self.annotation), "placements": placements_json(placed)}


@dataclass(frozen=True)
class AnnotationAdded(AboutAnnotation):
    """A person marked something."""

    kind = "annotation_added"


@dataclass(frozen=True)
class AnnotationChanged(AboutAnnotation):
    """A person changed what a mark says or where it stands."""

    kind = "annotation_changed"


@dataclass(frozen=True)
class AnnotationRemoved(AboutAnnotation):
    """A person took a mark back."""

    kind = "annotation_removed"


@dataclass(frozen=True)
class AnnotationRestored(AboutAnnotation):
    """A person brought a removed mark back."""

    kind = "annotation_restored"


@dataclass(frozen=True)
class AnnotationKept(AboutAnnotation):
    """A person keeps an earlier mark for the newest revision."""

    kind = "annotation_kept"


@dataclass(frozen=True)
class AnnotationUnkept(AboutAnnotation):
    """A person took back that an earlier mark was kept."""

    kind = "annotation_unkept"


@dataclass(frozen=True)
class AnnotationAddressed(AboutAnnotation):
    """What a mark asked for is done."""

    kind = "annotation_addressed"


@dataclass(frozen=True)
class AnnotationReopened(AboutAnnotation):
    """What a mark asked for is not done after all."""

    kind = "annotation_reopened"


@dataclass(frozen=True)
class MarksCarried(AboutRevision):
    """The marks of earlier revisions were looked for in a newer one; unsent ones that stand move on to it.

    Those that were done as asked are addressed by this.
    """

    kind = "marks_carried"
    there: int
    changed: int
    gone: int
    done: int
    moved_on: str  # the ids of the marks that move on, as JSON
    placements: str  # where each mark stands now, as JSON


@dataclass(frozen=True)
class ImageAdded(Happening):
    """A person put an image beside words."""

    kind = "image_added"
    sha256: str
    media_type: str
    size: int


@dataclass(frozen=True)
class PlanMissing(Happening):
    """An agent asked for a review without a document; it was left to its own prompt."""

    kind = "plan_missing"
    agent: str
    workspace: str
    session: str | None


@dataclass(frozen=True)
class SettingsChanged(Happening):
    """A person changed a setting of the desk."""

    kind = "settings_changed"
    name: str
    value: str | bool


@dataclass(frozen=True)
class SignedIn(Happening):
    """A browser was signed in with a launch code."""

    kind = "signed_in"
    sign_in: str


@dataclass(frozen=True)
class SignedOut(Happening):
    """A browser was signed out."""

    kind = "signed_out"
    sign_in: str


@dataclass(frozen=True)
class HubStarted(Happening):
    """The hub started."""

    kind = "hub_started"
    version: str


@dataclass(frozen=True)
class HubStopped(Happening):
    """The hub stopped on request."""

    kind = "hub_stopped"
    version: str


@dataclass(frozen=True)
class JournalCut(Happening):
    """At its start the hub found a journal that lacks entries which were there; a copy of the files was made first."""

    kind = "journal_cut"
    had: int  # the last entry that was there
    had_hash: str
    found: int  # the last entry that is there
    kept_as: str


HAPPENINGS: tuple[type[Happening], ...] = (
    ReviewOpened, RevisionAdded, ReviewSeen, ReviewDecided, ReviewExpired, ReviewWithdrawn, AnswerDelivered,
    AnswerReceived, NotesDelivered, OtherTextApproved, AgentLeft, AgentReturned,
    AnnotationAdded, AnnotationChanged, AnnotationRemoved, AnnotationRestored, AnnotationKept, AnnotationUnkept,
    AnnotationAddressed, AnnotationReopened, MarksCarried, ImageAdded, PlanMissing,
    SettingsChanged, SignedIn, SignedOut, HubStarted, HubStopped, JournalCut, *PAGE_HAPPENINGS,
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A line of the journal; `at` is in milliseconds since 1970, `prev` and `hash` are hex SHA-256 digests."""

    seq: int
    at: int
    kind: str
    actor: Actor
    review: str | None
    revision: int | None
    shown_sha256: str | None
    body: Mapping[str, Plain]
    prev: str
    hash: str


def unreadable(seq: int, *, at: int = 0, why: str) -> Entry:
    """What stands for an entry that the store cannot read, so that the others are shown."""
    return Entry(seq, at, UNREADABLE, THE_HUB, None, None, None, {"why": why}, prev="", hash="")


def entry(happening: Happening, *, seq: int, prev: str, by: Actor, at: int) -> Entry:
    """The entry that records a happening right after the entry whose hash is `prev`."""
    about = happening.about
    bare = Entry(
        seq=seq, at=at, kind=happening.kind, actor=by,
        review=about.review_id if about else None,
        revision=about.number if about else None,
        shown_sha256=about.sha256 if about else None,
        body=happening.body(), prev=prev, hash="",
    )  # fmt: skip
    return Entry(**{**vars(bare), "hash": digest(bare)})


def digest(line: Entry) -> str:
    """The SHA-256 over everything in the entry but its own hash."""
    return hashlib.sha256(canonical(line)).hexdigest()


def canonical(line: Entry) -> bytes:
    """The entry as canonical JSON: keys sorted, no blanks, UTF-8."""
    content = {
        "seq": line.seq, "at": line.at, "kind": line.kind,
        "actor": {"kind": line.actor.kind, "id": line.actor.id},
        "review": line.review, "revision": line.revision, "shown_sha256": line.shown_sha256,
        "body": dict(line.body), "prev": line.prev,
    }  # fmt: skip
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@dataclass(frozen=True)
class Break:
    """The first place where the chain does not hold, and why."""

    seq: int
    why: str


def first_break(entries: Iterable[Entry], *, prev: str = FIRST_PREV, seq: int = 0) -> Break | None:
    """Follow the chain from the entry after `seq`; None when it is unbroken.

    It cannot see entries cut off at the end: only a copy of a later hash kept elsewhere can.
    """
    for line in entries:
        if line.seq != seq + 1:
            return Break(seq + 1, f"entry {seq + 1} is missing; the next one is {line.seq}")
        if line.kind == UNREADABLE:
            return Break(line.seq, f"it cannot be read: {line.body['why']}")
        if line.prev != prev:
            return Break(line.seq, "it does not follow from the entry before")
        if line.hash != digest(line):
            return Break(line.seq, "its content is not what was recorded")
        prev, seq = line.hash, line.seq
    return None
