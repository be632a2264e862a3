"""What is recorded: raw lines first, each event with one entry, bounded, and whole for whoever comes later."""

import asyncio
import hashlib
from dataclasses import replace
from typing import get_args

import pytest

from countermark.actions.desk import Desk
from countermark.actions.live_sessions.codec import decoded, encoded
from countermark.actions.sessions import reading, recording, recovering
from countermark.actions.sessions.words import KINDS, LONGEST_LINE
from countermark.model.errors import NotFound
from countermark.model.journal import first_break
from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.offers import Usage
from countermark.model.sessions.parts import MessagePart, NoticePart, UnknownPart, Voice
from countermark.model.sessions.values import Connection, Direction, RawLine, StoredEvent
from tests.contract.sessions.talk import ME, Talk, call, message


def test_every_kind_of_event_has_a_kind_of_entry() -> None:
    assert KINDS.keys() == set(get_args(SessionEvent))


async def test_each_event_has_one_entry_with_its_digest_in_the_same_transaction(desk: Desk, talk: Talk) -> None:
    await talk.queue("Use token=ghp_0123456789abcdefghijklmnopqrstuvwxyz now")
    await talk.tell(message("m1", "Line one\nline two"), call("t1"), line=7)
    entries = await desk.read(lambda reader: reader.entries())
    stored = await desk.read(lambda reader: reader.session_events(talk.id))
    assert first_break(entries) is None
    assert [each.kind for each in entries] == [
        "session_opened", "session_prompted", "session_message", "session_call",
    ]  # fmt: skip
    for entry, event in zip(entries, stored, strict=True):
        assert entry.body["sha256"] == hashlib.sha256(event.body.encode()).hexdigest()
        assert (entry.body["session"], entry.body["number"], entry.at) == (talk.id, event.number, event.at)
    assert [each.line for each in stored] == [0, 0, 7, 7]
    words = [str(entry.body["words"]) for entry in entries]
    assert "ghp_0123456789" not in words[1]
    assert words[2] == "Line one line two"
    assert all(len(each) <= LONGEST_LINE and "\n" not in each for each in words)


async def test_lines_are_numbered_and_read_again_to_the_letter(desk: Desk, talk: Talk) -> None:
    texts = ['{"jsonrpc":"2.0"}', "42", "\ud800 half", "nul \0", "ünïcödé 🧾\u2028"]
    sent = [(number, Direction.STDERR, text) for number, text in enumerate(texts)]
    assert await recording.keep_lines(desk, talk.id, sent[:2]) == 2
    assert await recording.keep_lines(desk, talk.id, []) == 2
    assert await recording.keep_lines(desk, talk.id, sent[2:]) == 5
    lines = [RawLine(talk.id, number + 1, number, Direction.STDERR, text) for number, text in enumerate(texts)]
    assert await reading.traffic(desk, talk.id, 0) == lines
    assert await reading.traffic(desk, talk.id, 1, limit=2) == lines[1:3]
    assert await recovering.lines_after(desk, talk.id, 4) == lines[4:]
    assert await recovering.lines_after(desk, talk.id, 5) == []
    for missing in (recording.keep_lines(desk, "se_none", sent), reading.traffic(desk, "se_none", 0)):
        with pytest.raises(NotFound):
            await missing


async def test_an_answer_about_traffic_is_bounded_but_one_line_is_always_told(desk: Desk, talk: Talk) -> None:
    huge = "x" * (reading.MOST_CHARACTERS + 1)
    await talk.lines("a", huge, "b")
    assert [each.number for each in await reading.traffic(desk, talk.id, 0)] == [1]
    assert [each.number for each in await reading.traffic(desk, talk.id, 1)] == [2]
    assert [each.number for each in await reading.traffic(desk, talk.id, 2)] == [3]


async def test_the_oldest_lines_go_when_there_are_too_many_and_that_is_said_once(desk: Desk, talk: Talk) -> None:
    last, desk.most_traffic = 0, 40_000
    for _ in range(100):
        last = await recording.keep_lines(desk, talk.id, [(1, Direction.JUNK, "x" * 1000)] * 2)
        totals = await desk.read(lambda reader: reader.line_totals(talk.id))
        assert totals.end - totals.start <= 40_000
    assert last == 200
    kept = await recovering.lines_after(desk, talk.id, 0)
    assert kept[-1].number == 200
    assert [each.number for each in kept] == list(range(kept[0].number, 201)), "only the oldest are gone"
    assert kept[0].number > 150
    notices = [each for each in (await talk.state()).ledger if isinstance(each, NoticePart)]
    assert [each.id for each in notices] == [recording.DROPPED]
    assert notices[0].by_desk


