"""What is found in the journal: by item, conversation, workspace, decider, words and time, in each store."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy.dialects import postgresql, sqlite

from countermark.actions import reviews
from countermark.actions.desk import Desk, open_desk
from countermark.actions.items import expire_due
from countermark.actions.journal_figures import DAY, DecidedBy, figures
from countermark.actions.journal_pages import journal_page
from countermark.model import actors
from countermark.model.happenings import PlanMissing, ReviewOpened
from countermark.model.items import ItemKind
from countermark.model.journal_lookups import EntryQuery, lookup_of
from countermark.model.reviews import CANARY, Submission, Verdict
from countermark.store.entry_queries import entries_select
from countermark.store.sql import SqlStore
from countermark.store.sqlite import open_file
from tests.contract.memory_desk import HandClock
from tests.contract.store.test_migrated_items import brought_over

ME = actors.person("si_me")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def desk(store: SqlStore, clock: HandClock, tmp_path: Path) -> Desk:
    """Three plans of two agents in two folders: one is approved, one expires, one waits."""
    desk = await open_desk(store, images=tmp_path, clock=clock, steady=clock.steady)
    for number, (agent, folder, conversation, title) in enumerate(
        [
            ("claude-code", "/shop", "c-1", "Idempotent webhooks"),
            ("review", "/docs", "c-2", 'Quotes " and 100% of it'),
            ("claude-code", "/docs", "c-1", "Übersetzung"),
        ]
    ):
        asked = Submission(agent, f"# {title}\n", None, folder, conversation, None)
        receipt = await reviews.open_review(
            desk, asked, key=f"key-0000000{number}", wait_seconds=3600, by=actors.agent(agent)
        )
        clock.forward(60)
        if number == 0:
            await reviews.decide(
                desk, receipt.review.id, Verdict.APPROVED, notes="Mind the tests.",
                shown_sha256=receipt.revision.sha256, by=ME,
            )  # fmt: skip
        if number == 1:
            clock.forward(3600)
            await expire_due(desk)
    missing = PlanMissing("claude-code", "/shop", "c-1")
    await desk.change(actors.agent("claude-code"), lambda change: change.save(None, missing))
    return desk


async def found(desk: Desk, query: EntryQuery) -> list[str]:
    page = await journal_page(desk, query)
    return [f"{line.entry.kind} {line.title or '-'}" for line in page.lines][::-1]


OPENED, DECIDED = "review_opened Idempotent webhooks", "review_decided Idempotent webhooks"
ASKED, EXPIRED = 'review_opened Quotes " and 100% of it', 'review_expired Quotes " and 100% of it'
WAITS, MISSING = "review_opened Übersetzung", "plan_missing -"
EVERYTHING = [OPENED, DECIDED, ASKED, EXPIRED, WAITS, MISSING]
START = HandClock().at


@pytest.mark.parametrize(
    ("query", "finds"),
    [
        (EntryQuery(), EVERYTHING),
        (EntryQuery(limit=2), [WAITS, MISSING]),
        (EntryQuery(limit=2, before=3), [OPENED, DECIDED]),
        (EntryQuery(after=4), [WAITS, MISSING]),
        (EntryQuery(conversation="c-1"), [OPENED, DECIDED, WAITS, MISSING]),
        (EntryQuery(conversation="c-2"), [ASKED, EXPIRED]),
        (EntryQuery(conversation="c-3"), []),
        (EntryQuery(workspaces=["/docs"]), [ASKED, EXPIRED, WAITS]),
        (EntryQuery(workspaces=["/docs"], conversation="c-1"), [WAITS]),
        (EntryQuery(item_kinds=[ItemKind.REVIEW]), EVERYTHING[:-1]),
        (EntryQuery(kinds=["plan_missing"]), [MISSING]),
        (EntryQuery(decisions=True), [DECIDED, EXPIRED]),
        (EntryQuery(deciders=[("person", None)]), [DECIDED]),
        (EntryQuery(deciders=[("person", "si_me"), ("timeout", None)]), [DECIDED, EXPIRED]),
        (EntryQuery(deciders=[("person", "si_other")]), []),
        (EntryQuery(words="webhooks"), [OPENED, DECIDED]),
        (EntryQuery(words="MIND webhooks"), [DECIDED]),
        (EntryQuery(words="100%"), [ASKED, EXPIRED]),
        (EntryQuery(words='"'), [ASKED, EXPIRED]),
        (EntryQuery(words="Übersetzung"), [WAITS]),
        (EntryQuery(words="nothing-like-that"), []),
        (EntryQuery(since=START + 60_000), EVERYTHING[1:]),
        (EntryQuery(until=START + 60_000), [OPENED]),
    ],
    ids=str,
)
async def test_what_is_asked_for_is_found(desk: Desk, query: EntryQuery, finds: list[str]) -> None:
    assert await found(desk, query) == finds
    oldest_first = await desk.read(
        lambda reader: [entry.seq for entry in reader.entries_matching(EntryQuery(oldest_first=True))]
    )
    assert oldest_first == list(range(1, len(EVERYTHING) + 1))


async def test_one_item_is_found_by_its_id(desk: Desk) -> None:
    [first, *_] = await desk.read(lambda reader: reader.entries(limit=1))
    assert first.item is not None
    assert await found(desk, EntryQuery(item=first.item.id)) == [OPENED, DECIDED]


async def test_a_line_says_who_asked_and_when(desk: Desk) -> None:
    [line] = (await journal_page(desk, EntryQuery(deciders=[("person", None)]))).lines
    assert (line.agent, line.workspace, line.asked_at) == ("claude-code", "/shop", START)
    [line] = (await journal_page(desk, EntryQuery(kinds=["plan_missing"]))).lines
    assert (line.title, line.agent, line.asked_at) == (None, None, None)


async def test_figures_tell_how_long_things_waited_and_who_decided(desk: Desk, clock: HandClock) -> None:
    told = await figures(desk, days=14)
    assert [(wait.kind, wait.ms, wait.expired) for wait in told.waits] == [
        ("review", 3_660_000, True),
        ("review", 60_000, False),
    ]
    assert told.decided == {
        DecidedBy("timeout", "clock", None, "review", None): 1,
        DecidedBy("person", "", None, "claude-code", None): 1,
    }
    assert told.workspaces == ["/docs", "/shop"]
    assert (told.entries, told.since) == (len(EVERYTHING), START)
    clock.forward(15 * DAY / 1000)
    assert (await figures(desk, days=14)).waits == []


async def test_figures_leave_the_doctor_out(desk: Desk) -> None:
    before = await figures(desk, days=14)
    asked = Submission(CANARY, "# Canary\n", None, "/shop", None, None)
    await reviews.open_review(desk, asked, key="key-0000000c", wait_seconds=60, by=actors.agent(CANARY))
    assert len(await found(desk, EntryQuery(decisions=True))) == 3
    assert await figures(desk, days=14) == replace(before, entries=before.entries + 2)


@pytest.mark.parametrize("dialect", [sqlite, postgresql])
def test_each_dialect_can_ask_it(dialect: ModuleType) -> None:
    query = EntryQuery(
        item="a", conversation="b", workspaces=["c"], kinds=["d"], item_kinds=[ItemKind.REVIEW], decisions=True,
        deciders=[("e", "f")], words="g", since=1, until=2,
    )  # fmt: skip
    assert "ORDER BY entries.seq DESC" in str(entries_select(query).compile(dialect=dialect.dialect()))


async def test_a_migrated_journal_is_found_by_the_same_names(tmp_path: Path) -> None:
    path = brought_over(tmp_path)
    store = open_file(path)
    entries = await store.read(lambda reader: reader.entries())
    await store.close()
    kinds = {entry.kind for entry in entries}
    assert {ReviewOpened.kind, "review_decided"} <= kinds, "none of them is unreadable"
    assert "entry_unreadable" not in kinds
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT conversation, workspace, decider, decider_id FROM entries ORDER BY seq"
        ).fetchall()
    assert rows == [tuple(vars(lookup_of(entry)).values()) for entry in entries]
    assert {row[2] for row in rows} >= {None, "person"}
