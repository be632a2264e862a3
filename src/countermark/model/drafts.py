"""Drafts: words a person has begun to write about a revision; kept beside the journal."""

from dataclasses import dataclass

from countermark.model.reviews import Verdict

ANSWER = "answer"  # the slot of the words that go with a verdict; every other slot is named after a mark


@dataclass(frozen=True)
class Draft:
    """Unsent words; `version` grows with each save, so that the newest words win."""

    review_id: str
    revision: int
    text: str
    kind: Verdict | None
    version: int
    saved_at: int
    slot: str = ANSWER
    mark: str | None = None  # JSON of the mark that is being written, in the page's own form

    @property
    def empty(self) -> bool:
        """Whether nothing is kept in it."""
        return not self.text and self.mark is None
