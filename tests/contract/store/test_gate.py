"""What every store keeps of the gate: to the letter, whatever agents say, and found again quickly."""

import asyncio
from collections.abc import Callable
from dataclasses import fields, replace
from typing import TypeVar

import pytest
from sqlalchemy import SelectBase, event
from sqlalchemy.dialects import postgresql

from countermark.model import actors
from countermark.model.asked import CallPoint, Decider, DeciderKind
from countermark.model.happenings import HubStarted
from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.model.journal import first_break
from countermark.model.modes import GateMode, TrustedRules, WorkspaceMode
from countermark.model.permissions import Outcome
from countermark.model.questions import QuestionOutcome, QuestionReply
from countermark.model.reviews import Stage
from countermark.store.base import Reader, Transaction, Value
from countermark.store.readers import gate
from countermark.store.reads_gate import MOST_OPEN
from countermark.store.sql import SqlStore
from tests.contract.store.gate_values import (
    ASKER,
    allowed,
    full_permission,
    full_question,
    grant,
    permission,
    question,
)

T = TypeVar("T")
HOSTILE = ["a\x00b", "\ud800", "\udfff\ud800", "\\u0000", "\\", "\\\\ud800", "\u202e日本🎈\u2028", "'; --", ""]
TIMEOUT = Decider(DeciderKind.TIMEOUT, "clock")


async def put(store: SqlStore, *values: Value) -> None:
    def work(txn: Transaction) -> None:
        for value in values:
            txn.put(value)

    await store.transact(work)


def ids(found: object) -> list[str]:
    assert isinstance(found, list)
    return [each.id for each in found]


def test_the_full_values_leave_no_field_at_its_default() -> None:
    for value in (full_permission("x"), full_question("x")):
        assert [field.name for field in fields(value) if getattr(value, field.name) == field.default] == []


@pytest.mark.parametrize("said", HOSTILE, ids=ascii)
async def test_everything_comes_back_as_it_was_put(store: SqlStore, said: str) -> None:
    asked, wanted = full_permission(said), full_question(said)
    given = replace(grant(1, conversation=said), workspace=said, title=said, ended_at=2**40, used=3)
    await put(store, asked, wanted, given)
    assert await store.read(lambda reader: reader.permission(asked.id)) == asked
    assert await store.read(lambda reader: reader.question(wanted.id)) == wanted
    assert await store.read(lambda reader: reader.grant(given.id)) == given
    assert asked.decision is not None
    later = replace(asked, decision=None, decider=None, stage=None, joined=False, agent_present=True, reason=None)
    await put(store, later, replace(wanted, reply=None, url=None, server=None))
    assert await store.read(lambda reader: reader.permissions_named([asked.id, "pm_none"])) == {asked.id: later}
    assert (await store.read(lambda reader: reader.questions_named([wanted.id])))[wanted.id].reply is None


@pytest.mark.parametrize("said", HOSTILE, ids=ascii)
async def test_what_an_agent_says_is_found_by_exactly_this(store: SqlStore, said: str) -> None:
    """Two texts that no database tells apart are two conversations, two workspaces and two calls."""
    others = [each for each in HOSTILE if each != said]
    askers = [replace(ASKER, workspace=each, conversation=each, call_id=each) for each in [said, *others]]
    await put(store, *(permission(number, asker=asker) for number, asker in enumerate(askers)))
    await put(store, *(grant(number, conversation=asker.workspace) for number, asker in enumerate(askers)))
    modes = [WorkspaceMode(each, GateMode.EDITS, until=number, set_at=1) for number, each in enumerate([said, *others])]
    await put(store, *modes, *(TrustedRules(each.workspace, f"{each.until:064}", 3) for each in modes))

    def look(reader: Reader) -> None:
        digest = permission(0).sha256
        assert ids(reader.open_permissions_of("claude-code", said)) == ["pm_000"]
        assert ids(reader.same_permissions("claude-code", said, digest, since=0, limit=9)) == ["pm_000"]
        of_call = reader.permission_of_call("claude-code", said, call_id=said, sha256="")
        assert of_call == permission(0, asker=askers[0])
        assert ids(reader.grants_of("claude-code", said)) == ["gr_000"]
        assert reader.workspace_mode(said) == modes[0]
        assert reader.trusted_rules(said) == TrustedRules(said, "0" * 64, 3)

    await store.read(look)


