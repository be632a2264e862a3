"""Messages of a session as they are shown: rendered when somebody looks at them, block by block, and sanitised.

The blocks are those that were whispered while the message was written, so that a page keeps what it has drawn. Only
where a thing far below can change how a block is shown is the text rendered as a whole.
"""

import asyncio
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.renderings import SHORT
from countermark.model.sessions.parts import MessagePart

MOST_MESSAGES = 40  # at once
# A definition, a footnote, or a link to a heading.
REACHES_FAR = re.compile(r"^[ >]*\[[^\]\n]+\]:|\[\^|\]\(#", re.MULTILINE)


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
    """The text as HTML, in blocks."""
    blocks = await asyncio.to_thread(streamed_blocks, text) if REACHES_FAR.search(text) is None else None
    if blocks is not None:
        return blocks
    content = text.encode("utf-8", "replace")
    packed = await desk.renderings.of(hashlib.sha256(content).hexdigest(), content.decode())
    return [packed.slice(number) for number in range(len(packed.parts))]


def streamed_blocks(text: str) -> Sequence[str] | None:
    """The blocks of a text as they are whispered, and what was still open at its end; None where one is too long.

    What takes long is rendered by a worker, with bounds.
    """
    from countermark.documents.markdown.streaming import ClosedBlock, StreamedMarkdown, block_html  # the renderer
    from countermark.model.text_units import without_units

    markdown = StreamedMarkdown()
    blocks = list(markdown.feed(text))
    rest = without_units(text, markdown.closed_to)
    if rest.strip():
        blocks.append(ClosedBlock(rest, markdown.definitions, 0))
    return None if any(len(each.source) > SHORT for each in blocks) else [block_html(each) for each in blocks]
