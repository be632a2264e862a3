"""What can be done with reviews: open, see, decide, expire, withdraw, acknowledge."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermark.actions.desk import Change, Desk, must
from countermark.actions.documents import prepare
from countermark.actions.presence import Place
from countermark.actions.rings import answer_key, keep_ring, own_ring, ring_name
from countermark.actions.verdicts import save_decided
from countermark.documents.markdown.odd import spelled
from countermark.model.actors import THE_CLOCK, THE_HUB, Actor
from countermark.model.errors import Busy, Conflict, Stale
from countermark.model.journal import (
    AgentLeft,
    AgentReturned,
    AnswerDelivered,
    AnswerReceived,
    NotesDelivered,
    OtherTextApproved,
    PlanMissing,
    ReviewExpired,
    ReviewOpened,
    ReviewSeen,
    ReviewWithdrawn,
    RevisionAdded,
)
from countermark.model.reviews import (
    Evidence,
    NotesDelivery,
    Purpose,
    Reason,
    Review,
    Revision,
    Ring,
    Stage,
    Submission,
    Verdict,
)
from countermark.workspace.files import text_in
from countermark.workspace.git import branch

MAX_OPEN_PER_AGENT = 500
TITLE_CHARACTERS = 200


@dataclass(frozen=True)
class Receipt:
    """What a ring has led to: the review, and the revision whose answer the agent waits for."""

    review: Review
    revision: Revision
    took_over: bool = False  # from an agent that waited for an answer about an earlier revision
    key: str | None = None  # of the hub's own, where one was wanted: opens the answer from another conversation too


@dataclass(frozen=True)
class Asked:
    """A submission with everything that was found out about it before the transaction."""

    submission: Submission
    ring: str  # the name of the one that stands for it from now on: the asker's key
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
    prepared = await prepare(desk, submission.text)
    title = one_line(submission.title or prepared.title or "") or submission.untitled
    its_branch = await asyncio.to_thread(branch, submission.workspace)
    name = ring_name(by, key, conversation=conversation)
    asked = Asked(submission, name, prepared.sha256, title, its_branch, wait_seconds)

    def work(change: Change) -> Receipt:
        ring = change.read.ring(asked.ring)
        if ring is None:
            change.keep_text(prepared.sha256, prepared.text)
        receipt = place(change, asked) if ring is None else rung_again(change, ring, asked)
        keep_ring(change, asked.ring, receipt.revision)
        return with_key(change, receipt, submission) if gives_key else receipt

    return await desk.change(by, work)


def with_key(change: Change, receipt: Receipt, submission: Submission) -> Receipt:
    """The receipt with a key that opens the answer from anywhere."""
    assert submission.session is not None, "the key is made of it"
    key = answer_key(submission.session, receipt.review.id, receipt.revision.number)
    keep_ring(change, ring_name(change.by, key), receipt.revision)
    return replace(receipt, key=key)


async def pass_canary(desk: Desk, receipt: Receipt) -> None:
    """The canary of `countermark doctor` is approved by policy, so that it disturbs nobody on its way."""
    if receipt.revision.verdict is None:
        shown = receipt.revision.sha256
        await decide(desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=shown, by=THE_HUB)


def rung_again(change: Change, ring: Ring, asked: Asked) -> Receipt:
    """The same ring once more: the agent's side lost the line and came back."""
    review, revision = found(change, ring.review_id), found_revision(change, ring.review_id, ring.number)
    it = asked.submission
    same = it.session in (None, review.session) and revision.sha256 == asked.sha256
    if not same or ring.purpose is not Purpose.ANSWER:
        raise Conflict("This idempotency key was used for another document.", hint="Make a new key for each document.")
    return Receipt(review, welcome_back(change, revision))


def place(change: Change, asked: Asked) -> Receipt:
    """Find the review that a new submission belongs to, or open one."""
    it = asked.submission
    earlier = change.read.review_of_conversation(
        agent=it.agent, workspace=it.workspace, session=it.session, path=it.path
    )
    if earlier is None or not earlier.joined_by(asked.sha256, it, at=change.at):
        return opened(change, asked)
    if earlier.keeps_answer_for(asked.sha256, workspace=it.workspace, at=change.at):
        return Receipt(earlier, welcome_back(change, earlier.latest))
    if earlier.open:
        withdraw(change, earlier.latest, Reason.ASKED_AGAIN)
    return revised(change, earlier, asked)


