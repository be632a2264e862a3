"""Drafts: words as they are typed, kept beside the journal until they are sent."""

from collections.abc import Sequence
from dataclasses import replace

from countermark.actions.desk import Desk, must
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import DraftNewer, TooLarge
from countermark.store.base import EACH, Reader, Transaction

MAX_DRAFT_BYTES = 200 * 1024  # more than can be sent: shortening is done here, and nothing typed is lost
MAX_DRAFTS_CHARACTERS = (
    16 * 1024 * 1024
)  # characters in all slots of a review: they all go to the page whenever it opens
MAX_MARK_BYTES = 600 * 1024  # the marked words and the new ones, as JSON


async def save_draft(desk: Desk, draft: Draft) -> Draft:
    """Keep unsent words; the draft's `version` is the one that the page knew.

    Raises `DraftNewer` when another tab was faster, and `Forgotten`.
    """
    if (
        len(draft.text.encode("utf-8", "replace")) > MAX_DRAFT_BYTES
        or len((draft.mark or "").encode()) > MAX_MARK_BYTES
    ):
        raise TooLarge("The draft is longer than 200 KB.", hint="Shorten it; what was kept before is still kept.")
    saved_at = desk.now()

    def work(txn: Transaction) -> Draft:
        must(txn.revision(draft.review_id, draft.revision)).check_remembered()
        known = txn.draft(draft.review_id, draft.slot)
        if known is not None and known.version > draft.version:
            raise DraftNewer(draft=known)
        more = length(draft) - length(known) if known else length(draft) + EACH
        if draft.slot != ANSWER and more > 0 and txn.draft_characters(draft.review_id) + more > MAX_DRAFTS_CHARACTERS:
            raise TooLarge("Too much is being written beside this review.", hint="Finish or discard some of its marks.")
        newer = replace(draft, version=draft.version + 1, saved_at=saved_at)
        txn.put_draft(newer)
        return newer

    return await desk.beside(work)


def length(draft: Draft) -> int:
    """Characters that a draft holds."""
    return len(draft.text) + len(draft.mark or "")


def unsent_draft(reader: Reader, review_id: str) -> Draft | None:
    """The words for the answer, unless there are none or their revision was answered by a person."""
    draft = reader.draft(review_id)
    if draft is None or draft.empty:
        return None
    revision = reader.revision(review_id, draft.revision)
    return None if revision is None or revision.decided_by_person else draft


def mark_drafts(reader: Reader, review_id: str) -> Sequence[Draft]:
    """The marks that are being written."""
    return [each for each in reader.drafts(review_id) if each.slot != ANSWER and not each.empty]
