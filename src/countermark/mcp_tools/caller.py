"""Who calls a tool: one conversation of one MCP client, about one site."""

import hashlib
import json
from dataclasses import dataclass

from countermark.model.actors import Actor, agent
from countermark.model.pages.sites import PageSite
from countermark.model.reviews import MCP

BY_AGENT: Actor = agent(MCP)


@dataclass(frozen=True)
class Caller:
    """What the door has found out about a request; handlers find it in the request's state."""

    site: PageSite
    conversation: str | None  # what tells this client at this site from others; None if nothing does
    key: str | None  # of this request; the same when it is asked again
    acknowledges: bool  # whether it says so when it has a person's answer


def key_scope(caller: Caller, *asked: str) -> str:
    """Where a key that a client has chosen counts: in its conversation; without one, for exactly what it asks.

    So nobody learns which keys others have chosen. A colon is in no name of a conversation but behind `session`.
    """
    if caller.conversation is not None:
        return caller.conversation
    digest = hashlib.sha256(json.dumps(asked).encode("ascii")).hexdigest()
    return f"alone:{caller.site.id}:{digest}"
