"""Our connection at a streaming agent: what the processor does between the prompt and its answer, as JSON."""

import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from countermark.agents.acp.connection import AcpConnection
from countermark.agents.acp.lines import LineKind
from countermark.agents.launch import Launch
from countermark.agents.process import AgentProcess


async def main() -> None:
    """`our_client.py COMMAND…`"""
    launch = Launch(tuple(sys.argv[1:]), "/", os.environ)
    process = AgentProcess.start(launch, records=Path(tempfile.mkdtemp()), said=print)
    connection = AcpConnection(process.stdin, keep=keep)
    connection.reads(process.read(connection.took, ended=connection.ended))
    texts = list[tuple[str, int]]()  # with the number of chunks that make it
    taking = asyncio.create_task(take(connection, texts))
    await connection.ask("initialize", {"protocolVersion": 1})
    opened = await connection.ask("session/new", {"cwd": "/", "mcpServers": []})
    begun, used = time.perf_counter(), cpu()
    prompt = [{"type": "text", "text": "Go on."}]
    await connection.ask("session/prompt", {"sessionId": opened["sessionId"], "prompt": prompt})
    spent = {"cpu": cpu() - used, "wall": time.perf_counter() - begun}
    print(json.dumps({**spent, "chunks": sum(count for _, count in texts)}))
    await process.end()
    await taking


async def take(connection: AcpConnection, texts: list[tuple[str, int]]) -> None:
    """What a session's driver does with each line at least."""
    async for batch in connection.batches():
        for line in batch:
            if line.kind is LineKind.NOTIFICATION:
                texts.append((line.message["params"]["update"]["content"]["text"], 1 + len(line.more)))
            elif line.kind is LineKind.ANSWER:
                connection.settle(line.message)


async def keep(line: str) -> None:
    """Nothing is stored here."""


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    asyncio.run(main())
