"""Whispers: what passes while an agent works, for the desks that look on just now; nothing of it is stored (0055)."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile

from countermark.model.text_units import utf16

MOST_BYTES = 16 * 1024  # of one whisper's body, as JSON
MOST_TEXT_BYTES = MOST_BYTES - 1024  # of a text within one: the rest of the body needs less than the difference
SAFE_CHARACTERS = MOST_TEXT_BYTES // 12  # none has more than twelve bytes as JSON
MOST_HELD_BYTES = 64 * 1024  # of all bodies of one subject that are in memory


class WhisperKind(StrEnum):
    """What a whisper tells of."""

    TEXT = "text"  # a part's text goes on
    BLOCK = "block"  # a block of Markdown of a part has closed
    CALL = "call"  # a tool call that runs has come further
    ACTIVITY = "activity"  # what the agent does just now


class WhisperTooLong(ValueError):
    """A whisper's body may have 16 KB as JSON; what is longer is cut by who says it, or told by an entry alone."""


@dataclass(frozen=True, slots=True)
class SaidWhisper:
    """One passing word about a subject."""

    subject: str  # the id of a session
    n: int  # grows by one with each whisper of the subject
    serial: int  # grows with each whisper of the desk
    after: int  # the newest entry of the journal when it was said: it belongs behind that one, before the next one
    body: str  # as JSON: an object with `number`, `part` and `op`, all ASCII


@dataclass(frozen=True, slots=True)
class HeardWhisper:
    """A whisper as one follower gets it."""

    whisper: SaidWhisper
    left_out: int  # whispers of the same subject that this follower has missed just before


@dataclass(slots=True)
class GrowingText:
    """A text that nobody has read yet: what is appended to its part joins it."""

    part: str
    voice: str  # of the part
    number: int
    at: int
    n: int
    serial: int
    after: int
    units: int = 0
    size: int = 0
    pieces: list[str] = field(default_factory=list)  # of the text as JSON

    def has_room(self, size: int, *, part: str, number: int, at: int) -> bool:
        """Whether a text goes on where this one ends, and both fit into one whisper."""
        goes_on = self.part == part and self.number == number and self.at + self.units == at
        return goes_on and self.size + size <= MOST_TEXT_BYTES

    def take(self, content: str, *, units: int) -> None:
        """The text goes on, as JSON without its quotes."""
        self.pieces.append(content)
        self.size += len(content)
        self.units += units

    def body(self) -> str:
        """Its whisper's body as JSON."""
        text = "".join(self.pieces)
        named = f'"number":{self.number},"part":{json.dumps(self.part)}'
        op = f'"kind":"{WhisperKind.TEXT}","voice":{json.dumps(self.voice)},"at":{self.at},"text":"{text}"'
        return f'{{{named},"op":{{{op}}}}}'


@dataclass(slots=True)
class Subject:
    """What is in memory of one subject."""

    before: int  # the number before its first one
    n: int  # of its newest whisper
    held: deque[SaidWhisper] = field(default_factory=deque)  # of which nobody may append any more
    size: int = 0  # of their bodies
    text: GrowingText | None = None  # the newest whisper, if it can grow

    def hold(self, whisper: SaidWhisper) -> None:
        """Keep a whisper for those who have not read it, and forget the oldest ones beyond the bound."""
        self.held.append(whisper)
        self.size += len(whisper.body)
        self.bound(0)

    def bound(self, more: int) -> None:
        """Make room for so many bytes."""
        while self.held and self.size + more > MOST_HELD_BYTES:
            self.size -= len(self.held.popleft().body)

    def newer(self, serial: int) -> list[SaidWhisper]:
        """What is held that was said after a whisper, newest first."""
        return list(takewhile(lambda each: each.serial > serial, reversed(self.held)))


