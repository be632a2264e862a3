"""Drafts: words a person has begun to write about a revision; kept beside the journal."""

from dataclasses import dataclass

from countermark.model.reviews import Verdict


@dataclass(frozen=True)
class Draft:
    """Unsent words; `version` grows with each save, so that the newest words win."""

    review_id: str
    revision: int
    text: str
    kind: Verdict | None
    version: int
    saved_at: int
