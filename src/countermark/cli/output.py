"""What the command line prints: everything passes here, so that no name of a file or a folder plays tricks."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO, cast

from countermark.doorbell.terminal import visible_text


class Visible:
    """A stream in whose text every character can be seen; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text with odd characters spelled out."""
        self._stream.write(visible_text(text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def visible() -> Iterator[None]:
    """While inside, what is printed can be seen."""
    out, err = cast(TextIO, Visible(sys.stdout)), cast(TextIO, Visible(sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield
