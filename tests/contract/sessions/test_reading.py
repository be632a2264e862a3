"""Reading sessions: any viewer, at any moment, comes to the same state; lists are searched by words."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.entries_now import read_now
from countermark.actions.sessions import opening, reading
from countermark.model.items import ItemKind, ItemState
from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.parts import CallStatus, MessagePart, PlanEntry, Voice
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from tests.contract.memory_desk import HandClock, memory_desk
from tests.contract.sessions.talk import EDIT, ME, Talk, call, message, opened
from tests.figures import figure

VIEWINGS = 1000
VIEWERS = 3
EVENTS = 12


def any_event(choose: random.Random) -> SessionEvent:
    """An event that may fit or not: ids are taken from few."""
    name = f"p{choose.randrange(4)}"
    status = choose.choice(list(CallStatus))
    makers: Sequence[SessionEvent] = (
        message(name, f"words {choose.random()}"), call(name, status, outputs=(EDIT,)), events.CancelAsked(),
        events.PlanChanged((PlanEntry(name, "high", "pending"),)), events.TitleChanged(name),
        events.ItemAsked(name, ItemKind.QUESTION, "Which?"), events.ItemEnded(name, ItemState.ANSWERED, "this"),
        events.PromptAnswered(name, "cancelled"), events.Starting("agent"), events.Disconnected("end", failed=False),
    )  # fmt: skip
    return choose.choice(makers)


async def view(desk: Desk, session: str, states: list[SessionState], choose: random.Random) -> None:
    """One viewer begins with a snapshot or goes on from where it was, as it likes."""
    known = states[-1]
    if choose.random() < 0.3:
        states.append((await reading.snapshot(desk, session)).state)
        return
    after = await reading.events_after(desk, session, known.number, limit=choose.randrange(1, 6))
    assert [each.number for each in after] == list(range(known.number + 1, known.number + 1 + len(after)))
    states.append(folded([(each.at, each.event) for each in after], start=known))


@pytest.mark.tenth
async def test_three_viewers_come_to_one_state_whenever_they_look(tmp_path: Path) -> None:
    choose = random.Random(13)
    async with memory_desk() as (desk, clock):
        for _ in range(figure(VIEWINGS)):
            talk = Talk(desk, (await opened(desk, tmp_path)).id)
            viewers = [[SessionState()] for _ in range(VIEWERS)]
            told = 1
            while told < EVENTS:
                batch = [any_event(choose) for _ in range(choose.randrange(1, 5))]
                clock.forward(1)
                told = (await talk.tell(*batch)).number
                await view(desk, talk.id, choose.choice(viewers), choose)
            whole = folded([(each.at, each.event) for each in await talk.events()])
            assert whole.number == told
            for states in viewers:
                rest = await reading.events_after(desk, talk.id, states[-1].number)
                assert folded([(each.at, each.event) for each in rest], start=states[-1]) == whole
            assert await talk.state() == whole


async def test_each_entry_brings_its_event_along(desk: Desk, talk: Talk) -> None:
    await talk.turn("Do it", message("m1"))
    entries = await desk.read(lambda reader: reader.entries())
    brought = [each.event for each in await read_now(desk, entries)]
    assert brought == await talk.events()
    await opening.forget_session(desk, talk.id, by=ME)
    assert [each.event for each in await read_now(desk, entries)] == [None] * len(entries)


async def test_sessions_are_found_by_what_was_said_in_them(
    desk: Desk, clock: HandClock, folder: Path, talk: Talk
) -> None:
    other = Talk(desk, (await opened(desk, folder, title="Straße 100% _done_")).id)
    await talk.queue("Please mend the\n  GRÜN button's “colour”")
    await talk.tell(message("m1", "It is mended: see O'Brien; DROP TABLE sessions --"))
    thought = events.MessageFinished(MessagePart("m2", 5, Voice.THOUGHT, "a secret thought about zebras"))
    clock.forward(1)
    await other.tell(call("t1", title="zucchini"), thought)

    async def found(words: str) -> list[str]:
        return [each.id for each in await reading.list_sessions(desk, words)]

    assert await found("") == await found("  ") == [other.id, talk.id]
    for words in ("grün", "mend BUTTON", "o'brien; drop", "the grün", "tidy colour", "“colour”"):
        assert await found(words) == [talk.id], words
    for words in ("STRASSE", "100%", "_done_", "zebras thought"):
        assert await found(words) == [other.id], words
    for words in ("zucchini", "100%x", "m_nd", "mend zebras", "'", "\\"):
        assert talk.id not in await found(words) or words == "'"
        assert await found(words) in ([], [talk.id]), words
    assert await found("mend zebras") == []
    assert await found("\ud800") == []


async def test_a_list_has_what_the_state_says(desk: Desk, clock: HandClock, talk: Talk) -> None:
    clock.forward(2)
    await talk.tell(
        events.Starting("agent"), events.ConversationBegun("c-1", "new"), events.TitleChanged("Paint"),
        events.ItemAsked("pm_1", ItemKind.PERMISSION, "Run"),
    )  # fmt: skip
    await talk.queue("Do it")
    await talk.take()
    (listed,) = await reading.list_sessions(desk)
    assert (listed.title, listed.conversation, listed.connection.value) == ("Paint", "c-1", "starting")
    assert (listed.waiting, listed.working, listed.number) == (1, True, 7)
    assert listed.changed_at - listed.opened_at == 2000
    assert (await reading.snapshot(desk, talk.id)).session == listed
