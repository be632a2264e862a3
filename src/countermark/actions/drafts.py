"""Drafts: words as they are typed, kept beside the journal until they are sent."""

from countermark.actions.desk import Desk
from countermark.actions.reviews import must
from countermark.model.drafts import Draft
from countermark.model.errors import DraftNewer, TooLarge
from countermark.model.reviews import Verdict
from countermark.store.base import Reader, Transaction

MAX_DRAFT_BYTES = 200 * 1024  # more than can be sent: shortening is done here, and nothing typed is lost


async def save_draft(
    desk: Desk, review_id: str, *, revision: int, text: str, kind: Verdict | None, version: int
) -> Draft:
    """Keep unsent words; `version` is the one that the page knew. Raises `DraftNewer` when another tab was faster."""
    if len(text.encode("utf-8", "replace")) > MAX_DRAFT_BYTES:
        raise TooLarge("The draft is longer than 200 KB.", hint="Shorten it; what was kept before is still kept.")
    saved_at = desk.now()

    def work(txn: Transaction) -> Draft:
        must(txn.revision(review_id, revision))
        known = txn.draft(review_id)
        if known is not None and known.version > version:
            raise DraftNewer(draft=known)
        draft = Draft(review_id, revision, text, kind, version + 1, saved_at)
        txn.put_draft(draft)
        return draft

    return await desk.beside(work)


def unsent_draft(reader: Reader, review_id: str) -> Draft | None:
    """The draft, unless it is empty or its revision was answered by a person."""
    draft = reader.draft(review_id)
    if draft is None or not draft.text:
        return None
    revision = reader.revision(review_id, draft.revision)
    return None if revision is None or revision.decided_by_person else draft
