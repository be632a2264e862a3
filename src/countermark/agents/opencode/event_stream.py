"""A stream of server-sent events, taken apart as it comes; what is too long is not kept."""

from collections.abc import Iterator

LONGEST_EVENT = 16 * 1024 * 1024


class EventSplitter:
    """Feed it bytes; it gives the data of each whole event, or None for one that was too long to be kept."""

    def __init__(self, *, longest: int = LONGEST_EVENT) -> None:
        self._longest = longest
        self._rest = bytearray()  # of a line that goes on: each byte is looked at and copied once
        self._data: list[bytes] = []
        self._size = 0
        self._skips_line = False
        self._too_long = False

    def feed(self, more: bytes) -> Iterator[bytes | None]:
        """The events that these bytes complete."""
        *ends, beginning = more.split(b"\n")
        lines = []
        for end in ends:
            lines.append(bytes(self._rest) + end)
            self._rest.clear()
        self._rest += beginning
        for line in lines:
            if self._skips_line:  # the end of a line whose beginning is gone
                self._skips_line = False
            elif line.rstrip(b"\r"):
                self._take(line.rstrip(b"\r"))
            else:
                yield from self._event()
        if len(self._rest) > self._longest:
            self._rest.clear()
            self._skips_line, self._too_long = True, True

    def _take(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        if field != b"data":
            return
        self._size += len(value)
        if self._size > self._longest:
            self._data, self._too_long = [], True
        elif not self._too_long:
            self._data.append(value.removeprefix(b" "))

    def _event(self) -> Iterator[bytes | None]:
        data, too_long = self._data, self._too_long
        self._data, self._size, self._too_long = [], 0, False
        if too_long:
            yield None
        elif data:
            yield b"\n".join(data)
