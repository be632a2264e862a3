"""What can be done with reviews: open, see, decide, expire, withdraw, acknowledge."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermark.actions.desk import Change, Desk, must
from countermark.actions.documents import prepare
from countermark.actions.idempotency import give_key, stored_key
from countermark.actions.verdicts import save_decided
from countermark.documents.markdown.odd import spelled
from countermark.model.actors import THE_HUB, Actor
from countermark.model.errors import Busy, Conflict, Stale
from countermark.model.happenings import (
    AgentLeft,
    AgentReturned,
    AnswerDelivered,
    AnswerReceived,
    NotesDelivered,
    OtherTextApproved,
    PlanFilesRefused,
    PlanMissing,
    ReviewExpired,
    ReviewOpened,
    ReviewSeen,
    ReviewWithdrawn,
    RevisionAdded,
)
from countermark.model.idempotency import IdempotencyRecord, Purpose
from countermark.model.items import ItemKind, ItemVersion, check_answerable
from countermark.model.review_answers import ReviewAnswer, answer_about
from countermark.model.reviews import (
    CANARY,
    Evidence,
    NotesDelivery,
    Reason,
    Review,
    Revision,
    Stage,
    Submission,
    Verdict,
)
from countermark.store.base import Reader, ReviewQuery
from countermark.workspace.files import text_in

MAX_OPEN_PER_AGENT = 500
MOST_OPEN = 10_000  # all that can wait: what is not listed could not be answered
TITLE_CHARACTERS = 200


@dataclass(frozen=True)
class Receipt:
    """What asking has led to: the review, and the revision whose answer the agent waits for."""

    review: Review
    revision: Revision
    entry: int | None = None  # the number of the one that says so, if it was asked just now
    took_over: bool = False  # from an agent that waited for an answer about an earlier revision
    key: str | None = None  # of the hub's own, where one was wanted: opens the answer from another conversation too


@dataclass(frozen=True)
class PreparedSubmission:
    """A submission with everything that was found out about it before the transaction."""

    submission: Submission
    key: str  # under which it is known from now on: the asker's, as it is stored
    sha256: str
    title: str
    branch: str | None
    wait_seconds: int


async def open_review(
    desk: Desk, submission: Submission, *, key: str, wait_seconds: int, by: Actor,
    conversation: str | None = None, gives_key: bool = False,
) -> Receipt:  # fmt: skip
    """Ask a person about a document. The same key is the same review, whatever happened in between.

    A key that an agent has chosen counts in its `conversation` only, where there are several; with `gives_key` the
    receipt holds one of the hub's own beside it. `wait_seconds` is how long the agent waits before the revision
    expires. The marks of earlier revisions are looked for in a newer one by who follows the feed: no agent waits for
    that. Raises `TooLarge`, `Busy` or `Conflict`.
    """
    prepared = await prepare(desk, submission.text, workspace=submission.workspace)
    title = one_line(submission.title or prepared.title or "") or submission.untitled
    name = stored_key(by, key, conversation=conversation)
    asked = PreparedSubmission(submission, name, prepared.sha256, title, prepared.branch, wait_seconds)

    def work(change: Change) -> Receipt:
        record = change.read.idempotency_record(asked.key)
        if record is None:
            change.keep_text(prepared.sha256, prepared.text)
        receipt = place(change, asked) if record is None else asked_again(change, record, asked)
        if record is None:
            change.keep_idempotency_record(IdempotencyRecord(asked.key, receipt.revision.version))
        if submission.agent == CANARY:
            receipt = pass_canary(desk, change, receipt)
        return with_key(change, receipt, submission) if gives_key else receipt

    return await desk.change(by, work)


def with_key(change: Change, receipt: Receipt, submission: Submission) -> Receipt:
    """The receipt with a key that opens the answer from anywhere."""
    assert submission.conversation is not None, "the key is made of it"
    return replace(receipt, key=give_key(change, submission.conversation, receipt.revision.version))


def pass_canary(desk: Desk, change: Change, receipt: Receipt) -> Receipt:
    """The canary of `countermark doctor` is approved by policy in the transaction in which it asks: nobody sees it."""
    if receipt.revision.verdict is not None:
        return receipt
    shown = receipt.revision.sha256
    decided = receipt.revision.decide(Verdict.APPROVED, notes=None, shown_sha256=shown, by=THE_HUB.id, at=change.at)
    revision = save_decided(desk, change, receipt.review, decided, by=THE_HUB)
    return replace(receipt, review=replace(receipt.review, latest=revision), revision=revision, entry=None)


def asked_again(change: Change, record: IdempotencyRecord, asked: PreparedSubmission) -> Receipt:
    """The same key once more: the agent's side lost the line and came back."""
    version, it = record.version, asked.submission
    other = Conflict("This idempotency key was used for another document.", hint="Make a new key for each document.")
    if version.kind is not ItemKind.REVIEW or record.purpose is not Purpose.ANSWER:
        raise other
    review, revision = found(change, version.id), found_revision(change, version)
    if it.conversation not in (None, review.conversation) or revision.sha256 != asked.sha256:
        raise other
    return Receipt(review, welcome_back(change, revision))


