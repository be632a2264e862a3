"""The files of folders as they were a few seconds ago: who types a name asks for them with every letter."""

import asyncio
import time
from collections.abc import Sequence

from countermark.workspace.file_lists import files_below

FRESH_SECONDS = 5.0
FRESH_TIMES = 20.0  # as long as it took to list them: a large folder is listed less often


class FileLists:
    """The files of folders, listed again when they are older than a few seconds; of one folder once at a time."""

    def __init__(self) -> None:
        self._lists: dict[str, Sequence[str]] = {}
        self._listing: dict[str, asyncio.Task[Sequence[str]]] = {}

    async def of(self, folder: str) -> Sequence[str]:
        """The files below a folder."""
        if folder in self._lists:
            return self._lists[folder]
        if folder not in self._listing:
            listing = self._listing[folder] = asyncio.create_task(self._list(folder))
            listing.add_done_callback(lambda _: self._listing.pop(folder, None))
        return await asyncio.shield(self._listing[folder])

    async def _list(self, folder: str) -> Sequence[str]:
        begun = time.monotonic()
        names = self._lists[folder] = await asyncio.to_thread(files_below, folder)
        fresh = max(FRESH_SECONDS, FRESH_TIMES * (time.monotonic() - begun))
        asyncio.get_running_loop().call_later(fresh, self._lists.pop, folder, None)
        return names
