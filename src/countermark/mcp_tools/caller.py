"""Who calls a tool: one conversation of one MCP client, about one site."""

import hashlib
import json
from dataclasses import dataclass

from countermark.actions.idempotency import new_key, stored_key
from countermark.actions.own_items import Submitter
from countermark.model.actors import Actor, agent
from countermark.model.pages.sites import PageSite
from countermark.model.reviews import MCP

BY_AGENT: Actor = agent(MCP)
ALONE = "alone:"


@dataclass(frozen=True)
class Caller:
    """What the door has found out about a request; handlers find it in the request's state."""

    site: PageSite
    conversation: str | None  # what tells this client at this site from others; None if nothing does
    key: str | None  # of this request; the same when it is asked again
    acknowledges: bool  # whether it says so when it has a person's answer

    @property
    def submitter(self) -> Submitter:
        """Who asks, as the actions know it."""
        return Submitter(BY_AGENT, self.conversation)


@dataclass(frozen=True)
class AskedUnder:
    """The key under which a client asks for something."""

    key: str
    scope: str  # where it counts
    owner: str  # the conversation; of a client without one a name of its own for this one thing


def asked_under(caller: Caller, key: str | None, *asked: str) -> AskedUnder:
    """The key that the client has chosen, that of its request, or a new one."""
    key = key or caller.key or new_key()
    scope = key_scope(caller, *asked)
    # A client without a session is alone: nothing tells what it asks next from what another one asks.
    owner = caller.conversation or f"{ALONE}{stored_key(BY_AGENT, key, conversation=scope)}"
    return AskedUnder(key, scope, owner)


def key_scope(caller: Caller, *asked: str) -> str:
    """Where a key that a client has chosen counts: in its conversation; without one, for exactly what it asks.

    So nobody learns which keys others have chosen. A colon is in no name of a conversation but behind `session`.
    """
    if caller.conversation is not None:
        return caller.conversation
    digest = hashlib.sha256(json.dumps(asked).encode("ascii")).hexdigest()
    return f"{ALONE}{caller.site.id}:{digest}"