def place(change: Change, asked: PreparedSubmission) -> Receipt:
    """Find the review that a new submission belongs to, or open one."""
    it = asked.submission
    earlier = change.read.review_of_conversation(
        agent=it.agent, workspace=it.workspace, conversation=it.conversation, path=it.path
    )
    if earlier is None or not earlier.joined_by(asked.sha256, it, at=change.at):
        return opened(change, asked)
    if earlier.keeps_answer_for(asked.sha256, workspace=it.workspace, at=change.at):
        return Receipt(earlier, welcome_back(change, earlier.latest))
    if earlier.open:
        withdraw(change, earlier.latest, Reason.ASKED_AGAIN)
    return revised(change, earlier, asked)


def opened(change: Change, asked: PreparedSubmission) -> Receipt:
    """A new review with its first revision."""
    it = asked.submission
    if change.read.has_open(it.agent, at_least=MAX_OPEN_PER_AGENT):
        raise Busy(f"{MAX_OPEN_PER_AGENT} reviews of this agent wait already.")
    review_id = change.new_id("rv")
    first = new_revision(change, review_id, 1, asked)
    review = Review(
        review_id, it.agent, it.workspace, asked.branch, it.conversation, it.path, change.at, first, it.kind,
        it.checked_against_file,
    )  # fmt: skip
    entry = change.save(review, ReviewOpened(first, asked.title, it.agent, it.workspace, it.conversation, it.kind))
    return Receipt(review, first, entry.seq)


def revised(change: Change, earlier: Review, asked: PreparedSubmission) -> Receipt:
    """The next revision of a review."""
    it = asked.submission
    newer = new_revision(change, earlier.id, earlier.latest.number + 1, asked)
    review = earlier.revised(newer, it, branch=asked.branch)
    entry = change.save(review, RevisionAdded(newer, asked.title, it.workspace, it.conversation, it.kind))
    return Receipt(review, newer, entry.seq, took_over=earlier.waited_for)


def new_revision(change: Change, review_id: str, number: int, asked: PreparedSubmission) -> Revision:
    """An undecided revision that expires when the agent's patience ends."""
    expires_at = change.at + asked.wait_seconds * 1000
    return Revision(review_id, number, asked.sha256, asked.title, opened_at=change.at, expires_at=expires_at)


def welcome_back(change: Change, revision: Revision) -> Revision:
    """The agent waits again; said only if the desk had it as gone and there is something to wait for.

    Raises `Forgotten`.
    """
    revision.check_remembered()  # half an answer is none: its words are gone
    if revision.agent_present or not revision.awaited:
        return revision
    back = revision.welcome_back()
    change.save(back, AgentReturned(back))
    return back


