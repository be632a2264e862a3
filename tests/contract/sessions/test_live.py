"""What is in memory of a session: who waits is woken, orders are answered, states are bounded and never stale."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.live_sessions import live
from countermark.actions.live_sessions.live import LiveSessions
from countermark.actions.sessions import reading
from countermark.model.errors import BadInput, Conflict, NotFound, WorkNotDone
from countermark.model.sessions.orders import Cancel, Connect, OpenParts, SetMode
from tests.contract.sessions.talk import Talk, message, opened


async def test_every_change_wakes_who_waits_for_the_session(desk: Desk, folder: Path, talk: Talk) -> None:
    other = await opened(desk, folder)
    changed, of_other = desk.sessions.changed(talk.id), desk.sessions.changed(other.id)
    changed.clear()
    of_other.clear()
    desk.sessions.anything.clear()
    await talk.queue("x")
    assert changed.is_set()
    assert desk.sessions.anything.is_set()
    assert not of_other.is_set()


async def test_a_state_in_memory_is_never_taken_for_the_newest(desk: Desk, talk: Talk) -> None:
    """Another process, or a change whose caller went away, may have written since."""
    before = await talk.state()
    await talk.tell(message("m1"))
    desk.sessions._states[talk.id] = before
    assert (await talk.state()).part("m1") is not None
    desk.sessions._states[talk.id] = before
    assert (await talk.tell(message("m2"))).number == 3
    assert [part.id for part in (await talk.state()).ledger] == ["m1", "m2"]


async def test_states_in_memory_are_bounded(desk: Desk, folder: Path) -> None:
    sessions = [await opened(desk, folder) for _ in range(live.MOST_STATES + 10)]
    assert desk.sessions.known(sessions[-1].id) is not None
    assert desk.sessions.known(sessions[0].id) is None
    assert len(desk.sessions._states) == live.MOST_STATES


async def test_an_order_is_answered_by_the_runner(desk: Desk, talk: Talk) -> None:
    with desk.sessions.held(talk.id):
        asked = asyncio.create_task(desk.sessions.order(talk.id, SetMode("plan")))
        await desk.sessions.changed(talk.id).wait()
        await asyncio.sleep(0)
        assert desk.sessions.ordered() == [talk.id]
        ((order, done),) = desk.sessions.next_orders(talk.id)
        assert order == SetMode("plan")
        assert desk.sessions.next_orders(talk.id) == []
        assert desk.sessions.ordered() == []
        done.set_result(None)
        await asked
        refused = asyncio.create_task(desk.sessions.order(talk.id, SetMode("none")))
        await asyncio.sleep(0)
        desk.sessions.next_orders(talk.id)[0][1].set_exception(BadInput("There is no such mode."))
        with pytest.raises(BadInput, match="no such mode"):
            await refused


async def test_without_a_runner_only_connect_waits_for_one(desk: Desk, talk: Talk) -> None:
    with pytest.raises(Conflict, match="does not run"):
        await desk.sessions.order(talk.id, Cancel())
    asked = asyncio.create_task(desk.sessions.order(talk.id, Connect()))
    await asyncio.sleep(0)
    assert desk.sessions.ordered() == [talk.id]
    with desk.sessions.held(talk.id):
        assert desk.sessions.is_held(talk.id)
    assert not desk.sessions.is_held(talk.id)
    with pytest.raises(Conflict, match="does not run"):
        await asked


async def test_an_order_that_nobody_answers_ends(desk: Desk, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ORDER_SECONDS", 0.01)
    with pytest.raises(WorkNotDone):
        await desk.sessions.order(talk.id, Connect())
    assert desk.sessions.ordered() == []


async def test_who_gives_an_order_and_goes_away_is_not_waited_for(desk: Desk, talk: Talk) -> None:
    with desk.sessions.held(talk.id):
        asked = asyncio.create_task(desk.sessions.order(talk.id, Cancel()))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert desk.sessions.next_orders(talk.id) == []


async def test_open_parts_are_shown_as_long_as_a_runner_holds_the_session(desk: Desk, talk: Talk) -> None:
    with desk.sessions.held(talk.id):
        parts = OpenParts(whisper=7, activity="thinking")
        desk.sessions.show(talk.id, parts)
        assert (await reading.snapshot(desk, talk.id)).open == parts
        desk.sessions.show(talk.id, replace(parts, whisper=8))
        assert desk.sessions.shown(talk.id).whisper == 8
    assert desk.sessions.shown(talk.id) == OpenParts()


async def test_no_state_of_what_is_not_there(desk: Desk) -> None:
    with pytest.raises(NotFound):
        await desk.sessions.state("se_none")
    assert isinstance(desk.sessions, LiveSessions)
