"""What a person calls the agents that they have added, wherever the desk names one."""

import re
import tomllib
from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")
MOST_BYTES = 1024 * 1024
LONGEST_TITLE = 100
FileStamp = tuple[int, int, int]  # when it was written, its size, its place on the disk


class OwnTitles:
    """Titles by the names of the files; a file is read again once it was changed, by the desk or by hand."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._read: dict[str, tuple[FileStamp, str]] = {}

    def look_in(self, folder: Path) -> None:
        """Say where the files are."""
        self._folder, self._read = folder, {}

    def title(self, name: str) -> str | None:
        """The title of an agent; None for one that has no file. From any thread."""
        if self._folder is None or NAME.fullmatch(name) is None:
            return None
        file = self._folder / f"{name}.toml"
        try:
            written = written_of(file)
            known = self._read.get(name)
            if known is None or known[0] != written:
                known = self._read[name] = (written, title_in(file) or name)
        except OSError:
            self._read.pop(name, None)
            return None
        return known[1]


def written_of(file: Path) -> FileStamp:
    """What is another number once a file was changed. Raises OSError."""
    status = file.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def title_in(file: Path) -> str | None:
    """The title in a file, without what nobody sees; None where it has none that can be used. Raises OSError."""
    with file.open("rb") as opened:
        content = opened.read(MOST_BYTES)
    try:
        title = tomllib.loads(content.decode()).get("name")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return None  # the page of agents says what is wrong with it
    return "".join(filter(str.isprintable, title)).strip()[:LONGEST_TITLE] if isinstance(title, str) else None


# What names an agent gets its name alone, in hundreds of places: the hub says once where a person's files are.
OWN_TITLES = OwnTitles()
