"""What the journal records: one small class per thing that can happen."""

from dataclasses import dataclass

from countermark.model.agent_servers import SERVER_HAPPENINGS
from countermark.model.annotation_records import Plain, body_of, placements_json
from countermark.model.annotations import Annotation, Placement
from countermark.model.forgetting import ItemForgotten
from countermark.model.gate_happenings import GATE_HAPPENINGS
from countermark.model.happening import AboutItem, Happening
from countermark.model.journal_happenings import JOURNAL_HAPPENINGS
from countermark.model.notice_happenings import NOTICE_HAPPENINGS
from countermark.model.own_agents import OWN_AGENT_HAPPENINGS
from countermark.model.pages.journal import PAGE_HAPPENINGS
from countermark.model.reviews import Reason, ReviewKind, Revision, Verdict
from countermark.model.sessions.happenings import SESSION_HAPPENINGS
from countermark.model.shares import ShareForm


@dataclass(frozen=True)
class AboutRevision(AboutItem):
    """Something that happened to a revision, as it is afterwards."""

    subject: Revision


@dataclass(frozen=True)
class ReviewOpened(AboutRevision):
    """An agent asked for a review."""

    kind = "review_opened"
    texts = frozenset({"title"})
    opens = True
    title: str
    agent: str
    workspace: str
    conversation: str | None
    review_kind: ReviewKind


@dataclass(frozen=True)
class RevisionAdded(AboutRevision):
    """An agent submitted a newer text to a review."""

    kind = "revision_added"
    texts = frozenset({"title"})
    opens = True
    title: str
    workspace: str
    conversation: str | None
    review_kind: ReviewKind


class ReviewSeen(AboutRevision):
    """A person has had the revision before their eyes."""

    kind = "review_seen"


@dataclass(frozen=True)
class ReviewDecided(AboutRevision):
    """A person decided."""

    kind = "review_decided"
    ends = True
    texts = frozenset({"notes", "feedback"})
    verdict: Verdict
    notes: str | None
    annotations: str = "[]"  # the ids of the marks that go along, as JSON
    feedback: str | None = None  # the very words that the agent gets
    mode: str | None = None  # in which the agent goes on, by its own name for it


class ReviewExpired(AboutRevision):
    """Nobody answered in time."""

    kind = "review_expired"
    ends = True


@dataclass(frozen=True)
class ReviewWithdrawn(AboutRevision):
    """The agent no longer asks."""

    kind = "review_withdrawn"
    ends = True
    reason: Reason


class AnswerDelivered(AboutItem):
    """The agent's side has written and flushed the answer."""

    kind = "answer_delivered"


class AnswerReceived(AboutItem):
    """The agent has read the answer."""

    kind = "answer_received"


class NotesDelivered(AboutRevision):
    """The notes of an approval were handed to the agent."""

    kind = "notes_delivered"


@dataclass(frozen=True)
class OtherTextApproved(AboutRevision):
    """The agent took another text for approved than the one that was shown and approved."""

    kind = "other_text_approved"
    approved_sha256: str


@dataclass(frozen=True)
class AgentLeft(AboutItem):
    """The agent stopped waiting."""

    kind = "agent_left"
    said_goodbye: bool


class AgentReturned(AboutItem):
    """The agent waits again."""

    kind = "agent_returned"


@dataclass(frozen=True)
class AboutAnnotation(AboutRevision):
    """Something that happened to a mark, as it is afterwards; a placement is where it stands on the revision."""

    texts = frozenset({"words", "text", "label", "tip", "quote", "images", "placements", "author"})
    annotation: Annotation
    placement: Placement | None = None

    def body(self) -> dict[str, Plain]:
        """The whole mark, so that the newest entry about it is enough."""
        placed = [] if self.placement is None else [self.placement]
        return {**body_of(self.annotation), "placements": placements_json(placed)}


class AnnotationAdded(AboutAnnotation):
    """A person marked something."""

    kind = "annotation_added"


class AnnotationChanged(AboutAnnotation):
    """A person changed what a mark says or where it stands."""

    kind = "annotation_changed"


class AnnotationRemoved(AboutAnnotation):
    """A person took a mark back."""

    kind = "annotation_removed"


class AnnotationRestored(AboutAnnotation):
    """A person brought a removed mark back."""

    kind = "annotation_restored"


class AnnotationKept(AboutAnnotation):
    """A person keeps an earlier mark for the newest revision."""

    kind = "annotation_kept"


class AnnotationUnkept(AboutAnnotation):
    """A person took back that an earlier mark was kept."""

    kind = "annotation_unkept"


class AnnotationAddressed(AboutAnnotation):
    """What a mark asked for is done."""

    kind = "annotation_addressed"


class AnnotationReopened(AboutAnnotation):
    """What a mark asked for is not done after all."""

    kind = "annotation_reopened"


class AnnotationReceived(AboutAnnotation):
    """Another person's mark came with a link or a file, or came again in other words."""

    kind = "annotation_received"


class AnnotationChosen(AboutAnnotation):
    """A person lets another's mark go with the next answer."""

    kind = "annotation_chosen"


class AnnotationLeftOut(AboutAnnotation):
    """A person lets another's mark stay out of the next answer."""

    kind = "annotation_left_out"


@dataclass(frozen=True)
class ReviewShared(AboutRevision):
    """A person shared a review with its marks: by a link, or in a block of its file."""

    kind = "review_shared"
    texts = frozenset({"author"})
    form: ShareForm
    author: str  # the name that the person has given
    shared_marks: int


@dataclass(frozen=True)
class MarksCarried(AboutRevision):
    """The marks of earlier revisions were looked for in a newer one; unsent ones that stand move on to it.

    Those that were done as asked are addressed by this.
    """

    kind = "marks_carried"
    texts = frozenset({"placements"})
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
    conversation: str | None


@dataclass(frozen=True)
class PlanFilesRefused(Happening):
    """The files of a plan were refused, so that nobody is asked; or its answer, where another file is in its place."""

    kind = "plan_files_refused"
    texts = frozenset({"why"})
    agent: str
    plan: str  # its id, as the names of its files have it
    why: str


@dataclass(frozen=True)
class SettingsChanged(Happening):
    """A person changed a setting of the desk."""

    kind = "settings_changed"
    name: str
    value: str | bool


@dataclass(frozen=True)
class BrowserSignedIn(Happening):
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
    AnnotationAddressed, AnnotationReopened, AnnotationReceived, AnnotationChosen, AnnotationLeftOut, ReviewShared,
    MarksCarried, ImageAdded, PlanMissing, PlanFilesRefused,
    SettingsChanged, BrowserSignedIn, SignedOut, HubStarted, HubStopped, JournalCut, ItemForgotten, *JOURNAL_HAPPENINGS,
    *PAGE_HAPPENINGS,
    *GATE_HAPPENINGS,
    *NOTICE_HAPPENINGS,
    *SERVER_HAPPENINGS,
    *SESSION_HAPPENINGS,
    *OWN_AGENT_HAPPENINGS,
)  # fmt: skip

ARRIVALS = frozenset(each.kind for each in HAPPENINGS if each.opens)
