"""Reviews: an agent asks a person to judge a document; it has revisions and ends in a verdict."""

from dataclasses import dataclass, replace
from enum import StrEnum

from countermark.model.actors import ActorKind
from countermark.model.errors import AlreadyDecided, Conflict, DigestMissing, Forgotten, Stale, TooLarge, WordsMissing
from countermark.model.forgetting import FORGOTTEN_TITLE, ForgottenBy
from countermark.model.items import ItemKind, ItemState, ItemVersion

KEPT_ANSWER_MS = 24 * 60 * 60 * 1000  # after a day a person is asked again about the same text
CLOCK_SLACK_MS = 60 * 1000  # by which a clock is set right now and then
CANARY = "canary"  # the agent of `countermark doctor`: its reviews are in the journal and nowhere else
MCP = "mcp"  # the agent that every MCP client is to the desk; its conversation tells which
MAX_DOCUMENT_BYTES = 1_048_576
MAX_NOTES_BYTES = 50 * 1024


class ReviewKind(StrEnum):
    """What is reviewed: a fact of what was submitted, not of who submitted it."""

    PLAN = "plan"
    DOCUMENT = "document"


class Verdict(StrEnum):
    """How a revision can end."""

    APPROVED = "approved"
    CHANGES_REQUESTED = "changes_requested"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class Reason(StrEnum):
    """Why a revision was withdrawn."""

    ASKED_AGAIN = "asked_again"
    ANSWERED_IN_TERMINAL = "answered_in_terminal"
    TURN_ENDED = "turn_ended"  # of a session: it was cancelled, or the agent's program is gone


class Stage(StrEnum):
    """How far an answer has come, as the agent's side has acknowledged it."""

    DELIVERED = "delivered"  # written and flushed to the agent
    RECEIVED = "received"  # read by the agent


class Delivery(StrEnum):
    """What the desk shows of an answer's way."""

    WAITING = "waiting"
    GONE = "gone"
    SENT = "sent"
    KEPT = "kept"
    DELIVERED = "delivered"
    RECEIVED = "received"


class NotesDelivery(StrEnum):
    """How far the notes of an approval have come."""

    PENDING = "pending"
    DELIVERED = "delivered"


@dataclass(frozen=True)
class Submission:
    """A document that an agent submits: what a translator reads out of its payload."""

    agent: str
    text: str
    title: str | None  # given by the caller; else the document's first heading counts
    workspace: str  # absolute path of the project the agent works in
    conversation: str | None  # the agent's own id of it
    path: str | None  # the file the document lives in, if any
    wait_seconds: int | None = None  # asked for by the caller; else the settings count
    untitled: str = "Untitled plan"  # what it is called without a title and without a heading
    takes_over: bool = False  # without a conversation, too: from who waits for an answer about the same file
    kind: ReviewKind = ReviewKind.PLAN
    checked_against_file: bool = False  # the agent carries out what the file at `path` holds when it is answered


@dataclass(frozen=True)
class Evidence:
    """Proof from the agent that it goes on with an approved plan, and with which text."""

    agent: str
    conversation: str
    workspace: str
    path: str | None
    sha256: str | None  # of the text that it takes for approved


