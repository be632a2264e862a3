"""What became of a review, as a translator tells its agent: no row, no socket."""

from dataclasses import dataclass

from countermark.model.items import ItemVersion
from countermark.model.reviews import Evidence, Reason, Review, ReviewKind, Revision, Verdict


@dataclass(frozen=True)
class ReviewAnswer:
    """The end of one revision, or that it has none yet."""

    version: ItemVersion
    kind: ReviewKind
    sha256: str  # of the text that was shown
    verdict: Verdict | None
    reason: Reason | None = None  # why it was withdrawn
    notes: str | None = None
    feedback: str | None = None  # the very words that were stored with a person's answer
    mode: str | None = None  # in which the agent goes on after an approval, by the agent's own name for it

    @property
    def by_person(self) -> bool:
        """Whether a person has answered: the only answers that an agent acknowledges."""
        return self.verdict in (Verdict.APPROVED, Verdict.CHANGES_REQUESTED)

    def fits(self, evidence: Evidence) -> bool:
        """Whether the agent goes on with exactly the text that was approved here."""
        return self.verdict is not Verdict.APPROVED or evidence.sha256 in (None, self.sha256)


def answer_about(review: Review, revision: Revision) -> ReviewAnswer:
    """What an agent is told about a revision of a review."""
    return ReviewAnswer(
        revision.version, review.kind, revision.sha256, revision.verdict, revision.reason, revision.notes,
        revision.feedback, revision.mode,
    )  # fmt: skip
