"""What a session shows while its agent works: fresh text as whispers, and all that is open for who looks later."""

from collections.abc import Sequence

from countermark.actions.desk import Desk
from countermark.actions.streamed_message import StreamedMessage
from countermark.agents.acp.translate.open_text import OpenText
from countermark.agents.acp.translate.translation import Translation
from countermark.model.sessions.orders import OpenCall, OpenParts
from countermark.model.sessions.parts import CallPart, TerminalOutput, TextOutput
from countermark.whispers import WhisperKind

MOST_OUTPUT = 2000  # characters of a running call that are whispered: its end
MOST_TITLE = 300


class LiveView:
    """One session's view; `number` is that of its last event."""

    def __init__(self, desk: Desk, session: str) -> None:
        self._desk = desk
        self._session = session
        self._message: StreamedMessage | None = None
        self._calls: Sequence[OpenCall] = ()
        self._activity: str | None = None
        self._outputs = dict[str, str]()  # of running calls, as they were whispered last

    def refresh(self, translation: Translation, *, number: int) -> None:
        """Whisper what is new, and keep all that is open for the next snapshot."""
        self.turn_to(translation.open)
        fresh = translation.fresh_text()
        if fresh is not None and self._message is not None:
            self._message.take(fresh.text, number=number)
        self._calls = [self._say_call(call, number) for call in translation.open_calls()]
        self._say_activity(translation.activity, number)
        self._show()

    def end(self) -> None:
        """Nothing is open any more."""
        self.turn_to(None)
        self._desk.sessions.show(self._session, OpenParts())
        self._desk.whispers.end(self._session)

    def turn_to(self, message: OpenText | None) -> None:
        """Let go of a message that an event has told, and begin another one."""
        known = self._message
        if known is not None and message is not None and known.part == message.part:
            return
        if known is not None:
            known.end()
        self._message = None
        if message is not None:
            self._message = StreamedMessage(
                self._desk, self._session, part=message.part, voice=message.voice, at=message.at, closed=self._show
            )

    def _say_activity(self, activity: str | None, number: int) -> None:
        if activity is not None and activity != self._activity:
            words = {"words": activity[:MOST_TITLE]}
            self._desk.whispers.say(self._session, WhisperKind.ACTIVITY, words, number=number)
        self._activity = activity

    def _say_call(self, call: CallPart, number: int) -> OpenCall:
        open_call = open_call_of(call)
        if self._outputs.get(call.id) != open_call.output:
            self._outputs[call.id] = open_call.output
            body = {"status": call.status.value, "title": call.title[:MOST_TITLE], "output": open_call.output}
            self._desk.whispers.say(self._session, WhisperKind.CALL, body, number=number, part=call.id)
        return open_call

    def _show(self) -> None:
        message = None if self._message is None else self._message.shown()
        place = self._desk.whispers.place(self._session)
        self._desk.sessions.show(self._session, OpenParts(place, message, tuple(self._calls), self._activity))


def open_call_of(call: CallPart) -> OpenCall:
    """What a running call has printed, as far as it is whispered."""
    terminal = next((each for each in reversed(call.outputs) if isinstance(each, TerminalOutput)), None)
    if terminal is not None:
        return OpenCall(call.id, terminal.terminal, terminal.output[-MOST_OUTPUT:])
    text = next((each.text for each in reversed(call.outputs) if isinstance(each, TextOutput)), "")
    return OpenCall(call.id, None, text[-MOST_OUTPUT:])
