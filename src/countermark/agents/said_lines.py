"""What an agent writes to stderr, as lines: the pipe is always drained, and no more is handed on than can be kept."""

import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence

LONGEST_LINE = 8 * 1024  # before it is cut in two
KEPT = 64 * 1024  # characters of the end
AT_ONCE = 4 * 1024 * 1024  # characters that are handed on, however fast they come
EACH_SECOND = 256 * 1024  # and behind these


class SaidLines:
    """Feed it bytes; `told` gets the lines that they complete, and how many were left out where there were too many."""

    def __init__(self, told: Callable[[Sequence[str]], None], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._told = told
        self._clock = clock
        self._decode = getincrementaldecoder("utf-8")("backslashreplace").decode
        self._rest = ""
        self._kept = ""
        self._allowance = float(AT_ONCE)
        self._looked_at = clock()
        self._left_out = 0

    @property
    def end(self) -> str:
        """The last 64 KB of it, also of what was not handed on."""
        return (self._kept + self._rest)[-KEPT:]

    def take(self, content: bytes) -> None:
        """Hand on the lines that these bytes complete."""
        *lines, self._rest = (self._rest + self._decode(content)).split("\n")
        if len(self._rest) > LONGEST_LINE:
            *pieces, self._rest = pieces_of(self._rest)
            lines += pieces
        self._hand_on(lines)

    def finish(self) -> None:
        """It has ended; what stands behind the last newline is a line, too."""
        rest, self._rest = self._rest + self._decode(b"", final=True), ""
        self._hand_on([rest] if rest else [])
        if self._left_out:
            self._told([self._omission()])

    def _hand_on(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        self._kept = (self._kept + "\n".join(lines)[-KEPT:] + "\n")[-KEPT:]
        now = self._clock()
        self._allowance = min(AT_ONCE, self._allowance + (now - self._looked_at) * EACH_SECOND)
        self._looked_at = now
        if told := list(self._allowed(lines)):
            self._told(told)

    def _allowed(self, lines: Sequence[str]) -> Iterator[str]:
        for line in lines:
            for piece in pieces_of(line.removesuffix("\r")):
                self._allowance -= len(piece) + 1
                if self._allowance < 0:
                    self._allowance = 0.0
                    self._left_out += 1
                else:
                    if self._left_out:
                        yield self._omission()
                    yield piece

    def _omission(self) -> str:
        number, self._left_out = self._left_out, 0
        return f"[{number} lines of stderr are left out here: too much came at once]"


def pieces_of(line: str) -> list[str]:
    """A line in pieces that are not too long."""
    if len(line) <= LONGEST_LINE:
        return [line]
    return [line[start : start + LONGEST_LINE] for start in range(0, len(line), LONGEST_LINE)]
