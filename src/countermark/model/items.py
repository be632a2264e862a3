"""Items: what waits for a person at the desk, and what all kinds of it have in common."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from countermark.model.actors import Actor, ActorKind
from countermark.model.errors import Forbidden


class ItemKind(StrEnum):
    """The kinds of items; `any_item.py` has the values of each."""

    REVIEW = "review"
    PERMISSION = "permission"
    QUESTION = "question"


class ItemState(StrEnum):
    """Whether an answer is wanted, and if not, why."""

    WAITING = "waiting"
    ANSWERED = "answered"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class ItemVersion:
    """One version of an item: what entries, idempotency records, presence and held lines name."""

    kind: ItemKind
    id: str
    number: int  # counted from 1


@dataclass(frozen=True)
class AgentWait:
    """How an agent waits for the answer to one version of an item; times are milliseconds since 1970."""

    version: ItemVersion
    opened_at: int
    expires_at: int | None
    is_open: bool  # no answer yet; else the agent has still to acknowledge it
    agent_present: bool


class StoredVersion(Protocol):
    """One version of an item as it is stored: what entries are about."""

    @property
    def version(self) -> ItemVersion:
        """Its name."""
        ...

    @property
    def shown_sha256(self) -> str | None:
        """The digest of what a person is shown of it; None for a kind that has no document."""
        ...


class WaitingItem(Protocol):
    """What the trunk knows of a waiting thing: no more than this."""

    @property
    def version(self) -> ItemVersion:
        """The newest version: the one that can be answered."""
        ...

    @property
    def agent(self) -> str:
        """Who asks, by the name in the catalog."""
        ...

    @property
    def workspace(self) -> str:
        """The absolute path of the project that the agent works in."""
        ...

    @property
    def conversation(self) -> str | None:
        """The agent's own id of its conversation."""
        ...

    @property
    def opened_at(self) -> int:
        """When the first version was asked about."""
        ...

    @property
    def expires_at(self) -> int | None:
        """When the newest version expires."""
        ...

    @property
    def state(self) -> ItemState:
        """Whether an answer is wanted."""
        ...

    @property
    def answerable_by(self) -> frozenset[ActorKind]:
        """Whose answer counts. No kind of item can be answered by an agent."""
        ...


def check_answerable(item: WaitingItem, by: Actor) -> None:
    """Raise `Forbidden` for an answer of anybody whose answer does not count: every kind asks this first."""
    if by.kind not in item.answerable_by:
        raise Forbidden(f"This cannot be answered by {by.kind.value} {by.id!r}.", hint="A person answers it.")
