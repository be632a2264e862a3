"""A session as it is stored: what lists show of it, its numbered events, and the raw lines of its traffic."""

from dataclasses import dataclass
from enum import StrEnum

from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.state import Connection

MAX_PROMPT_BYTES = 1024 * 1024
MOST_QUEUED = 100
MOST_ATTACHMENTS = 20
LONGEST_TITLE = 300


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
class NumberedEvent:
    """One event of a session as it is stored."""

    session: str
    number: int  # counted from 1 for each session
    at: int
    line: int  # the number of the last raw line that it and those before it stand for; 0: of none
    event: SessionEvent


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
class SessionSettings:
    """What a session was opened with, so that it can be connected again."""

    session: str
    command: tuple[str, ...]  # empty: as the brand says
    mcp_servers: str  # as JSON, the way that the protocol has them
    folders: tuple[str, ...] = ()  # more than the first
    mode: str | None = None  # the one that a person has chosen last
