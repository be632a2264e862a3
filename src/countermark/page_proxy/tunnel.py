"""A WebSocket through the proxy: bytes both ways, unread, until one side ends."""

import asyncio
from contextlib import suppress

from countermark.first_completed import first_completed, tasks_of
from countermark.page_proxy.upstream import PIECE, ServerLine

# Time for the other side's last words after one side has ended.
LAST_WORDS = 5.0


async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: ServerLine, *, unread: bytes) -> None:
    """Copies until both sides have ended; `unread` came from the browser behind its request."""
    already = line.http.trailing_data[0]
    if unread:
        line.writer.write(unread)
    if already:
        writer.write(already)
    async with tasks_of(_copy(reader, line.writer), _copy(line.reader, writer)) as ways:
        await first_completed(ways)
        await asyncio.wait(ways, timeout=LAST_WORDS)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
