"""The words an agent reads: a plain first line, and the person's words unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.model.feedback import feedback
from countermark.model.review_answers import answer_about
from countermark.model.reviews import Review, Revision, Verdict

SHA = "a" * 64
OPEN = Revision("rv_1", 1, SHA, "A plan", opened_at=1000, expires_at=2000)
REVIEW = Review("rv_1", "claude-code", "/shop", None, None, None, 1000, OPEN)


@given(st.text(min_size=1).filter(str.strip))
def test_a_request_says_plainly_that_nothing_is_approved_and_keeps_every_word(words: str) -> None:
    refused = OPEN.decide(Verdict.CHANGES_REQUESTED, notes=words, shown_sha256=SHA, by="p", at=1)
    first, _, rest = feedback(answer_about(REVIEW, refused)).partition("\n")
    assert "NOT approved" in first
    assert rest == f"\n{words}\n"


@pytest.mark.parametrize(
    ("revision", "says"),
    [
        (OPEN.decide(Verdict.APPROVED, notes=None, shown_sha256=SHA, by="p", at=1), "This plan is approved."),
        (OPEN.decide(Verdict.APPROVED, notes="but", shown_sha256=SHA, by="p", at=1), "adds notes"),
        (OPEN.expire(at=1), "neither approved nor refused"),
        (OPEN, "still waits"),
    ],
)
def test_first_lines(revision: Revision, says: str) -> None:
    assert says in feedback(answer_about(REVIEW, revision)).splitlines()[0]


def test_the_words_that_were_composed_are_the_words_that_are_told() -> None:
    refused = OPEN.decide(Verdict.CHANGES_REQUESTED, notes="no", shown_sha256=SHA, by="p", at=1)
    assert feedback(answer_about(REVIEW, refused.tell("exactly this\n", marks=1))) == "exactly this\n"
