"""Who calls a tool: one conversation of one MCP client, about one site."""

from dataclasses import dataclass

from countermark.model.actors import Actor, agent
from countermark.model.page_sites import PageSite
from countermark.model.reviews import MCP

BY_AGENT: Actor = agent(MCP)


@dataclass(frozen=True)
class Caller:
    """What the door has found out about a request; handlers find it in the request's state."""

    site: PageSite
    conversation: str | None  # what tells this client at this site from others; None if nothing does
    key: str | None  # of this request; the same when it is asked again
    again: bool  # it was asked before, perhaps of another hub, and nobody heard the answer
    acknowledges: bool  # whether it says so when it has a person's answer
