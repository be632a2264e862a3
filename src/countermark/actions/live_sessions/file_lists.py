"""The files of folders as they were a few seconds ago: who types a name asks for them with every letter."""

import asyncio
import time
from collections.abc import Sequence

from countermark.workspace.file_lists import files_below

FRESH_SECONDS = 5.0


class FileLists:
    """The files of folders, listed again when they are older than a few seconds; one listing at a time."""

    def __init__(self) -> None:
        self._lists: dict[str, tuple[float, Sequence[str]]] = {}
        self._listing = asyncio.Lock()

    async def of(self, folder: str) -> Sequence[str]:
        """The files below a folder."""
        async with self._listing:
            fresh = time.monotonic() - FRESH_SECONDS
            self._lists = {name: each for name, each in self._lists.items() if each[0] > fresh}
            if folder not in self._lists:
                listed = await asyncio.to_thread(files_below, folder)
                self._lists[folder] = (time.monotonic(), listed)
            return self._lists[folder][1]
