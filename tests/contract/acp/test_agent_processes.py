"""An agent's process, from start to end: nothing of it is left, and nothing that it holds open is waited for."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from countermark.agents.acp.connection import MOST_UNWRITTEN
from countermark.agents.launch import Launch
from countermark.agents.process import AgentProcess, Exit
from countermark.agents.running import FOLDER, MARK, end_left, record_group, started_at
from countermark.model.errors import AgentGone, AgentNotStarted, AgentStalled
from tests.contract.acp.at_work import PATIENCE_S, AtWork, at_work, becomes_true, running, runs, says, until, words

SLEEPS = (sys.executable, "-c", "import time; time.sleep(600)")


@pytest.mark.parametrize("mode", ["grandchild", "detached-command"])
async def test_what_an_agent_runs_ends_with_it(mode: str, tmp_path: Path) -> None:
    async with at_work(mode, tmp_path) as work:
        await work.begin()
        await work.connection.request(*words("Go on."))
        await until(work.over)
        assert await work.process.exited() == Exit(0)
        child = child_of(work)
        await becomes_true(lambda: not runs(child))


async def test_what_was_let_go_lives_on_and_the_output_that_it_holds_open_is_not_waited_for(tmp_path: Path) -> None:
    async with at_work("escaped-grandchild", tmp_path) as work:
        await work.begin()
        await work.connection.request(*words("Go on."))
        await until(work.over)
        child = child_of(work)
        assert runs(child), "it was let go on purpose: it could be the person's browser"
        os.kill(child, signal.SIGKILL)


async def test_an_agent_that_ignores_everything_is_killed(tmp_path: Path) -> None:
    async with at_work("ignores-sigterm", tmp_path) as work:
        await work.begin()
        await work.connection.request(*words("Go on."))
        await says(work, "Stubborn.")
        assert await work.process.end(close_seconds=0.1, grace_seconds=0.1) == Exit(None, "SIGKILL")
    assert not runs(work.process.pid)


async def test_an_agent_ends_by_itself_when_its_input_is_closed(tmp_path: Path) -> None:
    async with at_work("nothing", tmp_path) as work:
        await work.begin()
        assert await work.process.end(close_seconds=PATIENCE_S) == Exit(0)
        assert await work.process.end() == Exit(0), "ending it again is no fault"


async def test_closing_its_input_is_heard_by_who_writes(tmp_path: Path) -> None:
    async with at_work("closes-stdin", tmp_path) as work:
        await work.begin()
        await work.connection.request(*words("Go on."))
        await says(work, "Deaf.")
        await work.connection.notify("_x", {})  # it waits for this one
        await says(work, "Heard.")
        with pytest.raises(AgentGone, match="closed its input"):
            await work.connection.notify("_x", {})


async def test_who_writes_to_an_agent_that_does_not_read_is_told(tmp_path: Path) -> None:
    async with at_work("stops-reading", tmp_path) as work:
        await work.begin()
        await work.connection.request(*words("Go on."))
        await says(work, "Working.")
        waiting = [
            asyncio.create_task(work.connection.notify("_x", {"text": "x" * 100_000})) for _ in range(MOST_UNWRITTEN)
        ]
        await asyncio.sleep(0)
        with pytest.raises(AgentStalled):
            await work.connection.notify("_x", {})
        written = [json.loads(line)["method"] for line in work.written]
        await work.process.end(close_seconds=0.1, grace_seconds=0.1)
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(end) for end in ends} <= {AgentGone, type(None)}
        assert AgentGone in {type(end) for end in ends}
        assert written.count("_x") < MOST_UNWRITTEN


async def test_who_is_cancelled_while_writing_leaves_no_half_line(tmp_path: Path) -> None:
    echo = (sys.executable, "-c", "import sys, time; time.sleep(0.5); [print(len(line)) for line in sys.stdin]")
    async with running(echo, tmp_path) as work:
        for _ in range(3):
            writing = asyncio.create_task(work.connection.notify("_x", {"text": "x" * 300_000}))
            await asyncio.sleep(0)
            writing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await writing
        await work.connection.notify("_x", {})
        await becomes_true(lambda: len(work.written) == 4)
        await work.process.end(close_seconds=PATIENCE_S)
        await until(work.over)
    assert [int(line.text) for line in work.lines] == [len(line) + 1 for line in work.written]


async def test_a_line_that_never_ends_is_cut_and_the_next_one_is_read(tmp_path: Path) -> None:
    program = "print('x' * 5_000_000); print('{\"method\": \"after\"}')"
    async with running((sys.executable, "-c", program), tmp_path, longest=1_000_000) as work:
        await until(work.over)
    cut, after = work.lines
    assert "longer than 1000000 bytes" in cut.why
    assert len(cut.text) == 64 * 1024
    assert after.message == {"method": "after"}


async def test_an_agent_that_says_more_than_is_taken_is_held_up(tmp_path: Path) -> None:
    flood = 'import sys; [sys.stdout.write("x" * 999 + "\\n") for _ in range(100_000)]; sys.stderr.write("over\\n")'
    said = list[str]()
    launch = Launch((sys.executable, "-c", flood), str(tmp_path), os.environ)
    process = AgentProcess.start(launch, records=tmp_path / FOLDER, said=said.extend)
    taken = list[bytes]()
    reader = process.read(taken.append, ended=lambda: None)
    reader.pause()
    assert await still_runs(process)
    assert said == []
    reader.resume()
    async with asyncio.timeout(PATIENCE_S):
        assert await process.exited() == Exit(0)
    await becomes_true(lambda: not reader.is_open)
    assert sum(map(len, taken)) == 100_000_000


async def test_a_file_that_is_no_program_is_said(tmp_path: Path) -> None:
    script = tmp_path / "agent"
    script.write_text("no program")
    script.chmod(0o755)
    with pytest.raises(AgentNotStarted, match="cannot be run"):
        AgentProcess.start(Launch((str(script),), str(tmp_path), {}), records=tmp_path / FOLDER, said=print)
    assert list(tmp_path.glob(f"{FOLDER}/*")) == []


def child_of(work: AtWork) -> int:
    [number] = [int(text.removeprefix("child ")) for text in work.texts if text.startswith("child ")]
    return number


async def still_runs(process: AgentProcess) -> bool:
    """Whether it has not ended within a moment."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await process.exited()
    return runs(process.pid)


