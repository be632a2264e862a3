"""Documents as text to be marked, and how two are paired, in memory; and one thread that does the work on them."""

from functools import partial
from typing import TYPE_CHECKING

from countermark.actions.remembered import MadeOnce, Remembered, WorkThread

if TYPE_CHECKING:  # what reads and pairs texts is loaded by who has some: no hub starts with it
    from countermark.documents.difference.pairing import Pairing
    from countermark.documents.markdown.blocks import Document
    from countermark.documents.markdown.passages import Passages

REMEMBERED_BYTES = 64 * 1024 * 1024  # of passages: two or three documents of 1 MB, which are read again in 0.2 s
REMEMBERED_PAIRINGS = 8 * 1024 * 1024  # bytes too
CHARACTER_BYTES, UNIT_BYTES = 14, 850  # what tracemalloc finds for a plan, for items of six words, for items of one
PAIR_BYTES = 100


class Readings:
    """The newest documents' passages, bounded by their size; heavy work on them waits in line, off the event loop."""

    def __init__(self) -> None:
        self._passages = MadeOnce["Passages"](most=REMEMBERED_BYTES, size=reading_size)
        self._pairings = Remembered["Pairing"](most=REMEMBERED_PAIRINGS, size=pairing_size)  # known to the thread alone
        self._thread = WorkThread("marks")
        self.think = self._thread.run
        self.close = self._thread.close

    async def of(self, document: "Document") -> "Passages":
        """The passages of a document."""
        from countermark.documents.markdown.passages import passages

        return await self._passages.of(document.sha256, lambda: self.think(lambda: passages(document)))

    async def pairing(self, old: "Document", new: "Document") -> "Pairing":
        """Which unit of one document is which of the other: carrying marks and comparing need the same answer."""
        was, now = await self.of(old), await self.of(new)
        return await self.think(partial(self._paired, f"{old.sha256} {new.sha256}", was, now))

    def _paired(self, name: str, old: "Passages", new: "Passages") -> "Pairing":
        from countermark.documents.difference.pairing import pair

        return self._pairings.get(name) or self._pairings.keep(name, pair(old, new))


def reading_size(passages: "Passages") -> int:
    """Bytes that a document's passages take, with all that is found out about them."""
    return CHARACTER_BYTES * len(passages.text) + UNIT_BYTES * len(passages.units)


def pairing_size(pairing: "Pairing") -> int:
    """Bytes that it takes; some for two empty documents too."""
    return PAIR_BYTES * (1 + len(pairing.pairs) + len(pairing.vanished) + len(pairing.arrived))
