"""Reviews from the ring to the last acknowledgement, on a real desk."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from countermark.actions import items, reviews
from countermark.actions.desk import Desk
from countermark.actions.items import expect_everybody, note_who_left
from countermark.actions.journal import verify
from countermark.actions.presence import GRACE_MS
from countermark.model import actors
from countermark.model.errors import AlreadyDecided, Busy, Conflict, Forbidden, NotFound, Stale, TooLarge
from countermark.model.reviews import CANARY, Delivery, Evidence, Reason, Revision, Stage, Submission, Verdict
from countermark.store.base import ReviewQuery
from tests.contract.actions.review_waits import review_answer_to
from tests.contract.memory_desk import HandClock

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
PLAN = Submission("claude-code", "# Plan A\n\n1. Do it\n", None, "/shop", "session-1", "/plans/a.md")
REVISED = replace(PLAN, text="# Plan A\n\n1. Do it\n2. Roll back\n")
WAIT = 1800


async def ring(desk: Desk, submission: Submission = PLAN, *, key: str = "key-00000001") -> reviews.Receipt:
    return await reviews.open_review(desk, submission, key=key, wait_seconds=WAIT, by=CLAUDE)


async def decide(desk: Desk, receipt: reviews.Receipt, verdict: Verdict, notes: str | None = None) -> Revision:
    review = await reviews.decide(
        desk, receipt.review.id, verdict, notes=notes, shown_sha256=receipt.revision.sha256, by=ME
    )
    return review.latest


async def kinds(desk: Desk) -> list[str]:
    return [each.kind for each in await desk.read(lambda reader: reader.entries())]


async def now(desk: Desk, receipt: reviews.Receipt) -> Revision:
    revision = await desk.read(lambda reader: reader.revision(receipt.review.id, receipt.revision.number))
    assert revision is not None
    return revision


async def test_a_plan_goes_in_and_the_answer_comes_out(desk: Desk, clock: HandClock) -> None:
    receipt = await ring(desk)
    assert receipt.revision.title == "Plan A"
    assert receipt.revision.expires_at == clock.at + WAIT * 1000
    waiting = asyncio.create_task(review_answer_to(desk, receipt.revision.version))
    await decide(desk, receipt, Verdict.CHANGES_REQUESTED, "Add a rollback.")
    heard = await waiting
    assert (heard.verdict, heard.notes) == (Verdict.CHANGES_REQUESTED, "Add a rollback.")
    clock.forward(0.011)
    version, delivery = await items.acknowledge(desk, "key-00000001", Stage.RECEIVED, by=CLAUDE)
    assert (version, delivery) == (receipt.revision.version, Delivery.RECEIVED)
    assert (await now(desk, receipt)).delivered_ms == 11
    assert await kinds(desk) == ["review_opened", "review_decided", "answer_received"]
    assert (await verify(desk)).broken is None


async def test_the_same_key_is_the_same_review(desk: Desk) -> None:
    first = await ring(desk)
    again = await asyncio.gather(*(ring(desk) for _ in range(5)))
    assert {each.review.id for each in again} == {first.review.id}
    assert await kinds(desk) == ["review_opened"]


async def test_a_key_stands_for_one_text(desk: Desk) -> None:
    await ring(desk)
    with pytest.raises(Conflict, match="another document"):
        await ring(desk, REVISED)


async def test_the_second_verdict_is_refused(desk: Desk) -> None:
    receipt = await ring(desk)
    results = await asyncio.gather(
        *(decide(desk, receipt, verdict, "words") for verdict in (Verdict.APPROVED, Verdict.CHANGES_REQUESTED) * 3),
        return_exceptions=True,
    )
    assert sum(isinstance(each, AlreadyDecided) for each in results) == 5
    assert (await kinds(desk)).count("review_decided") == 1


async def test_a_resubmission_is_the_next_revision(desk: Desk) -> None:
    first = await ring(desk)
    await decide(desk, first, Verdict.CHANGES_REQUESTED, "Add a rollback.")
    second = await ring(desk, REVISED, key="key-00000002")
    assert (second.review.id, second.revision.number) == (first.review.id, 2)
    assert (await now(desk, first)).verdict is Verdict.CHANGES_REQUESTED
    assert await kinds(desk) == ["review_opened", "review_decided", "revision_added"]


async def test_asking_again_withdraws_the_open_one(desk: Desk) -> None:
    first = await ring(desk)
    waiting = asyncio.create_task(review_answer_to(desk, first.revision.version))
    second = await ring(desk, REVISED, key="key-00000002")
    assert second.review.id == first.review.id
    heard = await waiting
    assert (heard.verdict, heard.reason) == (Verdict.WITHDRAWN, Reason.ASKED_AGAIN)
    with pytest.raises(Stale):
        await decide(desk, first, Verdict.APPROVED)
    still_open = await desk.read(lambda reader: reader.reviews(ReviewQuery("open")))
    assert [(each.id, each.latest.number) for each in still_open] == [(first.review.id, 2)]


async def test_after_an_approval_the_conversation_begins_a_new_review(desk: Desk) -> None:
    first = await ring(desk)
    await decide(desk, first, Verdict.APPROVED)
    await items.acknowledge(desk, "key-00000001", Stage.RECEIVED, by=CLAUDE)
    second = await ring(desk, REVISED, key="key-00000002")
    assert second.review.id != first.review.id


async def test_an_answer_given_while_the_agent_was_away_is_kept_for_the_same_text(desk: Desk) -> None:
    first = await ring(desk)
    await items.goodbye(desk, "key-00000001", by=CLAUDE)
    assert (await now(desk, first)).delivery is Delivery.GONE
    kept = await decide(desk, first, Verdict.APPROVED)
    assert kept.delivery is Delivery.KEPT
    back = await ring(desk, key="key-00000002")
    assert (back.review.id, back.revision.verdict) == (first.review.id, Verdict.APPROVED)
    assert (await review_answer_to(desk, back.revision.version)).verdict is Verdict.APPROVED
    assert "agent_returned" in await kinds(desk)


@pytest.mark.parametrize("verdict", [Verdict.APPROVED, Verdict.CHANGES_REQUESTED])
async def test_an_answer_that_nobody_has_acknowledged_is_for_who_comes_back_at_once(
    desk: Desk, verdict: Verdict
) -> None:
    first = await ring(desk)
    await decide(desk, first, verdict, "A word.")
    assert (await now(desk, first)).delivery is Delivery.SENT, "the hub does not know yet that the hook was killed"
    back = await ring(desk, key="key-00000002")
    assert (back.review.id, back.revision.number, back.revision.verdict) == (first.review.id, 1, verdict)
    await items.acknowledge(desk, "key-00000002", Stage.RECEIVED, by=CLAUDE)
    again = await ring(desk, key="key-00000003")
    assert again.revision.verdict is None, "an answer that has arrived is given once"


async def test_an_answer_to_another_text_is_not_handed_out(desk: Desk) -> None:
    first = await ring(desk)
    await items.goodbye(desk, "key-00000001", by=CLAUDE)
    await decide(desk, first, Verdict.APPROVED)
    other = await ring(desk, REVISED, key="key-00000002")
    assert other.review.id != first.review.id
    assert other.revision.verdict is None


async def test_silence_expires_and_is_never_a_no(desk: Desk, clock: HandClock) -> None:
    receipt = await ring(desk)
    assert await items.expire_due(desk) == WAIT * 1000
    clock.forward(WAIT)
    waiting = asyncio.create_task(review_answer_to(desk, receipt.revision.version))
    assert await items.expire_due(desk) is None
    assert (await waiting).verdict is Verdict.EXPIRED
    entries = await desk.read(lambda reader: reader.entries())
    assert (entries[-1].kind, entries[-1].actor) == ("review_expired", actors.THE_CLOCK)
    with pytest.raises(AlreadyDecided):
        await decide(desk, receipt, Verdict.APPROVED)


async def test_who_drops_the_line_has_ten_seconds(desk: Desk, clock: HandClock) -> None:
    receipt = await ring(desk)
    place = receipt.revision.version
    with desk.presence.holding(place):
        assert desk.presence.count == 1
    clock.forward((GRACE_MS - 1) / 1000)
    await note_who_left(desk)
    assert (await now(desk, receipt)).delivery is Delivery.WAITING
    clock.forward(0.001)
    await note_who_left(desk)
    assert (await now(desk, receipt)).delivery is Delivery.GONE
    await ring(desk)
    assert (await now(desk, receipt)).delivery is Delivery.WAITING


async def test_after_a_start_everybody_is_expected_once(desk: Desk, clock: HandClock) -> None:
    absent = await ring(desk)
    back = await ring(desk, replace(PLAN, conversation="session-2", path=None), key="key-00000002")
    await expect_everybody(desk)
    with desk.presence.holding(back.revision.version):
        clock.forward(GRACE_MS / 1000)
        await note_who_left(desk)
        assert (await now(desk, absent)).delivery is Delivery.GONE
        assert (await now(desk, back)).delivery is Delivery.WAITING


async def test_going_on_with_an_open_plan_proves_an_answer_in_the_terminal(desk: Desk) -> None:
    receipt = await ring(desk)
    evidence = Evidence("claude-code", "session-1", "/shop", None, None)
    assert await reviews.take_evidence(desk, evidence, key="key-evidence", by=CLAUDE) is None
    assert (await now(desk, receipt)).reason is Reason.ANSWERED_IN_TERMINAL


async def test_notes_go_along_with_the_evidence_and_count_once_acknowledged(desk: Desk) -> None:
    receipt = await ring(desk)
    await decide(desk, receipt, Verdict.APPROVED, "Mind the tests.")
    evidence = Evidence("claude-code", "session-1", "/shop", None, receipt.revision.sha256)
    told = await reviews.take_evidence(desk, evidence, key="key-evidence", by=CLAUDE)
    assert told is not None
    assert (told.answer.notes, told.acknowledge) == ("Mind the tests.", True)
    assert (await now(desk, receipt)).delivery is Delivery.RECEIVED  # who goes on has heard the answer
    assert (await now(desk, receipt)).notes_delivery == "pending"
    await items.acknowledge(desk, "key-evidence", Stage.DELIVERED, by=CLAUDE)
    assert (await now(desk, receipt)).notes_delivery == "delivered"
    assert await reviews.take_evidence(desk, evidence, key="key-evidence2", by=CLAUDE) is None


async def test_going_on_with_another_text_than_the_approved_one_is_said(desk: Desk) -> None:
    receipt = await ring(desk)
    await decide(desk, receipt, Verdict.APPROVED, "Mind the tests.")
    evidence = Evidence("claude-code", "session-1", "/shop", None, "f" * 64)
    told = await reviews.take_evidence(desk, evidence, key="key-evidence", by=CLAUDE)
    assert told is not None
    assert told.acknowledge is False
    assert (await kinds(desk))[-1] == "other_text_approved"
    assert (await now(desk, receipt)).notes_delivery == "pending"


async def test_a_plan_whose_file_has_changed_is_not_approved(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_text("# Plan A\n\n1. Do something else\n")
    receipt = await ring(desk, replace(PLAN, path=str(file), checked_against_file=True))
    its = {"notes": None, "shown_sha256": receipt.revision.sha256, "by": ME}
    with pytest.raises(Stale, match="file has changed"):
        await reviews.decide(desk, receipt.review.id, Verdict.APPROVED, **its)  # type: ignore[arg-type]
    assert (await now(desk, receipt)).verdict is None
    file.write_text(PLAN.text)
    review = await reviews.decide(desk, receipt.review.id, Verdict.APPROVED, **its)  # type: ignore[arg-type]
    assert review.latest.verdict is Verdict.APPROVED


@pytest.mark.parametrize("by", [CLAUDE, actors.A_VISITOR, actors.THE_HUB, actors.THE_CLOCK, actors.A_PROGRAM])
async def test_nobody_but_a_person_decides(desk: Desk, by: actors.Actor) -> None:
    receipt = await ring(desk)
    shown = receipt.revision.sha256
    with pytest.raises(Forbidden):
        await reviews.decide(desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=shown, by=by)
    assert await kinds(desk) == ["review_opened"]


async def test_what_a_policy_answers_is_one_transaction_with_two_entries(desk: Desk, monkeypatch: Any) -> None:
    commits: list[int] = []
    transact = desk.store.transact

    async def counted(work: Any) -> Any:
        done = await transact(work)
        commits.append(await desk.read(lambda reader: reader.head()))
        return done

    monkeypatch.setattr(desk.store, "transact", counted)
    canary = replace(PLAN, agent=CANARY)
    receipt = await reviews.open_review(desk, canary, key="key-canary-1", wait_seconds=WAIT, by=actors.agent(CANARY))
    assert commits == [2]
    assert receipt.revision.verdict is Verdict.APPROVED
    opened, decided = await desk.read(lambda reader: reader.entries())
    assert [(each.kind, each.actor.kind) for each in (opened, decided)] == [
        ("review_opened", "agent"), ("review_decided", "policy"),
    ]  # fmt: skip
    assert (await review_answer_to(desk, receipt.revision.version)).verdict is Verdict.APPROVED


async def test_evidence_of_strangers_changes_nothing(desk: Desk) -> None:
    receipt = await ring(desk)
    for stranger in (
        Evidence("claude-code", "session-9", "/shop", None, None),
        Evidence("claude-code", "session-1", "/other", None, None),
        Evidence("codex", "session-1", "/shop", "/plans/a.md", None),
    ):
        assert await reviews.take_evidence(desk, stranger, key="key-evidence", by=CLAUDE) is None
    assert (await now(desk, receipt)).verdict is None


async def test_another_conversation_withdraws_nothing(desk: Desk) -> None:
    receipt = await ring(desk)
    theirs = await ring(desk, replace(REVISED, conversation="session-2"), key="key-00000002")
    nobodys = await ring(desk, replace(REVISED, conversation=None), key="key-00000003")
    assert len({receipt.review.id, theirs.review.id, nobodys.review.id}) == 3
    assert (await now(desk, receipt)).verdict is None


async def test_who_names_no_conversation_goes_on_with_a_file_once_nobody_waits_for_it(desk: Desk) -> None:
    script = replace(PLAN, agent="review", conversation=None)
    by = actors.agent("review")
    first = await reviews.open_review(desk, script, key="key-00000001", wait_seconds=WAIT, by=by)
    asked = replace(script, text=REVISED.text)
    beside = await reviews.open_review(desk, asked, key="key-00000002", wait_seconds=WAIT, by=by)
    assert beside.review.id != first.review.id
    assert (await now(desk, first)).verdict is None
    await items.goodbye(desk, "key-00000002", by=by)
    newer = await reviews.open_review(desk, script, key="key-00000003", wait_seconds=WAIT, by=by)
    assert (newer.review.id, newer.revision.number) == (beside.review.id, 2)


async def test_a_key_counts_for_who_brought_it(desk: Desk) -> None:
    """The same word of another agent, or in another conversation, is another question; nobody hears of the first."""
    mine = await ring(desk)
    script, its = replace(PLAN, agent="review", conversation=None), actors.agent("review")
    theirs = await reviews.open_review(desk, script, key="key-00000001", wait_seconds=WAIT, by=its)
    assert theirs.review.id != mine.review.id
    conversations = [
        await reviews.open_review(
            desk, replace(PLAN, agent="mcp", conversation=name, path=None), key="plan-one", wait_seconds=WAIT,
            by=actors.agent("mcp"), conversation=name,
        )
        for name in ("one", "two")
    ]  # fmt: skip
    assert len({each.review.id for each in conversations}) == 2
    with pytest.raises(Conflict):  # the hook of another conversation says it
        await ring(desk, replace(PLAN, conversation="session-2"))


DAY = 24 * 60 * 60.0


@pytest.mark.parametrize("seconds", [-DAY, DAY])
async def test_a_clock_that_is_set_changes_neither_patience_nor_presence(
    desk: Desk, clock: HandClock, seconds: float
) -> None:
    receipt = await ring(desk)
    await items.expire_due(desk)
    with desk.presence.holding(receipt.revision.version):
        pass
    clock.is_set(seconds)  # while the agent's absence is measured
    await note_who_left(desk)
    assert (await now(desk, receipt)).delivery is Delivery.WAITING
    assert await items.expire_due(desk) == WAIT * 1000
    clock.forward(GRACE_MS / 1000)
    await note_who_left(desk)
    assert (await now(desk, receipt)).delivery is Delivery.GONE
    clock.forward(WAIT - GRACE_MS / 1000)
    await items.expire_due(desk)
    assert (await now(desk, receipt)).verdict is Verdict.EXPIRED


async def test_a_clock_that_goes_back_opens_no_second_card(desk: Desk, clock: HandClock) -> None:
    """The first review of a conversation is approved and heard of; the second one waits, made by an earlier clock."""
    first = await ring(desk)
    await decide(desk, first, Verdict.APPROVED)
    await items.acknowledge(desk, "key-00000001", Stage.RECEIVED, by=CLAUDE)
    clock.is_set(-DAY)
    second = await ring(desk, REVISED, key="key-00000002")
    assert second.review.id < first.review.id, "ids are made of the time"
    clock.is_set(-60)
    newer = await ring(desk, replace(REVISED, text="# Plan A\n\nOther\n"), key="key-00000003")
    assert (newer.review.id, newer.revision.number) == (second.review.id, 2)


async def test_limits(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge, match="1,048,577 bytes"):
        await ring(desk, replace(PLAN, text="x" * 1_048_577))
    await ring(desk, replace(PLAN, text="# T\n\n" + "x" * 1_048_571))
    monkeypatch.setattr(reviews, "MAX_OPEN_PER_AGENT", 1)
    with pytest.raises(Busy):
        await ring(desk, replace(REVISED, conversation="other", path=None), key="key-00000009")


async def test_half_a_surrogate_pair_is_stored_as_a_replacement(desk: Desk) -> None:
    receipt = await ring(desk, replace(PLAN, text="# A \ud83d plan"))
    assert await desk.read(lambda reader: reader.text(receipt.revision.sha256)) == "# A ? plan"


@pytest.mark.parametrize("missing", ["rv_nothing", "", "' OR 1=1 --"])
async def test_what_does_not_exist_is_not_found(desk: Desk, missing: str) -> None:
    with pytest.raises(NotFound):
        await reviews.decide(desk, missing, Verdict.APPROVED, notes=None, shown_sha256="a", by=ME)
    with pytest.raises(NotFound):
        await items.acknowledge(desk, missing, Stage.DELIVERED, by=CLAUDE)
    with pytest.raises(NotFound):
        await reviews.see(desk, missing, revision=1, by=ME)


async def test_seeing_is_said_once(desk: Desk) -> None:
    receipt = await ring(desk)
    for _ in range(3):
        await reviews.see(desk, receipt.review.id, revision=1, by=ME)
    assert (await kinds(desk)).count("review_seen") == 1
