"""What the routers get from the hub, handed along in the app's state."""

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from countermark.actions.desk import Desk
from countermark.actions.pages.watching import SharedWatch
from countermark.actions.sign_ins import LaunchCodes
from countermark.http_api.feed_events import FeedEvents
from countermark.http_api.mcp_clients import McpClients
from countermark.model.actors import Actor, person


@dataclass
class Hub:
    """The running hub as the doors see it; `port` is known once the listeners are open."""

    desk: Desk
    codes: LaunchCodes
    wait_seconds: Callable[[str], int]  # how long an agent's question waits, by the agent's name
    hosts: frozenset[str]  # more names this desk answers to
    _: KW_ONLY
    version: str
    pid: int
    started_at: int
    open_command: str = "countermark open"  # what a person types to sign another browser in
    port: int = 0
    desks: int = 0  # pages that follow the feed
    desk_came: asyncio.Event = field(default_factory=asyncio.Event)  # at least one page has followed it
    lost_desks_until: float = float("-inf")  # desks of the last hub may still be on their way back
    window_at: float = float("-inf")  # when a browser was last asked for (`time.monotonic`)
    page_key: bytes = field(default_factory=lambda: secrets.token_bytes(32))  # the tokens of sites are made with it
    mcp_key: str = field(default_factory=lambda: secrets.token_hex(32))  # what MCP clients on TCP show
    mcp_clients: McpClients = field(default_factory=McpClients)
    pages_seen: bool = False  # what happened to page files while no hub ran is in the journal
    page_streams: Counter[str] = field(default_factory=Counter)  # pages that follow a site
    held_bytes: int = 0  # of the payloads of agents that wait
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # the doors are being shut
    stop: asyncio.Event = field(default_factory=asyncio.Event)  # the hub is to end
    dismissed: bool = False  # a person ends it: who waits is not to ask again

    def __post_init__(self) -> None:
        self.events = FeedEvents(self.desk)
        self.watch = SharedWatch(self.desk)

    def site_token(self, site: str) -> str:
        """What a reviewed page shows, so that no other page can speak for it; the same after a restart."""
        return hmac.new(self.page_key, b"site " + site.encode(), hashlib.sha256).hexdigest()


# These are coroutines because FastAPI takes everything else to a thread, which costs more than many a whole route.
async def hub_of(request: Request) -> Hub:
    """The hub that this app belongs to."""
    hub: Hub = request.app.state.hub
    return hub


async def desk_of(request: Request) -> Desk:
    """The desk of this hub."""
    return (await hub_of(request)).desk


async def person_of(request: Request) -> Actor:
    """The person whose browser sent this; the guard has checked the token."""
    return person(request.state.signed_in.id)


TheHub = Annotated[Hub, Depends(hub_of)]
TheDesk = Annotated[Desk, Depends(desk_of)]
ThePerson = Annotated[Actor, Depends(person_of)]
