"""The index of decided items in a file of its own: made from the store, and made anew whenever it is not whole."""

import asyncio
import logging
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from countermark.model.asked import DeciderKind
from countermark.model.errors import StoreFailed
from countermark.model.history import (
    DecidedItem,
    HistoryFacets,
    HistoryLine,
    HistoryOutcome,
    HistoryQuery,
    SearchedTexts,
)
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.journal_end import End
from countermark.store.history import statements
from countermark.store.history.words import searchable, snippet_parts

logger = logging.getLogger(__name__)
T = TypeVar("T")
HISTORY = "history.db"  # the name of the file in the data folder
ANEW = "Start the hub again: it makes the index anew from what it has stored."


class HistoryFile:
    """Finds decided items. One thread writes, one reads beside it; losing the file loses nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="history-write")
        self._readers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="history-read")
        self._writing: sqlite3.Connection | None = None
        self._reading: sqlite3.Connection | None = None
        self._is_written_anew = False  # since something was forgotten

    async def until(self) -> End:
        """The last entry of the journal that is in the index. Raises `StoreFailed`."""
        return await self._write(lambda connection: End(*connection.execute(statements.UNTIL).fetchone()))

    async def put(
        self, items: Sequence[tuple[DecidedItem, SearchedTexts]], *, until: End, waiting: Collection[str] = ()
    ) -> None:
        """Take items in, each in place of what was known of it, and out those that wait again.

        Everything up to the entry `until` of the journal is in then. Raises `StoreFailed`.
        """

        forgotten = [item.version.id for item, _ in items if item.forgotten]

        def put(connection: sqlite3.Connection) -> None:
            self._forget_words(connection, forgotten)
            for each in waiting:
                remove(connection, each)
            for item, texts in items:
                put_item(connection, item, texts)
            connection.execute(statements.SET_UNTIL, (until.seq, until.hash))

        await self._write(put)
        if until.seq > 0:  # else the index is being made, and more is put into it
            await self.clean()

    async def forget(self, ids: Collection[str]) -> None:
        """Keep of these items that they were decided, and nothing of their texts; `clean` leaves no byte of them."""
        await self._write(lambda connection: self._forget_words(connection, ids))

    async def clean(self) -> bool:
        """Leave no byte of what was forgotten in the file or its log; False while a reader still needs that."""
        return await self._run(self._writers, self._clean_now)

    async def start_anew(self) -> None:
        """Forget everything: it is made again from the store."""

        def empty(connection: sqlite3.Connection) -> None:
            for table in ("decided", "words"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute(statements.SET_UNTIL, (0, ""))
            connection.execute(f"PRAGMA user_version = {statements.UNCLEAN}")
            self._is_written_anew = False

        await self._write(empty)

    async def search(self, query: HistoryQuery) -> Sequence[HistoryLine]:
        """The items of a query, newest first. Raises `StoreFailed`."""
        statement, values = statements.search_select(query)
        return await self._read(lambda connection: [line_of(row) for row in connection.execute(statement, values)])

    async def facets(self) -> HistoryFacets:
        """How many there are of each kind. Raises `StoreFailed`."""

        return facets_in(await self._read(lambda connection: connection.execute(statements.COUNTS).fetchall()))

    async def close(self) -> None:
        """Let go of the file."""
        for executor in (self._readers, self._writers):
            await asyncio.to_thread(executor.shutdown)
        for connection in (self._reading, self._writing):
            if connection is not None:
                connection.close()

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._run(self._writers, lambda: self._in_transaction(work))

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writing is None:
            await self.until()  # makes the file
        return await self._run(self._readers, lambda: work(self._for_reading()))

    async def _run(self, executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(executor, work))
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(f"The index of decided items cannot be used: {error}.", hint=ANEW) from error

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writing is None:
            self._writing = opened(self.path)
        connection = self._writing
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        return result

    def _for_reading(self) -> sqlite3.Connection:
        if self._reading is None:
            self._reading = connected(self.path)
        return self._reading

    def _forget_words(self, connection: sqlite3.Connection, ids: Collection[str]) -> None:
        if forget_words(connection, ids):
            self._is_written_anew = False

    def _clean_now(self) -> bool:
        if self._writing is None:
            self._writing = opened(self.path)
        if version_of(self._writing) == statements.VERSION:
            return True
        if not self._is_written_anew:
            self._writing.execute(
                statements.OPTIMIZE
            )  # words of rows that were deleted stay until its parts are merged
            self._writing.execute("VACUUM")  # a row that was deleted may have left copies in pages it has moved from
            self._is_written_anew = True
        self._writing.execute("PRAGMA busy_timeout = 0")  # whoever asks comes back
        is_busy = self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        self._writing.execute(statements.BUSY_TIMEOUT)
        if is_busy:
            return False
        self._writing.execute(f"PRAGMA user_version = {statements.VERSION}")
        return True


def opened(path: Path) -> sqlite3.Connection:
    """The index for writing; one that is spoilt or of another version is made anew."""
    if path.exists():
        with suppress(sqlite3.Error):
            connection = connected(path)
            if is_whole(connection):
                return connection
            connection.close()
        logger.warning("%s is not whole or of another version; it is made anew", path)
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        each.unlink(missing_ok=True)
    connection = connected(path)
    connection.execute("BEGIN IMMEDIATE")
    for statement in statements.TABLES:
        connection.execute(statement)
    connection.execute("COMMIT")
    return connection


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether the index is of this version, and SQLite finds nothing wrong with it."""
    if version_of(connection) != statements.VERSION:  # of another program, or with what was to be forgotten
        return False
    return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def version_of(connection: sqlite3.Connection) -> int:
    """Of which version its tables are; `UNCLEAN` where its bytes hold what was forgotten."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def connected(path: Path) -> sqlite3.Connection:
    """A connection to the file, which only this user may read, whatever the umask says."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = NORMAL")  # what a crash takes is indexed again
        cursor.execute(statements.BUSY_TIMEOUT)
    return connection


