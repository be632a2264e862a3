"""Files that an agent has named, read without trusting what they are."""

from pathlib import Path

MAX_BYTES = 4 * 1024 * 1024


def text_in(path: str) -> str | None:
    """The text of an ordinary file of reasonable size; None for anything else."""
    try:
        file = Path(path)
        if not file.is_file() or file.stat().st_size > MAX_BYTES:
            return None
        return file.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):  # unreadable, or a path that no system accepts
        return None
