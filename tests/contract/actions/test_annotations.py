"""Marks on a real desk: through revisions, races and restarts, and into the words for the agent."""

import asyncio
from dataclasses import replace

import pytest

from countermark.actions import annotations, carrying, drafts, images, reviews
from countermark.actions.annotations import At, marks_on, standing_on
from countermark.actions.carrying import carry_left_behind, carry_marks
from countermark.actions.desk import Desk, must
from countermark.actions.placing import reading_of
from countermark.model import actors
from countermark.model.annotations import AnnotationKind, Fate, Image, Standing, Words
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import BadInput, BadPlace, Busy, NotFound, Stale, TooLarge
from countermark.model.reviews import Evidence, NotesDelivery, Submission, Verdict
from countermark.store.base import EACH

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
FIRST = "# Plan A\n\nDo the\u00a0thing now.\n\nSome words here to change.\n\nThis goes away soon.\n"
SECOND = "# Plan A\n\nSome words there to change.\n\nDo the\u00a0thing now.\n"
THIRD = "# Plan A\n\nThis goes away soon.\n"
COMMENT = Words(AnnotationKind.COMMENT, "Why?")


async def ask(desk: Desk, text: str = FIRST, *, carries: bool = True) -> reviews.Receipt:
    """An agent asks; then the marks follow, as the hub has them follow, unless it dies in between."""
    asked = Submission("claude-code", text, None, "/shop", "session-1", None)
    key = f"key-{desk.feed.head:08}"
    receipt = await reviews.open_review(desk, asked, key=key, wait_seconds=1800, by=CLAUDE)
    if carries:
        await carry_marks(desk, receipt.review.id)
    return receipt


async def place(desk: Desk, receipt: reviews.Receipt, quote: str) -> At:
    reading = await reading_of(desk, receipt.revision.sha256)
    start = reading.text.index(quote)
    return At(receipt.revision.number, reading.place(start, start + len(quote)), quote)


async def mark(desk: Desk, receipt: reviews.Receipt, quote: str, said: Words = COMMENT) -> str:
    name = f"an_{desk.feed.head:026}"
    if quote:
        at = await place(desk, receipt, quote)
    else:
        said, at = replace(said, kind=AnnotationKind.NOTE), At(receipt.revision.number, None, "")
    await annotations.add(desk, receipt.review.id, name, said, at, by=ME)
    return name


async def standing(desk: Desk, name: str, revision: int) -> Standing:
    return await desk.read(lambda reader: standing_on(reader, must(reader.annotation(name)), revision))


async def kinds(desk: Desk) -> list[str]:
    return [each.kind for each in await desk.read(lambda reader: reader.entries())]


async def send(desk: Desk, receipt: reviews.Receipt, *names: str, verdict: Verdict = Verdict.CHANGES_REQUESTED) -> str:
    review = await reviews.decide(
        desk, receipt.review.id, verdict, notes=None, annotations=names, shown_sha256=receipt.revision.sha256, by=ME
    )
    return review.latest.feedback or ""


async def test_what_stands_at_a_place_is_kept_in_the_hubs_own_words(desk: Desk) -> None:
    receipt = await ask(desk)
    at = await place(desk, receipt, "the\u00a0thing")
    await annotations.add(desk, receipt.review.id, "an_1", COMMENT, replace(at, quote="the thing"), by=ME)
    assert (await standing(desk, "an_1", 1)).annotation.quote == "the\u00a0thing"
    for other in ("the  thing", "The thing", "thething", "the thing "):
        with pytest.raises(BadPlace):
            await annotations.add(desk, receipt.review.id, "an_2", COMMENT, replace(at, quote=other), by=ME)


async def test_a_passage_has_a_longest_length(desk: Desk) -> None:
    receipt = await ask(desk, "x" * 204_801)
    with pytest.raises(TooLarge):
        await mark(desk, receipt, "x" * 204_801)
    await mark(desk, receipt, "x" * 204_800)


