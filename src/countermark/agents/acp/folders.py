"""Files for an agent: read as text, and written within the session's folders alone."""

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from countermark.model.errors import BadInput, Forbidden, NotFound, TooLarge
from countermark.workspace.files import beginning_of
from countermark.workspace.real_paths import RealPaths

MOST_BYTES = 20 * 1024 * 1024
NEW_FILE_MODE = 0o644  # the hub's own mask is for its data, not for a workspace


def read_text(path: str, *, line: int | None, limit: int | None) -> str:
    """The text of a file, or `limit` lines of it from `line` on, counted from 1. Raises `NotFound` or `BadInput`."""
    try:
        content = beginning_of(path, most=MOST_BYTES + 1)
    except FileNotFoundError:
        # Gemini 0.61 looks for these words to tell a new file from a failure.
        raise NotFound(f"Resource not found: no such file: {path}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise TooLarge(f"{path} is larger than 20 MB")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is no text: byte {error.start} is not UTF-8") from None
    if line is None and limit is None:
        return text
    first = max(line or 1, 1) - 1
    lines = [each for each in re.split(r"(?<=\n)", text) if each]  # no other sign ends a line for agents and editors
    return "".join(lines[first : None if limit is None else first + max(limit, 0)])


def place_within(path: str, folders: Sequence[str]) -> Path:
    """Where a path really leads, links followed. Raises `Forbidden` for what is outside of the session's folders."""
    if not path.startswith("/") or "\0" in path:
        raise BadInput(f"{path!r} is no absolute path")
    real = Path(os.path.realpath(path))
    roots = [Path(os.path.realpath(folder)) for folder in folders]
    if not any(real.is_relative_to(root) and real != root for root in roots):
        raise Forbidden(f"{path} is outside of the session's folder")
    return real


def check_leads_to(path: str, meant: str | None) -> None:
    """Raise `Forbidden` if a path leads elsewhere than when somebody was asked: a link was put there meanwhile."""
    if meant is None or RealPaths().real(path) != meant:
        raise Forbidden(f"{path} leads to another place than the one that was asked about")


def write_text(path: str, text: str, folders: Sequence[str]) -> None:
    """Write a file at once or not at all; its folders are made, its permissions stay.

    Raises `Forbidden` or `BadInput`.
    """
    real = place_within(path, folders)
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = real.stat().st_mode & 0o777 if real.exists() else NEW_FILE_MODE
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=".countermark-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                os.fchmod(file.fileno(), mode)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(real)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
    except UnicodeEncodeError:
        raise BadInput(f"{path} is not written: its text has half a character in it") from None
