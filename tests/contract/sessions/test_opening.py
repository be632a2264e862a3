"""Sessions are opened, renamed, closed and removed by a person; what they were opened with is kept."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.sessions import opening, reading
from countermark.actions.sessions.opening import NewSession
from countermark.model.errors import BadInput, Conflict, CountermarkError, NotFound, TooLarge
from countermark.model.sessions import events
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.values import Session, SessionSettings
from tests.contract.memory_desk import HandClock
from tests.contract.sessions.talk import ME, Talk, message, opened

HOUR = 60 * 60 * 1000


async def test_what_a_session_was_opened_with_is_kept(desk: Desk, folder: Path) -> None:
    more = folder / "more"
    more.mkdir()
    servers = json.dumps([{"name": "docs", "command": "docs"}])
    wanted = NewSession(
        "codex", str(folder), "Tests", ("my agent", "--acp"), servers, (str(more),), "plan", "c-7", "load"
    )
    session = await opening.open_session(desk, wanted, by=ME)
    kept = await desk.read(lambda reader: reader.session_settings(session.id))
    assert kept == SessionSettings(
        session.id, ("my agent", "--acp"), servers, (str(more),), "plan", "c-7", "load"
    )  # fmt: skip
    assert (session.agent, session.folder, session.title, session.number) == ("codex", str(folder), "Tests", 1)
    assert desk.sessions.anything.is_set()
    assert [each.id for each in await reading.list_sessions(desk)] == [session.id]


WRONG: list[tuple[dict[str, object], type[CountermarkError]]] = [
    ({"folder": "shop"}, BadInput),
    ({"folder": "/no/such/folder"}, BadInput),
    ({"folder": "/\0"}, BadInput),
    ({"folder": "/" + "x/" * 3000}, BadInput),
    ({"folder": "/etc/passwd"}, BadInput),
    ({"folders": ("/no/such/folder",)}, BadInput),
    ({"folders": ("/",) * 21}, TooLarge),
    ({"title": "x" * 301}, TooLarge),
    ({"command": ("",)}, BadInput),
    ({"command": ("a\0b",)}, BadInput),
    ({"command": ("x",) * 201}, TooLarge),
    ({"command": ("x" * 20_001,)}, TooLarge),
    ({"mcp_servers": "{}"}, BadInput),
    ({"mcp_servers": "[" * 100_000}, BadInput),
    ({"mcp_servers": "nonsense"}, BadInput),
    ({"how": "load"}, BadInput),
    ({"mode": "x" * 1001}, TooLarge),
    ({"conversation": "x" * 1001, "how": "load"}, TooLarge),
    ({"conversation": "c-1"}, BadInput),
]


@pytest.mark.parametrize(("changes", "error"), WRONG, ids=lambda each: str(each)[:40])
async def test_what_cannot_be_opened_is_said(
    desk: Desk, folder: Path, changes: dict[str, object], error: type[CountermarkError]
) -> None:
    with pytest.raises(error):
        await opening.open_session(desk, replace(NewSession("codex", str(folder)), **changes), by=ME)  # type: ignore[arg-type]
    assert await reading.list_sessions(desk) == []


async def test_it_is_called_something_else(desk: Desk, talk: Talk) -> None:
    await opening.rename_session(desk, talk.id, "Payments", by=ME)
    await opening.rename_session(desk, talk.id, "Payments", by=ME)
    assert (await talk.kinds()) == ["opened", "title_changed"]
    assert [each.title for each in await reading.list_sessions(desk)] == ["Payments"]
    with pytest.raises(TooLarge):
        await opening.rename_session(desk, talk.id, "x" * 301, by=ME)


async def test_auto_allow_is_for_a_day_at_most(desk: Desk, clock: HandClock, talk: Talk) -> None:
    until = clock() + HOUR
    await opening.allow_until(desk, talk.id, until, by=ME)
    assert (await talk.state()).auto_allow_until == until
    for moment in (clock(), clock() - 1, clock() + 25 * HOUR):
        with pytest.raises(BadInput, match="24 hours"):
            await opening.allow_until(desk, talk.id, moment, by=ME)
    await opening.allow_until(desk, talk.id, None, by=ME)
    await opening.allow_until(desk, talk.id, None, by=ME)
    assert (await talk.kinds()) == ["opened", "auto_allowed", "auto_allowed"]


async def test_a_session_is_removed_with_all_that_it_has_but_for_its_entries(
    desk: Desk, folder: Path, talk: Talk
) -> None:
    other = await opened(desk, folder)
    await talk.lines("raw")
    await talk.tell(events.Starting("agent"), events.Initialised(AgentFacts(1), 3), message("m1"))
    with pytest.raises(Conflict, match="runs"):
        await opening.forget_session(desk, talk.id, by=ME)
    await talk.tell(events.Disconnected("closed", failed=False))
    await opening.forget_session(desk, talk.id, by=ME)
    assert [each.id for each in await reading.list_sessions(desk)] == [other.id]
    for gone in (
        reading.snapshot(desk, talk.id),
        reading.events_after(desk, talk.id, 0),
        talk.queue("x"),
        talk.lines("x"),
    ):
        with pytest.raises(NotFound):
            await gone
    left = await desk.read(
        lambda reader: (
            reader.session_events(talk.id), reader.session_settings(talk.id), reader.line_totals(talk.id).last,
            reader.sessions(words=["done."], limit=9),
        )
    )  # fmt: skip
    assert left == ([], None, 0, [])
    entries = await desk.read(lambda reader: reader.entries())
    assert entries[-1].kind == "session_forgotten"
    assert len(entries) == 7


async def test_two_sessions_do_not_know_each_other(desk: Desk, folder: Path, session: Session, talk: Talk) -> None:
    other = Talk(desk, (await opened(desk, folder)).id)
    await talk.queue("One")
    await other.queue("Two")
    assert [each.text for each in (await talk.state()).queue] == ["One"]
    assert [each.text for each in (await other.state()).queue] == ["Two"]
    assert (await talk.state()).number == (await other.state()).number == 2
    assert session.id != other.id
