"""Small files for this user alone, which are there whole or not at all."""

import os
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Write a file (0600) so that a crash leaves the one that was there, or this one; durable when this returns.

    Raises OSError.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
        with os.fdopen(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    unfinished.replace(path)
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Make it durable which files a folder has. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
