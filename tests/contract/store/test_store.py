"""What every store keeps: values as they were put, a journal without gaps, and all or nothing."""

import asyncio
from dataclasses import replace
from types import ModuleType

import pytest
from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from countermark.model import actors
from countermark.model.drafts import Draft
from countermark.model.happenings import HubStarted, ReviewDecided, ReviewOpened
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.model.journal import first_break
from countermark.model.reviews import Reason, Review, Revision, Stage, Submission, Verdict
from countermark.model.settings import DeskSettings, Label, Theme
from countermark.model.sign_ins import SignIn
from countermark.store.base import ReviewQuery, Transaction
from countermark.store.sql import SqlStore, insert_into, insert_missing_into, upsert_into
from countermark.store.tables import metadata

SHA = "a" * 64


def review(number: int, *, opened_at: int = 1000, **more: object) -> Review:
    its = f"rv_{number:03}"
    latest = Revision(its, 1, SHA, f"Plan {number}", opened_at=opened_at, expires_at=opened_at + 5000)
    made = Review(its, "claude-code", "/shop", "main", f"session-{number}", f"/plans/{number}.md", opened_at, latest)
    return replace(made, **more)  # type: ignore[arg-type]  # the test names real fields


def opened(it: Review) -> ReviewOpened:
    return ReviewOpened(it.latest, it.latest.title, it.agent, it.workspace, it.conversation, it.kind)


async def put(store: SqlStore, *reviews: Review) -> None:
    def work(txn: Transaction) -> None:
        for it in reviews:
            txn.put(it)
            txn.append(opened(it), by=actors.agent(it.agent), at=it.opened_at)

    await store.transact(work)


async def test_a_review_comes_back_as_it_was_put(store: SqlStore) -> None:
    its = review(1)
    full = replace(
        its.latest, verdict=Verdict.WITHDRAWN, reason=Reason.ASKED_AGAIN, notes="ä\n日本", decided_by="me",
        decided_at=2, agent_present=False, stage=Stage.RECEIVED, delivered_at=3, received_at=4, seen_at=5,
        feedback="To the letter \u202e", marks=3,
    )  # fmt: skip
    await put(store, replace(its, latest=full))
    assert await store.read(lambda reader: reader.review(its.id)) == replace(its, latest=full)
    assert await store.read(lambda reader: reader.revisions(its.id)) == [full]


async def test_a_newer_form_replaces_the_older_one(store: SqlStore) -> None:
    its = review(1)
    await put(store, its)
    second = replace(its.latest, number=2)
    await put(store, its.revised(second, Submission(its.agent, "", None, "/new", "other", None), branch="b"))
    found = await store.read(lambda reader: reader.review(its.id))
    assert found == replace(its, latest=second, workspace="/new", branch="b", conversation="other")
    assert [each.number for each in await store.read(lambda reader: reader.revisions(its.id))] == [1, 2]


async def test_lists_are_in_order(store: SqlStore) -> None:
    late, early = review(1, opened_at=2000), review(2, opened_at=1000)
    done = [
        replace(each, latest=replace(each.latest, verdict=Verdict.APPROVED, decided_at=at, notes="blue paint"))
        for each, at in ((review(3), 10), (review(4), 30), (review(5), 20))
    ]
    await put(store, late, early, *done)

    async def ids(query: ReviewQuery) -> list[str]:
        return [each.id for each in await store.read(lambda reader: reader.reviews(query))]

    assert await ids(ReviewQuery("open")) == [early.id, late.id]
    assert await ids(ReviewQuery("decided")) == ["rv_004", "rv_005", "rv_003"]
    assert await ids(ReviewQuery("decided", before=(30, "rv_004"), limit=1)) == ["rv_005"]
    assert await store.read(lambda reader: reader.open_count("claude-code")) == 2
    assert await store.read(lambda reader: reader.open_count("other")) == 0
    assert await store.read(lambda reader: reader.has_open("claude-code", at_least=2))
    assert not await store.read(lambda reader: reader.has_open("claude-code", at_least=3))
    assert not await store.read(lambda reader: reader.has_open("other", at_least=1))
    named = await store.read(lambda reader: reader.reviews_named(["rv_001", "rv_004", "rv_none"]))
    assert named == {each.id: each for each in (late, done[1])}


async def test_a_conversation_is_found_by_its_session_and_by_its_file_only_without_one(store: SqlStore) -> None:
    await put(store, review(1), review(2, conversation="session-1", path=None), review(3, conversation=None))

    async def found(**by: str | None) -> str | None:
        wanted = {"agent": "claude-code", "workspace": "/shop", "conversation": None, "path": None, **by}
        review = await store.read(lambda reader: reader.review_of_conversation(**wanted))  # type: ignore[arg-type]
        return review.id if review else None

    assert await found(conversation="session-1") == "rv_002"  # the newest
    assert await found(conversation="session-1", workspace="/other") is None
    assert await found(conversation="session-1", workspace="/other", path="/plans/1.md") == "rv_001"
    assert await found(conversation="new", path="/plans/1.md") is None
    assert await found(path="/plans/3.md", workspace="/other") == "rv_003"
    assert await found(path="/plans/1.md") is None
    assert await found(path="/plans/3.md", agent="codex") is None
    assert await found() is None


