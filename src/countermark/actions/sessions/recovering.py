"""What a hub that was killed has left of its sessions; who drives the agents tidies it up at the start."""

import json
from collections.abc import Sequence

from countermark.actions.desk import Desk
from countermark.model.sessions.values import Direction, LineBatch, RawLine, Session

BATCHES = 100  # read at once


async def left_behind(desk: Desk) -> Sequence[Session]:
    """Sessions whose program seems to run, or whose turn is under way, as the store has it; the oldest first."""
    return await desk.read(lambda reader: reader.unsettled_sessions())


async def translated_line(desk: Desk, session_id: str) -> int:
    """The number of the last raw line for which events stand; 0 for none."""
    return await desk.read(lambda reader: reader.translated_line(session_id))


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