@dataclass(frozen=True)
class Revision:
    """One submitted text of a review and what became of it; times are milliseconds since 1970."""

    review_id: str
    number: int
    sha256: str
    title: str
    opened_at: int
    expires_at: int | None
    verdict: Verdict | None = None
    reason: Reason | None = None
    notes: str | None = None
    decided_by: str | None = None
    decided_at: int | None = None
    agent_present: bool = True
    stage: Stage | None = None
    delivered_at: int | None = None
    received_at: int | None = None
    notes_delivery: NotesDelivery | None = None
    seen_at: int | None = None
    feedback: str | None = None  # the very words that the agent gets with a person's answer
    marks: int = 0  # that went with it
    mode: str | None = None  # in which the agent goes on after an approval, by the agent's own name for it
    forgotten_at: int | None = None
    forgotten_by: ForgottenBy | None = None

    @property
    def version(self) -> ItemVersion:
        """What entries, keys and waiting agents name."""
        return ItemVersion(ItemKind.REVIEW, self.review_id, self.number)

    @property
    def shown_sha256(self) -> str:
        """The digest of the text that a person is shown."""
        return self.sha256

    @property
    def state(self) -> ItemState:
        """Whether an answer is wanted."""
        match self.verdict:
            case None:
                return ItemState.WAITING
            case Verdict.APPROVED | Verdict.CHANGES_REQUESTED:
                return ItemState.ANSWERED
            case Verdict.EXPIRED:
                return ItemState.EXPIRED
            case Verdict.WITHDRAWN:
                return ItemState.WITHDRAWN

    @property
    def decided_by_person(self) -> bool:
        """Whether a person's answer is on its way to the agent."""
        return self.verdict in (Verdict.APPROVED, Verdict.CHANGES_REQUESTED)

    @property
    def awaited(self) -> bool:
        """Whether an agent has something to wait for: a person's answer, or the proof that it has arrived."""
        return self.stage is None and (self.verdict is None or self.decided_by_person)

    @property
    def delivery(self) -> Delivery:
        """How far the answer has come."""
        if self.stage is not None:
            return Delivery(self.stage.value)
        if self.verdict is None:
            return Delivery.WAITING if self.agent_present else Delivery.GONE
        if not self.decided_by_person:
            return Delivery.GONE
        return Delivery.SENT if self.agent_present else Delivery.KEPT

    @property
    def delivered_ms(self) -> int | None:
        """Milliseconds from the decision until the agent had it."""
        arrived = self.received_at or self.delivered_at
        return None if arrived is None or self.decided_at is None else max(0, arrived - self.decided_at)

    def decide(
        self, verdict: Verdict, *, notes: str | None, marks: int = 0, mode: str | None = None,
        shown_sha256: str | None, by: str, at: int,
    ) -> "Revision":  # fmt: skip
        """A person's verdict on exactly the text that was shown, with so many marks; `mode` counts for an approval.

        Raises `DigestMissing`, `AlreadyDecided`, `Stale`, `WordsMissing` or `TooLarge`.
        """
        words = words_in(notes)
        self.check_decidable(verdict, words=words, marks=marks, shown_sha256=shown_sha256)
        pending = NotesDelivery.PENDING if (words or marks) and verdict is Verdict.APPROVED else None
        return replace(
            self, verdict=verdict, notes=words, marks=marks, decided_by=by, decided_at=at, notes_delivery=pending,
            seen_at=self.seen_at or at, mode=mode if verdict is Verdict.APPROVED else None,
        )  # fmt: skip

    def tell(self, feedback: str, *, marks: int) -> "Revision":
        """The very words that go to the agent with the answer, and how many marks are in them."""
        return replace(self, feedback=feedback, marks=marks)

    def check_decidable(self, verdict: Verdict, *, words: str | None, marks: int = 0, shown_sha256: str | None) -> None:
        """Raise what stands against this verdict; a missing digest comes first, it is the caller's fault alone."""
        if not shown_sha256:
            raise DigestMissing
        self.check_open()
        if shown_sha256 != self.sha256:
            raise Stale
        if verdict is Verdict.CHANGES_REQUESTED and words is None and not marks:
            raise WordsMissing
        if words is not None and len(words.encode()) > MAX_NOTES_BYTES:
            raise TooLarge("The notes are longer than 50 KB.", hint="Shorten them, then send again.")

    def expire(self, *, at: int) -> "Revision":
        """Nobody answered in time."""
        self.check_open()
        return replace(self, verdict=Verdict.EXPIRED, decided_at=at)

    def withdraw(self, reason: Reason, *, at: int) -> "Revision":
        """The agent no longer asks."""
        self.check_open()
        return replace(self, verdict=Verdict.WITHDRAWN, reason=reason, decided_at=at, agent_present=False)

    def leave(self) -> "Revision":
        """The agent stopped waiting; the question stays."""
        return replace(self, agent_present=False)

    def welcome_back(self) -> "Revision":
        """The agent waits again."""
        return replace(self, agent_present=True)

    def acknowledge(self, stage: Stage, *, at: int) -> "Revision":
        """The agent's side says how far the answer has come; going back is refused, saying it twice changes nothing."""
        if not self.decided_by_person:
            raise Conflict("There is no answer to acknowledge yet.", hint="Wait for the answer first.")
        if self.stage is Stage.RECEIVED:
            return self
        received = at if stage is Stage.RECEIVED else None
        # A process that has its answer and ends is no agent that went away.
        return replace(self, stage=stage, delivered_at=self.delivered_at or at, received_at=received)

    def hand_over_notes(self) -> "Revision":
        """The notes of the approval have reached the agent."""
        return replace(self, notes_delivery=NotesDelivery.DELIVERED)

    def see(self, *, at: int) -> "Revision":
        """A person has had it before their eyes."""
        return replace(self, seen_at=self.seen_at or at)

    def forget(self, by: ForgottenBy, *, at: int) -> "Revision":
        """Without what the agent and the person have said; the digest of the text stays."""
        return replace(
            self, title=FORGOTTEN_TITLE, notes=None, feedback=None, notes_delivery=None, forgotten_at=at,
            forgotten_by=by,
        )  # fmt: skip

    def check_remembered(self) -> None:
        """Raise `Forgotten` where the text is gone."""
        if self.forgotten_at is not None:
            raise Forgotten

    def check_open(self) -> None:
        """Raise `AlreadyDecided` unless an answer is still wanted."""
        if self.verdict is not None:
            raise AlreadyDecided(f"Revision {self.number} is already decided: {self.verdict.value}.")


