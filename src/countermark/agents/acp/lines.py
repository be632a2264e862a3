"""An agent's output as lines, and each line as a message or as the reason why it is none; nothing is thrown away."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import orjson

from countermark.agents.json_text import BYTE_ORDER_MARK

Message = Mapping[str, Any]

LONGEST_LINE = 64 * 1024 * 1024  # nothing else is done while a line is read: of a million small objects for two seconds
KEPT_OF_LONGER = 64 * 1024
DEEPEST = 200  # objects and arrays within one another: what is told of them is written, and read again, by recursion
TOO_DEEP = "it is nested too deeply"
NO_MESSAGE: Message = {}
NO_NUMBERS = (math.inf, -math.inf)  # what Python reads of 1e999: no JSON could say it again
CHUNKS = frozenset({"agent_message_chunk", "agent_thought_chunk", "user_message_chunk"})
UPDATE = "session/update"  # by far the most messages; all that they mean is translated
# What no JSON knows, but Python's writer writes: it counts as absent.
decode = json.JSONDecoder(parse_constant=lambda _: None).decode


class LineKind(StrEnum):
    """What a line is."""

    REQUEST = "request"
    NOTIFICATION = "notification"
    ANSWER = "answer"
    JUNK = "junk"


class AgentLine(NamedTuple):
    """One line as it came; or several, of one message that an agent says in pieces (`chunk_runs`)."""

    kind: LineKind
    text: str  # without its newline
    message: Message = NO_MESSAGE  # empty for junk
    why: str = ""  # it is junk
    more: Sequence[str] = ()  # the lines right behind it, whose pieces its message has, too
    is_lost: bool = False  # it is junk, and may well have been a message


@dataclass(frozen=True)
class CutLine:
    """A line that is not whole: the beginning that is kept of it, and what became of the rest."""

    content: bytes
    why: str


class LineSplitter:
    """Feed it bytes; it gives the lines that they complete, each byte looked at once."""

    def __init__(self, *, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._pieces: list[bytes] = []  # of a line that goes on
        self._size = 0
        self._skips = False  # the rest of a line that is too long

    def feed(self, more: bytes) -> list[bytes | CutLine]:
        """The lines that these bytes complete, without their newlines."""
        *ends, beginning = more.split(b"\n")
        lines: list[bytes | CutLine] = []
        if ends:
            if self._skips:
                self._skips = False
            else:
                lines.append(b"".join((*self._pieces, ends[0])))
            self._pieces, self._size = [], 0
            lines += ends[1:]
        if beginning and not self._skips:
            self._pieces.append(beginning)
            self._size += len(beginning)
            if self._size > self._longest:
                lines.append(self._cut())
        return lines

    def rest(self) -> bytes:
        """What came behind the last newline."""
        return b"".join(self._pieces)

    def _cut(self) -> CutLine:
        kept = b"".join(self._pieces)[:KEPT_OF_LONGER]
        self._pieces, self._size, self._skips = [], 0, True
        return CutLine(kept, f"the line is longer than {self._longest} bytes; the rest of it was skipped")


def read_line(line: bytes | CutLine) -> AgentLine:
    """What a line says; whatever it is, this does not fail."""
    if isinstance(line, CutLine):
        return AgentLine(LineKind.JUNK, line.content.decode("utf-8", "backslashreplace"), why=line.why, is_lost=True)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        shown = line.decode("utf-8", "backslashreplace")
        return AgentLine(LineKind.JUNK, shown, why=f"byte {error.start} is not UTF-8")
    chunk = chunk_in(line)
    try:
        value = decode(text.removeprefix(BYTE_ORDER_MARK)) if chunk is None else chunk
    except ValueError as error:
        return AgentLine(LineKind.JUNK, text, why=not_json(text, error))
    except RecursionError:
        return AgentLine(LineKind.JUNK, text, why=TOO_DEEP, is_lost=True)
    if line.count(b"[") + line.count(b"{") > DEEPEST and is_too_deep(value):
        return AgentLine(LineKind.JUNK, text, why=TOO_DEEP, is_lost=True)
    return line_of(text, value) if chunk is None else AgentLine(LineKind.NOTIFICATION, text, chunk)


def is_too_deep(value: object) -> bool:
    """Whether objects and arrays stand more than `DEEPEST` levels within one another; looked at level by level."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for each in level for inner in within(each) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def within(value: object) -> Iterable[object]:
    """What stands in an object or an array."""
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def chunk_in(line: bytes) -> Mapping[str, Any] | None:
    """A piece of a message, by far the most lines, read in a third of the time; None for everything else.

    Only these: orjson makes floats of very long whole numbers, and what an agent asks is read to the letter.
    """
    try:
        value = orjson.loads(line)
        is_chunk = value["params"]["update"]["sessionUpdate"] in CHUNKS and value["method"] == UPDATE
    except (orjson.JSONDecodeError, LookupError, TypeError):
        return None
    return value if is_chunk and "id" not in value else None


def line_of(text: str, value: object) -> AgentLine:
    """A line that is JSON: an object is a message if it has what one has."""
    if not isinstance(value, dict):
        return AgentLine(LineKind.JUNK, text, why=no_object(value))
    method = value.get("method")
    if isinstance(method, str):
        if "id" not in value:
            return AgentLine(LineKind.NOTIFICATION, text, value)
        if isinstance(value["id"], dict | list | bool) or value["id"] in NO_NUMBERS:
            return AgentLine(LineKind.JUNK, text, why="the id of the request is no string and no number")
        return AgentLine(LineKind.REQUEST, text, value)
    if method is None and "id" in value and ("result" in value or "error" in value):
        return AgentLine(LineKind.ANSWER, text, value)
    return AgentLine(LineKind.JUNK, text, why="the object is no request, no notification and no answer")


def no_object(value: object) -> str:
    """Why JSON of another kind is no message."""
    if isinstance(value, list):
        return "an array: messages come one by one in version 1 of the protocol, not in batches"
    return "JSON, but no object"


def not_json(text: str, error: ValueError) -> str:
    """Why a text is no JSON."""
    if not text or text.isspace():
        return "a blank line"
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg} at character {error.pos}"
    return "no JSON: a number is too long"