# What a killed hub has left.


def left_group(folder: Path, *command: str) -> tuple[subprocess.Popen[bytes], Path]:
    """A process that nobody watches over, and its record."""
    process = subprocess.Popen(command, env={**os.environ, MARK: "token"}, start_new_session=True)
    return process, record_group(folder, process.pid, "token")


def test_the_next_hub_ends_what_was_left(tmp_path: Path) -> None:
    process, record = left_group(tmp_path, *SLEEPS)
    assert end_left(tmp_path) == [process.pid]
    assert process.wait(PATIENCE_S) == -signal.SIGKILL
    assert not record.exists()


async def test_a_grandchild_whose_parent_has_ended_is_known_by_its_mark(tmp_path: Path) -> None:
    program = f"import subprocess; print(subprocess.Popen({list(SLEEPS)!r}).pid, flush=True)"
    environment = {**os.environ, MARK: "token"}
    parent = subprocess.Popen(
        (sys.executable, "-c", f"{program}; input()"), env=environment, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    record_group(tmp_path, parent.pid, "token")
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert parent.stdin is not None
    parent.stdin.close()
    parent.stdout.close()
    parent.wait(PATIENCE_S)
    assert runs(child)
    assert end_left(tmp_path) == [parent.pid]
    await becomes_true(lambda: not runs(child))


async def test_a_command_in_a_group_of_its_own_is_ended_by_the_next_hub(tmp_path: Path) -> None:
    agent, _ = left_group(tmp_path, sys.executable, "-c", "")
    agent.wait(PATIENCE_S)
    environment = {**os.environ, MARK: "token"}
    nowhere = subprocess.DEVNULL
    command = subprocess.Popen(SLEEPS, env=environment, start_new_session=True, stderr=subprocess.PIPE)
    let_go = subprocess.Popen(SLEEPS, env=environment, start_new_session=True, stdout=nowhere, stderr=nowhere)
    stranger = subprocess.Popen(SLEEPS, start_new_session=True, stderr=subprocess.PIPE)
    try:
        assert end_left(tmp_path) == []
        assert command.wait(PATIENCE_S) == -signal.SIGKILL
        assert (let_go.poll(), stranger.poll()) == (None, None)
    finally:
        for process in (command, let_go, stranger):
            process.kill()
            process.communicate()


async def test_what_a_helper_of_the_agent_runs_ends_wherever_it_writes(tmp_path: Path) -> None:
    """As Claude Code does: its commands write into files, in groups of their own."""
    command = (
        "import subprocess, sys; log = open(sys.argv[1], 'w')\n"
        "command = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)\n"
        "print(child.pid, flush=True); child.wait()"
    )
    agent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {command!r}, sys.argv[1]]).wait()"
    async with running((sys.executable, "-c", agent, str(tmp_path / "log")), tmp_path) as work:
        await becomes_true(lambda: bool(work.lines))
        os.kill(work.process.pid, signal.SIGKILL)
        assert await work.process.exited() == Exit(None, "SIGKILL")
        child = int(work.lines[0].text)
        await becomes_true(lambda: not runs(child))


@pytest.mark.parametrize(
    "change", [{"started": "1"}, {"pid": 1}, {"pid": -1}, {"pid": "x"}, {"token": None, "started": None}]
)
def test_a_stranger_is_left_alone(change: dict[str, object], tmp_path: Path) -> None:
    process, record = left_group(tmp_path, *SLEEPS)
    try:
        record.write_text(json.dumps({**json.loads(record.read_text()), **change}))
        assert end_left(tmp_path) == []
        assert process.poll() is None
        assert not record.exists()
    finally:
        process.kill()
        process.wait()


def test_a_record_of_a_process_that_has_ended_goes(tmp_path: Path) -> None:
    process, record = left_group(tmp_path, sys.executable, "-c", "")
    process.wait(PATIENCE_S)
    assert started_at(process.pid) is None
    assert (end_left(tmp_path), record.exists()) == ([], False)


def test_a_broken_record_goes(tmp_path: Path) -> None:
    for name, content in {"1.json": "{", "2.json": "[]", "3.json": "{}"}.items():
        (tmp_path / name).write_text(content)
    assert end_left(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
