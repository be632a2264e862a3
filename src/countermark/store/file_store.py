"""The store in files: a change counts once the journal's end is kept too; files that others changed take none."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine

from countermark.model.errors import StoreFailed
from countermark.model.journal_end import Cut, End
from countermark.store.base import Reader
from countermark.store.failures import reason
from countermark.store.group_commit import Group
from countermark.store.history.file import HISTORY, HistoryFile
from countermark.store.journal_head import HeadFile
from countermark.store.set_aside import cuts_said
from countermark.store.sql import SqlStore, SqlTransaction
from countermark.store.store_files import RESTART, FileFault, StoreFiles, shm_of

logger = logging.getLogger(__name__)
T = TypeVar("T")

IN_DOUBT = "The last change may be lost with it; nothing is shown until it is certain that it is kept."
RESCUE_SECONDS = 2.0  # for which a change waits until what stood in a removed log is in the database
RESCUE_PAUSE = 0.1
KEEPER_BUSY_MS = 250  # for which readers may hold up a checkpoint: changes wait for it


class FileStore(SqlStore):
    """SQLite in files. All writing is done on one thread, which alone asks and remembers how the files are."""

    def __init__(
        self, engine: Engine, *, writers: Executor, readers: Executor, path: Path, head: HeadFile, cut: Cut | None
    ) -> None:
        super().__init__(engine, writers=writers, readers=readers, history=HistoryFile(path.with_name(HISTORY)))
        self.cut = cut
        self._folder = path.parent
        self._head = head
        # As long as it is open SQLite keeps the write-ahead log, and through it a removed one can still be read.
        self._keeper: Any = engine.raw_connection()
        self._keeper.cursor().execute("SELECT count(*) FROM sqlite_master").fetchall()
        self._keeper.cursor().execute(f"PRAGMA busy_timeout = {KEEPER_BUSY_MS}")
        self._files = StoreFiles(path, beside=[shm_of(path), head.path])
        self._fault: FileFault | None = None
        self._is_rescued = False  # whether nothing is missing from the database although the log is gone
        self._is_in_doubt = False  # whether the last change is committed and may yet be lost
        self._unsettled = True
        self._written_anew = 0  # the last entry about something forgotten before the database was written anew
        self._settle_if_possible()

    async def settle(self) -> None:
        await self._run(self.writers, self._settle_now)

    async def clean(self, *, until: int) -> bool:
        return await self._run(self.writers, lambda: self._clean_now(until))

    def fault(self) -> str | None:
        if self._fault is None:
            return None
        return f"{self._fault.words} {IN_DOUBT} {RESTART}" if self._is_in_doubt else f"{self._fault.words} {RESTART}"

    async def copies(self) -> Sequence[str]:
        return await asyncio.to_thread(cuts_said, self._folder)

    async def close(self) -> None:
        try:
            await self._run(self.writers, self._settle_if_possible)
        finally:
            self._keeper.close()
            await super().close()
            self._head.close()

    def _transact_now(self, group: Group) -> Sequence[Any]:
        self._check_files()
        try:
            with self.engine.begin() as connection:
                transaction = SqlTransaction(connection)
                results = group.make(transaction)
        finally:
            self._unsettled = True
            self._files.remember()
        self._make_sure()
        if transaction.newest is not None:
            self._write_head(End(transaction.newest.seq, transaction.newest.hash))
        return results

    def _read_now(self, work: Callable[[Reader], T]) -> T:
        result = super()._read_now(work)
        if self._is_in_doubt:  # asked last: the change may have been made while this read began
            raise StoreFailed(IN_DOUBT, hint=RESTART)
        return result

    def _check_files(self) -> None:
        """Raise `StoreFailed` if the files are no longer those that the hub has written."""
        self._look()
        if self._fault is not None:
            raise StoreFailed(self._fault.words, hint=RESTART)

    def _look(self) -> None:
        """Note what others have done to the files; what stood in a removed log is saved as soon as that works."""
        fault = self._files.fault()
        if fault != self._fault:
            self._is_rescued = False
            if fault is not None:
                logger.error("%s", fault.words)
        self._fault = fault
        if fault is not None and not self._is_rescued:
            self._is_rescued = self._rescue(fault)
        if fault is None or self._is_rescued:
            self._is_in_doubt = False

    def _make_sure(self) -> None:
        """Raise `StoreFailed` if the log was taken away while it was written, and nothing else holds the change.

        The change is committed by then, and SQLite cannot take it back: every read would find it, and an agent would
        be given an answer that may be lost. So nothing is read, until the rescue works or the next start has decided.
        """
        fault = self._files.fault()
        if fault is None or not fault.loses_writes:
            return
        self._is_in_doubt = True
        until = time.monotonic() + RESCUE_SECONDS
        while not self._is_safe():
            if fault.missing is None or time.monotonic() > until:
                raise StoreFailed(f"{fault.words} {IN_DOUBT}", hint=RESTART)
            time.sleep(RESCUE_PAUSE)  # a reader that holds the log up is often gone in a moment

    def _is_safe(self) -> bool:
        self._look()
        return not self._is_in_doubt

    def _rescue(self, fault: FileFault) -> bool:
        """Bring what stands in a removed log into the database; whether nothing is missing from it now."""
        if fault.missing in (None, self._files.database):
            return False
        try:
            return self._checkpoint()
        except StoreFailed as error:
            logger.error("what was in %s could not be saved: %s", fault.missing, error)
            return False

    def _write_head(self, end: End) -> None:
        """The change is made by now: if this fails, a loss of it would not be noticed, and that is all."""
        try:
            self._head.write(end)
        except OSError as error:
            logger.error("%s could not be written: %s", self._head.path, reason(error))

    def _settle_now(self) -> None:
        self._look()
        if self._fault is None and self._unsettled:
            self._unsettled = not self._checkpoint()

    def _settle_if_possible(self) -> None:
        """What stays in the log is found there by the next start, or by the next look."""
        try:
            self._settle_now()
        except StoreFailed as error:
            logger.error("%s", error)

    def _clean_now(self, until: int) -> bool:
        """Write the database anew, without what was removed, and empty the log.

        `secure_delete` is no way to do that: SQLite overwrites a row that is deleted, and not the copies of it that
        stay in pages from which it has moved rows (docs/decisions/0058-forgetting.md).
        """
        self._check_files()
        cursor = self._keeper.cursor()
        try:
            if cursor.execute("PRAGMA user_version").fetchone()[0] >= until:
                return True
            if self._written_anew < until:
                cursor.execute("VACUUM")
                self._written_anew = until
            if cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                return False
            cursor.execute(f"PRAGMA user_version = {until:d}")  # what was clean before a crash is cleaned once more
        except sqlite3.Error as error:
            raise StoreFailed(f"What was forgotten is still in {self._files.database}: {reason(error)}") from error
        finally:
            self._unsettled = True
            self._files.remember()
        return True

    def _checkpoint(self) -> bool:
        """Bring the write-ahead log into the database file; False while a reader still needs some of it.

        Raises `StoreFailed`; then the log is as it was. A part of it may be in the database: that was no other program.
        """
        try:
            _busy, pages, brought = self._keeper.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            raise StoreFailed(f"The log could not be brought into the database: {reason(error)}") from error
        finally:
            self._files.remember()
        return bool(pages == brought)
