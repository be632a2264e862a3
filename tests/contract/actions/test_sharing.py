"""Marks of several people at one desk: they arrive, stay whose they are, and go only where the person sends them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions import annotations, receiving, reviews, sharing
from countermark.actions.annotations import At
from countermark.actions.desk import Desk, must
from countermark.actions.exporting_items import exported_item
from countermark.actions.forgetting import forget
from countermark.actions.placing import reading_of
from countermark.actions.receiving import Received, open_shared, receive
from countermark.actions.standings import marks_on
from countermark.model import actors
from countermark.model.annotations import AnnotationKind, Standing, Words
from countermark.model.errors import AlreadyDecided, BadInput, Busy, Conflict, Forbidden, Stale, TooLarge
from countermark.model.items import ItemKind
from countermark.model.places import Place
from countermark.model.reviews import Reason, Submission, Verdict
from countermark.model.shares import SHARED, UNNAMED, SharedMark, SharedReview
from countermark.sharing.block import marks_in_block, with_block
from countermark.sharing.link import link_to
from countermark.sharing.link import opened as link_opened
from tests.contract.memory_desk import memory_desk

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
TEXT = "# Café\n\nMove the till.\n\nMove the door.\n\nPaint it.\n"
WHY = SharedMark(id=f"an_{'b':0>26}", author="Bob", kind=AnnotationKind.COMMENT, words="Why?", quote="Move the door.")


async def ask(desk: Desk, text: str = TEXT, path: str | None = None) -> reviews.Receipt:
    asked = Submission("claude-code", text, None, "/shop", "session-1", path)
    return await reviews.open_review(desk, asked, key=f"key-{desk.feed.head:08}", wait_seconds=1800, by=CLAUDE)


async def mark(desk: Desk, receipt: reviews.Receipt, quote: str, words: str) -> str:
    reading = await reading_of(desk, receipt.revision.sha256)
    start = reading.text.index(quote)
    name = f"an_{desk.feed.head:026}"
    at = At(receipt.revision.number, reading.place(start, start + len(quote)), quote)
    await annotations.add(desk, receipt.review.id, name, Words(AnnotationKind.COMMENT, words), at, by=ME)
    return name


async def shown(desk: Desk, review_id: str) -> Sequence[Standing]:
    return await desk.read(lambda reader: marks_on(reader, review_id, must(reader.review(review_id)).latest.number))


async def state(desk: Desk, review_id: str) -> list[tuple[str | None, str, str, bool]]:
    return [
        (each.annotation.author, each.annotation.words, each.quote, each.annotation.chosen)
        for each in await shown(desk, review_id)
    ]


def shared(*marks: SharedMark, text: str = TEXT, by: str = "Bob") -> SharedReview:
    return SharedReview(title="Café", text=text, author=by, marks=marks)


async def kinds(desk: Desk) -> list[str]:
    return [each.kind for each in await desk.read(lambda reader: reader.entries())]


async def requested(desk: Desk, receipt: reviews.Receipt, *names: str) -> str:
    review = await reviews.decide(
        desk, receipt.review.id, Verdict.CHANGES_REQUESTED, notes="x", annotations=names,
        shown_sha256=receipt.revision.sha256, by=ME,
    )  # fmt: skip
    return review.latest.feedback or ""


async def test_a_review_goes_to_another_desk_and_comes_back_with_the_marks_of_two_people() -> None:
    async with memory_desk() as (adas, _), memory_desk() as (bobs, _):
        receipt = await ask(adas)
        await mark(adas, receipt, "Move the till.", "To where?")
        link = link_to(
            await sharing.share(adas, receipt.review.id, author="Ada", by=ME), "http://x", randomness=lambda n: b"k" * n
        )
        there = await open_shared(bobs, link, path=None, by=ME)
        assert there.opened
        review = await bobs.read(lambda reader: must(reader.review(there.review)))
        assert (review.agent, review.latest.title, review.waited_for, review.expires_at) == (
            SHARED,
            "Café",
            False,
            None,
        )
        assert await state(bobs, there.review) == [("Ada", "To where?", "Move the till.", False)]
        bobs_receipt = reviews.Receipt(review, review.latest)
        await mark(bobs, bobs_receipt, "Paint it.", "Blue?")
        back = await receive(adas, await sharing.share(bobs, there.review, author="Bob", by=ME), by=ME)
        assert (back.review, back.opened, back.added, back.own) == (receipt.review.id, False, 1, 1)
        assert await state(adas, receipt.review.id) == [
            (None, "To where?", "Move the till.", True), ("Bob", "Blue?", "Paint it.", False)
        ]  # fmt: skip
        assert (await kinds(adas))[-1] == "annotation_received"
        assert "review_shared" in await kinds(adas)


async def test_receiving_twice_changes_nothing(desk: Desk) -> None:
    receipt = await ask(desk)
    first = await receive(desk, shared(WHY, replace(WHY, id="x", author="")), by=ME)
    before = await desk.read(lambda reader: reader.annotations(receipt.review.id))
    second = await receive(desk, shared(WHY, replace(WHY, id="x", author="")), by=ME)
    assert (first.added, second.added, second.same) == (2, 0, 2)
    assert before == await desk.read(lambda reader: reader.annotations(receipt.review.id))


async def test_another_persons_mark_goes_only_when_it_is_chosen_and_says_whose_it_is(desk: Desk) -> None:
    receipt = await ask(desk)
    own = await mark(desk, receipt, "Move the till.", "To where?")
    await receive(desk, shared(WHY), by=ME)
    with pytest.raises(Stale):
        await requested(desk, receipt, own, WHY.id)
    await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=True, by=ME)
    assert (await kinds(desk))[-1] == "annotation_chosen"
    told = await requested(desk, receipt, own, WHY.id)
    mine, bobs = told.index("To where?"), told.index('another reviewer, "Bob"')
    assert told.count("another reviewer") == 1
    assert mine < bobs < told.index("Why?")
    with pytest.raises(AlreadyDecided):
        await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=False, by=ME)
    exported = await exported_item(desk, ItemKind.REVIEW, receipt.review.id)
    assert [each.author for each in exported.marks] == [None, "Bob"]


async def test_what_was_chosen_can_be_left_out_again(desk: Desk) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(WHY), by=ME)
    for chosen in (True, False, False):
        await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=chosen, by=ME)
    assert (await kinds(desk))[-2:] == ["annotation_chosen", "annotation_left_out"]
    with pytest.raises(Stale):
        await requested(desk, receipt, WHY.id)


async def test_nobody_puts_words_into_another_persons_mouth(desk: Desk) -> None:
    receipt = await ask(desk)
    own = await mark(desk, receipt, "Move the till.", "To where?")
    await receive(desk, shared(WHY), by=ME)
    with pytest.raises(Forbidden):
        await annotations.change(desk, receipt.review.id, WHY.id, version=1, said={"words": "Because."}, at=None, by=ME)
    with pytest.raises(BadInput):
        await sharing.choose(desk, receipt.review.id, [own], chosen=False, by=ME)


async def test_an_id_is_no_proof_of_who_wrote_a_mark(desk: Desk) -> None:
    """A link can name any id: neither the person's mark nor another one's is changed by it."""
    receipt = await ask(desk)
    own = await mark(desk, receipt, "Move the till.", "To where?")
    await receive(desk, shared(WHY), by=ME)
    forged = [replace(WHY, id=own, words="Delete all."), replace(WHY, author="Eve", words="Delete all.")]
    received = await receive(desk, shared(*forged, by="Eve"), by=ME)
    assert (received.own, received.added) == (1, 1)
    assert sorted(await state(desk, receipt.review.id), key=str) == sorted(
        [
            (None, "To where?", "Move the till.", True), ("Bob", "Why?", "Move the door.", False),
            ("Eve", "Delete all.", "Move the door.", False),
        ],
        key=str,
    )  # fmt: skip


async def test_a_changed_mark_of_its_author_takes_the_place_of_the_old_and_is_chosen_anew(desk: Desk) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(WHY), by=ME)
    await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=True, by=ME)
    received = await receive(desk, shared(replace(WHY, words="Why now?")), by=ME)
    assert received.changed == 1
    assert await state(desk, receipt.review.id) == [("Bob", "Why now?", "Move the door.", False)]


async def test_what_has_gone_to_the_agent_stays_as_it_went(desk: Desk) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(WHY), by=ME)
    await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=True, by=ME)
    await requested(desk, receipt, WHY.id)
    received = await receive(desk, shared(replace(WHY, words="Why now?")), by=ME)
    assert (received.sent, received.changed) == (1, 0)
    assert "left as they went" in received.left_out[0]
    assert [words for _, words, _, _ in await state(desk, receipt.review.id)] == ["Why?"]


async def test_a_mark_that_was_removed_here_does_not_come_back(desk: Desk) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(WHY), by=ME)
    await annotations.remove(desk, receipt.review.id, WHY.id, by=ME)
    assert (await receive(desk, shared(WHY), by=ME)).same == 1
    assert await state(desk, receipt.review.id) == []


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (replace(WHY, quote="Move", place=Place("b99", 0, "b99", 4), occurrence=(2, 2)), (5, 5)),
        (replace(WHY, quote="Move", occurrence=(2, 2)), (5, 5)),
        (replace(WHY, quote="Move", lines=(5, 5), occurrence=(1, 9)), (5, 5)),
        (replace(WHY, quote="Move", occurrence=(1, 2)), (3, 3)),
        (replace(WHY, quote="door.\n\n  Paint   it."), (5, 7)),
    ],
)
async def test_a_mark_is_found_by_its_quote_where_its_place_does_not_hold(
    desk: Desk, told: SharedMark, lines: tuple[int, int]
) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(told), by=ME)
    [found] = await shown(desk, receipt.review.id)
    assert found.ground.lines == lines
    assert not found.homeless


async def test_marks_that_would_take_too_long_to_be_found_stand_on_the_whole_and_are_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "SEEKING_SECONDS", 0.0)
    receipt = await ask(desk)
    later = replace(WHY, id=f"an_{'c':0>26}", words="And this?")
    received = await receive(desk, shared(WHY, later), by=ME)
    assert (received.added, received.left_out) == (
        2, ["Looking for their words would take too long, so on the whole, too: 1 mark."]
    )  # fmt: skip
    homeless = {each.annotation.id: each.homeless for each in await shown(desk, receipt.review.id)}
    assert homeless == {WHY.id: False, later.id: True}


async def test_a_mark_whose_words_are_not_here_stands_on_the_whole_with_its_quote(desk: Desk) -> None:
    receipt = await ask(desk)
    received = await receive(desk, shared(replace(WHY, quote="Buy a boat.")), by=ME)
    assert "with what was quoted" in received.left_out[0]
    [found] = await shown(desk, receipt.review.id)
    assert (found.homeless, found.quote) == (True, "Buy a boat.")
    await sharing.choose(desk, receipt.review.id, [WHY.id], chosen=True, by=ME)
    told = await requested(desk, receipt, WHY.id)
    assert "Buy a boat." in told
    assert "Why?" in told


@pytest.mark.parametrize("text", [TEXT.replace("\n", "\r\n"), TEXT + "\n\n", TEXT.rstrip("\n")])
async def test_a_text_is_known_whatever_was_done_to_its_line_ends(desk: Desk, text: str) -> None:
    receipt = await ask(desk)
    assert (await receive(desk, shared(WHY, text=text), by=ME)).review == receipt.review.id


async def test_marks_on_an_earlier_text_are_carried_to_the_newest(desk: Desk) -> None:
    first = await ask(desk)
    await requested(desk, first)
    second = await ask(desk, "# Café\n\nPaint it.\n\nMove the door.\n")
    assert second.review.id == first.review.id
    await receive(desk, shared(WHY), by=ME)
    [found] = await shown(desk, first.review.id)
    assert (found.annotation.revision, found.ground.lines, found.annotation.chosen) == (1, (5, 5), False)


async def test_a_text_that_was_forgotten_is_opened_anew(desk: Desk) -> None:
    receipt = await ask(desk)
    await desk.change(
        CLAUDE, lambda change: reviews.withdraw(change, receipt.review.latest, Reason.ANSWERED_IN_TERMINAL)
    )
    await forget(desk, ItemKind.REVIEW, receipt.review.id, by=ME)
    received = await receive(desk, replace(shared(WHY), review=receipt.review.id), by=ME)
    assert received.opened
    with pytest.raises(Conflict, match="forgotten"):
        await sharing.share(desk, receipt.review.id, author="Ada", by=ME)


@pytest.mark.parametrize(("author", "here"), [("", UNNAMED), ("  A\nb ", "A b"), ("\u202eeve", "U+202E")])
async def test_a_name_is_one_plain_line(desk: Desk, author: str, here: str) -> None:
    receipt = await ask(desk)
    await receive(desk, shared(replace(WHY, author=author), by=""), by=ME)
    [(name, *_)] = await state(desk, receipt.review.id)
    assert name is not None
    assert here in name
    assert "\u202e" not in name


async def test_marks_without_words_are_left_out_and_told(desk: Desk) -> None:
    await ask(desk)
    received = await receive(desk, shared(replace(WHY, words=" ")), by=ME)
    assert (received.added, received.empty) == (0, 1)
    assert received.left_out


async def test_there_is_a_limit_to_marks_and_to_shared_reviews(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await ask(desk)
    monkeypatch.setattr("countermark.actions.receiving.MAX_PER_REVIEW", 1)
    with pytest.raises(TooLarge, match="more than 1"):
        await receive(desk, shared(WHY, replace(WHY, id="other")), by=ME)
    assert await state(desk, receipt.review.id) == []
    monkeypatch.setattr("countermark.actions.receiving.MAX_OPEN_PER_AGENT", 0)
    with pytest.raises(Busy):
        await receive(desk, shared(WHY, text="Another."), by=ME)
    with pytest.raises(BadInput, match="no text"):
        await receive(desk, shared(WHY, text=" \n"), by=ME)


@pytest.mark.parametrize("name", ["", "  \n", "x" * 101])
async def test_who_shares_gives_a_name(desk: Desk, name: str) -> None:
    receipt = await ask(desk)
    with pytest.raises(BadInput, match="name"):
        await sharing.share(desk, receipt.review.id, author=name, by=ME)


async def test_marks_go_into_the_file_beside_those_that_are_there(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_bytes(with_block(TEXT.replace("\n", "\r\n"), [WHY], author="Bob").encode())
    file.chmod(0o640)
    receipt = await ask(desk, TEXT, str(file))
    await mark(desk, receipt, "Move the till.", "To where?")
    await sharing.share_into(desk, receipt.review.id, author="Ada", path=None, by=ME)
    assert file.stat().st_mode & 0o777 == 0o640
    assert b"\r\n```countermark-marks\r\n" in file.read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["plan.md"]
    received = await opened_file(desk, file)
    assert (received.review, received.own, received.added) == (receipt.review.id, 1, 1)
    await annotations.remove(desk, receipt.review.id, WHY.id, by=ME)
    await sharing.share_into(desk, receipt.review.id, author="Ada", path=str(file), by=ME)
    assert b"Why?" not in file.read_bytes(), "a mark that was removed here goes out of the file"


async def opened_file(desk: Desk, file: Path) -> Received:
    return await open_shared(desk, file.read_bytes().decode(), path=str(file), by=ME)


async def test_a_file_that_holds_another_text_is_left_alone(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    receipt = await ask(desk, TEXT)
    for content, why in ((b"# Other\n", "another text"), (b"\xff\xfe", "UTF-8"), (None, "cannot be read")):
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        with pytest.raises(Conflict, match=why):
            await sharing.share_into(desk, receipt.review.id, author="Ada", path=str(file), by=ME)
        assert content is None or file.read_bytes() == content
    with pytest.raises(BadInput, match="no file"):
        await sharing.share_into(desk, receipt.review.id, author="Ada", path=None, by=ME)


async def test_marks_of_others_stay_out_of_a_file_and_of_a_link_that_are_to_have_ones_own(
    desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "plan.md"
    file.write_text(TEXT)
    receipt = await ask(desk, TEXT, str(file))
    await mark(desk, receipt, "Move the till.", "To where?")
    await receive(desk, shared(WHY), by=ME)
    review = receipt.review.id
    made = await sharing.share_as_link(desk, review, author="Ada", others=False, base="http://x", by=ME)
    assert [each.words for each in link_opened(made.link).marks] == ["To where?"]
    await sharing.share_into(desk, review, author="Ada", others=False, path=None, by=ME)
    assert [each.words for each in marks_in_block(file.read_text())] == ["To where?"]
    await sharing.share_into(desk, review, author="Ada", path=None, by=ME)
    assert sorted(each.words for each in marks_in_block(file.read_text())) == ["To where?", "Why?"]


async def test_a_file_that_is_read_only_stays_as_it_is(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_text(TEXT)
    file.chmod(0o400)
    receipt = await ask(desk, TEXT, str(file))
    await mark(desk, receipt, "Move the till.", "To where?")
    with pytest.raises(Conflict, match="cannot be written"):
        await sharing.share_into(desk, receipt.review.id, author="Ada", path=None, by=ME)
    assert (file.read_text(), file.stat().st_mode & 0o777) == (TEXT, 0o400)


async def test_a_file_with_the_longest_name_takes_its_block(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / f"{'p' * 250}.md"
    file.write_text(TEXT)
    receipt = await ask(desk, TEXT, str(file))
    await mark(desk, receipt, "Move the till.", "To where?")
    await sharing.share_into(desk, receipt.review.id, author="Ada", path=None, by=ME)
    assert "To where?" in file.read_text()
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


async def test_a_plain_file_is_opened_to_be_read_and_marked(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nWords.\n")
    received = await opened_file(desk, file)
    review = await desk.read(lambda reader: must(reader.review(received.review)))
    assert (received.opened, review.path, review.workspace, review.latest.title) == (
        True, str(file), str(tmp_path), "Notes"
    )  # fmt: skip
    assert not (await opened_file(desk, file)).opened