def opened(change: Change, asked: Asked) -> Receipt:
    """A new review with its first revision."""
    it = asked.submission
    if change.read.open_count(it.agent) >= MAX_OPEN_PER_AGENT:
        raise Busy(f"{MAX_OPEN_PER_AGENT} reviews of this agent wait already.")
    review_id = change.new_id("rv")
    first = new_revision(change, review_id, 1, asked)
    review = Review(review_id, it.agent, it.workspace, asked.branch, it.session, it.path, change.at, first)
    change.save(review, ReviewOpened(first, asked.title, it.agent, it.workspace, it.session))
    return Receipt(review, first)


def revised(change: Change, earlier: Review, asked: Asked) -> Receipt:
    """The next revision of a review."""
    it = asked.submission
    newer = new_revision(change, earlier.id, earlier.latest.number + 1, asked)
    review = earlier.revised(newer, workspace=it.workspace, branch=asked.branch, session=it.session, path=it.path)
    change.save(review, RevisionAdded(newer, asked.title, it.workspace, it.session))
    return Receipt(review, newer, took_over=earlier.waited_for)


def new_revision(change: Change, review_id: str, number: int, asked: Asked) -> Revision:
    """An undecided revision that expires when the agent's patience ends."""
    expires_at = change.at + asked.wait_seconds * 1000
    return Revision(review_id, number, asked.sha256, asked.title, opened_at=change.at, expires_at=expires_at)


def welcome_back(change: Change, revision: Revision) -> Revision:
    """The agent waits again; said only if the desk had it as gone and there is something to wait for."""
    if revision.agent_present or not revision.awaited:
        return revision
    back = revision.welcome_back()
    change.save(back, AgentReturned(back))
    return back


async def decide(
    desk: Desk, review_id: str, verdict: Verdict, *, notes: str | None, annotations: Sequence[str] = (),
    mode: str | None = None, shown_sha256: str | None, feedback_sha256: str | None = None, revision: int | None = None,
    what: str = "plan", agent_reads_file: bool = False, by: Actor,
) -> Review:  # fmt: skip
    """A person's verdict with the marks they name, durable when this returns.

    `feedback_sha256` is the digest of the words that the person has seen in the preview; `what` is what the agent
    submits; `mode` is one of its own, in which it goes on after an approval. `agent_reads_file` says that it will
    carry out what its plan file holds by then, whatever we answer.
    Raises `NotFound`, `DigestMissing`, `AlreadyDecided`, `Stale`, `WordsMissing` or `TooLarge`.
    """
    if agent_reads_file and verdict is Verdict.APPROVED:
        await check_file(desk, review_id, shown_sha256=shown_sha256)

    def work(change: Change) -> Review:
        review = found(change, review_id)
        if revision is not None and revision != review.latest.number:
            raise Stale
        decided = review.latest.decide(
            verdict, notes=notes, marks=len(annotations), mode=mode, shown_sha256=shown_sha256, by=by.id, at=change.at
        )
        told = save_decided(desk, change, decided, annotations=annotations, feedback_sha256=feedback_sha256, what=what)
        return replace(review, latest=told)

    return await desk.change(by, work)


async def check_file(desk: Desk, review_id: str, *, shown_sha256: str | None) -> None:
    """Refuse an approval of a text that the agent's own file no longer holds: what is shown is what is approved."""
    review = must(await desk.read(lambda reader: reader.review(review_id)))
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
        seen = found_revision(change, review_id, revision).see(at=change.at)
        change.save(seen, ReviewSeen(seen))

    await desk.change(by, work)


async def expire_due(desk: Desk) -> int | None:
    """Expire what nobody answered in time; returns in how many milliseconds the next one is due."""
    waiting = [each for each in await desk.read(lambda reader: reader.unfinished()) if each.verdict is None]
    left = desk.deadlines.left(waiting, now=desk.now())
    for place in (place for place, milliseconds in left.items() if milliseconds <= 0):
        await desk.change(THE_CLOCK, lambda change, it=place: expire(change, it))  # type: ignore[misc]  # bound now
    return min((milliseconds for milliseconds in left.values() if milliseconds > 0), default=None)


def expire(change: Change, place: Place) -> None:
    """Expire one revision unless it was answered in the meantime."""
    revision = found_revision(change, *place)
    if revision.verdict is None:
        expired = revision.expire(at=change.at)
        change.save(expired, ReviewExpired(expired))