async def test_a_review_has_a_most_of_marks(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await ask(desk)
    monkeypatch.setattr(annotations, "MAX_PER_REVIEW", 1)
    first = await mark(desk, receipt, "thing")
    with pytest.raises(TooLarge):
        await mark(desk, receipt, "now")
    await annotations.remove(desk, receipt.review.id, first, by=ME)
    await mark(desk, receipt, "now")


async def test_the_marks_of_a_review_hold_a_most_of_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await ask(desk)
    monkeypatch.setattr(annotations, "MAX_ROOM", 2 * EACH + len("thing" + "now" + "Why?" * 2))
    first = await mark(desk, receipt, "thing")
    await mark(desk, receipt, "now")
    with pytest.raises(TooLarge):
        await mark(desk, receipt, "Do")
    with pytest.raises(TooLarge):
        await annotations.change(desk, receipt.review.id, first, version=1, said={"words": "Why so?"}, at=None, by=ME)
    await annotations.change(desk, receipt.review.id, first, version=1, said={"words": "Why"}, at=None, by=ME)
    await annotations.remove(desk, receipt.review.id, first, by=ME)
    with pytest.raises(TooLarge):
        await mark(desk, receipt, "Do")


async def test_what_comes_back_counts_as_well(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await ask(desk)
    monkeypatch.setattr(annotations, "MAX_PER_REVIEW", 1)
    first = await mark(desk, receipt, "thing")
    await annotations.remove(desk, receipt.review.id, first, by=ME)
    second = await mark(desk, receipt, "now")
    with pytest.raises(TooLarge):
        await annotations.restore(desk, receipt.review.id, first, by=ME)
    await annotations.restore(desk, receipt.review.id, second, by=ME)


async def test_what_is_being_written_has_a_most_of_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await ask(desk)
    monkeypatch.setattr(drafts, "MAX_ROOM", 2 * EACH + 10)
    one = Draft(receipt.review.id, 1, "x" * 5, None, 0, 0, f"an_{1:026}")
    kept = await drafts.save_draft(desk, one)
    await drafts.save_draft(desk, replace(one, slot=f"an_{2:026}"))
    for more in (replace(one, slot=f"an_{3:026}", text=""), replace(kept, text="x" * 6)):
        with pytest.raises(TooLarge):
            await drafts.save_draft(desk, more)
    await drafts.save_draft(desk, replace(kept, text=""))
    await drafts.save_draft(desk, replace(one, slot=ANSWER, text="x" * 100))


async def test_a_gone_mark_is_looked_for_where_it_last_stood(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "goes away")
    await send(desk, first, name)
    await ask(desk, SECOND)
    assert (await standing(desk, name, 2)).fate is Fate.GONE
    await ask(desk, THIRD)
    again = await standing(desk, name, 3)
    assert (again.fate, again.ground.quote, again.ground.lines) == (Fate.THERE, "goes away", (3, 3))


async def test_a_mark_kept_as_a_note_stays_one_and_tells_that_its_words_are_gone(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "goes away", Words(AnnotationKind.DELETION, "Too soon."))
    await ask(desk, SECOND)
    await annotations.keep(desk, first.review.id, name, revision=2, as_note=True, by=ME)
    third = await ask(desk, SECOND + "\nMore.\n")
    kept = await standing(desk, name, 3)
    assert (kept.fate, kept.ground.place, kept.annotation.live_on) == (Fate.THERE, None, 3)
    told = await send(desk, third, name)
    assert "goes away" in told
    assert "no longer in this plan" in told
    assert "Too soon." in told


async def test_the_agent_is_told_the_words_of_the_revision_that_was_judged(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "words here to change", Words(AnnotationKind.DELETION))
    second = await ask(desk, SECOND)
    told = await send(desk, second, name)
    assert "words there to change" in told
    assert "(line 3)" in told


async def test_a_place_is_given_on_the_newest_revision_alone(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "goes away")
    old = await place(desk, first, "thing")
    second = await ask(desk, SECOND)
    with pytest.raises(Stale):
        await annotations.change(desk, first.review.id, name, version=1, said={}, at=old, by=ME)
    anew = await place(desk, second, "Some words")
    await annotations.change(desk, first.review.id, name, version=1, said={}, at=anew, by=ME)
    assert (await standing(desk, name, 2)).ground.quote == "Some words"
    assert (await standing(desk, name, 1)).ground.quote == "goes away"
    assert (await kinds(desk))[-1] == "annotation_kept"


async def test_many_marks_of_many_hands_are_carried_once(desk: Desk) -> None:
    first = await ask(desk)
    names = [await mark(desk, first, quote) for quote in ("Plan A", "thing", "goes away", "")]
    await ask(desk, SECOND)
    before = await desk.read(lambda reader: marks_on(reader, first.review.id, 2))
    await asyncio.gather(*(carry_marks(desk, first.review.id) for _ in range(5)), carry_left_behind(desk))
    assert await desk.read(lambda reader: marks_on(reader, first.review.id, 2)) == before
    assert {each.annotation.id for each in before} == set(names)
    assert (await kinds(desk)).count("marks_carried") == 1


async def test_what_is_done_to_a_mark_while_it_is_looked_for_wins(desk: Desk) -> None:
    first = await ask(desk)
    removed, addressed, placed, stays = [await mark(desk, first, "thing") for _ in range(4)]
    second = await ask(desk, SECOND, carries=False)
    journey = await desk.read(lambda reader: carrying.journey_of(reader, first.review.id))
    assert len(journey.luggage) == 4
    placements = await carrying.found_again(desk, journey)
    await annotations.remove(desk, first.review.id, removed, by=ME)
    await annotations.address(desk, first.review.id, addressed, by=ME)
    anew = await place(desk, second, "Some words")
    await annotations.change(desk, first.review.id, placed, version=1, said={}, at=anew, by=ME)
    await desk.change(actors.THE_HUB, lambda change: carrying.settle(change, journey, placements))
    on_second = await desk.read(lambda reader: marks_on(reader, first.review.id, 2))
    assert {each.annotation.id: each.ground.quote for each in on_second} == {placed: "Some words", stays: "thing"}
    await annotations.restore(desk, first.review.id, removed, by=ME)
    await annotations.reopen(desk, first.review.id, addressed, by=ME)
    assert len(await desk.read(lambda reader: marks_on(reader, first.review.id, 2))) == 4


async def test_the_next_start_carries_what_was_left_behind(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "thing")
    await ask(desk, SECOND, carries=False)
    assert await desk.read(lambda reader: marks_on(reader, first.review.id, 2)) == []
    await carry_left_behind(desk)
    assert [each.annotation.id for each in await desk.read(lambda reader: marks_on(reader, first.review.id, 2))] == [
        name
    ]
    assert (await standing(desk, name, 2)).annotation.live_on == 2


async def test_reading_writes_nothing(desk: Desk) -> None:
    first = await ask(desk)
    await mark(desk, first, "thing")
    head = desk.feed.head
    for revision in (1, 2):
        await desk.read(lambda reader, number=revision: marks_on(reader, first.review.id, number))  # type: ignore[misc]
    assert await desk.read(lambda reader: reader.head()) == head


async def test_marks_of_another_review_cannot_be_touched_or_sent(desk: Desk) -> None:
    first = await ask(desk)
    name = await mark(desk, first, "thing")
    asked = Submission("claude-code", FIRST, None, "/shop", "session-2", None)
    other = await reviews.open_review(desk, asked, key="key-of-another", wait_seconds=1800, by=CLAUDE)
    for verb in (annotations.remove, annotations.restore, annotations.address, annotations.reopen):
        with pytest.raises(NotFound):
            await verb(desk, other.review.id, name, by=ME)
    with pytest.raises(Stale):
        await send(desk, other, name)
    with pytest.raises(NotFound):
        await annotations.add(desk, other.review.id, name, COMMENT, await place(desk, other, "thing"), by=ME)


async def test_marks_of_an_approval_are_on_their_way_like_notes(desk: Desk) -> None:
    first = await ask(desk)
    told = await send(desk, first, await mark(desk, first, "thing"), verdict=Verdict.APPROVED)
    assert told.startswith("This plan is approved. The person")
    decided = await desk.read(lambda reader: reader.revision(first.review.id, 1))
    assert decided is not None
    assert decided.notes_delivery is NotesDelivery.PENDING
    evidence = Evidence("claude-code", "session-1", "/shop", None, first.revision.sha256)
    word = await reviews.take_evidence(desk, evidence, key="key-evidence", by=CLAUDE)
    assert word is not None
    assert word.revision.feedback == told


async def test_what_was_not_named_stays_unsent(desk: Desk) -> None:
    first = await ask(desk)
    goes, stays = await mark(desk, first, "thing"), await mark(desk, first, "Plan A")
    await send(desk, first, goes)
    await ask(desk, SECOND)
    for name, live_on, sent in ((goes, 1, True), (stays, 2, False)):
        its = (await standing(desk, name, 2)).annotation
        assert (its.live_on, its.sent) == (live_on, sent)


async def test_feedback_has_a_longest_length(desk: Desk) -> None:
    first = await ask(desk)
    long = Words(AnnotationKind.COMMENT, "x" * 51_200)
    names = [await mark(desk, first, "thing", long) for _ in range(21)]
    with pytest.raises(TooLarge):
        await send(desk, first, *names)
    assert await send(desk, first, *names[:20])


async def test_images_are_kept_once_and_within_bounds(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await ask(desk)
    picture = await images.add_image(desk, b"GIF89a and more", by=ME)
    assert await images.add_image(desk, b"GIF89a and more", by=ME) == picture
    assert (await kinds(desk)).count("image_added") == 1
    claimed = Image("a.gif", picture.sha256, "text/html")
    name = await mark(desk, first, "thing", replace(COMMENT, images=(claimed,)))
    assert (await standing(desk, name, 1)).annotation.images == (replace(claimed, media_type="image/gif"),)
    with pytest.raises(BadInput):
        await mark(desk, first, "now", replace(COMMENT, images=(replace(claimed, sha256="f" * 64),)))
    monkeypatch.setattr(images, "MAX_ALL_BYTES", 20)
    with pytest.raises(Busy):
        await images.add_image(desk, b"GIF89a one more", by=ME)
    assert str(desk.images) in await send(desk, first, name)
    assert (desk.images / f"{picture.sha256}.gif").read_bytes() == b"GIF89a and more"


async def test_a_draft_of_a_mark_outlives_the_answer(desk: Desk) -> None:
    first = await ask(desk)
    for slot in ("answer", "an_1"):
        await drafts.save_draft(desk, Draft(first.review.id, 1, "words", None, 0, 0, slot))
    await send(desk, first, await mark(desk, first, "thing"))
    assert await desk.read(lambda reader: drafts.unsent_draft(reader, first.review.id)) is None
    (kept,) = await desk.read(lambda reader: drafts.mark_drafts(reader, first.review.id))
    assert (kept.slot, kept.text) == ("an_1", "words")
