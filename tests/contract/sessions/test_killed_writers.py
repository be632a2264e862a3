"""`kill -9` of the process that writes: what was said to be durable is there, in its order, and taken once."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from countermark.actions.desk import Desk, open_desk
from countermark.actions.sessions import recovering
from countermark.model.journal import first_break
from countermark.model.sessions.parts import MessagePart, PromptPart
from countermark.store.sqlite import open_file
from tests.contract.sessions.talk import Talk, opened
from tests.figures import figure

KILLS = 200
QUEUED = 3

# Says on its standard output what it was told to be durable, each time before it goes on.
WRITER = """
import asyncio, sys
from pathlib import Path
from tests.contract.sessions.talk import Talk, message
from countermark.actions.desk import open_desk
from countermark.store.sqlite import open_file

def say(*words):
    print(*words, flush=True)

async def main(folder, session):
    desk = await open_desk(open_file(Path(folder, "countermark.db")), images=Path(folder, "images"))
    talk = Talk(desk, session)
    line = await desk.read(lambda reader: reader.line_totals(session).last)
    while True:
        prompt = await talk.take()
        if prompt is not None:
            say("taken", prompt.id)
        for _ in range(4):
            line = await talk.lines(f"update {line + 1}", f"update {line + 2}")
            say("line", line)
            await talk.tell(message(f"m{line}", f"after line {line}"), line=line)
            say("event", line)

asyncio.run(main(*sys.argv[1:]))
"""


async def desk_at(folder: Path) -> Desk:
    (folder / "images").mkdir(exist_ok=True)
    return await open_desk(open_file(folder / "countermark.db"), images=folder / "images")


def killed_writer(folder: Path, session: str, *, after: int) -> list[list[str]]:
    """What a writer has said that was killed some way behind its so-and-so-many lines."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", WRITER, str(folder), session]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(after)]
        os.kill(writer.pid, signal.SIGKILL)
        said += writer.stdout.readlines()
    assert writer.returncode == -signal.SIGKILL
    return [each.split() for each in said if each.endswith("\n")]


def last(said: list[list[str]], what: str) -> int:
    return max((int(each[1]) for each in said if each[0] == what), default=0)


@pytest.mark.tenth
async def test_the_transcript_is_whole_to_the_last_line_that_was_kept(tmp_path: Path) -> None:
    choose = random.Random(5)
    desk = await desk_at(tmp_path)
    talk = Talk(desk, (await opened(desk, tmp_path)).id)
    for number in range(QUEUED):
        await talk.queue(f"Prompt {number}")
    await desk.close()
    said: list[list[str]] = []
    for _ in range(figure(KILLS, part=40)):
        said += killed_writer(tmp_path, talk.id, after=choose.randrange(1, 20))
        desk = await desk_at(tmp_path)
        await check_whole(desk, Talk(desk, talk.id), said)
        await desk.close()


async def check_whole(desk: Desk, talk: Talk, said: list[list[str]]) -> None:
    """What the next hub finds."""
    lines = await recovering.lines_after(desk, talk.id, 0, batches=1_000_000)
    state = await talk.state()
    assert [each.number for each in lines] == list(range(1, len(lines) + 1))
    assert [each.text for each in lines] == [f"update {each.number}" for each in lines]
    assert len(lines) >= last(said, "line"), "what was said to be durable is there"
    messages = [part for part in state.ledger if isinstance(part, MessagePart)]
    translated = await recovering.translated_line(desk, talk.id)
    assert last(said, "event") <= translated <= len(lines), "raw lines are kept before what they mean"
    assert {f"m{each[1]}" for each in said if each[0] == "event"} <= {part.id for part in messages}
    numbers = [each.number for each in await talk.events()]
    assert numbers == list(range(1, state.number + 1))
    assert first_break(await desk.read(lambda reader: reader.entries(limit=100_000))) is None
    taken = [part.id for part in state.ledger if isinstance(part, PromptPart)]
    assert len(taken) + len(state.queue) == QUEUED, "no prompt is lost"
    assert [each[1] for each in said if each[0] == "taken"] in ([], taken), "and none is taken twice"
    assert len(taken) <= 1
    left = await recovering.left_behind(desk)
    assert [each.id for each in left] == ([talk.id] if state.taken else [])
