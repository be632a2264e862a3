"""Whatever an agent does wrong: its session says what happened, another session goes on, and no process is left."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.agents.acp import beginning, orders
from countermark.model.items import ItemKind
from countermark.model.sessions.orders import Cancel, Connect, Disconnect
from countermark.model.sessions.parts import CallStatus, NoticePart, PromptState, UnknownPart
from countermark.model.sessions.values import Connection
from tests.contract.acp.driven import (
    Driven,
    calls_of,
    driven,
    misbehaving,
    obedient,
    open_items,
    runs,
    said_by_agent,
)
from tests.contract.acp.misbehaving_agent import FAULTS

GOES_ON = (
    "nothing", "junk", "batches", "windows-lines", "invalid-utf8", "deep-nesting", "huge-line", "flood", "stderr-flood",
    "answers-twice", "fraction-ids", "answers-nobody", "out-of-order", "unknown-everything", "unknown-choice",
    "unknown-requests",
    "odd-ids", "other-conversation", "slow-start", "early-updates",
)  # fmt: skip
# What ends a program within a turn, and the words about that.
ENDS_IN_TURN = {
    "exits": "has ended with code 3. Its last words: fatal: out of ideas",
    "is-killed": "was ended by SIGKILL",
    "half-a-line": "has ended with code 0",
    "grandchild": "has ended with code 0",
    "detached-command": "has ended with code 0",
    "escaped-grandchild": "has ended with code 0",
    "closes-stdout": "The agent",
}
FAILS_AT_START = {
    "other-version": "version 99",
    "version-in-words": "version latest",
    "exits-at-start": "Its last words: fatal: no configuration",
    "no-name": "gives it no id",
    "silent-start": "has not answered initialize",
}
DOES_NOT_STOP = ("never-answers-cancel", "ignores-sigterm", "stops-reading", "closes-stdin")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        yield it


async def check_others_go_on(desk: Driven) -> None:
    """A session beside one with a fault works as ever."""
    other = await desk.open(obedient())
    assert (await other.turn("say All | is | well")).prompt.state is PromptState.ANSWERED
    assert "All  is  well" in said_by_agent(await other.state)
    assert (await other.close()).why == "The session was closed."


def test_every_fault_is_tried() -> None:
    tried = {
        *GOES_ON, *ENDS_IN_TURN, *FAILS_AT_START, *DOES_NOT_STOP, "no-last-newline", "odd-errors", "asks-after-cancel",
        "cancelled-with-error", "same-id-twice", "needs-sign-in",
    }  # fmt: skip
    assert tried == set(FAULTS)


async def test_a_message_that_nobody_could_read_is_said_once(desk: Driven) -> None:
    session = await desk.open(misbehaving("deep-nesting"))
    await session.turn("go")
    notices = [part for part in (await session.state).ledger if isinstance(part, NoticePart)]
    told = [(each.title, each.description, each.by_desk) for each in notices]
    words = "It is nested too deeply. The traffic has what is kept of it."
    assert told == [("A message of the agent was not read", words, True)]


@pytest.mark.parametrize("mode", GOES_ON)
async def test_a_session_with_this_agent_goes_on(desk: Driven, mode: str) -> None:
    session = await desk.open(misbehaving(mode))
    part = await session.turn("go")
    assert part.prompt.state is PromptState.ANSWERED
    has_no_end = mode in ("unknown-everything", "huge-line")  # it ends otherwise, or what it says is cut
    state = await session.until(lambda state: has_no_end or "Done." in said_by_agent(state))
    assert said_by_agent(state).startswith(("Working.", "Early.Working."))
    assert state.connection is Connection.INITIALISED
    await check_others_go_on(desk)
    assert (await session.close()).connection is Connection.DISCONNECTED


@pytest.mark.parametrize(("mode", "words"), ENDS_IN_TURN.items())
async def test_a_session_whose_agent_ends_in_a_turn_says_so_and_can_be_connected_again(
    desk: Driven, mode: str, words: str
) -> None:
    session = await desk.open(misbehaving(mode))
    part = await session.turn("go")
    assert part.prompt.state is PromptState.INTERRUPTED
    state = await session.ended()
    assert words in (state.why or "")
    assert part.prompt.why == state.why
    assert state.connection is Connection.DISCONNECTED
    assert said_by_agent(state).startswith("Working.")
    await check_others_go_on(desk)
    child = re.search(r"child (\d+)", said_by_agent(state))
    if child is not None and mode != "escaped-grandchild":
        assert not runs(int(child[1]))
    if child is not None and runs(int(child[1])):  # it has left every group: a test cleans up behind it
        os.kill(int(child[1]), signal.SIGKILL)
    await session.order(Connect())
    await session.connected()
    await session.close()


@pytest.mark.parametrize(("mode", "words"), FAILS_AT_START.items())
async def test_a_session_whose_agent_cannot_be_spoken_to_has_failed_and_says_why(
    desk: Driven, mode: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mode == "silent-start":
        monkeypatch.setattr(beginning, "INITIALISE_SECONDS", 1.0)
    session = await desk.open(misbehaving(mode))
    state = await session.ended()
    assert words in (state.why or "")
    assert state.connection is Connection.FAILED
    assert state.hint
    await check_others_go_on(desk)


@pytest.mark.parametrize("mode", DOES_NOT_STOP)
async def test_an_agent_that_does_not_stop_is_ended_after_a_bounded_time(
    desk: Driven, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "CANCEL_SECONDS", 1.0)
    session = await desk.open(misbehaving(mode))
    name = await session.say("go")
    await session.until(lambda state: state.taken == name and "Working." in str(desk.desk.sessions.shown(session.id)))
    await session.order(Cancel())
    state = await session.ended()
    assert "did not stop within 1 seconds, so its program was ended" in (state.why or "")
    await check_others_go_on(desk)


async def test_an_agent_that_hears_no_goodbye_is_ended_when_it_is_disconnected(desk: Driven) -> None:
    session = await desk.open(misbehaving("ignores-sigterm"))
    await session.say("go")
    await session.until(lambda state: state.taken is not None)
    await session.order(Disconnect())
    assert (await session.ended()).why == "It was disconnected."


async def test_a_last_line_without_its_newline_counts(desk: Driven) -> None:
    session = await desk.open(misbehaving("no-last-newline"))
    assert (await session.turn("go")).prompt.stop_reason == "end_turn"
    assert (await session.ended()).connection is Connection.DISCONNECTED


async def test_an_error_of_any_shape_interrupts_the_turn_with_its_words(desk: Driven) -> None:
    session = await desk.open(misbehaving("odd-errors"))
    part = await session.turn("go")
    assert part.prompt.state is PromptState.INTERRUPTED
    assert "it went wrong" in (part.prompt.why or "")
    await check_others_go_on(desk)


async def test_a_permission_that_is_asked_after_the_cancel_is_cancelled_at_once(desk: Driven) -> None:
    session = await desk.open(misbehaving("asks-after-cancel"))
    name = await session.say("go")
    await session.until(lambda state: state.taken == name)
    await session.order(Cancel())
    state = await session.until(lambda state: '{"outcome": {"outcome": "cancelled"}}' in said_by_agent(state))
    assert not open_items(state, ItemKind.PERMISSION)
    await session.until(lambda state: state.taken is None)


async def test_a_turn_that_is_cancelled_and_answered_with_an_error_is_interrupted(desk: Driven) -> None:
    session = await desk.open(misbehaving("cancelled-with-error"))
    name = await session.say("go")
    await session.until(lambda state: state.taken == name)
    await session.order(Cancel())
    state = await session.ended()
    part = state.part(name)
    assert part is not None
    assert "AbortError" in repr(part)


async def test_two_requests_with_one_id_are_two_questions(desk: Driven) -> None:
    session = await desk.open(misbehaving("same-id-twice"))
    await session.say("go")
    await session.until(lambda state: len(open_items(state, ItemKind.PERMISSION)) == 2)
    await session.order(Cancel())
    state = await session.until(lambda state: state.taken is None or state.why)
    assert not state.waiting
    await check_others_go_on(desk)


async def test_an_agent_that_wants_a_sign_in_waits_for_it(desk: Driven) -> None:
    session = await desk.open(misbehaving("needs-sign-in"))
    state = await session.until(lambda state: state.sign_in)
    assert state.sign_in == "Authentication required (-32000)"
    assert state.connection is Connection.INITIALISED
    await check_others_go_on(desk)


async def test_what_nobody_knows_is_shown_and_calls_keep_their_own_words(desk: Driven) -> None:
    session = await desk.open(misbehaving("unknown-everything"))
    part = await session.turn("go")
    assert part.prompt.stop_reason == "bored"
    state = await session.state
    assert "hologram" in {each.kind for each in state.ledger if isinstance(each, UnknownPart)}
    assert [(call.kind, call.status) for call in calls_of(state)] == [("dream", CallStatus.NO_FURTHER_WORD)]


async def test_ten_thousand_pieces_are_one_message(desk: Driven) -> None:
    session = await desk.open(misbehaving("flood"))
    await session.turn("go")
    text = said_by_agent(await session.state)
    assert text == "Working." + "".join(f"{number} " for number in range(10_000)) + "Done."


async def test_three_sessions_at_once_do_not_wait_for_each_other(desk: Driven) -> None:
    hanging = await desk.open(obedient())
    await hanging.say("hang")
    await hanging.until(lambda state: state.taken)
    flooding = await desk.open(misbehaving("flood"))
    quick = await desk.open(obedient())
    turns = await asyncio.gather(flooding.turn("go"), quick.turn("say quick"))
    assert [turn.prompt.state for turn in turns] == [PromptState.ANSWERED] * 2
    assert (await hanging.state).taken is not None
