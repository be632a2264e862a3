"""What is forgotten is in no byte of the data folder, the journal verifies, and all else is as it was."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from countermark.actions import cards, drafts, forgetting, history, items
from countermark.actions.carrying import found_again, journey_of, settle
from countermark.actions.desk import Desk, must, open_desk
from countermark.actions.forgetting import forget
from countermark.actions.grants import take_back
from countermark.actions.journal import verify
from countermark.actions.placing import reading_of
from countermark.actions.receiving import Received, Seeking, arriving, merge
from countermark.model.actors import THE_HUB
from countermark.model.annotations import AnnotationKind, Words
from countermark.model.drafts import Draft
from countermark.model.errors import Conflict, Forgotten, NotFound
from countermark.model.forgetting import ForgottenBy, ItemForgotten
from countermark.model.history import HistoryLine, HistoryQuery
from countermark.model.items import ItemKind
from countermark.model.questions import QuestionOutcome
from countermark.model.reviews import Review
from countermark.model.shares import SharedMark
from countermark.store.base import Reader, ReviewQuery
from countermark.store.checkpoint_files import CheckpointFiles
from countermark.store.sqlite import open_file
from tests.contract.actions.test_history import is_up_to_date, kept, sooner_or_later
from tests.contract.forgettable import (
    CLAUDE,
    ME,
    Talk,
    answered_question,
    asked_permission,
    decide,
    decided_review,
    denied_permission,
    edited_permission,
    ended_grant,
    granted_permission,
)
from tests.contract.memory_desk import HandClock
from tests.contract.planted import Planted, files_of
from tests.contract.store.test_migrated_items import brought_over
from tests.house.layout import ROOT

KINDS = {"rv": ItemKind.REVIEW, "pm": ItemKind.PERMISSION, "qu": ItemKind.QUESTION}
DAY_SECONDS = 24 * 60 * 60
LONG = 12  # characters of a line that stands nowhere by chance
MAKERS = [decided_review, denied_permission, edited_permission, ended_grant, answered_question]


@asynccontextmanager
async def desk_in(folder: Path, clock: HandClock | None = None) -> AsyncIterator[Desk]:
    """A desk on the files of a data folder."""
    (folder / "images").mkdir(exist_ok=True)
    store = open_file(folder / "countermark.db")
    checkpoints = CheckpointFiles(folder)
    desk = await open_desk(store, images=folder / "images", checkpoints=checkpoints, clock=clock or HandClock())
    try:
        yield desk
    finally:
        await desk.close()


async def forgets(desk: Desk, item_id: str) -> forgetting.ForgottenItem:
    return await forget(desk, KINDS[item_id[:2]], item_id, by=ME)


async def lines(desk: Desk, words: str = "") -> list[HistoryLine]:
    return list((await history.search(desk, HistoryQuery(words=words))).lines)


@pytest.mark.parametrize("make", MAKERS, ids=lambda each: each.__name__)
async def test_no_byte_of_a_forgotten_item_is_left(tmp_path: Path, make: Callable[[Talk], Awaitable[str]]) -> None:
    gone, stays = Planted(1), Planted(2)
    async with desk_in(tmp_path) as desk, kept(desk):
        item_id = await make(Talk(desk, gone, "talk-gone"))
        other = await make(Talk(desk, stays, "talk-stays"))
        await sooner_or_later(lambda: is_up_to_date(desk))
        assert {place for place, _ in gone.left_in(tmp_path)} == set(gone.words), "all of them were there"
        before = stays.left_in(tmp_path)
        forgotten = await forgets(desk, item_id)
        assert forgotten.is_clean
        assert forgotten.removed.entries > 0
        assert gone.left_in(tmp_path) == set()
        await sooner_or_later(lambda: is_up_to_date(desk))
        assert gone.left_in(tmp_path) == set()
        assert {place for place, _ in stays.left_in(tmp_path)} == {place for place, _ in before} == set(stays.words)
        await is_as_it_should_be(desk, item_id, other, forgotten.removed.entries)
    assert gone.left_in(tmp_path) == set()


async def is_as_it_should_be(desk: Desk, item_id: str, other: str, entries: int) -> None:
    """The journal verifies and says what was forgotten; both items are in history, and only one has a title."""
    verified = await verify(desk)
    assert (verified.broken, list(verified.faults), len(verified.forgotten)) == (None, [], entries)
    [said] = [each for each in await desk.read(lambda reader: reader.entries()) if each.kind == ItemForgotten.kind]
    assert said.item is not None
    assert (said.item.id, said.actor, said.body["why"], said.body["entries"]) == (item_id, ME, "person", entries)
    listed = {line.item.version.id: line.item for line in await lines(desk)}
    assert (listed[item_id].title, listed[item_id].forgotten) == ("", True)
    assert listed[other].title
    assert not listed[other].forgotten
    word = listed[other].title.split()[0].removeprefix("ours-")
    assert [line.item.version.id for line in await lines(desk, word)] == [other]


async def test_what_waits_or_is_in_force_is_not_forgotten(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, Planted(1), "talk-1")
        receipt, key = await talk.submits("# A plan\n")
        with pytest.raises(Conflict, match="waits for an answer"):
            await forgets(desk, receipt.review.id)
        await decide(desk, receipt, "No.", [])
        with pytest.raises(Conflict, match="on its way"):
            await forgets(desk, receipt.review.id)
        await talk.hears(key)
        await forgets(desk, receipt.review.id)
        permission, grant = await granted_permission(talk)
        with pytest.raises(Conflict, match="in force"):
            await forgets(desk, permission)
        await take_back(desk, grant, by=ME)
        await forgets(desk, permission)
        with pytest.raises(NotFound):
            await forgets(desk, "rv_nothing")


async def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as desk:
        review = await decided_review(Talk(desk, Planted(1), "talk-1"))
        first = await forgets(desk, review)
        head = desk.feed.head
        second = await forgets(desk, review)
        assert (second.item, desk.feed.head, second.removed.entries) == (first.item, head, 0)


async def test_what_two_items_share_stays_with_the_other_one(tmp_path: Path) -> None:
    """The same words in the same document, and the same image: the other one keeps both until it goes, too."""
    says = Planted(1)
    async with desk_in(tmp_path) as desk, kept(desk):
        one = await decided_review(Talk(desk, says, "talk-1"), also=says("shared"))
        two = await decided_review(Talk(desk, says, "talk-2"), also=says("shared"))
        await forgets(desk, one)
        text, images = await desk.read(lambda reader: (reader.text(newest(reader, two)), reader.picture_bytes()))
        assert says("shared") in (text or "")
        assert images > 0
        assert list((tmp_path / "images").iterdir())
        await forgets(desk, two)
        assert says.left_in(tmp_path) == set()


def newest(reader: Reader, review_id: str) -> str:
    return must(reader.review(review_id)).latest.sha256


async def test_nothing_is_written_about_a_forgotten_review_any_more(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, Planted(1), "talk-1")
        receipt, key = await talk.submits("# A plan\n")
        await decide(desk, receipt, "No.", [])
        await talk.hears(key)
        review = receipt.review.id
        await forgets(desk, review)
        with pytest.raises(Forgotten):
            await drafts.save_draft(desk, Draft(review, 1, "late words", None, 0, 0))
        with pytest.raises(Forgotten):
            await talk.marks(receipt, "", Words(AnnotationKind.NOTE, "late mark"))
        again, _ = await talk.submits("# A plan\n")
        assert again.review.id != review, "the next plan of the conversation is asked about anew"


async def test_marks_that_arrive_as_a_review_is_forgotten_are_not_taken_in(tmp_path: Path) -> None:
    says = Planted(1)
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, says, "talk-1")
        receipt, key = await talk.submits(f"# A plan\n\nMove {says('quote')}.\n")
        await decide(desk, receipt, "No.", [])
        await talk.hears(key)
        reading = await reading_of(desk, receipt.revision.sha256)
        theirs = SharedMark(
            id="an_1", author=says("author"), kind=AnnotationKind.COMMENT, words=says("words"), quote=says("quote")
        )
        arrivals = list(arriving(Seeking(reading), [theirs], ""))
        received = Received(receipt.review.id, opened=False)
        await forgets(desk, receipt.review.id)
        with pytest.raises(Forgotten):
            await desk.change(ME, lambda change: merge(change, receipt.revision, arrivals, received))
        assert says.left_in(tmp_path) == set()


async def test_marks_that_are_looked_for_as_their_review_is_forgotten_are_left_alone(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, Planted(1), "talk-1")
        first, key = await talk.submits("# A plan\n\nMove the till.\n")
        names = [await talk.marks(first, "till", Words(AnnotationKind.COMMENT, "Which?"))]
        await decide(desk, first, "No.", names)
        await talk.hears(key)
        second, key = await talk.submits("# A plan\n\nMove the till and the door.\n")
        journey = await desk.read(lambda reader: journey_of(reader, first.review.id))
        placements = await found_again(desk, journey)
        assert placements
        await decide(desk, second, "No.", [])
        await talk.hears(key)
        await forgets(desk, first.review.id)
        before = desk.feed.head
        await desk.change(THE_HUB, lambda change: settle(change, journey, placements))
        assert desk.feed.head == before


async def test_half_an_answer_is_never_given(tmp_path: Path) -> None:
    """What was allowed with another command is not allowed as it was asked, once the other command is forgotten."""
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, Planted(1), "talk-1")
        permission = await edited_permission(talk)
        await forgets(desk, permission)
        version = must(await desk.read(lambda reader: reader.permission(permission))).version
        with pytest.raises(Forgotten):
            await desk.read(lambda reader: items.find_answer(reader, version))
        with pytest.raises(Forgotten):
            await desk.change(CLAUDE, lambda change: items.welcome_back(change, version))
        again, _ = await asked_permission(talk, "edited")
        assert again.id != permission
        assert again.is_open


async def test_a_card_is_told_of_what_is_still_known(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as desk:
        talk = Talk(desk, Planted(1), "talk-1")
        permission, question = await denied_permission(talk), await answered_question(talk)
        for each in (permission, question):
            await forgets(desk, each)
        card = await cards.card_of(desk, permission)
        assert (card.permission.title, [each.text for each in card.shown], card.risks) == ("Forgotten", ["{}"], [])
        gone = must(await desk.read(lambda reader: reader.question(question)))
        assert (gone.title, gone.prompts, gone.message, gone.outcome) == ("Forgotten", (), "", QuestionOutcome.ANSWERED)


async def test_entries_of_before_leave_tombstones(tmp_path: Path) -> None:
    """A data folder of schema 0006, whose entries are hashed with their texts."""
    database = brought_over(tmp_path)
    async with desk_in(tmp_path) as desk, kept(desk):
        listed = await desk.read(lambda reader: reader.reviews(ReviewQuery("decided")))
        before = await desk.read(lambda reader: {each.id: said_in(reader, each.id) for each in listed})
        [chosen, *_] = await desk.read(lambda reader: with_notes(reader, listed))
        for wait in await desk.read(items.waits):
            await items.leave(desk, wait.version, said_goodbye=True, by=CLAUDE)
        others = {words for item_id, said in before.items() for words in said if item_id != chosen}
        gone = before[chosen] - others
        assert gone
        assert all(is_in(database, words) for words in gone)
        await forgets(desk, chosen)
        verified = await verify(desk)
        assert (verified.broken, len(verified.forgotten) > 0) == (None, True)
        entries = await desk.read(lambda reader: reader.entries())
        assert {"review_opened", "review_decided"} <= {each.kind for each in entries if each.is_tombstone}
        assert not [words for words in gone for file in files_of(tmp_path) if is_in(file, words)]
        after = await desk.read(lambda reader: {each.id: said_in(reader, each.id) for each in listed})
        assert after == {**before, chosen: set()}


def with_notes(reader: Reader, listed: Sequence[Review]) -> list[str]:
    """Those that a person has answered with notes."""
    return [each.id for each in listed if any(revision.notes for revision in reader.revisions(each.id))]


def said_in(reader: Reader, review_id: str) -> set[str]:
    """Lines of the documents, notes, and what the marks say."""
    revisions = reader.revisions(review_id)
    texts = [reader.text(each.sha256) or "" for each in revisions]
    said = [*(each.notes or "" for each in revisions), *(each.words for each in reader.annotations(review_id))]
    return {line.strip() for text in (*texts, *said) for line in text.splitlines() if len(line.strip()) > LONG}


def is_in(file: Path, words: str) -> bool:
    return words.encode() in file.read_bytes()


async def test_the_next_start_cleans_what_a_killed_hub_has_left(tmp_path: Path) -> None:
    says = Planted(7)
    command = [sys.executable, "-m", "tests.contract.forget_and_die", str(tmp_path)]
    died = subprocess.run(command, timeout=120, cwd=ROOT, stdout=subprocess.PIPE)
    assert died.returncode == -signal.SIGKILL
    for place in json.loads(died.stdout):
        says(place)
    assert says.left_in(tmp_path), "it was killed before the files were cleaned"
    async with desk_in(tmp_path) as desk, kept(desk):
        assert await forgetting.clean(desk)
        assert says.left_in(tmp_path) == set()
        verified = await verify(desk)
        assert (verified.broken, len(verified.forgotten) > 0) == (None, True)
        [line] = await lines(desk)
        assert line.item.forgotten


@pytest.mark.parametrize(("file", "table"), [("countermark.db", "texts"), ("history.db", "decided")])
async def test_a_reader_of_the_log_holds_the_cleaning_up_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, table: str
) -> None:
    monkeypatch.setattr(forgetting, "CLEAN_TRIES", 1)
    says = Planted(1)
    async with desk_in(tmp_path) as desk:
        review = await decided_review(Talk(desk, says, "talk-1"))
        await history.index_all(desk)
        with closing(sqlite3.connect(tmp_path / file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute(f"SELECT count(*) FROM {table}").fetchall()
            assert not (await forgets(desk, review)).is_clean
            assert desk.unclean.is_set(), "the hub goes on trying"
        assert await forgetting.clean(desk)
        assert says.left_in(tmp_path) == set()
        assert (await forgets(desk, review)).is_clean


async def test_retention_forgets_what_is_old_enough_and_over(tmp_path: Path) -> None:
    old, young, held, clock = Planted(1), Planted(2), Planted(3), HandClock()
    async with desk_in(tmp_path, clock) as desk, kept(desk):
        for make in MAKERS:
            await make(Talk(desk, old, f"talk-{make.__name__}"))
        in_force, grant = await granted_permission(Talk(desk, held, "talk-held"))
        waiting, _ = await Talk(desk, young, "talk-waiting").submits(f"# {young('waits')}\n")
        clock.forward(29 * DAY_SECONDS)
        stays = await answered_question(Talk(desk, young, "talk-young"))
        assert await forgetting.forget_old(desk, days=30) == 0
        clock.forward(DAY_SECONDS + 1)
        assert await forgetting.forget_old(desk, days=30) == len(MAKERS)
        assert await forgetting.clean(desk)
        await sooner_or_later(lambda: is_up_to_date(desk))
        assert old.left_in(tmp_path) == set()
        assert {place for place, _ in young.left_in(tmp_path)} == set(young.words)
        assert {place for place, _ in held.left_in(tmp_path)} == set(held.words)
        said = [each for each in await desk.read(lambda reader: reader.entries()) if each.kind == ItemForgotten.kind]
        assert [each.body["why"] for each in said] == [ForgottenBy.RETENTION] * len(MAKERS)
        assert {line.item.version.id for line in await lines(desk) if not line.item.forgotten} == {in_force, stays}
        await take_back(desk, grant, by=ME)
        assert await forgetting.forget_old(desk, days=30) == 1
        assert not (await desk.read(lambda reader: must(reader.review(waiting.review.id)))).latest.forgotten_at
        assert (await verify(desk)).broken is None
