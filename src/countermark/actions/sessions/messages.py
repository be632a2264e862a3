"""Messages of a session as they are shown: rendered when somebody looks at them, block by block, and sanitised."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.model.sessions.parts import MessagePart

MOST_MESSAGES = 40  # at once


@dataclass(frozen=True)
class RenderedMessage:
    """A message of the ledger; `blocks` are harmless HTML, each well-formed by itself."""

    id: str  # of the part
    blocks: Sequence[str]


async def rendered_messages(desk: Desk, session_id: str, parts: Sequence[str]) -> Sequence[RenderedMessage]:
    """Those of the parts that are messages. Raises `NotFound` for no session, `WorkNotDone` if no worker can be had."""
    state = await desk.sessions.state(session_id)
    wanted = dict.fromkeys(parts[:MOST_MESSAGES])
    messages = [part for name in wanted if isinstance(part := state.part(name), MessagePart)]
    return [RenderedMessage(each.id, await blocks_of(desk, each.text)) for each in messages]


async def blocks_of(desk: Desk, text: str) -> Sequence[str]:
    """The text as HTML, in slices."""
    content = text.encode("utf-8", "replace")
    packed = await desk.renderings.of(hashlib.sha256(content).hexdigest(), content.decode())
    return [packed.slice(number) for number in range(len(packed.parts))]
