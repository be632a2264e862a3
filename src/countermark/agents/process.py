"""One agent as a process: in a group of its own, its stderr always drained, and nothing of it left when it ends."""

import asyncio
import fcntl
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Self

from countermark.agents.launch import Launch
from countermark.agents.pipes import PipeReader, PipeWriter
from countermark.agents.running import MARK, end_group, end_run, marked, record_group
from countermark.agents.said_lines import SaidLines
from countermark.model.errors import AgentNotStarted

CLOSE_SECONDS = 1.5  # for ending by itself once its input is closed
GRACE_SECONDS = 2.0  # between asking its group to end and ending it
HELD_SECONDS = 1.0  # for the end of its output, where a child that has left the group holds the pipe
PIPE_BYTES = 1024 * 1024  # of its output: fewer wake-ups for an agent that says much


@dataclass(frozen=True)
class Exit:
    """How a process has ended: by itself with a code, or by a signal."""

    code: int | None
    signal: str | None = None

    @property
    def words(self) -> str:
        """For a person, behind "the agent"."""
        return f"was ended by {self.signal}" if self.signal else f"has ended with code {self.code}"


class AgentProcess:
    """Started by `start`, on a running event loop; `end` it whatever happens."""

    def __init__(
        self, process: subprocess.Popen[bytes], token: str, record: Path, said: Callable[[Sequence[str]], None]
    ) -> None:
        self.pid = process.pid
        self.stdin = PipeWriter(raw(process.stdin))
        self.said = SaidLines(said)
        self._process = process
        self._token = token
        self._record = record
        self._stdout_pipe = raw(process.stdout)
        self._stdout: PipeReader | None = None
        self._stderr = PipeReader(raw(process.stderr), self.said.take, ended=self.said.finish)
        self._loop = asyncio.get_running_loop()
        self._exit: asyncio.Future[Exit] = self._loop.create_future()
        threading.Thread(target=self._wait, daemon=True, name=f"agent-{self.pid}").start()

    @classmethod
    def start(cls, launch: Launch, *, records: Path, said: Callable[[Sequence[str]], None]) -> Self:
        """Start an agent; `said` gets the lines that it writes to stderr. Raises `AgentNotStarted`.

        Its group is written down in the folder `records`, so that the next hub can end what a killed one has left.
        """
        environment = marked(launch.environment)
        try:
            process = subprocess.Popen(
                launch.command, cwd=launch.folder, env=environment, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise AgentNotStarted(f"{launch.command[0]} cannot be run: {error}") from None
        try:
            token = environment[MARK]
            return cls(process, token, record_group(records, process.pid, token), said)
        except (OSError, RuntimeError) as error:  # a full disk; no more threads
            end_group(process.pid)
            process.communicate()
            raise AgentNotStarted(f"{launch.command[0]} cannot be watched over: {error}") from None

    def read(self, took: Callable[[bytes], None], *, ended: Callable[[], None]) -> PipeReader:
        """Begin to read its output; call this once."""
        widen(self._stdout_pipe)
        self._stdout = PipeReader(self._stdout_pipe, took, ended=ended)
        return self._stdout

    async def exited(self) -> Exit:
        """Wait until it has ended; its group has ended then, too."""
        return await asyncio.shield(self._exit)

    async def end(self, *, close_seconds: float = CLOSE_SECONDS, grace_seconds: float = GRACE_SECONDS) -> Exit:
        """End it: its input first, then its whole group with SIGTERM, then with SIGKILL. May be called again."""
        self.stdin.close()
        for seconds, number in ((close_seconds, signal.SIGTERM), (grace_seconds, signal.SIGKILL)):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self.exited()
            signal_group(self.pid, number)
        return await self.exited()

    def _wait(self) -> None:
        """In a thread of its own: wait for the end, and leave the process id taken until its group has ended."""
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        end_run(self.pid, self._token)
        with suppress(RuntimeError):  # the loop is closed: the program itself ends
            self._loop.call_soon_threadsafe(self._has_ended)

    def _has_ended(self) -> None:
        code = self._process.wait()
        self._record.unlink(missing_ok=True)
        self.stdin.close()
        self._loop.call_later(HELD_SECONDS, self._finish)
        if not self._exit.done():
            self._exit.set_result(Exit(code) if code >= 0 else Exit(None, signal_name(-code)))

    def _finish(self) -> None:
        """Take what is in its pipes, and wait for no more."""
        self._stderr.finish()
        if self._stdout is None:
            self._stdout_pipe.close()
        else:
            self._stdout.finish()


def raw(pipe: object) -> FileIO:
    """A pipe of `Popen` that has no buffer."""
    assert isinstance(pipe, FileIO)
    return pipe


def widen(pipe: FileIO) -> None:
    """Make room in a pipe, where the system can."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process group; one that has ended takes none."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def signal_name(number: int) -> str:
    """How a signal is called."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
