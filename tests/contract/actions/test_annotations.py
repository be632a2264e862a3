"""Marks on a real desk: through revisions, races and restarts, and into the words for the agent."""

import asyncio
from dataclasses import replace

import pytest

from countermark.actions import annotations, carrying, drafts, images, reviews
from countermark.actions.annotations import At
from countermark.actions.carrying import carry_left_behind, carry_marks
from countermark.actions.desk import Desk, must
from countermark.actions.placing import reading_of
from countermark.actions.standings import marks_on, standing_on
from countermark.model import actors
from countermark.model.annotations import AnnotationKind, Fate, Image, Standing, Words
from countermark.model.drafts import ANSWER, Draft
from countermark.model.errors import BadInput, BadPlace, Busy, NotFound, Stale, TooLarge
from countermark.model.reviews import Evidence, NotesDelivery, Submission, Verdict
from countermark.store.base import EACH
from countermark.workers.pool import Workers

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


async def test_marks_on_a_long_text_are_found_again_by_a_worker(desk: Desk) -> None:
    """Both texts are read and paired there; in the hub nothing of it is kept."""
    text = "".join(f"- step {number} does what part {number} of it needs\n" for number in range(2_000))
    receipt = await ask(desk, text)
    moved, gone = await mark(desk, receipt, "step 1234 does"), await mark(desk, receipt, "part 77 of")
    await send(desk, receipt, moved, gone)
    workers, desk.workers = desk.workers, Workers(most_seconds=0.01)
    later = text.replace("- step 77 does what part 77 of it needs\n", "").replace("step 1233 does", "now")
    await ask(desk, later)  # takes too much, so the marks are left behind
    await asyncio.to_thread(desk.workers.close)
    desk.workers = workers
    assert (await standing(desk, moved, 2)).placement is None
    await carry_left_behind(desk)
    found = await standing(desk, moved, 2)
    assert (found.fate, found.ground.quote) == (Fate.THERE, "step 1234 does")
    assert (await standing(desk, gone, 2)).fate is Fate.GONE


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
    monkeypatch.setattr(annotations, "MAX_MARKS_CHARACTERS", 2 * EACH + len("thing" + "now" + "Why?" * 2))
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
    monkeypatch.setattr(drafts, "MAX_DRAFTS_CHARACTERS", 2 * EACH + 10)
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
    assert word.answer.feedback == told


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


DONE = "# Plan A\n\nDo the\u00a0thing now, at night.\n\nOther words stand here.\n\nThe end of it.\n"
BEFORE_DONE = (
    "# Plan A\n\nDo the\u00a0thing now.\n\nSome words here to change.\n\nThis goes away soon.\n\nThe end of it.\n"
)
DELETE = Words(AnnotationKind.DELETION)
REPLACE = Words(AnnotationKind.REPLACEMENT, text="Other words stand here.")
INSERT = Words(AnnotationKind.INSERTION, text=", at night")


async def asked_for_all(desk: Desk) -> tuple[reviews.Receipt, dict[str, str]]:
    """A deletion, a replacement and an insertion went with the answer, and a comment on the words that go."""
    first = await ask(desk, BEFORE_DONE)
    names = {
        "deletion": await mark(desk, first, "This goes away soon.", DELETE),
        "replacement": await mark(desk, first, "Some words here to change.", REPLACE),
        "insertion": await mark(desk, first, "now", INSERT),
        "comment": await mark(desk, first, "goes away"),
    }
    await send(desk, first, *names.values())
    return first, names


async def test_what_the_agent_did_as_asked_needs_no_click(desk: Desk) -> None:
    first, names = await asked_for_all(desk)
    second = await ask(desk, DONE)
    now = {kind: await standing(desk, name, 2) for kind, name in names.items()}
    assert {kind: (it.fate, it.annotation.status.value) for kind, it in now.items()} == {
        "deletion": (Fate.DONE, "addressed"),
        "replacement": (Fate.DONE, "addressed"),
        "insertion": (Fate.DONE, "addressed"),
        "comment": (Fate.GONE, "open"),
    }
    assert now["replacement"].ground.quote == "Other words stand here."
    assert now["deletion"].ground.place is None
    assert [now["deletion"].quote, now["replacement"].quote] == ["This goes away soon.", "Some words here to change."]
    carried = (await desk.read(lambda reader: reader.entries()))[-1]
    assert (carried.kind, carried.body["done"], carried.body["gone"]) == ("marks_carried", 3, 1)
    more = await mark(desk, second, "The end of it.")
    told = await send(desk, second, more)
    assert "1 piece of feedback" in told
    assert "goes away" not in told, "what is done need not be asked for again"
    await ask(desk, BEFORE_DONE)
    assert (await standing(desk, names["deletion"], 3)).revision == 2, "later revisions do not take it over"
    assert first.review.id == second.review.id


async def test_what_was_done_can_be_opened_again_and_is_then_asked_for_again(desk: Desk) -> None:
    first, names = await asked_for_all(desk)
    second = await ask(desk, DONE)
    for name in names.values():
        await annotations.reopen(desk, first.review.id, name, by=ME)
    now = {kind: await standing(desk, name, 2) for kind, name in names.items()}
    assert {kind: it.fate for kind, it in now.items()} == {
        "deletion": Fate.GONE,
        "replacement": Fate.CHANGED,
        "insertion": Fate.THERE,
        "comment": Fate.GONE,
    }
    with pytest.raises(BadPlace):
        await annotations.keep(desk, first.review.id, names["deletion"], revision=2, as_note=False, by=ME)
    await annotations.keep(desk, first.review.id, names["replacement"], revision=2, as_note=False, by=ME)
    told = await send(desk, second, names["replacement"])
    assert "Other words stand here." in told
    await ask(desk, DONE + "\nMore.\n")
    again = await standing(desk, names["deletion"], 3)
    assert (again.revision, again.fate) == (3, Fate.GONE), "a person opened it again: only a person closes it"


async def test_what_was_never_asked_for_is_not_done(desk: Desk) -> None:
    first = await ask(desk, BEFORE_DONE)
    name = await mark(desk, first, "This goes away soon.", DELETE)
    await ask(desk, DONE)
    assert (await standing(desk, name, 2)).fate is Fate.GONE
