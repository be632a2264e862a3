"""Images as files that an agent can open: whole or not at all, and for this user alone."""

import os
from pathlib import Path


def put_image(path: Path, content: bytes) -> None:
    """Write a file with mode 0600 into a folder with mode 0700. Raises OSError."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
