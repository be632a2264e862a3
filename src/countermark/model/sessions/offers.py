"""What an agent that the desk drives can do, and what it offers a person to choose."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class AuthKind(StrEnum):
    """How a person signs in at an agent."""

    AGENT = "agent"  # the agent does it itself when it is told to
    TERMINAL = "terminal"  # the same program is started in a terminal, with more arguments


@dataclass(frozen=True)
class AuthMethod:
    """One way to sign in."""

    id: str
    name: str
    description: str | None = None
    kind: AuthKind = AuthKind.AGENT
    command: str | None = None  # of a terminal: the whole command line


@dataclass(frozen=True)
class AgentFacts:
    """What an agent says of itself; a capability that it leaves out is one that it does not have."""

    protocol: int
    name: str | None = None
    version: str | None = None
    loads: bool = False
    resumes: bool = False
    lists: bool = False
    forks: bool = False
    closes: bool = False
    deletes: bool = False
    takes_images: bool = False
    takes_audio: bool = False
    takes_files: bool = False  # their content within a prompt; a link to a file is always taken
    takes_folders: bool = False  # more than one
    mcp_stdio: bool = True  # starts MCP servers itself: of version 1 every agent does
    mcp_http: bool = False
    mcp_sse: bool = False
    steers: bool = False  # takes words while it works
    signs_out: bool = False
    auth: tuple[AuthMethod, ...] = ()


@dataclass(frozen=True)
class ModeOffer:
    """A mode of the agent."""

    id: str
    name: str
    description: str | None = None


@dataclass(frozen=True)
class OptionChoice:
    """One value that an option can have."""

    value: str
    name: str
    description: str | None = None
    group: str | None = None


@dataclass(frozen=True)
class SelectOption:
    """An option of the agent that has one of several values."""

    id: str
    name: str
    current: str
    choices: tuple[OptionChoice, ...]
    description: str | None = None
    category: str | None = None  # mode, model, thought_level … or one that nobody knows yet
    type: Literal["select"] = "select"


@dataclass(frozen=True)
class FlagOption:
    """An option of the agent that is on or off."""

    id: str
    name: str
    current: bool
    description: str | None = None
    category: str | None = None
    type: Literal["boolean"] = "boolean"


AgentOption = SelectOption | FlagOption


@dataclass(frozen=True)
class SlashCommand:
    """A command that the agent knows."""

    name: str
    description: str
    hint: str | None = None  # what may follow it


class Asks(StrEnum):
    """Whether an agent asks before it acts, in the mode in which it is."""

    YES = "yes"
    SOME = "some"  # before some actions only
    NO = "no"
    UNKNOWN = "unknown"  # never seen at work here


@dataclass(frozen=True)
class Asking:
    """Whether it asks, in words for the head of the pane."""

    asks: Asks
    words: str


@dataclass(frozen=True)
class Usage:
    """How much of its context is used, and what it has cost so far."""

    used: int
    size: int
    cost: float | None = None
    currency: str | None = None
