"""A person's terminal: commands in it, and what they print."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from countermark import cli

SOURCE = str(Path(cli.__file__).parents[2])
PATIENCE = 60.0


@dataclass(frozen=True)
class Printed:
    """What a command left behind."""

    code: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Terminal:
    """Every command is a process of its own, with this home and these variables."""

    home: Path
    folder: Path
    variables: tuple[tuple[str, str], ...] = ()

    def starts(self, *arguments: str) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "COUNTERMARK_HOME": str(self.home), "PYTHONPATH": SOURCE, **dict(self.variables)}
        return subprocess.Popen(
            [sys.executable, "-m", "countermark", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=self.folder,
        )

    def runs(self, *arguments: str, sent: bytes = b"") -> Printed:
        return printed(self.starts(*arguments), sent)


def printed(process: "subprocess.Popen[bytes]", sent: bytes = b"") -> Printed:
    """Waits for the end of a command."""
    stdout, stderr = process.communicate(sent, timeout=PATIENCE)
    return Printed(process.returncode, stdout.decode(), stderr.decode())