async def test_open_ones_come_oldest_first_and_ended_ones_never(store: SqlStore) -> None:
    other = replace(ASKER, agent="codex", conversation=None)
    await put(store, permission(3), permission(1), allowed(2, at=9), permission(4, asker=other))
    await put(store, question(3), question(1, asker=other))
    await put(store, question(2).expire(decider=TIMEOUT, at=9))

    def look(reader: Reader) -> None:
        assert ids(reader.open_permissions()) == ["pm_001", "pm_003", "pm_004"]
        assert ids(reader.open_permissions_of("claude-code", "c1")) == ["pm_001", "pm_003"]
        assert ids(reader.open_permissions_of("codex", None)) == ["pm_004"]
        assert ids(reader.open_permissions_of("claude-code", None)) == []
        assert reader.has_open_permissions("claude-code", at_least=2)
        assert not reader.has_open_permissions("claude-code", at_least=3)
        assert ids(reader.open_questions()) == ["qu_001", "qu_003"]
        assert ids(reader.open_questions_of("codex", None)) == ["qu_001"]
        assert ids(reader.open_questions_of("claude-code", "c1")) == ["qu_003"]
        assert reader.has_open_questions("codex", at_least=1)
        assert not reader.has_open_questions("codex", at_least=2)

    await store.read(look)


async def test_who_waits(store: SqlStore) -> None:
    """The open ones, and those whose answer has not been received though the agent seems to wait."""
    said = question(1).answer(QuestionReply(outcome=QuestionOutcome.CANCELLED), decider=TIMEOUT, at=9)
    await put(
        store, permission(1), permission(2, agent_present=False), allowed(3, at=9),
        allowed(4, at=9, agent_present=False), allowed(5, at=9).acknowledge(Stage.DELIVERED, at=10),
        permission(6).expire(decider=TIMEOUT, at=9), said,
        replace(question(2).expire(decider=TIMEOUT, at=9), outcome=QuestionOutcome.EXPIRED),
    )  # fmt: skip

    def wait(kind: ItemKind, its_id: str, opened_at: int, *, is_open: bool, here: bool = True) -> AgentWait:
        return AgentWait(ItemVersion(kind, its_id, 1), opened_at, opened_at + 60_000, is_open, here)

    waits = await store.read(lambda reader: reader.permission_waits())
    assert sorted(waits, key=lambda each: each.version.id) == [
        wait(ItemKind.PERMISSION, "pm_001", 1, is_open=True),
        wait(ItemKind.PERMISSION, "pm_002", 2, is_open=True, here=False),
        wait(ItemKind.PERMISSION, "pm_003", 3, is_open=False),
    ]
    waits = await store.read(lambda reader: reader.question_waits())
    assert waits == [wait(ItemKind.QUESTION, "qu_001", 1, is_open=False)]


async def test_a_later_point_of_a_call_finds_the_earlier_one(store: SqlStore) -> None:
    with_id, without = replace(ASKER, call_id="t1"), replace(ASKER, conversation="c2")
    await put(
        store, permission(1, asker=with_id), permission(2, asker=with_id, joined=True),
        permission(3, asker=without), permission(4, asker=without),
        permission(5, asker=replace(without, point=CallPoint.DIALOG)), permission(6, asker=without, sha256="0" * 64),
        permission(7, asker=replace(ASKER, conversation=None)), question(1, asker=with_id),
    )  # fmt: skip
    digest = permission(1).sha256

    async def found(conversation: str | None, call_id: str | None, sha256: str = digest) -> str | None:
        its = await store.read(
            lambda reader: reader.permission_of_call("claude-code", conversation, call_id=call_id, sha256=sha256)
        )
        return None if its is None else its.id

    assert await found("c1", "t1", "other") == "pm_001"  # the newest with this id is joined already
    assert await found("c1", None) == "pm_001"
    assert await found("c1", "t2") is None  # the same arguments, but the ids tell that it is another call
    assert await found("c2", None) == await found("c2", "t9") == "pm_004"  # the newest before its use
    assert await found("c2", None, "1" * 64) is None
    assert await found(None, None) == "pm_007"
    named = await store.read(lambda reader: reader.permissions_with("claude-code", "c1", call_id="t1", limit=9))
    assert ids(named) == ["pm_002", "pm_001"]
    newest = await store.read(lambda reader: reader.permissions_with("claude-code", "c1", call_id="t1", limit=1))
    assert ids(newest) == ["pm_002"]
    asked = await store.read(lambda reader: reader.question_of_call("claude-code", "c1", call_id="t1", sha256=""))
    assert asked == question(1, asker=with_id)
    assert await store.read(lambda reader: reader.question_of_call("codex", "c1", call_id="t1", sha256="")) is None


async def test_what_was_decided_lately(store: SqlStore) -> None:
    denied = replace(allowed(4, at=30), outcome=Outcome.DENIED)
    lapsed = permission(5).expire(decider=TIMEOUT, at=50)
    elsewhere = replace(ASKER, workspace="/bank")
    await put(store, allowed(1, at=20), allowed(2, at=40), denied, lapsed, allowed(6, at=10), permission(7))
    await put(store, permission(8, asker=elsewhere), permission(9, sha256="0" * 64))

    def look(reader: Reader) -> None:
        assert ids(reader.recent_permissions(since=20, limit=9)) == ["pm_002", "pm_004", "pm_001"]
        assert ids(reader.recent_permissions(since=0, limit=2)) == ["pm_002", "pm_004"]
        digest = permission(1).sha256
        same = reader.same_permissions("claude-code", "/shop", digest, since=2, limit=9)
        assert ids(same) == ["pm_007", "pm_006", "pm_005", "pm_004", "pm_002"]
        assert ids(reader.same_permissions("claude-code", "/shop", digest, since=0, limit=1)) == ["pm_007"]

    await store.read(look)


