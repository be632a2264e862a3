"""Terminals that an agent asks the desk for: commands in process groups of their own, with the end of their output."""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from countermark.model.errors import BadInput
from countermark.model.sessions.parts import TerminalOutput

MOST_BYTES = 1_000_000  # of one output
MOST_TERMINALS = 100  # of one session that are not released
TOO_MANY = "too many terminals are open; release some"
READ_BYTES = 64 * 1024
TOLD_SECONDS = 0.1
GRACE_SECONDS = 2.0  # between asking a group to end and ending it


@dataclass(frozen=True)
class WantedCommand:
    """What an agent wants to be run."""

    command: str
    args: Sequence[str]
    env: Mapping[str, str]  # beside the environment of the agent
    cwd: str
    most_bytes: int  # of output


def end_of(content: bytes, most: int) -> bytes:
    """The end of an output, from a whole character on."""
    if len(content) <= most:
        return content
    end = content[len(content) - most :] if most else b""
    continued = next((place for place, byte in enumerate(end[:4]) if byte & 0b1100_0000 != 0b1000_0000), 0)
    return end[continued:]


class Terminal:
    """One command, from its start until it has ended; its output stays."""

    def __init__(
        self, name: str, process: asyncio.subprocess.Process, most_bytes: int, told: Callable[[], None]
    ) -> None:
        self.name = name
        self.process = process
        self.most_bytes = min(max(most_bytes, 0), MOST_BYTES)
        self.truncated = False
        self._told = told
        self._telling: asyncio.TimerHandle | None = None
        self._content = b""
        self._reading = asyncio.create_task(self._read())
        self._reading.add_done_callback(self._has_ended)

    @property
    def text(self) -> str:
        """What it has printed; what is no UTF-8 is replaced."""
        return self._content.decode("utf-8", "replace")

    @property
    def has_ended(self) -> bool:
        """Whether its output is complete."""
        return self._reading.done()

    @property
    def exit_status(self) -> Mapping[str, object] | None:
        """How it has ended, in the protocol's words."""
        code = self.process.returncode
        if code is None:
            return None
        if code >= 0:
            return {"exitCode": code, "signal": None}
        return {"exitCode": None, "signal": signal_name(-code)}

    @property
    def output(self) -> TerminalOutput:
        """For the ledger."""
        status = self.exit_status or {}
        code, number = status.get("exitCode"), status.get("signal")
        return TerminalOutput(
            self.name, self.text, self.truncated,
            exit_code=code if isinstance(code, int) else None, signal=number if isinstance(number, str) else None,
        )  # fmt: skip

    async def ended(self) -> None:
        """Wait until it has ended."""
        await asyncio.shield(self._reading)

    async def end(self) -> None:
        """End its whole group, with whatever it has started."""
        signal_group(self.process.pid, signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                await self.ended()
        signal_group(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        self._reading.cancel()  # a child that has left the group may hold the pipe
        with suppress(asyncio.CancelledError):
            await self._reading

    async def _read(self) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        while content := await pipe.read(READ_BYTES):
            whole = self._content + content
            self.truncated = self.truncated or len(whole) > self.most_bytes
            self._content = end_of(whole, self.most_bytes)
            self._tell_soon()
        await self.process.wait()

    def _tell_soon(self) -> None:
        """However much it prints, it is told of now and then only."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TOLD_SECONDS, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._told()

    def _has_ended(self, _: object) -> None:
        if self._telling is not None:
            self._telling.cancel()
        self._told()


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


class Terminals:
    """The terminals of one connection."""

    def __init__(self, told: Callable[[Terminal], None]) -> None:
        self._told = told  # whenever one has printed more, or has ended
        self._terminals: dict[str, Terminal] = {}
        self._starting = 0

    @property
    def is_full(self) -> bool:
        """Whether no more are begun."""
        return len(self._terminals) >= MOST_TERMINALS

    async def start(self, name: str, wanted: WantedCommand, environment: Mapping[str, str]) -> Terminal:
        """Run a command. Raises OSError, `BadInput` where too many are open: many may have been allowed at once."""
        if len(self._terminals) + self._starting >= MOST_TERMINALS:
            raise BadInput(TOO_MANY)
        self._starting += 1
        try:
            terminal = await self._begin(name, wanted, environment)
        finally:
            self._starting -= 1
        self._terminals[name] = terminal
        return terminal

    async def _begin(self, name: str, wanted: WantedCommand, environment: Mapping[str, str]) -> Terminal:
        process = await asyncio.create_subprocess_exec(
            wanted.command, *wanted.args, cwd=wanted.cwd, env={**environment, **wanted.env}, start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        terminal = Terminal(name, process, wanted.most_bytes, lambda: self._told(terminal))
        return terminal

    def named(self, name: str) -> Terminal | None:
        """One that was not released."""
        return self._terminals.get(name)

    async def release(self, name: str) -> None:
        """End it and forget it; what was shown of it stays in the ledger."""
        terminal = self._terminals.pop(name, None)
        if terminal is not None:
            await terminal.end()

    async def end_all(self) -> None:
        """End all of them."""
        await asyncio.gather(*(self.release(name) for name in list(self._terminals)))
