"""What changed between two revisions of a review, asked of a real desk."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from countermark.actions import reviews
from countermark.actions.comparisons import compared
from countermark.actions.desk import Desk
from countermark.actions.differences import Differences
from countermark.actions.documents import document_of
from countermark.actions.verdicts import sha256_of
from countermark.model import actors
from countermark.model.errors import NotFound, WorkFailed
from countermark.model.reviews import Submission
from countermark.workers.pool import Workers

CLAUDE = actors.agent("claude-code")
FIRST = Submission("claude-code", "# Plan A\n\n1. Do it in 7 days\n", None, "/shop", "session-1", "/plans/a.md")
SECOND = replace(FIRST, text="# Plan A\n\n1. Do it in 30 days\n2. Roll back\n")
LONG, LONGEST = (
    "# Plan A\n\n" + "".join(f"- step {number} does what part {number} of it needs\n" for number in range(count))
    for count in (2_000, 20_000)
)
SMALL_GROWTH = 30 * 1024 * 1024  # comparing LONGEST in this process takes more than 100 MB


async def revisions(desk: Desk, old: str = FIRST.text, new: str = SECOND.text) -> str:
    first, second = replace(FIRST, text=old), replace(FIRST, text=new)
    await reviews.open_review(desk, first, key="key-00000001", wait_seconds=1800, by=CLAUDE)
    receipt = await reviews.open_review(desk, second, key="key-00000002", wait_seconds=1800, by=CLAUDE)
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


def peak(*, anew: bool = False) -> int:
    """Bytes that this process has had at most, since it was last asked to count anew."""
    if anew:
        Path("/proc/self/clear_refs").write_text("5")
    said = Path(f"/proc/{os.getpid()}/status").read_text()
    return int(said.partition("VmHWM:")[2].split()[0]) * 1024


async def test_a_long_comparison_takes_none_of_the_hubs_memory(desk: Desk) -> None:
    review = await revisions(desk, LONGEST, LONGEST.replace("does", "undoes"))
    before = peak(anew=True)
    for view in ("inline", "side", "source"):
        made = (await compared(desk, review, old=1, new=2, view=view)).comparison
        assert made.summary.blocks_changed == 20_000
        assert made.slice(0).count('<ins class="fresh">undoes</ins>') > 10
    assert peak() - before < SMALL_GROWTH


async def test_an_end_that_is_new_in_a_long_text_is_found(desk: Desk) -> None:
    found = await compared(desk, await revisions(desk, LONG, LONG + "\nThe end.\n"), old=1, new=2, view="inline")
    assert (found.comparison.summary.blocks_added, found.comparison.summary.blocks_changed) == (1, 0)
    assert "The end." in found.comparison.slice(len(found.comparison.parts) - 1)


@pytest.mark.parametrize("view", ["inline", "side"])
async def test_beyond_the_bound_the_sources_are_shown_and_it_is_said(
    desk: Desk, view: Literal["inline", "side"]
) -> None:
    review = await revisions(desk, LONG, LONG.replace("step 7 ", "part 7 ") + "- the end & <b>\n")
    desk.differences.close()
    desk.differences = Differences(desk.workers, most_seconds=0.01)
    made = (await compared(desk, review, old=1, new=2, view=view)).comparison
    assert made.slice(0).startswith('<p class="moved-note" data-desk>')
    assert "takes more time or memory than the desk" in made.slice(0)
    assert '<ins class="fresh">part</ins>' in made.html
    assert '<ins class="fresh">- the end &amp; &lt;b></ins>' in made.html.replace("&gt;", ">")
    assert 'class="fold"' not in made.html  # a revision can be approved from here: nothing is left out
    assert (made.summary.blocks_changed, made.summary.blocks_added, made.summary.blocks_removed) == (1, 1, 0)
    source = (await compared(desk, review, old=1, new=2, view="source")).comparison
    assert 'class="fold"' in source.html
    assert source.summary.blocks_added == 1


async def test_when_even_the_sources_take_too_much_it_is_refused(desk: Desk) -> None:
    review = await revisions(desk, LONG, LONG.replace("does", "undoes"))
    desk.workers.close()
    desk.workers = Workers(most_seconds=0.01)
    desk.differences.close()
    desk.differences = Differences(desk.workers, most_seconds=0.01)
    with pytest.raises(WorkFailed):
        await compared(desk, review, old=1, new=2, view="inline")
