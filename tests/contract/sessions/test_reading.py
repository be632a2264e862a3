"""Reading sessions: any viewer, at any moment, comes to the same state; lists are searched by words."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.entries_now import read_now
from countermark.actions.sessions import opening, reading
from countermark.actions.sessions.windows import MOST_CHARACTERS, MOST_NEWEST
from countermark.model.items import ItemKind, ItemState
from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.parts import CallStatus, MessagePart, PlanEntry, TextOutput, Voice
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


async def test_a_desk_begins_with_the_newest_parts_and_is_told_how_many_are_earlier(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path)
    talk = Talk(desk, session.id)
    await talk.tell(*(message(f"m{number}") for number in range(MOST_NEWEST + 30)))
    whole = await reading.snapshot(desk, session.id)
    assert (whole.earlier, len(whole.state.ledger)) == (30, MOST_NEWEST)
    assert whole.state.number == (await desk.sessions.state(session.id)).number
    before = await reading.earlier_parts(desk, session.id, whole.earlier)
    assert [part.id for part in before.parts] == [f"m{number}" for number in range(30)]
    assert (before.earlier, before.number) == (0, whole.state.number)


async def test_all_parts_come_page_by_page_each_once(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path)
    long = "x" * 300_000
    texts = [long if number % 7 == 0 else "short" for number in range(100)]
    await Talk(desk, session.id).tell(*(message(f"m{number}", text) for number, text in enumerate(texts)))
    whole = await reading.snapshot(desk, session.id)
    parts, earlier = tuple(whole.state.ledger), whole.earlier
    assert 0 < len(parts) < 100
    while earlier:
        page = await reading.earlier_parts(desk, session.id, earlier)
        assert sum(len(part.text) for part in page.parts if isinstance(part, MessagePart)) <= MOST_CHARACTERS
        parts, earlier = (*page.parts, *parts), page.earlier
    assert parts == tuple((await desk.sessions.state(session.id)).ledger)


async def test_a_part_that_is_larger_than_an_answer_comes_alone(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path)
    outputs = tuple(TextOutput("x" * 900_000) for _ in range(2))
    await Talk(desk, session.id).tell(message("m1"), call("huge", outputs=outputs))
    whole = await reading.snapshot(desk, session.id)
    assert ([part.id for part in whole.state.ledger], whole.earlier) == (["huge"], 1)


async def test_a_long_session_without_a_title_is_called_by_its_first_words(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path, title="")
    talk = Talk(desk, session.id)
    await talk.turn("Rename the field.\nEverywhere.")
    assert (await reading.snapshot(desk, session.id)).state.title == ""
    await talk.tell(*(message(f"m{number}") for number in range(MOST_NEWEST)))
    assert (await reading.snapshot(desk, session.id)).state.title == "Rename the field."


async def test_an_event_names_the_place_of_its_part_whoever_brings_it(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path)
    talk = Talk(desk, session.id)
    first = (await talk.state()).number + 1
    await talk.tell(message("m0"), call("c1", CallStatus.RUNNING), message("m2"), call("c1"), events.CancelAsked())
    told = await reading.events_after(desk, session.id, first - 1)
    assert [each.place for each in told] == [0, 1, 2, 1, None]
    named = await reading.events_named(desk, [(session.id, first + 3), (session.id, first)])
    assert {number: each.place for (_, number), each in named.items()} == {first + 3: 1, first: 0}


async def test_events_come_as_many_as_one_answer_carries_and_one_at_least(desk: Desk, tmp_path: Path) -> None:
    session = await opened(desk, tmp_path)
    talk = Talk(desk, session.id)
    await talk.tell(message("m0", "x" * 5_000_000), *(message(f"m{each}", "x" * 1_500_000) for each in range(1, 4)))
    numbers, after = list[list[int]](), 1
    while page := await reading.events_after(desk, session.id, after):
        numbers.append([each.number for each in page])
        after = page[-1].number
    assert numbers == [[2], [3, 4], [5]]