def forget_words(connection: sqlite3.Connection, ids: Collection[str]) -> bool:
    """Keep of these items that they were decided. The index is unclean then, until its file is written anew.

    Gives whether one of them was not forgotten before.
    """
    remembered = [each for each in ids if not connection.execute(statements.IS_FORGOTTEN, (each,)).fetchone()]
    for place in [place for each in remembered for place in places_of(connection, each)]:
        connection.execute(statements.REMOVE_WORDS, (place,))
        connection.execute(statements.FORGET, (place,))
    if remembered:  # one that is not known now may have been
        connection.execute(f"PRAGMA user_version = {statements.UNCLEAN}")
    return bool(remembered)


def put_item(connection: sqlite3.Connection, item: DecidedItem, texts: SearchedTexts) -> None:
    """Take one item in."""
    remove(connection, item.version.id)
    place = free_place(connection, item.decided_at)
    connection.execute(statements.PUT, row_of(item, place))
    if not item.forgotten:
        said = (texts.title, texts.text, texts.marks, texts.answer)
        connection.execute(statements.PUT_WORDS, (place, *map(searchable, said)))


def remove(connection: sqlite3.Connection, item_id: str) -> None:
    """Take one item out: it waits again, or is put in anew."""
    for place in places_of(connection, item_id):
        connection.execute(statements.REMOVE_WORDS, (place,))
        connection.execute(statements.REMOVE, (place,))


def free_place(connection: sqlite3.Connection, decided_at: int) -> int:
    """Where an item that was decided then stands: behind all others of the same millisecond."""
    first = decided_at * statements.PLACES_OF_A_MS
    taken = connection.execute(statements.TAKEN, (first, first + statements.PLACES_OF_A_MS)).fetchone()[0]
    return first if taken is None else int(taken) + 1


def places_of(connection: sqlite3.Connection, item_id: str) -> Sequence[int]:
    """Where an item stands, if it is known."""
    return [place for (place,) in connection.execute(statements.PLACE_OF, (item_id,))]


def row_of(item: DecidedItem, place: int) -> tuple[Any, ...]:
    """An item as a row of `decided`."""
    version = item.version
    return (
        place, version.kind.value, version.id, version.number, item.agent, plain(item.workspace), plain(item.title),
        item.outcome.value, item.decider.value, item.decided_at, item.marks, int(item.forgotten),
    )  # fmt: skip


def plain(text: str) -> str:
    """A text as SQLite takes it: the name of a folder can have bytes that are no characters."""
    return text.encode("utf-8", "replace").decode()


def facets_in(rows: Sequence[tuple[Any, ...]]) -> HistoryFacets:
    """The counts of all combinations as those of each value, the most frequent first."""
    totals: list[Counter[str]] = [Counter() for _ in statements.FACETS]
    for *values, count in rows:
        for total, value in zip(totals, values, strict=True):
            total[value] += count
    agents, workspaces, outcomes, kinds, deciders = [most_first(total) for total in totals]
    return HistoryFacets(agents, workspaces, outcomes, kinds, deciders)


def most_first(total: Mapping[str, int]) -> Mapping[str, int]:
    """As many as are told; what is as frequent by name."""
    return dict(sorted(total.items(), key=lambda each: (-each[1], each[0]))[: statements.MOST_OF_FACET])


def line_of(row: tuple[Any, ...]) -> HistoryLine:
    """A row of a search as a line."""
    place, kind, item_id, version, *names, decided_at, marks, forgotten, snippet = row
    agent, workspace, title, outcome, decider = names
    item = DecidedItem(
        version=ItemVersion(ItemKind(kind), item_id, version), agent=agent, workspace=workspace, title=title,
        outcome=HistoryOutcome(outcome), decider=DeciderKind(decider), decided_at=decided_at, marks=marks,
        forgotten=bool(forgotten),
    )  # fmt: skip
    return HistoryLine(item, place, snippet_parts(snippet))
