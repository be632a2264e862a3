"""What an MCP client says on our stdin, line by line."""

import os

STDIN = 0
LINE_LIMIT = 16 * 1024 * 1024


class InputLines:
    """The lines of stdin; one that is too long comes as None."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._seen = 0

    def __iter__(self) -> "InputLines":
        return self

    def __next__(self) -> bytes | None:
        while (end := self._rest.find(b"\n", self._seen)) < 0:
            self._seen = len(self._rest)
            if len(self._rest) > LINE_LIMIT:
                self._skip_line()
                return None
            if not self._read():
                return self._last()
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        self._seen = 0
        return line

    def _read(self) -> bool:
        try:
            piece = os.read(STDIN, 256 * 1024)
        except OSError:
            return False
        self._rest += piece
        return bool(piece)

    def _last(self) -> bytes:
        if not self._rest:
            raise StopIteration
        line = bytes(self._rest)
        self._rest.clear()
        self._seen = 0
        return line

    def _skip_line(self) -> None:
        while (end := self._rest.find(b"\n")) < 0:
            self._rest.clear()
            if not self._read():
                return
        del self._rest[: end + 1]
        self._seen = 0