def withdraw(change: Change, revision: Revision, reason: Reason) -> None:
    """The agent no longer asks about this revision."""
    withdrawn = revision.withdraw(reason, at=change.at)
    change.save(withdrawn, ReviewWithdrawn(withdrawn, reason))


async def acknowledge(desk: Desk, key: str, stage: Stage, *, by: Actor) -> Revision:
    """The agent's side has written the answer out, or the agent has read it."""

    def work(change: Change) -> Revision:
        ring = own_ring(change.read, key, by=by)
        revision = found_revision(change, ring.review_id, ring.number)
        if ring.purpose is Purpose.NOTES:
            return notes_arrived(change, revision)
        known = revision.acknowledge(stage, at=change.at)
        if known != revision:
            change.save(known, (AnswerReceived if stage is Stage.RECEIVED else AnswerDelivered)(known))
        return known

    return await desk.change(by, work)


def notes_arrived(change: Change, revision: Revision) -> Revision:
    """The notes of an approval are with the agent; said once."""
    if revision.notes_delivery is NotesDelivery.DELIVERED:
        return revision
    known = revision.hand_over_notes()
    change.save(known, NotesDelivered(known))
    return known


async def leave(desk: Desk, review_id: str, number: int, *, said_goodbye: bool, by: Actor) -> None:
    """The agent stopped waiting. What was asked stays readable and answerable."""

    def work(change: Change) -> None:
        revision = found_revision(change, review_id, number)
        if revision.agent_present and revision.awaited:
            gone = revision.leave()
            change.save(gone, AgentLeft(gone, said_goodbye))

    await desk.change(by, work)


async def goodbye(desk: Desk, key: str, *, by: Actor) -> None:
    """The agent's side says that it stops waiting."""
    ring = await desk.read(lambda reader: own_ring(reader, key, by=by))
    await leave(desk, ring.review_id, ring.number, said_goodbye=True, by=by)


@dataclass(frozen=True)
class Word:
    """A word for an agent that goes on with a plan; notes count as delivered once they are acknowledged."""

    revision: Revision
    acknowledge: bool


async def take_evidence(desk: Desk, evidence: Evidence, *, key: str, by: Actor) -> Word | None:
    """The agent goes on with a plan: it has its answer, from here or from the terminal; notes go along."""

    def work(change: Change) -> Word | None:
        review = change.read.review_of_conversation(
            agent=evidence.agent, workspace=evidence.workspace, session=evidence.session, path=evidence.path
        )
        if review is None or review.session != evidence.session:
            return None  # a path alone proves nothing: every agent can name one
        if review.open:
            withdraw(change, review.latest, Reason.ANSWERED_IN_TERMINAL)
            return None
        return word_for(change, review.latest, evidence, key=key)

    return await desk.change(by, work)


def word_for(change: Change, latest: Revision, evidence: Evidence, *, key: str) -> Word | None:
    """What an agent is told that goes on with a decided plan."""
    ring = Ring(ring_name(change.by, key), latest.review_id, latest.number, Purpose.NOTES)
    known = change.read.ring(ring.key)
    if known not in (None, ring):
        raise Conflict("This idempotency key was used for something else.", hint="Make a new key for each ring.")
    change.keep_ring(ring)
    if not latest.fits(evidence):
        if known is None:
            change.save(latest, OtherTextApproved(latest, evidence.sha256 or ""))
        return Word(latest, acknowledge=False)
    if latest.verdict is Verdict.APPROVED and latest.stage is None:
        latest = latest.acknowledge(Stage.RECEIVED, at=change.at)  # the hook itself could not say so
        change.save(latest, AnswerReceived(latest))
    if latest.notes_delivery is not NotesDelivery.PENDING:
        return None
    return Word(latest, acknowledge=True)


async def miss_plan(desk: Desk, *, agent: str, workspace: str, session: str | None, by: Actor) -> None:
    """An agent asked without a document; it is left to its own prompt, and the journal says so."""
    await desk.change(by, lambda change: change.save(None, PlanMissing(agent, workspace, session)))


def found(change: Change, review_id: str) -> Review:
    """The review, or `NotFound`."""
    return must(change.read.review(review_id))


def found_revision(change: Change, review_id: str, number: int) -> Revision:
    """The revision, or `NotFound`."""
    return must(change.read.revision(review_id, number))


def one_line(title: str) -> str:
    """A title for lists: one line, bounded, with nothing in it that hides or reorders the words around it."""
    return spelled(" ".join(title.split())[:TITLE_CHARACTERS])