async def decide(
    desk: Desk, review_id: str, verdict: Verdict, *, notes: str | None, annotations: Sequence[str] = (),
    mode: str | None = None, shown_sha256: str | None, feedback_sha256: str | None = None, revision: int | None = None,
    by: Actor,
) -> Review:  # fmt: skip
    """A person's verdict with the marks they name, durable when this returns.

    `feedback_sha256` is the digest of the words that the person has seen in the preview; `mode` is one of the agent's
    own, in which it goes on after an approval.
    Raises `NotFound`, `Forbidden`, `DigestMissing`, `AlreadyDecided`, `Stale`, `WordsMissing` or `TooLarge`.
    """
    if verdict is Verdict.APPROVED:
        await check_file(desk, review_id, shown_sha256=shown_sha256)

    def work(change: Change) -> Review:
        review = found(change, review_id)
        check_answerable(review, by)
        if revision is not None and revision != review.latest.number:
            raise Stale
        decided = review.latest.decide(
            verdict, notes=notes, marks=len(annotations), mode=mode, shown_sha256=shown_sha256, by=by.id, at=change.at
        )
        saved = save_decided(desk, change, review, decided, annotations=annotations, feedback_sha256=feedback_sha256)
        return replace(review, latest=saved)

    return await desk.change(by, work)


async def check_file(desk: Desk, review_id: str, *, shown_sha256: str | None) -> None:
    """Raise `Stale` for a text that the agent's file no longer holds, if the agent carries out what stands there."""
    review = must(await desk.read(lambda reader: reader.review(review_id)))
    if not review.checked_against_file:
        return
    # What the model refuses comes before what the disk says; the transaction looks once more.
    review.latest.check_decidable(Verdict.APPROVED, words=None, shown_sha256=shown_sha256)
    shown = await desk.read(lambda reader: reader.text(review.latest.sha256))
    instead = "Request changes, so that the agent submits the new text; or answer in the agent's own prompt."
    try:
        held = None if review.path is None else await asyncio.to_thread(text_in, review.path)
    except OSError as error:
        raise Stale(f"The plan's file cannot be compared: {error.strerror}.", hint=instead) from None
    if held is not None and shown is not None and held.strip() != shown.strip():
        raise Stale("The plan's file has changed since the plan was shown here.", hint=instead)


async def see(desk: Desk, review_id: str, *, revision: int, by: Actor) -> None:
    """A person has a revision before their eyes; the first time counts."""
    if (await desk.read(lambda reader: must(reader.revision(review_id, revision)))).seen_at is not None:
        return

    def work(change: Change) -> None:
        seen = must(change.read.revision(review_id, revision)).see(at=change.at)
        change.save(seen, ReviewSeen(seen))

    await desk.change(by, work)


def expire(change: Change, version: ItemVersion) -> None:
    """Expire one revision unless it was answered in the meantime."""
    revision = found_revision(change, version)
    if revision.verdict is None:
        expired = revision.expire(at=change.at)
        change.save(expired, ReviewExpired(expired))


def withdraw(change: Change, revision: Revision, reason: Reason) -> None:
    """The agent no longer asks about this revision."""
    withdrawn = revision.withdraw(reason, at=change.at)
    change.save(withdrawn, ReviewWithdrawn(withdrawn, reason))


def acknowledge(change: Change, version: ItemVersion, stage: Stage, *, notes: bool) -> Revision:
    """The agent's side has written the answer, or the `notes` of an approval, out; or the agent has read it."""
    revision = found_revision(change, version)
    if notes:
        return acknowledge_notes(change, revision)
    acknowledged = revision.acknowledge(stage, at=change.at)
    if acknowledged != revision:
        change.save(acknowledged, (AnswerReceived if stage is Stage.RECEIVED else AnswerDelivered)(acknowledged))
    return acknowledged


