"""What changed between two revisions of a review, asked of a real desk."""

import asyncio
from dataclasses import replace

import pytest

from countermark.actions import reviews
from countermark.actions.comparisons import compared
from countermark.actions.desk import Desk
from countermark.actions.documents import document_of
from countermark.actions.verdicts import sha256_of
from countermark.model import actors
from countermark.model.errors import NotFound
from countermark.model.reviews import Submission

CLAUDE = actors.agent("claude-code")
FIRST = Submission("claude-code", "# Plan A\n\n1. Do it in 7 days\n", None, "/shop", "session-1", "/plans/a.md")
SECOND = replace(FIRST, text="# Plan A\n\n1. Do it in 30 days\n2. Roll back\n")


async def revisions(desk: Desk) -> str:
    await reviews.open_review(desk, FIRST, key="key-00000001", wait_seconds=1800, by=CLAUDE)
    receipt = await reviews.open_review(desk, SECOND, key="key-00000002", wait_seconds=1800, by=CLAUDE)
    assert receipt.revision.number == 2
    return receipt.review.id


async def test_two_revisions_compared(desk: Desk) -> None:
    review = await revisions(desk)
    found = await compared(desk, review, old=1, new=2, view="inline")
    assert (found.old.number, found.new.number, found.document.title) == (1, 2, "Plan A")
    assert '<ins class="fresh">30</ins>' in found.comparison.html
    assert found.comparison.summary.blocks_added == 1


async def test_backwards_and_with_itself(desk: Desk) -> None:
    review = await revisions(desk)
    back = await compared(desk, review, old=2, new=1, view="inline")
    assert back.comparison.summary.blocks_removed == 1
    same = await compared(desk, review, old=2, new=2, view="side")
    assert same.comparison.summary.words_added == 0


async def test_it_is_made_once_for_all_who_ask_at_a_time(desk: Desk) -> None:
    review = await revisions(desk)
    asked = [compared(desk, review, old=1, new=2, view="source") for _ in range(4)]
    first, *others = [each.comparison for each in await asyncio.gather(*asked)]
    assert all(other is first for other in others)
    again = await compared(desk, review, old=1, new=2, view="source")
    assert again.comparison is first
    assert first.summary.blocks_changed == 1


async def test_two_texts_are_paired_once(desk: Desk) -> None:
    """For carrying marks and for comparing, whoever comes first."""
    await revisions(desk)
    old, new = [await document_of(desk, sha256_of(each.text)) for each in (FIRST, SECOND)]
    pairings = await asyncio.gather(*(desk.readings.pairing(old, new) for _ in range(3)))
    assert all(each is pairings[0] for each in pairings)
    assert await desk.readings.pairing(new, old) is not pairings[0]


async def test_what_does_not_exist_is_not_found(desk: Desk) -> None:
    review = await revisions(desk)
    with pytest.raises(NotFound, match="no revision 3"):
        await compared(desk, review, old=1, new=3, view="inline")
    with pytest.raises(NotFound):
        await compared(desk, "rv_nobody", old=1, new=2, view="inline")
