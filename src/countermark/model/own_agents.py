"""What the journal records of agents that a person has added: programs that the desk starts."""

from dataclasses import dataclass

from countermark.model.happening import Happening


@dataclass(frozen=True)
class OwnAgentAdded(Happening):
    """A person has added an agent: what is started for it. Known secrets and the values of variables are left out."""

    texts = frozenset({"title", "command"})
    kind = "own_agent_added"
    agent: str  # by its name in the catalog
    title: str
    command: str  # as a shell would take it
    variables: str  # their names, as JSON


@dataclass(frozen=True)
class OwnAgentRemoved(Happening):
    """A person has removed an agent that they had added."""

    kind = "own_agent_removed"
    agent: str


OWN_AGENT_HAPPENINGS: tuple[type[Happening], ...] = (OwnAgentAdded, OwnAgentRemoved)
