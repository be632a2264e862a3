"""Rendered documents in memory, so that opening one twice costs nothing."""

from collections import OrderedDict

from countermark.documents.markdown import Document

REMEMBERED_BYTES = 64 * 1024 * 1024


class Renderings:
    """The newest renderings in memory, bounded by the size of their HTML."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._bytes = 0

    def get(self, sha256: str) -> Document | None:
        """A rendering that is still in memory."""
        found = self._kept.get(sha256)
        if found is not None:
            self._kept.move_to_end(sha256)
        return found

    def keep(self, document: Document) -> Document:
        """Remember a rendering and forget the oldest beyond the bound."""
        if document.sha256 not in self._kept:
            self._kept[document.sha256] = document
            self._bytes += len(document.html)
        while self._bytes > REMEMBERED_BYTES and len(self._kept) > 1:
            _, forgotten = self._kept.popitem(last=False)
            self._bytes -= len(forgotten.html)
        return document
