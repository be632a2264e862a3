"""Real agents as processes of ours: found, started, greeted, and ended with nothing of them left."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from countermark.agents.acp import messages
from countermark.agents.acp.negotiation import check_agreed
from countermark.agents.process import Exit
from tests.contract.acp.at_work import FACTS, AtWork, becomes_true, running
from tests.guards import processes_with
from tests.real_agents.acp_peers import PEERS
from tests.real_agents.having import real
from tests.real_agents.workplace import Workplace
from tests.scripted_model.server import ScriptedModel

ALWAYS = ("typescript-example", "python-echo")
SOAKED = [pytest.param(name, marks=pytest.mark.soak) for name in PEERS if name not in ALWAYS]
AT_WORK = ("claude", "codex", "opencode", "gemini", "copilot", "qwen", "kimi")
CODEX = "codex"
START_S = 180.0  # the first request of some takes half a minute on a busy machine


@pytest.mark.parametrize("name", [*ALWAYS, *SOAKED])
async def test_an_agent_ends_by_itself_when_its_input_is_closed(name: str, workplace: Workplace) -> None:
    peer, project = PEERS[name], workplace.project
    program: Path = real(peer.program)
    with ScriptedModel({}, log=workplace.root / "model.jsonl") as model:
        started = peer.starts(program, workplace, model.url)
        environment = workplace.environment(**started.environment)
        async with running(started.command, project, environment=environment) as work:
            await opens(work, project)
            exit_ = await work.process.end(close_seconds=START_S if name != CODEX else 2.0)
            assert exit_ == (Exit(None, "SIGTERM") if name == CODEX else Exit(0))
        await becomes_true(lambda: not processes_with("COUNTERMARK_HOME", str(workplace.desk_folder)))
    assert work.junk == []


@pytest.mark.soak
@pytest.mark.parametrize("how", ["ended", "killed"])
@pytest.mark.parametrize("name", AT_WORK)
async def test_a_command_ends_with_the_agent_that_runs_it(name: str, how: str, workplace: Workplace) -> None:
    """In the middle of a turn; some agents run commands in groups of their own, and end without them."""
    peer, project = PEERS[name], workplace.project
    program: Path = real(peer.program)
    log = project / "growing.log"
    log.touch()
    script = peer.works("shell").runs_within(f"tail -f {log}").says("It has run.")
    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True)
    with ScriptedModel({script.name: script.turns}, log=workplace.root / "model.jsonl") as model:
        started = peer.starts(program, workplace, model.url)
        environment = workplace.environment(**started.environment)
        async with running(started.command, project, environment=environment) as work:
            opened = await opens(work, project)
            blocks = [{"type": "text", "text": script.prompt}]
            await work.connection.request("session/prompt", {"sessionId": opened["sessionId"], "prompt": blocks})
            await becomes_true(lambda: bool(that_read(log)))
            if how == "killed":
                os.kill(work.process.pid, signal.SIGKILL)
                assert await work.process.exited() == Exit(None, "SIGKILL")
            else:
                await work.process.end()
        await becomes_true(lambda: not that_read(log))
        await becomes_true(lambda: not processes_with("COUNTERMARK_HOME", str(workplace.desk_folder)))


def that_read(log: Path) -> list[int]:
    """The processes of `tail -f` with this file."""
    wanted = f"tail\0-f\0{log}\0".encode()
    found = list[int]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "cmdline").read_bytes() == wanted:
                found.append(int(folder.name))
    return found


async def opens(work: AtWork, project: Path) -> Any:
    """What `session/new` is answered."""
    said = await work.ask(messages.initialize("0", terminals=False, protocol=1), seconds=START_S)
    check_agreed(said, offered=1, is_last=True)
    new = messages.new_session(str(project), folders=(), servers=(), facts=FACTS)
    return await work.ask(new, seconds=START_S)