async def test_the_newest_review_of_a_conversation_is_the_one_that_the_journal_has_last(store: SqlStore) -> None:
    """A clock that was set back gives the later one the lesser id."""

    def work(txn: Transaction) -> None:
        for number in (2, 1):
            its = review(number, conversation="session-1")
            txn.put(its)
            opened = ReviewOpened(its.latest, "t", its.agent, its.workspace, its.conversation, its.kind)
            txn.append(opened, by=actors.agent(its.agent), at=number)

    await store.transact(work)
    wanted = {"agent": "claude-code", "workspace": "/shop", "conversation": "session-1", "path": None}
    newest = await store.read(lambda reader: reader.review_of_conversation(**wanted))  # type: ignore[arg-type]
    assert newest is not None
    assert newest.id == "rv_001"


async def test_a_failed_transaction_leaves_nothing(store: SqlStore) -> None:
    def work(txn: Transaction) -> None:
        txn.put(review(1))
        txn.append(opened(review(1)), by=actors.THE_HUB, at=1)
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        await store.transact(work)
    assert await store.read(lambda reader: reader.review("rv_001")) is None
    assert await store.read(lambda reader: reader.head()) == 0


async def test_many_writers_at_once_make_one_unbroken_chain(store: SqlStore) -> None:
    async def write(number: int) -> None:
        await store.transact(lambda txn: txn.append(HubStarted(str(number)), by=actors.THE_HUB, at=number))

    await asyncio.gather(*(write(number) for number in range(40)))
    entries = await store.read(lambda reader: reader.entries())
    assert [each.seq for each in entries] == list(range(1, 41))
    assert first_break(entries) is None
    assert {each.body["version"] for each in entries} == {str(number) for number in range(40)}


async def test_entries_come_back_to_the_letter(store: SqlStore) -> None:
    its = review(1)
    await put(store, its)
    decided = ReviewDecided(its.latest, Verdict.APPROVED, 'quote " back\\slash \u202e ü 🎈\x00')
    written = await store.transact(lambda txn: txn.append(decided, by=actors.person("me"), at=7))
    assert (await store.read(lambda reader: reader.entries(after=1)))[0] == written
    newest = await store.read(lambda reader: reader.entries(before=3, limit=2))
    assert [each.seq for each in newest] == [2, 1]
    assert first_break(await store.read(lambda reader: reader.entries())) is None


async def test_what_is_unfinished(store: SqlStore) -> None:
    waiting, expired = review(1), review(2)
    unheard, heard, gone = review(3), review(4), review(5)
    answer = {"verdict": Verdict.APPROVED, "decided_at": 1}
    await put(
        store, waiting,
        replace(expired, latest=replace(expired.latest, verdict=Verdict.EXPIRED)),
        replace(unheard, latest=replace(unheard.latest, **answer)),  # type: ignore[arg-type]
        replace(heard, latest=replace(heard.latest, stage=Stage.DELIVERED, **answer)),  # type: ignore[arg-type]
        replace(gone, latest=replace(gone.latest, agent_present=False, **answer)),  # type: ignore[arg-type]
    )  # fmt: skip
    waits = await store.read(lambda reader: reader.review_waits())
    assert sorted(waits, key=lambda each: each.version.id) == [
        AgentWait(waiting.version, 1000, 6000, is_open=True, agent_present=True),
        AgentWait(unheard.version, 1000, 6000, is_open=False, agent_present=True),
    ]


async def test_what_stands_beside(store: SqlStore) -> None:
    draft = Draft("rv_001", 1, "words", Verdict.CHANGES_REQUESTED, 3, 9)
    mark = Draft("rv_001", 2, "", None, 1, 9, "an_1", '{"kind":"comment"}')
    settings = DeskSettings(single_keys=False, theme=Theme.DARK, labels=(Label("Tests?", 'Say "how".'),))
    sign_in = SignIn("si_1", "f" * 64, 1, 2)

    def work(txn: Transaction) -> None:
        txn.put_draft(draft)
        txn.put_draft(mark)
        txn.put(sign_in)
        txn.put(settings)
        txn.put(IdempotencyRecord("key-12345", ItemVersion(ItemKind.REVIEW, "rv_001", 1)))
        txn.put_text(SHA, "# Text")
        txn.put_text(SHA, "# Text")

    await store.transact(work)
    assert await store.read(lambda reader: reader.draft("rv_001")) == draft
    assert await store.read(lambda reader: reader.draft("rv_001", "an_1")) == mark
    assert await store.read(lambda reader: reader.drafts("rv_001")) == [mark, draft]
    assert await store.read(lambda reader: reader.sign_in("f" * 64)) == sign_in
    assert await store.read(lambda reader: reader.desk_settings()) == settings
    assert await store.read(lambda reader: reader.idempotency_record("key-12345")) == IdempotencyRecord(
        "key-12345", ItemVersion(ItemKind.REVIEW, "rv_001", 1)
    )
    assert await store.read(lambda reader: reader.text(SHA)) == "# Text"
    await store.transact(lambda txn: txn.remove_sign_in("si_1"))
    assert await store.read(lambda reader: reader.sign_in("f" * 64)) is None


@pytest.mark.parametrize("dialect", [sqlite, postgresql])
@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_each_dialect_can_say_what_a_store_writes(dialect: ModuleType, table: Table) -> None:
    name = dialect.__name__.rpartition(".")[2]
    written = [insert_into(table), upsert_into(table, name), insert_missing_into(table, name)]
    said = [str(each.compile(dialect=dialect.dialect())) for each in written]
    assert "ON CONFLICT" not in said[0]
    assert " DO UPDATE SET " in said[1]
    assert said[2].endswith("ON CONFLICT DO NOTHING")
