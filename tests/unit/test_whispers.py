"""Whispers: numbered for each subject, joined while nobody reads, bounded, and gone with their subject."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from countermark.http_api.feed_events import whispered
from countermark.http_api.shapes.whisper_wire import Whisper as WhisperWire
from countermark.model.text_units import utf16
from countermark.whispers import (
    MOST_BYTES,
    MOST_HELD_BYTES,
    HeardWhisper,
    WhisperFollower,
    WhisperKind,
    Whispers,
    WhisperTooLong,
)

ALL = 1_000_000


class Journal:
    """As much of a journal as whispers ask for."""

    head = 0


@pytest.fixture
def journal() -> Journal:
    return Journal()


@pytest.fixture
def whispers(journal: Journal) -> Whispers:
    return Whispers(lambda: journal.head)


@pytest.fixture
def woken() -> asyncio.Event:
    return asyncio.Event()


@pytest.fixture
def follower(whispers: Whispers, woken: asyncio.Event) -> Iterator[WhisperFollower]:
    with whispers.following(woken) as one:
        yield one


def act(whispers: Whispers, words: str, *, subject: str = "one", number: int = 0) -> None:
    whispers.say(subject, WhisperKind.ACTIVITY, {"words": words}, number=number)


def on_the_wire(heard: HeardWhisper) -> WhisperWire:
    """A whisper as a tab reads it."""
    lines = whispered(heard).content.decode("ascii").splitlines()
    assert lines[0] == "event: whisper"
    return WhisperWire.model_validate_json(lines[1].removeprefix("data: "))


def texts(follower: WhisperFollower) -> list[tuple[int, str]]:
    """Where each text begins that a follower is told, and the text."""
    ops = [on_the_wire(each).op for each in follower.take(until=ALL)]
    return [(op.at, op.text) for op in ops if op.kind == "text"]


def say_all(whispers: Whispers, *deltas: str, part: str = "p", at: int = 0, subject: str = "one") -> int:
    for delta in deltas:
        whispers.say_text(subject, delta, number=0, part=part, at=at, voice="thought")
        at += utf16(delta)
    return at


def test_numbers_grow_by_one_for_each_subject(whispers: Whispers, follower: WhisperFollower) -> None:
    for words, subject in (("a", "one"), ("b", "two"), ("c", "one"), ("d", "two"), ("e", "one")):
        act(whispers, words, subject=subject)
    heard = [on_the_wire(each) for each in follower.take(until=ALL)]
    assert [each.op.words for each in heard if each.op.kind == "activity"] == ["a", "b", "c", "d", "e"]
    for subject, count in (("one", 3), ("two", 2)):
        numbers = [each.n for each in heard if each.session == subject]
        assert numbers == list(range(numbers[0], numbers[0] + count))
    assert {each.left_out for each in heard} == {0}
    assert follower.take(until=ALL) == ()


def test_text_that_nobody_has_read_joins_into_one_whisper(whispers: Whispers, follower: WhisperFollower) -> None:
    end = say_all(whispers, "Grüße, ", "\ud83d", "\ude00", 'my "world"\n', "\u2028😀!")
    assert texts(follower) == [(0, 'Grüße, 😀my "world"\n\u2028😀!')]
    say_all(whispers, "and ", "on", at=end)
    assert texts(follower) == [(end, "and on")]


def test_only_text_of_the_same_part_that_goes_on_is_joined(whispers: Whispers, follower: WhisperFollower) -> None:
    at = say_all(whispers, "a", "b")
    say_all(whispers, "c", part="q")
    say_all(whispers, "d", at=at + 5)
    act(whispers, "reads a file")
    say_all(whispers, "e", at=at + 6)
    whispers.say_text("one", "f", number=1, part="p", at=at + 7, voice="agent")
    assert texts(follower) == [(0, "ab"), (0, "c"), (7, "d"), (8, "e"), (9, "f")]


def test_a_follower_is_woken_once_for_all_that_is_joined(
    whispers: Whispers, follower: WhisperFollower, woken: asyncio.Event
) -> None:
    end = say_all(whispers, "a")
    assert woken.is_set()
    woken.clear()
    end = say_all(whispers, "b", "c", at=end)
    assert not woken.is_set()
    assert texts(follower) == [(0, "abc")]
    say_all(whispers, "d", at=end)
    assert woken.is_set()


def test_a_long_text_goes_in_pieces_that_are_short_enough(whispers: Whispers, follower: WhisperFollower) -> None:
    text = "😀\x01é" * 2000  # twelve bytes, six bytes and six bytes as JSON
    say_all(whispers, text)
    heard = follower.take(until=ALL)
    assert max(len(each.whisper.body) for each in heard) <= MOST_BYTES
    assert "".join(op.text for each in heard if (op := on_the_wire(each).op).kind == "text") == text
    assert len(heard) > 1


def test_a_body_that_is_too_long_is_refused_and_says_nothing(whispers: Whispers, follower: WhisperFollower) -> None:
    with pytest.raises(WhisperTooLong):
        act(whispers, "x" * MOST_BYTES)
    assert follower.take(until=ALL) == ()
    act(whispers, "x" * (MOST_BYTES - 200))
    assert len(follower.take(until=ALL)) == 1


def test_who_is_too_slow_gets_the_newest_and_a_count_of_the_rest(whispers: Whispers, follower: WhisperFollower) -> None:
    act(whispers, "read in time")
    act(whispers, "of another subject", subject="two")
    follower.take(until=ALL)
    for number in range(20):
        act(whispers, f"{number} " + "x" * 10_000)
    act(whispers, "still there", subject="two")
    flood, other = (on_the_wire(each) for each in follower.take(until=ALL))
    assert flood.op.kind == other.op.kind == "activity"
    assert (flood.left_out, flood.op.words[:3]) == (19, "19 ")
    assert (other.left_out, other.op.words) == (0, "still there")
    act(whispers, "in time again")
    assert [each.left_out for each in follower.take(until=ALL)] == [0]


@pytest.mark.parametrize("size", [1, 7, 900, 14_000])
def test_no_more_than_its_share_is_held_of_a_subject(whispers: Whispers, follower: WhisperFollower, size: int) -> None:
    at = 0
    for number in range(300_000 // size):
        at = say_all(whispers, "x" * size, at=at, part="p" if number % 2 else "q")
    assert sum(len(each.body) for each in whispers.since(0, until=ALL)) <= MOST_HELD_BYTES
    (newest,) = follower.take(until=ALL)
    assert newest.left_out > 0


def test_nothing_is_held_while_nobody_follows_and_numbers_go_on(whispers: Whispers, woken: asyncio.Event) -> None:
    act(whispers, "unheard")
    say_all(whispers, "un", "heard")
    before = whispers.place("one")
    assert whispers.since(0, until=ALL) == []
    with whispers.following(woken) as late:
        act(whispers, "heard")
        (heard,) = late.take(until=ALL)
    assert (heard.whisper.n, heard.left_out) == (before + 1, 0)


def test_when_the_last_one_has_gone_nothing_is_held_any_more(whispers: Whispers, woken: asyncio.Event) -> None:
    with whispers.following(woken):
        act(whispers, "held")
        at = say_all(whispers, "grows")
        assert whispers.place("one") == 1
    assert whispers.place("one") == 2
    assert whispers.since(0, until=ALL) == []
    with whispers.following(woken) as late:
        say_all(whispers, " on", at=at)
        assert texts(late) == [(at, " on")]


def test_who_comes_within_a_text_gets_what_follows_only(
    whispers: Whispers, follower: WhisperFollower, woken: asyncio.Event
) -> None:
    at = say_all(whispers, "before ")
    with whispers.following(woken) as late:
        say_all(whispers, "after", at=at)
        assert texts(late) == [(at, "after")]
    assert texts(follower) == [(0, "before "), (at, "after")]


def test_a_text_that_still_grows_comes_again_to_who_has_read_a_part_of_it(
    whispers: Whispers, follower: WhisperFollower
) -> None:
    act(whispers, "thinks")
    at = say_all(whispers, "in the snapshot ")
    place = whispers.place("one")
    say_all(whispers, "and after it", at=at)
    heard = [on_the_wire(each) for each in follower.take(until=ALL)]
    assert [each.n - place for each in heard] == [0, 1]
    assert heard[1].op.kind == "text"
    assert (heard[1].op.at, heard[1].op.text) == (0, "in the snapshot and after it")
    assert heard[1].op.voice == "thought"
    assert whispers.place("one") == place + 1


def test_an_ended_subject_is_forgotten_and_its_numbers_do_not_come_again(
    whispers: Whispers, follower: WhisperFollower
) -> None:
    act(whispers, "first")
    say_all(whispers, "open")
    last = whispers.place("one")
    whispers.end("one")
    assert follower.take(until=ALL) == ()
    act(whispers, "again")
    (heard,) = follower.take(until=ALL)
    assert (heard.whisper.n > last, heard.left_out) == (True, 0)


def test_a_whisper_waits_for_the_entry_after_which_it_was_said(
    whispers: Whispers, follower: WhisperFollower, journal: Journal
) -> None:
    for journal.head in (3, 5):
        act(whispers, f"after {journal.head}")
    assert [json.loads(each.whisper.body)["op"]["words"] for each in follower.take(until=4)] == ["after 3"]
    assert follower.take(until=4) == ()
    assert [json.loads(each.whisper.body)["op"]["words"] for each in follower.take(until=5)] == ["after 5"]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (WhisperKind.BLOCK, {"index": 3, "html": "<p>ö</p>", "tail_at": 17}),
        (WhisperKind.BLOCK, {"index": 3, "html": None, "tail_at": 17}),
        (WhisperKind.CALL, {"status": "in_progress", "title": None, "output": "…\u2029\n"}),
        (WhisperKind.ACTIVITY, {"words": "thinks"}),
    ],
)
def test_every_kind_has_its_shape_on_the_wire(
    whispers: Whispers, follower: WhisperFollower, kind: WhisperKind, body: dict[str, object]
) -> None:
    whispers.say("se_1", kind, body, number=4, part="p")
    (heard,) = (on_the_wire(each) for each in follower.take(until=ALL))
    assert (heard.session, heard.number, heard.part) == ("se_1", 4, "p")
    assert heard.op.model_dump() == {"kind": kind, **body}
