"""A text is stored before it is rendered, and can be read whatever becomes of that."""

from dataclasses import replace

import pytest

from countermark.actions import reviews
from countermark.actions.desk import Desk
from countermark.actions.documents import document_of, early_slices, packed_of
from countermark.actions.placing import reading_of
from countermark.actions.renderings import Renderings
from countermark.documents.markdown.rendering import render
from countermark.model import actors
from countermark.model.errors import WorkNotDone
from countermark.model.reviews import Submission, Verdict
from countermark.workers.pool import Workers

CLAUDE = actors.agent("claude-code")
PERSON = actors.person("lia")
SHORT = Submission("claude-code", "# Plan A\n\nWords.\n", None, "/shop", "session-1", "/plans/a.md")
TEXT = "# Plan A\n\n" + "".join(f"## Step {at}\n\n- *Part* {at} of it, 1 < 2\n\n" for at in range(1_500))
LONG = replace(SHORT, text=TEXT)


async def opened(desk: Desk, submission: Submission) -> reviews.Receipt:
    return await reviews.open_review(desk, submission, key="key-00000001", wait_seconds=1800, by=CLAUDE)


def too_slow(desk: Desk) -> None:
    """From now on no text is rendered in time."""
    desk.workers.close()
    desk.workers = Workers(most_seconds=0.01)
    desk.renderings.close()
    desk.renderings = Renderings(desk.workers)


@pytest.mark.parametrize("submission", [SHORT, LONG])
async def test_what_nobody_opens_is_not_rendered(desk: Desk, submission: Submission) -> None:
    receipt = await opened(desk, submission)
    assert receipt.revision.title == "Plan A"
    assert desk.renderings.remembered(receipt.revision.sha256) is None
    await packed_of(desk, receipt.revision.sha256)
    assert desk.renderings.remembered(receipt.revision.sha256) is not None


async def test_the_slices_of_a_long_text_come_before_all_is_known(desk: Desk) -> None:
    sha256 = (await opened(desk, LONG)).revision.sha256
    early = early_slices(desk, sha256)
    first, second = await anext(early), await anext(early)
    assert desk.renderings.remembered(sha256) is None
    slices = [first, second, *[each async for each in early]]
    assert await document_of(desk, sha256) == render(TEXT)
    assert slices == list(enumerate(render(TEXT).slices))
    assert [each async for each in early_slices(desk, sha256)] == []


async def test_nothing_is_early_of_a_short_text(desk: Desk) -> None:
    sha256 = (await opened(desk, SHORT)).revision.sha256
    assert [each async for each in early_slices(desk, sha256)] == []
    assert await document_of(desk, sha256) == render(SHORT.text)


async def test_a_title_far_down_is_found(desk: Desk) -> None:
    text = "Words of a plan without a heading.\n\n" * 2_000 + "# Late"
    assert (await opened(desk, replace(SHORT, text=text))).revision.title == "Late"


async def test_a_text_that_takes_too_much_is_read_and_answered_as_its_source(desk: Desk) -> None:
    too_slow(desk)
    receipt = await opened(desk, LONG)
    assert [number async for number, _ in early_slices(desk, receipt.revision.sha256)] in ([0], [])
    document = await document_of(desk, receipt.revision.sha256)
    assert document.is_source
    shown = "\n".join(block.text for block in document.blocks).split("\n")
    assert [line for line in shown if line] == [line for line in TEXT.split("\n") if line]
    assert [block.start_line for block in document.blocks][:2] == [1, 101]
    assert "of it, 1 &lt; 2" in document.html
    assert "<em>" not in document.html
    reading = await reading_of(desk, receipt.revision.sha256)
    assert "- *Part* 7 of it, 1 < 2" in reading.text
    answered = await reviews.decide(
        desk, receipt.review.id, Verdict.APPROVED, notes=None, shown_sha256=document.sha256, by=PERSON
    )
    assert answered.latest.verdict is Verdict.APPROVED


async def test_what_could_not_be_tried_is_tried_again(desk: Desk) -> None:
    sha256 = (await opened(desk, LONG)).revision.sha256
    desk.workers.close()
    with pytest.raises(WorkNotDone):
        await packed_of(desk, sha256)
    desk.renderings.close()
    desk.workers = Workers()
    desk.renderings = Renderings(desk.workers)
    assert not (await packed_of(desk, sha256)).is_source
