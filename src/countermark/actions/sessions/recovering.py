"""What a hub that was killed has left of its sessions; who drives the agents tidies it up at the start."""

import json
from collections.abc import Sequence

from countermark.actions.desk import Desk, must
from countermark.actions.live_sessions.codec import decoded
from countermark.model.sessions.events import NumberedEvent, PromptTaken
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction, LineBatch, RawLine, Session
from countermark.store.base import Reader

BATCHES = 100  # read at once


async def left_behind(desk: Desk) -> Sequence[Session]:
    """Sessions whose program seems to run, or whose turn is under way, as the store has it; the oldest first."""
    return await desk.read(lambda reader: reader.unsettled_sessions())


async def translated_line(desk: Desk, session_id: str) -> int:
    """The number of the last raw line for which events stand; 0 for none."""
    return await desk.read(lambda reader: reader.translated_line(session_id))


async def state_when_taken(desk: Desk, session_id: str, prompt: str) -> SessionState:
    """The state of a session right after one of its prompts was taken, which it was."""

    def work(reader: Reader) -> Sequence[NumberedEvent]:
        taken = must(reader.session_event_about(session_id, type_name=PromptTaken.type, about=prompt))
        return [decoded(each) for each in reader.session_events(session_id, limit=taken.number)]

    return folded((each.at, each.event) for each in await desk.read(work))


async def lines_after(desk: Desk, session_id: str, line: int, *, batches: int = BATCHES) -> Sequence[RawLine]:
    """The raw lines after a number, of as many batches; ask again after the last one until there are none."""
    found = await desk.read(lambda reader: reader.line_batches(session_id, after=line, limit=batches))
    return [each for batch in found for each in lines_in(batch) if each.number > line]


def lines_in(batch: LineBatch) -> Sequence[RawLine]:
    """The lines of a batch."""
    return [
        RawLine(batch.session, batch.first + place, at, Direction(direction), text)
        for place, (at, direction, text) in enumerate(json.loads(batch.lines))
    ]
