"""The message that an agent is writing, as the desks see it: its text as whispers, its closed blocks as HTML."""

import asyncio
from collections.abc import Callable, Sequence

from countermark.actions.desk import Desk
from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown
from countermark.model.sessions.orders import OpenMessage
from countermark.model.sessions.parts import Voice
from countermark.model.text_units import utf16, without_units
from countermark.whispers import WhisperKind, WhisperTooLong

AT_ONCE = 8_000  # characters that are read as Markdown: with their HTML, some 9 ms of work
REST_SECONDS = 0.05  # then: 160,000 characters a second are more than any model says, and leave room for the others


class StreamedMessage:
    """One message of a session from its first words to its last; off the event loop, Markdown becomes HTML.

    `closed` is called when blocks have closed. What the person has said is no Markdown, and is shown as it is.
    """

    def __init__(
        self, desk: Desk, session: str, *, part: str, voice: Voice, at: int, closed: Callable[[], None]
    ) -> None:
        self.part = part
        self._desk = desk
        self._session = session
        self._voice = voice
        self._begun_at = at
        self._closed = closed
        self._number = 0  # of the session's last event
        self._stream = StreamedMarkdown()
        self._unread: list[str] = []  # deltas that the stream has not been fed
        self._reading: asyncio.Task[None] | None = None
        self._blocks: list[str] = []
        self._tail: list[str] = []  # the open text, in pieces
        self._tail_at = 0
        self._units = 0

    def take(self, text: str, *, number: int) -> None:
        """The message goes on; `number` is that of the session's last event."""
        self._number = number
        voice = self._voice.value
        self._desk.whispers.say_text(self._session, text, number=number, part=self.part, at=self._units, voice=voice)
        self._units += utf16(text)
        self._tail.append(text)
        if self._voice is Voice.USER:
            return
        self._unread.append(text)
        if self._reading is None and ("\n" in text or "\r" in text or self._stream.must_look):
            self._reading = asyncio.ensure_future(self._read())

    def shown(self) -> OpenMessage:
        """All of it until now."""
        self._tail = ["".join(self._tail)]
        blocks = tuple(self._blocks)
        return OpenMessage(self.part, self._voice.value, self._begun_at, blocks, self._tail_at, self._tail[0])

    def end(self) -> None:
        """An event tells it whole now: no more is whispered of it."""
        self._unread.clear()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    async def _read(self) -> None:
        try:
            while self._unread:
                text = "".join(self._unread)
                self._unread = [text[AT_ONCE:]] if len(text) > AT_ONCE else []
                self._close(await self._desk.renderings.streamed(self._stream, text[:AT_ONCE]))
                if self._unread:
                    await asyncio.sleep(REST_SECONDS)
        finally:
            self._reading = None

    def _close(self, blocks: Sequence[tuple[ClosedBlock, str]]) -> None:
        for block, html in blocks:
            self._blocks.append(html)
            try:
                self._say(block, html)
            except WhisperTooLong:
                self._say(block, None)
        if blocks:
            ends_at = blocks[-1][0].ends_at
            self._tail = [without_units("".join(self._tail), ends_at - self._tail_at)]
            self._tail_at = ends_at
            self._closed()

    def _say(self, block: ClosedBlock, html: str | None) -> None:
        body = {"index": len(self._blocks) - 1, "html": html, "tail_at": block.ends_at}
        self._desk.whispers.say(self._session, WhisperKind.BLOCK, body, number=self._number, part=self.part)
