"""Pieces of one message that come right behind each other are read as one: they differ in nothing but their text."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import orjson

from countermark.agents.acp.lines import CHUNKS, UPDATE, AgentLine, CutLine, LineKind, Message, read_line

LONGEST_PIECE = 10_000  # characters: what is longer gains nothing


class ChunkFrame(NamedTuple):
    """What stands around the text in one line of a streamed message."""

    before: bytes  # until the quote that begins the text
    after: bytes  # from the quote that ends it

    def fits(self, line: bytes) -> bool:
        """Whether a line begins and ends so."""
        return line.startswith(self.before) and line.endswith(self.after)

    def holds(self, text: str, message: Message) -> bool:
        """Whether a line with any other text in it says the same message with that other text: proved with one."""
        other = f"{text}|"
        try:
            said = orjson.loads(self.before[:-1] + orjson.dumps(other) + self.after[1:])
        except orjson.JSONDecodeError:
            return False
        return bool(said == with_text(message, other))

    def pieces(self, lines: Iterable[bytes | CutLine]) -> Iterator[str]:
        """The texts of the first lines, as long as they are of this message."""
        start, end = len(self.before) - 1, 1 - len(self.after)
        for line in lines:
            if isinstance(line, CutLine) or not self.fits(line):
                return
            try:
                yield orjson.loads(line[start:end])  # with its quotes: it is one text, or no JSON
            except orjson.JSONDecodeError:
                return


def read_lines(lines: Sequence[bytes | CutLine]) -> list[AgentLine]:
    """What lines say, in their order; whatever they are, this does not fail."""
    read, place = list[AgentLine](), 0
    while place < len(lines):
        line = read_line(lines[place])
        following = lines[place + 1 : place + 2]
        frame = frame_around(line, following[0]) if following else None
        place += 1
        if frame is not None:
            pieces = list(frame.pieces(islice(lines, place, None)))
            line = gone_on(line, pieces, lines[place : place + len(pieces)])
            place += len(pieces)
        read.append(line)
    return read


def frame_around(line: AgentLine, following: bytes | CutLine) -> ChunkFrame | None:
    """What stands around a piece's text, if the line that follows goes on with its message."""
    if line.kind is not LineKind.NOTIFICATION or isinstance(following, CutLine):
        return None
    text = text_in(line.message)
    if text is None or len(text) > LONGEST_PIECE:
        return None
    before, found, after = line.text.rpartition(f'"{text}"')
    frame = ChunkFrame(f'{before}"'.encode(), f'"{after}'.encode())
    is_one = found and frame.fits(following) and frame.holds(text, line.message)
    return frame if is_one else None


def text_in(message: Message) -> str | None:
    """The text of a piece of a message."""
    match message:
        case {
            "method": str(method),
            "params": {"update": {"sessionUpdate": str(kind), "content": {"type": "text", "text": str(text)}}},
        } if method == UPDATE and kind in CHUNKS:
            return text
        case _:
            return None


def with_text(message: Message, text: str) -> Message:
    """A piece of a message with another text."""
    params, update = message["params"], message["params"]["update"]
    content = {**update["content"], "text": text}
    return {**message, "params": {**params, "update": {**update, "content": content}}}


def gone_on(line: AgentLine, pieces: Sequence[str], lines: Sequence[bytes | CutLine]) -> AgentLine:
    """A piece of a message with those of the lines behind it."""
    text = "".join((text_in(line.message) or "", *pieces))
    more = [each.decode() for each in lines if isinstance(each, bytes)]
    return line._replace(message=with_text(line.message, text), more=more)
