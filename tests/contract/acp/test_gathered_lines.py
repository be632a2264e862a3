"""What an agent streams is stored in batches, not chunk by chunk, and who waits for its end does not wait longer."""

import sqlite3
import sys
import time
from pathlib import Path

from countermark.model.sessions.parts import PromptState
from tests.contract.acp.driven import driven, said_by_agent
from tests.house.layout import ROOT

STREAMING = ROOT / "bench" / "acp_clients" / "streaming_agent.py"
CHUNKS, PER_SECOND = 600, 400


def batches_of(home: Path, session: str) -> int:
    """In how many rows the raw lines of a session are stored."""
    with sqlite3.connect(f"file:{home / 'desk.sqlite'}?mode=ro", uri=True) as connection:
        (count,) = connection.execute("SELECT count(*) FROM session_lines WHERE session = ?", (session,)).fetchone()
    return int(count)


async def test_a_streamed_message_is_stored_in_few_batches(tmp_path: Path) -> None:
    text, ended = tmp_path / "text.md", tmp_path / "ended"
    text.write_text("All of these words are said one after the other. " * 60, encoding="utf-8")
    command = [sys.executable, str(STREAMING), str(CHUNKS), str(PER_SECOND), str(text), str(ended)]
    async with driven(tmp_path) as desk:
        session = await desk.open(command)
        await session.connected()
        before = batches_of(desk.home, session.id)
        part = await session.turn("Go on.")
        told = time.time()
        assert part.prompt.state is PromptState.ANSWERED
        assert said_by_agent(await session.state) == text.read_text(encoding="utf-8")
        assert batches_of(desk.home, session.id) - before < CHUNKS / 4
    assert told - float(ended.read_text(encoding="utf-8")) < 1.0, "the end of the turn is not held back"
