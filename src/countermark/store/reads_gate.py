"""What is asked of a store about the gate: permissions, questions, grants, modes and trusted rules."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from countermark.model.items import AgentWait
from countermark.model.modes import TrustedRules, WorkspaceMode
from countermark.model.permissions import Grant, Permission
from countermark.model.questions import Question

MOST_OPEN = 10_000  # permissions, or questions, in one list


class ReadsPermissions(Protocol):
    """Reading permissions."""

    def permission(self, permission_id: str) -> Permission | None:
        """A permission by its id."""
        ...

    def permissions_named(self, ids: Collection[str]) -> Mapping[str, Permission]:
        """The permissions of these ids that there are, read at once."""
        ...

    def open_permissions(self) -> Sequence[Permission]:
        """Those that wait for an answer, the oldest first, `MOST_OPEN` at most."""
        ...

    def permission_waits(self) -> Sequence[AgentWait]:
        """For those that are open, or whose answer has not been received though the agent seems to wait."""
        ...

    def open_permissions_of(self, agent: str, conversation: str | None) -> Sequence[Permission]:
        """The open ones of a conversation, the oldest first; None: of those that name no conversation."""
        ...

    def newest_permissions_of(self, agent: str, conversation: str, *, limit: int) -> Sequence[Permission]:
        """All of a conversation, open or not, the newest first."""
        ...

    def has_open_permissions(self, agent: str, *, at_least: int) -> bool:
        """Whether an agent has so many open ones or more."""
        ...

    def permission_of_call(
        self, agent: str, conversation: str | None, *, call_id: str | None, sha256: str
    ) -> Permission | None:
        """The newest that an earlier point of the same call has asked for and that no later point has joined.

        That is the one with this id of the call; where one of the two has no id, the one that was asked for before its
        use, with the same digest.
        """
        ...

    def permissions_with(self, agent: str, conversation: str, *, call_id: str, limit: int) -> Sequence[Permission]:
        """Those with this id of the call, however many points have joined them, the newest first."""
        ...

    def recent_permissions(self, *, since: int, limit: int) -> Sequence[Permission]:
        """Those that were allowed or denied since a moment, the newest decision first."""
        ...

    def same_permissions(
        self, agent: str, workspace: str, sha256: str, *, since: int, limit: int
    ) -> Sequence[Permission]:
        """Those with this digest that an agent has asked for in a workspace since a moment, the newest first."""
        ...


class ReadsQuestions(Protocol):
    """Reading questions; the queries of permissions and these are alike."""

    def question(self, question_id: str) -> Question | None:
        """A question by its id."""
        ...

    def questions_named(self, ids: Collection[str]) -> Mapping[str, Question]:
        """The questions of these ids that there are, read at once."""
        ...

    def open_questions(self) -> Sequence[Question]:
        """Those that wait for an answer, the oldest first, `MOST_OPEN` at most."""
        ...

    def question_waits(self) -> Sequence[AgentWait]:
        """For those that are open, or whose answer has not been received though the agent seems to wait."""
        ...

    def open_questions_of(self, agent: str, conversation: str | None) -> Sequence[Question]:
        """The open ones of a conversation, the oldest first; None: of those that name no conversation."""
        ...

    def newest_questions_of(self, agent: str, conversation: str, *, limit: int) -> Sequence[Question]:
        """All of a conversation, open or not, the newest first."""
        ...

    def has_open_questions(self, agent: str, *, at_least: int) -> bool:
        """Whether an agent has so many open ones or more."""
        ...

    def question_of_call(
        self, agent: str, conversation: str | None, *, call_id: str | None, sha256: str
    ) -> Question | None:
        """The newest of an earlier point of the same call, as `permission_of_call`."""
        ...


class ReadsGate(ReadsPermissions, ReadsQuestions, Protocol):
    """Reading what agents ask to do and to know, and what a person has allowed beyond one call."""

    def grant(self, grant_id: str) -> Grant | None:
        """A grant by its id."""
        ...

    def grants_of(self, agent: str, conversation: str | None) -> Sequence[Grant]:
        """The grants of a conversation that have not ended, the oldest first."""
        ...

    def open_grants(self) -> Sequence[Grant]:
        """All grants that have not ended, the oldest first."""
        ...

    def grants_from(self, permission_id: str) -> Sequence[Grant]:
        """The grants that the answer to a permission has given, ended or not."""
        ...

    def workspace_mode(self, workspace: str) -> WorkspaceMode | None:
        """The mode that was chosen for a workspace, whether or not it is over."""
        ...

    def workspace_modes(self) -> Sequence[WorkspaceMode]:
        """All modes that were chosen, in the order of their workspaces."""
        ...

    def trusted_rules(self, workspace: str) -> TrustedRules | None:
        """Which rules of a workspace's own are trusted."""
        ...
