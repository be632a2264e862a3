"""What a version of OpenCode's server is asked and tells: one interface."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from countermark.actions.server_states import SavedGrant
from countermark.agents.opencode.heard import Heard, HttpCall, RequestName, ToolUse


class Dialect(Protocol):
    """One version's protocol; every function is pure. What is read raises `Malformed` where it has another shape."""

    @property
    def seen_live(self) -> bool:
        """Whether this was seen at work, or only read about."""
        ...

    @property
    def silence_seconds(self) -> float | None:
        """After how long without a word the stream is taken for dead; None where it may be silent for ever."""
        ...

    @property
    def events(self) -> HttpCall:
        """The stream of events of all folders."""
        ...

    def hear(self, event: Mapping[str, Any]) -> Sequence[Heard]:
        """What an event says; most say nothing that matters here."""
        ...

    def pending(self, folder: str) -> Sequence[HttpCall]:
        """What lists the requests that wait in a folder: permissions, and questions."""
        ...

    def requests_in(self, answers: Sequence[object], folder: str) -> Sequence[Heard]:
        """The requests in the answers to `pending`."""
        ...

    def status(self, folder: str) -> HttpCall | None:
        """What tells which sessions are at work; None where no such thing is known."""
        ...

    def busy_sessions(self, answer: object) -> frozenset[str]:
        """The sessions at work, in the answer to `status`."""
        ...

    def session(self, session: str, folder: str) -> HttpCall:
        """What reads a session."""
        ...

    def parent_in(self, answer: object) -> str | None:
        """The session that has begun it, in the answer to `session`; None where a person has."""
        ...

    def message(self, session: str, message: str, folder: str) -> HttpCall:
        """What reads the message in which a call stands."""
        ...

    def messages(self, session: str, folder: str) -> HttpCall:
        """What reads the newest messages of a session."""
        ...

    def tool_use(self, answer: object, call: str) -> ToolUse | None:
        """A call in the answer to `message`, or to `messages`."""
        ...

    def allow(self, request: RequestName) -> HttpCall:
        """Once, never longer: what lasts are rules and grants of ours."""
        ...

    def reject(self, request: RequestName, words: str | None) -> HttpCall:
        """No; without words its turn ends."""
        ...

    def answer(self, request: RequestName, answers: Sequence[Sequence[str]]) -> HttpCall:
        """Answers to questions, in their order."""
        ...

    def saved(self) -> HttpCall | None:
        """What lists the agent's own lasting grants; None where there is no such list."""
        ...

    def saved_in(self, answer: object) -> Sequence[SavedGrant]:
        """The grants in the answer to `saved`."""
        ...

    def take_back(self, grant: str) -> HttpCall:
        """What ends one of them."""
        ...
