"""What a session shows while its agent works: fresh text as whispers, and all that is open for who looks later."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from countermark.actions.desk import Desk
from countermark.agents.acp.translate.open_text import FreshText
from countermark.agents.acp.translate.translation import Translation
from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown, block_html
from countermark.model.sessions.orders import OpenCall, OpenMessage, OpenParts
from countermark.model.sessions.parts import CallPart, TerminalOutput, TextOutput, Voice
from countermark.model.text_units import utf16
from countermark.whispers import WhisperKind

MOST_OUTPUT = 2000  # characters of a running call that are whispered: its end
MOST_TITLE = 300
MOST_HTML = 15_000  # characters of JSON of a block that is whispered; a longer one stays plain text until it ends


@dataclass
class ShownMessage:
    """The open message as it is shown."""

    part: str
    voice: Voice
    markdown: StreamedMarkdown = field(default_factory=StreamedMarkdown)
    blocks: list[str] = field(default_factory=list)
    units: int = 0  # of all text until now
    tail_at: int = 0
    tail: str = ""

    def take(self, text: str) -> tuple[int, Sequence[ClosedBlock]]:
        """Where the text begins, and the blocks that close with it."""
        at = self.units
        self.units += utf16(text)
        self.tail += text
        # What the person has said is no Markdown of the agent's, and is shown as it is.
        return at, self.markdown.feed(text) if self.voice is not Voice.USER else ()

    def close(self, block: ClosedBlock) -> str:
        """A block as HTML; what follows it is the open text."""
        html = block_html(block)
        self.blocks.append(html)
        self.tail = without_units(self.tail, block.ends_at - self.tail_at)
        self.tail_at = block.ends_at
        return html


def without_units(text: str, units: int) -> str:
    """A text without its first UTF-16 units."""
    if text.isascii():
        return text[units:]
    return text.encode("utf-16-le", "surrogatepass")[units * 2 :].decode("utf-16-le", "surrogatepass")


class LiveView:
    """One session's view; `number` is that of its last event."""

    def __init__(self, desk: Desk, session: str) -> None:
        self._desk = desk
        self._session = session
        self._message: ShownMessage | None = None
        self._at = 0
        self._outputs = dict[str, str]()  # of running calls, as they were whispered last

    def refresh(self, translation: Translation, *, number: int, activity: str | None) -> None:
        """Whisper what is new, and keep all that is open for the next snapshot."""
        message = translation.open
        if message is None or self._message is None or self._message.part != message.part:
            self._message = None if message is None else ShownMessage(message.part, message.voice)
            self._at = 0 if message is None else message.at
        fresh = translation.fresh_text()
        if fresh is not None and self._message is not None:
            self._say(self._message, fresh, number)
        calls = [self._say_call(call, number) for call in translation.open_calls()]
        self._show(calls, activity)

    def end(self) -> None:
        """Nothing is open any more."""
        self._desk.sessions.show(self._session, OpenParts())
        self._desk.whispers.end(self._session)

    def _say(self, message: ShownMessage, fresh: FreshText, number: int) -> None:
        at, closed = message.take(fresh.text)
        whispers = self._desk.whispers
        whispers.say_text(self._session, fresh.text, number=number, part=fresh.part, at=at, voice=message.voice.value)
        for block in closed:
            html = message.close(block)
            shown = html if len(json.dumps(html)) <= MOST_HTML else None
            body = {"index": len(message.blocks) - 1, "html": shown, "tail_at": block.ends_at}
            whispers.say(self._session, WhisperKind.BLOCK, body, number=number, part=fresh.part)

    def _say_call(self, call: CallPart, number: int) -> OpenCall:
        open_call = open_call_of(call)
        if self._outputs.get(call.id) != open_call.output:
            self._outputs[call.id] = open_call.output
            body = {"status": call.status.value, "title": call.title[:MOST_TITLE], "output": open_call.output}
            self._desk.whispers.say(self._session, WhisperKind.CALL, body, number=number, part=call.id)
        return open_call

    def _show(self, calls: Sequence[OpenCall], activity: str | None) -> None:
        it = self._message
        message = None
        if it is not None:
            message = OpenMessage(it.part, it.voice.value, self._at, tuple(it.blocks), it.tail_at, it.tail)
        place = self._desk.whispers.place(self._session)
        self._desk.sessions.show(self._session, OpenParts(place, message, tuple(calls), activity))


def open_call_of(call: CallPart) -> OpenCall:
    """What a running call has printed, as far as it is whispered."""
    terminal = next((each for each in reversed(call.outputs) if isinstance(each, TerminalOutput)), None)
    if terminal is not None:
        return OpenCall(call.id, terminal.terminal, terminal.output[-MOST_OUTPUT:])
    text = next((each.text for each in reversed(call.outputs) if isinstance(each, TextOutput)), "")
    return OpenCall(call.id, None, text[-MOST_OUTPUT:])
