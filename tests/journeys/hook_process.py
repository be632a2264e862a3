"""The real hook program as a process of its own, with the payload that Claude Code gives it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.workplace import Workplace

HOOK = str(Path(sys.executable).with_name("countermark-hook"))


@dataclass(frozen=True)
class Told:
    """What the hook left behind when it ended."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def decision(self) -> dict[str, Any]:
        """The decision that Claude Code reads out of stdout."""
        found: dict[str, Any] = json.loads(self.stdout)["hookSpecificOutput"]["decision"]
        return found


def plan_payload(text: str | None, *, session: str = "session-1", cwd: str = "/srv/web-store") -> dict[str, Any]:
    """What Claude Code 2.1.330 writes to a PermissionRequest hook for a plan; None is a plan that was never written."""
    plan = {} if text is None else {"plan": text, "planFilePath": f"/home/dev/.claude/plans/{session}.md"}
    return {
        "session_id": session,
        "transcript_path": f"/home/dev/.claude/projects/web-store/{session}.jsonl",
        "cwd": cwd,
        "prompt_id": "c44f654f-0000-4000-8000-000000000000",
        "permission_mode": "plan",
        "hook_event_name": "PermissionRequest",
        "tool_name": "ExitPlanMode",
        "tool_input": plan,
    }


class HookProcess:
    """A waiting hook, whose output is read as it comes, as an agent does; leaving the block ends it."""

    def __init__(self, workplace: Workplace, payload: object, *, agent: str = "claude-code", **told: str) -> None:
        given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self.process = subprocess.Popen(
            [HOOK, agent],
            env=workplace.environment(CLAUDECODE="1", **told),
            cwd=workplace.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        self.process.stdin.write(given)
        self.process.stdin.close()
        self.process.stdin = None
        self.output = (b"", b"")
        self.ended_at = 0.0  # by `perf_counter`
        self.reader = threading.Thread(target=self.read_output, daemon=True)
        self.reader.start()

    def read_output(self) -> None:
        self.output = self.process.communicate()
        self.ended_at = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.reader.join()

    @property
    def waits(self) -> bool:
        """Whether it is still there."""
        return self.process.poll() is None

    def ends(self, *, seconds: float = 30) -> Told:
        """What it leaves behind, once it has ended."""
        self.reader.join(seconds)
        if self.reader.is_alive():
            raise subprocess.TimeoutExpired(HOOK, seconds)
        out, err = self.output
        return Told(self.process.returncode, out.decode(), err.decode())

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.process.pid, number)
