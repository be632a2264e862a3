"""What an OpenCode server tells, in our words: requests, what became of them, and how conversations go on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from countermark.model.questions import Prompt

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class RequestName:
    """What an answer names."""

    id: str
    session: str
    folder: str
    is_question: bool


@dataclass(frozen=True, kw_only=True)
class PermissionRequest:
    """OpenCode waits to be allowed something."""

    id: str
    session: str
    folder: str  # the absolute path of the folder that its session works in
    permission: str  # the name under which its rules know it
    patterns: tuple[str, ...]
    metadata: Fields
    message: str | None = None  # in which the call of the tool stands
    call: str | None = None

    @property
    def name(self) -> RequestName:
        """What its answer names."""
        return RequestName(self.id, self.session, self.folder, is_question=False)


@dataclass(frozen=True, kw_only=True)
class QuestionRequest:
    """OpenCode waits for words or a choice."""

    id: str
    session: str
    folder: str
    prompts: tuple[Prompt, ...]
    arguments: str  # all that was sent, as canonical JSON
    message: str | None = None
    call: str | None = None

    @property
    def name(self) -> RequestName:
        """What its answer names."""
        return RequestName(self.id, self.session, self.folder, is_question=True)


Request = PermissionRequest | QuestionRequest


@dataclass(frozen=True, kw_only=True)
class MalformedRequest:
    """A request that cannot be understood: it is refused at once, where it can be named."""

    id: str | None
    session: str | None
    folder: str
    is_question: bool
    tool: str
    why: str

    @property
    def name(self) -> RequestName | None:
        """What its answer names; None where it cannot be named."""
        if self.id is None or self.session is None:
            return None
        return RequestName(self.id, self.session, self.folder, self.is_question)


@dataclass(frozen=True)
class RequestSettled:
    """A request has its answer, from whomever."""

    id: str
    session: str
    rejected: bool


@dataclass(frozen=True)
class SessionKnown:
    """A session, and the one that has begun it; None for one that a person has begun."""

    session: str
    parent: str | None


@dataclass(frozen=True)
class TurnOver:
    """The agent waits for its person, or has failed: what it had asked, it asks no longer."""

    session: str
    folder: str


@dataclass(frozen=True)
class SessionOver:
    """The conversation was deleted."""

    session: str
    folder: str


@dataclass(frozen=True)
class UnknownShape:
    """Something of a shape that nobody knows."""

    type: str
    why: str


Heard = (
    PermissionRequest
    | QuestionRequest
    | MalformedRequest
    | RequestSettled
    | SessionKnown
    | TurnOver
    | SessionOver
    | UnknownShape
)


@dataclass(frozen=True)
class ToolUse:
    """The call of a tool as it stands in its message."""

    tool: object
    arguments: object
    status: str  # pending, running, completed or error
    error: str


@dataclass(frozen=True)
class HttpCall:
    """One exchange with the server; `body` is sent as JSON."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: Fields | None = None
