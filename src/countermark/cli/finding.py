"""What the doctor has looked at, and how it asks other programs."""

import subprocess
from dataclasses import dataclass

PATIENCE = 20.0


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    good: bool
    says: str
    mend: str = ""


def run_program(
    command: list[str], sent: bytes = b"", *, patience: float = PATIENCE
) -> subprocess.CompletedProcess[bytes] | None:
    """What a program answers; None if it cannot be started or takes too long."""
    try:
        return subprocess.run(command, input=sent, capture_output=True, timeout=patience, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
