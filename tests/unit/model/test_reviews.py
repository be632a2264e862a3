"""A revision's transitions: what may follow what, and what is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.errors import (
    AlreadyDecided,
    Conflict,
    CountermarkError,
    DigestMissing,
    Stale,
    TooLarge,
    WordsMissing,
)
from countermark.model.reviews import (
    CLOCK_SLACK_MS,
    KEPT_ANSWER_MS,
    Delivery,
    NotesDelivery,
    Reason,
    Review,
    Revision,
    Stage,
    Submission,
    Verdict,
)

SHA = "a" * 64
OPEN = Revision("rv_1", 1, SHA, "A plan", opened_at=1000, expires_at=2000)
APPROVED = OPEN.decide(Verdict.APPROVED, notes=None, shown_sha256=SHA, by="me", at=1500)
REVIEW = Review("rv_1", "claude-code", "/shop", "main", "session", "/plans/a.md", 1000, OPEN)


def test_an_approval_needs_no_words_and_keeps_what_was_shown() -> None:
    assert APPROVED.verdict is Verdict.APPROVED
    assert (APPROVED.sha256, APPROVED.decided_by, APPROVED.decided_at) == (SHA, "me", 1500)
    assert APPROVED.notes_delivery is None


def test_words_of_an_approval_are_on_their_way() -> None:
    noted = OPEN.decide(Verdict.APPROVED, notes="  keep the old path\n", shown_sha256=SHA, by="me", at=1)
    assert noted.notes == "  keep the old path\n"  # to the letter
    assert noted.notes_delivery is NotesDelivery.PENDING
    assert noted.hand_over_notes().notes_delivery is NotesDelivery.DELIVERED


@pytest.mark.parametrize(("verdict", "mode"), [(Verdict.APPROVED, "auto"), (Verdict.CHANGES_REQUESTED, None)])
def test_a_mode_counts_for_an_approval_alone(verdict: Verdict, mode: str | None) -> None:
    assert OPEN.decide(verdict, notes="a word", mode="auto", shown_sha256=SHA, by="me", at=1).mode == mode


@pytest.mark.parametrize(
    ("revision", "verdict", "notes", "shown", "refused"),
    [
        (OPEN, Verdict.APPROVED, None, None, DigestMissing),
        (OPEN, Verdict.APPROVED, None, "", DigestMissing),
        (APPROVED, Verdict.APPROVED, None, "", DigestMissing),
        (OPEN, Verdict.APPROVED, None, "b" * 64, Stale),
        (OPEN, Verdict.CHANGES_REQUESTED, " \n", SHA, WordsMissing),
        (OPEN, Verdict.CHANGES_REQUESTED, "ä" * 25_601, SHA, TooLarge),
        (APPROVED, Verdict.CHANGES_REQUESTED, "no", SHA, AlreadyDecided),
        (OPEN.expire(at=2000), Verdict.APPROVED, None, SHA, AlreadyDecided),
        (OPEN.withdraw(Reason.ASKED_AGAIN, at=1), Verdict.APPROVED, None, SHA, AlreadyDecided),
    ],
)
def test_refusals(
    revision: Revision, verdict: Verdict, notes: str | None, shown: str | None, refused: type[CountermarkError]
) -> None:
    with pytest.raises(refused):
        revision.decide(verdict, notes=notes, shown_sha256=shown, by="me", at=1)


def test_exactly_50_kb_of_words_fit() -> None:
    assert OPEN.decide(Verdict.CHANGES_REQUESTED, notes="x" * 51_200, shown_sha256=SHA, by="me", at=1).notes


@pytest.mark.parametrize(
    ("revision", "delivery"),
    [
        (OPEN, Delivery.WAITING),
        (OPEN.leave(), Delivery.GONE),
        (OPEN.leave().welcome_back(), Delivery.WAITING),
        (APPROVED, Delivery.SENT),
        (APPROVED.leave(), Delivery.KEPT),
        (APPROVED.acknowledge(Stage.DELIVERED, at=1510), Delivery.DELIVERED),
        (APPROVED.acknowledge(Stage.RECEIVED, at=1511), Delivery.RECEIVED),
        (APPROVED.leave().acknowledge(Stage.RECEIVED, at=1511), Delivery.RECEIVED),
        (OPEN.expire(at=2000), Delivery.GONE),
        (OPEN.withdraw(Reason.ANSWERED_IN_TERMINAL, at=1), Delivery.GONE),
    ],
)
def test_what_the_desk_shows_of_the_way(revision: Revision, delivery: Delivery) -> None:
    assert revision.delivery is delivery


def test_acknowledging_again_changes_nothing_and_never_goes_back() -> None:
    received = APPROVED.acknowledge(Stage.RECEIVED, at=1511)
    assert received.acknowledge(Stage.DELIVERED, at=1600) == received
    assert received.delivered_ms == 11


def test_nothing_is_acknowledged_before_there_is_an_answer() -> None:
    with pytest.raises(Conflict):
        OPEN.acknowledge(Stage.DELIVERED, at=1)
    with pytest.raises(Conflict):
        OPEN.expire(at=2000).acknowledge(Stage.DELIVERED, at=2001)


def submission(its: Review) -> Submission:
    """From the same agent, conversation and place."""
    return Submission(its.agent, "# Plan", None, its.workspace, its.conversation, its.path)


@pytest.mark.parametrize(
    ("latest", "sha256", "joins"),
    [
        (OPEN, "b" * 64, True),
        (OPEN.expire(at=2000), SHA, True),
        (OPEN.decide(Verdict.CHANGES_REQUESTED, notes="n", shown_sha256=SHA, by="me", at=1), "b" * 64, True),
        (APPROVED, SHA, True),
        (APPROVED, "b" * 64, False),
        (APPROVED.leave(), SHA, True),
        (APPROVED.leave(), "b" * 64, False),
        (APPROVED.acknowledge(Stage.RECEIVED, at=1), SHA, False),
    ],
)
def test_what_a_resubmission_joins(latest: Revision, sha256: str, joins: bool) -> None:
    its = replace(REVIEW, latest=latest)
    assert its.joined_by(sha256, submission(its), at=1) is joins


def test_who_names_no_conversation_takes_nothing_from_an_agent_that_waits() -> None:
    waits = replace(REVIEW, conversation=None, latest=OPEN)
    assert not waits.joined_by(SHA, submission(waits), at=1)
    gone = replace(waits, latest=OPEN.leave())
    assert gone.joined_by(SHA, submission(gone), at=1)


def test_a_submission_that_says_so_takes_over_from_an_agent_that_waits() -> None:
    waits = replace(REVIEW, conversation=None, latest=OPEN)
    assert waits.joined_by(SHA, replace(submission(waits), takes_over=True), at=1)
    assert (waits.waited_for, replace(waits, latest=OPEN.leave()).waited_for) == (True, False)


def test_a_kept_answer_counts_where_it_was_given() -> None:
    its = replace(REVIEW, latest=APPROVED.leave())
    assert its.keeps_answer_for(SHA, workspace=its.workspace, at=1500)
    assert not its.keeps_answer_for(SHA, workspace="/elsewhere", at=1500)
    assert not its.joined_by(SHA, replace(submission(its), workspace="/elsewhere"), at=1500)
    assert its.keeps_answer_for(SHA, workspace=its.workspace, at=1500 - CLOCK_SLACK_MS)
    assert not its.keeps_answer_for(SHA, workspace=its.workspace, at=1499 - CLOCK_SLACK_MS)
    a_day_later = 1500 + KEPT_ANSWER_MS
    assert its.keeps_answer_for(SHA, workspace=its.workspace, at=a_day_later)
    assert not its.keeps_answer_for(SHA, workspace=its.workspace, at=a_day_later + 1)


MOVES = {
    "approve": lambda it: it.decide(Verdict.APPROVED, notes=None, shown_sha256=it.sha256, by="p", at=1),
    "refuse": lambda it: it.decide(Verdict.CHANGES_REQUESTED, notes="w", shown_sha256=it.sha256, by="p", at=1),
    "expire": lambda it: it.expire(at=1),
    "withdraw": lambda it: it.withdraw(Reason.ASKED_AGAIN, at=1),
    "leave": lambda it: it.leave(),
    "back": lambda it: it.welcome_back(),
    "delivered": lambda it: it.acknowledge(Stage.DELIVERED, at=1),
    "received": lambda it: it.acknowledge(Stage.RECEIVED, at=1),
    "see": lambda it: it.see(at=1),
}


@given(st.lists(st.sampled_from(sorted(MOVES)), max_size=12))
def test_whatever_happens_the_first_verdict_stays(moves: list[str]) -> None:
    revision = OPEN
    for move in moves:
        verdict = revision.verdict
        try:
            revision = MOVES[move](revision)
        except CountermarkError:
            continue
        assert verdict is None or revision.verdict is verdict
        assert revision.stage is None or revision.decided_by_person
