"""Both sides of a session, so that a test reads like what was said: the person's verbs, and the driver's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from countermark.actions.desk import Desk
from countermark.actions.sessions import marking, prompting, reading, recording
from countermark.actions.sessions.opening import NewSession, open_session
from countermark.actions.sessions.prompting import NewPrompt
from countermark.model import actors
from countermark.model.sessions import events
from countermark.model.sessions.events import NumberedEvent, SessionEvent
from countermark.model.sessions.parts import (
    Attachment,
    CallPart,
    CallStatus,
    DiffMark,
    DiffOutput,
    MessagePart,
    Output,
    Prompt,
    Side,
    Voice,
)
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction, Session

ME = actors.person("browser")
AGENT = actors.agent("claude-code")
KEYS = count(1)
FILE = "/srv/shop/a.py"
EDIT = DiffOutput(FILE, "x = 1\ny = 2\n", "x = 3\ny = 2\n")
MARK = DiffMark("mark-001", "t1", FILE, Side.NEW, 1, 1, "x = 3", "Why three?")


async def opened(desk: Desk, folder: Path, *, title: str = "Tidy up") -> Session:
    return await open_session(desk, NewSession("claude-code", str(folder), title), by=ME)


def as_sent(_: SessionState, prompt: Prompt) -> str:
    return prompt.text


def message(name: str, text: str = "Done.") -> events.MessageFinished:
    return events.MessageFinished(MessagePart(name, 5, Voice.AGENT, text))


def call(
    name: str, status: CallStatus = CallStatus.COMPLETED, *, title: str = "Edit a.py", outputs: tuple[Output, ...] = ()
) -> events.CallChanged:
    return events.CallChanged(CallPart(name, 5, title, "Edit", "edit", status, outputs))


@dataclass
class Talk:
    """One session at one desk."""

    desk: Desk
    id: str

    async def queue(
        self, text: str, *, key: str | None = None, attachments: Sequence[Attachment] = (),
        marks: tuple[str, ...] = (), again_of: str | None = None,
    ) -> Prompt:  # fmt: skip
        wanted = NewPrompt(text, tuple(attachments), marks, again_of)
        name = key or f"key-of-{next(KEYS):06}"
        return await prompting.queue_prompt(self.desk, self.id, wanted, key=name, by=ME)

    async def take(self) -> Prompt | None:
        return await recording.take_next(self.desk, self.id, compose=as_sent, by=AGENT)

    async def tell(self, *told: SessionEvent, line: int = 0) -> SessionState:
        return await recording.record(self.desk, self.id, told, line=line, by=AGENT)

    async def lines(self, *texts: str) -> int:
        return await recording.keep_lines(
            self.desk, self.id, [(1, Direction.FROM_AGENT, text) for text in texts]
        )  # fmt: skip

    async def turn(self, text: str, *told: SessionEvent) -> Prompt:
        """One whole turn."""
        await self.queue(text)
        prompt = await self.take()
        assert prompt is not None
        await self.tell(*told, events.PromptAnswered(prompt.id, "end_turn"))
        return prompt

    async def mark(self, **changes: Any) -> DiffMark:
        return await marking.set_mark(self.desk, self.id, replace(MARK, **changes), by=ME)

    async def state(self) -> SessionState:
        return await self.desk.sessions.state(self.id)

    async def events(self, *, after: int = 0) -> Sequence[NumberedEvent]:
        return await reading.events_after(self.desk, self.id, after)

    async def kinds(self) -> list[str]:
        return [each.event.type for each in await self.events()]