def words_in(notes: str | None) -> str | None:
    """Notes to the letter, or None if there is no word in them."""
    return notes if notes and notes.strip() else None


@dataclass(frozen=True)
class Review:
    """What an agent asked about, with its latest revision; `conversation` and `path` are the agent's own names."""

    id: str
    agent: str
    workspace: str
    branch: str | None
    conversation: str | None
    path: str | None
    opened_at: int
    latest: Revision
    kind: ReviewKind = ReviewKind.PLAN
    checked_against_file: bool = False  # an approval counts only while the file at `path` holds the text that was shown

    @property
    def version(self) -> ItemVersion:
        """The newest version: the one that can be answered."""
        return self.latest.version

    @property
    def state(self) -> ItemState:
        """Whether an answer is wanted."""
        return self.latest.state

    @property
    def expires_at(self) -> int | None:
        """When the newest version expires."""
        return self.latest.expires_at

    @property
    def answerable_by(self) -> frozenset[ActorKind]:
        """Whose answer counts: a person's; the doctor's canary is answered by policy, so that it disturbs nobody."""
        return frozenset({ActorKind.POLICY if self.agent == CANARY else ActorKind.PERSON})

    @property
    def open(self) -> bool:
        """Whether it waits for an answer."""
        return self.latest.verdict is None

    @property
    def waited_for(self) -> bool:
        """Whether an agent waits for its answer now."""
        return self.open and self.latest.agent_present

    def joined_by(self, sha256: str, submission: Submission, *, at: int) -> bool:
        """Whether a newer text of the same conversation belongs to this review.

        Who names no conversation may be anybody, so nothing is taken from an agent that waits, unless the submission
        says that it takes over. An approved plan is finished, unless its answer never reached the agent and the same
        text is asked about again; so is one whose texts were forgotten.
        """
        if self.latest.forgotten_at is not None:
            return False
        if submission.conversation is None and self.waited_for and not submission.takes_over:
            return False
        if self.latest.verdict is not Verdict.APPROVED:
            return True
        return self.keeps_answer_for(sha256, workspace=submission.workspace, at=at)

    def keeps_answer_for(self, sha256: str, *, workspace: str, at: int) -> bool:
        """Whether a person has answered exactly this text, for this place, and no agent has acknowledged the answer.

        Whether the one who asked first is still there does not count: a hook that was killed a moment ago seems to be.
        """
        latest = self.latest
        # An answer from the future has no age that one could tell: the person is asked again.
        fresh = latest.decided_at is not None and -CLOCK_SLACK_MS <= at - latest.decided_at <= KEPT_ANSWER_MS
        return (
            fresh
            and latest.delivery in (Delivery.SENT, Delivery.KEPT)
            and (latest.sha256, self.workspace) == (sha256, workspace)
        )

    def revised(self, revision: Revision, submission: Submission, *, branch: str | None) -> "Review":
        """The review with a newer revision, which may come from a resumed conversation and from another place."""
        return replace(
            self, latest=revision, workspace=submission.workspace, branch=branch, kind=submission.kind,
            conversation=submission.conversation or self.conversation, path=submission.path or self.path,
            checked_against_file=submission.checked_against_file,
        )  # fmt: skip