async def test_grants_modes_and_trust(store: SqlStore) -> None:
    await put(store, grant(2), grant(1), grant(3, conversation="c2"), grant(4, ended_at=9))
    await put(store, grant(1, used=5), WorkspaceMode("/b", GateMode.READ_ONLY, None, 3))
    await put(store, WorkspaceMode("/a", GateMode.ASK, 7, 4), WorkspaceMode("/b", GateMode.UNATTENDED, 9, 5))

    def look(reader: Reader) -> None:
        assert reader.grants_of("claude-code", "c1") == [grant(1, used=5), grant(2)]
        assert reader.grants_of("codex", "c1") == reader.grants_of("claude-code", None) == []
        assert ids(reader.open_grants()) == ["gr_001", "gr_002", "gr_003"]
        assert reader.grant("gr_009") is None
        assert reader.workspace_mode("/c") is None
        assert reader.trusted_rules("/c") is None
        assert reader.workspace_modes() == [
            WorkspaceMode("/a", GateMode.ASK, 7, 4), WorkspaceMode("/b", GateMode.UNATTENDED, 9, 5),
        ]  # fmt: skip

    await store.read(look)


async def test_many_that_ask_at_once_are_all_kept_and_their_entries_are_one_chain(store: SqlStore) -> None:
    def ask(number: int) -> Callable[[Transaction], None]:
        def work(txn: Transaction) -> None:
            txn.put(permission(number))
            txn.append(HubStarted(str(number)), by=actors.THE_HUB, at=number)
            if number % 10 == 9:
                raise LookupError(number)

        return work

    made = await asyncio.gather(*(store.transact(ask(number)) for number in range(60)), return_exceptions=True)
    assert sum(isinstance(each, LookupError) for each in made) == 6
    kept = await store.read(lambda reader: reader.open_permissions())
    assert kept == [permission(number) for number in range(60) if number % 10 != 9]
    entries = await store.read(lambda reader: reader.entries())
    assert first_break(entries) is None
    assert {entry.body["version"] for entry in entries} == {str(each.opened_at) for each in kept}
    assert len(entries) == len(kept)


async def test_no_query_looks_through_what_has_ended(store: SqlStore) -> None:
    """As the database plans each of them: by an index, never the whole table."""
    asked: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
        asked.append((statement, values))

    event.listen(store.engine, "before_cursor_execute", note)
    digest = permission(1).sha256
    queries: list[Callable[[Reader], object]] = [
        lambda reader: reader.open_permissions(),
        lambda reader: reader.permission_waits(),
        lambda reader: reader.open_permissions_of("a", "c"),
        lambda reader: reader.open_permissions_of("a", None),
        lambda reader: reader.has_open_permissions("a", at_least=1),
        lambda reader: reader.permission_of_call("a", "c", call_id="t", sha256=digest),
        lambda reader: reader.permission_of_call("a", None, call_id="t", sha256=digest),
        lambda reader: reader.permissions_with("a", "c", call_id="t", limit=5),
        lambda reader: reader.recent_permissions(since=1, limit=5),
        lambda reader: reader.same_permissions("a", "/", digest, since=1, limit=5),
        lambda reader: reader.permissions_named(["pm_001"]),
        lambda reader: reader.question_of_call("a", "c", call_id="t", sha256=digest),
        lambda reader: reader.question_waits(),
        lambda reader: reader.grants_of("a", "c"),
        lambda reader: reader.open_grants(),
    ]
    for query in queries:
        await store.read(query)
    event.remove(store.engine, "before_cursor_execute", note)
    queried = [each for each in asked if each[0].startswith("SELECT")]
    assert len(queried) >= len(queries)

    def plans(reader: Reader) -> list[str]:
        connection = reader.connection  # type: ignore[attr-defined]  # the SQL of this store
        return [
            row[3]
            for statement, values in queried
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]

    planned = await store.read(plans)
    assert [each for each in planned if each.startswith("SCAN")] == []
    assert sum("permissions_unheard" in each for each in planned) == 1


@pytest.mark.parametrize("queries", [gate.PERMISSIONS, gate.QUESTIONS], ids=["permissions", "questions"])
def test_postgresql_can_say_each_query(queries: object) -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    said = [str(each.compile(dialect=dialect)) for each in vars(queries).values() if isinstance(each, SelectBase)]
    assert len(said) > 8
    assert all("FROM " in each for each in said)


async def test_a_list_of_open_ones_has_an_end(store: SqlStore) -> None:
    await put(store, *(permission(number) for number in range(MOST_OPEN + 5)))
    assert len(await store.read(lambda reader: reader.open_permissions())) == MOST_OPEN
