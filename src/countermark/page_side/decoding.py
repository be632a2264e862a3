"""Opens compressed answers as they stream by, for the few sites that compress although nobody asked them to."""

import importlib
import zlib
from collections.abc import Iterator
from typing import Protocol

PIECE = 256 * 1024  # so much is opened at once: a bomb passes through, and fills no memory


class CannotDecode(Exception):
    """The body is not what its content-encoding says."""


class Decoder(Protocol):
    """One way of compression, opened piece by piece."""

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """What these bytes open to."""


class Undecoded:
    """Not compressed."""

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk


class Zipped:
    """gzip or deflate; several gzip members are one body (RFC 9110 8.4.1.3)."""

    def __init__(self, coding: str) -> None:
        self._coding = coding
        # 47: gzip or zlib, told from the first bytes.
        self._open = zlib.decompressobj(47)
        self._has_begun = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        while chunk:
            try:
                piece = self._open.decompress(chunk, PIECE)
            except zlib.error as reason:
                piece = self._without_wrapper(chunk, reason)
            self._has_begun = True
            if piece:
                yield piece
            chunk = self._open.unconsumed_tail
            if self._open.eof:
                chunk = self._open.unused_data
                self._open = zlib.decompressobj(47)

    def _without_wrapper(self, chunk: bytes, reason: zlib.error) -> bytes:
        """Some servers send deflate without the zlib wrapper that the standard asks for, and every browser takes it."""
        if self._coding != "deflate" or self._has_begun:
            raise CannotDecode(f"the {self._coding} body cannot be opened: {reason}") from reason
        self._open = zlib.decompressobj(-15)
        try:
            return self._open.decompress(chunk, PIECE)
        except zlib.error as second:
            raise CannotDecode(f"the deflate body cannot be opened: {second}") from second


class Brotli:
    """br, where a module for it happens to be installed."""

    def __init__(self, module: str) -> None:
        brotli = importlib.import_module(module)
        self._open = brotli.Decompressor()
        self._error: type[Exception] = brotli.error

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        opened = getattr(self._open, "process", None) or self._open.decompress
        try:
            yield bytes(opened(chunk))
        except self._error as reason:
            raise CannotDecode(f"the br body cannot be opened: {reason}") from reason


def decoder(coding: str) -> Decoder | None:
    """How to open this content-encoding; None if that is not possible here, and the answer must stay as it is."""
    name = coding.strip().lower()
    if name in ("", "identity"):
        return Undecoded()
    if name in ("gzip", "x-gzip", "deflate"):
        return Zipped(name)
    if name == "br":
        found = next((module for module in ("brotli", "brotlicffi") if _is_installed(module)), None)
        return Brotli(found) if found else None
    return None


def _is_installed(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None