async def test_one_batch_over_the_limit_is_kept(desk: Desk, talk: Talk) -> None:
    desk.most_traffic = 1000
    await talk.lines("small")
    await talk.lines("x" * 5000)
    assert [each.number for each in await recovering.lines_after(desk, talk.id, 0)] == [2]


async def test_lines_that_come_at_once_have_numbers_without_a_gap(talk: Talk) -> None:
    numbers = await asyncio.gather(*(talk.lines(f"line {number}") for number in range(50)))
    assert sorted(numbers) == list(range(1, 51))


async def test_what_a_killed_hub_left_is_found(desk: Desk, talk: Talk) -> None:
    assert await recovering.left_behind(desk) == []
    await talk.tell(events.Starting("agent"))
    (left,) = await recovering.left_behind(desk)
    assert (left.id, left.connection) == (talk.id, Connection.STARTING)
    await talk.lines("one", "two", "three")
    await talk.tell(message("m1"), line=2)
    await talk.queue("Do it")
    await talk.take()
    assert await recovering.translated_line(desk, talk.id) == 2
    assert [each.text for each in await recovering.lines_after(desk, talk.id, 2)] == ["three"]
    await talk.tell(events.Disconnected("The hub ended.", failed=False))
    (left,) = await recovering.left_behind(desk)
    assert left.working
    state = await talk.state()
    assert state.taken is not None
    await talk.tell(events.PromptInterrupted(state.taken, "The hub ended."))
    assert await recovering.left_behind(desk) == []


async def test_half_characters_are_stored_as_what_can_be_said(talk: Talk) -> None:
    state = await talk.tell(message("m1", "a\ud800b\udfff \0 \ud83d\ude00"))
    part = state.part("m1")
    assert isinstance(part, MessagePart)
    assert part.text == "a\ufffdb\ufffd \0 😀"
    assert await talk.state() == state
    assert [each.event for each in await talk.events(after=1)] == [events.MessageFinished(part)]


def test_what_a_newer_countermark_has_written_is_read_as_far_as_it_is_known() -> None:
    known = message("m1")
    stored = StoredEvent("se_1", 4, 9, 2, known.type, "m1", encoded(known))
    more = replace(stored, body=stored.body.replace('{"part":{', '{"colour":"red","part":{"mood":7,'))
    assert more.body != stored.body
    assert decoded(more).event == known
    newer = replace(stored, type="teleported", body='{"type":"teleported","where":"x"}')
    part = UnknownPart("unknown-4", 9, "teleported", newer.body)
    assert decoded(newer).event == events.UnknownCame(part)
    changed = replace(stored, body=stored.body.replace('"agent"', '"oracle"'))
    assert isinstance(decoded(changed).event, events.UnknownCame)


def test_an_event_is_canonical_json() -> None:
    event = events.MessageFinished(MessagePart("m", 1, Voice.THOUGHT, "ü"))
    assert encoded(event) == (
        '{"part":{"at":1,"id":"m","outputs":[],"replayed":false,"text":"ü","type":"message","voice":"thought",'
        '"whole":true},"type":"message_finished"}'
    )


async def test_a_huge_number_of_an_agent_is_bounded(talk: Talk) -> None:
    state = await talk.tell(events.UsageChanged(Usage(10**30, -(10**30))))
    assert state.usage == Usage(2**63 - 1, -(2**63))


async def test_nothing_is_recorded_where_one_of_the_events_cannot_be(desk: Desk, talk: Talk) -> None:
    before = await talk.state()
    with pytest.raises(AttributeError):
        await talk.tell(message("m1"), "no event")  # type: ignore[arg-type]
    assert await talk.state() == before
    assert len(await desk.read(lambda reader: reader.entries())) == before.number


async def test_a_person_and_an_agent_stand_in_the_entries(desk: Desk, talk: Talk) -> None:
    await talk.turn("Hello", message("m1"))
    entries = await desk.read(lambda reader: reader.entries())
    assert [each.actor.id for each in entries] == [ME.id, ME.id, "claude-code", "claude-code", "claude-code"]
