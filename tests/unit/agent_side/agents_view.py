"""A hook as an agent sees it: a process with stdin, stdout, stderr and an exit code."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from countermark.agent_side import hook

SOURCE = str(Path(hook.__file__).parents[2])
HOOK = (sys.executable, "-m", "countermark.agent_side.hook")
PATIENCE = 30.0


class AgentsHook:
    """Started the way an agent starts it, with a payload on stdin."""

    def __init__(
        self,
        home: Path,
        payload: bytes = b"{}",
        *,
        command: Sequence[str] = (*HOOK, "claude-code"),
        stdout: int | IO[bytes] = subprocess.PIPE,
        cwd: Path | None = None,
    ) -> None:
        environment = {**os.environ, "COUNTERMARK_HOME": str(home), "PYTHONPATH": SOURCE}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=environment, cwd=cwd
        )
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(payload)
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.stdin = None

    def ends(self) -> tuple[int, bytes, str]:
        """Exit code, stdout and stderr."""
        stdout, stderr = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, stdout, stderr.decode()

    def gets(self, number: int) -> None:
        self.process.send_signal(number)

    def is_stopped(self) -> bool:
        """Waits until the process stands still after SIGSTOP."""
        until = time.monotonic() + PATIENCE
        while Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            assert time.monotonic() < until
            time.sleep(0.005)
        return True