def acknowledge_notes(change: Change, revision: Revision) -> Revision:
    """The notes of an approval are with the agent; said once."""
    if revision.notes_delivery is NotesDelivery.DELIVERED:
        return revision
    acknowledged = revision.hand_over_notes()
    change.save(acknowledged, NotesDelivered(acknowledged))
    return acknowledged


def leave(change: Change, version: ItemVersion, *, said_goodbye: bool) -> None:
    """The agent stopped waiting."""
    revision = found_revision(change, version)
    if revision.agent_present and revision.awaited:
        gone = revision.leave()
        change.save(gone, AgentLeft(gone, said_goodbye))


@dataclass(frozen=True)
class AgentWord:
    """A word for an agent that goes on with a plan; notes count as delivered once they are acknowledged."""

    answer: ReviewAnswer
    acknowledge: bool


async def take_evidence(desk: Desk, evidence: Evidence, *, key: str, by: Actor) -> AgentWord | None:
    """The agent goes on with a plan: it has its answer, from here or from the terminal; notes go along."""

    def work(change: Change) -> AgentWord | None:
        review = change.read.review_of_conversation(
            agent=evidence.agent, workspace=evidence.workspace, conversation=evidence.conversation, path=evidence.path
        )
        if review is None or review.conversation != evidence.conversation:
            return None  # a path alone proves nothing: every agent can name one
        if review.open:
            withdraw(change, review.latest, Reason.ANSWERED_IN_TERMINAL)
            return None
        return word_for(change, review, evidence, key=key)

    return await desk.change(by, work)


def word_for(change: Change, review: Review, evidence: Evidence, *, key: str) -> AgentWord | None:
    """What an agent is told that goes on with a decided plan."""
    latest = review.latest
    record = IdempotencyRecord(stored_key(change.by, key), latest.version, Purpose.NOTES)
    known = change.read.idempotency_record(record.key)
    if known not in (None, record):
        raise Conflict("This idempotency key was used for something else.", hint="Make a new key for each request.")
    change.keep_idempotency_record(record)
    if latest.forgotten_at is not None:
        return None
    answer = answer_about(review, latest)
    if not answer.fits(evidence):
        if known is None:
            change.save(latest, OtherTextApproved(latest, evidence.sha256 or ""))
        return AgentWord(answer, acknowledge=False)
    if latest.verdict is Verdict.APPROVED and latest.stage is None:
        latest = latest.acknowledge(Stage.RECEIVED, at=change.at)  # the hook itself could not say so
        change.save(latest, AnswerReceived(latest))
    if latest.notes_delivery is not NotesDelivery.PENDING:
        return None
    return AgentWord(answer, acknowledge=True)


def open_reviews(reader: Reader) -> Sequence[Review]:
    """All that wait for an answer, oldest first."""
    return reader.reviews(ReviewQuery("open", limit=MOST_OPEN))


async def miss_plan(desk: Desk, *, agent: str, workspace: str, conversation: str | None, by: Actor) -> None:
    """An agent asked without a document; it is left to its own prompt, and the journal says so."""
    await desk.change(by, lambda change: change.save(None, PlanMissing(agent, workspace, conversation)))


async def refuse_files(desk: Desk, *, plan: str, why: str, by: Actor) -> None:
    """The files of a plan cannot be used; the journal says why. `plan` is the id in their names, whatever is in it."""
    await desk.change(by, lambda change: change.save(None, PlanFilesRefused(by.id, one_line(plan), why)))


def found(change: Change, review_id: str) -> Review:
    """The review, or `NotFound`."""
    return must(change.read.review(review_id))


def found_revision(change: Change, version: ItemVersion) -> Revision:
    """The revision, or `NotFound`."""
    return must(change.read.revision(version.id, version.number))


def one_line(title: str) -> str:
    """A title for lists: one line, bounded, with nothing in it that hides or reorders the words around it."""
    return spelled(" ".join(title.split())[:TITLE_CHARACTERS])
