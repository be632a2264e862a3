"""What is asked of the index of decided items."""

from collections.abc import Collection, Sequence
from typing import Protocol

from countermark.model.history import DecidedItem, HistoryFacets, HistoryLine, HistoryQuery, SearchedTexts
from countermark.model.journal_end import End


class History(Protocol):
    """Finds decided items by words, place and time. It is made from a store, and loses nothing when it is lost."""

    async def until(self) -> End:
        """The last entry of the journal that is in it. Raises `StoreFailed`, as all of these."""
        ...

    async def put(
        self, items: Sequence[tuple[DecidedItem, SearchedTexts]], *, until: End, waiting: Collection[str] = ()
    ) -> None:
        """Take items in, each in place of what was known of it, and out those that wait again.

        Everything up to the entry `until` of the journal is in then.
        """
        ...

    async def forget(self, ids: Collection[str]) -> None:
        """Keep of these items that they were decided, and nothing of their texts."""
        ...

    async def clean(self) -> bool:
        """Leave no byte of what was forgotten in any file; False while a reader still needs the log.

        Does nothing where that was done already.
        """
        ...

    async def start_anew(self) -> None:
        """Forget everything: it is made again."""
        ...

    async def search(self, query: HistoryQuery) -> Sequence[HistoryLine]:
        """The items of a query, newest first."""
        ...

    async def facets(self) -> HistoryFacets:
        """How many there are of each agent, workspace and ending."""
        ...

    async def close(self) -> None:
        """Let go of its files."""
        ...
