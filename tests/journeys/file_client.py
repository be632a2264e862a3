"""The two clients for response files, as processes of their own."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.person import eventually
from tests.real_agents.workplace import Workplace

CLIENTS = Path(__file__).parents[2] / "integrations" / "response-files"
SHELL_CLIENT, NODE_CLIENT = CLIENTS / "countermark-plan.sh", CLIENTS / "countermark-plan.mjs"


def shell() -> str:
    """The strictest shell that is there: `dash` where it is, else the system's `sh`."""
    return shutil.which("dash") or "/bin/sh"


def node() -> str:
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found is not None, "tools/programs.sh installs it"
    return found


def command_of(kind: str) -> list[str]:
    """What starts the client in this language."""
    return [shell(), str(SHELL_CLIENT)] if kind == "shell" else [node(), str(NODE_CLIENT)]


@dataclass(frozen=True)
class Ended:
    """What a client left behind."""

    exit_code: int
    stdout: str
    stderr: str


class FileClient:
    """A client that waits; leaving the block ends it."""

    def __init__(self, workplace: Workplace, kind: str, plan: str, *options: str) -> None:
        self.folder = workplace.desk_folder / "plans"
        before = self.waiting_files()
        self.process = subprocess.Popen(
            [*command_of(kind), *options, "-"],
            env=workplace.environment(),
            cwd=workplace.project, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(plan.encode())
        self.process.stdin.close()
        self.process.stdin = None
        self._before = before

    def waiting_files(self) -> set[Path]:
        return set(self.folder.glob("*.waiting"))

    def waiting_file(self) -> Path:
        """The file that says that this client waits."""

        def mine() -> Path | None:
            return next((file for file in self.waiting_files() - self._before if self.is_mine(file)), None)

        return eventually(mine, seconds=30, what="a .waiting file", instead=lambda: sorted(self.folder.iterdir()))

    def is_mine(self, file: Path) -> bool:
        fields: dict[str, Any] = json.loads(file.read_text())
        return bool(fields["pid"] == self.process.pid)

    def ends(self, *, seconds: float = 60) -> Ended:
        output, errors = self.process.communicate(timeout=seconds)
        return Ended(self.process.returncode, output.decode(), errors.decode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def put(file: Path, content: str) -> None:
    """A file that is there whole, as a careful stranger would leave it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.write_text(content)
    beside.rename(file)