class Whispers:
    """Hands each whisper to every follower who is there when it is said, and holds 64 KB for each subject at most.

    `head` gives the number of the journal's newest entry, so that a follower can put whispers and entries in order.
    """

    def __init__(self, head: Callable[[], int]) -> None:
        self._head = head
        self._subjects: dict[str, Subject] = {}
        self._growing: set[str] = set()  # subjects with a text that can grow
        self._wakes: list[asyncio.Event] = []  # one for each follower
        self._serial = 0
        self._said = 0  # numbers of a subject that comes again go on after those that it had

    def say(
        self, subject: str, kind: WhisperKind, body: Mapping[str, object], *, number: int, part: str | None = None
    ) -> None:
        """Say something about a subject; `number` is that of its last event, `part` the part that it is about.

        Raises WhisperTooLong.
        """
        content = json.dumps({"number": number, "part": part, "op": {"kind": kind, **body}}, separators=(",", ":"))
        if len(content) > MOST_BYTES:
            raise WhisperTooLong
        known = self._count_in(subject)
        if self._wakes:
            self._close_text(subject, known)
            known.hold(SaidWhisper(subject, known.n, self._count(), self._head(), content))
            self._wake()

    def say_text(self, subject: str, text: str, *, number: int, part: str, at: int, voice: str) -> None:
        """Say that a part's text goes on with `text`, which begins `at` so many UTF-16 units of its whole text.

        What is appended before any follower has read the last one joins it: followers read once in a stroke.
        """
        if not text:
            return
        if not self._wakes:
            self._count_in(subject)
            return
        content = json.dumps(text)[1:-1] if len(text) <= MOST_TEXT_BYTES else ""
        if not content or len(content) > MOST_TEXT_BYTES:
            self._say_in_pieces(subject, text, number=number, part=part, at=at, voice=voice)
            return
        known = self._known(subject)
        growing = known.text
        if growing is None or not growing.has_room(len(content), part=part, number=number, at=at):
            growing = self._begin_text(subject, number=number, part=part, at=at, voice=voice)
        growing.take(content, units=utf16(text))
        known.bound(growing.size)

    def _say_in_pieces(self, subject: str, text: str, *, number: int, part: str, at: int, voice: str) -> None:
        for start in range(0, len(text), SAFE_CHARACTERS):
            piece = text[start : start + SAFE_CHARACTERS]
            self.say_text(subject, piece, number=number, part=part, at=at, voice=voice)
            at += utf16(piece)

    def end(self, subject: str) -> None:
        """Forget a subject: the entry that ends it carries everything."""
        self._subjects.pop(subject, None)
        self._growing.discard(subject)

    def place(self, subject: str) -> int:
        """The number of the newest whisper of a subject that is whole: who reads its state now has all until then.

        And perhaps more: a text that still grows is said again from its beginning, and `at` tells where that is.
        """
        known = self._subjects.get(subject)
        if known is None:
            return self._said
        return known.n - 1 if known.text else known.n

    @contextmanager
    def following(self, woken: asyncio.Event) -> Iterator["WhisperFollower"]:
        """Follow what is said from now on; `woken` is set when there is something to take."""
        self._close_texts()
        self._wakes.append(woken)
        try:
            yield WhisperFollower(self, self._serial, {name: each.n for name, each in self._subjects.items()})
        finally:
            self._wakes.remove(woken)
            if not self._wakes:
                self._let_go()

    def since(self, serial: int, *, until: int) -> list[SaidWhisper]:
        """What is held that was said after a whisper and not after the entry that follows `until`, oldest first."""
        self._close_texts()
        newer = [each for known in self._subjects.values() for each in known.newer(serial) if each.after <= until]
        return sorted(newer, key=lambda each: each.serial)

    def before_first(self, subject: str) -> int:
        """The number before the first one of a subject that has something to take."""
        return self._subjects[subject].before

    def _known(self, subject: str) -> Subject:
        known = self._subjects.get(subject)
        if known is None:
            known = self._subjects[subject] = Subject(before=self._said, n=self._said)
        return known

    def _count_in(self, subject: str) -> Subject:
        known = self._known(subject)
        known.n += 1
        self._said = max(self._said, known.n)
        return known

    def _begin_text(self, subject: str, *, number: int, part: str, at: int, voice: str) -> GrowingText:
        known = self._count_in(subject)
        self._close_text(subject, known)
        text = known.text = GrowingText(part, voice, number, at, n=known.n, serial=self._count(), after=self._head())
        self._growing.add(subject)
        self._wake()
        return text

    def _let_go(self) -> None:
        """Nobody follows any more: hold nothing but the numbers."""
        self._growing.clear()
        for known in self._subjects.values():
            known.held.clear()
            known.size, known.text = 0, None

    def _close_texts(self) -> None:
        for subject in list(self._growing):
            self._close_text(subject, self._subjects[subject])

    def _close_text(self, subject: str, known: Subject) -> None:
        text, known.text = known.text, None
        self._growing.discard(subject)
        if text is not None:
            known.hold(SaidWhisper(subject, text.n, text.serial, text.after, text.body()))

    def _count(self) -> int:
        self._serial += 1
        return self._serial

    def _wake(self) -> None:
        for woken in self._wakes:
            woken.set()


class WhisperFollower:
    """How far one follower has read."""

    def __init__(self, whispers: Whispers, serial: int, numbers: dict[str, int]) -> None:
        self._whispers = whispers
        self._serial = serial
        self._numbers = numbers  # of the newest whisper of each subject that it knows

    def take(self, *, until: int) -> Sequence[HeardWhisper]:
        """What has been said since the last time and belongs before the entry after `until`, oldest first.

        Of a subject of which something is missing: the newest one alone, with a count of what was left out.
        """
        whispers = self._whispers.since(self._serial, until=until)
        if not whispers:
            return ()
        self._serial = whispers[-1].serial
        subjects: dict[str, list[SaidWhisper]] = {}
        for each in whispers:
            subjects.setdefault(each.subject, []).append(each)
        heard = [each for name, of_one in subjects.items() for each in self._heard(name, of_one)]
        return sorted(heard, key=lambda each: each.whisper.serial)

    def _heard(self, subject: str, whispers: Sequence[SaidWhisper]) -> Sequence[HeardWhisper]:
        known = max(self._numbers.get(subject, 0), self._whispers.before_first(subject))
        newest = whispers[-1]
        self._numbers[subject] = newest.n
        if whispers[0].n == known + 1:
            return [HeardWhisper(each, 0) for each in whispers]
        return [HeardWhisper(newest, newest.n - known - 1)]
