"""The hub as its doors see it."""

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from countermark.actions import sign_ins
from countermark.actions.desk import Desk
from countermark.agents.own_titles import OWN_TITLES
from countermark.http_api.guards.doors import SignInIdentity
from countermark.http_api.mcp_clients import McpClients
from countermark.model.gate_settings import GateSettings
from countermark.model.items import ItemVersion

if TYPE_CHECKING:
    from countermark.actions.notices import Notices
    from countermark.actions.pages.watching import SharedWatch
    from countermark.agents.launch import LoginPath
    from countermark.http_api.feed_events import FeedEvents


@dataclass
class Hub:
    """The running hub as the doors see it; `port` is known once the listeners are open."""

    desk: Desk
    codes: sign_ins.LaunchCodes
    wait_seconds: Callable[[str], int]  # how long an agent's question waits, by the agent's name
    hosts: frozenset[str]  # more names this desk answers to
    _: KW_ONLY
    gate: GateSettings = field(default_factory=GateSettings)  # where permissions are asked, and how long they wait
    make_notices: "Callable[[Hub], Notices]"
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
        OWN_TITLES.look_in(self.desk.home / "agents")

    @cached_property
    def events(self) -> "FeedEvents":
        """The journal as all tabs get it."""
        from countermark.http_api.feed_events import FeedEvents  # with the wire's shapes, which no start waits for

        return FeedEvents(self.desk)

    @cached_property
    def login_path(self) -> "LoginPath":
        """The PATH of the person's own shell, where agents are looked for."""
        from countermark.agents.launch import LoginPath  # with what starts agents, which no start waits for

        return LoginPath()

    @cached_property
    def notices(self) -> "Notices":
        """What is told outside of the desk."""
        return self.make_notices(self)

    @cached_property
    def watch(self) -> "SharedWatch":
        """The one task that looks at the files of sites while desks are open."""
        from countermark.actions.pages.watching import SharedWatch  # with the page files, which no start waits for

        return SharedWatch(self.desk)

    async def who(self, token: str) -> SignInIdentity | None:
        """Whose sign-in a token names: what the guard of the browsers' door asks (`Gate`)."""
        known = await sign_ins.who(self.desk, token)
        return SignInIdentity(known.id) if known else None

    def site_token(self, site: str) -> str:
        """What a reviewed page shows, so that no other page can speak for it; the same after a restart."""
        return hmac.new(self.page_key, b"site " + site.encode(), hashlib.sha256).hexdigest()

    def launch_url(self, code: str) -> str:
        """The desk's address with the code in the fragment, which no server and no log ever sees."""
        return f"http://127.0.0.1:{self.port}/#code={code}"

    def item_url(self, versions: Sequence[ItemVersion]) -> str:
        """The desk's address, at one thing that waits if it is one; it signs nobody in."""
        desk = f"http://127.0.0.1:{self.port}/"
        return f"{desk}#{versions[0].kind.value}={versions[0].id}" if len(versions) == 1 else desk
