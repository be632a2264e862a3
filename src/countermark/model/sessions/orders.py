"""What a person wants of a live session at once; what comes of it is recorded as events."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Connect:
    """Start the agent's program, unless it runs."""

    type: Literal["connect"] = "connect"


@dataclass(frozen=True)
class Disconnect:
    """End the agent's program; the session can be connected again."""

    type: Literal["disconnect"] = "disconnect"


@dataclass(frozen=True)
class SetMode:
    """Put the agent into a mode."""

    mode: str
    type: Literal["set_mode"] = "set_mode"


@dataclass(frozen=True)
class SetOption:
    """Give an option another value."""

    option: str
    value: str | bool
    type: Literal["set_option"] = "set_option"


@dataclass(frozen=True)
class SignIn:
    """Sign in by one of the agent's own methods."""

    method: str
    type: Literal["sign_in"] = "sign_in"


@dataclass(frozen=True)
class SignOut:
    """Sign out at the agent."""

    type: Literal["sign_out"] = "sign_out"


@dataclass(frozen=True)
class Cancel:
    """Stop the turn."""

    type: Literal["cancel"] = "cancel"


@dataclass(frozen=True)
class DeleteConversation:
    """Have the agent delete its own record of the conversation; the session is closed and shows what it has."""

    type: Literal["delete_conversation"] = "delete_conversation"


Order = Connect | Disconnect | SetMode | SetOption | SignIn | SignOut | Cancel | DeleteConversation


@dataclass(frozen=True)
class OpenMessage:
    """A message that is being written: its closed blocks as sanitised HTML, and the text that is still open."""

    id: str
    voice: str
    at: int
    blocks: tuple[str, ...]
    tail_at: int  # where the open text begins in the whole message, in characters
    tail: str


@dataclass(frozen=True)
class OpenCall:
    """What a running call has printed since it was last recorded."""

    id: str
    terminal: str | None
    output: str


@dataclass(frozen=True)
class OpenParts:
    """What a session shows beyond its events; `whisper` is the number of the newest whisper that is in it."""

    whisper: int = 0
    message: OpenMessage | None = None
    calls: tuple[OpenCall, ...] = ()
    activity: str | None = None  # what the agent does, in a word or two
