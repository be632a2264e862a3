"""A session as it is stored: what lists show of it, its numbered events, and the raw lines of its traffic.

A store knows this module alone, so that no start of the hub waits for all the kinds of events.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

MAX_PROMPT_BYTES = 1024 * 1024
MAX_TRAFFIC_BYTES = 256 * 1024 * 1024  # raw lines of each session; the settings may say otherwise
MOST_QUEUED = 100
MOST_ATTACHMENTS = 20
LONGEST_TITLE = 300
MOST_PARTS = 100_000  # of one session: some 350 MB in the hub's memory, and more than anybody looks at
MOST_CHARACTERS = 256 * 1024 * 1024  # of all its parts
MOST_EVENTS = 500_000  # of one session: a minute to fold them once the hub has started anew


class Connection(StrEnum):
    """How the desk is connected with the agent's program."""

    DISCONNECTED = "disconnected"
    STARTING = "starting"
    INITIALISED = "initialised"
    FAILED = "failed"


@dataclass(frozen=True)
class Session:
    """What lists show of a session; times are milliseconds since 1970."""

    id: str
    agent: str  # by its name in the catalog
    folder: str  # absolute path
    title: str
    conversation: str | None  # the agent's own id of it, once there is one
    connection: Connection
    number: int  # of its newest event
    waiting: int  # how many items of it wait for the person
    working: bool  # a turn is under way
    opened_at: int
    changed_at: int
    closed: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class StoredEvent:
    """One event of a session as it is stored."""

    session: str
    number: int  # counted from 1 for each session
    at: int
    line: int  # the number of the last raw line that it and those before it stand for; 0: of none
    type: str
    about: str | None  # the id of the prompt, part, item or mark that it is about
    body: str  # the event as JSON


@dataclass(frozen=True)
class SessionText:
    """What one event says, as it is searched: folded, with single blanks."""

    session: str
    number: int  # of the event
    text: str


class Direction(StrEnum):
    """Where a raw line came from."""

    TO_AGENT = "to_agent"
    FROM_AGENT = "from_agent"
    STDERR = "stderr"
    JUNK = "junk"  # from the agent, and no message


@dataclass(frozen=True)
class RawLine:
    """One line of the traffic of a session, as it was written; lines are numbered from 1 for each session."""

    session: str
    number: int
    at: int
    direction: Direction
    text: str


@dataclass(frozen=True)
class LineBatch:
    """Raw lines that were kept together: one row for them all."""

    session: str
    first: int
    last: int
    start: int  # the bytes of all batches before it, dropped ones too
    end: int  # the same, with its own
    lines: str  # a JSON list of [at, direction, text], in ASCII


@dataclass(frozen=True)
class LineTotals:
    """How far the traffic of a session has come."""

    last: int = 0  # the number of its newest line
    start: int = 0  # the bytes that were dropped
    end: int = 0  # the bytes of all that was ever kept


@dataclass(frozen=True)
class SessionSettings:
    """What a session was opened with, so that it can be connected again."""

    session: str
    command: tuple[str, ...]  # empty: as the brand says
    mcp_servers: str  # as JSON, the way that the protocol has them
    folders: tuple[str, ...] = ()  # more than the first
    mode: str | None = None  # the one that a person has chosen last
    conversation: str | None = None  # the agent's own, with which the session begins
    how: Literal["new", "load", "resume", "fork"] = "new"
    options: tuple[tuple[str, str | bool], ...] = ()  # ids and values that a person has chosen last; never a mode
